/**
 * Folds letters that people type in another way: `ß` is `ss`, `ø` is `o`, `ё` is `е`, a full-width letter is a plain
 * one. Letters are equal where the root collation of Unicode (CLDR, "primary strength") has no first difference between
 * them. Decomposition (NFKD) covers most; the table has the others. Runs in browsers; imports nothing.
 */

/**
 * Letters that living languages use and that have no decomposition, after the text that they equal in the root
 * collation. Latin, Greek and Cyrillic only, because in Japanese the collation also ignores marks that make another
 * word. `ı` is there because its capital is `I`.
 * `UPDATE=1 npm test -- search/words` writes the table by the collation of Node.
 */
const TABLE = 'i:ı ss:ß ae:æ d:ðđ o:ø h:ħ l:ł oe:œ г:ґ σ:ς';

/** Replaces the letters of a table. */
function replacer(table: string): (text: string) => string {
	const plain = new Map<string, string>();
	for (const entry of table.split(' ')) {
		const [text = '', letters = ''] = entry.split(':');
		for (const letter of letters) plain.set(letter, text);
	}
	const pattern = new RegExp(`[${[...plain.keys()].join('')}]`, 'gu');
	return (text) => text.replace(pattern, (letter) => plain.get(letter) ?? letter);
}

const likeCollation = replacer(TABLE);

/**
 * Accents and the like, except the breve of `й`, which is a letter of its own in the collation: vowel signs and tatweel
 * of Arabic, joiners and soft hyphens as well. Apostrophes that are letters are dropped as the others are (`ʼ`).
 */
const MARKS = /([Ии]\u0306)|[\u0300-\u036f\u064b-\u0652]|[\u00ad\u02bb\u02bc\u0640\p{Join_C}]/gu;

/** A text in lower case, with letters that differ in more than accents and form replaced by their plain ones. */
export function folded(text: string): string {
	// Fast path for ASCII.
	if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
	return likeCollation(text.normalize('NFKD').replace(MARKS, '$1').normalize('NFC').toLowerCase());
}
