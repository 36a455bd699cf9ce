/** No page is wider than the window, whatever is in it: at 360 px, and at 320 px (WCAG 1.4.10). */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { starterFiles } from '../../src/cli/init/starter.ts';
import { buildFolder } from '../disk-site.ts';
import { guideSite } from '../guide/site.ts';
import { doc } from '../memory-site.ts';
import { temporaryFolder } from '../program.ts';
import { serveFolder, serveSite, stopAll, withPage } from './browser.ts';

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const NAME = 'createOvenWithTemperatureAndHumidityControlFactoryBuilderProviderOfBakery';
const CELLS = ['Temperature', 'Humidity', 'Duration', 'Flour', 'Baker', 'Oven', 'Shelf', 'Price'];

/** Page → its text. */
const PAGES: Record<string, string> = {
	frame: '<iframe src="/files/x.txt" width="560" height="315" title="How bread rises"></iframe>',
	'frame-in-list': '- One\n\n  <iframe src="/files/x.txt" width="900" height="315" title="Rising"></iframe>',
	'frame-in-tab':
		'<Tabs>\n<TabItem label="A">\n\n<iframe src="/files/x.txt" width="800" title="Rising"></iframe>\n\n</TabItem>\n</Tabs>',
	film: '<video src="/files/film.mp4" width="640" height="360" controls></video>',
	sound: '<audio src="/files/film.mp4" controls></audio>',
	object: '<object data="/files/x.txt" width="700" height="200" type="text/plain">Text</object>',
	embed: '<embed src="/files/x.txt" width="700" height="200" type="text/plain">',
	canvas: '<canvas width="800" height="100"></canvas>',
	drawing:
		'<svg width="900" height="60" viewBox="0 0 900 60" role="img" aria-label="A plan"><rect width="900" height="60" /></svg>',
	'drawing-in-text':
		'See <svg width="700" height="20" viewBox="0 0 700 20" role="img" aria-label="A plan"><rect width="700" height="20" /></svg> here.',
	table: `<table>\n<tr>${CELLS.map((cell) => `<th>${cell}</th>`).join('')}</tr>\n<tr>${CELLS.map((cell) => `<td><code>show${cell}OfTheOven</code></td>`).join('')}</tr>\n</table>`,
	'table-in-details': `<details>\n<summary>More</summary>\n<table>\n<tr>${CELLS.map((cell) => `<td>${cell}OfTheOven</td>`).join('')}</tr>\n</table>\n</details>\n\n<details open>\n<summary>More</summary>\n<table>\n<tr>${CELLS.map((cell) => `<td>${cell}OfTheOven</td>`).join('')}</tr>\n</table>\n</details>`,
	'table-of-words': `| A | B |\n| --- | --- |\n| ${NAME} | ${LONG} |`,
	'table-in-quote': `> | ${CELLS.join(' | ')} |\n> | ${CELLS.map(() => '---').join(' | ')} |\n> | ${CELLS.map((cell) => `\`${cell}OfOven\``).join(' | ')} |`,
	pre: `<pre>\n${'one long line of text '.repeat(12)}\n</pre>`,
	'pre-in-item': `- <pre>${'a-long-line-'.repeat(20)}</pre>`,
	formula: `Mass $E = mc^2 + ${'\\alpha_1 x^2 + '.repeat(14)} 1$ rises.`,
	'formula-block': `$$\n${'\\alpha_1 x^2 + '.repeat(24)} 1\n$$`,
	'formula-in-item': `- One $${'\\alpha_1 x^2 + '.repeat(14)} 1$ rises.\n\n  $$\n  ${'\\alpha_1 x^2 + '.repeat(24)} 1\n  $$`,
	'code-title': `\`\`\`ts title="src/ovens/${NAME}/${NAME}.ts"\nconst a = 1;\n\`\`\``,
	'code-in-text': `Call \`${NAME}(${NAME})\` with **\`${NAME}\`** or [${NAME}](https://example.com/${NAME}).`,
	'code-group': `:::code-group\n\n${CELLS.map((cell) => `\`\`\`sh [${cell}OfTheOven]\nnpm i\n\`\`\``).join('\n\n')}\n\n:::`,
	badge: `<Badge>${LONG} and more words about it</Badge>`,
	tabs: `<Tabs>\n${CELLS.map((cell) => `<TabItem label="${cell} of the oven">\n\nText.\n\n</TabItem>`).join('\n')}\n</Tabs>`,
	select: `<select><option>${'Wheat and rye and spelt '.repeat(6)}</option></select>`,
	input: '<input size="90" value="Bread" aria-label="Bread">',
	area: '<textarea cols="90" rows="3" aria-label="Bread"></textarea>',
	button: `<button type="button">${LONG}${LONG}</button>`,
	field: `<fieldset>\n<legend>${LONG}</legend>\n<select aria-label="Kind"><option>${'Wheat and rye '.repeat(9)}</option></select>\n</fieldset>`,
	keys: `Press <kbd>${LONG}</kbd> <samp>${NAME}${NAME}</samp> <var>${NAME}${NAME}</var>.`,
	meter: '<progress value="1" max="2" aria-label="Rising"></progress> <meter value="1" aria-label="Heat">1</meter>',
	image: `![Alt](https://example.com/${NAME}.png)\n\n<img src="https://example.com/a.png" width="900" height="20" alt="Bread">`,
	picture: '<picture><img src="https://example.com/a.png" width="900" height="20" alt="Bread"></picture>',
	figure:
		'<figure>\n<iframe src="/files/x.txt" width="560" title="Rising"></iframe>\n<figcaption>Rising</figcaption>\n</figure>',
	list: `Term ${LONG}${LONG}\n: Definition ${LONG}${LONG}`,
	note: `:::note[${LONG} ${NAME}]\n\n${LONG}\n\n<iframe src="/files/x.txt" width="560" title="Rising"></iframe>\n\n:::`,
	cards: `<Cards>\n<Card title="${LONG}" href="https://example.com">${NAME}</Card>\n</Cards>`,
	steps: `<Steps>\n\n1. ### ${LONG}\n\n   ${NAME}\n\n2. <table><tr>${CELLS.map((cell) => `<td>${cell}OfTheOven</td>`).join('')}</tr></table>\n\n</Steps>`,
	columns: `<Columns>\n<Column>\n\n${LONG}\n\n</Column>\n<Column>\n\n<video src="/files/film.mp4" width="640" controls></video>\n\n</Column>\n</Columns>`,
	tree: `<FileTree>\n\n- ${NAME}/\n {2}- ${NAME}/\n    - ${NAME}.ts\n\n</FileTree>`,
	heading: `## ${LONG}${LONG}\n\n### \`${NAME}${NAME}\`\n\nText[^1].\n\n[^1]: ${LONG}${LONG} https://example.com/${NAME}${NAME}`,
	diagram: `\`\`\`mermaid\nflowchart LR\n  A[${LONG}] --> B[${LONG}] --> C\n\`\`\``,
};

