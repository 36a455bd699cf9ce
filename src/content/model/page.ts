/**
 * The facts that flow through docsgen: text becomes facts, facts become a plan, the plan becomes files.
 * Everything here is plain data, so it can be hashed, cached, compared and posted to a worker.
 * Paths are POSIX, relative to the site's folder; lines and columns count from 1, from the top of the file.
 */

import type { Diagnostic, Severity } from './diagnostic.ts';
import type { FrontMatter, PostAuthor, Tag } from './fields.ts';
import type { Sample } from './sample.ts';

export type { Diagnostic, FrontMatter, PostAuthor, Severity, Tag };

/** A text file of the site as it was read. `hash` is of the text. */
export interface SourceFile {
	path: string;
	text: string;
	hash: string;
}

export type Collection = 'docs' | 'blog' | 'pages';

/** What parsing one Markdown file yields that others may see. Small; large things are in `Body`. */
export interface Page {
	/** Source file, relative to the site's folder: `content/docs/server/routers.md`. */
	path: string;
	collection: Collection;
	/** Docs only: version name, `current` or a folder of `content/versions`. */
	version?: string;
	/** Path inside its collection root without extension and number prefixes: `server/routers`. */
	name: string;
	/** From front matter, else the body's h1, else the file name in words. */
	title: string;
	/** True where the body brings its own h1 (B-158). */
	ownHeading: boolean;
	/** From front matter, else the first paragraph as plain text; may be empty. */
	description: string;
	data: FrontMatter;
	/** Number prefix of the file name (`02-routers.md` → 2), sorts where no sidebar_position is given. */
	order?: number;
	/** Every heading from level 2 to 6 in order of appearance. */
	headings: Heading[];
	/** Every link of the body; a number n among the pieces of the body is the gap for links[n]'s address. */
	links: LinkRef[];
	/** Ids in the body other than those of headings, with the lines they stand on. */
	ids: string[];
	/**
	 * What the body has that may need a style sheet of its own: components of the registry, classes of the author's HTML
	 * (`.cards`), other parts by names such as `math`. Sorted, unique.
	 */
	components: string[];
	/** Every other file looked at, present or not: a partial, an image, a snippet. */
	reads: Read[];
	/** Local files that the output must carry: images, downloads. */
	assets: AssetRef[];
	/** Hash of `Body.samples`; absent where the page has none. */
	samplesHash?: string;
	/** Some samples show what the compiler answered. */
	annotated: boolean;
	/** Some sample shows the type of every name. */
	typed?: true;
	/** Words of the source without front matter; reading time is words / 200 minutes, rounded up (B-261). */
	words: number;
	/** Blog only: what stands before `<!-- truncate -->` has its own pieces in the body (B-263). */
	truncated: boolean;
	/** Elements from `<head>` blocks in the body. */
	head: HeadElement[];
	/** Where in the file front matter fields stand, for messages: field → line. */
	lines: Record<string, number>;
	/** Generated pages of an API reference only. */
	api?: ApiFact;
	bodyHash: string;
	diagnostics: Diagnostic[];
	/** Names all of the above. */
	hash: string;
}

/** What a generated page of an API reference is about. */
export interface ApiFact {
	/** Id of its package in the configuration. */
	id: string;
	/** Entry point to import it from, e.g. `adapters/express`; empty for the main one. */
	entry: string;
	/** On the index of a package alone: titles, each with the names of the pages that are listed under it. */
	groups?: [title: string, pages: string[]][];
	/** What `api:` links may call it, e.g. `server/initTRPC`; under the names of re-exports too. */
	symbols: string[];
	/** What readers should know before they use it. */
	status?: 'deprecated' | 'experimental';
}

/** A file that parsing looked at. `hash` is undefined where the file did not exist: creating it repairs the page. */
export interface Read {
	path: string;
	hash?: string;
	/** docsgen asked for it, not an author. */
	own?: true;
}

/** A content file that is copied to the output under a hashed name (B-008). */
export interface AssetRef {
	/** Source path relative to the site's folder. */
	path: string;
	hash: string;
	/** Output path, e.g. `assets/media/logo-1a2b3c4d.svg`. */
	out: string;
}

export interface Heading {
	level: 2 | 3 | 4 | 5 | 6;
	id: string;
	/** Plain text. */
	text: string;
	/** Inline HTML without links, as the table of contents shows it. */
	html: string;
	line: number;
}

/** A link as the author wrote it; `content/site.ts` decides where it leads. */
export interface LinkRef {
	/** The address as written, entities decoded. */
	target: string;
	/** The file it was written in: the page's own, or a partial's. */
	file: string;
	line: number;
	column: number;
	/**
	 * `page`: names a .md/.mdx file. `route`: a path of the site. `api`: names a symbol of the API reference.
	 * `other`: external, mailto, hash only, asset; a path where something else than this site answers (`pathname://`).
	 */
	kind: 'page' | 'route' | 'api' | 'other';
}

export interface HeadElement {
	tag: 'title' | 'meta' | 'link' | 'script' | 'style' | 'base' | 'noscript';
	attributes: Record<string, string>;
	content?: string;
}

/** The large part of a parsed page, kept by `Page.bodyHash`. */
export interface Body {
	pieces: Piece[];
	/** Blog only: the part before the truncation marker. */
	excerpt?: Piece[];
	/** The page as Markdown for readers that are programs, with the same link gaps. */
	markdown: (string | number)[];
	/** One per heading (the first has no heading: the text above), for search. */
	sections: Section[];
	/** Type-checked code samples, in order. */
	samples: Sample[];
}

