/** Requests of a page: analytics, third-party scripts, its own parts; and how long scripts run at a time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { HTTPRequest, Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
	clickLink,
	NARROW,
	serveDev,
	serveSite,
	stopAll,
	until,
	untilHeading,
	untilPainted,
	withPage,
} from './browser.ts';
import { largeSite, shellSite } from './shell-site.ts';

const plain = await serveSite(shellSite());
const ANALYTICS = { analytics: { trackingId: 'G-TEST' } };
const SCRIPTS = { scripts: [{ src: 'https://social.example/widgets.js', refresh: 'social.widgets.load' }] };
const counted = await serveSite(shellSite({ ...ANALYTICS, ...SCRIPTS }));

test.after(stopAll);

/** Blocks other hosts. */
const blocked = (request: HTTPRequest): boolean => {
	const foreign = !request.url().startsWith('http://localhost') && !request.url().startsWith('data:');
	if (foreign) void request.abort('blockedbyclient');
	return foreign;
};

/** Serves a social-media widget that counts its refreshes. */
const social = (request: HTTPRequest): boolean => {
	if (!request.url().startsWith('https://social.example/')) return blocked(request);
	const body = 'window.social = { count: 0, widgets: { load() { social.count++ } } };';
	void request.respond({ contentType: 'text/javascript', body });
	return true;
};

type Call = [string, ...unknown[]];

/** The page's calls to the analytics service, in order. */
const calls = (page: Page): Promise<Call[]> =>
	page.evaluate(() =>
		(Reflect.get(window, 'dataLayer') as ArrayLike<unknown>[]).map((call) => [...Array.from(call)] as Call),
	);
const views = async (page: Page): Promise<unknown[]> =>
	(await calls(page)).filter(([name]) => name === 'event').map((call) => call[2]);

const open = { intercept: social, expected: /ERR_BLOCKED_BY_CLIENT/ };

test('B-300: a page view for each change of path, query or hash, but not for the first load', async () => {
	await withPage(`${counted.origin}/docs/long`, open, async (page) => {
		assert.equal(await views(page), []);
		const wanted: object[] = [];
		/** Expects exactly one more view. */
		const expectView = async (title: string, path: string, shown = path): Promise<void> => {
			wanted.push({ page_title: `${title} | Shell`, page_location: counted.origin + path, page_path: shown });
			await until(page, (count) => Reflect.get(window, 'dataLayer').length >= count, wanted.length + 2);
			await untilPainted(page);
			assert.equal(await views(page), wanted);
		};
		const follow = (href: string): Promise<void> =>
			page.evaluate((address) => {
				const link = document.createElement('a');
				link.href = address;
				document.querySelector('main')?.append(link);
				link.click();
			}, href);
		await clickLink(page, '.sidebar a[href="/docs/code"]');
		await expectView('Code', '/docs/code');
		await clickLink(page, '.sidebar a[href="/docs/long"]');
		await expectView('Long', '/docs/long');
		await clickLink(page, '.markdown a[href="#second"]');
		await expectView('Long', '/docs/long#second');
		await follow('/docs/long?x=1');
		await follow('/docs/long?x=1');
		await expectView('Long', '/docs/long?x=1');
		await page.goBack();
		await expectView('Long', '/docs/long#second');
		await follow('/docs/code.html?y#z');
		await expectView('Code', '/docs/code.html?y#z', '/docs/code?y#z');
	});
});

test('B-301: the tracking id; IP addresses are anonymized only if configured', async () => {
	await withPage(`${counted.origin}/`, open, async (page) => {
		const [js, config] = await calls(page);
		assert.is(js?.[0], 'js');
		assert.equal(config, ['config', 'G-TEST']);
	});
	const careful = await serveSite(shellSite({ analytics: { trackingId: 'G-TEST', anonymizeIp: true } }));
	await withPage(`${careful.origin}/`, open, async (page) => {
		assert.equal((await calls(page))[1], ['config', 'G-TEST', { anonymize_ip: true }]);
	});
});

test('B-302: analytics tags are only in production builds, and a blocked loader does no harm', async () => {
	const head = async (origin: string): Promise<string> =>
		(await (await fetch(`${origin}/`)).text()).split('</head>')[0] ?? '';
	const production = await head(counted.origin);
	assert.match(production, '<link rel="preconnect" href="https://www.google-analytics.com">');
	assert.match(production, '<link rel="preconnect" href="https://www.googletagmanager.com">');
	assert.match(production, '<script async src="https://www.googletagmanager.com/gtag/js?id=G-TEST"></script>');
	const dev = await serveDev(shellSite({ ...ANALYTICS, ...SCRIPTS }));
	const written = await head(dev.origin);
	assert.not.match(written, /gtag/);
	assert.match(written, 'social.example', 'scripts that a site names are its own affair');
	assert.not.match(await head(plain.origin), /gtag/);
	await withPage(
		`${counted.origin}/`,
		{ intercept: blocked, expected: /ERR_BLOCKED_BY_CLIENT/ },
		async (page, { said }) => {
			await clickLink(page, 'main a[href="/docs/long"]');
			await untilHeading(page, 'Long');
			assert.ok(
				said.every((text) => /ERR_BLOCKED_BY_CLIENT/.test(text)),
				'the browser alone says so',
			);
		},
	);
});

