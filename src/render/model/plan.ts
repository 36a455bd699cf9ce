/** The plan of a site: its jobs by output path, each planned on demand. */
import type { PageAnnotations } from '../../content/model/annotation.ts';
import type { ImagedPage, ImageSize } from '../../content/model/link-image.ts';
import type { Site } from '../../content/site/site.ts';
import type { HashNames, Job, JobInputs, KeyedJob, PageInspection } from './job.ts';
import type { CountedBodies } from './search-index.ts';
import type { SidebarView, SiteView, Templates } from './view.ts';

/** The input of planning. */
export interface PlanInput {
	site: Site;
	/** The site in all its languages. */
	sites: Site[];
	/** Version of docsgen and hash of the compiled templates: a change of either rebuilds every page. */
	templatesHash: string;
	layers: Templates['layers'];
	manifests: Templates['manifests'];
	assets: BundledAssets;
	/** Files of `content/static`: path inside it → hash. */
	staticFiles: Map<string, { path: string; hash: string }>;
	/** False in dev: no analytics, no third-party scripts (B-302). */
	production: boolean;
	/** Annotations of fences, by source path. */
	annotations: ReadonlyMap<string, PageAnnotations>;
	/** Output path → bytes of files that annotations refer to. */
	files: ReadonlyMap<string, Uint8Array>;
	bodies: CountedBodies;
	/** The image for links to a page without one; undefined if it can't have one. */
	imageOf?(page: ImagedPage): LinkImage | undefined;
}

/** An image that is drawn. `out` is its output path. */
export interface LinkImage extends ImageSize {
	out: string;
	job: JobInputs['image'];
}

/** A part of a style sheet: the block of a cascade layer, or a rule outside layers. */
export interface CssBlock {
	layer?: string;
	text: string;
}

/** Bundled styles and scripts; paths without base URL. */
export interface BundledAssets {
	/** The style sheet of the site. */
	styles: CssBlock[];
	/** Scripts of every page, in order; in other languages than the first, the words of the interface come first. */
	scripts: string[];
	/** Typefaces that every page preloads. */
	fonts: string[];
	/** Runs inline before anything paints. */
	startScript: string;
	/** Output path → hash and bytes of all bundled files. */
	files: Map<string, { hash: string; bytes: Uint8Array }>;
}

export interface Plan {
	jobs: JobTable;
	/** Output path → a job that needs the facts of all finished pages. */
	finalJobs: Map<string, (pages: Iterable<PageInspection>) => Job>;
	/** Static files with the output path of something that docsgen makes. */
	overridden: { out: string; path: string; isPage: boolean }[];
	/** Route path → output path of its page. */
	outOf: Map<string, string>;
	/** Route path → output paths of its style sheets. */
	stylesOf: Map<string, string[]>;
	/** Data of jobs by hash: sidebars, files of the search index, bundled files. */
	sidebars: Map<string, SidebarView>;
	texts: Map<string, string>;
	bytes: Map<string, Uint8Array>;
	/** Data that the pages of a language share, by hash. */
	siteViews: Map<string, SiteView>;
	/** Hashes of data that jobs use, but that is not in their input. */
	names: HashNames;
}

/** A group of outputs with names that are known only after planning all of them. */
export interface JobGroup {
	/** Whether an output with this name would belong to the group. */
	contains(out: string): boolean;
	/** A representative name in the same folder, until they are planned. */
	name: string;
	/** Planning is slow, so other outputs should be built first. */
	isDeferred?: boolean;
	make(): Job[];
}

export class JobTable {
	readonly #makers = new Map<string, () => Job>();
	readonly #keys = new Map<string, string>();
	readonly #allGroups: JobGroup[] = [];
	/** Those that are not planned yet. */
	#groups: JobGroup[] = [];
	/** Names of outputs of the others. */
	readonly #grouped = new Set<string>();

	/** `keyOf` computes a job's key from everything that its bytes depend on. */
	constructor(private readonly keyOf: (job: Job) => string) {}

	/** Adds an output; a later one with the same name wins. */
	add(out: string, make: () => Job): void {
		this.#makers.set(out, make);
	}

	/** Adds a group; an output from `add` with the name of one in the group wins. */
	addGroup(group: JobGroup): void {
		this.#allGroups.push(group);
		this.#groups.push(group);
	}

	/** Forgets the keys of outputs, and all groups, because data has changed that their makers read. */
	renew(outs: Iterable<string>): void {
		for (const out of outs) this.#keys.delete(out);
		for (const out of this.#grouped) for (const known of [this.#keys, this.#makers]) known.delete(out);
		this.#grouped.clear();
		this.#groups = [...this.#allGroups];
	}

	/** Creates the job each time, to save memory: views are large, and few are needed at once. */
	get(out: string): KeyedJob | undefined {
		if (!this.#makers.has(out)) this.#open((group) => group.contains(out));
		const job = this.#makers.get(out)?.();
		if (!job) return undefined;
		const key = this.#keys.get(out) ?? this.keyOf(job);
		this.#keys.set(out, key);
		return { ...job, key };
	}

	/** The key of an output; undefined if there is no such output. */
	key(out: string): string | undefined {
		return this.#keys.get(out) ?? this.get(out)?.key;
	}

	has(out: string): boolean {
		if (!this.#makers.has(out)) this.#open((group) => group.contains(out));
		return this.#makers.has(out);
	}

	/** All names to check for conflicts, with one representative of each group; plans nothing. */
	*names(): Generator<string> {
		yield* this.#makers.keys();
		for (const { name } of this.#groups) yield name;
	}

	/** All names, after planning all groups. Planning pages can add more. */
	*keys(): Generator<string> {
		this.#open(() => true);
		yield* this.#makers.keys();
	}

	/** All names outside of slow groups, including those that planning adds meanwhile. */
	*immediate(): Generator<string> {
		this.#open(({ isDeferred }) => !isDeferred);
		yield* this.#makers.keys();
	}

	/** The names of slow groups. */
	*deferred(): Generator<string> {
		const count = this.#makers.size;
		this.#open(() => true);
		yield* [...this.#makers.keys()].slice(count);
	}

	#open(isMeant: (group: JobGroup) => boolean): void {
		const meant = this.#groups.filter(isMeant);
		if (meant.length === 0) return;
		this.#groups = this.#groups.filter((group) => !meant.includes(group));
		for (const job of meant.flatMap((group) => group.make())) {
			if (this.#makers.has(job.out)) continue;
			this.#makers.set(job.out, () => job);
			this.#grouped.add(job.out);
		}
	}
}
