/**
 * The configuration of a site: the fields an author may write (`SiteConfig`), their checks, and the resolved
 * form the rest of docsgen reads (`Config`), in which every field has a value and nothing is a function.
 */
import {
	boolean,
	either,
	isRecord,
	list,
	nearest,
	number,
	object,
	oneOf,
	type Problem,
	record,
	required,
	string,
	stringLike,
} from './schema.ts';
import type { Severity } from './types.ts';

/** What `site.config.ts` exports. */
export interface SiteConfig {
	/** Name of the site; ends every page title after a bar. */
	title: string;
	/** One sentence under the title, default description of pages that have none. */
	tagline?: string;
	/** Origin the site is served from, without a path: `https://example.com`. */
	url: string;
	/** Path the site is served under, with slashes at both ends. Default `/`. */
	baseUrl?: string;
	/** Icon of the browser tab, a file of `content/static`, e.g. `img/icon.svg`. */
	favicon?: string;
	/** Version of the product that the site documents, shown where templates use it. */
	version?: string;
	/** Owner of the source repository: where "Edit this page" leads. Omit for no edit links. */
	editUrl?: string;
	/** Languages; the first is the default. Default `[{ locale: 'en', label: 'English' }]`. */
	locales?: LocaleConfig[];
	/** The bar at the top of each page. */
	navbar?: NavbarConfig;
	/** The end of each page: link columns, or a single row. */
	footer?: FooterConfig;
	/** A message above the navbar. */
	announcementBar?: AnnouncementBarConfig;
	/** Light and dark. */
	colorMode?: ColorModeConfig;
	/** Documentation pages, or false for a site without. */
	docs?: DocsConfig | false;
	/** Blog, or false for a site without. */
	blog?: BlogConfig | false;
	/** Search box and index, or false for a site without. */
	search?: SearchConfig | false;
	/** Page-view counting; absent for none. */
	analytics?: AnalyticsConfig;
	/** Script files loaded asynchronously on every page of a production build (e.g. a social-media widget). */
	scripts?: (string | ScriptConfig)[];
	/** Link to a service that draws social images. */
	socialImage?: SocialImageConfig;
	/** Pages that send readers on: old path to new path. */
	redirects?: RedirectConfig[];
	/** Default heading levels in tables of contents. Default 2 to 3. */
	tableOfContents?: TocConfig;
	/** What a finding of a kind does to the build (B-294). Defaults: `throw`. */
	onBrokenLinks?: Reaction;
	onBrokenAnchors?: Reaction;
	onBrokenMarkdownLinks?: Reaction;
	onDuplicateRoutes?: Reaction;
	/** Allow script elements, event-handler attributes and `javascript:` addresses in Markdown. Default false. */
	allowRawScripts?: boolean;
	/** Code samples: the packages they are checked against, per docs version name. */
	samples?: Record<string, SamplesConfig>;
	/** Packages whose API reference is generated from their TypeScript sources or declarations. */
	api?: ApiConfig[];
	/** Keep every page out of search engines. Default false. */
	noIndex?: boolean;
}

export type Reaction = 'ignore' | 'log' | 'warn' | 'throw';

export interface LocaleConfig {
	/** Tag of the language, e.g. `en`. */
	locale: string;
	/** Name in its own language. */
	label: string;
	/** Writing direction. Default `ltr`. */
	direction?: 'ltr' | 'rtl';
	/** Value of the `lang` attribute. Default the locale. */
	htmlLang?: string;
	/** Unicode calendar for dates. Default `gregory`. */
	calendar?: string;
	/** Path of the locale below the base URL. Default empty for the first, the locale for others. */
	path?: string;
}

export interface LogoConfig {
	/** File of `content/static`, or an address. */
	src: string;
	/** Variant for the dark mode. */
	srcDark?: string;
	/** Text for readers who do not see it. */
	alt?: string;
	/** Pixels. */
	width?: number;
	/** Pixels. */
	height?: number;
	/** Where it leads. Default the home page. */
	href?: string;
	/** Browsing context, e.g. `_self`. */
	target?: string;
}

export interface NavbarConfig {
	/** Text beside the logo. Default the site's title; empty for none. */
	title?: string;
	logo?: LogoConfig;
	items?: NavbarItemConfig[];
	/** Hide when readers scroll down, show when they scroll up. Default false. */
	hideOnScroll?: boolean;
	/** Page that a right-click on the brand opens, e.g. `/media`. Default none. */
	brandContextPage?: string;
}

