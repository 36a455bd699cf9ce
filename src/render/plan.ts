/**
 * Facts become a plan: every output of the site as a job with a key. A job's key names everything that its bytes
 * depend on, so "what must be rebuilt" is a set difference of keys and "what must go" is the ledger minus the plan.
 * Names come first; a job itself is planned when it is asked for.
 */
import type { Post } from '../content/blog.ts';
import { hashOf, hashOfValue } from '../content/hash.ts';
import { withBase } from '../content/links.ts';
import type { SiteVersion } from '../content/site.ts';
import type { AssetRef, Page, Route } from '../content/types.ts';
import { blogArchiveView, blogListView, blogPostView, blogTagsView, listedPosts } from './blog-views.ts';
import { categoryView, docFacts, docsTagsView, docsTagView, docView, editUrl, pageToc } from './docs-views.ts';
import { headView } from './head.ts';
import { JobTable } from './job-table.ts';
import { navbarView } from './navbar.ts';
import { markdownOut, outOf } from './out.ts';
import { feedJobs, textJobs } from './outputs.ts';
import { isSearchOutput, SEARCH_FOLDER, searchJobs } from './search/plan.ts';
import { cutSheets, type Sheets, sheetsOf } from './sheets.ts';
import { countEntries, shownPart, sidebarView, WHOLE_SIDEBAR_LIMIT } from './sidebar.ts';
import { siteView } from './site-view.ts';
import type { Job, JobInput, Plan, PlanInput } from './types.ts';
import type { BodyView, ContentView, HeadView, PageView, SidebarKey } from './view.ts';

/** Plans every output of a site. */
export function planJobs(input: PlanInput): Plan {
	const planner = new Planner(input);
	for (const route of input.site.routes) planner.addRoute(route);
	planner.addFiles();
	return planner.plan;
}

class Planner {
	readonly plan: Plan;
	private readonly shellHash: string;
	private readonly sheets: Sheets;
	private readonly sidebarKeys = new Map<string, SidebarKey>();
	/** Addresses of whole sidebars, by their names. */
	private readonly wholeSidebars = new Map<string, string | undefined>();

	constructor(private readonly input: PlanInput) {
		const view = siteView(input);
		this.plan = {
			jobs: new JobTable(),
			outOf: new Map(),
			stylesOf: new Map(),
			sidebars: new Map(),
			siteView: view,
		};
		const { styles, scripts } = input.assets;
		this.sheets = cutSheets(input.assets, input.layers);
		this.shellHash = hashOfValue([input.site.config, view, styles, scripts, input.templatesHash]);
	}

	private add(out: string, key: string, job: JobInput): void {
		this.plan.jobs.add(out, () => ({ out, key, ...job }));
	}

	addRoute(route: Route): void {
		const { site } = this.input;
		const page = route.pagePath === undefined ? undefined : site.pages.get(route.pagePath);
		const out = outOf(route);
		this.plan.outOf.set(route.path, out);
		this.plan.stylesOf.set(route.path, sheetsOf(this.sheets, route, this.shown(route, page)));
		this.plan.jobs.add(out, () => this.pageJob(out, route, page));
		if (page) this.addMarkdown(route, page);
	}

	private pageJob(out: string, route: Route, page: Page | undefined): Job {
		const { site } = this.input;
		const version = this.versionOf(route);
		const bodies = this.bodies(route, page);
		// What the view is made from; what all pages share has one hash. Views are large, and few are asked for.
		const facts = [
			route,
			page?.hash,
			page && this.input.samples.get(page.path)?.against,
			bodies,
			version && [version.className, this.sidebarKey(version, route)],
			navbarView(site, route),
			this.plan.stylesOf.get(route.path),
			// Most pages are docs. Of the others there are few: what they show is what it is made from.
			route.kind === 'doc' && version && page
				? docFacts(site, version, route, page)
				: [this.contentView(route, version, page), this.head(route, page)],
		];
		const key = hashOf(this.shellHash + JSON.stringify(facts));
		const { page: source, hash: body } = bodies[0] ?? {};
		const address = withBase(site.config.baseUrl, route.path);
		return { out, key, kind: 'page', address, source, body, view: () => this.pageView(route, page) };
	}

