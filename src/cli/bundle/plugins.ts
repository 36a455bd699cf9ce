/**
 * A site's plugins for markdown-it and its extensions, each list bundled into one module. Its text is an option of parsing,
 * so that a changed plugin parses all pages again, and other threads run the same code.
 */

import type { StdinOptions } from 'esbuild';
import { createParser, type MarkdownParser, type Plugin } from '../../content/markdown/dialect.ts';
import type { Config } from '../../content/model/config.ts';
import type { Diagnostic } from '../../content/model/diagnostic.ts';
import { hashOfValue } from '../../content/model/hash.ts';
import { CONFIG_FILE } from '../../content/model/identity.ts';
import type { ParseOptions } from '../../content/model/page.ts';
import { isRecord } from '../../content/model/schema.ts';
import type { SiteExtension } from '../../extension.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import { BundleError } from '../terminal/findings.ts';
import { type CompileContext, compiled } from './compile.ts';
import { bundleModule, placedCode, placeOfError, runModule } from './places.ts';

/** Virtual file that imports the plugins. */
const ENTRY = 'plugins.js';

/** A list of modules in the configuration. */
interface ModuleList {
	field: 'markdown.plugins' | 'extensions';
	/** Code of findings about them. */
	code: 'markdown-plugin' | 'extension';
	modules: { name: string; options: unknown }[];
}

interface Loaded {
	list: [exported: unknown, options: unknown][];
	/** Absolute paths of the files that the modules have read while they were loaded. */
	reads: string[];
}

/** Lists of modules that have run, by their text. */
const loading = new Map<string, Promise<Loaded>>();

function load(code: string, field: ModuleList['field']): Promise<Loaded> {
	const known = loading.get(code) ?? run(code, field);
	loading.set(code, known);
	return known;
}

async function run(code: string, field: ModuleList['field']): Promise<Loaded> {
	const reads: string[] = [];
	const list = (await runModule(code, field, (path) => reads.push(path))) as Loaded['list'];
	return { list, reads };
}

/** The module of a site's plugins. */
export function compilePlugins(context: CompileContext, plugins: Config['markdown']['plugins']): Promise<string> {
	const modules = plugins.map(({ plugin, options }) => ({ name: plugin, options }));
	return compileList(context, { field: 'markdown.plugins', code: 'markdown-plugin', modules });
}

/** The module of a site's extensions. */
export function compileExtensions(context: CompileContext, extensions: Config['extensions']): Promise<string> {
	const modules = extensions.map(({ extension, options }) => ({ name: extension, options }));
	return compileList(context, { field: 'extensions', code: 'extension', modules });
}

/** The text of a module that exports a list; empty for no modules. Throws a `BundleError` if one cannot be found or compiled. */
async function compileList(context: CompileContext, of: ModuleList): Promise<string> {
	const { modules } = of;
	if (modules.length === 0) return '';
	const { root } = context.project;
	const imports = modules.map(({ name }, index) => `import * as module${index} from ${JSON.stringify(name)};`);
	const list = modules.map(({ options }, index) => `[pick(module${index}), ${JSON.stringify(options)}]`);
	// The default export of a CommonJS module may be wrapped in one or two default exports.
	const contents = `${imports.join('\n')}
const pick = (module) => { while (module?.default) module = module.default; return module; };
export default [${list.join(', ')}];`;
	const module = await compiled(context, `${of.code}-${hashOfValue(modules)}`, async (look) => {
		try {
			const stdin: StdinOptions = { contents, resolveDir: root, sourcefile: ENTRY, loader: 'js' };
			return await bundleModule(context, look, { stdin });
		} catch (error) {
			if (error instanceof BundleError) throw new BundleError(error.diagnostics.map((finding) => located(finding, of)));
			throw error;
		}
	});
	const code = placedCode(module, root);
	try {
		const { reads } = await load(code, of.field);
		const { inputs } = context;
		const states = reads.map((path) => [inputs.nameOf(path), inputs.hash(inputs.nameOf(path))]);
		// Another text: the plugins are loaded again, and pages parsed again, if a file has changed that they have read.
		return states.length === 0 ? code : `${code}\n//${hashOfValue(states)}`;
	} catch (error) {
		throw new BundleError([{ ...failure(error, of), ...placeOfError(error, module, context) }]);
	}
}

