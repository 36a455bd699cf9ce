/** A console that prints as Node's does. */
import { formatWithOptions, inspect } from 'node-inspect-extracted';
import { tableOf } from './table.ts';

/** Node shows what these have; in browsers that is hidden behind getters. */
Object.defineProperty(Headers.prototype, inspect.custom, {
	value(this: Headers, _: number, options: object) {
		return `Headers ${inspect(Object.fromEntries(this), options)}`;
	},
});
Object.defineProperty(Response.prototype, inspect.custom, {
	value(this: Response, _: number, options: object) {
		const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = this;
		return `Response ${inspect({ status, statusText, headers, body, bodyUsed, ok, redirected, type, url }, options)}`;
	},
});

type Write = (stream: 'out' | 'error', text: string) => void;

/** Characters by which a group is indented. */
const GROUP = 2;

/** Text of a thrown value as Node prints it. */
export function thrown(value: unknown): string {
	if (!(value instanceof Error)) return `Uncaught:\n${inspect(value)}`;
	const text = inspect(value);
	// Without frames, the error is in brackets.
	const head = `[${value.stack}]`;
	return text.startsWith(head) ? value.stack + text.slice(head.length) : text;
}

export function nodeConsole(write: Write) {
	let indent = '';
	const counts = new Map<string, number>();
	const times = new Map<string, number>();
	const say = (stream: 'out' | 'error', values: unknown[]): void => {
		const text = formatWithOptions({}, ...values);
		write(stream, `${indent}${text.replaceAll('\n', `\n${indent}`)}\n`);
	};
	const out = (...values: unknown[]): void => say('out', values);
	const error = (...values: unknown[]): void => say('error', values);
	const group = (...values: unknown[]): void => {
		if (values.length > 0) out(...values);
		indent += ' '.repeat(GROUP);
	};
	const passed = (label: string): string => `${label}: ${(performance.now() - (times.get(label) ?? 0)).toFixed(3)}ms`;
	return {
		log: out,
		info: out,
		debug: out,
		error,
		warn: error,
		trace: (...values: unknown[]) => error('Trace:', ...values),
		dir: (value: unknown, options?: object) => out(inspect(value, { customInspect: false, ...options })),
		table: (data?: unknown, columns?: readonly string[]) => out(tableOf(data, columns) ?? data),
		assert: (holds?: unknown, ...values: unknown[]) => {
			if (holds) return;
			const [first, ...more] = values;
			if (values.length === 0) error('Assertion failed');
			else if (typeof first === 'string') error(`Assertion failed: ${first}`, ...more);
			else error('Assertion failed:', ...values);
		},
		group,
		groupCollapsed: group,
		groupEnd: () => {
			indent = indent.slice(GROUP);
		},
		count: (label = 'default') => {
			counts.set(label, (counts.get(label) ?? 0) + 1);
			out(`${label}: ${counts.get(label)}`);
		},
		countReset: (label = 'default') => void counts.delete(label),
		time: (label = 'default') => void times.set(label, performance.now()),
		timeLog: (label = 'default', ...values: unknown[]) => out(passed(label), ...values),
		timeEnd: (label = 'default') => {
			out(passed(label));
			times.delete(label);
		},
	};
}
