/**
 * The Markdown dialect, in text pairs: `test/markdown/*.txt` contains cases of a title, the input and the result
 * between lines of dots. `{0}` is the gap of link 0, `<<Tabs {…}>>` … `<</Tabs>>` a component, `! 3:5 code message` a
 * finding; after a line `%%`, more facts may follow by name. The test fills in empty results for review, and all with
 * UPDATE_FIXTURES=1; never on CI. Then hostile input: parsing must end quickly, and without an exception.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import Markdown from 'markdown-it';
import mark from 'markdown-it-mark';
import sub from 'markdown-it-sub';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PLAIN_PARSER } from '../src/cli/bundle/plugins.ts';
import { createParser } from '../src/content/markdown/dialect.ts';
import { NOTE } from '../src/content/markdown/engine/markdown-copy.ts';
import { oversized, parsePage } from '../src/content/markdown/parse.ts';
import { COPY_BUTTON } from '../src/content/markdown/rules/code.ts';
import type { FileReader, ParseOptions, ParseResult, Piece } from '../src/content/model/page.ts';
import { ENGLISH_WORDS } from '../src/content/model/words.ts';
import type { ReadBody } from '../src/render/model/job.ts';
import { renderBody } from '../src/render/page.ts';
import fc, { IS_LONG } from './properties.ts';

const FOLDER = 'test/markdown';
const PAGE = 'content/docs/guide/page.md';
const OPTIONS: ParseOptions = {
	baseUrl: '/base/',
	components: ['Box', 'Card', 'CodeBlock', 'TabItem', 'Tabs'],
	manifests: { Tabs: { props: { groupId: 'text', defaultValue: 'text', values: 'list', className: 'text' } } },
	allowScripts: false,
};

const TEXTS: Record<string, string> = {
	'content/docs/guide/_part.mdx':
		'---\ntitle: Part\n---\n\n## From the part\n\nA [link](./other.md) and ![pic](./pic.png).\n',
	'content/docs/guide/_loop.mdx': "import Loop from './_loop.mdx';\n\n<Loop />\n",
	'content/docs/guide/data.json': '{"name":"Data"}',
	'content/docs/guide/_props.mdx': 'Hello {props.name}, {props.n} and `{props.n}`.\n',
	'content/docs/guide/example.ts': 'a();\n// #region part\n\tb();\n\tc();\n// #endregion part\n',
	'content/docs/guide/_sections.mdx':
		'## First & last\n\nOne.\n\n```sh\n## Second\n```\n\n## The second one {#second}\n\nTwo.\n\n### Below\n\n## Third\n\nThree.\n',
	'content/docs/guide/_outer.mdx': "import Part from './_part.mdx';\n\nBefore\n\n<Part />\n\n<Nope />\n",
};
const MEDIA: Record<string, { hash: string; width?: number; height?: number }> = {
	'content/docs/guide/pic.png': { hash: '0123456789abcdef', width: 400, height: 300 },
	'content/docs/guide/my pic.png': { hash: '1123456789abcdef', width: 40, height: 30 },
	'content/docs/guide/vector.svg': { hash: '2123456789abcdef' },
	'content/static/img/logo.PNG': { hash: '3123456789abcdef', width: 10, height: 10 },
	'content/docs/guide/example.zip': { hash: '4123456789abcdef' },
};
const look: FileReader = {
	text: (path) => (path in TEXTS ? { path, text: TEXTS[path] ?? '', hash: `hash of ${path}` } : undefined),
	media: (path) => MEDIA[path],
	package: () => undefined,
};

function parse(text: string, options: ParseOptions = OPTIONS): ParseResult {
	return parsePage(
		{ path: PAGE, text, hash: '' },
		{ collection: 'docs', name: 'guide/page' },
		options,
		look,
		PLAIN_PARSER,
	);
}

function show(pieces: readonly Piece[]): string {
	return pieces
		.map((piece) => {
			if (typeof piece === 'string') return piece;
			if (typeof piece === 'number') return `{${piece}}`;
			if (piece.kind === 'checked') return '{checked}';
			if (piece.kind === 'annotated') return `<<sample ${piece.fence}>>\n${piece.html}<</sample>>\n`;
			const props = Object.keys(piece.props).length > 0 ? ` ${JSON.stringify(piece.props)}` : '';
			const inside = show(piece.children);
			return `<<${piece.name}${props}>>${inside === '' ? '' : `\n${inside.replace(/\n?$/, '\n')}`}<</${piece.name}>>\n`;
		})
		.join('')
		.replaceAll(COPY_BUTTON, '');
}

/** Facts that a fixture may name below `%%`. */
const FACTS: Record<string, (result: ParseResult) => string> = {
	links: ({ page }) =>
		page.links
			.map((link, n) => `{${n}} ${link.line}:${link.column} ${link.kind} ${link.target} ${link.file}`)
			.join('\n'),
	twin: ({ body }) =>
		body.markdown
			.map((part) =>
				typeof part === 'number'
					? `{${part}}`
					: typeof part === 'string'
						? part.replaceAll(NOTE, '')
						: part.kind === 'url'
							? `{${part.url}}`
							: '',
			)
			.join(''),
	sections: ({ body }) =>
		body.sections.map(({ id, level, heading, text }) => `${level} ${id} | ${heading} | ${text}`).join('\n'),
	headings: ({ page }) =>
		page.headings.map(({ line, level, id, html }) => `${line} h${level} ${id} ${html}`).join('\n'),
	ids: ({ page }) => page.ids.join(' '),
	head: ({ page }) => page.head.map((element) => JSON.stringify(element)).join('\n'),
	reads: ({ page }) => page.reads.map(({ path, hash }) => `${path} ${hash ?? 'missing'}`).join('\n'),
	assets: ({ page }) => page.assets.map(({ path, out }) => `${path} ${out}`).join('\n'),
	components: ({ page }) => page.components.join(' '),
	excerpt: ({ body }) => (body.html.excerpt ? show(body.html.excerpt) : 'none'),
	samples: ({ body }) =>
		body.fences
			.map(({ file, line, indent, title, shown }) => `${file}:${line} indent ${indent} ${title}\n${shown}`)
			.join('\n'),
	title: ({ page }) => `${page.title} | own heading: ${page.ownHeading} | words: ${page.words}`,
	description: ({ page }) => page.description,
};

