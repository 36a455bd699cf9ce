/**
 * Finds the values of expressions by reading them: literals, names that are known, members, templates, operators,
 * functions of the page and a few of JavaScript's own, JSX. Nothing of an author's is ever executed, nothing here
 * reaches outside of its arguments, and what takes too long ends.
 */
import {
	type Block,
	type Expression,
	type FunctionNode,
	type JsxName,
	type Pattern,
	parseExpression,
	type Spread,
	type Statement,
} from './script.ts';

/** A value, or why there is none. */
export type Known = { value: unknown } | { wrong: string };

/** What a name stands for; undefined where it is not known. */
export type Names = (name: string) => Known | undefined;

export type Result = { ok: true; value: unknown } | { ok: false; offset: number; message: string };

/** A function of the author's. */
export class Closure {
	constructor(
		readonly node: FunctionNode,
		readonly names: Names,
	) {}
}

/** A function of ours that an author may call. */
export class Native {
	constructor(readonly call: (...args: never[]) => unknown) {}
}

/** A component of the registry, by its name. */
export class Component {
	constructor(readonly name: string) {}
}

/** JSX of an HTML element or of a component that is not the page's own. */
export class Jsx {
	constructor(
		readonly name: string,
		readonly attributes: Record<string, unknown>,
		readonly children: unknown[],
	) {}
}

/** Stands for what an author writes between the tags of a component. */
export const SLOT = Symbol('children');

/** The value of the whole of `source`, or where and why it has none. */
export function evaluate(source: string, names: Names = () => undefined): Result {
	const node = parseExpression(source);
	const rest = node ? source.slice(node.end).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') : '';
	if (!node || rest.trim() !== '')
		return {
			ok: false,
			offset: node?.end ?? 0,
			message: node ? 'only a single value may stand here' : 'it is no value',
		};
	return attempt(() => new Evaluation().value(node, names));
}

/** What a function gives for `args`. */
export function call(closure: Closure, args: unknown[]): Result {
	return attempt(() => new Evaluation().call(closure, args));
}

/** The value of a node that has been read. */
export function evaluateNode(node: Expression, names: Names): Result {
	return attempt(() => new Evaluation().value(node, names));
}

function attempt(work: () => unknown): Result {
	try {
		return { ok: true, value: work() };
	} catch (error) {
		if (error instanceof Unknowable) return { ok: false, offset: error.offset, message: error.message };
		throw error;
	}
}

/** Ends the evaluation from any depth; never leaves this file. */
class Unknowable extends Error {
	constructor(
		readonly offset: number,
		message: string,
	) {
		super(message);
	}
}

/** Values that one expression may make, characters and items counted. */
const MOST = 200_000;
const MAX_DEPTH = 100;

const text = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The words of a value as a reader sees them. */
export function wordsOf(value: unknown): string {
	// Elements are blocks more often than not.
	if (Array.isArray(value)) return value.map(wordsOf).join(value.some((item) => item instanceof Jsx) ? ' ' : '');
	if (value instanceof Jsx) return wordsOf(value.children);
	return typeof value === 'boolean' ? '' : text(value);
}

