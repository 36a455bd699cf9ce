/**
 * Style sheets that only some pages load. A site's styles are compiled as one; the layers of what few pages have are cut out of it
 * and become sheets of their own.
 */

import type { Config } from '../../content/model/config.ts';
import { hashOf } from '../../content/model/hash.ts';
import type { BundledAssets } from '../model/plan.ts';
import type { SiteView, Templates } from '../model/view.ts';

/** A site's style sheets after cutting. */
export interface Sheets {
	/** Output paths of those that every page loads. */
	always: string[];
	/** Output path, and names of what loads it, by layer. */
	byLayer: Map<string, { out: string; names: Set<string> }>;
	/** All of them: output path → bytes. */
	files: Map<string, Uint8Array>;
}

/**
 * Cuts the layers out of the site's styles. A layer without rules is no sheet, and one of something that is
 * `everywhere` stays where it is.
 */
export function cutSheets(
	{ styles, files }: Pick<BundledAssets, 'styles' | 'files'>,
	layers: Templates['layers'],
	everywhere: readonly string[] = [],
): Sheets {
	const sheets: Sheets = { always: [], byLayer: new Map(), files: new Map() };
	for (const path of styles) {
		let text = Buffer.from(files.get(path)?.bytes ?? []).toString();
		for (const [layer, names] of Object.entries(layers)) {
			if (everywhere.some((name) => names.includes(name))) continue;
			const [rest, cut] = cutLayer(text, layer);
			if (cut === '') continue;
			text = rest;
			const out = addSheet(sheets, layer, cut);
			sheets.byLayer.set(layer, { out, names: new Set(names) });
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

/** The sheets of one page, which has what is called `names`. */
export function sheetsOf(sheets: Sheets, names: readonly string[]): string[] {
	const more = [...sheets.byLayer.values()].filter((layer) => names.some((name) => layer.names.has(name)));
	return [...sheets.always, ...more.map(({ out }) => out)];
}

/** Names of what all pages of a site have, because its configuration says so. */
export function everywhere({ docs }: Config, { announcement, footer }: SiteView): string[] {
	return [
		...(announcement ? ['announcement'] : []),
		...(footer?.kind === 'row' ? ['footer-row'] : []),
		...(docs?.sidebar.hideable ? ['sidebar-hide'] : []),
	];
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
