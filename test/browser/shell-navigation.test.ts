/** Navigation without a full load: links, prefetch, progress, scrolling, focus, history (B-021 to B-054). */
import type { HTTPRequest, Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeFiles } from '../write-files.ts';
import {
	attributeOf,
	clickLink,
	focused,
	giveSign,
	inBackground,
	isMarked,
	isShown,
	markDocument,
	NARROW,
	newContext,
	saving,
	scrollTo,
	scrollTop,
	serveSite,
	stopAll,
	textOf,
	until,
	untilHeading,
	untilPainted,
	withPage,
} from './browser.ts';
import { shellConfig, shellSite } from './shell-site.ts';

const site = await serveSite(shellSite());
const at = (path: string): string => site.origin + path;

test.after(stopAll);

const here = (page: Page): string => {
	const { pathname, search, hash } = new URL(page.url());
	return pathname + search + hash;
};
const entries = (page: Page): Promise<number> => page.evaluate(() => history.length);

/** Waits until a condition in the test itself is true. */
async function soon(condition: () => boolean): Promise<void> {
	for (let turn = 0; turn < 100 && !condition(); turn++) await new Promise((resolve) => setTimeout(resolve, 20));
	assert.ok(condition());
}

/** Holds responses for a path until `release` is called. */
function hold(path: string): { intercept: (request: HTTPRequest) => boolean; release: () => void; held: () => number } {
	const waiting: HTTPRequest[] = [];
	let open = false;
	return {
		intercept(request) {
			const url = new URL(request.url());
			if (open || url.pathname !== path || request.resourceType() === 'document') return false;
			waiting.push(request);
			return true;
		},
		release() {
			open = true;
			for (const request of waiting.splice(0)) void request.continue();
		},
		held: () => waiting.length,
	};
}

test('B-020: external links open a new tab without a referrer; internal ones stay in the tab', async () => {
	await withPage(at('/'), {}, async (page) => {
		const links = await page.$$eval(
			'main a[href^="https:"], .navbar a[href^="https:"], .footer a[href^="https:"]',
			(all) => all.map((link) => [link.getAttribute('target'), link.getAttribute('rel')].join(' ')),
		);
		assert.ok(links.length >= 3);
		for (const link of links) assert.is(link, '_blank noopener noreferrer');
		assert.is(await attributeOf(page, 'main a[href="/docs/long"]', 'target'), null);
	});
});

test('B-021: only a plain left click is intercepted', async () => {
	await withPage(at('/'), {}, async (page) => {
		await giveSign(page);
		await markDocument(page);
		const kept = (init: MouseEventInit, type = 'click'): Promise<boolean> =>
			page.$eval(
				'main a[href="/docs/long"]',
				(link, options, name) => {
					// Runs last: records whether the shell has handled the event, and stops the browser from following the link.
					let taken = false;
					const last = (event: Event): void => {
						taken = event.defaultPrevented;
						event.preventDefault();
					};
					window.addEventListener(name, last, { once: true });
					link.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, ...options }));
					return taken;
				},
				init,
				type,
			);
		for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) assert.is(await kept({ [key]: true }), false, key);
		assert.is(await kept({ button: 1 }, 'auxclick'), false, 'middle');
		await page.$eval('main a[href="/docs/long"]', (link) => link.setAttribute('target', 'elsewhere'));
		assert.is(await kept({}), false, 'target');
		await page.$eval('main a[href="/docs/long"]', (link) => link.setAttribute('target', '_self'));
		assert.is(await kept({}), true, '_self');
		await untilHeading(page, 'Long');
		assert.ok(await isMarked(page));
	});
});

test('B-022: the browser handles hash and mail links, which are not prefetched; files load fully', async () => {
	await withPage(at('/docs/long'), {}, async (page, { requests }) => {
		await markDocument(page);
		requests.length = 0;
		await page.click('main .markdown a[href="#second"]');
		await until(page, () => location.hash === '#second' && scrollY > 0);
		assert.ok(await isMarked(page));
		assert.equal(
			requests.filter((path) => path.startsWith('/docs/long')),
			[],
		);
	});
	await withPage(at('/'), { expected: /404/ }, async (page) => {
		await markDocument(page);
		await clickLink(page, 'main a[href="/file.txt"]');
		await until(page, () => document.body.textContent === 'A file.');
		assert.not.ok(await isMarked(page));
	});
});

test('B-023: a link to the current URL replaces the entry and scrolls again', async () => {
	await withPage(at('/docs/long'), {}, async (page) => {
		await markDocument(page);
		await scrollTo(page, 700);
		const before = await entries(page);
		await clickLink(page, '.sidebar a[href="/docs/long"]');
		await until(page, () => scrollY === 0);
		assert.is(await entries(page), before);
		await clickLink(page, 'main .markdown a[href="#second"]');
		await until(page, () => scrollY > 500);
		const place = await scrollTop(page);
		const second = await entries(page);
		await scrollTo(page, 0);
		await clickLink(page, 'main .markdown a[href="#second"]');
		await until(page, (top) => Math.abs(scrollY - top) < 2, place);
		assert.is(await entries(page), second);
		assert.ok(await isMarked(page));
	});
});

