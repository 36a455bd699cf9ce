/** A small site with live samples, made by hand: pages, the JSON of their samples, declarations, scripts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { smallCss } from '../../src/cli/bundle/css.ts';
import { withWords } from '../../src/cli/bundle/messages.ts';
import { OPTIONS } from '../../src/cli/typescript/samples/modules.ts';
import type { LivePage, LiveSample, LiveTypes } from '../../src/content/model/live.ts';
import { ENGLISH_WORDS } from '../../src/content/model/words.ts';
import { type Served, serveSite } from './browser.ts';

const PACKAGES = resolve('content/samples/10.x');

/** Declarations of the language and of what `imports` reach, as the compiler reads them. */
export function typesOf(imports: readonly string[]): LiveTypes {
	const { options } = ts.convertCompilerOptionsFromJson({ ...OPTIONS, types: [] }, PACKAGES);
	const entry = join(PACKAGES, 'entry.ts');
	const host = ts.createCompilerHost(options);
	const { getSourceFile } = host;
	host.getSourceFile = (name, version) =>
		name === entry
			? ts.createSourceFile(name, imports.map((one) => `import '${one}';`).join('\n'), ts.ScriptTarget.ESNext)
			: getSourceFile.call(host, name, version);
	const program = ts.createProgram([entry], options, host);
	const library = dirname(ts.getDefaultLibFilePath(options));
	const nameOf = (path: string): string =>
		path.startsWith(library) ? path.slice(library.length) : path.replace(/^.*?\/node_modules\//, '/node_modules/');
	const types: LiveTypes = { files: {}, resolutions: { '': {} }, roots: [] };
	for (const source of program.getSourceFiles()) {
		const isEntry = source.fileName === entry;
		if (!isEntry) types.files[nameOf(source.fileName)] = source.text;
		const place = isEntry ? '' : dirname(nameOf(source.fileName));
		for (const { fileName } of ts.preProcessFile(source.text).importedFiles) {
			if (/^[./]/.test(fileName)) continue;
			const found = ts.resolveModuleName(fileName, source.fileName, options, host).resolvedModule;
			if (!found) continue;
			types.resolutions[place] ??= {};
			types.resolutions[place][fileName] = nameOf(found.resolvedFileName);
		}
	}
	return types;
}

const SERVER = `import { z } from 'zod';

export const Greeting = z.object({ name: z.string() });

export function greet(name: string): string {
  return \`Hello, \${name}\`;
}
`;
const SETUP = `export const secret = 'setup';
`;
const CLIENT_HIDDEN = `import { secret } from './setup';
console.log(secret);
`;
const CLIENT = `import { greet } from './server';

const said = greet('Ada');
console.log(said); // a long comment that goes on and on, so that it is wider than the block on a narrow screen
`;
const MIDDLE = `const hidden = 1;
const more = hidden;
`;
const REST = `console.log(more);`;

const PAGE = `---
title: Live
---

Words above.

\`\`\`ts title="server.ts" {5-7}
${SERVER}\`\`\`

More words.

\`\`\`ts title="client.ts" showLineNumbers
${CLIENT}${REST}
\`\`\`

A block with an error:

\`\`\`ts
const wrong: number = 'text';
\`\`\`

Words below.
`;

const shown = (text: string) => ({ text, isShown: true });
const hidden = (text: string) => ({ text, isShown: false });

export const SAMPLES: LiveSample[] = [
	{
		files: [{ name: 'server.ts', parts: [shown(SERVER)], from: 'own' }],
		types: ['assets/live/types.json'],
		errors: [],
		run: { entries: ['server.ts'], packages: 'assets/live/packages.js' },
	},
	{
		files: [
			{
				name: 'client.ts',
				parts: [hidden(CLIENT_HIDDEN), shown(CLIENT), hidden(MIDDLE), shown(REST)],
				from: 'own',
			},
			{ name: 'server.ts', parts: [shown(SERVER)], from: 'page' },
			{ name: 'setup.ts', parts: [hidden(SETUP)], from: 'setup' },
		],
		types: ['assets/live/types.json'],
		errors: [],
		run: { entries: ['server.ts', 'client.ts'], packages: 'assets/live/packages.js' },
	},
	{
		files: [{ name: 'sample.ts', parts: [shown("const wrong: number = 'text';\n")], from: 'own' }],
		types: ['assets/live/types.json'],
		errors: [2322],
	},
];

/** Compiles a script of the editor. */
export async function liveScript(name: string): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [`src/client/live/${name}.ts`],
		bundle: true,
		minify: true,
		format: 'esm',
		platform: 'browser',
		target: ['chrome111', 'safari16.4', 'firefox115'],
		legalComments: 'none',
		external: ['fs', 'path'],
		write: false,
		logLevel: 'error',
		plugins: [
			{
				name: 'words-and-styles',
				setup(build) {
					build.onResolve({ filter: /^docsgen:styles\// }, ({ path }) => ({
						path: path.slice('docsgen:'.length),
						namespace: 'css',
					}));
					build.onLoad({ filter: /.*/, namespace: 'css' }, async ({ path }) => ({
						contents: await smallCss(path, readFileSync(join('templates', path), 'utf8')),
						loader: 'text',
					}));
					build.onLoad({ filter: /src\/client\/.*\.ts$/ }, ({ path }) => ({
						contents: withWords(readFileSync(path, 'utf8'), ENGLISH_WORDS, false),
						loader: 'ts',
					}));
				},
			},
		],
	});
	return outputFiles?.[0]?.text ?? '';
}

/** Adds what the build makes for live samples to a site. */
export async function liveSite(dir = 'ltr'): Promise<Served> {
	const site = await serveSite({
		'site.config.ts': `export default { title: 'Live', url: 'https://example.org'${dir === 'rtl' ? ", locales: ['ar']" : ''} };`,
		'content/docs/index.md': PAGE,
		'content/docs/other.md': '---\ntitle: Other\n---\n\nText.\n',
	});
	const page: LivePage = {
		editor: 'assets/live/editor.js',
		compiler: 'assets/live/compiler.js',
		sandbox: 'assets/live/sandbox.html',
		options: OPTIONS,
		samples: SAMPLES,
	};
	const write = (name: string, text: string): void => {
		mkdirSync(dirname(join(site.outDir, name)), { recursive: true });
		writeFileSync(join(site.outDir, name), text);
	};
	write(page.editor, await liveScript('editor'));
	write(page.compiler, await liveScript('compiler-worker'));
	write('assets/live/types.json', JSON.stringify(typesOf(['zod'])));
	write('assets/live/page.json', JSON.stringify(page));
	let index = 0;
	const path = join(site.outDir, 'docs/index.html');
	const html = readFileSync(path, 'utf8').replaceAll('</pre>', (end) => {
		const run = SAMPLES[index]?.run ? ' data-run' : '';
		return `${end}<p class="code-checked" data-live="/assets/live/page.json" data-sample="${index++}"${run}>checked with 1</p>`;
	});
	writeFileSync(path, html);
	return site;
}
