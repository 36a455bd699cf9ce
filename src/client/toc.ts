/** Highlights where the reader is in the table of contents (B-161). */
import { hashId } from './address.ts';
import { all, byId, find, listen, together, type Undo } from './dom.ts';
import { currentHeading } from './reading.ts';
import { onScroll } from './scroll.ts';

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
		if (link) keepInView(link, toc);
	};

	const later = (): void => {
		frame ||= requestAnimationFrame(update);
	};

	later();
	return together(onScroll(later), listen(window, 'resize', later), () => cancelAnimationFrame(frame));
}

/** Scrolls the list, never the page. */
function keepInView(link: HTMLElement, list: HTMLElement): void {
	const { top, bottom } = link.getBoundingClientRect();
	const frame = list.getBoundingClientRect();
	if (top < frame.top) list.scrollTop -= frame.top - top;
	else if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom;
}