	private versionOf(route: Route): SiteVersion | undefined {
		return this.input.site.versions.find((candidate) => candidate.name === route.version);
	}

	private head(route: Route, page: Page | undefined): HeadView {
		const { config } = this.input.site;
		return headView(config, route, page, route.kind === 'blog-post' ? this.postOf(page) : undefined);
	}

	private postOf(page: Page | undefined): Post | undefined {
		return this.input.site.posts.find((candidate) => candidate.page === page);
	}

	private pageView(route: Route, page: Page | undefined): PageView {
		const { site, assets } = this.input;
		const { config } = site;
		const version = this.versionOf(route);
		return {
			site: this.plan.siteView,
			route: withBase(config.baseUrl, route.path),
			head: this.head(route, page),
			htmlClass: [`page-${route.kind}`, ...(version ? [version.className] : [])],
			version: version?.name,
			navbar: navbarView(site, route),
			content: this.contentView(route, version, page),
			styles: (this.plan.stylesOf.get(route.path) ?? []).map((path) => withBase(config.baseUrl, `/${path}`)),
			scripts: assets.scripts.map((path) => withBase(config.baseUrl, `/${path}`)),
			bodies: this.bodies(route, page),
			sidebar: version && this.sidebarKey(version, route),
		};
	}

	private contentView(route: Route, version: SiteVersion | undefined, page: Page | undefined): ContentView {
		const { site } = this.input;
		switch (route.kind) {
			case 'doc':
				if (version && page) return docView(site, version, route, page, this.input.samples.get(page.path)?.against);
				break;
			case 'category':
				if (version) return categoryView(site, version, route);
				break;
			case 'docs-tags':
				if (version) return docsTagsView(site, version);
				break;
			case 'docs-tag':
				if (version) return docsTagView(site, version, route);
				break;
			case 'blog-list':
			case 'blog-tag':
				return blogListView(site, route);
			case 'blog-post': {
				const post = this.postOf(page);
				if (post) return blogPostView(site, route, post);
				break;
			}
			case 'blog-archive':
				return blogArchiveView(site, route);
			case 'blog-tags':
				return blogTagsView(site, route);
			case 'page':
				if (page) {
					const layout = page.data.layout === 'landing' ? 'landing' : 'page';
					const heading = page.data.hide_title || page.ownHeading ? undefined : page.title;
					return {
						kind: 'page',
						layout,
						heading,
						toc: layout === 'landing' ? [] : pageToc(site, page),
						editUrl: editUrl(site, page),
					};
				}
				break;
			case 'search':
				return { kind: 'search', versions: site.versions.map(({ name, label, isLast }) => ({ name, label, isLast })) };
			case 'not-found':
				return { kind: 'not-found' };
			case 'redirect':
				break;
		}
		throw new Error(`The route ${route.path} (${route.kind}) has no page behind it`);
	}

	private bodies(route: Route, page: Page | undefined): BodyView[] {
		const { site } = this.input;
		const view = (of: Page, excerpt: boolean): BodyView => ({
			page: of.path,
			hash: of.bodyHash,
			excerpt,
			hrefs: site.hrefs.get(of.path) ?? [],
			...this.answered(of),
		});
		return this.shown(route, page).map((of) => view(of, !page && of.truncated));
	}

	/** The sources of the bodies that a page shows: its own, or those of the posts that it lists. */
	private shown(route: Route, page: Page | undefined): Page[] {
		return page ? [page] : listedPosts(this.input.site, route).map((post) => post.page);
	}

	/** What the compiler has said of a page's samples, as far as the page shows it. */
	private answered(page: Page): Pick<BodyView, 'answers' | 'types' | 'checked'> {
		const found = this.input.samples.get(page.path);
		if (!found) return {};
		const { hash, against } = found;
		const checked = against.slice(against.lastIndexOf(' ') + 1);
		return {
			...(checked === '' ? {} : { checked }),
			...(page.annotated ? { answers: hash } : {}),
			...(page.typed ? { types: this.typeSheet(page, hash) } : {}),
		};
	}

