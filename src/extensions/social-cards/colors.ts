/** The colors of a site as cards have them. */
import { createRequire } from 'node:module';
import type { ColorConfig, Config } from '../../content/model/config.ts';
import type { Color } from './canvas.ts';

/** As in `templates/styles/tokens.css`. */
export const DEFAULTS = {
	light: {
		ground: '#fcfdfd',
		ink: '#14222d',
		'ink-soft': '#4c5f6e',
		'line-strong': '#aebdca',
		accent: '#1768a6',
		'on-accent': '#fff',
		signal: '#a04713',
	},
	dark: {
		ground: '#0e1820',
		ink: '#e4ecf1',
		'ink-soft': '#9fb2c0',
		'line-strong': '#48606f',
		accent: '#74bcf0',
		'on-accent': '#08151f',
		signal: '#eda673',
	},
};

export type CardColors = Record<keyof (typeof DEFAULTS)['light'], Color>;

/** Loads the package when it's needed. */
const loaded = createRequire(import.meta.url);

/** In the mode that readers see first. */
export function colorsOf({ theme, colorMode }: Config): CardColors {
	const mode = colorMode.defaultMode;
	const names = Object.keys(DEFAULTS[mode]) as (keyof CardColors)[];
	const { accent } = theme.colors;
	const found = names.map((name): [string, Color] => {
		// The usual second color may not go with the accent of a site.
		const written: ColorConfig | undefined = theme.colors[name] ?? (name === 'signal' ? accent : undefined);
		const usual = DEFAULTS[mode][name];
		const css = written === undefined ? usual : typeof written === 'string' ? written : written[mode];
		return [name, colorOf(css) ?? colorOf(usual) ?? [0, 0, 0]];
	});
	return Object.fromEntries(found) as CardColors;
}

/** Old browsers, for which lightningcss writes every color as red, green and blue. */
const OLD = { chrome: 40 << 16 };

/** Undefined for a color that depends on the page, such as `var(--x)`. */
function colorOf(css: string): Color | undefined {
	const { transform } = loaded('lightningcss') as typeof import('lightningcss');
	const sheet = (code: string) => ({ filename: 'color.css', code: Buffer.from(code), errorRecovery: true });
	const { code } = transform({ ...sheet(`a{color:${css}}`), targets: OLD });
	const [first = ''] = code.toString().split(';');
	let found: Color | undefined;
	transform({
		...sheet(`${first}}`),
		visitor: {
			Color(color) {
				if (typeof color === 'object' && color.type === 'rgb') found = [color.r, color.g, color.b];
				return color;
			},
		},
	});
	return found;
}
