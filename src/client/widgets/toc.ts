/** Shows the reader's place in the table of contents and in a long docs sidebar. */
import { WIDGET } from '../../content/model/contract.ts';
import { hashId } from '../kit/address.ts';
import { all, around, byId, find, listen, together, type Undo } from '../kit/dom.ts';
import { onScroll } from '../kit/scroll.ts';
import { currentHeading } from './scroll-spy.ts';

/** Highlights the heading that the reader is at (B-161). */
export function mountToc(toc: HTMLElement): Undo {
	const links = all<HTMLAnchorElement>('a[href^="#"]', toc);
	const navbar = find('.navbar');
	let current: HTMLAnchorElement | undefined;
	let frame = 0;
	/** The URL's heading, until the reader scrolls away from it. */
	let chosen = location.hash;

	const update = (): void => {
		frame = 0;
		// Headings in a hidden tab have no position.
		const seen = links.flatMap((link) => {
			const heading = byId(hashId(link.hash));
			return heading && heading.getClientRects().length > 0 ? [{ link, edges: heading.getBoundingClientRect() }] : [];
		});
		const line = Math.max(0, navbar?.getBoundingClientRect().bottom ?? 0);
		const index = currentHeading(
			seen.map(({ edges }) => edges),
			line,
			innerHeight,
			{ chosen: seen.findIndex(({ link }) => link.hash === chosen), isAtEnd: isAtEnd(chosen !== '') },
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
	const choose = (hash: string): void => {
		chosen = hash;
		later();
	};

	later();
	return together(
		onScroll(({ jumped }) => (jumped ? later() : choose(''))),
		listen(window, 'resize', later),
		listen(window, 'hashchange', () => choose(location.hash)),
		listen(toc, 'click', (event) => choose(around(event, 'a')?.getAttribute('href') ?? chosen)),
		() => cancelAnimationFrame(frame),
	);
}

/** Whether the page is at its end. One that fits into the window always is: it counts only if a heading is chosen. */
function isAtEnd(isChosen: boolean): boolean {
	const { scrollHeight } = document.documentElement;
	return scrollY + innerHeight >= scrollHeight - 1 && (isChosen || scrollHeight > innerHeight);
}

/** Scrolls the list, never the page, so that the next entries are visible. */
function keepInMiddle(link: HTMLElement, list: HTMLElement): void {
	const { top, bottom } = link.getBoundingClientRect();
	const frame = list.getBoundingClientRect();
	list.scrollTop += (top + bottom - frame.top - frame.bottom) / 2;
}

let placed: HTMLElement | null = null;

/** Scrolls a sidebar that is new to its current entry, unless it is in view. */
export function placeSidebar(): void {
	const sidebar = find(`[${WIDGET}=sidebar]`);
	if (sidebar === placed) return;
	placed = sidebar;
	const panel = sidebar?.closest<HTMLElement>('.panel');
	const current = sidebar && find('[aria-current="page"]', sidebar);
	if (!panel || !current) return;
	// The observer runs after layout: measuring earlier would force one. A closed menu has nothing to measure yet.
	const observer = new ResizeObserver(() => {
		if (sidebar.clientHeight === 0) return;
		observer.disconnect();
		// Near the lower edge, the next entries would be hidden.
		const below = current.getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
		if (panel.scrollTop === 0 && below > panel.clientHeight * 0.8) panel.scrollTop = below - panel.clientHeight / 2;
	});
	observer.observe(sidebar);
}
