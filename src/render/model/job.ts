/** Jobs and their outputs. Plain data, except for the environment in which a job runs. */

import type { FeedOptions, Item } from 'feed';
import type { FenceAnnotation } from '../../content/model/annotation.ts';
import type { Body } from '../../content/model/page.ts';
import type { SearchPage } from './search-index.ts';
import type { PageHead, PageView, SidebarView, SiteView, Templates } from './view.ts';

/** Hashes of the parts of a job's environment that are not in any input. */
export interface HashNames {
	templates: string;
}

/** The view of a page; instead of the data that the pages of a language share, it has the hash of them. */
export type PageInput = Omit<PageView, 'site' | 'head'> & { head: PageHead; site: string };

/** Kind of output → its input: plain data, or the hash of data. */
export interface JobInputs {
	page: PageInput;
	markdown: MarkdownView & { origin: string };
	'full-text': { title: string; entries: MarkdownView[]; origin: string };
	feed: { format: 'rss' | 'atom' | 'json'; feed: FeedView; site: string };
	/** A large sidebar without omissions; `hash` is its view's. */
	sidebar: { hash: string; site: string };
	/** The style sheet with the types in a page's fences; `annotations` is the hash of them. */
	types: { annotations: string; name: string };
	'search-page': { page: SearchPage };
	/** A file of the search index. */
	index: { name: string };
	text: { text: string };
	/** An image that an extension draws; `shown` is plain data. */
	image: { extension: string; shown: unknown };
	copy: { path: string; hash: string };
	bytes: { hash: string };
}

/** The Markdown copy of a page, which is read elsewhere. */
export interface MarkdownView {
	heading: string;
	bodyHash: string;
	/** Full URL of the page. */
	home: string;
	hrefs: string[];
	/** Hash of the annotations of its fences. */
	annotations?: string;
}

/** One output file before it is built. */
export type Job = { [K in keyof JobInputs]: { out: string; kind: K; input: JobInputs[K] } }[keyof JobInputs];

/** Equal keys mean equal bytes. */
export type KeyedJob = Job & { key: string };

export interface FeedView {
	/** For the library; it takes dates as objects, which a job's input cannot contain. */
	options: Omit<FeedOptions, 'updated'>;
	updated?: string;
	origin: string;
	posts: FeedPost[];
}

export interface FeedPost {
	item: Omit<Item, 'date'>;
	date: string;
	authors: { name: string; url?: string; email?: string }[];
	page: string;
	locale: string;
	bodyHash: string;
	hrefs: string[];
}

/** Reads a body by its hash, without the Markdown copy, which is stored separately because few jobs read both. */
export type ReadBody = <K extends keyof Body>(part: K, hash: string) => Body[K];

/**
 * The environment of jobs. A kind of job receives only the parts that its row in `jobs.ts` names. Its input has the
 * hashes of the data that it reads; `Names` has the hash of `templates`.
 */
export interface JobEnvironment {
	templates: Templates;
	/** The data that the pages of a language share, by hash. */
	site(hash: string): SiteView;
	body: ReadBody;
	/** The annotations of a page's fences, by the hash of the list. */
	annotations(hash: string): FenceAnnotation[];
	sidebar(hash: string): SidebarView;
	/** A file of the search index. */
	text(name: string): string;
	/** A bundled file. */
	bytes(hash: string): Uint8Array;
	/** A file of the site. */
	file(path: string, hash: string): Uint8Array;
	/** Draws an image of an extension. */
	draw(extension: string, shown: unknown): Uint8Array;
	/** HTML that many pages share and that is rendered once, by name and hash. */
	shared: Map<string, string>;
}

/** A finished output. */
export interface OutputFile {
	out: string;
	key: string;
	bytes: Uint8Array;
	hash: string;
	facts?: PageInspection;
}

/** Facts from the inspection of a finished page, without its shared texts. Lists have no duplicates. */
export interface PageInspection {
	/** URLs of all `<a>`. */
	links: string[];
	/** Paths of images, videos, style sheets and scripts, except those that docsgen named by their hash. */
	media: string[];
	/** All ids and anchor names. */
	ids: string[];
	/** Ids that occur more than once. */
	duplicateIds: string[];
	/** Values of style attributes; the security policy contains their hashes. */
	styles: string[];
	/** Texts of inline scripts; the security policy contains their hashes. */
	scripts: string[];
	/** Names of the shared texts on the page; their facts are separate. */
	parts: string[];
}
