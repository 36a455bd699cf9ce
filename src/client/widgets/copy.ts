/** Buttons that copy: a command, a colour, a block of code, a page. */
import { find, get, listen, make, type Undo } from '../kit/kit.ts';

/** Milliseconds that a button says "Copied" (B-173). */
const SAID = 2000;

/** Makes a button copy what `source` gives when it is pressed, and say so instead of its own text for a while. */
export function copyOnClick(button: HTMLElement, source: () => string | Promise<string>): Undo {
	const text = button.textContent ?? '';
	const label = button.getAttribute('aria-label');
	let timer: ReturnType<typeof setTimeout> | undefined;
	const say = (words: string, name = words): void => {
		button.textContent = words;
		if (label !== null) button.setAttribute('aria-label', name);
	};
	return listen(button, 'click', async () => {
		clearTimeout(timer);
		try {
			await copyText(source());
			say('Copied');
		} catch (error) {
			console.error('Copying failed.', error);
			say('Failed', 'Copying failed');
		}
		timer = setTimeout(() => say(text, label ?? ''), SAID);
	});
}

/** Safari lets only what was asked for in the click itself be copied: a text that is still to come is promised. */
async function copyText(text: string | Promise<string>): Promise<void> {
	if (!navigator.clipboard) return copySelected(await text);
	if (typeof text === 'string') return navigator.clipboard.writeText(text);
	const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
	await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** Copies where there is no clipboard, on sites without a secure address; throws where the browser does not allow it. */
function copySelected(text: string): void {
	const field = make('textarea', { class: 'visually-hidden' });
	field.value = text;
	find('body')?.append(field);
	field.select();
	const copied = Document.prototype.execCommand.call(document, 'copy');
	field.remove();
	if (!copied) throw new Error('Not allowed');
}

/** The button in an element with `data-copy` copies that. */
export function mountCopy(element: HTMLElement): Undo | undefined {
	const button = find('button', element);
	return button ? copyOnClick(button, () => element.dataset.copy ?? '') : undefined;
}

/** "Copy page" beside "Open as Markdown": the same text, on the clipboard. */
export function mountCopyPage(tools: HTMLElement): Undo | undefined {
	const link = find<HTMLAnchorElement>('a[type="text/markdown"]', tools);
	const button = find('button', tools);
	return link && button ? copyOnClick(button, async () => (await get(link.href)).text()) : undefined;
}
