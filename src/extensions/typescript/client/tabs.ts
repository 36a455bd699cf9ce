/** A list of tabs above one panel, whose content its owner changes. */
import { isRtl, listenKeys, make } from '../../../client/kit/dom.ts';

interface TabList {
	element: HTMLElement;
	select(name: string): void;
	/** Changes the text of a tab, and the number behind it; 0 is not shown. */
	label(name: string, title: string, count?: number): void;
}

/** `id` is the start of the tabs' ids. */
export function tabList(
	{ id, label, panel, names }: { id: string; label: string; panel: HTMLElement; names: readonly string[] },
	choose: (name: string) => void,
): TabList {
	panel.id = `${id}-panel`;
	panel.setAttribute('role', 'tabpanel');
	const tabs = names.map((name, index) => {
		const attributes = { type: 'button', role: 'tab', id: `${id}-${index}`, 'aria-controls': panel.id };
		const tab = make('button', attributes, name);
		tab.onclick = () => choose(name);
		return tab;
	});
	const element = make('div', { role: 'tablist', 'aria-label': label }, ...tabs);
	listenKeys(element, (event) => {
		const onward = isRtl(element) ? 'ArrowLeft' : 'ArrowRight';
		const by = event.key === onward ? 1 : /^Arrow(?:Left|Right)$/.test(event.key) ? -1 : 0;
		const from = tabs.findIndex((tab) => tab.contains(document.activeElement));
		const to = tabs[(from + by + tabs.length) % tabs.length];
		if (by === 0 || from < 0 || !to) return;
		event.preventDefault();
		to.focus();
		to.click();
	});
	return {
		element,
		select(name) {
			for (const [index, tab] of tabs.entries()) {
				const isSelected = names[index] === name;
				tab.setAttribute('aria-selected', String(isSelected));
				tab.tabIndex = isSelected ? 0 : -1;
				if (isSelected) panel.setAttribute('aria-labelledby', tab.id);
			}
		},
		label(name, title, count = 0) {
			const tab = tabs[names.indexOf(name)];
			const number = count > 0 ? [' ', make('span', { class: `live-count ${name}` }, String(count))] : [];
			if (tab && tab.textContent !== (count > 0 ? `${title} ${count}` : title)) tab.replaceChildren(title, ...number);
		},
	};
}
