/**
 * Style sheets that only some pages load. A site's styles are compiled as one; the layers of components that few pages use are cut out of it
 * and become sheets of their own.
 */
import { hashOf } from '../../content/model/hash.ts';
import type { Page, Route } from '../../content/model/page.ts';
import type { BundledAssets } from '../model/plan.ts';
import type { Templates } from '../model/view.ts';

/** A site's style sheets after cutting. */
export interface Sheets {
	/** Output paths of those that every page loads. */
	always: string[];
	/** Output path and components by layer. */
	byLayer: Map<string, { out: string; components: Set<string> }>;
	/** All of them: output path → bytes. */
	files: Map<string, Uint8Array>;
}

/** Cuts the layers out of the site's styles. A layer without rules is no sheet. */
export function cutSheets(
	{ styles, files }: Pick<BundledAssets, 'styles' | 'files'>,
	layers: Templates['layers'],
): Sheets {
	const sheets: Sheets = { always: [], byLayer: new Map(), files: new Map() };
	for (const path of styles) {
		let text = Buffer.from(files.get(path)?.bytes ?? []).toString();
		for (const [layer, components] of Object.entries(layers)) {
			const [rest, cut] = cutLayer(text, layer);
			if (cut === '') continue;
			text = rest;
			const out = addSheet(sheets, layer, cut);
			sheets.byLayer.set(layer, { out, components: new Set(components) });
		}
		sheets.always.push(addSheet(sheets, nameOf(path), text));
	}
	return sheets;
}

/** Adds a sheet under the name of its bytes: what is cut out of it may change what it was compiled as. */
function addSheet(sheets: Sheets, name: string, text: string): string {
	const out = `assets/${name}-${hashOf(text).slice(0, 8)}.css`;
	sheets.files.set(out, Buffer.from(text));
	return out;
}

/** `site` of `assets/site-1a2b3c4d.css`. */
function nameOf(path: string): string {
	return path.replace(/^.*\/|-[^-]*$/g, '');
}

/** The sheets of one page; `shown` are the sources of the bodies that it shows. */
export function sheetsOf(sheets: Sheets, route: Route, shown: Page[]): string[] {
	const used = shown.flatMap(({ components }) => components);
	const more = [...sheets.byLayer.values()].filter(({ components }) =>
		[route.kind, ...used].some((name) => components.has(name)),
	);
	return [...sheets.always, ...more.map(({ out }) => out)];
}

/** Takes the blocks of a layer out of a compiled sheet: what is left, and the blocks. */
export function cutLayer(css: string, layer: string): [rest: string, cut: string] {
	const opening = `@layer ${layer}{`;
	let rest = '';
	let cut = '';
	let from = 0;
	for (let at = css.indexOf(opening); at >= 0; at = css.indexOf(opening, from)) {
		const end = endOfBlock(css, at + opening.length);
		// An empty layer keeps its place among the others.
		rest += css.slice(from, at) + (cut === '' ? `@layer ${layer};` : '');
		cut += css.slice(at, end);
		from = end;
	}
	return [rest + css.slice(from), cut];
}

/** Where the block ends whose inside begins at `from`. Braces in strings are text. */
function endOfBlock(css: string, from: number): number {
	const mark = /["'{}]/g;
	mark.lastIndex = from;
	let depth = 1;
	for (let found = mark.exec(css); found; found = mark.exec(css)) {
		if (found[0] === '{') depth++;
		else if (found[0] === '}') depth--;
		else mark.lastIndex = endOfString(css, found.index);
		if (depth === 0) return mark.lastIndex;
	}
	return css.length;
}

function endOfString(css: string, start: number): number {
	const quote = css[start];
	let at = start + 1;
	while (at < css.length && css[at] !== quote) at += css[at] === '\\' ? 2 : 1;
	return at + 1;
}
