/**
 * The side panel as the menu of narrow screens (B-120 to B-127). The browser opens and closes it (popover); scripts let
 * the Back button close it, switch between its two menus, and keep the focus inside.
 */
import {
	all,
	around,
	find,
	isPlain,
	isRtl,
	isStill,
	listen,
	listenKeys,
	MOBILE_BREAKPOINT,
	pageOf,
	pushEntry,
	root,
	together,
	type Undo,
} from '../kit/kit.ts';
import { keepTabInside } from './keep-inside.ts';

export function mountMobileSidebar(panel: HTMLElement): Undo {
	const toggle = find(`[popovertarget="${panel.id}"]:not([popovertargetaction])`);
	const secondary = (): boolean => find('.panel-secondary', panel) !== null;
	let open = false;

	const close = (): void => {
		if (open) panel.hidePopover();
	};
	const afterToggle = (now: boolean): void => {
		if (open === now) return;
		open = now;
		toggle?.setAttribute('aria-expanded', String(open));
		setOthersInert(panel, open);
		panel.dataset.menu = secondary() ? 'secondary' : 'primary';
		if (open) {
			// Where `docsgen dev` has updated the page behind the open panel, both are so already.
			if (!history.state?.panel) pushEntry(location.href, true, true);
			if (!panel.contains(document.activeElement)) find('[popovertargetaction="hide"]', panel)?.focus();
		} else if (history.state?.panel) {
			history.back();
			toggle?.focus();
		}
	};

	afterToggle(panel.matches(':popover-open'));
	return together(
		listen<ToggleEvent>(panel, 'toggle', ({ newState }) => afterToggle(newState === 'open')),
		listen<MouseEvent>(panel, 'click', (event) => {
			if (around(event, '.panel-back')) showPrimary(panel);
			else if (open) chooseLink(event, close);
		}),
		listenKeys(panel, (event) => keepTabInside(event, panel)),
		listen(root, 'docsgen:visit', close),
		listen(window, 'popstate', close),
		listen(matchMedia(`(width > ${MOBILE_BREAKPOINT / 16}em)`), 'change', close),
	);
}

/** Switches from the sidebar to the navbar's menu (B-124). */
function showPrimary(panel: HTMLElement): void {
	panel.dataset.menu = 'primary';
	const menu = find('.panel-primary', panel);
	if (!isStill())
		menu?.animate(
			{ translate: [isRtl() ? '3rem' : '-3rem', '0'], opacity: [0, 1] },
			{ duration: 200, easing: 'ease-out' },
		);
	find('a, summary', menu ?? panel)?.focus();
}

/** Any link that is followed closes the panel (B-123, B-125). A category that only opens prevents the default. */
function chooseLink(event: MouseEvent, close: () => void): void {
	const link = around<HTMLAnchorElement>(event, 'a[href]');
	if (!link || event.defaultPrevented || !isPlain(event)) return;
	// For pages, `docsgen:visit` closes it. A full load replaces the panel's history entry.
	if (pageOf(link)) return;
	if (link.target === '_blank') close();
	else {
		event.preventDefault();
		location.replace(link.href);
	}
}

/** Makes everything behind the panel inert. */
function setOthersInert(panel: HTMLElement, inert: boolean): void {
	const layout = panel.parentElement;
	for (const element of all('body > *')) if (element !== layout) element.inert = inert;
	for (const element of layout?.children ?? [])
		if (element !== panel && element instanceof HTMLElement) element.inert = inert;
}
