/** Names of pages, tags and folders: their order, and their form in a URL. */

/**
 * The order of the Unicode Collation Algorithm without a language's own rules. English has none, and each build of Node.js
 * knows it, those with few languages as well: so the order doesn't depend on the machine or the language of the site. Made
 * on first use, because it takes a tenth of the start of a command.
 */
let collator: Intl.Collator | undefined;

/**
 * Orders names as people do: without regard to case and accents, if they are not all that differs, and numbers by value,
 * so that `v2` is before `v10` and 1.9 before 1.10. Names that differ are never equal.
 */
export function compareNames(a: string, b: string): number {
	collator ??= new Intl.Collator('en', { numeric: true, caseFirst: 'upper' });
	return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
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

/** Letters and numerals of scripts with spaces between words, in a regular expression with the flag `v`. */
export const IN_WORD = String.raw`[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]`;

/** A text as a pattern that matches nothing else. */
export function literalPattern(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * A path with `*` for a part of a name and `**` for any folders, as the source of a regular expression. A slash at the end,
 * and `./` in front, mean nothing.
 */
export function globPattern(glob: string): string {
	return glob.replace(/^\.\/|\/+$/g, '').replace(/\*\*\/|\*+|[^*]+/g, (part) => {
		if (part === '**/') return '(?:.*/)?';
		if (part.startsWith('*')) return part.length > 1 ? '.*' : '[^/]*';
		return literalPattern(part);
	});
}