/** Fields all navbar items share. */
interface NavbarItemBase {
	/** Side of the bar. Default `right`. */
	position?: 'left' | 'right';
	className?: string;
}

interface NavbarTarget {
	/** A path of the site. */
	to?: string;
	/** A full address. */
	href?: string;
}

/** The eight kinds of navbar item; without `type` an item is a link, or a dropdown when it has items. */
export type NavbarItemConfig =
	| (NavbarItemBase &
			NavbarTarget & {
				type?: 'default';
				label?: string;
				/** Name for screen readers, where there is no label. */
				ariaLabel?: string;
				/** Name of an icon the templates know, e.g. `github`. */
				icon?: string;
				/** Active on every path that starts with it. */
				activeBasePath?: string;
				/** Active on every path this pattern matches, whatever the case; wins over `activeBasePath`. */
				activeBaseRegex?: string;
			})
	| (NavbarItemBase &
			NavbarTarget & {
				type?: 'dropdown';
				label: string;
				items: NavbarItemConfig[];
				activeBasePath?: string;
				activeBaseRegex?: string;
			})
	| (NavbarItemBase & {
			type: 'localeDropdown';
			dropdownItemsBefore?: NavbarItemConfig[];
			dropdownItemsAfter?: NavbarItemConfig[];
	  })
	| (NavbarItemBase & {
			type: 'docsVersionDropdown';
			dropdownItemsBefore?: NavbarItemConfig[];
			dropdownItemsAfter?: NavbarItemConfig[];
	  })
	| (NavbarItemBase & { type: 'doc'; docId: string; label?: string; activeBaseRegex?: string })
	| (NavbarItemBase & { type: 'docSidebar'; sidebarId: string; label?: string; activeBaseRegex?: string })
	| (NavbarItemBase & { type: 'html'; value: string })
	| (NavbarItemBase & { type: 'search' });

export interface FooterLinkConfig extends NavbarTarget {
	label?: string;
	/** Raw HTML in place of a link. */
	html?: string;
}

export interface FooterColumnConfig {
	title: string;
	items: FooterLinkConfig[];
}

export interface FooterConfig {
	/** Columns with titles, or links in a row; mixing both is an error. */
	links?: (FooterColumnConfig | FooterLinkConfig)[];
	logo?: LogoConfig;
	/** HTML. */
	copyright?: string;
}

export interface AnnouncementBarConfig {
	/** A new id shows the bar again to readers who closed it. */
	id: string;
	/** HTML. */
	content: string;
	/** CSS colour. */
	backgroundColor?: string;
	/** CSS colour. */
	textColor?: string;
	/** Default true. */
	isCloseable?: boolean;
}

export interface ColorModeConfig {
	/** Default `light`. */
	defaultMode?: 'light' | 'dark';
	/** No switch: the system decides. Default false. */
	disableSwitch?: boolean;
	/** Follow the system where the reader chose nothing. Default true. */
	respectPrefersColorScheme?: boolean;
}

export interface DocsConfig {
	/** Route below the base URL. Default `docs`. */
	path?: string;
	/** Settings per version name (`current`, or a label of `content/versions.json`). */
	versions?: Record<string, VersionConfig>;
	/** Version that has no path of its own. Default the first of `content/versions.json`, else `current`. */
	lastVersion?: string;
	/** Versions to build, for quick previews. Default all. */
	onlyIncludeVersions?: string[];
	/** Name of the tag pages' folder below the docs path. Default `tags`. */
	tagsPath?: string;
	/** Show when and by whom a page was last changed, as front matter says. Default false. */
	showLastUpdate?: boolean;
	/** Show the path of categories above the text. Default true. */
	breadcrumbs?: boolean;
	sidebar?: SidebarConfig;
}

export interface SidebarConfig {
	/** Readers may hide the whole sidebar. Default false. */
	hideable?: boolean;
	/** Opening a category closes its siblings. Default false. */
	autoCollapseCategories?: boolean;
}

