/** A site in several languages, in the browser: the language menu, the search, islands, the not-found page. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { config, doc } from '../memory-site.ts';
import { DIALOG, FIELD, openModal, searchFor } from '../search/modal.ts';
import {
	clickLink,
	isMarked,
	markDocument,
	serveSite,
	stopAll,
	textOf,
	until,
	untilHeading,
	withPage,
} from './browser.ts';

/** With signs that a script has to escape. */
const OWN_WORDS = { copied: 'C’est fait', noRecentSearches: 'Rien `encore`, \\ ni $plus' };

const site = await serveSite({
	'site.config.ts': config({
		locales: ['en', 'fr', 'ar'],
		search: {},
		navbar: { items: [{ type: 'localeDropdown' }] },
	}),
	'content/docs/index.md': doc('Bread', 'See [the oven](./oven.md).\n\n## Flour\n\nText.\n\n<Counter />', 'slug: /'),
	'content/docs/oven.md': doc('Oven', '<Counter />\n\n[Flour](./index.md#flour)'),
	'content/fr/docs/index.md': doc(
		'Pain',
		'Voir [le four](./oven.md).\n\n## Farine\n\nTexte.\n\n<Counter />',
		'slug: /',
	),
	'content/docs/code.md': doc('Code', '```ts\nconst a = 1;\n```\n\n<Hint />'),
	'content/ar/docs/index.md': doc('خبز', 'نص.\n\n## دقيق\n\nنص.', 'slug: /'),
	'content/fr/words.json': JSON.stringify(OWN_WORDS),
	'templates/components/Hint.island.tsx': `import { useEffect, useState } from 'react';
import { Admonition } from 'docsgen/templates';
export function Hint() {
	const [runs, setRuns] = useState(false);
	useEffect(() => setRuns(true), []);
	return runs ? <Admonition type="tip">Text.</Admonition> : <p>Text.</p>;
}`,
	'templates/components/Counter.island.tsx': `import { useState } from 'react';
export function Counter() {
	const [count, setCount] = useState(0);
	return <button type="button" className="counter" onClick={() => setCount(count + 1)}>{count}</button>;
}`,
});
const at = (path: string): string => site.origin + path;

test.after(stopAll);

test('the language menu leads to the same page, at the same place', async () => {
	await withPage(at('/fr/docs/#flour'), {}, async (page) => {
		await page.$eval('.navbar a[hreflang="ar"]', (link) => (link as HTMLElement).click());
		await untilHeading(page, 'خبز');
		assert.equal(new URL(page.url()).pathname, '/ar/docs/');
		assert.equal(await page.$$eval('.markdown h2', (all) => all.map(({ id }) => id)), ['flour']);
	});
});

test('pages of a language are swapped in, and islands run in each of them', async () => {
	for (const path of ['/docs/', '/fr/docs/']) {
		await withPage(at(path), {}, async (page) => {
			const counts = async (): Promise<void> => {
				await page.$eval('.counter', (button) => button.scrollIntoView());
				await until(page, () => {
					const button = document.querySelector<HTMLElement>('.counter');
					button?.click();
					return button?.textContent !== '0';
				});
			};
			await counts();
			await markDocument(page);
			await page.click('.markdown p a');
			await untilHeading(page, 'Oven');
			assert.ok(await isMarked(page), 'the document stays');
			await counts();
		});
	}
});

const COPY = '.code-actions button:last-child';

/** What scripts show on a page in dark mode, and their paths. */
async function shownOn(path: string): Promise<{ texts: string[]; scripts: string[] }> {
	const texts: string[] = [];
	let scripts: string[] = [];
	const before = (): void => {
		localStorage.setItem('theme', 'dark');
		Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } });
	};
	await withPage(at(path), { before }, async (page) => {
		const add = async (selector: string): Promise<unknown> => texts.push(await textOf(page, selector));
		texts.push(await page.$eval('.theme-toggle', (toggle) => toggle.getAttribute('title') ?? ''));
		await page.$eval('docsgen-island', (island) => island.scrollIntoView());
		await page.waitForSelector('docsgen-island .admonition');
		await add('docsgen-island .admonition');
		const label = await textOf(page, COPY);
		await clickLink(page, COPY);
		await until(page, (copy, text) => document.querySelector(copy)?.textContent !== text, COPY, label);
		await add(COPY);
		await openModal(page);
		await page.waitForSelector('.search-hint');
		await add('.search-hint');
		// The dialog starts its worker when it is idle.
		await page.waitForNetworkIdle();
		scripts = await page.evaluate(() =>
			performance.getEntriesByType('resource').flatMap(({ name }) => /assets.*\.js$/.exec(name)?.[0] ?? []),
		);
	});
	return { texts, scripts: scripts.sort() };
}