test('B-024: paths get the base URL once, and navigation works below it', async () => {
	const below = await serveSite(shellSite(), '/project/');
	await withPage(`${below.origin}/project/`, {}, async (page) => {
		await markDocument(page);
		const hrefs = await page.$$eval('a[href^="/"]', (links) => links.map((link) => link.getAttribute('href') ?? ''));
		for (const href of hrefs) assert.match(href, /^\/project(?:\/(?!project)|$)/);
		await clickLink(page, 'main a[href="/project/docs/long"]');
		await untilHeading(page, 'Long');
		assert.is(here(page), '/project/docs/long');
		assert.ok(await isMarked(page));
	});
});

const active = (page: Page): Promise<string[]> =>
	page.$$eval('.navbar .navbar-link.active', (links) => links.map((link) => link.textContent?.trim() ?? ''));

test('B-025: links to the page or above it are active, with aria-current, also after navigation', async () => {
	await withPage(at('/blog'), {}, async (page) => {
		assert.equal(await active(page), ['Blog']);
		assert.is(await attributeOf(page, '.navbar-link.active', 'aria-current'), 'page');
		await clickLink(page, 'main a[href="/blog/2023/01/14/hello"]');
		await untilHeading(page, 'Hello');
		assert.equal(await active(page), ['Blog'], 'a parent path');
		await clickLink(page, '.brand');
		await untilHeading(page, 'Home of Shell');
		assert.equal(await active(page), []);
	});
});

test('B-026: a base path or an expression decides, also on the not-found page', async () => {
	await withPage(at('/docs/guide/two'), {}, async (page) => {
		assert.ok((await active(page)).includes('Guide'));
		assert.not.ok((await active(page)).includes('Docs'), 'the first item is active on /docs only');
		await clickLink(page, '.sidebar a[href="/docs/"]');
		await untilHeading(page, 'Introduction');
		assert.ok((await active(page)).includes('Docs'));
		assert.not.ok((await active(page)).includes('Guide'));
	});
	await withPage(at('/docs/guide/unknown'), { expected: /404/ }, async (page) => {
		await until(page, () => document.querySelector('.navbar .active') !== null);
		assert.equal(await active(page), ['Guide']);
	});
	await withPage(at('/blog/unknown'), { expected: /404/ }, async (page) => {
		await until(page, () => document.querySelector('.navbar .active') !== null);
		assert.equal(await active(page), ['Blog']);
	});
});

/* ---------------------------------------------------------------- prefetch and preload */

const prefetched = (page: Page): Promise<string[]> =>
	page.$$eval('link[rel="prefetch"]', (links) => links.map((link) => link.getAttribute('href') ?? ''));

test('B-030: a link that comes into view prefetches its page, each path once', async () => {
	await withPage(at('/'), {}, async (page, { requests }) => {
		await until(page, () => document.querySelectorAll('link[rel="prefetch"]').length >= 4);
		assert.ok((await prefetched(page)).includes('/docs/long'));
		assert.not.ok((await prefetched(page)).includes('/docs/last'), 'far below');
		await scrollTo(page, 100_000);
		await until(page, () => document.querySelector('link[rel="prefetch"][href="/docs/last"]') !== null);
		const paths = await prefetched(page);
		assert.is(new Set(paths).size, paths.length);
		assert.is(requests.filter((path) => path === '/docs/long').length, 1);
	});
	await withPage(
		at('/'),
		{
			before: () => {
				DOMTokenList.prototype.supports = () => false;
			},
		},
		async (page, { requests }) => {
			await until(page, () => performance.getEntriesByName(`${location.origin}/docs/long`).length > 0);
			assert.equal(await prefetched(page), []);
			assert.ok(requests.includes('/docs/long'), 'by a GET request');
		},
	);
});

test('B-030: a click uses the prefetched page and scripts without another request', async () => {
	await withPage(at('/'), {}, async (page, { requests }) => {
		await until(page, () => performance.getEntriesByName(`${location.origin}/docs/long`).length > 0);
		await until(page, () => performance.getEntriesByType('resource').some(({ name }) => /\/swap-/.test(name)));
		const before = requests.length;
		await clickLink(page, 'main a[href="/docs/long"]');
		await untilHeading(page, 'Long');
		const sizes = await page.evaluate(() =>
			performance
				.getEntriesByName(`${location.origin}/docs/long`)
				.map((entry) => (entry as PerformanceResourceTiming).transferSize),
		);
		assert.is(sizes.length, 2);
		assert.ok(sizes[0] !== 0);
		assert.is(sizes[1], 0, 'from the browser’s own memory');
		assert.equal(
			requests.slice(before).filter((path) => path.endsWith('.js')),
			[],
		);
	});
});

