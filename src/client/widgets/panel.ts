/** The side panel: loads the scripts of the mobile menu when it is first opened as one. */
import { find, listen, together, type Undo } from '../kit/kit.ts';

export function mountPanel(panel: HTMLElement): Undo {
	const toggle = find(`[popovertarget="${panel.id}"]:not([popovertargetaction])`);
	let undo: Undo | undefined;
	let gone = false;
	const load = (): void => {
		stop();
		import('./mobile-sidebar.ts')
			.then(({ mountMobileSidebar }) => {
				if (!gone) undo = mountMobileSidebar(panel);
			})
			.catch((error: unknown) => console.warn('The menu works without scripts.', error));
	};
	const stop = together(
		listen(panel, 'beforetoggle', load),
		...(toggle ? [listen(toggle, 'pointerover', load), listen(toggle, 'focus', load)] : []),
	);
	if (panel.matches(':popover-open')) load();
	return () => {
		gone = true;
		stop();
		undo?.();
	};
}
