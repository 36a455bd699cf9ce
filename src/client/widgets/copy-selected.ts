/** Copying where there is no clipboard to write to: on sites without a secure address. */
import { find, make } from '../kit/kit.ts';

/** Copies by selecting; throws where the browser does not allow it. */
export function copySelected(text: string): void {
	const field = make('textarea', { class: 'visually-hidden' });
	field.value = text;
	find('body')?.append(field);
	field.select();
	const copied = Document.prototype.execCommand.call(document, 'copy');
	field.remove();
	if (!copied) throw new Error('The browser did not allow it');
}
