/** The architecture's table of imports, including types, and no cycles. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Extension } from '../src/extension.ts';
import { EXTENSIONS as REGISTRATIONS } from '../src/extensions/registered.ts';
import { CEILINGS, isTest, linesOfRooms, sourceLines, sourceTexts } from './rooms.ts';

const DOOR = 'src/cli/migrate/docsgen.ts';
const PIPELINE = 'src/cli/pipeline';
const TYPESCRIPT = 'src/extensions/typescript';
const MCP = 'src/extensions/mcp';
const HOSTED = 'src/extensions/hosted-search';
/** The door of extensions, and their list. */
const EXTENSION = 'src/extension.ts';
const REGISTERED = 'src/extensions/registered.ts';
const EXTENSIONS = readdirSync('src/extensions', { withFileTypes: true }).flatMap((entry) =>
	entry.isDirectory() ? `src/extensions/${entry.name}` : [],
);

/** Folder or file → our folders that it may import from; the longest prefix wins. */
const OURS: Record<string, string[]> = {
	bin: ['bin', 'src/cli', REGISTERED],
	// Only the program itself starts a command.
	'src/cli/commands': ['src/cli', 'src/content/model', EXTENSION, REGISTERED],
	'src/cli': ['src/cli', 'src/render', 'src/content', EXTENSION, REGISTERED],
	// Extensions are passed in.
	[PIPELINE]: ['pipeline', 'bundle', 'cache', 'disk', 'terminal']
		.map((name) => `src/cli/${name}`)
		.concat('src/render', 'src/content', EXTENSION),
	// The migration is a package of its own, which talks to docsgen through one file, its door.
	'src/cli/migrate': ['src/cli/migrate'],
	[DOOR]: [
		REGISTERED,
		'src/cli/check-site.ts',
		'src/cli/script.ts',
		'src/cli/init/init.ts',
		'src/cli/init/starter.ts',
		...['access', 'disk', 'paths', 'project'].map((name) => `src/cli/disk/${name}.ts`),
		'src/cli/terminal/terminal.ts',
		'src/content/code/fence.ts',
		'src/content/markdown/engine/notations.ts',
		'src/content/markdown/syntax.ts',
		'src/content/model',
		'src/content/site/docs.ts',
		'src/content/site/links.ts',
		'src/render/hosts.ts',
		'src/render/views/shown-words.ts',
		'src/render/views/tags.ts',
	],
	'src/render': ['src/render', 'src/content'],
	'src/content': ['src/content', EXTENSION],
	templates: [
		'templates',
		'src/render/model/view.ts',
		'src/content/model/component.ts',
		'src/content/model/contract.ts',
		'src/content/model/html.ts',
		'src/content/model/words.ts',
	],
	// The offline search shares code between indexing, `search try` and browsers.
	'src/client': ['src/client', 'src/content/model/contract.ts', 'src/content/model/words.ts', 'src/content/search'],
	'src/content/search': ['src/content/search'],
	[EXTENSION]: [
		'src/content/model',
		'src/content/code/fence.ts',
		...['cache', 'disk', 'terminal'].map((name) => `src/cli/${name}`),
	],
	[REGISTERED]: [EXTENSION, ...EXTENSIONS],
	// The door has their types; the rest is what the house lends.
	...Object.fromEntries(
		EXTENSIONS.map((folder) => [
			folder,
			[folder, EXTENSION, 'src/content/model', ...['disk', 'cache'].map((name) => `src/cli/${name}`)],
		]),
	),
	[TYPESCRIPT]: [TYPESCRIPT, EXTENSION, 'src/content/code', 'src/content/model', 'src/cli/cache', 'src/cli/disk'],
	// Live samples are compiled like a site's own scripts.
	[`${TYPESCRIPT}/live`]: [
		TYPESCRIPT,
		EXTENSION,
		'src/content/model',
		...['bundle', 'cache', 'disk', 'terminal/findings.ts'].map((name) => `src/cli/${name}`),
	],
	[`${TYPESCRIPT}/client`]: [
		`${TYPESCRIPT}/client`,
		`${TYPESCRIPT}/model`,
		'src/client/kit',
		'src/client/shell/failures.ts',
		'src/content/model',
	],
	[MCP]: [MCP, EXTENSION, 'src/content', 'src/cli/http/proxy.ts', 'src/cli/disk', 'src/render/views/output-paths.ts'],
	[HOSTED]: [
		HOSTED,
		EXTENSION,
		'src/content/model',
		'src/content/search/format.ts',
		...['disk', 'http/proxy.ts', 'terminal'].map((name) => `src/cli/${name}`),
	],
	[`${HOSTED}/client`]: [
		`${HOSTED}/client`,
		`${HOSTED}/service.ts`,
		'src/client/kit',
		'src/client/search/hit.ts',
		'src/content/model/contract.ts',
		'src/content/search/format.ts',
	],
	// Shares nothing with the scripts of pages.
	'src/extensions/mermaid/client': ['src/extensions/mermaid/client'],
};

