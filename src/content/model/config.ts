/**
 * The configuration of a site. The tables below define each field once: editors and the configuration reference show
 * its comment; the types of authors' input (`SiteConfig`) and of validated data (`Config`, with defaults filled in)
 * derive from it.
 */

import type { SearchService } from '../search/format.ts';
import { lacksProtocol, runsScript } from './address.ts';
import { isCssColor } from './css-color.ts';
import type { Severity } from './diagnostic.ts';
import { isNoIndex } from './head.ts';
import { CONTENT } from './identity.ts';
import type { Included } from './mounts.ts';
import {
	address,
	boolean,
	type Check,
	check,
	custom,
	either,
	type Flat,
	filled,
	isRecord,
	linkAddress,
	list,
	mapped,
	nearest,
	number,
	object,
	oneOf,
	oneOrMore,
	orFalse,
	type Path,
	type Problem,
	pagePath,
	type Report,
	type Resolved,
	record,
	required,
	ruled,
	section,
	string,
	stringLike,
	type Table,
	variants,
	visible,
	type WrittenValue,
} from './schema.ts';
import { type Texts, translated, withTexts } from './texts.ts';
import { ADMONITIONS, ENGLISH_WORDS, say, type Words } from './words.ts';

/** The build's reaction to a kind of finding (B-294). */
export type Reaction = 'ignore' | 'log' | 'warn' | 'throw';
const SEVERITY = { ignore: 'ignore', log: 'info', warn: 'warning', throw: 'error' } as const;
export const reaction: Check<Severity | 'ignore', Reaction> = mapped(
	oneOf('ignore', 'log', 'warn', 'throw'),
	(value) => SEVERITY[value],
);

