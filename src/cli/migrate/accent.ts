/** The main color of an old site, as the accent of the new one. */
import { existsSync, readFileSync } from 'node:fs';
import { isCssColor, type SiteConfig } from './docsgen.ts';
import { table } from './table.ts';

/** Custom properties with the main color, the best one first: Infima's, VitePress's, Starlight's, Material's. */
const PROPERTIES = [
	'--ifm-color-primary',
	'--vp-c-brand-1',
	'--vp-c-brand',
	'--sl-color-accent',
	'--md-primary-fg-color',
];

/** Colors of Material for MkDocs by the name in `theme.palette.primary`. */
const MATERIAL = table({
	red: '#ef5552',
	pink: '#e92063',
	purple: '#ab47bd',
	'deep purple': '#7e56c2',
	indigo: '#4051b5',
	blue: '#2094f3',
	'light blue': '#02a6f2',
	cyan: '#00bdd6',
	teal: '#009485',
	green: '#4cae4f',
	'light green': '#8bc34b',
	lime: '#cbdc38',
	yellow: '#ffec3d',
	amber: '#ffc105',
	orange: '#ffa724',
	'deep orange': '#ff6e42',
	brown: '#795649',
	'blue grey': '#546d78',
});

/** The theme with the accent that the style sheets set, absolute paths; undefined if they set none. */
export function themeFrom(sheets: readonly string[]): SiteConfig['theme'] {
	const texts = sheets.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
	return themeOf(texts.join('\n'));
}

/** The theme with the accent of a style sheet. */
export function themeOf(css: string): SiteConfig['theme'] {
	const rules = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)\{([^{}]*)\}/g)];
	for (const property of PROPERTIES) {
		const values = rules.flatMap(([, selector = '', body = '']) => {
			const [, value = ''] = new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*([^;]+)`).exec(body) ?? [];
			// A variable of the old theme means nothing here.
			return isCssColor(value.trim()) && !value.includes('var(')
				? [{ isDark: /dark|slate/.test(selector), value: value.trim() }]
				: [];
		});
		const light = values.findLast(({ isDark }) => !isDark)?.value;
		const dark = values.findLast(({ isDark }) => isDark)?.value;
		if (light !== undefined || dark !== undefined) return accent(light ?? dark ?? '', dark);
	}
	return undefined;
}

/** The theme for the two colors of Material for MkDocs. */
export function themeOfMaterial(primary: string, second: string): SiteConfig['theme'] {
	const [color, other] = [primary, second].map((name) => MATERIAL.get(name.toLowerCase().replace(/-/g, ' ')));
	if (color === undefined) return undefined;
	const signal = other === undefined || other === color ? {} : { signal: readable(other, LIGHT) };
	return { colors: { accent: readable(color, LIGHT), ...signal } };
}

function accent(light: string, dark: string | undefined): SiteConfig['theme'] {
	const day = readable(light, LIGHT);
	return { colors: { accent: dark === undefined ? day : { light: day, dark: readable(dark, DARK) } } };
}

/** Contrast that text needs (WCAG 1.4.3). Old sites had their color behind text, here links have it. */
const TEXT_CONTRAST = 4.5;

/** Luminances of `--ground` and `--surface` in a mode, and the channel of what makes a color easier to read there. */
const LIGHT = { ground: 0.98, surface: 0.887, toward: 0 };
const DARK = { ground: 0.009, surface: 0.017, toward: 255 };

/**
 * A hexadecimal color, mixed with black or white until it can be read where links are: on the page, on the ground of code
 * and on the wash that is mixed from it; another one as it is.
 */
function readable(color: string, { ground, surface, toward }: typeof LIGHT): string {
	const digits = /^#([\da-f]{6})$/i.exec(color.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3'))?.[1];
	if (digits === undefined) return color;
	const channels = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
	for (let part = 100; part > 0; part -= 2) {
		const mixed = channels.map((channel) => Math.round((channel * part + toward * (100 - part)) / 100));
		const own = luminance(mixed);
		// Cube roots of luminances are nearly the lightness in which the style sheet mixes.
		const wash = (Math.cbrt(ground) * 0.87 + Math.cbrt(own) * 0.13) ** 3;
		const isReadable = [ground, surface, wash].every(
			(other) => (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05) >= TEXT_CONTRAST,
		);
		if (isReadable)
			return part === 100 ? color : `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
	}
	return color;
}

/** Relative luminance of sRGB channels from 0 to 255 (WCAG 2.2). */
function luminance(channels: readonly number[]): number {
	const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
		const part = channel / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
