/** Code blocks: copying, wrapping long lines (B-173, B-174), and the types of names. */

import { copyOnClick } from '../kit/clipboard.ts';
import { all, find, listen, make, together, type Undo } from '../kit/kit.ts';
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
function loadTypes(href: string): HTMLLinkElement {
	const known = find<HTMLLinkElement>(`link[href="${CSS.escape(href)}"]`);
	if (known) return known;
	const link = make('link', { rel: 'stylesheet', href }) as HTMLLinkElement;
	find('head')?.append(link);
	return link;
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

/**
 * Shows the types of names to readers who point at one or focus it. `docsgen dev` may change the sheet's URL. The style
 * sheet alone shows them until the script of the bubble has loaded.
 */
function followTypes(block: HTMLElement): Undo {
	let undo: Undo | undefined;
	let isAsked = false;
	let isGone = false;
	const ask = (event: Event): void => {
		const link = loadTypes(block.dataset.types ?? '');
		if (isAsked) return;
		isAsked = true;
		import('./type-bubble.ts')
			.then(({ mountBubble }) => {
				if (!isGone) undo = mountBubble(block, link, event.target as Element);
			})
			.catch(() => undefined);
	};
	return together(
		tapTwice(block),
		...['pointerover', 'touchstart', 'focusin'].map((type) => listen(block, type, ask, PASSIVE)),
		() => {
			isGone = true;
			undo?.();
		},
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
