/** Color mode, preferred docs version, failing storage (B-190 to B-205), and the announcement bar (B-090 to B-095). */
import type { HTTPRequest, Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
	attributeOf,
	clickLink,
	giveSign,
	isMarked,
	isShown,
	markDocument,
	NARROW,
	newContext,
	type OpenOptions,
	serveSite,
	stopAll,
	textOf,
	until,
	untilHeading,
	untilPainted,
	untilTabs,
	withPage,
} from './browser.ts';
import { shellSite } from './shell-site.ts';

const site = await serveSite(shellSite());
const at = (path: string): string => site.origin + path;

test.after(stopAll);

const theme = (page: Page): Promise<string | null> => attributeOf(page, 'html', 'data-theme');
const stored = (page: Page, key: string): Promise<string | null> =>
	page.evaluate((name) => localStorage.getItem(name), key);
const DARK = { 'prefers-color-scheme': 'dark' };
const TOGGLE = '.navbar > .theme-toggle';

/** Opens a page twice, with shared storage. */
async function twice(
	options: OpenOptions & { first: (page: Page) => Promise<unknown>; second: (page: Page) => Promise<unknown> },
	path = '/docs/',
): Promise<void> {
	const { first, second, ...open } = options;
	const context = await newContext();
	try {
		await withPage(at(path), { ...open, context }, async (page) => void (await first(page)));
		await withPage(at(path), { ...open, context }, async (page) => void (await second(page)));
	} finally {
		await context.close();
	}
}

/** Records every value of the theme attribute of `<html>` that could have been painted. */
const recordTheme = (): void => {
	const seen: (string | undefined)[] = [];
	Object.assign(window, { testSeen: seen });
	const look = (): void => {
		if (document.querySelector('body')) seen.push(document.documentElement.dataset.theme);
		requestAnimationFrame(look);
	};
	look();
};

test('B-190: the mode is on <html> before the first paint: no flash on any page', async () => {
	for (const path of ['/', '/docs/', '/blog', '/nothing']) {
		await withPage(at(path), { before: recordTheme, media: DARK, expected: /404/ }, async (page) => {
			await until(page, () => Reflect.get(window, 'testSeen').length > 3);
			const seen: string[] = await page.evaluate(() => Reflect.get(window, 'testSeen'));
			assert.equal([...new Set(seen)], ['dark']);
			const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
			assert.is(ground, 'rgb(14, 24, 32)');
		});
	}
	const head = await (await fetch(at('/docs/'))).text();
	assert.ok(head.indexOf('<script>') < head.indexOf('<link rel="stylesheet"'), 'the script comes before any style');
	assert.ok(head.indexOf('<script>') < head.indexOf('<body'));
});

test('B-191: the switch flips the mode and stores it; other stored values count as light', async () => {
	await twice({
		async first(page) {
			assert.is(await theme(page), 'light');
			await page.click(TOGGLE);
			assert.is(await theme(page), 'dark');
			assert.is(await stored(page, 'theme'), 'dark');
			await page.click(TOGGLE);
			assert.is(await stored(page, 'theme'), 'light');
			await page.click(TOGGLE);
		},
		async second(page) {
			assert.is(await theme(page), 'dark');
			for (const value of ['nonsense', '']) {
				await page.evaluate((text) => localStorage.setItem('theme', text), value);
				await page.reload();
				assert.is(await theme(page), 'light');
			}
		},
	});
});

test('B-192: without a stored value, the system decides, also when it changes, but not for printing', async () => {
	await withPage(at('/'), { media: DARK }, async (page) => assert.is(await theme(page), 'dark'));
	await withPage(at('/'), {}, async (page) => {
		assert.is(await theme(page), 'light');
		const system = (scheme: string): Promise<void> =>
			page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
		await system('dark');
		await until(page, () => document.documentElement.dataset.theme === 'dark');
		// Printing switches to light, and back afterwards.
		const devtools = await page.createCDPSession();
		for (const [media, scheme] of [
			['print', 'light'],
			['screen', 'dark'],
		] as const) {
			const features = [{ name: 'prefers-color-scheme', value: scheme }];
			await devtools.send('Emulation.setEmulatedMedia', { media, features });
			await untilPainted(page);
			assert.is(await theme(page), 'dark', media);
		}
		await system('light');
		await until(page, () => document.documentElement.dataset.theme === 'light');
		assert.is(await stored(page, 'theme'), null);
	});
});

test('B-193: a change of the system does not override the reader’s choice', async () => {
	await withPage(at('/'), {}, async (page) => {
		await page.click(TOGGLE);
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
		await page.click(TOGGLE);
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
		await untilPainted(page);
		assert.is(await theme(page), 'light');
		await page.reload();
		assert.is(await theme(page), 'light');
	});
});