test('B-030: at most 300 kB are prefetched before a click, nearest links first', async () => {
	let state = 1;
	const noise = (): string => {
		state = (state * 48_271) % 2_147_483_647;
		return state.toString(36);
	};
	const names = Array.from({ length: 60 }, (_, index) => `page-${index + 10}`);
	const many = await serveSite({
		'site.config.ts': `export default { title: 'Many', url: 'https://example.org' };`,
		'content/docs/index.md': `# Many\n\n${names.map((name) => `- [${name}](./${name}.md)`).join('\n')}`,
		...Object.fromEntries(
			names.map((name) => [`content/docs/${name}.md`, `# ${name}\n\n${Array.from({ length: 2000 }, noise).join(' ')}`]),
		),
	});
	const view = { width: 1280, height: 4000 };
	await withPage(`${many.origin}/docs/`, { view }, async (page) => {
		const fetched = () =>
			page.evaluate(() => {
				const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')];
				const entries = links.flatMap(({ href }) => performance.getEntriesByName(href) as PerformanceResourceTiming[]);
				// Exclude the navbar, which is prefetched first.
				const inText = links.map((link) => document.querySelector(`.markdown a[href="${link.getAttribute('href')}"]`));
				const first = inText.find((link) => link !== null);
				return {
					count: links.length,
					bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0),
					first: first?.getBoundingClientRect().top ?? 0,
				};
			});
		for (let turn = 0; turn < 1000 && (await fetched()).bytes < 250_000; turn++) await untilPainted(page);
		await page.waitForNetworkIdle({ idleTime: 100 });
		const { count, bytes, first } = await fetched();
		assert.ok(bytes > 250_000 && bytes < 300_000, `${bytes} bytes`);
		assert.ok(count < names.length, `${count} pages`);
		assert.ok(Math.abs(first - 2000) < 800, `the first one is at ${first} of 4000`);
	});
});

test('B-031: without IntersectionObserver, all links are prefetched once the page is set up', async () => {
	const before = (): void => {
		Reflect.deleteProperty(window, 'IntersectionObserver');
	};
	await withPage(at('/'), { before }, async (page) => {
		await until(page, () => document.querySelector('link[rel="prefetch"][href="/docs/last"]') !== null);
	});
});

test('B-032: hovering or touching a link preloads its page, once', async () => {
	const loads = (requests: string[]): number => requests.filter((path) => path === '/docs/long').length;
	await withPage(at('/'), {}, async (page, { requests }) => {
		await until(page, () => document.querySelectorAll('link[rel="prefetch"]').length >= 4);
		requests.length = 0;
		await page.hover('main a[href="/docs/long"]');
		await page.hover('main h1');
		await page.hover('main a[href="/docs/long#second"]');
		await soon(() => loads(requests) > 0);
		await page.click('main a[href="/docs/long"]');
		await untilHeading(page, 'Long');
		assert.is(loads(requests), 1);
	});
	await withPage(at('/'), { view: NARROW }, async (page, { requests }) => {
		await until(page, () => document.querySelectorAll('link[rel="prefetch"]').length >= 1);
		requests.length = 0;
		const link = await page.$('main a[href="/docs/long"]');
		await link?.touchStart();
		await soon(() => loads(requests) > 0);
		assert.is(loads(requests), 1);
	});
});

test('B-033: nothing is prefetched on 2g or in data-saving mode; visits still load', async () => {
	const slow = (): void => {
		Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: 'slow-2g' } });
	};
	const without = (): void => {
		Object.defineProperty(navigator, 'connection', { value: undefined });
	};
	for (const before of [slow, saving]) {
		await withPage(at('/'), { before }, async (page, { requests }) => {
			await page.waitForNetworkIdle({ idleTime: 100 });
			await page.hover('main a[href="/docs/long"]');
			await page.waitForNetworkIdle({ idleTime: 100 });
			assert.equal(await prefetched(page), []);
			assert.not.ok(requests.includes('/docs/long'));
			await page.click('main a[href="/docs/long"]');
			await untilHeading(page, 'Long');
		});
	}
	await withPage(at('/'), { before: without }, async (page) => {
		await until(page, () => document.querySelectorAll('link[rel="prefetch"]').length >= 4);
	});
});

test('B-034: links with a query or hash prefetch the page of their path', async () => {
	await withPage(at('/docs/'), {}, async (page) => {
		await page.$eval('main .markdown', (part) =>
			part.insertAdjacentHTML('beforeend', '<a href="/docs/open?a=1#b">x</a>'),
		);
		await page.evaluate(() => document.documentElement.dispatchEvent(new CustomEvent('docsgen:page')));
		await until(page, () => document.querySelector('link[rel="prefetch"][href="/docs/open"]') !== null);
	});
});

