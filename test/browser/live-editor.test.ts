/** The editor of live samples on a small site: buttons, text, keyboard, runs, sharing, failures. */
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import axe from 'axe-core';
import type { Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inBothModes, prepare } from './axe.ts';
import {
	clickLink,
	focused,
	giveSign,
	isMarked,
	isShown,
	markDocument,
	NARROW,
	newContext,
	type OpenOptions,
	stopAll,
	textOf,
	until,
	untilCompiled,
	untilHeading,
	WIDE,
	withPage,
} from './browser.ts';
import { liveSite } from './live-site.ts';

const site = await liveSite();
test.after(async () => {
	await stopAll();
	site.remove();
});

const STILL = { 'prefers-reduced-motion': 'reduce' };
const blockOf = (sample: number): string => `.code:has([data-sample="${sample}"])`;
const CONTENT = '.live .cm-content';

/** Opens the page with its interactive scripts. */
function withSamples(options: OpenOptions, work: Parameters<typeof withPage>[2]): Promise<void> {
	return withPage(`${site.origin}/docs/`, { media: STILL, ...options }, async (page, open) => {
		await giveSign(page);
		await page.waitForSelector(`${blockOf(0)} .code-actions button:nth-of-type(3)`);
		await work(page, open);
	});
}

/** A context whose pages may write to the clipboard: some versions of Chromium ask people for it. */
async function withClipboard(): Promise<OpenOptions> {
	const context = await newContext();
	await context.overridePermissions(site.origin, ['clipboard-write', 'clipboard-sanitized-write']);
	return { context };
}

/** Presses a button of a block by its text, like the keyboard. */
async function press(page: Page, block: string, text: string): Promise<void> {
	await page.$$eval(
		`${block} button`,
		(buttons, wanted) => {
			const button = buttons.find((one) => one.textContent?.startsWith(wanted) && one.checkVisibility());
			button?.focus();
			button?.click();
		},
		text,
	);
}

async function edit(page: Page, sample: number): Promise<void> {
	await press(page, blockOf(sample), 'Edit');
	await page.waitForSelector(`${blockOf(sample)}.live .cm-focused`);
}

/** Waits for the compiler's answer about all files. */
async function untilChecked(page: Page, problems: number): Promise<void> {
	await page.waitForSelector('.live-bar');
	await press(page, '.live', 'Problems');
	const isDone = (count: number): unknown =>
		document.querySelectorAll('.live-problem').length === count &&
		(count > 0 || document.querySelector('.live-panel [role=status]')?.textContent?.startsWith('The compiler'));
	await untilCompiled(page, isDone, problems);
}

/** Waits until a program has ended, which the compiler reads first. */
function untilFinished(page: Page): Promise<void> {
	const status = '.live-panel [role=status]';
	return untilCompiled(page, (one) => document.querySelector(one)?.textContent?.startsWith('Finished.'), status);
}

const lineTexts = (page: Page): Promise<string[]> =>
	page.$$eval('.live .cm-line', (lines) => lines.map(({ textContent }) => textContent ?? ''));

/** Puts the cursor behind a text in the editor, and waits until the editor has taken it. */
async function cursorAfter(page: Page, text: string): Promise<void> {
	await page.focus(CONTENT);
	await page.evaluate(async (wanted) => {
		// The editor restores its own selection in a timer of 10 ms after it gets the focus, and timers keep their order.
		const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 20));
		await settled();
		const walker = document.createTreeWalker(
			document.querySelector('.live .cm-content') as Element,
			NodeFilter.SHOW_TEXT,
		);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const at = node.textContent?.indexOf(wanted) ?? -1;
			if (at >= 0) getSelection()?.collapse(node, at + wanted.length);
		}
		await settled();
	}, text);
}

/** Each letter of a part: its look, and its place in CSS pixels. */
function lettersOf(page: Page, selector: string): Promise<{ look: string; left: number; top: number }[]> {
	return page.$eval(selector, (part) => {
		const letters: { look: string; left: number; top: number }[] = [];
		const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const owner = node.parentElement;
			if (!owner || owner.closest('button')) continue;
			const { color, fontSize, fontFamily, fontStyle } = getComputedStyle(owner);
			const range = document.createRange();
			for (const [index, letter] of [...(node.textContent ?? '')].entries()) {
				if (/\s/.test(letter)) continue;
				range.setStart(node, index);
				range.setEnd(node, index + 1);
				const { left, top } = range.getBoundingClientRect();
				letters.push({ look: [letter, color, fontSize, fontFamily, fontStyle].join(' '), left, top });
			}
		}
		return letters;
	});
}

