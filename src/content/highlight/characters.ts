/** Classes of characters, by code: a table for ASCII; beyond it all but a few spaces may stand in names. */

const SPACE = 1;
const NAME = 2;
const DIGIT = 3;

const CLASSES = new Uint8Array(128);
for (const space of '\t\n\v\f\r ') CLASSES[space.charCodeAt(0)] = SPACE;
for (let code = 97; code <= 122; code++) {
	CLASSES[code] = NAME;
	CLASSES[code - 32] = NAME;
}
CLASSES[36] = NAME;
CLASSES[95] = NAME;
for (let code = 48; code <= 57; code++) CLASSES[code] = DIGIT;

export function isSpace(code: number): boolean {
	return code < 128 ? CLASSES[code] === SPACE : code >= 128 && isRareSpace(code);
}

const RARE_SPACES: ReadonlySet<number> = new Set([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]);

/** The spaces beyond ASCII, the same as `trim` knows. */
function isRareSpace(code: number): boolean {
	return (code >= 0x2000 && code <= 0x200a) || RARE_SPACES.has(code);
}

export function isNameStart(code: number): boolean {
	return code < 128 ? CLASSES[code] === NAME : code >= 128 && !isSpace(code);
}

export function isNamePart(code: number): boolean {
	return code < 128 ? (CLASSES[code] ?? 0) >= NAME : code >= 128 && !isSpace(code);
}

export function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}

/** Codes of the characters that the scanner asks for by name. */
export const Char = {
	newline: 10,
	exclamation: 33,
	doubleQuote: 34,
	hash: 35,
	dollar: 36,
	ampersand: 38,
	quote: 39,
	openParen: 40,
	closeParen: 41,
	star: 42,
	plus: 43,
	comma: 44,
	minus: 45,
	dot: 46,
	slash: 47,
	colon: 58,
	semicolon: 59,
	less: 60,
	equals: 61,
	greater: 62,
	question: 63,
	at: 64,
	openSquare: 91,
	backslash: 92,
	closeSquare: 93,
	backtick: 96,
	openBrace: 123,
	bar: 124,
	closeBrace: 125,
} as const;
