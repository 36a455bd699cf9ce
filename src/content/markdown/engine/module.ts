/**
 * What the names of a module mean: its imports, constants and functions. A value is found when it is asked for, so a
 * module may hold anything beside the one thing that a page needs of it.
 */
import { Closure, evaluateNode, type Known, type Names } from './evaluate.ts';
import type { Expression, Statement } from './script.ts';

/** What a module exports; `default` is a name like any other. */
export interface Exports {
	names: Names;
	/** Names that it declares or imports for itself. */
	declared: string[];
	exported: Names;
}

/** `importOf` says what another module exports under a name; `outer` knows the names that are declared nowhere. */
export function readModule(
	statements: readonly Statement[],
	importOf: (imported: string, from: string) => Known | undefined,
	outer: Names = () => undefined,
): Exports {
	const own = new Map<string, () => Known | undefined>();
	const exported = new Map<string, string>();
	const names: Names = (name) => (own.has(name) ? own.get(name)?.() : outer(name));
	const declare = (statement: Statement): string[] => {
		if (statement.type === 'FunctionDeclaration' && statement.id) {
			own.set(statement.id.name, () => ({ value: new Closure(statement, names) }));
			return [statement.id.name];
		}
		if (statement.type !== 'VariableDeclaration') return [];
		return statement.declarations.flatMap(({ id, init }) => {
			if (id.type !== 'Identifier' || !init) return [];
			own.set(id.name, once(init, names));
			return [id.name];
		});
	};
	for (const statement of statements) {
		if (statement.type === 'ImportDeclaration') {
			for (const { type, imported, local } of statement.importKind === 'type' ? [] : statement.specifiers)
				own.set(local.name, () =>
					importOf(type === 'ImportSpecifier' ? (imported?.name ?? local.name) : 'default', statement.source.value),
				);
		} else if (statement.type === 'ExportNamedDeclaration') {
			const { declaration, source, specifiers } = statement;
			for (const name of declaration ? declare(declaration) : []) exported.set(name, name);
			for (const { local, exported: as } of specifiers) {
				exported.set(as.name, source ? `${as.name} from` : local.name);
				if (source) own.set(`${as.name} from`, () => importOf(local.name, source.value));
			}
		} else if (statement.type === 'ExportDefaultDeclaration') {
			const { declaration } = statement;
			exported.set('default', 'default');
			own.set('default', once(declaration, names));
			if (declaration.type === 'FunctionDeclaration') declare(declaration);
		} else declare(statement);
	}
	const exportedNames: Names = (name) => {
		const local = exported.get(name);
		return local === undefined ? undefined : names(local);
	};
	return { names, declared: [...own.keys()], exported: exportedNames };
}

/** The value of an expression, found once; a value that needs itself has none. */
function once(node: Expression, names: Names): () => Known {
	let known: Known | undefined;
	return () => {
		if (known) return known;
		known = { wrong: 'it needs itself' };
		const result = evaluateNode(node, names);
		known = result.ok ? { value: result.value } : { wrong: result.message };
		return known;
	};
}