/**
 * A body is HTML text with gaps: a number is the address of `Page.links[n]`, an object a component or a sample.
 */
export type Piece = string | number | ComponentPiece | SamplePiece | CheckedPiece;

export interface ComponentPiece {
	kind: 'component';
	name: string;
	/** JSON values as written; `{ link: n }` stands for the address of links[n]. */
	props: Record<string, unknown>;
	children: Piece[];
	line: number;
}

/** A type-checked sample whose types readers can see; `html` is what shows until types are known. */
export interface SamplePiece {
	kind: 'sample';
	/** Index into `Body.samples`. */
	sample: number;
	/** Its lines are numbered, from 1 or another number. */
	numbered: boolean | number;
	/** What shows while there is no answer. */
	html: string;
	/** The fence's variants, samples of their own. */
	variants?: { name: string; sample: number; html: string }[];
}

/** Stands in a block of code that is checked: says against which version, where that is known. */
export interface CheckedPiece {
	kind: 'checked';
}

export interface Section {
	/** Heading id; empty for the text above the first heading. */
	id: string;
	heading: string;
	level: number;
	/** Plain text of the section, code included, whitespace folded. */
	text: string;
}

/** The few settings that parsing reads; a change of any of them re-parses every page. */
export interface ParseOptions {
	/** `/` or `/path/`. */
	baseUrl: string;
	/** Names of the component registry, sorted. */
	components: string[];
	/** Raw script elements, event-handler attributes and `javascript:` addresses are errors unless allowed. */
	allowScripts: boolean;
	/** Kinds of admonition besides those that are there, by name. */
	admonitions?: Record<string, { title?: string; like: string }>;
	/** Module of plugins for markdown-it, as text; empty for none. Whoever parses has run it. */
	plugins?: string;
	/** Docs versions in which every checked sample shows the types of its names. */
	typedVersions?: string[];
	/** Folders beside `content/` that pages may read from, relative to the site's folder. */
	include?: string[];
	/** How bad findings of some kinds are: `unknown-component`, `expression`. Default: errors. */
	severity?: Record<string, Severity | 'ignore' | undefined>;
}

/** Why an author may not use a file: where it lies, what it is called, or what it is. */
export type Refusal = 'outside' | 'hidden' | 'packages' | 'special' | 'nul';

export interface Refused {
	refused: Refusal;
}

/** Hash and, for images, pixel size of a file. */
export interface Media {
	hash: string;
	width?: number;
	height?: number;
}

/** What parsing may ask of the machine; every question lands in `Page.reads`. Undefined where there is no such file. */
export interface Looker {
	/** Text and hash of a file that a page shows. */
	text(path: string): SourceFile | Refused | undefined;
	/** A file that a page publishes. */
	media(path: string): Media | Refused | undefined;
	/** Hash of the package.json of an installed package: docsgen asks, not an author. */
	package(path: string): string | undefined;
}

export interface ParseResult {
	page: Page;
	body: Body;
}

/* ---------------------------------------------------------------- linked */

/** A resolved sidebar entry. */
export type SidebarItem = SidebarDoc | SidebarLink | SidebarCategory | SidebarHtml;

export interface SidebarDoc {
	kind: 'doc';
	id: string;
	label: string;
	/** Route path, without base URL. */
	route: string;
	className?: string;
}

export interface SidebarLink {
	kind: 'link';
	label: string;
	/** Absolute address, or a route path without base URL. */
	href: string;
	className?: string;
	description?: string;
}

export interface SidebarCategory {
	kind: 'category';
	label: string;
	/** Route of the doc or generated index that the label leads to. */
	route?: string;
	/** Doc behind the label, where it is a doc. */
	docId?: string;
	description?: string;
	collapsible: boolean;
	collapsed: boolean;
	className?: string;
	/** HTML at the head of its own page. */
	drawing?: string;
	items: SidebarItem[];
}

export interface SidebarHtml {
	kind: 'html';
	html: string;
	/** Only the element itself, without the site's padding. */
	defaultStyle: boolean;
	className?: string;
}

/** One address of the site. `path` has no base URL; only main docs pages and `/` end with a slash. */
export interface Route {
	path: string;
	kind: RouteKind;
	title: string;
	description: string;
	/** Source of the page, where it has one. */
	pagePath?: string;
	version?: string;
	sidebar?: string;
	/** Unlisted, drafts, search and not-found are left out of sitemap, feeds and search. */
	indexable: boolean;
	/** What only this kind of route knows. */
	detail: RouteDetail;
}

export type RouteKind = RouteDetail['kind'];

export type RouteDetail =
	| { kind: 'doc'; id: string }
	| { kind: 'category'; label: string; trail: number[]; keywords?: string[]; image?: string }
	| { kind: 'docs-tags' }
	| { kind: 'docs-tag'; tag: string }
	| { kind: 'blog-list'; page: number; pages: number; posts: string[] }
	| { kind: 'blog-post'; newer?: string; older?: string }
	| { kind: 'blog-archive' }
	| { kind: 'blog-tags' }
	| { kind: 'blog-tag'; tag: string; page: number; pages: number; posts: string[] }
	| { kind: 'page' }
	| { kind: 'search' }
	| { kind: 'not-found' }
	| { kind: 'redirect'; to: string };
