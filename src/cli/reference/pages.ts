/** Makes pages from a program: one per symbol, one index per package. The same sources always make the same pages. */

import type ts from 'typescript';
import { nameFrom } from '../machine/paths.ts';
import { tsc } from '../samples/typescript.ts';
import { NOTE_END, NOTE_MARK } from './attach.ts';
import { isHidden } from './code.ts';
import { blocks, code, named, terms, words } from './markdown.ts';
import type { ApiPackage } from './packages.ts';
import { type ApiPage, type Context, contextOf, importPath, nameOf, pageOf, STATUS, summaryOf } from './page.ts';
import { SymbolPage } from './symbol-page.ts';
import { type ApiSymbol, type Export, KINDS, listSymbols } from './symbols.ts';

/** All pages of the reference. `root` is the absolute folder of the site: messages name files relative to it. */
export function apiPages(packages: ApiPackage[], program: ts.Program, root: string): ApiPage[] {
	const symbols = listSymbols(packages, program);
	const context = contextOf(symbols, packages, program, root);
	return [
		...packages.map((found) => indexPage(found, context)),
		...symbols.all.map((symbol) => new SymbolPage(symbol, context).page()),
	];
}

function indexPage(found: ApiPackage, { symbols, comments, root, checker }: Context): ApiPage {
	const groups = groupsOf(found, symbols.all);
	const lists = groups.map(([, members]): [string, string][] =>
		members
			.filter(isListed)
			.map((symbol) => [entryOf(symbol), noted(symbol, summaryOf(symbol, comments), briefOf(symbol, checker))]),
	);
	const isHome = (way: Export, { package: owner, entry, name }: ApiSymbol): boolean =>
		way.package === owner && way.entry === entry && way.name === name;
	const reExports = symbols.all.flatMap((symbol) =>
		symbol.exports
			.filter((way) => way.package === found && way.trail.length === 0 && !isHome(way, symbol))
			.map((way) => ({ way, symbol })),
	);
	const others = reExports
		.toSorted((a, b) => (a.way.name < b.way.name ? -1 : 1))
		.map(({ way, symbol }): [string, string] => [entryOf(symbol, way.name, way), `From ${code(importPath(symbol))}.`]);
	const titled = [
		...groups.map(([title], at) => ({ title, rows: lists[at] ?? [] })),
		{ title: 'Re-exports', rows: others },
	];
	return pageOf(found, found.path, {
		data: {
			title: found.label,
			description: `Everything that ${found.name} exports, with types.`,
			toc_max_heading_level: 2,
		},
		api: {
			id: found.id,
			entry: '',
			symbols: [found.id],
			groups: groups.map(([title, members]) => [title, members.map(({ path }) => path)]),
		},
		origin: { file: nameFrom(root, found.folder), line: 1 },
		above: blocks(
			`${words(found.description.replace(/\.?$/, '.'))} Generated from the sources of ${code(`${found.name} ${found.version}`)}.`,
			'<div class="api-filter" data-widget="filter"></div>',
		),
		below: blocks(
			...titled
				.filter(({ rows }) => rows.length > 0)
				.flatMap(({ title, rows }) => [named(title), terms(rows, 'api-terms api-index')]),
		),
	});
}

/** Whether the index lists a symbol: it can be imported by its own name. */
function isListed({ exported, trail }: ApiSymbol): boolean {
	return exported && trail.length === 0;
}

/** Groups the symbols of a package: by task, the others by kind, and last those that cannot be imported. */
function groupsOf(found: ApiPackage, all: ApiSymbol[]): [title: string, members: ApiSymbol[]][] {
	const left = new Set(all.filter(({ package: owner }) => owner === found));
	const take = (title: string, members: ApiSymbol[]): [string, ApiSymbol[]] => {
		for (const member of members) left.delete(member);
		return [title, members];
	};
	const byUse = Object.entries(found.groups).map(([title, patterns]) => {
		const tests = patterns.map(patternOf);
		const rankOf = (symbol: ApiSymbol): number => tests.findIndex((test) => test(symbol));
		const members = [...left].filter((symbol) => isListed(symbol) && rankOf(symbol) >= 0);
		return take(
			title,
			members.sort((a, b) => rankOf(a) - rankOf(b)),
		);
	});
	const byKind = KINDS.map((kind) =>
		take(kind.title, [...left].filter((symbol) => symbol.exported && symbol.kind === kind).sort(byName)),
	);
	const groups = [...byUse, ...byKind, take('What they refer to', [...left].sort(byName))];
	return groups.filter(([, members]) => members.length > 0);
}