	/** The types of a page's names as a file of their own: most readers never ask. Returns its address. */
	private typeSheet(page: Page, hash: string): string {
		const name = hash.slice(0, 8);
		const out = `assets/types/${name}.css`;
		this.add(out, hash + this.shellHash, { kind: 'types', page: page.path, name });
		return withBase(this.input.site.config.baseUrl, `/${out}`);
	}

	/** Pages with the same open branch share one sidebar text. */
	private sidebarKey(version: SiteVersion, route: Route): SidebarKey | undefined {
		const place = version.places.get(route.path);
		if (!place) return undefined;
		const { sidebar } = place;
		const { config } = this.input.site;
		const { baseUrl } = config;
		const current = withBase(baseUrl, route.path);
		const stop = place.stop === undefined ? undefined : sidebar.stops[place.stop];
		const branch = stop?.branch ?? [];
		const list = stop?.categories.at(-1)?.items ?? sidebar.items;
		const name = `${version.name}/${sidebar.id}/${branch.join('.')}/${shownPart(list.length, stop?.index)}`;
		const known = this.sidebarKeys.get(name);
		if (known) return { ...known, current };
		const hideable = config.docs?.sidebar.hideable ?? false;
		const source = this.wholeSidebar(version, sidebar.id);
		const view = sidebarView(sidebar, {
			baseUrl,
			hideable,
			trail: stop?.index === undefined ? branch : [...branch, stop.index],
			source,
		});
		const key: SidebarKey = { version: version.name, id: sidebar.id, branch, hash: hashOfValue(view), current };
		this.plan.sidebars.set(key.hash, view);
		this.sidebarKeys.set(name, key);
		return key;
	}

	/** The whole of a large sidebar as a file of its own, for scripts. Returns its address; undefined for small ones. */
	private wholeSidebar(version: SiteVersion, id: string): string | undefined {
		const name = `${version.name}-${id}`;
		if (this.wholeSidebars.has(name)) return this.wholeSidebars.get(name);
		const { baseUrl } = this.input.site.config;
		const sidebar = version.sidebars[id];
		let address: string | undefined;
		if (sidebar && countEntries(sidebar.items) > WHOLE_SIDEBAR_LIMIT) {
			const hash = hashOfValue([sidebar.items, baseUrl, this.input.templatesHash]);
			const out = `assets/sidebars/${name}-${hash.slice(0, 8)}.html`;
			this.add(out, hash, {
				kind: 'sidebar',
				view: () => sidebarView(sidebar, { baseUrl, hideable: false, trail: [] }),
			});
			address = withBase(baseUrl, `/${out}`);
		}
		this.wholeSidebars.set(name, address);
		return address;
	}

	private addMarkdown(route: Route, page: Page): void {
		const { site } = this.input;
		const out = markdownOut(route.path);
		this.plan.jobs.add(out, () => {
			const hrefs = site.hrefs.get(page.path) ?? [];
			const heading = page.ownHeading ? '' : page.title;
			const origin = site.config.url;
			const job = { kind: 'markdown' as const, heading, page: page.path, bodyHash: page.bodyHash, hrefs, origin };
			return { out, key: hashOfValue(job), ...job };
		});
	}

	/** Everything that is not a page: copies, feeds, lists for programs. An author's own file of that name wins. */
	addFiles(): void {
		const { site, staticFiles, assets } = this.input;
		const { jobs } = this.plan;
		for (const [out, make] of [...textJobs(this.input, this.plan), ...feedJobs(site)]) jobs.add(out, make);
		jobs.addGroup({
			holds: isSearchOutput,
			name: `${SEARCH_FOLDER}/index.json`,
			make: () => searchJobs(this.input),
		});
		for (const asset of assetsOf([...site.pages.values()]))
			this.add(asset.out, asset.hash, { kind: 'copy', path: asset.path });
		for (const [out, file] of staticFiles) this.add(out, file.hash, { kind: 'copy', path: file.path });
		for (const [out, file] of assets.files) this.add(out, file.hash, { kind: 'bytes', bytes: file.bytes });
		for (const [out, bytes] of this.sheets.files) this.add(out, hashOf(bytes), { kind: 'bytes', bytes });
	}
}

function assetsOf(pages: Page[]): AssetRef[] {
	return pages.flatMap((page) => page.assets);
}
