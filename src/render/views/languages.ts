/** What a page says about languages: that of its text, a notice, and the same page in all languages of the site. */
import type { Config } from '../../content/model/config.ts';
import type { Page, Route } from '../../content/model/page.ts';
import { withBase } from '../../content/site/links.ts';
import { localeOfLabel } from '../../content/site/locale.ts';
import type { Site } from '../../content/site/site.ts';
import type { HeadElementView, TextLanguage, TextView } from '../model/view.ts';
import { absoluteUrl, linkElement, metaProperty, openGraphLocale } from './head.ts';

/** Attributes of a text in the language `locale`; none in the language of the site. */
export function languageOfText(config: Config, locale = config.locale.locale): TextLanguage {
	const known = locale === config.locale.locale ? undefined : config.locales.find((one) => one.locale === locale);
	return known ? { lang: known.htmlLang, dir: known.direction } : {};
}

/** Attributes of a text inside another one, which may be in another language than the site: the direction is never absent. */
export function withDirection({ locale }: Config, { lang, dir }: TextLanguage): TextLanguage {
	return { lang: lang ?? locale.htmlLang, dir: dir ?? locale.direction };
}

/** The same for a text that isn't of a page: a label, a title, HTML of the configuration. */
export function languageOfLabel(site: Pick<Site, 'config' | 'ownTexts'>, text: string): TextLanguage {
	return languageOfText(site.config, localeOfLabel(site, text));
}

/** Why a page has a notice. The API reference is in one language, and a landing page is short: those have none. */
export function noticeOf({ locale, translations }: Site, page: Page): 'untranslated' | 'outdated' | undefined {
	if (page.virtual || page.data.layout === 'landing') return undefined;
	if (page.locale !== locale) return 'untranslated';
	return translations.get(page.translationKey)?.state === 'outdated' ? 'outdated' : undefined;
}

/** The language of a page's text, and what readers of it should know. */
export function textView(site: Site, page: Page): TextView {
	const notice = noticeOf(site, page);
	const isOutdated = notice === 'outdated';
	const href = isOutdated ? originalHref(site, page) : newFileHref(site, page);
	const hreflang = isOutdated ? site.config.locales[0]?.htmlLang : undefined;
	return { ...languageOfText(site.config, page.locale), ...(notice ? { notice: { isOutdated, href, hreflang } } : {}) };
}

function originalHref({ config, routeOf }: Site, page: Page): string | undefined {
	const route = routeOf.get(page.path);
	return route && withBase(config.baseUrl, route.translationKey);
}

/** Where readers can add the translation of a page. */
function newFileHref({ config: { editUrl }, locale }: Site, page: Page): string | undefined {
	if (!editUrl?.startsWith('https://github.com/') || !editUrl.includes('/edit/')) return undefined;
	const [, folder, name = ''] = /^content\/(?:(.*)\/)?([^/]*)$/.exec(page.path) ?? [];
	const path = ['content', locale, ...(folder ? [folder] : [])].join('/');
	return `${editUrl.replace('/edit/', '/new/')}/${path}?${new URLSearchParams({ filename: name })}`;
}

/** Folders of the other languages below the base URL, such as `fr/`; undefined unless `site` is in the first one. */
export function foldersOf({ site, sites }: { site: Site; sites: readonly Site[] }): string[] | undefined {
	return site === sites[0] && sites.length > 1
		? sites.slice(1).map(({ config }) => `${config.root.slice(1)}/`)
		: undefined;
}

/** Path of the home page; without one, of the docs, else the blog. */
export function homeOf({ config, routes, versions }: Site): string {
	const home = `${config.root}/`;
	const main = versions.find((version) => version.isLast)?.main?.route;
	return routes.some((route) => route.path === home)
		? home
		: (main ?? (routes.find(({ indexable }) => indexable) ?? routes[0])?.path ?? '/');
}

/** An entry of the language menu, in its language. */
interface MenuEntry extends TextLanguage {
	label: string;
	hreflang: string;
	href: string;
	isCurrent: boolean;
}

/** The same page in all languages of the site, for the head, the language menu and the sitemap. */
export class Alternates {
	/** `Route.translationKey` → the routes of the page, by site. */
	private readonly families = new Map<string, Map<Site, Route>>();

	/** Of a site in all its languages. */
	constructor(private readonly sites: readonly Site[]) {
		const [first, ...others] = sites;
		if (!first || others.length === 0) return;
		for (const route of first.routes) this.families.set(route.translationKey, new Map([[first, route]]));
		for (const site of others)
			for (const route of site.routes) this.families.get(route.translationKey)?.set(site, route);
	}

	/**
	 * URLs of the page in the languages that have it, by their tags, in the order of the configuration; empty for a page
	 * that is not translated.
	 */
	of(route: Route): [tag: string, url: string][] {
		const translated = [...(this.families.get(route.translationKey) ?? [])].filter(
			([site, one]) => one.locale === site.locale,
		);
		if (!translated.some(([, one]) => one === route)) return [];
		return translated.map(([{ config }, { path }]) => [config.locale.htmlLang, absoluteUrl(config, path)]);
	}

	/** The same, with the first one as `x-default`. */
	withDefault(route: Route): [tag: string, url: string][] {
		const known = this.of(route);
		return known[0] ? [...known, ['x-default', known[0][1]]] : known;
	}

	/**
	 * B-062: elements of the head for the page with this URL. Languages that are sites of their own may lack it; a site
	 * with its language at the end of its base URL is such a translation, so its pages are not the default.
	 */
	links({ config: { locale, baseUrl } }: Site, route: Route, url: string): HeadElementView[] {
		// The not-found page is at any URL, so it is a page in no language.
		if (route.kind === 'not-found') return [];
		const isTranslation = baseUrl.toLowerCase().endsWith(`/${locale.locale.toLowerCase()}/`);
		const known = this.of(route);
		const all: typeof known = known.length > 0 ? known : [[locale.htmlLang, url]];
		const others = known.filter(([tag]) => tag !== locale.htmlLang);
		return [
			...all.map(([hreflang, there]) => linkElement('alternate', there, { hreflang })),
			...(isTranslation ? [] : [linkElement('alternate', all[0]?.[1] ?? url, { hreflang: 'x-default' })]),
			...others.map(([tag]) => metaProperty('og:locale:alternate', openGraphLocale(tag))),
		];
	}

	/** The site in the first language, if `here` is in another one. */
	original(here: Site): Site | undefined {
		const [first] = this.sites;
		return first === here ? undefined : first;
	}

	/** The entries of the language menu: the same page, else the main page of its version, else the home page. */
	menu(here: Site, route: Route): MenuEntry[] {
		const { config } = here;
		return config.locales.map(({ locale, label, htmlLang, direction, url = '' }) => {
			const site = this.sites.find((one) => one.locale === locale);
			const there = site === here ? route : site && this.families.get(route.translationKey)?.get(site);
			const main = site?.versions.find(({ name }) => name === route.version)?.main;
			const path = site
				? (there?.path ?? main?.route ?? homeOf(site))
				: url.replace(/\/$/, '') + route.path.slice(config.root.length);
			const dir = direction === config.locale.direction ? undefined : direction;
			const href = withBase(config.baseUrl, path);
			return { label, lang: htmlLang, dir, hreflang: htmlLang, href, isCurrent: site === here };
		});
	}
}
