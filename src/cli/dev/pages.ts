/** The pages of `docsgen dev`: each is rendered when a browser asks for it, and again after a change of what it shows. */
import { withBase } from '../../content/site/links.ts';
import { policy } from '../../render/hosts.ts';
import { keyOf, runJob } from '../../render/jobs.ts';
import type { JobEnvironment, KeyedJob, OutputFile, PageInspection } from '../../render/model/job.ts';
import { SEARCH_FOLDER } from '../../render/search/plan.ts';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { attempt } from '../disk/disk.ts';
import { filesFor, findOutput } from '../http/address.ts';
import { contentType, type HttpReply } from '../http/send.ts';
import type { Update } from '../pipeline/pipeline.ts';
import type { State } from './page-checks.ts';

/** Path of the script in each page, below the base URL. */
export const DEV_SCRIPT = '/__docsgen/dev.js';
/** Bytes of old styles and scripts kept for pages that were rendered with them. */
const STALE_ASSETS_BYTES = 64 * 1024 ** 2;
/** Open pages that are remembered. */
const MAX_OPEN = 4;

/**
 * Open pages by URL: null for one that is the same as in the revision `before`, else the HTML. Tabs with
 * an older revision, or with a page that is not among them, ask for theirs.
 */
export interface PageNews {
	revision: number;
	before: number;
	pages: Record<string, string | null>;
}

/** The part of the server that pages use. */
export interface Maker {
	/** Runs a job; undefined if it crashed, which is a finding. */
	run(job: KeyedJob, state: State): OutputFile | undefined;
	/** Facts of all pages; renders those that were not requested yet. */
	facts(state: State): Iterable<PageInspection>;
}

export class Pages {
	/** Undefined until a pass has found a usable configuration. */
	state: State | undefined;
	/**
	 * Increases with each state; an open page with another revision updates itself. It starts from the time, because pages
	 * stay open while a server is restarted.
	 */
	revision = Date.now();
	/** Styles, scripts and types of earlier states, by output path: an open page may still request them. */
	private readonly staleAssets = createBoundedCache<Uint8Array>(STALE_ASSETS_BYTES);
	private readonly rendered = new Map<string, OutputFile>();
	/** Keys of the pages that browsers show, as they were when these were told, by path; the last one was opened last. */
	private readonly open = new Map<string, string>();
	private told = 0;

	constructor(
		private readonly maker: Maker,
		/** Base URL until there is a state. */
		private readonly firstBaseUrl = '/',
	) {}

	get baseUrl(): string {
		return this.state?.update.config.baseUrl ?? this.firstBaseUrl;
	}

	/** Replaces the state. */
	show(update: Update, environment: JobEnvironment): void {
		this.revision++;
		const { state } = this;
		// The names of sidebars are hashes of their content; the page frame must be the same as well.
		const isSameFrame =
			state?.update.templates === update.templates &&
			JSON.stringify(footersOf(state.update)) === JSON.stringify(footersOf(update));
		if (isSameFrame) environment.shared = state.environment.shared;
		if (state) this.keepFormer(state, update);
		this.state = { update, environment };
		for (const out of this.rendered.keys()) if (!update.plan.jobs.has(out)) this.rendered.delete(out);
	}

	/** The output for a path below the base URL. */
	async find(path: string): Promise<HttpReply | undefined> {
		const { state } = this;
		const found = state && (await findOutput(path, (out) => this.output(out, state, 200)));
		const stale = found ? undefined : this.staleAssets.get(path.slice(1));
		return stale ? { bytes: stale, type: contentType(path) } : found;
	}

	/** The source path of the page at a path below the base URL. */
	sourceAt(path: string): string | undefined {
		const { out } = this.at(path);
		// Most requests are for assets, which aren't routes: don't search for them.
		if (out === undefined) return undefined;
		const { plan, sites = [] } = this.state?.update ?? {};
		return sites.flatMap(({ routes }) => routes).find((route) => plan?.outOf.get(route.path) === out)?.pagePath;
	}

	/** A browser shows the page at a path below the base URL. Returns its source path. */
	opened(path: string): string | undefined {
		const { key } = this.at(path);
		if (key === undefined) return undefined;
		this.open.delete(path);
		this.open.set(path, key);
		for (const oldest of this.open.keys()) if (this.open.size > MAX_OPEN) this.open.delete(oldest);
		return this.sourceAt(path);
	}

