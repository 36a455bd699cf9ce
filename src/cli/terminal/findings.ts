/** Prepares findings for the report: the configured severity, a position and a source line. */
import type { Config } from '../../content/model/config.ts';
import type { Severity } from '../../content/model/diagnostic.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { attempt } from '../disk/disk.ts';
import type { Inputs } from '../disk/inputs.ts';

/**
 * Findings as reported: each once, even if its partial is on forty pages. Adds the line that contains the words in
 * question, and its text. Reads lines through `inputs` only, which never opens files that authors may not use.
 */
export function withExcerpts(diagnostics: Diagnostic[], inputs: Pick<Inputs, 'read' | 'shown'>): Diagnostic[] {
	const lines = new Map<string, string[]>();
	const linesOf = (file: string): string[] => {
		const read = (): string[] | undefined => inputs.read(file)?.toString().split(/\r?\n/);
		const known = lines.get(file) ?? attempt(read) ?? [];
		lines.set(file, known);
		return known;
	};
	return eachOnce(diagnostics).map((finding) => {
		const { file } = finding;
		if (finding.excerpt !== undefined || file === undefined) return shown(finding, inputs);
		const placed = { ...finding, ...placeOf(finding, linesOf(file)) };
		const excerpt = placed.line === undefined ? undefined : linesOf(file)[placed.line - 1];
		return shown(excerpt === undefined ? placed : { ...placed, excerpt }, inputs);
	});
}

/** Code of the finding about a file of `content/` in the place of a mounted folder. */
export const TAKEN_PLACE = 'taken-place';

/** The finding with real paths. */
function shown(finding: Diagnostic, inputs: Pick<Inputs, 'shown'>): Diagnostic {
	if (finding.code === TAKEN_PLACE) return finding;
	const text = (value: string | undefined): string | undefined => value && inputs.shown(value);
	const { file, message, hint, notes } = finding;
	return {
		...finding,
		message: inputs.shown(message),
		...(file === undefined ? {} : { file: text(file) }),
		...(hint === undefined ? {} : { hint: text(hint) }),
		...(notes === undefined ? {} : { notes: notes.map((note) => inputs.shown(note)) }),
	};
}

/** Additional places listed for a finding. */
const MAX_PLACES = 5;

/**
 * Each finding once. One fix in one file makes an unknown component known everywhere: its findings are merged into
 * the first, which lists and counts the other places.
 */
export function eachOnce(diagnostics: Diagnostic[]): Diagnostic[] {
	const causes = new Map<string, { first: Diagnostic; places: Set<string> }>();
	for (const first of diagnostics) {
		const { code, file, line, column, message, about } = first;
		const key = JSON.stringify(
			code === 'unknown-component' ? [code, about?.name] : [code, file, line, column, message],
		);
		const cause = causes.get(key) ?? { first, places: new Set() };
		causes.set(key, cause);
		cause.places.add(`${file}:${line}`);
	}
	return [...causes.values()].map(({ first, places }) => {
		const others = [...places].slice(1);
		if (others.length === 0) return first;
		const more = others.length > MAX_PLACES ? ` and ${others.length - MAX_PLACES} more places` : '';
		const note = `Also in ${others.slice(0, MAX_PLACES).join(', ')}${more}.`;
		return { ...first, notes: [...(first.notes ?? []), note] };
	});
}

/** Position of the first of the finding's words: in its line and the indented ones below, or below its field. */
function placeOf({ line, column, about }: Diagnostic, lines: string[]): Pick<Diagnostic, 'line' | 'column' | 'length'> {
	if (column !== undefined) return {};
	const key = new RegExp(`\\b${about?.field}\\b["']?\\s*:`);
	const below =
		about?.field === undefined
			? 0
			: Math.max(
					lines.findIndex((text) => key.test(text)),
					0,
				);
	const first = line ?? below + 1;
	const rest = line === undefined ? -1 : lines.findIndex((text, index) => index >= line && !/^\s*-|^\s/.test(text));
	const last = rest < 0 ? lines.length : rest;
	for (const word of about?.words ?? []) {
		for (let number = first; number <= last; number++) {
			const found = columnOf(lines[number - 1] ?? '', word);
			if (found > 0) return { line: number, column: found, length: word.length };
		}
	}
	return {};
}

/** Column of a word, from 1; 0 if it is missing, or only a part of another word. */
function columnOf(text: string, word: string): number {
	if (word === '') return 0;
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
		const around = (text[at - 1] ?? ' ') + (text[at + word.length] ?? ' ');
		if (!/[\w/-]/.test(around)) return at + 1;
	}
	return 0;
}

/** B-294: applies the severities set in the configuration. */
export function applySeverity(diagnostics: Diagnostic[], config: Config): Diagnostic[] {
	return diagnostics.flatMap((finding) => {
		const { settings } = config.extended;
		const setting = Object.hasOwn(settings, finding.code) ? settings[finding.code] : undefined;
		if (setting === undefined) return [finding];
		const severity = config[setting as keyof Config] as Severity | 'ignore';
		return severity === 'ignore' ? [] : [{ ...finding, severity, setting }];
	});
}

/** Code or data of an author that cannot be compiled or run. */
export class BundleError extends Error {
	constructor(readonly diagnostics: Diagnostic[]) {
		super(diagnostics.map((finding) => finding.message).join('\n'));
	}
}
