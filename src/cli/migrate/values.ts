/**
 * Reads configuration and sidebars of other tools as data, with the interpreter of pages. Supports the usual code of such
 * files (constants, imports of local files, lists, small functions) and has access to data only: it loads no packages,
 * writes no files, and the environment is empty. An unknown part becomes a `Code` in its place, and everything around it
 * is still evaluated.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type esbuild from 'esbuild';
import { isRecord, parseModule, readYaml } from './docsgen.ts';
import { call } from './evaluate.ts';
import { type Exports, readModule } from './module.ts';
import { isFile, mayRead } from './old-site.ts';
import { Closure, Code, type Host, type Known, Native } from './value.ts';
import { GLOBALS as OF_PAGES } from './vocabulary.ts';

const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.cts', '.json', '.tsx', '.jsx'];
const MODULE = /\.(?:[cm]?[jt]sx?|json)$/;

type Read = Pick<Exports, 'exported'>;

/** Reads modules of a site; each file is read once. */
export class ModuleReader {
	/** Folder for relative paths. */
	readonly #root: string;
	readonly #modules = new Map<string, Read>();
	/** The `require` function of each module. */
	readonly #requires = new Map<string, unknown>();

	/** Resolves imports of packages; unknown ones become a `Code`. */
	readonly #packaged: (name: string, from: string) => Known | undefined;

	/** Whether a file is moved anyway, so that it may be read wherever it is. */
	readonly #isOurs: (file: string) => boolean;

	constructor(
		root: string,
		packaged: (name: string, from: string) => Known | undefined = () => undefined,
		isOurs: (file: string) => boolean = () => false,
	) {
		this.#root = root;
		this.#packaged = packaged;
		this.#isOurs = isOurs;
	}

	/**
	 * The default export of a module: data, with a function for each function and a `Code` for each part that would have to
	 * be executed. Throws if the file is not a module.
	 */
	default(file: string): unknown {
		const { exported } = this.#module(file);
		const known = exported('default') ?? exported('*');
		return data(known && 'value' in known ? known.value : new Code('default'), new Map());
	}

	/** All exports of a module, read like `default`. */
	exports(file: string): Record<string, unknown> {
		const { exported } = this.#module(file);
		const names = exported('*');
		const all = { ...(names && 'value' in names ? Object(names.value) : {}) } as Record<string, unknown>;
		return data(all, new Map()) as Record<string, unknown>;
	}

	#module(file: string): Read {
		const seen = this.#modules.get(file);
		if (seen) return seen;
		if (!this.#isOurs(file) && !mayRead(file, this.#root))
			throw new Error(`${file} is outside of the repository, or hidden.`);
		const text = readFileSync(file, 'utf8');
		const read = file.endsWith('.json') ? value(JSON.parse(text) as unknown) : this.#interpret(file, text);
		this.#modules.set(file, read);
		return read;
	}

