/**
 * The main script. Every page works without it, in a plain form; this adds what is visible without interaction, in the
 * order in which readers see it and in time slices. A part that fails leaves its elements as they are without scripts.
 */

import HASHES from 'docsgen:hashes';
import { awaitReader, loadInteractive } from './first-input.ts';
import { startHistory } from './kit/history.ts';
import {
	addWidgets,
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
	type Undo,
	unmountWhere,
	WIDGET,
	whenLoaded,
} from './kit/kit.ts';
import { applyPreference, startChoosing } from './kit/preference.ts';
import { mountTheme, startTheme } from './widgets/theme.ts';
import { mountToc, placeSidebar } from './widgets/toc.ts';

/** Loads the parts that few pages need, if the page has one. */
function loadRareParts(): void {
	if (find(RARE)) import('./rare-widgets.ts').then((rare) => rare.startRareParts()).catch(console.warn);
}

/** Opens what the address has for an extension, such as code that somebody has shared. */
function showShared(): void {
	for (const [start, load] of Object.entries(HASHES))
		if (location.hash.startsWith(start))
			load()
				.then(({ open }) => open())
				.catch(console.warn);
}

/** Shows ⌘ as the shortcut key of the search on Apple devices (B-212). */
function nameKeys(): void {
	const key = find(`[${WIDGET}=search-box] kbd`);
	if (key && /^(?:Mac|iP)/.test(navigator.platform)) key.textContent = '⌘';
}

/** Loads the script of the search page. */
function mountSearchPage(element: HTMLElement): Undo {
	let undo: Undo | undefined;
	let gone = false;
	import('./search/page.tsx').then(
		({ startSearchPage }) => {
			if (!gone) undo = startSearchPage(element);
		},
		// The error box and its button are in the page, so they need nothing to load (B-044). The browser logs the error.
		() => find('.search-failure', element)?.removeAttribute('hidden'),
	);
	return () => {
		gone = true;
		undo?.();
	};
}

/** Prepares what the page, or the next one, has. */
function showPage(): void {
	for (const part of [applyPreference, nameButtons, nameKeys, placeSidebar, showShared]) start(part);
	void mount();
	loadRareParts();
}

/** Elements that only few pages have. */
const RARE = `.page-not-found main,${ISLAND},main img[width],[${WIDGET}=tabs],[${WIDGET}=filter],[${WIDGET}=variants],[${WIDGET}=video]`;

/** Loads the scripts for navigation, then starts prefetching pages. */
async function prepare(): Promise<void> {
	if (savesData()) return;
	const parts = [import('./shell/prefetch.ts'), import('./interactive.ts'), import('./shell/swap.ts')] as const;
	const [{ startPrefetch }] = await Promise.all(parts);
	start(startPrefetch);
}

setCrashLoader(() => import('./shell/failures.ts'));
addWidgets({
	'search-page': mountSearchPage,
	theme: mountTheme,
	toc: mountToc,
});
root.setAttribute(SCRIPTED, '');
root.setAttribute(READY, '');
for (const part of [startHistory, startChoosing, startTheme, showPage, awaitReader]) start(part);

// Prefetching waits until this page is complete.
whenLoaded(() => {
	const begin = (): void => void prepare().catch(() => undefined);
	// In the background, some browsers never report idle time: the timeout covers that.
	if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1000 });
	else setTimeout(begin);
});

listen(root, 'docsgen:page', showPage);
listen(root, 'docsgen:address', showShared);
// The script of `docsgen dev` sends these before and after it updates the page.
// Blocks of code may have an open editor: those that the update keeps are never unmounted.
listen(root, 'docsgen:updating', () => unmountWhere((element) => element.closest('.code') === null));
listen(root, 'docsgen:updated', () => {
	unmountWhere((element) => !element.isConnected);
	showPage();
	void loadInteractive().then(({ forgetPages }) => forgetPages());
});
