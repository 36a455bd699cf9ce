/** Shared by all generated pages: front matter, links of names, and one-line summaries. */
import type ts from 'typescript';
import { nameFrom } from '../../../cli/disk/paths.ts';
import { versionFolder } from '../../../content/model/identity.ts';
import type { VirtualFact } from '../../../content/model/page.ts';
import { isOfCompiler, tsc } from '../compiler/typescript.ts';
import { Comments } from './comment.ts';
import { firstParagraph } from './dialect.ts';
import { code, link, type ResolveName, SAID_END, SAID_MARK } from './markdown.ts';
import { memberHeadings, memberName } from './member-list.ts';
import { NameScope } from './names.ts';
import type { ApiPackage } from './packages.ts';
import { publicName } from './public-name.ts';
import { type ApiSymbol, anchorOf, isDefault, isTop, origin, ownerOf, type Symbols } from './symbols.ts';

/** A generated page before it is parsed. Notes of authors go between its two texts. */
export interface ApiPage {
	/** Virtual source path: no such file exists. */
	path: string;
	version: string;
	/** Route below the docs version. */
	name: string;
	/** Fields of its front matter. */
	data: Record<string, unknown> & { title: string; description: string };
	api: VirtualFact;
	/** Position of the declaration, where mistakes in its comments are reported. */
	origin: { file: string; line: number };
	above: string;
	below: string;
	/** Parameters, options and members of the declaration; none if it has no list of them. */
	names?: string[];
}

export interface Context {
	symbols: Symbols;
	packages: ApiPackage[];
	checker: ts.TypeChecker;
	/** Absolute folder of the site. */
	root: string;
	/** URLs of names in code. */
	resolve: ResolveName;
	comments: Comments;
}

export function contextOf(symbols: Symbols, packages: ApiPackage[], program: ts.Program, root: string): Context {
	const checker = program.getTypeChecker();
	const external = new Map(packages.flatMap((found) => Object.entries(found.external)));
	const listed = new Map<ApiSymbol, ReadonlySet<string>>();
	const headingsOn = (page: ApiSymbol): ReadonlySet<string> => {
		const known = listed.get(page) ?? memberHeadings(page, checker);
		listed.set(page, known);
		return known;
	};
	/** Finds a symbol on the page of its owner, here or elsewhere. */
	const find = (symbol: ts.Symbol, outer: ts.Declaration | undefined): ReturnType<ResolveName> => {
		const holder = outer && symbolOf(outer, checker);
		const page = holder && symbols.pages.get(holder);
		if (page) return { url: apiLinkOf(page, headingsOn(page).has(symbol.name) ? anchorOf(memberName(symbol)) : '') };
		const template = outer && holder && isTop(outer) ? external.get(documenterOf(outer, holder)) : undefined;
		const file = outer?.getSourceFile().fileName.replace(/^.*\/|\.d\.ts$/g, '') ?? '';
		return template === undefined
			? undefined
			: { url: template.replaceAll('{name}', holder?.name ?? '').replaceAll('{file}', file) };
	};
	const known = (name: ts.Symbol, kind?: string): ReturnType<ResolveName> => {
		const symbol = origin(name, checker);
		const ofKind = symbols.all.filter((one) => one.symbol === symbol && one.kind.one.toLowerCase() === kind);
		const page = ofKind[0] ?? symbols.pages.get(symbol);
		return page && { url: apiLinkOf(page), ...otherName(page) };
	};
	const resolve: ResolveName = (name, kind) => {
		// In its own file, an exported name has a symbol besides the one of the export.
		const symbol = checker.getExportSymbolOfSymbol(origin(name, checker));
		const [declaration] = symbol.declarations ?? [];
		if (!declaration || tsc.isSourceFile(declaration) || symbols.pages.has(symbol)) return known(symbol, kind);
		const { parent } = declaration;
		// Names in types that are written in place have no place of their own.
		const isMember = tsc.isClassLike(parent) || tsc.isInterfaceDeclaration(parent) || tsc.isEnumDeclaration(parent);
		return find(symbol, isMember && !tsc.isTypeParameterDeclaration(declaration) ? outerOf(declaration) : declaration);
	};
	const inComments: ResolveName = (name, kind) => {
		const symbol = origin(name, checker);
		const [declaration] = symbol.declarations ?? [];
		const isMember = symbol.flags & (tsc.SymbolFlags.ClassMember | tsc.SymbolFlags.EnumMember);
		return isMember && declaration ? find(symbol, outerOf(declaration)) : resolve(symbol, kind);
	};
	const names = new NameScope(program, packages, symbols.exported);
	const comments = new Comments(names, inComments, checker, packages, root);
	return { symbols, packages, checker, root, resolve, comments };
}

