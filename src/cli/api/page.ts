import type { JSONOutput } from 'typedoc';
import { versionFolder } from '../../content/identity.ts';
import { ownPage } from '../../content/own-copy.ts';
import type { Body, Page } from '../../content/types.ts';
import { commentSummary } from './comment.ts';
import type { ApiPackage } from './packages.ts';
import { type Resolve, type Rich, rich, type Sheet, type Target, together } from './sheet.ts';
import type { Export, Symbols } from './symbols.ts';
import { isFunction } from './types.ts';

type Declaration = JSONOutput.DeclarationReflection;
type Signature = JSONOutput.SignatureReflection;
type Comment = JSONOutput.Comment;

export interface ApiPage {
	page: Page;
	body: Body;
}

export interface Context {
	symbols: Symbols;
	resolve: Resolve;
	root: string;
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
	const { facts, body } = sheet.finish();
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
		...(api ? { api } : {}),
		diagnostics: [],
		...facts,
	};
	return { page: ownPage(page), body };
}

export function importPath({ package: { name }, entry }: Pick<Export, 'package' | 'entry'>): string {
	return entry === '' ? name : `${name}/${entry}`;
}

export function commentOf(declaration: Declaration): Comment | undefined {
	return (
		declaration.comment ??
		declaration.signatures?.find(({ comment }) => comment)?.comment ??
		functionOf(declaration)?.comment
	);
}

export function summaryOf(declaration: Declaration, resolve: Resolve): Rich {
	const comment = commentOf(declaration);
	const summary = commentSummary(comment?.summary, resolve);
	if (!tagsOf(comment, '@deprecated').length) return summary;
	return together(DEPRECATED, rich(' '), summary);
}

export const DEPRECATED: Rich = {
	html: ['<strong class="api-deprecated">Deprecated</strong>'],
	markdown: ['**Deprecated**'],
	plain: 'Deprecated',
};

export function tagsOf(comment: Comment | undefined, ...names: string[]): JSONOutput.CommentTag[] {
	return (comment?.blockTags ?? []).filter(({ tag }) => names.includes(tag));
}

/** The signature of a symbol that is a function by its type: `const f: () => void`, `type F = () => void`. */
export function functionOf({ type }: Declaration): Signature | undefined {
	return type?.type === 'reflection' && isFunction(type.declaration) ? type.declaration.signatures?.[0] : undefined;
}
