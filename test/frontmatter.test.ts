/** Front matter: valid values, the exact messages for invalid ones, and the pitfalls of YAML. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { unify } from '../src/content/markdown/engine/source.ts';
import { type FrontMatterResult, readFrontMatter } from '../src/content/model/frontmatter.ts';
import { problemsIn } from '../src/content/model/places.ts';
import fc from './properties.ts';

function read(yaml: string): FrontMatterResult {
	return readFrontMatter(`---\n${yaml}\n---\nbody\n`, 'a.md');
}

function problems(yaml: string): string[] {
	return read(yaml).diagnostics.flatMap(({ message, notes }) => notes ?? [message]);
}

test('fields become typed values, unknown ones are kept', () => {
	const { data, body, above, lines, diagnostics } = read(
		[
			'title: "A: b"',
			'sidebar_position: 2.5',
			'hide_title: true',
			'tags: [a, {label: B, permalink: /b}, 2021]',
			'keywords: [x]',
			'pagination_next: null',
			'redirect_from: /old',
			'date: 2023-01-14',
			'last_update: {date: 2023-01-14T10:00:00+02:00, author: Ada}',
			'custom: {nested: [2020-02-02]}',
		].join('\n'),
	);
	assert.equal(diagnostics, []);
	assert.equal(data, {
		title: 'A: b',
		sidebar_position: 2.5,
		hide_title: true,
		tags: [{ label: 'a' }, { label: 'B', permalink: '/b' }, { label: '2021' }],
		keywords: ['x'],
		pagination_next: null,
		redirect_from: ['/old'],
		date: '2023-01-14T00:00:00.000Z',
		last_update: { date: '2023-01-14T10:00:00.000+02:00', author: 'Ada' },
		extra: { custom: { nested: ['2020-02-02'] } },
	});
	assert.equal([body, above, lines.title, lines.custom], ['body\n', 12, 2, 11]);
});

test('no front matter, empty front matter, and lines that only look like it', () => {
	assert.equal(readFrontMatter('text\n---\n', 'a.md').body, 'text\n---\n');
	assert.equal(readFrontMatter('---\n---\nx', 'a.md'), {
		raw: {},
		data: { extra: {} },
		body: 'x',
		above: 2,
		lines: {},
		diagnostics: [],
	});
	assert.is(readFrontMatter('----\na\n----\n', 'a.md').above, 0);
	assert.is(readFrontMatter(unify('\ufeff---\r\ntitle: T\r\n---\r\nx'), 'a.md').data.title, 'T');
});

test('B-288: wrong values, described in the terms of authors', () => {
	const [finding] = read('title: T\ntags: foo\nhide_title: maybe\nsidebar_position: x\nid: {}').diagnostics;
	assert.is(
		finding?.message,
		'The front matter contains invalid values for field(s): id, sidebar_position, hide_title, tags.',
	);
	assert.equal(finding?.notes, [
		'"id" must be a string',
		'"sidebar_position" must be a number',
		'"hide_title" must be a boolean',
		'"tags" does not look like a valid front matter Yaml array.',
	]);
	assert.equal([finding?.file, finding?.line], ['a.md', 3]);
	assert.is(finding?.excerpt, 'tags: foo\nhide_title: maybe\nsidebar_position: x\nid: {}');
});

test('B-289: levels of the table of contents, tags, authors', () => {
	assert.equal(problems('toc_min_heading_level: 1'), ['"toc_min_heading_level" must be greater than or equal to 2']);
	assert.equal(problems('toc_max_heading_level: 7'), ['"toc_max_heading_level" must be less than or equal to 6']);
	assert.equal(problems('toc_min_heading_level: 4\ntoc_max_heading_level: 3'), [
		'"toc_min_heading_level" must not be greater than "toc_max_heading_level"',
	]);
	assert.match(problems('tags: [{label: x}]')[0] ?? '', /^"tags\[0\]" does not look like a valid tag/);
	assert.match(problems('authors: [{url: x}]')[0] ?? '', /^"authors\[0\]" does not look like a valid blog post author/);
	assert.match(problems('authors: ada\nauthor: Bob')[0] ?? '', /Don't mix "authors" with other existing "author_\*"/);
});

test('authors in every form', () => {
	assert.equal(read('authors: ada').data.authors, [{ key: 'ada' }]);
	assert.equal(read('authors: [ada, {key: bob, title: X}]').data.authors, [{ key: 'ada' }, { key: 'bob', title: 'X' }]);
	assert.equal(read('authors: {name: Ada, imageURL: /a.png}').data.authors, [{ name: 'Ada', image_url: '/a.png' }]);
	assert.equal(read('author: Ada\nauthor_title: T\nauthorURL: u\nauthor_image_url: i').data.authors, [
		{ name: 'Ada', title: 'T', url: 'u', image_url: 'i' },
	]);
});

test('URLs that run scripts', () => {
	for (const url of [
		'javascript:a',
		' java\\tscript:a',
		'vbscript:a',
		'data:text/html,a',
		'data:application/xhtml+xml,a',
	])
		assert.equal(problems(`image: "${url}"`), ['"image" must be a URL that runs no script'], url);
	for (const url of ['data:image/png;base64,AA', './a.png', 'https://a.example/b:c'])
		assert.equal(problems(`image: "${url}"`), [], url);
});

test('the place of a field, past strings and comments, even unclosed ones', () => {
	const columnOf = (text: string, ...path: (string | number)[]): number | undefined =>
		problemsIn({ file: 'a', text, code: 'x', root: 'It' }, [{ path, message: 'is wrong' }])[0]?.column;
	const config = 'export default { a: "x\\"}", /* } */ b: [1, `,`, { c: 2 }], d: 3 }';
	assert.equal([columnOf(config, 'b', 2, 'c'), columnOf(config, 'd')], [51, 60]);
	assert.is(columnOf('ada: { url: /a/*, nope: 1 }', 'ada', 'nope'), 19);
});