/* ---------------------------------------------------------------- navigation */

test('B-040: the URL changes immediately; title, head, classes, links and text change together', async () => {
	const gate = hold('/docs/code');
	await withPage(at('/docs/'), { intercept: gate.intercept, before: saving }, async (page) => {
		await markDocument(page);
		await giveSign(page);
		const facts = (): Promise<unknown[]> =>
			page.evaluate(() => [
				document.title,
				document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
				document.querySelector('meta[property="og:title"]')?.getAttribute('content'),
				document.documentElement.className,
				document.querySelector('.sidebar [aria-current="page"]')?.textContent,
				document.querySelector('main h1')?.textContent,
			]);
		const before = await facts();
		await clickLink(page, 'main a[href="/docs/code"]');
		assert.is(here(page), '/docs/code');
		assert.equal(await facts(), before, 'the old page is whole while the next one loads');
		await page.keyboard.press('Tab');
		gate.release();
		await untilHeading(page, 'Code');
		assert.equal(await facts(), [
			'Code | Shell',
			'https://example.com/docs/code',
			'Code | Shell',
			'page-doc docs-version-current',
			'Code',
			'Code',
		]);
		assert.is((await page.$$('link[rel="canonical"]')).length, 1);
		await clickLink(page, '.navbar a[href="/blog"]');
		await until(page, () => document.title === 'Blog | Shell');
		assert.is(await page.evaluate(() => document.documentElement.className), 'page-blog-list');
		assert.is(await page.evaluate(() => document.documentElement.dataset.docsVersion), undefined);
		assert.is((await page.$$('meta[name="docs_version"]')).length, 0);
		assert.ok(await isMarked(page));
	});
});

const hasBar = (page: Page): Promise<boolean> => page.evaluate(() => document.querySelector('.progress-bar') !== null);

test('B-041: the progress bar shows after 200 ms, ends with the page, and restarts with another visit', async () => {
	const gate = hold('/docs/code');
	await withPage(at('/docs/'), { intercept: gate.intercept, before: saving }, async (page) => {
		const timed = page.evaluate(async () => {
			const start = performance.now();
			document.querySelector<HTMLElement>('main a[href="/docs/code"]')?.click();
			while (!document.querySelector('.progress-bar')) await new Promise((resolve) => setTimeout(resolve, 5));
			return performance.now() - start;
		});
		assert.ok((await timed) >= 199, 'not before 200 ms');
		await clickLink(page, '.sidebar a[href="/docs/long"]');
		assert.not.ok(await hasBar(page), 'a second visit begins to wait anew');
		await untilHeading(page, 'Long');
		assert.not.ok(await hasBar(page));
		gate.release();
		const { took, seen } = await page.evaluate(async () => {
			const start = performance.now();
			let seen = false;
			document.querySelector<HTMLElement>('.sidebar li > a[href="/docs/open"]')?.click();
			while (document.querySelector('main h1')?.textContent !== 'Open page') {
				seen ||= document.querySelector('.progress-bar') !== null;
				await new Promise((resolve) => setTimeout(resolve, 5));
			}
			return { took: performance.now() - start, seen };
		});
		assert.not.ok(seen && took < 200, 'no bar for a page that is there at once');
		const bars = page.evaluate(async () => {
			history.replaceState(history.state, '', location.href);
			const link = document.createElement('a');
			link.href = '/docs/open?only=query';
			document.querySelector('main')?.append(link);
			link.click();
			await new Promise((resolve) => setTimeout(resolve, 300));
			return document.querySelectorAll('.progress-bar').length;
		});
		assert.is(await bars, 0, 'the path is the same');
	});
});

test('B-042: the bar is 2 px high, as wide as the window, above the navbar, and ignores the pointer', async () => {
	for (const view of [undefined, NARROW]) {
		const gate = hold('/docs/code');
		await withPage(at('/docs/'), { intercept: gate.intercept, before: saving, view }, async (page) => {
			await clickLink(page, 'main a[href="/docs/code"]');
			await page.waitForSelector('.progress-bar');
			const bar = await page.$eval('.progress-bar', (element) => {
				const { top, left, width, height } = element.getBoundingClientRect();
				const style = getComputedStyle(element);
				const accent = document.createElement('i');
				accent.style.color = 'var(--accent)';
				document.body.append(accent);
				const navbar = document.querySelector('.navbar');
				return {
					box: [top, left, width - document.documentElement.clientWidth, height],
					events: style.pointerEvents,
					colour: style.backgroundColor === getComputedStyle(accent).color,
					above: Number(style.zIndex) > Number(navbar && getComputedStyle(navbar).zIndex),
				};
			});
			assert.equal(bar, { box: [0, 0, 0, 2], events: 'none', colour: true, above: true });
			gate.release();
			await untilHeading(page, 'Code');
		});
	}
});

