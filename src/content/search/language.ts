/**
 * A language as the search knows it: forms of its words, and other ways to type them. All words are folded
 * (`letters.ts`), in an index as in a query, so that words without accents have the forms of words with them.
 */
export interface Language {
	/** Whether a word can have other forms: names in code and short words have none. */
	has(word: string): boolean;
	/** The same text for all forms of a word, such as `fichi` for `fichier` and `fichiers`. */
	stem(word: string): string;
	/** Beginnings that all forms of a word have. */
	roots(stem: string, word: string): string[];
	/** Other spellings of a word as it is typed, not folded: `ueber` for `über`, and the other way round. */
	spellings?(typed: string): string[];
}

/** A word of three letters or more; a letter of Hangul is a syllable. */
const WORD = /^(?:(?:\p{L}\p{M}*){3,25}|\p{Script=Hangul}{2,25})$/u;

/**
 * A language by its stemmer. `beginnings` gives the beginnings of forms that don't begin as the stem does: `membaca` is a
 * form of `baca`.
 */
export function withForms(
	stem: Language['stem'],
	more: Pick<Language, 'spellings'> & { beginnings?: (stem: string) => string[] } = {},
): Language {
	const { beginnings = () => [], ...others } = more;
	return {
		has: (word) => WORD.test(word),
		stem,
		roots: (own, word) => [rootOf(own, word), ...beginnings(own)].filter((root) => WORD.test(root)),
		...others,
	};
}

/**
 * The beginning that a word shares with its stem, without the stem's last letter, which can be another one in other
 * forms: `kitap`, `kitabı`.
 */
function rootOf(stem: string, word: string): string {
	let end = 0;
	while (end < stem.length && stem[end] === word[end]) end++;
	const shared =
		end < 3
			? stem
					.normalize('NFD')
					.replace(/[\u0300-\u036f]/g, '')
					.normalize('NFC')
			: stem.slice(0, end);
	return shared.length > 4 ? shared.slice(0, -1) : shared;
}

/** Removes the longest of these endings, if at least `least` letters stay. For languages without a Snowball stemmer. */
export function endings(least: number, list: string): Language['stem'] {
	const ordered = list.split(/\s+/).sort((a, b) => b.length - a.length);
	return (word) => {
		const ending = ordered.find((one) => word.endsWith(one) && word.length - one.length >= least);
		return ending === undefined ? word : word.slice(0, word.length - ending.length);
	};
}

/** Spellings with one letter for two and two for one: `ae` and `ä`. Upper case doesn't count. */
export function twoForOne(pairs: Record<string, string>): (typed: string) => string[] {
	const entries = Object.entries(pairs);
	return (typed) => {
		const word = typed.toLowerCase().normalize('NFC');
		const long = entries.reduce((text, [one, two]) => text.replaceAll(one, two), word);
		const short = entries.reduce((text, [one, two]) => text.replaceAll(two, one), word);
		return [long, short].filter((text) => text !== word);
	};
}

/** A Scandinavian language, in which forms of a word lose a vowel: `regel`, `regler`; `nøkkel`, `nøkler`. */
export function scandinavian(stem: Language['stem'], pairs: Record<string, string>): Language {
	return withForms((word) => stem(word).replace(/(?<=..)([^aeiouy])\1?el$/, '$1l'), {
		spellings: twoForOne(pairs),
		beginnings: (own) => (/[^aeiouy]l$/.test(own) ? [own.slice(0, -1)] : []),
	});
}

/** The languages with forms of words, besides English: each is a module of the folder `languages`. */
const CODES = new Set(
	'ar bg ca cs da de el es fa fi fr ga he hi hu hy id it ko lt ne nl no pl pt ro ru sr sv ta tr uk'.split(' '),
);

/** Languages that write compounds as one word. */
const COMPOUNDING = new Set('da de fi hu nl no sv'.split(' '));

/** Whether words of these languages may be found by their ends: `Fehlermeldung` by `meldung`. */
export function hasCompounds(tags: readonly string[]): boolean {
	return tags.some((tag) => COMPOUNDING.has(languageOf(tag) ?? ''));
}

/** Minimum length of a compound, and of its last part. */
export const COMPOUND_LENGTH = 8;
export const LAST_PART_LENGTH = 4;

/** Other names of the same language. */
const ALIASES: Partial<Record<string, string>> = { nb: 'no', nn: 'no' };

/** The module of a language by its tag: `pt` for `pt-BR`; undefined for English and for languages without forms. */
export function languageOf(tag: string): string | undefined {
	const [code = ''] = tag.toLowerCase().split('-');
	const name = ALIASES[code] ?? code;
	return CODES.has(name) ? name : undefined;
}
