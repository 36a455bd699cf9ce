/** The same page in all languages of the site, for the head, the language menu and the sitemap. */
import type { LocaleConfig } from '../../content/model/config.ts';
import type { Route } from '../../content/model/page.ts';
import { sameRoutes } from '../../content/site/locale.ts';
import type { Site } from '../../content/site/site.ts';

export class Alternates {
	/** For each route: the routes of the same page, by site. */
	private readonly families = new Map<Route, Map<Site, Route>>();

	/** Of a site in all its languages. */
	constructor(sites: readonly Site[]) {
		const [first, ...others] = sites;
		if (!first || others.length === 0) return;
		for (const route of first.routes) this.families.set(route, new Map([[first, route]]));
		for (const site of others)
			for (const [route, here] of sameRoutes(first.routes, site.routes, site.config, site.pages)) {
				const family = this.families.get(route) ?? new Map();
				this.families.set(here, family.set(site, here));
			}
	}

	/** The route of the same page in another language, translated or not. */
	in(site: Site, route: Route): Route | undefined {
		return this.families.get(route)?.get(site);
	}

	/** The languages that have the page, in the order of the configuration; empty for a page that is not translated. */
	of(route: Route): { locale: LocaleConfig; route: Route }[] {
		const family = route.original === undefined ? [...(this.families.get(route) ?? [])] : [];
		return family.flatMap(([{ config }, here]) =>
			here.original === undefined ? [{ locale: config.locale, route: here }] : [],
		);
	}
}
