/** Widgets: which there are, and putting them on the elements that ask for them by `data-widget`. */
import { WIDGET } from '../content/contract.ts';
import { mountAnnouncement } from './announcement.ts';
import { mountBackToTop } from './back-to-top.ts';
import { mountCode } from './code.ts';
import { mountCopy } from './copy.ts';
import { mountCopyPage } from './copy-page.ts';
import { crash } from './crashes.ts';
import { all, type Undo } from './dom.ts';
import { mountNavbar } from './navbar.ts';
import { mountPanel } from './panel.ts';
import { mountSearchBox, mountSearchPage } from './search/box.ts';
import { mountSidebar } from './sidebar.ts';
import { inSlices } from './slices.ts';
import { mountTabs } from './tabs.ts';
import { mountTheme } from './theme.ts';
import { mountToc } from './toc.ts';

/** Makes an element do what it is for; returns how to take that back, if anything is to be taken back. */
export type Mount = (element: HTMLElement) => Undo | undefined;

const WIDGETS: Record<string, Mount> = {
	announcement: mountAnnouncement,
	'back-to-top': mountBackToTop,
	code: mountCode,
	copy: mountCopy,
	'copy-page': mountCopyPage,
	'mobile-sidebar': mountPanel,
	navbar: mountNavbar,
	'search-box': mountSearchBox,
	'search-page': mountSearchPage,
	sidebar: mountSidebar,
	tabs: mountTabs,
	theme: mountTheme,
	toc: mountToc,
};

const mounted = new Map<Element, Undo | undefined>();

/** Mounts every widget in `part` that is not mounted yet, in document order, resting in between (B-311). */
export function mount(part: HTMLElement): Promise<void> {
	return inSlices(all(`[${WIDGET}]`, part), mountOne);
}

function mountOne(element: HTMLElement): void {
	const widget = WIDGETS[element.dataset.widget ?? ''];
	// The page may have changed during a rest.
	if (!widget || mounted.has(element) || !element.isConnected) return;
	// Also one that fails counts as mounted: only the reader tries again.
	mounted.set(element, undefined);
	try {
		mounted.set(element, widget(element));
	} catch (error) {
		crash(element, error, () => {
			mounted.delete(element);
			mountOne(element);
		});
	}
}

/** Takes back what was mounted in `part`. */
export function unmount(part: HTMLElement): void {
	for (const [element, undo] of mounted) {
		if (!part.contains(element)) continue;
		mounted.delete(element);
		undo?.();
	}
}
