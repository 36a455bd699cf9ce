/** Code blocks: copying, wrapping long lines (B-173, B-174), and the types of names. */

import { copyOnClick } from '../kit/clipboard.ts';
import { all, find, listen, listenKeys, make, together, type Undo } from '../kit/kit.ts';
import { onOverflow } from './overflow.ts';

const WRAPPED = 'wrapped';

/** What readers see in a block, but do not copy: the compiler's remarks, prompts, output, removed lines. */
const ASIDES = '.code-type, .code-error, .u, .out, :not(.patch) > * > .del';

/** The code of a block. */
function textOf(pre: Element): string {
	const copy = pre.cloneNode(true) as Element;
	for (const aside of all(ASIDES, copy)) aside.remove();
	return (copy.textContent ?? '').replace(/\n$/, '');
}

const PASSIVE = { passive: true };

/** Loads the style sheet with the types of the page's names, once; pages do not include it (see `render/annotations.ts`). */
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

/** On a touch screen, the first tap at a name that is a link shows its type, and the second follows the link. */
function tapTwice(block: HTMLElement): Undo {
	let shown: Element | undefined;
	return listen(block, 'click', (event) => {
		const name = (event.target as Element).closest<HTMLElement>('a[data-t]');
		if (!name || name === shown || (event as PointerEvent).pointerType !== 'touch') return;
		event.preventDefault();
		name.focus();
		shown = name;
	});
}

/** Shows the types of names to readers who point at one or focus it. `docsgen dev` may change the sheet's URL. */
function followTypes(block: HTMLElement): Undo {
	return together(
		listenKeys(block, step),
		tapTwice(block),
		...['pointerover', 'touchstart', 'focusin'].map((type) =>
			listen(block, type, () => loadTypes(block.dataset.types ?? ''), PASSIVE),
		),
	);
}

export function mountCode(block: HTMLElement): Undo | undefined {
	const pre = find('pre', block);
	const copy = find('.code-actions > button', block);
	if (!pre || !copy) return undefined;
	const wrap = make(
		'button',
		{ type: 'button', 'aria-label': WORDS.toggleWrap, 'aria-pressed': 'false', hidden: '' },
		WORDS.wrap,
	);
	wrap.onclick = () => wrap.setAttribute('aria-pressed', String(pre.classList.toggle(WRAPPED)));
	const stopCopying = copyOnClick(copy, () => textOf(pre));
	copy.before(wrap);
	return together(
		stopCopying,
		onOverflow(pre, (overflows) => {
			wrap.hidden = !overflows && !pre.classList.contains(WRAPPED);
		}),
		block.dataset.types === undefined ? () => undefined : followTypes(block),
		() => {
			pre.classList.remove(WRAPPED);
			wrap.remove();
		},
	);
}
