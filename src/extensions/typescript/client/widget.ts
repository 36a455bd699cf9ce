/** The buttons of a live sample. Their work loads with the first click; only a closed block may leave the page. */
import { find, make, type Undo } from '../../../client/kit/kit.ts';

/** `label` is the element with the version below the code. */
export function mountWidget(label: HTMLElement): Undo | undefined {
	const block = label.closest<HTMLElement>('.code');
	const copy = block && find('.code-actions > button:last-child', block);
	if (!block || !copy) return undefined;
	const load = (text: string, use: (opening: typeof import('./opening.ts')) => void): HTMLElement => {
		const button = make('button', { type: 'button' }, text);
		button.onclick = () =>
			import('./opening.ts').then(use, () => {
				button.textContent = WORDS.failed;
			});
		return button;
	};
	const open = (action: 'edit' | 'run', text: string): HTMLElement =>
		load(text, ({ openLiveSample }) => void openLiveSample(block, action));
	const buttons = [open('edit', WORDS.edit)];
	if (label.dataset.run !== undefined) buttons.push(open('run', WORDS.run));
	copy.before(...buttons);
	const place = label.dataset.changes === undefined ? null : block.closest('details')?.previousElementSibling;
	if (place?.matches('.try-change')) {
		const change = load(place.textContent ?? '', ({ makeChange }) => void makeChange(block));
		place.before(change);
		buttons.push(change);
	}
	return () => {
		for (const button of buttons) button.remove();
		block.dispatchEvent(new Event('docsgen:close'));
	};
}
