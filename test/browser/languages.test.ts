/** What scripts say in a language, in all states of a page: nothing is left in English. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pseudoWords } from '../../src/cli/bundle/words.ts';
import type { WordKey } from '../../src/content/model/words.ts';
import { englishIn, foreignSite } from '../foreign-site.ts';
import { doc } from '../memory-site.ts';
import { follow, NO_INDEX, openModal, searchFor, type } from '../search/modal.ts';
import { clickLink, giveSign, NARROW, type OpenOptions, serveSite, stopAll, until, WIDE, withPage } from './browser.ts';

const ISLAND = `import { useEffect, useState } from 'react';
import { Admonition } from 'docsgen/templates';
export function Island({ broken }) {
	const [now, setNow] = useState(false);
	useEffect(() => setNow(true), []);
	if (now && broken) throw new Error('Беда');
	return <Admonition type="tip">{now ? 'Да' : 'Нет'}</Admonition>;
}`;

const PARTS = `- Да
- [ ] Нет

1. Да

> Нет

<Island />

<Island broken />

<Filter />

<Variants>

\`\`\`ts
let да = 1;
// @variant: два
да = 2;
// @variant-end
\`\`\`

</Variants>

![Да](/wide.svg)

\`\`\`ts
const long = '${'long '.repeat(100)}';
\`\`\`
`;

const files = (locale: string): Record<string, string> => ({
	...foreignSite(locale),
	'content/pages/parts.md': doc('Части', PARTS),
	'content/static/wide.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="1500"/>',
	'templates/components/Island.island.tsx': ISLAND,
	'templates/components/Filter.tsx': 'export const Filter = () => <div data-widget="filter" />;',
});
const site = await serveSite(files('en-XA'));

test.after(stopAll);

/** Everything that pages have said. */
let all = '';

