/** The change of a `:::try`: a fence of TypeScript with the lines that readers replace in the sample above. */

/** The output of the changed program, by its answer. */
export interface Printed {
	text: string;
	/** Lines from that of the change's backticks to its own. */
	below: number;
}

export interface FenceChange {
	/** For each line of code `+`, `-` or a space, and nothing for one that is no code. */
	signs: string[];
	prints?: Printed;
}

declare module '../../../content/model/annotation.ts' {
	interface AnnotatedFence {
		change?: FenceChange;
	}
}

/** Word of the info string in which `tryStep` puts the output. */
export const PRINTS = 'prints';

export function printsWord(prints: Printed): string {
	return `${PRINTS}="${encodeURIComponent(JSON.stringify(prints))}"`;
}

export function printsOf(word: string | undefined): Printed | undefined {
	return word === undefined ? undefined : (JSON.parse(decodeURIComponent(word)) as Printed);
}

const SIGNED = /^[+-]/;

/** The lines of a change without signs, and how many characters that were: two if a space follows each sign. */
export function unsigned(lines: readonly string[]): { lines: string[]; signs: string[]; width: number } {
	if (!lines.some((line) => SIGNED.test(line)))
		return { lines: [...lines], signs: lines.map((line) => (line.trim() === '' ? '' : '+')), width: 0 };
	const isCode = (line: string): boolean => SIGNED.test(line) || (line.startsWith(' ') && line.trim() !== '');
	const depths = lines.filter((line) => isCode(line) && line.length > 1).map((line) => line.slice(1).search(/\S|$/));
	const width = depths.every((depth) => depth > 0) && depths.some((depth) => depth % 2 === 1) ? 2 : 1;
	return {
		lines: lines.map((line) => (isCode(line) ? line.slice(width) : line)),
		signs: lines.map((line) => (isCode(line) ? line.charAt(0) : '')),
		width,
	};
}
