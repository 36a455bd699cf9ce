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

/** The zeros of living scripts that have digits of their own; the other digits follow each. */
const ZEROS = [
	0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
	0x17e0, 0x1810,
];

/**
 * Letters that people type for one another although the collation tells them apart, after the letter that stands for
 * both: forms of alef, and the last letters of Arabic words; Persian letters on an Arabic keyboard; the forms of Hebrew
 * letters at the end of a word; nasal vowels of Hindi; digits of other scripts.
 */
const likeTyping = replacer(
	[
		'ا:ٱ ه:ةەہھۀ ي:ىیې ك:کڪ',
		'כ:ך מ:ם נ:ן פ:ף צ:ץ',
		'ं:ँ',
		...Array.from('0123456789', (digit, value) => {
			const digits = ZEROS.map((zero) => String.fromCharCode(zero + value));
			return `${digit}:${digits.join('')}`;
		}),
	].join(' '),
);

/** The sounds that `ヴ` and a small vowel write, and how they are written as well. */
const VU: Record<string, string> = { ァ: 'バ', ィ: 'ビ', ェ: 'ベ', ォ: 'ボ' };

/**
 * Katakana as hiragana, and without the long vowel at the end: `サーバー` is also written `サーバ`, and `ヴァージョン`
 * `バージョン`.
 */
function likeHiragana(word: string): string {
	return word
		.replace(/ヴ([ァィェォ]?)/g, (_, vowel: string) => VU[vowel] ?? 'ブ')
		.replace(/(?<=[ァ-ヶー]{2})ー$/, '')
		.replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
}

/** A nasal before another consonant of Devanagari, which readers write as a letter or as a point: `हिन्दी`, `हिंदी`. */
function likeAnusvara(word: string): string {
	return word.replace(/[ङञणनम]\u094d(?=[\u0915-\u0939])/g, '\u0902');
}

/**
 * Accents and the like, except the breve of `й`, which is a letter of its own in the collation: vowel signs, hamza and
 * tatweel of Arabic, points of Hebrew, the dot below letters of Hindi, joiners and soft hyphens as well. Apostrophes that
 * are letters are dropped as the others are (`ʼ`), and so is the point of Catalan (`l·l`).
 */
const MARKS =
	/([Ии]\u0306)|[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u093c]|[\u00ad\u00b7\u02bb\u02bc\u0640\p{Join_C}]/gu;

/** A text in lower case, with letters that differ in more than accents and form replaced by their plain ones. */
export function folded(text: string): string {
	// Fast path for ASCII.
	if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
	const plain = text.normalize('NFKD').replace(MARKS, '$1').normalize('NFC').toLowerCase();
	return likeHiragana(likeAnusvara(likeTyping(likeCollation(plain))));
}
