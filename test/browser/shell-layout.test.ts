/** Skip link, navbar, dropdowns, mobile sidebar, footer and docs sidebar (B-080 to B-147). */
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doc } from '../memory-site.ts';
import {
	attributeOf,
	clickLink,
	focused,
	giveSign,
	isMarked,
	isShown,
	markDocument,
	NARROW,
	scrollTo,
	scrollTop,
	serveSite,
	stopAll,
	textOf,
	until,
	untilHeading,
	WIDE,
	withPage,
} from './browser.ts';
import { largeSite, shellSite } from './shell-site.ts';

const site = await serveSite(shellSite());
const at = (path: string): string => site.origin + path;

test.after(stopAll);

const STILL = { 'prefers-reduced-motion': 'reduce' };
const path = (page: Page): string => new URL(page.url()).pathname;
const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/* ---------------------------------------------------------------- skip link and focus */

/** A page after the first sign of a reader. */
const withReader: typeof withPage = (url, options, act) =>
	withPage(url, options, async (page, more) => {
		if (options.scripts !== false && options.ready !== false) await giveSign(page);
		await act(page, more);
	});

test('B-080: the first focusable element is the skip link, visible only with focus', async () => {
	for (const view of [WIDE, NARROW]) {
		await withReader(at('/docs/long'), { view }, async (page) => {
			const visible = (): Promise<boolean> =>
				page.$eval('.skip-link', (link) => getComputedStyle(link).clipPath === 'none');
			assert.is(await textOf(page, '[aria-label="Skip to main content"] a'), 'Skip to main content');
			assert.not.ok(await visible());
			await page.keyboard.press('Tab');
			assert.is(await focused(page), 'Skip to main content');
			assert.ok(await visible());
		});
	}
});

test('B-081: the skip link focuses main without changing the URL; without scripts it is an anchor', async () => {
	await withReader(at('/docs/long'), {}, async (page) => {
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		assert.is(await page.evaluate(() => document.activeElement?.localName), 'main');
		assert.is(new URL(page.url()).hash, '');
		await clickLink(page, '.sidebar a[href="/docs/last"]');
		await untilHeading(page, 'Last');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		assert.is(await page.evaluate(() => document.activeElement?.localName), 'main', 'also after navigation');
	});
	await withReader(at('/docs/long'), {}, async (page) => {
		await page.$eval('main', (main) => main.replaceWith(Object.assign(document.createElement('p'), { id: main.id })));
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		assert.not.match(await focused(page), 'Skip');
	});
	await withReader(at('/docs/long'), { scripts: false }, async (page) => {
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.waitForSelector('main:target');
	});
});

test('B-082: a press counts even if it is the first sign of a reader', async () => {
	await withPage(at('/docs/'), {}, async (page) => {
		await page.mouse.down();
		await page.mouse.up();
		await until(page, () => !document.body.classList.contains('navigation-with-keyboard'));
	});
});

test('B-082: outlines show while the keyboard is used; on inputs always', async () => {
	await withReader(at('/docs/'), {}, async (page) => {
		const usesKeyboard = (): Promise<boolean> =>
			page.evaluate(() => document.body.classList.contains('navigation-with-keyboard'));
		const outline = (selector: string): Promise<string> =>
			page.$eval(selector, (element) => {
				(element as HTMLElement).focus();
				return getComputedStyle(element).outlineStyle;
			});
		assert.ok(await usesKeyboard(), 'static HTML has it on');
		await page.mouse.click(640, 500);
		assert.not.ok(await usesKeyboard());
		assert.is(await outline('.brand'), 'none');
		await page.$eval('main', (main) => main.insertAdjacentHTML('beforeend', '<input class="x">'));
		assert.is(await outline('input.x'), 'solid');
		await page.keyboard.press('Tab');
		assert.ok(await usesKeyboard());
		assert.is(await outline('.brand'), 'solid');
	});
});

/* ---------------------------------------------------------------- navbar */

const navbarTop = (page: Page): Promise<number> => page.$eval('.navbar', (bar) => bar.getBoundingClientRect().top);

test('B-100: the navbar stays at the top', async () => {
	for (const view of [WIDE, NARROW]) {
		await withReader(at('/docs/long'), { view }, async (page) => {
			assert.is(await attributeOf(page, '.navbar', 'aria-label'), 'Main');
			for (const top of [300, 900, 600]) {
				await scrollTo(page, top);
				assert.is(await navbarTop(page), 0);
			}
		});
	}
});

test('B-101: a hiding navbar: scrolling down hides, up shows, a jump to a hash hides, the end of the page does not show it', async () => {
	const hiding = await serveSite(shellSite({ navbar: { hideOnScroll: true } }));
	for (const view of [WIDE, NARROW]) {
		await withReader(`${hiding.origin}/docs/long`, { view, media: STILL }, async (page) => {
			const hidden = async (): Promise<boolean> => (await navbarTop(page)) < 0;
			await scrollTo(page, 40);
			assert.not.ok(await hidden(), 'within its own height');
			await scrollTo(page, 500);
			assert.ok(await hidden());
			await scrollTo(page, 450);
			assert.not.ok(await hidden());
			await clickLink(page, '.markdown a[href="#second"]');
			await until(page, () => location.hash === '#second' && document.querySelector('.navbar[data-hidden]') !== null);
			await clickLink(page, '.toc-block a[href="#first"], .toc a[href="#first"]');
			await rest(250);
			assert.ok(await hidden(), 'a jump upwards');
			await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
			await rest(100);
			assert.ok(await hidden());
			await page.evaluate(() => scrollBy(0, -20));
			await rest(100);
			assert.ok(await hidden(), 'bouncing at the end');
			await page.evaluate(() => scrollBy(0, -400));
			await rest(100);
			assert.not.ok(await hidden());
		});
	}
});

