/** The site for the tests of the shell: small, with everything that scripts handle. */

const paragraphs = (count: number): string =>
	Array.from({ length: count }, (_, index) => `Paragraph ${index + 1}. ${'Words that fill a line. '.repeat(12)}`).join(
		'\n\n',
	);

const doc = (title: string, body: string, more = ''): string => `---\ntitle: ${title}\n${more}---\n\n${body}\n`;

const sections = (names: string[], length: number): string =>
	names.map((name) => `## ${name}\n\n${paragraphs(length)}`).join('\n\n');

const LONG_LINE = `const line = '${'long '.repeat(60)}';`;

const CODE = `A block:

\`\`\`ts title="one.ts" {2}
const one = 1;
const two = 2;
\`\`\`

A long line:

\`\`\`ts
${LONG_LINE}
\`\`\`

Lines with numbers:

\`\`\`ts showLineNumbers
const three = 3;
// highlight-next-line
const four = 4;
\`\`\`

What nobody types:

\`\`\`console
$ npm i \\
>   -D docsgen
added 1 package
$ npm test
\`\`\`

\`\`\`js showLineNumbers
const old = 5; // [!code --]
const five = 5; // [!code ++]
\`\`\`

\`\`\`diff
- six(1);
+ six(2);
\`\`\`

| A table |
| --- |
| A cell |
`;

const TABS = `${paragraphs(8)}

<Tabs groupId="language">
<TabItem value="ts" label="TypeScript" default>

${paragraphs(2)}

</TabItem>
<TabItem value="js" label="JavaScript">

Short.

</TabItem>
</Tabs>

Between.

<Tabs groupId="language">
<TabItem value="ts" label="TypeScript" default>

First TypeScript.

</TabItem>
<TabItem value="js" label="JavaScript">

First JavaScript.

</TabItem>
<TabItem value="py" label="Python">

First Python.

</TabItem>
</Tabs>

<Tabs queryString="letter">
<TabItem value="a" label="A">

Text A.

</TabItem>
<TabItem value="b" label="B" default>

Text B.

</TabItem>
</Tabs>

${paragraphs(20)}
`;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>';

const NAVBAR = {
	title: 'Shell',
	logo: { src: 'img/logo.svg', srcDark: 'img/logo-dark.svg', alt: 'Shell logo', width: 32, height: 32 },
	brandContextPage: '/media',
	items: [
		{ to: '/docs', label: 'Docs', position: 'left', activeBaseRegex: 'docs(/?)$' },
		{ to: '/docs/guide/one', label: 'Guide', position: 'left', activeBasePath: '/docs/guide' },
		{ to: '/blog', label: 'Blog', position: 'left' },
		{
			label: 'More',
			position: 'left',
			items: [
				{ to: '/docs/long', label: 'Long page' },
				{ to: '/media', label: 'Media' },
				{ href: 'https://example.org/', label: 'Elsewhere' },
			],
		},
		{ to: '/docs/code', label: 'Linked', position: 'left', items: [{ to: '/docs/tabs', label: 'Tabs page' }] },
		{ type: 'doc', docId: 'long', label: 'Long doc', position: 'left' },
		{ type: 'docSidebar', sidebarId: 'docs', label: 'All docs', position: 'left' },
		{ type: 'docsVersionDropdown', position: 'right' },
		{ type: 'html', value: '<b class="raw">Raw</b>', position: 'right' },
		{ type: 'search', position: 'right' },
		{ href: 'https://github.com/x/y', ariaLabel: 'Source code', icon: 'github', position: 'right' },
	],
};

const FOOTER = {
	logo: { src: 'img/logo.svg', srcDark: 'img/logo-dark.svg', alt: 'Footer logo', width: 40, height: 40, href: '/' },
	links: [
		{
			title: 'Column',
			items: [
				{ label: 'Intro', to: '/docs/' },
				{ label: 'Out', href: 'https://example.org/' },
				{ html: '<i class="raw">Raw item</i>' },
			],
		},
	],
	copyright: 'Made <b>here</b>.',
};

const SIDEBARS = `export default { docs: [
	'intro',
	'long',
	{ type: 'category', label: 'Guide', items: ['guide/one', 'guide/two',
		{ type: 'category', label: 'Deep', items: ['guide/deep/three', 'guide/deep/four'] }] },
	{ type: 'category', label: 'Reference', link: { type: 'generated-index', slug: '/reference', title: 'Reference', description: 'All of it.' }, items: ['code', 'tabs', 'parts'] },
	{ type: 'category', label: 'Open', collapsed: false, items: ['open'] },
	'last',
] };`;

/** Fields of the configuration that add to or replace the defaults. */
export type Overrides = Record<string, unknown> & { navbar?: Record<string, unknown>; docs?: Record<string, unknown> };

