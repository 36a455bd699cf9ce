/**
 * Turns facts into a plan: every output of the site is a job. A job's key covers everything that its bytes depend on,
 * so outdated outputs are a set difference of keys, and obsolete ones are the ledger minus the plan. Names come first;
 * a job is created on demand.
 */

import { hashOf, hashOfValue } from '../content/model/hash.ts';
import type { Page, Route } from '../content/model/page.ts';
import type { Post } from '../content/site/blog.ts';
import { withBase } from '../content/site/links.ts';
import type { Site } from '../content/site/site.ts';
import type { SiteSidebar, SiteVersion } from '../content/site/version.ts';
import { hostFiles } from './hosts.ts';
import { inspect } from './inspect.ts';
import { keyOf } from './jobs.ts';
import type { PageInput } from './model/job.ts';
import type { LinkImage, Plan, PlanInput } from './model/plan.ts';
import { JobTable } from './model/plan.ts';
import type { BodyView, ContentView, SidebarKey } from './model/view.ts';
import { feedJobs, fullTextOut, languageJobs, markdownCopy, sharedJobs } from './outputs.ts';
import { searchJobs } from './search/plan.ts';
import { blogArchiveView, blogListView, blogPostView, blogTagsView, listedPosts } from './views/blog.ts';
import {
	categoryView,
	docsTagsView,
	docsTagView,
	docView,
	drawingOf,
	firstPlaces,
	siblingCards,
	singlePageView,
	stopOf,
} from './views/docs.ts';
import { lacksImage, pageHead, titleOf } from './views/head.ts';
import { Alternates, foldersOf, noticeOf } from './views/languages.ts';
import { navbarView } from './views/navbar.ts';
import { markdownOut, outOf } from './views/output-paths.ts';
import { globalParts, type Sheets, sheetsOf, splitByLayer } from './views/sheets.ts';
import { countEntries, shownPart, sidebarView, WHOLE_SIDEBAR_LIMIT } from './views/sidebar.ts';
import { siteView } from './views/site.ts';

/** Plans every output of a site, in all its languages; the first input is for the first language. */
export function planJobs(inputs: [PlanInput, ...PlanInput[]]): Plan {
	const [first] = inputs;
	const alternates = new Alternates(first.sites);
	const names = { templates: first.templatesHash };
	const plan: Plan = {
		jobs: new JobTable((job) => keyOf(job, names)),
		finalJobs: new Map(),
		overridden: [],
		outOf: new Map(),
		stylesOf: new Map(),
		sidebars: new Map(),
		texts: new Map(),
		bytes: new Map(),
		siteViews: new Map(),
		names,
	};
	const planners = inputs.map((input) => new Planner(input, plan, alternates));
	for (const planner of planners) planner.addRoutes();
	for (const planner of planners) planner.addFiles();
	planners[0]?.addSharedFiles();
	return plan;
}

/** Names of the outputs outside of groups that show these docs and pages. */
export function outsShowing({ outOf }: Plan, sites: readonly Site[], pages: readonly Page[]): string[] {
	return sites.flatMap((site) => {
		const routes = pages.flatMap(({ path }) => site.routeOf.get(path) ?? []);
		return [...routes.flatMap(({ path }) => [outOf.get(path) ?? '', markdownOut(path)]), fullTextOut(site)];
	});
}

/** Outputs that a static file may replace, of each language: hosts and programs find them by their names. */
const REPLACEABLE = /(?:^|\/)(?:404\.html|llms\.txt|robots\.txt|sitemap\.xml)$/;

class Planner {
	/** Hash of the data that all pages of the language share. */
	private readonly shared: string;
	private readonly sheets: Sheets;
	private readonly sidebarKeys = new Map<string, SidebarKey>();
	/** URLs of whole sidebars, which many parts of a sidebar name. */
	private readonly wholeSidebars = new Map<SiteSidebar, string | undefined>();

	/** Routes of pages by docs version and symbol. */
	private symbols: Map<string, string> | undefined;

