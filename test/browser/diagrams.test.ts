/** Diagrams that Mermaid draws in readers' browsers, where a site has installed it. */
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fence, ordinaryDiagrams, withMermaid } from '../diagrams.ts';
import { doc } from '../memory-site.ts';
import { attributeOf, clickLink, isShown, NARROW, serveSite, stopAll, until, withPage } from './browser.ts';

const framed = ordinaryDiagrams().filter(({ inBrowsers }) => inBrowsers);
const NOTE = 'stateDiagram-v2\n  [*] --> Rise\n  note right of Rise : Keep it warm';
const WIDE_BOX =
	'sequenceDiagram\n  box Kitchen\n  participant A\n  end\n  A->>Somebody with a long name: One\n  A->>Another with a long name: Two';

const site = await serveSite({
	'site.config.ts': `export default { title: 'Drawings', url: 'https://example.org' };`,
	...withMermaid(),
	'content/docs/all.md': doc('All', framed.map(({ code }) => fence(code)).join('\n')),
	'content/docs/note.md': doc('Note', `${fence(NOTE)}\n[Plain](./plain.md)`),
	'content/docs/wide.md': doc('Wide', fence(WIDE_BOX)),
	'content/docs/broken.md': doc('Broken', fence('flowchart LR\n  A -->')),
	'content/docs/plain.md': doc('Plain', `${fence('graph LR\nA-->B')}\n[Note](./note.md)`),
});

test.after(stopAll);

/** Waits until the n-th diagram that needs Mermaid is drawn; frames load as readers come near. */
async function drawn(page: Page, index = 0): Promise<void> {
	await page.$$eval('.diagram', (all, at) => all[at]?.scrollIntoView(), index);
	await until(page, (at) => document.querySelectorAll('.diagram')[at]?.hasAttribute('data-drawn'), index);
}

/** What a function of the frame's document tells. */
function inFrame<T>(page: Page, tell: (frame: HTMLIFrameElement, document: Document) => T, index = 0): Promise<T> {
	return page.evaluate(
		(text, at) => {
			const frame = document.querySelectorAll<HTMLIFrameElement>('.diagram > iframe')[at];
			return new Function('frame', 'document', `return (${text})(frame, document)`)(frame, frame?.contentDocument);
		},
		tell.toString(),
		index,
	);
}

test('each ordinary diagram is drawn, with its words and without a change of the policy', async () => {
	// Mermaid itself complains of a bar without a value.
	await withPage(`${site.origin}/docs/all`, { expected: /NaN/ }, async (page) => {
		for (const [index, { title, inBrowsers = [] }] of framed.entries()) {
			await drawn(page, index);
			const text = await page.$$eval(
				'.diagram > iframe',
				(frames, at) => (frames[at] as HTMLIFrameElement).contentDocument?.querySelector('svg')?.textContent ?? '',
				index,
			);
			for (const word of inBrowsers) assert.ok(text.includes(word), `${title}: ${word} in ${text}`);
		}
	});
});

test('a page without such a diagram loads nothing for it', async () => {
	await withPage(`${site.origin}/docs/plain`, {}, async (page, { requests }) => {
		await page.waitForSelector('main svg[role="img"]');
		assert.equal(
			requests.filter((path) => path.includes('mermaid')),
			[],
		);
		await clickLink(page, 'main p > a[href="/docs/note"]');
		await drawn(page);
		assert.ok(requests.some((path) => path.includes('/assets/mermaid/')));
	});
});

test('a diagram in its frame: its size, its name, the modes of the page', async () => {
	await withPage(`${site.origin}/docs/note`, {}, async (page) => {
		await drawn(page);
		assert.not(await isShown(page, '.diagram .code'));
		const name = 'Diagram: stateDiagram-v2, [*] --> Rise, note right of Rise : Keep it warm';
		assert.is(await attributeOf(page, '.diagram > iframe', 'title'), name);
		const look = () =>
			inFrame(page, (frame, { documentElement, querySelector }) => ({
				name: querySelector.call(frame.contentDocument, 'svg')?.getAttribute('aria-label'),
				fits: documentElement.scrollHeight <= frame.getBoundingClientRect().height,
				color: getComputedStyle(querySelector.call(frame.contentDocument, 'svg .nodeLabel') as Element).color,
			}));
		const light = await look();
		assert.equal({ name: light.name, fits: light.fits }, { name, fits: true });
		await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
		await until(
			page,
			(color) => {
				const frame = document.querySelector<HTMLIFrameElement>('.diagram > iframe');
				const text = frame?.contentDocument?.querySelector('svg .nodeLabel');
				return text && getComputedStyle(text).color !== color;
			},
			light.color,
		);
	});
});

test('a wide diagram scrolls in its frame, also by keys, and the page stays as wide as the window', async () => {
	await withPage(`${site.origin}/docs/wide`, { view: NARROW }, async (page) => {
		await drawn(page);
		const { isWide, tabIndex } = await inFrame(page, (frame) => {
			const area = frame.contentDocument?.querySelector<HTMLElement>('body > div');
			return { isWide: area && area.scrollWidth > area.clientWidth, tabIndex: area?.tabIndex };
		});
		assert.equal({ isWide, tabIndex }, { isWide: true, tabIndex: 0 });
		assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
	});
});

test('without scripts, and where Mermaid finds a mistake, readers see the code', async () => {
	await withPage(`${site.origin}/docs/note`, { scripts: false }, async (page) => {
		assert.ok(await isShown(page, '.diagram .code'));
		assert.not(await isShown(page, '.diagram > iframe'));
	});
	await withPage(`${site.origin}/docs/broken`, { expected: /Parse error/ }, async (page, { said }) => {
		while (said.length === 0) await page.evaluate(() => new Promise(requestAnimationFrame));
		assert.ok(await isShown(page, '.diagram .code'));
	});
});

test('Mermaid that no package.json names is not used', async () => {
	const { 'package.json': _, ...files } = withMermaid();
	const other = await serveSite({
		'site.config.ts': `export default { title: 'Drawings', url: 'https://example.org' };`,
		'package.json': '{}',
		...files,
		'content/docs/note.md': doc('Note', fence(NOTE)),
	});
	await withPage(`${other.origin}/docs/note`, {}, async (page) => {
		assert.ok(await isShown(page, 'main .code'));
		assert.is(await page.$('iframe'), null);
	});
});

test.run();
