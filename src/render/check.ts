/**
 * Checks the links, anchors and files of all pages: compares the facts of each output, new or cached, with the routes
 * and files of the plan (B-280, B-281).
 */

import { resolvePath } from '../content/markdown/engine/facts.ts';
import { decodedOrSame, hostPath, hostPathsIn } from '../content/model/address.ts';
import { type Config, imagesOf } from '../content/model/config.ts';
import type { Diagnostic, Route } from '../content/model/page.ts';
import { urlKind } from '../content/model/urls.ts';
import { leavesSite, routeKey, withBase } from '../content/site/links.ts';
import { isRoutePath } from '../content/site/routes.ts';
import type { Site } from '../content/site/site.ts';
import { Declared } from './declared.ts';
import { linkElsewhere } from './elsewhere.ts';
import { anchorHint, KnownTargets, linkHint } from './link-hints.ts';
import type { PageInspection } from './model/job.ts';
import type { Plan } from './model/plan.ts';
import { listedPosts } from './views/blog.ts';
import { assetUrl } from './views/head.ts';
import { OWN_MARK, outOf, pageOut } from './views/output-paths.ts';

interface CheckInput {
	/** The site in each of its languages, the first language first. */
	sites: readonly [Site, ...Site[]];
	/** Output path of each route's page. */
	outOf: Map<string, string>;
	/** Every output path of the plan. */
	outputs: { has(out: string): boolean; keys(): Iterable<string> };
	/** Facts of pages, by output path. */
	facts: Map<string, PageInspection>;
	/** Facts of shared texts, by name. */
	parts: Map<string, PageInspection>;
}

interface Finding {
	/** Target path of the link; without base URL if it is on this site. */
	resolved: string;
	/** The missing anchor, if the target page exists. */
	anchor?: string;
}

interface Broken extends Finding {
	route: Route;
	/** The URL on the page. */
	link: string;
	/** Where authors wrote it, on the page or outside of pages; empty if it is told elsewhere. */
	places: Written[];
}

/** A URL as written, and its place; `by` names the origin of one that no author wrote. */
type Written = Pick<Diagnostic, 'file' | 'line' | 'column' | 'length' | 'about'> & { written: string; by?: string };

/** A link that is broken on this many pages is listed first (B-281). */
const FREQUENT_PAGES = 5;

/** All findings about links, anchors and ids of finished pages. */
export function checkPages(input: CheckInput): Diagnostic[] {
	const steps = pageChecks(input);
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}

/** `checkPages` in steps, of a page or a finding each. */
export function* pageChecks(input: CheckInput): Generator<void, Diagnostic[]> {
	const targets = new Targets(input);
	const declared = new Lazy(() => new Declared(input.sites));
	const found: Broken[] = [];
	for (const page of pagesOf(input)) {
		found.push(...brokenOn(page, input, targets, declared));
		yield;
	}
	const broken = withOrigins(found);
	const elsewhere = broken.length > 0 ? declaredExternal(input, declared.value) : new Set();
	yield;
	const refused = refusedUrls(input);
	const links = broken.filter(({ anchor, link }) => anchor === undefined && !elsewhere.has(link) && !refused.has(link));
	const anchors = broken.filter((entry) => entry.anchor !== undefined);
	const known = new Lazy(() => {
		const routes = input.sites.flatMap(({ routes }) => routes.map(({ path }) => path));
		return new KnownTargets(routes, fileUrls(input));
	});
	const linkFindings: Diagnostic[] = [];
	for (const entry of links) {
		linkFindings.push(...brokenLinks(entry, known.value));
		yield;
	}
	return [
		...summary(links, 'broken-link', 'Broken links found!', 'Frequent broken links are linking to:'),
		...linkFindings,
		...summary(anchors, 'broken-anchor', 'Broken anchors found!', 'Frequent broken anchors are linking to:'),
		...anchors.flatMap((entry) => brokenAnchors(entry, targets.idsOf(entry.resolved), input)),
		...brokenRedirects(input, targets),
		...(yield* missingMedia(input, declared)),
		...(yield* duplicateIds(input, declared)),
	];
}

/** URLs of pages, and of their copies, that cannot exist: `checkRoutes` has the finding. */
function refusedUrls({ sites }: CheckInput): Set<string> {
	const paths = sites.flatMap(({ routes }) => routes.flatMap(({ path }) => (isRoutePath(path) ? [] : path)));
	return new Set(paths.flatMap((path) => [path, `${path}.md`].map((url) => withBase(sites[0].config.baseUrl, url))));
}

