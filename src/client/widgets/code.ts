/** Code blocks: copying, wrapping long lines (B-173, B-174), and the types of names. */

import { all, find, listen, make, together, type Undo } from '../kit/kit.ts';
import { copyOnClick } from './copy.ts';

const WRAPPED = 'wrapped';

/** The compiler's remarks are between the lines, but are not code. */
const REMARKS = '.code-type, .code-error';

/** The code of a block, without remarks. */
function textOf(code: Element): string {
	const copy = code.cloneNode(true) as Element;
	for (const remark of all(REMARKS, copy)) remark.remove();
	return (copy.textContent ?? '').replace(/\n$/, '');
}

const wrapButtons = new WeakMap<Element, HTMLButtonElement>();

/** One observer for all blocks. It reports after layout, and also when a tab or a details block opens. */
const observer = new ResizeObserver((entries) => {
	for (const { target } of entries) {
		const button = wrapButtons.get(target);
		if (button) button.hidden = target.scrollWidth <= target.clientWidth && !target.classList.contains(WRAPPED);
	}
});

const PASSIVE = { passive: true };

/** Loads the style sheet with the types of the page's names, once; pages do not include it (see `render/sample.ts`). */
function loadTypes(href: string): void {
	if (!find(`link[href="${CSS.escape(href)}"]`)) find('head')?.append(make('link', { rel: 'stylesheet', href }));
}

/** Arrow keys move between names, once one has the focus. */
function step(event: KeyboardEvent): void {
	const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
	const names = all('[data-t]', event.currentTarget as HTMLElement);
	const from = names.indexOf(event.target as HTMLElement);
	const to = by === undefined || from < 0 ? undefined : names[from + by];
	if (!to) return;
	event.preventDefault();
	to.tabIndex = 0;
	to.focus();
	if (names[from]) names[from].tabIndex = -1;
}

/** Shows the types of names to readers who point at one or focus it. */
function followTypes(block: HTMLElement, href: string): Undo {
	return together(
		listen<KeyboardEvent>(block, 'keydown', step),
		...['pointerover', 'touchstart', 'focusin'].map((type) => listen(block, type, () => loadTypes(href), PASSIVE)),
	);
}

export function mountCode(block: HTMLElement): Undo | undefined {
	const pre = find('pre', block);
	const code = pre && find('code', pre);
	const copy = find('.code-actions > button', block);
	if (!code || !copy) return undefined;
	const wrap = make(
		'button',
		{ type: 'button', 'aria-label': WORDS.toggleWrap, 'aria-pressed': 'false', hidden: '' },
		WORDS.wrap,
	);
	wrap.onclick = () => wrap.setAttribute('aria-pressed', String(pre.classList.toggle(WRAPPED)));
	const stopCopying = copyOnClick(copy, () => textOf(code));
	copy.before(wrap);
	wrapButtons.set(pre, wrap);
	observer.observe(pre);
	return together(
		stopCopying,
		block.dataset.types === undefined ? () => undefined : followTypes(block, block.dataset.types),
		() => {
			observer.unobserve(pre);
			pre.classList.remove(WRAPPED);
			wrap.remove();
		},
	);
}
