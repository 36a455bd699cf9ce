/** Live samples: what a build writes for them, that it is the same anywhere, and what an edit makes again. */
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diskProject } from '../src/cli/disk/project.ts';
import { toText } from '../src/cli/terminal/report.ts';
import type { LivePage, LiveTypes } from '../src/extensions/typescript/model/live.ts';
import { devIn } from './dev-server.ts';
import { buildFolder } from './disk-site.ts';
import { helperHere } from './helpers-here.ts';
import { config, doc } from './memory-site.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

const CODE = `
\`\`\`ts title="bread.ts"
// @include: scope
import { bake } from 'bread';
// ---cut-start---
const hidden = 1;
// ---cut-end---
export const rye = bake('rye'); // [!code highlight]
export const two = hidden + ready;
\`\`\`

\`\`\`ts title="a.ts" run
// @errors: 2322
import { rye } from './bread';
const name: string = rye;
console.log(name);
\`\`\`
`;

const FILES: Record<string, string> = {
	'site.config.ts': config({ samples: { current: { folder: 'lib', package: 'bread', live: true } } }),
	'lib/package.json': '{ "dependencies": { "bread": "2.0.0" } }',
	'lib/node_modules/bread/package.json':
		'{ "name": "bread", "version": "2.0.0", "types": "index.d.ts", "main": "index.js" }',
	'lib/node_modules/bread/index.js': 'exports.bake = (kind) => ({ kind });',
	'lib/node_modules/bread/index.d.ts':
		"import type { Kind } from './kind.js';\nexport function bake(kind: Kind): { kind: Kind };",
	'lib/node_modules/bread/kind.d.ts': "export type Kind = 'rye' | 'wheat';",
	'lib/setups/scope.ts': 'const ready = 2;',
	'content/docs/index.md': doc('Home', CODE, 'slug: /'),
};

async function build(root: string): Promise<Map<string, string>> {
	const outDir = join(root, 'build');
	const project = { ...diskProject(root, outDir), startHelper: helperHere };
	const { ok, diagnostics } = await buildFolder(root, {}, project);
	assert.ok(ok, toText(diagnostics));
	const names = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return new Map(
		names.map(({ parentPath, name }) => {
			const path = join(parentPath, name);
			return [path.slice(outDir.length + 1).replaceAll('\\', '/'), readFileSync(path, 'latin1')];
		}),
	);
}

function site(name: string): string {
	const root = temporaryFolder(name);
	writeFiles(root, FILES);
	symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
	return root;
}

const root = site('live');
const first = await build(root);
const named = (outputs: Map<string, string>, pattern: RegExp): string[] =>
	[...outputs.keys()].filter((out) => pattern.test(out));
const live = (outputs: Map<string, string>): string[] => named(outputs, /^assets\/live\//);
const read = <T>(outputs: Map<string, string>, pattern: RegExp): T =>
	JSON.parse(outputs.get(named(outputs, pattern)[0] ?? '') ?? '');

test('a sample is its files, with what the page shows and hides', () => {
	const { samples } = read<LivePage>(first, /live\/page-/);
	assert.equal(
		samples.map(({ files }) => files),
		[
			[
				{
					name: 'bread.ts',
					parts: [
						{ text: 'const ready = 2;\n', isShown: false },
						{ text: "import { bake } from 'bread';\n", isShown: true },
						{ text: 'const hidden = 1;\n', isShown: false },
						{ text: "export const rye = bake('rye');\nexport const two = hidden + ready;", isShown: true },
					],
					from: 'own',
				},
			],
			[
				{
					name: 'a.ts',
					parts: [
						{ text: "import { rye } from './bread';\nconst name: string = rye;\nconsole.log(name);", isShown: true },
					],
					from: 'own',
				},
				{
					name: 'bread.ts',
					parts: samples[0]?.files[0]?.parts,
					from: 'page',
				},
			],
		],
	);
	assert.equal(
		samples.map(({ errors, run }) => [errors, run?.entries]),
		[
			[[], undefined],
			[[2322], ['a.ts']],
		],
	);
});

test('declarations are cut per package, with imports resolved', () => {
	const { samples } = read<LivePage>(first, /live\/page-/);
	assert.equal(
		samples[0]?.types.map((out) => out.replace(/.*\/|-\w{8}\.json$/g, '')),
		['types-node', 'undici-types', 'buffer', 'typescript', 'bread'],
	);
	const { files, resolutions, roots } = read<LiveTypes>(first, /live\/bread-/);
	assert.equal(Object.keys(files), ['/lib/node_modules/bread/index.d.ts', '/lib/node_modules/bread/kind.d.ts']);
	const own = '/lib/node_modules/bread';
	const bare = { bread: `${own}/index.d.ts` };
	assert.equal([resolutions, roots], [{ '': bare, [own]: { './kind.js': `${own}/kind.d.ts` } }, []]);
	const library = read<LiveTypes>(first, /live\/typescript-/);
	assert.ok(library.files['/lib.es2022.d.ts']?.includes('<reference lib="es2021" />'));
	assert.not.match(library.files['/lib.dom.d.ts'] ?? '', '/**');
});

test('two builds give the same files, in any folder', async () => {
	const second = await build(site('live-elsewhere'));
	assert.equal([...second.keys()].sort(), [...first.keys()].sort());
	for (const [out, bytes] of second) assert.ok(bytes === first.get(out), out);
});

test('a page is live although the results of its check are gone', async () => {
	const { store } = diskProject(root, join(root, 'build'));
	store.sweep('units', new Set());
	store.save();
	writeFiles(root, { 'content/words.json': '{ "run": "Go" }' });
	const again = await build(root);
	assert.match(again.get('docs/index.html') ?? '', /data-widget="[^"]*\blive\b/);
	assert.is.not(live(again).join(), live(first).join(), 'the words are in the scripts');
	rmSync(join(root, 'content/words.json'));
	await build(root);
});

