/**
 * Forty mistakes of authors, and points for their reports: 1 for a message, 2 with file and line, 3 with column,
 * excerpt and hint as well. Compiler errors in samples are in `samples.test.ts`.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Diagnostic } from '../src/content/model/page.ts';
import { config, doc, site } from './memory-site.ts';

type Files = Record<string, string>;

interface Mistake {
	/** Files of the site in addition to a docs home page and a page `a`. */
	files: Files;
	/** Expected position: `file:line`. */
	at: string;
	/** Expected points, if not 3. */
	mark?: number;
	/** Words of the message, if no other test has them. */
	says?: string;
}

const A = 'content/docs/a.md';
/** A page with its mistake in the first line after the title: line 5. */
const page = (body: string, front = ''): Files => ({ [A]: doc('A', body, front) });

const FRAME = 'export function Footer() {\n\treturn <footer>x</footer>;\n}\n';
const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

const MISTAKES: Record<string, Mistake> = {
	'a broken link': { files: page('[x](./nope.md)'), at: `${A}:5` },
	'a broken absolute link': { files: page('[x](/docs/guid)'), at: `${A}:5` },
	'a broken anchor': { files: page('[x](#cofiguration)\n\n## Configuration'), at: `${A}:5` },
	'an admonition that is not closed': { files: page(':::note\n\nText.'), at: `${A}:5` },
	'an admonition of no kind': { files: page(':::nota\n\nText.\n\n:::'), at: `${A}:5` },
	'a component that is none': { files: page('<Unknown />'), at: `${A}:5` },
	'YAML that is none': { files: { [A]: '---\ntitle: A: B\n---\n\nText.\n' }, at: `${A}:2` },
	'front matter of the wrong type': { files: page('Text.', 'sidebar_position: first'), at: `${A}:3` },
	'a sidebar with a doc that is missing': {
		files: { 'content/docs/sidebars.ts': "export default {\n\tdocs: ['index', 'a', 'nope'],\n};\n" },
		at: 'content/docs/sidebars.ts:2',
	},
	'a field of the configuration misspelt': {
		files: { 'site.config.ts': "export default {\n\ttitle: 'x',\n\turl: 'https://x.example',\n\ttaglin: 'y',\n};\n" },
		at: 'site.config.ts:4',
	},
	'a field of the configuration of the wrong type': {
		files: { 'site.config.ts': "export default {\n\ttitle: 5,\n\turl: 'https://x.example',\n};\n" },
		at: 'site.config.ts:2',
	},
	'two headings of one id': { files: page('## One {#same}\n\n## Two {#same}'), at: `${A}:7` },
	'a redirect to nowhere': {
		files: {
			'site.config.ts':
				"export default {\n\ttitle: 'x',\n\turl: 'https://x.example',\n\tredirects: [{ from: '/old', to: '/docs/guid' }],\n};\n",
		},
		at: 'site.config.ts:4',
	},
	'redirects in a circle': {
		files: {
			'site.config.ts':
				"export default {\n\ttitle: 'x',\n\turl: 'https://x.example',\n\tredirects: [{ from: '/b', to: '/c' }, { from: '/c', to: '/b' }],\n};\n",
		},
		at: 'site.config.ts:4',
	},
	'a version without docs': { files: { 'content/versions.json': '["1.x"]\n' }, at: 'content/versions.json:1' },
	'a partial that takes itself in': {
		files: {
			...page("import P from './_p.mdx';\n\n<P />"),
			'content/docs/_p.mdx': "import P from './_p.mdx';\n\n<P />\n",
		},
		at: 'content/docs/_p.mdx:3',
	},
	'two mistakes at once': { files: page('[x](./nope.md)\n\n<Unknown />'), at: `${A}:7` },
	'an image that is missing': {
		files: { ...page('![x](./logo.svgs)'), 'content/docs/logo.svg': IMAGE },
		at: `${A}:5`,
	},
	'two pages of one slug': {
		files: { ...page('Text.', 'slug: /same'), 'content/docs/b.md': doc('B', 'Text.', 'slug: /same') },
		at: 'content/docs/b.md:3',
		mark: 2,
	},
	'a comma missing in the configuration': {
		files: { 'site.config.ts': "export default {\n\ttitle: 'x'\n\turl: 'https://x.example',\n};\n" },
		at: 'site.config.ts:3',
		mark: 2,
	},
	'an author nobody knows': {
		files: {
			'content/blog/authors.yml': 'ada:\n  name: Ada\n',
			'content/blog/2023-01-01-x.md': doc('X', 'Text.', 'authors: [adda]'),
		},
		at: 'content/blog/2023-01-01-x.md:3',
	},
	'versions.json that is no JSON': {
		files: { 'content/versions.json': '["1.x" "2.x"]\n' },
		at: 'content/versions.json:1',
		mark: 2,
	},
	'a partial that is missing': { files: page("import P from './_nope.mdx';\n\n<P />"), at: `${A}:7` },
	'a fence that is not closed': { files: page('```ts\nconst x = 1;\n\nMore text.'), at: `${A}:5` },
	'a template that is no code': {
		files: { 'templates/Footer.tsx': FRAME.replace('</footer>', '') },
		at: 'templates/Footer.tsx:3',
		mark: 2,
	},
	'a template without its export': {
		files: { 'templates/Footer.tsx': FRAME.replace('function Footer', 'function Foot') },
		at: 'templates/Footer.tsx:1',
		says: 'templates/Footer.tsx has no export "Footer"',
	},
	'a template that throws': {
		files: {
			'site.config.ts': config({ footer: { copyright: 'Ada' } }),
			'templates/Footer.tsx': FRAME.replace('\treturn', "\tthrow new Error('no');\n\treturn"),
		},
		at: 'templates/Footer.tsx:2',
	},
	'a component that throws': {
		files: {
			...page('<Bad />'),
			'templates/components/Bad.tsx': "export function Bad() {\n\tthrow new Error('no');\n}\n",
		},
		at: 'templates/components/Bad.tsx:2',
	},
	'a mistake in CSS': {
		files: { 'templates/styles/states.css': '.x { color: red }\n.y { colr red; }\n' },
		at: 'templates/styles/states.css:2',
		mark: 2,
	},
	'a field of authors.yml misspelt': {
		files: {
			'content/blog/authors.yml': 'ada:\n  name: Ada\n  titel: Writer\n',
			'content/blog/2023-01-01-x.md': doc('X', 'Text.', 'authors: [ada]'),
		},
		at: 'content/blog/authors.yml:3',
	},
	'a property misspelt': {
		files: page('<Tabs groupID="x"><TabItem value="a">Text.</TabItem></Tabs>'),
		at: `${A}:5`,
	},
	'front matter misspelt': { files: page('Text.', 'sidebar_lable: x'), at: `${A}:3` },
	'a script that is no code': {
		files: {
			'site.config.ts': "export default {\n\ttitle: 'x',\n\turl: 'https://x.example',\n\tscripts: ['/own.js'],\n};\n",
			'content/static/own.js': 'const x = ;\n',
		},
		at: 'content/static/own.js:1',
	},
	'a script that is missing': {
		files: {
			'site.config.ts': "export default {\n\ttitle: 'x',\n\turl: 'https://x.example',\n\tscripts: ['/own.js'],\n};\n",
		},
		at: 'site.config.ts:4',
	},
	'two tabs that are chosen at first': {
		files: page('<Tabs><TabItem value="a" default>A.</TabItem><TabItem value="b" default>B.</TabItem></Tabs>'),
		at: `${A}:5`,
	},
	'a tab to begin with that is none': {
		files: page('<Tabs defaultValue="c"><TabItem value="a">A.</TabItem><TabItem value="b">B.</TabItem></Tabs>'),
		at: `${A}:5`,
	},
	'a date that does not exist': {
		files: { 'content/blog/2023-01-01-x.md': doc('X', 'Text.', 'date: 2024-02-30') },
		at: 'content/blog/2023-01-01-x.md:3',
	},
	'a version nobody lists': {
		files: { 'content/versions.json': '[]\n', 'content/versions/1.x/a.md': doc('Old') },
		at: 'content/versions.json:1',
	},
	'an expression': { files: page('export const from = 2020;\n\n{from} to {new Date().getFullYear()}.'), at: `${A}:7` },
};

