/**
 * The one script of every page. Begins with what a reader may do first, and rests in between; whatever fails leaves
 * the page as it is without scripts.
 */
import { crash } from './crashes.ts';
import { startDetails } from './details.ts';
import { startEntries } from './entries.ts';
import { startFocus } from './focus.ts';
import { listen, READY, root, SCRIPTED, whenLoaded } from './kit.ts';
import { mount, unmount } from './mount.ts';
import { startNavigation } from './navigate.ts';
import { forgetPages } from './pages.ts';
import { applyPreference, startPreference } from './preference.ts';
import { prefetchLinks, startPrefetch } from './prefetch.ts';
import { startTheme } from './theme.ts';

function start(part: () => void): void {
	try {
		part();
	} catch (error) {
		crash(root, error, () => start(part));
	}
}

/** The not-found page alone needs to know all routes. */
function lookAtPage(): void {
	if (!root.classList.contains('page-not-found')) return;
	import('./not-found.ts')
		.then(({ explainNotFound }) => explainNotFound())
		.catch((error: unknown) => console.warn('It could not be looked up which page was meant.', error));
}

root.setAttribute(SCRIPTED, '');
root.setAttribute(READY, '');
for (const part of [startEntries, startPreference, startTheme, startFocus, startDetails, startNavigation]) start(part);
void mount(root);
lookAtPage();

// Other pages wait until this one is complete.
whenLoaded(() => {
	if ('requestIdleCallback' in window) requestIdleCallback(() => start(startPrefetch));
	else setTimeout(() => start(startPrefetch), 200);
});

listen(root, 'docsgen:page', () => {
	prefetchLinks();
	lookAtPage();
});

// Sent by the script of `docsgen dev`, before and after it has brought the page up to date.
listen(root, 'docsgen:updating', () => unmount(root));
listen(root, 'docsgen:updated', () => {
	forgetPages();
	applyPreference();
	void mount(root);
});
