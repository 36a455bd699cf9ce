/** The colors of a site as cards have them. */
import { createRequire } from 'node:module';
import type { ColorConfig, Config, LOOKS } from '../../content/model/config.ts';
import type { Color } from './canvas.ts';

type Pair = readonly [light: string, dark: string];

/** As in `templates/styles/tokens.css` and `templates/styles/looks`. */
export const DEFAULTS = {
	plain: {
		ground: ['#fcfdfd', '#0e1820'],
		ink: ['#14222d', '#e4ecf1'],
		'ink-soft': ['#4c5f6e', '#9fb2c0'],
		'line-strong': ['#aebdca', '#48606f'],
		accent: ['#1768a6', '#74bcf0'],
		'on-accent': ['#fff', '#08151f'],
		signal: ['#a04713', '#eda673'],
	},
	warm: {
		ground: ['#fcf8f1', '#1b1613'],
		ink: ['#2a201a', '#f0e7db'],
		'ink-soft': ['#67574a', '#bfae9b'],
		'line-strong': ['#c2ae93', '#756655'],
		accent: ['#96431c', '#f0a67c'],
		'on-accent': ['#fffaf4', '#241309'],
		signal: ['#2c6a5e', '#8ecab9'],
	},
	compact: {
		ground: ['#fff', '#101010'],
		ink: ['#171717', '#ededed'],
		'ink-soft': ['#575757', '#adadad'],
		'line-strong': ['#a8a8a8', '#666'],
		accent: ['#6741bd', '#bda8ff'],
		'on-accent': ['#fff', '#150b2e'],
		signal: ['#8a5a00', '#e0b25c'],
	},
} as const satisfies Record<keyof typeof LOOKS, Record<string, Pair>>;

export type CardColors = Record<keyof (typeof DEFAULTS)['plain'], Color>;

/** Loads the package when it's needed. */
const loaded = createRequire(import.meta.url);

/** In the mode that readers see first. */
export function colorsOf({ theme, colorMode }: Config): CardColors {
	const mode = colorMode.defaultMode;
	const ofLook = Object.entries(DEFAULTS[theme.look]) as [keyof CardColors, Pair][];
	const { accent } = theme.colors;
	const found = ofLook.map(([name, [light, dark]]): [string, Color] => {
		// The usual second color may not go with the accent of a site.
		const written: ColorConfig | undefined = theme.colors[name] ?? (name === 'signal' ? accent : undefined);
		const usual = mode === 'dark' ? dark : light;
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
