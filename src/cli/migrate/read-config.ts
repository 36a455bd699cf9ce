/** Reads the configuration of the old site as data, without executing it. */
import { existsSync, readFileSync } from 'node:fs';
import type { OldSite } from './old-site.ts';
import { Code } from './value.ts';
import { ModuleReader } from './values.ts';

export interface Reading {
	/** The value of a module, with a `Code` for each unknown part; undefined if the file does not exist. */
	read(file: string): unknown;
	/** Modules that could not be read completely, with the reason. */
	readonly unread: Map<string, string>;
}

export function openReading(site: OldSite): Reading {
	const reader = new ModuleReader(site.root);
	const unread = new Map<string, string>();
	return {
		unread,
		read(file) {
			if (!existsSync(file)) return undefined;
			try {
				if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8')) as unknown;
				const value = unwrapped(reader.default(file));
				if (hasUnreadParts(value)) unread.set(file, 'it is a program, which docsgen does not run');
				return value;
			} catch (error) {
				unread.set(file, `it is not valid: ${(error as Error).message}`);
				return file.endsWith('.json') ? undefined : new Code(site.flavour);
			}
		},
	};
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
	/^(?:title|url|base|baseUrl|presets|plugins|themeConfig|docs|blog|path|routeBasePath|sidebar|sidebarPath|nav|navbar|items|integrations|locales|srcDir|rewrites|redirects)$/;

function hasUnreadParts(value: unknown, depth = 0): boolean {
	if (value instanceof Code) return depth === 0 || value.args.some((arg) => hasUnreadParts(arg, depth + 1));
	if (depth > 8 || typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(
		([key, field]) =>
			// Custom fields are read by components only.
			key !== 'customFields' &&
			((field instanceof Code && field.args.length === 0 && field.from === undefined && CONTENT_FIELDS.test(key)) ||
				hasUnreadParts(field, depth + 1)),
	);
}
