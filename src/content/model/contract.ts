/**
 * Names and numbers that the generated HTML shares with the scripts in the browser.
 * Runs in browsers; imports nothing.
 */

/** On an element: the widget to mount on it, `<div data-widget="tabs">`. */
export const WIDGET = 'data-widget';
/** On `<html>`: `light` or `dark`, set before anything paints (B-190). */
export const THEME = 'data-theme';
/**
 * On `<html>`: `light` or `dark`, the mode for readers who have not chosen one; `system` if there is no switch.
 * Absent: follow the system's preference until readers choose.
 */
export const MODE = 'data-mode';
/** On `<html>`: id of an announcement that readers can close. */
export const ANNOUNCEMENT = 'data-announcement';
/** On `<html>`: the reader closed the announcement bar (B-093). */
export const ANNOUNCEMENT_DISMISSED = 'data-announcement-dismissed';
/** On `<html>`: scripts run; styles that need them may apply. */
export const SCRIPTED = 'data-scripted';
/** On `<html>`: the main script has started too. Without it the page must work as if scripts were off. */
export const READY = 'data-ready';
/** On `<html>`, in languages other than the first: the folder of the language below the base URL, such as `fr/`. */
const FOLDER = 'data-folder';
/** On `<html>`: name of the docs version of the page. */
export const DOCS_VERSION = 'data-docs-version';
/** On `<html>`: names of all docs versions, as JSON. */
export const DOCS_VERSIONS = 'data-docs-versions';
/** On a link to a docs version: its name. Choosing the link makes it the preferred one (B-200). */
export const VERSION = 'data-version';
/** On a link outside the docs that depends on the preferred version: its URL by version name, as JSON (B-202). */
export const VERSION_HREFS = 'data-version-hrefs';
/** On the root of a tab group: its group id. */
export const TAB_GROUP = 'data-tab-group';
/** On a tab: the value that is stored for its group. */
export const TAB_VALUE = 'data-tab-value';
/** On the script of another service: global function to call after in-page navigation, dotted (B-303). */
export const REFRESH = 'data-refresh';

/** Name of the element around a component that is hydrated in the browser. */
export const ISLAND = 'docsgen-island';
/** Name of the element around its children: HTML of the page that the component moves, but does not render. */
export const SLOT = 'docsgen-slot';

/** The attributes by name, for code that never reaches a browser: there, each name would cost bytes. */
export const ATTRIBUTE = {
	widget: WIDGET,
	theme: THEME,
	mode: MODE,
	announcement: ANNOUNCEMENT,
	announcementDismissed: ANNOUNCEMENT_DISMISSED,
	scripted: SCRIPTED,
	ready: READY,
	folder: FOLDER,
	docsVersion: DOCS_VERSION,
	docsVersions: DOCS_VERSIONS,
	version: VERSION,
	versionHrefs: VERSION_HREFS,
	tabGroup: TAB_GROUP,
	tabValue: TAB_VALUE,
	refresh: REFRESH,
} as const;

/** Keys of local storage: the complete list (B-205). */
export const STORAGE = {
	theme: 'theme',
	announcementDismissed: 'announcement.dismissed',
	announcementId: 'announcement.id',
	preferredVersion: (pluginId: string): string => `docs-preferred-version-${pluginId}`,
	tabs: (groupId: string): string => `tabs.${groupId}`,
	recentSearch: (index: string | number): string => `search.recent.${index}`,
	favoriteSearch: (index: string | number): string => `search.favorites.${index}`,
	searchHosts: (appId: string): string => `search.hosts.${appId}`,
} as const;

/**
 * Widest narrow viewport in CSS pixels (specification 9). Style sheets use em, so that the narrow layout starts
 * earlier for readers with a larger font size.
 */
export const MOBILE_BREAKPOINT = 996;
/** Id of the empty element that receives the banner about a wrong base URL (B-060). */
export const BASE_URL_BANNER = 'base-url-banner';
/** Milliseconds before the progress bar shows (specification 9, B-041). */
export const PROGRESS_DELAY = 200;
/** Milliseconds before a lazily loaded part shows that it is loading (B-045). */
export const LOADING_DELAY = 200;
/** Milliseconds that scripts work before they yield to the browser (B-311). */
export const FRAME_BUDGET = 5;
/** Maximum number of compiled path patterns to keep (specification 9, B-015). */
export const PATTERN_CACHE_LIMIT = 10_000;
/** The only docs plugin's id, in tags and storage keys. */
export const DOCS_PLUGIN_ID = 'default';
/** Id of the target of "Skip to main content" on a page without `main` (B-081). */
export const SKIP_TARGET = 'skip-to-content-fallback';

/** The mark that a template writes where the renderer inserts HTML: `sidebar`, `footer`, `body:0`. */
export function slotMark(name: string): string {
	return `<!--slot:${name}-->`;
}
