/** Feeds against the rules of their formats, each named by its clause, and bodies as feed readers show them. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elements } from './elements.ts';
import { config, doc, site } from './memory-site.ts';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const BODY = `Rocket :rocket:, $x^2$, a note[^a] and \`<b>\`. [Here](#part), [there](/docs/#x), [away](https://example.org).

[^a]: The note.

## Part

- [x] done
- [ ] to do

:::warning[Mind]
Hot.
:::

<Tabs groupId="pm"><TabItem value="npm" label="npm">

In npm.

</TabItem><TabItem value="yarn" label="Yarn">

In Yarn.

</TabItem></Tabs>

\`\`\`ts title="x.ts" {1}
const x = '<a>';
\`\`\`

\`\`\`sh npm2yarn
npm install bread
\`\`\`

:::details[More]
Hidden.
:::

\`\`\`mermaid
graph TD
  A --> B
\`\`\`

![Picture](/a.svg) <ThemedImage alt="Oven" sources={{ light: '/a.svg', dark: '/b.svg' }} /> <Icon name="bolt" />

<Video id="abc" title="A film" />

<a id="old"></a><select><option>1</option></select> &lt;3 ]]&gt; &#7;`;

const TITLES = ['<3 docs & more', 'Why <Suspense> waits', '"Quotes" & ]]>', 'é 日本 🍞'];

async function feeds(fields: Record<string, unknown>, authors: boolean) {
	const posts = TITLES.map((title, index) => [
		`content/blog/2023-01-0${index + 1}-post.md`,
		doc(
			JSON.stringify(title),
			BODY,
			`description: ${JSON.stringify(`Of ${title}`)}\ntags: ["<a>", "b & c"]${authors ? '\nauthors: [{ name: A & B, email: a@example.org, url: "https://example.org/a?b&c" }, { name: C }]' : ''}`,
		),
	]);
	const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"></svg>';
	const bakery = site({
		'site.config.ts': config({ blog: {}, ...fields }),
		'content/docs/index.md': doc('Home', '<b id="x">X</b>', 'slug: /'),
		'content/static/a.svg': svg,
		'content/static/b.svg': svg,
		...Object.fromEntries(posts),
	});
	await bakery.build();
	return (name: string) => bakery.read(`blog/${name}`);
}

const xml = (text: string): Element[] =>
	parseDocument(text, { xmlMode: true }).children.filter((node) => 'attribs' in node);
const inside = (parent: Element | undefined, name: string): Element[] =>
	(parent?.children ?? []).filter((node): node is Element => 'attribs' in node && node.name === name);
const only = (parent: Element | undefined, name: string): Element => {
	const [found, ...more] = inside(parent, name);
	assert.ok(found && more.length === 0, `one <${name}> in <${parent?.name}>`);
	return found as Element;
};
const words = (element: Element): string => DomUtils.textContent(element);
/** The text that a reader shows of HTML. */
const seen = (html: string): string => DomUtils.textContent(parseDocument(html));
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const RFC822 = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;
const isUnique = (list: string[]): boolean => new Set(list).size === list.length;
const newestFirst = TITLES.toReversed();

for (const authors of [true, false])
	test(`B-269: Atom as in RFC 4287, ${authors ? 'with' : 'without'} authors`, async () => {
		const text = (await feeds({}, authors))('atom.xml');
		const feed = only({ children: xml(text), name: 'document' } as unknown as Element, 'feed');
		assert.is(feed.attribs.xmlns, 'http://www.w3.org/2005/Atom', '2');
		for (const name of ['id', 'title', 'updated']) only(feed, name);
		const entries = inside(feed, 'entry');
		assert.is(entries.length, TITLES.length);
		assert.ok(inside(feed, 'author').length > 0 || entries.every((one) => inside(one, 'author').length > 0), '4.1.1');
		assert.is(inside(feed, 'link').filter(({ attribs }) => attribs.rel === 'self').length, 1, '4.1.1');
		assert.ok(isUnique(entries.map((entry) => words(only(entry, 'id')))), '4.1.1: different ids');
		for (const [index, entry] of entries.entries()) {
			for (const name of ['id', 'title', 'updated', 'content']) only(entry, name);
			for (const name of ['updated', 'published']) assert.match(words(only(entry, name)), RFC3339, '3.3');
			for (const { attribs } of inside(entry, 'category')) assert.ok(attribs.term, '4.2.2.1: a term');
			for (const author of inside(entry, 'author')) only(author, 'name');
			for (const name of ['title', 'summary', 'content']) {
				const { attribs, children } = only(entry, name);
				assert.is(attribs.type, 'html');
				assert.ok(
					children.every((child) => !('attribs' in child)),
					'3.1.1.2: no child elements',
				);
			}
			assert.is(seen(words(only(entry, 'title'))), newestFirst[index], 'the title as written');
			assert.is(seen(words(only(entry, 'summary'))), `Of ${newestFirst[index]}`);
		}
	});

