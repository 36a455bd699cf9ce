/**
 * The main script. Every page works without it, in a plain form; this adds what is visible without interaction, in the
 * order in which readers see it and in time slices. A part that fails leaves its elements as they are without scripts.
 */

import { awaitReader, loadResponses } from './intent.ts';
import { startEntries } from './kit/entries.ts';
import {
	addWidgets,
	applyPreference,
	find,
	ISLAND,
	listen,
	mount,
	nameButtons,
	READY,
	root,
	SCRIPTED,
	savesData,
	setCrashLoader,
	start,
	unmount,
	WIDGET,
	whenLoaded,
} from './kit/kit.ts';
import { startChoosing } from './kit/preference.ts';
import { mountSearchKeys, mountSearchPage } from './search/begin.ts';
import { mountTheme, startTheme } from './widgets/theme.ts';
import { mountSidebarPlace, mountToc } from './widgets/toc.ts';

/** Loads the parts that few pages need, if the page has one. */
function loadRareParts(): void {
	if (find(RARE)) import('./few.ts').then((few) => few.startRareParts()).catch(console.warn);
}

/** Elements that only few pages have. */
const RARE = `.page-not-found main,${ISLAND},main img[width],[${WIDGET}=tabs],[${WIDGET}=filter],[${WIDGET}=variants],[${WIDGET}=video]`;

/** Loads the scripts for navigation, then starts prefetching pages. */
async function prepare(): Promise<void> {
	if (savesData()) return;
	const parts = [import('./shell/prefetch.ts'), import('./responses.ts'), import('./shell/swap.ts')] as const;
	const [{ startPrefetch }] = await Promise.all(parts);
	start(startPrefetch);
}

setCrashLoader(() => import('./shell/failures.ts'));
addWidgets({
	'search-box': mountSearchKeys,
	'search-page': mountSearchPage,
	sidebar: mountSidebarPlace,
	theme: mountTheme,
	toc: mountToc,
});
root.setAttribute(SCRIPTED, '');
root.setAttribute(READY, '');
for (const part of [startEntries, startChoosing, applyPreference, startTheme, () => nameButtons(root), awaitReader])
	start(part);
void mount(root);
loadRareParts();

// Prefetching waits until this page is complete.
whenLoaded(() => {
	const begin = (): void => void prepare().catch(() => undefined);
	// In the background, some browsers never report idle time: the timeout covers that.
	if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1000 });
	else setTimeout(begin);
});

listen(root, 'docsgen:page', () => {
	nameButtons(root);
	loadRareParts();
});

// The script of `docsgen dev` sends these before and after it updates the page.
listen(root, 'docsgen:updating', () => unmount(root));
listen(root, 'docsgen:updated', () => {
	nameButtons(root);
	applyPreference();
	void mount(root);
	loadRareParts();
	void loadResponses().then(() => root.dispatchEvent(new CustomEvent('docsgen:stale')));
});
