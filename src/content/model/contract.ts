/**
 * What the generated HTML and the scripts in the browser have agreed on: names and numbers, nothing else.
 * Safe in a browser; imports nothing.
 */

/** On an element: name of the widget that it wants, `<div data-widget="tabs">`. A widget is mounted on each. */
export const WIDGET = 'data-widget';
/** On `<html>`: `light` or `dark`, set before anything paints (B-190). */
export const THEME = 'data-theme';
/**
 * On `<html>`: `light` or `dark` where that is the mode of readers who chose none; `system` where there is no switch.
 * Absent: the system's preference until readers choose.
 */
export const MODE = 'data-mode';
/** On `<html>`: id of an announcement that readers may close. */
export const ANNOUNCEMENT = 'data-announcement';
/** On `<html>`: the reader closed the announcement bar (B-093). */
export const ANNOUNCEMENT_DISMISSED = 'data-announcement-dismissed';
/** On `<html>`: scripts run; styles that need them may apply. */
export const SCRIPTED = 'data-scripted';
/** On `<html>`: the main script runs too. Where it does not, the page must do without scripts. */
export const READY = 'data-ready';
/** On `<html>`: name of the docs version of the page. */
export const DOCS_VERSION = 'data-docs-version';
/** On `<html>`: names of all docs versions, as JSON. */
export const DOCS_VERSIONS = 'data-docs-versions';
/** On a link to a docs version: its name. Choosing the link makes it the preferred one (B-200). */
export const VERSION = 'data-version';
/** On a link outside the docs that depends on the preferred version: its address by version name, as JSON (B-202). */
export const VERSION_HREFS = 'data-version-hrefs';
/** On the root of a tab group: its group id. */
export const TAB_GROUP = 'data-tab-group';
/** On a tab: the value that is stored for its group. */
export const TAB_VALUE = 'data-tab-value';
/** On the script of another service: global function to call after in-page navigation, dotted (B-303). */
export const REFRESH = 'data-refresh';

/** Name of the element around a component that comes to life in the browser. */
export const ISLAND = 'docsgen-island';
/** Name of the element around the children of such a component: HTML of the page that it moves, but does not make. */
export const SLOT = 'docsgen-slot';

/** The same by name, for code that is not sent to browsers, where every name weighs. */
export const ATTRIBUTE = {
	widget: WIDGET,
	theme: THEME,
	mode: MODE,
	announcement: ANNOUNCEMENT,
	announcementDismissed: ANNOUNCEMENT_DISMISSED,
	scripted: SCRIPTED,
	ready: READY,
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
 * Widest viewport in CSS pixels that counts as narrow (specification 9). Styles say it in em: for readers who have
 * chosen larger letters a window is narrow earlier.
 */
export const MOBILE_BREAKPOINT = 996;
/** Id of the empty element that the banner for a wrong base URL goes into (B-060). */
export const BASE_URL_BANNER = 'base-url-banner';
/** Milliseconds before the progress bar shows (specification 9, B-041). */
export const PROGRESS_DELAY = 200;
/** Milliseconds that a lazily loaded part may take before it says that it loads (B-045). */
export const LOADING_DELAY = 200;
/** Milliseconds of work at a stretch, after which scripts let the browser do its own (B-311). */
export const FRAME_BUDGET = 5;
/** Compiled path patterns kept at most (specification 9, B-015). */
export const PATTERN_CACHE_LIMIT = 10_000;
/** The docs plugin's id in tags and storage keys; there is one. */
export const DOCS_PLUGIN_ID = 'default';
/** Id of the element that "Skip to main content" leads to when a page has no `main` (B-081). */
export const SKIP_TARGET = 'skip-to-content-fallback';

/** The mark a template leaves in the page for a text the renderer puts there: `sidebar`, `footer`, `body:0`. */
export function slotMark(name: string): string {
	return `<!--slot:${name}-->`;
}
