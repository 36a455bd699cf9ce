/**
 * Evaluates expressions by interpreting them: literals, known names, members, templates, operators, functions of the
 * page, some built-in functions, JSX. Never executes an author's code, has access to its arguments only, and stops at
 * limits.
 */
import { type JsxName, type Of, parseExpression, type Statement, type Tree } from './docsgen.ts';
import { Closure, Code, Component, type Host, Jsx, type Known, type Names, Native } from './value.ts';
import { BINARY, CHANGING, CLASSES, CLOSED, DEFINES, GLOBALS, GROWING, METHODS, UNARY } from './vocabulary.ts';

export type Result = { ok: true; value: unknown } | { ok: false };

/** The value of `source` as a whole, if it can be evaluated. */
export function evaluate(source: string, names: Names = () => undefined): Result {
	const node = parseExpression(source);
	const rest = node ? source.slice(node.end).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') : '';
	return node && rest.trim() === '' ? attempt(() => new Evaluation().value(node, names)) : { ok: false };
}

/** Calls a function with `args`. */
export function call(closure: Closure, args: unknown[]): Result {
	return attempt(() => new Evaluation(closure.host).call(closure, args));
}

/** The value of a parsed node. */
export function evaluateNode(node: Tree, names: Names, host?: Host): Result {
	return attempt(() => new Evaluation(host).value(node, names));
}

/** Binds the names of a pattern to parts of `value`. */
export function bound(pattern: Tree, value: unknown, names: Names, host?: Host): Map<string, unknown> {
	const local = new Map<string, unknown>();
	attempt(() => new Evaluation(host).bind(pattern, value, local, inside(local, names)));
	return local;
}

/** Runs a statement of a module; a statement that cannot be evaluated has no effect. */
export function runStatement(statement: Statement, names: Names, host: Host): void {
	attempt(() => new Evaluation(host).statement(statement, new Map(), names));
}

function attempt(work: () => unknown): Result {
	try {
		return { ok: true, value: work() };
	} catch (error) {
		if (error instanceof Unknowable) return { ok: false };
		throw error;
	}
}

/** Aborts the evaluation from any depth; never leaves this file. */
class Unknowable extends Error {}

/** Maximum number of values per expression; characters and items count. */
const MAX_VALUES = 200_000;
const MAX_DEPTH = 100;

/** How a statement ends its block early. */
type Ended = { value: unknown } | 'break' | 'continue' | undefined;

class Evaluation {
	readonly #host: Host | undefined;
	/** Arrays and objects created by this evaluation; others are never changed. */
	readonly #own = new WeakSet();
	#made = 0;
	#depth = 0;

	constructor(host?: Host) {
		this.#host = host;
	}

