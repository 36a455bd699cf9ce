/** What every page shows of the site itself. */
import type { Config, FooterColumnConfig, FooterLinkConfig, LogoConfig } from '../content/config.ts';
import { joinRoute } from '../content/docs.ts';
import { isExternal, withBase } from '../content/links.ts';
import { assetUrl } from './head.ts';
import type { PlanInput } from './types.ts';
import type { FooterItemView, FooterView, LogoView, SiteView } from './view.ts';

export function siteView({ site, assets, production }: PlanInput): SiteView {
	const { config } = site;
	const locale = config.locales[0];
	const contextPage = config.navbar.brandContextPage;
	return {
		title: config.title,
		tagline: config.tagline,
		version: config.version,
		url: config.url,
		baseUrl: config.baseUrl,
		lang: locale?.htmlLang ?? 'en',
		dir: locale?.direction ?? 'ltr',
		brand: {
			title: config.navbar.title,
			logo: config.navbar.logo && logoView(config.navbar.logo, site.config.baseUrl, (src) => assetUrl(config, src)),
			href: config.navbar.logo?.href ?? homeOf(site),
			contextPage: contextPage && withBase(config.baseUrl, contextPage),
		},
		announcement: config.announcementBar && {
			id: config.announcementBar.id,
			html: config.announcementBar.content,
			closeable: config.announcementBar.isCloseable,
		},
		colorMode: config.colorMode,
		footer: footerView(config.footer, config.baseUrl, (src) => assetUrl(config, src)),
		hideOnScroll: config.navbar.hideOnScroll,
		search: config.search && {
			placeholder: config.search.placeholder,
			route: withBase(config.baseUrl, joinRoute(config.search.path)),
		},
		sidebar: {
			hideable: config.docs?.sidebar.hideable ?? false,
			autoCollapse: config.docs?.sidebar.autoCollapseCategories ?? false,
		},
		startScript: assets.startScript,
		tags: production ? config.scripts.map(({ src, async, refresh }) => ({ src, async, refresh })) : [],
		analytics: production && config.analytics ? analyticsView(config.analytics) : undefined,
		docsVersions: site.versions.length > 0 ? site.versions.map(({ name }) => name) : undefined,
	};
}

/** B-301, B-302. The id is checked by the service; here it must only not end the script. */
function analyticsView({ trackingId, anonymizeIp }: NonNullable<Config['analytics']>): SiteView['analytics'] {
	const text = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
	const options = anonymizeIp ? ',{anonymize_ip:true}' : '';
	return {
		hosts: ['https://www.google-analytics.com', 'https://www.googletagmanager.com'],
		loader: `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(trackingId)}`,
		start: `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config',${text(trackingId)}${options})`,
	};
}

/** The home page; a site without one begins with its docs, else with its blog. */
function homeOf({ config, routes, versions }: PlanInput['site']): string {
	const main = versions.find((version) => version.isLast)?.main?.route;
	const first = routes.some((route) => route.path === '/') ? '/' : (main ?? routes[0]?.path ?? '/');
	return withBase(config.baseUrl, first);
}

function logoView(logo: LogoConfig, baseUrl: string, asset: (src: string) => string): LogoView {
	return {
		src: asset(logo.src),
		srcDark: logo.srcDark === undefined ? undefined : asset(logo.srcDark),
		alt: logo.alt ?? '',
		width: logo.width,
		height: logo.height,
		href: logo.href === undefined ? undefined : withBase(baseUrl, logo.href),
		target: logo.target,
	};
}

function footerView(
	footer: PlanInput['site']['config']['footer'],
	baseUrl: string,
	asset: (src: string) => string,
): FooterView | undefined {
	if (!footer) return undefined;
	const shared = { logo: footer.logo && logoView(footer.logo, baseUrl, asset), copyright: footer.copyright };
	const links = footer.links ?? [];
	const columns = links.filter((link): link is FooterColumnConfig => 'items' in link);
	if (columns.length > 0) {
		return {
			...shared,
			kind: 'columns',
			columns: columns.map(({ title, items }) => ({ title, items: items.map((item) => footerItem(item, baseUrl)) })),
		};
	}
	return {
		...shared,
		kind: 'row',
		items: links
			.filter((link): link is FooterLinkConfig => !('items' in link))
			.map((item) => footerItem(item, baseUrl)),
	};
}

function footerItem(item: FooterLinkConfig, baseUrl: string): FooterItemView {
	if (item.html !== undefined) return { html: item.html };
	const href = item.href ?? withBase(baseUrl, item.to ?? '/');
	return { label: item.label ?? href, href, external: isExternal(href) };
}
