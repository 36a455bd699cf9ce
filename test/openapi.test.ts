/** The reference of HTTP APIs, over the files of a public collection: OpenAPI 2.0, 3.0 and 3.1. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { type Config, resolveConfig } from '../src/content/model/config.ts';
import type { ProviderContext } from '../src/extension.ts';
import { OPENAPI } from '../src/extensions/openapi/extension.ts';
import { makeReference, openReference } from '../src/extensions/openapi/provider.ts';
import { config, doc, site } from './memory-site.ts';
import { partOf } from './part.ts';
import { IS_LONG } from './properties.ts';

const EXAMPLES = 'node_modules/@readme/oas-examples';
type Json = { [key: string]: unknown };

/** Keys below which values are data, and those that are words. */
const DATA = ['example', 'examples', 'default', 'enum', 'const', 'value', 'mapping', 'variables'];
const WORDS = ['description', 'summary'];

/** Gives each description and each summary a word of its own. */
function marked(data: unknown, mark: (trail: string) => string, trail = '', isNames = false): unknown {
	if (Array.isArray(data)) return data.map((one, index) => marked(one, mark, `${trail}/${index}`));
	if (typeof data !== 'object' || data === null) return data;
	return Object.fromEntries(
		Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
			// One of the files names a security scheme that it doesn't define.
			if (!isNames && (key.startsWith('x-') || key === 'security')) return [];
			const path = `${trail}/${key}`;
			if (!isNames && DATA.includes(key)) return [[key, value]];
			if (!isNames && WORDS.includes(key) && typeof value === 'string') return [[key, `${value} ${mark(path)}`]];
			const named =
				/^(?:properties|patternProperties|schemas|definitions|responses|paths|headers|callbacks|parameters)$/;
			return [[key, marked(value, mark, path, !isNames && named.test(key))]];
		}),
	);
}

/** Names of fields and parameters, and values that may be chosen. */
function namesIn(data: unknown, found = new Set<string>()): Set<string> {
	if (typeof data !== 'object' || data === null) return found;
	for (const [key, value] of Object.entries(data)) {
		if (key.startsWith('x-') || ['example', 'examples', 'default', 'value', 'links', 'discriminator'].includes(key))
			continue;
		if (key === 'properties') for (const name of Object.keys(value as Json)) found.add(name);
		if (key === 'enum' && Array.isArray(value))
			for (const one of value) found.add(typeof one === 'string' ? one : JSON.stringify(one));
		else namesIn(value, found);
	}
	return found;
}

const files = ['2.0/json', '3.0/yaml', '3.0/json/openapi-workshop', '3.1/json'].flatMap((folder) =>
	readdirSync(`${EXAMPLES}/${folder}`)
		.filter((name) => /\.(?:json|yaml)$/.test(name))
		.map((name) => `${folder}/${name}`),
);

/** More fields than a page has room for, deeper than it shows, and the ways to say the same field twice. */
function largeFile(): Json {
	const said = { description: 'Words.' };
	const deep = (level: number): Json => ({
		...said,
		type: 'object',
		properties: level === 0 ? {} : { [`level${level}`]: deep(level - 1) },
	});
	const wide = Array.from({ length: 130 }, (_, index): [string, Json] => [
		`field${index}`,
		{
			...said,
			type: 'object',
			title: `Title${index}`,
			properties: {
				[`inside${index}`]: {
					...said,
					oneOf: [
						{ ...said, type: 'string' },
						{ type: 'array', items: said },
					],
				},
			},
		},
	]);
	const parts = {
		...said,
		allOf: [{ ...said, properties: { a: { ...said, properties: { x: said } } } }, { properties: { a: said } }],
	};
	const tuple = { ...said, type: 'array', prefixItems: [said, { ...said, properties: { second: said } }] };
	const answer = {
		...said,
		headers: { 'X-Deep': { ...said, schema: { ...said, type: 'array', items: said } } },
		links: { next: { ...said, operationId: 'save' } },
		content: { 'application/json': { schema: { ...said, not: { required: ['a'] } } } },
	};
	const schema = { ...said, type: 'object', properties: { ...Object.fromEntries(wide), deep: deep(16), parts, tuple } };
	const body = { ...said, content: { 'application/json': { schema } } };
	const callbacks = {
		done: { '{$url}': { ...said, post: { ...said, requestBody: body, responses: { 200: answer } } } },
	};
	const post = {
		...said,
		operationId: 'save',
		externalDocs: { ...said, url: 'https://example.com' },
		requestBody: body,
	};
	return {
		openapi: '3.1.0',
		info: { title: 'Large', version: '1', ...said },
		servers: [{ url: 'https://example.com', ...said }],
		tags: [{ name: 'Lonely', ...said }],
		paths: { '/': { ...said, post: { ...post, responses: { 200: answer }, callbacks } } },
		components: { responses: { Unused: said }, schemas: { Named: { ...said, title: 'Another title' } } },
	};
}