test('a page with live samples has buttons beside Copy, and loads nothing else', async () => {
	await withSamples({}, async (page, { requests }) => {
		const texts = (sample: number) =>
			page.$$eval(`${blockOf(sample)} .code-actions button:not([hidden])`, (all) => all.map((one) => one.textContent));
		assert.equal(await texts(0), ['Edit', 'Run', 'Copy']);
		assert.equal(await texts(1), ['Wrap', 'Edit', 'Run', 'Copy']);
		assert.equal(await texts(2), ['Edit', 'Copy']);
		assert.equal(
			requests.filter((path) => path.includes('live')),
			[],
		);
	});
});

test('the editor replaces a block in place: no letter moves or changes its look', async () => {
	for (const options of [{}, { view: NARROW }, { media: { ...STILL, 'prefers-color-scheme': 'dark' } }])
		for (const sample of [0, 1, 2])
			await withSamples(options, async (page) => {
				await page.$eval(blockOf(sample), (block) => block.scrollIntoView({ block: 'center', behavior: 'instant' }));
				const before = await lettersOf(page, `${blockOf(sample)} pre code`);
				await edit(page, sample);
				const after = await lettersOf(page, CONTENT);
				assert.equal(
					after.map(({ look }) => look),
					before.map(({ look }) => look),
				);
				const moved = after.map(({ left, top }, index) =>
					Math.max(Math.abs(left - (before[index]?.left ?? 0)), Math.abs(top - (before[index]?.top ?? 0))),
				);
				assert.ok(Math.max(...moved) < 0.5, `${Math.max(...moved)} pixels`);
				if (sample === 0) assert.is((await page.$$('.live .cm-line.hl')).length, 3);
			});
});

test('a second opening takes no request, and the block comes back as it was', async () => {
	await withSamples({}, async (page, { requests }) => {
		const html = await page.$eval(blockOf(1), (block) => block.innerHTML);
		await edit(page, 1);
		await untilChecked(page, 0);
		const count = requests.length;
		await press(page, '.live', 'Close');
		assert.is(await page.$eval(blockOf(1), (block) => block.innerHTML), html);
		assert.is(await focused(page), 'Edit');
		for (const sample of [1, 0]) {
			await edit(page, sample);
			await untilChecked(page, 0);
			await press(page, '.live', 'Close');
		}
		assert.equal(requests.slice(count), []);
	});
});

test('errors stand under their lines as the compiler words them, and go when they are repaired', async () => {
	await withSamples({}, async (page) => {
		await edit(page, 2);
		await untilChecked(page, 1);
		const message = "Type 'string' is not assignable to type 'number'.";
		assert.is(await textOf(page, '.live-text .code-error'), message);
		assert.is(await textOf(page, '.live-wrong'), 'wrong');
		assert.is(await textOf(page, '.live-problem'), `sample.ts:1 ${message}`);
		assert.match(await textOf(page, '.live-bar'), 'Problems 1');
		await cursorAfter(page, "'text'");
		for (let letter = 0; letter < 6; letter++) await page.keyboard.press('Backspace');
		await page.keyboard.type('1');
		await untilChecked(page, 0);
		assert.is(await page.$('.live-text .code-error'), null);
		await page.keyboard.press('Escape');
	});
});

test('an edit of one file is seen by another; a problem leads to its line', async () => {
	await withSamples({}, async (page) => {
		await edit(page, 1);
		await page.click('.live-files [role=tab]:nth-child(2)');
		assert.is(await textOf(page, '.live-files [aria-selected=true]'), 'server.ts');
		await cursorAfter(page, 'greet');
		await page.keyboard.type('s');
		await page.keyboard.press('Escape');
		await untilChecked(page, 1);
		assert.match(await textOf(page, '.live-problem'), /^client\.ts:3 .*'greet'/);
		await page.click('.live-problem button');
		assert.is(await textOf(page, '.live-files [aria-selected=true]'), 'client.ts');
		assert.ok(await page.$('.live .cm-focused'));
		assert.match(await textOf(page, '.live-text .code-error'), "'greet'");
	});
});

