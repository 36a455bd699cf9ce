/** Interactive parts: islands, samples with variants, and images that can be enlarged. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeFiles } from '../write-files.ts';
import {
	clickLink,
	isMarked,
	isShown,
	markDocument,
	type OpenOptions,
	scrollTo,
	serveDev,
	serveSite,
	stopAll,
	textOf,
	until,
	untilHeading,
	withPage,
} from './browser.ts';
import { NARROW } from './open.ts';

const COUNTER = `import { useEffect, useId, useState } from 'react';
export function Counter({ start = 0, step = 1, children }) {
	const [count, setCount] = useState(start);
	useEffect(() => {
		window.alive = (window.alive ?? 0) + 1;
		return () => { window.alive -= 1; };
	}, []);
	return <div><button id={useId()} onClick={() => setCount(count + step)}>{count} times</button>{children}</div>;
}`;

const files = {
	'site.config.ts': `export default { title: 'Islands', url: 'https://example.org' };`,
	'templates/components/Counter.island.tsx': COUNTER,
	'templates/components/Fold.island.tsx': `import { useState } from 'react';
export const Fold = ({ children }) => {
	const [open, setOpen] = useState(false);
	return <div className="fold"><button onClick={() => setOpen(!open)}>Fold</button>{open && children}</div>;
};`,
	'templates/components/Fragile.island.tsx': `import { useState } from 'react';
export default function Fragile() {
	const [broken, setBroken] = useState(false);
	if (broken && window.unlucky) throw new Error('It broke.');
	return <button className="fragile" onClick={() => setBroken(true)}>Break</button>;
}`,
	'content/docs/counter.md':
		'---\ntitle: Counter\n---\n\nText.\n\n<Counter start={3}>\n\n```js\nlet a = 1;\n```\n\n</Counter>\n',
	'content/docs/below.md': `---\ntitle: Below\n---\n\n${'Much text.\n\n'.repeat(100)}<Counter />\n`,
	'content/docs/fold.md': '---\ntitle: Fold\n---\n\n<Fold>\n\n```js\nlet a = 1;\n```\n\n</Fold>\n',
	'content/docs/fragile.md': '---\ntitle: Fragile\n---\n\n<Fragile />\n\n<Counter />\n',
	'templates/components/Lamp.island.tsx': `import { useState } from 'react';
import './lamp.css';
import styles from './lamp.module.css';
export const Lamp = () => {
	const [on, setOn] = useState(true);
	return <button className={'lamp ' + (on ? styles.on : styles.off)} onClick={() => setOn(!on)}>Lamp</button>;
};`,
	'templates/components/lamp.css': '.lamp { outline: 3px solid rgb(1, 2, 3) }',
	'templates/components/lamp.module.css': '.on { color: rgb(4, 5, 6) } .off { color: rgb(7, 8, 9) }',
	'content/docs/lamp.md': '---\ntitle: Lamp\n---\n\n<Lamp />\n',
	'content/docs/variants.md':
		'---\ntitle: Variants\n---\n\n<Variants>\n\n```ts title="a.ts"\nlet a = 1;\n// @variant: make it two\na = 2;\n// @variant-end\n```\n\n</Variants>\n',
	...Object.fromEntries(
		['Bridge.tsx', 'BridgeSide.tsx', 'bridge.css'].map((name) => [
			`templates/components/${name}`,
			readFileSync(`content/theme/components/${name}`, 'utf8'),
		]),
	),
	'content/pages/beat.md':
		'---\ntitle: Beat\n---\n\n<Variants beat="rename">\n<Bridge label="type">\n<BridgeSide title="Server">\n\n```ts title="a.ts"\n// @variant: rename\nlet a = 2;\n// @otherwise\nlet a = 1;\n// @variant-end\n```\n\n</BridgeSide>\n<BridgeSide title="Client">\n\n```ts title="b.ts"\nlet b = 1;\n// @variant: rename\nb = 2;\n// @variant-end\n```\n\n</BridgeSide>\n</Bridge>\n</Variants>\n',
	'content/docs/large.svg':
		'<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="1500"><path fill="red" d="M0 0h3000v1500H0z"/></svg>',
	'content/docs/small.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="15"/>',
	'content/docs/images.md':
		'---\ntitle: Images\n---\n\n![A large one](./large.svg)\n\n![A small one](./small.svg)\n\n[![A link](./large.svg)](./plain.md)\n',
	'content/docs/plain.md': '---\ntitle: Plain\n---\n\nText.\n',
};

const site = await serveSite(files);
const at = (path: string): string => site.origin + path;
const alive = (count: number) => [(wanted: number) => Reflect.get(window, 'alive') === wanted, count] as const;

test.after(stopAll);

test('an island hydrates the server’s HTML, and widgets in its children work', async () => {
	await withPage(at('/docs/counter'), {}, async (page) => {
		const before = await page.$('docsgen-island button');
		await until(page, ...alive(1));
		assert.is(await textOf(page, 'docsgen-island button'), '3 times');
		await before?.click();
		await until(page, () => document.querySelector('docsgen-island button')?.textContent === '4 times');
		await page.waitForSelector('docsgen-slot .code-actions button');
		assert.is((await page.$$('docsgen-slot .code-actions')).length, 1);
	});
});

test('it loads nothing until it is about to scroll into view; pages without islands load nothing of it', async () => {
	const scripts = (requests: string[]): string[] =>
		requests.filter((path) => /(?:life|element|island-\w+)-\w+\.js/.test(path));
	await withPage(at('/docs/plain'), {}, async (_page, { requests }) => assert.equal(scripts(requests), []));
	await withPage(at('/docs/below'), {}, async (page, { requests }) => {
		await until(page, () => customElements.get('docsgen-island') !== undefined);
		assert.is(scripts(requests).length, 1);
		await scrollTo(page, 100_000);
		await until(page, ...alive(1));
		assert.is(scripts(requests).length, 3);
	});
});

test('it mounts and unmounts with its page', async () => {
	await withPage(at('/docs/plain'), {}, async (page) => {
		await markDocument(page);
		await clickLink(page, '.sidebar a[href="/docs/counter"]');
		await until(page, ...alive(1));
		await clickLink(page, '.sidebar a[href="/docs/plain"]');
		await untilHeading(page, 'Plain');
		await until(page, ...alive(0));
		await page.goBack();
		await until(page, ...alive(1));
		assert.ok(await isMarked(page));
	});
});

test('children that show later get their widgets', async () => {
	await withPage(at('/docs/fold'), {}, async (page) => {
		assert.is(await page.$('.fold .code'), null);
		for (const count of [1, 0, 1]) {
			await until(page, () => Reflect.get(document.querySelector('docsgen-island') ?? {}, 'lives') === true);
			await page.click('.fold > button');
			await until(page, (wanted: number) => document.querySelectorAll('.fold .code-actions').length === wanted, count);
		}
	});
});

test('a crash stays in its island, and the reader can try again', async () => {
	await withPage(at('/docs/fragile'), { expected: /It broke/ }, async (page) => {
		await until(page, ...alive(1));
		await page.evaluate(() => Object.assign(window, { unlucky: true }));
		await page.click('.fragile');
		await page.waitForSelector('docsgen-island .crash');
		assert.match(await textOf(page, '.crash'), 'It broke.');
		await page.click('docsgen-island + * button, docsgen-island:not(:has(.crash)) button');
		await until(page, () => document.body.textContent?.includes('1 times'));
		await page.evaluate(() => Object.assign(window, { unlucky: false }));
		await page.click('.crash button');
		await page.waitForSelector('.fragile');
		assert.is(await page.$('.crash'), null);
	});
});

test('a script that fails to load shows an error with a retry', async () => {
	let lost = true;
	const intercept = (request: import('puppeteer').HTTPRequest): boolean => {
		if (!lost || !request.url().includes('/island-')) return false;
		void request.abort();
		return true;
	};
	await withPage(at('/docs/counter'), { intercept, expected: /ERR_FAILED|import/ }, async (page) => {
		await page.waitForSelector('docsgen-island .load-error button');
		lost = false;
		await page.click('.load-error button');
		await until(page, ...alive(1));
		assert.is(await page.$('.load-error'), null);
	});
});

test('without scripts it shows its initial HTML', async () => {
	await withPage(at('/docs/counter'), { scripts: false }, async (page) => {
		assert.is(await textOf(page, 'docsgen-island button'), '3 times');
	});
});

test('choosing a variant shows and announces it, by pointer and by keys; without scripts there is no choice', async () => {
	const shown = '.code[data-variant]:not([hidden]) code';
	await withPage(at('/docs/variants'), {}, async (page) => {
		assert.is(await textOf(page, shown), 'let a = 1;');
		await page.waitForNetworkIdle();
		await page.click('.variants > .actions label:last-child');
		assert.is(await textOf(page, shown), 'let a = 1;\na = 2;');
		assert.is(await textOf(page, '.variants-said[role="status"]'), 'The compiler has no objection. a.ts: a = 2;');
		await page.keyboard.press('ArrowLeft');
		assert.is(await textOf(page, shown), 'let a = 1;');
	});
	await withPage(at('/docs/variants'), { scripts: false }, async (page) => {
		assert.is(await textOf(page, shown), 'let a = 1;');
		assert.not.ok(await isShown(page, '.variants > .actions'));
	});
});

test('samples play one scene by themselves, once, without a layout shift, and stop for a reader who acts', async () => {
	const shown = () =>
		[...document.querySelectorAll('.code:not([hidden]) code')].map((code) => code.textContent?.trim());
	const first = ['let a = 1;', 'let b = 1;'];
	const last = ['let a = 2;', 'let b = 1;\nb = 2;'];
	const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
	// Recorded in the page: on a slow machine, a scene could be over between two questions.
	const record = (): void => {
		const states: string[] = [];
		Object.assign(window, { testStates: states });
		const look = (): void => {
			const codes = [...document.querySelectorAll('.code:not([hidden]) code')].map((code) => code.textContent?.trim());
			const height = document.querySelector('.bridge')?.getBoundingClientRect().height;
			const said = document.querySelector('.variants-said')?.textContent;
			const state = JSON.stringify([codes, height, said]);
			if (state !== states.at(-1)) states.push(state);
		};
		new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
	};
	const playsOnce = (view?: OpenOptions['view']) =>
		withPage(at('/beat'), { ...(view ? { view } : {}), before: record }, async (page) => {
			await until(
				page,
				(text) => Reflect.get(window, 'testStates').some((state: string) => state.includes(text)),
				'b = 2',
			);
			await until(page, (text) => !Reflect.get(window, 'testStates').at(-1).includes(text), 'a = 2');
			const states: string[] = await page.evaluate(() => Reflect.get(window, 'testStates'));
			const height = await page.$eval('.bridge', (bridge) => bridge.getBoundingClientRect().height);
			assert.equal(
				states.slice(-4).map((state) => JSON.parse(state)),
				[first, ['let a = 2;', 'let b = 1;'], last, first].map((codes) => [codes, height, '']),
			);
		});
	// With stacked samples, scrolling before the scene restarts the wait; scrolling during the scene ends it.
	const endsOnScrolling = () =>
		withPage(at('/beat'), { view: { ...NARROW } }, async (page) => {
			await page.waitForNetworkIdle();
			await page.evaluate(() => window.dispatchEvent(new Event('scroll')));
			await until(
				page,
				() => document.querySelector('.code:not([hidden]) code')?.textContent?.includes('a = 2') === true,
			);
			await page.evaluate(() => window.dispatchEvent(new Event('scroll')));
			assert.equal(await page.evaluate(shown), last);
			await wait(1500);
			assert.equal(await page.evaluate(shown), last);
		});
	const rests = (options: OpenOptions) =>
		withPage(at('/beat'), options, async (page) => {
			await page.waitForNetworkIdle();
			await wait(3000);
			assert.equal(await page.evaluate(shown), first);
		});
	// In parallel, because they mostly wait.
	await Promise.all([
		playsOnce(),
		playsOnce({ ...NARROW }),
		endsOnScrolling(),
		// A reader who never stops: on a slow machine, a single key could come after the scene.
		rests({
			before: () => void setInterval(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })), 50),
		}),
		rests({ media: { 'prefers-reduced-motion': 'reduce' } }),
	]);
});

test('a scaled-down image can be enlarged, by pointer and by keys', async () => {
	await withPage(at('/docs/images'), {}, async (page) => {
		await page.waitForSelector('img[role="button"]');
		assert.equal(await page.$$eval('img.zoomable', (images) => images.map(({ alt }) => alt)), ['A large one']);
		await page.click('img.zoomable');
		assert.ok(await isShown(page, 'dialog[open] img[alt="A large one"]'));
		await page.keyboard.press('Escape');
		await until(page, () => document.querySelector('dialog') === null);
		await page.focus('img.zoomable');
		await page.keyboard.press('Enter');
		await page.waitForSelector('dialog[open]');
		await page.click('dialog button');
		await until(page, () => document.querySelector('dialog') === null);
		assert.ok(await page.evaluate(() => document.activeElement?.matches('img.zoomable')));
	});
});

const looks = (property: 'color' | 'outlineColor', value: string) =>
	[
		(name: typeof property, wanted: string) => {
			const lamp = document.querySelector('.lamp');
			return lamp !== null && getComputedStyle(lamp)[name] === wanted;
		},
		property,
		value,
	] as const;

test('its style sheets apply without scripts, before it shows, and as it changes', async () => {
	await withPage(at('/docs/lamp'), { scripts: false }, async (page) => {
		await until(page, ...looks('outlineColor', 'rgb(1, 2, 3)'));
		await until(page, ...looks('color', 'rgb(4, 5, 6)'));
	});
	await withPage(at('/docs/plain'), {}, async (page) => {
		await markDocument(page);
		await clickLink(page, '.sidebar a[href="/docs/lamp"]');
		await untilHeading(page, 'Lamp');
		assert.ok(await page.evaluate(...looks('outlineColor', 'rgb(1, 2, 3)')), 'it is dressed when it is there');
		await until(page, () => Reflect.get(document.querySelector('docsgen-island') ?? {}, 'lives') === true);
		await page.click('.lamp');
		await until(page, ...looks('color', 'rgb(7, 8, 9)'));
		assert.ok(await isMarked(page));
	});
});

test('in dev, an edit of its style sheet shows immediately and keeps its state', async () => {
	const dev = await serveDev(files);
	await withPage(`${dev.origin}/docs/lamp`, {}, async (page) => {
		await markDocument(page);
		await until(page, () => Reflect.get(document.querySelector('docsgen-island') ?? {}, 'lives') === true);
		await page.click('.lamp');
		await until(page, ...looks('color', 'rgb(7, 8, 9)'));
		for (const [path, property, from, value] of [
			['lamp.css', 'outlineColor', 'rgb(1, 2, 3)', 'rgb(10, 11, 12)'],
			['lamp.module.css', 'color', 'rgb(7, 8, 9)', 'rgb(13, 14, 15)'],
		] as const) {
			const name = `templates/components/${path}` as const;
			writeFiles(dev.folder, { [name]: files[name].replace(from, value) });
			await dev.refresh();
			await until(page, ...looks(property, value));
		}
		assert.ok(await isMarked(page));
	});
});

test('in dev, an edit of the page keeps its state, new props reach it, and an edit of its file resets it', async () => {
	const dev = await serveDev(files);
	const page = 'content/docs/counter.md';
	const edit = async (path: keyof typeof files, from: string, to: string): Promise<void> => {
		writeFiles(dev.folder, { [path]: files[path].replace(from, to) });
		await dev.refresh();
	};
	const shows = (text: string) =>
		[(wanted: string) => document.querySelector('docsgen-island button')?.textContent === wanted, text] as const;
	await withPage(`${dev.origin}/docs/counter`, {}, async (open) => {
		await markDocument(open);
		await until(open, ...alive(1));
		await open.click('docsgen-island button');
		await until(open, ...shows('4 times'));
		await edit(page, 'Text.', 'Other text.\n\nAnd more.');
		await until(open, () => document.querySelector('main')?.textContent?.includes('And more.'));
		await until(open, ...shows('4 times'));
		await edit(page, 'start={3}>\n\n', 'start={3} step={10}>\n\nInside.\n\n');
		await until(open, () => document.querySelector('docsgen-slot')?.textContent?.includes('Inside.'));
		await open.click('docsgen-island button');
		await until(open, ...shows('14 times'));
		await edit('templates/components/Counter.island.tsx', 'times', 'clicks');
		await until(open, ...shows('3 clicks'));
		assert.ok(await isMarked(open), 'the page was not loaded anew');
		assert.is(await open.evaluate(() => Reflect.get(window, 'alive')), 1);
	});
});

test.run();
