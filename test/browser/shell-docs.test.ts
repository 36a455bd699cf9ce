/** Docs pages, tables of contents and content components in the browser (B-149 to B-179, B-265, B-312). */
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
	attributeOf,
	clickLink,
	focused,
	giveSign,
	isShown,
	NARROW,
	newContext,
	scrollTo,
	scrollTop,
	serveSite,
	stopAll,
	textOf,
	until,
	untilHeading,
	untilTabs,
	WIDE,
	withPage,
} from './browser.ts';
import { shellSite } from './shell-site.ts';

const site = await serveSite(shellSite());
const at = (path: string): string => site.origin + path;

test.after(stopAll);

const STILL = { 'prefers-reduced-motion': 'reduce' };
const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const texts = (page: Page, selector: string): Promise<string[]> =>
	page.$$eval(selector, (all) => all.map((element) => element.textContent?.trim() ?? ''));

/* ---------------------------------------------------------------- docs page parts */

test('B-149, B-312: tags of docs: the list, a tag with one doc, a tag with several', async () => {
	await withPage(at('/docs/tags'), {}, async (page) => {
		assert.is(await textOf(page, 'main h1'), 'Tags');
		await clickLink(page, 'main a[href="/docs/tags/second"]');
		await untilHeading(page, 'One doc tagged with "second"');
		assert.is(await textOf(page, 'main .list-head a'), 'View All Tags');
		await clickLink(page, 'main .list-head a');
		await untilHeading(page, 'Tags');
		await clickLink(page, 'main a[href="/docs/tags/first"]');
		await untilHeading(page, '2 docs tagged with "first"');
	});
	await withPage(at('/blog/tags/news'), {}, async (page) => {
		assert.is(await textOf(page, 'main h1'), '2 posts tagged with "news"');
	});
});

test('B-150, B-151, B-153: an older version links to the latest; every page has its version badge', async () => {
	await withPage(at('/docs/v1/long'), {}, async (page) => {
		const said = (await textOf(page, '[role="alert"]')).replace(/\s+/g, ' ');
		const wanted =
			'This is documentation for Shell 1.x, which is no longer actively maintained.' +
			'For up-to-date documentation, see the latest version (2.x).';
		assert.is(said, wanted);
		assert.equal(await texts(page, '[role="alert"] b'), ['1.x', 'latest version']);
		assert.is(await textOf(page, '.badge'), 'Version: 1.x');
		await clickLink(page, '[role="alert"] a');
		await untilHeading(page, 'Long');
		assert.is(await textOf(page, '.badge'), 'Version: 2.x');
		assert.is(await page.$('[role="alert"]'), null);
	});
});

test('B-152: an unreleased version has a banner', async () => {
	const versions = { current: { label: 'Next', path: 'next' }, '1.x': { label: '1.x', path: '' } };
	const files = shellSite({ docs: { lastVersion: '1.x', versions }, navbar: { items: [] }, onBrokenLinks: 'ignore' });
	const next = await serveSite(files);
	await withPage(`${next.origin}/docs/next/`, {}, async (page) => {
		const said = (await textOf(page, '[role="alert"]')).replace(/\s+/g, ' ');
		assert.match(said, 'This is unreleased documentation for Shell Next version.');
	});
});

test('B-154: breadcrumbs link to the home page and categories; the page itself is not a link', async () => {
	await withPage(at('/docs/code'), {}, async (page) => {
		const crumbs = '[aria-label="Breadcrumbs"]';
		assert.equal(await texts(page, `${crumbs} li`), ['', 'Reference', 'Code']);
		assert.is(await attributeOf(page, `${crumbs} a`, 'aria-label'), 'Home page');
		assert.is(await attributeOf(page, `${crumbs} ol`, 'itemtype'), 'https://schema.org/BreadcrumbList');
		assert.is(await page.$(`${crumbs} li:last-child a`), null);
		await clickLink(page, `${crumbs} a[href="/docs/reference"]`);
		await untilHeading(page, 'Reference');
	});
	await withPage(at('/docs/landing/alone'), {}, async (page) => {
		assert.is(await page.$('[aria-label="Breadcrumbs"]'), null);
		assert.is(await page.$('.sidebar'), null);
	});
});

