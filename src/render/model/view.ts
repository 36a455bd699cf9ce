import type { ComponentManifest, ComponentManifests } from '../../content/model/component.ts';
import type { EntryLook } from '../../content/model/sidebars.ts';
import type { Words } from '../../content/model/words.ts';

export type { Words };

/**
 * The only input of the page template. Everything in the view is part of the key of the page's job. It is plain data;
 * all URLs include the base URL.
 *
 * Large or shared HTML is not in the view: a template writes `slot(name)`, and the renderer inserts the text there
 * afterwards. Slots: `sidebar` (docs), `footer`, and `body:<n>` for `bodies[n]`.
 */
export interface PageView {
	site: SiteView;
	/** URL of the page with base URL: `/docs/server/routers`. */
	route: string;
	head: HeadView;
	/** Classes of `<html>`. */
	htmlClass: string[];
	/** Name of the docs version the page belongs to, if any. */
	version?: string;
	navbar: NavbarItemView[];
	content: ContentView;
	/** URLs of style sheets, in order. */
	styles: string[];
	/** URLs of module scripts, in order. */
	scripts: string[];
	/** Bodies for the slots `body:<n>`. */
	bodies: BodyView[];
	/** The sidebar for the slot `sidebar`. */
	sidebar?: SidebarKey;
}

/** A body on one page: the hash identifies its pieces, `hrefs[n]` is the URL of link n. */
export interface BodyView {
	page: string;
	hash: string;
	/** Only the part before the truncation marker. */
	excerpt: boolean;
	hrefs: string[];
	/** URL of the text's own page, if this is another one. */
	home?: string;
	/** Tag of the language of the text. */
	locale: string;
	/**
	 * What its fences show: the hash of their annotations, the URL of the style sheet with their types, the URLs of the
	 * pages about names in them (as in `Hover`), a version such as `10.27.1`.
	 */
	annotations?: { hash?: string; types?: string; names?: Record<string, string>; version?: string };
	/** Sibling entries in the sidebar, if the body lists them. */
	cards?: CardView[];
}

/** The language of a text; absent if it is the page's. */
export interface TextLanguage {
	lang?: string;
	dir?: 'ltr' | 'rtl';
}

/** A page's text. */
export interface TextView extends TextLanguage {
	/** On a page without a translation, or with an outdated one. `href` is where readers can add it, or the original. */
	notice?: { isOutdated: boolean; href?: string; hreflang?: string };
}

/** A sidebar entry as a card on a page. */
export interface CardView extends TextLanguage, Leads {
	kind: 'doc' | 'category' | 'link';
	label: string;
	description: string;
	/** Language of the description, if it isn't the label's. */
	descriptionLanguage?: TextLanguage;
	href: string;
}

/** Pages with the same open branch share one sidebar text; only the mark of the current entry differs. */
export interface SidebarKey {
	version: string;
	id: string;
	/** Indexes from the root to the innermost open category. */
	branch: number[];
	/** Hash of the sidebar's view. */
	hash: string;
	/** URL, with base URL, of the current page. */
	current: string;
}

/** An entry of the page tools from an extension: a line that readers copy. */
export interface CommandTool {
	name: string;
	label: string;
	command: string;
}

/** Data that all pages share. */
export interface SiteView {
	title: string;
	tagline: string;
	version: string;
	url: string;
	baseUrl: string;
	lang: string;
	dir: 'ltr' | 'rtl';
	/** Path of the language's own files below the base URL, such as `fr/`; absent for the first language. */
	folder?: string;
	/** In languages other than the first: the first one. */
	original?: TextLanguage;
	/** The words of the interface in the language of the site. */
	words: Words;
	/** The same for each language of the texts on its pages, by tag. */
	wordsOf: Record<string, Words>;
	brand: TextLanguage & { title: string; logo?: LogoView; href: string; contextPage?: string };
	announcement?: TextLanguage & { id: string; html: string; closeable: boolean };
	colorMode: { defaultMode: 'light' | 'dark'; disableSwitch: boolean; respectPrefersColorScheme: boolean };
	footer?: FooterView;
	hideOnScroll: boolean;
	search?: { placeholder: string; route: string };
	sidebar: { hideable: boolean; autoCollapse: boolean };
	/** Entries of the menu of a page's tools; absent without a menu. */
	pageTools?: ('copy' | 'markdown' | CommandTool)[];
	/** Inline script that runs before anything paints. Its hash is in the content security policy. */
	startScript: string;
	/** URLs of typefaces to preload. */
	fonts: string[];
	/** Scripts in the configuration. `refresh` is a global function to call after in-page navigation. */
	tags: { src: string; async: boolean; refresh?: string }[];
	/** Page-view counting, not in dev: hosts to connect to, the loader's URL, and the inline script that starts it. */
	analytics?: { hosts: string[]; loader: string; start: string };
	/** Names of all docs versions; absent without docs. */
	docsVersions?: string[];
	/** Elements in the head of every page. A page's `head` already includes them. */
	head: HeadElementView[];
}

