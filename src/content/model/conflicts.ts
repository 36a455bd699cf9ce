/** Unresolved conflicts of Git: its markers are text for every language. */
import type { Diagnostic } from './diagnostic.ts';

/** A conflict: first and last line, from 1. */
export interface Conflict {
	from: number;
	to: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The conflicts of a text, outside of code fences, which may show some. Three markers in order are no coincidence. */
export function conflictsIn(text: string): Conflict[] {
	if (!text.includes('<<<<<<<')) return [];
	const found: Conflict[] = [];
	let fence = '';
	let from = 0;
	let isHalf = false;
	for (const [index, line] of text.split('\n').entries()) {
		const [, mark = ''] = FENCE.exec(line) ?? [];
		if (fence !== '') fence = mark.startsWith(fence) ? '' : fence;
		else if (/^<{7}(?: |\r?$)/.test(line)) [from, isHalf] = [index + 1, false];
		else if (from > 0 && /^={7}\r?$/.test(line)) isHalf = true;
		else if (isHalf && /^>{7}(?: |\r?$)/.test(line)) {
			found.push({ from, to: index + 1 });
			[from, isHalf] = [0, false];
		} else fence = mark;
	}
	return found;
}

/** Whether a line is the marker that begins, divides or ends a conflict. */
export function isMarker(line: string): boolean {
	return /^(?:<{7}|={7}|>{7})(?: |\r?$)/.test(line);
}

/** Says how to resolve a conflict. */
export const RESOLVE = 'Keep one side, or parts of both, and remove the lines that Git added.';

/** The findings about conflicts in a file. */
export function conflictFindings(file: string, text: string): Diagnostic[] {
	const conflicts = conflictsIn(text);
	const lines = conflicts.length > 0 ? text.split('\n') : [];
	return conflicts.map(({ from, to }) => ({
		code: 'merge-conflict',
		severity: 'error',
		file,
		line: from,
		column: 1,
		length: 7,
		excerpt: lines[from - 1],
		message: `Git could not merge lines ${from} to ${to}, and the conflict is not resolved.`,
		hint: RESOLVE,
	}));
}
