/**
 * Navigation without reloading the document (B-021 to B-023, B-040 to B-054). The URL changes immediately, the page
 * when the next one has loaded; of several visits, only the last one counts. Every failure falls back to a full load
 * of the new URL.
 *
 * Events on `<html>`: `docsgen:visit` when a visit starts, `docsgen:page` when a page was swapped in, `docsgen:address`
 * when only the query or the hash has changed.
 */

import {
	around,
	byId,
	FIRST_URL,
	find,
	hashId,
	isPlain,
	isRtl,
	isStill,
	listen,
	make,
	markJump,
	markShown,
	PROGRESS_DELAY,
	pageKey,
	pageOf,
	pause,
	pushEntry,
	REFRESH,
	reportCrash,
	restoreEntry,
	root,
	unmount,
} from '../kit/kit.ts';
import { focusOn, focusOnTop } from './focus.ts';
import { loadPage, loadSwapping, parseHtml } from './pages.ts';

/** Number of the latest visit: earlier ones are dropped. */
let latest = 0;
/** Key of the page that is shown, and the URL of the last page view. */
let shown = pageKey(new URL(FIRST_URL).pathname);
let viewedUrl = FIRST_URL;

export function startNavigation(): void {
	listen<MouseEvent>(root, 'click', (event) => {
		const link = around<HTMLAnchorElement>(event, 'a[href]');
		const url = link && isPlain(event) && !event.defaultPrevented && pageOf(link);
		// The browser follows hash links within the page.
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
		const place = restoreEntry(state, here);
		const settle = (): void => {
			if (place === 'new') settleAt(url);
			else scrollTo({ left: place[0], top: place[1], behavior: 'instant' });
		};
		latest++;
		stopProgress();
		if (!here) return void show(url, settle);
		if (place === 'new') markJump();
		else settle();
		notifyAddress();
	});
}

function isHere(url: URL): boolean {
	return url.pathname === location.pathname && url.search === location.search;
}

/** Whether a URL belongs to the page that is shown. */
function isOfShown(url: URL): boolean {
	return pageKey(url.pathname) === shown;
}

/** Goes to a page of the site, with a new history entry unless the URL is the same. */
function visit(url: URL): void {
	const sameQuery = isHere(url);
	const here = isOfShown(url);
	latest++;
	stopProgress();
	root.dispatchEvent(new CustomEvent('docsgen:visit'));
	pushEntry(url.href, here);
	if (!here) return void show(url, () => settleAt(url));
	// A changed query does not scroll (B-048).
	if (sameQuery || url.hash !== '') settleAt(url);
	notifyAddress();
}

/** Loads a page and swaps it in; `settle` scrolls to the position where the reader starts. */
async function show(url: URL, settle: () => void): Promise<void> {
	const turn = ++latest;
	startProgress();
	try {
		const [text, { canSwap, addCss, swap, transition }] = await Promise.all([loadPage(url.pathname), loadSwapping()]);
		if (turn !== latest) return;
		const next = parseHtml(text);
		if (!canSwap(next)) return location.reload();
		await addCss(next);
		await transition(async (fades) => {
			if (turn !== latest) return;
			try {
				swap(next, unmount);
			} catch (error) {
				stopProgress();
				return reportCrash(find('main') ?? root, error, () => void show(url, settle));
			}
			begin(url);
			// A page that fades in is not painted until this callback ends: defer scrolling, which needs its layout.
			if (fades) await pause();
			if (turn === latest) finish(settle);
		});
	} catch (error) {
		if (turn !== latest) return;
		console.warn(`Loading ${url.href} failed: loading the whole page.`, error);
		location.reload();
	}
}

let progress: ReturnType<typeof setTimeout> | undefined;
let bar: HTMLElement | undefined;

/** Shows the progress bar if the page takes longer than a moment to load (B-041, B-042). */
function startProgress(): void {
	stopProgress();
	progress = setTimeout(() => {
		bar = make('div', { class: 'progress-bar' });
		find('body')?.append(bar);
		if (isStill()) return;
		const rest = (percent: number): string => `inset(0 ${isRtl() ? `0 0 ${percent}%` : `${percent}% 0 0`})`;
		bar.animate(
			{ clipPath: [rest(100), rest(30), rest(5)], offset: [0, 0.15, 1] },
			{ duration: 8000, easing: 'ease-out', fill: 'forwards' },
		);
	}, PROGRESS_DELAY);
}

/** The page is there or no longer wanted. */
function stopProgress(): void {
	clearTimeout(progress);
	bar?.remove();
}

/** The page is swapped in: the main script mounts its widgets. */
function begin(url: URL): void {
	shown = pageKey(url.pathname);
	root.dispatchEvent(new CustomEvent('docsgen:page'));
}

/** After the content: scrolling, the end of the progress bar, the page view (B-052). */
function finish(settle: () => void): void {
	settle();
	markShown();
	stopProgress();
	notifyServices(true);
}

/** Notifies third-party scripts, if there are any, of the URL and of a new page. */
function notifyServices(newPage: boolean): void {
	const changed = viewedUrl !== location.href;
	viewedUrl = location.href;
	if (!Object.hasOwn(window, 'gtag') && !find(`script[${REFRESH}]`)) return;
	const url = new URL(viewedUrl);
	const title = find('title')?.textContent ?? '';
	import('./analytics.ts')
		.then(({ countView, refreshScripts }) => {
			if (changed) countView(url, title);
			if (newPage) refreshScripts();
		})
		.catch(() => undefined);
}

function notifyAddress(): void {
	notifyServices(false);
	root.dispatchEvent(new CustomEvent('docsgen:address'));
}

/** Scrolls to the hash's target and focuses it (B-046, B-047), or goes to the top of the page (B-051). */
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
