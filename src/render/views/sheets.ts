/**
 * Style sheets: those that only some pages load, and the theme in the configuration. A site's styles are compiled
 * together; layers for parts that few pages have become separate style sheets.
 */

import type { ColorConfig, Config } from '../../content/model/config.ts';
import { hashOf } from '../../content/model/hash.ts';
import { ENGLISH } from '../../content/model/words.ts';
import type { CssBlock } from '../model/plan.ts';
import type { SiteView, Templates } from '../model/view.ts';

/** A site's style sheets after splitting. */
export interface Sheets {
	/** Output path of the style sheet for every page. */
	always: string;
	/** Output paths of the others, each with the names of the parts that need it. */
	more: { out: string; names: Set<string> }[];
	/** Output path → bytes. */
	files: Map<string, Uint8Array>;
}

/**
 * Splits layers from the site's styles. A layer without rules gets no style sheet; a layer of a part that is
 * `everywhere` is not split. Rules for the menu of tools are only for sites with the menu.
 */
export function splitByLayer(
	all: readonly CssBlock[],
	layers: Templates['layers'],
	everywhere: readonly string[] = [],
): Sheets {
	const styles = all.filter(({ layer }) => layer !== 'page-tools' || everywhere.includes(layer));
	const files: Sheets['files'] = new Map();
	// The name contains the hash of the text.
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
		// Declare the layer, to keep the order of layers.
		return block === blocksOf(block.layer ?? '')[0] ? `@layer ${block.layer};` : '';
	});
	const joined = rest.join('').replace(/;@layer (?=[\w-]+;)/g, ',');
	return { always: add('site', joined), more, files };
}

/** The style sheets of a page; `names` are its parts. */
export function sheetsOf({ always, more }: Sheets, names: readonly string[]): string[] {
	return [always, ...more.filter((sheet) => names.some((name) => sheet.names.has(name))).map(({ out }) => out)];
}

/** Names of the parts that all pages have, according to the configuration. */
export function globalParts({ docs, theme }: Config, { announcement, footer }: SiteView): string[] {
	return [
		...(announcement ? ['announcement'] : []),
		...(footer?.kind === 'row' ? ['footer-row'] : []),
		...(docs?.sidebar.hideable ? ['sidebar-hide'] : []),
		...(theme.pageTools ? ['page-tools'] : []),
	];
}

/**
 * The theme in the configuration, as rules, because a strict policy forbids style attributes; empty without settings.
 * Their layer is the last one: they win over the built-in styles, and a site's own rules, in no layer, over them.
 */
export function themeCss({ theme, admonitions, announcementBar: bar, words }: Config): string {
	const root = { ...themeColors(theme.colors), ...barColors(bar) };
	// A style sheet has one word.
	if (words.terminal !== ENGLISH.terminal) root.terminal = JSON.stringify(words.terminal);
	const kinds = Object.entries(admonitions).flatMap(([kind, { color }]) =>
		color === undefined ? [] : rule(`.admonition.admonition-${kind.toLowerCase()}`, { tone: cssOf(color) }),
	);
	const rules = [...rule(':root', root), ...kinds].join('');
	return rules === '' ? '' : `@layer settings{${rules}}`;
}

function rule(selector: string, properties: Record<string, string>): string[] {
	const lines = Object.entries(properties).map(([name, value]) => `--${name}:${value}`);
	return lines.length > 0 ? [`${selector}{${lines.join(';')}}`] : [];
}

/**
 * `accent` and `signal`: a single color is lightened for dark mode, and the washes are mixed from them by default. A site
 * that sets only the accent gets a mix with the ink as its second color, because that can't have less contrast.
 */
function themeColors(colors: Config['theme']['colors']): Record<string, string> {
	const values: Record<string, string> = {};
	for (const name of ['accent', 'signal'] as const) {
		const color = colors[name];
		if (color === undefined) continue;
		values[`${name}-wash`] = `color-mix(in oklab,var(--${name}) 13%,var(--ground))`;
		values[name] = typeof color === 'string' ? `light-dark(${color},${lightened(color)})` : cssOf(color);
	}
	if (colors.accent !== undefined && colors.signal === undefined) {
		values['signal-wash'] = 'var(--accent-wash)';
		values.signal = 'color-mix(in oklab,var(--accent) 55%,var(--ink))';
	}
	for (const [name, color] of Object.entries(colors)) values[name] ??= cssOf(color);
	for (const name of ['accent-wash', 'signal-wash'] as const) {
		const color = colors[name];
		if (color !== undefined) values[name] = cssOf(color);
	}
	return values;
}

/**
 * A color for dark mode, as bright as the default one, in the same hue. Such a bright color is inside of what screens
 * show only with a limited chroma. Contrast with the default grounds: at least 6.
 */
function lightened(color: string): string {
	return `oklch(from ${color} max(l,.76) min(c,.14) h)`;
}

function cssOf(color: ColorConfig): string {
	return typeof color === 'string' ? color : `light-dark(${color.light},${color.dark})`;
}

function barColors(bar: Config['announcementBar']): Record<string, string> {
	return {
		...(bar?.backgroundColor ? { 'announcement-background': bar.backgroundColor } : {}),
		...(bar?.textColor ? { 'announcement-color': bar.textColor } : {}),
	};
}
