/** Breaks a text into lines. */

export interface Fitted {
	lines: string[];
	size: number;
}

export interface Room {
	width: number;
	/** From the largest, each with the most lines of it. */
	sizes: readonly (readonly [size: number, lines: number])[];
	/** Width of a text in em. */
	measure(text: string): number;
	/** Tag of the language. */
	language: string;
	/** Ends a text that's cut off. */
	ellipsis: string;
}

/** The text in the largest size in which it has room. In the smallest, words break, and the end is left out. */
export function fitted(text: string, { width, sizes, measure, language, ellipsis }: Room): Fitted {
	const words = unbroken(text, language);
	for (const [size, most] of sizes) {
		const fits = (part: string): boolean => measure(part.trimEnd()) * size <= width;
		const lines = words.every(fits) ? broken(words, fits) : [];
		if (lines.length > 0 && lines.length <= most)
			return { size, lines: balanced(words, lines.length, width, measure, size) };
	}
	const [size, most] = sizes.at(-1) ?? [0, 0];
	const fits = (part: string): boolean => measure(part.trimEnd()) * size <= width;
	const lines = broken(
		words.flatMap((word) => (fits(word) ? word : pieces(word, fits))),
		fits,
	);
	return { size, lines: lines.length > most ? shortened(lines.slice(0, most), ellipsis, fits) : lines };
}

/** Lines as full as they can be. */
function broken(words: readonly string[], fits: (line: string) => boolean): string[] {
	const lines: string[] = [];
	for (const word of words) {
		const line = (lines.at(-1) ?? '') + word;
		if (lines.length > 0 && fits(line)) lines[lines.length - 1] = line;
		else lines.push(word);
	}
	return lines.map((line) => line.trimEnd());
}

/** As many lines, of about the same length. */
function balanced(
	words: readonly string[],
	count: number,
	width: number,
	measure: Room['measure'],
	size: number,
): string[] {
	const inside = (limit: number): string[] => broken(words, (line) => measure(line.trimEnd()) * size <= limit);
	let [low, high] = [Math.max(...words.map((word) => measure(word.trimEnd()) * size)), width];
	while (high - low > 1) {
		const middle = (low + high) / 2;
		if (inside(middle).length > count) low = middle;
		else high = middle;
	}
	return inside(high);
}

/** Parts of a word that is too long for a line. */
function pieces(word: string, fits: (part: string) => boolean): string[] {
	return broken([...word], fits);
}

function shortened(lines: string[], ellipsis: string, fits: (line: string) => boolean): string[] {
	const last = lines.pop() ?? '';
	const letters = [...last];
	while (letters.length > 0 && !fits(letters.join('') + ellipsis)) letters.pop();
	const kept = letters.join('');
	const whole = last[kept.length]?.trim() ? kept.replace(/(?<=\S)\s+\S*$/, '') : kept;
	return [...lines, whole.replace(/[\s\p{P}]+$/u, '') + ellipsis];
}

/** Scripts without spaces between words. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u;
const CLOSING = /^[\s\p{Pe}\p{Pf}\p{Po}\u30fc]/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;

/** Parts that stay on one line, with the spaces after them. */
function unbroken(text: string, language: string): string[] {
	const words = text.match(/\S+?(?:(?<=[\p{L}\p{N}][-–—/])|\s+|$)/gu) ?? [];
	return words.flatMap((word) => (DENSE.test(word) ? denseWords(word, language) : word));
}

function denseWords(text: string, language: string): string[] {
	const parts: string[] = [];
	for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
		const last = parts.at(-1) ?? '';
		const mayBreak =
			(DENSE.test(segment) || DENSE.test(last.at(-1) ?? '')) && !CLOSING.test(segment) && !OPENING.test(last);
		if (mayBreak || parts.length === 0) parts.push(segment);
		else parts[parts.length - 1] += segment;
	}
	return parts;
}
