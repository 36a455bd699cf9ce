/**
 * Brings the page to life. Everything in it works without this script, in its plainest form; here it gets what shows
 * without being asked for. One part after the other: what readers see first comes first, and rests in between;
 * whatever fails leaves the page as it is without scripts.
 */
import { startEntries } from './entries.ts';
import { awaitReader, wake } from './intent.ts';
import {
	addWidgets,
	all,
	applyPreference,
	listen,
	mount,
	nameButtons,
	READY,
	root,
	SCRIPTED,
	showCrashesBy,
	start,
	unmount,
	WIDGET,
	whenLoaded,
} from './kit.ts';
import { prefetchLinks, startPrefetch } from './prefetch.ts';
import { mountSearchKeys, mountSearchPage } from './search/begin.ts';
import { mountSidebarPlace } from './sidebar-place.ts';
import { mountTheme, startTheme } from './theme.ts';
import { mountToc } from './toc.ts';

/** What only some pages need. */
function lookAtPage(): void {
	if (root.classList.contains('page-not-found')) {
		import('./not-found.ts')
			.then(({ explainNotFound }) => explainNotFound())
			.catch((error: unknown) => console.warn('It could not be looked up which page was meant.', error));
	}
	if (all(`[${WIDGET}="tabs"]`).length > 0 && !hasTabs) {
		hasTabs = true;
		import('./tabs.ts')
			.then(({ mountTabs }) => {
				addWidgets({ tabs: mountTabs });
				return mount(root);
			})
			.catch(() => {
				hasTabs = false;
			});
	}
}

let hasTabs = false;

showCrashesBy(() => import('./crash.ts'));
addWidgets({
	'search-box': mountSearchKeys,
	'search-page': mountSearchPage,
	sidebar: mountSidebarPlace,
	theme: mountTheme,
	toc: mountToc,
});
root.setAttribute(SCRIPTED, '');
root.setAttribute(READY, '');
for (const part of [startEntries, applyPreference, startTheme, () => nameButtons(root), awaitReader]) start(part);
void mount(root);
lookAtPage();

// Other pages wait until this one is complete.
whenLoaded(() => {
	if ('requestIdleCallback' in window) requestIdleCallback(() => start(startPrefetch));
	else setTimeout(() => start(startPrefetch), 200);
});

listen(root, 'docsgen:page', () => {
	nameButtons(root);
	prefetchLinks();
	lookAtPage();
});

// Sent by the script of `docsgen dev`, before and after it has brought the page up to date.
listen(root, 'docsgen:updating', () => unmount(root));
listen(root, 'docsgen:updated', () => {
	nameButtons(root);
	applyPreference();
	void mount(root);
	void wake().then(() => root.dispatchEvent(new CustomEvent('docsgen:stale')));
});