function actual(input: string, names: readonly string[]): string {
	const result = parse(input);
	const findings = result.page.diagnostics.map(
		({ severity, file, line, column, code, message }) =>
			`${severity === 'error' ? '!' : '?'} ${file === PAGE ? '' : `${file}:`}${line}:${column} ${code} ${message}\n`,
	);
	const facts = names.map((name) => `%% ${name}\n${(FACTS[name]?.(result) ?? 'unknown fact').replace(/\n*$/, '\n')}`);
	return [show(result.body.html.pieces).replace(/\n*$/, '\n').replace(/^\n$/, ''), ...findings, ...facts].join('');
}

for (const file of readdirSync(FOLDER).sort()) {
	const path = join(FOLDER, file);
	const parts = readFileSync(path, 'utf8').split(/^\.\n/m);
	let wrote = false;
	for (let index = 0; index + 2 < parts.length; index += 3) {
		const title = (parts[index] ?? '').trim();
		const input = (parts[index + 1] ?? '').replace(/\n$/, '');
		const [expected = '', names = ''] = [parts[index + 2] ?? '', /^%%%(.*)\n/m.exec(parts[index] ?? '')?.[1] ?? ''];
		const facts = names.trim() === '' ? [] : names.trim().split(/\s+/);
		const output = actual(input, facts);
		const isOpen = expected.trim() === '' || (process.env.UPDATE_FIXTURES && output !== expected);
		if (isOpen && output !== '' && !process.env.CI) {
			parts[index + 2] = output;
			wrote = true;
			continue;
		}
		test(`${file}: ${title.replace(/%%%.*/s, '').trim()}`, () => assert.fixture(output, expected));
	}
	if (wrote) writeFileSync(path, parts.join('.\n'));
}

