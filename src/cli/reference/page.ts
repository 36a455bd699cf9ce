/** Shared by all generated pages: front matter, links of names, and one-line summaries. */
import type ts from 'typescript';
import { versionFolder } from '../../content/model/identity.ts';
import type { ApiFact } from '../../content/model/page.ts';
import { nameFrom } from '../machine/paths.ts';
import { isOfCompiler, tsc } from '../samples/typescript.ts';
import { commentOf, firstParagraph, type Resolve } from './comment.ts';
import { code, link, type ResolveName } from './markdown.ts';
import type { ApiPackage } from './packages.ts';
import { type ApiSymbol, anchorOf, type Export, isTop, origin, type Symbols } from './symbols.ts';

/** A generated page before it is parsed. Notes of authors go between its two texts. */
export interface ApiPage {
	/** Virtual source path: no such file exists. */
	path: string;
	version: string;
	/** Route below the docs version. */
	name: string;
	/** Fields of its front matter. */
	data: Record<string, unknown> & { title: string; description: string };
	api: ApiFact;
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
	/** URLs of names in comments. */
	comments: Resolve;
}

export function contextOf(symbols: Symbols, packages: ApiPackage[], program: ts.Program, root: string): Context {
	const checker = program.getTypeChecker();
	const external = new Map(packages.flatMap((found) => Object.entries(found.external)));
	const resolve: ResolveName = (name) => {
		const symbol = origin(name, checker);
		const known = symbols.pages.get(symbol);
		if (known) return apiLinkOf(known);
		const [declaration] = symbol.declarations ?? [];
		if (!declaration) return undefined;
		const { parent } = declaration;
		const isMember = tsc.isClassLike(parent) || tsc.isInterfaceDeclaration(parent) || tsc.isEnumDeclaration(parent);
		const holder =
			isMember && parent.name ? symbols.pages.get(checker.getSymbolAtLocation(parent.name) ?? symbol) : undefined;
		if (holder && !tsc.isTypeParameterDeclaration(declaration) && !symbol.name.startsWith('__'))
			return apiLinkOf(holder, anchorOf(symbol.name));
		const template = isTop(declaration) ? external.get(ownerOf(declaration, symbol)) : undefined;
		const file = declaration.getSourceFile().fileName.replace(/^.*\/|\.d\.ts$/g, '');
		return template?.replaceAll('{name}', symbol.name).replaceAll('{file}', file);
	};
	const comments: Resolve = (name) => {
		const symbol = checker.getSymbolAtLocation(name);
		return symbol && resolve(symbol);
	};
	return { symbols, packages, checker, root, resolve, comments };
}

/** The owner of a name's documentation: a package, or the language or browsers for the compiler's own types. */
function ownerOf(declaration: ts.Declaration, symbol: ts.Symbol): string {
	const { fileName } = declaration.getSourceFile();
	const [, name = ''] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(fileName) ?? [];
	if (!isOfCompiler(fileName)) return name.replace(/^@types\//, '');
	if (fileName.includes('/lib.dom')) return 'dom';
	return symbol.flags & tsc.SymbolFlags.Value ? 'javascript' : 'typescript';
}

/** Position of a declaration as text, and its URL if it is in one of the packages. */
export function sourceOf(node: ts.Node, packages: readonly ApiPackage[]): { text: string; url?: string } {
	const file = node.getSourceFile();
	const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
	const owner = packages.find(({ folder }) => file.fileName.startsWith(`${folder}/`));
	if (!owner) return { text: `${file.fileName.replace(/^.*\/node_modules\//, '')}:${line}` };
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
export function pageOf(
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

export function importPath({ package: { name }, entry }: Pick<Export, 'package' | 'entry'>): string {
	return entry === '' ? name : `${name}/${entry}`;
}

/** A one-sentence summary of a symbol, after its status. */
export function summaryOf({ declarations, status }: ApiSymbol, comments: Resolve): string {
	const texts = declarations.map((node) => firstParagraph(commentOf(node, comments).summary));
	const summary = texts.find((text) => text !== '') ?? '';
	return status ? `${STATUS[status].mark} ${summary}`.trim() : summary;
}

const mark = (text: string): { text: string; mark: string } => ({
	text,
	mark: `<strong class="api-mark api-${text.toLowerCase()}">${text}</strong>`,
});

export const STATUS = { deprecated: mark('Deprecated'), experimental: mark('Experimental') };

/** A symbol's name, linked to its page. */
export function nameOf(symbol: ApiSymbol, name = symbol.name): string {
	const text = code(name);
	return link(symbol.status === 'deprecated' ? `<s>${text}</s>` : text, apiLinkOf(symbol));
}
