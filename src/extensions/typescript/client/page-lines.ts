/** Parts of a block beside its code: marked lines, numbers, answers of the compiler. */
import type { LiveFile } from '../model/live.ts';

/** A line of the block, without its line feed. */
export interface PageLine {
	text: string;
	/** Its marks, such as `hl`, and its number, if it has its own. */
	marks: string;
	number?: number;
	/** Remarks below it, by their classes. */
	below: { className: string; text: string }[];
}

/** The lines of a block's code. */
export function readLines(code: Element): PageLine[] {
	const lines: PageLine[] = [{ text: '', marks: '', below: [] }];
	for (const node of code.childNodes) {
		const element = node instanceof HTMLElement ? node : undefined;
		const text = node.textContent ?? '';
		// A line feed is in front of what is below its line.
		const above = lines.at(-1)?.text === '' ? lines.at(-2) : lines.at(-1);
		if (element?.matches('.code-type, .code-error')) {
			above?.below.push({ className: element.className, text });
			continue;
		}
		const last = lines.at(-1);
		if (last && element?.matches('.line')) {
			last.marks = element.className.replace(/\bline\b/, '').trim();
			last.number = Number(element.dataset.line) || undefined;
		}
		for (const [index, part] of text.split('\n').entries()) {
			if (index > 0) lines.push({ text: '', marks: '', below: [] });
			const line = lines.at(-1);
			if (line) line.text += part;
		}
	}
	return lines;
}

/** Lines and the offsets at which they start. */
export function linesOf(text: string): { text: string; from: number }[] {
	let from = 0;
	return text.split('\n').map((line) => {
		const start = from;
		from += line.length + 1;
		return { text: line, from: start };
	});
}

/** A range of whole lines, without its last line feed. */
export interface TextSpan {
	from: number;
	to: number;
}

/** Where the hidden parts of a file are in its text, which may be changed: readers cannot change them. */
export function hiddenSpans(parts: LiveFile['parts'], text: string): TextSpan[] {
	let at = 0;
	return parts.flatMap(({ text: part, isShown }) => {
		if (isShown || part === '') return [];
		const found = text.indexOf(part, at);
		if (found < 0) return [];
		at = found + part.length;
		return [{ from: found, to: part.endsWith('\n') ? at - 1 : at }];
	});
}

/** The nearest position that is shown, onward or back if there is one. */
export function outside(at: number, onward: boolean, hidden: readonly TextSpan[], end: number): number {
	const span = hidden.find(({ from, to }) => at >= from && at <= to);
	if (!span) return at;
	const before = span.from > 0 ? span.from - 1 : undefined;
	const after = span.to < end ? span.to + 1 : undefined;
	return (onward ? (after ?? before) : (before ?? after)) ?? at;
}

/** The lines of the page that are lines of a file, by the offset at which each starts, in order. */
export function pageLinePlaces(
	lines: readonly PageLine[],
	text: string,
	hidden: readonly TextSpan[],
): Map<number, PageLine> {
	let next = 0;
	const places = new Map<number, PageLine>();
	for (const { text: line, from } of linesOf(text)) {
		if (hidden.some((span) => from >= span.from && from <= span.to)) continue;
		const found = lines.findIndex((one, index) => index >= next && one.text.trimEnd() === line.trimEnd());
		const shown = lines[found];
		if (!shown) continue;
		places.set(from, shown);
		next = found + 1;
	}
	return places;
}