test('B-102: a right-click on the brand opens the media page', async () => {
	await withReader(at('/docs/long'), {}, async (page) => {
		await markDocument(page);
		await page.evaluate(() =>
			addEventListener('contextmenu', (event) => Object.assign(window, { testPrevented: event.defaultPrevented })),
		);
		const before = await page.evaluate(() => history.length);
		await page.click('.navbar .brand', { button: 'right' });
		await untilHeading(page, 'Media');
		assert.is(path(page), '/media');
		assert.ok(await isMarked(page));
		assert.is(await page.evaluate(() => history.length), before + 1);
		assert.is(await page.evaluate(() => Reflect.get(window, 'testPrevented')), true);
		await page.goBack();
		await untilHeading(page, 'Long');
	});
	await withReader(at('/docs/long'), { view: NARROW }, async (page) => {
		await markDocument(page);
		await openPanel(page);
		await page.click('.panel .brand', { button: 'right' });
		await untilHeading(page, 'Media');
		assert.ok(await isMarked(page));
		assert.not.ok(await isOpen(page));
		await page.goBack();
		await untilHeading(page, 'Long');
	});
});

test('B-103: the brand has a logo for each mode and a title, and links to the home page', async () => {
	await withReader(at('/docs/long'), {}, async (page) => {
		const logos = await page.$$eval('.navbar .brand img', (images) =>
			images.map((image) => `${image.getAttribute('src')} ${image.alt}`),
		);
		assert.equal(logos, ['/img/logo.svg Shell logo', '/img/logo-dark.svg Shell logo']);
		assert.is(await textOf(page, '.navbar .brand'), 'Shell');
		await page.click('.navbar .brand');
		await untilHeading(page, 'Home of Shell');
	});
});

test('B-104: all kinds of items show on the left or right', async () => {
	const locales = [
		{ locale: 'en', label: 'English' },
		{ locale: 'fr', label: 'Français', url: '/fr' },
	];
	const items = [
		{ to: '/blog', label: 'Plain', position: 'left' },
		{ label: 'Down', position: 'right', items: [{ to: '/blog', label: 'Inside' }] },
		{ type: 'localeDropdown', position: 'left' },
		{ type: 'docsVersionDropdown', position: 'left' },
		{ type: 'doc', docId: 'long', position: 'right' },
		{ type: 'docSidebar', sidebarId: 'docs', label: 'Sidebar', position: 'right' },
		{ type: 'html', value: '<b class="raw">Raw</b>', position: 'left' },
		{ type: 'search', position: 'left' },
	];
	const all = await serveSite(shellSite({ locales, navbar: { items }, onBrokenLinks: 'ignore' }));
	await withReader(`${all.origin}/docs/`, {}, async (page) => {
		const side = (name: string): Promise<string[]> =>
			page.$$eval(`.navbar-${name} > li`, (list) =>
				list.map((item) => item.firstElementChild?.textContent?.trim() ?? ''),
			);
		assert.equal(await side('left'), ['Plain', 'English', '2.x', 'Raw']);
		assert.equal(await side('right'), ['Down', 'long', 'Sidebar']);
		const order = await page.$$eval('.navbar-fold > *', (parts) =>
			parts.map((part) => part.className.split(' ').at(-1)),
		);
		assert.ok(order.indexOf('navbar-left') + 1 === order.indexOf('scripted'), 'search is on the left');
		assert.ok(await isShown(page, '.search-button'));
	});
});

test('B-105: labeled external items show an icon; icon-only items have a name and no such icon', async () => {
	await withReader(at('/docs/'), {}, async (page) => {
		const icons = (selector: string): Promise<number> =>
			page.$eval(selector, (link) => link.querySelectorAll('svg').length);
		assert.is(await icons('.navbar a[href="https://example.org/"]'), 1);
		assert.is(await icons('.navbar a[href="https://github.com/x/y"]'), 1);
		assert.is(await attributeOf(page, '.navbar a[href="https://github.com/x/y"]', 'aria-label'), 'Source code');
		assert.is(await icons('.navbar a[href="/blog"]'), 0);
	});
});

test('B-106, B-107: doc and sidebar items link to the version of the page and are active in their sidebar', async () => {
	const link = (page: Page, label: string): Promise<[string | null, boolean]> =>
		page.$$eval(
			'.navbar .navbar-link',
			(links, text): [string | null, boolean] => {
				const found = links.find((candidate) => candidate.textContent?.trim() === text);
				return [found?.getAttribute('href') ?? null, found?.classList.contains('active') ?? false];
			},
			label,
		);
	await withReader(at('/docs/v1/'), {}, async (page) => {
		assert.equal(await link(page, 'Long doc'), ['/docs/v1/long', true], 'a doc of its sidebar is shown');
		assert.equal(await link(page, 'All docs'), ['/docs/v1/', true]);
		await clickLink(page, '.navbar a[href="/blog"]');
		await until(page, () => document.title === 'Blog | Shell');
		assert.equal(await link(page, 'Long doc'), ['/docs/long', false]);
		assert.equal(await link(page, 'All docs'), ['/docs/', false]);
	});
});

test('B-108: without a search item, the box is last on the right; HTML is inserted unchanged', async () => {
	const items = [{ to: '/blog', label: 'Blog', position: 'right' }];
	const plain = await serveSite(shellSite({ navbar: { items } }));
	await withReader(`${plain.origin}/docs/`, {}, async (page) => {
		const order = await page.$$eval('.navbar-fold > *', (parts) => parts.map((part) => part.className));
		const place = (name: string): number => order.findIndex((classes) => classes.includes(name));
		assert.is(place('search-button'), place('navbar-right') + 1);
	});
	await withReader(at('/docs/'), {}, async (page) => {
		assert.is(await page.$eval('.navbar .raw', (element) => element.outerHTML), '<b class="raw">Raw</b>');
	});
});

/** What of a full navbar a reader sees: its height, and the labels and the button that are not cut off. */
function seenIn(page: Page): Promise<{ height: number; labels: string[]; more: boolean }> {
	return page.evaluate(() => {
		const bar = document.querySelector('.navbar') as HTMLElement;
		const isSeen = (element: Element): boolean => {
			const { left, top, width, height } = element.getBoundingClientRect();
			const hit = document.elementFromPoint(left + width / 2, top + height / 2);
			return hit !== null && (element.contains(hit) || hit.contains(element));
		};
		const links = [...bar.querySelectorAll('.navbar-items > li > .navbar-link')].filter(isSeen);
		const more = bar.querySelector('.navbar-more > button');
		return {
			height: bar.offsetHeight,
			labels: links.map((link) => link.textContent ?? ''),
			more: !!more?.checkVisibility() && isSeen(more),
		};
	});
}

