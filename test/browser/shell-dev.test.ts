/** The shell with `docsgen dev`: the same pages, and pages that change while they are open. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveDevFolder } from '../disk-site.ts';
import { writeFiles } from '../write-files.ts';
import {
	attributeOf,
	clickLink,
	giveSign,
	isMarked,
	isShown,
	markDocument,
	NARROW,
	scrollTo,
	scrollTop,
	serveDev,
	stopAll,
	textOf,
	until,
	untilCompiled,
	untilHeading,
	untilTabs,
	withPage,
} from './browser.ts';
import { liveFolder, SITE } from './live-site.ts';
import { largeSite, shellSite } from './shell-site.ts';

const files = shellSite();
const dev = await serveDev(files);
const at = (path: string): string => dev.origin + path;

test.after(stopAll);

const STILL = { 'prefers-reduced-motion': 'reduce' };

test('B-040, B-050, B-186: pages are swapped without a reload, including the not-found page', async () => {
	for (const view of [undefined, NARROW]) {
		await withPage(at('/docs/long'), { view, expected: /404/ }, async (page) => {
			await markDocument(page);
			await scrollTo(page, 700);
			await clickLink(page, '.sidebar a[href="/docs/code"]');
			await untilHeading(page, 'Code');
			assert.is(await scrollTop(page), 0);
			assert.is(await page.title(), 'Code | Shell');
			await page.goBack();
			await untilHeading(page, 'Long');
			await until(page, () => Math.abs(scrollY - 700) < 2);
			await page.$eval('main', (main) => main.insertAdjacentHTML('beforeend', '<a class="x" href="/nothing">x</a>'));
			await clickLink(page, 'main a.x');
			await untilHeading(page, 'Page Not Found');
			assert.ok(await isMarked(page));
		});
	}
});

test('B-191, B-175, B-142: color mode switch, tabs and sidebar work', async () => {
	await withPage(at('/docs/tabs'), { media: STILL }, async (page) => {
		await page.click('.navbar > .theme-toggle');
		assert.is(await attributeOf(page, 'html', 'data-theme'), 'dark');
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="js"]');
		assert.is((await page.$$('.tab-panel.selected[aria-label="JavaScript"]')).length, 2);
		await page.click('.sidebar [role="button"]');
		assert.ok(await isShown(page, '.sidebar a[href="/docs/guide/two"]'));
	});
});

test('a large sidebar loads its missing entries', async () => {
	const large = await serveDev(largeSite());
	await withPage(`${large.origin}/docs/`, { media: STILL }, async (page) => {
		await page.click("::-p-xpath(//nav[@aria-label='Docs sidebar']//a[normalize-space()='Part 2'])");
		await page.waitForSelector('.sidebar a[href="/docs/part2/page3"]');
	});
});

test('a page that changes while it is open keeps its scroll position, color mode and widgets', async () => {
	const text = files['content/docs/tabs.md'] ?? '';
	await withPage(at('/docs/tabs'), { media: STILL }, async (page) => {
		await markDocument(page);
		await page.click('.navbar > .theme-toggle');
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="js"]');
		await page.click('.sidebar [role="button"]');
		await scrollTo(page, 500);
		writeFiles(dev.folder, { 'content/docs/tabs.md': text.replace('Between.', 'Between, changed.') });
		await dev.refresh();
		await until(page, () => document.querySelector('main')?.textContent?.includes('Between, changed.'));
		await until(page, () => document.querySelector<HTMLButtonElement>('.navbar > .theme-toggle')?.disabled === false);
		assert.ok(await isMarked(page));
		assert.is(await scrollTop(page), 500);
		assert.is(await attributeOf(page, 'html', 'data-theme'), 'dark');
		assert.is((await page.$$('.tab-panel.selected[aria-label="JavaScript"]')).length, 2);
		assert.ok(await isShown(page, '.sidebar a[href="/docs/guide/two"]'), 'what was open is open');
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="ts"]');
		assert.is((await page.$$('.tab-panel.selected[aria-label="TypeScript"]')).length, 2);
		await page.click('.navbar > .theme-toggle');
		assert.is(await attributeOf(page, 'html', 'data-theme'), 'light');
		await page.click('.sidebar [role="button"]');
		assert.not.ok(await isShown(page, '.sidebar a[href="/docs/guide/two"]'));
		assert.is((await page.$$('.sidebar [role="button"]')).length, 3);
	});
});

test('what readers opened stays open, in a page whose text changes around it', async () => {
	const folded = (name: string): string => `<details>\n<summary>${name}</summary>\n\nText of ${name}.\n\n</details>`;
	const tabs = files['content/docs/tabs.md']?.match(/<Tabs queryString[\s\S]*?<\/Tabs>/)?.[0];
	const wide = `\`\`\`ts\nconst wide = '${'wide '.repeat(99)}';\n\`\`\``;
	const text = ['Start.', folded('One'), folded('Two'), tabs, wide, 'End.'].join('\n\n');
	writeFiles(dev.folder, { 'content/docs/last.md': `---\ntitle: Last\n---\n\n${text}\n` });
	await dev.refresh();
	await withPage(at('/docs/last'), { media: STILL }, async (page) => {
		await markDocument(page);
		await giveSign(page);
		await untilTabs(page);
		await page.click('.tabs [data-tab-value="a"]');
		await page.$$eval('.markdown details', (all) => all[1]?.setAttribute('open', ''));
		await page.waitForSelector('.code [aria-pressed]:not([hidden])');
		await page.$eval('.markdown pre', (pre) => {
			pre.scrollLeft = 50;
		});
		await page.keyboard.type('/');
		await page.waitForSelector('.search-dialog input:focus');
		await page.keyboard.type('guide');
		await page.evaluate(() => document.querySelector('.dropdown-trigger')?.setAttribute('aria-expanded', 'true'));
		const state = (): Promise<unknown[]> =>
			page.evaluate(() => [
				[...document.querySelectorAll('.markdown details')].map(
					(one) => (one as HTMLDetailsElement).open && one.querySelector('summary')?.textContent,
				),
				document.querySelector('.tabs [aria-selected="true"]')?.textContent,
				[...document.querySelectorAll('.tab-panel.selected')].map((panel) => panel.getAttribute('aria-label')),
				document.querySelector('.markdown pre')?.scrollLeft,
				document.querySelector<HTMLInputElement>('.search-dialog:popover-open input')?.value,
				document.activeElement?.localName,
				document.documentElement.hasAttribute('data-search-open'),
				document.querySelector('.dropdown-trigger')?.getAttribute('aria-expanded'),
				document.querySelectorAll('.code [aria-pressed]').length,
			]);
		const before = await state();
		assert.equal(before, [[false, 'Two'], 'A', ['A'], 50, 'guide', 'input', true, 'true', 1]);
		const edits: [change: (old: string) => string, words: string][] = [
			[(old) => old.replace('End.', 'The end.'), 'The end.'],
			[(old) => old.replace('Start.', 'Start.\n\nA new paragraph.'), 'A new paragraph.'],
			[(old) => old.replace('Text A.', 'Other words in A.'), 'Other words in A.'],
			[(old) => old.replace('Text of Two.', 'Other words in Two.'), 'Other words in Two.'],
		];
		let now = `---\ntitle: Last\n---\n\n${text}\n`;
		for (const [change, words] of edits) {
			now = change(now);
			writeFiles(dev.folder, { 'content/docs/last.md': now });
			await dev.refresh();
			await until(page, (wanted) => document.querySelector('.markdown')?.textContent?.includes(wanted), words);
			assert.equal(await state(), before, words);
		}
		assert.ok(await isMarked(page));
		await page.keyboard.press('Escape');
		await page.waitForSelector('.search-dialog', { hidden: true });
		await page.$eval('.code [aria-pressed]', (wrap) => (wrap as HTMLElement).click());
		assert.is((await page.$$('.code pre.wrapped')).length, 1, 'the button acts once');
	});
});

test('a live sample with changes in it stays, while its own code is the same', async () => {
	const { folder, remove } = liveFolder();
	const server = await serveDevFolder(folder, { watch: false });
	const page = SITE['content/docs/index.md'] ?? '';
	const edit = async (text: string): Promise<void> => {
		writeFiles(folder, { 'content/docs/index.md': text });
		await server.refresh();
	};
	try {
		await withPage(`${server.url}docs/`, { media: STILL }, async (tab) => {
			await giveSign(tab);
			const open = '.code:has([data-sample="0"])';
			const untilEditable = (): Promise<void> =>
				untilCompiled(
					tab,
					(block) => document.querySelector(`${block} .code-actions button:nth-of-type(3)`) !== null,
					open,
				);
			await untilEditable();
			await tab.$eval(`${open} .code-actions button:not([hidden])`, (button) => (button as HTMLElement).click());
			await tab.waitForSelector(`${open}.live .cm-focused`);
			await tab.keyboard.type('// mine ');
			const mine = (): Promise<boolean> =>
				tab.evaluate(() => document.querySelector('.live .cm-content')?.textContent?.includes('// mine ') === true);
			assert.ok(await mine());
			await edit(page.replace('Words above.', 'Words above.\n\nAnd more.'));
			await until(tab, () => document.querySelector('main')?.textContent?.includes('And more.'));
			assert.ok(await mine(), 'the editor has the changes');
			assert.is((await tab.$$(`${open}.live .cm-focused`)).length, 1, 'and the focus');
			const title = await tab.title();
			await tab.evaluate(() => {
				const titles: string[] = [];
				const look = (): number => titles.push(document.title);
				new MutationObserver(look).observe(document.head, { childList: true, characterData: true, subtree: true });
				Object.assign(window, { titles });
			});
			await edit(page.replace('Hello,', 'Good day,'));
			await until(tab, () => document.querySelector('main')?.textContent?.includes('Good day,'));
			assert.is((await tab.$$('.live')).length, 0, 'other code is shown as it is');
			await untilEditable();
			const titles = await tab.evaluate(() => (window as unknown as { titles: string[] }).titles);
			const notes = titles.map((one) =>
				one.replace(title, '').replace(/^Checking (a block|\d+ blocks) of code · $/, 'note'),
			);
			assert.ok(notes.includes('note'), titles.join('\n'));
			assert.equal(
				notes.filter((note) => note !== 'note' && note !== ''),
				[],
			);
			assert.is(await tab.title(), title);
		});
	} finally {
		await server.close();
		remove();
	}
});

test('after a change, visits show the changed page, even if the old one was prefetched', async () => {
	await withPage(at('/docs/'), {}, async (page) => {
		await markDocument(page);
		await page.hover('main a[href="/docs/code"]');
		await clickLink(page, 'main a[href="/docs/code"]');
		await untilHeading(page, 'Code');
		await page.goBack();
		await untilHeading(page, 'Introduction');
		const code = files['content/docs/code.md'] ?? '';
		writeFiles(dev.folder, {
			'content/docs/code.md': code.replace('A block:', 'A changed block:'),
			'content/docs/intro.md': `${files['content/docs/intro.md']}\n\nMore.\n`,
		});
		await dev.refresh();
		await until(page, () => document.querySelector('main')?.textContent?.includes('More.'));
		await clickLink(page, 'main a[href="/docs/code"]');
		await untilHeading(page, 'Code');
		assert.match(await textOf(page, '.markdown'), 'A changed block:');
		assert.ok(await isMarked(page));
		const count = async (selector: string): Promise<number> => (await page.$$(selector)).length;
		assert.is(await count('.markdown [aria-label="Toggle word wrap"]'), await count('.markdown [data-widget="code"]'));
	});
});

test.run();
