/**
 * Selects the symbols that get a page: exports of the packages, and types that their declarations name. A symbol with
 * several exports belongs to the package that declares it, at the main entry point if that exports it.
 */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { type CodeToken, declarationCode, declarationsOf, isInternal, propertyCode } from './code.ts';
import { hasTag } from './comment-source.ts';
import type { ApiPackage } from './packages.ts';
import { examplesFile } from './program.ts';

/** Kinds of symbols with their folders, in the order of lists. */
export const KINDS = [
	{ folder: 'classes', title: 'Classes', one: 'Class', typeOnly: false },
	{ folder: 'functions', title: 'Functions', one: 'Function', typeOnly: false },
	{ folder: 'variables', title: 'Variables', one: 'Variable', typeOnly: false },
	{ folder: 'interfaces', title: 'Interfaces', one: 'Interface', typeOnly: true },
	{ folder: 'types', title: 'Types', one: 'Type', typeOnly: true },
	{ folder: 'enums', title: 'Enums', one: 'Enum', typeOnly: false },
	{ folder: 'namespaces', title: 'Namespaces', one: 'Namespace', typeOnly: false },
] as const;

type Kind = (typeof KINDS)[number];

/** One way to import a symbol. */
export interface Export {
	package: ApiPackage;
	/** Name of the entry point. */
	entry: string;
	/** Namespaces around it, outermost first. */
	trail: string[];
	name: string;
	/** False if it cannot be imported: a type that others refer to. */
	exported: boolean;
}

/** A titled example type; its members show what a symbol returns. */
export interface Instance {
	title: string;
	/** As written in the configuration. */
	type: string;
	members: { property: ts.Symbol; code: CodeToken[][] }[];
}

export interface ApiSymbol extends Export {
	symbol: ts.Symbol;
	/** Its declarations of this kind: one per overload, or per part of a merged interface. */
	declarations: ts.Declaration[];
	/** The code of each declaration. */
	code: CodeToken[][];
	instances: Instance[];
	kind: Kind;
	status?: 'deprecated' | 'experimental';
	/** Below the docs version, without slashes at the ends: `typedoc/client/functions/httpLink`. */
	path: string;
	/** All ways to import it, the preferred one first. */
	exports: Export[];
	/** Names for `api:` links, each unique; generated pages use the first. */
	links: string[];
}

export interface Symbols {
	/** In the order of their paths. */
	all: ApiSymbol[];
	/** The page of a symbol; if a name is both a type and a value, the page of the type. */
	pages: Map<ts.Symbol, ApiSymbol>;
	/** The symbols that name a symbol in their code. */
	users: Map<ApiSymbol, ApiSymbol[]>;
	/** The symbols that extend or implement a symbol. */
	extenders: Map<ts.Symbol, ApiSymbol[]>;
	/** By the names that readers import, with their namespaces: `units.Unit`. */
	exported: Map<string, ts.Symbol>;
}

/** Finds all symbols with a page. */
export function listSymbols(packages: ApiPackage[], program: ts.Program): Symbols {
	const checker = program.getTypeChecker();
	const ways = exportsOf(packages, program);
	const all: ApiSymbol[] = [];
	const seen = new Set<ts.Symbol>();
	/** Makes the pages of a symbol, and returns the symbols in their code. */
	const make = (symbol: ts.Symbol): ts.Symbol[] => {
		if (seen.has(symbol)) return [];
		seen.add(symbol);
		const made = symbolsOf(symbol, ways.get(symbol) ?? homeOf(symbol, packages), { packages, program });
		all.push(...made);
		return made
			.flatMap((each) => namesIn(each, checker))
			.filter((named) => ways.has(named) || homeOf(named, packages).length > 0);
	};
	const roots = [...ways.keys()].filter((symbol) => !(symbol.declarations ?? []).every(isInternal));
	const isOld = ({ declarations = [] }: ts.Symbol): boolean => declarations.every((node) => hasTag(node, 'deprecated'));
	// The list grows while it is visited: code of one page may name symbols that need a page.
	const wanted = roots.filter((symbol) => !isOld(symbol));
	for (const symbol of wanted) wanted.push(...make(symbol));
	// Symbols that only deprecated ones refer to get a page, but the search stops there.
	for (const symbol of roots.filter(isOld)) for (const named of make(symbol)) make(named);
	all.sort((a, b) => (a.path < b.path ? -1 : 1));
	separate(all);
	nameLinks(all);
	const pages = new Map<ts.Symbol, ApiSymbol>();
	for (const made of all) {
		if (!pages.has(made.symbol) || made.kind.typeOnly) pages.set(made.symbol, made);
		// Types name the symbol of the expression.
		const of = classSymbol(made, checker);
		if (made.kind.folder === 'classes' && of !== made.symbol) pages.set(of, made);
	}
	// Comments call a default export, and what is exported under another name, by the name of its declaration.
	const names = [...ways].flatMap(([symbol, exports]) =>
		exports.flatMap(({ trail, name }): [string, ts.Symbol][] =>
			[name, symbol.name].map((each) => [[...trail, each].join('.'), symbol]),
		),
	);
	return {
		all,
		pages,
		users: usersOf(all, pages, checker),
		extenders: extendersOf(all, checker),
		exported: new Map(names.reverse()),
	};
}