/* ---------------------------------------------------------------- whatever authors type */

/** Fragments of Markdown that interfere with each other. */
const FRAGMENTS = [
	...'*_`~[]()<>{}!#-+|:=\\&"\'/ \n\t',
	...[
		'\n\n',
		'\r\n',
		'  \n',
		'\n    ',
		'\0',
		'\ud800',
		'\ufeff',
		'---\n',
		'```',
		'~~~\n',
		'```ts twoslash\n',
		':::',
		':::tip ',
	],
	...[
		'<Tabs>',
		'</Tabs>',
		'\n<Box a={[1,',
		'}>\n',
		'\n</Box>\n',
		'<Box/>',
		'<Nope>',
		'<div>',
		'</div>',
		'<b>',
		'</b>',
		'<br>',
		'</p>',
	],
	...[
		'<svg>',
		'</svg>',
		'<pre>',
		'</pre>',
		'<script>',
		'</script>',
		'<head>',
		'<title>',
		'<!--',
		'-->',
		'{/*',
		'*/}',
		"{'x'}",
	],
	...[
		'<img src=x onerror=x>',
		'<b onclick={',
		'<svg/onload=x>',
		'<a href=javascript:x>',
		'[a](javascript:x)',
		'<a href="&#106;avascript:x">',
		'<p onclick=',
		'<a href="./a.md">',
		'</a>',
		'[a](./a.md)',
		'![i](./pic.png)',
		'[r]',
		'\n[r]: ./a.md\n',
		'[^1]',
		'\n[^1]: note\n',
		'<https://x.dev>',
	],
	...[
		'\n- ',
		'\n1. ',
		'\n> ',
		'\n| a | b |\n| - | - |\n',
		'\n## ',
		'{#id}',
		'\n# ',
		'word',
		' onerror=',
		'javascript:',
		'&#106;',
		'<details>',
	],
	...[
		"\nimport P from './_part.mdx'\n",
		'\n<P/>\n',
		'\nexport const a = {\n',
		'<!-- truncate -->',
		'<summary>',
		'</summary>',
		'<img src=x>',
	],
];
const soup = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 60 }).map((parts) => parts.join(''));
const RUNS = { numRuns: IS_LONG ? 2000 : 60 };

/** The body as one document; components become elements. */
function flat(pieces: readonly Piece[]): string {
	return pieces
		.map((piece) => {
			if (typeof piece === 'string') return piece;
			if (typeof piece === 'number') return '#';
			if (piece.kind === 'checked') return '';
			if (piece.kind === 'annotated') return piece.html;
			return `<x-${piece.name}>${flat(piece.children)}</x-${piece.name}>`;
		})
		.join('');
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** The first tag that does not nest, or undefined. Text contains no `<`, so every `<` starts a tag. */
function crossing(html: string): string | undefined {
	const open: string[] = [];
	for (const [tag, slash, name = '', empty] of html
		.replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
		.matchAll(/<(\/?)([A-Za-z][\w-]*)(?:\s[^<>]*?)?(\/?)>/g)) {
		if (slash) {
			if (open.pop() !== name) return `${tag} in ${html}`;
		} else if (!empty && !VOID.has(name)) open.push(name);
	}
	return open.length > 0 ? `${open.join()} left open in ${html}` : undefined;
}

test('parsing never throws, all tags nest, all positions exist', () => {
	const holds = (text: string): void => {
		const { page, body } = parse(text);
		assert.is(crossing(flat(body.html.pieces)), undefined);
		const lines = text.replace(/\r\n?/g, '\n').split('\n');
		for (const finding of page.diagnostics) {
			if (finding.file !== PAGE) continue;
			assert.ok((finding.line ?? 0) >= 1 && (finding.line ?? 0) <= lines.length, `line of ${finding.message}`);
			const length = lines[(finding.line ?? 1) - 1]?.length ?? 0;
			assert.ok((finding.column ?? 0) >= 1 && (finding.column ?? 0) <= length + 2, `column of ${finding.message}`);
		}
		JSON.stringify([page, body]);
	};
	fc.assert(fc.property(soup, holds), RUNS);
	fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), holds), RUNS);
});

