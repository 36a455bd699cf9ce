/**
 * The names of a module: imports, constants and functions. Values are evaluated on first use, so that code which the page
 * does not use may be anything.
 */

import { importsOf, nameOf, type Of, type Statement, type Tree } from './docsgen.ts';
import { bound, evaluateNode, runStatement } from './evaluate.ts';
import { Closure, type Host, type Known, type Names } from './value.ts';

/** The exports of a module; `default` is an ordinary name, and `*` an object of all. */
export interface Exports {
	names: Names;
	/** Names that it declares or imports. */
	declared: string[];
	exported: Names;
}

export interface ModuleContext {
	/** An export of another module; `*` is an object of all. */
	importOf: (imported: string, from: string) => Known | undefined;
	/** Names that the module does not declare. */
	outer?: Names;
	/** Given for configuration: statements are executed as well. */
	host?: Host;
}

export function readModule(
	statements: readonly Statement[],
	{ importOf, outer = () => undefined, host }: ModuleContext,
): Exports {
	const own = new Map<string, () => Known | undefined>();
	const exported = new Map<string, () => Known | undefined>();
	const all: string[] = [];
	const names: Names = Object.assign((name: string) => (own.has(name) ? own.get(name)?.() : outer(name)), {
		set(name: string, value: unknown): boolean {
			if (!host || !own.has(name)) return outer.set?.(name, value) === true;
			own.set(name, () => ({ value }));
			return true;
		},
	});
	const declare = (statement: Of<'VariableDeclaration' | 'FunctionDeclaration'>): string[] => {
		if (statement.type !== 'VariableDeclaration') {
			const name = statement.id?.name ?? 'default';
			own.set(name, () => ({ value: new Closure(statement, names, host) }));
			return [name];
		}
		return statement.declarations.flatMap(({ id, init }) => {
			const value = init ? once(() => found(init, names, host)) : () => ({ value: undefined });
			if (id.type === 'Identifier') own.set(id.name, value);
			else {
				const parts = once(() => {
					const whole = value();
					return 'value' in whole ? { value: bound(id, whole.value, names, host) } : whole;
				});
				for (const name of namesIn(id))
					own.set(name, () => {
						const local = parts();
						return 'value' in local ? { value: local.value.get(name) } : local;
					});
			}
			return namesIn(id);
		});
	};
	const exportAs = (name: string, local = name): void => void exported.set(name, () => names(local));
	for (const statement of statements) {
		if (isDeclaration(statement)) declare(statement);
		else if (statement.type === 'ImportDeclaration') {
			for (const { local, imported, from } of importsOf(statement)) own.set(local, () => importOf(imported, from));
		} else if (statement.type === 'ExportNamedDeclaration') {
			const { declaration, source, specifiers } = statement;
			for (const name of declaration && isDeclaration(declaration) ? declare(declaration) : []) exportAs(name);
			for (const { local, exported: as } of specifiers)
				if (source) exported.set(nameOf(as), () => importOf(nameOf(local), String(source.value)));
				else exportAs(nameOf(as), nameOf(local));
		} else if (statement.type === 'ExportAllDeclaration') {
			const { source, exported: as } = statement;
			if (as) exported.set(nameOf(as), () => importOf('*', String(source.value)));
			else all.push(String(source.value));
		} else if (statement.type === 'ExportDefaultDeclaration') {
			const { declaration } = statement;
			if (declaration.type === 'FunctionDeclaration') exportAs('default', declare(declaration)[0]);
			else
				exported.set(
					'default',
					once(() => found(declaration, names, host)),
				);
		}
	}
	for (const statement of host ? statements : []) {
		const inner = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement;
		if (inner.type === 'VariableDeclaration') for (const { id } of inner.declarations) namesIn(id).forEach(names);
		else if (host && !/^(?:Import|Export|Function|Class|TS)/.test(inner.type)) runStatement(inner, names, host);
	}
	const exportedNames: Names = (name) => {
		if (name === '*')
			return { value: Object.fromEntries([...exported].flatMap(([key, known]) => entry(key, known()))) };
		const known = exported.get(name);
		if (known || name === 'default') return known?.();
		return all.map((from) => importOf(name, from)).find((one) => one !== undefined);
	};
	return { names, declared: [...own.keys()], exported: exportedNames };
}

function entry(key: string, known: Known | undefined): [string, unknown][] {
	return known && 'value' in known ? [[key, known.value]] : [];
}

function isDeclaration(statement: Tree): statement is Of<'VariableDeclaration' | 'FunctionDeclaration'> {
	return statement.type === 'VariableDeclaration' || statement.type === 'FunctionDeclaration';
}

/** The names that a pattern declares. */
function namesIn(pattern: Tree): string[] {
	switch (pattern.type) {
		case 'Identifier':
			return [pattern.name];
		case 'AssignmentPattern':
			return namesIn(pattern.left);
		case 'RestElement':
			return namesIn(pattern.argument);
		case 'ArrayPattern':
			return pattern.elements.flatMap((element) => (element ? namesIn(element) : []));
		case 'ObjectPattern':
			return pattern.properties.flatMap((one) => namesIn(one.type === 'RestElement' ? one.argument : one.value));
		default:
			return [];
	}
}

function found(node: Tree, names: Names, host: Host | undefined): Known {
	const result = evaluateNode(node, names, host);
	return result.ok ? { value: result.value } : { wrong: true };
}

/** Evaluates a value once; a value that depends on itself is `wrong`. */
function once<T extends { value: unknown } | { wrong: true }>(find: () => T): () => T | { wrong: true } {
	let known: T | { wrong: true } | undefined;
	return () => {
		if (known) return known;
		known = { wrong: true };
		known = find();
		return known;
	};
}