test('B-194: without a switch, the system decides, no toggle shows, and a stored value is removed', async () => {
	const fixed = await serveSite(shellSite({ colorMode: { disableSwitch: true } }));
	const before = (): void => {
		if (location.protocol === 'http:') localStorage.setItem('theme', 'light');
	};
	await withPage(`${fixed.origin}/`, { before, media: DARK }, async (page) => {
		assert.is(await theme(page), 'dark');
		assert.is(await page.$('.theme-toggle'), null);
		assert.is(await stored(page, 'theme'), null);
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
		await until(page, () => document.documentElement.dataset.theme === 'light');
	});
	const own = await serveSite(shellSite({ colorMode: { defaultMode: 'dark', respectPrefersColorScheme: false } }));
	await withPage(`${own.origin}/`, {}, async (page) => {
		assert.is(await theme(page), 'dark', 'a site may have a mode of its own');
	});
});

test('B-195: other open windows follow immediately', async () => {
	const context = await newContext();
	await withPage(at('/docs/'), { context }, async (first) => {
		await withPage(at('/blog'), { context }, async (second) => {
			await clickLink(first, TOGGLE);
			await until(second, () => document.documentElement.dataset.theme === 'dark');
			assert.match((await attributeOf(second, TOGGLE, 'title')) ?? '', 'currently dark mode');
			await clickLink(second, TOGGLE);
			await until(first, () => document.documentElement.dataset.theme === 'light');
		});
	});
	await context.close();
});

test('B-196: the toggle has a label, is disabled until scripts run, and images change with the mode', async () => {
	const label = (mode: string): string => `Switch between dark and light mode (currently ${mode} mode)`;
	const html = await (await fetch(at('/'))).text();
	assert.match(html, /<button[^>]*theme-toggle[^>]* disabled=""/);
	await withPage(at('/'), {}, async (page) => {
		for (const mode of ['light', 'dark']) {
			assert.is(await attributeOf(page, TOGGLE, 'aria-label'), label(mode));
			assert.is(await attributeOf(page, TOGGLE, 'title'), label(mode));
			assert.is(await attributeOf(page, TOGGLE, 'disabled'), null);
			assert.ok(await isShown(page, `.navbar .brand img[src="/img/logo${mode === 'dark' ? '-dark' : ''}.svg"]`));
			assert.not.ok(await isShown(page, `.navbar .brand img[src="/img/logo${mode === 'dark' ? '' : '-dark'}.svg"]`));
			await page.click(TOGGLE);
		}
	});
	await withPage(at('/'), { view: NARROW }, async (page) => {
		assert.not.ok(await isShown(page, TOGGLE));
		await page.click('.navbar-toggle');
		await page.waitForSelector('.panel:popover-open');
		await page.click('.panel .theme-toggle');
		assert.is(await theme(page), 'dark');
		assert.is(await attributeOf(page, '.panel .theme-toggle', 'aria-label'), label('dark'));
	});
});

/* ---------------------------------------------------------------- the preferred docs version */

const KEY = 'docs-preferred-version-default';
const prefer = (name: string) => (page: Page) =>
	page.evaluate((key, value) => localStorage.setItem(key, value), KEY, name);

test('B-200: choosing a version in the menu or by "latest version" stores it; visiting does not', async () => {
	await withPage(at('/docs/long'), {}, async (page) => {
		await markDocument(page);
		await clickLink(page, '.navbar .dropdown[data-role="versions"] a[data-version="1.x"]');
		await untilHeading(page, 'Old long');
		assert.is(await stored(page, KEY), '1.x');
		await clickLink(page, '.banner a');
		await untilHeading(page, 'Long');
		assert.is(await stored(page, KEY), 'current');
		assert.ok(await isMarked(page));
	});
	await withPage(at('/docs/v1/'), {}, async (page) => {
		await clickLink(page, '.sidebar a[href="/docs/v1/long"]');
		await untilHeading(page, 'Old long');
		assert.is(await stored(page, KEY), null);
	});
});

test('B-200: a version chosen before the interactive scripts load is stored', async () => {
	const intercept = (request: HTTPRequest): boolean => {
		const isLate = /\/responses-/.test(request.url());
		if (isLate) void request.abort('failed');
		return isLate;
	};
	await withPage(at('/docs/long'), { intercept, expected: /ERR_FAILED|without scripts/ }, async (page) => {
		await clickLink(page, '.navbar .dropdown[data-role="versions"] a[data-version="1.x"]');
		await until(page, () => location.pathname === '/docs/v1/long');
		assert.is(await stored(page, KEY), '1.x');
	});
});