/** Folder → packages and node modules it may import. */
const OUTSIDE: Record<string, RegExp> = {
	bin: /^node:/,
	'src/cli':
		/^(?:node:|@capsizecss\/unpack$|fontkitten$|chokidar$|esbuild$|get-east-asian-width$|lightningcss$|image-size$|mrmime$|undici$|acorn$|@sveltejs\/acorn-typescript$)/,
	'src/cli/commands': /^(?:node:|commander$)/,
	[PIPELINE]: /^(?:node:|image-size$)/,
	'src/cli/migrate': new RegExp(`^(?:node:|(?:${packagesOf('src/cli/migrate').join('|')})$)`),
	'src/render': /^(?:node:(?:crypto|path)$|htmlparser2$|feed$)/,
	'src/content':
		/^(?:node:(?:crypto|module|path|url)$|markdown-it|gray-matter$|js-yaml$|github-slugger$|npm-to-yarn$|prismjs$)/,
	'src/content/search': /^(?:minisearch\/SearchableMap|stemmer|@orama\/stemmers\/\w+)$/,
	templates: /^react(?:-dom\/server|\/jsx-runtime)?$/,
	'src/client':
		/^(?:react|react\/jsx-runtime|react-dom|react-dom\/client|docsgen:(?:hashes|services|widgets|styles\/[\w-]+\.css))$/,
	[EXTENSION]: /^(?:node:stream|commander|markdown-it)$/,
	...Object.fromEntries(EXTENSIONS.map((folder) => [folder, /^(?:node:(?:module|path|url)|markdown-it|temml)$/])),
	'src/extensions/openapi': /^(?:node:(?:path|vm)|yaml)$/,
	'src/extensions/social-cards': /^(?:node:(?:fs|module|path|zlib)|fontkitten|lightningcss)$/,
	[TYPESCRIPT]: /^(?:node:|typescript$|markdown-it$)/,
	[`${TYPESCRIPT}/live`]: /^(?:node:|typescript$|esbuild$)/,
	[MCP]: /^(?:node:|@modelcontextprotocol\/sdk\/|github-slugger$)/,
	[HOSTED]: /^(?:node:|algoliasearch$)/,
	[`${HOSTED}/client`]: /^algoliasearch\/lite$/,
	'src/extensions/mermaid/client': /^mermaid$/,
	[`${TYPESCRIPT}/client`]:
		/^(?:@codemirror\/[\w-]+|@jridgewell\/sourcemap-codec|@lezer\/highlight|@typescript\/vfs|typescript|docsgen:styles\/live\.css|docsgen:worker|node-inspect-extracted|@noble\/hashes\/\w+\.js)$/,
};

/** Names of the packages that a workspace declares. */
function packagesOf(folder: string): string[] {
	const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	return Object.keys(dependencies);
}

/** The sources in a folder, without tests; a file is its own source. */
function sources(folder: string): string[] {
	if (statSync(folder).isFile()) return [folder];
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
		.map((entry) => join(entry.parentPath, entry.name).split('\\').join('/'))
		.filter((path) => !isTest(path));
}