/** Names that need no import. Nothing in it looks at a clock, or throws dice. */
const GLOBALS: Record<string, unknown> = {
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

/** Methods of lists and texts that only read. Of those that change a list it is a copy that they change. */
const METHODS = {
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
/** Methods whose result may be as long as the product of what goes in. */
const GROWING = new Set(['padEnd', 'padStart', 'repeat', 'replaceAll', 'join']);

const BINARY: Record<string, (a: never, b: never) => unknown> = {
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
};

const UNARY: Record<string, (value: unknown) => unknown> = {
	'!': (value) => !value,
	'-': (value) => -Number(value),
	'+': (value) => Number(value),
	typeof: (value) => (value instanceof Closure || value instanceof Native ? 'function' : typeof value),
	void: () => undefined,
};

class Evaluation {
	#made = 0;
	#depth = 0;

	value(node: Expression, names: Names): unknown {
		this.#made++;
		if (++this.#depth > MAX_DEPTH) fail(node, 'it is nested too deeply');
		const value = this.#one(node, names);
		this.#depth--;
		this.#made += typeof value === 'string' || Array.isArray(value) ? value.length : 0;
		if (this.#made > MOST) fail(node, 'it makes too many values');
		return value;
	}

	#one(node: Expression, names: Names): unknown {
		switch (node.type) {
			case 'Literal':
				if (node.regex || node.bigint) return fail(node, 'patterns and large numbers are not read');
				return node.value;
			case 'TemplateLiteral':
				return node.quasis
					.map(({ value }, index) => {
						const inserted = node.expressions[index];
						return (value.cooked ?? '') + (inserted ? String(this.value(inserted, names) ?? '') : '');
					})
					.join('');
			case 'Identifier':
			case 'JSXIdentifier':
				return this.#named(node.name, node, names);
			case 'ArrayExpression':
				return this.#list(node.elements, names);
			case 'ObjectExpression':
				return this.#object(node.properties, names);
			case 'MemberExpression':
				return this.#member(this.value(node.object, names), this.#key(node, names));
			case 'ChainExpression':
			case 'ParenthesizedExpression':
			case 'JSXExpressionContainer':
			case 'TSAsExpression':
			case 'TSSatisfiesExpression':
			case 'TSNonNullExpression':
				return this.value(node.expression, names);
			case 'ConditionalExpression':
				return this.value(this.value(node.test, names) ? node.consequent : node.alternate, names);
			case 'LogicalExpression': {
				const left = this.value(node.left, names);
				const goesOn =
					node.operator === '??' ? left === null || left === undefined : node.operator === '&&' ? left : !left;
				return goesOn ? this.value(node.right, names) : left;
			}
			case 'BinaryExpression': {
				const operation = BINARY[node.operator] ?? fail(node, `"${node.operator}" would have to be executed`);
				return operation(this.value(node.left, names) as never, this.value(node.right, names) as never);
			}
			case 'UnaryExpression': {
				const operation = UNARY[node.operator] ?? fail(node, `"${node.operator}" would have to be executed`);
				return operation(this.value(node.argument, names));
			}
			case 'CallExpression':
				return this.#called(node, names);
			case 'ArrowFunctionExpression':
			case 'FunctionExpression':
			case 'FunctionDeclaration':
				return new Closure(node, names);
			case 'JSXElement':
				return this.#jsx(node, names);
			case 'JSXFragment':
				return this.#children(node.children, names);
			case 'JSXText':
				return jsxText(node.value);
			case 'JSXEmptyExpression':
				return undefined;
			default:
				return fail(node, `${wordFor(node)} would have to be executed`);
		}
	}

	#named(name: string, node: Expression, names: Names): unknown {
		const known = names(name);
		if (known) return 'value' in known ? known.value : fail(node, known.wrong);
		if (Object.hasOwn(GLOBALS, name)) return GLOBALS[name];
		return fail(node, `"${name}" would have to be executed`);
	}

	#list(items: readonly (Expression | Spread | null)[], names: Names): unknown[] {
		return items.flatMap((item) => {
			if (item === null) return [undefined];
			if (item.type !== 'SpreadElement' && item.type !== 'JSXSpreadAttribute') return [this.value(item, names)];
			const spread = this.value(item.argument, names);
			return Array.isArray(spread) ? spread : [];
		});
	}

	#object(properties: Extract<Expression, { type: 'ObjectExpression' }>['properties'], names: Names): unknown {
		const entries = properties.flatMap((property): [string, unknown][] => {
			if (property.type === 'SpreadElement' || property.type === 'JSXSpreadAttribute')
				return entriesOf(this.value(property.argument, names));
			if (property.kind !== 'init') return fail(property, 'a getter would have to be executed');
			return [[this.#propertyName(property.key, property.computed, names), this.value(property.value, names)]];
		});
		return Object.fromEntries(entries);
	}

	#propertyName(key: Expression, computed: boolean, names: Names): string {
		return !computed && key.type === 'Identifier' ? key.name : String(this.value(key, names));
	}

	#key({ property, computed }: Extract<Expression, { type: 'MemberExpression' }>, names: Names): string {
		return this.#propertyName(property, computed, names);
	}

	/** A field of data; never what data inherits. */
	#member(object: unknown, key: string): unknown {
		// `require('./x.png').default` is the file that it names.
		if (typeof object === 'string' && key === 'default') return object;
		const isData = typeof object === 'string' || (typeof object === 'object' && object !== null);
		return isData && Object.hasOwn(Object(object), key) ? Reflect.get(Object(object), key) : undefined;
	}

	#called(node: Extract<Expression, { type: 'CallExpression' }>, names: Names): unknown {
		const { callee } = node;
		const member = callee.type === 'MemberExpression' ? callee : undefined;
		const object = member && this.value(member.object, names);
		const key = member && this.#key(member, names);
		const called = key === undefined ? this.value(callee, names) : this.#member(object, key);
		const args = this.#list(node.arguments, names);
		if (called instanceof Closure) return this.call(called, args, node);
		if (called instanceof Native) return guarded(node, () => called.call(...(args as never[])));
		if (key !== undefined && called === undefined) {
			if (object === undefined || object === null) return undefined;
			return this.#method(node, object, key, args);
		}
		return fail(node, 'a function would have to be executed');
	}

	#method(node: Expression, object: unknown, name: string, args: unknown[]): unknown {
		const kind = Array.isArray(object) ? 'list' : typeof object === 'string' ? 'text' : 'number';
		if (!METHODS[kind].has(name) || (kind === 'number' && typeof object !== 'number'))
			return fail(node, `"${name}" would have to be executed`);
		const size = (value: unknown): number =>
			typeof value === 'number'
				? Math.abs(value)
				: typeof value === 'string' || Array.isArray(value)
					? value.length
					: 0;
		if (GROWING.has(name) && !(size(object) * Math.max(1, ...args.map(size)) < MOST))
			fail(node, 'it makes too many values');
		const receiver = Array.isArray(object) ? [...object] : object;
		const given = args.map((arg) =>
			arg instanceof Closure ? (...inner: unknown[]) => this.call(arg, inner, node) : arg,
		);
		const method = Reflect.get(Object(receiver), name) as (...values: unknown[]) => unknown;
		return guarded(node, () => Reflect.apply(method, receiver, given));
	}

	call({ node, names }: Closure, args: unknown[], at: { start: number } = node): unknown {
		if (node.async || node.generator) fail(at, 'a function would have to be executed');
		if (++this.#depth > MAX_DEPTH) fail(at, 'it is nested too deeply');
		const local = new Map<string, unknown>();
		const inner = inside(local, names);
		for (const [index, param] of node.params.entries()) {
			const value = param.type === 'RestElement' ? args.slice(index) : args[index];
			this.bind(param.type === 'RestElement' ? param.argument : param, value, local, inner);
		}
		const value =
			node.body.type === 'BlockStatement' ? this.#block(node.body, inner)?.value : this.value(node.body, inner);
		this.#depth--;
		return value;
	}

	/** What a block returns, if it does. */
	#block({ body }: Block, outer: Names): { value: unknown } | undefined {
		const local = new Map<string, unknown>();
		const names = inside(local, outer);
		for (const statement of body) {
			const result = this.#statement(statement, local, names);
			if (result) return result;
		}
		return undefined;
	}

	#statement(statement: Statement, local: Map<string, unknown>, names: Names): { value: unknown } | undefined {
		switch (statement.type) {
			case 'ReturnStatement':
				return { value: statement.argument ? this.value(statement.argument, names) : undefined };
			case 'IfStatement': {
				const branch = this.value(statement.test, names) ? statement.consequent : statement.alternate;
				return branch ? this.#statement(branch, local, names) : undefined;
			}
			case 'BlockStatement':
				return this.#block(statement, names);
			case 'VariableDeclaration':
				for (const { id, init } of statement.declarations)
					this.bind(id, init ? this.value(init, names) : undefined, local, names);
				return undefined;
			case 'FunctionDeclaration':
				if (statement.id) local.set(statement.id.name, new Closure(statement, names));
				return undefined;
			default:
				return fail(statement, 'a statement would have to be executed');
		}
	}

	/** Gives the names of a pattern their values. */
	bind(pattern: Pattern, value: unknown, local: Map<string, unknown>, names: Names): void {
		if (pattern.type === 'Identifier' || pattern.type === 'JSXIdentifier') local.set(pattern.name, value);
		else if (pattern.type === 'AssignmentPattern')
			this.bind(pattern.left, value === undefined ? this.value(pattern.right, names) : value, local, names);
		else if (pattern.type === 'ArrayPattern') {
			const items = Array.isArray(value) ? value : [];
			for (const [index, item] of pattern.elements.entries()) {
				if (item?.type === 'RestElement') this.bind(item.argument, items.slice(index), local, names);
				else if (item) this.bind(item, items[index], local, names);
			}
		} else if (pattern.type === 'ObjectPattern') {
			const taken = new Set<string>();
			for (const property of pattern.properties) {
				if (property.type === 'RestElement') {
					const rest = entriesOf(value).filter(([key]) => !taken.has(key));
					this.bind(property.argument, Object.fromEntries(rest), local, names);
					continue;
				}
				const key = this.#propertyName(property.key, property.computed, names);
				taken.add(key);
				this.bind(property.value, this.#member(value, key), local, names);
			}
		} else fail(pattern, 'an assignment would have to be executed');
	}

	#jsx({ openingElement, children, start }: Extract<Expression, { type: 'JSXElement' }>, names: Names): unknown {
		const { name, attributes } = openingElement;
		const given = attributes.flatMap((attribute): [string, unknown][] => {
			if (attribute.type !== 'JSXAttribute') return entriesOf(this.value(attribute.argument, names));
			const { value } = attribute;
			return [[nameText(attribute.name), value === null ? true : this.value(value, names)]];
		});
		const inner = this.#children(children, names);
		const written = nameText(name);
		const root = written.split('.', 1)[0] ?? '';
		const isOwn = /^[A-Z]/.test(written) || written.includes('.');
		const known = isOwn ? names(root) : undefined;
		if (known && 'wrong' in known) fail({ start }, known.wrong);
		let meaning = known && 'value' in known ? known.value : undefined;
		for (const part of written.split('.').slice(1)) meaning = this.#member(meaning, part);
		if (/(?:^|\.)Fragment$/.test(written)) return inner;
		const props = Object.fromEntries(given);
		if (meaning instanceof Closure)
			return this.call(meaning, [inner.length > 0 ? { ...props, children: inner } : props], { start });
		return new Jsx(meaning instanceof Component ? meaning.name : written, props, inner);
	}

	#children(children: readonly Expression[], names: Names): unknown[] {
		return children.map((child) => this.value(child, names)).filter((child) => child !== '' && child !== undefined);
	}
}