	#interpret(file: string, text: string): Read {
		// Loaded on demand: docsgen would load a static import at every start.
		const { transformSync } = createRequire(import.meta.url)('esbuild') as typeof esbuild;
		const { code } = transformSync(text, {
			loader: /tsx?$/.test(file) ? 'tsx' : /ts$/.test(file) ? 'ts' : 'jsx',
			jsx: 'preserve',
			format: /\b(?:module\.exports|exports)\b/.test(text) ? undefined : 'esm',
			target: 'esnext',
		});
		const statements = parseModule(code);
		if (!statements) throw new Error(`${file} is no module`);
		const common = { exports: {} as unknown };
		const empty = common.exports;
		const host = this.#host(file, common);
		// In a cycle of imports, other modules see the exports so far.
		let exports: Exports | undefined;
		this.#modules.set(file, { exported: (name) => exports?.exported(name) });
		exports = readModule(statements, {
			importOf: (name, from) => this.imported(name, from, file),
			host,
			outer: globals(host),
		});
		const { exported } = exports;
		const isCommon = common.exports !== empty || Object.keys(Object(empty)).length > 0;
		const own = common.exports;
		if (!isCommon) return { exported };
		const isModule = Object.hasOwn(Object(own), 'default');
		return {
			exported: (name) =>
				(name === '*' ? undefined : exported(name)) ??
				(name === 'default' && !isModule ? { value: own } : value(own).exported(name)),
		};
	}

	#host(file: string, common: { exports: unknown }): Host {
		const folder = dirname(file);
		const load = (from: string): unknown => {
			const known = this.imported('*', from, file);
			return known && 'value' in known ? known.value : undefined;
		};
		const require = Object.assign((from: unknown) => commonOf(load(String(from))), {
			resolve: (name: unknown) =>
				/^\.{1,2}\//.test(String(name)) ? (find(String(name), file) ?? resolve(folder, String(name))) : name,
		});
		this.#requires.set(file, require);
		return {
			meta: { url: pathToFileURL(file).href, dirname: folder, filename: file, env: {} },
			load: (from) => namespaceOf(load(from)),
			globals: {
				...GLOBALS,
				__dirname: folder,
				__filename: file,
				module: common,
				exports: common.exports,
				require,
				process: { ...PROCESS, cwd: () => this.#root },
			},
		};
	}

	/** Imports: exports of local files, read-only parts of Node, and a `Code` for packages. */
	imported(name: string, from: string, file: string): Known | undefined {
		const found = find(from, file);
		if (found?.endsWith('.json') || found?.match(MODULE)) {
			try {
				return this.#module(found).exported(name);
			} catch {
				// Code is never data: what depends on it is reported.
				return { value: new Code(name, from) };
			}
		}
		const node = /^(?:node:)?module$/.test(from)
			? { createRequire: () => this.#requires.get(file) }
			: nodeOf(this.#root)[from.replace(/^node:/, '')];
		if (node !== undefined) return name === 'default' || name === '*' ? { value: node } : value(node).exported(name);
		return this.#packaged(name, from) ?? { value: new Code(name, from) };
	}
}

/** A module with only a default export, as `require` returns it in tools that bundle the configuration. */
function commonOf(all: unknown): unknown {
	const isDefault = !(all instanceof Code) && Object.keys(Object(all)).join() === 'default';
	if (!isDefault) return all;
	const inner = Reflect.get(Object(all), 'default') as unknown;
	return isRecord(inner) && !(inner instanceof Closure) && !(inner instanceof Code)
		? { ...inner, default: inner }
		: inner;
}

/** A module as `import()` returns it. */
function namespaceOf(all: unknown): unknown {
	return isRecord(all) && !(all instanceof Code) && !Object.hasOwn(all, 'default') ? { ...all, default: all } : all;
}

/** Treats a value as the exports of a whole module. */
function value(whole: unknown): Read {
	return {
		exported: (name) =>
			name === 'default' || name === '*'
				? { value: whole }
				: Object.hasOwn(Object(whole), name)
					? { value: Reflect.get(Object(whole), name) as unknown }
					: undefined,
	};
}

function globals({ globals: known }: Host) {
	const given = new Map(Object.entries(known));
	return Object.assign((name: string) => (given.has(name) ? { value: given.get(name) } : undefined), {
		set: (name: string, fresh: unknown) => Boolean(given.has(name) && given.set(name, fresh)),
	});
}

/** The local file of an import, if any. */
function find(name: string, from: string): string | undefined {
	if (!/^\.{0,2}\//.test(name)) return undefined;
	const path = resolve(dirname(from), name);
	const bare = path.replace(/\.[cm]?js$/, '');
	const files = [path, bare].flatMap((base) => ENDINGS.map((ending) => base + ending));
	return [...files, ...ENDINGS.slice(1).map((ending) => join(path, `index${ending}`))].find(
		(file) => MODULE.test(file) && isFile(file),
	);
}

/** Converts a value for callers outside the interpreter. */
function data(given: unknown, seen: Map<unknown, unknown>): unknown {
	if (given instanceof Closure)
		return (...args: unknown[]) => {
			const result = call(given, args);
			return result.ok ? data(result.value, new Map()) : new Code('function');
		};
	if (given instanceof Native) return given.call;
	if (given instanceof Code)
		return new Code(
			given.text,
			given.from,
			given.args.map((arg) => data(arg, seen)),
		);
	const isPlain = Array.isArray(given) || Object.getPrototypeOf(Object(given)) === Object.prototype;
	if (typeof given !== 'object' || given === null || !isPlain) return given;
	const known = seen.get(given);
	if (known !== undefined) return known;
	const copy: object = Array.isArray(given) ? [] : {};
	seen.set(given, copy);
	for (const [key, inner] of Object.entries(given)) Reflect.set(copy, key, data(inner, seen));
	return copy;
}

function pick(object: object, names: string[]): Record<string, unknown> {
	return Object.fromEntries(names.map((name) => [name, Reflect.get(object, name)]));
}

const ignore = (): undefined => undefined;
const PROCESS = { env: {}, argv: [], platform: process.platform, version: process.version };

/** Names available in a module without an import: a page's names, and more. */
const GLOBALS: Record<string, unknown> = {
	...OF_PAGES,
	console: { log: ignore, warn: ignore, error: ignore, info: ignore },
	Object: {
		...pick(Object, ['keys', 'values', 'entries', 'fromEntries', 'assign', 'freeze', 'hasOwn']),
		defineProperty: (object: unknown) => object,
	},
	Array: pick(Array, ['isArray', 'from', 'of']),
	JSON: pick(JSON, ['parse', 'stringify']),
	Promise: { all: (list: unknown) => list, resolve: (given: unknown) => given },
	Date: pick(Date, ['now']),
	String: (given: unknown) => String(given),
};

const parseYaml = (text: unknown): unknown => readYaml(String(text)).value;
/** The parts of Node that only read, and YAML parsers. */
function nodeOf(root: string): Record<string, Record<string, unknown>> {
	const at = (path: unknown): string => resolve(root, path instanceof URL ? fileURLToPath(path) : String(path));
	const admitted = (file: unknown): string => {
		if (mayRead(at(file), root)) return at(file);
		throw new Error(`${String(file)} is outside of the repository, or hidden.`);
	};
	const path = {
		join,
		dirname,
		basename,
		extname,
		relative,
		resolve: (...parts: string[]) => resolve(root, ...parts),
		sep: '/',
	};
	return {
		path: { ...path, posix: path },
		'path/posix': path,
		fs: {
			existsSync: (file: unknown) => mayRead(at(file), root) && existsSync(at(file)),
			readFileSync: (file: unknown) => readFileSync(admitted(file), 'utf8'),
			readdirSync: (file: unknown) => readdirSync(admitted(file)),
			statSync: (file: unknown) => statSync(admitted(file)),
			realpathSync: (file: unknown) => realpathSync(admitted(file)),
		},
		url: {
			fileURLToPath: (url: unknown) => fileURLToPath(String(url)),
			pathToFileURL: (file: unknown) => pathToFileURL(String(file)),
			URL,
		},
		process: { ...PROCESS, cwd: () => root },
		'js-yaml': { load: parseYaml },
		yaml: { parse: parseYaml },
	};
}