test('every link has one gap in the text, and gaps are in ascending order', () => {
	const gaps = (pieces: readonly Piece[]): number[] =>
		pieces.flatMap((piece) => {
			if (typeof piece === 'number') return [piece];
			if (typeof piece === 'string' || piece.kind !== 'component') return [];
			const own = Object.values(piece.props).flatMap((prop) => (isGap(prop) ? [prop.link] : []));
			return [...own, ...gaps(piece.children)];
		});
	const isGap = (value: unknown): value is { link: number } =>
		typeof value === 'object' && value !== null && 'link' in value;
	fc.assert(
		fc.property(soup, (text) => {
			const { page, body } = parse(text);
			assert.equal(gaps(body.html.pieces), [...page.links.keys()]);
			for (const part of body.markdown) if (typeof part === 'number') assert.ok(part < page.links.length);
		}),
		RUNS,
	);
});

test('no mixture of fragments creates a page that runs a script', () => {
	fc.assert(
		fc.property(soup, (text) => {
			const { page, body } = parse(text);
			for (const { target } of page.links) assert.not(/^\s*javascript:/i.test(target), target);
			const parser = new Parser({
				onopentag(name, attributes) {
					assert.is.not(name, 'script');
					for (const [attribute, value] of Object.entries(attributes)) {
						assert.not(/^on/i.test(attribute), attribute);
						assert.not(/^\s*javascript:/i.test(value), value);
					}
				},
			});
			parser.end(flat(body.html.pieces).replace(/<style[^>]*>[\s\S]*?<\/style>/g, ''));
		}),
		RUNS,
	);
});