export const regex = stringLike('a regular expression, written as a string', (value) => {
	try {
		return new RegExp(value) instanceof RegExp;
	} catch {
		return false;
	}
});
const urlPattern = stringLike('a pattern of URLs, such as "https://shop.example/*"', (value) =>
	/^https?:\/\/./i.test(value),
);
const calendar = stringLike('a Unicode calendar, such as "gregory"', (value) =>
	Intl.supportedValuesOf('calendar').includes(value),
);
const languageTag: Check<string> = custom('the tag of a language, such as "pt-BR"', (value, path, report) => {
	// POSIX and gettext name a locale `de_CH`, often with an encoding.
	const meant = typeof value === 'string' ? tagOf(value.replace(/\..*/, '').replaceAll('_', '-')) : undefined;
	const check = stringLike(languageTag.expected, (text) => tagOf(text) !== undefined);
	return check(value, path, (problem) => report(meant ? { ...problem, way: `Did you mean "${meant}"?` } : problem));
});
/** A tag in its usual letters, such as `pt-BR` for `pt-br`; undefined if it's none. */
export function tagOf(text: string): string | undefined {
	try {
		// Longer names of languages, such as "english", are reserved (BCP 47, 2.2.1).
		return /^[a-z]{2,3}(?:-|$)/i.test(text) ? Intl.getCanonicalLocales(text)[0] : undefined;
	} catch {
		return undefined;
	}
}
const headingLevel = check('a whole number from 2 to 6', (value) => [2, 3, 4, 5, 6].find((level) => level === value));
const count = check('a whole number above 0', (value) =>
	typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined,
);
const origin = stringLike(
	'an origin without a path, such as "https://example.com"',
	(value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value.toLowerCase(),
);
/** What the URL for reports may contain. */
export const REPORT_PLACES = ['title', 'url', 'version'] as const;
const reportAddress = stringLike(
	'a URL with its protocol; of placeholders, it may contain {title}, {url} and {version}',
	(value) =>
		!runsScript(value, true) &&
		!lacksProtocol(value) &&
		[...value.matchAll(/\{([^}]*)\}/g)].every(([, name]) => REPORT_PLACES.some((place) => place === name)),
);
const sources = list(stringLike('one source, such as "https://example.com"', (value) => /^[^\s;,]+$/.test(value)));
const basePath = stringLike(
	'a path with a slash at both ends, such as "/" or "/project/"',
	(value) => /^\/(?:[^?#]*\/)?$/.test(value) && !value.includes('//'),
);

const folder = stringLike(
	'a folder relative to the site, such as "../src"',
	(value) => !/^[/\\]|^[a-z]:|[\\\ufffd]|^$/i.test(value),
);

/** One spelling of a path, because names of files are compared with it. */
const mountedFolder = stringLike('a folder relative to the site, such as "../packages/kit/docs"', (value) =>
	/^(?:\.\/)?(?:\.\.\/)*(?:\.\.|[^./\\][^/\\]*(?:\/[^./\\][^/\\]*)*)\/?$/.test(value),
);
const placeInContent = stringLike('a folder of content, such as "docs/kit"', (value) =>
	/^(?:docs|blog|pages|static|versions\/\w[\w.-]*)(?:\/[^./\\][^/\\]*)*$/.test(value),
);

const excluded = stringLike(
	'a path in the folder, such as "readme.md", "internal" or "**/*.draft.md"',
	(value) => /^[^/!?{}[\]\\][^?{}[\]\\]*$/.test(value) && !value.split('/').includes('..'),
);

const cssColor = stringLike('a CSS color, such as "#7a3b9d"', isCssColor);
const insideOfSite = stringLike('a folder of the site such as "content/theme"', (value) =>
	/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(value),
);

/** One color for both modes, or one for each. */
const color = either(cssColor, object({ light: required(cssColor), dark: required(cssColor) }));

/** The public theme. Each color is also a custom property, such as `--accent`, which a site's own style sheets may use. */
const colors = object({
	/** Links, buttons and selected items. A single color for both modes is lightened in dark mode. */
	accent: color,
	/** Background of selected items. Default: mixed from `accent`. */
	'accent-wash': color,
	/** Text on the accent color. */
	'on-accent': color,
	/**
	 * The second color, which contrasts with the accent in drawings. A single color for both modes is lightened in dark
	 * mode. Default: mixed from `accent`, if that is set.
	 */
	signal: color,
	/** Background of elements in the second color. Default: mixed from `signal`. */
	'signal-wash': color,
	/** Page background. */
	ground: color,
	/** Areas on the page. */
	surface: color,
	/** Layers above the page: menus, cards. */
	raised: color,
	/** Separators. */
	line: color,
	/** Borders of controls. */
	'line-strong': color,
	/** Text. */
	ink: color,
	/** Less prominent text. */
	'ink-soft': color,
	/** Tips. */
	good: color,
	/** Cautions, warnings and deprecated items. */
	caution: color,
	/** Dangers and errors. */
	bad: color,
	/** Code: keywords. */
	'code-keyword': color,
	/** Code: strings. */
	'code-string': color,
	/** Code: comments. */
	'code-comment': color,
	/** Code: numbers. */
	'code-number': color,
	/** Code: functions. */
	'code-function': color,
	/** Code: types. */
	'code-type': color,
	/** Code: punctuation. */
	'code-quiet': color,
});

/** The looks that docsgen has, each with its accent color in light mode. All but the first have a style sheet. */
export const LOOKS = { plain: '#1768a6', warm: '#96431c', compact: '#6741bd' } as const;

const font = object({
	/** A WOFF2 file, relative to the site folder: `content/fonts/headings.woff2`. */
	file: required(string),
	/** System typeface shown, with the same metrics, until the file has loaded. */
	fallback: filled(oneOf('serif', 'sans-serif'), 'sans-serif'),
});

const logo = object({
	/** File in `content/static`, or a URL. */
	src: required(address),
	/** Variant for dark mode. */
	srcDark: address,
	/** Alternative text for screen readers. */
	alt: string,
	/** Pixels. */
	width: number,
	/** Pixels. */
	height: number,
	/** Link target. Default: the home page. */
	href: linkAddress,
	/** Browsing context, e.g. `_self`. */
	target: string,
});

/* ---------------------------------------------------------------- navbar */

/** Fields that all items share. */
const item = {
	/** Side of the bar. */
	position: filled(oneOf('left', 'right'), 'right'),
	/** CSS class of its element. */
	className: string,
};
const target = {
	/** A path on the site. */
	to: linkAddress,
	/** A full URL. */
	href: linkAddress,
};
const activity = {
	/** Active on this path, and on those below it. */
	activeBasePath: string,
	/** Active on every path that this pattern matches, ignoring case. Overrides `activeBasePath`. */
	activeBaseRegex: regex,
};

const link = ruled(
	object({
		type: filled(oneOf('default'), 'default'),
		...item,
		...target,
		/** Text of the item. */
		label: string,
		/** Name for screen readers if there is no label. */
		ariaLabel: string,
		/** Name of an icon, e.g. `github`. Write any other name, and the finding lists all. */
		icon: string,
		...activity,
	}),
	({ to, href, label, ariaLabel }, path, report) => {
		if ((to === undefined) === (href === undefined))
			report({ path, message: 'must have either "to" (a path on the site) or "href" (a full URL), but not both' });
		if (!label && !ariaLabel)
			report({ path, message: 'must have a "label", or with an "icon" alone an "ariaLabel" for screen readers' });
	},
);
const doc = object({
	type: required(oneOf('doc')),
	...item,
	/** Id of a doc in the last version. */
	docId: required(string),
	/** Text of the item. Default: the id. */
	label: string,
	/** Active on every path that this pattern matches, ignoring case. */
	activeBaseRegex: regex,
});
const docSidebar = object({
	type: required(oneOf('docSidebar')),
	...item,
	/** Id of a sidebar in the last version. The item links to its first page. */
	sidebarId: required(string),
	/** Text of the item. Default: the id. */
	label: string,
	/** Active on every path that this pattern matches, ignoring case. */
	activeBaseRegex: regex,
});
const html = object({
	type: required(oneOf('html')),
	...item,
	/** Raw HTML. */
	value: required(string),
});

const INNER = { default: link, doc, docSidebar, html };
/** Items allowed in a dropdown: no dropdowns (B-285), no search. */
const dropdownItem = variants(INNER, kindOf, (kind): string =>
	Object.hasOwn(NAVBAR, kind)
		? `must be a link: an item of type "${kind}" is not allowed in a dropdown`
		: unknownItem(kind),
);
const around = {
	/** Items above the languages or versions. */
	dropdownItemsBefore: filled(list(dropdownItem), []),
	/** Items below them. */
	dropdownItemsAfter: filled(list(dropdownItem), []),
};

/** The eight kinds of navbar item; without `type` an item is a link, or a dropdown when it has items. */
const NAVBAR = {
	...INNER,
	dropdown: ruled(
		object({
			type: filled(oneOf('dropdown'), 'dropdown'),
			...item,
			...target,
			/** Text of the item. */
			label: required(visible),
			/** Items in the menu: any kind except dropdowns and search. */
			items: required(list(dropdownItem)),
			...activity,
		}),
		({ to, href }, path, report) => {
			if (to !== undefined && href !== undefined) report({ path, message: 'must not have both "to" and "href"' });
		},
	),
	/** The languages of the site. */
	localeDropdown: object({ type: required(oneOf('localeDropdown')), ...item, ...around }),
	/** The versions of the docs. */
	docsVersionDropdown: object({ type: required(oneOf('docsVersionDropdown')), ...item, ...around }),
	/** Position of the search box. Unless you set it, it's last on the right. */
	search: object({ type: required(oneOf('search')), ...item }),
};
const navbarItem = variants(NAVBAR, kindOf, unknownItem);
export type NavbarItemConfig = WrittenValue<typeof navbarItem>;
/** A normalized item: type and position filled in. */
export type NavbarEntry = Resolved<typeof navbarItem>;

/** The type of an item as written, or the one that its fields imply. */
function kindOf(value: Record<string, unknown>): unknown {
	return value.type ?? (value.items === undefined ? 'default' : 'dropdown');
}

/** B-285. */
function unknownItem(kind: string): string {
	const known = Object.keys(NAVBAR);
	const near = nearest(kind, known);
	return `No navbar item component found for type "${kind}".${near ? ` Did you mean "${near}"?` : ` Known types: ${known.join(', ')}.`}`;
}

/* ---------------------------------------------------------------- footer */

const footerLink = object({
	/** Text of the item. */
	label: string,
	...target,
	/** Raw HTML instead of a link. */
	html: string,
});
/** Reports a link without a target, or with two. */
function oneTarget({ to, href, html }: FooterLinkConfig, path: Path, report: Report): void {
	if (html === undefined && (to === undefined) === (href === undefined))
		report({ path, message: 'must have one of "to", "href" and "html"' });
}
const footerColumn = object({
	/** Heading above the links. */
	title: required(string),
	/** The links of the column. */
	items: required(list(ruled(footerLink, oneTarget))),
});
export type FooterLinkConfig = Resolved<typeof footerLink>;
export type FooterColumnConfig = Resolved<typeof footerColumn>;
const footerEntry: Check<FooterColumnConfig | FooterLinkConfig> = custom(
	'a column or a link',
	(value, path, report) => {
		if (isRecord(value) && 'items' in value) return footerColumn(value, path, report);
		return ruled(footerLink, oneTarget)(value, path, report);
	},
);

/* ---------------------------------------------------------------- languages */

const locale = object({
	/** Tag of the language, e.g. `pt-BR`. */
	locale: required(languageTag),
	/** Name of the language. Default: its name in that language. */
	label: string,
	/** Writing direction. Default: that of the language's script. */
	direction: oneOf('ltr', 'rtl'),
	/** Value of the `lang` attribute. Default: the locale. */
	htmlLang: languageTag,
	/** Unicode calendar for dates. */
	calendar: filled(calendar, 'gregory'),
	/** Folder of its pages on the site. Default: the locale in lower case. The first language has none. */
	path: stringLike('one segment of a path, such as "fr"', (value) => /^[a-z\d][\w-]*$/i.test(value)),
	/** URL, or path on the host, of a language that you build as a separate site. It has no folder in `content`. */
	url: linkAddress,
});

const language = either(languageTag, locale);

/** A language of the site; with `url`, of another site. */
export type LocaleConfig = ReturnType<typeof withDefaults>;

/** Folders of `content` and of the output. */
const RESERVED = ['docs', 'blog', 'pages', 'versions', 'static', 'reference', 'assets', 'sidebars'];

/** Scripts that are written from right to left: "text info" of `Intl.Locale` lacks Divehi, `ku-Arab` and `ur-Aran`. */
const RTL_SCRIPTS = 'Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa Yezi'.split(' ');

function withDefaults(entry: string | Resolved<typeof locale>, index: number) {
	const given = typeof entry === 'string' ? { locale: entry } : entry;
	const { locale: tag } = given;
	const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
	const [initial = '', ...letters] = name;
	const isRtl = RTL_SCRIPTS.includes(new Intl.Locale(tag).maximize().script ?? '');
	const defaults = {
		label: initial.toLocaleUpperCase(tag) + letters.join(''),
		direction: isRtl ? ('rtl' as const) : ('ltr' as const),
		htmlLang: tag,
		calendar: 'gregory',
		path: index === 0 ? '' : tag.toLowerCase(),
		url: undefined,
	};
	return { ...defaults, ...given };
}

/* ---------------------------------------------------------------- the site */

const version = object({
	/** Displayed name. Default: the version name, or `Next` for current if there are others. */
	label: string,
	/** Route below the docs path. Default: empty for the last version, `next` for current, otherwise the name. */
	path: pagePath,
	/** Show "Version: …" on its pages. Default: true if there are several versions. */
	badge: boolean,
	/** Notice above the text. Default: `unreleased` for versions newer than the last, `unmaintained` for older ones. */
	banner: oneOf('none', 'unreleased', 'unmaintained'),
	/** Keep out of search engines. */
	noIndex: filled(boolean, false),
	/** Class on `<html>`. Default: `docs-version-<name>`. */
	className: string,
});

const blog = object({
	/** Route below the base URL. */
	path: filled(pagePath, 'blog'),
	/** Title of the index. Default: `Blog`. */
	title: string,
	/** Description of the index. Default: `Posts about` and the site's title. */
	description: string,
	/** Posts per index page. */
	postsPerPage: filled(count, 10),
	/** Title of the sidebar. Default: `Recent posts`, or `All posts` with `sidebarCount: 'ALL'`. */
	sidebarTitle: string,
	/** Number of posts in the sidebar. */
	sidebarCount: filled(either(number, oneOf('ALL')), 5),
	/** Show how long a post takes to read. */
	showReadingTime: filled(boolean, true),
	/** Texts of the RSS, Atom and JSON feeds, if they differ from the blog's. */
	feeds: section({
		/** Title of the feeds. Default: the blog's title. */
		title: string,
		/** Description of the feeds. Default: the blog's description. */
		description: string,
		/** Copyright notice in the feeds. */
		copyright: string,
	}),
});

const includedFolder = either(
	folder,
	object({
		/** A folder with pages, images and other files, such as the docs of a package. */
		folder: required(mountedFolder),
		/** Its place in `content`: `docs/kit`, `blog`, `pages/legal`, `versions/1.x` or `static/kit`, for example. */
		at: required(placeInContent),
		/** Files and folders to leave out, as paths in the folder. `*` matches a part of a name, and `**` any folders. */
		exclude: list(excluded),
	}),
);

const SEARCH = {
	/** Interchangeable words in a query, such as `['ws', 'websocket']`. Each is a single word. */
	synonyms: filled(list(list(stringLike('a single word', (value) => /^\S+$/.test(value)))), []),
	/** Text in the empty search box. Default: `Search docs`. */
	placeholder: string,
	/** Route of the search page. */
	path: filled(pagePath, 'search'),
};

/** Fields of extensions in `search`; each extension adds its own to this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: extensions merge their fields into it.
export interface SearchFields {}

const API = {
	/** Name of the pages in links: `[initTRPC](api:server/initTRPC)`. Each docs version may have the same name. */
	id: required(stringLike('a name of letters, digits and hyphens', (value) => /^[\w-]+$/.test(value))),
	/** Name in the reference. Default: the package name, the title in the OpenAPI file, or the id of the router. */
	label: string,
	/** Route of its index below the docs version. Default: `api/<id>`. */
	path: pagePath,
	/** Docs version that the pages belong to. Default: `current`. */
	version: string,
	/** Sections of the index, each a task and the names in it (`adapters/*`, `infer*`). Other names are listed by kind or tag. */
	groups: record(list(string)),
};

/** Fields of extensions in an entry of `api`; each extension adds its own to this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: extensions merge their fields into it.
export interface ApiFields {}

/** Names in `theme.pageTools`; each extension adds its own to this interface. */
export interface PageToolNames {
	copy: true;
	markdown: true;
}

const THEME = {
	/** The look to start from: sans-serif type, serif type on a warm ground, or dense pages with square corners. */
	look: filled(oneOf('plain', 'warm', 'compact'), 'plain'),
	/** Colors by name. Each sets the custom property of that name. */
	colors: filled(colors, {}),
	/** Typefaces served by the site, instead of the system's. */
	fonts: section({
		/** Typeface of headings. */
		display: font,
		/** Typeface of all other text. */
		text: font,
		/** Typeface of code. */
		code: object({
			/** A WOFF2 file, relative to the site folder. */
			file: required(string),
		}),
	}),
	/** A menu for these tools of each page, in this order. Default: `copy` and `markdown`, without a menu. */
	pageTools: list(oneOf('copy', 'markdown') as Check<keyof PageToolNames>),
	/** Folder of your templates, components and style sheets. Its files are code that runs at build time. */
	folder: filled(insideOfSite, 'templates'),
};

/** The check of the field `extensions`, which is read before all others. */
export const ownExtensions = list(
	mapped(
		either(
			string,
			object({
				/** A package, or a file in the site, whose default export is an extension or a function that returns one. */
				extension: required(string),
				/** Argument of the function: plain data. */
				options: check<unknown>('a value', (value) => value),
			}),
		),
		(entry) => (typeof entry === 'string' ? { extension: entry, options: undefined } : entry),
	),
);

/** The table of all fields. */
const TABLE = {
	/** Name of your site. Every page title ends with it, after a bar. */
	title: required(string),
	/** One sentence about your site. It's also the description of pages that have none. */
	tagline: filled(string, ''),
	/** Origin of your published site, without a path, such as `https://example.com`. */
	url: required(origin),
	/** Path that your site is served under, with slashes at both ends. */
	baseUrl: filled(basePath, '/'),
	/** Icon of the browser tab, a file in `content/static`, e.g. `img/icon.svg`. Default: `favicon.ico` if there is one, else the first letter of the title. */
	favicon: address,
	/** Version of the product that you document. It replaces `{version}` in the copyright, the announcement and navbar HTML. */
	version: filled(string, ''),
	/**
	 * Folders outside `content/` from which pages may show files, relative to the site folder: `['../src']`. With `at`,
	 * the files of a folder are part of `content`: `{ folder: '../packages/kit/docs', at: 'docs/kit' }`. Dotfiles stay private.
	 */
	include: filled(list(includedFolder), []),
	/** URL of the site folder in your repository, for "Edit this page" links. Without it, pages have no such link. */
	editUrl: mapped(linkAddress, (value) => value.replace(/\/$/, '')),
	/**
	 * URL for "Report a problem" links, such as the form for a new issue. `{title}`, `{url}` and `{version}` are filled in
	 * for each page. Outside the docs, the version is empty. Without it, pages have no such link.
	 */
	reportUrl: reportAddress,
	/** Languages, each a tag such as `'fr'`, or an object. The first is the language of `content`, and `content/fr` has translations. */
	locales: filled(
		mapped(list(language), (entries) => entries.map(withDefaults)),
		['en'],
	),
	/** The bar at the top of each page. */
	navbar: section({
		/** Text next to the logo. Default: the site's title. Set `''` for none. */
		title: string,
		/** Picture before the title. */
		logo,
		/** Items of eight kinds, distinguished by `type`. */
		items: filled(list(navbarItem), []),
		/** Hide when readers scroll down, show when they scroll up. */
		hideOnScroll: filled(boolean, false),
		/** Page that a right-click on the brand opens, e.g. `/media`. */
		brandContextPage: address,
	}),
	/** Footer of each page. */
	footer: object({
		/** Columns with titles, or single links in a row. You can't mix them. */
		links: filled(
			ruled(list(footerEntry), (links, path, report) => {
				const columns = links.filter((entry) => 'items' in entry).length;
				if (columns > 0 && columns < links.length)
					report({
						path,
						message: 'must be either all columns (with title and items) or all single links; it mixes both',
					});
			}),
			[],
		),
		/** Picture above the copyright. */
		logo,
		/** HTML, with the product's version in place of `{version}`. */
		copyright: string,
	}),
	/** A message above the navbar. */
	announcementBar: object({
		/** A new id shows the bar again to readers who closed it. */
		id: required(string),
		/** HTML, with the product's version in place of `{version}`. */
		content: required(string),
		/** CSS color. */
		backgroundColor: cssColor,
		/** CSS color. */
		textColor: cssColor,
		/** Readers can close it. */
		isCloseable: filled(boolean, true),
	}),
	/** Light and dark mode. */
	colorMode: section({
		/** Mode for readers who haven't chosen one. */
		defaultMode: filled(oneOf('light', 'dark'), 'light'),
		/** Remove the switch, so the system's setting decides. */
		disableSwitch: filled(boolean, false),
		/** Follow the system's setting until the reader chooses. */
		respectPrefersColorScheme: filled(boolean, true),
	}),
	/** Documentation pages, or false for none. */
	docs: filled(
		orFalse(
			object({
				/** Route below the base URL. */
				path: filled(pagePath, 'docs'),
				/** Settings by version name (`current`, or a label in `content/versions.json`). */
				versions: filled(record(version), {}),
				/** Version without its own path. Default: the first in `content/versions.json`, otherwise `current`. */
				lastVersion: string,
				/** Versions to build, for quick previews. Default: all. */
				onlyIncludeVersions: list(string),
				/** Name of the tag pages' folder below the docs path. */
				tagsPath: filled(pagePath, 'tags'),
				/** Show the date and author of the last change, from front matter or Git. */
				showLastUpdate: filled(boolean, false),
				/** Show the path of categories above the text. */
				breadcrumbs: filled(boolean, true),
				/** The list of pages next to the text. */
				sidebar: section({
					/** Readers can hide the whole sidebar. */
					hideable: filled(boolean, false),
					/** Opening a category closes its siblings. */
					autoCollapseCategories: filled(boolean, false),
				}),
			}),
		),
		{},
	),
	/** Blog, or false for none. */
	blog: filled(orFalse(blog), {}),
	/** Search box and index, or false for none. */
	search: filled(orFalse(object(SEARCH as Flat<typeof SEARCH & SearchFields>)), {}),
	/** References that are generated: of packages and tRPC routers, from their TypeScript, and of HTTP APIs, from OpenAPI files. */
	api: filled(list(object(API as Flat<typeof API & ApiFields>)), []),
	/** Appearance of the site. */
	theme: section(THEME),
	/** Kinds of admonition in addition to the five built-in ones: `{ question: { like: 'info' } }` for `:::question`. */
	admonitions: filled(
		record(
			object({
				/** Title if the page gives none. Default: the kind's name. */
				title: string,
				/** The kind that it resembles. */
				like: filled(oneOf(...ADMONITIONS), 'info'),
				/** Its color. Default: the color of the kind in `like`. */
				color,
			}),
		),
		{},
	),
	/** Markdown parser. */
	markdown: section({
		/** Plugins for markdown-it: packages or files in the site (`./plugins/note.ts`), alone or with options. */
		plugins: filled(
			list(
				mapped(
					either(
						string,
						object({
							/** A package, or a file in the site. */
							plugin: required(string),
							/** Second argument of the plugin: plain data. */
							options: check<unknown>('a value', (value) => value),
						}),
					),
					(entry) => (typeof entry === 'string' ? { plugin: entry, options: undefined } : entry),
				),
			),
			[],
		),
	}),
	/** Extensions: packages or files in the site (`./extensions/glossary.ts`), alone or with options. */
	extensions: filled(ownExtensions, []),
	/** Google Analytics, which counts page views. Without it, nothing is counted. */
	analytics: object({
		/** Id of the tracker, e.g. `G-1A2B3C4D5E`. */
		trackingId: required(string),
		/** Remove the end of the reader's IP address. */
		anonymizeIp: filled(boolean, false),
	}),
	/** Scripts loaded on every page, e.g. `/js/widget.js` in `content/static`, or a service's. */
	scripts: filled(
		list(
			mapped(
				either(
					address,
					object({
						/** URL of the file. */
						src: required(address),
						/** Run it once it has loaded, without blocking the page. */
						async: filled(boolean, true),
						/** Global function to call after navigation within the site, e.g. `twttr.widgets.load`. */
						refresh: string,
					}),
				),
				(script) => (typeof script === 'string' ? { src: script, async: true } : script),
			),
		),
		[],
	),
	/** Files to write for these hosts, with redirects and headers, in addition to `_headers`: `_redirects`, `vercel.json`, `nginx.conf`, `.nojekyll`. */
	hosts: filled(list(oneOf('netlify', 'cloudflare', 'vercel', 'nginx', 'github-pages')), []),
	/** Your own host files in `content/static`: `['_headers']`. Any other is an error, because it could remove the security policy or redirect the site. */
	ownHostFiles: filled(list(string), []),
	/** Elements at the end of every page's head. */
	head: filled(
		list(
			object({
				/** Name of the element. */
				tag: required(oneOf('meta', 'link')),
				/** Its attributes by name. */
				attributes: filled(record(string), {}),
			}),
		),
		[],
	),
	/** Sources that the content security policy allows in addition to docsgen's own: `{ 'connect-src': ['https://x.example'] }`. */
	contentSecurityPolicy: section({
		'script-src': sources,
		'style-src': sources,
		'img-src': sources,
		'font-src': sources,
		'connect-src': sources,
		'frame-src': sources,
		'media-src': sources,
		'worker-src': sources,
		'form-action': sources,
		'frame-ancestors': sources,
	}),
	/** A service that generates social images. */
	socialImage: section({
		/** URL with `{title}`, `{description}`, `{permalink}` and, for posts, `{author}`, `{date}`, `{readingTime}`. */
		docs: address,
		/** The same for posts. */
		posts: address,
		/** Image of all other pages: a URL or a file in `content/static`. */
		default: address,
	}),
	/** Redirects from old paths. */
	redirects: filled(
		list(
			object({
				/** Old path, or several. */
				from: required(oneOrMore(string)),
				/** New path on the site, or a full URL. */
				to: required(address),
			}),
		),
		[],
	),
	/** URLs that `docsgen check --external` skips, because their hosts turn programs away. `*` matches any characters. */
	ignoredExternalLinks: filled(list(urlPattern), []),
	/** Default heading levels in tables of contents. */
	tableOfContents: filled(
		ruled(
			object({
				/** Highest level in the table. */
				minHeadingLevel: filled(headingLevel, 2),
				/** Lowest level in the table. */
				maxHeadingLevel: filled(headingLevel, 3),
			}),
			({ minHeadingLevel: min, maxHeadingLevel: max }, path, report) => {
				if (min > max)
					report({ path: [...path, 'minHeadingLevel'], message: 'must not be greater than maxHeadingLevel' });
			},
		),
		{},
	),
	/** Broken links in pages, navbar, footer and sidebars. */
	onBrokenLinks: filled(reaction, 'throw'),
	/** Links to a heading or an id that the page doesn't have. */
	onBrokenAnchors: filled(reaction, 'throw'),
	/** Links to a Markdown file that isn't a page. */
	onBrokenMarkdownLinks: filled(reaction, 'throw'),
	/** Two pages with the same URL. */
	onDuplicateRoutes: filled(reaction, 'throw'),
	/** Missing images. */
	onMissingImages: filled(reaction, 'throw'),
	/** Translations of pages that have changed since. */
	onOutdatedTranslations: filled(reaction, 'log'),
	/** Capitalized tags that aren't components. Unless they fail the build, their content is shown; `docsgen dev` adds a box. */
	onUnknownComponents: filled(reaction, 'throw'),
	/** Code in braces that isn't data. Unless it fails the build, readers see it as text. */
	onExpressions: filled(reaction, 'throw'),
	/** Allow script elements, event-handler attributes and `javascript:` URLs in Markdown. */
	allowRawScripts: filled(boolean, false),
	/** Keep every page out of search engines. */
	noIndex: filled(boolean, false),
};

export const fields = object(TABLE);

/** The fields of extensions as authors write them; each extension adds its own to this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: extensions merge their fields into it.
export interface ExtensionFields {}
/** The fields of extensions as docsgen reads them. */
// biome-ignore lint/suspicious/noEmptyInterface: as above.
export interface ExtensionConfig {}

/** Returns the value of a field as docsgen reads it; undefined for one that it reports. */
export type FieldCheck = (value: unknown, path: Path, report: Report) => unknown;

/** Fields that an extension adds to the configuration. */
export interface ConfigSection {
	fields?: Readonly<Record<string, Table[string] | FieldCheck>>;
	/** Fields in `search`. */
	search?: Table;
	/** Fields in an entry of `api`. */
	api?: Table;
	/** Its fields that say where the pages of an entry come from; an entry has one such field. */
	apiSources?: readonly string[];
	/** Entries of the page tools, by their names in `theme.pageTools`. */
	pageTools?: Readonly<Record<string, PageTool>>;
	/** Names that other tools have for fields → where docsgen has them. */
	elsewhere?: Readonly<Record<string, string>>;
	/** Completes a valid configuration from variables of the environment, which are inputs of the site. */
	complete?(site: Pick<Site, 'title' | 'search'>, env: Environment): void;
	/** Code of a finding → the field that sets its severity. */
	settings?: Readonly<Record<string, string>>;
	/** Fields without texts for readers. */
	untranslated?: readonly string[];
	/** Rules about several fields, of a configuration as it's written. */
	check?(input: Record<string, unknown>, report: Report): void;
	/** Docs versions that the fields name, with their field for messages. */
	versions?(config: Config): [field: string, version: string][];
	/** Folders of the site with files that the fields are about. */
	folders?(config: Config): string[];
	/** Groups of virtual pages, which sidebars list and names of pages start with. */
	groups?(config: Config): PageGroup[];
	/** Sources that pages need besides the site's own (CSP): directive → sources. */
	policy?(config: Config): Record<string, string[]>;
	/** Origins that pages connect to before they need them. */
	preconnect?(config: Config): string[];
	/** A service that answers readers' questions before the site's own index does. */
	service?(config: Config): SearchService | undefined;
	/** Fields with settings of docs versions, which `docsgen version` copies: by name of the version, or of list items with a `version`. */
	versioned?: Readonly<Record<string, 'names' | 'items'>>;
	/** Plain data for its rules of the dialect. Other data parses all pages again. */
	parsing?(config: Config): unknown;
}

/** Virtual pages of a docs version. */
export interface PageGroup {
	/** As in `VirtualFact.id`. */
	id: string;
	version: string;
	/** The package that the pages are about, as in `Hover.name`; absent if they are about something else. */
	package?: string;
}

/** An entry of the page tools: a line that readers copy. */
export interface PageTool {
	/** Key of its words; as docsgen reads it, their text. */
	label: string;
	/** With `{url}` for the address of the site. */
	text: string;
}

/** The value of a variable of the environment. */
type Environment = (name: string) => string | undefined;

/** The part of an extension that configurations need. */
export interface Extending {
	name: string;
	words?: Readonly<Record<string, { en: string }>>;
	config?: ConfigSection;
}

/** All that the fields of extensions mean to the rest of docsgen, by `ConfigSection`. */
export interface ExtendedConfig {
	settings: Readonly<Record<string, string>>;
	untranslated: string[];
	versions: [field: string, version: string][];
	folders: string[];
	groups: PageGroup[];
	policy: [directive: string, sources: string[]][];
	preconnect: string[];
	service: SearchService | undefined;
	pageTools: Readonly<Record<string, PageTool>>;
	/** By name of the extension. */
	parsing: Record<string, unknown>;
}

/** The export of `site.config.ts`. */
export interface SiteConfig extends WrittenValue<typeof fields>, ExtensionFields {}

export type ColorConfig = Resolved<typeof color>;
export type LogoConfig = Resolved<typeof logo>;

type Site = Resolved<typeof fields>;
/** The configuration as docsgen reads it. */
export interface Config extends Omit<Site, 'navbar' | 'blog' | 'search' | 'include'>, ExtensionConfig {
	extended: ExtendedConfig;
	include: Included;
	navbar: Site['navbar'] & { title: string };
	blog?: NonNullable<Site['blog']> & { title: string; description: string; sidebarTitle: string };
	search?: NonNullable<Site['search']> & { placeholder: string };
	/** The language of the site. */
	locale: LocaleConfig;
	/** Folder of all its pages: empty for the first language, `/fr` for French. */
	root: string;
	/** The words of the interface. */
	words: Words;
	/** Translations of texts outside pages. */
	texts: Texts;
}

/** Types the configuration in its file; returns it unchanged. */
export function defineConfig(config: SiteConfig): SiteConfig {
	return config;
}

/** Code of a finding → the field that sets its severity (B-294). */
const SETTINGS = {
	'broken-link': 'onBrokenLinks',
	'broken-anchor': 'onBrokenAnchors',
	'broken-markdown-link': 'onBrokenMarkdownLinks',
	'duplicate-route': 'onDuplicateRoutes',
	'missing-image': 'onMissingImages',
	'translation-outdated': 'onOutdatedTranslations',
	'unknown-component': 'onUnknownComponents',
	expression: 'onExpressions',
} as const satisfies Record<string, keyof Config>;

/**
 * Validates the export of `site.config.ts` and fills in defaults. `overrides`, from the command line and the
 * environment, take precedence. `speech` has the words and texts of a language. Returns either a list of `problems`, or `config`,
 * with the configuration in each of the `languages`, of which it is the first. `extensions` add fields.
 */
export function resolveConfig(
	raw: unknown,
	overrides: { url?: string; baseUrl?: string; env?: Environment } = {},
	speech: (locale: LocaleConfig) => { words: Words; texts: Texts } = () => ({ words: ENGLISH_WORDS, texts: {} }),
	extensions: readonly Extending[] = [],
): { config?: Config; languages?: Config[]; problems: Problem[] } {
	const problems: Problem[] = [];
	const sections = extensions.flatMap(({ config }) => config ?? []);
	const elsewhere = Object.assign({}, ELSEWHERE, ...sections.map((one) => one.elsewhere));
	const report = (problem: Problem): void => void problems.push(withPlace(problem, elsewhere));
	const { url, baseUrl, env = () => undefined } = overrides;
	const replaced = Object.entries({ url, baseUrl }).filter(([, value]) => value !== undefined);
	const input = isRecord(raw) && replaced.length > 0 ? { ...raw, ...Object.fromEntries(replaced) } : raw;
	const site = fieldsWith(sections)(input, [], report);
	if (isRecord(input))
		for (const check of [crossChecks, ...sections.flatMap((one) => one.check ?? [])]) check(input, report);
	if (!site || problems.length > 0) return { problems };
	for (const one of sections) one.complete?.(site, env);
	const untranslated = sections.flatMap((one) => one.untranslated ?? []);
	const locales = site.locales.filter(({ url }, index) => index === 0 || url === undefined);
	const languages = locales.map((locale) => {
		const { words, texts } = speech(locale);
		const own = withTexts(site, translated(texts), untranslated);
		// The interfaces of extensions say which fields their tables have.
		const config = { ...localized(own, locale, words), texts } as Config;
		const extended: ExtendedConfig = {
			settings: Object.assign({}, SETTINGS, ...sections.map((one) => one.settings ?? {})),
			untranslated,
			versions: sections.flatMap((one) => one.versions?.(config) ?? []),
			folders: sections.flatMap((one) => one.folders?.(config) ?? []),
			groups: sections.flatMap((one) => one.groups?.(config) ?? []),
			policy: sections.flatMap((one) => Object.entries(one.policy?.(config) ?? {})),
			preconnect: sections.flatMap((one) => one.preconnect?.(config) ?? []),
			service: sections.flatMap((one) => one.service?.(config) ?? [])[0],
			pageTools: Object.assign({}, ...extensions.map((one) => toolsOf(one, words))),
			parsing: Object.fromEntries(extensions.map(({ name, config: of }) => [name, of?.parsing?.(config)])),
		};
		return { ...config, extended };
	});
	return problems.length > 0 ? { problems } : { config: languages[0], languages, problems };
}

/** The check of all fields, with the ones of extensions. */
function fieldsWith(sections: readonly ConfigSection[]): typeof fields {
	const [more, inSearch, inApi, tools] = (['fields', 'search', 'api', 'pageTools'] as const).map((name) =>
		Object.assign({}, ...sections.map((one) => one[name])),
	);
	const sources = sections.flatMap(({ apiSources = [] }) => apiSources);
	const entry = ruled(object<Table>({ ...API, ...inApi }), (written, path, report) => {
		if (sources.filter((name) => written[name] !== undefined).length !== 1)
			report({ path, message: `must have one of the fields ${sources.map((name) => `"${name}"`).join(', ')}` });
	});
	return object({
		...TABLE,
		...more,
		search: filled(orFalse(object({ ...inSearch, ...SEARCH })), {}),
		api: filled(list(entry), []),
		theme: section({ ...THEME, pageTools: list(oneOf('copy', 'markdown', ...Object.keys(tools))) }),
	}) as typeof fields;
}

/** The entries of the page tools from an extension, with their labels in a language. */
function toolsOf({ config, words = {} }: Extending, own: Words): Record<string, PageTool> {
	const labels: Readonly<Record<string, unknown>> = own;
	return Object.fromEntries(
		Object.entries(config?.pageTools ?? {}).map(([name, { label, text }]) => [
			name,
			{ label: String(labels[label] ?? words[label]?.en), text },
		]),
	);
}

/** The configuration in a language: its paths, and the texts that authors leave to the language. */
function localized(
	{ docs, blog, search, navbar, include, ...site }: Site,
	locale: LocaleConfig,
	words: Words,
): Omit<Config, 'texts' | 'extended' | keyof ExtensionConfig> {
	const root = locale.path === '' ? '' : `/${locale.path}`;
	const placed = <T extends { path: string }>(part: T): T => ({ ...part, path: `${root}/${part.path}`.slice(1) });
	const title = words[blog?.sidebarCount === 'ALL' ? 'allPosts' : 'recentPosts'];
	return {
		...site,
		include: included(include),
		noIndex: site.noIndex || site.head.some(isNoIndex),
		redirects: site.redirects.filter(({ to }) => localeAt(to, site.locales) === locale),
		navbar: { ...navbar, title: navbar.title ?? site.title },
		docs: docs && placed(docs),
		blog: blog && {
			...placed(blog),
			title: blog.title ?? words.blog,
			description: blog.description ?? say(words.postsAbout, { site: site.title }),
			sidebarTitle: blog.sidebarTitle ?? title,
		},
		search: search && { ...placed(search), placeholder: search.placeholder ?? words.searchDocs },
		locale,
		root,
		words,
	};
}

function included(include: Site['include']): Included {
	const plain = (folder: string): string => folder.replace(/^\.\/|\/+$/g, '');
	return {
		folders: include.map((entry) => plain(typeof entry === 'string' ? entry : entry.folder)),
		mounts: include
			.flatMap((entry) =>
				typeof entry === 'string' ? [] : [{ ...entry, folder: plain(entry.folder), at: `${CONTENT}/${entry.at}` }],
			)
			.sort((a, b) => b.at.length - a.at.length),
	};
}

/** The language of a path: the one that has it in its folder, otherwise the first. */
function localeAt(route: string, locales: LocaleConfig[]): LocaleConfig | undefined {
	return (
		locales.find(({ path, url }) => url === undefined && path !== '' && `${route}/`.startsWith(`/${path}/`)) ??
		locales[0]
	);
}

/** Common names for fields, mostly from other tools → where docsgen has them. */
const ELSEWHERE: Record<string, string> = {
	accent: 'theme.colors.accent',
	base: 'baseUrl',
	colors: 'theme.colors',
	customCss: 'the file content/theme.css',
	description: 'tagline',
	editLink: 'editUrl',
	fonts: 'theme.fonts',
	googleAnalytics: 'analytics',
	gtag: 'analytics',
	i18n: 'locales',
	lang: 'locales',
	logo: 'navbar.logo',
	nav: 'navbar',
	plugins: 'markdown.plugins',
	primary: 'accent',
	sidebar: 'the file content/docs/sidebars.ts',
	stylesheets: 'the file content/theme.css',
};

function withPlace(problem: Problem, elsewhere: Record<string, string>): Problem {
	const [, place] = Object.entries(elsewhere).find(([name]) => name === problem.path.at(-1)) ?? [];
	if (place === undefined || !problem.isUnknown) return problem;
	return { ...problem, message: `is not a known field: it is ${place} here` };
}

/** The elements of a list as written, by their places; undefined for an invalid one. */
export function elementsOf<T, W>(written: unknown, of: Check<T, W>): (T | undefined)[] {
	return Array.isArray(written) ? written.map((item) => of(item, [], () => {})) : [];
}

/** Rules about several fields at once, as far as they are valid. */
function crossChecks(input: Record<string, unknown>, report: Report): void {
	// A field that is not valid is absent.
	const site: Partial<NonNullable<ReturnType<typeof fields>>> =
		fields({ ...input, title: '', url: 'https://example.com' }, [], () => {}) ?? {};
	const apis = elementsOf(
		input.api,
		object(API, () => undefined),
	);
	for (const [index, one] of apis.entries()) {
		if (!one) continue;
		const { id, version = 'current' } = one;
		const isTaken = apis.findIndex((other) => other?.id === id && (other.version ?? 'current') === version) < index;
		const message = `must differ from the others of docs version "${version}"; "${id}" is taken`;
		if (isTaken) report({ path: ['api', index, 'id'], message });
	}
	if (apis.length > 0 && input.docs === false)
		report({ path: ['api'], message: 'must be empty if "docs" is false: its pages belong to the docs' });
	const includes = elementsOf(input.include, includedFolder);
	for (const [index, entry] of includes.entries()) {
		const { folder = '', at } = typeof entry === 'object' ? entry : {};
		const taken = includes.findIndex((other) => typeof other === 'object' && other.at === at);
		if (at !== undefined && taken < index)
			report({ path: ['include', index, 'at'], message: `must differ from the others; "${at}" is taken` });
		if (/^(?:\.\.?\/*)+$/.test(folder) || /^(?:\.\/)?content(?:\/|$)/.test(folder))
			report({
				path: ['include', index, 'folder'],
				message: 'must be a folder outside of content/, without the site in it',
			});
	}
	const languages = elementsOf(input.locales ?? ['en'], language).map((entry, index) =>
		entry === undefined ? undefined : withDefaults(entry, index),
	);
	if (Array.isArray(input.locales) && languages.length === 0)
		report({ path: ['locales'], message: 'must have a language' });
	const tags = languages.map((one) => one?.locale.toLowerCase());
	const paths = languages.map((one) => (one?.url === undefined ? one?.path : undefined));
	const parts = [site.docs, site.blog, site.search].flatMap(
		(part) => (part ? part.path?.split('/')[0] : undefined) ?? [],
	);
	for (const [index, one] of languages.entries()) {
		if (!one) continue;
		const { locale, path, url } = one;
		const refuse = (message: string): void => report({ path: ['locales', index], message });
		if (tags.indexOf(locale.toLowerCase()) < index) refuse(`must differ from the others; "${locale}" is taken`);
		else if (index === 0) {
			if (path !== '') refuse('must have no "path": the pages of the first language are in no folder');
		} else if (url === undefined) {
			if (paths.indexOf(path) < index) refuse(`must have another "path"; "${path}" is taken`);
			if ([...RESERVED, ...parts].includes(path))
				refuse(`must have another "path": "${path}" is a folder of the site already`);
			if (RESERVED.includes(locale)) refuse(`must be another tag: ${locale} is a folder of content already`);
		}
	}
}

/** Images that the configuration names, by field. */
export function imagesOf(config: Config): [path: string[], src: string | undefined][] {
	const { favicon, navbar, footer, socialImage } = config;
	return [
		[['favicon'], favicon],
		[['navbar', 'logo', 'src'], navbar.logo?.src],
		[['navbar', 'logo', 'srcDark'], navbar.logo?.srcDark],
		[['footer', 'logo', 'src'], footer?.logo?.src],
		[['footer', 'logo', 'srcDark'], footer?.logo?.srcDark],
		[['socialImage', 'default'], socialImage.default],
	];
}
