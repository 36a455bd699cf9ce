/**
 * Brings the page to life. Everything in it works without this script, in its plainest form; here it gets what shows
 * without being asked for. One part after the other: what readers see first comes first, and rests in between;
 * whatever fails leaves the page as it is without scripts.
 */

import { awaitReader, wake } from './intent.ts';
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
	showCrashesBy,
	start,
	unmount,
	WIDGET,
	whenLoaded,
} from './kit/kit.ts';
import { startChoosing } from './kit/preference.ts';
import { mountSearchKeys, mountSearchPage } from './search/begin.ts';
import { mountTheme, startTheme } from './widgets/theme.ts';
import { mountSidebarPlace, mountToc } from './widgets/toc.ts';

/** What only few pages need. */
function lookAtPage(): void {
	if (find(FEW)) import('./few.ts').then((few) => few.lookCloser()).catch(console.warn);
}

/** Elements that few pages have. */
const FEW = `.page-not-found main,${ISLAND},main img[width],[${WIDGET}=tabs],[${WIDGET}=filter],[${WIDGET}=variants],[${WIDGET}=video]`;

/** Fetches what visits to other pages need, and begins with the pages. */
async function prepare(): Promise<void> {
	if (savesData()) return;
	const parts = [import('./shell/prefetch.ts'), import('./responses.ts'), import('./shell/swap.ts')] as const;
	const [{ startPrefetch }] = await Promise.all(parts);
	start(startPrefetch);
}

showCrashesBy(() => import('./shell/failures.ts'));
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
lookAtPage();

// Other pages wait until this one is complete.
whenLoaded(() => {
	const begin = (): void => void prepare().catch(() => undefined);
	// Some browsers have no idle moment for a page that is not in front.
	if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1000 });
	else setTimeout(begin);
});

listen(root, 'docsgen:page', () => {
	nameButtons(root);
	lookAtPage();
});

// Sent by the script of `docsgen dev`, before and after it has brought the page up to date.
listen(root, 'docsgen:updating', () => unmount(root));
listen(root, 'docsgen:updated', () => {
	nameButtons(root);
	applyPreference();
	void mount(root);
	lookAtPage();
	void wake().then(() => root.dispatchEvent(new CustomEvent('docsgen:stale')));
});