export interface LogoView {
	src: string;
	srcDark?: string;
	alt: string;
	width?: number;
	height?: number;
	href?: string;
	rel?: string;
	target?: string;
}

export interface HeadView {
	/** Whole document title (B-065). */
	title: string;
	/** In order, without duplicates (B-072). */
	elements: HeadElementView[];
}

/** The part of the head that belongs to one page. */
export interface PageHead extends HeadView {
	/** Elements of the author's `<head>` blocks. */
	authored: HeadElementView[];
}

export interface HeadElementView {
	tag: 'meta' | 'link' | 'script' | 'style' | 'base' | 'noscript';
	attributes: Record<string, string>;
	content?: string;
}

/** How a link opens: an `external` one in a new tab (B-020), one with `rel` in this tab, but not as a page of the site. */
export interface Leads {
	external: boolean;
	rel?: 'external';
}

/** A link in a template. */
export interface LinkView extends TextLanguage, Leads {
	label: string;
	href: string;
}

export type NavbarItemView =
	| (NavbarItemShape &
			Leads & {
				kind: 'link';
				label: string;
				href: string;
				active: boolean;
				current: boolean;
				ariaLabel?: string;
				icon?: string;
				/** Tag of the language of the page that it leads to, in the language menu. */
				hreflang?: string;
				/** Decides whether the item is active; only on the not-found page, which can be shown at any URL. */
				pattern?: { basePath?: string; regex?: string };
				/** Outside the docs: version name → URL, for readers with a preferred version (B-202). */
				versionHrefs?: Record<string, string>;
			})
	| (NavbarItemShape &
			Leads & {
				kind: 'dropdown';
				label: string;
				mobileLabel: string;
				href?: string;
				active: boolean;
				role: 'plain' | 'versions' | 'locales';
				items: NavbarItemView[];
			})
	/** `menuHtml` is for the menu of narrow screens: the same HTML without ids. */
	| (NavbarItemShape & { kind: 'html'; html: string; menuHtml: string })
	| (NavbarItemShape & { kind: 'search' });

interface NavbarItemShape extends TextLanguage {
	position: 'left' | 'right';
	className?: string;
	/** In a version menu: the version that the entry links to; scripts store it as the preferred one. */
	version?: string;
}

export type FooterView = { logo?: LogoView; copyright?: string; copyrightLanguage?: TextLanguage } & (
	| { kind: 'columns'; columns: (TextLanguage & { title: string; items: FooterItemView[] })[] }
	| { kind: 'row'; items: FooterItemView[] }
);

export type FooterItemView = LinkView | (TextLanguage & { html: string });

export interface CrumbView extends TextLanguage {
	label: string;
	/** Absent for the current page and for categories without a page. */
	href?: string;
}

export interface TocView {
	id: string;
	html: string;
	children: TocView[];
}

export interface NeighbourView extends TextLanguage {
	label: string;
	href: string;
}

export interface PaginatorView {
	previous?: NeighbourView;
	next?: NeighbourView;
}

/** Banner on pages of versions other than the last (B-150, B-152). */
export interface BannerView {
	kind: 'unreleased' | 'unmaintained';
	siteTitle: string;
	label: string;
	latest: { label: string; href: string; version: string };
}

/** Data that all docs pages have. */
export interface DocsFrame {
	crumbs: CrumbView[];
	banner?: BannerView;
	/** Label of the version, if its badge is shown (B-153). */
	badge?: string;
	paginator: PaginatorView;
	/** Whether the page has the slot `sidebar`. */
	hasSidebar: boolean;
	/** HTML of the category's drawing, on the page that a first-level category links to. */
	drawing?: string;
}

export interface TagView extends TextLanguage {
	label: string;
	href: string;
	count: number;
}

export interface AuthorView {
	name: string;
	title?: string;
	/** Language of the title. */
	titleLanguage?: TextLanguage;
	url?: string;
	image?: string;
}

/** A post in a list or on its page; its text is in slot `body:<body>`. */
export interface PostView extends TextView {
	title: string;
	href: string;
	/** ISO date. */
	date: string;
	/** `January 14, 2023`. */
	dateLabel: string;
	/** `5 min read`, if reading time is shown. */
	readingTime?: string;
	authors: AuthorView[];
	tags: LinkView[];
	/** Index of the post's body slot. */
	body: number;
	/** The list shows only the excerpt, followed by "Read More" (B-263). */
	truncated: boolean;
	description: string;
}

export interface RecentView extends TextLanguage {
	title: string;
	items: (TextLanguage & { label: string; href: string; current: boolean })[];
}

