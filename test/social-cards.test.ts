/** Pictures of pages for links: the files, their names, and when they're drawn. */
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { starterFiles } from '../src/cli/init/starter.ts';
import { hashOf } from '../src/content/model/hash.ts';
import { DEFAULTS } from '../src/extensions/social-cards/colors.ts';
import { fitted } from '../src/extensions/social-cards/lines.ts';
import { serveDevFolder } from './disk-site.ts';
import { elements } from './elements.ts';
import { config, doc, site } from './memory-site.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

type Site = ReturnType<typeof site>;

const bakery = (fields: Record<string, unknown> = {}, files: Record<string, string | Uint8Array> = {}): Site =>
	site({
		'site.config.ts': config({
			title: 'Bakery',
			socialCards: true,
			theme: { colors: { accent: 'oklch(50% 0.2 300)' } },
			...fields,
		}),
		'content/docs/bread.md': doc('Bread'),
		...files,
	});

/** Output path of the card of a page. */
function cardOf(made: Pick<Site, 'read'>, page = 'docs/bread/index.html'): string {
	const [image] = elements(made.read(page), 'meta[property="og:image"]');
	return new URL(image?.attributes.content ?? '').pathname.slice(1);
}

interface Picture {
	width: number;
	height: number;
	/** `#rrggbb` of a pixel. */
	at(x: number, y: number): string;
	pixels: Uint8Array;
}

function decoded(png: Buffer): Picture {
	const chunks = new Map<string, Buffer>();
	for (let at = 8; at < png.length; ) {
		const length = png.readUInt32BE(at);
		chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
		at += length + 12;
	}
	const chunk = (type: string): Buffer => chunks.get(type) ?? Buffer.alloc(0);
	const [width, height] = [chunk('IHDR').readUInt32BE(0), chunk('IHDR').readUInt32BE(4)];
	const pixels = inflateSync(chunk('IDAT'));
	assert.is(pixels.length, (width + 1) * height);
	const at = (x: number, y: number): string => {
		const color = 3 * (pixels[y * (width + 1) + 1 + x] ?? 0);
		return `#${chunk('PLTE').toString('hex', color, color + 3)}`;
	};
	return { width, height, at, pixels };
}

/** Pixels in an area that are not of a color. */
function inked({ at }: Picture, [left, top, right, bottom]: number[], ground: string): number {
	let count = 0;
	for (let y = top ?? 0; y < (bottom ?? 0); y++)
		for (let x = left ?? 0; x < (right ?? 0); x++) if (at(x, y) !== ground) count++;
	return count;
}

async function drawn(
	fields: Record<string, unknown> = {},
	files: Record<string, string | Uint8Array> = {},
	page = 'docs/bread/index.html',
): Promise<Picture> {
	const made = bakery(fields, files);
	const result = await made.build();
	assert.equal(result.diagnostics, []);
	const bytes = made.bytes(cardOf(made, page));
	assert.ok(bytes.length < 20_000, `${bytes.length} bytes`);
	return decoded(bytes);
}

const GROUND = '#fcfdfd';
/** The areas of the title, and of the space around all words. */
const TITLE = [84, 340, 1116, 480];
const EDGES = [
	[0, 0, 1200, 80],
	[0, 560, 1200, 630],
	[0, 0, 80, 630],
	[1120, 0, 1200, 630],
];

test('a card is a PNG file of 1200 × 630 pixels, with the title in ink and the mark in the accent', async () => {
	const card = await drawn();
	assert.equal([card.width, card.height], [1200, 630]);
	assert.is(card.at(5, 5), GROUND);
	assert.is(card.at(88, 114), '#773ac1', 'accent');
	const ink = inked(card, TITLE, GROUND);
	assert.ok(ink > 8000 && ink < 60_000, `${ink} pixels of the title`);
	for (const edge of EDGES) assert.is(inked(card, edge, GROUND), 0, `nothing in ${edge}`);
});

test('where a site is dark at first, its cards are; from right to left, they are mirrored', async () => {
	const dark = await drawn({ colorMode: { defaultMode: 'dark' } });
	assert.is(dark.at(5, 5), '#0e1820');
	assert.is((await drawn({ theme: { look: 'warm' } })).at(5, 5), '#fcf8f1');
	const mirrored = await drawn({ locales: [{ locale: 'en', direction: 'rtl' }] });
	assert.is(mirrored.at(1112, 114), '#773ac1');
	assert.is(mirrored.at(88, 114), GROUND);
});

test('without colors of a site, cards have those of its pages', () => {
	for (const [look, colors] of Object.entries(DEFAULTS)) {
		const sheet = readFileSync(`templates/styles/${look === 'plain' ? 'tokens' : `looks/${look}`}.css`, 'utf8');
		for (const [name, [light, dark]] of Object.entries(colors))
			assert.match(sheet, `\t--${name}: light-dark(${light}, ${dark});`);
	}
});

test('above the title are the title of the site and the category of the page', async () => {
	const names = (card: Picture): number => inked(card, [160, 84, 1116, 144], GROUND);
	const inFolder = { 'content/docs/a/bread.md': doc('Bread'), 'content/docs/a/_category_.json': '{ "label": "All" }' };
	const [plain, inCategory, renamed] = await Promise.all([
		drawn(),
		drawn({}, inFolder, 'docs/a/bread/index.html'),
		drawn({ title: 'Bakery of the old town' }),
	]);
	assert.ok(names(inCategory) > names(plain));
	assert.ok(names(renamed) > names(plain));
	assert.is(inked(inCategory, TITLE, GROUND), inked(plain, TITLE, GROUND));
});

