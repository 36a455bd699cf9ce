/** Names, methods and operators for expressions; none has access to anything but its arguments. */
import { Closure, Native, text } from './value.ts';

/** Names available without an import. None depends on the clock or on random numbers. */
export const GLOBALS: Record<string, unknown> = {
	undefined,
	NaN: Number.NaN,
	Infinity: Number.POSITIVE_INFINITY,
	String: new Native(text),
	Number: new Native((value: unknown) => Number(value)),
	Boolean: new Native((value: unknown) => Boolean(value)),
	parseInt: new Native((value: unknown, base: number) => Number.parseInt(text(value), base)),
	parseFloat: new Native((value: unknown) => Number.parseFloat(text(value))),
	encodeURIComponent: new Native((value: unknown) => encodeURIComponent(text(value))),
	Object: {
		keys: new Native((value: object) => Object.keys(value ?? {})),
		values: new Native((value: object) => Object.values(value ?? {})),
		entries: new Native((value: object) => Object.entries(value ?? {})),
		fromEntries: new Native((value: [string, unknown][]) => Object.fromEntries(value)),
		freeze: new Native((value: unknown) => value),
	},
	Array: { isArray: new Native((value: unknown) => Array.isArray(value)) },
	JSON: { stringify: new Native((value: unknown, _: unknown, space: number) => JSON.stringify(value, null, space)) },
	Math: Object.fromEntries(
		(['abs', 'ceil', 'floor', 'max', 'min', 'round', 'sqrt', 'trunc'] as const).map((name) => [
			name,
			new Native((...numbers: number[]) => (Math[name] as (...args: number[]) => number)(...numbers)),
		]),
	),
	useBaseUrl: new Native((path: unknown) => text(path)),
};

/** Read-only methods of lists and texts. Methods that would change a list get a copy. */
export const METHODS = {
	list: new Set(
		'at concat every filter find findIndex flat flatMap includes indexOf join map reduce reverse slice some sort'.split(
			' ',
		),
	),
	text: new Set(
		'at charAt concat endsWith includes indexOf lastIndexOf padEnd padStart repeat replace replaceAll slice split startsWith substring toLowerCase toString toUpperCase trim trimEnd trimStart'.split(
			' ',
		),
	),
	number: new Set(['toFixed', 'toString']),
};
/** Methods that change a list, allowed for lists created by the evaluation. */
export const CHANGING = new Set(['push', 'pop', 'shift', 'unshift', 'splice']);
/** Methods with a result as long as the product of the input lengths. */
export const GROWING = new Set(['padEnd', 'padStart', 'repeat', 'replaceAll', 'join', 'from']);

export const BINARY: Record<string, (a: never, b: never) => unknown> = {
	'+': (a: unknown, b: unknown) =>
		typeof a === 'number' && typeof b === 'number'
			? a + b
			: typeof a === 'object' || typeof b === 'object'
				? ''
				: `${String(a)}${String(b)}`,
	'-': (a: number, b: number) => a - b,
	'*': (a: number, b: number) => a * b,
	'/': (a: number, b: number) => a / b,
	'%': (a: number, b: number) => a % b,
	'**': (a: number, b: number) => a ** b,
	'<': (a: number, b: number) => a < b,
	'>': (a: number, b: number) => a > b,
	'<=': (a: number, b: number) => a <= b,
	'>=': (a: number, b: number) => a >= b,
	'===': Object.is,
	'!==': (a: unknown, b: unknown) => !Object.is(a, b),
	'==': (a: unknown, b: unknown) => Object.is(a ?? null, b ?? null),
	'!=': (a: unknown, b: unknown) => !Object.is(a ?? null, b ?? null),
	in: (key: unknown, object: unknown) => Object.hasOwn(Object(object), String(key)),
};

/** Classes that configuration may create with `new`. */
export const CLASSES: Record<string, (...args: never[]) => object> = {
	Date: (...args: []) => new Date(...args),
	Set: (list: []) => new Set(list),
	Map: (list: []) => new Map(list),
	RegExp: (pattern: string, flags?: string) => new RegExp(pattern, flags),
	URL: (path: string, base?: string) => new URL(path, base),
};

export const UNARY: Record<string, (value: unknown) => unknown> = {
	'!': (value) => !value,
	'-': (value) => -Number(value),
	'+': (value) => Number(value),
	typeof: (value) => (value instanceof Closure || value instanceof Native ? 'function' : typeof value),
	void: () => undefined,
};

/** Members that give access to code execution, or that all values inherit. */
export const CLOSED = /^(?:constructor|prototype|caller|callee|arguments|__\w+__)$/;
/** Names of functions that, by convention, return their typed argument. */
export const DEFINES = /(?:^|\.)define[A-Z]\w*$/;