test('B-269: RSS as in the specification of 2.0', async () => {
	const text = (await feeds({}, true))('rss.xml');
	const rss = only({ children: xml(text), name: 'document' } as unknown as Element, 'rss');
	assert.is(rss.attribs.version, '2.0');
	const channel = only(rss, 'channel');
	for (const name of ['title', 'link', 'description'])
		assert.ok(words(only(channel, name)), 'required channel elements');
	const items = inside(channel, 'item');
	assert.ok(isUnique(items.map((item) => words(only(item, 'guid')))), 'guid');
	for (const [index, item] of items.entries()) {
		assert.is(words(only(item, 'title')), newestFirst[index], 'title: plain text');
		assert.match(words(only(item, 'pubDate')), RFC822, 'pubDate: RFC 822');
		assert.is(seen(words(only(item, 'description'))), `Of ${newestFirst[index]}`, 'description: escaped HTML');
		assert.is(inside(item, 'author').length, 0, 'author: an address of email, so names are dc:creator');
		assert.is(words(only(item, 'dc:creator')), 'A & B, C');
	}
});

test('B-269: JSON Feed 1.1', async () => {
	const feed = JSON.parse((await feeds({}, true))('feed.json'));
	assert.is(feed.version, 'https://jsonfeed.org/version/1.1');
	assert.equal(
		feed.items.map(({ title }: { title: string }) => title),
		newestFirst,
	);
	for (const item of feed.items) {
		assert.is(typeof item.id, 'string');
		assert.match(item.date_published, RFC3339);
		assert.equal(item.authors, [{ name: 'A & B', url: 'https://example.org/a?b&c' }, { name: 'C' }]);
		assert.equal(item.tags, ['<a>', 'b & c']);
		assert.ok(item.content_html && item.summary.startsWith('Of '));
		assert.is(item.author, undefined, 'deprecated in 1.1');
	}
});

test('a body in a feed needs no styles and no scripts', async () => {
	const [item] = JSON.parse((await feeds({}, false))('feed.json')).items;
	const html: string = item.content_html;
	assert.equal(elements(html, 'button').length + elements(html, 'select').length + elements(html, 'input').length, 0);
	for (const link of elements(html, 'a')) assert.ok(link.text !== '' || /<img/.test(link.inner), link.outer);
	assert.not.match(html, /var\(--/);
	assert.not.match(html, /aria-hidden|data-|tabindex|<!--/);
	for (const { attributes } of [...elements(html, 'a'), ...elements(html, 'img')])
		assert.match(attributes.href ?? attributes.src ?? '', /^https:\/\//);
	assert.is(elements(html, 'img').length, 2, 'one of two pictures');
	for (const label of ['npm', 'Yarn', 'x.ts', 'Mind', 'More', 'A film'])
		assert.is(html.match(new RegExp(`>${label}<`, 'g'))?.length, label === 'npm' || label === 'Yarn' ? 2 : 1, label);
	for (const text of ['☑ done', '☐ to do', 'The note.', 'In Yarn.', 'yarn add', '🚀', 'Hidden.'])
		assert.ok(seen(html).includes(text), text);
	assert.match(html, /<rect width="100%" height="100%" fill="#/, 'a drawing has a ground');
});

test.run();
