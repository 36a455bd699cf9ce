/** A plan and what comes of it. Plain data, but for the bodies and templates a job is given to work with. */
import type { SampleAnswer } from '../content/samples.ts';
import type { Site } from '../content/site.ts';
import type { Body } from '../content/types.ts';
import type { JobTable } from './job-table.ts';
import type { CountedBodies, IndexMemory, SearchPage } from './search/types.ts';
import type { FooterView, PageView, SidebarView, SiteView, Templates } from './view.ts';

/** What the plan is made from besides the site. */
export interface PlanInput {
	site: Site;
	/** Version of docsgen and hash of the compiled templates: a change of either remakes every page. */
	templatesHash: string;
	layers: Templates['layers'];
	assets: BundledAssets;
	/** Files of `content/static`: path inside it → hash. */
	staticFiles: Map<string, { path: string; hash: string }>;
	/** False in dev: no analytics, no third-party scripts (B-302). */
	production: boolean;
	/** By source path: what the compiler said of the page's samples. */
	samples: Map<string, CheckedSamples>;
	bodies: CountedBodies;
	indexes: IndexMemory;
}

/** The outcome of checking a page's samples. */
export interface CheckedSamples {
	/** Names the answers. */
	hash: string;
	/** Package and version, e.g. `@trpc/server 10.27.1`. */
	against: string;
}

/** Bundled styles and scripts: addresses without base URL. */
export interface BundledAssets {
	styles: string[];
	scripts: string[];
	/** Runs inline before anything paints. */
	startScript: string;
	/** Their files: output path → hash and bytes. */
	files: Map<string, { hash: string; bytes: Uint8Array }>;
}

export interface Plan {
	/** By output path. */
	jobs: JobTable<Job>;
	/** Output path of each route's page, by route path. */
	outOf: Map<string, string>;
	/** Output paths of the style sheets of each route's page, by route path. */
	stylesOf: Map<string, string[]>;
	/** Sidebar views by hash, for the jobs that show them. */
	sidebars: Map<string, SidebarView>;
	siteView: SiteView;
}

/** One output file that has not been made yet. Equal keys mean equal bytes. */
export type Job = { out: string; key: string } & JobInput;

export type JobInput =
	| {
			kind: 'page';
			/** With base URL. */
			address: string;
			/** Source path and hash of the first body that it shows. */
			source?: string;
			body?: string;
			view: () => PageView;
	  }
	| { kind: 'markdown'; heading: string; page: string; bodyHash: string; hrefs: string[]; origin: string }
	| {
			kind: 'full-text';
			title: string;
			entries: { heading: string; url: string; page: string; bodyHash: string; hrefs: string[] }[];
			origin: string;
	  }
	| { kind: 'feed'; format: 'rss' | 'atom' | 'json'; feed: FeedView }
	| { kind: 'sidebar'; view: () => SidebarView }
	| { kind: 'types'; page: string; name: string }
	| { kind: 'search-page'; page: SearchPage }
	| { kind: 'text'; text: () => string }
	| { kind: 'copy'; path: string }
	| { kind: 'bytes'; bytes: Uint8Array };

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

/** What a job may look at while it runs; each of its parts is named by a hash in the job's key. */
export interface JobEnvironment {
	templates: Templates;
	body: ReadBody;
	markdown(hash: string): Body['markdown'];
	/** The compiler's answers to the samples of a page, by source path; undefined while there are none. */
	answers(page: string): SampleAnswer[] | undefined;
	/** Views of sidebars by hash. */
	sidebars: Map<string, SidebarView>;
	footer: FooterView | undefined;
	/** Bytes of a file of the site. */
	file(path: string): Uint8Array;
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