export interface VersionConfig {
	/** Shown name. Default the version name, `Next` for current where others exist. */
	label?: string;
	/** Route below the docs path. Default empty for the last version, `next` for current, else the name. */
	path?: string;
	/** Show "Version: …" on its pages. Default true when there are several. */
	badge?: boolean;
	/** Default `unreleased` for versions newer than the last, `unmaintained` for older ones. */
	banner?: 'none' | 'unreleased' | 'unmaintained';
	/** Keep out of search engines. Default false. */
	noIndex?: boolean;
	/** Class on `<html>`. Default `docs-version-<name>`. */
	className?: string;
}

export interface BlogConfig {
	/** Route below the base URL. Default `blog`. */
	path?: string;
	/** Title of the index. Default `Blog`. */
	title?: string;
	description?: string;
	/** Default 10. */
	postsPerPage?: number;
	/** Default `Recent posts`, or `All posts` with `sidebarCount: 'ALL'`. */
	sidebarTitle?: string;
	/** Posts beside the text. Default 5. */
	sidebarCount?: number | 'ALL';
	/** Default true. */
	showReadingTime?: boolean;
	feeds?: { title?: string; description?: string; copyright?: string };
}

export interface SearchConfig {
	/** Hosted service that speaks the Algolia protocol; absent: the offline index only. */
	hosted?: {
		/** Overridable by `DOCSGEN_SEARCH_APP_ID`. */
		appId: string;
		/** Public key that may only search. Overridable by `DOCSGEN_SEARCH_API_KEY`. */
		apiKey: string;
		indexName: string;
		/** Appended to the language and version filters. */
		facetFilters?: string[];
		/** Hits whose address matches stay absolute. A regular expression. */
		externalUrlRegex?: string;
		/** Origins asked in turn instead of the service's own: a proxy, a server of your own, a test. */
		hosts?: string[];
	};
	/** Default `Search docs`. */
	placeholder?: string;
	/** Route of the search page. Default `search`. */
	path?: string;
}

export interface AnalyticsConfig {
	/** Id of the tracker, e.g. `G-XXXXXXX`. */
	trackingId: string;
	/** Default false. */
	anonymizeIp?: boolean;
}

export interface ScriptConfig {
	src: string;
	/** Default true. */
	async?: boolean;
	/** Global function to call after in-page navigation, dotted, e.g. `twttr.widgets.load`. */
	refresh?: string;
}

export interface SocialImageConfig {
	/** Address with `{title}`, `{description}`, `{permalink}` and, for posts, `{author}`, `{date}`, `{readingTime}`. */
	docs?: string;
	/** The same for posts. */
	posts?: string;
	/** Image of all other pages: an address or a file of `content/static`. */
	default?: string;
}

export interface RedirectConfig {
	/** Old path, or several. */
	from: string | string[];
	/** New path of the site, or a full address. */
	to: string;
}

export interface TocConfig {
	/** 2 to 6. Default 2. */
	minHeadingLevel?: number;
	/** 2 to 6. Default 3. */
	maxHeadingLevel?: number;
}

export interface SamplesConfig {
	/** Folder with the package.json of the libraries, e.g. `content/samples/10.x`. */
	folder: string;
	/** The package whose version readers see. */
	package: string;
}

export interface ApiConfig {
	/** Name of the package in `api:` links: `[initTRPC](api:server/initTRPC)`. */
	id: string;
	/** Name of the package on npm. */
	package: string;
	/** How the reference calls it. Default: its name. */
	label?: string;
	/** Folder of the site from which the package is found, or that is the package. Default: the site's own. */
	folder?: string;
	/** Entry point to file inside the package: `{ '.': 'src/index.ts' }`. Default: what its package.json exports. */
	entryPoints?: Record<string, string>;
	/** Route of its index below the docs version. Default `api/<id>`. */
	path?: string;
	/** Docs version the pages belong to. Default `current`. */
	version?: string;
	/** Address of a source line, with `{version}`, `{file}` (inside the package) and `{line}`. Omit for no links. */
	source?: string;
}

/** Types the configuration where it is written; returns it as it is. */
export function defineConfig(config: SiteConfig): SiteConfig {
	return config;
}

/** What `sidebars.ts` exports: sidebar id to items, or to a record of category label to items. */
export type SidebarsConfig = Record<string, SidebarItemConfig[] | Record<string, SidebarItemConfig[]>>;

