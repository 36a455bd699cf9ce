/**
 * Content that nobody writes on purpose: hostile values in each field that authors write, and what is too large or too
 * deep. Docsgen ends with findings or an output. Single fields that had a fault are in `cases/pages/hostile`.
 */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FRONT_MATTER } from '../src/content/model/fields.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import type { Table } from '../src/content/model/schema.ts';
import { checkCategory } from '../src/content/model/sidebars.ts';
import { readConfig, TABLE } from './configs.ts';
import { callsOf } from './disk-faults.ts';
import { buildFolder } from './disk-site.ts';
import { config, doc, type MemorySite, site } from './memory-site.ts';
import { partOf } from './part.ts';
import { runHere, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

/** Values that no file, address or text can have, and those that a field of text or of a count does not expect. */
const HOSTILE: Record<string, unknown> = {
	NUL: 'a\0b',
	'half of a character': 'a\ud800b',
	'a long name': 'n'.repeat(300),
	'a prototype': '__proto__',
	'a constructor': 'constructor',
	'a step up': '../../x',
	'a number': 7,
	nothing: 0,
	'less than nothing': -1.5,
};

/** Paths of the fields in a table, those of objects in it too. */
function fieldsOf(table: Table = {}, above: string[] = []): string[][] {
	return Object.entries(table).flatMap(([name, entry]) => {
		const path = [...above, name];
		return [path, ...fieldsOf((typeof entry === 'object' ? entry.check : entry).table, path)];
	});
}

const entry = (key: string, value: unknown): object => Object.fromEntries([[key, value]]);

/** What a field may hold with a value somewhere in it. */
function shapesOf(value: unknown): unknown[] {
	const key = String(value);
	const all = ['label', 'permalink', 'key', 'name', 'url', 'title', 'date', 'author', 'to', 'from', 'src', 'href'];
	const whole = Object.fromEntries(all.map((name) => [name, value]));
	const link = { type: 'generated-index', slug: value, title: value, description: value, keywords: [value] };
	return [value, [value], entry(key, value), entry(key, [value]), whole, [whole], link, { type: 'doc', id: value }];
}

const yaml = (path: string[], value: unknown): string =>
	JSON.stringify(path.reduceRight<unknown>((inner, name) => entry(name, inner), value));

/** A copy of an object with one field set. */
function withField(whole: object, [name = '', ...rest]: string[], value: unknown): object {
	const inner: unknown = Reflect.get(whole, name);
	const own = typeof inner === 'object' && inner !== null ? inner : {};
	return { ...whole, ...entry(name, rest.length === 0 ? value : withField(own, rest, value)) };
}

/** Builds a site, which must end with an output without NUL, or with findings. */
async function endsWell(what: string, s: MemorySite): Promise<Diagnostic[]> {
	const { ok, diagnostics } = await s.build().catch((error: Error) => {
		throw new Error(`${what}: ${error.message}`, { cause: error });
	});
	for (const out of ok ? s.outputs() : []) assert.not.ok(s.read(out).includes('\0'), `${what}: ${out}`);
	for (const { code, message } of diagnostics) {
		assert.not.match(`${code} ${message}`, /^render-crash|\n {4}at |\0/, what);
		assert.not.match(message, 'is not a function', what);
	}
	return diagnostics;
}

for (const [name, value] of partOf(Object.entries(HOSTILE))) {
	test(`${name} in each field that authors write`, async () => {
		const home = { 'content/docs/index.md': '# Home\n', 'content/docs/x/a.md': '# A\n' };
		for (const [index, shape] of shapesOf(value).entries()) {
			const files: Record<string, string> = { ...home };
			for (const path of fieldsOf(FRONT_MATTER.table)) {
				const page = `---\n${yaml(path, shape)}\n---\n\nText.\n`;
				files[`content/docs/${path.join('-')}.md`] = page;
				files[`content/blog/2024-01-01-${path.join('-')}.md`] = page;
			}
			for (const path of fieldsOf(checkCategory.table)) {
				files[`content/docs/c-${path.join('-')}/a.md`] = '# A\n';
				files[`content/docs/c-${path.join('-')}/_category_.json`] = yaml(path, shape);
			}
			await endsWell(`front matter and categories, ${index}`, site(files));
			const author = ['name', 'title', 'url', 'image_url', 'email', 'socials'].map((field) => [field, shape]);
			const all = { [`${value}`]: Object.fromEntries(author), ada: { name: 'Ada', socials: entry(`${value}`, value) } };
			const tags = entry(`${value}`, { label: shape, permalink: shape, description: shape });
			const tagged = `---\ntags: ${JSON.stringify([value])}\n---\n\n# T\n`;
			const more = {
				'content/blog/authors.yml': JSON.stringify(all),
				'content/blog/tags.yml': JSON.stringify(tags),
				'content/docs/tags.yml': JSON.stringify(tags),
				'content/docs/t.md': tagged,
				'content/blog/2024-01-01-t.md': tagged.replace('tags:', 'authors: ada\ntags:'),
			};
			await endsWell(`authors and tags, ${index}`, site({ ...home, ...more }));
			await endsWell(
				`versions, ${index}`,
				site({
					...home,
					'content/versions.json': JSON.stringify([shape, '1.x']),
					'content/versions/1.x/a.md': '# A\n',
				}),
			);
			const items = ['link', 'doc', 'ref', 'html', 'category', 'autogenerated', 'api'].map((type) => {
				const texts = ['id', 'label', 'href', 'value', 'dirName', 'className', 'description'].map((key) => [
					key,
					shape,
				]);
				return { type, ...Object.fromEntries(texts), ...(type === 'category' && { link: shape, items: [shape] }) };
			});
			const sidebars = JSON.stringify(entry(`${value}`, [...items, shape]));
			await endsWell(`sidebars, ${index}`, site({ ...home, 'content/docs/sidebars.json': sidebars }));
		}
	});

	test(`${name} in each field of the configuration`, async () => {
		const pages = { 'content/docs/index.md': '# Home\n', 'content/blog/2024-01-01-x.md': '# X\n' };
		const text = (raw: object): string => `export default ${JSON.stringify(raw)};`;
		for (const name of Object.keys(TABLE)) {
			// As many of its fields at once as are accepted: each alone would be thousands of sites.
			let accepted: object = { title: 'Site', url: 'https://example.com' };
			const refused = { ...accepted, ...entry(name, value) };
			for (const path of fieldsOf(TABLE).filter(([first]) => first === name))
				for (const shape of shapesOf(value)) {
					const raw = withField(accepted, path, shape);
					if (readConfig(raw).problems.length === 0) accepted = raw;
				}
			for (const raw of [accepted, refused]) await endsWell(text(raw), site({ ...pages, 'site.config.ts': text(raw) }));
		}
	});
}

function folderWith(files: Record<string, string>): string {
	const root = temporaryFolder('large');
	writeFiles(root, {
		'site.config.ts': config({}),
		'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
		...files,
	});
	return root;
}

test('a page of more than 5 MB is a finding before it is parsed', async () => {
	const { diagnostics } = await site({ 'content/docs/large.md': 'a'.repeat(5_000_001) }).check();
	assert.equal(
		diagnostics.map(({ code }) => code),
		['page-too-large'],
	);
});

/** A file of a size that takes no room on the disk. */
function sparse(root: string, path: string, bytes: number): void {
	writeFiles(root, { [path]: '' });
	truncateSync(join(root, path), bytes);
}

test('a file that is too large to be read is a finding that names it, or a download', async () => {
	const TOO_LARGE = 60_000_000;
	for (const path of ['content/blog/authors.yml', 'content/versions.json', 'content/docs/c/_category_.json']) {
		const root = folderWith({ 'content/docs/c/a.md': '# A\n', 'content/blog/2024-01-01-x.md': '# X\n' });
		sparse(root, path, TOO_LARGE);
		const { code, stderr } = await runHere(['build', '--site', root]);
		assert.is(code, 1, path);
		assert.match(stderr, `This file is too large: ${path}`, path);
	}
	const root = folderWith({ 'content/docs/a.md': '# A\n\n![x](./x.png)\n\n[d](./d.json)\n' });
	for (const path of ['content/docs/x.png', 'content/docs/d.json']) sparse(root, path, TOO_LARGE);
	const calls = await callsOf(root, async () => assert.equal((await buildFolder(root)).diagnostics, []), true);
	assert.not.ok(calls.some((call) => /^readFileSync .*[xd]\.(?:png|json)$/.test(call)));
});

test('a style sheet that is too large is a finding', async () => {
	const root = folderWith({});
	sparse(root, 'content/theme.css', 60_000_000);
	const [{ message } = {}] = (await buildFolder(root)).diagnostics;
	assert.match(message ?? '', 'content/theme.css is too large');
});

test('a page may have 5 MB with what it includes', async () => {
	const part = `${'Text. '.repeat(100)}\n\n`.repeat(5_000);
	const s = site({
		'content/docs/_part.md': part,
		'content/docs/code.ts': `// ${part.replaceAll('\n', ' ')}`,
		'content/docs/index.md': "import Part from './_part.md'\n\n# Home\n\n<Part />\n\n```ts file=code.ts\n```\n",
	});
	const found = (await s.check()).diagnostics.map(({ code, line, message }) => `${code} ${line} ${message}`);
	assert.is(found.length, 1, found.join('\n'));
	assert.match(found[0] ?? '', /^refused-file 7 .*has at most 5 MB with them/);
});

test('styles that are nested too deeply are a finding at their place', async () => {
	const css = `b {}\n${'a{'.repeat(5_000)}${'}'.repeat(5_000)}`;
	const s = site({ 'content/docs/index.md': '# Home\n', 'content/theme.css': css });
	const [{ file, line, message } = {}] = (await s.check()).diagnostics;
	assert.equal([file, line], ['content/theme.css', 2]);
	assert.match(message ?? '', 'nested more than 100 deep');
});

test('values that are nested too deeply are a finding', async () => {
	const deep = '['.repeat(5_000) + ']'.repeat(5_000);
	const sites: Record<string, string>[] = [
		{
			'content/docs/sidebars.ts': `let deep: any = []; for (let i = 0; i < 3000; i++) deep = [deep]; export default deep;`,
		},
		{ 'content/docs/sidebars.json': `{ "a": ${deep} }` },
		{ 'content/docs/a.mdx': `# A\n\n<Card a={${deep}} />\n` },
		{
			'content/docs/a.mdx': `export const a0 = [];\n${Array.from({ length: 500 }, (_, i) => `export const a${i + 1} = [a${i}];`).join('\n')}\n\n{a500}\n`,
		},
	];
	for (const files of sites) {
		const found = await endsWell(Object.keys(files).join(), site({ 'content/docs/index.md': '# Home\n', ...files }));
		assert.ok(found.length > 0);
	}
});

test.run();