/** Some messages contain the hint themselves. */
const WAY_OUT = /did you mean|available|must be/i;

function markOf(found: Diagnostic[], at: string): number {
	const marks = found.map((finding) => {
		if (`${finding.file}:${finding.line}` !== at) return 1;
		return finding.column !== undefined && finding.excerpt && (finding.hint || WAY_OUT.test(finding.message)) ? 3 : 2;
	});
	return Math.max(0, ...marks);
}

const marks = new Map<string, number>();

for (const [name, { files, at, mark = 3, says = '' }] of Object.entries(MISTAKES)) {
	test(`${name}: file and line, column, excerpt and hint`, async () => {
		const base = {
			'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
			[A]: doc('A'),
			'content/docs/guide.md': doc('Guide'),
			'site.config.ts': config({}),
		};
		const { diagnostics } = await site({ ...base, ...files }).build();
		marks.set(name, markOf(diagnostics, at));
		assert.is(marks.get(name), mark, JSON.stringify(diagnostics, undefined, '\t'));
		assert.ok(
			diagnostics.some(({ message }) => message.includes(says)),
			says,
		);
	});
}

test('all of them together: at least 112 of 120 points', () => {
	// The fortieth is a sample that does not compile, with position, excerpt and compiler message: 3.
	const sum = [...marks.values()].reduce((total, mark) => total + mark, 3);
	assert.is(marks.size, 39);
	assert.ok(sum >= 112, `${sum} of 120`);
});

test.run();
