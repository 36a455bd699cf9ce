/**
 * Where a field stands in the text of a configuration file. The file has been run, so its value knows no lines;
 * this walks the text by the field's path, and gives up rather than guess.
 */

export interface SourcePlace {
	/** From 1. */
	line: number;
	column: number;
	length: number;
}

/** The place of `navbar.items[2].to` or `docs.versions["3.x"]`; of the last part that can be found. */
export function placeOfField(source: string, path: string): SourcePlace | undefined {
	let from = 0;
	let found: { at: number; length: number } | undefined;
	for (const [, name, quoted, index] of path.matchAll(/([\w$-]+)(?![^[]*\])|\["([^"]+)"\]|\[(\d+)\]/g)) {
		const at =
			index === undefined ? fieldAt(source, from, name ?? quoted ?? '') : elementAt(source, from, Number(index));
		if (at === undefined) break;
		found = { at, length: index === undefined ? (name ?? quoted ?? '').length : 1 };
		from = at;
	}
	if (!found) return undefined;
	const before = source.slice(0, found.at).split('\n');
	return { line: before.length, column: (before.at(-1) ?? '').length + 1, length: found.length };
}

/** Offset of the next field called `name`. */
function fieldAt(source: string, from: number, name: string): number | undefined {
	const escaped = name.replace(/[^\w]/g, '\\$&');
	const pattern = new RegExp(`(?<![\\w$-])${escaped}(?=['"]?\\s*[:,(}])`, 'g');
	pattern.lastIndex = from;
	return pattern.exec(source)?.index;
}

/** Offset of element `index` of the list that begins after `from`. */
function elementAt(source: string, from: number, index: number): number | undefined {
	const open = source.indexOf('[', from);
	if (open < 0) return undefined;
	let depth = 0;
	let element = 0;
	let begin = -1;
	for (let at = open + 1; at < source.length; at++) {
		const character = source[at] ?? '';
		if (begin < 0 && /\S/.test(character) && character !== ']') begin = at;
		if (begin >= 0 && element === index) return begin;
		if (character === '"' || character === "'" || character === '`') at = endOfString(source, at);
		else if ('{[('.includes(character)) depth++;
		else if ('}])'.includes(character)) {
			if (depth-- === 0) return undefined;
		} else if (character === ',' && depth === 0) {
			element++;
			begin = -1;
		}
	}
	return undefined;
}

function endOfString(source: string, from: number): number {
	const quote = source[from];
	let at = from + 1;
	while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
	return at;
}