/** Runs before the scripts of a page: records each change of it, so that no short state is missed. */
function record(): void {
	const said = new Set<string>();
	Object.assign(window, { said });
	const htmlOf = (node: Node): string => (node instanceof Element ? node.outerHTML : (node.textContent ?? ''));
	new MutationObserver((changes) => {
		for (const { type, target, addedNodes } of changes) {
			const element = target instanceof Element ? target : target.parentElement;
			if (!element || element.closest('pre, code, kbd, script, style, time')) continue;
			if (type === 'attributes') said.add((element.cloneNode() as Element).outerHTML);
			else if (type === 'characterData') said.add(htmlOf(target));
			else for (const node of addedNodes) said.add(htmlOf(node));
		}
	}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Opens a page and brings it into its states; then looks at all that it has said. */
async function on(path: string, act: (page: Page) => Promise<unknown>, options: OpenOptions = {}): Promise<void> {
	const { before } = options;
	const scripts = `${before ? `(${before})();` : ''}(${record})();`;
	const both = new Function(scripts) as () => void;
	await withPage(site.origin + path, { ...options, before: both }, async (page) => {
		page.setDefaultTimeout(5000);
		await act(page);
		const said = await page.evaluate(() => [...(Reflect.get(window, 'said') as Set<string>)]);
		for (const html of [...said, await page.content()]) {
			assert.equal(englishIn(html), [], `${path}: ${html.slice(0, 200)}`);
			all += html;
		}
	});
}

const WORDS = pseudoWords('en-XA');

/** The longest part of a word without placeholders and quotation marks, which HTML may escape. */
function partOf(key: WordKey): string {
	const word = WORDS?.[key] ?? '';
	const parts = (typeof word === 'string' ? word : word.other).split(/\{\w+\}|["'&]/);
	return parts.sort((a, b) => b.length - a.length)[0]?.trim() ?? '';
}

/** Waits until the page says a word. */
const says = (page: Page, key: WordKey): Promise<void> =>
	until(page, (text) => document.documentElement.outerHTML.includes(text), partOf(key)).catch(async () => {
		throw new Error(`"${partOf(key)}" is not said, but ${await page.$eval('body', (body) => body.innerText)}`);
	});

test('buttons, samples, images and islands', async () => {
	const before = (): void => {
		Object.defineProperty(navigator, 'clipboard', {
			value: {
				writeText: () => (Reflect.get(window, 'refuses') ? Promise.reject(new Error('No')) : Promise.resolve()),
			},
		});
	};
	await on(
		'/parts',
		async (page) => {
			await giveSign(page);
			await says(page, 'partCrashed');
			await until(page, () => document.querySelector('docsgen-island')?.textContent?.includes('Да'));
			await page.click('[data-widget="filter"] input');
			await page.keyboard.type('a');
			await says(page, 'found');
			await clickLink(page, '.variants input[value="два"]');
			await says(page, 'noErrors');
			await page.$$eval('.variants .code', (blocks) => {
				const error = '<i class="code-error"></i>';
				for (const block of blocks) block.insertAdjacentHTML('beforeend', error + error);
			});
			await clickLink(page, '.variants input[value=""]');
			await says(page, 'errors');
			await clickLink(page, '.zoomable');
			await clickLink(page, 'dialog button');
			for (const [key, refuses] of [
				['copied', false],
				['copyingFailed', true],
			] as const) {
				await page.evaluate((value) => Object.assign(window, { refuses: value }), refuses);
				await clickLink(page, '.code-actions button:last-child');
				await says(page, key);
			}
			await clickLink(page, '.theme-toggle');
			await says(page, 'switchFromDark');
		},
		{ before, expected: /Беда|Copying failed/ },
	);
});

/** Replaces the answers of the site's server for some addresses. */
const answering = (pattern: string, answer: string): (() => void) =>
	new Function(`const { fetch } = window; window.fetch = async (url, ...more) => {
		const response = await fetch(url, ...more);
		if (!String(url).includes('${pattern}')) return response;
		${answer};
	};`) as () => void;

test('a large sidebar, the page not found, crashes', async () => {
	const late = `await new Promise((resolve) => setTimeout(resolve, 400)); return new Response('', { status: 503 })`;
	await on(
		'/docs/a',
		async (page) => {
			await giveSign(page);
			await clickLink(page, '.sidebar-hide');
			await says(page, 'expandSidebar');
			await clickLink(page, '.sidebar-hide');
			await clickLink(page, '.sidebar-category:last-child .sidebar-row a');
			await says(page, 'notLoaded');
			await clickLink(page, '.announcement button');
			// Another kind of device would reload the page.
			await page.setViewport({ width: NARROW.width, height: NARROW.height });
			await clickLink(page, '.navbar-toggle');
			await clickLink(page, '.panel-back');
		},
		{ before: answering('/sidebars/', late) },
	);
	const changed = answering('/sidebars/', 'return new Response("<ul></ul>")');
	await on(
		'/docs/a',
		async (page) => {
			await giveSign(page);
			await clickLink(page, '.sidebar-category:last-child .sidebar-row a');
			await says(page, 'sidebarChanged');
		},
		{ before: changed },
	);
	await on('/docs/2.0/б', (page) => says(page, 'searchForWords'), { expected: /404/ });
	for (const [place, key] of [
		['main', 'contentCrashed'],
		['.navbar', 'pageCrashed'],
	] as const) {
		const before = new Function(`
			for (const [owner, name] of [[ResizeObserver, 'observe'], [Element, 'removeAttribute']]) {
				const original = owner.prototype[name];
				owner.prototype[name] = function (...values) {
					const element = this instanceof Element ? this : values[0];
					if (element.closest('${place}')) throw new Error('Беда');
					return original.apply(this, values);
				};
			}`) as () => void;
		const act = async (page: Page): Promise<void> => {
			if (place === 'main') await giveSign(page);
			await says(page, key);
		};
		await on('/docs/a', act, { before, expected: /Беда/ });
	}
});

test('the search dialog', async () => {
	const RESULT = '[role="option"]';
	await on('/docs/b', async (page) => {
		await openModal(page);
		await says(page, 'noRecentSearches');
		await type(page, 'да');
		await page.waitForSelector(RESULT);
		await says(page, 'allResults');
		await follow(page);
		await openModal(page);
		await page.waitForSelector('.search-row button');
		await clickLink(page, '.search-row button');
		await says(page, 'removeFromFavorites');
		await type(page, 'да');
		await page.waitForSelector(RESULT);
		await type(page, 'цццццц');
		await says(page, 'noResultsFor');
	});
	await on(
		'/docs/a',
		async (page) => {
			await openModal(page);
			await type(page, 'да');
			await says(page, 'unableToFetch');
		},
		NO_INDEX,
	);
	const settings = { appId: 'A', apiKey: 'k', indexName: 'i', hosts: [site.origin], facetFilters: [] };
	const service = { client: 'hosted', name: 'Algolia', href: '/', icon: '', index: 'i', settings };
	const before = answering(
		'search.json',
		`return Response.json({ ...(await response.json()), service: ${JSON.stringify(service)} })`,
	);
	await on(
		'/docs/a',
		async (page) => {
			await openModal(page);
			await type(page, 'да');
			await says(page, 'serviceDown');
		},
		{ before, expected: /405|404|not available/ },
	);
});

test('the search page', async () => {
	await on('/search?q=много', async (page) => {
		// The first version is the next one, which lacks these pages.
		await page.select('select[name="version"]', '2.0');
		await page.select('select[name="kind"]', 'guide');
		await says(page, 'documentsFound');
		await page.evaluate(() => document.querySelector('.search-end')?.scrollIntoView());
		await until(page, () => document.querySelectorAll('.search-found').length > 15);
		await page.$eval('main input', (input) => (input as HTMLInputElement).select());
		await page.keyboard.type('цццццц');
		await says(page, 'noResultsFound');
	});
	await on('/search?q=много', (page) => says(page, 'unableToFetch'), NO_INDEX);
});

test('no word of a script was missed', () => {
	const sources = readdirSync('src/client', { recursive: true, encoding: 'utf8' }).filter(
		(name) => /\.tsx?$/.test(name) && !name.startsWith('live/'),
	);
	const keys = sources.flatMap((name) =>
		[...readFileSync(`src/client/${name}`, 'utf8').matchAll(/\bWORDS\.(\w+)/g)].map(([, key]) => key as WordKey),
	);
	assert.ok(keys.length > 60);
	assert.equal(
		keys.filter((key) => !all.includes(partOf(key))),
		[],
	);
});

/** The boxes of a page, from the edge where lines start: not of elements within a line, and not in code. */
function boxes(page: Page): Promise<[string, number[]][]> {
	return page.evaluate(() => {
		// Not compared: kerning, tracking, typefaces for code, dates, keys and buttons of code, which have one place, and the
		// sign of the search, which turns.
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(
			'* { font-family: sans-serif !important; font-kerning: none !important; letter-spacing: 0 !important } time { font-size: 0 !important }',
		);
		document.adoptedStyleSheets.push(sheet);
		const { clientWidth, dir } = document.documentElement;
		return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element): [string, number[]][] => {
			const { display } = getComputedStyle(element);
			if (
				display === 'inline' ||
				display === 'none' ||
				element.closest('pre, .file-tree, .code-actions, kbd, svg *, .search-sign *, [type="radio"]')
			)
				return [];
			const { left, right, top, bottom, width } = element.getBoundingClientRect();
			const sides = dir === 'rtl' ? [clientWidth - right, clientWidth - left] : [left, right];
			// A chevron is two edges of a box that is turned.
			const turns = ['::before', '::after'].map((part) => {
				const { rotate } = getComputedStyle(element, part);
				const angle = Number.parseFloat(rotate);
				return rotate === 'none' ? 0 : dir === 'rtl' ? 90 - angle : angle;
			});
			const name = `${element.localName}.${element.getAttribute('class')}`;
			return width === 0 ? [] : [[name, [...sides, top, bottom, ...turns]]];
		});
	});
}

test('from right to left, every box is mirrored', async () => {
	const arabic = await serveSite(files('ar-XB'));
	const states: [path: string, view: OpenOptions['view'], act?: (page: Page) => Promise<unknown>][] = [
		['/', WIDE],
		['/docs/a', WIDE],
		['/docs/г', WIDE],
		['/blog', WIDE],
		['/search', WIDE, (page) => page.waitForSelector('.search-start.shown')],
		['/docs/b', WIDE, (page) => searchFor(page, 'пост')],
		['/docs/a', NARROW],
		['/parts', NARROW, (page) => says(page, 'partCrashed')],
		[
			'/docs/a',
			NARROW,
			async (page) => {
				await giveSign(page);
				await clickLink(page, '.navbar-toggle');
				await until(page, () => document.getAnimations().length === 0);
			},
		],
	];
	for (const [path, view, act] of states) {
		const [left, right] = [[] as [string, number[]][], [] as [string, number[]][]];
		for (const [origin, list] of [
			[site.origin, left],
			[arabic.origin, right],
		] as const)
			await withPage(origin + path, { view, expected: /Беда/ }, async (page) => {
				await act?.(page);
				await page.waitForNetworkIdle({ idleTime: 100 });
				list.push(...(await boxes(page)));
			});
		const isFar = (side: number, at: number, other?: number[]): boolean =>
			!(Math.abs(side - (other?.[at] ?? NaN)) <= 1);
		const wrong = left.flatMap(([name, sides], at) => {
			const other = right[at]?.[1];
			return sides.some((side, which) => isFar(side, which, other)) ? `${name}: ${sides} is ${other}` : [];
		});
		assert.ok(left.length > 20);
		assert.equal(wrong, [], path);
	}
});

test.run();
