/**
 * Output of a command while it runs and at its end. On a terminal, long work redraws one line; in CI and pipes the
 * output is plain lines; with `--json`, stdout contains JSON only. The cursor is never hidden, so an aborted process
 * cannot leave it hidden.
 */

import { posix } from 'node:path';
import type { Diagnostic } from '../../content/model/page.ts';
import { docsgenVersion } from '../disk/package.ts';
import { toGithub, toJsonLines, toSarif, toText, wantsColor } from './report.ts';

/** The part of a stream that is used here. */
export interface Output {
	write(text: string): unknown;
	/** Width, if it is a terminal. */
	columns?: number;
}

/** Time source that tests can replace. `every` calls `run` each `milliseconds` and returns a function to stop it. */
export interface Clock {
	now(): number;
	every(milliseconds: number, run: () => void): () => void;
}

export interface TerminalOptions {
	stdout: Output;
	/** Progress and diagnostics. */
	stderr: Output;
	/** Whether stderr is a terminal. */
	isTTY: boolean;
	env: Record<string, string | undefined>;
	/** Diagnostics only. */
	quiet?: boolean;
	/** Show `detail` lines as well. */
	verbose?: boolean;
	/** Print diagnostics in this format on stdout, and nothing else anywhere. */
	format?: Format;
	/** Folder of the site in its repository, with slashes: annotations and SARIF name files from the root of the repository. */
	folder?: string;
	/** Puts texts in the reader's words, such as commands of another package manager. */
	words?: (text: string) => string;
	clock?: Clock;
}

/** Formats for programs: JSON lines, annotations of GitHub Actions, SARIF. */
export const FORMATS = ['json', 'github', 'sarif'] as const;
export type Format = (typeof FORMATS)[number];

export interface Summary {
	pages: number;
	/** Output files. */
	written: number;
	unchanged: number;
	removed: number;
	seconds: number;
}

export interface Terminal {
	/** Shows work in progress; a new label, `done` equal to `total`, or other output ends it. May be called very often. */
	progress(label: string, done?: number, total?: number): void;
	/** A line of plain output. */
	line(text?: string): void;
	/** A line shown with `--verbose` only. */
	detail(text: string): void;
	summary(summary: Summary): void;
	diagnostics(list: readonly Diagnostic[]): void;
	/** Ends the progress line and clears it. Writes nothing afterwards, unless another method is called. */
	close(): void;
}

/** Maximum number of findings shown per kind. */
const MAX_PER_KIND = 20;

const WRITERS: Record<Format, (list: readonly Diagnostic[]) => string> = {
	json: toJsonLines,
	github: toGithub,
	sarif: (list) => toSarif(list, docsgenVersion()),
};

/** Milliseconds before progress is shown. */
const PROGRESS_DELAY_MS = 500;
/** Milliseconds between updates of that line. */
const UPDATE_MS = 100;
const CLEAR_LINE = '\r\x1b[2K';

const systemClock: Clock = {
	now: () => performance.now(),
	every(milliseconds, run) {
		const timer = setInterval(run, milliseconds).unref();
		return () => clearInterval(timer);
	},
};

export function createTerminal(options: TerminalOptions): Terminal {
	const {
		stdout,
		stderr,
		isTTY,
		env,
		quiet = false,
		verbose = false,
		format,
		folder = '',
		words = (text) => text,
		clock = systemClock,
	} = options;
	const silent = quiet || format !== undefined;
	const redraws = isTTY && !isSet(env.CI) && env.TERM !== 'dumb';
	const activity = createActivity({ stderr, clock, redraws, verbose });

	function print(text: string): void {
		if (silent) return;
		activity.end();
		stdout.write(`${words(text)}\n`);
	}

	return {
		progress(label, done, total) {
			if (!silent) activity.step({ label, done, total });
		},
		line: (text = '') => print(text),
		detail(text) {
			if (verbose) print(text);
		},
		summary: (summary) => print(summaryLine(summary)),
		diagnostics(list) {
			activity.end();
			const most = verbose ? undefined : MAX_PER_KIND;
			const said = list.map((item) => inWords(item, words));
			if (format) stdout.write(WRITERS[format](format === 'json' ? said : said.map((item) => below(folder, item))));
			else stderr.write(toText(said, { color: wantsColor(isTTY, env), width: stderr.columns, most }));
		},
		close: activity.end,
	};
}