/** A value that few sites need. */
class Lazy<T> {
	private made: { value: T } | undefined;

	constructor(private readonly make: () => T) {}

	get value(): T {
		this.made ??= { value: this.make() };
		return this.made.value;
	}
}

/** All pages but those that are not translated: they have the findings of the first language. */
function pagesOf({ sites }: CheckInput): { route: Route; site: Site }[] {
	return sites.flatMap((site) =>
		site.routes.filter(({ locale }) => locale === site.locale).map((route) => ({ route, site })),
	);
}

/** URLs of all files in the output. */
function fileUrls({ outputs, sites: [site] }: CheckInput): Set<string> {
	return new Set(Array.from(outputs.keys(), (out) => site.config.baseUrl + out));
}

/** Reports missing files that finished pages load, from templates, raw HTML or an author's data. */
function* missingMedia(input: CheckInput, declared: Lazy<Declared>): Generator<void, Diagnostic[]> {
	const { sites, outOf, outputs, facts, parts } = input;
	const [{ base, config }] = sites;
	// These are reported with a place in the configuration.
	const known = new Set(imagesOf(config).flatMap(([, src]) => (src === undefined ? [] : assetUrl(base, src))));
	const asked: { src: string; route: Route; site: Site }[] = [];
	for (const { route, site } of pagesOf(input)) {
		const page = facts.get(outOf.get(route.path) ?? '');
		const shared = (page?.parts ?? []).flatMap((part) => parts.get(part)?.media ?? []);
		for (const src of new Set([...(page?.media ?? []), ...shared])) asked.push({ src, route, site });
		yield;
	}
	const pages = groupBy(asked, ({ src }) => src);
	const isThere = (src: string): boolean => {
		const path = decodedOrSame(src.replace(/[?#].*$/, ''));
		return path.startsWith(config.baseUrl) && outputs.has(path.slice(config.baseUrl.length));
	};
	const missing = [...pages].filter(([src]) => !known.has(src) && !isThere(src));
	if (missing.length === 0) return [];
	const elsewhere = declaredExternal(input, declared.value);
	const targets = new KnownTargets([], fileUrls(input));
	return missing
		.filter(([src]) => !elsewhere.has(src))
		.map(([src, [first, ...others]]): Diagnostic => {
			const more = others.length === 0 ? '' : ` and ${others.length} more page${others.length === 1 ? '' : 's'}`;
			const isCode = /\.(?:css|m?js)(?:[?#]|$)/.test(src);
			const [{ written: _, ...place } = { written: '' }] = first
				? placesOf(src, first.route, first.site, declared.value)
				: [];
			return {
				...place,
				...(isCode ? { code: 'missing-file', severity: 'warning' } : { code: 'missing-image', severity: 'error' }),
				message: `There is no file at ${src}, which is asked for on ${first?.route.path}${more}.`,
				hint: linkHint(src, src, targets) ?? STATIC_HINT,
			};
		});
}

const STATIC_HINT = 'Put it into content/static: /img/x.png is content/static/img/x.png.';

/**
 * Reports conflicts of output paths: a path that is both a file and a folder, a static file that replaces a page, and
 * names that are equal on disks that ignore case.
 */
export function checkOutputs({ jobs, overridden }: Plan, { onDuplicateRoutes }: Config): Diagnostic[] {
	const found = new Map<string, Diagnostic>();
	const conflict = (out: string, path: string | undefined, message: string): void => {
		found.set(out, { code: 'output-conflict', severity: 'error', file: path, message, hint: 'Rename one of them.' });
	};
	const sourceOf = (out: string): string | undefined => {
		const job = jobs.get(out);
		return job?.kind === 'copy' ? job.input.path : undefined;
	};
	// Pages and redirects with the same route have a finding that names their sources. Other texts are no `index.html`.
	const isReported = (out: string): boolean => {
		const kind = jobs.get(out)?.kind ?? '';
		const isPage = ['page', 'markdown'].includes(kind) || (kind === 'text' && /(?:^|\/)index\.html$/.test(out));
		return onDuplicateRoutes === 'error' && isPage;
	};
	const fold = (out: string): string => out.normalize('NFC').toLowerCase();
	const folded = new Map<string, string>();
	for (const out of jobs.names()) {
		const other = folded.get(fold(out));
		if (other !== undefined && other !== out && !(isReported(out) && isReported(other)))
			conflict(out, sourceOf(out) ?? sourceOf(other), `"${out}" and "${other}" are one file on macOS and Windows.`);
		folded.set(fold(out), out);
		if (out === OWN_MARK) conflict(out, sourceOf(out), `The name "${out}" in the output is reserved for docsgen.`);
	}
	for (const out of jobs.names()) {
		for (let end = out.lastIndexOf('/'); end > 0; end = out.lastIndexOf('/', end - 1)) {
			const folder = out.slice(0, end);
			const file = jobs.has(folder) ? folder : folded.get(fold(folder));
			if (file === undefined) continue;
			const on = file === folder ? '' : ` "${file}" is that name on macOS and Windows.`;
			const message = `The output has a folder "${folder}", with ${out} in it, so it cannot have a file of that name.${on}`;
			conflict(file, sourceOf(file) ?? sourceOf(out), message);
		}
	}
	for (const { out, path, isPage } of overridden)
		conflict(out, path, isPage ? `${path} replaces the page ${out}.` : `${path} replaces ${out}, which docsgen makes.`);
	return [...found.values()];
}

/** The page that contains a link. */
interface Place {
	/** Its route. */
	path: string;
	out: string;
}

/** For links with the same target on every page. */
const ANYWHERE: Place = { path: '/', out: 'index.html' };

class Targets {
	private readonly outByRoute = new Map<string, string>();
	private readonly ids = new Map<string, Set<string>>();
	private readonly followed = new Map<string, Finding | undefined>();
	private readonly suspected = new Map<string, string[]>();

	/** Key of a path → the path that it redirects to. */
	private readonly moved = new Map<string, string>();
	/** Page of another language → the same page of the first one. */
	private readonly originals = new Map<string, string | undefined>();

	constructor(private readonly input: CheckInput) {
		for (const [route, out] of input.outOf) this.outByRoute.set(routeKey(route), out);
		for (const { redirects, routes } of input.sites) {
			for (const { from, to } of redirects) {
				const key = routeKey(decodedOrSame(from));
				this.outByRoute.set(key, pageOut(from));
				if (!leavesSite(to)) this.moved.set(key, decodedOrSame(to.replace(/[?#].*$/, '')));
			}
			for (const route of routes)
				if (route.translationKey !== route.path)
					this.originals.set(outOf(route), this.outByRoute.get(routeKey(route.translationKey)));
		}
	}

	/** The output at a path (decoded, without base URL): a route's page, else a file. */
	outFor(path: string): string | undefined {
		const file = path.slice(1);
		return (
			this.outByRoute.get(routeKey(path)) ??
			[file, `${file.replace(/\/$/, '')}/index.html`].find((out) => this.input.outputs.has(out))
		);
	}

	/** The page that readers of a path see: browsers keep the anchor when they follow a redirect. */
	pathAfterRedirect(path: string): string {
		return this.moved.get(routeKey(path)) ?? path;
	}

	hasId(out: string, id: string): boolean {
		let ids = this.ids.get(out);
		if (!ids) {
			const facts = this.input.facts.get(out);
			ids = new Set([
				...(facts?.ids ?? []),
				...(facts?.parts.flatMap((part) => this.input.parts.get(part)?.ids ?? []) ?? []),
			]);
			this.ids.set(out, ids);
		}
		if (ids.has(id)) return true;
		// A link to a heading that a translation does not have yet leads to the top of it.
		const original = this.originals.get(out);
		return original !== undefined && this.hasId(original, id);
	}

	/** Resolves a link. Most are absolute paths, with the same target on every page: they are resolved once. */
	follow(link: string, route: Route, out: string): Finding | undefined {
		return link.startsWith('/') ? this.followPath(link) : tryLink(link, { path: route.path, out }, this.input, this);
	}

	private followPath(link: string): Finding | undefined {
		if (!this.followed.has(link)) this.followed.set(link, tryLink(link, ANYWHERE, this.input, this));
		return this.followed.get(link);
	}

	/** Links in a shared text that may be broken on some page; computed once, because many pages show the text. */
	suspects(part: string): string[] {
		const known = this.suspected.get(part);
		if (known) return known;
		const links = this.input.parts.get(part)?.links ?? [];
		const found = links.filter((link) => !leavesSite(link) && (!link.startsWith('/') || this.followPath(link)));
		this.suspected.set(part, found);
		return found;
	}

	idsOf(path: string): string[] {
		const out = this.outFor(path.replace(/[?#].*$/, ''));
		return out === undefined ? [] : (this.input.facts.get(out)?.ids ?? []).map((id) => `#${id}`);
	}
}

function brokenOn(
	{ route, site }: { route: Route; site: Site },
	input: CheckInput,
	targets: Targets,
	declared: Lazy<Declared>,
): Broken[] {
	const out = input.outOf.get(route.path);
	const facts = out === undefined ? undefined : input.facts.get(out);
	if (!facts || out === undefined) return [];
	const shared = facts.parts.flatMap((part) => targets.suspects(part));
	const links = new Set([...facts.links, ...shared, ...linksOfHead(route, site)]);
	const broken: Broken[] = [];
	for (const link of links) {
		const finding = targets.follow(link, route, out);
		if (finding) broken.push({ ...finding, route, link, places: [] });
	}
	if (broken.length === 0) return [];
	// A list repeats links of posts; the posts' own pages have the findings.
	const told = linksOfPosts(route, site);
	return broken
		.filter(({ link }) => !told.has(link))
		.map((entry) => ({ ...entry, places: placesOf(entry.link, route, site, declared.value) }));
}

/** URLs in the head block of a page that its finished head has with the origin. Files are in the page's media. */
function linksOfHead({ pagePath = '' }: Route, { pages, hrefs }: Site): string[] {
	const head = pages.get(pagePath)?.head ?? [];
	return head.flatMap(({ tag, attributes, gaps = {} }) =>
		Object.entries(gaps).flatMap(([name, index]) => {
			const isFile = urlKind(tag, name, new Map(Object.entries(attributes))) === 'file';
			return (!isFile && hrefs.get(pagePath)?.[index]) || [];
		}),
	);
}

/** URLs of the links in the posts that a page lists. */
function linksOfPosts(route: Route, site: Site): Set<string> {
	const posts = listedPosts(site, route);
	return new Set(
		posts.flatMap((post) => {
			const home = withBase(site.config.baseUrl, post.route);
			return (site.hrefs.get(post.page.path) ?? []).map((href) => linkElsewhere(href, { home }));
		}),
	);
}

/** URLs that a page, the configuration or a sidebar declares as not part of this site, such as `pathname://` ones. */
function declaredExternal({ sites }: CheckInput, { urls }: Declared): Set<string> {
	const [{ config, versions }] = sites;
	const pages = sites.flatMap(({ pages }) => [...pages.values()]);
	const onPages = pages.flatMap(({ links }) => links.filter(({ kind }) => kind === 'other'));
	return new Set([
		...onPages.map(({ target }) => target),
		...[...urls].flatMap(([url, { written }]) => (hostPath(written, config.baseUrl) === url ? url : [])),
		...hostPathsIn(
			[config, versions.map(({ sidebars }) => [...sidebars.values()].map(({ items }) => items))],
			config.baseUrl,
		),
	]);
}

/** The finding about a link; undefined for valid links and for links to other sites (B-022). */
function tryLink(
	link: string,
	{ path: from, out }: Place,
	{ sites: [site], facts }: CheckInput,
	targets: Targets,
): Finding | undefined {
	const { baseUrl } = site.config;
	if (leavesSite(link) || link === '') return undefined;
	if (PLAIN_ANCHOR.test(link) && targets.hasId(out, link.slice(1))) return undefined;
	const url = resolveFrom(link, from, baseUrl);
	if (!url) return { resolved: link };
	// The browser takes what follows `:~:` for itself, such as the words to scroll to (Fragment Directives).
	const hash = url.hash.replace(/:~:.*/s, '').replace(/^#$/, '');
	const path = decodedOrSame(url.pathname);
	const anchor = hash === '' ? undefined : decodedOrSame(hash.slice(1));
	if (link.startsWith('#:~:')) return undefined;
	if (link.startsWith('#'))
		return anchor === undefined || anchor === 'top' || targets.hasId(out, anchor)
			? undefined
			: { resolved: from, anchor: hash };
	const asked = path.startsWith(baseUrl) ? `/${path.slice(baseUrl.length)}` : `${path}/` === baseUrl ? '/' : undefined;
	const inside = asked && anchor !== undefined ? targets.pathAfterRedirect(asked) : asked;
	const target = inside === undefined ? undefined : targets.outFor(inside);
	if (target === undefined) return isOtherLocale(inside, site) ? undefined : { resolved: path };
	if (anchor === undefined || anchor === 'top' || !facts.has(target) || targets.hasId(target, anchor)) return undefined;
	return { resolved: inside ?? path, anchor: hash };
}

/** An anchor that needs no URL parser, which would be slow for every entry of every table of contents. */
const PLAIN_ANCHOR = /^#[\w-]+$/;

/** Resolves a link on the page at the path `from`. */
function resolveFrom(link: string, from: string, baseUrl: string): URL | undefined {
	const own = from === '/' ? '/' : from.replace(/\/$/, '');
	const base = `http://site${baseUrl}${own.slice(1)}`;
	return URL.canParse(link, base) ? new URL(link, base) : undefined;
}

/** Whether a path belongs to a language that is a site of its own on this host: its pages are unknown here. */
function isOtherLocale(path: string | undefined, { config }: Site): boolean {
	return config.locales.some(({ url }) => url?.startsWith('/') && `${path}/`.startsWith(`${url.replace(/\/$/, '')}/`));
}

/** All places of the link in the page's Markdown, else the one outside of pages. */
function placesOf(link: string, { pagePath = '' }: Route, { hrefs, pages }: Site, { urls }: Declared): Written[] {
	const refs = (hrefs.get(pagePath) ?? []).flatMap(
		(href, index) => (href === link && pages.get(pagePath)?.links[index]) || [],
	);
	if (refs.length > 0)
		return refs.map(({ file, line, column, target }) => {
			return { file, line, column, length: target.length, written: target };
		});
	const declaration = urls.get(link);
	return declaration
		? [{ file: declaration.file, about: { words: declaration.words }, written: declaration.written }]
		: [];
}

/** Gives links that no author wrote a finding: of all pages with one, the first has it. */
function withOrigins(broken: Broken[]): Broken[] {
	const unwritten = groupBy(
		broken.filter(({ places }) => places.length === 0),
		(entry) => entry.link + shownAs(entry),
	);
	return broken.map((entry) => {
		const group = unwritten.get(entry.link + shownAs(entry)) ?? [];
		if (group[0] !== entry) return entry;
		const { path, pagePath } = entry.route;
		const others = group.length === 1 ? '' : ` and ${group.length - 1} more page${group.length === 2 ? '' : 's'}`;
		const by = `A template or a component writes this link, on ${path}${others}.`;
		return { ...entry, places: [{ file: others === '' ? pagePath : undefined, written: entry.link, by }] };
	});
}

/** Broken links for a list: one that is not in the text of a page stands once, although many pages show it. */
function listed(broken: Broken[]): Broken[] {
	const seen = new Set<string>();
	return broken.filter((entry) => {
		if (entry.places.some(isOnPage)) return true;
		const key = entry.link + shownAs(entry);
		return !seen.has(key) && seen.add(key);
	});
}

/**
 * B-281: one message about all broken links, by page; frequent ones first. It is a headline, which no count contains:
 * each link has a finding at its place.
 */
function summary(broken: Broken[], code: string, title: string, frequentTitle: string): Diagnostic[] {
	if (broken.length === 0) return [];
	const byLink = groupBy(broken, (entry) => entry.link);
	const frequent = [...byLink].filter(([, entries]) => entries.length >= FREQUENT_PAGES).map(([link]) => `- ${link}`);
	const byPage = groupBy(listed(broken), (entry) => entry.route.path);
	const pages = [...byPage].map(
		([path, entries]) => `- On source page path = ${path}:\n${entries.map(line).join('\n')}`,
	);
	const message = [
		title,
		...(frequent.length > 0 ? [`${frequentTitle}\n${frequent.join('\n')}`] : []),
		pages.join('\n\n'),
	].join('\n\n');
	const links = broken.map((entry) => ({ page: entry.route.path, link: entry.link, resolved: shownAs(entry) }));
	return [{ code, severity: 'error', message, about: { links } }];
}

function groupBy<T>(items: T[], key: (item: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const item of items) {
		const group = groups.get(key(item));
		if (group) group.push(item);
		else groups.set(key(item), [item]);
	}
	return groups;
}

function shownAs({ resolved, anchor = '' }: Broken): string {
	return resolved + anchor;
}

function line(entry: Broken): string {
	const shown = shownAs(entry);
	return `   -> linking to ${entry.link}${shown === entry.link ? '' : ` (resolved as: ${shown})`}`;
}

/** One finding for each place of a link. */
function brokenLinks({ places, route, resolved, link }: Broken, known: KnownTargets): Diagnostic[] {
	return places.map((place) => {
		const near = linkHint(place.written, resolved, known, isOnPage(place) ? route.path : undefined);
		return at(place, {
			code: 'broken-link',
			message: `${link} does not exist on this site.`,
			hint: near ?? place.by ?? noFile(place),
			about: { page: resolved },
		});
	});
}

function isOnPage({ line }: Written): boolean {
	return line !== undefined;
}

/** The hint for a relative link on a page: it may have been meant for a file. */
function noFile(place: Written): string | undefined {
	const { written, file = '' } = place;
	if (!isOnPage(place) || !/^[^/?#][^?#]*$/.test(written)) return undefined;
	return `There is no page with that URL, and no file ${resolvePath(written, file)} that a page may use.`;
}

function brokenAnchors({ places, resolved, anchor = '' }: Broken, ids: string[], { sites }: CheckInput): Diagnostic[] {
	const id = decodedOrSame(anchor.slice(1));
	const source = sites.flatMap(({ routes }) => routes).find(({ path }) => path === resolved);
	const { hint, near } = anchorHint(`#${id}`, ids, source?.pagePath === undefined ? undefined : source.title);
	return places.map((place) =>
		at(place, {
			code: 'broken-anchor',
			message: `The page ${resolved} has no heading or element with the id "${id}".`,
			hint: place.by === undefined ? hint : [place.by, hint].filter(Boolean).join(' '),
			about: { page: resolved, ids: [id], near: near?.slice(1) },
		}),
	);
}

/** Redirects to an anchor that their page doesn't have; the first language has the findings of all. */
function brokenRedirects({ sites: [site], facts }: CheckInput, targets: Targets): Diagnostic[] {
	return site.redirects.flatMap(({ from, to, file, line }): Diagnostic[] => {
		const [path = '', hash] = to.split('#');
		const id = hash === undefined ? '' : decodedOrSame(hash);
		const page = decodedOrSame(path.replace(/\?.*$/, ''));
		const out = targets.outFor(page);
		if (id === '' || id === 'top' || leavesSite(to) || out === undefined || !facts.has(out)) return [];
		if (targets.hasId(out, id)) return [];
		const { hint, near } = anchorHint(`#${id}`, targets.idsOf(page), undefined);
		const message = `The redirect from ${from} leads to ${to}, where no heading or element has the id "${id}".`;
		const about = { page, ids: [id], near: near?.slice(1), words: [to, from], field: 'redirects' };
		return [{ code: 'broken-anchor', severity: 'error', file, line, message, hint, about }];
	});
}

function at({ written: _, by: __, about, ...place }: Written, finding: Omit<Diagnostic, 'severity'>): Diagnostic {
	return { severity: 'error', ...place, ...finding, about: { ...about, ...finding.about } };
}

/** Ids that are twice on a page, in its text, in shared texts, or in one of each. */
function* duplicateIds(input: CheckInput, declared: Lazy<Declared>): Generator<void, Diagnostic[]> {
	const { facts, parts, outOf } = input;
	const withIds = new Map([...parts].filter(([, { ids }]) => ids.length > 0));
	const found = new Map<string, { route: Route; site: Site }>();
	for (const page of pagesOf(input)) {
		const own = facts.get(outOf.get(page.route.path) ?? '');
		if (!own) continue;
		const shown = own.parts.flatMap((name) => withIds.get(name) ?? []);
		const seen = shown.length > 0 ? new Set(own.ids) : undefined;
		const twice = [...own.duplicateIds, ...shown.flatMap(({ duplicateIds }) => duplicateIds)];
		for (const { ids } of shown) for (const id of ids) if (seen?.has(id)) twice.push(id);
		for (const id of twice) if (!found.has(id) || page.route.pagePath !== undefined) found.set(id, page);
		yield;
	}
	return [...found].map(([id, page]) => duplicateId(id, page, declared.value));
}

/** At the place in the page's Markdown, else outside of pages. */
function duplicateId(id: string, { route, site }: { route: Route; site: Site }, { ids }: Declared): Diagnostic {
	const page = site.pages.get(route.pagePath ?? '');
	const heading = page?.headings.find((one) => one.id === id);
	const isOnPage = heading !== undefined || page?.ids.includes(id);
	const outside = ids.get(id);
	const words = [`id="${id}"`, `#${id}`, id];
	const place = isOnPage
		? { file: page?.path, line: heading?.line, about: { ids: [id], words } }
		: { file: outside?.file ?? page?.path, about: { ids: [id], words: outside?.words ?? words } };
	return {
		code: 'duplicate-id',
		severity: 'error',
		...place,
		message: `The page ${route.path} has the id "${id}" twice.`,
		...(isOnPage && outside ? { notes: [`The other one is in ${outside.file}.`] } : {}),
		hint: 'Links go to the first one only: rename the other.',
	};
}
