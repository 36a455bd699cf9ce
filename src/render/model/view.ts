/**
 * The one thing a template receives. If it is not in the view it cannot be shown, and if it is in the view it is
 * in the key of the page's job. Everything is plain data; every address already carries the base URL.
 *
 * Large or shared HTML is not in the view but named by it: a template writes `slot(name)` and the renderer puts
 * the text there afterwards. Slots: `sidebar` (docs), `footer`, and `body:<n>` for `bodies[n]`.
 */
export interface PageView {
	site: SiteView;
	/** Address of the page with base URL: `/docs/server/routers`. */
	route: string;
	head: HeadView;
	/** Classes of `<html>`. */
	htmlClass: string[];
	/** Name of the docs version the page belongs to, if any. */
	version?: string;
	navbar: NavbarItemView[];
	content: ContentView;
	/** Addresses of style sheets, in order. */
	styles: string[];
	/** Addresses of module scripts, in order. */
	scripts: string[];
	/** Bodies that the slots `body:<n>` show. */
	bodies: BodyView[];
	/** Which sidebar text the slot `sidebar` shows. */
	sidebar?: SidebarKey;
}

/** A body as one page shows it: its hash stands for its pieces, `hrefs[n]` is the address of link n. */
export interface BodyView {
	page: string;
	hash: string;
	/** Only the part before the truncation marker. */
	excerpt: boolean;
	hrefs: string[];
	/** Hash of the compiler's answers that its samples show; absent where there are none. */
	answers?: string;
	/** Address of the style sheet that knows the types of names in samples; absent where none shows them. */
	types?: string;
	/** Version that its samples were checked against, e.g. `10.27.1`; absent where they were not. */
	checked?: string;
	/** Entries beside the page, where its body lists them. */
	cards?: CardView[];
}

/** An entry of a sidebar on a page that lists it. */
export interface CardView {
	kind: 'doc' | 'category' | 'link';
	label: string;
	description: string;
	href: string;
	external: boolean;
}

/** Pages with the same branch open share one text; only the mark of the current entry differs. */
export interface SidebarKey {
	version: string;
	id: string;
	/** Indexes from the root to the innermost open category. */
	branch: number[];
	/** Hash of the view that the text is rendered from. */
	hash: string;
	/** Address (with base URL) of the page whose entry is the current one. */
	current: string;
}

/** What is the same on every page. */
export interface SiteView {
	title: string;
	tagline: string;
	version: string;
	url: string;
	baseUrl: string;
	lang: string;
	dir: 'ltr' | 'rtl';
	brand: { title: string; logo?: LogoView; href: string; contextPage?: string };
	announcement?: { id: string; html: string; closeable: boolean };
	/** The announcement's colours and the like: rules for the page's one small inline-free style sheet. */
	colorMode: { defaultMode: 'light' | 'dark'; disableSwitch: boolean; respectPrefersColorScheme: boolean };
	footer?: FooterView;
	hideOnScroll: boolean;
	search?: { placeholder: string; route: string };
	sidebar: { hideable: boolean; autoCollapse: boolean };
	/** Inline script that runs before anything paints. Its hash is in the content security policy. */
	startScript: string;
	/** Addresses of typefaces to fetch at once. */
	fonts: string[];
	/** Scripts that the configuration names. `refresh` names a global function to call after in-page navigation. */
	tags: { src: string; async: boolean; refresh?: string }[];
	/** Page-view counting: hosts to connect to, the loader's address, and the inline script that starts it. Not in dev. */
	analytics?: { hosts: string[]; loader: string; start: string };
	/** Names of all docs versions; absent without docs. */
	docsVersions?: string[];
	/** What stands in the head of every page; that of each page has it already. */
	head: HeadElementView[];
}

export interface LogoView {
	src: string;
	srcDark?: string;
	alt: string;
	width?: number;
	height?: number;
	href?: string;
	target?: string;
}

export interface HeadView {
	/** Whole document title (B-065). */
	title: string;
	/** In order, none twice (B-072). */
	elements: HeadElementView[];
}

/** What of a head is one page's own. */
export interface PageHead extends HeadView {
	/** What its author wrote into a `<head>` block. */
	authored: HeadElementView[];
}

export interface HeadElementView {
	tag: 'meta' | 'link' | 'script' | 'style' | 'base' | 'noscript';
	attributes: Record<string, string>;
	content?: string;
}

/** A link that a template shows; `external` opens a new tab (B-020). */
export interface LinkView {
	label: string;
	href: string;
	external: boolean;
}

export type NavbarItemView =
	| (NavbarItemShape & {
			kind: 'link';
			label: string;
			href: string;
			external: boolean;
			active: boolean;
			current: boolean;
			ariaLabel?: string;
			icon?: string;
			lang?: string;
			/** Where the page cannot know which address it is shown under, what decides whether the item is active. */
			pattern?: { basePath?: string; regex?: string };
			/** Outside of the docs: address by version name, for readers who prefer one (B-202). */
			versionHrefs?: Record<string, string>;
	  })
	| (NavbarItemShape & {
			kind: 'dropdown';
			label: string;
			mobileLabel: string;
			href?: string;
			external: boolean;
			active: boolean;
			role: 'plain' | 'versions' | 'locales';
			items: NavbarItemView[];
	  })
	/** `menuHtml` is that of the menu of narrow screens: the same without ids. */
	| (NavbarItemShape & { kind: 'html'; html: string; menuHtml: string })
	| (NavbarItemShape & { kind: 'search' });

interface NavbarItemShape {
	position: 'left' | 'right';
	className?: string;
	/** Version the entry leads to, in a version menu; scripts store it as preferred. */
	version?: string;
}

