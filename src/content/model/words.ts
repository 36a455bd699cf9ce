/**
 * The words of the interface in English, and how they are used in other languages: `templates/words/<locale>.json` has the same
 * keys. A word may have placeholders in braces, which its type names; a plural has a text per category of
 * `Intl.PluralRules`.
 */

/** A text for each plural category of a language; `other` is for all that it lacks. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export const ENGLISH = {
	/* Frame of every page. */
	skipToContent: 'Skip to main content',
	mainNavigation: 'Main',
	announcement: 'Announcement',
	close: 'Close',
	openMenus: 'Toggle navigation bar',
	closeMenus: 'Close navigation bar',
	menus: 'Menus',
	menu: 'Menu',
	backToMainMenu: 'Back to main menu',
	versions: 'Versions',
	languages: 'Languages',
	switchFromLight: 'Switch between dark and light mode (currently light mode)',
	switchFromDark: 'Switch between dark and light mode (currently dark mode)',
	backToTop: 'Scroll back to top',
	/* Docs. */
	docsSidebar: 'Docs sidebar',
	collapseSidebar: 'Collapse sidebar',
	expandSidebar: 'Expand sidebar',
	toggleCategory: "Toggle the collapsible sidebar category '{category}'",
	moreAbove: { other: '{count} more above' },
	moreBelow: { other: '{count} more below' },
	sidebarChanged: 'The entries are no longer in the sidebar',
	breadcrumbs: 'Breadcrumbs',
	homePage: 'Home page',
	onThisPage: 'On this page',
	docsPages: 'Docs pages',
	previous: 'Previous',
	next: 'Next',
	items: { one: 'One item', other: '{count} items' },
	unmaintainedVersion: 'This is documentation for {site} {version}, which is no longer actively maintained.',
	unreleasedVersion: 'This is unreleased documentation for {site} {version} version.',
	seeLatestVersion: 'For up-to-date documentation, see the {link} ({version}).',
	latestVersion: 'latest version',
	version: 'Version: {version}',
	nextVersion: 'Next',
	copyPage: 'Copy page',
	openAsMarkdown: 'Open as Markdown',
	pageTools: 'Page tools',
	tagsOfPage: 'Tags:',
	codeCheckedAgainst: 'Code checked against {package}',
	updated: 'Last updated',
	updatedOn: 'Last updated on {date}',
	updatedBy: 'Last updated by {author}',
	updatedOnBy: 'Last updated on {date} by {author}',
	editPage: 'Edit this page',
	reportProblem: 'Report a problem',
	notTranslated: 'This page is not translated yet: you see the original.',
	translatePage: 'Translate this page',
	outdatedTranslation: 'The original of this page has changed since it was translated.',
	readOriginal: 'Read the original',
	/* Tags and authors. */
	tags: 'Tags',
	allTags: 'View All Tags',
	docsTagged: { one: 'One doc tagged with "{tag}"', other: '{count} docs tagged with "{tag}"' },
	postsTagged: { one: 'One post tagged with "{tag}"', other: '{count} posts tagged with "{tag}"' },
	authors: 'Authors',
	allAuthors: 'View All Authors',
	postsBy: { one: 'One post by {author}', other: '{count} posts by {author}' },
	/* Blog. */
	blog: 'Blog',
	postsAbout: 'Posts about {site}',
	recentPosts: 'Recent posts',
	allPosts: 'All posts',
	recentPostsNavigation: 'Blog recent posts navigation',
	blogListNavigation: 'Blog list page navigation',
	newerEntries: 'Newer Entries',
	olderEntries: 'Older Entries',
	postNavigation: 'Blog post page navigation',
	newerPost: 'Newer Post',
	olderPost: 'Older Post',
	readMore: 'Read More',
	readMoreAbout: 'Read more about {title}',
	readingTime: { one: 'One min read', other: '{count} min read' },
	archive: 'Archive',
	feed: '{site} {format} Feed',
	blogOf: '{site} Blog',
	/* Pages that are not found or have moved. */
	notFound: 'Page Not Found',
	notFoundLead: 'We could not find what you were looking for.',
	notFoundHelp:
		'Please contact the owner of the site that linked you to the original URL and let them know their link is broken.',
	perhapsYouMeant: 'Perhaps you meant',
	searchForWords: 'Search for “{words}”',
	redirecting: 'Redirecting to {url}',
	moved: 'This page has moved',
	movedTo: 'It is now at {url}.',
	/* Text of pages. */
	note: 'Note',
	tip: 'Tip',
	info: 'Info',
	caution: 'Caution',
	danger: 'Danger',
	important: 'Important',
	warning: 'Warning',
	details: 'Details',
	copy: 'Copy',
	copied: 'Copied',
	failed: 'Failed',
	copyingFailed: 'Copying failed',
	copyCode: 'Copy code to clipboard',
	copyText: 'Copy {text} to clipboard',
	wrap: 'Wrap',
	toggleWrap: 'Toggle word wrap',
	linkToHeading: 'Direct link to {heading}',
	table: 'Table',
	footnotes: 'Footnotes',
	footnote: 'Footnote {number}',
	backToReference: 'Back to reference {number}',
	checkedWith: 'checked with {version}',
	terminal: 'Terminal',
	minutes: { other: '{count} min' },
	whatIf: 'What if?',
	asItIs: 'As it is',
	noErrors: 'The compiler has no objection.',
	errors: { one: '1 error.', other: '{count} errors.' },
	filterByName: 'Filter by name',
	found: { other: '{count} found' },
	loadingBytes: 'Loading … {size}',
	/* Search. */
	search: 'Search',
	searchDocs: 'Search docs',
	searchSite: 'Search {site}',
	searchDocumentation: 'Search the documentation',
	searchResultsFor: 'Search results for "{query}"',
	searchNeedsScripts: 'Search needs scripts, which are off or did not load. You can also use:',
	listOfPages: '{link}, in one list, with what each is about: look through it with your browser’s own search.',
	everyPage: 'Every page by title',
	searchEngines: 'A search engine, with your words and {site}, for example {engine}.',
	menusAbove: 'The menus above, which link to every page.',
	typeSearch: 'Type your search here',
	versionOfDocs: 'Version',
	kindOfPage: 'Kind',
	everything: 'Everything',
	guides: 'Guides',
	documentation: 'Documentation',
	apiReference: 'API reference',
	deprecatedApi: 'API reference, deprecated',
	searchEverything: 'Search everything',
	searchVersion: 'Search {version}',
	searchNotLoaded: 'The search could not be loaded.',
	placesToStart: 'Places to start',
	inThisSection: 'In this section',
	suggestions: 'Suggestions',
	clearQuery: 'Clear the query',
	cancel: 'Cancel',
	searchResults: 'Search results',
	results: { one: 'One result', other: '{count} results' },
	allResults: { other: 'See all {count} results' },
	noResults: 'No results',
	noResultsFor: 'No results for "{query}"',
	noResultsFound: 'No results were found',
	trySearching: 'Try searching for:',
	fewerWords: 'Fewer words or another spelling may help.',
	chooseOnPage: 'Choose version and kind on the search page',
	documentsFound: { one: 'One document found', other: '{count} documents found' },
	whereItStands: 'Where it stands',
	searching: 'Searching',
	fetchingResults: 'Fetching new results...',
	unableToFetch: 'Unable to fetch results',
	checkConnection: 'You might want to check your network connection.',
	serviceDown: 'The search service does not respond: these results are from the site’s own index.',
	recent: 'Recent',
	favorite: 'Favorite',
	earlierSearches: 'Earlier searches',
	noRecentSearches: 'No recent searches',
	saveSearch: 'Save this search',
	removeFromHistory: 'Remove this search from history',
	removeFromFavorites: 'Remove this search from favorites',
	enterKey: 'Enter key',
	arrowUp: 'Arrow up',
	arrowDown: 'Arrow down',
	escapeKey: 'Escape key',
	toSelect: 'to select',
	toNavigate: 'to navigate',
	toClose: 'to close',
	searchBy: 'Search by',
	offline: ', offline',
	/* Failures. */
	pageError: 'Page Error',
	pageCrashed: 'This page crashed',
	contentCrashed: 'This page crashed.',
	partCrashed: 'This part crashed.',
	tryAgain: 'Try again',
	retry: 'Retry',
	loading: 'Loading …',
	notLoaded: '{url} could not be loaded: status {status}',
} as const satisfies Record<string, string | Forms>;