export type SidebarItemConfig =
	| string
	| { type: 'doc' | 'ref'; id: string; label?: string; className?: string }
	| { type: 'link'; label: string; href: string; className?: string; description?: string }
	| CategoryConfig
	| { type: 'autogenerated'; dirName: string }
	/** A category per package of the API reference, or of the one package. */
	| { type: 'api'; id?: string }
	| { type: 'html'; value: string; defaultStyle?: boolean; className?: string };

export interface CategoryConfig {
	type: 'category';
	label: string;
	items?: SidebarItemConfig[];
	link?: CategoryLink | null;
	description?: string;
	/** Default true. */
	collapsible?: boolean;
	/** Default true. */
	collapsed?: boolean;
	className?: string;
}

export type CategoryLink =
	| { type: 'doc'; id: string }
	| {
			type: 'generated-index';
			slug?: string;
			title?: string;
			description?: string;
			keywords?: string[];
			image?: string;
	  };

/** Types the sidebars where they are written; returns them as they are. */
export function defineSidebars(sidebars: SidebarsConfig): SidebarsConfig {
	return sidebars;
}

/* ---------------------------------------------------------------- resolved */

type Filled<T> = { [K in keyof T]-?: NonNullable<T[K]> };
/** Fields that stay absent where the author wrote none. */
type Keep<T, K extends keyof T> = Filled<Omit<T, K>> & Pick<T, K>;

export interface Config {
	title: string;
	tagline: string;
	url: string;
	baseUrl: string;
	favicon?: string;
	version: string;
	editUrl?: string;
	locales: Filled<LocaleConfig>[];
	navbar: Keep<NavbarConfig, 'logo' | 'brandContextPage'>;
	footer?: FooterConfig;
	announcementBar?: Keep<AnnouncementBarConfig, 'backgroundColor' | 'textColor'>;
	colorMode: Filled<ColorModeConfig>;
	docs?: Keep<DocsConfig, 'lastVersion' | 'onlyIncludeVersions' | 'sidebar'> & { sidebar: Filled<SidebarConfig> };
	blog?: Keep<BlogConfig, 'feeds'> & { feeds: { title?: string; description?: string; copyright?: string } };
	search?: Keep<SearchConfig, 'hosted'>;
	analytics?: Filled<AnalyticsConfig>;
	scripts: Keep<ScriptConfig, 'refresh'>[];
	socialImage: SocialImageConfig;
	redirects: { from: string[]; to: string }[];
	tableOfContents: Filled<TocConfig>;
	severity: Record<'broken-link' | 'broken-anchor' | 'broken-markdown-link' | 'duplicate-route', Severity | 'ignore'>;
	allowRawScripts: boolean;
	samples: Record<string, SamplesConfig>;
	api: ApiConfig[];
	noIndex: boolean;
}

const REACTION = oneOf('ignore', 'log', 'warn', 'throw');
const SEVERITY = { ignore: 'ignore', log: 'info', warn: 'warning', throw: 'error' } as const;
const level = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 2 && Number(value) <= 6;
const headingLevel = ((value, path, report) => {
	if (level(value)) return value;
	report({ path, message: `must be a whole number from 2 to 6, but is ${JSON.stringify(value)}` });
	return undefined;
}) satisfies import('./schema.ts').Check<number>;