test('every word, name and value of a description is on a page and in its copy, or in a finding', async () => {
	const api: object[] = [];
	const texts: Record<string, string> = {};
	const marks = new Map<string, Map<string, string>>();
	const names = new Map<string, Set<string>>();
	const read = (file: string): Json => parse(readFileSync(`${EXAMPLES}/${file}`, 'utf8')) as Json;
	const sampled = files.filter((file, index) => IS_LONG || index % 4 === 0 || file.includes('train-travel'));
	const all: [string, Json][] = [...sampled.map((file): [string, Json] => [file, read(file)]), ['large', largeFile()]];
	for (const [index, [file, data]] of all.entries()) {
		const version = String(data.openapi ?? data.swagger ?? '');
		if (version === '') continue;
		const id = `f${index}`;
		const own = new Map<string, string>();
		const text = JSON.stringify(
			marked(data, (trail) => {
				own.set(`qz${index}x${own.size}q`, `${file} ${trail}`);
				return `qz${index}x${own.size - 1}q`;
			}),
			null,
			1,
		);
		texts[`content/api/${id}.json`] = text;
		api.push({ id, openapi: `content/api/${id}.json` });
		marks.set(id, own);
		names.set(id, namesIn(data));
	}
	const {
		build,
		outputs,
		read: readOutput,
	} = site({ 'site.config.ts': config({ api }), ...texts, 'content/docs/index.md': doc('Home', 'Text.', 'slug: /') });
	const { diagnostics } = await build();
	const lost: string[] = [];
	for (const [id, own] of marks) {
		const mine = outputs().filter((out) => out.startsWith(`docs/api/${id}/`) || out === `docs/api/${id}.md`);
		const html = mine
			.filter((out) => out.endsWith('.html'))
			.map(readOutput)
			.join('\n')
			.replaceAll('<wbr>', '');
		const copies = mine
			.filter((out) => out.endsWith('.md'))
			.map(readOutput)
			.join('\n');
		const told = diagnostics
			.filter(({ file }) => file === `content/api/${id}.json`)
			.map(({ message }) => message)
			.join('\n');
		const unused = (trail: string): boolean => {
			if (/\/parameters\/\d+\/description$/.test(trail) && told.includes('replaces its parameter')) return true;
			const [, name] = /\/(?:components\/\w+|parameters|responses)\/([^/]+)/.exec(trail.split(' ')[1] ?? '') ?? [];
			return name !== undefined && told.includes(`"${name}"`);
		};
		for (const [mark, trail] of own) {
			if (unused(trail)) continue;
			if (!html.includes(mark)) lost.push(`page: ${trail}`);
			if (!copies.includes(mark)) lost.push(`copy: ${trail}`);
		}
		for (const name of names.get(id) ?? []) {
			const escaped = name
				.replaceAll('&', '&amp;')
				.replaceAll('<', '&lt;')
				.replaceAll('>', '&gt;')
				.replaceAll('"', '&quot;');
			if (!html.includes(escaped) && !html.includes(name)) lost.push(`name: ${id} ${name}`);
		}
	}
	assert.equal(lost, []);
	assert.ok(marks.size > 15, 'files are read');
});