test('B-043: if the next page fails to load, a warning is logged and the window loads its URL', async () => {
	let failed = 0;
	const intercept = (request: HTTPRequest): boolean => {
		const fails = request.url().endsWith('/docs/code') && request.resourceType() === 'fetch';
		if (fails) {
			failed++;
			void request.abort('failed');
		}
		return fails;
	};
	await withPage(
		at('/docs/'),
		{ intercept, before: saving, expected: /Loading .* failed|ERR_FAILED/ },
		async (page, { said }) => {
			await markDocument(page);
			await clickLink(page, 'main a[href="/docs/code"]');
			await untilHeading(page, 'Code');
			await until(page, () => document.readyState === 'complete');
			assert.is(failed, 1);
			assert.not.ok(await isMarked(page));
			assert.is(here(page), '/docs/code');
			assert.ok(said.some((text) => /Loading .*\/docs\/code failed/.test(text)));
		},
	);
	const broken = (request: HTTPRequest): boolean => {
		const fails = request.url().endsWith('/docs/code') && request.resourceType() === 'fetch';
		if (fails) void request.respond({ status: 503, body: 'busy' });
		return fails;
	};
	await withPage(
		at('/docs/'),
		{ intercept: broken, before: saving, expected: /Loading .* failed|503/ },
		async (page) => {
			await markDocument(page);
			await clickLink(page, 'main a[href="/docs/code"]');
			await untilHeading(page, 'Code');
			assert.not.ok(await isMarked(page));
		},
	);
});

test('a site that was redeployed since the page loaded gets a full load', async () => {
	const changing = await serveSite(shellSite());
	await withPage(`${changing.origin}/docs/`, { before: saving }, async (page) => {
		await markDocument(page);
		writeFiles(changing.folder, {
			'content/theme.css': ':root { --navbar-height: 5rem }',
			'site.config.ts': shellConfig(),
		});
		await changing.rebuild();
		await clickLink(page, 'main a[href="/docs/code"]');
		await untilHeading(page, 'Code');
		await until(page, () => !('testMark' in window));
	});
});

test('B-046: a hash scrolls to its element, below the sticky bars; a missing one does not scroll', async () => {
	for (const view of [undefined, NARROW]) {
		await withPage(at('/'), { view }, async (page) => {
			await markDocument(page);
			const distance = (): Promise<number> =>
				page.evaluate(() => {
					const id = decodeURIComponent(location.hash.slice(1));
					const top = document.getElementById(id)?.getBoundingClientRect().top ?? 0;
					// On a phone, the table of contents stays below the navbar.
					const bars = [...document.querySelectorAll('.navbar, .toc-block')];
					return top - Math.max(...bars.map((bar) => bar.getBoundingClientRect().bottom));
				});
			await clickLink(page, 'main a[href="/docs/long#second"]');
			await until(page, () => location.hash === '#second' && scrollY > 0);
			const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
			assert.ok(Math.abs((await distance()) - rem / 2) < 2, `${await distance()} px below the navbar`);
			await clickLink(page, '.brand');
			await untilHeading(page, 'Home of Shell');
			await page.$eval('main', (main) =>
				main.insertAdjacentHTML('beforeend', '<a class="x" href="/docs/long#gr%C3%B6%C3%9Fe">x</a>'),
			);
			await clickLink(page, 'main a.x');
			await until(page, () => location.pathname === '/docs/long' && scrollY > 0);
			assert.ok(Math.abs((await distance()) - rem / 2) < 2);
			assert.ok(await isMarked(page));
		});
	}
	await withPage(at('/'), {}, async (page) => {
		await scrollTo(page, 200);
		await page.$eval('main', (main) =>
			main.insertAdjacentHTML('beforeend', '<a class="x" href="/docs/long#nowhere">x</a>'),
		);
		await clickLink(page, 'main a.x');
		await untilHeading(page, 'Long');
		assert.is(await scrollTop(page), 200);
	});
});

test('B-047: without a hash, the next page starts at the top, immediately even with smooth scrolling', async () => {
	await withPage(at('/docs/long'), {}, async (page) => {
		await page.evaluate(() => {
			document.documentElement.style.scrollBehavior = 'smooth';
		});
		await scrollTo(page, 900);
		await page.evaluate(() => {
			const main = document.querySelector('main');
			const observer = new MutationObserver(() => {
				if (main?.isConnected) return;
				observer.disconnect();
				// After the swap, before anything is painted.
				queueMicrotask(() => Object.assign(window, { topAtSwap: scrollY }));
			});
			observer.observe(document.body, { childList: true, subtree: true });
		});
		await clickLink(page, '.paginator-next');
		await until(page, () => 'topAtSwap' in window);
		await until(page, () => scrollY === 0);
	});
});

