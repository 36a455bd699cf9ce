/** The old configuration: read as data, or run after its owner has been asked. */
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { OldSite } from './old-site.ts';
import { runModule } from './run-code.ts';
import { Code } from './value.ts';
import { ModuleReader } from './values.ts';

export interface Reading {
	/** Value of a module, with a `Code` for what was not run; undefined where there is no such file. */
	read(file: string): Promise<unknown>;
	/** Modules that are programs and were not run, or could not be, with the reason. */
	readonly unread: Map<string, string>;
}

/** Reads modules of the old site. `ask` answers whether programs may be run; it is called once at most. */
export function openReading(site: OldSite, ask: (file: string) => Promise<boolean>): Reading {
	const reader = new ModuleReader(site.root);
	const unread = new Map<string, string>();
	let allowed: Promise<boolean> | undefined;
	return {
		unread,
		async read(file) {
			if (!existsSync(file)) return undefined;
			if (file.endsWith('.json')) {
				try {
					return JSON.parse(readFileSync(file, 'utf8')) as unknown;
				} catch (error) {
					unread.set(file, `it is not valid: ${(error as Error).message}`);
					return undefined;
				}
			}
			const value = await resultOf(() => reader.default(file));
			if (!isProgram(value)) return unwrapped(value);
			allowed ??= ask(file);
			if (!(await allowed)) {
				unread.set(file, 'it is a program, and was not run');
				return unwrapped(value);
			}
			const result = await runModule(file);
			if ('value' in result) return unwrapped(result.value);
			unread.set(file, `it could not be run: ${result.problem}`);
			return unwrapped(value);
		},
	};

	async function resultOf(read: () => unknown): Promise<unknown> {
		try {
			const value = read();
			return typeof value === 'function'
				? (value as (given: object) => unknown)({ mode: 'production', command: 'build' })
				: value;
		} catch {
			return new Code(site.flavour);
		}
	}
}

/** The configuration that a call such as `defineConfig(…)` is given, however often it is wrapped. */
function unwrapped(value: unknown): unknown {
	let inner = value;
	while (inner instanceof Code && inner.args.length > 0) [inner] = inner.args;
	if (typeof inner === 'function')
		return (inner as (given: object) => unknown)({ mode: 'production', command: 'build' });
	return inner;
}

/** Fields that say what the site is made of; code in others (plugins of the Markdown parser) changes nothing here. */
const TELLING =
	/^(?:title|url|base|baseUrl|presets|plugins|themeConfig|docs|blog|path|routeBasePath|sidebar|sidebarPath|nav|navbar|items|integrations|locales|srcDir|rewrites|redirects)$/;

/** Whether a value lacks what only a run would tell. */
function isProgram(value: unknown): boolean {
	const whole = unwrapped(value);
	if (whole instanceof Code) return true;
	const visit = (inner: unknown, depth: number): boolean => {
		if (inner instanceof Code) return inner.args.length > 0 ? inner.args.some((arg) => visit(arg, depth + 1)) : false;
		if (depth > 8 || typeof inner !== 'object' || inner === null) return false;
		return Object.entries(inner).some(
			([key, field]) =>
				// Nobody but components reads them.
				key !== 'customFields' &&
				((field instanceof Code && field.args.length === 0 && field.from === undefined && TELLING.test(key)) ||
					visit(field, depth + 1)),
		);
	};
	return visit(whole, 0);
}

/** Asks on the terminal; without one the answer is no. */
export async function askOnTerminal(file: string): Promise<boolean> {
	if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	const answer = await terminal.question(
		`${file} is a program. Run it, in a process of its own and without its packages? (y/N) `,
	);
	terminal.close();
	return /^y(?:es)?$/i.test(answer.trim());
}