test('hovers and completions come from the compiler', async () => {
	await withSamples({}, async (page) => {
		await edit(page, 1);
		await untilChecked(page, 0);
		const name = await page.$('.live .cm-line:nth-child(4) .f');
		await name?.hover();
		await page.waitForSelector('.live-type');
		assert.is(await textOf(page, '.live-type'), '(alias) greet(name: string): string');
		await cursorAfter(page, 'said');
		await page.keyboard.type('.toUpperC');
		await page.waitForSelector('.cm-tooltip-autocomplete li');
		await until(page, () =>
			document.querySelector('.cm-tooltip-autocomplete li')?.textContent?.startsWith('toUpperCase'),
		);
		// A key that comes right after the list is for the text.
		await page.click('.cm-tooltip-autocomplete li');
		await until(page, () => document.querySelector('.live .cm-content')?.textContent?.includes('said.toUpperCase)'));
	});
});

test('hidden parts are folded; unfolded or not, nobody changes them', async () => {
	await withSamples({}, async (page) => {
		await edit(page, 1);
		const shown = await lineTexts(page);
		assert.equal(shown.length, 5);
		assert.not.match(shown.join('\n'), 'secret');
		await page.keyboard.down('Control');
		await page.keyboard.press('a');
		await page.keyboard.up('Control');
		await page.keyboard.press('Delete');
		await page.keyboard.type('x');
		await page.$$eval('.live-fold button', (buttons) => {
			for (const button of buttons) button.click();
		});
		await until(page, () => document.querySelectorAll('.live-hidden').length === 4);
		const hidden = await page.$$eval('.live-hidden', (lines) => lines.map(({ textContent }) => textContent));
		assert.equal(hidden, [
			"import { secret } from './setup';",
			'console.log(secret);',
			'const hidden = 1;',
			'const more = hidden;',
		]);
		await cursorAfter(page, 'const more');
		await page.keyboard.type('y');
		await page.keyboard.press('Backspace');
		assert.ok((await lineTexts(page)).includes('const more = hidden;'));
		await press(page, '.live', 'Reset');
		assert.equal(await lineTexts(page), shown);
		await page.click('.live-files [role=tab]:nth-child(3)');
		await page.keyboard.press('Tab');
		await page.focus(CONTENT);
		await page.keyboard.type('z');
		assert.is((await lineTexts(page))[0], "export const secret = 'setup';");
	});
});

test('by keyboard alone: Tab indents, Escape and Tab leave, Control and Enter run', async () => {
	await withSamples({}, async (page) => {
		await page.focus(`${blockOf(1)} .code-actions button:nth-of-type(2)`);
		await page.keyboard.press('Enter');
		await page.waitForSelector('.live .cm-focused');
		await page.keyboard.press('Tab');
		assert.match((await lineTexts(page))[0] ?? '', /^ {2}import/);
		await page.keyboard.press('Escape');
		await page.keyboard.press('Tab');
		const reached: string[] = [];
		for (let stop = 0; stop < 12; stop++) {
			reached.push(await focused(page));
			await page.keyboard.press('Tab');
			if (reached.at(-1) === 'Close') break;
		}
		assert.equal(reached.slice(0, 4), ['2 hidden lines', '2 hidden lines', 'Output', 'Run']);
		assert.is(reached.at(-1), 'Close');
		await page.focus(CONTENT);
		await page.keyboard.down('Control');
		await page.keyboard.press('Enter');
		await page.keyboard.up('Control');
		await untilFinished(page);
		await page.focus('.live-bar [role=tab]');
		await page.keyboard.press('ArrowRight');
		assert.is(await focused(page), 'Wire');
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('ArrowRight');
		assert.is(await focused(page), 'Output');
	});
});

test('Run shows what a program prints; Stop ends one that never would', async () => {
	await withSamples({}, async (page) => {
		await press(page, blockOf(1), 'Run');
		await page.waitForSelector('.live');
		await untilFinished(page);
		assert.is(await textOf(page, '.live-content'), 'setup\nHello, Ada\n1');
		assert.is(
			await page.$eval('.live-panel [role=status]', (status) => status.textContent),
			'Finished. setup\nHello, Ada\n1',
			'screen readers hear it',
		);
		await cursorAfter(page, "'Ada");
		await page.keyboard.type('h');
		await press(page, '.live', 'Run');
		await until(page, () => document.querySelector('.live-content')?.textContent?.includes('Adah'));
		await press(page, '.live', 'Close');
		await press(page, blockOf(3), 'Run');
		await until(page, () => document.querySelector('.live-panel [role=status]')?.textContent === 'Running …');
		await press(page, '.live', 'Stop');
		await until(page, () => document.querySelector('.live-panel [role=status]')?.textContent === 'Stopped.');
		assert.is(await page.$('body > iframe'), null);
	});
});

