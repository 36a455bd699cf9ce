/** `theme.fonts`: typefaces that the site serves, with fallback fonts of the same metrics. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elements } from './elements.ts';
import { config, doc, site } from './memory-site.ts';

const DISPLAY = readFileSync('content/fonts/fraunces.woff2');
const CODE = readFileSync('content/fonts/jetbrains-mono.woff2');
const FONTS = {
	display: { file: 'content/fonts/display.woff2', fallback: 'serif' },
	code: { file: 'content/fonts/code.woff2' },
};

const withFonts = (fonts: unknown, more: Record<string, string | Uint8Array> = {}) =>
	site({
		'site.config.ts': config({ baseUrl: '/base/', theme: { fonts } }),
		'content/docs/a.md': doc('A'),
		'content/fonts/display.woff2': DISPLAY,
		'content/fonts/code.woff2': CODE,
		...more,
	});

test('typefaces are files with their hash as a name; the code font has no preload', async () => {
	const made = withFonts(FONTS);
	assert.ok((await made.build()).ok);
	const files = made.outputs().filter((out) => out.endsWith('.woff2'));
	assert.is(files.length, 2);
	const [display = ''] = files.filter((out) => /^assets\/display-\w{8}\.woff2$/.test(out));
	const html = made.read('docs/a/index.html');
	const preloads = elements(html, 'link[rel="preload"]').map(({ attributes }) => attributes);
	assert.equal(preloads, [
		{ rel: 'preload', href: `/base/${display}`, as: 'font', type: 'font/woff2', crossorigin: '' },
	]);
	assert.ok(html.indexOf('rel="preload"') < html.indexOf('rel="stylesheet"'), 'before what would name it');
	assert.not.match(html, 'https://fonts.');
	const styles = styleOf(made);
	assert.match(styles, `url(${display.slice('assets/'.length)})`);
	assert.match(styles, /--font-display:"?site display"?,"?site display stand-in"?,serif/);
	assert.match(styles, /--font-code:"?site code"?,"?site code stand-in"?,monospace/);
	assert.match(styles, /--heading-weight:540;--heading-tracking:-\.012em;--heading-scale:1\b/);
});

test('the fallback font has the width and height of the typeface', async () => {
	const made = withFonts(FONTS);
	await made.build();
	const [, display = ''] = /font-family:"?site display stand-in"?;([^}]*)/.exec(styleOf(made)) ?? [];
	const percent = (name: string): number => Number(new RegExp(`${name}:([\\d.]+)%`).exec(display)?.[1]);
	// Fraunces: average width 876 of 2000, height 1956; the average width of Times is 0.4063.
	assert.ok(Math.abs(percent('size-adjust') - 107.8) < 0.1, display);
	assert.ok(Math.abs((percent('ascent-override') * percent('size-adjust')) / 100 - 97.8) < 0.1, display);
});

test('a site without typefaces references none', async () => {
	const made = withFonts(undefined);
	assert.ok((await made.build()).ok);
	assert.not.match(made.read('docs/a/index.html'), 'rel="preload"');
	assert.not.match(styleOf(made), '@font-face');
	// Serifs that only some systems have made headings of Linux a bold Times clone.
	assert.match(styleOf(made), /--font-display:var\(--font-text\);--heading-weight:700/);
});

test('a changed font file gets another name, which every page references', async () => {
	const made = withFonts(FONTS);
	await made.build();
	const before = made.outputs().filter((out) => out.endsWith('.woff2'));
	made.files['content/fonts/display.woff2'] = CODE;
	assert.ok((await made.build()).ok);
	const after = made.outputs().filter((out) => out.endsWith('.woff2'));
	assert.is(after.filter((out) => before.includes(out)).length, 1);
	const [display = ''] = after.filter((out) => out.startsWith('assets/display-'));
	assert.match(made.read('docs/a/index.html'), display);
});

test('a typeface is declared with the weights that its file has, and headings with its own', async () => {
	const made = withFonts(FONTS);
	await made.build();
	const styles = styleOf(made);
	const weightOf = (family: string): string[] =>
		[...styles.matchAll(new RegExp(`font-family:"?${family}"?;[^}]*?font-weight:([\\d ]+|normal)`, 'g'))].map(
			([, weight = '']) => weight,
		);
	// Fraunces as this site has it is a static file: browsers would draw no bold if it claimed all weights.
	assert.equal(weightOf('site display'), ['540']);
	assert.equal(weightOf('site code'), ['400']);
	assert.equal(weightOf('site display stand-in'), ['100 500', '501 900']);
	assert.match(styles, /local\("?Times New Roman Bold"?\)/);
});

test('a missing font file, and one that is not a font, are findings', async () => {
	const wrong: [Parameters<typeof withFonts>, string][] = [
		[[{ display: { file: 'content/fonts/none.woff2' } }], 'content/fonts/none.woff2 is not there'],
		[
			[{ code: { file: 'content/fonts/x.woff2' } }, { 'content/fonts/x.woff2': 'no font' }],
			'content/fonts/x.woff2 is not a WOFF2 file',
		],
	];
	for (const [args, message] of wrong) {
		const result = await withFonts(...args).build();
		assert.not.ok(result.ok);
		const [finding] = result.diagnostics.filter(({ code }) => code === 'font');
		assert.match(finding?.message ?? '', message);
		assert.is(finding?.file, 'site.config.ts');
	}
});

function styleOf(made: ReturnType<typeof site>): string {
	const [sheet = ''] = made.outputs().filter((out) => /^assets\/site-\w+\.css$/.test(out));
	return made.read(sheet);
}

test.run();
