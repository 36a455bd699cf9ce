/**
 * Replaces the current page with the next one in one step (B-040): title, head, `<html>`, active links, panel and text.
 * The reader's state stays: color mode, open categories, the sidebar's scroll position.
 */
import { all, find, isStill, make, root } from '../kit/kit.ts';
import { morphAttributes, morphHead } from './morph.ts';
import { syncSidebar } from './sidebar-sync.ts';

/** A page's scripts, by URL or text. A page with scripts that this one lacks needs a full load. */
function scriptsOf(page: ParentNode): string[] {
	return all('head script', page)
		.filter((element) => !/json$/.test(element.getAttribute('type') ?? ''))
		.map((element) => element.getAttribute('src') ?? element.textContent ?? '');
}

/** URLs of a page's style sheets. The first one is the site's. */
function sheetsOf(page: ParentNode): string[] {
	return all('link[rel="stylesheet"]', page).map((link) => link.getAttribute('href') ?? '');
}

/** False if the next page needs other scripts or styles, or is in another language: a new deployment, another site. */
export function canSwap(next: Document): boolean {
	const own = new Set(scriptsOf(root));
	const wanted = scriptsOf(next);
	const [site = ''] = sheetsOf(next);
	return (
		part('html', next).lang === root.lang &&
		wanted.length > 0 &&
		find('main', next) !== null &&
		wanted.every((name) => own.has(name)) &&
		sheetsOf(root).includes(site)
	);
}

/** URLs of the style sheets that the next page has and this one lacks. */
export function missingSheets(next: Document): string[] {
	const own = sheetsOf(root);
	return sheetsOf(next).filter((href) => !own.includes(href));
}

/** Loads the style sheets that only the next page has, so that it never shows unstyled. */
export async function addCss(next: Document): Promise<void> {
	await Promise.all(
		missingSheets(next).map(
			(href) =>
				new Promise((resolve) => {
					const link = make('link', { rel: 'stylesheet', href });
					link.onload = link.onerror = resolve;
					find('head')?.append(link);
				}),
		),
	);
}

/**
 * Swaps in the next page; throws if it lacks an expected element. Calls `unmount` for each part before removing it.
 * The caller mounts the new parts.
 */
export function swap(next: Document, unmount: (part: HTMLElement) => void): void {
	const main = part('main', root);
	const nextMain = part('main', next);
	unmount(main);
	morphAttributes(root, part('html', next));
	morphHead(part('head', root), part('head', next));
	const lists = all('.navbar-items', next);
	for (const [index, list] of all('.navbar-items').entries()) {
		const other = lists[index];
		if (other && !list.isEqualNode(other)) list.replaceWith(other);
	}
	part('.layout', root).className = part('.layout', next).className;
	swapPanel(part('.panel', root), part('.panel', next), unmount);
	main.replaceWith(nextMain);
	announce(find('title')?.textContent ?? '');
}

function part(selector: string, page: ParentNode): HTMLElement {
	const element = find(selector, page);
	if (!element) throw new Error(`The page has no ${selector}`);
	return element;
}

function swapPanel(panel: HTMLElement, next: HTMLElement, unmount: (part: HTMLElement) => void): void {
	panel.dataset.menu = next.dataset.menu ?? 'primary';
	part('.panel-primary', panel).replaceWith(part('.panel-primary', next));
	const present = find('.panel-secondary', panel);
	const wanted = find('.panel-secondary', next);
	const sidebar = present && find('.sidebar', present);
	const nextSidebar = wanted && find('.sidebar', wanted);
	if (sidebar && nextSidebar && syncSidebar(sidebar, nextSidebar)) return;
	if (present) unmount(present);
	present?.remove();
	if (wanted) part('.panel-primary', panel).before(wanted);
	panel.scrollTop = 0;
}

let status: HTMLElement | undefined;

/** Announces to screen reader users that another page is shown. */
function announce(title: string): void {
	if (!status) {
		status = make('div', { class: 'visually-hidden', role: 'status' });
		find('body')?.append(status);
	}
	status.textContent = title;
}

let running: ViewTransition | undefined;

/** Cross-fades pages, if the browser supports view transitions and may animate. */
export async function transition(change: (fades: boolean) => Promise<void>): Promise<void> {
	const start: Document['startViewTransition'] | undefined = Document.prototype.startViewTransition;
	if (!start || isStill()) return change(false);
	running?.skipTransition();
	running = start.call(document, () => change(true));
	// A skipped transition rejects, as intended.
	running.ready.catch(() => undefined);
	running.finished.catch(() => undefined);
	await running.updateCallbackDone;
}