export type FooterView = { logo?: LogoView; copyright?: string } & (
	| { kind: 'columns'; columns: { title: string; items: FooterItemView[] }[] }
	| { kind: 'row'; items: FooterItemView[] }
);

export type FooterItemView = LinkView | { html: string };

export interface CrumbView {
	label: string;
	/** Absent on the current page and on categories without a page. */
	href?: string;
}

export interface TocView {
	id: string;
	html: string;
	children: TocView[];
}

export interface NeighbourView {
	label: string;
	href: string;
}

export interface PaginatorView {
	previous?: NeighbourView;
	next?: NeighbourView;
}

/** Banner of a version that is not the last (B-150, B-152). */
export interface BannerView {
	kind: 'unreleased' | 'unmaintained';
	siteTitle: string;
	label: string;
	latest: { label: string; href: string; version: string };
}

/** What docs pages share. */
export interface DocsFrame {
	crumbs: CrumbView[];
	banner?: BannerView;
	/** Label of the version, where its badge is shown (B-153). */
	badge?: string;
	paginator: PaginatorView;
	/** Route of the page's section in the sidebar is shown by the slot `sidebar`; false: the page has none. */
	hasSidebar: boolean;
	/** On the page that a category of the first level leads to: its drawing, HTML. */
	drawing?: string;
}

export interface TagView {
	label: string;
	href: string;
	count: number;
}

export interface AuthorView {
	name: string;
	title?: string;
	url?: string;
	image?: string;
}

/** A post in a list or on its own page; its text is slot `body:<index>`. */
export interface PostView {
	title: string;
	href: string;
	/** ISO date. */
	date: string;
	/** `January 14, 2023`. */
	dateLabel: string;
	/** `5 min read`, where reading time is shown. */
	readingTime?: string;
	authors: AuthorView[];
	tags: LinkView[];
	/** Number of the post's body slot. */
	body: number;
	/** The list shows only the beginning: "Read More" follows (B-263). */
	truncated: boolean;
	description: string;
}

export interface RecentView {
	title: string;
	items: { label: string; href: string; current: boolean }[];
}

export interface ListedDocView {
	title: string;
	description: string;
	href: string;
}

export type ContentView =
	| (DocsFrame & {
			kind: 'doc';
			/** Absent where the body has its own h1 or the page hides it (B-158). */
			heading?: string;
			toc: TocView[];
			tags: LinkView[];
			editUrl?: string;
			updated?: { iso?: string; label?: string; author?: string };
			/** The page as Markdown. */
			markdownHref: string;
			/** The package version that the page's samples were checked against, e.g. `@trpc/server 10.27.1`. */
			checkedAgainst?: string;
	  })
	| (DocsFrame & {
			kind: 'category';
			heading: string;
			description: string;
			cards: CardView[];
	  })
	| { kind: 'tags'; heading: string; groups: { letter: string; tags: TagView[] }[]; recent?: RecentView }
	| { kind: 'docs-tag'; heading: string; all: string; items: ListedDocView[] }
	| {
			kind: 'blog-list';
			/** Shown for tag pages; the index has a hidden heading. */
			heading: string;
			/** Link to all tags, on tag pages. */
			all?: string;
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
			recent?: RecentView;
			markdownHref: string;
	  }
	| {
			kind: 'blog-archive';
			years: { year: string; posts: { label: string; title: string; href: string; date: string }[] }[];
			recent?: RecentView;
	  }
	| { kind: 'page'; layout: 'page' | 'landing'; heading?: string; toc: TocView[]; editUrl?: string }
	| {
			kind: 'search';
			versions: { name: string; label: string; isLast: boolean }[];
			/** Where a reader who has no words yet may begin. */
			places: CardView[];
	  }
	| { kind: 'not-found' };

/** What the sidebar template receives; links are plain, the current one is marked by the renderer. */
export interface SidebarView {
	items: SidebarItemView[];
	hideable: boolean;
	/** Where scripts fetch the whole sidebar, where entries are left out. */
	source?: string;
}

export type SidebarItemView =
	| { kind: 'link'; label: string; href: string; external: boolean; className?: string }
	| { kind: 'html'; html: string; defaultStyle: boolean; className?: string }
	/** Entries of a long list that are left out, and the nearest page among them. */
	| { kind: 'more'; count: number; where: 'above' | 'below'; href: string }
	| {
			kind: 'category';
			label: string;
			/** Page of the category, or its first page where it has none (B-144). */
			href: string;
			/** The label has a page of its own: a click navigates, a button beside it toggles (B-142). */
			linked: boolean;
			collapsible: boolean;
			/** Shown closed. */
			collapsed: boolean;
			/** The current page is inside. */
			active: boolean;
			className?: string;
			/** Empty where the category is closed and the sidebar too large to carry it. */
			items: SidebarItemView[];
	  };

/** The compiled templates: the only place that knows React on the server. */
export interface Templates {
	/** Whole document without doctype, with slot marks. */
	page(view: PageView): string;
	sidebar(view: SidebarView): string;
	footer(view: FooterView): string;
	/**
	 * A component of the registry; children are marks that the renderer replaces. `place` is like that of no other
	 * component on a page: the ids that components ask for begin with it.
	 */
	component(name: string, props: Record<string, unknown>, children: ComponentChild[], place?: string): string;
	/** Names of the component registry, sorted. */
	components: string[];
	/** Names of what has its styles in a sheet of their own, by the sheet's cascade layer. */
	layers: Record<string, string[]>;
}

/** A child of a component: text to be replaced later, or another component whose children are known. */
export type ComponentChild = string | { name: string; props: Record<string, unknown>; children: ComponentChild[] };