/** A finding with the words of its reader. */
export function inWords(finding: Diagnostic, words: (text: string) => string): Diagnostic {
	const { message, hint } = finding;
	return { ...finding, message: words(message), ...(hint === undefined ? {} : { hint: words(hint) }) };
}

function below(folder: string, finding: Diagnostic): Diagnostic {
	return finding.file === undefined ? finding : { ...finding, file: posix.join(folder, finding.file) };
}

/** `120 pages: 3 written, 117 unchanged, 1 removed in 0.42 s`. */
export function summaryLine({ pages, written, unchanged, removed, seconds }: Summary): string {
	const gone = removed > 0 ? `, ${grouped(removed)} removed` : '';
	return `${counted(pages)}: ${grouped(written)} written, ${grouped(unchanged)} unchanged${gone} in ${duration(seconds)}`;
}

/** `120 pages: nothing wrong, in 0.42 s`, or with findings `120 pages checked in 0.42 s`. */
export function checkLine({ pages, findings, seconds }: { pages: number; findings: number; seconds: number }): string {
	const said = findings > 0 ? ' checked' : ': nothing wrong,';
	return `${counted(pages)}${said} in ${duration(seconds)}`;
}

interface Step {
	label: string;
	done?: number;
	total?: number;
}

interface ActivityOptions {
	stderr: Output;
	clock: Clock;
	redraws: boolean;
	verbose: boolean;
}

/**
 * The current work. `redraws`: redraws a line and clears it at the end; otherwise prints a line after long work. `verbose`:
 * prints a line after any work.
 */
function createActivity({ stderr, clock, redraws, verbose }: ActivityOptions) {
	let current: { step: Step; since: number; stop: () => void } | undefined;
	let drawn = '';
	let drawnAt = Number.NEGATIVE_INFINITY;

	function draw(): void {
		const now = clock.now();
		if (current === undefined || now - current.since < PROGRESS_DELAY_MS || now - drawnAt < UPDATE_MS) return;
		drawnAt = now;
		// One cell stays free: a full line would wrap, and could not be cleared.
		const text = describe(current.step).slice(0, Math.max(0, (stderr.columns ?? 80) - 1));
		if (text === drawn) return;
		stderr.write(CLEAR_LINE + text);
		drawn = text;
	}

	function end(): void {
		if (current === undefined) return;
		const { step, since, stop } = current;
		current = undefined;
		stop();
		if (drawn) stderr.write(CLEAR_LINE);
		drawn = '';
		const taken = clock.now() - since;
		if (verbose) stderr.write(`${describe(step)}: ${grouped(Math.round(taken))} ms\n`);
		else if (!redraws && taken >= PROGRESS_DELAY_MS) stderr.write(`${describe(step)} in ${duration(taken / 1000)}\n`);
	}

	function step(next: Step): void {
		if (current?.step.label !== next.label) {
			end();
			current = { step: next, since: clock.now(), stop: redraws ? clock.every(UPDATE_MS, draw) : () => {} };
		}
		if (current !== undefined) current.step = next;
		// Work that never yields blocks the timer, so draw here as well.
		if (redraws) draw();
		if (next.total !== undefined && next.done === next.total) end();
	}

	return { step, end };
}

function describe({ label, done, total }: Step): string {
	if (done === undefined) return label;
	return `${label} ${grouped(done)}${total === undefined ? '' : `/${grouped(total)}`}`;
}

/** `1,234` on every machine, whatever its locale. */
const grouped = (number: number): string => number.toLocaleString('en');

const counted = (pages: number): string => `${grouped(pages)} ${pages === 1 ? 'page' : 'pages'}`;

function duration(seconds: number): string {
	if (seconds < 10) return `${seconds.toFixed(2)} s`;
	if (seconds < 60) return `${seconds.toFixed(1)} s`;
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function isSet(value: string | undefined): boolean {
	return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