	constructor(
		private readonly input: PlanInput,
		private readonly plan: Plan,
		private readonly alternates: Alternates,
	) {
		const view = siteView(input);
		this.shared = hashOfValue(view);
		plan.siteViews.set(this.shared, view);
		this.sheets = splitByLayer(input.assets.styles, input.layers, globalParts(input.site.config, view));
	}

	addRoutes(): void {
		for (const route of this.input.site.routes) this.addRoute(route);
	}

	private addRoute(route: Route): void {
		const { site } = this.input;
		const page = route.pagePath === undefined ? undefined : site.pages.get(route.pagePath);
		const out = outOf(route);
		this.plan.outOf.set(route.path, out);
		this.plan.stylesOf.set(route.path, sheetsOf(this.sheets, this.parts(route, page)));
		const image = this.input.imageOf && this.image(route, page);
		if (image) this.plan.jobs.add(image.out, () => ({ out: image.out, kind: 'image', input: image.job }));
		this.plan.jobs.add(out, () => ({ out, kind: 'page', input: this.pageView(route, page, image) }));
		if (page?.locale === site.locale) this.addMarkdown(route, page);
	}

	/** Names of a page's parts, which select its style sheets. */
	private parts(route: Route, page: Page | undefined): string[] {
		const version = this.versionOf(route);
		const hasBanner =
			(version?.banner ?? 'none') !== 'none' || (page !== undefined && noticeOf(this.input.site, page) !== undefined);
		const banner = hasBanner ? ['banner'] : [];
		const drawing = version && drawingOf(version, route) !== undefined ? ['drawing'] : [];
		return [route.kind, ...banner, ...drawing, ...this.shown(route, page).flatMap(({ components }) => components)];
	}

	private versionOf(route: Route): SiteVersion | undefined {
		return this.input.site.versions.find((candidate) => candidate.name === route.version);
	}

	private postOf(page: Page | undefined): Post | undefined {
		return this.input.site.posts.find((candidate) => candidate.page === page);
	}

	/** The image for links to a page that has none. */
	private image(route: Route, page: Page | undefined): LinkImage | undefined {
		const { site, imageOf } = this.input;
		const { config } = site;
		const post = route.kind === 'blog-post' ? this.postOf(page) : undefined;
		if (!lacksImage(site, route, page, post)) return undefined;
		const version = this.versionOf(route);
		return imageOf?.({
			title: titleOf(config, route, page) || config.title,
			section: post ? config.blog?.title : version && stopOf(version, route.path)?.categories[0]?.label,
			language: route.locale,
			path: withBase(config.baseUrl, route.path),
			file: page?.path,
			config,
		});
	}

	private pageView(route: Route, page: Page | undefined, image: LinkImage | undefined): PageInput {
		const { site, assets } = this.input;
		const { config } = site;
		const version = this.versionOf(route);
		const post = route.kind === 'blog-post' ? this.postOf(page) : undefined;
		return {
			site: this.shared,
			route: withBase(config.baseUrl, route.path),
			head: pageHead(site, route, (url) => this.alternates.links(site, route, url), { page, post, image }),
			htmlClass: [`page-${route.kind}`, ...(version ? [version.className] : [])],
			version: version?.name,
			navbar: navbarView(site, route, this.alternates),
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
				if (version && page) return docView(site, version, route, page, this.input.annotations.get(page.path)?.against);
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
				if (page) return singlePageView(site, route, page);
				break;
			case 'search':
				return {
					kind: 'search',
					versions: site.versions.map(({ name, label, isLast }) => ({ name, label, isLast })),
					places: firstPlaces(site),
				};
			case 'not-found':
				return { kind: 'not-found', folders: foldersOf(this.input) };
			case 'redirect':
				break;
		}
		throw new Error(`The route ${route.path} (${route.kind}) has no page behind it`);
	}

