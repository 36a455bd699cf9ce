/** Old URLs: which of them the new site serves, redirects for the others, and what the report says of them. */
import { type CheckedRoute, type Diagnostic, decodedOrSame, routeKey, STATIC, TagReader } from './docsgen.ts';
import { type Move, route } from './old-site.ts';
import { wasPublished } from './page-files.ts';
import type { PublishedUrls } from './published-urls.ts';
import { remark } from './remarks.ts';

export interface Redirect {
	from: string;
	to: string;
}

export interface OldUrls {
	redirects: Redirect[];
	/** A line for each old URL, with what it leads to if it is not served. */
	lines: string[];
	/** Numbers of the URLs that the reader derived, and of the published ones if they are known. */
	derived: UrlCount;
	published?: UrlCount & { name: string };
}

interface UrlCount {
	all: number;
	lost: number;
	redirected: number;
}

/** Finds a target for each old URL. `published` are those that the old site had, wherever that is known. */
export function oldUrls(move: Move, routes: CheckedRoute[], published: PublishedUrls | undefined): OldUrls {
	const served = new Set(routes.map(({ path }) => routeKey(path)));
	for (const path of move.files.keys())
		if (path.startsWith(`${STATIC}/`)) served.add(routeKey(path.slice(STATIC.length).replace(/\/index\.html$/, '/')));
	const routeOf = new Map(routes.toReversed().map(({ path, pagePath }) => [pagePath, path]));
	const redirects = new Map<string, Redirect>();
	const lines = new Set<string>();
	const lost: string[] = [];
	const count = (): UrlCount => ({ all: 0, lost: 0, redirected: 0 });
	const add = (from: string, to: string | undefined, counted: UrlCount): void => {
		const key = routeKey(from);
		const isPath = /^\/[^?#\\]*$/.test(from);
		counted.all++;
		if (!served.has(key) && !redirects.has(key) && isPath && to !== undefined && routeKey(to) !== key)
			// What is redirected itself leads to the end at once.
			redirects.set(key, { from, to: redirects.get(routeKey(to))?.to ?? to });
		if (redirects.has(key)) counted.redirected++;
		else if (!served.has(key)) counted.lost++;
		if (!served.has(key) && !redirects.has(key)) lost.push(from);
		lines.add(`${from}${served.has(key) ? '' : ` -> ${to ?? redirects.get(key)?.to ?? 'nothing'}`}`);
	};
	const derived = count();
	const pages = [...move.files].filter(([path, moved]) => wasPublished(path, moved, move));
	for (const [path, { address }] of pages) if (address !== undefined) add(address, routeOf.get(path), derived);
	for (const [from, to] of move.addresses) {
		const isThere = (path: string): boolean => served.has(routeKey(path)) || redirects.has(routeKey(path));
		const target = /^(?:[a-z]+:|\/\/)/i.test(to) || isThere(to.replace(/[?#].*$/, '')) ? to : undefined;
		if (target !== undefined || !/\/(?:archive|tags|authors)$/.test(from)) add(from, target, derived);
	}
	const compared = published && { ...count(), name: published.name };
	if (published && compared) {
		const paths = withoutBase(published.paths, move.config.baseUrl);
		const likely = likelyTargets(paths, pages, routeOf);
		for (const path of paths) add(path, likely(path), compared);
	}
	if (lost.length > 0) remark(move, 'URLs without a page', ...lost);
	return { redirects: [...redirects.values()], lines: [...lines].sort(), derived, published: compared };
}

/** Paths below the base path; all of them if none is below it. */
function withoutBase(paths: string[], base = '/'): string[] {
	const below = paths.flatMap((path) => (`${path}/`.startsWith(base) ? `/${path.slice(base.length)}` : []));
	return [
		...new Set((below.length > 0 ? below : paths).map((path) => route(path.replace(/(^|\/)index\.html$/, '$1')))),
	];
}

/**
 * The new page for a published URL that no page was derived to have: the one with the same end of its path, if it is the
 * only one, and if its own derived URL was never published.
 */
function likelyTargets(
	paths: string[],
	pages: [path: string, { address?: string }][],
	routeOf: ReadonlyMap<string | undefined, string>,
): (path: string) => string | undefined {
	const bare = (path: string): string => routeKey(path.replace(/\.html$/, ''));
	const known = new Set(paths.map(bare));
	const byEnd = new Map<string, string[]>();
	const own = new Map<string, string | undefined>();
	for (const [file, { address }] of pages) {
		if (address === undefined) continue;
		own.set(bare(address), routeOf.get(file));
		const end = endOf(bare(address));
		if (!known.has(bare(address))) byEnd.set(end, [...(byEnd.get(end) ?? []), routeOf.get(file) ?? '']);
	}
	return (path) => {
		const [target, ...others] = byEnd.get(endOf(bare(path))) ?? [];
		return own.get(bare(path)) ?? (others.length === 0 ? target || undefined : undefined);
	};
}

function endOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

/** More broken links than these can be the old pages' own mistakes. */
const FEW_LINKS = 1;
/** The share of links to pages that exist under another URL, before the URLs count as misread. */
const FEW_PERCENT = 5;
/** The share of all links between old pages that may break: many sites link to pages that are gone or elsewhere. */
const MANY_PERCENT = 20;

/** The sentence of the report about old URLs; `from`: where the reader took them from. Empty if they are unknown. */
export function sentenceOf(urls: OldUrls, links: PageLinks, from: string | undefined): string {
	const { derived, published } = urls;
	if (published) return `${worked(published, published.name)}.`;
	if (from === undefined) return '';
	const isSign = (count: number, percent: number): boolean => count > FEW_LINKS && count * 100 > links.all * percent;
	const isMisread = isSign(links.misplaced, FEW_PERCENT) || isSign(links.broken, MANY_PERCENT);
	if (isMisread)
		return `The URLs were probably read wrongly from ${from}: ${links.broken} of ${links.all} URLs that the old pages link to do not exist. Add --sitemap to compare them with the published ones.`;
	const { all, lost, redirected } = derived;
	const were = `${all === 1 ? 'The only URL was' : all === 2 ? 'Both URLs were' : `All ${all} URLs were`} derived from ${from}`;
	const kept = lost > 0 ? `, ${lost} of them without a page` : '';
	const moved = redirected > 0 ? `, ${redirected} with ${redirected === 1 ? 'a redirect' : 'redirects'}` : '';
	return `${were}${kept}${moved}; add --sitemap to compare them with the published ones.`;
}

function worked({ all, lost, redirected }: UrlCount, name: string): string {
	const moved = redirected > 0 ? `, ${redirected} of them by ${redirected === 1 ? 'a redirect' : 'redirects'}` : '';
	const works = all - lost;
	if (lost > 0) return `${works} of ${all} URLs in ${name} ${works === 1 ? 'works' : 'work'}${moved}`;
	return `${all === 1 ? `The URL in ${name} works` : all === 2 ? `Both URLs in ${name} work` : `All ${all} URLs in ${name} work`}${moved}`;
}

/** A file that isn't a page. If it's missing, that says nothing about the URLs. */
const FILE = /\.(?!html?$)[a-z]\w*$/i;

/** Counts the URLs that old pages link to; those that lead to no page are a sign of misread URLs. */
export class PageLinks {
	private readonly urls = new Map<string, string[]>();
	broken = 0;
	/** Those whose last segment is the one of a page. */
	misplaced = 0;

	constructor(private readonly move: Pick<Move, 'files'>) {}

	get all(): number {
		return this.distinct.size;
	}

	private get distinct(): Set<string> {
		return new Set([...this.urls.values()].flat());
	}

	/** Collects the links in the text of a page that was made from an old one. */
	look(file: string, html: string): void {
		if (this.move.files.get(file)?.source === undefined) return;
		const [text = html] = /class="markdown[\s\S]*?<\/article>/.exec(html) ?? [];
		const own = Hrefs.of(text).filter((href) => !/^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(href));
		this.urls.set(
			file,
			own.map(bareUrl).filter((url) => !FILE.test(url)),
		);
	}

	/** Counts those that a build of the site with pages at `routes` found broken. */
	count(findings: readonly Diagnostic[], routes: Iterable<string>): void {
		const links = findings.flatMap(({ code, about }) => (code === 'broken-link' ? (about?.links ?? []) : []));
		const broken = new Set(links.map(({ link }) => bareUrl(link)));
		const urls = this.distinct;
		const lost = [...broken].filter((url) => urls.has(url));
		const bare = (url: string): string => endOf(routeKey(url.replace(/\/$|(?:\/index)?\.html?$/, '')));
		const ends = new Set([...routes].map(bare));
		this.broken = lost.length;
		this.misplaced = lost.filter((url) => bare(url) !== '' && ends.has(bare(url))).length;
	}
}

function bareUrl(href: string): string {
	return decodedOrSame(href.replace(/[?#].*$/, ''));
}

class Hrefs extends TagReader {
	private readonly found: string[] = [];

	static of(html: string): string[] {
		const reader = new Hrefs(html);
		reader.read();
		return reader.found;
	}

	protected wants(name: string): boolean {
		return name === 'href' && this.tag === 'a';
	}

	protected opened(): void {
		const href = this.attributes.get('href');
		if (href !== undefined) this.found.push(href);
	}
}
