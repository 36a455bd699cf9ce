/** Byte ranges, RFC 9110 section 14. */

/** Both ends included, as on the wire. */
export interface ByteRange {
	first: number;
	last: number;
}

/** A client that wants more pieces than this gets the whole instead. */
const MOST = 32;

/**
 * The ranges to send of `size` bytes. Undefined: the header is no valid list of byte ranges, or one that asks for too
 * many, and is to be ignored. Empty: valid, but nothing of it can be satisfied (416). Ranges keep their order, unless
 * some overlap: then they are merged and ascend (section 15.3.7.2), so no byte is ever sent twice.
 */
export function parseRanges(header: string, size: number): ByteRange[] | undefined {
	const [, list] = /^bytes=(.*)$/i.exec(header.trim()) ?? [];
	if (list === undefined) return undefined;
	const specs = list.split(',').flatMap((text) => (text.trim() === '' ? [] : [text.trim()]));
	if (specs.length === 0 || specs.length > MOST) return undefined;
	const ranges: ByteRange[] = [];
	for (const spec of specs) {
		const range = parseRange(spec, size);
		if (range === undefined) return undefined;
		if (range.first <= range.last) ranges.push(range);
	}
	return merge(ranges);
}

/** Undefined for bad syntax; a range without bytes (`first` behind `last`) for one that starts behind the end. */
function parseRange(spec: string, size: number): ByteRange | undefined {
	const [, first, last] = /^(\d*)-(\d*)$/.exec(spec) ?? [];
	if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
	if (first === '') return { first: Math.max(0, size - Number(last)), last: size - 1 };
	if (last !== '' && Number(last) < Number(first)) return undefined;
	return { first: Number(first), last: Math.min(last === '' ? Infinity : Number(last), size - 1) };
}

function merge(ranges: ByteRange[]): ByteRange[] {
	const merged: ByteRange[] = [];
	for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
		const previous = merged.at(-1);
		if (previous !== undefined && range.first <= previous.last) previous.last = Math.max(previous.last, range.last);
		else merged.push({ ...range });
	}
	return merged.length === ranges.length ? ranges : merged;
}
