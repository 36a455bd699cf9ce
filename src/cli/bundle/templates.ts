/** Compiles the templates, with React, into one module; a site's own files replace packaged ones. */
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { BuildOptions, Message, Plugin } from 'esbuild';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import type { Templates } from '../../render/model/view.ts';
import { PACKAGE_ROOT } from '../disk/package.ts';
import { type CompileContext, compiled, defaultOf, runEsbuild, textOfModule } from './compile.ts';
import { framed, ISLAND_FILE, type IslandFiles, islandNames, staticHandlers, withoutIslands } from './islands.ts';
import { overrides, packagedName, SHEETS, withPublicImports } from './overrides.ts';

/** Signs in a component's source that it may use packaged parts: imports of them, or one of their class names. */
const IMPORT = /\bfrom\s*['"](?:\.|docsgen\/templates)/;
const CLASSES = 'admonition details cards? columns code-frame step-list tab-\\w+ drawing d-\\w+'.split(' ');
const CLASS = new RegExp(`\\b(?:${[...CLASSES, ...SHEETS.flatMap(({ parts }) => parts)].join('|')})\\b`);
/** Imports of packaged helpers that need no styles. */
const PLAIN_IMPORT =
	/\bimport\s*(?:type\s*)?\{(?:\s*(?:children(?:But|Of)|itemsOf|CopyButton|Icon|isIcon|Link|isExternal|widget)\s*,?)+\}\s*from\s*['"]docsgen\/templates['"]/g;

function usesPackagedParts(source: string): boolean {
	return IMPORT.test(source.replace(PLAIN_IMPORT, '')) || CLASS.test(source);
}

/** The source of a component, with the components of the same folder that it imports. */
function sourceOf(context: CompileContext, file: string, seen: readonly string[] = []): string {
	const source = context.inputs.read(`${context.templates}/components/${file}`)?.toString() ?? '';
	return source.replace(/\bfrom\s*['"]\.\/([A-Z]\w*\.[jt]sx)['"]/g, (statement, name: string) => {
		if ([...seen, file].includes(name)) return '';
		return context.inputs.has(`${context.templates}/components/${name}`)
			? sourceOf(context, name, [...seen, file])
			: statement;
	});
}

/** A site's own components, file by name, including replacements of packaged ones: `templates/components/Name.tsx`. */
export function ownComponents(context: CompileContext): Record<string, string> {
	const folder = `${context.templates}/components`;
	const plain = context.inputs
		.list(folder)
		.flatMap(({ path }) => /^\/([A-Z]\w*\.[jt]sx?)$/.exec(path.slice(folder.length))?.[1] ?? []);
	return Object.fromEntries([
		...plain.map((file) => [file.replace(/\..*/, ''), file]),
		...islandNames(context).map((name) => [name, name + ISLAND_FILE]),
	]);
}

/** Whether a site's templates may use packaged parts on any page. Exact copies of packaged templates do not count. */
function replacesTemplates(context: CompileContext): boolean {
	const { inputs, templates } = context;
	return inputs.list(templates).some(({ path }) => {
		const packaged = inputs.read(packagedName(context, path))?.toString();
		const isTop = !path.slice(templates.length + 1).includes('/');
		const isTemplate = /\.[jt]sx?$/.test(path) && (isTop || packaged !== undefined);
		const own = isTemplate ? (inputs.read(path)?.toString() ?? '') : '';
		return usesPackagedParts(own) && (packaged === undefined || own !== withPublicImports(packaged));
	});
}

export interface LoadedTemplates {
	templates: Templates;
	/** Hash of the module and of the environment variables that it reads. */
	hash: string;
	/** The module's code, for other threads. */
	code: string;
	/** Warnings about event handlers and hooks that have no effect. */
	diagnostics: Diagnostic[];
	/** Style sheets that a site's own templates import; class names of CSS modules match the markup. */
	css: string;
	/** The source position of a place in the module, if it is in a file of the site. */
	placeOf(at: ModulePlace): Pick<Diagnostic, 'file' | 'line' | 'column'>;
}

/** A place in the compiled module; line and column start at 1. */
export interface ModulePlace {
	line: number;
	column: number;
}

/** The first place in the compiled module in an error's stack. */
export function placeInModule({ stack = '' }: Error): ModulePlace | undefined {
	const [, line, column] = /data:text\/javascript;base64,[\w+/=]+:(\d+):(\d+)/.exec(stack) ?? [];
	return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

/**
 * Compiles and loads the templates, with React in production mode. `islands` are the site's islands, by name.
 */
export async function loadTemplates(
	context: CompileContext,
	islands: Record<string, IslandFiles>,
): Promise<LoadedTemplates> {
	const components = ownComponents(context);
	// A file with the name of a packaged component replaces it by itself.
	const isAdditional = (name: string): boolean =>
		components[name]?.endsWith(ISLAND_FILE) || !context.inputs.has(`docsgen:templates/components/${name}.tsx`);
	const own = Object.keys(components).filter(isAdditional);
	const composed = own.filter((name) => usesPackagedParts(sourceOf(context, components[name] ?? '')));
	const replaces = replacesTemplates(context);
	const key = hashOfValue([own.map((name) => components[name]), islands, replaces, composed]);
	const { code, map, css, diagnostics } = await compiled(context, `templates-${key}`, async (look) => {
		const contents = `import { createTemplates } from 'docsgen:templates/index.tsx';
import { layersOf, registry } from 'docsgen:templates/components/index.ts';
${own.map((name) => `import * as ${name} from 'docsgen:templates/components/${components[name]}';`).join('\n')}
const own = { ${own.map((name) => `${name}: ${name}.${name} ?? ${name}.default`).join(', ')} };
export default createTemplates({ ...registry, ...own }, layersOf(${[composed, replaces, SHEETS].map((value) => JSON.stringify(value)).join()}));`;
		const options = (inPlaceOfIslands: Plugin): BuildOptions => ({
			stdin: { contents, resolveDir: PACKAGE_ROOT, sourcefile: 'templates-entry.js', loader: 'js' },
			platform: 'node',
			format: 'esm',
			jsx: 'automatic',
			metafile: true,
			plugins: [inPlaceOfIslands, overrides(context, look)],
			minifySyntax: true,
			minifyWhitespace: true,
			legalComments: 'none',
			// Source maps only for errors in a site's own files.
			sourcemap: context.inputs.list(context.templates).length > 0 ? 'external' : false,
			sourcesContent: false,
			outfile: TEMPLATES_FILE,
			banner: {
				js: "import { createRequire } from 'node:module'; const require = createRequire('file:///docsgen/');",
			},
		});
		const result = await runEsbuild(context, look, PACKAGE_ROOT, options(framed(islands)));
		// An island's style sheets are loaded only on pages with the island.
		const ownStyles =
			textOfModule(result, '.css') !== '' && Object.values(islands).some(({ sheet }) => sheet !== undefined);
		const withoutIslandStyles = ownStyles
			? await runEsbuild(context, look, PACKAGE_ROOT, options(withoutIslands))
			: result;
		return {
			code: textOfModule(result, '.js'),
			map: textOfModule(result, '.map'),
			css: textOfModule(withoutIslandStyles, '.css'),
			diagnostics: [
				...staticHandlers(context, result.metafile),
				...withoutComponent(context, result.warnings, components),
			],
		};
	});
	return {
		templates: await templatesOf(code),
		hash: hashOf(code + environmentOf(context, code)),
		code,
		diagnostics,
		css,
		placeOf(at) {
			if (map === '') return {};
			const entry = new SourceMap(JSON.parse(map) as SourceMapPayload).findEntry(at.line - 1, at.column - 1);
			if (!('originalSource' in entry)) return {};
			const file = context.inputs.nameOf(resolve(dirname(TEMPLATES_FILE), entry.originalSource));
			if (file.startsWith('docsgen:')) return {};
			return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
		},
	};
}

/** Findings about files that export no component: esbuild warns of an import that is always undefined. */
function withoutComponent(
	{ templates }: CompileContext,
	warnings: readonly Message[],
	own: Record<string, string>,
): Diagnostic[] {
	const undefinedImports = warnings.filter(({ id }) => id === 'import-is-undefined').map(({ text }) => text);
	const lacks = (file: string, name: string): boolean =>
		undefinedImports.some((text) => text.startsWith(`Import "${name}" `) && text.endsWith(`/components/${file}"`));
	return Object.entries(own)
		.filter(([name, file]) => lacks(file, name) && lacks(file, 'default'))
		.map(([name, file]) => ({
			code: 'invalid-module',
			severity: 'error',
			file: `${templates}/components/${file}`,
			message: `${templates}/components/${file} exports no component of its name.`,
			hint: `Write "export function ${name}(…) { … }", or a default export.`,
		}));
}

/** Virtual path of the module; paths in its source map are relative to it. */
const TEMPLATES_FILE = join(PACKAGE_ROOT, 'templates.js');

/** The values of the environment variables that a module reads. */
function environmentOf({ inputs }: CompileContext, code: string): string {
	const names = new Set([...code.matchAll(/\bprocess\.env\.(\w+)/g)].map(([, name]) => name ?? ''));
	return JSON.stringify([...names].map((name) => [name, inputs.env(name)]));
}

/** Runs the module of compiled templates. */
export async function templatesOf(code: string): Promise<Templates> {
	return (await defaultOf(code, 'templates/')) as Templates;
}
