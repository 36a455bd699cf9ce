/**
 * The site of this repository in Firefox, with its security policy: every kind of page, keyboard interaction, the
 * search. Skipped without a Firefox, which is controlled by WebDriver BiDi.
 */
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPreview } from '../../src/cli/http/server.ts';
import { addressOf, outputs, repositorySite } from '../repository-site.ts';
import { openModal, type as typeQuery } from '../search/modal.ts';
import { giveSign, until, untilTabs } from './browser.ts';
import { findFirefox } from './chromium.ts';
import { complaintsOf, WIDE } from './open.ts';
import { KINDS } from './still.ts';

const executablePath = findFirefox();
const check = executablePath === undefined ? test.skip : test;

let browser: Browser;
let origin = '';
let outDir = '';
let stop = async (): Promise<void> => undefined;

test.before(async () => {
	if (executablePath === undefined) return;
	({ outDir } = repositorySite());
	const server = await createPreview({ root: outDir, port: 0 });
	if (server.kind === 'failed') throw new Error(server.diagnostic.message);
	origin = new URL(server.url).origin;
	browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
	process.on('exit', () => browser.process()?.kill('SIGKILL'));
	stop = async () => {
		await browser.close();
		await server.close();
	};
});

test.after(() => stop());

/** Policy violations of the page. */
function violations(page: Page): Promise<string[]> {
	return page.evaluate(() => (window as unknown as { refused: string[] }).refused);
}

/** Opens a page and moves the pointer like a reader; fails on any message that is not `expected`. */
async function read(
	address: string,
	look: (page: Page) => Promise<void> = async () => undefined,
	expected?: RegExp,
): Promise<void> {
	const page = await browser.newPage();
	const complaints = complaintsOf(page, origin);
	await page.setViewport(WIDE);
	await page.evaluateOnNewDocument(() => {
		const refused: string[] = [];
		Object.assign(window, { refused });
		addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
			refused.push([violatedDirective, blockedURI, sample].join(' ')),
		);
	});
	await page.goto(origin + address);
	await page.waitForSelector('html[data-ready]');
	await giveSign(page);
	await look(page);
	const all = [...complaints, ...(await violations(page))];
	assert.equal(
		all.filter((text) => !expected?.test(text)),
		[],
		address,
	);
	await page.close();
}

check(
	'every kind of page opens without an error, a warning, a policy violation or a request to another host',
	async () => {
		const symbol = outputs(outDir, 'index.html').find((out) => out.startsWith('docs/typedoc/client/'));
		for (const address of [...KINDS, '/nowhere', addressOf(symbol ?? '')]) await read(address);
	},
);

check('the test detects a policy violation', async () => {
	const refuse = async (page: Page): Promise<void> => {
		await page.evaluate(() => {
			const script = document.createElement('script');
			script.textContent = 'window.ran = true';
			document.body.append(script);
		});
		await until(page, () => (window as unknown as { refused: string[] }).refused.length > 0);
		assert.match((await violations(page)).join(), 'script-src');
		assert.not.ok(await page.evaluate(() => 'ran' in window));
	};
	await read('/docs/', refuse, /script-src/);
});

check('keys change the samples of the landing page', async () => {
	await read('/', async (page) => {
		await page.focus('.variants input');
		await page.keyboard.press('ArrowRight');
		await until(page, () => document.querySelector('.variants-said')?.textContent?.includes('error'));
		await page.keyboard.press('ArrowLeft');
		await until(page, () => document.querySelector('.variants-said')?.textContent?.includes('no objection'));
	});
});

check('keys change tabs', async () => {
	await read('/docs/getting-started', async (page) => {
		const chosen = (): Promise<number> =>
			page.$$eval('.tabs:first-of-type [role="tab"]', (tabs) =>
				tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true'),
			);
		await untilTabs(page);
		await page.focus('[role="tab"][aria-selected="true"]');
		const before = await chosen();
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('Enter');
		assert.is.not(await chosen(), before);
	});
});

check('the search opens, finds, and opens a result', async () => {
	await read('/docs/quickstart', async (page) => {
		await openModal(page);
		await typeQuery(page, 'httpBatchLink');
		await until(page, () => document.querySelector('[role="option"][aria-selected="true"]'));
		await page.keyboard.press('Enter');
		await until(page, () => /httpBatchLink/.test(location.pathname) && document.title.includes('tRPC'));
	});
	await read('/search?q=context', async (page) => {
		await until(page, () => document.querySelector('main')?.textContent?.includes('documents found'));
	});
});

test.run();
