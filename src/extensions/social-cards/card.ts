/** The picture itself: the site's mark and names above, the title in large letters, and a wire with its two ends below. */
import { Canvas, type Outline, type Placed } from './canvas.ts';
import type { CardColors } from './colors.ts';
import { fitted, type Room } from './lines.ts';
import type { Typeface } from './typeface.ts';

/** The size that networks recommend for large pictures of links. */
export const SIZE = { width: 1200, height: 630 };

/** Texts without line breaks, in letters that the typefaces have. */
export interface CardWords {
	title: string;
	/** The title of the site. */
	site: string;
	/** Where the page is: a category, or the blog. */
	section?: string;
	language: string;
	isRtl: boolean;
}

/** Space around everything. */
const MARGIN = 84;
const MARK = 60;
/** Size of the names next to the mark, and of the letter in it. */
const NAMES = 36;
const LETTER = 38;
/** Between the mark, the name of the site, and the section. */
const GAP = 24;
/** Sizes of the title, each with the most lines. */
const TITLES = [
	[132, 1],
	[116, 2],
	[100, 2],
	[88, 3],
	[76, 3],
	[64, 4],
	[56, 4],
] as const;
const LINE_HEIGHT = 1.14;
/** Added to the width of each letter of the title, in em. */
const TRACKING = -0.02;
/** Space to the left of most letters, in em, so that large ones begin where the mark does. */
const BEARING = 0.05;
/** Of the last line of the title. */
const BASELINE = SIZE.height - 172;
const WIRE = { y: SIZE.height - MARGIN, width: 4, port: 11 };

export function drawCard(
	words: CardWords,
	colors: CardColors,
	typefaces: Record<'display' | 'text', Typeface>,
): Buffer {
	const { isRtl, language } = words;
	const canvas = new Canvas(SIZE.width, SIZE.height, colors.ground);
	/** The left edge of something that is `start` away from where lines begin. */
	const from = (start: number, width: number): number => (isRtl ? SIZE.width - start - width : start);
	const middle = MARGIN + MARK / 2;
	const { text, display } = typefaces;

	canvas.fill([{ outline: SQUARE, x: from(MARGIN, MARK) + MARK / 2, y: middle, scale: MARK }], colors.accent);
	const letter = run(text, /[\p{L}\p{N}]/u.exec(words.site)?.[0]?.toUpperCase() ?? '', LETTER);
	const centered = from(MARGIN, MARK) + (MARK - letter.width) / 2;
	canvas.fill(letter.at(centered, middle + (text.capHeight * LETTER) / 2), colors['on-accent'], colors.accent);

	const nameStart = MARGIN + MARK + GAP;
	const name = run(text, fitted(words.site, textRoom(text, SIZE.width - MARGIN - nameStart, language)).lines[0], NAMES);
	const base = middle + (text.capHeight * NAMES) / 2;
	canvas.fill(name.at(from(nameStart, name.width), base), colors.ink);
	const section = run(text, words.section ?? '', NAMES);
	const sectionStart = nameStart + name.width + GAP;
	if (sectionStart + section.width <= SIZE.width - MARGIN)
		canvas.fill(section.at(from(sectionStart, section.width), base), colors['ink-soft']);

	const { lines, size } = fitted(words.title, titleRoom(display, language));
	const letters = lines.toReversed().flatMap((line, index) => {
		const drawn = run(display, line, size, TRACKING);
		return drawn.at(from(MARGIN - size * BEARING, drawn.width), BASELINE - index * size * LINE_HEIGHT);
	});
	canvas.fill(letters, colors.ink);

	const port = (start: number): Placed => ({
		outline: RING,
		x: from(start, 2 * WIRE.port) + WIRE.port,
		y: WIRE.y,
		scale: 2 * WIRE.port,
	});
	canvas.fill([{ outline: BAR, x: SIZE.width / 2, y: WIRE.y, scale: WIRE.width }], colors['line-strong']);
	canvas.fill([port(MARGIN)], colors.accent);
	canvas.fill([port(SIZE.width - MARGIN - 2 * WIRE.port)], colors.signal);
	return canvas.png();
}

function textRoom(typeface: Typeface, width: number, language: string): Room {
	const measure = (part: string): number => widthOf(typeface, part);
	return { width, sizes: [[NAMES, 1]], measure, language, ellipsis: ellipsisOf(typeface) };
}

function titleRoom(typeface: Typeface, language: string): Room {
	const measure = (part: string): number => widthOf(typeface, part, TRACKING);
	return { width: SIZE.width - 2 * MARGIN, sizes: TITLES, measure, language, ellipsis: ellipsisOf(typeface) };
}

/** In em. */
function widthOf(typeface: Typeface, text: string, tracking = 0): number {
	let width = 0;
	for (const letter of text) width += typeface.letter(letter).width + tracking;
	return width;
}

function ellipsisOf(typeface: Typeface): string {
	return typeface.has('…') ? '…' : '';
}

/** Letters one after another. */
function run(typeface: Typeface, text = '', size: number, tracking = 0) {
	const width = widthOf(typeface, text, tracking) * size;
	const at = (left: number, y: number): Placed[] => {
		let x = left;
		return [...text].map((letter) => {
			const { outline, width: own } = typeface.letter(letter);
			const placed = { outline, x, y, scale: size };
			x += (own + tracking) * size;
			return placed;
		});
	};
	return { width, at };
}

/* ---------------------------------------------------------------- shapes around a point, in units of their size */

const LENGTH = (SIZE.width - 2 * MARGIN - 4 * WIRE.port) / WIRE.width;
const BAR = polygon([
	[-LENGTH / 2, -0.5],
	[LENGTH / 2, -0.5],
	[LENGTH / 2, 0.5],
	[-LENGTH / 2, 0.5],
]);
/** As round as the icon that sites have by default. */
const SQUARE = polygon(rounded(1, 7 / 32));
const RING = [...polygon(rounded(1, 0.5)), ...polygon(rounded(0.55, 0.275).reverse())];

type Point = [x: number, y: number];

function polygon(points: readonly Point[]): Outline {
	return points.flatMap((point, index) => [...(points.at(index - 1) ?? point), ...point]);
}

/** A square with round corners. */
function rounded(side: number, radius: number): Point[] {
	const steps = 8;
	const center = side / 2 - radius;
	return [0, 1, 2, 3].flatMap((corner) =>
		Array.from({ length: steps + 1 }, (_, step): Point => {
			const angle = ((corner + step / steps) * Math.PI) / 2;
			const [right, down] = [corner % 3 === 0 ? 1 : -1, corner < 2 ? 1 : -1];
			return [right * center + Math.cos(angle) * radius, down * center + Math.sin(angle) * radius];
		}),
	);
}