test('a full navbar stays one row, and a button unfolds the rest over the page, also without scripts', async () => {
	const labels = 'Dokumentation Schnittstellenreferenz Anleitungen Beispielsammlung Veröffentlichungen'.split(' ');
	const all = [...labels, 'Gemeinschaft', 'Mitwirken', 'Fehlerbehebung', 'Spielwiese', 'Neuigkeiten'];
	const links = all.map((label) => ({ to: '/blog', label, position: 'left' }));
	const menu = { label: 'Menü', position: 'left', items: [{ to: '/blog', label: 'Eintrag' }] };
	const right = [{ type: 'docsVersionDropdown', position: 'right' }];
	for (const side of ['left', 'right']) {
		const items = [...links.map((link) => ({ ...link, position: side })), { ...menu, position: side }, ...right];
		const full = await serveSite(shellSite({ navbar: { items } }));
		for (const scripts of [true, false])
			for (const width of [1000, 1280, 1440]) {
				await withReader(`${full.origin}/docs/long`, { view: { width, height: 800 }, scripts }, async (page) => {
					const about = `${side}, ${width} px, ${scripts ? 'with' : 'without'} scripts`;
					const folded = await seenIn(page);
					assert.ok(folded.more, about);
					assert.ok(folded.height <= 64 && folded.labels.length < all.length, `${about}: ${JSON.stringify(folded)}`);
					assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, about);
					const top = (): Promise<number> => page.$eval('main', (main) => main.getBoundingClientRect().top);
					const before = await top();
					await page.click('.navbar-more > button');
					const unfolded = await seenIn(page);
					assert.equal(
						[...all, 'Menü'].filter((label) => !unfolded.labels.includes(label)),
						[],
						about,
					);
					assert.is(await top(), before, 'nothing moves');
					await page.hover(`.navbar-${side} > .dropdown`);
					assert.ok(await isShown(page, `.navbar-${side} > .dropdown > .dropdown-menu`), 'a menu in a later row');
					await page.mouse.click(width / 2, 700);
					assert.ok((await seenIn(page)).labels.length < all.length, 'a press elsewhere folds it');
				});
			}
	}
	// The keyboard sees what it reaches.
	const full = await serveSite(shellSite({ navbar: { items: [...links, ...right] } }));
	await withReader(`${full.origin}/docs/long`, { view: { width: 1000, height: 800 } }, async (page) => {
		for (let turn = 0; turn < 20 && (await focused(page)) !== 'Neuigkeiten'; turn++) await page.keyboard.press('Tab');
		assert.is(await focused(page), 'Neuigkeiten');
		assert.ok((await seenIn(page)).labels.includes('Neuigkeiten'));
		await page.keyboard.press('Tab');
		assert.not.ok((await seenIn(page)).labels.includes('Neuigkeiten'));
		await page.keyboard.press('Enter');
		assert.is(await attributeOf(page, '.navbar-more > button', 'aria-expanded'), 'true');
		assert.ok((await seenIn(page)).labels.includes('Neuigkeiten'));
		await page.keyboard.press('Escape');
		assert.not.ok((await seenIn(page)).labels.includes('Neuigkeiten'));
	});
	const few = await serveSite(shellSite({ navbar: { items: [...links.slice(0, 3), ...right] } }));
	await withReader(`${few.origin}/docs/long`, {}, async (page) => assert.not.ok((await seenIn(page)).more));
});

/* ---------------------------------------------------------------- dropdowns */

/** Trigger of the dropdown with this label. */
const TRIGGER = (index: number): string => `.navbar-left > .dropdown:nth-of-type(${index}) > .dropdown-trigger`;
const MORE = TRIGGER(4);
const LINKED = TRIGGER(5);
const expanded = (page: Page, selector = MORE): Promise<string | null> => attributeOf(page, selector, 'aria-expanded');
const menuShown = (page: Page, selector = MORE): Promise<boolean> => isShown(page, `${selector} + .dropdown-menu`);

test('B-110: a dropdown closes on a click, touch or focus outside it', async () => {
	await withReader(at('/docs/'), {}, async (page) => {
		const open = async (): Promise<void> => {
			await page.focus(MORE);
			await page.keyboard.press('Enter');
			assert.ok(await menuShown(page));
		};
		await open();
		await page.mouse.click(640, 600);
		assert.not.ok(await menuShown(page));
		await open();
		await page.touchscreen.tap(640, 600);
		assert.not.ok(await menuShown(page));
		await open();
		await page.keyboard.press('Tab');
		assert.is(await focused(page), 'Long page');
		assert.ok(await menuShown(page), 'inside');
		for (const _ of [1, 2, 3]) await page.keyboard.press('Tab');
		assert.is(await focused(page), 'Linked');
		assert.not.ok(await menuShown(page));
		await open();
		await page.click('.dropdown a[href="/media"]');
		await untilHeading(page, 'Media');
		await page.mouse.move(640, 600);
		assert.not.ok(await menuShown(page), 'an entry was chosen');
	});
});

test('B-111: arrow keys open a menu and move in it, around its ends', async () => {
	await withReader(at('/docs/'), {}, async (page) => {
		const entries = await page.$$eval(`${MORE} + .dropdown-menu a`, (links) => links.map((link) => link.textContent));
		await page.focus(MORE);
		for (const [key, entry] of [
			['ArrowDown', entries[0]],
			['ArrowUp', entries.at(-1)],
			['ArrowDown', entries[0]],
			['ArrowDown', entries[1 % entries.length]],
			['End', entries.at(-1)],
			['Home', entries[0]],
		] as const) {
			await page.keyboard.press(key);
			assert.is(await focused(page), entry);
			assert.is(await expanded(page, MORE), 'true');
		}
	});
});

test('B-111: hover opens, Enter toggles; the trigger is a button with its state', async () => {
	await withReader(at('/docs/'), {}, async (page) => {
		for (const trigger of [MORE, LINKED]) {
			assert.is(await attributeOf(page, trigger, 'aria-haspopup'), 'true');
			assert.is(await expanded(page, trigger), 'false');
			const role = await page.$eval(trigger, (element) => element.getAttribute('role') ?? element.localName);
			assert.is(role, 'button');
			await page.hover(trigger);
			assert.is(await expanded(page, trigger), 'true');
			assert.ok(await menuShown(page, trigger));
			await page.hover(`${trigger} + .dropdown-menu a`);
			assert.ok(await menuShown(page, trigger), 'on the way to an entry');
			await page.hover('main h1');
			assert.is(await expanded(page, trigger), 'false');
			await page.focus(trigger);
			for (const state of ['true', 'false']) {
				await page.keyboard.press('Enter');
				assert.is(await expanded(page, trigger), state);
			}
			for (const state of ['true', 'false']) {
				await page.keyboard.press('Space');
				assert.is(await expanded(page, trigger), state);
			}
		}
		assert.is(path(page), '/docs/');
	});
});

