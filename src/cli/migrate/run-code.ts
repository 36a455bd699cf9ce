/**
 * Runs a configuration that is a program, for its value. It runs in a process of its own with a time limit, without
 * the environment of this one, and no package is loaded: whatever it imports that is no file beside it is a stand-in
 * that takes every call and remembers its name.
 */
import { spawn } from 'node:child_process';
import { isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { isRecord } from '../../content/model/schema.ts';
import { Code } from './value.ts';

const TIME_LIMIT = 20_000;
/** Stands before the value in what the process prints. */
const MARK = '\u0001docsgen\u0001';

/** The default export of a module as data, with a `Code` for functions and stand-ins; or why there is none. */
export async function runModule(file: string): Promise<{ value: unknown } | { problem: string }> {
	const { build } = await import('esbuild');
	let program: string;
	try {
		const result = await build({
			entryPoints: [file],
			bundle: true,
			write: false,
			platform: 'node',
			format: 'cjs',
			target: 'node20',
			logLevel: 'silent',
			plugins: [STAND_INS],
			define: { __dirname: JSON.stringify(dirname(file)), 'import.meta.url': JSON.stringify(pathToFileURL(file).href) },
			loader: { '.css': 'empty', '.md': 'text', '.mdx': 'text' },
		});
		program = result.outputFiles[0]?.text ?? '';
	} catch (error) {
		return { problem: (error as Error).message.split('\n')[0] ?? '' };
	}
	const { output, problem } = await run(
		`(${PRELUDE})(function (module, exports, require) {${program}\n})`,
		dirname(file),
	);
	const at = output.lastIndexOf(MARK);
	return at < 0 ? { problem } : { value: revive(JSON.parse(output.slice(at + MARK.length))) };
}

/** Packages are none of the configuration. */
const STAND_INS: Plugin = {
	name: 'stand-ins',
	setup(build) {
		build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
			if (kind === 'entry-point') return undefined;
			return isBuiltin(path) ? { path, external: true } : { path, namespace: 'stand-in' };
		});
		// A file that is missing, such as one that another command generates.
		build.onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
			if (pluginData === 'asked') return undefined;
			const found = await build.resolve(path, { kind, resolveDir, pluginData: 'asked' });
			return found.errors.length > 0 ? { path, namespace: 'stand-in' } : found;
		});
		build.onLoad({ filter: /./, namespace: 'stand-in' }, ({ path }) => ({
			contents: `module.exports = globalThis.docsgenStandIn(${JSON.stringify(path)}, '', []);`,
		}));
	},
};

/** Text of the program around the configuration: it has nothing of this file but its own text. */
const PRELUDE = String(async (body: (module: object, exports: object, require: unknown) => void) => {
	const made = new WeakMap<object, { $code: string; from: string; args: unknown[] }>();
	const standIn = (from: string, name: string, args: unknown[]): unknown => {
		const target = (): void => {};
		const proxy: object = new Proxy(target, {
			get(_, key) {
				if (key === Symbol.toPrimitive) return () => name;
				if (key === Symbol.iterator) return () => [][Symbol.iterator]();
				if (key === 'then' || typeof key === 'symbol') return undefined;
				return key === '__esModule' ? false : standIn(from, name ? `${name}.${key}` : key, []);
			},
			has: () => true,
			getPrototypeOf: () => proxy,
			apply: (__, ___, given: unknown[]) =>
				given.length === 1 && /(?:^|\.)define[A-Z]\w*$/.test(name) ? given[0] : standIn(from, name, given),
			construct: (__, given: unknown[]) => standIn(from, name, given) as object,
		});
		made.set(proxy, { $code: name, from, args });
		return proxy;
	};
	const plain = (value: unknown, depth: number): unknown => {
		if (typeof value === 'function')
			return made.has(value)
				? { ...made.get(value), args: made.get(value)?.args.map((arg) => plain(arg, depth + 1)) }
				: { $code: value.name || 'function' };
		if (typeof value !== 'object' || value === null || depth > 60)
			return typeof value === 'bigint' ? String(value) : value;
		if (value instanceof RegExp) return { $regexp: [value.source, value.flags] };
		if (value instanceof Date) return value.toISOString();
		if (value instanceof URL) return value.href;
		if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, depth + 1)]));
	};
	// Not by its name: this text is compiled into a module, where that name would be another one.
	const own = Reflect.get(globalThis, 'require') as NodeJS.Require;
	const find = (name: string): string => {
		try {
			return own.resolve(name);
		} catch {
			return name;
		}
	};
	Object.assign(globalThis, { docsgenStandIn: standIn });
	for (const name of ['log', 'info', 'warn', 'debug'] as const) console[name] = () => {};
	const module: { exports: { default?: unknown } } = { exports: {} };
	body(
		module,
		module.exports,
		Object.assign((name: string) => own(name) as unknown, { resolve: find }),
	);
	let value: unknown = module.exports;
	if (typeof value === 'object' && value !== null && 'default' in value) value = value.default;
	if (typeof value === 'function' && !made.has(value))
		value = (value as (given: object) => unknown)({ mode: 'production', command: 'build' });
	process.stdout.write(`\u0001docsgen\u0001${JSON.stringify(plain(await value, 0))}`, () => process.exit(0));
});

function run(program: string, cwd: string): Promise<{ output: string; problem: string }> {
	return new Promise((resolve) => {
		const { PATH, HOME, SYSTEMROOT } = process.env;
		const child = spawn(process.execPath, ['--input-type=commonjs', '-'], {
			cwd,
			env: { PATH, HOME, SYSTEMROOT, NODE_ENV: 'production' },
			timeout: TIME_LIMIT,
			killSignal: 'SIGKILL',
		});
		let output = '';
		let problem = '';
		child.stdout.on('data', (chunk: Buffer) => {
			output += chunk.toString();
		});
		child.stderr.on('data', (chunk: Buffer) => {
			problem += chunk.toString();
		});
		child.on('error', (error) => resolve({ output: '', problem: error.message }));
		child.on('close', (_, signal) =>
			resolve({
				output,
				problem: signal ? 'it took too long' : (/^\w*Error: .+$/m.exec(problem)?.[0] ?? 'it has no value'),
			}),
		);
		child.stdin.on('error', () => {});
		child.stdin.end(program);
	});
}

function revive(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(revive);
	if (!isRecord(value)) return value;
	const { $code: text, from, args, $regexp: pattern } = value;
	if (typeof text === 'string')
		return new Code(text, typeof from === 'string' ? from : undefined, Array.isArray(args) ? args.map(revive) : []);
	if (Array.isArray(pattern)) return new RegExp(String(pattern[0]), String(pattern[1]));
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]));
}
