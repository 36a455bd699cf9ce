/** What a page says about languages: that of its text, a notice, and the same page in all languages of the site. */
import type { Config, LocaleConfig } from '../../content/model/config.ts';
import type { Page, Route } from '../../content/model/page.ts';
import { withBase } from '../../content/site/links.ts';
import type { Site } from '../../content/site/site.ts';
import type { TextLanguage, TextView } from '../model/view.ts';

/** Attributes of a text in the language `locale`; none in the language of the site. */
export function languageOfText(config: Config, locale = config.locale.locale): TextLanguage {
	const known = locale === config.locale.locale ? undefined : config.locales.find((one) => one.locale === locale);
	return known ? { lang: known.htmlLang, dir: known.direction } : {};
}

/** Why a page has a notice. The API reference is in one language, and a landing page is short: those have none. */
export function noticeOf({ locale, translations }: Site, page: Page): 'untranslated' | 'outdated' | undefined {
	if (page.api || page.data.layout === 'landing') return undefined;
	if (page.locale !== locale) return 'untranslated';
	return translations.get(page.key)?.state === 'outdated' ? 'outdated' : undefined;
}

/** The language of a page's text, and what readers of it should know. */
export function textView(site: Site, page: Page): TextView {
	const notice = noticeOf(site, page);
	const isOutdated = notice === 'outdated';
	const href = isOutdated ? originalHref(site, page) : newFileHref(site, page);
	return { ...languageOfText(site.config, page.locale), ...(notice ? { notice: { isOutdated, href } } : {}) };
}

function originalHref({ config, routeOf }: Site, page: Page): string | undefined {
	const route = routeOf.get(page.path);
	return route && withBase(config.baseUrl, route.key);
}

/** Where readers can add the translation of a page. */
function newFileHref({ config: { editUrl }, locale }: Site, page: Page): string | undefined {
	if (!editUrl?.startsWith('https://github.com/') || !editUrl.includes('/edit/')) return undefined;
	const [, folder, name = ''] = /^content\/(?:(.*)\/)?([^/]*)$/.exec(page.path) ?? [];
	const path = ['content', locale, ...(folder ? [folder] : [])].join('/');
	return `${editUrl.replace('/edit/', '/new/')}/${path}?${new URLSearchParams({ filename: name })}`;
}

/** The same page in all languages of the site, for the head, the language menu and the sitemap. */
export class Alternates {
	/** `Route.key` → the routes of the page, by site. */
	private readonly families = new Map<string, Map<Site, Route>>();

	/** Of a site in all its languages. */
	constructor(sites: readonly Site[]) {
		const [first, ...others] = sites;
		if (!first || others.length === 0) return;
		for (const route of first.routes) this.families.set(route.key, new Map([[first, route]]));
		for (const site of others) for (const route of site.routes) this.families.get(route.key)?.set(site, route);
	}

	/** The route of the same page in another language, translated or not. */
	in(site: Site, route: Route): Route | undefined {
		return this.families.get(route.key)?.get(site);
	}

	/** The languages that have the page, in the order of the configuration; empty for a page that is not translated. */
	of(route: Route): { locale: LocaleConfig; route: Route }[] {
		const translated = [...(this.families.get(route.key) ?? [])].filter(([site, one]) => one.locale === site.locale);
		if (!translated.some(([, one]) => one === route)) return [];
		return translated.map(([{ config }, one]) => ({ locale: config.locale, route: one }));
	}
}
