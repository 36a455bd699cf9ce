/**
 * Configuration and sidebars of other tools, read as data: a small interpreter over the syntax tree that TypeScript's
 * parser makes. It knows what such files are written with (constants, imports of files beside them, templates, list and
 * text methods, small functions) and reaches nothing but data: no package is loaded, no file is written, the
 * environment is empty. What is beyond it becomes a `Code` in its place, and everything around it is still read.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type ts from 'typescript';

type Compiler = typeof ts;

/** What is not data: something of a package, a call of it, or a construct that would have to be run. */
export class Code {
	/** Name, or the text of the source, shortened. */
	readonly text: string;
	/** The package it comes from. */
	readonly from: string | undefined;
	/** What it was called with. */
	readonly args: unknown[];

	constructor(text: string, from?: string, args: unknown[] = []) {
		this.text = text.length > 60 ? `${text.slice(0, 57)}...` : text;
		this.from = from;
		this.args = args;
	}
}

/** `defineConfig` and the like. */
const DEFINES = /(?:^|\.)define[A-Z]\w*$/;

/** Evaluated expressions and statements before a file is taken for a program. */
const FUEL = 500_000;
const MAX_DEPTH = 200;
/** Members through which a value reaches what runs code. */
const CLOSED = new Set(['constructor', '__proto__', 'prototype', 'caller', 'callee', 'arguments']);
const EXTENSIONS = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.cts', '.json', '.tsx', '.jsx'];

type Exports = Record<string, unknown>;

/** Reads modules; the same file is read once. */
export class ModuleReader {
	readonly #tsc: Compiler;
	readonly #modules = new Map<string, Exports>();
	#fuel = FUEL;
	#depth = 0;

	constructor(tsc: Compiler) {
		this.#tsc = tsc;
	}

	/** What a module exports by default: data with a `Code` wherever something would have to be run. */
	default(file: string): unknown {
		const exported = this.module(file);
		return 'default' in exported ? exported.default : exported;
	}