test('Share writes an address that opens the same text; Reset and Close lead back', async () => {
	let address = '';
	await withSamples(await withClipboard(), async (page) => {
		await edit(page, 1);
		await cursorAfter(page, "'Ada");
		await page.keyboard.type(' L.');
		await press(page, '.live', 'Share');
		await until(page, () => location.hash.startsWith('#live='));
		address = page.url();
		await press(page, '.live', 'Close');
		assert.is(new URL(page.url()).hash, '');
		await edit(page, 1);
		assert.match((await lineTexts(page)).join('\n'), "greet('Ada L.')");
		await press(page, '.live', 'Reset');
		assert.match((await lineTexts(page)).join('\n'), "greet('Ada')");
	});
	await withPage(address, { media: STILL }, async (page, { requests }) => {
		await page.waitForSelector(`${blockOf(1)}.live .cm-focused`);
		assert.match((await lineTexts(page)).join('\n'), "greet('Ada L.')");
		assert.equal(
			requests.filter((path) => path.includes('live=')),
			[],
			'no server learns of it',
		);
		await page.evaluate(() => {
			location.hash = '#live=damaged';
		});
		await page.waitForSelector('.live-gone');
		assert.match(await textOf(page, '.live-gone'), /no longer on this page/);
	});
	await withPage(`${site.origin}/docs/other#live=abc`, { media: STILL }, async (page) => {
		await page.waitForSelector('.live-gone');
	});
});

test('a shared sample of a variant, in a panel of tabs, is shown', async () => {
	const address = `${site.origin}/docs/variants`;
	const isVariant = '.code[data-variant="write a word"]';
	let shared = '';
	await withPage(address, { media: STILL, ...(await withClipboard()) }, async (page) => {
		await giveSign(page);
		await page.$$eval('[role=tab]', ([, second]) => (second as HTMLElement).click());
		await page.$$eval('.variants input', ([, second]) => (second as HTMLElement).click());
		await page.waitForSelector(`${isVariant} .code-actions button:nth-of-type(2)`, { visible: true });
		await press(page, isVariant, 'Edit');
		await page.waitForSelector('.live .cm-focused');
		await cursorAfter(page, "'five");
		await page.keyboard.type(' and a half');
		await press(page, '.live', 'Share');
		await until(page, () => location.hash.startsWith('#live='));
		shared = page.url();
	});
	await withPage(shared, { media: STILL }, async (page) => {
		await page.waitForSelector(`${isVariant}.live .cm-focused`, { visible: true });
		assert.match((await lineTexts(page)).join('\n'), "'five and a half'");
		assert.ok(
			await page.$eval('.variants input[value="write a word"]', (input) => (input as HTMLInputElement).checked),
		);
	});
});

test('a question has a button that makes its change in the sample, which then prints the answer', async () => {
	await withPage(`${site.origin}/docs/try`, { media: STILL }, async (page) => {
		await giveSign(page);
		await page.waitForSelector('.try-change', { hidden: true });
		await page.waitForSelector('.admonition > button');
		assert.ok(await isShown(page, '.admonition > details > summary'));
		await press(page, '.admonition', 'Make the change');
		await page.waitForSelector(`${blockOf(0)}.live .cm-focused`);
		assert.equal(await lineTexts(page), ["const said = 'Good night';", 'console.log(said);']);
		await press(page, '.live', 'Run');
		await untilFinished(page);
		assert.is(await textOf(page, '.live-content'), 'Good night');
		assert.is(await page.$eval('.admonition > details', (answer) => (answer as HTMLDetailsElement).open), false);
		await press(page, '.live', 'Close');
		assert.match(await textOf(page, blockOf(0)), "'Hello'");
	});
});

