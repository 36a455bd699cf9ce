import type ts from 'typescript';
import { versionFolder } from '../../content/model/identity.ts';
import { ownPage } from '../../content/model/own-copy.ts';
import type { Body, Page } from '../../content/model/page.ts';
import { nameFrom } from '../machine/paths.ts';
import { commentOf, commentSummary, type Resolve } from './comment.ts';
import type { ApiPackage } from './packages.ts';
import { tsc } from './program.ts';
import {
	codeText,
	linked,
	NOTHING,
	type ResolveName,
	type Rich,
	rich,
	type Sheet,
	type Target,
	together,
} from './sheet.ts';
import { type ApiSymbol, anchorOf, type Export, origin, type Symbols } from './symbols.ts';

export interface ApiPage {
	page: Page;
	body: Body;
}

export interface Context {
	symbols: Symbols;
	packages: ApiPackage[];
	checker: ts.TypeChecker;
	/** Absolute folder of the site. */
	root: string;
	/** Where a name in code leads. */
	resolve: ResolveName;
	/** Where a name in a comment leads. */
	comments: Resolve;
}

export function contextOf(symbols: Symbols, packages: ApiPackage[], program: ts.Program, root: string): Context {
	const checker = program.getTypeChecker();
	const external = new Map(packages.flatMap((found) => Object.entries(found.external)));
	const resolve: ResolveName = (name) => {
		const symbol = origin(name, checker);
		const known = symbols.pages.get(symbol);
		if (known) return pageTarget(known);
		const [declaration] = symbol.declarations ?? [];
		if (!declaration) return undefined;
		const { parent } = declaration;
		const isMember = tsc.isClassLike(parent) || tsc.isInterfaceDeclaration(parent) || tsc.isEnumDeclaration(parent);
		const holder =
			isMember && parent.name ? symbols.pages.get(checker.getSymbolAtLocation(parent.name) ?? symbol) : undefined;
		if (holder && !tsc.isTypeParameterDeclaration(declaration) && !symbol.name.startsWith('__'))
			return pageTarget(holder, anchorOf(symbol.name));
		const template = isTop(declaration) ? external.get(ownerOf(declaration, symbol)) : undefined;
		const file = declaration.getSourceFile().fileName.replace(/^.*\/|\.d\.ts$/g, '');
		return template === undefined
			? undefined
			: { kind: 'other', address: template.replaceAll('{name}', symbol.name).replaceAll('{file}', file) };
	};
	const comments: Resolve = (name) => {
		const symbol = checker.getSymbolAtLocation(name);
		return symbol && resolve(symbol);
	};
	return { symbols, packages, checker, root, resolve, comments };
}

function isTop(declaration: ts.Declaration): boolean {
	const statement = tsc.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
	return tsc.isSourceFile(statement.parent) || tsc.isModuleBlock(statement.parent);
}

/** Whose documentation explains a name: a package's, or what the compiler itself knows of a language and of browsers. */
function ownerOf(declaration: ts.Declaration, symbol: ts.Symbol): string {
	const { fileName } = declaration.getSourceFile();
	const [, name = '', file = ''] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)/.exec(fileName) ?? [];
	if (name !== 'typescript') return name.replace(/^@types\//, '');
	if (/lib\.dom/.test(file)) return 'dom';
	return symbol.flags & tsc.SymbolFlags.Value ? 'javascript' : 'typescript';
}

/** Where a declaration stands: the words for it, and its address where it is in one of the packages. */
export function sourceOf(node: ts.Node, packages: readonly ApiPackage[]): { text: string; target?: Target } {
	const file = node.getSourceFile();
	const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
	const owner = packages.find(({ folder }) => file.fileName.startsWith(`${folder}/`));
	if (!owner) return { text: `${file.fileName.replace(/^.*\/node_modules\//, '')}:${line}` };
	const shown = nameFrom(owner.folder, file.fileName);
	const address = owner.source
		?.replaceAll('{version}', owner.version)
		.replaceAll('{file}', encodeURI(shown))
		.replaceAll('{line}', String(line));
	return { text: `${shown}:${line}`, ...(address ? { target: { kind: 'other', address } } : {}) };
}

/** Files of generated pages exist in links only; they are looked for below the folder of the docs version. */
export function pageTarget({ path }: { path: string }, anchor = ''): Target {
	return { kind: 'page', address: `/${encodeURI(path)}.md${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}` };
}

/** The facts that all generated pages share. */
export function pageOf(
	found: ApiPackage,
	{ path, title, description }: Pick<Page, 'title' | 'description'> & { path: string },
	sheet: Sheet,
	api: Page['api'],
): ApiPage {
	const { facts, body, insertAt } = sheet.finish();
	const page: Omit<Page, 'hash'> = {
		path: `${versionFolder(found.docsVersion)}/${path}.md`,
		collection: 'docs',
		version: found.docsVersion,
		name: path,
		title,
		ownHeading: false,
		description,
		data: { slug: `/${encodeURI(path)}`, custom_edit_url: null, extra: {} },
		reads: [],
		assets: [],
		annotated: false,
		truncated: false,
		// Guides and symbols may share a name; in a list of windows and of search results they must not.
		head: [{ tag: 'title', attributes: {}, content: `${title} API` }],
		lines: {},
		...(api ? { api: { ...api, ...(insertAt ? { insertAt } : {}) } } : {}),
		diagnostics: [],
		...facts,
	};
	return { page: ownPage(page), body };
}

export function importPath({ package: { name }, entry }: Pick<Export, 'package' | 'entry'>): string {
	return entry === '' ? name : `${name}/${entry}`;
}

/** One sentence about a symbol, after what speaks against using it. */
export function summaryOf({ declarations, status }: ApiSymbol, comments: Resolve): Rich {
	const summary = declarations
		.map((node) => commentSummary(commentOf(node).summary, comments))
		.find((text) => text !== NOTHING);
	if (!status) return summary ?? NOTHING;
	return together(STATUS[status], rich(' '), summary ?? NOTHING);
}

const mark = (text: string, className: string): Rich => ({
	html: [`<strong class="api-mark ${className}">${text}</strong>`],
	markdown: [`**${text}**`],
	plain: text,
});

export const STATUS = {
	deprecated: mark('Deprecated', 'api-deprecated'),
	experimental: mark('Experimental', 'api-experimental'),
};

/** A symbol's name, leading to its page. */
export function nameOf(symbol: ApiSymbol, name = symbol.name): Rich {
	const inner = codeText(name);
	const old = symbol.status === 'deprecated' ? { ...inner, html: ['<s>', ...inner.html, '</s>'] } : inner;
	return linked(old, pageTarget(symbol));
}
