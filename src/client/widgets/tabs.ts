/** Tabs: one panel at a time; groups of the same name share the choice, also across browser tabs (B-175). */
import {
	all,
	around,
	byId,
	hashId,
	isRtl,
	listen,
	listenKeys,
	markJump,
	read,
	rewrite,
	root,
	STORAGE,
	TAB_GROUP,
	TAB_VALUE,
	together,
	type Undo,
	write,
} from '../kit/kit.ts';

export function mountTabs(element: HTMLElement): Undo {
	const tabs = all(':scope > [role="tablist"] > [role="tab"]', element);
	const panels = all(':scope > [role="tabpanel"]', element);
	const tabValue = (tab: Element | undefined): string | null => tab?.getAttribute(TAB_VALUE) ?? null;
	const group = element.getAttribute(TAB_GROUP);
	const key = group === null ? undefined : STORAGE.tabs(group);
	/** The URL parameter that also contains the choice, so that a link can select a panel. */
	const parameter = element.dataset.tabQuery;
	/** Selects a value; ignores one that these tabs do not have. */
	const select = (value: string | null): void => {
		const chosen = tabs.findIndex((tab) => tabValue(tab) === value);
		if (chosen < 0) return;
		for (const [index, tab] of tabs.entries()) {
			tab.setAttribute('aria-selected', String(index === chosen));
			tab.tabIndex = index === chosen ? 0 : -1;
			const panel = panels[index];
			panel?.classList.toggle('selected', index === chosen);
			if (index === chosen) panel?.removeAttribute('hidden');
			else panel?.setAttribute('hidden', 'until-found');
		}
	};
	const choose = (tab: HTMLElement): void => {
		const value = tabValue(tab);
		if (value === null) return;
		const { top } = tab.getBoundingClientRect();
		select(value);
		if (parameter) {
			const url = new URL(location.href);
			url.searchParams.set(parameter, value);
			rewrite(history.state, url.href);
		}
		if (key === undefined) return;
		write(key, value);
		// Browsers send this event to other windows only.
		EventTarget.prototype.dispatchEvent.call(window, new StorageEvent('storage', { key, newValue: value }));
		// Panels that changed above must not move the tab away from the pointer.
		scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
	};

	/** Selects the panel that contains the hash's target. */
	const showTarget = (): void => {
		const target = byId(hashId(location.hash));
		const index = panels.findIndex((panel) => panel.hasAttribute('hidden') && panel.contains(target));
		if (index < 0) return;
		select(tabValue(tabs[index]));
		markJump();
		target?.scrollIntoView({ behavior: 'instant' });
	};

	select(tabValue(tabs.find((tab) => tab.getAttribute('aria-selected') === 'true')));
	if (key !== undefined) select(read(key));
	if (parameter) select(new URL(location.href).searchParams.get(parameter));
	showTarget();
	return together(
		listen(root, 'docsgen:address', showTarget),
		listen(element, 'click', (event) => {
			const tab = tabs.find((candidate) => candidate === around(event, '[role="tab"]'));
			if (tab) choose(tab);
		}),
		// The browser's find in page has found text in a hidden panel.
		listen(element, 'beforematch', ({ target }) => {
			const tab = tabs[panels.indexOf(target as HTMLElement)];
			if (tab) choose(tab);
		}),
		listenKeys(element, (event) => {
			const from = tabs.indexOf(event.target as HTMLElement);
			const to = from < 0 ? undefined : target(event.key, from, tabs.length, isRtl(element));
			if (to === undefined) return;
			event.preventDefault();
			const tab = tabs[to];
			if (!tab) return;
			choose(tab);
			tab.focus();
		}),
		listen<StorageEvent>(window, 'storage', (event) => {
			if (event.key !== null && event.key === key) select(event.newValue);
		}),
	);
}

/** Index of the tab that a key chooses, from tab `from` of `count`. From right to left, left is onward. */
function target(key: string, from: number, count: number, rtl: boolean): number | undefined {
	if (key === (rtl ? 'ArrowLeft' : 'ArrowRight')) return (from + 1) % count;
	if (key === (rtl ? 'ArrowRight' : 'ArrowLeft')) return (from + count - 1) % count;
	if (key === 'Home') return 0;
	return key === 'End' ? count - 1 : undefined;
}