test('B-048: a changed query alone does not scroll', async () => {
	await withPage(at('/docs/long'), {}, async (page) => {
		await markDocument(page);
		await scrollTo(page, 400);
		await page.evaluate(() => {
			const link = document.createElement('a');
			link.href = '/docs/long?x=1';
			document.querySelector('main')?.append(link);
			link.click();
		});
		await until(page, () => location.search === '?x=1');
		assert.is(await scrollTop(page), 400);
		assert.ok(await isMarked(page));
	});
});

test('B-049: on a first load, the browser handles hash and reload', async () => {
	await withPage(at('/docs/long#second'), {}, async (page) => {
		await until(page, () => scrollY > 500);
	});
	await withPage(at('/docs/long'), {}, async (page) => {
		await scrollTo(page, 650);
		await page.reload();
		await until(page, () => Math.abs(scrollY - 650) < 2);
	});
});

test('B-050: back and forward restore the scroll position', async () => {
	for (const view of [undefined, NARROW]) {
		await withPage(at('/docs/long'), { view }, async (page) => {
			await markDocument(page);
			await scrollTo(page, 800);
			await clickLink(page, '.sidebar a[href="/docs/tabs"]');
			await untilHeading(page, 'Tabs');
			await scrollTo(page, 300);
			await page.goBack();
			await untilHeading(page, 'Long');
			await until(page, () => Math.abs(scrollY - 800) < 2);
			await page.goForward();
			await untilHeading(page, 'Tabs');
			await until(page, () => Math.abs(scrollY - 300) < 2);
			await page.reload();
			await until(page, () => Math.abs(scrollY - 300) < 2);
			await page.goBack();
			await untilHeading(page, 'Long');
			await until(page, () => Math.abs(scrollY - 800) < 2);
		});
	}
});

test('B-050: a position belongs to the page that was shown, even if the reader goes back faster than pages load', async () => {
	const waiting: HTTPRequest[] = [];
	let slow = false;
	const intercept = (request: HTTPRequest): boolean => {
		const held = slow && request.resourceType() === 'fetch';
		if (held) waiting.push(request);
		return held;
	};
	const go = async (): Promise<void> => {
		slow = false;
		for (const request of waiting.splice(0)) await request.continue();
	};
	await withPage(at('/docs/long'), { intercept }, async (page) => {
		await scrollTo(page, 600);
		slow = true;
		await clickLink(page, '.sidebar a[href="/docs/tabs"]');
		await until(page, () => location.pathname === '/docs/tabs');
		await clickLink(page, '.sidebar a[href="/docs/last"]');
		await until(page, () => location.pathname === '/docs/last');
		await page.evaluate(() => history.back());
		await until(page, () => location.pathname === '/docs/tabs');
		await go();
		await untilHeading(page, 'Tabs');
		assert.is(await scrollTop(page), 0, 'nobody has read it yet');
		await scrollTo(page, 200);
		await clickLink(page, '.sidebar a[href="/docs/last"]');
		await untilHeading(page, 'Last');
		await page.evaluate(() => {
			history.go(-1);
			setTimeout(() => history.go(-1));
			setTimeout(() => history.go(1), 60);
		});
		await untilHeading(page, 'Tabs');
		await until(page, () => Math.abs(scrollY - 200) < 2);
	});
});

test('B-051: after following a link, the next Tab reaches the skip link; after going back it does not', async () => {
	await withPage(at('/docs/long'), {}, async (page) => {
		await page.focus('.paginator-next');
		await page.keyboard.press('Enter');
		await untilHeading(page, 'Guide one');
		await page.keyboard.press('Tab');
		assert.is(await focused(page), 'Skip to main content');
		await page.focus('.sidebar a[href="/docs/last"]');
		await page.goBack();
		await untilHeading(page, 'Long');
		await page.keyboard.press('Tab');
		assert.is.not(await focused(page), 'Skip to main content');
	});
});

test('B-052: the order of an update: content, scroll, end of the bar, page view', async () => {
	const before = (): void => {
		Object.assign(window, {
			testOrder: [] as string[],
			gtag: () => Reflect.get(window, 'testOrder').push('view'),
		});
		const note = (what: string): void => {
			const order: string[] = Reflect.get(window, 'testOrder');
			if (order.at(-1) !== what) order.push(what);
		};
		const { scrollTo } = window;
		window.scrollTo = (...words: unknown[]) => {
			const shown = document.querySelector('main h1')?.textContent === 'Code';
			note(shown ? 'content' : 'too early');
			note(document.querySelector('.progress-bar') ? 'scroll' : 'bar was gone');
			Reflect.apply(scrollTo, window, words);
		};
		new MutationObserver((changes) => {
			for (const { removedNodes } of changes)
				for (const node of removedNodes) if (node instanceof Element && node.matches('.progress-bar')) note('bar');
		}).observe(document, { childList: true, subtree: true });
	};
	const gate = hold('/docs/code');
	await withPage(at('/docs/'), { intercept: gate.intercept, before }, async (page) => {
		await clickLink(page, 'main a[href="/docs/code"]');
		await page.waitForSelector('.progress-bar');
		gate.release();
		await until(page, () => Reflect.get(window, 'testOrder').includes('view'));
		assert.equal(await page.evaluate(() => Reflect.get(window, 'testOrder')), ['content', 'scroll', 'bar', 'view']);
	});
});