/** The symbols in a page's code. */
function namesIn({ code, instances }: ApiSymbol, checker: ts.TypeChecker): ts.Symbol[] {
	const shown = [...code, ...instances.flatMap(({ members }) => members.flatMap((member) => member.code))];
	return shown.flat().flatMap(({ symbol }) => (symbol ? [origin(symbol, checker)] : []));
}

function usersOf(all: ApiSymbol[], pages: Symbols['pages'], checker: ts.TypeChecker): Symbols['users'] {
	const users: Symbols['users'] = new Map();
	for (const user of all) {
		const used = new Set(namesIn(user, checker).map((symbol) => pages.get(symbol)));
		for (const page of used) if (page && page !== user) users.set(page, [...(users.get(page) ?? []), user]);
	}
	return users;
}

function extendersOf(all: ApiSymbol[], checker: ts.TypeChecker): Symbols['extenders'] {
	const extenders: Symbols['extenders'] = new Map();
	for (const one of all) {
		const types = one.declarations.flatMap(heritageOf).flatMap((clause) => [...clause.types]);
		const bases = new Set(types.map((type) => checker.getTypeAtLocation(type).getSymbol()));
		for (const base of bases) if (base) extenders.set(base, [...(extenders.get(base) ?? []), one]);
	}
	return extenders;
}

/** The `extends` and `implements` clauses of a class or an interface. */
export function heritageOf(node: ts.Declaration): readonly ts.HeritageClause[] {
	return tsc.isClassLike(node) || tsc.isInterfaceDeclaration(node) ? (node.heritageClauses ?? []) : [];
}

