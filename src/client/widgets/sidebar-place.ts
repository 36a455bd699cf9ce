/** Where a long docs sidebar begins. */
import { afterLayout, find } from '../kit/dom.ts';

/** On a first load the current entry of a long sidebar may be far below. */
export function mountSidebarPlace(sidebar: HTMLElement): undefined {
	afterLayout(sidebar, () => showCurrent(sidebar));
}

function showCurrent(sidebar: HTMLElement): void {
	const panel = sidebar.closest<HTMLElement>('.panel');
	const current = find('[aria-current="page"]', sidebar);
	if (!panel || !current || panel.scrollHeight <= panel.clientHeight || panel.scrollTop > 0) return;
	// At the lower end, what comes next would be hidden.
	const below = current.getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
	if (below > panel.clientHeight * 0.8) panel.scrollTop = below - panel.clientHeight / 2;
}
