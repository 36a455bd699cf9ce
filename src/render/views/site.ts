/** The view of the site that all pages share. */
import type { Config, FooterLinkConfig, LogoConfig, PageToolNames } from '../../content/model/config.ts';
import { escapeText } from '../../content/model/html.ts';
import { say } from '../../content/model/words.ts';
import { joinRoute } from '../../content/site/docs.ts';
import { addressOf, entryAddress, type LinkBase, leadsTo, withBase } from '../../content/site/links.ts';
import type { Site } from '../../content/site/site.ts';
import type { PlanInput } from '../model/plan.ts';
import type { CommandTool, FooterItemView, FooterView, LogoView, SiteView } from '../model/view.ts';
import { assetUrl, siteHead } from './head.ts';
import { homeOf, languageOfLabel, languageOfText } from './languages.ts';
import { ownHtml } from './own-html.ts';

export function siteView({ site, sites, assets, production, staticFiles }: PlanInput): SiteView {
	const { config, base } = site;
	const contextPage = config.navbar.brandContextPage;
	return {
		title: config.title,
		tagline: config.tagline,
		version: config.version,
		url: config.url,
		baseUrl: config.baseUrl,
		lang: config.locale.htmlLang,
		dir: config.locale.direction,
		...(config.root ? { folder: `${config.root.slice(1)}/` } : {}),
		...(config.root ? { original: languageOfText(config, config.locales[0]?.locale) } : {}),
		words: config.words,
		wordsOf: Object.fromEntries([...sites.slice(0, 1), site].map((one) => [one.locale, one.config.words])),
		brand: {
			title: config.navbar.title,
			...languageOfLabel(site, config.navbar.title),
			logo: config.navbar.logo && logoView(config.navbar.logo, base),
			href: config.navbar.logo?.href ?? withBase(config.baseUrl, homeOf(site)),
			contextPage: contextPage && addressOf(base, contextPage),
		},
		announcement: config.announcementBar && {
			id: config.announcementBar.id,
			...languageOfLabel(site, config.announcementBar.content),
			html: ownHtml(base, withVersion(config, config.announcementBar.content)),
			closeable: config.announcementBar.isCloseable,
		},
		colorMode: config.colorMode,
		footer: footerView(site),
		hideOnScroll: config.navbar.hideOnScroll,
		search: config.search && {
			placeholder: config.search.placeholder,
			route: withBase(config.baseUrl, joinRoute(config.search.path)),
		},
		sidebar: {
			hideable: config.docs?.sidebar.hideable ?? false,
			autoCollapse: config.docs?.sidebar.autoCollapseCategories ?? false,
		},
		pageTools: config.theme.pageTools?.map((name) => toolView(name, config)),
		startScript: assets.startScript,
		fonts: assets.fonts.map((path) => withBase(config.baseUrl, `/${path}`)),
		tags: config.scripts.map(({ src, ...how }) => ({ ...how, src: assetUrl(base, src) })),
		analytics: production && config.analytics ? analyticsView(config.analytics) : undefined,
		docsVersions: site.versions.length > 0 ? site.versions.map(({ name }) => name) : undefined,
		head: siteHead(site, (path) => staticFiles.has(path)),
	};
}

function toolView(name: keyof PageToolNames, { extended, url, baseUrl }: Config): 'copy' | 'markdown' | CommandTool {
	if (name === 'copy' || name === 'markdown') return name;
	const { label = '', text = '' } = extended.pageTools[name] ?? {};
	return { name, label, command: say(text, { url: url + baseUrl }) };
}

/** Replaces `{version}` in HTML from the configuration with the version of the product. */
export function withVersion({ version }: Config, html: string): string {
	return html.replaceAll('{version}', escapeText(version));
}

/** B-301, B-302. The service checks the id; here it only must not end the script. */
function analyticsView({ trackingId, anonymizeIp }: NonNullable<Config['analytics']>): SiteView['analytics'] {
	const text = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
	const options = anonymizeIp ? ',{anonymize_ip:true}' : '';
	return {
		hosts: ['https://www.google-analytics.com', 'https://www.googletagmanager.com'],
		loader: `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(trackingId)}`,
		start: `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config',${text(trackingId)}${options})`,
	};
}

function logoView(logo: LogoConfig, base: LinkBase): LogoView {
	return {
		src: assetUrl(base, logo.src),
		srcDark: logo.srcDark === undefined ? undefined : assetUrl(base, logo.srcDark),
		alt: logo.alt ?? '',
		width: logo.width,
		height: logo.height,
		href: logo.href === undefined ? undefined : addressOf(base, logo.href),
		rel: leadsTo('', logo.href).rel,
		target: logo.target,
	};
}

function footerView(site: Site): FooterView | undefined {
	const { config, base } = site;
	const { footer } = config;
	if (!footer) return undefined;
	const shared = {
		logo: footer.logo && logoView(footer.logo, base),
		copyright: footer.copyright && ownHtml(base, withVersion(config, footer.copyright)),
		copyrightLanguage: languageOfLabel(site, footer.copyright ?? ''),
	};
	const item = (link: FooterLinkConfig): FooterItemView => footerItem(link, site);
	const columns = footer.links.flatMap((link) => ('items' in link ? [link] : []));
	if (columns.length > 0)
		return {
			...shared,
			kind: 'columns',
			columns: columns.map(({ title, items }) => ({ title, ...languageOfLabel(site, title), items: items.map(item) })),
		};
	return { ...shared, kind: 'row', items: footer.links.flatMap((link) => ('items' in link ? [] : [item(link)])) };
}

function footerItem(item: FooterLinkConfig, site: Site): FooterItemView {
	const { base } = site;
	if (item.html !== undefined) return { html: ownHtml(base, item.html), ...languageOfLabel(site, item.html) };
	const href = entryAddress(base, item) ?? base.baseUrl;
	const label = item.label ?? href;
	return { label, ...languageOfLabel(site, label), href, ...leadsTo(href, item.href ?? item.to) };
}