	private bodies(route: Route, page: Page | undefined): BodyView[] {
		const { site, manifests } = this.input;
		const version = this.versionOf(route);
		const showsCards = (of: Page): boolean => of.components.some((name) => manifests[name]?.cards);
		const view = (of: Page, excerpt: boolean): BodyView => ({
			page: of.path,
			hash: of.bodyHash,
			excerpt,
			locale: of.locale,
			hrefs: site.hrefs.get(of.path) ?? [],
			...(page ? {} : { home: withBase(site.config.baseUrl, site.routeOf.get(of.path)?.path ?? route.path) }),
			...this.annotationsOf(of),
			...(version && showsCards(of) ? { cards: siblingCards(site, version, route.path) } : {}),
		});
		return this.shown(route, page).map((of) => view(of, !page && of.truncated));
	}

	/** The pages with the bodies to show: the page itself, or the posts that it lists. */
	private shown(route: Route, page: Page | undefined): Page[] {
		return page ? [page] : listedPosts(this.input.site, route).map((post) => post.page);
	}

	/** The part of the annotations that the page shows. */
	private annotationsOf(page: Page): Pick<BodyView, 'annotations'> {
		const found = this.input.annotations.get(page.path);
		if (!found || !page.fences) return {};
		const { hash, against, hasWidgets, names = [] } = found;
		const { shows } = page.fences;
		const version = against.slice(against.lastIndexOf(' ') + 1);
		const pages = names.flatMap((name) => {
			const href = this.symbolHref(name, page);
			return href === undefined ? [] : [[name, href]];
		});
		return {
			annotations: {
				...(version === '' ? {} : { version }),
				...(shows === 'nothing' && !hasWidgets ? {} : { hash }),
				...(shows === 'types' ? { types: this.typeSheet(hash), names: Object.fromEntries(pages) } : {}),
			},
		};
	}

	/** The URL of the page about an import, in the docs version of `page`. `name` starts with the package, as in `Hover`. */
	private symbolHref(name: string, { version = 'current' }: Page): string | undefined {
		const { config, pages, routeOf } = this.input.site;
		this.symbols ??= new Map(
			[...pages.values()].flatMap(({ path, version: of, virtual }) =>
				(virtual?.symbols ?? []).map((symbol): [string, string] => [`${of} ${symbol}`, routeOf.get(path)?.path ?? '']),
			),
		);
		for (const { id, package: prefix, version: of } of config.extended.groups) {
			const route =
				prefix !== undefined &&
				name.startsWith(`${prefix}/`) &&
				of === version &&
				this.symbols.get(`${of} ${id}${name.slice(prefix.length)}`);
			if (route) return withBase(config.baseUrl, route);
		}
		return undefined;
	}

	/** Plans a separate file with a page's types, which few readers load. Returns its URL. */
	private typeSheet(hash: string): string {
		const name = hash.slice(0, 8);
		const out = `assets/types/${name}.css`;
		this.plan.jobs.add(out, () => ({ out, kind: 'types', input: { annotations: hash, name } }));
		return withBase(this.input.site.config.baseUrl, `/${out}`);
	}

	/** Pages with the same open branch share one sidebar text. */
	private sidebarKey(version: SiteVersion, route: Route): SidebarKey | undefined {
		const place = version.places.get(route.path);
		if (!place) return undefined;
		const { sidebar } = place;
		const { site } = this.input;
		const { baseUrl, docs } = site.config;
		const current = withBase(baseUrl, route.path);
		const stop = stopOf(version, route.path);
		const branch = stop?.branch ?? [];
		const list = stop?.categories.at(-1)?.items ?? sidebar.items;
		const name = `${version.name}/${sidebar.id}/${branch.join('.')}/${shownPart(list.length, stop?.index)}`;
		const known = this.sidebarKeys.get(name);
		if (known) return { ...known, current };
		const hideable = docs?.sidebar.hideable ?? false;
		if (!this.wholeSidebars.has(sidebar)) this.wholeSidebars.set(sidebar, this.wholeSidebar(version, sidebar));
		const source = this.wholeSidebars.get(sidebar);
		const view = sidebarView(sidebar, {
			site,
			hideable,
			trail: stop?.index === undefined ? branch : [...branch, stop.index],
			source,
		});
		const key: SidebarKey = { version: version.name, id: sidebar.id, branch, hash: hashOfValue(view), current };
		this.plan.sidebars.set(key.hash, view);
		this.sidebarKeys.set(name, key);
		return key;
	}

