/** The words of other tools' themes in a language, by their keys, as docsgen's `words.json`. */
import { readFileSync } from 'node:fs';
import { CONTENT, ENGLISH, placeholdersOf, readYaml } from './docsgen.ts';
import { type Fields, fieldsOf, isFile, type Move } from './old-site.ts';
import { setAside } from './page-files.ts';
import { remark } from './remarks.ts';

/** Key of a theme → word of docsgen. */
type Table = Readonly<Record<string, keyof typeof ENGLISH>>;

/** The keys of `code.json` without `theme.`. */
export const DOCUSAURUS: Table = {
	'common.skipToMainContent': 'skipToContent',
	'common.editThisPage': 'editPage',
	'common.headingLinkTitle': 'linkToHeading',
	'NavBar.navAriaLabel': 'mainNavigation',
	'AnnouncementBar.closeButtonAriaLabel': 'close',
	'BackToTopButton.buttonAriaLabel': 'backToTop',
	'navbar.mobileSidebarSecondaryMenu.backButtonLabel': 'backToMainMenu',
	'navbar.mobileVersionsDropdown.label': 'versions',
	'navbar.mobileLanguageDropdown.label': 'languages',
	'docs.sidebar.toggleSidebarButtonAriaLabel': 'openMenus',
	'docs.sidebar.closeSidebarButtonAriaLabel': 'closeMenus',
	'docs.sidebar.navAriaLabel': 'docsSidebar',
	'docs.sidebar.collapseButtonTitle': 'collapseSidebar',
	'docs.sidebar.expandButtonTitle': 'expandSidebar',
	'DocSidebarItem.toggleCollapsedCategoryAriaLabel': 'toggleCategory',
	'docs.breadcrumbs.navAriaLabel': 'breadcrumbs',
	'docs.breadcrumbs.home': 'homePage',
	'TOCCollapsible.toggleButtonLabel': 'onThisPage',
	'docs.paginator.navAriaLabel': 'docsPages',
	'docs.paginator.previous': 'previous',
	'docs.paginator.next': 'next',
	'docs.DocCard.categoryDescription.plurals': 'items',
	'docs.versions.unreleasedVersionLabel': 'unreleasedVersion',
	'docs.versions.unmaintainedVersionLabel': 'unmaintainedVersion',
	'docs.versions.latestVersionSuggestionLabel': 'seeLatestVersion',
	'docs.versions.latestVersionLinkLabel': 'latestVersion',
	'docs.versionBadge.label': 'version',
	'tags.tagsListLabel': 'tagsOfPage',
	'tags.tagsPageTitle': 'tags',
	'tags.tagsPageLink': 'allTags',
	'blog.archive.title': 'archive',
	'blog.authorsList.pageTitle': 'authors',
	'blog.authorsList.viewAll': 'allAuthors',
	'blog.paginator.navAriaLabel': 'blogListNavigation',
	'blog.paginator.newerEntries': 'newerEntries',
	'blog.paginator.olderEntries': 'olderEntries',
	'blog.post.paginator.navAriaLabel': 'postNavigation',
	'blog.post.paginator.newerPost': 'newerPost',
	'blog.post.paginator.olderPost': 'olderPost',
	'blog.post.readMore': 'readMore',
	'blog.post.readMoreLabel': 'readMoreAbout',
	'blog.post.readingTime.plurals': 'readingTime',
	'blog.sidebar.navAriaLabel': 'recentPostsNavigation',
	'NotFound.title': 'notFound',
	'NotFound.p1': 'notFoundLead',
	'NotFound.p2': 'notFoundHelp',
	'ErrorPageContent.title': 'pageCrashed',
	'ErrorPageContent.tryAgain': 'tryAgain',
	'admonition.note': 'note',
	'admonition.tip': 'tip',
	'admonition.info': 'info',
	'admonition.caution': 'caution',
	'admonition.danger': 'danger',
	'admonition.warning': 'warning',
	'CodeBlock.copy': 'copy',
	'CodeBlock.copied': 'copied',
	'CodeBlock.copyButtonAriaLabel': 'copyCode',
	'CodeBlock.wordWrapToggle': 'toggleWrap',
	'SearchBar.label': 'search',
	'SearchPage.existingResultsTitle': 'searchResultsFor',
	'SearchPage.emptyResultsTitle': 'searchDocumentation',
	'SearchPage.inputPlaceholder': 'typeSearch',
	'SearchPage.documentsFound.plurals': 'documentsFound',
	'SearchPage.noResultsText': 'noResultsFound',
	'SearchPage.fetchingNewResults': 'fetchingResults',
	'SearchModal.searchBox.resetButtonTitle': 'clearQuery',
	'SearchModal.searchBox.cancelButtonText': 'cancel',
	'SearchModal.startScreen.recentSearchesTitle': 'recent',
	'SearchModal.startScreen.noRecentSearchesText': 'noRecentSearches',
	'SearchModal.startScreen.saveRecentSearchButtonTitle': 'saveSearch',
	'SearchModal.startScreen.removeRecentSearchButtonTitle': 'removeFromHistory',
	'SearchModal.startScreen.favoriteSearchesTitle': 'favorite',
	'SearchModal.startScreen.removeFavoriteSearchButtonTitle': 'removeFromFavorites',
	'SearchModal.errorScreen.titleText': 'unableToFetch',
	'SearchModal.errorScreen.helpText': 'checkConnection',
	'SearchModal.footer.selectText': 'toSelect',
	'SearchModal.footer.navigateText': 'toNavigate',
	'SearchModal.footer.closeText': 'toClose',
	'SearchModal.footer.searchByText': 'searchBy',
	'SearchModal.noResultsScreen.suggestedQueryText': 'trySearching',
};

