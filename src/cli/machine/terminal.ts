/**
 * What a command says while it runs and when it is done. On a terminal one live line for what takes long; in CI and in
 * pipes whole plain lines; with `--json` nothing on stdout but JSON. The cursor is never hidden, so nothing that ends
 * the process can leave it so.
 */
import type { Diagnostic } from '../../content/model/page.ts';
import { docsgenVersion } from './package.ts';
import { toGithub, toJsonLines, toSarif, toText, wantsColor } from './report.ts';

/** As much of a stream as is needed here. */
export interface Output {
	write(text: string): unknown;
	/** Width of the terminal, where it is one. */
	columns?: number;
}

/** Time as a value, so that tests can hold it. `every` calls `run` each `milliseconds` and returns its undo. */
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
	/** `detail` lines too. */
	verbose?: boolean;
	/** Diagnostics in this form on stdout, and nothing else anywhere. */
	format?: Format;
	clock?: Clock;
}

/** For programs: JSON lines, annotations of GitHub Actions, SARIF. */
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
	/** `label` is under way; a new label, `total` reached, or any other output ends it. May be called very often. */
	progress(label: string, done?: number, total?: number): void;
	/** A line for people. */
	line(text?: string): void;
	/** A line for those who asked for more. */
	detail(text: string): void;
	summary(summary: Summary): void;
	diagnostics(list: readonly Diagnostic[]): void;
	/** Ends what is under way and clears its line. Nothing is written afterwards unless something is called again. */
	close(): void;
}

/** Findings of one kind that are shown. */
const MOST = 20;

const WRITERS: Record<Format, (list: readonly Diagnostic[]) => string> = {
	json: toJsonLines,
	github: toGithub,
	sarif: (list) => toSarif(list, docsgenVersion()),
};

/** What is done sooner is not worth a word, in milliseconds. */
const PATIENCE = 500;
/** Milliseconds between two states of the live line. */
const TICK = 100;
const CLEAR = '\r\x1b[2K';

const systemClock: Clock = {
	now: () => performance.now(),
	every(milliseconds, run) {
		const timer = setInterval(run, milliseconds).unref();
		return () => clearInterval(timer);
	},
};

export function createTerminal(options: TerminalOptions): Terminal {
	const { stdout, stderr, isTTY, env, quiet = false, verbose = false, format, clock = systemClock } = options;
	const silent = quiet || format !== undefined;
	const activity = createActivity({ stderr, clock, live: isTTY && !isSet(env.CI) && env.TERM !== 'dumb' });

	function print(text: string): void {
		if (silent) return;
		activity.end();
		stdout.write(`${text}\n`);
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
			if (format) stdout.write(WRITERS[format](list));
			else
				stderr.write(
					toText(list, { color: wantsColor(isTTY, env), width: stderr.columns, most: verbose ? undefined : MOST }),
				);
		},
		close: activity.end,
	};
}

/** `120 pages: 3 written, 117 unchanged, 1 removed in 0.42 s`. */
export function summaryLine({ pages, written, unchanged, removed, seconds }: Summary): string {
	const gone = removed > 0 ? `, ${grouped(removed)} removed` : '';
	const count = `${grouped(pages)} ${pages === 1 ? 'page' : 'pages'}`;
	return `${count}: ${grouped(written)} written, ${grouped(unchanged)} unchanged${gone} in ${duration(seconds)}`;
}

interface Step {
	label: string;
	done?: number;
	total?: number;
}

/** The one thing under way. `live`: redraws a line that is cleared at the end; else says a word once it is over. */
function createActivity({ stderr, clock, live }: { stderr: Output; clock: Clock; live: boolean }) {
	let current: { step: Step; since: number; stop: () => void } | undefined;
	let drawn = '';
	let drawnAt = Number.NEGATIVE_INFINITY;

	function draw(): void {
		const now = clock.now();
		if (current === undefined || now - current.since < PATIENCE || now - drawnAt < TICK) return;
		drawnAt = now;
		// One cell is left free: a full line would wrap, and then not be cleared.
		const text = describe(current.step).slice(0, Math.max(0, (stderr.columns ?? 80) - 1));
		if (text === drawn) return;
		stderr.write(CLEAR + text);
		drawn = text;
	}

	function end(): void {
		if (current === undefined) return;
		const { step, since, stop } = current;
		current = undefined;
		stop();
		if (drawn) stderr.write(CLEAR);
		drawn = '';
		const taken = clock.now() - since;
		if (!live && taken >= PATIENCE) stderr.write(`${describe(step)} in ${duration(taken / 1000)}\n`);
	}

	function step(next: Step): void {
		if (current?.step.label !== next.label) {
			end();
			current = { step: next, since: clock.now(), stop: live ? clock.every(TICK, draw) : () => {} };
		}
		if (current !== undefined) current.step = next;
		// Work that never yields leaves the clock no turn.
		if (live) draw();
		if (next.total !== undefined && next.done === next.total) end();
	}

	return { step, end };
}

function describe({ label, done, total }: Step): string {
	if (done === undefined) return label;
	return `${label} ${grouped(done)}${total === undefined ? '' : `/${grouped(total)}`}`;
}

/** `1,234` on every machine, whatever its locale. */
function grouped(number: number): string {
	return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function duration(seconds: number): string {
	if (seconds < 10) return `${seconds.toFixed(2)} s`;
	if (seconds < 60) return `${seconds.toFixed(1)} s`;
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function isSet(value: string | undefined): boolean {
	return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