function importsOf(file: string): string[] {
	// Imports inside template literals belong to generated programs.
	const text = readFileSync(file, 'utf8').replace(/`[^`]*`/g, '``');
	const found = text.matchAll(
		/^\s*(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
	);
	return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

const folders = Object.keys(OURS).sort((a, b) => b.length - a.length);
const folderOf = (file: string): string =>
	folders.find((folder) => file === folder || file.startsWith(`${folder}/`)) ?? '';
const files = [...new Set(folders.flatMap(sources))];
const graph = new Map(
	files.map((file) => [
		file,
		importsOf(file)
			.filter((name) => name.startsWith('.'))
			.map((name) => posix.join(dirname(file), name)),
	]),
);

test('the table names only existing files', () => {
	assert.ok(files.length > 40);
	for (const folder of folders) assert.ok(sources(folder).length > 0, folder);
});

test('imports follow the table', () => {
	const wrong: string[] = [];
	for (const file of files) {
		const folder = folderOf(file);
		for (const name of importsOf(file)) {
			const target = posix.join(dirname(file), name);
			const allowed = name.startsWith('.')
				? (OURS[folder] ?? []).some((entry) => target === entry || target.startsWith(`${entry}/`))
				: OUTSIDE[folder]?.test(name);
			if (!allowed) wrong.push(`${file} imports ${name}`);
		}
	}
	assert.equal(wrong, []);
});

test('only its command loads the migration, and only when it runs', () => {
	const isInside = (file: string): boolean => file.startsWith('src/cli/migrate/');
	const loading = files.filter((file) => !isInside(file) && graph.get(file)?.some(isInside));
	assert.equal(loading, ['src/cli/commands/migrate.ts']);
	assert.not.match(readFileSync('src/cli/commands/migrate.ts', 'utf8'), /from '\.\.\/migrate/);
});

test('an extension is reached through its extension.ts alone, and the code behind a provider is loaded by a site that uses it', () => {
	const reached = EXTENSIONS.flatMap((folder) => {
		const isInside = (file: string): boolean => file.startsWith(`${folder}/`);
		return files
			.filter((file) => !isInside(file))
			.flatMap((file) => graph.get(file)?.filter(isInside) ?? [])
			.filter((to) => to !== `${folder}/extension.ts`);
	});
	assert.equal(reached, []);
	const loading = readFileSync(`${TYPESCRIPT}/extension.ts`, 'utf8').matchAll(/^import (?!type)[^'"]*'([^']+)'/gm);
	assert.equal(
		[...loading].map(([, from]) => from),
		[
			'./client/words.ts',
			'./config.ts',
			'./fences/read.ts',
			'./fences/try.ts',
			'./fences/words.ts',
			'./model/entries.ts',
		],
	);
});

/** Extensions that the core doesn't name. */
const SEALED = [...['math', 'mermaid', 'openapi', 'social-cards'].map((name) => `src/extensions/${name}`), MCP, HOSTED];

function extensionOf(name: string): Partial<Extension> {
	return REGISTRATIONS.find((one) => one.name === name) ?? {};
}

/** What only an extension may name: itself, its languages, rules, tokens, parts, words, fields in other sections, and the packages that it uses. */
function namesOf(folder: string): string[] {
	const name = basename(folder);
	const { dialect, fences, words, files: own, styles, config, client } = extensionOf(name);
	const { blocks = [], inlines = [], steps = [], tokens } = dialect ?? {};
	const rules = [...blocks, ...inlines, ...steps].map((row) => row.name);
	const tables = [fences, words, tokens, config?.search, config?.elsewhere, client?.services];
	const keys = tables.flatMap((table) => Object.keys(table ?? {}));
	const parts = [own?.part ?? name, ...(styles?.parts ?? [])];
	const imported = sources(folder).flatMap(importsOf);
	const packages = imported.flatMap((one) => OWN_PACKAGE.exec(one)?.[0] ?? []);
	return [...new Set([name, ...rules, ...keys, ...parts, ...packages])];
}

/** The name of a package that is no word of the door or the core. */
const OWN_PACKAGE = /^(?!node:|markdown-it$|github-slugger$|yaml$|fontkitten$|lightningcss$)(?:@[^/]+\/)?[a-z][^/]*/;

/** Comments; `Math` of ECMAScript; an element of HTML and a tag of GitBook, always next to another one. */
const NO_NAMES = /^\s*\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$|\bMath\b|\bsvg[ |]math\b|\bswagger\|openapi\b/gm;

test('the core names no extension', () => {
	const isOutside = (path: string): boolean =>
		/\.(?:tsx?|mjs|css)$/.test(path) && path !== REGISTERED && !path.startsWith('src/cli/migrate/');
	const texts = sourceTexts().flatMap(([path, text]) => (isOutside(path) ? [[path, text.replace(NO_NAMES, '')]] : []));
	const naming = SEALED.flatMap((folder) =>
		namesOf(folder).flatMap((name) =>
			texts.flatMap(([path = '', text = '']) =>
				!path.startsWith(`${folder}/`) && new RegExp(name, 'i').test(text) ? `${path} names ${name} of ${folder}` : [],
			),
		),
	);
	assert.equal(EXTENSIONS.map((folder) => basename(folder)).sort(), REGISTRATIONS.map(({ name }) => name).sort());
	assert.equal(naming, []);
	// Types only: an extension can't reach the core through its door.
	assert.not.match(readFileSync(EXTENSION, 'utf8'), /^import (?!type)|^export (?!type|interface)/m);
});

/** Code samples and live ones, which the extension of TypeScript knows; the other patterns have names of their own. */
const SAMPLES = /[sS]ample|\bLive[A-Z]|\b(?:is|has|on)Live\b|\blive(?:\.ts|:|\b(?=['"]))/;
test('the core names no samples', () => {
	const isOutside = (path: string): boolean =>
		/\.(?:tsx?|mjs)$/.test(path) && !/^src\/(?:extensions|cli\/migrate)\//.test(path);
	const naming = sourceTexts().flatMap(([path, text]) =>
		isOutside(path) && SAMPLES.test(text.replace(NO_NAMES, '').replaceAll('aria-live', '')) ? [path] : [],
	);
	assert.equal(naming, []);
});

test('no import cycles', () => {
	const done = new Set<string>();
	const cycles: string[] = [];
	const visit = (file: string, path: string[]): void => {
		const at = path.indexOf(file);
		if (at >= 0) cycles.push([...path.slice(at), file].join(' → '));
		if (at >= 0 || done.has(file)) return;
		for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
		done.add(file);
	};
	for (const file of files) visit(file, []);
	assert.equal(cycles, []);
});

test('imports between folders go one way', () => {
	const arrows = new Set(
		[...graph].flatMap(([file, targets]) => targets.map((target) => `${dirname(file)} → ${dirname(target)}`)),
	);
	const mutual = [...arrows].filter((arrow) => {
		const [from, to] = arrow.split(' → ');
		return from !== to && arrows.has(`${to} → ${from}`);
	});
	assert.equal(mutual, []);
});

/** Folders in which every export needs a user; views are also for sites' templates. */
const USED = /^src\/(?:client|content\/site|render(?!\/model\/view\.ts))\//;

test('every export has a user', () => {
	const texts = new Map(
		[...files, ...['test', 'bin'].flatMap(sources)].map((file) => [file, readFileSync(file, 'utf8')]),
	);
	const imports = new Map(
		[...texts].map(([file, text]) => {
			const lists = text.matchAll(/^(?:import|export)\s[^'"`;]*?\{([^}]*)\}\s*from\s*'/gm);
			return [file, new Set([...lists].flatMap(([, names = '']) => names.match(/\w+/g) ?? []))];
		}),
	);
	const isUsed = (name: string, own: string): boolean => {
		// Dynamic imports do not name what they use.
		const isLoaded = [...texts.values()].some(
			(text) => text.includes(`/${basename(own)}')`) && text.includes('import('),
		);
		return [...texts].some(
			([file, text]) =>
				file !== own && (imports.get(file)?.has(name) || (isLoaded && new RegExp(`\\b${name}\\b`).test(text))),
		);
	};
	const unused = [...texts].flatMap(([file, text]) =>
		[...text.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)]
			.filter(([, name = '']) => USED.test(file) && !isUsed(name, file))
			.map(([, name]) => `${file} exports ${name}`),
	);
	assert.equal(unused, []);
});

