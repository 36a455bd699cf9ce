/** Copying to the clipboard, with a button that says so. */
import { find, listen, make, type Undo } from './dom.ts';

/** Milliseconds that a button shows "Copied" (B-173). */
const COPIED_MS = 2000;

/** Makes a button copy the result of `source` when it is clicked, and briefly shows "Copied" on it. */
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
			say(WORDS.copied);
		} catch (error) {
			console.error('Copying failed.', error);
			say(WORDS.failed, WORDS.copyingFailed);
		}
		timer = setTimeout(() => say(text, label ?? ''), COPIED_MS);
	});
}

/** Safari allows clipboard access only during the click itself, so a text that is not ready is passed as a promise. */
async function copyText(text: string | Promise<string>): Promise<void> {
	if (!navigator.clipboard) return copySelected(await text);
	if (typeof text === 'string') return navigator.clipboard.writeText(text);
	const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
	await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** Copies without the clipboard API, which insecure origins lack; throws if the browser refuses. */
function copySelected(text: string): void {
	const field = make('textarea', { class: 'visually-hidden' });
	field.value = text;
	find('body')?.append(field);
	field.select();
	const copied = Document.prototype.execCommand.call(document, 'copy');
	field.remove();
	if (!copied) throw new Error('Not allowed');
}