/** The name of a symbol that nobody can import by the name of its declaration: `export { First as Primary }`. */
function otherName(named: ApiSymbol): { name?: string } {
	const { symbol, name, exports } = named;
	const isOther = !isDefault(named) && exports.every((way) => way.exported && way.name !== symbol.name);
	return isOther ? { name } : {};
}

/** The declaration that a member belongs to, with a name of its own. */
function outerOf(member: ts.Declaration): ts.Declaration | undefined {
	const isOuter = (node: ts.Node): node is ts.Declaration =>
		tsc.isClassDeclaration(node) ||
		tsc.isInterfaceDeclaration(node) ||
		tsc.isEnumDeclaration(node) ||
		tsc.isTypeAliasDeclaration(node) ||
		tsc.isVariableDeclaration(node) ||
		tsc.isFunctionDeclaration(node);
	return tsc.findAncestor(member.parent, isOuter);
}

/**
 * The words of a comment about a member, between marks with its name, `server/ProcedureBuilder.meta`: a note may replace
 * them wherever they are shown, or say something about a member without a comment.
 */
export function said(node: ts.Node, text: string, { symbols, checker }: Context): string {
	const isMember = tsc.isTypeElement(node) || tsc.isClassElement(node);
	const name = isMember ? node.name?.getText() : undefined;
	const outer = isMember ? outerOf(node) : undefined;
	const holder = outer && symbolOf(outer, checker);
	const [link] = (holder && symbols.pages.get(holder)?.links) ?? [];
	return name === undefined || link === undefined ? text : `${SAID_MARK}${link}.${name}-->${text}${SAID_END}`;
}

function symbolOf(node: ts.Declaration, checker: ts.TypeChecker): ts.Symbol | undefined {
	const name = tsc.getNameOfDeclaration(node);
	return name && checker.getSymbolAtLocation(name);
}

/** The owner of a name's documentation: a package, or the language or browsers for the compiler's own types. */
function documenterOf(declaration: ts.Declaration, symbol: ts.Symbol): string {
	const { fileName } = declaration.getSourceFile();
	const [, name = ''] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(fileName) ?? [];
	if (!isOfCompiler(fileName)) return name.replace(/^@types\//, '');
	if (fileName.includes('/lib.dom')) return 'dom';
	return symbol.flags & tsc.SymbolFlags.Value ? 'javascript' : 'typescript';
}

/** Position of a declaration as text, and its URL if it is in one of the packages. */
export function sourceLink(node: ts.Node, packages: readonly ApiPackage[]): { text: string; url?: string } {
	const file = node.getSourceFile();
	const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
	const owner = ownerOf(file.fileName, packages);
	if (!owner) return { text: `${publicName(file.fileName)}:${line}` };
	const shown = nameFrom(owner.folder, file.fileName);
	const url = owner.source
		?.replaceAll('{version}', owner.version)
		.replaceAll('{file}', encodeURI(shown))
		.replaceAll('{line}', String(line));
	return { text: `${shown}:${line}`, ...(url ? { url } : {}) };
}

/** The link to a symbol's page, or to a member on it. */
export function apiLinkOf({ links: [name = ''] }: ApiSymbol, anchor = ''): string {
	return `api:${encodeURI(name)}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}

/** Adds the fields that depend on the package. */
export function referencePage(
	found: ApiPackage,
	path: string,
	{ data, ...page }: Pick<ApiPage, 'data' | 'api' | 'origin' | 'above' | 'below' | 'names'>,
): ApiPage {
	return {
		...page,
		path: `${versionFolder(found.docsVersion)}/${path}.md`,
		version: found.docsVersion,
		name: path,
		data: { slug: `/${encodeURI(path)}`, custom_edit_url: null, ...data },
	};
}

/** A one-sentence summary of a symbol, after its status. */
export function summaryOf({ declarations, status }: ApiSymbol, { comments }: Context): string {
	const texts = declarations.map((node) => firstParagraph(comments.of(node).summary));
	const summary = texts.find((text) => text !== '') ?? '';
	return status ? `${STATUS[status].mark} ${summary}`.trim() : summary;
}

const mark = (text: string): { text: string; mark: string } => ({
	text,
	mark: `<strong class="api-mark api-${text.toLowerCase()}">${text}</strong>`,
});

export const STATUS = { deprecated: mark('Deprecated'), experimental: mark('Experimental') };

/** A symbol's name, linked to its page. */
export function pageName(symbol: ApiSymbol, name = symbol.name): string {
	const text = code(name);
	return link(symbol.status === 'deprecated' ? `<s>${text}</s>` : text, apiLinkOf(symbol));
}
