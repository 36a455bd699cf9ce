/** Names of pages, tags and folders: their order, and their form in a URL. */

/** Digits are one sign. */
const SIGN = /\d+|\D/g;

/**
 * Orders names as people do: numbers in them by value, so that `v2` is before `v10` and 1.9 before 1.10; other characters
 * by code unit, which is the same on every machine.
 */
export function compareNames(a: string, b: string): number {
	const left = a.match(SIGN) ?? [];
	const right = b.match(SIGN) ?? [];
	for (const [index, one] of left.entries()) {
		const other = right[index];
		if (other === undefined) return 1;
		const order = isNumber(one) && isNumber(other) ? compareNumbers(one, other) : compare(one, other);
		if (order !== 0) return order;
	}
	return left.length - right.length || compare(a, b);
}

function isNumber(sign: string): boolean {
	return /^\d/.test(sign);
}

/** Of digits, which may be too many for a number. */
function compareNumbers(a: string, b: string): number {
	const [one, other] = [a, b].map((digits) => digits.replace(/^0+/, '')) as [string, string];
	return one.length - other.length || compare(one, other);
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A text as a segment of a URL: letters and digits in lower case, Latin ones without accents, separated by hyphens. Signs
 * that distinguish names are words: `C++` is `c-plus-plus`, `C#` is `c-sharp`, `.NET` is `dot-net`. Empty for a text
 * without letters and digits.
 */
export function slugify(text: string): string {
	return text
		.toLowerCase()
		.normalize('NFKD')
		.replace(/(?<=\p{Script=Latin})[\u0300-\u036f]+/gu, '')
		.normalize('NFC')
		.replace(/(?<=[\p{L}\p{N}]\+*)\+/gu, '-plus')
		.replace(/(?<=[\p{L}\p{N}])#/gu, '-sharp')
		.replace(/(?<![\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, '-dot-')
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
		.replace(/^[-\p{M}]+|-+$/gu, '');
}

/** A text as a pattern that matches nothing else. */
export function literalPattern(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
