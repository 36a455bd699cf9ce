/**
 * A site with one page edited, before all pages are linked again: what the page itself shows is right, and so are its
 * title and description elsewhere. What is derived from all pages together, such as sidebars and tags, is as it was.
 */

import type { FrontMatter, Page, Route } from '../model/page.ts';
import type { Doc } from './docs.ts';
import { resolveLinks } from './links.ts';
import { linkTargets, type Site, type SiteVersion } from './site.ts';

/** Front matter that moves nothing: where the page stands, and whether, is the same with any value. */
const HARMLESS: ReadonlySet<keyof FrontMatter> = new Set<keyof FrontMatter>([
	'title',
	'description',
	'keywords',
	'image',
	'hide_title',
	'hide_table_of_contents',
	'toc_min_heading_level',
	'toc_max_heading_level',
]);

/** The site with `page` in the place of the page of the same file; undefined where the edit changes more than that. */
export function replacePage(site: Site, page: Page): Site | undefined {
	const old = site.pages.get(page.path);
	const route = site.routeOf.get(page.path);
	if (!old || !route || !staysInPlace(old, page)) return undefined;
	const fresh: Route = { ...route, title: page.title, description: page.description };
	const routeOf = new Map(site.routeOf).set(page.path, fresh);
	const pages = new Map(site.pages).set(page.path, page);
	const targets = linkTargets({ config: site.config, versions: site.versions, built: [...pages.values()], routeOf });
	const { hrefs } = resolveLinks(page, route.path, targets);
	const docs = new Map<Doc, Doc>();
	for (const { docs: all } of site.versions) {
		for (const doc of all) if (doc.page === old) docs.set(doc, { ...doc, page });
	}
	return {
		...site,
		versions: site.versions.map((version) => (version.name === page.version ? withDocs(version, docs) : version)),
		posts: site.posts.map((post) => (post.page === old ? { ...post, page } : post)),
		routes: site.routes.map((candidate) => (candidate === route ? fresh : candidate)),
		pages,
		routeOf,
		hrefs: new Map(site.hrefs).set(page.path, hrefs),
		taggedDocs: new Map(
			[...site.taggedDocs].map(([version, tagged]) => [
				version,
				tagged.map(({ doc, tags }) => ({ doc: docs.get(doc) ?? doc, tags })),
			]),
		),
	};
}

function staysInPlace(old: Page, page: Page): boolean {
	const rest = ({ data }: Page): string =>
		JSON.stringify(Object.entries(data).filter(([field]) => !HARMLESS.has(field as keyof FrontMatter)));
	return rest(old) === rest(page);
}

function withDocs(version: SiteVersion, docs: Map<Doc, Doc>): SiteVersion {
	const fresh = (doc: Doc): Doc => docs.get(doc) ?? doc;
	return {
		...version,
		docs: version.docs.map(fresh),
		docById: new Map([...version.docById].map(([id, doc]) => [id, fresh(doc)])),
		main: version.main && fresh(version.main),
	};
}