test('B-290: invalid ids and slugs', () => {
	assert.equal(problems('id: a/b'), ['The document id "a/b" must not contain a slash.']);
	assert.equal(problems('title: x\nslug: my page'), ['The slug "my page" is not a valid path.']);
	assert.is(read('title: x\nslug: my page').diagnostics[0]?.line, 3);
	for (const slug of ['/', 'a', '/a/b-c_d.e', './a', '日本']) assert.equal(problems(`slug: "${slug}"`), [], slug);
	for (const slug of ['a?b', 'a#b', '//a', '../a', 'a%20b', 'a:b', 'a\\\\b', '/a/./b'])
		assert.is(problems(`slug: "${slug}"`).length, 1, slug);
});

test('malformed YAML is an error at its line, every time', () => {
	for (let time = 0; time < 2; time++) {
		const [finding] = read('title: ok\nfoo: "bar').diagnostics;
		assert.match(finding?.message ?? '', /^The front matter is not valid YAML: /);
	}
	const [finding] = read('title: a\ntitle: b').diagnostics;
	assert.equal([finding?.line, finding?.excerpt], [3, 'title: b']);
	assert.match(problems('just text')[0] ?? '', /must consist of "field: value" lines/);
	assert.match(problems('- a\n- b')[0] ?? '', /must consist of/);
	assert.match(readFrontMatter('---\ntitle: x\n', 'a.md').diagnostics[0]?.message ?? '', /is not closed/);
});

test('no YAML tag or spelling runs code', () => {
	for (const language of [
		'js',
		'javascript',
		'JS',
		'JavaScript',
		'coffee',
		'cson',
		'json',
		'constructor',
		'toString',
		'__proto__',
	]) {
		const text = `---${language}\n(globalThis.ran = true, { title: 'x' })\n---\n`;
		const { data, diagnostics } = readFrontMatter(text, 'a.md');
		assert.equal(data, { extra: {} }, language);
		assert.match(diagnostics[0]?.message ?? '', /only YAML is read/);
	}
	assert.match(problems('a: !!js/function "function () {}"')[0] ?? '', /unknown tag/);
	assert.not('ran' in globalThis);
	assert.is(readFrontMatter('---yaml\ntitle: x\n---\n', 'a.md').data.title, 'x');
});

test('prototypes are unchanged', () => {
	const { data } = read('__proto__: {polluted: 1}\nconstructor: x\nx: {__proto__: {polluted: 1}}');
	assert.equal(data.extra, { constructor: 'x', x: {} });
	assert.not('polluted' in {});
});

