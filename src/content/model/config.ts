/**
 * The configuration of a site. The tables below say each field once: the comment is what editors show and the
 * configuration reference prints, the type of what authors may write (`SiteConfig`) and of what docsgen reads
 * (`Config`, defaults filled in, no functions) follow from them.
 */
import { isCssColor } from './css-color.ts';
import type { Severity } from './diagnostic.ts';
import {
	address,
	boolean,
	type Check,
	check,
	custom,
	either,
	filled,
	isRecord,
	list,
	mapped,
	nearest,
	number,
	object,
	oneOf,
	oneOrMore,
	orFalse,
	type Problem,
	type Report,
	type Resolved,
	record,
	required,
	ruled,
	section,
	string,
	stringLike,
	variants,
	type Written,
} from './schema.ts';

/** What a kind of finding does to the build (B-294). */
export type Reaction = 'ignore' | 'log' | 'warn' | 'throw';
const SEVERITY = { ignore: 'ignore', log: 'info', warn: 'warning', throw: 'error' } as const;
const reaction: Check<Severity | 'ignore', Reaction> = mapped(
	oneOf('ignore', 'log', 'warn', 'throw'),
	(value) => SEVERITY[value],
);

const regex = stringLike('a regular expression, written as a string', (value) => {
	try {
		return new RegExp(value) instanceof RegExp;
	} catch {
		return false;
	}
});
const calendar = stringLike('a calendar that Unicode knows, such as "gregory"', (value) =>
	Intl.supportedValuesOf('calendar').includes(value),
);
const headingLevel = check('a whole number from 2 to 6', (value) =>
	typeof value === 'number' && Number.isInteger(value) && value >= 2 && value <= 6 ? value : undefined,
);
const origin = stringLike(
	'an origin without a path, such as "https://example.com"',
	(value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value.toLowerCase(),
);
const sources = list(stringLike('one source, such as "https://example.com"', (value) => /^[^\s;,]+$/.test(value)));
const basePath = stringLike(
	'a path with a slash at both ends, such as "/" or "/project/"',
	(value) => /^\/(?:[^?#]*\/)?$/.test(value) && !value.includes('//'),
);

const folder = stringLike(
	'a folder relative to the site, such as "../src"',
	(value) => !/^[/\\]|^[a-z]:|[\\\0]|^$/i.test(value),
);

const cssColor = stringLike('a color of CSS, such as "#7a3b9d"', isCssColor);
const insideOfSite = stringLike('a folder of the site such as "content/theme"', (value) =>
	/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(value),
);

/** One color for both modes, or one for each. */
const color = either(cssColor, object({ light: required(cssColor), dark: required(cssColor) }));

/** The public theme: each is the custom property of its name, `--accent`, which style sheets of a site's own may use. */
const colors = object({
	/** Links, buttons and what is chosen. One for both modes is shown lighter in the dark one. */
	accent: color,
	/** Ground of what is chosen. Default: mixed from a color of `accent`. */
	'accent-wash': color,
	/** Text on the accent. */
	'on-accent': color,
	/** The second color: what stands against the accent, such as the other end of a wire. One for both modes is shown lighter in the dark one. */
	signal: color,
	/** Ground of what has the second color. Default: mixed from a color of `signal`. */
	'signal-wash': color,
	/** The page. */
	ground: color,
	/** Areas on the page. */
	surface: color,
	/** What lies above the page: menus, cards. */
	raised: color,
	/** Lines that part. */
	line: color,
	/** Lines around what can be used. */
	'line-strong': color,
	/** Text. */
	ink: color,
	/** Text that steps back. */
	'ink-soft': color,
	/** Tips. */
	good: color,
	/** Cautions, warnings and what is deprecated. */
	caution: color,
	/** Dangers and errors. */
	bad: color,
	/** Code: words of the language. */
	'code-keyword': color,
	/** Code: texts. */
	'code-string': color,
	/** Code: comments. */
	'code-comment': color,
	/** Code: numbers. */
	'code-number': color,
	/** Code: names that are called. */
	'code-function': color,
	/** Code: types. */
	'code-type': color,
	/** Code: signs. */
	'code-quiet': color,
});

const font = object({
	/** A WOFF2 file, from the folder of the site on: `content/fonts/headings.woff2`. */
	file: required(string),
	/** Kind of the system's typeface that stands in, at the same measures, until the file has come. */
	fallback: filled(oneOf('serif', 'sans-serif'), 'sans-serif'),
});

const logo = object({
	/** File of `content/static`, or an address. */
	src: required(address),
	/** Variant for the dark mode. */
	srcDark: address,
	/** Text for readers who do not see it. */
	alt: string,
	/** Pixels. */
	width: number,
	/** Pixels. */
	height: number,
	/** Where it leads. Default the home page. */
	href: address,
	/** Browsing context, e.g. `_self`. */
	target: string,
});

/* ---------------------------------------------------------------- navbar */

/** Fields that all items share. */
const item = {
	/** Side of the bar. */
	position: filled(oneOf('left', 'right'), 'right'),
	/** Class of its element. */
	className: string,
};
const target = {
	/** A path of the site. */
	to: address,
	/** A full address. */
	href: address,
};
const activity = {
	/** Active on every path that starts with it. */
	activeBasePath: string,
	/** Active on every path this pattern matches, whatever the case; wins over `activeBasePath`. */
	activeBaseRegex: regex,
};

const link = ruled(
	object({
		type: filled(oneOf('default'), 'default'),
		...item,
		...target,
		/** What readers see. */
		label: string,
		/** Name for screen readers, where there is no label. */
		ariaLabel: string,
		/** Name of an icon the templates know, e.g. `github`. */
		icon: string,
		...activity,
	}),
	({ to, href }, path, report) => {
		if ((to === undefined) === (href === undefined))
			report({ path, message: 'must have either "to" (a path of the site) or "href" (a full address), and not both' });
	},
);
const doc = object({
	type: required(oneOf('doc')),
	...item,
	/** Id of a doc of the last version. */
	docId: required(string),
	/** Default the id. */
	label: string,
	/** Active on every path this pattern matches, whatever the case. */
	activeBaseRegex: regex,
});
const docSidebar = object({
	type: required(oneOf('docSidebar')),
	...item,
	/** Id of a sidebar of the last version: leads to its first page. */
	sidebarId: required(string),
	/** Default the id. */
	label: string,
	/** Active on every path this pattern matches, whatever the case. */
	activeBaseRegex: regex,
});
const html = object({
	type: required(oneOf('html')),
	...item,
	/** Raw HTML. */
	value: required(string),
});

const INNER = { default: link, doc, docSidebar, html };
/** What may stand in a dropdown: no dropdown (B-285), no search. */
const dropdownItem = variants(INNER, kindOf, (kind): string =>
	Object.hasOwn(NAVBAR, kind)
		? `must be a link: an item of type "${kind}" cannot stand inside a dropdown`
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
			/** What readers see. */
			label: required(string),
			/** What it opens: items of every kind but dropdowns and search. */
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
	/** Where the search box stands; without one it is the last on the right. */
	search: object({ type: required(oneOf('search')), ...item }),
};
const navbarItem = variants(NAVBAR, kindOf, unknownItem);
export type NavbarItemConfig = Written<typeof navbarItem>;
/** An item as it is read: its kind said, its side too. */
export type NavbarItem = Resolved<typeof navbarItem>;

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
	/** What readers see. */
	label: string,
	...target,
	/** Raw HTML in place of a link. */
	html: string,
});
const footerColumn = object({
	/** Above the links. */
	title: required(string),
	/** The links of the column. */
	items: required(list(footerLink)),
});
export type FooterLinkConfig = Resolved<typeof footerLink>;
export type FooterColumnConfig = Resolved<typeof footerColumn>;
const footerEntry: Check<FooterColumnConfig | FooterLinkConfig> = custom(
	'a column or a link',
	(value, path, report) => {
		if (isRecord(value) && 'items' in value) return footerColumn(value, path, report);
		const entry = footerLink(value, path, report);
		if (entry && entry.html === undefined && (entry.to === undefined) === (entry.href === undefined))
			report({ path, message: 'must have one of "to", "href" and "html"' });
		return entry;
	},
);

/* ---------------------------------------------------------------- the site */

const version = object({
	/** Shown name. Default the version name, `Next` for current where others exist. */
	label: string,
	/** Route below the docs path. Default empty for the last version, `next` for current, else the name. */
	path: string,
	/** Show "Version: …" on its pages. Default true when there are several. */
	badge: boolean,
	/** Default `unreleased` for versions newer than the last, `unmaintained` for older ones. */
	banner: oneOf('none', 'unreleased', 'unmaintained'),
	/** Keep out of search engines. */
	noIndex: filled(boolean, false),
	/** Class on `<html>`. Default `docs-version-<name>`. */
	className: string,
});

/** Hosted service that speaks the Algolia protocol. */
const hostedSearch = object({
	/** Overridable by `DOCSGEN_SEARCH_APP_ID`. */
	appId: required(string),
	/** Public key that may only search. Overridable by `DOCSGEN_SEARCH_API_KEY`. */
	apiKey: required(string),
	/** Name of the index. */
	indexName: required(string),
	/** Appended to the language and version filters. */
	facetFilters: list(string),
	/** Hits whose address matches stay absolute. A regular expression. */
	externalUrlRegex: regex,
	/** Origins asked in turn instead of the service's own: a proxy, a server of your own, a test. */
	hosts: list(string),
	/** What `docsgen search push` writes besides the texts. */
	index: object({
		/** Settings of the index that every push sets; all others stay as they are in an index that is there. */
		settings: record(check<unknown>('a value', (value) => value)),
		/** `weight.pageRank` of pages by the beginning of their path; the longest one decides. */
		pageRank: record(number),
	}),
});

const api = object({
	/** Name of the package in `api:` links: `[initTRPC](api:server/initTRPC)`. */
	id: required(stringLike('a name of letters, digits and hyphens', (value) => /^[\w-]+$/.test(value))),
	/** Name of the package on npm. */
	package: required(string),
	/** How the reference calls it. Default: its name. */
	label: string,
	/** Folder of the site from which the package is found, or that is the package. Default: the site's own. */
	folder: string,
	/** Entry point to file inside the package: `{ '.': 'src/index.ts' }`. Default: what its package.json exports. */
	entryPoints: record(string),
	/** Route of its index below the docs version. Default `api/<id>`. */
	path: string,
	/** Docs version the pages belong to. Default `current`. */
	version: string,
	/** Address of a source line, with `{version}`, `{file}` (inside the package) and `{line}`. Omit for no links. */
	source: address,
	/** Sections of its index: what a user does, to names of symbols (`adapters/*`, `infer*`); the rest is listed by kind. */
	groups: record(list(string)),
	/** Where other packages explain their names: `{ zod: 'https://…/{name}' }`; `typescript` and `dom` are the compiler's own. */
	external: record(string),
	/** What type parameters stand for, by name: `{ TRouter: 'The type of your router.' }`. */
	typeParameters: record(string),
	/** A TypeScript file of the site whose exported and local names `instances` may use. */
	examples: string,
	/** What a user gets who calls a symbol: name to titled types, whose members its page lists. */
	instances: record(record(string)),
});

const blog = mapped(
	object({
		/** Route below the base URL. */
		path: filled(string, 'blog'),
		/** Title of the index. */
		title: filled(string, 'Blog'),
		/** Default `Posts about` the site. */
		description: string,
		/** Posts on a page of the index. */
		postsPerPage: filled(number, 10),
		/** Default `Recent posts`, or `All posts` with `sidebarCount: 'ALL'`. */
		sidebarTitle: string,
		/** Posts beside the text. */
		sidebarCount: filled(either(number, oneOf('ALL')), 5),
		/** Show how long a post takes to read. */
		showReadingTime: filled(boolean, true),
		/** Texts of RSS, Atom and JSON feeds, where they differ from the blog's. */
		feeds: section({
			/** Default: the title of the blog. */
			title: string,
			/** Default: that of the blog. */
			description: string,
			/** Said in the feeds. */
			copyright: string,
		}),
	}),
	(value) => ({ ...value, sidebarTitle: value.sidebarTitle ?? sidebarTitle(value.sidebarCount) }),
);

function sidebarTitle(count: number | 'ALL'): string {
	return count === 'ALL' ? 'All posts' : 'Recent posts';
}

const fields = object({
	/** Name of the site; ends every page title after a bar. */
	title: required(string),
	/** One sentence under the title, default description of pages that have none. */
	tagline: filled(string, ''),
	/** Origin the site is served from, without a path: `https://example.com`. */
	url: required(origin),
	/** Path the site is served under, with slashes at both ends. */
	baseUrl: filled(basePath, '/'),
	/** Icon of the browser tab, a file of `content/static`, e.g. `img/icon.svg`. */
	favicon: address,
	/** Version of the product that the site documents: `{version}` in the copyright, the announcement and navbar HTML. */
	version: filled(string, ''),
	/** Folders beside `content/` that pages may show files of, relative to the site: `['../src']`. Dotfiles stay private. */
	include: filled(list(folder), []),
	/** Owner of the source repository: where "Edit this page" leads. Omit for no edit links. */
	editUrl: mapped(address, (value) => value.replace(/\/$/, '')),
	/** Languages; the first is that of this site, the others are sites of their own below the same address. */
	locales: filled(
		list(
			mapped(
				object({
					/** Tag of the language, e.g. `en`. */
					locale: required(string),
					/** Name in its own language. */
					label: required(string),
					/** Writing direction. */
					direction: filled(oneOf('ltr', 'rtl'), 'ltr'),
					/** Value of the `lang` attribute. Default the locale. */
					htmlLang: string,
					/** Unicode calendar for dates. */
					calendar: filled(calendar, 'gregory'),
					/** Path below the base URL where the site of the language is published; none for the first. */
					path: string,
				}),
				({ htmlLang, path = '', ...rest }) => ({ ...rest, htmlLang: htmlLang ?? rest.locale, path }),
			),
		),
		[{ locale: 'en', label: 'English' }],
	),
	/** The bar at the top of each page. */
	navbar: section({
		/** Text beside the logo. Default the site's title; empty for none. */
		title: string,
		/** Picture in front of the title. */
		logo,
		/** Eight kinds, told apart by `type`. */
		items: filled(list(navbarItem), []),
		/** Hide when readers scroll down, show when they scroll up. */
		hideOnScroll: filled(boolean, false),
		/** Page that a right-click on the brand opens, e.g. `/media`. */
		brandContextPage: address,
	}),
	/** The end of each page. */
	footer: object({
		/** Columns with titles, or links in a row; mixing both is an error. */
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
		/** HTML; `{version}` is the version of the product. */
		copyright: string,
	}),
	/** A message above the navbar. */
	announcementBar: object({
		/** A new id shows the bar again to readers who closed it. */
		id: required(string),
		/** HTML; `{version}` is the version of the product. */
		content: required(string),
		/** CSS color. */
		backgroundColor: cssColor,
		/** CSS color. */
		textColor: cssColor,
		/** Readers may close it. */
		isCloseable: filled(boolean, true),
	}),
	/** Light and dark. */
	colorMode: section({
		/** What readers see who chose nothing. */
		defaultMode: filled(oneOf('light', 'dark'), 'light'),
		/** No switch: the system decides. */
		disableSwitch: filled(boolean, false),
		/** Follow the system where the reader chose nothing. */
		respectPrefersColorScheme: filled(boolean, true),
	}),
	/** Documentation pages, or false for a site without. */
	docs: filled(
		orFalse(
			object({
				/** Route below the base URL. */
				path: filled(string, 'docs'),
				/** Settings per version name (`current`, or a label of `content/versions.json`). */
				versions: filled(record(version), {}),
				/** Version that has no path of its own. Default the first of `content/versions.json`, else `current`. */
				lastVersion: string,
				/** Versions to build, for quick previews. Default all. */
				onlyIncludeVersions: list(string),
				/** Name of the tag pages' folder below the docs path. */
				tagsPath: filled(string, 'tags'),
				/** Show when and by whom a page was last changed, as front matter or else git says. */
				showLastUpdate: filled(boolean, false),
				/** Show the path of categories above the text. */
				breadcrumbs: filled(boolean, true),
				/** The list of pages beside the text. */
				sidebar: section({
					/** Readers may hide the whole sidebar. */
					hideable: filled(boolean, false),
					/** Opening a category closes its siblings. */
					autoCollapseCategories: filled(boolean, false),
				}),
			}),
		),
		{},
	),
	/** Blog, or false for a site without. */
	blog: filled(orFalse(blog), {}),
	/** Search box and index, or false for a site without. */
	search: filled(
		orFalse(
			object({
				/** Hosted service that speaks the Algolia protocol; absent: the offline index only. */
				hosted: hostedSearch,
				/** Words that mean the same in a question, as `['ws', 'websocket']`. A group's words are single words. */
				synonyms: filled(list(list(stringLike('a single word', (value) => /^\S+$/.test(value)))), []),
				/** Words in the empty search box. */
				placeholder: filled(string, 'Search docs'),
				/** Route of the search page. */
				path: filled(string, 'search'),
			}),
		),
		{},
	),
	/** What the site looks like. */
	theme: section({
		/** Colors of the public theme, by custom property. */
		colors: filled(colors, {}),
		/** Typefaces of the site's own, served by it, in place of the reader's system's. */
		fonts: section({
			/** Headings. */
			display: font,
			/** Everything else that is no code. */
			text: font,
			/** Code. */
			code: object({
				/** A WOFF2 file, from the folder of the site on. */
				file: required(string),
			}),
		}),
		/** Folder of the site's own templates, components and style sheets. What is in it is code, and runs at build time. */
		folder: filled(insideOfSite, 'templates'),
	}),
	/** Kinds of admonition besides the five that are there: `{ question: { like: 'info' } }` for `:::question`. */
	admonitions: filled(
		record(
			object({
				/** Title where the author gives none. Default: the kind's name. */
				title: string,
				/** The kind that it looks like. */
				like: filled(oneOf('note', 'tip', 'info', 'caution', 'danger'), 'info'),
				/** Its color. Default: that of the kind it looks like. */
				color,
			}),
		),
		{},
	),
	/** How pages are read. */
	markdown: section({
		/** Plugins for markdown-it: packages or files of the site (`./plugins/note.ts`), alone or with their options. */
		plugins: filled(
			list(
				mapped(
					either(
						string,
						object({
							/** A package, or a file of the site. */
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
	/** Page-view counting by Google Analytics; absent for none. */
	analytics: object({
		/** Id of the tracker, e.g. `G-1A2B3C4D5E`. */
		trackingId: required(string),
		/** Leave the end of the reader's address out. */
		anonymizeIp: filled(boolean, false),
	}),
	/** Script files loaded on every page, e.g. `/js/widget.js` of `content/static`, or those of a service. */
	scripts: filled(
		list(
			mapped(
				either(
					address,
					object({
						/** Address of the file. */
						src: required(address),
						/** Run it when it has come, without holding up the page. */
						async: filled(boolean, true),
						/** Global function to call after in-page navigation, dotted, e.g. `twttr.widgets.load`. */
						refresh: string,
					}),
				),
				(script) => (typeof script === 'string' ? { src: script, async: true } : script),
			),
		),
		[],
	),
	/** Files for hosts, made from redirects and headers, besides `_headers`: `_redirects`, `vercel.json`, `nginx.conf`, `.nojekyll`. */
	hosts: filled(list(oneOf('netlify', 'cloudflare', 'vercel', 'nginx', 'github-pages')), []),
	/**
	 * Static files that a host obeys and that replace what docsgen writes: `['_headers']`. They may take the security
	 * policy away or redirect the whole site, so any other such file in `content/static` is an error.
	 */
	ownHostFiles: filled(list(string), []),
	/** Elements at the end of the head of every page. */
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
	/** Sources that the content security policy allows besides docsgen's own: `{ 'connect-src': ['https://x.example'] }`. */
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
	/** Link to a service that draws social images. */
	socialImage: section({
		/** Address with `{title}`, `{description}`, `{permalink}` and, for posts, `{author}`, `{date}`, `{readingTime}`. */
		docs: address,
		/** The same for posts. */
		posts: address,
		/** Image of all other pages: an address or a file of `content/static`. */
		default: address,
	}),
	/** Pages that send readers on. */
	redirects: filled(
		list(
			object({
				/** Old path, or several. */
				from: required(oneOrMore(string)),
				/** New path of the site, or a full address. */
				to: required(address),
			}),
		),
		[],
	),
	/** Default heading levels in tables of contents. */
	tableOfContents: filled(
		ruled(
			object({
				/** Default 2. */
				minHeadingLevel: filled(headingLevel, 2),
				/** Default 3. */
				maxHeadingLevel: filled(headingLevel, 3),
			}),
			({ minHeadingLevel: min, maxHeadingLevel: max }, path, report) => {
				if (min > max)
					report({ path: [...path, 'minHeadingLevel'], message: 'must not be greater than maxHeadingLevel' });
			},
		),
		{},
	),
	/** Links of pages, navbar, footer and sidebars that lead nowhere. */
	onBrokenLinks: filled(reaction, 'throw'),
	/** Links to a heading or an id that the page has not. */
	onBrokenAnchors: filled(reaction, 'throw'),
	/** Links to a Markdown file that is no page. */
	onBrokenMarkdownLinks: filled(reaction, 'throw'),
	/** Two pages at one address. */
	onDuplicateRoutes: filled(reaction, 'throw'),
	/** Images that are not there. */
	onMissingImages: filled(reaction, 'throw'),
	/** Tags with a capital letter that are no component: unless they fail the build, what they hold shows in a box. */
	onUnknownComponents: filled(reaction, 'throw'),
	/** Code in braces that is no data: unless it fails the build, it shows as it is written. */
	onExpressions: filled(reaction, 'throw'),
	/** Allow script elements, event-handler attributes and `javascript:` addresses in Markdown. */
	allowRawScripts: filled(boolean, false),
	/** Code samples: the packages they are checked against, per docs version name. */
	samples: filled(
		record(
			object({
				/** Folder with the package.json of the libraries, e.g. `content/samples/10.x`. */
				folder: required(string),
				/** The package whose version readers see. */
				package: required(string),
				/** Whose names tell their types: samples that say `twoslash` (the default), or all that are checked. */
				types: oneOf('twoslash', 'all'),
			}),
		),
		{},
	),
	/** Packages whose API reference is generated from their TypeScript sources or declarations. */
	api: filled(list(api), []),
	/** Keep every page out of search engines. */
	noIndex: filled(boolean, false),
});

/** What `site.config.ts` exports. */
export interface SiteConfig extends Written<typeof fields> {}

export type ColorConfig = Resolved<typeof color>;
export type LogoConfig = Resolved<typeof logo>;
export type ApiConfig = Resolved<typeof api>;
export type HostedSearchConfig = Resolved<typeof hostedSearch>;

type Site = Resolved<typeof fields>;
/** The configuration as docsgen reads it. */
export interface Config extends Omit<Site, 'navbar' | 'blog'> {
	navbar: Site['navbar'] & { title: string };
	blog?: NonNullable<Site['blog']> & { description: string };
}

/** Types the configuration where it is written; returns it as it is. */
export function defineConfig(config: SiteConfig): SiteConfig {
	return config;
}

/** Which field governs what a kind of finding does (B-294). */
export const SETTINGS = {
	'broken-link': 'onBrokenLinks',
	'broken-anchor': 'onBrokenAnchors',
	'broken-markdown-link': 'onBrokenMarkdownLinks',
	'duplicate-route': 'onDuplicateRoutes',
	'missing-image': 'onMissingImages',
	'unknown-component': 'onUnknownComponents',
	expression: 'onExpressions',
} as const satisfies Record<string, keyof Config>;

/**
 * Checks what an author wrote and fills in defaults.
 * `overrides` come from the command line and the environment and win; `problems` is empty where the result is whole.
 */
export function resolveConfig(
	raw: unknown,
	overrides: { baseUrl?: string; searchAppId?: string; searchApiKey?: string } = {},
): { config?: Config; problems: Problem[] } {
	const problems: Problem[] = [];
	const report = (problem: Problem): void => void problems.push(withPlace(problem));
	const input = isRecord(raw) && overrides.baseUrl !== undefined ? { ...raw, baseUrl: overrides.baseUrl } : raw;
	const site = fields(input, [], report);
	if (!site || problems.length > 0) return { problems };
	crossChecks(site, report);
	const { blog, search, title } = site;
	if (search) search.hosted = hostedBy(search.hosted, title, overrides);
	const config: Config = {
		...site,
		navbar: { ...site.navbar, title: site.navbar.title ?? title },
		blog: blog && { ...blog, description: blog.description ?? `Posts about ${title}` },
	};
	return problems.length > 0 ? { problems } : { config, problems };
}

/** Where fields are that people look for under another name, or in another place: those of other tools, mostly. */
const ELSEWHERE: Record<string, string> = {
	accent: 'theme.colors.accent',
	algolia: 'search.hosted',
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

function withPlace(problem: Problem): Problem {
	const place = ELSEWHERE[String(problem.path.at(-1))];
	if (place === undefined || !problem.isUnknown) return problem;
	return { ...problem, message: `is not a known field: it is ${place} here` };
}

/** With id and key from the environment alone, the index is named after the product. */
function hostedBy(
	hosted: HostedSearchConfig | undefined,
	title: string,
	{ searchAppId, searchApiKey }: { searchAppId?: string; searchApiKey?: string },
): HostedSearchConfig | undefined {
	if (hosted) return { ...hosted, appId: searchAppId ?? hosted.appId, apiKey: searchApiKey ?? hosted.apiKey };
	if (!searchAppId || !searchApiKey) return undefined;
	const indexName = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
	return { appId: searchAppId, apiKey: searchApiKey, indexName };
}

/** Rules about several fields at once. */
function crossChecks(site: Site, report: Report): void {
	const ids = site.api.map(({ id }) => id);
	for (const [index, id] of ids.entries()) {
		if (ids.indexOf(id) < index)
			report({ path: ['api', index, 'id'], message: `must differ from the others; "${id}" is taken` });
	}
	for (const [index, { locale, path }] of site.locales.entries()) {
		if (index > 0 && !path)
			report({
				path: ['locales', index],
				message: `must have a "path": a build makes one language, so the site of "${locale}" is built on its own and published there`,
			});
	}
}

/** Images that the configuration names, by field. */
export function imagesOf({
	favicon,
	navbar,
	footer,
	socialImage,
}: Config): [path: string[], src: string | undefined][] {
	return [
		[['favicon'], favicon],
		[['navbar', 'logo', 'src'], navbar.logo?.src],
		[['navbar', 'logo', 'srcDark'], navbar.logo?.srcDark],
		[['footer', 'logo', 'src'], footer?.logo?.src],
		[['footer', 'logo', 'srcDark'], footer?.logo?.srcDark],
		[['socialImage', 'default'], socialImage.default],
	];
}
