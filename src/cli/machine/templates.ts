/** The templates, React among them, compiled to one module: a site's own files win over the packaged ones. */
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { BuildOptions, BuildResult, Plugin } from 'esbuild';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import type { Templates } from '../../render/model/view.ts';
import { compiled, defaultOf, readingFrom, runEsbuild, type Workbench } from './compile.ts';
import { framed, ISLAND_FILE, type IslandFiles, islandNames, lifeless, withoutIslands } from './islands.ts';
import { overrides, packagedName, withPublicImports } from './overrides.ts';
import { PACKAGE_ROOT } from './package.ts';

/** In the source of a component or template: what it imports may be made of packaged parts, or it writes one of their classes. */
const IMPORT = /\bfrom\s*['"](?:\.|docsgen\/templates)/;
const CLASS = /\b(?:admonition|details|cards?|columns|code-frame|step-list|tab-\w+|diagram|drawing|d-\w+)\b/;
/** Imports of what shows no packaged part with rules of its own. */
const PLAIN_IMPORT =
	/\bimport\s*(?:type\s*)?\{(?:\s*(?:children(?:But|Of)|itemsOf|CopyButton|Icon|isIcon|Link|isExternal|widget)\s*,?)+\}\s*from\s*['"]docsgen\/templates['"]/g;

function isMadeOfOurs(source: string): boolean {
	return IMPORT.test(source.replace(PLAIN_IMPORT, '')) || CLASS.test(source);
}

/** The source of a component, and of the components beside it that it imports. */
function sourceOf(bench: Workbench, file: string, seen: readonly string[] = []): string {
	const source = bench.inputs.read(`${bench.templates}/components/${file}`)?.toString() ?? '';
	return source.replace(/\bfrom\s*['"]\.\/([A-Z]\w*\.[jt]sx)['"]/g, (statement, name: string) => {
		if ([...seen, file].includes(name)) return '';
		return bench.inputs.has(`${bench.templates}/components/${name}`)
			? sourceOf(bench, name, [...seen, file])
			: statement;
	});
}

/** A site's own components, file by name, packaged ones that it replaces among them: `templates/components/Name.tsx`. */
export function ownComponents(bench: Workbench): Record<string, string> {
	const folder = `${bench.templates}/components`;
	const plain = bench.inputs
		.list(folder)
		.flatMap(({ path }) => /^\/([A-Z]\w*\.[jt]sx?)$/.exec(path.slice(folder.length))?.[1] ?? []);
	return Object.fromEntries([
		...plain.map((file) => [file.replace(/\..*/, ''), file]),
		...islandNames(bench).map((name) => [name, name + ISLAND_FILE]),
	]);
}

/** Whether templates of a site may show what is packaged on any page. A copy of a packaged one shows what that shows. */
function replacesTemplates(bench: Workbench): boolean {
	const { inputs, templates } = bench;
	return inputs.list(templates).some(({ path }) => {
		const packaged = inputs.read(packagedName(bench, path))?.toString();
		const isTop = !path.slice(templates.length + 1).includes('/');
		const isTemplate = /\.[jt]sx?$/.test(path) && (isTop || packaged !== undefined);
		const own = isTemplate ? (inputs.read(path)?.toString() ?? '') : '';
		return isMadeOfOurs(own) && (packaged === undefined || own !== withPublicImports(packaged));
	});
}

export interface LoadedTemplates {
	templates: Templates;
	/** Names the module, and the environment variables that it reads. */
	hash: string;
	/** The module they come from: another thread loads them from it. */
	code: string;
	/** What does nothing in them. */
	diagnostics: Diagnostic[];
	/** Style sheets that a site's own templates import; of modules with the names that their elements have. */
	css: string;
	/** Where a place of the module comes from, if it is a file of the site. */
	placeOf(at: ModulePlace): Pick<Diagnostic, 'file' | 'line' | 'column'>;
}

/** A place in the compiled module; both count from 1. */
export interface ModulePlace {
	line: number;
	column: number;
}

/** The first place of the compiled module that an error's stack names. */
export function placeInModule({ stack = '' }: Error): ModulePlace | undefined {
	const [, line, column] = /data:text\/javascript;base64,[\w+/=]+:(\d+):(\d+)/.exec(stack) ?? [];
	return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

/**
 * Compiles and loads the templates. React comes with them, in production mode. `islands` are those of the
 * site, by name.
 */
export async function loadTemplates(bench: Workbench, islands: Record<string, IslandFiles>): Promise<LoadedTemplates> {
	const components = ownComponents(bench);
	// A file with the name of a packaged one is in its place already.
	const isMore = (name: string): boolean =>
		components[name]?.endsWith(ISLAND_FILE) || !bench.inputs.has(`docsgen:templates/components/${name}.tsx`);
	const own = Object.keys(components).filter(isMore);
	const composed = own.filter((name) => isMadeOfOurs(sourceOf(bench, components[name] ?? '')));
	const replaces = replacesTemplates(bench);
	const key = hashOfValue([own.map((name) => components[name]), islands, replaces, composed]);
	const { code, map, css, diagnostics } = await compiled(bench, `templates-${key}`, async (look) => {
		const contents = `import { createTemplates } from 'docsgen:templates/index.tsx';
import { layersOf, registry } from 'docsgen:templates/components/index.ts';
${own.map((name) => `import * as ${name} from 'docsgen:templates/components/${components[name]}';`).join('\n')}
const own = { ${own.map((name) => `${name}: ${name}.${name} ?? ${name}.default`).join(', ')} };
export default createTemplates({ ...registry, ...own }, layersOf(${JSON.stringify(composed)}, ${replaces}));`;
		const options = (inPlaceOfIslands: Plugin): BuildOptions => ({
			stdin: { contents, resolveDir: PACKAGE_ROOT, sourcefile: 'templates-entry.js', loader: 'js' },
			platform: 'node',
			format: 'esm',
			jsx: 'automatic',
			metafile: true,
			plugins: [inPlaceOfIslands, overrides(bench, look), reactServer, readingFrom(bench, look)],
			minifySyntax: true,
			minifyWhitespace: true,
			legalComments: 'none',
			// Only a site's own files can have mistakes that its author can mend.
			sourcemap: bench.inputs.list(bench.templates).length > 0 ? 'external' : false,
			sourcesContent: false,
			outfile: TEMPLATES_FILE,
			banner: {
				js: "import { createRequire } from 'node:module'; const require = createRequire('file:///docsgen/');",
			},
		});
		const result = await runEsbuild(bench, PACKAGE_ROOT, options(framed(islands)));
		// The style sheets of an island come with it, to the pages that it is on.
		const ownStyles = textOf(result, '.css') !== '' && Object.values(islands).some(({ sheet }) => sheet !== undefined);
		const still = ownStyles ? await runEsbuild(bench, PACKAGE_ROOT, options(withoutIslands)) : result;
		return {
			code: textOf(result, '.js'),
			map: textOf(result, '.map'),
			css: textOf(still, '.css'),
			diagnostics: lifeless(bench, result.metafile),
		};
	});
	return {
		templates: await templatesOf(code),
		hash: hashOf(code + environmentOf(bench, code)),
		code,
		diagnostics,
		css,
		placeOf(at) {
			if (map === '') return {};
			const entry = new SourceMap(JSON.parse(map) as SourceMapPayload).findEntry(at.line - 1, at.column - 1);
			if (!('originalSource' in entry)) return {};
			const file = bench.inputs.nameOf(resolve(dirname(TEMPLATES_FILE), entry.originalSource));
			if (file.startsWith('docsgen:')) return {};
			return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
		},
	};
}

function textOf({ outputFiles = [] }: BuildResult, ending: string): string {
	return outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
}

/** Where the module would lie: its map says where its parts are from there. */
const TEMPLATES_FILE = join(PACKAGE_ROOT, 'templates.js');

/** The values of the environment variables that a module names. */
function environmentOf({ inputs }: Workbench, code: string): string {
	const names = new Set([...code.matchAll(/\bprocess\.env\.(\w+)/g)].map(([, name]) => name ?? ''));
	return JSON.stringify([...names].map((name) => [name, inputs.env(name)]));
}

/** Runs the module of compiled templates. */
export async function templatesOf(code: string): Promise<Templates> {
	return (await defaultOf(code, 'templates/')) as Templates;
}

/** Only the renderer to static markup is needed of `react-dom/server`: the streaming one doubles the start-up. */
const reactServer: Plugin = {
	name: 'react-server',
	setup(build) {
		build.onResolve({ filter: /^react-dom\/server$/ }, async () => {
			const server = await build.resolve('react-dom/package.json', { kind: 'require-call', resolveDir: PACKAGE_ROOT });
			return { path: join(server.path, '../cjs/react-dom-server-legacy.node.production.js') };
		});
	},
};