export function shellConfig({ navbar, docs, ...fields }: Overrides = {}): string {
	return `export default ${JSON.stringify({
		title: 'Shell',
		tagline: 'A site to test with.',
		url: 'https://example.com',
		favicon: 'img/logo.svg',
		editUrl: 'https://example.org/edit',
		navbar: { ...NAVBAR, ...navbar },
		footer: FOOTER,
		docs: {
			lastVersion: 'current',
			versions: { current: { label: '2.x', path: '', badge: true }, '1.x': { label: '1.x', path: 'v1', badge: true } },
			...docs,
		},
		...fields,
	})};`;
}

/** The files of the site. */
export function shellSite(overrides: Overrides = {}): Record<string, string> {
	return {
		'site.config.ts': shellConfig(overrides),
		'content/static/img/logo.svg': SVG,
		'content/static/img/logo-dark.svg': SVG,
		'content/static/file.txt': 'A file.',
		'content/pages/index.md': doc(
			'Home of Shell',
			`The home page. [Long](/docs/long), [sections](/docs/long#second), [other](https://example.org/), [mail](mailto:a@example.com), [file](/file.txt).\n\n${paragraphs(30)}\n\n[At the end](/docs/last)`,
		),
		'content/pages/media.md': doc('Media', 'Logos.'),
		'content/versions.json': '["1.x"]',
		'content/docs/sidebars.ts': SIDEBARS,
		'content/docs/intro.md': doc(
			'Introduction',
			'Start here.\n\n[Go to long](long.md), [second section](long.md#second), [code](code.md).',
			'slug: /\ntags: [first]\n',
		),
		'content/docs/long.md': doc(
			'Long',
			`[To second](#second).\n\n${sections(['First', 'Second', 'Third', 'Größe'], 6)}\n\n### Small\n\nEnd of it.\n\n#### Too deep\n\n${paragraphs(8)}`,
			'tags: [first, second]\n',
		),
		'content/docs/guide/one.md': doc(
			'Guide one',
			`[Two](two.md) and [three](deep/three.md).\n\n## Heading\n\n${paragraphs(3)}`,
		),
		'content/docs/guide/two.md': doc('Guide two', 'Text.'),
		'content/docs/guide/deep/three.md': doc('Three', 'Text.'),
		'content/docs/guide/deep/four.md': doc('Four', 'Text.'),
		'content/docs/code.md': doc('Code', CODE),
		'content/docs/tabs.md': doc('Tabs', TABS),
		'content/docs/parts.md': doc(
			'Parts',
			`<details>
<summary>More about it</summary>

${paragraphs(3)}

</details>

:::note

A note.

:::

:::warning[Mind]

Careful.

:::

## Heading with \`code\` {#own-id}

Text.

## Twice

Text.

## Twice

![Logo](/img/logo.svg)
`,
			'last_update:\n  date: 2023-01-14\n  author: Ann\n',
		),
		'content/docs/open.md': doc('Open page', 'Text.'),
		'content/docs/last.md': doc('Last', 'Text.', 'pagination_next: null\n'),
		'content/docs/landing/alone.md': doc('Alone', 'No sidebar.', 'displayed_sidebar: null\n'),
		'content/versions/1.x/intro.md': doc('Old introduction', 'Start of the old.', 'slug: /\n'),
		'content/versions/1.x/long.md': doc('Old long', `${sections(['First', 'Second'], 4)}`),
		'content/blog/authors.yml': 'ann:\n  name: Ann\n  title: Writer\n  url: https://example.org/ann\n',
		'content/blog/2023-01-14-hello.md': doc(
			'Hello',
			`Hello.\n\n<!-- truncate -->\n\n${paragraphs(4)}`,
			'authors: [ann]\ntags: [news]\n',
		),
		'content/blog/2022-05-01-first.md': doc('First post', 'Short.', 'authors: [ann]\ntags: [news]\n'),
	};
}

/** A site with more sidebar entries than a page contains. */
export function largeSite(overrides: Overrides = {}): Record<string, string> {
	const files = shellSite(overrides);
	const ids = Array.from({ length: 4 }, (_, part) =>
		Array.from({ length: 50 }, (_, index) => `part${part}/page${index}`),
	);
	for (const id of ids.flat()) files[`content/docs/${id}.md`] = doc(`Page ${id.replace('/', ' ')}`, 'Text.');
	const categories = ids.map((items, part) => ({ type: 'category', label: `Part ${part}`, items }));
	files['content/docs/sidebars.ts'] = SIDEBARS.replace("	'last',", `	'last', ...${JSON.stringify(categories)},`);
	return files;
}
