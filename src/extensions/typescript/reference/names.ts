/** Finds the symbol that a name in a comment refers to: `Shop.open`, `Shop#open`, `close`, `@bakery/kit#Shop`. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import type { ApiPackage } from './packages.ts';
import { importPath, origin, ownerOf } from './symbols.ts';

export class NameScope {
	/** The names in scope of a file or namespace. */
	private readonly scopes = new Map<ts.Node, Map<string, ts.Symbol>>();

	constructor(
		private readonly program: ts.Program,
		private readonly packages: readonly ApiPackage[],
		/** All names that readers can import, with their namespaces: `units.Unit`. */
		private readonly exported: ReadonlyMap<string, ts.Symbol>,
	) {}

	/** The symbol of a name, as the author of a comment at `from` wrote it. */
	find(written: string, from: ts.Node): ts.Symbol | undefined {
		const bare = written.trim().replace(/\(\)$|<[^<>]*>$/g, '');
		// Declaration references of TSDoc, and name paths of JSDoc.
		const [, module, inModule = ''] = /^(?:module:)?(@?[\w.-]+(?:\/[\w.-]+)*)[#~!](.+)$/.exec(bare) ?? [];
		const start = module === undefined ? undefined : this.moduleOf(module);
		const path = partsOf(start ? inModule : bare.replace(/^(?:module:|typeof )/, ''));
		const [first, ...rest] = path;
		if (first === undefined) return undefined;
		const candidates = start ? [memberOf(start, first, this.checker)] : this.candidates(first, from);
		for (const candidate of candidates) {
			const found = rest.reduce<ts.Symbol | undefined>(
				(symbol, part) => symbol && memberOf(symbol, part, this.checker),
				candidate,
			);
			if (found) return found;
		}
		return this.exported.get(path.join('.'));
	}

	private get checker(): ts.TypeChecker {
		return this.program.getTypeChecker();
	}

	/** The possible meanings of a single name, nearest first. */
	private candidates(name: string, from: ts.Node): (ts.Symbol | undefined)[] {
		const { checker } = this;
		const around: ts.Node[] = [];
		for (let at = from; at && !tsc.isSourceFile(at); at = at.parent) around.push(at);
		const own = around.flatMap((node) => [
			...('typeParameters' in node ? namedIn(node.typeParameters, name, checker) : []),
			...('parameters' in node ? namedIn(node.parameters, name, checker) : []),
		]);
		const inScope = this.scopeOf(from).get(name);
		const members = around.map((node) => {
			const named = tsc.isDeclarationStatement(node) || tsc.isClassLike(node) ? node.name : undefined;
			const holder = named && checker.getSymbolAtLocation(named);
			return holder && memberOf(holder, name, checker);
		});
		const isOwn = (inScope?.declarations ?? []).some((node) => {
			const file = node.getSourceFile();
			return tsc.isExternalModule(file) || ownerOf(file.fileName, this.packages) !== undefined;
		});
		return [...own, ...(isOwn ? [inScope] : []), ...members, this.exported.get(name), inScope];
	}

	private scopeOf(from: ts.Node): Map<string, ts.Symbol> {
		const scope = tsc.findAncestor(from, (node) => tsc.isSourceFile(node) || tsc.isModuleBlock(node)) ?? from;
		const { Value, Type, Namespace, Alias } = tsc.SymbolFlags;
		const names =
			this.scopes.get(scope) ??
			new Map(
				this.checker.getSymbolsInScope(scope, Value | Type | Namespace | Alias).map((found) => [found.name, found]),
			);
		this.scopes.set(scope, names);
		return names;
	}

	/** An entry point of a package. */
	private moduleOf(name: string): ts.Symbol | undefined {
		for (const found of this.packages) {
			const entry = found.entries.find((each) => importPath({ package: found, entry: each.name }) === name);
			const source = entry && this.program.getSourceFile(entry.file);
			if (source) return this.checker.getSymbolAtLocation(source);
		}
		return undefined;
	}
}

/** `Options.'content-type'` → `Options`, `content-type`; kinds such as in `(Shop:class)` are left out. */
function partsOf(name: string): string[] {
	const parts = name.matchAll(/\[?'([^']*)'\]?|\[?"([^"]*)"\]?|(\[[^\]]+\])|[^.#~'"[\]]+/g);
	return [...parts].flatMap(
		([whole, single, double, computed]) =>
			single ?? double ?? computed ?? (whole.replace(/[()]|:\w+/g, '').trim() || []),
	);
}

function namedIn(list: unknown, name: string, checker: ts.TypeChecker): ts.Symbol[] {
	const nodes: readonly ts.NamedDeclaration[] = Array.isArray(list) ? list : [];
	return nodes.flatMap((node) => {
		const symbol =
			node.name && tsc.isIdentifier(node.name) && node.name.text === name && checker.getSymbolAtLocation(node.name);
		return symbol || [];
	});
}

/** A member of a class, an object, an enum or a namespace, static or of an instance. */
export function memberOf(outer: ts.Symbol, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
	const symbol = origin(outer, checker);
	if (name === 'prototype') return symbol;
	const exports = symbol.flags & tsc.SymbolFlags.Module ? checker.getExportsOfModule(symbol) : [];
	const inside = symbol.exports?.get(tsc.escapeLeadingUnderscores(name)) ?? exports.find((each) => each.name === name);
	if (inside) return inside;
	const value = symbol.flags & tsc.SymbolFlags.Value ? [checker.getTypeOfSymbol(symbol)] : [];
	const types = [
		...(symbol.flags & tsc.SymbolFlags.Type ? [checker.getDeclaredTypeOfSymbol(symbol)] : []),
		...value,
		// A class expression has its members in what it makes.
		...value.flatMap((type) => type.getConstructSignatures().map((signature) => signature.getReturnType())),
	];
	for (const type of types) {
		const bare = checker.getNonNullableType(type);
		for (const part of bare.isUnion() ? bare.types : [bare]) {
			const found =
				checker.getPropertyOfType(part, name) ??
				checker.getPropertiesOfType(part).find((property) => nameText(property) === name);
			if (found) return found;
		}
	}
	return undefined;
}

/** The name of a member as its declaration has it: `[Symbol.iterator]`. */
function nameText({ declarations: [node] = [] }: ts.Symbol): string | undefined {
	const name = node && tsc.getNameOfDeclaration(node);
	return name && tsc.isComputedPropertyName(name) ? name.getText() : undefined;
}