function failure(error: unknown, of: ModuleList): Diagnostic {
	return error instanceof BundleError && error.diagnostics[0]
		? error.diagnostics[0]
		: problem(of, `A module could not be run: ${(error as Error).message}`);
}

/** Reports an error in the virtual file as one in the configuration; its lines are the imports, in order. */
function located(finding: Diagnostic, of: ModuleList): Diagnostic {
	if (finding.file !== ENTRY) return finding;
	const hint = 'Is it installed? To name a file of the site, begin with "./".';
	const words = of.modules.slice((finding.line ?? 1) - 1, finding.line).map(({ name }) => name);
	return { ...problem(of, finding.message, hint), about: { words } };
}

function problem({ code, field }: Pick<ModuleList, 'code' | 'field'>, text: string, hint?: string): Diagnostic {
	return { code, severity: 'error', file: CONFIG_FILE, message: `${field}: ${text}`, hint };
}

/** The dialect with extensions, without plugins of a site. */
export const PLAIN_PARSER = createParser(EXTENSIONS);

const languages = new Map<string, Promise<MarkdownParser>>();

/** The dialect with the plugins of a module and the extensions of another; without modules, the plain one. */
export function grammarOf({
	plugins = '',
	extending = '',
}: Pick<ParseOptions, 'plugins' | 'extending'>): Promise<MarkdownParser> {
	const key = hashOfValue([plugins, extending]);
	const known = languages.get(key) ?? makeLanguage(plugins, extending);
	languages.set(key, known);
	return known;
}

async function makeLanguage(plugins: string, extending: string): Promise<MarkdownParser> {
	if (plugins === '' && extending === '') return PLAIN_PARSER;
	return createParser([...EXTENSIONS, ...(await extensionsOf(extending))], await pluginsOf(plugins));
}

async function pluginsOf(code: string): Promise<Plugin[]> {
	if (code === '') return [];
	const { list } = await load(code, 'markdown.plugins');
	return list.map(([plugin, options], index): Plugin => {
		if (typeof plugin === 'function') return (md) => plugin(md, options);
		const of = { code: 'markdown-plugin', field: 'markdown.plugins' } as const;
		throw new BundleError([problem(of, `Number ${index + 1} is not a markdown-it plugin: it must export a function.`)]);
	});
}

const loadedExtensions = new Map<string, Promise<SiteExtension[]>>();

/** The extensions of a module, the same ones each time. Throws a `BundleError` for what is none. */
export function extensionsOf(code: string): Promise<SiteExtension[]> {
	const known = loadedExtensions.get(code) ?? loadExtensions(code);
	loadedExtensions.set(code, known);
	return known;
}

/** Slots of an extension of a site. */
const SLOTS = {
	name: 'string',
	dialect: 'object',
	fences: 'object',
	words: 'object',
	config: 'object',
	pages: 'function',
};

async function loadExtensions(code: string): Promise<SiteExtension[]> {
	if (code === '') return [];
	const of = { code: 'extension', field: 'extensions' } as const;
	const refuse = (index: number, text: string, hint: string): never => {
		throw new BundleError([problem(of, `Number ${index + 1} ${text}`, hint)]);
	};
	const { list } = await load(code, 'extensions');
	const names = new Set(EXTENSIONS.map(({ name }) => name));
	return list.map(([exported, options], index) => {
		const made: unknown = typeof exported === 'function' ? exported(options) : exported;
		if (!isRecord(made))
			return refuse(
				index,
				'is not an extension.',
				'Export an object with a name and slots, or a function that returns one.',
			);
		const { name } = made;
		if (typeof name !== 'string' || !/^[a-z][a-z\d-]*$/.test(name))
			return refuse(index, 'has no valid name.', 'Give it a "name" of small letters, digits and hyphens.');
		if (names.has(name)) return refuse(index, `has the name "${name}", which is taken.`, 'Choose another name.');
		names.add(name);
		for (const [slot, value] of Object.entries(made)) {
			const kind = Object.hasOwn(SLOTS, slot) ? SLOTS[slot as keyof typeof SLOTS] : undefined;
			if (kind === undefined)
				return refuse(index, `has no slot "${slot}".`, `Slots: ${Object.keys(SLOTS).join(', ')}.`);
			if (value !== undefined && typeof value !== kind)
				return refuse(
					index,
					`must have ${kind === 'object' ? 'an' : 'a'} ${kind} as "${slot}".`,
					'See "Extensions" in the guide.',
				);
		}
		return made as unknown as SiteExtension;
	});
}