test('one set of scripts shows the words of each language', async () => {
	const english = await shownOn('/docs/code');
	const mode = 'Switch between dark and light mode (currently dark mode)';
	assert.equal(english.texts, [mode, 'TipText.', 'Copied', 'No recent searches']);
	const others: Record<string, string[]> = {
		fr: [
			'Basculer entre le mode sombre et le mode clair (actuellement\u00a0: mode sombre)',
			'AstuceText.',
			OWN_WORDS.copied,
			OWN_WORDS.noRecentSearches,
		],
		ar: ['التبديل بين الوضع الداكن والفاتح (الوضع الحالي: داكن)', 'نصيحةText.', 'تم النسخ', 'لا توجد عمليات بحث حديثة'],
	};
	for (const [locale, texts] of Object.entries(others)) {
		const { scripts, ...shown } = await shownOn(`/${locale}/docs/code`);
		assert.equal(shown.texts, texts);
		const messages = scripts.filter((path) => path.startsWith(`assets/messages-${locale}-`));
		assert.is(messages.length, 1);
		assert.equal(
			scripts.filter((path) => !messages.includes(path)),
			english.scripts,
		);
	}
});

test('the search finds pages of the language, and says its words', async () => {
	await withPage(at('/fr/docs/'), {}, async (page) => {
		await page.click('.search-button');
		await page.waitForSelector(FIELD);
		await page.type(FIELD, 'farine');
		await until(page, () => document.querySelector('.search-dialog a[href="/fr/docs/#flour"]') !== null);
		assert.match(await textOf(page, DIALOG), 'pour choisir');
	});
	await withPage(at('/docs/'), {}, async (page) => {
		await page.click('.search-button');
		await page.waitForSelector(FIELD);
		await page.type(FIELD, 'farine');
		await until(page, () => /No results|farine/.test(document.querySelector('.search-dialog')?.textContent ?? ''));
		assert.is(await page.$(`${DIALOG} a[href^="/fr/"]`), null);
	});
});

test('from right to left, results in another language keep their own direction', async () => {
	const directions = (page: Page, selector: string): Promise<string[]> =>
		page.$$eval(selector, (all) =>
			all.map((element) => `${element.textContent} ${getComputedStyle(element).direction}`),
		);
	await withPage(at('/ar/docs/'), {}, async (page) => {
		await searchFor(page, 'oven');
		assert.equal(await directions(page, '.search-option-main'), ['Oven ltr']);
		const isBesideIcon = await page.$eval('.search-option-main', (element) => {
			const text = document.createRange();
			text.selectNodeContents(element);
			return text.getBoundingClientRect().right > element.getBoundingClientRect().right - 2;
		});
		assert.ok(isBesideIcon);
	});
	await withPage(at('/ar/search?q=oven'), {}, async (page) => {
		await page.waitForSelector('.search-found');
		assert.equal(await directions(page, '.search-found h2'), ['Oven ltr']);
	});
});

test('a missing page is explained in its language, with pages of that language', async () => {
	await withPage(at('/fr/docs/ovem'), { expected: /404/ }, async (page) => {
		await page.waitForSelector('.suggestions a');
		assert.is(await textOf(page, 'h1'), 'Page introuvable');
		assert.equal(
			await page.$$eval('.suggestions li > a', (all) => all.map((a) => a.getAttribute('href'))[0]),
			'/fr/docs/oven',
		);
		assert.is(await page.$('.suggestions a[href^="/docs/"]'), null);
	});
});

test('hosts with one not-found page show that of the language, at the missing URL', async () => {
	const fileOf = (path: string): string | undefined =>
		[path, `${path}/index.html`]
			.map((name) => join(site.outDir, name))
			.find((name) => existsSync(name) && statSync(name).isFile());
	let hasOwn = true;
	const server = createServer(({ url = '/' }, response) => {
		const path = decodeURI(url.replace(/[?#].*/, ''));
		const file = hasOwn || path !== '/fr/404.html' ? fileOf(path) : undefined;
		const type =
			extname(file ?? '.html') === '.js'
				? 'text/javascript'
				: extname(file ?? '.html') === '.css'
					? 'text/css'
					: 'text/html';
		response.writeHead(file ? 200 : 404, { 'content-type': type });
		response.end(readFileSync(file ?? join(site.outDir, '404.html')));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	try {
		await withPage(`${origin}/docs/oven`, { expected: /404/ }, async (page) => {
			let arrive: () => void = () => undefined;
			page.on('framenavigated', (frame) => {
				if (frame.url().includes('missing=')) arrive();
			});
			const arrived = new Promise<void>((resolve) => {
				arrive = resolve;
			});
			const explained = async (path: string, heading: string, leads = false): Promise<void> => {
				await page.goto(origin + path, { waitUntil: 'load' });
				if (leads) await arrived;
				await page.waitForSelector('.suggestions a');
				assert.is(await textOf(page, 'h1'), heading);
				assert.is(page.url(), origin + path);
			};
			await explained('/fr/docs/ovem?a=b#c', 'Page introuvable', true);
			await explained('/docs/ovem', 'Page Not Found');
			await explained('/frog', 'Page Not Found');
			hasOwn = false;
			await page.goto(`${origin}/fr/404.html`);
			await page.waitForSelector('.suggestions a');
			assert.is(await textOf(page, 'h1'), 'Page Not Found');
			assert.is(page.url(), `${origin}/fr/404.html`);
		});
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
});

test.run();