	/** Plans a file with all entries of a large sidebar, for scripts. Returns its URL; undefined for small sidebars. */
	private wholeSidebar(version: SiteVersion, sidebar: SiteSidebar): string | undefined {
		if (countEntries(sidebar.items) <= WHOLE_SIDEBAR_LIMIT) return undefined;
		const { site } = this.input;
		const { folder = '' } = this.plan.siteViews.get(this.shared) ?? {};
		const name = `${version.name}-${sidebar.id}`;
		// Not a hash of the sidebar: the name is on every page, so it must not change.
		const out = `sidebars/${folder}${/^[\w.-]{1,100}$/.test(name) ? name : hashOf(name)}.txt`;
		this.plan.jobs.add(out, () => {
			const view = sidebarView(sidebar, { site, hideable: false, trail: [] });
			const hash = hashOfValue(view);
			this.plan.sidebars.set(hash, view);
			return { out, kind: 'sidebar', input: { hash, site: this.shared } };
		});
		return withBase(site.config.baseUrl, `/${out}`);
	}

	private addMarkdown(route: Route, page: Page): void {
		const { site } = this.input;
		const out = markdownOut(route.path);
		this.plan.jobs.add(out, () => {
			return {
				out,
				kind: 'markdown',
				input: { ...markdownCopy(this.input, page, route.path), origin: site.config.url },
			};
		});
	}

	/** Plans the outputs of a language except pages: feeds, files for programs, scripts. */
	addFiles(): void {
		const { site, assets } = this.input;
		const { jobs } = this.plan;
		for (const [out, make] of [...languageJobs(this.input, this.plan), ...feedJobs(site, this.shared)])
			jobs.add(out, make);
		for (const group of searchJobs(this.input, this.plan.texts)) jobs.addGroup(group);
		const bundled = [...assets.files].map(([out, file]): [string, Uint8Array] => [out, file.bytes]);
		this.addBytes([...bundled, ...this.sheets.files]);
	}

	/** Inline scripts of documents that annotations refer to. */
	private otherScripts(): string[] {
		const documents = [...this.input.files].filter(([out]) => out.endsWith('.html'));
		return documents.flatMap(([, bytes]) => inspect(Buffer.from(bytes).toString()).scripts);
	}

	private addBytes(files: Iterable<[out: string, bytes: Uint8Array]>): void {
		for (const [out, bytes] of files) {
			const hash = hashOf(bytes);
			this.plan.bytes.set(hash, bytes);
			this.plan.jobs.add(out, () => ({ out, kind: 'bytes', input: { hash } }));
		}
	}

	/** Plans the outputs of all languages together, and copies. An author's file with the same name wins. */
	addSharedFiles(): void {
		const { sites, staticFiles } = this.input;
		const { jobs } = this.plan;
		for (const [out, make] of sharedJobs(this.input, this.alternates)) jobs.add(out, make);
		this.addBytes(this.input.files);
		const media = sites.flatMap(({ pages }) => [...pages.values()].flatMap((page) => page.assets));
		const pages = new Set(this.plan.outOf.values());
		for (const [out, { path }] of staticFiles)
			if (jobs.has(out) && !REPLACEABLE.test(out)) this.plan.overridden.push({ out, path, isPage: pages.has(out) });
		const copies = [...media.map((asset) => [asset.out, asset] as const), ...staticFiles];
		for (const [out, { path, hash }] of copies) jobs.add(out, () => ({ out, kind: 'copy', input: { path, hash } }));
		for (const [out, make] of hostFiles(sites, this.otherScripts()))
			if (!staticFiles.has(out)) this.plan.finalJobs.set(out, make);
	}
}