test('text without tags and braces renders as in CommonMark', () => {
	const plain = new Markdown({ html: false });
	plain.disable('html_block');
	const words = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/\s+/g, '');
	const parts = fc.constantFrom(
		...'*_`~#-+>=&|"().1 \n',
		'word',
		'\n\n',
		'\n- ',
		'\n    ',
		'\n> ',
		'\n1. ',
		'``',
		'**',
		'\\',
		'&amp;',
	);
	fc.assert(
		fc.property(fc.array(parts, { maxLength: 40 }), (all) => {
			// Exclude lines of front matter and unclosed fences.
			const text = `x${all.join('')}`.replace(/```+|~~~+/g, '');
			assert.is(
				words(flat(parse(text).body.html.pieces).replaceAll(COPY_BUTTON, '')),
				words(plain.render(text).replaceAll('&quot;', '"')),
			);
		}),
		RUNS,
	);
});

test('the same text gives the same page, also with a warm parser', () => {
	fc.assert(
		fc.property(soup, soup, (first, second) => {
			const before = JSON.stringify(parse(first));
			parse(second);
			assert.is(JSON.stringify(parse(first)), before);
		}),
		{ numRuns: RUNS.numRuns / 10 },
	);
});

test('front matter does not shift positions', () => {
	const text = '[a](./a.md)\n\n<Nope />\n';
	const moved = parse(`---\r\ntitle: T\r\n---\r\n${text}`);
	assert.equal([moved.page.links[0]?.line, moved.page.diagnostics[0]?.line], [4, 6]);
	assert.is(moved.page.diagnostics[0]?.excerpt, '<Nope />');
});

test('scripts are kept only if the configuration allows them', () => {
	const { page, body } = parse('<script>a < b</script>\n\n<b onclick="x()">y</b> [z](javascript:z)', {
		...OPTIONS,
		allowScripts: true,
	});
	assert.equal(page.diagnostics, []);
	assert.is(
		flat(body.html.pieces),
		'<script>a < b</script>\n<p><b onclick="x()">y</b> <a href="#" target="_blank" rel="noopener noreferrer">z</a></p>\n',
	);
});

test('the hash of a body depends on its text, not on its front matter', () => {
	const hash = (text: string): string => parse(text).page.bodyHash;
	assert.is(hash('---\ntitle: A\n---\ntext'), hash('---\ntitle: B\n---\ntext'));
	assert.is.not(hash('text'), hash('texts'));
	assert.is.not(hash('```ts\na\n```'), hash('```ts\n// ---cut---\na\n```'));
});

test('markdown-it plugins work unchanged', () => {
	const source = { path: PAGE, text: '## ==Marked *so*== H~2~O\n\nTerm\n: ==x==', hash: '' };
	const plugged = createParser([], [mark, sub]);
	const { page, body } = parsePage(source, { collection: 'docs', name: 'guide/page' }, OPTIONS, look, plugged);
	assert.match(flat(body.html.pieces), '<mark>Marked <em>so</em></mark> H<sub>2</sub>O');
	assert.match(flat(body.html.pieces), '<dd>');
	assert.is(page.headings[0]?.html, '<mark>Marked <em>so</em></mark> H<sub>2</sub>O');
	assert.is(page.headings[0]?.text, 'Marked so H2O');
	assert.match(body.sections.at(-1)?.text ?? '', 'Term x');
});

test('the configuration decides about unknown components and expressions', () => {
	const text = '<Nope>\n\n**kept**\n\n</Nope>\n\na <Nope>b</Nope> {a.b} <Box c={d} />\n';
	const as = (severity: ParseOptions['severity']): { html: string; found: string[] } => {
		const { page, body } = parse(text, { ...OPTIONS, severity });
		return { html: flat(body.html.pieces), found: page.diagnostics.map(({ severity: how, code }) => `${how} ${code}`) };
	};
	const warned = as({ 'unknown-component': 'warning', expression: 'warning' });
	assert.match(
		warned.html,
		'<div class="unknown-component"><p><code>&lt;Nope&gt;</code> needs templates/components/Nope.tsx</p>',
	);
	assert.match(warned.html, /<p><strong>kept<\/strong><\/p>\s*<\/div>/);
	assert.match(warned.html, 'b</span> {a.b}');
	assert.equal([...new Set(warned.found)].sort(), ['warning expression', 'warning unknown-component']);
	const ignored = as({ 'unknown-component': 'ignore', expression: 'ignore' });
	assert.equal(ignored.found, []);
	assert.not.match(ignored.html, 'unknown-component');
	assert.match(ignored.html, '<strong>kept</strong>');
	assert.ok(as({}).found.every((found) => found.startsWith('error')));
});

test('the first heading of a post is its title, and is not shown twice', () => {
	const { page, body } = parsePage(
		{ path: 'content/blog/a.md', text: '# The *title*\n\nText', hash: '' },
		{ collection: 'blog', name: 'a' },
		OPTIONS,
		look,
		PLAIN_PARSER,
	);
	assert.equal([page.title, page.ownHeading], ['The title', false]);
	assert.is(flat(body.html.pieces), '<p>Text</p>\n');
});

test('repeated findings on a line are counted, and pages have a size limit', () => {
	const { diagnostics } = parse('<div>'.repeat(90)).page;
	assert.is(diagnostics.length, 1);
	assert.equal(diagnostics[0]?.notes, ['Found 90 times on this line.']);
	assert.is(oversized(PAGE, 5_000_000), undefined);
	assert.is(oversized(PAGE, 5_000_001)?.code, 'page-too-large');
});

test('a URL cannot close its attribute', () => {
	const { body } = parse('[x](<https://e.com/"onclick="alert(1)>)');
	const view = { hash: '', page: '', locale: 'en', excerpt: false, hrefs: ['https://e.com/"onclick="alert(1)'] };
	const templates = { component: () => '' } as unknown as Parameters<typeof renderBody>[1]['templates'];
	const read: ReadBody = (part) => body[part];
	const site = { words: ENGLISH_WORDS, wordsOf: {}, baseUrl: '/' };
	const html = renderBody(view, { templates, body: read, annotations: () => [] }, site);
	assert.match(html, 'href="https://e.com/&quot;onclick=&quot;alert(1)"');
});

/* ---------------------------------------------------------------- texts that try to take long */

const times =
	(text: string) =>
	(n: number): string =>
		text.repeat(n);

const HOSTILE: Record<string, (n: number) => string> = {
	'quotes in quotes': times('> '),
	brackets: times('['),
	stars: times('*a '),
	'admonitions in admonitions': times(':::note\n'),
	'questions in questions': times(':::try\n'),
	'tabs in tabs': times('<Tabs>\n'),
	'tabs in tabs, closed': (n) => times('<Tabs>\n')(n) + times('</Tabs>\n')(n),
	'components in a line': times('a <Box> b '),
	'end tags in a line': times('x </Box>'),
	'attributes without end': times('<a b="'),
	'expressions without end': (n) => times('<A b={')(n) + '}'.repeat(n),
	'comments without end': times('a <!-- '),
	'JSX comments without end': times('a {/* '),
	'svg without end': times('<svg>\n'),
	'scripts in a head': (n) => `<head>${times('<script>')(n)}</head>`,
	'equal headings': times('## Same\n\n'),
	'equal ids': times('## A {#x}\n'),
	links: times('[a](b) '),
	'images in images': (n) => times('![')(n) + times('](a)')(n),
	references: (n) => `${times('[a] ')(n)}\n\n[a]: b\n`,
	footnotes: (n) => Array.from({ length: n }, (_, i) => `x[^${i}]\n\n[^${i}]: n\n\n`).join(''),
	'a wide table': (n) => `${times('|a')(n)}\n${times('|-')(n)}\n${times('|b')(n)}`,
	'words like imports': times('import a\n'),
	fences: times('```js\na\n```\n'),
	'deep code': (n) => `\`\`\`json\n${times('[\n')(n)}\n\`\`\``,
	'a long list in an attribute': (n) => `<Box a={[${times('1,')(n)}]} />`,
	'a little of all': times('*_~`[<{'),
};

/** Milliseconds of this process, the best of three. Other processes make it wait, which does not count. */
function duration(text: string): number {
	return Math.min(
		...[1, 2, 3].map(() => {
			const start = process.cpuUsage();
			parse(text);
			const { user, system } = process.cpuUsage(start);
			return (user + system) / 1000;
		}),
	);
}

for (const [name, make] of Object.entries(HOSTILE))
	test(`twice as much takes at most four times as long: ${name}`, () => {
		const n = (name === 'equal headings' ? 5_000 : 10_000) / (IS_LONG ? 1 : 5);
		const grows = (): boolean => {
			const twice = duration(make(2 * n));
			// Very short times cannot be measured, and need not be.
			return twice >= 60 && twice / duration(make(n)) >= 4;
		};
		// Other processes may slow down one attempt, but not three.
		assert.ok(!(grows() && grows() && grows()));
	});

test('nesting bombs are rejected quickly, by name', () => {
	const codes = (text: string): string[] => [...new Set(parse(text).page.diagnostics.map(({ code }) => code))];
	assert.ok(codes('<Tabs>\n'.repeat(10_000)).includes('too-deep'));
	assert.ok(codes('> '.repeat(10_000)).includes('too-deep'));
});

test.run();
