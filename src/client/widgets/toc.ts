/** Where the reader is: in the table of contents, and in a long docs sidebar. */
import { hashId } from '../kit/address.ts';
import { all, byId, find, listen, together, type Undo } from '../kit/dom.ts';
import { onScroll } from '../kit/scroll.ts';
import { currentHeading } from './reading.ts';

/** Highlights the heading that the reader is at (B-161). */
export function mountToc(toc: HTMLElement): Undo {
	const links = all<HTMLAnchorElement>('a[href^="#"]', toc);
	const navbar = find('.navbar');
	let current: HTMLAnchorElement | undefined;
	let frame = 0;

	const update = (): void => {
		frame = 0;
		// Headings in a closed tab have no place.
		const seen = links.flatMap((link) => {
			const heading = byId(hashId(link.hash));
			return heading && heading.getClientRects().length > 0 ? [{ link, edges: heading.getBoundingClientRect() }] : [];
		});
		const line = Math.max(0, navbar?.getBoundingClientRect().bottom ?? 0);
		const index = currentHeading(
			seen.map(({ edges }) => edges),
			line,
			innerHeight,
		);
		mark(seen[index]?.link);
	};

	const mark = (link: HTMLAnchorElement | undefined): void => {
		if (link === current) return;
		current?.removeAttribute('aria-current');
		link?.setAttribute('aria-current', 'true');
		current = link;
		if (link) keepInMiddle(link, toc);
	};

	const later = (): void => {
		frame ||= requestAnimationFrame(update);
	};

	later();
	return together(onScroll(later), listen(window, 'resize', later), () => cancelAnimationFrame(frame));
}

/** Scrolls the list so that what comes next is seen, too; never the page. */
function keepInMiddle(link: HTMLElement, list: HTMLElement): void {
	const { top, bottom } = link.getBoundingClientRect();
	const frame = list.getBoundingClientRect();
	list.scrollTop += (top + bottom - frame.top - frame.bottom) / 2;
}

/** On a first load the current entry of a long sidebar may be far below. */
export function mountSidebarPlace(sidebar: HTMLElement): undefined {
	const panel = sidebar.closest<HTMLElement>('.panel');
	const current = find('[aria-current="page"]', sidebar);
	if (!panel || !current) return;
	// The layout is known then: asking earlier would cost one. What is in a closed menu has no place yet.
	const observer = new ResizeObserver(() => {
		if (sidebar.clientHeight === 0) return;
		observer.disconnect();
		// At the lower end, what comes next would be hidden.
		const below = current.getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
		if (panel.scrollTop === 0 && below > panel.clientHeight * 0.8) panel.scrollTop = below - panel.clientHeight / 2;
	});
	observer.observe(sidebar);
}
