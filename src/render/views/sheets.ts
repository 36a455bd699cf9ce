/**
 * Style sheets that only some pages load. A site's styles are compiled as one; the layers of what few pages have become
 * sheets of their own.
 */

import type { Config } from '../../content/model/config.ts';
import { hashOf } from '../../content/model/hash.ts';
import type { CssBlock } from '../model/plan.ts';
import type { SiteView, Templates } from '../model/view.ts';

/** A site's style sheets after cutting. */
export interface Sheets {
	/** Output path of the one that every page loads. */
	always: string;
	/** Output paths of the others, each with the names of what loads it. */
	more: { out: string; names: Set<string> }[];
	/** All of them: output path → bytes. */
	files: Map<string, Uint8Array>;
}

/**
 * Takes layers out of the site's styles. A layer without rules is no sheet, and one of something that is `everywhere`
 * stays where it is.
 */
export function cutSheets(
	styles: readonly CssBlock[],
	layers: Templates['layers'],
	everywhere: readonly string[] = [],
): Sheets {
	const files: Sheets['files'] = new Map();
	// Named after its bytes.
	const add = (name: string, text: string): string => {
		const out = `assets/${name}-${hashOf(text).slice(0, 8)}.css`;
		files.set(out, Buffer.from(text));
		return out;
	};
	const blocksOf = (layer: string): CssBlock[] => styles.filter((block) => block.layer === layer);
	const more = Object.entries(layers)
		.filter(([layer, names]) => blocksOf(layer).length > 0 && !everywhere.some((name) => names.includes(name)))
		.map(([layer, names]) => {
			const out = add(
				layer,
				blocksOf(layer)
					.map(({ text }) => text)
					.join(''),
			);
			return { layer, out, names: new Set(names) };
		});
	const rest = styles.map((block) => {
		if (!more.some(({ layer }) => layer === block.layer)) return block.text;
		// A layer that is empty keeps its place among the others.
		return block === blocksOf(block.layer ?? '')[0] ? `@layer ${block.layer};` : '';
	});
	return { always: add('site', rest.join('')), more, files };
}

/** The sheets of one page, which has what is called `names`. */
export function sheetsOf({ always, more }: Sheets, names: readonly string[]): string[] {
	return [always, ...more.filter((sheet) => names.some((name) => sheet.names.has(name))).map(({ out }) => out)];
}

/** Names of what all pages of a site have, because its configuration says so. */
export function everywhere({ docs }: Config, { announcement, footer }: SiteView): string[] {
	return [
		...(announcement ? ['announcement'] : []),
		...(footer?.kind === 'row' ? ['footer-row'] : []),
		...(docs?.sidebar.hideable ? ['sidebar-hide'] : []),
	];
}
