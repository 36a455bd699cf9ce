/** Samples on a page: the HTML contains all variants and shows the first; long messages are shortened. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FenceAnnotation } from '../src/content/model/annotation.ts';
import { ENGLISH_WORDS } from '../src/content/model/words.ts';
import { shortMessage } from '../src/extensions/typescript/model/compiler-text.ts';
import { renderAnnotated, widgetAttributes } from '../src/render/annotations.ts';
import { readConfig } from './configs.ts';
import { elements } from './elements.ts';
import { readFence } from './fences.ts';
import { doc, site } from './memory-site.ts';

const FENCE =
	'```ts title="a.ts"\nlet a = 1;\n// @variant: make it two\na = 2;\n// @otherwise\na = 0;\n// @variant-end\n```\n';

test('variants are in the page, hidden, below a choice of their names', async () => {
	const { build, read } = site({
		'content/docs/a.md': doc('A', `<Variants label="And if you" base="leave it">\n\n${FENCE}\n</Variants>`),
	});
	assert.equal((await build()).diagnostics, []);
	const html = read('docs/a/index.html');
	assert.equal(
		elements(html, '.code[data-variant]').map(({ attributes, text }) => [
			attributes['data-variant'],
			'hidden' in attributes,
			text,
		]),
		[
			['', false, 'a.tslet a = 1; a = 0;Copy'],
			['make it two', true, 'a.tslet a = 1; a = 2;Copy'],
		],
	);
	assert.equal(
		elements(html, '.variants .actions label').map(({ text }) => text),
		['leave it', 'make it two'],
	);
	assert.equal(
		elements(html, 'input[checked]').map(({ attributes }) => attributes.value),
		[''],
	);
	const copy = read('docs/a.md');
	assert.match(copy, /a = 0;[\s\S]*make it two[\s\S]*a = 2;/);
	assert.not.match(copy, '@variant');
});

test('two choices on a page have separate radio groups', async () => {
	const one = `<Variants>\n\n${FENCE}\n</Variants>\n`;
	const { build, read } = site({ 'content/docs/a.md': doc('A', `${one}\n${one}`) });
	assert.equal((await build()).diagnostics, []);
	const names = elements(read('docs/a/index.html'), '.variants input').map(({ attributes }) => attributes.name);
	assert.is(new Set(names).size, 2);
});

test('an empty choice, and a variant without a choice, are warnings', async () => {
	const { build } = site({ 'content/docs/a.md': doc('A', `<Variants>\n\nText.\n\n</Variants>\n\n${FENCE}`) });
	assert.equal(
		(await build()).diagnostics.map(({ code, line, severity }) => [code, line, severity]),
		[
			['no-variants', 5, 'warning'],
			['variants-unseen', 11, 'warning'],
		],
	);
});

test('a message is shown in full; a very long one is shortened to its start and its reason', () => {
	const message = "Argument of type 'A' is not assignable.\n  Types of 'x' differ.\n    Type 'string' is not 'number'.";
	assert.is(shortMessage(message), message);
	const long = message.replace("'A'", `'${'a'.repeat(400)}'`);
	assert.is(shortMessage(long), `Argument of type '${'a'.repeat(142)}…\n  …\n  Type 'string' is not 'number'.`);
	assert.is(shortMessage('b'.repeat(500)), `${'b'.repeat(160)}…`);
});

/** A checked sample with types, given with their numbers in the style sheet. */
function withTypes(
	sample: Parameters<typeof renderAnnotated>[0],
	numbers: Record<string, number>,
	hovers: FenceAnnotation['hovers'],
	names: Record<string, string> = {},
): string {
	return renderAnnotated(
		sample,
		{ status: 'ok', against: '', queries: [], errors: [], types: Object.keys(numbers), hovers },
		{
			numbered: false,
			label: '',
			types: { href: '/t.css', numbers: new Map(Object.entries(numbers)), names },
			words: ENGLISH_WORDS,
		},
	);
}

test('a mark is inside of the names whose types are shown, and a name may be marked in part', () => {
	const info = 'ts twoslash mark="t ab"';
	const sample = readFence({ lang: 'ts', info, code: 'let abc = 1;', line: 1, file: 'a.md' });
	assert.equal(sample.diagnostics, []);
	const html = withTypes(sample, { number: 7 }, [{ offset: 4, length: 3, type: 0 }]);
	assert.match(
		html,
		'<span class="k">le</span><mark><span class="k">t</span> </mark><span data-t=7 tabindex="0"><mark>ab</mark>c</span> <span',
	);
});

test('a name with a page of its own is a link, and only the first name of a sample is a tab stop', () => {
	const sample = readFence({ lang: 'ts', info: 'ts twoslash', code: 'a(b, c);', line: 1, file: 'a.md' });
	const html = withTypes(
		sample,
		{ A: 0, B: 1 },
		[
			{ offset: 0, length: 1, type: 0 },
			{ offset: 2, length: 1, type: 1, name: 'kit/b' },
			{ offset: 5, length: 1, type: 1, name: 'kit/c' },
		],
		{ 'kit/b': '/api/b' },
	);
	assert.match(html, '<a href="/api/b" data-t=1 tabindex="-1">b</a>, <span data-t=1>c</span>');
});

test('a word to mark that readers do not see is a warning', () => {
	const code = '// highlight-next-line\nlet a = 1;';
	const sample = readFence({ lang: 'ts', info: 'ts mark="let" mark="next-line"', code, line: 5, file: 'a.md' });
	assert.equal(
		sample.problems.map(({ message }) => message),
		['"next-line" should be marked, but no line contains it'],
	);
});

test('the file of a widget is below the base URL', () => {
	const widget = { name: 'live', file: 'assets/live/page.json', attributes: { sample: '0', run: '' } };
	const shown = ' data-widget="live" data-live="/docs/assets/live/page.json" data-sample="0" data-run';
	assert.is(widgetAttributes({ widget }, '/docs/'), shown);
});

test('the configuration says which fences show types, and which folders are of samples', () => {
	const samples = { current: { folder: 'content/samples', package: 'bread', types: 'all' } };
	const { config } = readConfig({ title: 'Site', url: 'https://example.com', samples });
	assert.equal(config?.extended.folders, ['content/samples']);
	const page = { version: 'current', parsing: config?.extended.parsing.typescript };
	const read = (info: string) => readFence({ lang: 'ts', info, code: 'a;', line: 1, file: 'a.md', page }).twoslash;
	assert.equal([read('ts'), read('ts nocheck="a sketch"')], [true, false]);
});

test.run();