test('what does not load says so, with a button to try again', async () => {
	const folder = join(site.outDir, 'assets/live');
	for (const part of ['page-', 'editor-', 'compiler-', 'zod-']) {
		const lost = readdirSync(folder).filter((name) => name.startsWith(part));
		for (const name of lost) renameSync(join(folder, name), join(site.outDir, name));
		await withSamples({ expected: /404/ }, async (page) => {
			await press(page, blockOf(1), 'Edit');
			await page.waitForSelector(`${blockOf(1)} .load-error`);
			assert.match(await textOf(page, '.load-error p'), /404/);
			for (const name of lost) renameSync(join(site.outDir, name), join(folder, name));
			await press(page, blockOf(1), 'Retry');
			await untilChecked(page, 0);
			assert.is(await page.$('.load-error'), null);
		});
	}
});

test('another page takes the editor away, and a page that was reached by a link has it', async () => {
	await withSamples({}, async (page) => {
		await markDocument(page);
		await edit(page, 1);
		await cursorAfter(page, "'Ada");
		await page.keyboard.type(' L.');
		await page.keyboard.press('Escape');
		await clickLink(page, '.sidebar a[href="/docs/other"]');
		await untilHeading(page, 'Other');
		assert.is(await page.$('.cm-editor, .cm-tooltip'), null);
		await clickLink(page, '.sidebar a[href="/docs/"]');
		await untilHeading(page, 'Live');
		await page.waitForSelector(`${blockOf(1)} .code-actions button:nth-of-type(3)`);
		await edit(page, 1);
		assert.match((await lineTexts(page)).join('\n'), "greet('Ada L.')", 'its text is kept');
		assert.ok(await isMarked(page));
	});
});

test('assistive technology has a name, a role and a state for everything', async () => {
	await withSamples({}, async (page) => {
		await edit(page, 1);
		await untilChecked(page, 0);
		const tree = await page.accessibility.snapshot({ interestingOnly: true });
		const rows: string[] = [];
		const visit = (node: typeof tree): void => {
			if (!node) return;
			const { role, name, description, selected, multiline, children = [] } = node;
			if (role !== 'StaticText' && role !== 'generic')
				rows.push(
					[role, name, description, selected && 'selected', multiline && 'multiline'].filter(Boolean).join(' | '),
				);
			for (const child of children) visit(child);
		};
		visit(tree);
		const from = rows.indexOf('tab | client.ts | selected');
		assert.equal(rows.slice(from, rows.indexOf('status') + 1), [
			'tab | client.ts | selected',
			'tab | server.ts',
			'tab | setup.ts (read-only)',
			'textbox | Editor: client.ts | Tab indents. To leave the editor, press Escape, then Tab. | multiline',
			'tab | Output',
			'tab | Wire',
			'tab | Problems | selected',
			'button | Run',
			'button | Reset',
			'button | Copy',
			'button | Share',
			'button | Close',
			'tabpanel | Problems',
			'status',
		]);
	});
});

test('nothing that axe-core knows is wrong with an open editor', async () => {
	for (const view of [WIDE, NARROW])
		await withSamples({ view }, async (page) => {
			await edit(page, 2);
			await untilChecked(page, 1);
			await page.evaluate(axe.source);
			await page.evaluate(prepare);
			assert.equal(await inBothModes(page), []);
		});
});

test('in a language from right to left, code stays as it is, and words are translated', async () => {
	await withPage(`${site.origin}/ar/docs/`, { media: STILL }, async (page) => {
		await giveSign(page);
		await page.waitForSelector(`${blockOf(1)} .code-actions button:nth-of-type(3)`);
		await press(page, blockOf(1), 'تعديل');
		await page.waitForSelector('.live .cm-focused');
		assert.match(await textOf(page, '.live-bar'), 'المخرجات');
		assert.is(await page.$eval('.live .cm-line', (line) => getComputedStyle(line).direction), 'ltr');
	});
});

test('before the first key, a reader loads at most 150 kB, compressed', () => {
	const names = readdirSync(join(site.outDir, 'assets/live'));
	const sizes = ['editor-', 'page-'].map((start) => {
		const name = names.find((one) => one.startsWith(start)) ?? '';
		return brotliCompressSync(readFileSync(join(site.outDir, 'assets/live', name))).length;
	});
	const sum = sizes.reduce((total, one) => total + one, 0);
	console.log(`${sum} bytes before the first key`);
	assert.ok(sum <= 150_000, `${sum} bytes`);
});

test.run();
