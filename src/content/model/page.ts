/**
 * The facts that flow through docsgen: text becomes facts, facts become a plan, the plan becomes files.
 * Everything here is plain data, so it can be hashed, cached, compared and posted to a worker.
 * Paths are POSIX, relative to the site's folder; lines and columns are 1-based, from the top of the file.
 */

import type { Home } from './address.ts';
import type { AnnotatedFence, PageFences } from './annotation.ts';
import type { ComponentManifests } from './component.ts';
import type { Diagnostic, Severity } from './diagnostic.ts';
import type { FrontMatter, PostAuthor, Tag } from './fields.ts';
import type { Included } from './mounts.ts';
import type { EntryLook } from './sidebars.ts';
import type { ParsedWords } from './words.ts';

export type { Diagnostic, FrontMatter, PostAuthor, Severity, Tag };

/** A text file of the site as read. `hash` is the hash of the text. */
export interface SourceFile {
	path: string;
	text: string;
	hash: string;
}

export type Collection = 'docs' | 'blog' | 'pages';

/** The facts of one Markdown file that other code may use. Small: large data is in `Body`. */
export interface Page {
	/** Source file, relative to the site's folder: `content/docs/server/routers.md`. */
	path: string;
	/** Tag of the language of its text; in a site of another language, the page is not translated. */
	locale: string;
	/** The same for a page and its translations: the path of its file in the first language, or where that would be. */
	translationKey: string;
	collection: Collection;
	/** Docs only: version name, `current` or a folder of `content/versions`. */
	version?: string;
	/** Path inside its collection root without extension and number prefixes: `server/routers`. */
	name: string;
	/** From front matter, else the body's h1, else the file name in words. */
	title: string;
	/** The body has an h1 (B-158). */
	ownHeading: boolean;
	/** Readers see nothing of the body. */
	empty?: true;
	/** From front matter, else the first paragraph as plain text; may be empty. */
	description: string;
	data: FrontMatter;
	/** Number prefix of the file name (`02-routers.md` → 2): the position without `sidebar_position`. */
	order?: number;
	/** Every heading from level 2 to 6 in order of appearance. */
	headings: Heading[];
	/** Every link of the body; a number n among the body's pieces is the gap for the URL of `links[n]`. */
	links: LinkRef[];
	/** Ids in the body, without the ids of headings. */
	ids: string[];
	/**
	 * Parts of the body that may need an additional style sheet: components of the registry, classes in the author's
	 * HTML (`.cards`), and names such as `math`. Sorted, unique.
	 */
	components: string[];
	/** Every other file that parsing looked for, present or not: a partial, an image, a snippet. */
	reads: FileRead[];
	/** Local files to copy to the output: images, downloads. */
	assets: AssetRef[];
	/** Hashes of its sections, for its translations (`recordOf`); in sites with several languages. */
	record?: string;
	/** The fences that a provider may annotate; absent if the page has none. */
	fences?: PageFences;
	/** Facts that extensions have found in code, for their providers. */
	codeFacts?: PlacedFact[];
	/** Words of the source without front matter; reading time is words / 200 minutes, rounded up (B-261). */
	words: number;
	/** Blog only: the text before `<!-- truncate -->` has its own pieces in the body (B-263). */
	truncated: boolean;
	/** Elements from `<head>` blocks in the body. */
	head: HeadElement[];
	/** Front matter field → its line in the file, for messages. */
	lines: Record<string, number>;
	/** Of a virtual page: a provider has made its text, and there is no such file. */
	virtual?: VirtualFact;
	bodyHash: string;
	diagnostics: Diagnostic[];
	/** Hash of what linking and planning read of a doc or a page: all but its body, and the places of its findings. */
	facts: string;
}

/** A fact that an extension has found in the code of a fence, and where. */
export type PlacedFact = { extension: string; data: unknown } & Pick<
	Diagnostic,
	'file' | 'line' | 'column' | 'length' | 'excerpt'
>;

/** The subject of a virtual page. */
export interface VirtualFact {
	/** The set that it belongs to: the id of its entry in the configuration, e.g. of a package. */
	id: string;
	/** The part of the set, e.g. `adapters/express`; empty for the main one. */
	entry: string;
	/** Only on the index of a set: titles, each with the names of the pages listed under it. */
	groups?: [title: string, pages: string[]][];
	/** The names that `api:` links find it by, e.g. `server/initTRPC`. */
	symbols: string[];
	/** The names that `api:` links find sections of the page by → their ids. */
	sections?: Record<string, string>;
	/** What readers see above the title, such as `Function`. */
	kind?: string;
	/** A warning for readers. */
	status?: 'deprecated' | 'experimental';
}