test('a request is checked again after an edit of a sentence above it, of a partial, and of the API', async () => {
	const curl = (path: string): string => `\`\`\`sh\ncurl https://api.example/${path}\n\`\`\`\n`;
	const api = (path: string): string =>
		JSON.stringify({
			openapi: '3.1.0',
			info: { title: 'Bakery', version: '1' },
			servers: [{ url: 'https://api.example' }],
			paths: { [path]: { get: { description: 'All.', responses: { 200: { description: 'Loaves.' } } } } },
		});
	const bakery = site({
		'site.config.ts': config({
			locales: [{ locale: 'en' }, { locale: 'de' }],
			api: [{ id: 'bakery', openapi: 'content/api/bakery.json' }],
		}),
		'content/api/bakery.json': api('/loaves'),
		'content/docs/a.md': `# A\n\nText.\n\n${curl('loafs')}`,
		'content/docs/b.md': `import Part from './_part.md';\n\n# B\n\n<Part />\n`,
		'content/docs/_part.md': curl('loaves'),
		'content/de/docs/a.md': `# A\n\n${curl('loaves')}`,
		'content/de/words.json': '{}',
	});
	const told = async (): Promise<string[]> => {
		const { diagnostics } = await bakery.build();
		return diagnostics.flatMap(({ code, file, line }) => (code === 'openapi-request' ? [`${file}:${line}`] : []));
	};
	assert.equal(await told(), ['content/docs/a.md:6']);
	bakery.files['content/docs/a.md'] = `# A\n\nText.\n\nMore.\n\n${curl('loafs')}`;
	assert.equal(await told(), ['content/docs/a.md:8']);
	bakery.files['content/docs/a.md'] = `# A\n\nText.\n\nMore.\n\n${curl('loaves')}`;
	assert.equal(await told(), []);
	bakery.files['content/docs/_part.md'] = curl('loafs');
	assert.equal(await told(), ['content/docs/_part.md:2']);
	bakery.files['content/docs/_part.md'] = curl('loaves');
	bakery.files['content/api/bakery.json'] = api('/loafs');
	assert.equal((await told()).sort(), ['content/de/docs/a.md:4', 'content/docs/_part.md:2', 'content/docs/a.md:8']);
});

test('a page follows the files below its description, and lists guides that are listed', async () => {
	const guide = (more: string): string => `---\ntitle: Guide${more}\n---\n\n[List](api:bakery/list)\n`;
	const bakery = site({
		'site.config.ts': config({ api: [{ id: 'bakery', openapi: 'content/api/bakery.json' }] }),
		'content/api/bakery.json': JSON.stringify({
			openapi: '3.1.0',
			info: { title: 'Bakery', version: '1' },
			paths: { '/loaves': { $ref: './loaves.json' } },
		}),
		'content/api/loaves.json': JSON.stringify({
			get: { operationId: 'list', description: 'All loaves.', responses: { 200: { description: 'Loaves.' } } },
		}),
		'content/docs/one.md': guide(' One'),
		'content/docs/two.md': guide(' Two\nunlisted: true'),
	});
	await bakery.build();
	const page = (): string => bakery.read('docs/api/bakery/list/index.html');
	assert.match(page(), 'All loaves.');
	assert.match(page(), 'Guide One');
	assert.not.match(page(), 'Guide Two');
	const changed = String(bakery.files['content/api/loaves.json']).replace('All loaves', 'Every loaf');
	bakery.files['content/api/loaves.json'] = changed;
	await bakery.build();
	assert.match(page(), 'Every loaf.');
});