/** The keys of `src/content/i18n`. */
export const STARLIGHT: Table = {
	'skipLink.label': 'skipToContent',
	'search.label': 'search',
	'search.cancelLabel': 'cancel',
	'menuButton.accessibleLabel': 'menu',
	'sidebarNav.accessibleLabel': 'mainNavigation',
	'tableOfContents.onThisPage': 'onThisPage',
	'i18n.untranslatedContent': 'notTranslated',
	'page.editLink': 'editPage',
	'page.previousLink': 'previous',
	'page.nextLink': 'next',
	'404.text': 'notFoundLead',
	'aside.note': 'note',
	'aside.tip': 'tip',
	'aside.caution': 'caution',
	'aside.danger': 'danger',
	'expressiveCode.copyButtonCopied': 'copied',
	'expressiveCode.copyButtonTooltip': 'copyCode',
	'expressiveCode.terminalWindowFallbackTitle': 'terminal',
};

/** Docusaurus's name of a value → docsgen's. */
const VALUES: Record<string, string> = {
	label: 'category',
	siteTitle: 'site',
	versionLabel: 'version',
	latestVersionLink: 'link',
	readingTime: 'count',
};

/** The order of forms in a plural of Docusaurus, which has those that the language needs. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** The words that a theme's texts have, and the keys for which docsgen has no word. */
function wordsOf(texts: Fields, table: Table, locale: string): { words: Fields; left: string[] } {
	const words: Fields = {};
	const left: string[] = [];
	for (const [key, value] of Object.entries(texts)) {
		const message = fieldsOf(value).message ?? value;
		const name = table[key.replace(/^theme\./, '')];
		const word = typeof message !== 'string' || name === undefined ? undefined : wordOf(message, name, locale);
		if (word === undefined || name === undefined) left.push(key);
		else if (JSON.stringify(word) !== JSON.stringify(ENGLISH[name])) words[name] = word;
	}
	return { words, left };
}

/** The words of a theme in a language. */
export interface ThemeWords {
	/** The absolute path of the file, which may be missing. */
	source: string;
	/** The file in the report. */
	name: string;
	table: Table;
	locale: string;
}

/** Moves the words of a theme, and names those that docsgen lacks. */
export function moveWords(move: Move, { source, name, table, locale }: ThemeWords): void {
	if (!isFile(source)) return;
	const texts = fieldsOf(readYaml(readFileSync(source, 'utf8')).value);
	const { words, left } = wordsOf(texts, table, locale.replaceAll('_', '-'));
	if (Object.keys(words).length > 0)
		move.files.set(`${CONTENT}/words.json`, { text: `${JSON.stringify(words, undefined, '\t')}\n` });
	if (left.length === 0) return;
	setAside(move, 'i18n', name, source);
	remark(move, 'Words of the theme', ...left.map((key) => `${name}: ${key}`));
}

/** A message as a word; undefined if it has other values than the word. */
function wordOf(message: string, name: keyof typeof ENGLISH, locale: string): string | Fields | undefined {
	const text = message
		.replace(/\{(\w+)\}/g, (_, value: string) => `{${VALUES[value] ?? value}}`)
		// docsgen adds the arrow of its direction.
		.replace(/^[←→]\s*|\s*[←→]$/g, '')
		.trim();
	const english = ENGLISH[name];
	const isLike = (form: string, other: string): boolean =>
		placeholdersOf(form).every((value) => value === 'count' || other.includes(`{${value}}`));
	if (typeof english !== 'string') {
		const forms = text.split('|');
		const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
		const used = CATEGORIES.filter((category) => pluralCategories.includes(category));
		if (!forms.every((form) => isLike(form, english.other))) return undefined;
		return Object.fromEntries(used.map((category, at) => [category, forms[Math.min(at, forms.length - 1)]]));
	}
	const isWhole = placeholdersOf(english).every((value) => text.includes(`{${value}}`));
	if (text === '' || !isWhole || !isLike(text, english)) return undefined;
	// The theme writes the titles of admonitions in capitals.
	return name in { note: 1, tip: 1, info: 1, caution: 1, danger: 1, warning: 1 }
		? text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
		: text;
}
