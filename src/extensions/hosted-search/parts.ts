/** Splits texts by bytes, for services that limit the bytes of a record. */

const encoder = new TextEncoder();

/** Bytes of a value as JSON in UTF-8. */
export function bytesOf(value: unknown): number {
	return encoder.encode(JSON.stringify(value)).length;
}

/** UTF-16 units before and after the end of a part in which its last sentence or word is looked for. */
const LOOK = 1000;

/**
 * Splits a text into parts of at most `room` bytes each, as JSON: after a sentence, else between words, and inside a
 * word only if the word alone is longer. An empty text has no parts.
 */
export function partsOf(text: string, room: number): string[] {
	const parts: string[] = [];
	let rest = text.trim();
	while (bytesOf(rest) > room) {
		const end = cutOf(rest, fitting(rest, room));
		parts.push(rest.slice(0, end).trimEnd());
		rest = rest.slice(end).trimStart();
	}
	return rest === '' ? parts : [...parts, rest];
}

/** UTF-16 units of a text that fit in `room` bytes; at least one. */
function fitting(text: string, room: number): number {
	let low = 1;
	let high = Math.max(1, Math.min(text.length, room));
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (bytesOf(text.slice(0, middle)) <= room) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** The best place up to `end` to cut a text: where the last sentence ends, the last space, the last word, or `end`. */
function cutOf(text: string, end: number): number {
	const start = Math.max(0, end - LOOK);
	const near = text.slice(start, end + LOOK);
	const lastOf = (granularity: 'sentence' | 'word' | 'grapheme'): number => {
		// A fixed language: the result must not depend on the machine's.
		const segments = [...new Intl.Segmenter('en', { granularity }).segment(near)];
		return segments.reduce((last, { index }) => (index > 0 && start + index <= end ? start + index : last), 0);
	};
	return (
		lastOf('sentence') ||
		Math.max(0, text.lastIndexOf(' ', end)) ||
		lastOf('word') ||
		lastOf('grapheme') ||
		// A character of several units stays whole.
		end + Number(/[\ud800-\udbff]/.test(text.charAt(end - 1)))
	);
}