	value(node: Tree, names: Names): unknown {
		const depth = this.#depth;
		try {
			// Check the limits first: with a host, a failure inside only turns that part into `Code`.
			if (++this.#made > MAX_VALUES) fail();
			if (++this.#depth > MAX_DEPTH) fail();
			const value = this.#one(node, names);
			this.#made += typeof value === 'string' || Array.isArray(value) ? value.length : 0;
			if (this.#made > MAX_VALUES) fail();
			return value;
		} catch (error) {
			if (!this.#host || !(error instanceof Unknowable)) throw error;
			const text = 'sourceFile' in node ? String(node.sourceFile).slice(node.start, node.end) : node.type;
			return new Code(text);
		} finally {
			this.#depth = depth;
		}
	}

	/** A value that must be known. */
	#data(node: Tree, names: Names): unknown {
		const value = this.value(node, names);
		return value instanceof Code ? fail() : value;
	}

	#mayChange(value: unknown): value is object {
		return typeof value === 'object' && value !== null && (this.#host !== undefined || this.#own.has(value));
	}

	#one(node: Tree, names: Names): unknown {
		switch (node.type) {
			case 'Literal':
				if (node.bigint || (node.regex && !this.#host)) return fail();
				return node.value;
			case 'TemplateLiteral':
				return node.quasis
					.map(({ value }, index) => {
						const inserted = node.expressions[index];
						return (value.cooked ?? '') + (inserted ? String(this.#data(inserted, names) ?? '') : '');
					})
					.join('');
			case 'Identifier':
			case 'JSXIdentifier':
				return this.#named(node.name, names);
			case 'ArrayExpression':
				return this.#markOwn(this.#list(node.elements, names));
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
				return this.value(this.#data(node.test, names) ? node.consequent : node.alternate, names);
			case 'LogicalExpression': {
				const left = node.operator === '??' ? this.value(node.left, names) : this.#data(node.left, names);
				const goesOn =
					node.operator === '??' ? left === null || left === undefined : node.operator === '&&' ? left : !left;
				return goesOn ? this.value(node.right, names) : left;
			}
			case 'BinaryExpression': {
				const operation = BINARY[node.operator] ?? fail();
				return operation(this.#data(node.left, names) as never, this.#data(node.right, names) as never);
			}
			case 'UnaryExpression': {
				const operation = UNARY[node.operator] ?? fail();
				const { argument } = node;
				const isNowhere =
					argument.type === 'Identifier' && !names(argument.name) && !Object.hasOwn(this.#globals, argument.name);
				return operation(isNowhere && node.operator === 'typeof' ? undefined : this.#data(argument, names));
			}
			case 'AssignmentExpression':
				return this.#assigned(node, names);
			case 'UpdateExpression': {
				const { argument, operator, prefix } = node;
				const before = Number(this.#data(argument, names));
				const after = operator === '++' ? before + 1 : before - 1;
				this.#assign(argument, after, names);
				return prefix ? after : before;
			}
			case 'SequenceExpression':
				return node.expressions.map((one) => this.value(one, names)).at(-1);
			case 'AwaitExpression':
				return this.#host ? this.value(node.argument, names) : fail();
			case 'ImportExpression':
				return this.#host?.load(String(this.#data(node.source, names))) ?? fail();
			case 'MetaProperty':
				return this.#host?.meta ?? fail();
			case 'NewExpression':
				return this.#created(node, names);
			case 'CallExpression':
				return this.#called(node, names);
			case 'ArrowFunctionExpression':
			case 'FunctionExpression':
			case 'FunctionDeclaration':
				return new Closure(node, names, this.#host);
			case 'JSXElement':
				return this.#jsx(node, names);
			case 'JSXFragment':
				return this.#children(node.children, names);
			case 'JSXText':
				return jsxText(node.value);
			case 'JSXEmptyExpression':
				return undefined;
			default:
				return fail();
		}
	}

	#named(name: string, names: Names): unknown {
		const known = names(name);
		if (known) return 'value' in known ? known.value : fail();
		if (Object.hasOwn(this.#globals, name)) return this.#globals[name];
		return fail();
	}

	get #globals(): Readonly<Record<string, unknown>> {
		return this.#host?.globals ?? GLOBALS;
	}

	#markOwn<T extends object>(value: T): T {
		this.#own.add(value);
		return value;
	}

	#assigned({ operator, left, right }: Of<'AssignmentExpression'>, names: Names): unknown {
		if (operator === '=') return this.#assign(left, this.value(right, names), names);
		const before = this.#data(left as Tree, names);
		const short = /^(?:\?\?|\|\||&&)=$/.test(operator);
		if (short && (operator === '??=' ? (before ?? undefined) !== undefined : operator === '||=' ? before : !before))
			return before;
		const operation = BINARY[operator.slice(0, -1)];
		if (!short && !operation) return fail();
		const given = short ? this.value(right, names) : this.#data(right, names);
		return this.#assign(left, short ? given : operation?.(before as never, given as never), names);
	}

	#assign(target: Tree, value: unknown, names: Names): unknown {
		if (target.type === 'Identifier' && names.set?.(target.name, value)) return value;
		if (target.type === 'MemberExpression' && 'property' in target) {
			const object = this.value(target.object, names);
			const key = this.#key(target, names);
			// Reject gaps in arrays: methods would have to visit all of them.
			const isItem = !Array.isArray(object) || (/^\d+$/.test(key) && Number(key) <= object.length);
			if (this.#mayChange(object) && isItem && !(object instanceof Code) && !CLOSED.test(key)) {
				Reflect.set(object, key, value);
				return value;
			}
		}
		return fail();
	}

	/** Evaluates `new`: only in configuration, and only for classes that hold data. */
	#created(node: Of<'NewExpression'>, names: Names): unknown {
		const made = this.#host && node.callee.type === 'Identifier' ? CLASSES[node.callee.name] : undefined;
		const args = this.#list(node.arguments, names);
		if (!made || args.some((arg) => arg instanceof Code)) return fail();
		return guarded(() => made(...(args as never[])));
	}

	#list(items: readonly (Tree | null)[], names: Names): unknown[] {
		return items.flatMap((item) => {
			if (item === null) return [undefined];
			if (item.type !== 'SpreadElement' && item.type !== 'JSXSpreadAttribute') return [this.value(item, names)];
			const spread = this.value(item.argument, names);
			if (spread instanceof Set || spread instanceof Map) return [...spread];
			return Array.isArray(spread) ? spread : this.#host ? [spread] : [];
		});
	}

	#object(properties: Of<'ObjectExpression'>['properties'], names: Names): unknown {
		const entries = properties.flatMap((property): [string, unknown][] => {
			if (property.type === 'SpreadElement') return entriesOf(this.value(property.argument, names));
			if (property.kind !== 'init') return this.#host ? [] : fail();
			return [[this.#propertyName(property.key, property.computed, names), this.value(property.value, names)]];
		});
		return this.#markOwn(Object.fromEntries(entries));
	}

	#propertyName(key: Tree, computed: boolean, names: Names): string {
		return !computed && key.type === 'Identifier' ? key.name : String(this.value(key, names));
	}

	#key({ property, computed }: Of<'MemberExpression'>, names: Names): string {
		return this.#propertyName(property, computed, names);
	}

	/** A property of data; never an inherited one. */
	#member(object: unknown, key: string): unknown {
		// `require('./x.png').default` is the path itself.
		if (typeof object === 'string' && key === 'default') return object;
		if (object instanceof Code) return new Code(`${object.text}.${key}`, object.from);
		if (this.#host && !CLOSED.test(key))
			return object === undefined || object === null ? undefined : Reflect.get(Object(object), key);
		const isData = typeof object === 'string' || (typeof object === 'object' && object !== null);
		return isData && Object.hasOwn(Object(object), key) ? Reflect.get(Object(object), key) : undefined;
	}

	#called(node: Of<'CallExpression'>, names: Names): unknown {
		const { callee } = node;
		const member = callee.type === 'MemberExpression' ? callee : undefined;
		const object = member && this.value(member.object, names);
		const key = member && this.#key(member, names);
		const called = key === undefined ? this.value(callee, names) : this.#member(object, key);
		const args = this.#list(node.arguments, names);
		if (called instanceof Closure) return this.call(called, args);
		if (called instanceof Native) return guarded(() => called.call(...(args as never[])));
		if (called instanceof Code)
			return DEFINES.test(called.text) && args.length === 1 ? args[0] : new Code(called.text, called.from, args);
		if (this.#host && typeof called === 'function') {
			this.#checkSize(object, key ?? '', args);
			return guarded(() => Reflect.apply(called, object, this.#callable(args)) as unknown);
		}
		if (this.#host && called === undefined && node.optional) return undefined;
		if (key !== undefined && called === undefined) {
			if (object === undefined || object === null) return undefined;
			return this.#method(object, key, args);
		}
		return fail();
	}

	#method(object: unknown, name: string, args: unknown[]): unknown {
		const kind = Array.isArray(object) ? 'list' : typeof object === 'string' ? 'text' : 'number';
		if (!METHODS[kind].has(name) || (kind === 'number' && typeof object !== 'number'))
			if (!CHANGING.has(name) || !Array.isArray(object) || !this.#mayChange(object)) return fail();
		this.#checkSize(object, name, args);
		const receiver = Array.isArray(object) && !this.#mayChange(object) ? [...object] : object;
		const given = this.#callable(args);
		const method = Reflect.get(Object(receiver), name) as (...values: unknown[]) => unknown;
		const result = guarded(() => Reflect.apply(method, receiver, given));
		return Array.isArray(result) ? this.#markOwn(result) : result;
	}

	/** Refuses a call if its result may be too large. */
	#checkSize(object: unknown, name: string, args: unknown[]): void {
		const size = (value: unknown): number => Math.abs(Number(Object(value).length ?? value)) || 0;
		if (GROWING.has(name) && !(Math.max(1, size(object)) * Math.max(1, ...args.map(size)) < MAX_VALUES)) fail();
	}

	/** Wraps an author's functions, so that built-in functions can call them. */
	#callable(args: unknown[]): unknown[] {
		return args.map((arg) =>
			arg instanceof Closure ? (...inner: unknown[]) => this.call(arg, inner) : arg instanceof Native ? arg.call : arg,
		);
	}

	call({ node, names }: Closure, args: unknown[]): unknown {
		if (node.generator || (node.async && !this.#host)) fail();
		const depth = this.#depth;
		if (++this.#depth > MAX_DEPTH) fail();
		const local = new Map<string, unknown>();
		const inner = inside(local, names);
		for (const [index, param] of node.params.entries()) {
			const value = param.type === 'RestElement' ? args.slice(index) : args[index];
			this.bind(param.type === 'RestElement' ? param.argument : param, value, local, inner);
		}
		const { body } = node;
		const ended = body.type === 'BlockStatement' ? this.#block(body.body, inner) : { value: this.value(body, inner) };
		this.#depth = depth;
		return typeof ended === 'object' ? ended.value : undefined;
	}

	/** Runs a block; returns how it ends. */
	#block(body: Statement[], outer: Names): Ended {
		const local = new Map<string, unknown>();
		const names = inside(local, outer);
		for (const statement of body)
			if (statement.type === 'FunctionDeclaration' && statement.id)
				local.set(statement.id.name, new Closure(statement, names, this.#host));
		for (const statement of body) {
			const ended = this.statement(statement, local, names);
			if (ended) return ended;
		}
		return undefined;
	}

	statement(statement: Statement, local: Map<string, unknown>, names: Names): Ended {
		if (++this.#made > MAX_VALUES) fail();
		switch (statement.type) {
			case 'ReturnStatement':
				return { value: statement.argument ? this.value(statement.argument, names) : undefined };
			case 'IfStatement': {
				const branch = this.#data(statement.test, names) ? statement.consequent : statement.alternate;
				return branch ? this.statement(branch, local, names) : undefined;
			}
			case 'BlockStatement':
				return this.#block(statement.body, names);
			case 'TryStatement':
				return this.#block(statement.block.body, names);
			case 'VariableDeclaration':
				for (const { id, init } of statement.declarations)
					this.bind(id, init ? this.value(init, names) : undefined, local, names);
				return undefined;
			case 'FunctionDeclaration':
			case 'EmptyStatement':
				return undefined;
			case 'ExpressionStatement':
				this.value(statement.expression, names);
				return undefined;
			case 'ForOfStatement':
			case 'ForInStatement':
			case 'ForStatement':
			case 'WhileStatement':
				return this.#loop(statement, names);
			case 'SwitchStatement':
				return this.#switch(statement, names);
			case 'BreakStatement':
				return 'break';
			case 'ContinueStatement':
				return 'continue';
			default:
				return fail();
		}
	}

	#loop(loop: Of<'ForOfStatement' | 'ForInStatement' | 'ForStatement' | 'WhileStatement'>, outer: Names): Ended {
		const body = (names: Names): Ended => {
			const ended = this.statement(loop.body, new Map(), names);
			return ended === 'continue' ? undefined : ended;
		};
		const result = (ended: Ended): Ended => (ended === 'break' ? undefined : ended);
		if (loop.type === 'ForOfStatement' || loop.type === 'ForInStatement') {
			const given = this.#data(loop.right, outer);
			const list = loop.type === 'ForInStatement' ? Object.keys(given ?? {}) : given;
			const pattern = loop.left.type === 'VariableDeclaration' ? loop.left.declarations[0]?.id : undefined;
			if (!pattern || !(Array.isArray(list) || list instanceof Set || list instanceof Map)) return fail();
			for (const item of list) {
				const local = new Map<string, unknown>();
				const names = inside(local, outer);
				this.bind(pattern, item, local, names);
				const ended = body(names);
				if (ended) return result(ended);
			}
			return undefined;
		}
		const local = new Map<string, unknown>();
		const names = inside(local, outer);
		const { init, update } = loop.type === 'ForStatement' ? loop : { init: undefined, update: undefined };
		if (init?.type === 'VariableDeclaration') this.statement(init, local, names);
		else if (init) this.value(init, names);
		while (!loop.test || this.#data(loop.test, names)) {
			const ended = body(names);
			if (ended) return result(ended);
			if (update) this.#data(update, names);
			if (++this.#made > MAX_VALUES) return fail();
		}
		return undefined;
	}

	#switch({ discriminant, cases }: Of<'SwitchStatement'>, names: Names): Ended {
		const value = this.#data(discriminant, names);
		const found = cases.findIndex(({ test }) => test && this.value(test, names) === value);
		const from = found < 0 ? cases.findIndex(({ test }) => !test) : found;
		const ended = this.#block(from < 0 ? [] : cases.slice(from).flatMap(({ consequent }) => consequent), names);
		return ended === 'break' ? undefined : ended;
	}

	/** Binds the names of a pattern. */
	bind(pattern: Tree, value: unknown, local: Map<string, unknown>, names: Names): void {
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
		} else fail();
	}

	#jsx({ openingElement, children }: Of<'JSXElement'>, names: Names): unknown {
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
		if (known && 'wrong' in known) fail();
		let meaning = known && 'value' in known ? known.value : undefined;
		for (const part of written.split('.').slice(1)) meaning = this.#member(meaning, part);
		if (/(?:^|\.)Fragment$/.test(written)) return inner;
		const props = Object.fromEntries(given);
		if (meaning instanceof Closure)
			return this.call(meaning, [inner.length > 0 ? { ...props, children: inner } : props]);
		const from = meaning instanceof Code ? meaning.from : undefined;
		return new Jsx(meaning instanceof Component ? meaning.name : written, props, inner, from);
	}

	#children(children: readonly Tree[], names: Names): unknown[] {
		return children.map((child) => this.value(child, names)).filter((child) => child !== '' && child !== undefined);
	}
}

/** Looks names up in `local`, then in `names`. */
export function inside(local: Map<string, unknown>, names: Names): Names {
	const all = (name: string): Known | undefined => (local.has(name) ? { value: local.get(name) } : names(name));
	const set = (name: string, value: unknown): boolean =>
		local.has(name) ? Boolean(local.set(name, value)) : names.set?.(name, value) === true;
	return Object.assign(all, { set });
}

function entriesOf(value: unknown): [string, unknown][] {
	const isData = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
	return isData ? Object.entries(value) : [];
}

function nameText(name: JsxName): string {
	if (name.type === 'JSXMemberExpression') return `${nameText(name.object)}.${name.property.name}`;
	return name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name;
}

/** White space of JSX: lines are joined by a space, and spaces at their ends are layout. */
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

/** Our own functions must expect any argument from an author. */
function guarded(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		if (error instanceof Unknowable) throw error;
		return fail();
	}
}

function fail(): never {
	throw new Unknowable();
}