const site = await serveSite({
	'site.config.ts': `export default { title: ${JSON.stringify(`${LONG} ${NAME}`)}, url: 'https://example.org', blog: {} };`,
	'content/docs/index.md': doc('Home', 'Text.'),
	...Object.fromEntries(Object.entries(PAGES).map(([name, text]) => [`content/docs/${name}.md`, doc(name, text)])),
	'content/docs/title.md': doc(`${LONG}${LONG} ${NAME}${NAME}`, 'Text.', `description: ${LONG}${NAME}`),
	[`content/docs/${NAME}/${NAME}/deep.md`]: doc(NAME, 'Text.', `sidebar_badge: ${NAME}`),
	'content/blog/2026-01-01-a.md': doc(`${LONG}${LONG}`, `${NAME}${NAME}`, `tags: ['${LONG}']`),
	'content/pages/index.md': doc(
		LONG,
		`<Hero title="${LONG}${LONG}" tagline="${NAME}${NAME}" />\n\n<table><tr>${CELLS.map((cell) => `<td>${cell}OfTheOven</td>`).join('')}</tr></table>`,
		'layout: landing',
	),
	'content/pages/about.md': doc(LONG, PAGES.table ?? ''),
	'content/static/files/x.txt': 'Text.',
	'content/static/files/film.mp4': '',
});

test.after(stopAll);

/** The paths of a built site's pages. */
function pathsOf(outDir: string): string[] {
	return readdirSync(outDir, { recursive: true, encoding: 'utf8' })
		.map((name) => name.replaceAll('\\', '/'))
		.filter((name) => /(?:^|\/)index\.html$|404\.html$/.test(name))
		.map((name) => `/${name.replace(/(?:^|\/)index\.html$/, '')}`);
}

/** Pages that are wider than the window, with the elements that make them so. */
async function tooWide(origin: string, paths: string[], width: number): Promise<string[]> {
	const wide: string[] = [];
	await withPage(`${origin}/404`, { view: { width, height: 800 }, expected: /./, ready: false }, async (page) => {
		for (const path of paths) {
			await page.goto(origin + path, { waitUntil: 'load' });
			const found = await page.evaluate(() => {
				const { scrollWidth } = document.documentElement;
				if (scrollWidth <= innerWidth) return undefined;
				const beyond = [...document.querySelectorAll('body *')].filter(
					(element) =>
						element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1,
				);
				return `${scrollWidth} px: ${beyond.at(0)?.outerHTML.slice(0, 60)} … ${beyond.at(-1)?.outerHTML.slice(0, 60)}`;
			});
			if (found !== undefined) wide.push(`${path}: ${found}`);
		}
	});
	return wide;
}

for (const width of [360, 320])
	test(`no page is wider than a window of ${width} px, whatever is in it`, async () => {
		assert.equal(await tooWide(site.origin, pathsOf(site.outDir), width), []);
	});

test('the starter site fits as well', async () => {
	const starter = await serveSite(starterFiles({ title: 'My docs' }));
	assert.equal(await tooWide(starter.origin, pathsOf(starter.outDir), 320), []);
});

test('the pages of the guide fit, and those of a fixture with our style sheets', async () => {
	const { outDir } = await guideSite();
	assert.equal(await tooWide(await serveFolder(outDir), pathsOf(outDir), 360), []);
	const root = temporaryFolder('fixture');
	cpSync('test/sites/blog/site', root, { recursive: true });
	const blog = await buildFolder(root);
	assert.ok(blog.ok);
	assert.equal(await tooWide(await serveFolder(join(root, 'build')), pathsOf(join(root, 'build')), 360), []);
});

test.run();
