/**
 * Text that tries to take long. Every opening sign of the dialect is repeated in every kind of context, closed and
 * unclosed: a text may not take far longer than its four quarters do. A run tries a quarter of the signs, drawn by the
 * commit; `--long` tries all in all contexts.
 */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PLAIN_PARSER } from '../src/cli/bundle/plugins.ts';
import { translatePage } from '../src/cli/migrate/page-text.ts';
import { ModuleReader } from '../src/cli/migrate/values.ts';
import { parsePage } from '../src/content/markdown/parse.ts';
import type { FileReader } from '../src/content/model/page.ts';
import { IS_LONG } from './properties.ts';

const LOOK: FileReader = { text: () => undefined, media: () => undefined, package: () => undefined };
const COMPONENTS = ['Box', 'Card', 'CodeBlock', 'TabItem', 'Tabs', 'Variants'];

const SOURCE = resolve('content/docs/page.mdx');
const MODULES = new ModuleReader(resolve('.'));

/** Parsers of a page: docsgen's, and that of `docsgen migrate --pages`. */
const READERS: Record<string, (text: string) => void> = {
	read: parse,
	translated: (text) =>
		translatePage(text, {
			source: SOURCE,
			root: resolve('.'),
			aliases: {},
			modules: MODULES,
			components: COMPONENTS,
			renames: false,
			fields: {},
			isMoved: () => false,
			noteLoaded() {},
		}),
};

function parse(text: string): void {
	const identity = { collection: 'docs', name: 'page' } as const;
	const options = { baseUrl: '/', components: COMPONENTS, allowScripts: false };
	parsePage({ path: 'content/docs/page.mdx', text, hash: '' }, identity, options, LOOK, PLAIN_PARSER);
}

/** Opening sign → closing sign. */
const SIGNS: Record<string, string> = {
	'{ ': '}',
	'{(': ')}',
	'{[': ']}',
	'{"<a': '"}',
	"{'": "'}",
	'{`': '`}',
	'{`a${': '}`}',
	'{<a>': '</a>}',
	'{()=><a>': '</a>}',
	'{a.b(': ')}',
	'{/* ': '*/}',
	'{.a ': '}',
	'{.a': '}',
	'{#': '}',
	'{a=1': '}',
	'{a="': '"}',
	'a=1': '',
	'{{ a': '}}',
	'{{< a ': ' >}}',
	'{{% a ': ' %}}',
	'${a ': '}',
	'<a b="': '">',
	'<a b={': '}>',
	'<A b={': '}>',
	'<A {...': '}>',
	'<Box a={[': ']} />',
	'<Box>': '</Box>',
	'<b>': '</b>',
	'<p>': '</p>',
	'<svg>': '</svg>',
	'<pre>': '</pre>',
	'<script>': '</script>',
	'<head>': '</head>',
	'<head><script>': '</script></head>',
	'<details><summary>': '</summary></details>',
	'<T>': '',
	'<>': '</>',
	'<!-- ': '-->',
	'<![CDATA[': ']]>',
	'<?': '?>',
	'<http://': '>',
	'[': ']',
	'![': ']',
	'[a](': ')',
	'[a](<': '>)',
	'![a](': ')',
	'[a][': ']',
	'[a]: ': '',
	'[^': ']',
	'[^a]: ': '',
	'^[': ']',
	$: '$',
	'$a^': '$',
	$$: '$$',
	'$`': '`$',
	'`': '`',
	'` `` ': '',
	'`a`{:': 'flag}',
	'*a ': '*',
	'**a ': '**',
	'_a ': '_',
	'~~a ': '~~',
	'~': '~',
	':': ':',
	'&': ';',
	'\\': '',
	'http://a': '',
	'a@b.': '',
	'> ': '',
	'- ': '',
	'- [ ] ': '',
	'1. ': '',
	'# a {#': '}',
	'## a {.a ': '}',
	'| a ': '|',
	'|-': '|',
	': a ': '',
	'a\n: b ': '',
	'a\n\n: ': '',
	'~ a': '',
	':::note ': '\n:::',
	':::note[': ']\n:::',
	':::note {': '}\n:::',
	':::code-group\n': '\n:::',
	'> [!NOTE] ': '',
	'```js ': '\n```',
	'```js {1': '}\n```',
	'```js title="': '"\n```',
	'```js file="': '"\n```',
	'```ts\n// @variant: ': '\n```',
	'~~~': '\n~~~',
	'<<< @/a.ts{1': '}',
	'<!--@include: ': '-->',
	'[[toc]]': '',
	'!!! note "': '"',
	'=== "': '"',
	'import a from "': '"',
	'import {': "} from 'a'",
	"import A from './_a.md'": '',
	'export const a = {': '}',
	'export default (': ')',
	'---': '',
	'===': '',
};