type Catalogue = typeof ENGLISH;
export type WordKey = keyof Catalogue;

/** The placeholders of a text: `'{a} of {b}'` → `'a' | 'b'`. */
type Names<T> = T extends `${string}{${infer N}}${infer R}` ? N | Names<R> : never;

/** A text with placeholders; `say` replaces them. */
export type Text<N extends string = string> = string & { readonly names?: (name: N) => void };
/** A text that depends on a number, which is its placeholder `count`; `plural` chooses the form. */
export type Plural<N extends string = string> = Forms & { readonly names?: (name: N) => void };

type WordOf<T> = T extends string
	? [Names<T>] extends [never]
		? string
		: Text<Names<T>>
	: Plural<Exclude<Names<T[keyof T]>, 'count'>>;

/** The words of the interface in one language; `language` is its tag, for plurals. */
export type Words = { readonly [K in WordKey]: WordOf<Catalogue[K]> } & { readonly language: string };

/** The same for scripts: a word with placeholders is a function, which `cli/bundle/messages.ts` replaces. */
export type ScriptWordsOf<C> = { readonly [K in keyof C]: ScriptWordOf<C[K]> };
type ScriptWordOf<T> = T extends string
	? [Names<T>] extends [never]
		? string
		: (values: Record<Names<T>, string | number>) => string
	: (values: Record<Names<T[keyof T]>, string | number>) => string;

