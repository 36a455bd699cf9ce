/**
 * From page to page without loading the document anew (B-021 to B-023, B-040 to B-054). The address changes at once,
 * the page when the next one has come; of several visits only the last one counts. Whatever goes wrong ends in a full
 * load of the new address.
 *
 * Tells on `<html>`: `docsgen:visit` when a visit begins, `docsgen:page` when a page was put in, `docsgen:address`
 * when only query or hash have changed.
 */

import {
	applyPreference,
	around,
	arrive,
	byId,
	crash,
	enter,
	FIRST_ADDRESS,
	find,
	hashId,
	isPlain,
	listen,
	markJump,
	mount,
	pageKey,
	pageOf,
	pause,
	REFRESH,
	root,
	settled,
	unmount,
} from '../kit/kit.ts';
import { focusOn, focusOnTop } from './focus.ts';
import { loadPage, loadSwapping, parsePage } from './pages.ts';
import { startProgress, stopProgress } from './progress.ts';

/** Number of the visit that counts. */
let latest = 0;
/** The page that is shown, and the address that was last counted. */
let shown = pageKey(new URL(FIRST_ADDRESS).pathname);
let counted = FIRST_ADDRESS;

export function startNavigation(): void {
	listen<MouseEvent>(root, 'click', (event) => {
		const link = around<HTMLAnchorElement>(event, 'a[href]');
		const url = link && isPlain(event) && !event.defaultPrevented && pageOf(link);
		// Hashes of this page are the browser's own affair.
		if (!url || (url.hash !== '' && isHere(url))) return;
		event.preventDefault();
		visit(url);
	});
	// B-102.
	listen(root, 'contextmenu', (event) => {
		const page = around(event, '.brand')?.dataset.contextPage;
		if (page === undefined) return;
		event.preventDefault();
		visit(new URL(page, location.href));
	});
	listen<PopStateEvent>(window, 'popstate', ({ state }) => {
		const url = new URL(location.href);
		const here = isOfShown(url);
		const place = arrive(state, here);
		const settle = (): void => {
			if (place === 'new') settleAt(url);
			else scrollTo({ left: place[0], top: place[1], behavior: 'instant' });
		};
		latest++;
		stopProgress();
		if (!here) return void show(url, settle);
		if (place === 'new') markJump();
		else settle();
		tellAddress();
	});
}

function isHere(url: URL): boolean {
	return url.pathname === location.pathname && url.search === location.search;
}

/** Whether an address is one of the page that is shown. */
function isOfShown(url: URL): boolean {
	return pageKey(url.pathname) === shown;
}

/** Goes to a page of the site, by a new entry of the history unless it is the present address. */
function visit(url: URL): void {
	const sameQuery = isHere(url);
	const here = isOfShown(url);
	latest++;
	stopProgress();
	root.dispatchEvent(new CustomEvent('docsgen:visit'));
	enter(url.href, here);
	if (!here) return void show(url, () => settleAt(url));
	// B-048: a changed query is no reason to scroll.
	if (sameQuery || url.hash !== '') settleAt(url);
	tellAddress();
}

/** Loads a page and puts it in; `settle` scrolls to where the reader is to begin. */
async function show(url: URL, settle: () => void): Promise<void> {
	const turn = ++latest;
	startProgress();
	try {
		const [text, { canSwap, dress, swap, transition }] = await Promise.all([loadPage(url.pathname), loadSwapping()]);
		if (turn !== latest) return;
		const next = parsePage(text);
		if (!canSwap(next)) return location.reload();
		await dress(next);
		await transition(async (fades) => {
			if (turn !== latest) return;
			try {
				swap(next, unmount);
			} catch (error) {
				stopProgress();
				return crash(find('main') ?? root, error, () => void show(url, settle));
			}
			begin(url);
			// A page that fades in is not painted before all is done: scrolling, which needs its layout, can wait a moment.
			if (fades) await pause();
			if (turn === latest) finish(settle);
		});
	} catch (error) {
		if (turn !== latest) return;
		console.warn(`Loading ${url.href} failed: loading the whole page.`, error);
		location.reload();
	}
}

/** The page is there: its widgets come to life. */
function begin(url: URL): void {
	shown = pageKey(url.pathname);
	applyPreference();
	void mount(root);
	root.dispatchEvent(new CustomEvent('docsgen:page'));
}

/** B-052: after the content scroll, end of the progress bar, page view. */
function finish(settle: () => void): void {
	settle();
	settled();
	stopProgress();
	tellServices(true);
}

/** Tells other services, where there are any, of the address and of a new page. */
function tellServices(newPage: boolean): void {
	const changed = counted !== location.href;
	counted = location.href;
	if (!Object.hasOwn(window, 'gtag') && !find(`script[${REFRESH}]`)) return;
	const url = new URL(counted);
	const title = find('title')?.textContent ?? '';
	import('./analytics.ts')
		.then(({ countView, refreshScripts }) => {
			if (changed) countView(url, title);
			if (newPage) refreshScripts();
		})
		.catch(() => undefined);
}

function tellAddress(): void {
	tellServices(false);
	root.dispatchEvent(new CustomEvent('docsgen:address'));
}

/** B-046, B-047, B-051. */
function settleAt({ hash }: URL): void {
	if (hash === '') {
		scrollTo({ top: 0, left: 0, behavior: 'instant' });
		focusOnTop();
		return;
	}
	const target = byId(hashId(hash));
	if (!target) return;
	for (let block = target.closest('details'); block; block = block.parentElement?.closest('details') ?? null)
		block.open = true;
	markJump();
	target.scrollIntoView({ behavior: 'instant' });
	focusOn(target);
}
