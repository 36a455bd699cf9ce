/** Shapes in flat colors, with smooth edges, as a PNG file. */
import { crc32, deflateSync } from 'node:zlib';

/** Lines around a shape: x and y of the start, x and y of the end, of each. */
export type Outline = readonly number[];

/** An outline on the canvas; it's scaled, then moved. */
export interface Placed {
	outline: Outline;
	x: number;
	y: number;
	scale: number;
}

/** Red, green and blue, from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Shades from the color below a shape to its own. */
const SHADES = 12;

/** Shapes leave it as it was, so all canvases use it. */
let empty = new Float32Array(0);

export class Canvas {
	/** Rows of a PNG file: a zero, then the index of each pixel's color. */
	private readonly rows: Uint8Array;
	/** How much more of a pixel is inside of the shape than of the one before. A line at the edge writes one further. */
	private readonly rises: Float32Array;
	private readonly palette: Color[];
	private readonly stride: number;

	constructor(
		private readonly width: number,
		private readonly height: number,
		private readonly ground: Color,
	) {
		this.stride = width + 1;
		this.rows = new Uint8Array(this.stride * height);
		if (empty.length < this.stride * height) empty = new Float32Array(this.stride * height);
		this.rises = empty;
		this.palette = [ground];
	}

	/** Fills a shape, also where its outlines overlap. The palette has room for 20. */
	fill(shape: readonly Placed[], color: Color, below: Color = this.ground): void {
		const { rows, rises, stride, width, height, palette } = this;
		let [left, top, right, bottom] = [width, height, 0, 0];
		for (const { outline, x, y, scale } of shape)
			for (let at = 0; at < outline.length; at += 4) {
				const x0 = x + (outline[at] ?? 0) * scale;
				const y0 = y + (outline[at + 1] ?? 0) * scale;
				const y1 = y + (outline[at + 3] ?? 0) * scale;
				this.line(x0, y0, x + (outline[at + 2] ?? 0) * scale, y1);
				// Each end of a line is the start of another one.
				left = Math.min(left, x0);
				top = Math.min(top, y0);
				right = Math.max(right, x0);
				bottom = Math.max(bottom, y0);
			}
		const first = palette.length - 1;
		for (let shade = 1; shade <= SHADES; shade++) palette.push(mixed(below, color, shade / SHADES));
		const from = Math.max(0, Math.floor(left));
		const length = Math.min(width, Math.ceil(right)) + 1 - from;
		for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, bottom); row++) {
			let inside = 0;
			let shade = 0;
			for (let at = row * stride + from, end = at + length; at < end; at++) {
				const rise = rises[at] ?? 0;
				if (rise !== 0) {
					rises[at] = 0;
					inside += rise;
					shade = Math.round(Math.min(Math.abs(inside), 1) * SHADES);
				}
				if (shade > 0) rows[at + 1] = first + shade;
			}
		}
	}

	/** All pixels to the right of a line are inside, or outside again, by its direction. */
	private line(fromX: number, fromY: number, toX: number, toY: number): void {
		if (fromY === toY) return;
		const { rises, width } = this;
		const slope = (toX - fromX) / (toY - fromY);
		const upper = Math.min(fromY, toY);
		const lower = Math.min(this.height, Math.max(fromY, toY));
		for (let row = Math.max(0, Math.floor(upper)); row < lower; row++) {
			const y0 = Math.max(row, upper);
			const y1 = Math.min(row + 1, lower);
			const x0 = Math.max(0, Math.min(fromX + (y0 - fromY) * slope, width));
			const x1 = Math.max(0, Math.min(fromX + (y1 - fromY) * slope, width));
			const left = Math.min(x0, x1);
			const right = Math.max(x0, x1);
			const rise = fromY < toY ? y1 - y0 : y0 - y1;
			let column = Math.floor(left);
			let at = row * this.stride + column;
			// The part of a pixel that's inside is to the right of the middle of the line's part in it.
			let before = 0;
			for (let start = left; column + 1 < right; start = ++column) {
				const share = (column + 1 - left) / (right - left);
				const inside = rise * (share - ((column + 1 - start) / (right - left)) * ((column + 1 + start) / 2 - column));
				rises[at] = (rises[at] ?? 0) + inside - before;
				before = inside;
				at++;
			}
			const start = Math.max(column, left);
			const own = right > left ? (right - start) / (right - left) : 1;
			const inside = rise * (1 - own * ((start + right) / 2 - column));
			rises[at] = (rises[at] ?? 0) + inside - before;
			rises[at + 1] = (rises[at + 1] ?? 0) + rise - inside;
		}
	}

	/** The canvas as a file. */
	png(): Buffer {
		const header = Buffer.alloc(13);
		header.writeUInt32BE(this.width, 0);
		header.writeUInt32BE(this.height, 4);
		// Eight bits a pixel, an index into the palette.
		header.set([8, 3, 0, 0, 0], 8);
		return Buffer.concat([
			Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
			chunk('IHDR', header),
			chunk('PLTE', Buffer.from(this.palette.flat())),
			chunk('IDAT', deflateSync(this.rows, { level: 4 })),
			chunk('IEND', Buffer.alloc(0)),
		]);
	}
}

function mixed(below: Color, color: Color, share: number): Color {
	const mix = (of: 0 | 1 | 2): number => Math.round(below[of] + (color[of] - below[of]) * share);
	return [mix(0), mix(1), mix(2)];
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type), data]);
	const ends = Buffer.alloc(8);
	ends.writeUInt32BE(data.length);
	ends.writeUInt32BE(crc32(body), 4);
	return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