/** The words of English sites. */
export const ENGLISH_WORDS: Words = { ...ENGLISH, language: 'en' };

/** Fills in the placeholders of a text. */
export function say<N extends string>(text: Text<N>, values: Record<N, string | number>): string {
	return text.replace(PLACEHOLDER, (whole, name: N) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}

interface Numbers {
	rules: Intl.PluralRules;
	digits: Intl.NumberFormat;
}
/** Created when needed, because creating them takes a hundred times as long as using them. */
const numbers = new Map<string, Numbers>();

/** The text for a number, in the plural form and the digits of the language. */
export function plural<N extends string = never>(
	forms: Plural<N>,
	count: number,
	{ language }: Pick<Words, 'language'>,
	values?: Record<N, string | number>,
): string {
	const { rules, digits } = numbers.get(language) ?? {
		rules: new Intl.PluralRules(language),
		digits: new Intl.NumberFormat(language, { useGrouping: false }),
	};
	numbers.set(language, { rules, digits });
	return say(forms[rules.select(count)] ?? forms.other, { ...values, count: digits.format(count) });
}

export const PLACEHOLDER = /\{(\w+)\}/g;

/** The names of the placeholders in a text. */
export function placeholdersOf(text: string): string[] {
	return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
}

/** The kinds of admonition that each site has. Each one's word is its title. */
export const ADMONITIONS = ['note', 'tip', 'info', 'caution', 'danger'] as const satisfies WordKey[];

/** The words that are part of a parsed text: the others do not change it. */
const PARSED = [
	...ADMONITIONS,
	'important',
	'warning',
	'details',
	'copy',
	'copyCode',
	'linkToHeading',
	'table',
	'footnotes',
	'footnote',
	'backToReference',
] as const satisfies WordKey[];
export type ParsedWords = Pick<Words, (typeof PARSED)[number]>;

export function parsedWords(words: Words): ParsedWords {
	return Object.fromEntries(PARSED.map((key) => [key, words[key]])) as unknown as ParsedWords;
}
