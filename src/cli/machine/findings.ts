/** Findings as they are reported: with the severity that the configuration gives them, a place and a source line. */
import { type Config, SETTINGS } from '../../content/model/config.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import type { Inputs } from './inputs.ts';

/**
 * Findings as they are reported: each once, be its partial on forty pages, with the line it is about, if the file
 * says it, and the text of that line. Lines come from `inputs` only: a file that a link or a path was refused for is
 * never opened.
 */
export function withExcerpts(diagnostics: Diagnostic[], inputs: Pick<Inputs, 'read'>): Diagnostic[] {
	const lines = new Map<string, string[]>();
	const linesOf = (file: string): string[] => {
		const known = lines.get(file) ?? inputs.read(file)?.toString().split(/\r?\n/) ?? [];
		lines.set(file, known);
		return known;
	};
	return byCause(unique(diagnostics)).map((finding) => {
		if (finding.excerpt !== undefined || finding.file === undefined) return finding;
		const placed = { ...finding, ...placeOf(finding, linesOf(finding.file)) };
		const excerpt = placed.line === undefined ? undefined : linesOf(finding.file)[placed.line - 1];
		return excerpt === undefined ? placed : { ...placed, excerpt };
	});
}

function unique(diagnostics: Diagnostic[]): Diagnostic[] {
	const seen = new Map(
		diagnostics.map((finding) => [
			JSON.stringify([finding.code, finding.file, finding.line, finding.column, finding.message]),
			finding,
		]),
	);
	return [...seen.values()];
}

/** Kinds of findings that one file would mend wherever they are. */
const ONE_CAUSE: ReadonlySet<string> = new Set(['unknown-component']);

/** Places that a finding names besides its own. */
const MAX_PLACES = 5;

/** What has one cause is one finding, at the first of its places; the others are named and counted. */
function byCause(diagnostics: Diagnostic[]): Diagnostic[] {
	const groups = new Map<string, Diagnostic[]>();
	for (const [index, finding] of diagnostics.entries()) {
		const cause = ONE_CAUSE.has(finding.code) ? `${finding.code} ${finding.about?.name}` : `${index}`;
		const group = groups.get(cause);
		if (group) group.push(finding);
		else groups.set(cause, [finding]);
	}
	return [...groups.values()].flatMap(([first, ...others]) => {
		if (!first || others.length === 0) return first ?? [];
		const places = others.slice(0, MAX_PLACES).map(({ file, line }) => `${file}:${line}`);
		const more = others.length > MAX_PLACES ? ` and ${others.length - MAX_PLACES} more places` : '';
		return [{ ...first, notes: [...(first.notes ?? []), `Also in ${places.join(', ')}${more}.`] }];
	});
}

/** Where the file, or the line that is known, has the first of the words that a finding is about. */
function placeOf({ line, column, about }: Diagnostic, lines: string[]): Pick<Diagnostic, 'line' | 'column' | 'length'> {
	if (column !== undefined) return {};
	const [first, last] = line === undefined ? [1, lines.length] : [line, line];
	for (const word of about?.words ?? []) {
		for (let number = first; number <= last; number++) {
			const found = columnOf(lines[number - 1] ?? '', word);
			if (found > 0) return { line: number, column: found, length: word.length };
		}
	}
	return {};
}

/** Counts from 1; 0 where the word is not there, or only as a part of another. */
function columnOf(text: string, word: string): number {
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
		const around = (text[at - 1] ?? ' ') + (text[at + word.length] ?? ' ');
		if (!/[\w/-]/.test(around)) return at + 1;
	}
	return 0;
}

/** B-294: how bad a kind of finding is where the configuration says it. */
export function applySeverity(diagnostics: Diagnostic[], config: Config): Diagnostic[] {
	return diagnostics.flatMap((finding) => {
		const setting = Object.hasOwn(SETTINGS, finding.code) ? SETTINGS[finding.code as keyof typeof SETTINGS] : undefined;
		if (setting === undefined) return [finding];
		const severity = config[setting];
		return severity === 'ignore' ? [] : [{ ...finding, severity, setting }];
	});
}

/** What an author wrote cannot be compiled or run. */
export class BundleError extends Error {
	constructor(readonly diagnostics: Diagnostic[]) {
		super(diagnostics.map((finding) => finding.message).join('\n'));
	}
}