test('B-053: of two quick visits the last one wins', async () => {
	const gate = hold('/docs/code');
	await withPage(at('/docs/'), { intercept: gate.intercept, before: saving }, async (page) => {
		await clickLink(page, 'main a[href="/docs/code"]');
		await clickLink(page, '.sidebar li > a[href="/docs/open"]');
		await untilHeading(page, 'Open page');
		gate.release();
		await page.waitForNetworkIdle({ idleTime: 100 });
		assert.is(await textOf(page, 'main h1'), 'Open page');
		assert.is(here(page), '/docs/open');
		await page.goBack();
		await untilHeading(page, 'Code');
	});
	const back = hold('/docs/code');
	await withPage(at('/docs/'), { intercept: back.intercept, before: saving }, async (page) => {
		await giveSign(page);
		await clickLink(page, 'main a[href="/docs/code"]');
		assert.is(here(page), '/docs/code');
		await page.goBack();
		back.release();
		await page.waitForNetworkIdle({ idleTime: 100 });
		assert.is(await textOf(page, 'main h1'), 'Introduction');
	});
});

test('B-054: a hash link adds an entry and loads nothing; going back restores the position', async () => {
	await withPage(at('/docs/long'), {}, async (page, { requests }) => {
		await markDocument(page);
		await until(page, () => document.querySelectorAll('link[rel="prefetch"]').length >= 4);
		await scrollTo(page, 40);
		const before = await entries(page);
		requests.length = 0;
		await clickLink(page, '.toc a[href="#third"]');
		await until(page, () => location.hash === '#third' && scrollY > 1000);
		const place = await scrollTop(page);
		assert.is(await entries(page), before + 1);
		assert.not.ok(await hasBar(page));
		await page.goBack();
		await until(page, () => location.hash === '' && Math.abs(scrollY - 40) < 2);
		await page.goForward();
		await until(page, (top) => Math.abs(scrollY - top) < 2, place);
		assert.equal(
			requests.filter((path) => path.startsWith('/docs/long')),
			[],
		);
		assert.ok(await isMarked(page));
	});
});

/* ---------------------------------------------------------------- other URLs */

test('B-005: a path that ends in .html or /index.html shows the page, also from a link', async () => {
	for (const path of ['/docs/code.html', '/docs/code/index.html', '/index.html']) {
		await withPage(at(path), {}, async (page) => {
			assert.is(await textOf(page, 'main h1'), path.startsWith('/docs') ? 'Code' : 'Home of Shell');
		});
	}
	await withPage(at('/docs/'), {}, async (page) => {
		await markDocument(page);
		await page.$eval('main', (main) =>
			main.insertAdjacentHTML('beforeend', '<a class="x" href="/docs/code.html">x</a>'),
		);
		await clickLink(page, 'main a.x');
		await untilHeading(page, 'Code');
		assert.ok(await isMarked(page));
	});
});

test('B-012: a URL in another case redirects to the page', async () => {
	await withPage(at('/docs/Guide/ONE'), { expected: /404/, ready: false }, async (page) => {
		await page.waitForSelector('::-p-xpath(//main//h1[text()="Guide one"])');
		assert.is(here(page), '/docs/guide/one');
	});
});

test('B-016: invalid percent-encoding shows the not-found page, on a first load and from a link', async () => {
	await withPage(at('/docs/%E0%A4%A'), { expected: /404/ }, async (page) => {
		assert.is(await textOf(page, 'main h1'), 'Page Not Found');
	});
	await withPage(at('/docs/'), { expected: /404/ }, async (page) => {
		await markDocument(page);
		await page.$eval('main', (main) =>
			main.insertAdjacentHTML('beforeend', '<a class="x" href="/docs/%E0%A4%A">x</a>'),
		);
		await clickLink(page, 'main a.x');
		await untilHeading(page, 'Page Not Found');
		assert.ok(await isMarked(page));
	});
});