test('size, aliases and depth are bounded', () => {
	assert.match(problems(`a: ${'x'.repeat(70_000)}`)[0] ?? '', /longer than/);
	const bomb = [...'abcdefghij'].map((name, at, all) => {
		const inner = at === 0 ? 'x' : `*${all[at - 1]}`;
		return `${name}: &${name} [${Array(9).fill(inner).join(',')}]`;
	});
	assert.match(problems(bomb.join('\n'))[0] ?? '', /too many values/);
	assert.match(problems(`a: &a [*a]`)[0] ?? '', /too many values|not valid YAML/);
	assert.match(problems(`a: ${'['.repeat(30_000)}`)[0] ?? '', /not valid YAML/);
	assert.match(problems(`a: ${'['.repeat(50)}${']'.repeat(50)}`)[0] ?? '', /too many values/);
});

test('texts are as the author wrote them, and values of other fields are values', () => {
	for (const text of ['1.10', '21E08', '12:30', '007', '2024-01-01', 'no', 'null', '0x10', '0b11', '1_000', '.5', '+1'])
		for (const written of [text, `"${text}"`]) {
			const { data, raw, diagnostics } = read(
				`title: ${written}\ntags: [${written}, {label: ${written}, permalink: ${written}}]\nauthors: {name: ${written}}\nkeywords: ${written}\nx: ${written}`,
			);
			assert.equal(diagnostics, []);
			const tags = [{ label: text }, { label: text, permalink: text }];
			assert.equal([data.title, data.tags, data.authors, data.keywords], [text, tags, [{ name: text }], [text]]);
			assert.is(raw.title, written === 'null' ? null : text);
		}
	const { data } = read('title: ~\ndescription:\nsidebar_position: 007\ndraft: null\nx: [1.10, 3, 0x10, true, null]');
	assert.equal(data, { sidebar_position: 7, extra: { x: ['1.10', 3, '0x10', true, null] } });
	assert.equal(problems('title: true'), [
		'"title" must be a string: write it in quotation marks if "true" is the text',
	]);
	assert.is(read('title: "true"').data.title, 'true');
	assert.equal(read('1.10: x').raw, { '1.10': 'x' });
});

test('dates keep their offset', () => {
	const west = '2021-06-30T23:30:00.000-08:00';
	for (const date of [
		'2021-06-30T23:30:00-08:00',
		'"2021-06-30T23:30:00-08:00"',
		'2021-06-30 23:30:00 -8',
		'2021-06-30T23:30-08:00',
		'Wed, 30 Jun 2021 23:30:00 -0800',
	])
		assert.is(read(`date: ${date}`).data.date, west, date);
	assert.is(read('date: 2021-07-01T00:30:00+05:30').data.date, '2021-07-01T00:30:00.000+05:30');
	assert.is(read('date: 2021-07-01T00:30:00+00:00').data.date, '2021-07-01T00:30:00.000Z');
	for (const date of ['2021-02-30T00:00:00+01:00', '2021-02-03T00:00:00+99:00', '2021', '20210203'])
		assert.equal(problems(`date: ${date}`), ['"date" must be a valid date'], date);
});

test('dates without a zone are in UTC', () => {
	for (const date of ['2023-01-14', '2023-01-14 00:00', '"January 14, 2023"', '2023-01-14T00:00:00Z'])
		assert.is(read(`date: ${date}`).data.date, '2023-01-14T00:00:00.000Z', date);
	assert.equal(problems('date: soon'), ['"date" must be a valid date']);
});

test('nothing throws', () => {
	const part = fc.constantFrom(
		'a: ',
		'title: ',
		'tags: ',
		'\n',
		'- ',
		'[',
		']',
		'{',
		'}',
		'&a ',
		'*a',
		'"',
		"'",
		'#',
		'|\n',
		'>',
		'!!js',
		'? ',
		'  ',
		'---',
		'<<: ',
		'x',
		'2023-01-01',
		'\t',
		'\0',
	);
	fc.assert(
		fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
			const { diagnostics, above, body } = readFrontMatter(unify(`---\n${parts.join('')}\n---\nx`), 'a.md');
			assert.ok(above >= 1 && body.endsWith('x'));
			for (const { line = 0 } of diagnostics) assert.ok(line >= 1);
		}),
		{ numRuns: 1000 },
	);
});

test.run();