/** A template is named after what it shows, and what it shows is a page. */
const SHARED_NAMES = ['Page'];

test('one exported name has one meaning: no other folder declares it', () => {
	const folders = new Map<string, Set<string>>();
	for (const file of files) {
		// The migration is a separate program.
		if (file.startsWith('src/cli/migrate/')) continue;
		const names = readFileSync(file, 'utf8').matchAll(
			/^export (?:abstract )?(?:async )?(?:function|const|class|interface|type) (\w+)/gm,
		);
		for (const [, name = ''] of names) folders.set(name, (folders.get(name) ?? new Set()).add(dirname(file)));
	}
	const shared = [...folders].flatMap(([name, places]) =>
		places.size > 1 && !SHARED_NAMES.includes(name) ? [`${name}: ${[...places].join(', ')}`] : [],
	);
	assert.equal(shared, [], 'Give one of them the name of what it is, and add terms to the glossary of the guide.');
});

test('each term of the glossary names an existing file', () => {
	const text = readFileSync('guide/content/docs/contribute/glossary.md', 'utf8');
	const named = [...text.matchAll(/`(src\/[^`]+)` \|$/gm)].map(([, file = '']) => file);
	assert.ok(named.length > 20);
	assert.equal(
		named.filter((file) => !files.includes(file)),
		[],
	);
});

test('no room exceeds its ceiling', () => {
	const lines = linesOfRooms(sourceLines());
	const tooLarge = [...lines].filter(([room, count]) => count > (CEILINGS[room] ?? 0));
	assert.equal(tooLarge, [], 'Move what belongs elsewhere, join what is said twice, or delete.');
	const unused = [...lines].filter(([, count]) => count === 0);
	assert.equal(unused, [], 'a ceiling of a room that is gone');
});

test.run();
