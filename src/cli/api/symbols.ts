/**
 * Which symbols the packages export, and the one page each has: a symbol that is exported from several places lives
 * in the package it is declared in, at the main entry point if that exports it. Pure.
 */
import type { JSONOutput } from 'typedoc';
import type { ApiModule } from './convert.ts';
import type { ApiPackage } from './packages.ts';
import { KIND } from './types.ts';

type Declaration = JSONOutput.DeclarationReflection;

/** Folders of pages by the kinds that have pages, in the order in which they are listed. */
export const KINDS: readonly { kind: number; folder: string; title: string; one: string; typeOnly: boolean }[] = [
	{ kind: KIND.class, folder: 'classes', title: 'Classes', one: 'Class', typeOnly: false },
	{ kind: KIND.function, folder: 'functions', title: 'Functions', one: 'Function', typeOnly: false },
	{ kind: KIND.variable, folder: 'variables', title: 'Variables', one: 'Variable', typeOnly: false },
	{ kind: KIND.interface, folder: 'interfaces', title: 'Interfaces', one: 'Interface', typeOnly: true },
	{ kind: KIND.typeAlias, folder: 'types', title: 'Types', one: 'Type', typeOnly: true },
	{ kind: KIND.enum, folder: 'enums', title: 'Enums', one: 'Enum', typeOnly: false },
	{ kind: KIND.namespace, folder: 'namespaces', title: 'Namespaces', one: 'Namespace', typeOnly: false },
];

/** One way to import a symbol. */
export interface Export {
	package: ApiPackage;
	/** Name of the entry point. */
	entry: string;
	/** Namespaces around it, outermost first. */
	trail: string[];
	name: string;
	/** False where it cannot be imported: a type that others refer to. */
	exported: boolean;
}

export interface ApiSymbol extends Export {
	declaration: Declaration;
	kind: (typeof KINDS)[number];
	/** Below the docs version, without a slash at its ends: `typedoc/client/functions/httpLink`. */
	path: string;
	/** Every way to import it, its own first. */
	exports: Export[];
	/** What `api:` links may call it. */
	links: string[];
}

export interface Symbols {
	/** In the order of their paths. */
	all: ApiSymbol[];
	/** Symbol and anchor (empty for the page itself) by reflection id. */
	places: Map<number, { symbol: ApiSymbol; anchor: string }>;
	/** What each entry point exports that lives elsewhere, by package id and entry point. */
	borrowed: Map<string, { name: string; symbol: ApiSymbol }[]>;
}

interface Candidate {
	declaration: Declaration;
	exports: Export[];
}

/** Finds the page of every symbol that `modules` export. */
export function listSymbols(modules: ApiModule[]): Symbols {
	const candidates = collect(modules);
	const symbols = [...candidates.values()].flatMap(({ declaration, exports }): ApiSymbol[] => {
		const kind = KINDS.find((candidate) => candidate.kind === declaration.kind);
		const sorted = rank(exports, declaration, modules);
		const [home] = sorted;
		if (!kind || !home) return [];
		return [{ ...home, declaration, kind, path: pathOf(home, kind.folder), exports: sorted, links: [] }];
	});
	const all = symbols.sort((a, b) => (a.path < b.path ? -1 : 1));
	separate(all);
	nameLinks(all);
	return { all, places: placesOf(all), borrowed: borrowedOf(all) };
}

/** Every declaration with all the ways to import it. */
function collect(modules: ApiModule[]): Map<number, Candidate> {
	const declarations = new Map<number, Declaration>();
	const references = new Map<number, number>();
	const found: { id: number; export: Export }[] = [];
	const visit = (
		children: ApiModule['children'],
		place: Omit<Export, 'name' | 'exported'>,
		unexported?: Set<number>,
	): void => {
		for (const child of children) {
			found.push({ id: child.id, export: { ...place, name: child.name, exported: !unexported?.has(child.id) } });
			if ('target' in child) references.set(child.id, child.target);
			else {
				declarations.set(child.id, child);
				if (child.kind === KIND.namespace)
					visit(child.children ?? [], { ...place, trail: [...place.trail, child.name] });
			}
		}
	};
	for (const module of modules)
		visit(module.children, { package: module.package, entry: module.entry.name, trail: [] }, module.unexported);
	const candidates = new Map<number, Candidate>();
	for (const { id, export: way } of found) {
		let target = id;
		for (let next = references.get(target); next !== undefined; next = references.get(target)) target = next;
		const declaration = declarations.get(target);
		if (!declaration) continue;
		const candidate = candidates.get(target) ?? { declaration, exports: [] };
		candidate.exports.push(way);
		candidates.set(target, candidate);
	}
	return candidates;
}

function rank(exports: Export[], declaration: Declaration, modules: ApiModule[]): Export[] {
	const file = `/${declaration.sources?.[0]?.fileName ?? ''}`;
	const order = (way: Export): number[] => [
		Number(!file.startsWith(`${way.package.folder}/`)),
		way.trail.length,
		modules.findIndex((module) => module.package === way.package && module.entry.name === way.entry),
		Number(way.name !== declaration.name),
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
 * Addresses that differ by case only are the same to many hosts (B-282): the later one in the order of code units,
 * which puts capitals first, gets a number.
 */
function separate(symbols: ApiSymbol[]): void {
	const taken = new Set<string>();
	for (const symbol of symbols) {
		const bare = symbol.path;
		for (let count = 2; taken.has(symbol.path.toLowerCase()); count++) symbol.path = `${bare}-${count}`;
		taken.add(symbol.path.toLowerCase());
	}
}

/** Where a type and a value share a name, the plain link leads to the value; with its folder each can be named. */
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
}

function placesOf(symbols: ApiSymbol[]): Symbols['places'] {
	const places: Symbols['places'] = new Map();
	const put = (id: number, symbol: ApiSymbol, anchor: string): void => {
		if (!places.has(id)) places.set(id, { symbol, anchor });
	};
	for (const symbol of symbols) put(symbol.declaration.id, symbol, '');
	for (const symbol of symbols) {
		for (const signature of symbol.declaration.signatures ?? []) put(signature.id, symbol, '');
		if (symbol.kind.kind === KIND.namespace) continue;
		const { children, type } = symbol.declaration;
		for (const member of children ?? (type?.type === 'reflection' ? type.declaration.children : undefined) ?? []) {
			const anchor = anchorOf(member.name);
			put(member.id, symbol, anchor);
			if (member.variant === 'reference') continue;
			for (const signature of member.signatures ?? []) put(signature.id, symbol, anchor);
		}
	}
	return places;
}

/** The id of a member on its page: its name, as far as an id may have its characters. */
export function anchorOf(name: string): string {
	const id = name.replace(/[^\p{L}\p{N}_-]+/gu, '-');
	return /^\p{L}/u.test(id) ? id : `member-${id}`;
}

function borrowedOf(symbols: ApiSymbol[]): Symbols['borrowed'] {
	const borrowed: Symbols['borrowed'] = new Map();
	for (const symbol of symbols) {
		const [home, ...others] = symbol.exports;
		for (const way of others) {
			if (way.trail.length > 0) continue;
			if (way.package === home?.package && way.entry === home.entry && way.name === home.name) continue;
			const key = `${way.package.id}/${way.entry}`;
			borrowed.set(key, [...(borrowed.get(key) ?? []), { name: way.name, symbol }]);
		}
	}
	return borrowed;
}