test('B-185, B-186: unknown paths show the not-found page: with status 404, and from a link without a reload', async () => {
	for (const path of ['/nothing', '/docs/nothing', '/docs/v1/nothing/deeper']) {
		assert.is((await fetch(at(path))).status, 404);
		await withPage(at('/'), { expected: /404/ }, async (page) => {
			await markDocument(page);
			await page.$eval(
				'main',
				(main, href) => main.insertAdjacentHTML('beforeend', `<a class="x" href="${href}">x</a>`),
				path,
			);
			await clickLink(page, 'main a.x');
			await untilHeading(page, 'Page Not Found');
			assert.is(await page.title(), 'Page Not Found | Shell');
			const text = await textOf(page, 'main');
			assert.match(text, 'We could not find what you were looking for.');
			const owner =
				'Please contact the owner of the site that linked you to the original URL and let them know their link is broken.';
			assert.match(text, owner);
			assert.is(here(page), path);
			assert.ok(await isMarked(page));
			await page.goBack();
			await untilHeading(page, 'Home of Shell');
		});
	}
});

test('if a host has its own not-found page, the site’s shows instead', async () => {
	const intercept = (request: HTTPRequest): boolean => {
		const foreign = request.url().endsWith('/nothing');
		if (foreign) void request.respond({ status: 404, contentType: 'text/html', body: '<h1>Host</h1>' });
		return foreign;
	};
	await withPage(at('/'), { intercept, expected: /404/ }, async (page) => {
		await markDocument(page);
		await page.$eval('main', (main) => main.insertAdjacentHTML('beforeend', '<a class="x" href="/nothing">x</a>'));
		await clickLink(page, 'main a.x');
		await untilHeading(page, 'Page Not Found');
		assert.ok(await isMarked(page));
	});
});

test('pages cross-fade, but not with reduced motion', async () => {
	const before = (): void => {
		const { startViewTransition } = Document.prototype;
		Object.assign(window, { testFades: 0 });
		Document.prototype.startViewTransition = function (...words) {
			Object.assign(window, { testFades: Reflect.get(window, 'testFades') + 1 });
			return startViewTransition.apply(this, words);
		};
	};
	for (const [motion, fades] of [
		['no-preference', 1],
		['reduce', 0],
	] as const) {
		await withPage(at('/'), { before, media: { 'prefers-reduced-motion': motion } }, async (page) => {
			await clickLink(page, 'main a[href="/docs/long"]');
			await untilHeading(page, 'Long');
			assert.is(await page.evaluate(() => Reflect.get(window, 'testFades')), fades);
		});
	}
});

test('elements that shadow properties of the document break nothing', async () => {
	await withPage(at('/'), {}, async (page) => {
		await markDocument(page);
		await page.$eval('main', (main) => {
			const names = ['querySelector', 'createElement', 'documentElement', 'body', 'title', 'gtag', 'addEventListener'];
			main.insertAdjacentHTML('beforeend', names.map((name) => `<img name="${name}" id="${name}" alt="">`).join(''));
		});
		await page.evaluate(async () => {
			const find = (selector: string): Element | null => Document.prototype.querySelector.call(document, selector);
			(find('main a[href="/docs/long"]') as HTMLElement | null)?.click();
			while (find('main h1')?.textContent !== 'Long') await new Promise((resolve) => setTimeout(resolve, 20));
		});
		assert.ok(await isMarked(page));
		assert.ok(await isShown(page, '.sidebar'));
	});
});

test('a page in a background tab navigates, folds and searches', async () => {
	await withPage(at('/docs/'), { before: inBackground }, async (page) => {
		await markDocument(page);
		await clickLink(page, 'main a[href="/docs/code"]');
		await untilHeading(page, 'Code');
		await clickLink(page, '.sidebar a[href="/docs/long"]');
		await untilHeading(page, 'Long');
		await page.goBack();
		await untilHeading(page, 'Code');
		await clickLink(page, '.sidebar a[href="/docs/parts"]');
		await untilHeading(page, 'Parts');
		const [fold, toggle] = ['main details > summary', '.sidebar-category[data-linked] .sidebar-toggle'];
		for (const isOpen of [true, false]) {
			await clickLink(page, fold);
			await until(page, (open) => document.querySelector('main details')?.hasAttribute('open') === open, isOpen);
		}
		for (const isHidden of [true, false]) {
			await clickLink(page, toggle);
			await until(
				page,
				(selector, hidden) =>
					document
						.querySelector(selector)
						?.closest('.sidebar-category')
						?.querySelector('.sidebar-list')
						?.hasAttribute('hidden') === hidden,
				toggle,
				isHidden,
			);
		}
		await page.keyboard.press('/');
		await page.waitForSelector('.search-dialog input');
		assert.ok(await isMarked(page));
	});
});

test('two windows share only storage', async () => {
	const context = await newContext();
	await withPage(at('/docs/'), { context }, async (first) => {
		await withPage(at('/docs/'), { context }, async (second) => {
			await clickLink(first, 'main a[href="/docs/code"]');
			await untilHeading(first, 'Code');
			assert.is(await textOf(second, 'main h1'), 'Introduction');
		});
	});
	await context.close();
});

test.run();
