/** Buttons that copy: a command, a color, a code block, a page. */
import { copyOnClick } from '../kit/clipboard.ts';
import { find, get, type Undo } from '../kit/kit.ts';

/** The button in an element copies the element's `data-copy`. */
export function mountCopy(element: HTMLElement): Undo | undefined {
	const button = find('button', element);
	return button ? copyOnClick(button, () => element.dataset.copy ?? '') : undefined;
}

/** "Copy page" copies the text of the "Open as Markdown" link next to it. */
export function mountCopyPage(tools: HTMLElement): Undo | undefined {
	const link = find<HTMLAnchorElement>('a[type="text/markdown"]', tools);
	const button = find('button', tools);
	return link && button ? copyOnClick(button, async () => (await get(link.href)).text()) : undefined;
}