test('B-201: a stored version that no longer exists is removed on the next load', async () => {
	await twice({
		first: prefer('0.1'),
		async second(page) {
			assert.is(await stored(page, KEY), null);
			await page.evaluate((key) => localStorage.setItem(key, '0.2'), KEY);
			await page.goto(at('/'));
			await until(page, (key) => localStorage.getItem(key) === null, KEY);
		},
	});
});

test('B-202: outside the docs, the preference decides label and links of the navbar', async () => {
	const trigger = '.navbar .dropdown[data-role="versions"] > .dropdown-trigger';
	await twice({
		async first(page) {
			await page.goto(at('/'));
			assert.is(await textOf(page, trigger), '2.x');
			await prefer('1.x')(page);
		},
		async second(page) {
			assert.is(await textOf(page, trigger), '2.x', 'in the docs the page’s own version counts');
			await page.goto(at('/'));
			await until(page, (selector) => document.querySelector(selector)?.textContent?.trim() === '1.x', trigger);
			assert.is(await attributeOf(page, trigger, 'href'), '/docs/v1/');
			const href = (label: string): Promise<string | null | undefined> =>
				page.$$eval(
					'.navbar .navbar-link',
					(links, text) => links.find((link) => link.textContent?.trim() === text)?.getAttribute('href'),
					label,
				);
			assert.is(await href('Long doc'), '/docs/v1/long');
			assert.is(await href('All docs'), '/docs/v1/');
			assert.is(await href('Docs'), '/docs');
			await clickLink(page, '.navbar a[href="/blog"]');
			await until(page, () => document.title === 'Blog | Shell');
			assert.is(await textOf(page, trigger), '1.x');
			await clickLink(page, '.navbar a[href="/docs"]');
			await untilHeading(page, 'Introduction');
			assert.is(await textOf(page, trigger), '2.x');
		},
	});
});

/* ---------------------------------------------------------------- storage */

test('B-203: without storage, one warning is logged and everything works while the page is open', async () => {
	const before = (): void => {
		Object.defineProperty(window, 'localStorage', {
			get() {
				throw new DOMException('denied', 'SecurityError');
			},
		});
	};
	await withPage(at('/docs/tabs'), { before, expected: /Storage is not available/ }, async (page, { said }) => {
		await page.click(TOGGLE);
		assert.is(await theme(page), 'dark');
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
		assert.is(await theme(page), 'dark', 'what was chosen stays chosen');
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="js"]');
		assert.is((await page.$$('.tab-panel.selected[aria-label="JavaScript"]')).length, 2);
		await clickLink(page, '.navbar .dropdown[data-role="versions"] a[data-version="1.x"]');
		await untilHeading(page, 'Old introduction');
		assert.is(said.length, 1);
	});
	const gone = (): void => {
		Object.defineProperty(window, 'localStorage', { value: null });
	};
	await withPage(at('/docs/'), { before: gone }, async (page) => {
		await page.click(TOGGLE);
		assert.is(await theme(page), 'dark');
	});
});

test('B-204: storage that fails logs the key and does not break the page', async () => {
	const before = (): void => {
		const fail = (): never => {
			throw new DOMException('full', 'QuotaExceededError');
		};
		Object.assign(Storage.prototype, { setItem: fail, getItem: fail, removeItem: fail });
	};
	await withPage(at('/docs/tabs'), { before, expected: /Storage: (get|set|remove)Item "/ }, async (page, { said }) => {
		await page.click(TOGGLE);
		assert.is(await theme(page), 'dark');
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="js"]');
		assert.ok(await page.$('.tab-panel.selected[aria-label="JavaScript"]'));
		assert.ok(said.some((text) => text.includes('setItem "theme"')));
		assert.ok(said.some((text) => text.includes('setItem "tabs.language"')));
	});
});

test('B-205: nothing else is stored anywhere', async () => {
	await withPage(at('/docs/tabs'), {}, async (page) => {
		await page.click(TOGGLE);
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="js"]');
		await clickLink(page, '.navbar .dropdown[data-role="versions"] a[data-version="1.x"]');
		await untilHeading(page, 'Old introduction');
		const kept = await page.evaluate(async () => ({
			local: Object.keys(localStorage).sort(),
			session: Object.keys(sessionStorage),
			cookies: document.cookie,
			databases: await indexedDB.databases(),
			caches: await caches.keys(),
		}));
		const local = ['docs-preferred-version-default', 'tabs.language', 'theme'];
		assert.equal(kept, { local, session: [], cookies: '', databases: [], caches: [] });
	});
});

