/** Reads the configuration of the old site as data, without executing it. */
import { existsSync, readFileSync } from 'node:fs';
import { parse as readToml, TomlError } from 'smol-toml';
import { readYaml } from './docsgen.ts';
import { type Fields, fieldsOf, type OldSite } from './old-site.ts';
import { Code } from './value.ts';
import { ModuleReader } from './values.ts';

export interface Reading {
	/** The value of a module, with a `Code` for each unknown part; undefined if the file does not exist. */
	read(file: string): unknown;
	/** The fields of a file in TOML, YAML or JSON; none if it is not valid. `text` is its text, if it was changed. */
	data(file: string, text?: string): Fields;
	/** Modules that could not be read completely, with the reason. */
	readonly unread: Map<string, string>;
	/** Files that are not valid, with the reason. */
	readonly invalid: Map<string, string>;
}

export function openReading(site: OldSite): Reading {
	const reader = new ModuleReader(site.root);
	const unread = new Map<string, string>();
	const invalid = new Map<string, string>();
	return {
		unread,
		invalid,
		data(file, text = readFileSync(file, 'utf8')) {
			const { value, problem } = file.endsWith('.toml') ? tomlOf(text) : readYaml(text);
			if (problem) invalid.set(file, `line ${problem.line}: ${problem.message}`);
			return fieldsOf(value);
		},
		read(file) {
			if (!existsSync(file)) return undefined;
			try {
				if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8')) as unknown;
				const value = unwrapped(reader.default(file));
				const part = unreadPart(value);
				const where = part === '' ? '' : `: ${part}`;
				if (part !== undefined) unread.set(file, `it is a program, which docsgen does not run${where}`);
				return value;
			} catch (error) {
				unread.set(file, `it is not valid: ${(error as Error).message}`);
				return file.endsWith('.json') ? undefined : new Code(site.flavour);
			}
		},
	};
}

function tomlOf(text: string): Pick<ReturnType<typeof readYaml>, 'value' | 'problem'> {
	try {
		return { value: readToml(text) };
	} catch (error) {
		if (!(error instanceof TomlError)) throw error;
		const [, message = error.message] = /^Invalid TOML document: ([^\n]*)/.exec(error.message) ?? [];
		return { problem: { message, line: error.line } };
	}
}

/** The configuration returned by a function, or passed to calls such as `defineConfig(…)`, however nested. */
function unwrapped(value: unknown): unknown {
	let inner = value;
	if (typeof inner === 'function') inner = settingsOf(inner);
	while (inner instanceof Code && inner.args.length > 0) [inner] = inner.args;
	return typeof inner === 'function' ? settingsOf(inner) : inner;
}

function settingsOf(make: unknown): unknown {
	return (make as (given: object) => unknown)({ mode: 'production', command: 'build' });
}

/** Fields that define the content of the site; code in other fields, such as Markdown plugins, does not matter. */
const CONTENT_FIELDS =
	/^(?:title|url|base|baseUrl|presets|plugins|themeConfig|docs|blog|path|routeBasePath|sidebar|sidebarPath|nav|navbar|items|text|label|link|integrations|locales|srcDir|rewrites|redirects)$/;

/** The path of the first part that docsgen would have to run; undefined if there is none. */
function unreadPart(value: unknown, path: string[] = []): string | undefined {
	if (value instanceof Code)
		return path.length === 0 ? '' : first(value.args.map((arg) => () => unreadPart(arg, [...path, '…'])));
	if (path.length > MAX_DEPTH || typeof value !== 'object' || value === null) return undefined;
	return first(
		Object.entries(value).map(([key, field]) => () => {
			// Custom fields are read by components only.
			if (key === 'customFields') return undefined;
			const isUnread = field instanceof Code && field.args.length === 0 && field.from === undefined;
			return isUnread && CONTENT_FIELDS.test(key) ? [...path, key].join('.') : unreadPart(field, [...path, key]);
		}),
	);
}

const MAX_DEPTH = 8;

/** The first result of several functions. */
function first<T>(finds: (() => T | undefined)[]): T | undefined {
	for (const find of finds) {
		const found = find();
		if (found !== undefined) return found;
	}
	return undefined;
}