export interface ListedDocView extends TextLanguage {
	title: string;
	description: string;
	href: string;
}

export type ContentView =
	| (DocsFrame &
			TextView & {
				kind: 'doc';
				/** Absent if the body has an h1 or the page hides it (B-158). */
				heading?: string;
				/** A word above the title: what the page is about. */
				eyebrow?: string;
				toc: TocView[];
				tags: LinkView[];
				editUrl?: string;
				reportUrl?: string;
				updated?: { iso?: string; label?: string; author?: string };
				/** URL of the Markdown copy. */
				markdownHref: string;
				/** The package version that the page's samples were checked against, e.g. `@trpc/server 10.27.1`. */
				checkedAgainst?: string;
			})
	| (DocsFrame & {
			kind: 'category';
			heading: string;
			headingLanguage?: TextLanguage;
			description: string;
			descriptionLanguage?: TextLanguage;
			cards: CardView[];
	  })
	| { kind: 'tags'; heading: string; groups: { letter: string; tags: TagView[] }[]; recent?: RecentView }
	| { kind: 'docs-tag'; heading: string; all: string; items: ListedDocView[] }
	| {
			kind: 'blog-list';
			/** Shown on pages of tags and authors; the index has a hidden heading. */
			heading: string;
			/** Link to all tags or authors, on their pages. */
			all?: string;
			/** On the author's page. */
			author?: AuthorView & { description?: string; descriptionLanguage?: TextLanguage };
			posts: PostView[];
			newer?: string;
			older?: string;
			recent?: RecentView;
	  }
	| {
			kind: 'blog-post';
			post: PostView;
			toc: TocView[];
			newer?: NeighbourView;
			older?: NeighbourView;
			editUrl?: string;
			reportUrl?: string;
			recent?: RecentView;
			markdownHref: string;
	  }
	| {
			kind: 'blog-archive';
			years: { year: string; posts: (TextLanguage & { label: string; title: string; href: string; date: string })[] }[];
			recent?: RecentView;
	  }
	| (TextView & {
			kind: 'page';
			layout: 'page' | 'landing';
			heading?: string;
			toc: TocView[];
			editUrl?: string;
			reportUrl?: string;
	  })
	| {
			kind: 'search';
			versions: { name: string; label: string; isLast: boolean }[];
			/** Suggestions below the empty search box. */
			places: CardView[];
	  }
	/** In the first language, with the folders of the others: many hosts have one page for all URLs. */
	| { kind: 'not-found'; folders?: string[] };

/** The input of the sidebar template. The renderer marks the current link afterwards. */
export interface SidebarView {
	items: SidebarItemView[];
	hideable: boolean;
	/** URL of the whole sidebar for scripts, if entries are left out. */
	source?: string;
}

export type SidebarItemView =
	| (TextLanguage &
			Leads & {
				kind: 'link';
				label: string;
				href: string;
			} & EntryLook)
	| (TextLanguage & { kind: 'html'; html: string; defaultStyle: boolean; className?: string })
	/** Omitted entries of a long list; `href` is the nearest page among them. */
	| { kind: 'more'; count: number; where: 'above' | 'below'; href: string }
	| (TextLanguage &
			EntryLook & {
				kind: 'category';
				label: string;
				/** Page of the category, or its first page if it has none (B-144). */
				href: string;
				/** The category has a page: a click on the label navigates, a button next to it toggles (B-142). */
				linked: boolean;
				collapsible: boolean;
				/** Shown closed. */
				collapsed: boolean;
				/** The current page is inside. */
				active: boolean;
				/** Empty if the category is closed and the sidebar too large to include it. */
				items: SidebarItemView[];
			});

/** The compiled templates: the only code that uses React on the server. */
export interface Templates {
	/** Whole document without doctype, with slot marks. */
	page(view: PageView): string;
	sidebar(view: SidebarView, words?: Words): string;
	footer(view: FooterView, words?: Words): string;
	/** Renders a component of the registry; children are marks that the renderer replaces. */
	component(name: string, props: Record<string, unknown>, children: ComponentChild[], place?: ComponentPlace): string;
	/** Names of the component registry, sorted. */
	components: string[];
	/** Manifests of components. */
	manifests: ComponentManifests;
	/** What navbar items accept. A template of the site may say nothing of it. */
	navbarItem?: ComponentManifest;
	/** Cascade layer of a separate style sheet → names of the parts that need it. */
	layers: Record<string, string[]>;
}

/** Where a component is rendered. */
export interface ComponentPlace {
	/** Default: English. */
	words?: Words;
	/** Unique on the page: the prefix of ids that the component generates. */
	place?: string;
}

/** A child of a component: text to be replaced later, or another component with its children. */
export type ComponentChild = string | { name: string; props: Record<string, unknown>; children: ComponentChild[] };
