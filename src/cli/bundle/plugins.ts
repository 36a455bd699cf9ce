/**
 * A site's plugins for markdown-it, bundled into one module. Its text is an option of parsing, so that a changed plugin
 * parses all pages again, and other threads run the same code.
 */

import type { StdinOptions } from 'esbuild';
import { createParser, type MarkdownParser, type Plugin } from '../../content/markdown/dialect.ts';
import type { Config } from '../../content/model/config.ts';
import type { Diagnostic } from '../../content/model/diagnostic.ts';
import { hashOfValue } from '../../content/model/hash.ts';
import { CONFIG_FILE } from '../../content/model/identity.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import { BundleError } from '../terminal/findings.ts';
import { type CompileContext, compiled } from './compile.ts';
import { bundleModule, placedCode, placeOfError, runModule } from './places.ts';

/** Virtual file that imports the plugins. */
const ENTRY = 'plugins.js';

type Plugins = Config['markdown']['plugins'];
type Loaded = [plugin: (...given: unknown[]) => void, options: unknown][];

/** The module's text; empty without plugins. Throws a `BundleError` if one cannot be found or compiled. */
export async function compilePlugins(context: CompileContext, plugins: Plugins): Promise<string> {
	if (plugins.length === 0) return '';
	const { root } = context.project;
	const imports = plugins.map(({ plugin }, index) => `import * as plugin${index} from ${JSON.stringify(plugin)};`);
	const list = plugins.map(({ options }, index) => `[pick(plugin${index}), ${JSON.stringify(options)}]`);
	// The default export of a CommonJS module may be wrapped in one or two default exports.
	const contents = `${imports.join('\n')}
const pick = (module) => { while (module?.default) module = module.default; return module; };
export default [${list.join(', ')}];`;
	const module = await compiled(context, `plugins-${hashOfValue(plugins)}`, async (look) => {
		try {
			const stdin: StdinOptions = { contents, resolveDir: root, sourcefile: ENTRY, loader: 'js' };
			return await bundleModule(context, look, { stdin });
		} catch (error) {
			if (error instanceof BundleError)
				throw new BundleError(error.diagnostics.map((finding) => located(finding, plugins)));
			throw error;
		}
	});
	const code = placedCode(module, root);
	try {
		const { reads } = await open(code);
		const { inputs } = context;
		const states = reads.map((path) => [inputs.nameOf(path), inputs.hash(inputs.nameOf(path))]);
		// Another text: the plugins are loaded again, and pages parsed again, if a file has changed that they have read.
		return states.length === 0 ? code : `${code}\n//${hashOfValue(states)}`;
	} catch (error) {
		throw new BundleError([{ ...failure(error), ...placeOfError(error, module, context) }]);
	}
}

function failure(error: unknown): Diagnostic {
	return error instanceof BundleError && error.diagnostics[0]
		? error.diagnostics[0]
		: problem(`A plugin could not be run: ${(error as Error).message}`);
}

/** Reports an error in the virtual file as one in the configuration; its lines are the plugins' imports, in order. */
function located(finding: Diagnostic, plugins: Plugins): Diagnostic {
	if (finding.file !== ENTRY) return finding;
	const hint = 'Is it installed? To name a file of the site, begin with "./".';
	const words = plugins.slice((finding.line ?? 1) - 1, finding.line).map(({ plugin }) => plugin);
	return { ...problem(finding.message, hint), about: { words } };
}

function problem(text: string, hint?: string): Diagnostic {
	const file = CONFIG_FILE;
	return { code: 'markdown-plugin', severity: 'error', file, message: `markdown.plugins: ${text}`, hint };
}

interface Language {
	parser: MarkdownParser;
	/** Absolute paths of the files that plugins have read while they were loaded. */
	reads: string[];
}

const languages = new Map<string, Promise<Language>>();

/** The dialect with extensions, without plugins of a site. */
export const PLAIN_PARSER = createParser(EXTENSIONS);

/** The dialect with the plugins of a module; without a module, the plain one. */
export async function grammarOf(code = ''): Promise<MarkdownParser> {
	return code === '' ? PLAIN_PARSER : (await open(code)).parser;
}

function open(code: string): Promise<Language> {
	const known = languages.get(code) ?? load(code);
	languages.set(code, known);
	return known;
}

async function load(code: string): Promise<Language> {
	const reads: string[] = [];
	const loaded = (await runModule(code, 'markdown.plugins', (path) => reads.push(path))) as Loaded;
	const wrong = loaded.findIndex(([plugin]) => typeof plugin !== 'function');
	if (wrong >= 0)
		throw new BundleError([problem(`Number ${wrong + 1} is not a markdown-it plugin: it must export a function.`)]);
	const plugins = loaded.map(([plugin, options]): Plugin => {
		return (md) => plugin(md, options);
	});
	return { parser: createParser(EXTENSIONS, plugins), reads };
}