test('a reference is made again after a change of any file that it has read', async () => {
	const files: Record<string, string> = {
		'content/api.json':
			'{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {}, "components": { "schemas": { "Bun": { "$ref": "bun.json" } } } }',
		'content/bun.json': '{ "type": "string", "description": "Sweet." }',
	};
	const inputs = { refusal: () => undefined, read: (name: string) => files[name] && Buffer.from(files[name]) };
	const { pages, stop } = await openReference({ inputs } as unknown as ProviderContext);
	const raw = { title: 'Site', url: 'https://example.com', api: [{ id: 'oven', openapi: 'content/api.json' }] };
	const { config: resolved } = resolveConfig(raw, {}, undefined, [OPENAPI]);
	const made = async (): Promise<string> => {
		const { texts } = await pages(resolved as Config, true);
		return (await texts([])).pages.map(({ virtual }) => virtual.text).join('');
	};
	assert.match(await made(), 'Sweet.');
	files['content/bun.json'] = '{ "type": "string", "description": "Salty." }';
	assert.match(await made(), 'Salty.');
	stop();
});

test('a description has no changes since itself, and others since one with more', () => {
	for (const file of partOf(files)) {
		const text = readFileSync(`${EXAMPLES}/${file}`, 'utf8');
		const [[, first] = [], ...rest] = Object.entries((parse(text) as { paths?: Json }).paths ?? {});
		const fewer = JSON.stringify({ ...(parse(text) as Json), paths: Object.fromEntries(rest) });
		const changesOf = (now: string): string[] => {
			const entry = { id: 'a', file: 'now.yaml', path: 'api/a', version: 'current', groups: {} };
			const read = (name: string) => ({ text: name === 'now.yaml' ? now : text });
			const { pages } = makeReference({ ...entry, before: { file: 'before.yaml', version: '1.x' } }, read);
			return pages.flatMap(({ title, below }) => (title === 'Changes since 1.x' ? below : []));
		};
		assert.equal(changesOf(text), [], file);
		if (/"(?:get|put|post)":/.test(JSON.stringify(first ?? '')))
			assert.match(changesOf(fewer).join(''), '## Gone', file);
	}
});

test('each tag of a large API has a page, and the index has a link to it', async () => {
	const operation = (index: number): Json => ({
		tags: [index < 10 ? 'Few' : 'Many'],
		summary: `Number ${index}`,
		description: 'Words.',
		responses: { 200: { description: 'Good.' } },
	});
	const paths = Object.fromEntries(
		Array.from({ length: 401 }, (_, index) => [`/p${index}`, { get: operation(index) }]),
	);
	const large = site({
		'site.config.ts': config({ api: [{ id: 'big', openapi: 'content/api/big.json' }] }),
		'content/api/big.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'Big', version: '1' }, paths }),
		'content/docs/a.md': doc('A', '[Few](api:big/tags/Few)'),
	});
	assert.equal(
		(await large.build()).diagnostics.map(({ code }) => code),
		[],
	);
	const index = large.read('docs/api/big/index.html');
	assert.match(index, /tags\/Many">Many<\/a><\/dt>\s*<dd>.*?\(391\)/s);
	assert.not.match(index, 'Number 7');
	const few = large.read('docs/api/big/tags/Few/index.html');
	assert.match(few, 'Number 7');
	assert.not.match(few, 'Number 10');
});

test('a list of itself that a page has no room for ends', async () => {
	const wide = Object.fromEntries(Array.from({ length: 125 }, (_, index) => [`f${index}`, { type: 'string' }]));
	const place = '#/paths/~1/get/responses/200/content/application~1json/schema/properties/itself';
	const schema = { type: 'object', properties: { ...wide, itself: { type: 'array', items: { $ref: place } } } };
	const get = { responses: { 200: { description: 'All', content: { 'application/json': { schema } } } } };
	const data = { openapi: '3.1.0', info: { title: 'Lists', version: '1' }, paths: { '/': { get } } };
	const { build, read } = site({
		'site.config.ts': config({ api: [{ id: 'lists', openapi: 'content/api/lists.json' }] }),
		'content/api/lists.json': JSON.stringify(data),
		'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
	});
	assert.ok((await build()).ok);
	assert.match(read('docs/api/lists.md'), 'GET /');
});

test.run();