/** Ignores case, then puts capitals first; the same order on every machine. */
function byName({ name: a }: ApiSymbol, { name: b }: ApiSymbol): number {
	const [x, y] = [a.toLowerCase(), b.toLowerCase()];
	return x === y ? (a < b ? -1 : 1) : x < y ? -1 : 1;
}

/** The symbol's summary; without one, a placeholder with its code for the author's note. */
function noted({ links: [name = ''], status }: ApiSymbol, summary: string, brief: string): string {
	if (summary !== '' && summary !== (status && STATUS[status].mark)) return summary;
	return `${summary} ${NOTE_MARK}${name}-->${brief}${NOTE_END}`.trim();
}

/** A symbol in the index, with its import path unless that is the main entry point. */
function entryOf(symbol: ApiSymbol, name?: string, way: Export = symbol): string {
	return nameOf(symbol, name) + (way.entry === '' ? '' : ` ${code(importPath(way))}{:from}`);
}

/** Turns `adapters/*` and `infer*` into a test of symbols: of entry point and name, or of the name alone. */
function patternOf(pattern: string): (symbol: ApiSymbol) => boolean {
	const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
	const test = new RegExp(`^${source}$`);
	return ({ entry, name }) => test.test(name) || (entry !== '' && test.test(`${entry}/${name}`));
}

/** Maximum length of a symbol's code in the index: two lines of the second column. */
const MAX_BRIEF_LENGTH = 64;

/** Short code such as `(event) => string`, `{ code, message }` or the type of an alias; empty if there is none. */
function briefOf({ symbol, kind, declarations: [node] }: ApiSymbol, checker: ts.TypeChecker): string {
	const isSpace = kind.folder === 'namespaces';
	const whole = isSpace ? listed(checker.getExportsOfModule(symbol)) : node ? codeOf(node, checker) : '';
	const text = inOneLine(whole);
	return text === '' ? '' : code(text);
}

function codeOf(node: ts.Declaration, checker: ts.TypeChecker): string {
	if (tsc.isTypeAliasDeclaration(node)) return node.type.getText();
	if (tsc.isInterfaceDeclaration(node) || tsc.isClassDeclaration(node)) {
		const [parent] = node.heritageClauses ?? [];
		return parent ? parent.getText() : namesOf(node.members);
	}
	if (tsc.isEnumDeclaration(node)) return namesOf(node.members);
	if (tsc.isFunctionDeclaration(node)) {
		const names = node.parameters.map(({ name }) => (tsc.isIdentifier(name) ? name.text : '{ … }'));
		return `(${names.join(', ')}) => ${typeOf(node, node.type, checker)}`;
	}
	return tsc.isVariableDeclaration(node) ? typeOf(node, node.type, checker) : '';
}

function typeOf(node: ts.Declaration, written: ts.TypeNode | undefined, checker: ts.TypeChecker): string {
	if (written) return written.getText();
	const type = checker.getTypeAtLocation(node);
	const [signature] = tsc.isFunctionDeclaration(node) ? type.getCallSignatures() : [];
	return checker.typeToString(signature ? checker.getReturnTypeOfSignature(signature) : type);
}

function namesOf(members: Iterable<ts.NamedDeclaration>): string {
	const shown = [...members].filter((member) => !isHidden(member));
	return listed(shown.flatMap(({ name }) => (name && tsc.isIdentifier(name) ? { name: name.text } : [])));
}

function listed(members: readonly { name: string }[]): string {
	const names = new Set(members.map(({ name }) => name));
	return names.size === 0 ? '' : `{ ${[...names].join(', ')} }`;
}

/** Removes comments and line breaks, and cuts between words. */
function inOneLine(text: string): string {
	const line = text
		.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
		.replace(/\s+/g, ' ')
		.trim();
	return line.length <= MAX_BRIEF_LENGTH ? line : `${line.slice(0, MAX_BRIEF_LENGTH).replace(/\W*\w*$/, '')} …`;
}