/** `names` behind those of `local`. */
export function inside(local: ReadonlyMap<string, unknown>, names: Names): Names {
	return (name) => (local.has(name) ? { value: local.get(name) } : names(name));
}

function entriesOf(value: unknown): [string, unknown][] {
	const isData = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
	return isData ? Object.entries(value) : [];
}

function nameText(name: JsxName): string {
	if (name.type === 'JSXMemberExpression') return `${nameText(name.object)}.${name.property.name}`;
	return name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name;
}

/** White space as JSX has it: lines are joined by a space, and what stands at their ends is layout. */
function jsxText(raw: string): string {
	if (!raw.includes('\n')) return raw;
	return raw
		.split('\n')
		.map((line, index, { length }) => {
			const start = index === 0 ? line : line.trimStart();
			return index === length - 1 ? start : start.trimEnd();
		})
		.filter((line) => line !== '')
		.join(' ');
}

/** Our own functions get whatever an author hands them. */
function guarded(node: { start: number }, work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		if (error instanceof Unknowable) throw error;
		return fail(node, 'its arguments are wrong');
	}
}

function wordFor({ type }: { type: string }): string {
	const words: Record<string, string> = {
		NewExpression: '"new"',
		AwaitExpression: '"await"',
		AssignmentExpression: 'an assignment',
		ClassExpression: 'a class',
		ImportExpression: '"import"',
		TaggedTemplateExpression: 'a function',
		ThisExpression: '"this"',
	};
	return words[type] ?? 'it';
}

function fail(node: { start: number }, message: string): never {
	throw new Unknowable(node.start, message);
}
