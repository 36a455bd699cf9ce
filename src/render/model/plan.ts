/** The plan of a site: its jobs by output path, each planned when it is asked for. */
import type { Site } from '../../content/site/site.ts';
import type { Job, KeyedJob, Names, PageFacts } from './job.ts';
import type { CountedBodies } from './search-index.ts';
import type { SidebarView, SiteView, Templates } from './view.ts';

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
}

/** The outcome of checking a page's samples. */
export interface CheckedSamples {
	/** Names the answers. */
	hash: string;
	/** Package and version, e.g. `@trpc/server 10.27.1`. */
	against: string;
}

/** A part of a style sheet: the block of a cascade layer, or a rule outside of all. */
export interface CssBlock {
	layer?: string;
	text: string;
}

/** Bundled styles and scripts: addresses without base URL. */
export interface BundledAssets {
	/** The style sheet of the site. */
	styles: CssBlock[];
	scripts: string[];
	/** Typefaces that every page shows at once. */
	fonts: string[];
	/** Runs inline before anything paints. */
	startScript: string;
	/** Their files: output path → hash and bytes. */
	files: Map<string, { hash: string; bytes: Uint8Array }>;
}

export interface Plan {
	/** By output path. */
	jobs: JobTable;
	/** By output path: jobs that are about all finished pages. */
	late: Map<string, (pages: Iterable<PageFacts>) => Job>;
	/** Static files that have the name of a page. */
	shadows: { out: string; path: string }[];
	/** Output path of each route's page, by route path. */
	outOf: Map<string, string>;
	/** Output paths of the style sheets of each route's page, by route path. */
	stylesOf: Map<string, string[]>;
	/** What jobs name by a hash: sidebars, files of the search index, bundled files. */
	sidebars: Map<string, SidebarView>;
	texts: Map<string, string>;
	bytes: Map<string, Uint8Array>;
	siteView: SiteView;
	/** Names of what jobs reach without naming it in their input. */
	names: Names;
}

/** Outputs whose names are only known once they have been planned together. */
export interface JobGroup {
	/** Whether an output of this name would be one of the group. */
	holds(out: string): boolean;
	/** A name that stands for all of them while they are not planned: it lies in the same folder. */
	name: string;
	/** Planning them takes a while: others can be made meanwhile. */
	isSlow?: boolean;
	make(): Job[];
}

export class JobTable {
	readonly #makers = new Map<string, () => Job>();
	readonly #keys = new Map<string, string>();
	#groups: JobGroup[] = [];

	/** `keyOf` names what a job's bytes depend on. */
	constructor(private readonly keyOf: (job: Job) => string) {}

	/** Adds an output; a later one of the same name wins. */
	add(out: string, make: () => Job): void {
		this.#makers.set(out, make);
	}

	/** Adds a group; an output that has the name of one of its own wins. */
	addGroup(group: JobGroup): void {
		this.#groups.push(group);
	}

	/** A job is made anew each time: views are large, and few are needed at once. */
	get(out: string): KeyedJob | undefined {
		if (!this.#makers.has(out)) this.#open((group) => group.holds(out));
		const job = this.#makers.get(out)?.();
		if (!job) return undefined;
		const key = this.#keys.get(out) ?? this.keyOf(job);
		this.#keys.set(out, key);
		return { ...job, key };
	}

	/** The key of an output; undefined where there is none of this name. */
	key(out: string): string | undefined {
		return this.#keys.get(out) ?? this.get(out)?.key;
	}

	has(out: string): boolean {
		if (!this.#makers.has(out)) this.#open((group) => group.holds(out));
		return this.#makers.has(out);
	}

	/** Names that others must not be in the way of: nothing is planned for that. */
	*names(): Generator<string> {
		yield* this.#makers.keys();
		for (const { name } of this.#groups) yield name;
	}

	/** Every name that is known; some are added while pages are planned. */
	*keys(): Generator<string> {
		this.#open(() => true);
		yield* this.#makers.keys();
	}

	/** Every job but those of slow groups, and what planning them adds. */
	*quick(): Generator<KeyedJob> {
		this.#open(({ isSlow }) => !isSlow);
		yield* this.#jobs(this.#makers.keys());
	}

	/** The jobs of slow groups. */
	*slow(): Generator<KeyedJob> {
		const count = this.#makers.size;
		this.#open(() => true);
		yield* this.#jobs([...this.#makers.keys()].slice(count));
	}

	*#jobs(outs: Iterable<string>): Generator<KeyedJob> {
		for (const out of outs) {
			const job = this.get(out);
			if (job) yield job;
		}
	}

	#open(isMeant: (group: JobGroup) => boolean): void {
		const meant = this.#groups.filter(isMeant);
		if (meant.length === 0) return;
		this.#groups = this.#groups.filter((group) => !meant.includes(group));
		for (const job of meant.flatMap((group) => group.make())) {
			if (!this.#makers.has(job.out)) this.#makers.set(job.out, () => job);
		}
	}
}
