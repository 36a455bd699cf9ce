import { test } from 'uvu';
import { stopAll, withPage, giveSign, serveFolder } from './browser.ts';
const origin = await serveFolder('/tmp/live-real');
test.after(stopAll);
test('try', async () => {
	for (const [name, view] of [['wide', { width: 1440, height: 900 }], ['phone', { width: 390, height: 844, isMobile: true, hasTouch: true }]] as const)
	for (const scheme of ['light', 'dark']) await withPage(`${origin}/docs/main/quickstart`, { view: view as never, media: { 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' }, expected: /./ }, async (page, { said, requests }) => {
		await giveSign(page);
		await page.waitForSelector(`[data-run]`);
		const sizes: string[] = [];
		page.on('response', (response) => { if (response.url().includes('/live/')) sizes.push(response.url().split('/').at(-1) + ' ' + response.headers()['content-length'] + ' ' + response.headers()['content-encoding']); });
		await page.$eval('.code:has([data-run])', (b) => { b.scrollIntoView({ block: 'center' }); for (const x of b.querySelectorAll('button')) if (x.textContent === 'Run') x.click(); });
		await page.waitForSelector('.live .cm-focused');
		for (let i = 0; i < 30; i++) { await new Promise((r) => setTimeout(r, 500)); if (/Finished|Failed|Stopped/.test(await page.$eval('.live-panel', (e) => e.textContent ?? ''))) break; }
		await page.screenshot({ path: `/tmp/live-out-${name}-${scheme}.png` });
		console.log(said, (await page.$eval('.live-panel', (e) => (e as HTMLElement).innerText)), page.frames().map((f) => f.url())); if (process.env.ONLY) { console.log(await page.$eval('body > iframe', (e) => e.outerHTML)); return; }
		await page.click('.live-bar [role=tab]:nth-child(2)');
		await page.$$eval('.live details', (d) => { for (const one of d) (one as HTMLDetailsElement).open = true; });
		await page.screenshot({ path: `/tmp/live-wire-${name}-${scheme}.png` });
		await page.click('.live-bar [role=tab]:nth-child(3)');
		await page.focus('.live .cm-content');
		await page.keyboard.type('let x: number = "a";\n');
		for (let i = 0; i < 60; i++) { await new Promise((r) => setTimeout(r, 500)); if (/Type/.test(await page.$eval('.live-panel', (e) => e.textContent ?? ''))) break; }
		await page.screenshot({ path: `/tmp/live-problems-${name}-${scheme}.png` });
		console.log(await page.$eval('.live-panel', (e) => (e as HTMLElement).innerText));
		console.log(said, sizes);
	});
});
test.run();