test('B-155: previous and next page in sidebar order', async () => {
	await withPage(at('/docs/guide/deep/four'), {}, async (page) => {
		const next = '[aria-label="Docs pages"] a[rel="next"]';
		assert.match(await textOf(page, next), /^Next\s*Reference$/);
		await clickLink(page, next);
		await untilHeading(page, 'Reference');
		assert.match(await textOf(page, '[aria-label="Docs pages"] a[rel="prev"]'), /^Previous\s*Four$/);
		await clickLink(page, next);
		await untilHeading(page, 'Code');
	});
	await withPage(at('/docs/last'), {}, async (page) => {
		assert.is(await page.$('[aria-label="Docs pages"] a[rel="next"]'), null, 'removed by front matter');
	});
});

test('B-156, B-157: "Edit this page" opens a new tab; the last change shows if configured', async () => {
	await withPage(at('/docs/parts'), {}, async (page) => {
		const link = '::-p-text(Edit this page)';
		assert.is(await attributeOf(page, link, 'target'), '_blank');
		assert.is(await attributeOf(page, link, 'href'), 'https://example.org/edit/content/docs/parts.md');
		assert.not.match(await textOf(page, 'main'), 'Last updated');
	});
	const dated = await serveSite(shellSite({ docs: { showLastUpdate: true } }));
	await withPage(`${dated.origin}/docs/parts`, {}, async (page) => {
		assert.is(await textOf(page, '.updated'), 'Last updated on Jan 14, 2023 by Ann');
		assert.match((await attributeOf(page, '.updated time', 'datetime')) ?? '', /^2023-01-14/);
	});
});

test('B-158, B-159: one h1 on each page; a category page has cards', async () => {
	for (const path of ['/', '/docs/', '/docs/reference', '/blog', '/docs/tags', '/search', '/nothing']) {
		await withPage(at(path), { expected: /404/ }, async (page) => assert.is((await page.$$('h1')).length, 1, path));
	}
	await withPage(at('/docs/reference'), {}, async (page) => {
		assert.is(await textOf(page, 'main h1'), 'Reference');
		assert.match(await textOf(page, 'main'), 'All of it.');
		assert.equal(await texts(page, '.card h2'), ['Code', 'Tabs', 'Parts']);
		assert.ok(await page.$('[aria-label="Docs pages"]'));
	});
});

/* ---------------------------------------------------------------- table of contents */

test('B-160: headings of levels 2 and 3, nested; nothing without headings', async () => {
	await withPage(at('/docs/long'), {}, async (page) => {
		assert.equal(await texts(page, '.toc > ul > li > a'), ['First', 'Second', 'Third', 'Größe']);
		assert.equal(await texts(page, '.toc ul ul a'), ['Small']);
	});
	await withPage(at('/docs/last'), {}, async (page) => assert.is(await page.$('.toc'), null));
});

/** The heading that the rule expects at the current scroll position. */
const expectedHeading = (page: Page): Promise<string> =>
	page.evaluate(() => {
		const headings = [...document.querySelectorAll('.markdown h2, .markdown h3')];
		const line = document.querySelector('.navbar')?.getBoundingClientRect().bottom ?? 0;
		const next = headings.findIndex((heading) => heading.getBoundingClientRect().top >= line);
		const id = (index: number): string => headings[index]?.id ?? '';
		if (next < 0) return id(headings.length - 1);
		const { bottom } = headings[next]?.getBoundingClientRect() ?? { bottom: 0 };
		return bottom <= innerHeight / 2 ? id(next) : id(next - 1);
	});

test('B-161: one link is highlighted by scroll position, updated on scroll and resize', async () => {
	await withPage(at('/docs/long'), {}, async (page) => {
		const seen = new Set<string>();
		const check = async (): Promise<void> => {
			await rest(40);
			const marked = await page.$$eval('.toc [aria-current]', (links) =>
				links.map((link) => decodeURIComponent(link.getAttribute('href')?.slice(1) ?? '')),
			);
			const wanted = await expectedHeading(page);
			assert.equal(marked, wanted === '' ? [] : [wanted]);
			seen.add(wanted);
		};
		for (let top = 0; top < 5000; top += 350) {
			await scrollTo(page, top);
			await check();
		}
		assert.equal([...seen], ['first', 'second', 'third', 'größe', 'small']);
		await scrollTo(page, 300);
		await page.setViewport({ ...WIDE, height: 400 });
		await check();
	});
	await withPage(at('/docs/tabs'), {}, async (page) => {
		await clickLink(page, '.sidebar a[href="/docs/long"]');
		await untilHeading(page, 'Long');
		await page.waitForSelector('.toc [aria-current]');
	});
});