test('B-112: a click on a trigger follows its link; a trigger without a link only opens', async () => {
	await withReader(at('/docs/'), {}, async (page) => {
		await page.click(MORE);
		assert.ok(await menuShown(page));
		await page.click(MORE);
		assert.ok(await menuShown(page), 'it does not close');
		assert.is(path(page), '/docs/');
		await page.click(LINKED);
		await untilHeading(page, 'Code');
		await page.mouse.move(640, 600);
		assert.not.ok(await menuShown(page, LINKED));
		assert.is(await attributeOf(page, LINKED, 'role'), 'button', 'also after navigation');
	});
});

test('B-113: in the mobile sidebar, a dropdown is a list, open if it contains the page', async () => {
	await withReader(at('/media'), { view: NARROW }, async (page) => {
		await openPanel(page);
		const lists = await page.$$eval('.panel-primary details', (all) =>
			all.map((list) => [list.querySelector('summary')?.textContent, list.open]),
		);
		assert.equal(lists, [
			['More', true],
			['Linked', false],
			['Versions', false],
		]);
		assert.ok(await isShown(page, '.panel-primary details a[href="/docs/long"]'));
		await page.click('.panel-primary details:nth-of-type(1) summary');
		await until(page, () => document.querySelector('.panel-primary details')?.hasAttribute('open') === false);
	});
});

test('B-114: the version menu links to the same doc in each version, or its main doc, with query and hash', async () => {
	const entries = (page: Page): Promise<string[]> =>
		page.$$eval('.navbar [data-role="versions"] .dropdown-menu a', (links) =>
			links.map(
				(link) => `${link.textContent?.trim()} ${link.getAttribute('href')} ${link.getAttribute('aria-current')}`,
			),
		);
	await withReader(at('/docs/long?x=1#first'), {}, async (page) => {
		assert.equal(await entries(page), ['2.x /docs/long page', '1.x /docs/v1/long null']);
		await clickLink(page, '.navbar [data-role="versions"] a[data-version="1.x"]');
		await untilHeading(page, 'Old long');
		assert.match(page.url(), '/docs/v1/long?x=1#first');
		assert.equal(await entries(page), ['2.x /docs/long null', '1.x /docs/v1/long page']);
		await clickLink(page, '.sidebar a[href="/docs/v1/"]');
		await untilHeading(page, 'Old introduction');
	});
	await withReader(at('/docs/code?x=1'), {}, async (page) => {
		assert.equal(await entries(page), ['2.x /docs/code page', '1.x /docs/v1/ null']);
		await clickLink(page, '.navbar [data-role="versions"] a[data-version="1.x"]');
		await untilHeading(page, 'Old introduction');
		assert.match(page.url(), /\/docs\/v1\/\?x=1$/);
	});
});

test('B-112, B-114: by touch, the first tap opens the menu of a trigger with a link, the second follows it', async () => {
	const view = { width: 1200, height: 900, hasTouch: true };
	await withPage(at('/docs/long'), { view }, async (page) => {
		const trigger = '.navbar .dropdown[data-role="versions"] > a.dropdown-trigger';
		await page.tap(trigger);
		await until(page, (selector) => document.querySelector(selector)?.ariaExpanded === 'true', trigger);
		assert.is(new URL(page.url()).pathname, '/docs/long');
		await page.tap('.navbar .dropdown[data-role="versions"] a[data-version="1.x"]');
		await untilHeading(page, 'Old long');
		const linked = '.navbar a.dropdown-trigger[href$="/code"]';
		await page.tap(linked);
		await until(page, (selector) => document.querySelector(selector)?.ariaExpanded === 'true', linked);
		await page.tap(linked);
		await untilHeading(page, 'Code');
	});
});