/* ---------------------------------------------------------------- the announcement bar */

const BAR = {
	id: 'one',
	content: 'News <b>of</b> <a href="/blog">the day</a>',
	backgroundColor: '#102030',
	textColor: '#fafafa',
};
const CLOSE = '.announcement button';

test('B-090: the bar shows its content in its colors, with a close button', async () => {
	const announced = await serveSite(shellSite({ announcementBar: BAR }));
	for (const view of [undefined, NARROW]) {
		await withPage(`${announced.origin}/`, { view }, async (page) => {
			assert.is(await textOf(page, '.announcement'), 'News of the day');
			assert.ok(await page.$('.announcement b'));
			const colours = await page.$eval('.announcement', (bar) => {
				const { backgroundColor, color } = getComputedStyle(bar);
				return [backgroundColor, color];
			});
			assert.equal(colours, ['rgb(16, 32, 48)', 'rgb(250, 250, 250)']);
			assert.is(await attributeOf(page, CLOSE, 'aria-label'), 'Close');
		});
	}
});

test('B-091, B-092, B-093, B-095: a closed bar stays closed until there is a new one; no flash, no shift, no space, no print', async () => {
	const first = await serveSite(shellSite({ announcementBar: BAR }));
	const context = await newContext();
	await withPage(`${first.origin}/`, { context }, async (page) => {
		assert.ok(await isShown(page, '.announcement'));
		const top = (): Promise<number> => page.$eval('.navbar', (bar) => bar.getBoundingClientRect().top);
		assert.ok((await top()) > 0);
		await giveSign(page);
		await page.click(CLOSE);
		assert.not.ok(await isShown(page, '.announcement'));
		assert.is(await top(), 0);
		assert.is(await stored(page, 'announcement.dismissed'), 'true');
		assert.is(await stored(page, 'announcement.id'), 'one');
		await clickLink(page, '.navbar a[href="/blog"]');
		await until(page, () => document.title === 'Blog | Shell');
		assert.not.ok(await isShown(page, '.announcement'), 'also after navigation');
		// Hidden before it is parsed, so it never takes up space.
		await page.evaluateOnNewDocument(() => {
			const seen: number[] = [];
			Object.assign(window, { testHeights: seen });
			new MutationObserver(() => {
				const bar = document.querySelector('.announcement');
				if (bar) seen.push(bar.getBoundingClientRect().height);
			}).observe(document, { childList: true, subtree: true });
		});
		await page.reload();
		const heights: number[] = await page.evaluate(() => Reflect.get(window, 'testHeights'));
		assert.equal([...new Set(heights)], [0]);
		assert.is(await attributeOf(page, 'html', 'data-announcement-dismissed'), 'true');
		await page.evaluate(() => localStorage.setItem('announcement.id', 'older'));
		await page.reload();
		assert.ok(await isShown(page, '.announcement'), 'a new id shows on the very first load');
		await giveSign(page);
		await until(page, () => localStorage.getItem('announcement.id') === 'one');
		assert.is(await stored(page, 'announcement.dismissed'), null);
		await page.emulateMediaType('print');
		assert.not.ok(await isShown(page, '.announcement'));
	});
	await context.close();
});

test('B-094: a bar that cannot be closed has no button and always shows; without storage, closing works for the open page', async () => {
	const firm = await serveSite(shellSite({ announcementBar: { ...BAR, isCloseable: false } }));
	const dismissed = (): void => {
		if (location.protocol !== 'http:') return;
		localStorage.setItem('announcement.id', 'one');
		localStorage.setItem('announcement.dismissed', 'true');
	};
	await withPage(`${firm.origin}/`, { before: dismissed }, async (page) => {
		assert.is(await page.$(CLOSE), null);
		assert.ok(await isShown(page, '.announcement'));
	});
	const soft = await serveSite(shellSite({ announcementBar: BAR }));
	const before = (): void => {
		Object.defineProperty(window, 'localStorage', {
			get() {
				throw new DOMException('denied', 'SecurityError');
			},
		});
	};
	await withPage(`${soft.origin}/`, { before, expected: /Storage is not available/ }, async (page) => {
		await giveSign(page);
		await page.click(CLOSE);
		assert.not.ok(await isShown(page, '.announcement'));
		await clickLink(page, '.navbar a[href="/blog"]');
		await until(page, () => document.title === 'Blog | Shell');
		assert.not.ok(await isShown(page, '.announcement'));
		await page.reload();
		assert.ok(await isShown(page, '.announcement'));
	});
});

test.run();