const logo = object<LogoConfig>({
	src: required(string),
	srcDark: string,
	alt: string,
	width: number,
	height: number,
	href: string,
	target: string,
});
const footerLink = object<FooterLinkConfig>({ label: string, to: string, href: string, html: string });
const footerColumn = object<FooterColumnConfig>({ title: required(string), items: required(list(footerLink)) });
const origin = stringLike('an origin without a path, such as "https://example.com"', (value) => {
	if (!URL.canParse(value)) return false;
	const url = new URL(value);
	return (
		(url.protocol === 'https:' || url.protocol === 'http:') &&
		url.pathname === '/' &&
		!url.search &&
		!url.hash &&
		!value.endsWith('/')
	);
});
const basePath = stringLike(
	'a path with a slash at both ends, such as "/" or "/project/"',
	(value) => /^\/(?:[^?#]*\/)?$/.test(value) && !value.includes('//'),
);

const fields = object<SiteConfig>({
	title: required(string),
	tagline: string,
	url: required(origin),
	baseUrl: basePath,
	favicon: string,
	version: string,
	editUrl: string,
	locales: list(
		object<LocaleConfig>({
			locale: required(string),
			label: required(string),
			direction: oneOf('ltr', 'rtl'),
			htmlLang: string,
			calendar: string,
			path: string,
		}),
	),
	navbar: object<NavbarConfig>({
		title: string,
		logo,
		items: list(navbarItem),
		hideOnScroll: boolean,
		brandContextPage: string,
	}),
	footer: object<FooterConfig>({ links: list(footerEntry), logo, copyright: string }),
	announcementBar: object<AnnouncementBarConfig>({
		id: required(string),
		content: required(string),
		backgroundColor: string,
		textColor: string,
		isCloseable: boolean,
	}),
	colorMode: object<ColorModeConfig>({
		defaultMode: oneOf('light', 'dark'),
		disableSwitch: boolean,
		respectPrefersColorScheme: boolean,
	}),
	docs: either(
		'an object, or false',
		oneOf(false),
		object<DocsConfig>({
			path: string,
			versions: record(
				object<VersionConfig>({
					label: string,
					path: string,
					badge: boolean,
					banner: oneOf('none', 'unreleased', 'unmaintained'),
					noIndex: boolean,
					className: string,
				}),
			),
			lastVersion: string,
			onlyIncludeVersions: list(string),
			tagsPath: string,
			showLastUpdate: boolean,
			breadcrumbs: boolean,
			sidebar: object<SidebarConfig>({ hideable: boolean, autoCollapseCategories: boolean }),
		}),
	),
	blog: either(
		'an object, or false',
		oneOf(false),
		object<BlogConfig>({
			path: string,
			title: string,
			description: string,
			postsPerPage: number,
			sidebarTitle: string,
			sidebarCount: either('a number or "ALL"', number, oneOf('ALL')),
			showReadingTime: boolean,
			feeds: object<NonNullable<BlogConfig['feeds']>>({ title: string, description: string, copyright: string }),
		}),
	),
	search: either(
		'an object, or false',
		oneOf(false),
		object<SearchConfig>({
			hosted: object<NonNullable<SearchConfig['hosted']>>({
				appId: required(string),
				apiKey: required(string),
				indexName: required(string),
				facetFilters: list(string),
				externalUrlRegex: regex,
				hosts: list(string),
			}),
			placeholder: string,
			path: string,
		}),
	),
	analytics: object<AnalyticsConfig>({ trackingId: required(string), anonymizeIp: boolean }),
	scripts: list(
		either(
			'an address or an object with src',
			string,
			object<ScriptConfig>({ src: required(string), async: boolean, refresh: string }),
		),
	),
	socialImage: object<SocialImageConfig>({ docs: string, posts: string, default: string }),
	redirects: list(
		object<RedirectConfig>({
			from: required(either('a path or a list of paths', string, list(string))),
			to: required(string),
		}),
	),
	tableOfContents: object<TocConfig>({ minHeadingLevel: headingLevel, maxHeadingLevel: headingLevel }),
	onBrokenLinks: REACTION,
	onBrokenAnchors: REACTION,
	onBrokenMarkdownLinks: REACTION,
	onDuplicateRoutes: REACTION,
	allowRawScripts: boolean,
	samples: record(object<SamplesConfig>({ folder: required(string), package: required(string) })),
	api: list(
		object<ApiConfig>({
			id: required(stringLike('a name of letters, digits and hyphens', (value) => /^[\w-]+$/.test(value))),
			package: required(string),
			label: string,
			folder: string,
			entryPoints: record(string),
			path: string,
			version: string,
			source: string,
		}),
	),
	noIndex: boolean,
});

function regex(value: unknown, path: string, report: (problem: Problem) => void): string | undefined {
	if (typeof value === 'string') {
		try {
			new RegExp(value);
			return value;
		} catch (error) {
			report({ path, message: `must be a regular expression: ${(error as Error).message}` });
			return undefined;
		}
	}
	report({ path, message: 'must be a regular expression, written as a string' });
	return undefined;
}

const NAVBAR_KINDS = {
	default: object<Record<string, unknown>>({
		type: string,
		position: oneOf('left', 'right'),
		className: string,
		to: string,
		href: string,
		label: string,
		ariaLabel: string,
		icon: string,
		activeBasePath: string,
		activeBaseRegex: regex,
	}),
	dropdown: object<Record<string, unknown>>({
		type: string,
		position: oneOf('left', 'right'),
		className: string,
		to: string,
		href: string,
		label: required(string),
		items: required(list(dropdownItem)),
		activeBasePath: string,
		activeBaseRegex: regex,
	}),
	localeDropdown: object<Record<string, unknown>>({
		type: string,
		position: oneOf('left', 'right'),
		className: string,
		dropdownItemsBefore: list(dropdownItem),
		dropdownItemsAfter: list(dropdownItem),
	}),
	docsVersionDropdown: object<Record<string, unknown>>({
		type: string,
		position: oneOf('left', 'right'),
		className: string,
		dropdownItemsBefore: list(dropdownItem),
		dropdownItemsAfter: list(dropdownItem),
	}),
	doc: object<Record<string, unknown>>({
		type: string,
		position: oneOf('left', 'right'),
		className: string,
		docId: required(string),
		label: string,
		activeBaseRegex: regex,
	}),
	docSidebar: object<Record<string, unknown>>({
		type: string,
		position: oneOf('left', 'right'),
		className: string,
		sidebarId: required(string),
		label: string,
		activeBaseRegex: regex,
	}),
	html: object<Record<string, unknown>>({
		type: string,
		position: oneOf('left', 'right'),
		className: string,
		value: required(string),
	}),
	search: object<Record<string, unknown>>({ type: string, position: oneOf('left', 'right'), className: string }),
};

/** The type of an item as written, or the one that its fields imply. */
export function navbarItemKind(item: { type?: string; items?: unknown }): string {
	return item.type ?? (item.items === undefined ? 'default' : 'dropdown');
}

/** B-285: unknown types, and links with both or neither of `to` and `href`, are errors. */
function navbarItem(value: unknown, path: string, report: (problem: Problem) => void): NavbarItemConfig | undefined {
	if (!isRecord(value)) {
		report({ path, message: 'must be an object' });
		return undefined;
	}
	const kind = navbarItemKind(value as { type?: string });
	const check = Object.hasOwn(NAVBAR_KINDS, kind) ? NAVBAR_KINDS[kind as keyof typeof NAVBAR_KINDS] : undefined;
	if (!check) {
		const near = nearest(String(kind), Object.keys(NAVBAR_KINDS));
		report({
			path,
			message: `No navbar item component found for type "${kind}".${near ? ` Did you mean "${near}"?` : ` Known types: ${Object.keys(NAVBAR_KINDS).join(', ')}.`}`,
		});
		return undefined;
	}
	if (kind === 'default' && (value.to === undefined) === (value.href === undefined)) {
		report({ path, message: 'must have either "to" (a path of the site) or "href" (a full address), and not both' });
	}
	if (kind === 'dropdown' && value.to !== undefined && value.href !== undefined) {
		report({ path, message: 'must not have both "to" and "href"' });
	}
	return check(value, path, report) as NavbarItemConfig | undefined;
}

/** B-285: a dropdown inside a dropdown is an error. */
function dropdownItem(value: unknown, path: string, report: (problem: Problem) => void): NavbarItemConfig | undefined {
	if (isRecord(value)) {
		const kind = navbarItemKind(value as { type?: string });
		if (kind === 'dropdown' || kind === 'localeDropdown' || kind === 'docsVersionDropdown' || kind === 'search') {
			report({ path, message: `must be a link: an item of type "${kind}" cannot stand inside a dropdown` });
			return undefined;
		}
	}
	return navbarItem(value, path, report);
}

function footerEntry(
	value: unknown,
	path: string,
	report: (problem: Problem) => void,
): FooterColumnConfig | FooterLinkConfig | undefined {
	if (isRecord(value) && 'items' in value) return footerColumn(value, path, report);
	const link = footerLink(value, path, report);
	if (link && link.html === undefined && (link.to === undefined) === (link.href === undefined)) {
		report({ path, message: 'must have one of "to", "href" and "html"' });
	}
	return link;
}

/**
 * Checks what an author wrote and fills in defaults.
 * `overrides` come from the command line and the environment and win; `problems` is empty where the result is whole.
 */
export function resolveConfig(
	raw: unknown,
	overrides: { baseUrl?: string; searchAppId?: string; searchApiKey?: string } = {},
): { config?: Config; problems: Problem[] } {
	const problems: Problem[] = [];
	const report = (problem: Problem): void => void problems.push(problem);
	const input = isRecord(raw) && overrides.baseUrl !== undefined ? { ...raw, baseUrl: overrides.baseUrl } : raw;
	const site = fields(input, '', report);
	if (site) crossChecks(site, report);
	if (!site || problems.length > 0) return { problems };
	return { config: fill(site, overrides), problems };
}

/** Rules about several fields at once. */
function crossChecks(site: SiteConfig, report: (problem: Problem) => void): void {
	const ids = (site.api ?? []).map(({ id }) => id);
	for (const [index, id] of ids.entries()) {
		if (ids.indexOf(id) < index)
			report({ path: `api[${index}].id`, message: `must differ from the others; "${id}" is taken` });
	}
	const toc = site.tableOfContents;
	if (toc && (toc.minHeadingLevel ?? 2) > (toc.maxHeadingLevel ?? 3)) {
		report({ path: 'tableOfContents.minHeadingLevel', message: 'must not be greater than maxHeadingLevel' });
	}
	const links = site.footer?.links ?? [];
	if (links.some((link) => 'items' in link) && links.some((link) => !('items' in link))) {
		report({
			path: 'footer.links',
			message: 'must be either all columns (with title and items) or all single links; it mixes both',
		});
	}
}

function fill(site: SiteConfig, overrides: { searchAppId?: string; searchApiKey?: string }): Config {
	const locales = site.locales?.length ? site.locales : [{ locale: 'en', label: 'English' }];
	return {
		title: site.title,
		tagline: site.tagline ?? '',
		url: site.url,
		baseUrl: site.baseUrl ?? '/',
		favicon: site.favicon,
		version: site.version ?? '',
		editUrl: site.editUrl?.replace(/\/$/, ''),
		locales: locales.map((locale, index) => ({
			direction: 'ltr',
			htmlLang: locale.locale,
			calendar: 'gregory',
			path: index === 0 ? '' : locale.locale,
			...locale,
		})),
		navbar: { title: site.title, items: [], hideOnScroll: false, ...site.navbar },
		footer: site.footer,
		announcementBar: site.announcementBar && { isCloseable: true, ...site.announcementBar },
		colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true, ...site.colorMode },
		docs:
			site.docs === false
				? undefined
				: {
						path: 'docs',
						versions: {},
						tagsPath: 'tags',
						showLastUpdate: false,
						breadcrumbs: true,
						...site.docs,
						sidebar: { hideable: false, autoCollapseCategories: false, ...site.docs?.sidebar },
					},
		blog:
			site.blog === false
				? undefined
				: {
						path: 'blog',
						title: 'Blog',
						description: `Posts about ${site.title}`,
						postsPerPage: 10,
						sidebarCount: 5,
						sidebarTitle: site.blog?.sidebarCount === 'ALL' ? 'All posts' : 'Recent posts',
						showReadingTime: true,
						...site.blog,
						feeds: { ...site.blog?.feeds },
					},
		search:
			site.search === false
				? undefined
				: {
						placeholder: 'Search docs',
						path: 'search',
						...site.search,
						hosted: hostedSearch(site.search?.hosted, overrides),
					},
		analytics: site.analytics && { anonymizeIp: false, ...site.analytics },
		scripts: (site.scripts ?? []).map((script) => ({
			async: true,
			...(typeof script === 'string' ? { src: script } : script),
		})),
		socialImage: site.socialImage ?? {},
		redirects: (site.redirects ?? []).map(({ from, to }) => ({ from: [from].flat(), to })),
		tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3, ...site.tableOfContents },
		severity: {
			'broken-link': SEVERITY[site.onBrokenLinks ?? 'throw'],
			'broken-anchor': SEVERITY[site.onBrokenAnchors ?? 'throw'],
			'broken-markdown-link': SEVERITY[site.onBrokenMarkdownLinks ?? 'throw'],
			'duplicate-route': SEVERITY[site.onDuplicateRoutes ?? 'throw'],
		},
		allowRawScripts: site.allowRawScripts ?? false,
		samples: site.samples ?? {},
		api: site.api ?? [],
		noIndex: site.noIndex ?? false,
	};
}

function hostedSearch(
	hosted: NonNullable<SearchConfig['hosted']> | undefined,
	overrides: { searchAppId?: string; searchApiKey?: string },
): SearchConfig['hosted'] {
	if (!hosted) return undefined;
	return { ...hosted, appId: overrides.searchAppId ?? hosted.appId, apiKey: overrides.searchApiKey ?? hosted.apiKey };
}