test('B-162: on narrow screens, a button above the text opens the list', async () => {
	await withPage(at('/docs/long'), { view: NARROW }, async (page) => {
		assert.not.ok(await isShown(page, '.toc'));
		assert.is(await textOf(page, '.toc-block summary'), 'On this page');
		assert.not.ok(await isShown(page, '.toc-block a'));
		await page.click('.toc-block summary');
		await until(page, () => document.querySelector('.toc-block')?.hasAttribute('open'));
		await rest(500);
		assert.ok(await isShown(page, '.toc-block a[href="#second"]'));
		await page.click('.toc-block summary');
		await until(page, () => !document.querySelector('.toc-block')?.hasAttribute('open'));
	});
	await withPage(at('/docs/long'), {}, async (page) => assert.not.ok(await isShown(page, '.toc-block')));
});

/* ---------------------------------------------------------------- content */

test('B-170: headings have stable ids and a link that shows on hover and focus', async () => {
	await withPage(at('/docs/parts'), {}, async (page) => {
		const ids = await page.$$eval('.markdown h2', (headings) => headings.map((heading) => heading.id));
		assert.equal(ids, ['own-id', 'twice', 'twice-1']);
		const anchor = '#own-id .anchor';
		assert.is(await attributeOf(page, anchor, 'aria-label'), 'Direct link to Heading with code');
		const opacity = (): Promise<string> => page.$eval(anchor, (link) => getComputedStyle(link).opacity);
		assert.is(await opacity(), '0');
		await page.hover('#own-id');
		assert.is(await opacity(), '1');
		await page.mouse.move(5, 5);
		await page.keyboard.press('Tab');
		await page.focus(anchor);
		assert.is(await opacity(), '1');
	});
});

test('B-171: admonitions, with aliases and titles', async () => {
	await withPage(at('/docs/parts'), {}, async (page) => {
		assert.is(await textOf(page, '.admonition-note .admonition-title'), 'Note');
		assert.is(await textOf(page, '.admonition-danger .admonition-title'), 'Mind');
	});
});

const BLOCK = (index: number): string => `.markdown > .code:nth-of-type(${index})`;

test('B-172: code blocks have titles, highlighted lines and numbers', async () => {
	await withPage(at('/docs/code'), {}, async (page) => {
		assert.is(await textOf(page, `${BLOCK(1)} .code-title`), 'one.ts');
		assert.is(await textOf(page, `${BLOCK(1)} .hl`), 'const two = 2;');
		assert.is(await textOf(page, `${BLOCK(3)} .hl`), 'const four = 4;');
		for (const index of [1, 3]) {
			const ground = await page.$eval(`${BLOCK(index)} .hl`, (line) => getComputedStyle(line).backgroundColor);
			assert.is.not(ground, 'rgba(0, 0, 0, 0)', `block ${index}`);
		}
		const number = await page.$eval(`${BLOCK(3)} .line`, (line) => getComputedStyle(line, '::before').content);
		assert.match(number, 'counter(line)');
	});
});

