/** Where the compiler looks for the names of symbols that are out of reach, which takes longer than all else. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';

/** The module `globalThis`: what the compiler has made of it is missing in its types. */
type GlobalThis = ts.Symbol & { links?: { resolvedExports?: ts.SymbolTable } };
type GlobalName = ts.Symbol & { exportSymbol?: ts.Symbol };

/**
 * Does `act` while the compiler looks for names only where some can be: in modules that some file names as a whole, and
 * among the globals that stand for others. All findings must be known before, because some depend on the order of files.
 */
export function withFewNames<T>(program: ts.Program, act: () => T): T {
	// The checker asks the program itself, once it has been made.
	const checker = program.getTypeChecker();
	const all = program.getSourceFiles;
	const named = namedModules(program.getSourceFiles(), checker);
	const few = program.getSourceFiles().filter((file) => named.has(file));
	const tables = globalTables(checker);
	program.getSourceFiles = () => few;
	for (const table of tables) {
		const standing = new Map([...table].filter(([, symbol]) => standsForOthers(symbol)));
		table.entries = () => standing.entries();
	}
	try {
		return act();
	} finally {
		program.getSourceFiles = all;
		for (const table of tables) delete (table as Partial<typeof table>).entries;
	}
}

/** The modules that have a name: through `import * as z`, `export * as z`, or `import z` if there is no default export. */
function namedModules(files: readonly ts.SourceFile[], checker: ts.TypeChecker): Set<ts.Node> {
	const named = new Set<ts.Node>();
	const visit = (statement: ts.Node): void => {
		if (tsc.isNamespaceExportDeclaration(statement)) named.add(statement.getSourceFile());
		if (tsc.isModuleDeclaration(statement) || tsc.isModuleBlock(statement)) tsc.forEachChild(statement, visit);
		const { specifier, from = [] } = naming(statement) ?? {};
		const module = specifier && checker.getSymbolAtLocation(specifier);
		if (!module || from.some((name) => module.exports?.has(name))) return;
		for (const declaration of module.declarations ?? []) named.add(declaration);
	};
	for (const file of files) for (const statement of file.statements) visit(statement);
	return named;
}

/** The module that a statement names, unless the module has an export `from`, which is named in its place. */
function naming(statement: ts.Node): { specifier: ts.Expression; from: ts.__String[] } | undefined {
	const whole = [tsc.InternalSymbolName.ExportEquals];
	const byDefault = [...whole, tsc.InternalSymbolName.Default];
	if (tsc.isImportEqualsDeclaration(statement)) {
		const { moduleReference: reference } = statement;
		return tsc.isExternalModuleReference(reference) ? { specifier: reference.expression, from: whole } : undefined;
	}
	if (!tsc.isImportDeclaration(statement) && !tsc.isExportDeclaration(statement)) return undefined;
	const { moduleSpecifier: specifier } = statement;
	const clause = tsc.isImportDeclaration(statement) ? statement.importClause : statement.exportClause;
	const names = clause && tsc.isImportClause(clause) ? clause.namedBindings : clause;
	if (!specifier || !clause) return undefined;
	if (names && (tsc.isNamespaceImport(names) || tsc.isNamespaceExport(names))) return { specifier, from: whole };
	const isDefault = tsc.isImportClause(clause) && clause.name !== undefined;
	const isDefaultAmong = names?.elements.some(({ name, propertyName = name }) => propertyName.text === 'default');
	return isDefault || isDefaultAmong ? { specifier, from: byDefault } : undefined;
}

/** The tables of globals: of the scope, and of what `globalThis` exports. None if this compiler keeps them elsewhere. */
function globalTables(checker: ts.TypeChecker): ts.SymbolTable[] {
	const found = checker.resolveName('globalThis', undefined, tsc.SymbolFlags.Value, false) as GlobalThis | undefined;
	// Makes the second table, from all of the first.
	if (found) checker.getExportsOfModule(found);
	return [found?.exports, found?.links?.resolvedExports].flatMap((table) => table ?? []);
}

/** Whether a global is an alias, or a variable whose type may have the name of another global. */
function standsForOthers({ flags, valueDeclaration, exportSymbol }: GlobalName): boolean {
	const type = valueDeclaration && tsc.isVariableDeclaration(valueDeclaration) ? valueDeclaration.type : undefined;
	const isVariable = (flags & tsc.SymbolFlags.Variable) !== 0;
	if (isVariable && !(type && tsc.isTypeLiteralNode(type))) return true;
	return (flags & tsc.SymbolFlags.Alias) !== 0 || exportSymbol !== undefined;
}