	/** All that a module exports. */
	module(file: string): Exports {
		const known = this.#modules.get(file);
		if (known) return known;
		const exported: Exports = {};
		this.#modules.set(file, exported);
		const text = readFileSync(file, 'utf8');
		if (file.endsWith('.json')) {
			exported.default = JSON.parse(text) as unknown;
			return exported;
		}
		const source = this.#tsc.createSourceFile(file, text, this.#tsc.ScriptTarget.Latest, true);
		new Interpreter(this.#tsc, this, file).run(source, exported);
		return exported;
	}

	/** The file that an import means, if it is one beside the module. */
	find(name: string, from: string): string | undefined {
		if (!/^\.{0,2}\//.test(name)) return undefined;
		const path = resolve(dirname(from), name);
		const bare = path.replace(/\.[cm]?js$/, '');
		const candidates = [path, bare].flatMap((base) => EXTENSIONS.map((extension) => base + extension));
		return [...candidates, ...EXTENSIONS.slice(1).map((extension) => join(path, `index${extension}`))].find(
			(candidate) =>
				/\.(?:[cm]?[jt]sx?|json)$/.test(candidate) && existsSync(candidate) && statSync(candidate).isFile(),
		);
	}

	/** Counts a step; throws where there are too many, or too deep ones. */
	step<T>(run: () => T): T {
		if (--this.#fuel < 0 || ++this.#depth > MAX_DEPTH) throw new Beyond();
		try {
			return run();
		} finally {
			this.#depth--;
		}
	}
}

/** Something that cannot be read as data. */
class Beyond extends Error {}
/** Ends a function. */
class Return {
	constructor(readonly value: unknown) {}
}

class Names {
	readonly #values = new Map<string, unknown>();
	constructor(readonly outer?: Names) {}

	holder(name: string): Names | undefined {
		return this.#values.has(name) ? this : this.outer?.holder(name);
	}
	get(name: string): unknown {
		return this.#values.get(name);
	}
	set(name: string, value: unknown): void {
		this.#values.set(name, value);
	}
}

class Interpreter {
	readonly #tsc: Compiler;
	readonly #reader: ModuleReader;
	readonly #file: string;

	constructor(tsc: Compiler, reader: ModuleReader, file: string) {
		this.#tsc = tsc;
		this.#reader = reader;
		this.#file = file;
	}

	run(source: ts.SourceFile, exported: Exports): void {
		const tsc = this.#tsc;
		const names = new Names(this.#globals(exported));
		this.#hoist(source.statements, names);
		for (const statement of source.statements) {
			if (tsc.isImportDeclaration(statement)) this.#import(statement, names);
			else if (tsc.isExportAssignment(statement)) exported.default = this.value(statement.expression, names);
			else if (tsc.isExportDeclaration(statement)) this.#exportNames(statement, names, exported);
			else {
				this.#attempt(statement, names);
				for (const name of this.#exportedBy(statement)) exported[name.key] = names.get(name.local);
			}
		}
		const { exports: common } = (names.outer?.get('module') ?? {}) as { exports: unknown };
		if (common !== exported) exported.default = common;
	}

	#globals(exported: Exports): Names {
		const globals = new Names();
		const folder = dirname(this.#file);
		const host = (name: string, args: unknown[]): unknown => this.#load(String(args[0]), name);
		const require = Object.assign((...args: unknown[]) => host('require', args), {
			resolve: (name: unknown) => (/^\.{1,2}\//.test(String(name)) ? resolve(folder, String(name)) : name),
		});
		for (const [name, value] of Object.entries({
			undefined,
			NaN: Number.NaN,
			Infinity: Number.POSITIVE_INFINITY,
			__dirname: folder,
			__filename: this.#file,
			module: { exports: exported },
			exports: exported,
			require,
			process: { env: {}, cwd: () => folder, argv: [], platform: process.platform },
			console: { log() {}, warn() {}, error() {}, info() {} },
			Object: pick(Object, ['keys', 'values', 'entries', 'fromEntries', 'assign', 'freeze', 'hasOwn']),
			Array: pick(Array, ['isArray', 'from', 'of']),
			JSON: pick(JSON, ['parse', 'stringify']),
			Math: pick(Math, ['min', 'max', 'floor', 'ceil', 'round', 'abs']),
			Promise: { all: (list: unknown) => list, resolve: (value: unknown) => value },
			String: (value: unknown) => String(value),
			Number: (value: unknown) => Number(value),
			Boolean: (value: unknown) => Boolean(value),
			parseInt: Number.parseInt,
			encodeURIComponent,
		}))
			globals.set(name, value);
		return globals;
	}

	/** Another module: of a file beside this one its exports, of Node some that only read, of a package nothing. */
	#load(name: string, local: string): unknown {
		const file = this.#reader.find(name, this.#file);
		if (file) {
			try {
				const loaded = this.#reader.module(file);
				return 'default' in loaded && Object.keys(loaded).length === 1 ? loaded.default : loaded;
			} catch {
				return new Code(local, name);
			}
		}
		return NODE[name.replace(/^node:/, '')] ?? new Code(local, name);
	}

	#import({ importClause: clause, moduleSpecifier }: ts.ImportDeclaration, names: Names): void {
		const tsc = this.#tsc;
		const from = tsc.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
		if (!clause || clause.isTypeOnly) return;
		const file = this.#reader.find(from, this.#file);
		let loaded: unknown;
		try {
			loaded = file ? this.#reader.module(file) : NODE[from.replace(/^node:/, '')];
		} catch {
			loaded = undefined;
		}
		// The members of JSON and of what Node brings are those of the one value that they export.
		const isValue = file === undefined || file.endsWith('.json');
		const value = isValue ? ((loaded as Exports | undefined)?.default ?? loaded) : loaded;
		const member = (key: string): unknown =>
			value === undefined ? new Code(key, from) : isValue && key === 'default' ? value : (value as Exports)[key];
		if (clause.name) {
			const imported = member('default');
			names.set(clause.name.text, imported instanceof Code ? new Code(clause.name.text, from) : imported);
		}
		const bindings = clause.namedBindings;
		if (bindings && tsc.isNamespaceImport(bindings))
			names.set(bindings.name.text, loaded ?? new Code(bindings.name.text, from));
		else if (bindings)
			for (const { name, propertyName } of bindings.elements) names.set(name.text, member((propertyName ?? name).text));
	}

	#exportNames({ exportClause, moduleSpecifier }: ts.ExportDeclaration, names: Names, exported: Exports): void {
		const tsc = this.#tsc;
		const from = moduleSpecifier && tsc.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
		const loaded = from === undefined ? undefined : (this.#load(from, from) as Exports);
		if (!exportClause) Object.assign(exported, loaded instanceof Code ? {} : loaded);
		else if (tsc.isNamedExports(exportClause))
			for (const { name, propertyName } of exportClause.elements) {
				const local = (propertyName ?? name).text;
				exported[name.text] = loaded ? member(loaded, local) : names.get(local);
			}
	}

	#exportedBy(statement: ts.Statement): { key: string; local: string }[] {
		const tsc = this.#tsc;
		const modifiers = tsc.canHaveModifiers(statement) ? (tsc.getModifiers(statement) ?? []) : [];
		if (!modifiers.some(({ kind }) => kind === tsc.SyntaxKind.ExportKeyword)) return [];
		const isDefault = modifiers.some(({ kind }) => kind === tsc.SyntaxKind.DefaultKeyword);
		if (tsc.isFunctionDeclaration(statement)) {
			const local = statement.name?.text ?? 'default';
			return [{ key: isDefault ? 'default' : local, local }];
		}
		if (!tsc.isVariableStatement(statement)) return [];
		return statement.declarationList.declarations.flatMap(({ name }) =>
			tsc.isIdentifier(name) ? [{ key: name.text, local: name.text }] : [],
		);
	}

	/* ------------------------------------------------------------ statements */

	#hoist(statements: readonly ts.Statement[], names: Names): void {
		for (const statement of statements)
			if (this.#tsc.isFunctionDeclaration(statement))
				names.set(statement.name?.text ?? 'default', this.#function(statement, names));
	}

	#block(statements: readonly ts.Statement[], outer: Names): Return | undefined {
		const names = new Names(outer);
		this.#hoist(statements, names);
		for (const statement of statements) {
			const ended = this.#statement(statement, names);
			if (ended) return ended;
		}
		return undefined;
	}

	/** What a statement of the module itself does; one that cannot be read does nothing. */
	#attempt(statement: ts.Statement, names: Names): void {
		try {
			this.#statement(statement, names);
		} catch (error) {
			if (!(error instanceof Beyond)) throw error;
		}
	}

	/** Runs a statement; answers where a function ends with it. */
	#statement(statement: ts.Statement, names: Names): Return | undefined {
		const tsc = this.#tsc;
		return this.#reader.step(() => {
			if (tsc.isVariableStatement(statement)) {
				for (const { name, initializer } of statement.declarationList.declarations)
					this.#bind(name, initializer && this.value(initializer, names), names);
			} else if (tsc.isExpressionStatement(statement)) this.value(statement.expression, names);
			else if (tsc.isReturnStatement(statement))
				return new Return(statement.expression && this.value(statement.expression, names));
			else if (tsc.isBlock(statement)) return this.#block(statement.statements, names);
			else if (tsc.isIfStatement(statement)) {
				const branch = this.#truth(statement.expression, names) ? statement.thenStatement : statement.elseStatement;
				return branch && this.#statement(branch, names);
			} else if (tsc.isForOfStatement(statement)) return this.#forOf(statement, names);
			else if (tsc.isTryStatement(statement)) return this.#block(statement.tryBlock.statements, names);
			else if (tsc.isSwitchStatement(statement)) return this.#switch(statement, names);
			else if (tsc.isThrowStatement(statement) || tsc.isIterationStatement(statement, false)) throw new Beyond();
			return undefined;
		});
	}

	#switch({ expression, caseBlock: { clauses } }: ts.SwitchStatement, names: Names): Return | undefined {
		const tsc = this.#tsc;
		const value = this.value(expression, names);
		if (value instanceof Code) throw new Beyond();
		const isCase = (clause: ts.CaseOrDefaultClause): boolean =>
			tsc.isCaseClause(clause) && this.value(clause.expression, names) === value;
		const found = clauses.findIndex(isCase);
		const from = found < 0 ? clauses.findIndex((clause) => tsc.isDefaultClause(clause)) : found;
		for (const statement of from < 0 ? [] : clauses.slice(from).flatMap((clause) => [...clause.statements])) {
			if (tsc.isBreakStatement(statement)) return undefined;
			const ended = this.#statement(statement, names);
			if (ended) return ended;
		}
		return undefined;
	}

	#forOf({ initializer, expression, statement }: ts.ForOfStatement, names: Names): Return | undefined {
		const list = this.value(expression, names);
		if (!Array.isArray(list) || !this.#tsc.isVariableDeclarationList(initializer)) throw new Beyond();
		for (const item of list as unknown[]) {
			const inner = new Names(names);
			const declared = initializer.declarations[0];
			if (declared) this.#bind(declared.name, item, inner);
			const ended = this.#statement(statement, inner);
			if (ended) return ended;
		}
		return undefined;
	}

	#bind(name: ts.BindingName, value: unknown, names: Names): void {
		const tsc = this.#tsc;
		if (tsc.isIdentifier(name)) {
			names.set(name.text, value);
			return;
		}
		const taken: string[] = [];
		for (const [index, element] of name.elements.entries()) {
			if (tsc.isOmittedExpression(element)) continue;
			const { propertyName = element.name, initializer, dotDotDotToken: rest } = element;
			const key = tsc.isArrayBindingPattern(name) ? String(index) : propertyName.getText();
			taken.push(key);
			let inner: unknown;
			if (rest && tsc.isArrayBindingPattern(name)) inner = Array.isArray(value) ? value.slice(index) : [];
			else if (rest)
				inner = Object.fromEntries(Object.entries(value ?? {}).filter(([field]) => !taken.includes(field)));
			else inner = value === undefined ? undefined : member(value, key);
			this.#bind(element.name, inner === undefined && initializer ? this.value(initializer, names) : inner, names);
		}
	}

	/* ------------------------------------------------------------ expressions */

	/** The value of an expression; a `Code` where it has none that can be read. */
	value(node: ts.Expression, names: Names): unknown {
		try {
			return this.#reader.step(() => this.#evaluate(node, names));
		} catch {
			// Whatever an expression of somebody else's does wrong, it has no value.
			return new Code(node.getText());
		}
	}

	#truth(node: ts.Expression, names: Names): boolean {
		const value = this.value(node, names);
		if (value instanceof Code) throw new Beyond();
		return Boolean(value);
	}

	#evaluate(node: ts.Expression, names: Names): unknown {
		const tsc = this.#tsc;
		const Kind = tsc.SyntaxKind;
		if (tsc.isStringLiteralLike(node)) return node.text;
		if (tsc.isNumericLiteral(node)) return Number(node.text);
		if (tsc.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			return new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
		}
		if (tsc.isIdentifier(node)) {
			const holder = names.holder(node.text);
			if (!holder) throw new Beyond();
			return holder.get(node.text);
		}
		if (tsc.isObjectLiteralExpression(node)) return this.#object(node, names);
		if (tsc.isArrayLiteralExpression(node)) return this.#list(node.elements, names);
		if (tsc.isTemplateExpression(node)) {
			const parts = node.templateSpans.map(({ expression, literal }) => {
				const value = this.value(expression, names);
				if (value instanceof Code) throw new Beyond();
				return String(value) + literal.text;
			});
			return node.head.text + parts.join('');
		}
		if (tsc.isPropertyAccessExpression(node)) {
			if (tsc.isMetaProperty(node.expression)) return this.#meta(node.name.text);
			return this.#member(node.expression, node.name.text, names);
		}
		if (tsc.isElementAccessExpression(node))
			return this.#member(node.expression, String(this.value(node.argumentExpression, names)), names);
		if (tsc.isCallExpression(node)) return this.#call(node, names);
		if (tsc.isNewExpression(node)) return this.#new(node, names);
		if (tsc.isConditionalExpression(node))
			return this.value(this.#truth(node.condition, names) ? node.whenTrue : node.whenFalse, names);
		if (tsc.isBinaryExpression(node)) return this.#binary(node, names);
		if (tsc.isPrefixUnaryExpression(node)) {
			const value = this.value(node.operand, names);
			if (value instanceof Code) throw new Beyond();
			if (node.operator === Kind.ExclamationToken) return !value;
			if (node.operator === Kind.MinusToken) return -Number(value);
			if (node.operator === Kind.PlusToken) return Number(value);
			throw new Beyond();
		}
		if (tsc.isTypeOfExpression(node)) return typeof this.value(node.expression, names);
		if (tsc.isArrowFunction(node) || tsc.isFunctionExpression(node)) return this.#function(node, names);
		if (
			tsc.isParenthesizedExpression(node) ||
			tsc.isAsExpression(node) ||
			tsc.isSatisfiesExpression(node) ||
			tsc.isNonNullExpression(node) ||
			tsc.isAwaitExpression(node)
		)
			return this.value(node.expression, names);
		if (node.kind === Kind.TrueKeyword) return true;
		if (node.kind === Kind.FalseKeyword) return false;
		if (node.kind === Kind.NullKeyword) return null;
		throw new Beyond();
	}

	#meta(name: string): unknown {
		if (name === 'url') return pathToFileURL(this.#file).href;
		if (name === 'dirname') return dirname(this.#file);
		if (name === 'filename') return this.#file;
		return {};
	}

	#object(node: ts.ObjectLiteralExpression, names: Names): Record<string, unknown> {
		const tsc = this.#tsc;
		const result: Record<string, unknown> = {};
		for (const property of node.properties) {
			if (tsc.isSpreadAssignment(property)) {
				const spread = this.value(property.expression, names);
				if (!(spread instanceof Code)) Object.assign(result, spread);
				continue;
			}
			const key =
				property.name && tsc.isComputedPropertyName(property.name)
					? String(this.value(property.name.expression, names))
					: property.name &&
							(tsc.isIdentifier(property.name) ||
								tsc.isStringLiteralLike(property.name) ||
								tsc.isNumericLiteral(property.name))
						? property.name.text
						: '';
			if (CLOSED.has(key)) continue;
			if (tsc.isPropertyAssignment(property)) result[key] = this.value(property.initializer, names);
			else if (tsc.isShorthandPropertyAssignment(property)) result[key] = this.value(property.name, names);
			else if (tsc.isMethodDeclaration(property)) result[key] = this.#function(property, names);
		}
		return result;
	}

	#list(elements: readonly ts.Expression[], names: Names): unknown[] {
		return elements.flatMap((element) => {
			if (!this.#tsc.isSpreadElement(element)) return [this.value(element, names)];
			const spread = this.value(element.expression, names);
			return Array.isArray(spread) ? (spread as unknown[]) : spread instanceof Set ? [...spread] : [spread];
		});
	}

	#member(object: ts.Expression, name: string, names: Names): unknown {
		const value = this.value(object, names);
		return member(value, name);
	}

	#call(node: ts.CallExpression, names: Names): unknown {
		const tsc = this.#tsc;
		const callee = node.expression;
		if (callee.kind === tsc.SyntaxKind.ImportKeyword) {
			const [name] = this.#list(node.arguments, names);
			return this.#load(String(name), String(name));
		}
		const access = tsc.isPropertyAccessExpression(callee) ? callee : undefined;
		const self = access && !tsc.isMetaProperty(access.expression) ? this.value(access.expression, names) : undefined;
		const run = access && self !== undefined ? member(self, access.name.text) : this.value(callee, names);
		const args = this.#list(node.arguments, names);
		// By convention such a function types its argument and returns it.
		if (run instanceof Code)
			return DEFINES.test(run.text) && args.length === 1 ? args[0] : new Code(run.text, run.from, args);
		if (run === undefined && node.questionDotToken) return undefined;
		if (typeof run !== 'function') throw new Beyond();
		return Reflect.apply(run, self, args) as unknown;
	}

	#new(node: ts.NewExpression, names: Names): unknown {
		const args = this.#list(node.arguments ?? [], names);
		const name = node.expression.getText();
		if (args.some((arg) => arg instanceof Code)) throw new Beyond();
		if (name === 'Date') return args.length === 0 ? new Date() : new Date(args[0] as string);
		if (name === 'Set') return new Set(args[0] as []);
		if (name === 'Map') return new Map(args[0] as []);
		if (name === 'RegExp') return new RegExp(String(args[0]), args[1] as string | undefined);
		if (name === 'URL') return new URL(String(args[0]), args[1] as string | undefined);
		throw new Beyond();
	}

	#binary(node: ts.BinaryExpression, names: Names): unknown {
		const Kind = this.#tsc.SyntaxKind;
		const operator = node.operatorToken.kind;
		if (operator === Kind.EqualsToken) return this.#assign(node.left, this.value(node.right, names), names);
		const left = this.value(node.left, names);
		const right = (): unknown => this.value(node.right, names);
		if (operator === Kind.QuestionQuestionToken) return left ?? right();
		if (left instanceof Code) throw new Beyond();
		if (operator === Kind.BarBarToken) return left || right();
		if (operator === Kind.AmpersandAmpersandToken) return left && right();
		const other = right() as number;
		if ((other as unknown) instanceof Code) throw new Beyond();
		const one = left as number;
		switch (operator) {
			case Kind.PlusToken:
				return one + other;
			case Kind.MinusToken:
				return one - other;
			case Kind.AsteriskToken:
				return one * other;
			case Kind.SlashToken:
				return one / other;
			case Kind.EqualsEqualsEqualsToken:
			case Kind.EqualsEqualsToken:
				return one === other;
			case Kind.ExclamationEqualsEqualsToken:
			case Kind.ExclamationEqualsToken:
				return one !== other;
			case Kind.LessThanToken:
				return one < other;
			case Kind.GreaterThanToken:
				return one > other;
			case Kind.LessThanEqualsToken:
				return one <= other;
			case Kind.GreaterThanEqualsToken:
				return one >= other;
			case Kind.InKeyword:
				return Object.hasOwn(Object(other), String(one));
			default:
				throw new Beyond();
		}
	}

	#assign(target: ts.Expression, value: unknown, names: Names): unknown {
		const tsc = this.#tsc;
		if (tsc.isIdentifier(target)) (names.holder(target.text) ?? names).set(target.text, value);
		else if (tsc.isPropertyAccessExpression(target) || tsc.isElementAccessExpression(target)) {
			const object = this.value(target.expression, names);
			const key = tsc.isPropertyAccessExpression(target)
				? target.name.text
				: String(this.value(target.argumentExpression, names));
			if (typeof object !== 'object' || object === null || object instanceof Code || CLOSED.has(key))
				throw new Beyond();
			(object as Exports)[key] = value;
		} else throw new Beyond();
		return value;
	}

	#function(node: ts.FunctionLikeDeclaration, outer: Names): (...args: unknown[]) => unknown {
		return (...args) => {
			const names = new Names(outer);
			for (const [index, { name, initializer, dotDotDotToken }] of node.parameters.entries()) {
				const given = dotDotDotToken ? args.slice(index) : args[index];
				this.#bind(name, given === undefined && initializer ? this.value(initializer, names) : given, names);
			}
			const { body } = node;
			if (!body) return undefined;
			if (!this.#tsc.isBlock(body)) return this.value(body, names);
			return this.#block(body.statements, names)?.value;
		};
	}
}

function member(value: unknown, name: string): unknown {
	if (value instanceof Code) return new Code(`${value.text}.${name}`, value.from);
	if (CLOSED.has(name)) throw new Beyond();
	if (value === undefined || value === null) return undefined;
	return Reflect.get(Object(value), name) as unknown;
}

function pick(object: object, names: string[]): Record<string, unknown> {
	return Object.fromEntries(names.map((name) => [name, Reflect.get(object, name)]));
}

/** Of Node only what reads. */
const NODE: Record<string, unknown> = {
	path: { basename, dirname, extname, join, relative, resolve, sep: '/', posix: { join, basename, dirname } },
	fs: {
		existsSync: (path: unknown) => existsSync(String(path)),
		readFileSync: (path: unknown) => readFileSync(String(path), 'utf8'),
		readdirSync: (path: unknown) => readdirSync(String(path)),
	},
	url: {
		fileURLToPath: (url: unknown) => fileURLToPath(String(url)),
		pathToFileURL: (path: unknown) => pathToFileURL(String(path)),
	},
	process: { env: {}, cwd: () => process.cwd() },
};
