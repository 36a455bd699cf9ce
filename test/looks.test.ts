/** `theme.look`: the colors of each look, in both modes and for readers who want more contrast. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COLOR_PAIRS, PAIRS } from '../src/cli/init/starter.ts';
import { LOOKS } from '../src/content/model/config.ts';
import { config, doc, site } from './memory-site.ts';

type Color = readonly [red: number, green: number, blue: number];
type Mode = 'light' | 'dark';

/** The custom properties that a style sheet sets on the root, or those that it sets there for more contrast. */
function properties(sheet: string, more: boolean): [name: string, value: string][] {
	const css = readFileSync(`templates/styles/${sheet}.css`, 'utf8');
	const [usual = '', ofContrast = ''] = css.split('@media (prefers-contrast: more)');
	const [body = ''] = (more ? ofContrast : usual).match(/:root \{[^{}]*\}/) ?? [];
	return [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]);
}

/** The colors of a look, by name. */
function colorsOf(look: string, mode: Mode, more: boolean): (name: string) => Color {
	const sheets = look === 'plain' ? ['tokens'] : ['tokens', `looks/${look}`];
	const all = new Map(
		sheets.flatMap((sheet) => [...properties(sheet, false), ...(more ? properties(sheet, true) : [])]),
	);
	return function color(name): Color {
		const value = all.get(`--${name}`) ?? '';
		const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
		if (other !== undefined) return color(other);
		const [, light = '', dark = ''] = /^light-dark\(#(\w+), #(\w+)\)$/.exec(value) ?? [];
		const hex = (mode === 'light' ? light : dark).replace(/^(\w)(\w)(\w)$/, '$1$1$2$2$3$3');
		assert.match(hex, /^[\da-f]{6}$/, `--${name} of ${look}`);
		return channels((index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));
	};
}

function channels(of: (index: number) => number): Color {
	return [of(0), of(1), of(2)];
}

function mixed(color: Color, percent: number, ground: Color): Color {
	return channels((index) => ((color[index] ?? 0) * percent + (ground[index] ?? 0) * (100 - percent)) / 100);
}

/** WCAG 2.2. */
function contrast(one: Color, other: Color): number {
	const luminance = (color: Color): number => {
		const [red, green, blue] = channels((index) => {
			const part = (color[index] ?? 0) / 255;
			return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (high + 0.05) / (low + 0.05);
}

const TONES = ['ink-soft', 'accent', 'good', 'caution', 'bad'];
const CODE = ['keyword', 'string', 'comment', 'number', 'function', 'type', 'quiet'].map((name) => `code-${name}`);

/** Pairs of text and background with too little contrast. */
function faint(look: string, mode: Mode, more: boolean): string[] {
	const color = colorsOf(look, mode, more);
	const found: string[] = [];
	const check = (texts: readonly string[], ground: Color, where: string): void => {
		for (const text of texts) {
			const ratio = contrast(color(text), ground);
			if (ratio < 4.5) found.push(`${look}, ${mode}${more ? ', more' : ''}: ${text} on ${where} ${ratio.toFixed(2)}`);
		}
	};
	for (const name of ['ground', 'surface', 'raised']) {
		check(['ink', 'ink-soft', 'accent', 'signal', 'good', 'caution', 'bad'], color(name), name);
	}
	check(['ink', 'ink-soft', 'accent'], color('accent-wash'), 'accent-wash');
	check(['ink', 'ink-soft', 'signal'], color('signal-wash'), 'signal-wash');
	check(['on-accent'], color('accent'), 'accent');
	check(['ground'], color('bad'), 'bad');
	// Notes, and code in them.
	for (const tone of TONES) {
		const note = mixed(color(tone), 9, color('ground'));
		check(['ink', 'accent', tone], note, `a note in ${tone}`);
		check(['ink'], mixed(color(tone), 12, note), `code in a note in ${tone}`);
	}
	// Code, and marked lines of it.
	for (const name of ['surface', 'raised']) {
		check(['ink', ...CODE], color(name), name);
		for (const tone of ['accent', 'good', 'caution', 'bad'])
			check(['ink', ...CODE], mixed(color(tone), 9, color(name)), `a line in ${tone} on ${name}`);
	}
	return found;
}

for (const look of Object.keys(LOOKS))
	test(`every text color of the look ${look} has a contrast of at least 4.5 on each of its backgrounds`, () => {
		const found = (['light', 'dark'] as const).flatMap((mode) => [
			...faint(look, mode, false),
			...faint(look, mode, true),
		]);
		assert.equal(found, []);
	});

/** The style sheet of all pages. */
async function sheetOf(theme: Record<string, unknown>, files: Record<string, string> = {}): Promise<string> {
	const made = site({ 'content/docs/a.md': doc('A'), 'site.config.ts': config({ theme }), ...files });
	assert.equal((await made.build()).diagnostics, []);
	return made.read(made.outputs().find((out) => /^assets\/site-\w+\.css$/.test(out)) ?? '');
}

test('a look is after the built-in styles and before what the site sets, and only on sites that choose it', async () => {
	const plain = await sheetOf({});
	assert.is(await sheetOf({ look: 'plain' }), plain);
	const own = { 'content/theme.css': ':root { --ground: #fed }' };
	const css = await sheetOf({ look: 'warm', colors: { accent: '#00f' } }, own);
	const order = ['--column:40rem', '--column:39rem', ':root{--ground:#fed}', '@layer settings{'];
	assert.equal(
		order.map((part) => css.indexOf(part)).sort((a, b) => a - b),
		order.map((part) => css.indexOf(part)),
	);
	for (const part of order) assert.is(css.split(part).length, 2, part);
	assert.not.match(plain, '--column:39rem');
	assert.match(await sheetOf({ look: 'compact' }), '--column:46rem');
	assert.not.match(css, '--column:46rem');
});

test("a site's copy of a look replaces it", async () => {
	const copy = { 'templates/styles/looks/warm.css': '@layer tokens { :root { --column: 12rem } }' };
	const css = await sheetOf({ look: 'warm' }, copy);
	assert.match(css, '--column:12rem');
	assert.not.match(css, '--column:39rem');
});

test('a new site has the colors of its look', () => {
	for (const [look, pair] of Object.entries(PAIRS)) {
		const color = colorsOf(look, 'light', false);
		const hex = (name: string): string =>
			`#${color(name)
				.map((channel) => channel.toString(16).padStart(2, '0'))
				.join('')}`;
		assert.equal({ accent: hex('accent'), signal: hex('signal') }, COLOR_PAIRS[pair]);
		assert.is(LOOKS[look as keyof typeof LOOKS], COLOR_PAIRS[pair].accent);
	}
});

test('a look sets again for more contrast what it sets', () => {
	const namesIn = (sheet: string, more: boolean): string[] => properties(sheet, more).map(([name]) => name);
	for (const look of Object.keys(LOOKS).filter((name) => name !== 'plain')) {
		const usual = namesIn(`looks/${look}`, false);
		assert.equal(
			namesIn('tokens', true).filter((name) => usual.includes(name) && !namesIn(`looks/${look}`, true).includes(name)),
			[],
		);
	}
});

test.run();
