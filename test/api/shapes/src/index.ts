import { Circle } from './round';

export { Circle, Circle as Disc } from './round';
export * as units from './units';

/**
 * A shape with an area.
 *
 * <script>alert(1)</script> <Tabs> {props} :::note
 *
 * - see {@link Square} and {@link https://example.com/shapes the web}
 * - [runs](javascript:alert(1)) and [stays](../secret.md)
 *
 * ```html
 * <b onclick="alert(1)">bold</b>
 * ```
 *
 * # Not a heading
 *
 * ```
 * never closed
 */
export interface Shape {
	/** In square metres. @default 1 */
	readonly area: number;
	/**
	 * Scales it.
	 * @param factor - By how much.
	 * @returns The same shape.
	 */
	scale(factor: number): this;
	/** @internal */
	secret: string;
	/** @deprecated Use {@link Shape.area}. */
	size?: number;
	[extra: `data-${string}`]: unknown;
}

/** A square. */
export class Square implements Shape {
	constructor(
		readonly area: number,
		private side = Math.sqrt(area),
	) {}
	/** Of all squares. */
	static readonly corners = 4;
	protected hidden = true;
	secret = '';
	[extra: `data-${string}`]: unknown;
	scale(factor: number): this {
		this.side *= factor;
		return this;
	}
	/** Half of it. */
	get half(): number {
		return this.side / 2;
	}
}

/** A square that is red. */
export class RedSquare extends Square {
	color = 'red' as const;
}

/** Parses a number. */
export function parse(text: string): number;
/** Parses numbers. */
export function parse(texts: readonly string[], options?: { strict?: boolean }): number[];
export function parse(text: string | readonly string[]): number | number[] {
	return typeof text === 'string' ? Number(text) : text.map(Number);
}

/** Differs from {@link Parse} by case only, in another folder. */
export type Parse = typeof parse;

/** Differs from {@link shapeOf} by case only. */
export type ShapeOf<Kind extends 'circle' | 'square' = 'square'> = Kind extends 'circle'
	? Circle
	: Kind extends 'square'
		? Square
		: never;

/** Differs from {@link ShapeOf} by case only. */
export type shapeOf = { [Key in keyof Shape as `get${Capitalize<Key & string>}`]?: () => Shape[Key] };

export enum Corner {
	/** The first. */
	TopLeft = 'top-left',
	BottomRight = 'bottom-right',
}

/** @internal */
export const internal = 1;

/** What a shape may be called, for names that are too long for a line of code on any page. */
export const names: Record<'circle' | 'square' | 'triangle' | 'rectangle', readonly [short: string, long?: string]> = {
	circle: ['c'],
	square: ['s'],
	triangle: ['t'],
	rectangle: ['r'],
};

/** A function by its type. @example isShape({}) // false; */
export const isShape: (value: unknown) => value is Shape = (value): value is Shape => value instanceof Circle;

export default Square;