test('B-173: the copy button copies exactly the shown code, and shows "Copied" for two seconds', async () => {
	const context = await newContext();
	await context.overridePermissions(site.origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
	for (const view of [WIDE, NARROW]) {
		await withPage(at('/docs/code'), { context, view }, async (page) => {
			const button = `${BLOCK(3)} .code-actions button:last-child`;
			await giveSign(page);
			await page.waitForSelector(button);
			assert.is(await attributeOf(page, button, 'aria-label'), 'Copy code to clipboard');
			assert.is(await textOf(page, button), 'Copy');
			await page.bringToFront();
			await page.hover(BLOCK(3));
			await page.click(button);
			await until(page, (selector) => document.querySelector(selector)?.textContent === 'Copied', button);
			const start = await page.evaluate(() => performance.now());
			assert.is(await page.evaluate(() => navigator.clipboard.readText()), 'const three = 3;\nconst four = 4;');
			await until(page, (selector) => document.querySelector(selector)?.textContent === 'Copy', button);
			assert.ok((await page.evaluate(() => performance.now())) - start > 1500);
		});
	}
	await withPage(
		at('/docs/code'),
		{ context, before: () => Reflect.deleteProperty(Navigator.prototype, 'clipboard') },
		async (page) => {
			const button = `${BLOCK(1)} .code-actions button:last-child`;
			await giveSign(page);
			await page.waitForSelector(button);
			await page.click(button);
			await until(page, (selector) => document.querySelector(selector)?.textContent === 'Copied', button);
		},
	);
	await context.close();
});

test('vuejs/vitepress#1556: prompts, output, removed lines and remarks are not copied, nor are they by hand', async () => {
	const context = await newContext();
	await context.overridePermissions(site.origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
	await withPage(at('/docs/code'), { context }, async (page) => {
		await giveSign(page);
		await page.bringToFront();
		await page.$eval(`${BLOCK(5)} code`, (code) =>
			code.insertAdjacentHTML('beforeend', '<span class="code-type">number</span><span class="code-error">No</span>'),
		);
		for (const [index, byButton, byHand] of [
			[4, 'npm i \\\n  -D docsgen\nnpm test', 'npm i \\\n  -D docsgen\nadded 1 package\nnpm test'],
			[5, 'const five = 5;', 'const five = 5;'],
			[6, 'six(2);', 'six(2);'],
		] as const) {
			const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
			await clickLink(page, `${BLOCK(index)} .code-actions button:last-child`);
			await until(
				page,
				(block) => document.querySelector(`${block} .code-actions`)?.textContent?.includes('Copied'),
				BLOCK(index),
			);
			assert.is(await clipboard(), byButton);
			await page.$eval(`${BLOCK(index)} code`, (code) => getSelection()?.selectAllChildren(code));
			await page.evaluate(() => document.execCommand('copy'));
			assert.is((await clipboard()).trim(), byHand);
		}
	});
	await context.close();
});

test('code, tables and formulas are tab stops only where they scroll; without scripts, each is one', async () => {
	const stops = (page: Page): Promise<number[]> =>
		page.$$eval('main :is(pre, .table-scroll)', (areas) =>
			areas.flatMap((area, index) => (area.getAttribute('tabindex') === '0' ? [index] : [])),
		);
	await withPage(at('/docs/code'), { scripts: false }, async (page) => {
		assert.equal(await stops(page), [0, 1, 2, 3, 4, 5, 6]);
	});
	await withPage(at('/docs/code'), {}, async (page) => {
		const only = (wanted: number[]): Promise<void> =>
			until(
				page,
				(...indexes) =>
					[...document.querySelectorAll('main :is(pre, .table-scroll)')].every(
						(area, index) => area.hasAttribute('tabindex') === indexes.includes(index),
					),
				...wanted,
			);
		await giveSign(page);
		await only([1]);
		await clickLink(page, `${BLOCK(2)} [aria-label="Toggle word wrap"]`);
		await only([]);
		await clickLink(page, `${BLOCK(2)} [aria-label="Toggle word wrap"]`);
		await only([1]);
		await clickLink(page, '.sidebar a[href="/docs/long"]');
		await untilHeading(page, 'Long');
		await page.goBack();
		await untilHeading(page, 'Code');
		await only([1]);
		await page.$eval('.table-scroll table', (table) => {
			table.style.width = '3000px';
		});
		await page.$eval('.table-scroll', (area) => {
			(area as HTMLElement).style.width = '300px';
		});
		await only([1, 6]);
	});
});

test('B-174: only overflowing code has a button that wraps its lines', async () => {
	for (const view of [WIDE, { ...NARROW, width: 800 }]) {
		await withPage(at('/docs/code'), { view }, async (page) => {
			const wrap = (index: number): string => `${BLOCK(index)} [aria-label="Toggle word wrap"]`;
			await giveSign(page);
			await page.waitForSelector(wrap(2));
			await until(page, (selector) => document.querySelector<HTMLElement>(selector)?.hidden === false, wrap(2));
			assert.ok(await page.$eval(wrap(1), (button) => (button as HTMLElement).hidden));
			const overflows = (): Promise<boolean> =>
				page.$eval(`${BLOCK(2)} pre`, (pre) => pre.scrollWidth > pre.clientWidth);
			assert.ok(await overflows());
			await page.hover(BLOCK(2));
			await page.click(wrap(2));
			assert.not.ok(await overflows());
			await rest(60);
			assert.ok(await isShown(page, wrap(2)), 'there to turn it off again');
			await page.click(wrap(2));
			assert.ok(await overflows());
		});
	}
	await withPage(at('/docs/code'), { view: NARROW }, async (page) => {
		await giveSign(page);
		await page.waitForSelector(`${BLOCK(2)} [aria-label="Toggle word wrap"]`);
		await rest(60);
		for (const index of [1, 2]) {
			const inside = await page.$eval(`${BLOCK(index)} pre`, (pre) => pre.scrollWidth <= pre.clientWidth);
			assert.ok(inside, 'a phone folds long lines by itself');
			assert.not.ok(await isShown(page, `${BLOCK(index)} [aria-label="Toggle word wrap"]`));
		}
	});
	await withPage(at('/docs/code'), { view: { ...WIDE, width: 1100 } }, async (page) => {
		await giveSign(page);
		const wrap = `${BLOCK(2)} [aria-label="Toggle word wrap"]`;
		await until(page, (selector) => document.querySelector<HTMLElement>(selector)?.hidden === false, wrap);
	});
});

const selectedTabs = async (page: Page): Promise<string[]> => {
	await untilTabs(page);
	return texts(page, '.tabs [role="tab"][aria-selected="true"]');
};

test('B-175: tabs: roles, keys, groups, and a stable position on screen', async () => {
	const context = await newContext();
	await withPage(at('/docs/tabs'), { context }, async (page) => {
		for (const role of ['tablist', 'tab', 'tabpanel']) assert.ok(await page.$(`.tabs [role="${role}"]`));
		assert.equal(await selectedTabs(page), ['TypeScript', 'TypeScript', 'B']);
		const second = '.tabs:nth-of-type(2) [data-tab-value="js"]';
		await page.$eval(second, (tab) => tab.scrollIntoView({ block: 'center' }));
		const top = (): Promise<number> => page.$eval(second, (tab) => Math.round(tab.getBoundingClientRect().top));
		const before = await top();
		await page.click(second);
		assert.equal(await selectedTabs(page), ['JavaScript', 'JavaScript', 'B']);
		await rest(100);
		assert.is(await top(), before, 'the tab that was clicked stays where it was');
		assert.equal(await texts(page, '.tab-panel.selected > p:last-child'), ['Short.', 'First JavaScript.', 'Text B.']);
		assert.is(await page.evaluate(() => localStorage.getItem('tabs.language')), 'js');

		await page.focus('.tabs:nth-of-type(2) [aria-selected="true"]');
		const press = async (key: 'ArrowRight' | 'ArrowLeft' | 'Home' | 'End'): Promise<string> => {
			await page.keyboard.press(key);
			return focused(page);
		};
		assert.is(await press('ArrowRight'), 'Python');
		assert.equal(await selectedTabs(page), ['JavaScript', 'Python', 'B'], 'a group without the value keeps its own');
		assert.is(await press('ArrowRight'), 'TypeScript', 'round the end');
		assert.equal(await selectedTabs(page), ['TypeScript', 'TypeScript', 'B'], 'arrows choose');
		assert.is(await press('End'), 'Python');
		assert.is(await press('Home'), 'TypeScript');
		assert.is(await press('ArrowLeft'), 'Python', 'and back');
		assert.equal(await selectedTabs(page), ['TypeScript', 'Python', 'B']);

		await withPage(at('/docs/tabs'), { context }, async (other) => {
			assert.equal(await selectedTabs(other), ['TypeScript', 'Python', 'B'], 'remembered');
			await clickLink(other, '.tabs [data-tab-value="ts"]');
			await until(
				page,
				() => document.querySelectorAll('.tabs [data-tab-value="ts"][aria-selected="true"]').length === 2,
			);
			await other.evaluate(() => localStorage.setItem('tabs.language', 'cobol'));
			await other.reload();
			await other.waitForSelector('html[data-ready]');
			assert.equal(await selectedTabs(other), ['TypeScript', 'TypeScript', 'B'], 'an unknown value is ignored');
		});
	});
	await context.close();
	await withPage(at('/docs/tabs'), { scripts: false }, async (page) => {
		assert.ok(await isShown(page, '.tab-panel[aria-label="JavaScript"]'), 'without scripts all of it is there');
	});
});

test('B-175: from right to left, the left arrow chooses the next tab', async () => {
	await withPage(at('/docs/tabs'), {}, async (page) => {
		await page.evaluate(() => {
			document.documentElement.dir = 'rtl';
		});
		await selectedTabs(page);
		// Three tabs: of two, the next is also the one before.
		await page.focus('.tabs:nth-of-type(2) [aria-selected="true"]');
		for (const [key, wanted] of [
			['ArrowLeft', 'JavaScript'],
			['ArrowLeft', 'Python'],
			['ArrowRight', 'JavaScript'],
			['Home', 'TypeScript'],
			['ArrowRight', 'Python'],
		] as const) {
			await page.keyboard.press(key);
			assert.is(await focused(page), wanted, key);
			assert.is((await selectedTabs(page))[1], wanted, key);
		}
	});
});

test('keys of an input method are left to it, also in Safari', async () => {
	await withPage(at('/docs/tabs'), {}, async (page) => {
		await giveSign(page);
		/** Whether something handles a key at an element. */
		const handles = (selector: string, key: string, keyCode: number): Promise<boolean> =>
			page.$eval(
				selector,
				(element, init) =>
					!element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
				{ key, keyCode },
			);
		for (const [selector, key] of [
			['[role="tab"][aria-selected="true"]', 'ArrowRight'],
			['.sidebar a[role="button"]', ' '],
			['.dropdown-trigger', 'Enter'],
			['.search-button', 'a'],
		] as const) {
			assert.not.ok(await handles(selector, key, 229), selector);
			assert.ok(await handles(selector, key, 0), selector);
		}
	});
});

test('B-175: with queryString the choice is in the URL, and the URL chooses', async () => {
	await withPage(at('/docs/tabs?letter=a'), {}, async (page) => {
		assert.equal(await selectedTabs(page), ['TypeScript', 'TypeScript', 'A']);
		const entries = await page.evaluate(() => history.length);
		await page.click('[data-tab-value="b"]');
		assert.is(await page.evaluate(() => location.search), '?letter=b');
		assert.is(await page.evaluate(() => history.length), entries);
	});
});

test('B-175: hidden tabs are found by find in page, reached by links, and printed', async () => {
	const hidden = '.tabs:nth-of-type(2) .tab-panel[aria-label="Python"]';
	await withPage(at('/docs/tabs'), {}, async (page) => {
		await page.waitForSelector(`${hidden}[hidden="until-found"]`);
		assert.not.ok(await isShown(page, hidden));
		assert.is(await page.$$eval('.tab-panel:not([hidden])', (panels) => panels.length), 3);
		await page.emulateMediaType('print');
		assert.ok(await isShown(page, `${hidden} p:last-child`), 'on paper');
		assert.ok(await isShown(page, `${hidden} .tab-label`), 'under its name');
		await page.emulateMediaType('screen');
		// A text fragment reveals hidden text like find in page.
		await page.evaluate(() => location.assign('#:~:text=First%20Python'));
		await until(page, (panel) => !document.querySelector(panel)?.hasAttribute('hidden'), hidden);
		assert.equal(await selectedTabs(page), ['TypeScript', 'Python', 'B']);
		await page.$eval('.tab-panel[aria-label="A"] p:last-child', (text) => {
			text.id = 'inside';
		});
		await page.evaluate(() => location.assign('#inside'));
		await until(page, () => document.querySelector('#inside')?.closest('.selected') !== null);
		assert.equal(await selectedTabs(page), ['TypeScript', 'Python', 'A']);
	});
});

test('B-176: details open and close, also without scripts; with scripts, animated by height', async () => {
	await withPage(at('/docs/parts'), { scripts: false }, async (page) => {
		await page.click('.details summary');
		assert.ok(await isShown(page, '.details p'));
	});
	await withPage(at('/docs/parts'), {}, async (page) => {
		await giveSign(page);
		const run = (): Promise<{ duration: unknown; open: boolean } | undefined> =>
			page.$eval('.details', (details) => {
				details.querySelector('summary')?.click();
				const [animation] = details.getAnimations();
				return { duration: animation?.effect?.getTiming().duration, open: details.hasAttribute('open') };
			});
		const opening = await run();
		assert.is(opening?.open, true);
		await until(page, () => document.querySelector('.details')?.getAnimations().length === 0);
		const content = await page.$eval('.details', (details) => {
			const full = (details as HTMLElement).offsetHeight;
			details.removeAttribute('open');
			const closed = (details as HTMLElement).offsetHeight;
			details.setAttribute('open', '');
			return full - closed;
		});
		assert.is(opening?.duration, Math.round((4 + 15 * (content / 36) ** 0.25 + content / 36 / 5) * 10));
		await run();
		await rest(50);
		await run();
		await until(page, () => document.querySelector('.details')?.getAnimations().length === 0);
		assert.ok(await isShown(page, '.details p'), 'turned round on the way');
		await run();
		await until(page, () => !document.querySelector('.details')?.hasAttribute('open'));
	});
	await withPage(at('/docs/parts'), { media: STILL }, async (page) => {
		await page.click('.details summary');
		assert.ok(await isShown(page, '.details p'));
	});
});

test('squidfunk/mkdocs-material#2655: folded text is printed', async () => {
	await withPage(at('/docs/parts'), {}, async (page) => {
		const folded = ['main details > p', 'main .admonition details p', 'main details.admonition p:last-child'];
		await page.$eval('main .markdown', (text) =>
			text.insertAdjacentHTML(
				'beforeend',
				'<div class="admonition"><details><summary>In a note</summary><p>Text</p></details></div>' +
					'<details class="admonition" name="group"><summary>A note</summary><p>Text</p></details>' +
					'<div class="table-scroll"></div>',
			),
		);
		for (const selector of folded) assert.not.ok(await isShown(page, selector), selector);
		await page.emulateMediaType('print');
		for (const selector of folded) assert.ok(await isShown(page, selector), selector);
		assert.not.ok(await page.$('main details[open]'));
		// What scrolls on the screen would be cut, and what covers the page is not the page.
		assert.is(await page.$eval('main .table-scroll', (table) => getComputedStyle(table).overflow), 'visible');
		await page.emulateMediaType('screen');
		await page.keyboard.press('/');
		await page.waitForSelector('.search-dialog input', { visible: true });
		await page.emulateMediaType('print');
		assert.not.ok(await isShown(page, '.search-dialog'));
	});
	// As in a browser whose style sheets cannot do it.
	const before = (): void => {
		CSS.supports = () => false;
	};
	await withPage(at('/docs/parts'), { before }, async (page) => {
		await giveSign(page);
		await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
		assert.ok(await page.$('main details[open]'));
		await page.evaluate(() => dispatchEvent(new Event('afterprint')));
		assert.not.ok(await page.$('main details[open]'));
	});
});

test('B-177: images have width and height and load lazily', async () => {
	await withPage(at('/docs/parts'), {}, async (page) => {
		const image = await page.$eval('.markdown img', (element) => [
			element.hasAttribute('width'),
			element.hasAttribute('height'),
			element.getAttribute('loading'),
		]);
		assert.equal(image, [true, true, 'lazy']);
	});
});

test('B-178: links to Markdown files become links to pages', async () => {
	await withPage(at('/docs/'), {}, async (page) => {
		assert.is(await attributeOf(page, '.markdown a', 'href'), '/docs/long');
	});
});

test('B-179: "Scroll back to top" shows on scrolling up, and scrolls to the top', async () => {
	for (const view of [WIDE, NARROW]) {
		for (const media of [undefined, STILL]) {
			await withPage(at('/docs/long'), { view, media }, async (page) => {
				const button = '[aria-label="Scroll back to top"]';
				const shown = (): Promise<boolean> => isShown(page, button);
				assert.not.ok(await shown());
				await giveSign(page);
				await scrollTo(page, 900);
				assert.not.ok(await shown(), 'down');
				await scrollTo(page, 850);
				assert.ok(await shown(), 'up');
				await scrollTo(page, 880);
				assert.not.ok(await shown(), 'down again');
				await scrollTo(page, 320);
				assert.ok(await shown());
				await scrollTo(page, 290);
				assert.not.ok(await shown(), 'above 300 px');
				await scrollTo(page, 1500);
				await clickLink(page, '.markdown a[href="#second"]');
				await rest(200);
				assert.not.ok(await shown(), 'a jump to a hash');
				await scrollTo(page, 1500);
				await scrollTo(page, 1400);
				await page.click(button);
				if (media) assert.is(await scrollTop(page), 0, 'at once');
				await until(page, () => scrollY === 0 && document.querySelector<HTMLElement>('.back-to-top')?.hidden);
			});
		}
	}
	await withPage(at('/media'), {}, async (page) => assert.is(await page.$('[aria-label="Scroll back to top"]'), null));
});

test('"Copy page" copies the page as Markdown, and confirms it', async () => {
	const context = await newContext();
	await context.overridePermissions(site.origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
	await withPage(at('/docs/code'), { context }, async (page) => {
		assert.is(await attributeOf(page, '.page-tools a', 'href'), '/docs/code.md');
		await page.click('.page-tools button');
		await until(page, () => document.querySelector('.page-tools button')?.textContent === 'Copied');
		const markdown = await page.evaluate(() => navigator.clipboard.readText());
		assert.is(markdown, await (await fetch(at('/docs/code.md'))).text());
		await until(page, () => document.querySelector('.page-tools button')?.textContent?.trim() === 'Copy page');
	});
	await context.close();
	await withPage(at('/docs/code'), { scripts: false, expected: /404/ }, async (page) => {
		assert.not.ok(await isShown(page, '.page-tools button'));
		await page.click('.page-tools a');
		await until(page, () => document.body.textContent?.startsWith('# Code'));
	});
});

test('the menu of tools opens and closes without scripts; Escape closes it, and the focus returns', async () => {
	const menu = '.tools-menu';
	const tools = await serveSite(shellSite({ theme: { pageTools: ['copy', 'markdown', 'assistant'] } }));
	const url = `${tools.origin}/docs/code`;
	const text = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
	for (const scripts of [true, false])
		for (const view of [WIDE, NARROW])
			await withPage(url, { scripts, view, expected: /404/ }, async (page) => {
				assert.not.ok(await isShown(page, menu));
				await page.click('.page-tools button');
				await page.waitForSelector(`${menu}:popover-open`);
				assert.ok(await isShown(page, menu));
				for (const button of [`${menu} li:first-child button`, `${menu} li:last-child button`])
					assert.is(await isShown(page, button), scripts, button);
				const [toggle, box] = await page.$$eval('.page-tools button, .tools-menu', (all) =>
					all.map((element) => element.getBoundingClientRect().toJSON()),
				);
				assert.ok(box.top >= toggle.bottom && box.left >= 0 && box.right <= view.width, JSON.stringify(box));
				await page.mouse.click(20, 500);
				await until(page, () => !document.querySelector('.tools-menu:popover-open'));
				await page.focus('.page-tools button');
				await page.keyboard.press('Enter');
				await page.waitForSelector(`${menu}:popover-open`);
				await page.keyboard.press('Tab');
				assert.is(await text(page), scripts ? 'Copy page' : 'Open as Markdown');
				await page.keyboard.press('Escape');
				await until(page, () => !document.querySelector('.tools-menu:popover-open'));
				assert.is(await text(page), 'Page tools');
			});
	const context = await newContext();
	await context.overridePermissions(tools.origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
	await withPage(url, { context }, async (page) => {
		const copied = async (button: string): Promise<string> => {
			await page.click(button);
			await until(page, (one) => document.querySelector(one)?.textContent === 'Copied', button);
			return page.evaluate(() => navigator.clipboard.readText());
		};
		await page.click('.page-tools button');
		const markdown = await (await fetch(`${url}.md`)).text();
		assert.is(await copied(`${menu} li:first-child button`), markdown);
		assert.match(await copied(`${menu} li:last-child button`), /^npx .* docsgen mcp https:/);
		assert.is(
			await attributeOf(page, '.page-tools button', 'aria-expanded'),
			null,
			'the browser says whether it is open',
		);
	});
	await context.close();
});

/* ---------------------------------------------------------------- blog */

test('B-265: recent posts are next to the text, or in the mobile sidebar on narrow screens, with the current one marked', async () => {
	const recent = '[aria-label="Blog recent posts navigation"]';
	await withPage(at('/blog'), {}, async (page) => {
		assert.is(await textOf(page, `${recent} p`), 'Recent posts');
		assert.equal(await texts(page, `${recent} a`), ['Hello', 'First post']);
		await clickLink(page, `${recent} a`);
		await untilHeading(page, 'Hello');
		assert.equal(await texts(page, `${recent} [aria-current="page"]`), ['Hello']);
		assert.ok(await isShown(page, recent));
	});
	await withPage(at('/blog'), { view: NARROW }, async (page) => {
		assert.not.ok(await isShown(page, recent));
		await page.click('.navbar-toggle');
		await page.waitForSelector('.panel:popover-open');
		assert.ok(await isShown(page, `.panel ${recent}`));
	});
	const everything = await serveSite(shellSite({ blog: { sidebarCount: 'ALL' } }));
	await withPage(`${everything.origin}/blog`, {}, async (page) => {
		assert.is(await textOf(page, `${recent} p`), 'All posts');
	});
});

test.run();