test('the home page with the title of the site shows the tagline', async () => {
	const [tagline, same] = await Promise.all([
		drawn({ tagline: 'Bread' }, { 'content/docs/index.md': doc('Bakery') }, 'docs/index.html'),
		drawn(),
	]);
	assert.equal(tagline.pixels, same.pixels);
});

test("words are in the site's typefaces, or in the field's; a title with other letters is in docsgen's own", async () => {
	const files = { 'content/fonts/a.woff2': readFileSync('content/fonts/fraunces.woff2') };
	const font = { file: 'content/fonts/a.woff2' };
	const other = { ...files, 'content/docs/bread.md': doc('Хлеб useQuery') };
	const [usual, display, text, own, cyrillic, inter] = await Promise.all([
		drawn(),
		drawn({ theme: { fonts: { display: font } } }, files),
		drawn({ theme: { fonts: { text: font } } }, files),
		drawn({ socialCards: { font: font.file } }, files),
		drawn({ theme: { fonts: { display: font } } }, other),
		drawn({ theme: {} }, other),
	]);
	const title = (card: Picture): number => inked(card, TITLE, GROUND);
	const names = (card: Picture): number => inked(card, [160, 84, 1116, 144], GROUND);
	assert.is.not(title(display), title(usual));
	assert.equal([title(text), title(own)], [title(usual), title(display)]);
	assert.is.not(names(text), names(usual));
	assert.equal([names(display), names(own)], [names(usual), names(text)]);
	assert.equal(cyrillic.pixels, inter.pixels);
});

test('a new site has cards', () => {
	assert.match(starterFiles({ title: 'Bakery' })['site.config.ts'] ?? '', '\tsocialCards: true,');
});

test('a card is drawn again only if something on it has changed', async () => {
	const made = bakery({}, { 'content/docs/milk.md': doc('Milk') });
	await made.build();
	const [bread, milk] = [cardOf(made), cardOf(made, 'docs/milk/index.html')];
	assert.is((await made.build()).jobs, 0);
	made.changed();
	made.files['content/docs/bread.md'] = doc('Bread', 'Another text.');
	await made.build();
	assert.is(cardOf(made), bread);
	made.files['content/docs/bread.md'] = doc('Rye bread');
	await made.build();
	assert.equal(
		made.changed().filter((out) => out.endsWith('.png')),
		[cardOf(made)],
	);
	assert.is.not(cardOf(made), bread);
	assert.is(cardOf(made, 'docs/milk/index.html'), milk);
	assert.not.ok(made.outputs().includes(bread));
});

test('the development server draws a card when it is asked for', async () => {
	const root = temporaryFolder('social-cards');
	writeFiles(root, {
		'site.config.ts': config({ title: 'Bakery', socialCards: true }),
		'content/docs/bread.md': doc('Bread'),
	});
	const server = await serveDevFolder(root);
	try {
		const html = await (await fetch(new URL('docs/bread', server.url))).text();
		const response = await fetch(new URL(cardOf({ read: () => html }), server.url));
		assert.is(response.headers.get('content-type'), 'image/png');
		assert.is(decoded(Buffer.from(await response.arrayBuffer())).width, 1200);
	} finally {
		await server.close();
	}
});

test('cards that look different have other names', async () => {
	const { pixels } = await drawn({ theme: {} }, { 'content/docs/bread.md': doc('Bread with useQuery, Größe & Ёлка') });
	// Raise `EDITION` together with this: hosts keep an image as long as its name is the same.
	assert.is(`1 ${hashOf(pixels)}`, '1 2f67126fb66dc7dd');
});

/** Lines of a text whose letters are all as wide as the size. */
const lines = (text: string, width: number, sizes: [number, number][] = [[1, 3]], language = 'en'): string[] =>
	fitted(text, { width, sizes, measure: (part) => [...part].length, language, ellipsis: '…' }).lines;

test('lines break at spaces, after hyphens, and between words of Japanese, and are about as long', () => {
	assert.equal(lines('one two three four', 12), ['one two', 'three four']);
	assert.equal(lines('server-side rendering', 12), ['server-side', 'rendering']);
	assert.equal(lines('日本語の手引き、始めましょう', 8, [[1, 3]], 'ja').join(''), '日本語の手引き、始めましょう');
	assert.ok(
		lines('日本語の手引き、始めましょう', 8, [[1, 3]], 'ja').every((line) => !/^、/.test(line) && line.length <= 8),
	);
});

test('a long text is smaller; in the smallest size words break, and the end is left out', () => {
	const sizes: [number, number][] = [
		[2, 1],
		[1, 2],
	];
	assert.equal(fitted('one two', { width: 14, sizes, measure: (part) => part.length, language: 'en', ellipsis: '…' }), {
		lines: ['one two'],
		size: 2,
	});
	assert.equal(lines('one two three', 7, sizes), ['one two', 'three']);
	assert.equal(lines('inferRouterInputs', 9, sizes), ['inferRout', 'erInputs']);
	assert.equal(lines('one two three, four five', 7, sizes), ['one two', 'three…']);
});

test.run();
