/** What finished pages show as text: not prose, nor code that is meant to be seen. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildFolder } from '../../../../test/disk-site.ts';
import { temporaryFolder } from '../../../../test/program.ts';
import { repositorySite } from '../../../../test/repository-site.ts';
import { CheckedSite, routeKey } from '../docsgen.ts';
import type { Moved } from '../old-site.ts';
import { guidePage, notationsIn, RawNotations } from '../raw-notation.ts';

/** The rows of a site that needs no migration. */
async function rowsOf(folder: string, outDir: string): Promise<string[]> {
	const checked = new CheckedSite(folder);
	const seen = await checked.sources().finally(() => checked.close());
	assert.is(seen.kind, 'linked');
	const routes = seen.kind === 'linked' ? seen.routes : [];
	const fileAt = new Map(routes.map(({ path, pagePath }) => [routeKey(path), pagePath]));
	const list = (root: string): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' });
	const files = list(join(folder, 'content')).map((file): [string, Moved] => [`content/${file}`, {}]);
	const raw = new RawNotations({ files: new Map([...files, ['site.config.ts', {}]]) }, folder);
	for (const name of list(outDir).filter((name) => /(?:^|\/)index\.html$/.test(name))) {
		const path = `/${name.replace('index.html', '')}`;
		raw.look(fileAt.get(routeKey(path)) ?? path, readFileSync(join(outDir, name), 'utf8'));
	}
	return raw.rows([]).flatMap(({ kind, places }) => [kind, ...places]);
}

/** Text of a page → what of it is a notation. */
const SHOWN: Record<string, string> = {
	':::tip Warm': ':::tip Warm',
	':::': ':::',
	'/// note | Title': '/// note | Title',
	'{% include x.html %}': '{% include x.html %}',
	'a {{ page.title }} b': '{{ page.title }}',
	'{* ../src/a.py hl[2] *}': '{* ../src/a.py hl[2] *}',
	'!!! note "Title"': '!!! note "Title"',
	'???+ tip': '???+ tip',
	'=== "npm"': '=== "npm"',
	'--8<-- "a.md"': '--8<-- "a.md"',
	'[!NOTE] Text': '[!NOTE]',
	'<<< @/a.ts': '<<< @/a.ts',
	'[[toc]]': '[[toc]]',
	'[TOC]': '[TOC]',
	'Title {: .big }': '{: .big }',
	'Title {#own}': '{#own}',
	'a ==marked== word': '==marked==',
	'an ^^inserted^^ word': '^^inserted^^',
	'press ++ctrl+c++': '++ctrl+c++',
	'<!--truncate-->': '<!--truncate-->',
	"import Tabs from '@theme/Tabs';": "import Tabs from '@theme/Tabs';",
	'a <TabItem value="a"> b': '<TabItem value="a">',
	'{/* later */}': '{/* later */}',
	':material-fire: hot': ':material-fire:',
	'see [the page](./page.md)': '[the page](./page.md)',
	'very **hot** bread': '**hot**',
	'## Heading': '## Heading',
	'| --- | ---: |': '| --- | ---: |',
	'as said[^1].': '[^1]',
	'```js': '```js',
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

test('notations of all tools are found in a paragraph, a title and an attribute, and not in code', () => {
	for (const [text, shown] of Object.entries(SHOWN)) {
		const found = (html: string): string[] => notationsIn(html).map((one) => one.shown);
		assert.ok(found(`<main><p>${escaped(text)}</p></main>`).includes(shown), text);
		assert.ok(found(`<title>${escaped(text)}</title>`).includes(shown), text);
		assert.ok(found(`<img alt="${escaped(text).replaceAll('"', '&quot;')}">`).includes(shown), text);
		for (const tag of ['code', 'pre', 'kbd']) assert.equal(found(`<p>a <${tag}>${escaped(text)}</${tag}></p>`), []);
	}
});

test('prose with the same signs is not reported', () => {
	const prose = `2 ** 3 ** 4, a[0](x), 10:30:20, x == y == z, C++ and c++ code, ~/a, f(x) = {1, 2}, a | b, #1 and # 2,
		Array<string>, Promise<Bread>, i < N and N > 3, :), ... --- ..., {name}, [1], [x], 5!, "import" and export, ::before, // note,
		An operator is ===, [TOC] as a word, !!! and ???, a^2, 100 % {50 %}, << and <<<, -- and ---`;
	assert.equal(notationsIn(`<p>${escaped(prose)}</p>`), []);
});

test('each page of the guide that the report names exists', () => {
	const ways = [...Object.keys(SHOWN)].flatMap((text) => notationsIn(`<p>${escaped(text)}</p>`));
	for (const { instead } of ways) assert.ok(existsSync(`guide/content/docs/${guidePage(instead)}.md`), instead);
});

test('pages about notations are not reported: the tRPC documentation', async () => {
	assert.equal(await rowsOf(resolve('.'), repositorySite().outDir), []);
});

test('pages about notations are not reported: the guide', async () => {
	const outDir = join(temporaryFolder('raw'), 'build');
	const folder = resolve('guide');
	assert.ok((await buildFolder(folder, { outDir })).ok);
	assert.equal(await rowsOf(folder, outDir), []);
});

test.run();
