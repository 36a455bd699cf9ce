/** Areas that scroll sideways only if their content is wide: code, tables, and what has the class. */
import { all, find, listen, root, type Undo } from '../kit/kit.ts';

const AREAS = 'main :is(pre, .table-scroll, .scrolls)';

/** Class of a table with a first column that stays, because it leaves half of the room to the others. */
const PINNED = 'pinned';

type React = (overflows: boolean) => void;
const reactions = new WeakMap<Element, React>();

/**
 * One observer for all areas. It reports after layout, and also when a tab or a details block opens. An area is a tab
 * stop only where arrow keys scroll it; without scripts, each is one.
 */
const observer = new ResizeObserver((entries) => {
	for (const { target } of entries) {
		const overflows = target.scrollWidth > target.clientWidth;
		if (overflows) target.setAttribute('tabindex', '0');
		else target.removeAttribute('tabindex');
		const first = overflows ? find('tr > *', target) : null;
		target.classList.toggle(PINNED, first !== null && first.offsetWidth * 2 < target.clientWidth);
		reactions.get(target)?.(overflows);
	}
});

/** Calls `react` whenever the size of an area has changed. */
export function onOverflow(area: Element, react: React): Undo {
	reactions.set(area, react);
	// An area that is observed already reports again.
	observer.unobserve(area);
	observer.observe(area);
	return () => reactions.delete(area);
}

/** Observes the areas of this page and of later ones. */
export function startOverflow(): void {
	const watch = (): void => {
		for (const area of all(AREAS)) observer.observe(area);
	};
	watch();
	for (const type of ['docsgen:page', 'docsgen:updated']) listen(root, type, watch);
	listen(root, 'docsgen:updating', () => {
		observer.disconnect();
		for (const area of all(AREAS)) {
			area.tabIndex = 0;
			area.classList.remove(PINNED);
		}
	});
}