/** Text before the sign: in a paragraph, after syntax that takes attributes, in blocks. */
const PLACES: Record<string, string> = {
	'in a paragraph': 'a ',
	'at the beginning': '',
	'behind an image': '![a](#)',
	'behind a link': '[a](#)',
	'in a heading': '## a ',
	'in an item': '- a ',
	'in a quote': '> a ',
	'in a cell': '| a | b |\n|---|---|\n| a ',
	'in an element': '<b>',
	'in a component': '<Box>\n\n',
	'in a drawing': '<svg>\n',
	'in the head': '<head>\n',
	'in a title': ':::note ',
	'in a note': 'a[^1]\n\n[^1]: a ',
	'in a definition': 'a\n: ',
	'in a fence': '```ts\n',
	'in braces': '{a ',
};

const SHAPES: Record<string, (open: string, close: string, n: number) => string> = {
	unclosed: (open, _, n) => open.repeat(n),
	'unclosed, on lines': (open, _, n) => `${open}\n`.repeat(n),
	'unclosed, in paragraphs': (open, _, n) => `${open}\n\n`.repeat(n),
	nested: (open, close, n) => open.repeat(n) + close.repeat(n),
	'one after another': (open, close, n) => `${open}a${close} `.repeat(n),
	'closed on lines': (open, close, n) => `${open}a${close}\n`.repeat(n),
};

/** Milliseconds of processor time to parse a text. */
function duration(read: (text: string) => void, text: string): number {
	const begun = process.cpuUsage();
	read(text);
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
}

/** Length of the longer text, in characters; enough for quadratic time to be noticeable on any machine. */
const LENGTH_CHARS = IS_LONG ? 64_000 : 16_000;
const NOTICEABLE_MS = 50;
/** Highest ratio of the time for a text and that for four of a quarter: linear time gives 1, quadratic time 4. */
const MAX_RATIO = 2.5;

/** Whether a text takes far longer than four of a quarter, which make as much garbage, in three attempts. */
function grows(read: (text: string) => void, make: (n: number) => string, n: number): boolean {
	return [1, 2, 3].every(() => {
		const long = duration(read, make(n));
		if (long < NOTICEABLE_MS) return false;
		const quarters = [1, 2, 3, 4].map(() => duration(read, make(n >> 2)));
		return long / quarters.reduce((sum, one) => sum + one) > MAX_RATIO;
	});
}

/** Which quarter of the signs this commit draws. Without Git, as in an archive, it is the first. */
function drawnQuarter(): number {
	try {
		const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
		return Number.parseInt(commit.slice(0, 1), 16) % 4;
	} catch {
		return 0;
	}
}

const QUARTER = drawnQuarter();

for (const [reader, read] of Object.entries(READERS))
	for (const [shape, make] of Object.entries(SHAPES))
		test(`time is not quadratic in the length: ${shape}, ${reader}`, () => {
			const slow: string[] = [];
			for (const [index, [sign, close]] of Object.entries(SIGNS).entries())
				for (const [at, [place, before]] of Object.entries(PLACES).entries()) {
					const isDrawn = index % 4 === QUARTER && (index >> 2) % Object.keys(PLACES).length === at;
					if (!isDrawn && !IS_LONG) continue;
					const n = Math.ceil(LENGTH_CHARS / (sign.length + close.length + 1));
					if (grows(read, (count) => before + make(sign, close, count), n)) slow.push(`${sign} ${place}`);
				}
			assert.equal(slow, []);
		});

test('thousands of nested levels are parsed, and migrated', () => {
	for (const read of Object.values(READERS))
		for (const [sign, close] of Object.entries(SIGNS)) read(sign.repeat(5000) + close.repeat(5000));
});

test.run();