test('an edited sample is a new file of its page, and nothing else', async () => {
	writeFileSync(join(root, 'content/docs/index.md'), doc('Home', CODE.replace('name);', 'name, 1);'), 'slug: /'));
	const edited = await build(root);
	const changed = live(edited).filter((out) => !first.has(out));
	assert.equal(
		changed.map((out) => out.replace(/-\w{8}\./, '.')),
		['assets/live/page.json'],
	);
	writeFileSync(join(root, 'content/docs/index.md'), FILES['content/docs/index.md'] ?? '');
	assert.equal(live(await build(root)).sort(), live(first).sort());
});

test('a program runs with another file in place of a module, and not with a module of Node or one that is refused', async () => {
	const other = site('live-modules');
	const run = (name: string): string => `\`\`\`ts run\nimport { bake } from '${name}';\nbake('rye');\n\`\`\`\n`;
	const packages = ['cake', 'bun', 'oven'].flatMap((name) => {
		const folder = `lib/node_modules/${name}`;
		return [
			[`${folder}/package.json`, JSON.stringify({ name, version: '1.0.0', types: 'index.d.ts', main: 'index.js' })],
			[`${folder}/index.d.ts`, 'export function bake(kind: string): object;'],
			[`${folder}/index.js`, "exports.bake = require('http');"],
		];
	});
	const modules = { cake: 'lib/live/cake.ts', bun: false };
	const more = '```ts live=false\nexport {};\n```\n\n```ts nocheck="old"\nold();\n```\n';
	writeFiles(other, {
		...Object.fromEntries(packages),
		'site.config.ts': config({ samples: { current: { folder: 'lib', package: 'bread', live: { modules } } } }),
		'lib/package.json': '{ "dependencies": { "bread": "2", "cake": "1", "bun": "1", "oven": "1" } }',
		'lib/live/cake.ts': "export * from 'bread';",
		'content/docs/index.md': doc('Home', ['bread', 'cake', 'bun', 'oven'].map(run).join('\n') + more, 'slug: /'),
		'content/docs/off.md': doc('Off', run('bread'), 'live: false'),
	});
	const outputs = await build(other);
	const labels = [...(outputs.get('docs/index.html') ?? '').matchAll(/<p class="code-checked"(.*?)>/g)];
	assert.equal(
		labels.map(([, attributes = '']) => [attributes.includes('data-live='), attributes.includes('data-run')]),
		[
			[true, true],
			[true, true],
			[true, false],
			[true, false],
			[false, false],
		],
	);
	assert.not.match(outputs.get('docs/off/index.html') ?? '', 'data-live');
	assert.match(outputs.get('_headers') ?? '', "worker-src 'self' blob:;");
	assert.is(named(outputs, /live\/packages-/).length, 1, 'no program imports a module of Node');
	const crypto = "```ts run\nimport { createHash } from 'node:crypto';\nconsole.log(createHash);\n```\n";
	writeFileSync(join(other, 'content/docs/index.md'), doc('Home', run('bread') + crypto + run('oven'), 'slug: /'));
	const { samples } = read<LivePage>(await build(other), /live\/page-/);
	const scripts = samples.map((sample) => sample.run?.packages);
	assert.ok(scripts[0] !== undefined && scripts[1] !== undefined && scripts[0] !== scripts[1], String(scripts));
	assert.is(scripts[2], undefined, 'a package gets no module of Node');
});

test('a module is unused when all pages are checked, and not while the one that loads it is', async () => {
	const root = site('live-unused');
	const run = (code: string): string => `\`\`\`ts run\n${code}\n\`\`\`\n`;
	const settings = (live: object): string =>
		config({ samples: { current: { folder: 'lib', package: 'bread', live } } });
	writeFiles(root, {
		'site.config.ts': settings({}),
		'lib/live/bread.ts': 'export const bake = (kind: string) => ({ kind });',
		'content/docs/index.md': doc('Home', run('console.log(1);'), 'slug: /'),
	});
	const said: string[] = [];
	const server = await devIn(diskProject(root, join(root, 'build')), {
		onUpdate: (findings) =>
			said.push(...findings.flatMap(({ code, message }) => (code === 'live-module' ? message : []))),
	});
	await server.settles();
	const files = {
		'site.config.ts': settings({ modules: { bread: 'lib/live/bread.ts', bun: false } }),
		'content/docs/other.md': doc('Other', run("import { bake } from 'bread';\nbake('wheat');")),
	};
	server.write(files);
	await server.until('a module is unused', () => said.length > 0);
	await server.settles();
	await server.close();
	assert.equal([...new Set(said)], ['samples.current.live.modules.bun is a module that no program loads.']);
});

test('a site without live samples has nothing of it', async () => {
	const plain = site('not-live');
	writeFileSync(join(plain, 'site.config.ts'), config({ samples: { current: { folder: 'lib', package: 'bread' } } }));
	const outputs = await build(plain);
	assert.equal(live(outputs), []);
	const pages = [...outputs].filter(([out]) => /\.html$|^_headers$/.test(out)).map(([, text]) => text);
	assert.not.match(pages.join(''), 'data-live');
	assert.not.match(pages.join(''), 'blob:');
});

test.run();
