/** Typefaces: which letters they have, how wide these are, and their outlines. */
import { createRequire } from 'node:module';
import type { Font, Path } from 'fontkitten';
import type { Outline } from './canvas.ts';

/** A letter of a typeface, in em. */
export interface Letter {
	outline: Outline;
	width: number;
}

/** The weight of a variable typeface, as headings have it. */
const WEIGHT = 600;

/** Loads the package when it's needed. */
const loaded = createRequire(import.meta.url);

export class Typeface {
	private readonly opened: Font[] = [];
	private readonly letters = new Map<string, Letter>();

	/** Reads its files as they are needed: the first that has a letter draws it. Methods throw if a file isn't a typeface. */
	constructor(private readonly files: readonly (() => Uint8Array)[]) {}

	/** Height of a capital letter, in em. Old typefaces don't tell it. */
	get capHeight(): number {
		const { capHeight, unitsPerEm } = this.font(0);
		return capHeight > 0 ? capHeight / unitsPerEm : 0.7;
	}

	/** Whether it has all letters of a text. */
	has(text: string): boolean {
		return [...text].every((letter) => this.fontWith(letter) !== undefined);
	}

	/** A letter that it has. */
	letter(letter: string): Letter {
		const known = this.letters.get(letter) ?? this.read(letter);
		this.letters.set(letter, known);
		return known;
	}

	private read(letter: string): Letter {
		const font = this.fontWith(letter) ?? this.font(0);
		const { path, advanceWidth } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
		return { outline: flat(path, 1 / font.unitsPerEm), width: advanceWidth / font.unitsPerEm };
	}

	private fontWith(letter: string): Font | undefined {
		for (const index of this.files.keys()) {
			const font = this.font(index);
			if (font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) return font;
		}
		return undefined;
	}

	private font(index: number): Font {
		const known = this.opened[index];
		if (known) return known;
		const { create } = loaded('fontkitten') as typeof import('fontkitten');
		const made = create(Buffer.from(this.files[index]?.() ?? []));
		const font = made.isCollection ? made.fonts[0] : made;
		if (!font) throw new Error('The collection is empty');
		const { wght } = font.variationAxes;
		const own = wght ? font.getVariation({ wght: Math.min(Math.max(WEIGHT, wght.min), wght.max) }) : font;
		this.opened[index] = own;
		return own;
	}
}

/** Lines in place of each curve: as many as a large letter needs to look round. */
const LINES = 6;

/** The lines of a path, with y downwards. */
export function flat({ commands }: Pick<Path, 'commands'>, scale: number): Outline {
	const lines: number[] = [];
	let [x, y] = [0, 0];
	let [firstX, firstY] = [0, 0];
	const lineTo = (toX: number, toY: number): void => {
		lines.push(x * scale, -y * scale, toX * scale, -toY * scale);
		[x, y] = [toX, toY];
	};
	for (const { command, args } of commands) {
		const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
		const [fromX, fromY] = [x, y];
		if (command === 'moveTo') [x, y, firstX, firstY] = [a, b, a, b];
		else if (command === 'lineTo') lineTo(a, b);
		else if (command === 'closePath') lineTo(firstX, firstY);
		else
			for (let step = 1; step <= LINES; step++) {
				const t = step / LINES;
				const s = 1 - t;
				if (command === 'quadraticCurveTo')
					lineTo(s * s * fromX + 2 * s * t * a + t * t * c, s * s * fromY + 2 * s * t * b + t * t * d);
				else
					lineTo(
						s ** 3 * fromX + 3 * s * s * t * a + 3 * s * t * t * c + t ** 3 * e,
						s ** 3 * fromY + 3 * s * s * t * b + 3 * s * t * t * d + t ** 3 * f,
					);
			}
	}
	return lines;
}
