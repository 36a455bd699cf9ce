/** What axe-core finds on the pages of the guide and of a new site, in both colour modes. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPreview } from '../../src/cli/http/server.ts';
import { guideSite } from '../guide/site.ts';
import { starterSite } from '../starter-site.ts';
import { pagesOf, tellingPages } from '../telling-pages.ts';
import { inBothModes, withAxe } from './axe.ts';
import { openBrowser } from './open.ts';
import { everyPage, stillPages } from './still.ts';

const browser = await openBrowser();
const still = stillPages(browser);
test.after(() => browser.close());

/** What axe-core says of the pages of another site in `root` that stand for all, in both colour modes. */
async function violationsIn(root: string): Promise<string[]> {
	const served = await createPreview({ root, port: 0 });
	if (served.kind === 'failed') throw new Error(served.diagnostic.message);
	const found: string[] = [];
	const list = tellingPages(pagesOf(root)).map(({ address }) => address);
	assert.ok(list.length > 4, root);
	await everyPage(list, still, async (page, address) => {
		await page.goto(new URL(address, served.url).href);
		await withAxe(page, async () => {
			found.push(...(await inBothModes(page)).map((text) => `${address} ${text}`));
		});
	});
	await served.close();
	return found;
}

test('axe-core finds nothing where the guide shows what there is', async () => {
	assert.equal(await violationsIn((await guideSite()).outDir), []);
});

test('axe-core finds nothing on any page of a new site', async () => {
	assert.equal(await violationsIn(await starterSite()), []);
});

test.run();
