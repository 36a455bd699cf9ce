/** The door of extensions: what the core makes of a fence that an extension reads. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createParser } from '../src/content/markdown/dialect.ts';
import { parsePage } from '../src/content/markdown/parse.ts';
import type { FileReader, ParseOptions } from '../src/content/model/page.ts';
import type { Extension, Fence } from '../src/extension.ts';

/** Draws recipes, except those with a second line "no", and puts a box around JSON, which is colored without it. */
function kitchen(asked: Fence[]): Extension {
	const fences: Extension['fences'] = {
		recipe(fence) {
			asked.push(fence);
			const [, line] = fence.code.split('\n');
			const refusal = { code: 'recipe', severity: 'warning', message: 'Burnt.', line: 1 } as const;
			return line === 'no'
				? { html: { before: '', after: '' }, findings: [refusal], packages: ['oven'] }
				: { html: { drawing: `<b>${fence.number}</b>`, words: 'drawn' }, parts: ['plate'] };
		},
		json: ({ url }) => ({ html: { before: `<i data-url="${url}">`, after: '</i>' } }),
	};
	return { name: 'kitchen', fences };
}

const OPTIONS: ParseOptions = {
	baseUrl: '/base/',
	components: [],
	allowScripts: false,
	extensions: { kitchen: 'assets/kitchen/a.html' },
};
const LOOK: FileReader = { text: () => undefined, media: () => undefined, package: () => 'hash' };

function parse(text: string, asked: Fence[] = []) {
	const source = { path: 'content/docs/a.md', text, hash: '' };
	const parser = createParser([kitchen(asked)]);
	const { page, body } = parsePage(source, { collection: 'docs', name: 'a' }, OPTIONS, LOOK, parser);
	return { page, html: body.html.pieces.join(''), copy: body.markdown.join(''), words: body.sections[0]?.text ?? '' };
}

test('a fence becomes a drawing, with words for the search, and its copy is what was written', () => {
	const asked: Fence[] = [];
	const { page, html, copy, words } = parse('```recipe\nFlour\n```\n\n```recipe\nMilk\n```\n', asked);
	assert.equal(page.diagnostics, [], 'the language is known');
	assert.is(html, '<b>1</b><b>2</b>');
	assert.is(words.trim(), 'drawn drawn');
	assert.match(copy, '```recipe\nFlour\n');
	assert.equal(page.components, ['plate']);
	assert.equal(
		asked.map(({ code, number, url }) => [code, number, url]),
		[
			['Flour\n', 1, '/base/assets/kitchen/a.html'],
			['Milk\n', 2, '/base/assets/kitchen/a.html'],
		],
	);
});

test('a fence is shown as code without colors, with what the extension found at its line', () => {
	const { page, html, words } = parse('Text.\n\n```recipe title="Cake"\nFlour\nno\n```\n');
	const [finding] = page.diagnostics;
	assert.equal([finding?.code, finding?.line, finding?.excerpt?.trim()], ['recipe', 5, 'no']);
	assert.match(html, /code-title">Cake<.*Flour/);
	assert.match(words, 'Cake Flour');
	assert.equal(page.reads, [{ path: 'node_modules/oven/package.json', hash: 'hash', own: true }]);
	const around = parse('```json\n{"a": 1}\n```\n').html;
	assert.match(
		around,
		/^<i data-url="\/base\/assets\/kitchen\/a.html"><div class="code".*<code>\{"a": 1\}<\/code>.*<\/i>$/s,
	);
});

test('a language is looked up among those of extensions only by its own name', () => {
	assert.match(parse('```constructor\nFlour\n```\n').html, '<code>Flour</code>');
});

test.run();