test('with a font of twice the size, no page is wider than the window', async () => {
	await withPage(at('/docs/long'), {}, async (page) => {
		const session = await page.createCDPSession();
		await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
		await page.reload();
		assert.is(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
		const width = await page.evaluate(() => document.documentElement.scrollWidth);
		assert.ok(width <= WIDE.width, `${width} px`);
		assert.ok(await isShown(page, '.navbar-toggle'), 'the menus are in the mobile sidebar');
	});
	// Zoom of the text alone leaves the wide layout in place.
	await withPage(at('/docs/long'), {}, async (page) => {
		const width = await page.evaluate(() => {
			document.documentElement.style.fontSize = '32px';
			return document.documentElement.scrollWidth;
		});
		assert.ok(width <= WIDE.width, `${width} px with the text alone`);
		assert.not.ok(await isShown(page, '.navbar-toggle'));
	});
});

test('B-115: the version menu shows the label of the version; a single version is a plain link', async () => {
	const trigger = '.navbar [data-role="versions"] > .dropdown-trigger';
	await withReader(at('/docs/v1/'), {}, async (page) => {
		assert.is(await textOf(page, trigger), '1.x');
		await clickLink(page, '.banner a');
		await untilHeading(page, 'Introduction');
		assert.is(await textOf(page, trigger), '2.x');
		await clickLink(page, '.navbar a[href="/blog"]');
		await until(page, () => document.title === 'Blog | Shell');
		assert.is(await textOf(page, trigger), '2.x');
	});
	await withReader(at('/docs/v1/'), { view: NARROW }, async (page) => {
		const labels = await page.$$eval('.panel-primary summary', (all) => all.map((summary) => summary.textContent));
		assert.ok(labels.includes('Versions'));
	});
	const files = shellSite({
		navbar: { items: [{ type: 'docsVersionDropdown', position: 'left' }] },
		docs: { versions: {} },
	});
	for (const name of Object.keys(files)) if (/versions/.test(name)) delete files[name];
	const single = await serveSite(files);
	await withReader(`${single.origin}/docs/`, {}, async (page) => {
		assert.is(await page.$('.dropdown'), null);
		assert.is(await attributeOf(page, '.navbar-left a', 'href'), '/docs/');
	});
});

test('B-116: the language menu loads fully, keeps query and hash, and marks languages', async () => {
	const locales = [
		{ locale: 'en', label: 'English' },
		{ locale: 'fr', label: 'Français', url: '/fr' },
	];
	const items = [{ type: 'localeDropdown', position: 'left' }];
	const files = shellSite({ locales, navbar: { items }, onBrokenLinks: 'ignore' });
	files['content/static/fr/docs/long/index.html'] = '<!doctype html><link rel="icon" href="data:,"><h1>Longue</h1>';
	const languages = await serveSite(files);
	for (const view of [WIDE, NARROW]) {
		await withReader(`${languages.origin}/docs/long?x=1#first`, { view }, async (page) => {
			await markDocument(page);
			const menu = view === WIDE ? '.navbar .dropdown-menu' : '.panel-primary details';
			const found = await page.$$eval(`${menu} a`, (links) =>
				links.map((link) => [link.textContent?.trim(), link.lang]),
			);
			assert.equal(found, [
				['English', 'en'],
				['Français', 'fr'],
			]);
			if (view === NARROW) {
				assert.is(await textOf(page, '.panel-primary summary'), 'Languages');
				await openPanel(page);
			}
			await clickLink(page, `${menu} a[lang="fr"]`);
			await until(page, () => document.querySelector('h1')?.textContent === 'Longue');
			assert.not.ok(await isMarked(page));
			assert.match(page.url(), '/fr/docs/long?x=1#first');
			await page.goBack();
			await until(page, () => document.querySelector('main h1')?.textContent === 'Long');
		});
	}
});

test('B-117: Escape closes a dropdown and focuses its trigger', async () => {
	await withReader(at('/docs/'), {}, async (page) => {
		await page.focus(MORE);
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		assert.is(await focused(page), 'Long page');
		await page.keyboard.press('Escape');
		assert.not.ok(await menuShown(page));
		assert.is(await focused(page), 'More');
	});
});

/* ---------------------------------------------------------------- mobile sidebar */

const TOGGLE = '.navbar-toggle';
const isOpen = (page: Page): Promise<boolean> =>
	page.evaluate(() => document.querySelector('.panel:popover-open') !== null);

async function openPanel(page: Page): Promise<void> {
	await page.click(TOGGLE);
	await until(page, () => document.querySelector('.navbar-toggle[aria-expanded="true"]') !== null);
}

async function untilClosed(page: Page): Promise<void> {
	await until(page, () => document.querySelector('.panel:popover-open') === null);
	// Going back removes the sidebar's entry.
	await until(page, () => history.state?.panel !== true);
}

test('B-120: on narrow screens, the items are in the mobile sidebar', async () => {
	await withReader(at('/media'), { view: NARROW }, async (page) => {
		assert.not.ok(await isShown(page, '.navbar .navbar-items'));
		assert.is(await attributeOf(page, TOGGLE, 'aria-label'), 'Toggle navigation bar');
		assert.is(await attributeOf(page, TOGGLE, 'aria-expanded'), 'false');
		await openPanel(page);
		assert.ok(await isShown(page, '.panel a[href="/blog"]'));
		assert.ok(await isShown(page, '.panel [aria-label="Close navigation bar"]'));
		assert.ok(await isShown(page, '.panel .theme-toggle'));
		await page.click('.panel [aria-label="Close navigation bar"]');
		await untilClosed(page);
		assert.is(await attributeOf(page, TOGGLE, 'aria-expanded'), 'false');
	});
	await withReader(at('/media'), {}, async (page) => {
		assert.ok(await isShown(page, '.navbar .navbar-items'));
		assert.not.ok(await isShown(page, TOGGLE));
	});
});

test('B-121: while it is open, the page does not scroll; closing restores the previous overflow', async () => {
	await withReader(at('/docs/long'), { view: NARROW }, async (page) => {
		const overflow = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
		await scrollTo(page, 300);
		const before = await overflow();
		await openPanel(page);
		assert.is(await overflow(), 'hidden');
		await page.mouse.move(20, 400);
		await page.mouse.wheel({ deltaY: 300 });
		await rest(150);
		assert.is(await scrollTop(page), 300);
		await page.keyboard.press('Escape');
		await untilClosed(page);
		assert.is(await overflow(), before);
		assert.is(await scrollTop(page), 300);
	});
});

test('B-122: it closes when the window becomes wide; going back closes only it', async () => {
	await withReader(at('/media'), { view: NARROW }, async (page) => {
		await markDocument(page);
		await clickLink(page, '.footer a[href="/docs/"]');
		await untilHeading(page, 'Introduction');
		const before = await page.evaluate(() => history.state?.key);
		await openPanel(page);
		await page.goBack();
		await untilClosed(page);
		assert.is(path(page), '/docs/');
		assert.is(await textOf(page, 'main h1'), 'Introduction');
		assert.is(await page.evaluate(() => history.state?.key), before);
		await page.goBack();
		await untilHeading(page, 'Media');
		await openPanel(page);
		await page.setViewport({ ...NARROW, width: 997 });
		await untilClosed(page);
		assert.ok(await isMarked(page));
	});
	await withReader(at('/media'), { view: NARROW }, async (page) => {
		await markDocument(page);
		await openPanel(page);
		await page.goBack();
		await untilClosed(page);
		assert.ok(await isMarked(page), 'also on the first page of the window');
	});
});

test('B-123: it closes on a press outside and on following a link; going back skips its entry', async () => {
	await withReader(at('/media'), { view: NARROW }, async (page) => {
		await openPanel(page);
		await page.mouse.click(10, 400);
		await untilClosed(page);
		await openPanel(page);
		await page.click('.panel-primary a[href="/blog"]');
		await until(page, () => document.title === 'Blog | Shell');
		assert.not.ok(await isOpen(page));
		await page.goBack();
		await untilHeading(page, 'Media');
	});
});

test('B-124: docs and blog show their own menu first; "Back to main menu" switches to the main one', async () => {
	await withReader(at('/docs/long'), { view: NARROW }, async (page) => {
		for (const _ of [1, 2]) {
			await openPanel(page);
			assert.ok(await isShown(page, '.panel .sidebar'));
			assert.not.ok(await isShown(page, '.panel-primary'));
			assert.is(await textOf(page, '.panel-back'), '← Back to main menu');
			await page.click('.panel-back');
			await until(page, () => document.querySelector('.panel')?.getAttribute('data-menu') === 'primary');
			assert.ok(await isShown(page, '.panel-primary'));
			assert.not.ok(await isShown(page, '.panel .sidebar'));
			assert.is(await focused(page), 'Docs', 'the focus goes along');
			await page.keyboard.press('Escape');
			await untilClosed(page);
		}
	});
	await withReader(at('/blog'), { view: NARROW }, async (page) => {
		await openPanel(page);
		assert.ok(await isShown(page, '.panel .recent'));
		assert.not.ok(await isShown(page, '.panel-primary'));
	});
	await withReader(at('/media'), { view: NARROW }, async (page) => {
		await openPanel(page);
		assert.ok(await isShown(page, '.panel-primary'));
		assert.not.ok(await isShown(page, '.panel-back'));
	});
});

test('B-125: in the docs menu, a page or a category with a page closes it; a category without one only opens', async () => {
	await withReader(at('/docs/long'), { view: NARROW, media: STILL }, async (page) => {
		await openPanel(page);
		await page.click('.panel .sidebar-row > a[role="button"]');
		assert.ok(await isOpen(page));
		assert.ok(await isShown(page, '.panel a[href="/docs/guide/two"]'));
		await page.click('.panel a[href="/docs/guide/two"]');
		await untilHeading(page, 'Guide two');
		assert.not.ok(await isOpen(page));
		await openPanel(page);
		await page.click('.panel .sidebar-row > a[href="/docs/reference"]');
		await untilHeading(page, 'Reference');
		assert.not.ok(await isOpen(page));
	});
});

test('B-126: the search box stays in the navbar on narrow screens', async () => {
	await withReader(at('/docs/long'), { view: NARROW }, async (page) => {
		assert.ok(await isShown(page, '.navbar .search-button'));
	});
});

test('B-127: Escape closes it; the focus stays inside while it is open and returns to the toggle', async () => {
	await withReader(at('/media'), { view: NARROW }, async (page) => {
		await page.focus(TOGGLE);
		await page.keyboard.press('Enter');
		await until(page, () => document.querySelector('.navbar-toggle[aria-expanded="true"]') !== null);
		assert.is(await focused(page), 'Close navigation bar');
		const inside = (): Promise<boolean> => page.evaluate(() => document.activeElement?.closest('.panel') !== null);
		for (let press = 0; press < 25; press++) {
			await page.keyboard.press('Tab');
			assert.ok(await inside(), `after ${press + 1} presses`);
		}
		for (let press = 0; press < 3; press++) {
			await page.keyboard.down('Shift');
			await page.keyboard.press('Tab');
			await page.keyboard.up('Shift');
			assert.ok(await inside());
		}
		assert.ok(await page.$eval('main', (main) => main.inert));
		await page.keyboard.press('Escape');
		await untilClosed(page);
		assert.is(await focused(page), 'Toggle navigation bar');
		assert.not.ok(await page.$eval('main', (main) => main.inert));
	});
});

/* ---------------------------------------------------------------- footer */

test('B-130: the footer has columns or a row, a logo, copyright, icons on external links, raw HTML', async () => {
	await withReader(at('/docs/'), {}, async (page) => {
		assert.is(await textOf(page, '.footer-title'), 'Column');
		assert.ok(await page.$('.footer a[href="https://example.org/"] svg'));
		assert.is(await page.$eval('.footer .raw', (element) => element.outerHTML), '<i class="raw">Raw item</i>');
		assert.ok(await isShown(page, '.footer img[src="/img/logo.svg"]'));
		assert.is(await page.$eval('.footer-copyright', (element) => element.innerHTML), 'Made <b>here</b>.');
		await clickLink(page, '.footer a[href="/docs/"]');
		await clickLink(page, '.footer a[href="/"]');
		await untilHeading(page, 'Home of Shell');
	});
	const row = await serveSite(
		shellSite({
			footer: {
				links: [
					{ label: 'A', to: '/docs/' },
					{ label: 'B', href: 'https://example.org/' },
				],
			},
		}),
	);
	await withReader(`${row.origin}/docs/`, {}, async (page) => {
		const between = await page.$eval(
			'.footer-row > li:last-child',
			(item) => getComputedStyle(item, '::before').content,
		);
		assert.is(between, '"·"');
	});
});

/* ---------------------------------------------------------------- docs sidebar */

const label = (name: string): string =>
	`::-p-xpath(//nav[@aria-label='Docs sidebar']//div[@class='sidebar-row']/a[normalize-space()='${name}'])`;
const toggle = (name: string): string => `.sidebar [aria-label="Toggle the collapsible sidebar category '${name}'"]`;
const isExpanded = (page: Page, name: string): Promise<boolean> =>
	page.$$eval(
		'.sidebar .sidebar-row > a',
		(links, text) => {
			const link = links.find((candidate) => candidate.textContent?.trim() === text);
			const list = link?.closest('.sidebar-category')?.querySelector<HTMLElement>(':scope > .sidebar-list');
			const says = link?.getAttribute('aria-expanded') === 'true';
			if (list && list.hidden === says) throw new Error(`${text}: the list and aria-expanded differ`);
			return says;
		},
		name,
	);

test('B-140: by default, the sidebar cannot be hidden and categories do not close each other', async () => {
	await withReader(at('/docs/'), { media: STILL }, async (page) => {
		assert.ok(await page.$('nav[aria-label="Docs sidebar"]'));
		assert.is(await page.$('.sidebar-hide'), null);
		await page.click(label('Guide'));
		await page.click(toggle('Reference'));
		assert.ok(await isExpanded(page, 'Guide'));
		assert.ok(await isExpanded(page, 'Reference'));
		assert.ok(await isExpanded(page, 'Open'));
	});
});

test('B-141: the page’s categories are open, others as configured; categories that the reader opened stay open', async () => {
	await withReader(at('/docs/guide/deep/three'), { media: STILL }, async (page) => {
		await markDocument(page);
		const states = async (): Promise<boolean[]> => {
			const all: boolean[] = [];
			for (const name of ['Guide', 'Deep', 'Reference', 'Open']) all.push(await isExpanded(page, name));
			return all;
		};
		assert.equal(await states(), [true, true, false, true]);
		await page.click(label('Open'));
		await page.click(toggle('Reference'));
		assert.equal(await states(), [true, true, true, false]);
		await clickLink(page, '.sidebar a[href="/docs/long"]');
		await untilHeading(page, 'Long');
		assert.equal(await states(), [true, true, true, false], 'all as the reader left it');
		await page.click(toggle('Reference'));
		await page.click(label('Guide'));
		await clickLink(page, '.paginator-next');
		await untilHeading(page, 'Guide one');
		assert.equal(await states(), [true, true, false, false], 'the category that is entered opens');
		assert.ok(await isMarked(page));
	});
});

test('the sidebar keeps its scroll position across pages', async () => {
	const large = await serveSite(largeSite());
	await withReader(`${large.origin}/docs/part1/page5`, { media: STILL }, async (page) => {
		await markDocument(page);
		await page.$eval('.panel', (panel) => {
			panel.scrollTop = 700;
		});
		await clickLink(page, '.sidebar a[href="/docs/part1/page30"]');
		await untilHeading(page, 'Page part1 page30');
		assert.is(await page.$eval('.panel', (panel) => panel.scrollTop), 700);
		assert.is(await attributeOf(page, '.sidebar a[href="/docs/part1/page30"]', 'aria-current'), 'page');
		assert.is(await attributeOf(page, '.sidebar a[href="/docs/part1/page5"]', 'aria-current'), null);
		assert.ok(await isMarked(page));
	});
});

test('a menu opens at the current entry, and its header stays', async () => {
	const large = await serveSite(largeSite());
	await withReader(`${large.origin}/docs/part1/page30`, { view: NARROW, media: STILL }, async (page) => {
		await openPanel(page);
		const top = (selector: string): Promise<number> =>
			page.$eval(selector, (element) => element.getBoundingClientRect().top);
		await until(page, () => (document.querySelector('.panel')?.scrollTop ?? 0) > 0);
		const current = await top('.sidebar [aria-current="page"]');
		assert.ok(current > 100 && current < NARROW.height - 100, `the current entry is at ${current}`);
		assert.is(await top('.panel-head'), 0);
	});
});

test('a large sidebar fetches the entries of a category when it opens, and keeps them', async () => {
	const large = await serveSite(largeSite());
	await withReader(`${large.origin}/docs/`, { media: STILL }, async (page, { requests }) => {
		assert.is(await page.$('.sidebar a[href="/docs/part2/page3"]'), null);
		const sources = (): number => requests.filter((name) => name.includes('/sidebars/')).length;
		assert.is(sources(), 0);
		await page.click(label('Part 2'));
		await page.waitForSelector('.sidebar a[href="/docs/part2/page3"]');
		assert.ok(await isExpanded(page, 'Part 2'));
		await page.click(label('Part 3'));
		await page.waitForSelector('.sidebar a[href="/docs/part3/page3"]');
		await page.click(label('Guide'));
		await page.waitForSelector('.sidebar a[href="/docs/guide/two"]');
		await page.click(label('Deep'));
		await page.waitForSelector('.sidebar a[href="/docs/guide/deep/four"]');
		assert.is(sources(), 1);
		await clickLink(page, '.sidebar a[href="/docs/part3/page3"]');
		await untilHeading(page, 'Page part3 page3');
		assert.ok(await isExpanded(page, 'Part 2'));
		assert.ok(await page.$('.sidebar a[href="/docs/part2/page3"]'));
		assert.is(await attributeOf(page, '.sidebar a[href="/docs/part3/page3"]', 'aria-current'), 'page');
	});
});

test('a long sidebar list shows in part; the rest loads on demand, and stays', async () => {
	const files = shellSite();
	const ids = Array.from({ length: 200 }, (_, number) => `many/page${number}`);
	for (const id of ids) files[`content/docs/${id}.md`] = doc(`Page ${id}`, 'Text.');
	const sidebar = { docs: [{ type: 'category', label: 'Many', items: ids }, 'tabs'] };
	files['content/docs/sidebars.ts'] = `export default ${JSON.stringify(sidebar)};`;
	const long = await serveSite(files);
	const link = (number: number): string => `.sidebar a[href="/docs/many/page${number}"]`;
	const mores = (page: Page): Promise<string[]> =>
		page.$$eval('.sidebar-more', (items) => items.map((item) => item.textContent ?? ''));
	await withReader(`${long.origin}/docs/many/page110`, { media: STILL }, async (page) => {
		await markDocument(page);
		assert.equal(await mores(page), ['90 more above', '65 more below']);
		await page.focus('.sidebar-more a');
		await page.keyboard.press('Enter');
		await page.waitForSelector(link(3));
		assert.equal(await mores(page), ['65 more below']);
		const order = await page.$$eval('.sidebar .sidebar-list .sidebar-list a', (links) =>
			links.map((entry) => Number(/\d+$/.exec(entry.href)?.[0])),
		);
		assert.equal(order.slice(0, 135), [...Array(135).keys()]);
		assert.match(await page.evaluate(() => document.activeElement?.getAttribute('href') ?? ''), /page0$/);
		await clickLink(page, link(3));
		await untilHeading(page, 'Page many/page3');
		assert.is(await attributeOf(page, link(3), 'aria-current'), 'page');
		assert.is(await attributeOf(page, link(110), 'aria-current'), null);
		assert.equal(await mores(page), ['65 more below'], 'what the reader asked for stays');
		assert.ok(await isMarked(page));
	});
	await withPage(`${long.origin}/docs/many/page110`, { scripts: false }, async (page) => {
		await page.click('.sidebar-more a');
		await page.waitForSelector(`${link(89)}[aria-current="page"]`);
	});
});

test('B-142: a label with a page navigates and opens, but never closes; its button toggles; a label without a page toggles', async () => {
	await withReader(at('/docs/'), { media: STILL }, async (page) => {
		await markDocument(page);
		assert.is(await attributeOf(page, label('Reference'), 'aria-expanded'), 'false');
		await page.click(label('Reference'));
		await untilHeading(page, 'Reference');
		assert.ok(await isExpanded(page, 'Reference'));
		await page.click(label('Reference'));
		await rest(100);
		assert.ok(await isExpanded(page, 'Reference'));
		await page.click(toggle('Reference'));
		assert.not.ok(await isExpanded(page, 'Reference'));
		assert.is(await attributeOf(page, toggle('Reference'), 'aria-expanded'), 'false');
		for (const state of [true, false]) {
			await page.click(label('Guide'));
			assert.is(await isExpanded(page, 'Guide'), state);
		}
		assert.is(path(page), '/docs/reference');
		for (const [key, state] of [
			['Enter', true],
			['Space', false],
		] as const) {
			await page.focus(label('Guide'));
			await page.keyboard.press(key);
			assert.is(await isExpanded(page, 'Guide'), state, key);
		}
		assert.ok(await isMarked(page));
	});
});

test('B-143: the current page is marked, its categories are active, and Tab skips closed ones', async () => {
	await withReader(at('/docs/guide/deep/three'), { media: STILL }, async (page) => {
		const current = (): Promise<string[]> =>
			page.$$eval('.sidebar [aria-current="page"]', (links) => links.map((link) => link.textContent?.trim() ?? ''));
		const actives = (): Promise<string[]> =>
			page.$$eval('.sidebar .sidebar-category.active > .sidebar-row', (rows) =>
				rows.map((row) => row.textContent?.trim() ?? ''),
			);
		assert.equal(await current(), ['Three']);
		assert.equal(await actives(), ['Guide', 'Deep']);
		await clickLink(page, '.sidebar a[href="/docs/guide/two"]');
		await untilHeading(page, 'Guide two');
		assert.equal(await current(), ['Guide two']);
		assert.equal(await actives(), ['Guide']);
		await page.click(label('Guide'));
		await page.focus(label('Guide'));
		await page.keyboard.press('Tab');
		assert.is(await focused(page), 'Reference');
	});
});

test('B-143: only categories of the current page are highlighted', async () => {
	await withReader(at('/docs/guide/deep/three'), { media: STILL }, async (page) => {
		const colour = (selector: string): Promise<string> =>
			page.$eval(selector, (element) => getComputedStyle(element).color);
		const current = await colour('.sidebar [aria-current="page"]');
		assert.is(await colour(label('Guide')), current);
		assert.is(await colour(label('Deep')), current);
		assert.is.not(await colour(label('Reference')), current);
	});
});

test('B-144: without scripts, a label without a page links to its first page', async () => {
	await withReader(at('/docs/'), { scripts: false }, async (page) => {
		await page.click(label('Guide'));
		await until(page, () => document.querySelector('main h1')?.textContent === 'Guide one');
	});
});

test('B-145: the duration of the animation depends on the height, and it can be reversed', async () => {
	for (const view of [WIDE, NARROW]) {
		await withReader(at('/docs/'), { view }, async (page) => {
			if (view === NARROW) await openPanel(page);
			const run = (): Promise<{ duration: unknown; easing: unknown; height: number }[]> =>
				page.$eval('.sidebar .sidebar-category .sidebar-list', (list) => {
					const category = list.closest('.sidebar-category');
					category?.querySelector<HTMLElement>('.sidebar-row > a')?.click();
					return list.getAnimations().map((animation) => {
						const timing = animation.effect?.getTiming();
						return { duration: timing?.duration, easing: timing?.easing, height: list.scrollHeight };
					});
				});
			const [opening, ...others] = await run();
			assert.equal(others, []);
			const lines = (opening?.height ?? 0) / 36;
			assert.ok(lines > 1);
			assert.is(opening?.duration, Math.round((4 + 15 * lines ** 0.25 + lines / 5) * 10));
			assert.is(opening?.easing, 'ease-in-out');
			await rest(60);
			assert.is((await run()).length, 1, 'turned round');
			await until(page, () => document.querySelector<HTMLElement>('.sidebar .sidebar-category .sidebar-list')?.hidden);
			assert.not.ok(await isExpanded(page, 'Guide'));
		});
	}
});

test('B-146: with reduced motion, the end is reached immediately', async () => {
	await withReader(at('/docs/'), { media: STILL }, async (page) => {
		const [moving, hidden] = await page.$eval('.sidebar .sidebar-category .sidebar-list', (list) => {
			list.closest('.sidebar-category')?.querySelector<HTMLElement>('.sidebar-row > a')?.click();
			return [list.getAnimations().length, (list as HTMLElement).hidden];
		});
		assert.is(moving, 0);
		assert.is(hidden, false);
	});
});

test('B-147: optional: opening closes siblings, and the whole sidebar can be hidden', async () => {
	const closing = await serveSite(shellSite({ docs: { sidebar: { hideable: true, autoCollapseCategories: true } } }));
	await withReader(`${closing.origin}/docs/`, { media: STILL }, async (page) => {
		await page.click(label('Guide'));
		await page.click(label('Deep'));
		assert.ok(await isExpanded(page, 'Guide'), 'another level');
		assert.not.ok(await isExpanded(page, 'Open'));
		await page.click(toggle('Reference'));
		assert.not.ok(await isExpanded(page, 'Guide'));
		await clickLink(page, '.sidebar li > a[href="/docs/guide/one"]');
		await untilHeading(page, 'Guide one');
		assert.ok(await isExpanded(page, 'Guide'));
		assert.not.ok(await isExpanded(page, 'Reference'));

		const width = (): Promise<number> => page.$eval('main', (main) => main.getBoundingClientRect().width);
		const before = await width();
		assert.is(await attributeOf(page, '.sidebar-hide', 'aria-label'), 'Collapse sidebar');
		await page.click('.sidebar-hide');
		assert.is(await attributeOf(page, '.sidebar-hide', 'aria-label'), 'Expand sidebar');
		assert.not.ok(await isShown(page, '.sidebar a'));
		assert.ok((await width()) > before + 100);
		await clickLink(page, 'main a[href="/docs/guide/two"]');
		await untilHeading(page, 'Guide two');
		assert.not.ok(await isShown(page, '.sidebar a'), 'also on the next page');
		await page.click('.sidebar-hide');
		assert.is(await attributeOf(page, '.sidebar-hide', 'title'), 'Collapse sidebar');
		assert.ok(await isShown(page, '.sidebar a'));
	});
	await withReader(`${closing.origin}/docs/`, { view: NARROW }, async (page) => {
		await openPanel(page);
		assert.not.ok(await isShown(page, '.sidebar-hide'));
	});
});

test.run();
