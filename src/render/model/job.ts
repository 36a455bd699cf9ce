/** A plan and what comes of it. Plain data, but for the bodies and templates a job is given to work with. */

import type { Body } from '../../content/model/page.ts';
import type { SampleAnswer } from '../../content/model/sample.ts';
import type { SearchPage } from './search-index.ts';
import type { PageHead, PageView, SidebarView, SiteView, Templates } from './view.ts';

/** Hashes of the parts of a job's environment that no input names. */
export interface Names {
	templates: string;
	site: string;
}

/** A page as its template sees it, without what is the same on all pages. */
export type PageInput = Omit<PageView, 'site' | 'head'> & { head: PageHead };

/** What each kind of output is made from: plain data. What it names by a hash need not be in it. */
export interface JobInputs {
	page: PageInput;
	markdown: { heading: string; bodyHash: string; hrefs: string[]; origin: string };
	'full-text': {
		title: string;
		entries: { heading: string; url: string; bodyHash: string; hrefs: string[] }[];
		origin: string;
	};
	feed: { format: 'rss' | 'atom' | 'json'; feed: FeedView };
	/** The whole of a large sidebar, by the hash of its view. */
	sidebar: { hash: string };
	/** The types of the names in a page's samples, by the hash of the answers. */
	types: { answers: string; name: string };
	'search-page': { page: SearchPage };
	/** A file of the search index. */
	index: { name: string };
	text: { text: string };
	copy: { path: string; hash: string };
	bytes: { hash: string };
}

/** One output file that has not been made yet. */
export type Job = { [K in keyof JobInputs]: { out: string; kind: K; input: JobInputs[K] } }[keyof JobInputs];

/** Equal keys mean equal bytes. */
export type KeyedJob = Job & { key: string };

export interface FeedView {
	title: string;
	description: string;
	home: string;
	/** Address of the feed file. */
	self: string;
	language: string;
	copyright?: string;
	favicon?: string;
	origin: string;
	updated?: string;
	posts: FeedPost[];
}

export interface FeedPost {
	title: string;
	url: string;
	date: string;
	description: string;
	authors: { name: string; url?: string; email?: string }[];
	tags: string[];
	page: string;
	bodyHash: string;
	hrefs: string[];
}

/** Gives what a page is rendered from, by hash. Its Markdown is kept apart: few read both. */
export type ReadBody = (hash: string) => Omit<Body, 'markdown'>;

/**
 * What jobs are made with. Each kind gets the parts that its row of the table in `jobs.ts` names. Parts that are asked
 * for something by a hash are named by the input; for the others there are `Names`.
 */
export interface JobEnvironment {
	templates: Templates;
	site: SiteView;
	body: ReadBody;
	markdown(hash: string): Body['markdown'];
	/** The compiler's answers to the samples of a page. */
	answers(hash: string): SampleAnswer[];
	sidebar(hash: string): SidebarView;
	/** A file of the search index. */
	text(name: string): string;
	/** A bundled file. */
	bytes(hash: string): Uint8Array;
	/** A file of the site. */
	file(path: string, hash: string): Uint8Array;
	/** Texts that many pages share, made once: by name and hash. */
	shared: Map<string, string>;
}

/** A finished output. `links` and `ids` are of the whole file, shared texts left out but named in `parts`. */
export interface OutputFile {
	out: string;
	key: string;
	bytes: Uint8Array;
	hash: string;
	facts?: PageFacts;
}

/** What the inspection of a finished page found. */
export interface PageFacts {
	/** Addresses of all `<a>`, each once. */
	links: string[];
	/** Paths of pictures, videos, style sheets and scripts, but for those that docsgen named by their content. */
	media: string[];
	/** All ids and anchor names, each once. */
	ids: string[];
	/** Ids that stand twice. */
	duplicateIds: string[];
	/** Values of style attributes, each once: their hashes go into the security policy. */
	styles: string[];
	/** Texts of inline scripts, each once. */
	scripts: string[];
	/** Shared texts the page shows, by name; their facts are kept apart. */
	parts: string[];
}