/** A file that parsing looked for. `hash` is undefined if it did not exist: creating it must re-parse the page. */
export interface FileRead {
	path: string;
	hash?: string;
	/** docsgen looked for it; no author named it. */
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

/** A link as the author wrote it; `content/site/links.ts` resolves it. */
export interface LinkRef {
	/** The URL as written, entities decoded. */
	target: string;
	/** The file that contains it: the page or a partial. */
	file: string;
	line: number;
	column: number;
	/**
	 * `page`: a .md/.mdx file. `route`: a path of the site. `name`: a name of a virtual page, after `api:`.
	 * `other`: external, mailto, hash only, asset, or a path served by something else (`pathname://`).
	 */
	kind: 'page' | 'route' | 'name' | 'other';
}

export interface HeadElement {
	tag: 'title' | 'meta' | 'link' | 'script' | 'style' | 'base' | 'noscript';
	attributes: Record<string, string>;
	/** Attribute → index of the link with the URL at the end of its value. */
	gaps?: Record<string, number>;
	content?: string;
}

/** The large part of a parsed page, stored under `Page.bodyHash`, key by key. */
export interface Body {
	/** Its HTML; `excerpt`, for posts only, is the part before the truncation marker. */
	html: { pieces: Piece[]; excerpt?: Piece[] };
	/** The page's Markdown copy, for programs. */
	markdown: CopyPart[];
	/** For search: the text above the first heading, then one section per heading. */
	sections: Section[];
	/** The fences that a provider may annotate, in order. */
	fences: AnnotatedFence[];
}

/**
 * A part of a Markdown copy: a text, the URL of `Page.links[n]`, a URL of the site without its origin, or the
 * annotation of `Body.fences[n]`, on lines that start with `indent`.
 */
export type CopyPart =
	| string
	| number
	| { kind: 'url'; url: string }
	| { kind: 'answer'; fence: number; indent: string };

/**
 * A body is HTML text with gaps: a number is the URL of `Page.links[n]`, an object is a component or a fence.
 */
export type Piece = string | number | ComponentPiece | FencePiece | VersionPiece;

export interface ComponentPiece {
	kind: 'component';
	name: string;
	/** JSON values as written; `{ link: n }` is the URL of `Page.links[n]`. */
	props: Record<string, unknown>;
	children: Piece[];
	line: number;
}

/** A fence that shows its annotation to readers. */
export interface FencePiece {
	kind: 'annotated';
	/** Index into `Body.fences`. */
	fence: number;
	/** Whether its lines are numbered, or the number of the first. */
	numbered: boolean | number;
	/** Its HTML without an annotation. */
	html: string;
	/** The fence's variants; each is a fence as well. */
	variants?: { name: string; fence: number; html: string }[];
}

/** In a block of code: the gap for the version that it was checked against. */
export interface VersionPiece {
	kind: 'checked';
	/** Index into `Body.fences`. */
	fence: number;
}

export interface Section {
	/** Heading id; empty for the text above the first heading. */
	id: string;
	heading: string;
	level: number;
	/** Words of readers that the section does not use: searched, never shown. */
	keywords?: string[];
	/** Plain text of the section, code included, whitespace folded. */
	text: string;
}

/** The settings that parsing reads; changing one re-parses every page. */
export interface ParseOptions {
	/** By which full URLs of the site's own pages are known. Default: none are. */
	home?: Home;
	/** `/` or `/path/`. */
	baseUrl: string;
	/** Names of the component registry, sorted. */
	components: string[];
	/** Manifests of components. */
	manifests?: ComponentManifests;
	/** Unless true, raw script elements, event-handler attributes and `javascript:` URLs are errors. */
	allowScripts: boolean;
	/** Kinds of admonition in addition to the built-in ones, by name. */
	admonitions?: Record<string, { title?: string; like: string }>;
	/** Module of plugins for markdown-it, as text; empty for none. It must have run before parsing. */
	plugins?: string;
	/** The same for extensions of the site. */
	extending?: string;
	/** By name of the extension: its data of the configuration. */
	parsing?: Record<string, unknown>;
	/** Folders outside of `content/` that pages may read. */
	include?: Included;
	/** Compute `Page.record`. */
	records?: boolean;
	/** The words that parsing adds to the text. Default: English. */
	words?: ParsedWords;
	/** Tag of the pages' language. Default: English. */
	locale?: string;
	/** Folder of the language below `content`, such as `fr/`: files are looked for there first. The first one has none. */
	folder?: string;
	/** Headings of the page that a translation is of: if it has the same levels, it has the same ids. */
	outline?: Pick<Heading, 'level' | 'id'>[];
	/** Extension → output path of its file that pages name, in a site that can have it. */
	extensions?: Record<string, string>;
	/** Severity of `unknown-component` and `expression` findings. Default: error. */
	severity?: Record<string, Severity | 'ignore' | undefined>;
	/** Show what is in unknown components without a box, which only whoever writes the site should see. */
	unboxed?: boolean;
}

/** Why an author may not use a file: its location, its name or its type. */
export type Refusal = 'outside' | 'hidden' | 'packages' | 'special' | 'nul' | 'large' | 'excluded';

export interface Refused {
	refused: Refusal;
}

/** Hash and, for images, pixel size of a file. */
export interface Media {
	hash: string;
	width?: number;
	height?: number;
}

/** Parsing's access to the disk; each call is recorded in `Page.reads`. Undefined if there is no such file. */
export interface FileReader {
	/** Text and hash of a file that a page shows. */
	text(path: string): SourceFile | Refused | undefined;
	/** A file that a page publishes. */
	media(path: string): Media | Refused | undefined;
	/** Hash of an installed package's package.json; docsgen looks for it, no author named it. */
	package(path: string): string | undefined;
}

export interface ParseResult {
	page: Page;
	body: Body;
	/** Each part of the body as JSON: what the hash is computed from, and what is stored. */
	json: Record<keyof Body, string>;
}

/* ---------------------------------------------------------------- linked */

/** A resolved sidebar entry. */
export type SidebarItem = SidebarDoc | SidebarLink | SidebarCategory | SidebarHtml;

export interface SidebarDoc extends EntryLook {
	kind: 'doc';
	id: string;
	label: string;
	/** Route path, without base URL. */
	route: string;
	/** Tag of the language of its label; absent for names of symbols, which are in none. */
	locale?: string;
	/** The doc belongs elsewhere: this entry only links to it. */
	isRef?: true;
}

export interface SidebarLink extends EntryLook {
	kind: 'link';
	label: string;
	/** Absolute URL, or a route path without base URL. */
	href: string;
	description?: string;
	/** Tag of the language of its label. */
	locale: string;
}

export interface SidebarCategory extends EntryLook {
	kind: 'category';
	label: string;
	/** Tag of the language of its label. */
	locale: string;
	/** Route of the doc or generated index that the label links to. */
	route?: string;
	/** Id of the doc that the label links to, if it is a doc. */
	docId?: string;
	description?: string;
	collapsible: boolean;
	collapsed: boolean;
	/** HTML at the top of its page. */
	drawing?: string;
	items: SidebarItem[];
}

export interface SidebarHtml {
	kind: 'html';
	html: string;
	/** Add the class `sidebar-html` to its element. */
	defaultStyle: boolean;
	className?: string;
}

/** Where a page without a source file comes from, for findings about it. */
export interface Origin {
	/** `the page of the tag "C"`. */
	what: string;
	file: string;
	line?: number;
	/** Words to look for in the file: the first match is the place. */
	words?: string[];
}

/** One URL of the site. `path` has no base URL; only main docs pages and `/` end with a slash. */
export interface Route {
	path: string;
	/** Tag of the language of its text; in a site of another language, the page is not translated. */
	locale: string;
	/** The same for a page in all languages: its path in the first one that has it. */
	translationKey: string;
	kind: RouteKind;
	title: string;
	description: string;
	/** Source of the page, if it has one. */
	pagePath?: string;
	/** Of a page without source. */
	origin?: Origin;
	version?: string;
	sidebar?: string;
	/** False for unlisted pages, drafts, search and not-found: they are not in sitemap and search. */
	indexable: boolean;
	/** Data that only this kind of route has. */
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
