import { config, doc } from './memory-site.ts';

const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

export const RICH: Record<string, string | Uint8Array> = {
	'site.config.ts': config({
		tagline: 'Something of everything',
		navbar: {
			items: [
				{ type: 'doc', docId: 'index', label: 'Docs', position: 'left' },
				{ label: 'More', items: [{ to: '/blog', label: 'Blog' }] },
				{ type: 'docsVersionDropdown' },
			],
		},
		footer: { links: [{ title: 'Column', items: [{ label: 'Blog', to: '/blog' }] }], copyright: 'Ours' },
		announcementBar: { id: 'one', content: 'News', backgroundColor: '#eee' },
		docs: { showLastUpdate: true },
		redirects: [{ from: '/old', to: '/docs/' }],
		search: {},
	}),
	'content/pages/index.md': doc('Front', 'Go to the [docs](../docs/index.md).'),
	'content/docs/index.md': doc('Home', 'See [B](./group/b.md#deeper).\n\n![A pixel](./pixel.png)', 'slug: /'),
	'content/docs/pixel.png': PIXEL,
	'content/docs/group/_category_.json': '{ "label": "The group", "link": { "type": "generated-index" } }',
	'content/docs/group/a.md': doc('A', "import Part from '../_part.mdx';\n\n<Part />", 'tags: [Zeta, alpha, Öl]'),
	'content/docs/group/b.md': doc('B', '## Deeper\n\n```ts {1}\nconst b = 1;\n```', 'tags: [alpha]\nredirect_from: /b'),
	'content/docs/tabs.md': doc(
		'Tabs',
		'<Tabs groupId="g">\n<TabItem value="x">\n\nX\n\n</TabItem>\n<TabItem value="y">\n\nY\n\n</TabItem>\n</Tabs>\n\n:::note\n\nNoted.\n\n:::',
		'last_update: { date: 2023-01-14T23:30:00-05:00 }',
	),
	'content/docs/_part.mdx': 'A part with a [link](./group/b.md).',
	'content/versions.json': '["1.x"]',
	'content/versions/1.x/index.md': doc('Old home', 'Old text.', 'slug: /'),
	'content/versions/1.x/group/a.md': doc('Old A'),
	'content/blog/authors.yml': 'ada:\n  name: Ada\n',
	'content/blog/2023-01-14-first.md': doc(
		'First',
		'Cut.\n\n<!-- truncate -->\n\nRest.',
		'authors: [ada]\ntags: [news]',
	),
	'content/blog/2022-12-31-second.md': doc('Second', 'All of it.', 'date: 2022-12-31T22:00:00'),
	'content/static/file.txt': 'As it is.',
};