test('B-303: the social-media script is asynchronous and refreshes after navigation; if blocked, it does no harm', async () => {
	await withPage(`${counted.origin}/`, open, async (page) => {
		assert.ok(await page.$('script[async][src="https://social.example/widgets.js"]'));
		const count = (): Promise<number> => page.evaluate(() => Reflect.get(window, 'social').count);
		assert.is(await count(), 0);
		await clickLink(page, 'main a[href="/docs/long"]');
		await untilHeading(page, 'Long');
		await until(page, () => Reflect.get(window, 'social').count === 1);
		await clickLink(page, '.markdown a[href="#second"]');
		await untilPainted(page);
		assert.is(await count(), 1, 'the page is the same');
	});
});

test('B-304: a page load fetches only its own parts, at most 6.4 kB of script in one or two files; interactive scripts follow when it is complete', async () => {
	for (const path of ['/', '/docs/', '/docs/code', '/docs/tabs', '/blog', '/search']) {
		await withPage(plain.origin + path, {}, async (page) => {
			await until(page, () => performance.getEntriesByType('resource').some(({ name }) => /interactive-/.test(name)));
			const scripts = await page.evaluate(() => {
				const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
				const early = performance
					.getEntriesByType('resource')
					.filter(({ startTime }) => startTime < (load?.loadEventStart ?? 0));
				return early.map(({ name }) => new URL(name).pathname).filter((name) => name.endsWith('.js'));
			});
			const listed = await page.$$eval('script[src]', (all) => all.map((script) => script.getAttribute('src')));
			const own = scripts.filter((name) => !/\/rare-widgets-/.test(name));
			// Requests that start at the same moment have no order.
			if (path !== '/search') assert.equal(own.toSorted(), listed.toSorted(), path);
			assert.ok(listed.length <= 2, `${listed.length} files`);
			const bytes = listed.map((name) => gzipSync(readFileSync(join(plain.outDir, name ?? '')), { level: 9 }).length);
			const total = bytes.reduce((sum, size) => sum + size, 0);
			assert.ok(total <= 6400, `${path} loads ${total} bytes of script`);
		});
	}
	const html = await (await fetch(`${plain.origin}/docs/`)).text();
	const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((script) => script[1] ?? '');
	assert.is(inline.length, 1);
	assert.ok(Buffer.byteLength(inline[0] ?? '') < 1000, `${inline[0]?.length} bytes inline`);
});

test('B-008: script names are unique and contain a hash', () => {
	const names = readdirSync(join(plain.outDir, 'assets')).filter((name) => name.endsWith('.js'));
	assert.ok(names.length > 3);
	for (const name of names) assert.match(name, /^[\w-]+-[\da-f]{8}\.js$/);
});

test('B-305: requests go only to the site itself', async () => {
	for (const view of [undefined, NARROW]) {
		const foreign: string[] = [];
		const watch = (request: HTTPRequest): boolean => {
			if (!request.url().startsWith(plain.origin)) foreign.push(request.url());
			return false;
		};
		await withPage(`${plain.origin}/`, { intercept: watch, view }, async (page) => {
			await clickLink(page, 'main a[href="/docs/long"]');
			await untilHeading(page, 'Long');
			await clickLink(page, '.toc a');
			await clickLink(page, '.navbar > .theme-toggle');
			await clickLink(page, '.sidebar a[href="/docs/tabs"]');
			await untilHeading(page, 'Tabs');
			assert.equal(foreign, []);
		});
	}
});

test('B-311: scripts work in slices: many widgets on a page do not block the browser', async () => {
	const files = largeSite();
	const block = '```ts\nconst one = 1;\n```\n\n';
	files['content/docs/code.md'] = `---\ntitle: Code\n---\n\n${block.repeat(800)}`;
	const many = await serveSite(files);
	const before = (): void => {
		// Runs whenever scripts yield to the browser.
		Object.assign(window, { testSlices: 0 });
		const tick = (): void => {
			const mounted = document.querySelectorAll('[aria-label="Toggle word wrap"]').length;
			if (mounted > 0 && mounted < 800) Object.assign(window, { testSlices: Reflect.get(window, 'testSlices') + 1 });
			if (mounted < 800) setTimeout(tick);
		};
		tick();
	};
	await withPage(`${many.origin}/docs/code`, { before }, async (page) => {
		const devtools = await page.createCDPSession();
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
		await page.reload();
		await page.mouse.move(10, 10, { steps: 2 });
		await until(page, () => document.querySelectorAll('[aria-label="Toggle word wrap"]').length === 800);
		assert.ok((await page.evaluate(() => Reflect.get(window, 'testSlices'))) > 0, 'others had their turn in between');
	});
});

test.run();
