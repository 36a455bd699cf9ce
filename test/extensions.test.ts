/** The door of extensions: what the core makes of their fences, rules and words. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createParser } from '../src/content/markdown/dialect.ts';
import { parsePage } from '../src/content/markdown/parse.ts';
import { lostWords } from '../src/content/markdown/syntax.ts';
import type { FileReader, ParseOptions } from '../src/content/model/page.ts';
import { ENGLISH_WORDS } from '../src/content/model/words.ts';
import type { Extension, Passage } from '../src/extension.ts';
import { EXTENSIONS } from '../src/extensions/registered.ts';

/** Draws recipes, except those with a second line "no", and puts a box around JSON, which is colored without it. */
function kitchen(asked: Passage[]): Extension {
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

function parse(text: string, extensions = [kitchen([])], options = OPTIONS, files: Record<string, string> = {}) {
	const source = { path: 'content/docs/a.md', text, hash: '' };
	const look: FileReader = {
		...LOOK,
		text: (path) => (path in files ? { path, text: files[path] ?? '', hash: '' } : undefined),
	};
	const { page, body } = parsePage(source, { collection: 'docs', name: 'a' }, options, look, createParser(extensions));
	return { page, html: body.html.pieces.join(''), copy: body.markdown.join(''), words: body.sections[0]?.text ?? '' };
}

test('a fence becomes a drawing, with words for the search, and its copy is what was written', () => {
	const asked: Passage[] = [];
	const { page, html, copy, words } = parse('```recipe\nFlour\n```\n\n```recipe\nMilk\n```\n', [kitchen(asked)]);
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

/** Weights in text, `~500~`, which count up over the page; `@@ 400` as a block. */
function scales(): Extension<'weight'> {
	return {
		name: 'scales',
		words: { weight: { en: 'Weight', de: 'Gewicht' } },
		dialect: {
			blocks: [
				{
					name: 'weight',
					interrupts: true,
					rule(state, line, _, silent) {
						const text = state.src.slice(state.bMarks[line], state.eMarks[line]);
						if (!text.startsWith('@@ ') || silent) return text.startsWith('@@ ');
						const token = state.push('weight', '', 0);
						Object.assign(token, { content: text.slice(3), map: [line, line + 1] });
						state.line = line + 1;
						return true;
					},
				},
			],
			inlines: [
				{
					name: 'weight',
					after: 'escape',
					rule(state, silent) {
						const [whole = '', inner = ''] = /^~([^~]+)~/.exec(state.src.slice(state.pos)) ?? [];
						if (whole === '') return false;
						if (!silent)
							Object.assign(state.push('weight', '', 0), {
								content: inner,
								meta: { start: state.pos, isText: true },
							});
						state.pos += whole.length;
						return true;
					},
				},
			],
			steps: [
				{
					name: 'sum',
					step(_, tokens) {
						for (const [block, file] of tokens)
							for (const token of [block, ...(block.children ?? [])]) {
								if (token.type !== 'weight') continue;
								const state = file.facts.stateOf('scales', () => ({ sum: 0 }));
								state.sum += Number(token.content);
								token.meta = { ...token.meta, sum: state.sum };
							}
					},
				},
			],
			tokens: {
				weight({ code, token, number, words }) {
					const { sum } = token.meta as { sum: number };
					const finding = { code: 'weight', severity: 'warning', message: 'Heavy.' } as const;
					return {
						html: { drawing: `<b id="w${number}">${words.weight} ${code}/${sum}</b>`, words: code },
						ids: [`w${number}`],
						copy: token.block ? `@@ ${code}` : undefined,
						findings: sum > 900 ? [finding] : [],
						parts: ['scales'],
					};
				},
			},
			sources: [
				{ name: 'weight', pattern: '~[^~\\n]+~', cell: '~([^~]+)~', value: (text: string) => `${Number(text) * 2}` },
			],
			syntax: [{ what: 'the unit', pattern: 'grams' }],
		},
	};
}

test('rules of an extension: blocks, text, steps, and what readers get for their tokens', () => {
	const { page, html, copy, words } = parse('# Bread ~1~\n\nText\n@@ 400\n\nThen ~500~ g.\n', [scales()]);
	assert.match(html, '<b id="w1">Weight 1/1</b>');
	assert.match(html, '<b id="w2">Weight 400/401</b>');
	assert.match(html, '<b id="w3">Weight 500/901</b>');
	assert.match(copy, '\n\n@@ 400\n\nThen ~500~ g.\n');
	assert.match(words, /400\s+Then\s+500\s+g\./);
	assert.equal([page.title, page.components], ['Bread 1', ['scales']]);
	assert.equal(page.ids, ['w1', 'w2', 'w3']);
	const [{ code, line, column } = {}] = page.diagnostics;
	assert.equal([code, line, column], ['weight', 6, 6]);
});

test('what an extension puts before and after a token is kept, in order', () => {
	const [weight] = [scales()];
	const around = {
		...weight,
		dialect: { ...weight.dialect, tokens: { weight: () => ({ html: { before: '<i>', after: '</i>' } }) } },
	};
	assert.match(parse('A ~5~ b.\n', [around]).html, '<p>A <i></i> b.</p>');
});

test('a formula ends the paragraph above it', () => {
	assert.match(parse('Text\n$$\nx^2\n$$\n', [...EXTENSIONS]).html, /<p>Text<\/p>\s*<.*display="block"/s);
});

test('the words of an extension are in the language of the page, else in English', () => {
	const german = { ...OPTIONS, words: { ...ENGLISH_WORDS, weight: 'Gewicht' } };
	assert.match(parse('~5~\n', [scales()], german).html, '>Gewicht 5/5<');
	assert.match(parse('~5~\n', [scales()], { ...OPTIONS, words: ENGLISH_WORDS }).html, '>Weight 5/5<');
});

test('source of an extension: values of a partial, and bars in a table', () => {
	const parts = { 'content/docs/_part.md': 'Use ~{props.n}~, `~{props.n}~` and {props.n}.\n\n@@ {props.n}\n' };
	const { html } = parse("import Part from './_part.md';\n\n<Part n={20} />\n", [scales()], OPTIONS, parts);
	assert.match(html, /Weight 40\/40<.*<code>~20~<\/code> and 20\..*Weight 40\/80</s);
	const { page } = parse('| A | B |\n| - | - |\n| ~1|2~ | c |\n', [scales()]);
	assert.equal(
		page.diagnostics.map(({ code, line }) => [code, line]),
		[['split-cell', 3]],
	);
});

test('the law of words knows the syntax of an extension', () => {
	const lost = (more: readonly Extension[]): string[] =>
		lostWords('500 grams of flour\n', new Set(['500', 'of']), () => undefined, more).map(({ word }) => word);
	assert.equal(lost([]), ['grams', 'flour']);
	assert.equal(lost([scales()]), ['flour']);
});

test.run();