/** The symbol that an imported or re-exported name refers to. */
export function origin(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
	return symbol.flags & tsc.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** All symbols that can be imported, with all ways to import them. */
function exportsOf(packages: ApiPackage[], program: ts.Program): Map<ts.Symbol, Export[]> {
	const checker = program.getTypeChecker();
	const found = new Map<ts.Symbol, Export[]>();
	const visit = (module: ts.Symbol, place: Omit<Export, 'name'>, above: ts.Symbol[]): void => {
		// What a module is as a whole, by "export =", is imported as its default.
		const whole = module.exports?.get(tsc.InternalSymbolName.ExportEquals);
		for (const exported of [...(whole ? [whole] : []), ...checker.getExportsOfModule(module)]) {
			const symbol = origin(exported, checker);
			if (symbol.flags & tsc.SymbolFlags.Prototype) continue;
			const name = exported === whole ? DEFAULT : exported.name;
			found.set(symbol, [...(found.get(symbol) ?? []), { ...place, name }]);
			if (exported === whole) continue;
			if (symbol.flags & tsc.SymbolFlags.Module && !above.includes(symbol))
				visit(symbol, { ...place, trail: [...place.trail, exported.name] }, [...above, symbol]);
		}
	};
	for (const found of packages) {
		for (const entry of found.entries) {
			const source = program.getSourceFile(entry.file);
			const module = source && checker.getSymbolAtLocation(source);
			if (module) visit(module, { package: found, entry: entry.name, trail: [], exported: true }, [module]);
		}
	}
	return found;
}

/** The place of a top-level declaration that cannot be imported; empty for other symbols. */
function homeOf(symbol: ts.Symbol, packages: ApiPackage[]): Export[] {
	const [declaration] = symbol.declarations ?? [];
	if (!declaration || !kindOf(declaration) || !isTop(declaration)) return [];
	const { fileName } = declaration.getSourceFile();
	const owner = ownerOf(fileName, packages);
	return owner ? [{ package: owner, entry: '', trail: [], name: symbol.name, exported: false }] : [];
}

/** The package that a file belongs to; not what is installed in it. */
export function ownerOf(fileName: string, packages: readonly ApiPackage[]): ApiPackage | undefined {
	return packages.find(
		({ folder }) => fileName.startsWith(`${folder}/`) && !/\/node_modules\//.test(fileName.slice(folder.length)),
	);
}

/** Whether a declaration is at the top level of a file or namespace. */
export function isTop(declaration: ts.Declaration): boolean {
	const { parent }: { parent?: ts.Node } = tsc.isVariableDeclaration(declaration)
		? declaration.parent.parent
		: declaration;
	// The file of a module has nothing around it.
	return parent !== undefined && (tsc.isSourceFile(parent) || tsc.isModuleBlock(parent));
}

/** The pages of a symbol: two if it is a type and a value, or a function and a namespace. */
function symbolsOf(
	symbol: ts.Symbol,
	ways: Export[],
	{ packages, program }: { packages: ApiPackage[]; program: ts.Program },
): ApiSymbol[] {
	const checker = program.getTypeChecker();
	const byKind = new Map<Kind, ts.Declaration[]>();
	for (const declaration of declarationsOf(symbol).map(classOr)) {
		const kind = kindOf(declaration);
		if (kind) byKind.set(kind, [...(byKind.get(kind) ?? []), declaration]);
	}
	const exports = rank(ways, symbol, packages);
	const [first] = exports;
	if (!first) return [];
	const home = { ...first, name: first.name === DEFAULT ? nameOfDefault(first, symbol) : first.name };
	return [...byKind].map(([kind, declarations]) => {
		const isAll = (...tags: string[]): boolean => declarations.every((node) => hasTag(node, ...tags));
		const status = isAll('deprecated')
			? 'deprecated'
			: isAll('experimental', 'alpha', 'beta') || /^(?:experimental|unstable)_/.test(home.name)
				? 'experimental'
				: undefined;
		return {
			...home,
			symbol,
			declarations,
			code: kind.folder === 'namespaces' ? [] : declarations.map((node) => declarationCode(node, checker)),
			instances: instancesOf(home, program),
			kind,
			...(status ? { status } : {}),
			path: pathOf(home, kind.folder),
			exports,
			links: [],
		};
	});
}

/** The class that a declaration without a type of its own has as its value: `const Mixer = class { … }`. */
function classOr(node: ts.Declaration): ts.Declaration {
	const value =
		tsc.isVariableDeclaration(node) && !node.type
			? node.initializer
			: tsc.isExportAssignment(node)
				? node.expression
				: undefined;
	const bare = value && bareValue(value);
	return bare && tsc.isClassExpression(bare) ? bare : node;
}

/** An expression without parentheses and assertions of its type. */
export function bareValue(node: ts.Expression): ts.Expression {
	const isWrapped = tsc.isAsExpression(node) || tsc.isSatisfiesExpression(node) || tsc.isParenthesizedExpression(node);
	return isWrapped ? bareValue(node.expression) : node;
}

/** The symbol with the members of a class: that of the expression, if it is one. */
export function classSymbol(
	{ symbol, declarations }: Pick<ApiSymbol, 'symbol' | 'declarations'>,
	checker: ts.TypeChecker,
): ts.Symbol {
	const expression = declarations.find((node) => tsc.isClassExpression(node));
	return (expression && checker.getTypeAtLocation(expression).getSymbol()) ?? symbol;
}

/** The name of a default export, whose symbol may have none. */
const DEFAULT = 'default';

/** The name in the declaration of a default export, else one made from the module's. */
function nameOfDefault(way: Export, { name, declarations = [] }: ts.Symbol): string {
	const named = declarations
		.map(tsc.getNameOfDeclaration)
		.find((node) => node && tsc.isIdentifier(node))
		?.getText();
	// TypeScript calls a nameless one so in declarations.
	if (named !== undefined && !named.startsWith('_default')) return named;
	const word = importPath(way).split('/').at(-1) ?? '';
	const own = word.replace(/\W+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '');
	return [own, name].find((one) => /^[\p{L}_$][\w$]*$/u.test(one) && one !== DEFAULT) ?? 'value';
}

/** Whether readers import a symbol as the default of its module. */
export function isDefault({ exports: [first] }: ApiSymbol): boolean {
	return first?.name === DEFAULT;
}

function kindOf(node: ts.Declaration): Kind | undefined {
	const folder = folderOf(node);
	return KINDS.find((kind) => kind.folder === folder);
}

function folderOf(node: ts.Declaration): Kind['folder'] | undefined {
	if (tsc.isClassLike(node)) return 'classes';
	if (tsc.isFunctionDeclaration(node)) return 'functions';
	if (tsc.isInterfaceDeclaration(node)) return 'interfaces';
	if (tsc.isTypeAliasDeclaration(node)) return 'types';
	if (tsc.isEnumDeclaration(node)) return 'enums';
	if (tsc.isModuleDeclaration(node) || tsc.isSourceFile(node)) return 'namespaces';
	if (tsc.isVariableDeclaration(node))
		return node.initializer && tsc.isFunctionLike(node.initializer) ? 'functions' : 'variables';
	return tsc.isExportAssignment(node) || tsc.isBindingElement(node) ? 'variables' : undefined;
}

/** The members of the configured example types of a symbol. */
function instancesOf({ package: owner, name }: Export, program: ts.Program): Instance[] {
	const shown = owner.instances[name];
	const source = shown && program.getSourceFile(examplesFile(owner));
	const table = source?.statements.findLast((node) => tsc.isTypeAliasDeclaration(node));
	if (!table || !tsc.isTypeAliasDeclaration(table)) return [];
	const checker = program.getTypeChecker();
	const types = checker.getTypeAtLocation(table);
	const before = Object.entries(owner.instances).slice(0, Object.keys(owner.instances).indexOf(name));
	const first = before.reduce((sum, [, titles]) => sum + Object.keys(titles).length, 0);
	return Object.entries(shown ?? {}).map(([title, written], index) => {
		const holder = types.getProperty(String(first + index));
		const type = holder && checker.getNonNullableType(checker.getTypeOfSymbol(holder));
		const properties = type ? checker.getPropertiesOfType(type) : [];
		return {
			title,
			type: written,
			members: properties
				.filter((property) => !/^_|^\$/.test(property.name) && !(property.declarations ?? []).some(isInternal))
				.map((property) => ({ property, code: propertyCode(property, checker) })),
		};
	});
}

function rank(exports: Export[], { declarations = [], name }: ts.Symbol, packages: ApiPackage[]): Export[] {
	const file = declarations[0]?.getSourceFile().fileName ?? '';
	const order = (way: Export): number[] => [
		Number(!file.startsWith(`${way.package.folder}/`)),
		way.trail.length,
		packages.indexOf(way.package),
		way.package.entries.findIndex((entry) => entry.name === way.entry),
		Number(way.name !== name),
		Number(way.name === DEFAULT),
	];
	const keyed = exports.map((way) => ({ way, key: order(way) }));
	keyed.sort((a, b) => a.key.map((part, index) => part - (b.key[index] ?? 0)).find((part) => part !== 0) ?? 0);
	return keyed.map(({ way }) => way);
}

function pathOf({ package: { path }, entry, trail, name, exported }: Export, folder: string): string {
	const around = trail.flatMap((part) => ['namespaces', part]);
	return [path, exported ? entry : 'internals', ...around, folder, name].filter((part) => part !== '').join('/');
}

/**
 * Many hosts ignore case in URLs (B-282): if two paths differ by case only, the later one in code unit order gets a
 * number, so that the one with the capital keeps its name.
 */
function separate(symbols: ApiSymbol[]): void {
	const taken = new Set<string>();
	for (const symbol of symbols) {
		const bare = symbol.path;
		for (let count = 2; taken.has(symbol.path.toLowerCase()); count++) symbol.path = `${bare}-${count}`;
		taken.add(symbol.path.toLowerCase());
	}
}

/**
 * If a type and a value share a name, the plain link points to the value, and each has a link with its folder. The link
 * of a symbol that cannot be imported is its path.
 */
function nameLinks(symbols: ApiSymbol[]): void {
	const taken = new Set<string>();
	const inOrder = symbols.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
	for (const symbol of inOrder.filter(({ exported }) => exported)) {
		for (const way of symbol.exports) {
			const base = [way.package.id, way.entry].filter((part) => part !== '').join('/');
			const name = [...way.trail, way.name].join('.');
			for (const link of [`${base}/${name}`, `${base}/${symbol.kind.folder}/${name}`]) {
				if (taken.has(link)) continue;
				taken.add(link);
				symbol.links.push(link);
			}
		}
	}
	for (const { links, package: owner, path } of symbols)
		if (links.length === 0) links.push(owner.id + path.slice(owner.path.length));
}

/** The module that readers import a symbol from. */
export function importPath({ package: { name }, entry }: Pick<Export, 'package' | 'entry'>): string {
	return entry === '' ? name : `${name}/${entry}`;
}

/** The id of a member on its page: its name, without characters that ids must not contain. */
export function anchorOf(name: string): string {
	const id = name.replace(/[^\p{L}\p{N}_-]+/gu, '-');
	return /^\p{L}/u.test(id) ? id : `member-${id}`;
}