	/** News since the last call. Of the pages that have changed, the one that was opened last is rendered if `isHeard`. */
	news(isHeard: boolean): PageNews {
		const { state, revision, told: before } = this;
		const pages: PageNews['pages'] = {};
		let isWanted = isHeard;
		for (const [path, known] of [...this.open].reverse()) {
			const { out = '', key } = this.at(path);
			if (!state || key === undefined) this.open.delete(path);
			else if (key === known) pages[withBase(this.baseUrl, path)] = null;
			else {
				this.open.set(path, key);
				// If its cache is lost, the browser's request starts over.
				const reply = isWanted ? attempt(() => this.output(out, state, 200)) : undefined;
				if (reply?.status !== 200) continue;
				isWanted = false;
				pages[withBase(this.baseUrl, path)] = Buffer.from(reply.bytes).toString();
			}
		}
		this.told = revision;
		return { revision, before, pages };
	}

	/** The output at a path that is a page. */
	private at(path: string): { out?: string; key?: string } {
		const { plan } = this.state?.update ?? {};
		const out = plan && filesFor(path).find((name) => plan.jobs.has(name));
		return out?.endsWith('.html') ? { out, key: plan?.jobs.key(out) } : {};
	}

	/** The reply for a path without an output. */
	missing(path: string): HttpReply | undefined {
		if (this.state) return this.output(notFoundOut(path, this.state.update), this.state, 404);
		return path.includes('.') ? undefined : this.bare(503);
	}

	/** Keeps files with hashed names for open pages of earlier states. */
	private keepFormer({ update: { plan }, environment }: State, next: Update): void {
		for (const out of plan.jobs.names()) {
			// Whether a file of the search index exists is known only after building the whole index.
			if (!out.startsWith('assets/') || out.startsWith(SEARCH_FOLDER) || next.plan.jobs.has(out)) continue;
			try {
				const job = plan.jobs.get(out);
				if (job?.kind !== 'bytes' && job?.kind !== 'types') continue;
				const { bytes } = runJob(job, environment);
				this.staleAssets.set(out, bytes, bytes.length);
			} catch {
				// The annotations are gone, so no open page shows these types.
			}
		}
	}

	private output(out: string, state: State, status: number): HttpReply | undefined {
		const { plan } = state.update;
		const key = plan.jobs.key(out);
		const known = this.rendered.get(out);
		const job = known !== undefined && known.key === key ? undefined : (plan.jobs.get(out) ?? this.lateJob(out, state));
		if (key === undefined && !job) return undefined;
		const file = job ? this.maker.run(job, state) : known;
		if (!file) return this.bare(500);
		if (job?.kind === 'page') this.rendered.set(out, file);
		// A file of an extension may be HTML, but it isn't a page that dev updates.
		if (!out.endsWith('.html') || out.startsWith('assets/'))
			return { bytes: file.bytes, type: contentType(out), status };
		const csp = policy(state.update.config, file.facts?.scripts ?? [], file.facts?.styles ?? []);
		return {
			bytes: this.withScript(file.bytes),
			type: contentType(out),
			status,
			headers: { 'Content-Security-Policy': csp },
		};
	}

	/** An output computed from all pages. */
	private lateJob(out: string, state: State): KeyedJob | undefined {
		const { finalJobs, names } = state.update.plan;
		const job = finalJobs.get(out)?.(this.maker.facts(state));
		return job && { ...job, key: keyOf(job, names) };
	}

	/** Adds the one tag that built pages do not have. */
	private withScript(bytes: Uint8Array): Buffer {
		const src = this.baseUrl.replace(/\/$/, '') + DEV_SCRIPT;
		const tag = `<script type="module" src="${src}?${this.revision}"></script>`;
		const html = Buffer.from(bytes).toString();
		const end = html.lastIndexOf('</body>');
		return Buffer.from(end < 0 ? html + tag : html.slice(0, end) + tag + html.slice(end));
	}

	/** An empty page that shows findings when the site has no page for it. */
	private bare(status: number): HttpReply {
		const html =
			'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>docsgen</title><link rel="icon" href="data:,"></head><body></body></html>';
		return { bytes: this.withScript(Buffer.from(html)), type: contentType('index.html'), status };
	}
}

/** The not-found page in the language of a path. */
function notFoundOut(path: string, { sites }: Update): string {
	const site = sites.findLast(({ config }) => path.startsWith(`${config.root}/`));
	return `${site?.config.root ?? ''}/404.html`.slice(1);
}

function footersOf({ plan }: Update): unknown[] {
	return [...plan.siteViews.values()].map(({ footer }) => footer);
}
