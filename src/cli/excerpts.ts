/** Gives findings their place and their source line, where they name only a file. */
import type { Diagnostic } from '../content/types.ts';
import type { Project } from './project.ts';

/**
 * Findings as they are reported: each once, be its partial on forty pages, with the line it is about, if the file
 * says it, and the text of that line.
 */
export function withExcerpts(diagnostics: Diagnostic[], project: Pick<Project, 'read'>): Diagnostic[] {
	const lines = new Map<string, string[]>();
	const linesOf = (file: string): string[] => {
		const known = lines.get(file) ?? project.read(file)?.toString().split(/\r?\n/) ?? [];
		lines.set(file, known);
		return known;
	};
	return unique(diagnostics).map((finding) => {
		if (finding.excerpt !== undefined || finding.file === undefined) return finding;
		const placed = finding.line === undefined ? { ...finding, ...locate(finding, linesOf(finding.file)) } : finding;
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

/**
 * Where a file without line numbers of its own (a configuration that has been run) names what a finding is about:
 * the first word of the message, quoted or a path or an item of its list, that stands in the file as a whole word.
 */
function locate({ message, file = '' }: Diagnostic, lines: string[]): Pick<Diagnostic, 'line' | 'column' | 'length'> {
	if (/\.mdx?$/.test(file)) return {};
	const words = [...message.matchAll(/"([^"\n]+)"|(?<=\s)(\/[^\s,.:]+)|^- (.+)$/gm)].map(
		(match) => match[1] ?? match[2] ?? match[3] ?? '',
	);
	for (const word of words) {
		for (const [index, text] of lines.entries()) {
			const column = columnOf(text, word);
			if (column > 0) return { line: index + 1, column, length: word.length };
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
