/**
 * Puts the next page in the place of the present one, all in one step (B-040): title, head, `<html>`, active links,
 * panel and text. What readers have set up stays: colour mode, open categories, the place in the sidebar.
 */
import { all, find, make, root, wantsStill } from '../kit/kit.ts';
import { morphAttributes, morphHead } from './morph.ts';
import { syncSidebar } from './sidebar-sync.ts';

/** What a page runs. Between pages that differ in it only a full load leads. */
function scriptsOf(page: ParentNode): string[] {
	return all('head script', page)
		.filter((element) => !/json$/.test(element.getAttribute('type') ?? ''))
		.map((element) => element.getAttribute('src') ?? element.textContent ?? '');
}

/** Addresses of style sheets. The first one is that of the whole site. */
function sheetsOf(page: ParentNode): string[] {
	return all('link[rel="stylesheet"]', page).map((link) => link.getAttribute('href') ?? '');
}

/** False where the next page needs other scripts or styles: the site was deployed anew, or it is another site's. */
export function canSwap(next: Document): boolean {
	const own = new Set(scriptsOf(root));
	const wanted = scriptsOf(next);
	const [site = ''] = sheetsOf(next);
	return (
		wanted.length > 0 &&
		find('main', next) !== null &&
		wanted.every((name) => own.has(name)) &&
		sheetsOf(root).includes(site)
	);
}

/** Addresses of the style sheets that the next page has more. */
export function missingSheets(next: Document): string[] {
	const own = sheetsOf(root);
	return sheetsOf(next).filter((href) => !own.includes(href));
}

/** Loads the style sheets that the next page has more, so that it never shows without. */
export async function dress(next: Document): Promise<void> {
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
 * Throws where the next page is not built like this one. `unmount` is called for each part before it goes; mounting
 * what is new is the caller's.
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

/** Tells readers who do not see it that another page is there. */
function announce(title: string): void {
	if (!status) {
		status = make('div', { class: 'visually-hidden', role: 'status' });
		find('body')?.append(status);
	}
	status.textContent = title;
}

let running: ViewTransition | undefined;

/** Fades from page to page where the browser can and the reader does not mind. */
export async function transition(change: (fades: boolean) => Promise<void>): Promise<void> {
	const start: Document['startViewTransition'] | undefined = Document.prototype.startViewTransition;
	if (!start || wantsStill()) return change(false);
	running?.skipTransition();
	running = start.call(document, () => change(true));
	// Skipped ones are rejected, which is meant.
	running.ready.catch(() => undefined);
	running.finished.catch(() => undefined);
	await running.updateCallbackDone;
}
