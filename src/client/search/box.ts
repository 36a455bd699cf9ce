/**
 * What a page needs of the search before anyone searches: the shortcuts and the button (B-210 to B-215). All else is
 * loaded on first intent, and failing that the search page is opened, which says what can be done without.
 */
import { find, listen, once, root, together, type Undo } from '../kit/kit.ts';

const load = once(() => import('./index.ts'));

function warm(): void {
	load()
		.then((search) => search.warm())
		.catch(() => undefined);
}

/** The button in the navbar, and the keys that stand for it on the whole page. */
export function mountSearchBox(button: HTMLElement): Undo {
	const route = button.dataset.searchRoute ?? 'search';
	/** What was typed since the search was asked for: its field is on its way. */
	let typed: string | undefined;
	const settle = (): void => {
		typed = undefined;
		button.removeAttribute('aria-busy');
	};
	const open = (query: string, first = ''): void => {
		if (typed !== undefined) return;
		typed = first;
		button.setAttribute('aria-busy', 'true');
		load().then(
			({ openSearch }) => {
				const letters = typed;
				settle();
				if (letters !== undefined) openSearch(letters === '' ? { query } : { query: letters, typed: true });
			},
			() => location.assign(route),
		);
	};
	/** Keys for a field that is not there yet. */
	const hold = (event: KeyboardEvent): void => {
		if (typed === undefined || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
		if (event.key === 'Escape') settle();
		else if (event.key === 'Backspace') typed = typed.slice(0, -1);
		else if (event.key.length === 1) typed += event.key;
		else return;
		event.preventDefault();
		event.stopImmediatePropagation();
	};
	const selected = (): string => (getSelection()?.toString() ?? '').trim();
	// This part comes at the first sign of a reader, and the sign may have been for this button.
	if (button.matches(':hover, :focus')) warm();
	return together(
		...['pointerenter', 'focus', 'touchstart'].map((type) => listen(button, type, warm, { passive: true })),
		listen(button, 'click', () => open(selected())),
		listen<KeyboardEvent>(root, 'keydown', hold, { capture: true }),
		listen<KeyboardEvent>(button, 'keydown', (event) => {
			if (!/^[\p{L}\p{N}]$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
			event.preventDefault();
			open('', event.key);
		}),
		listen<KeyboardEvent>(root, 'keydown', (event) => {
			const command = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
			if (command && event.key.toLowerCase() === 'k') {
				event.preventDefault();
				if (find('.search-dialog')) void load().then(({ closeSearch }) => closeSearch());
				else open(selected());
			} else if (event.key === '/' && !command && !event.altKey && !isEditing(event)) {
				event.preventDefault();
				open(selected());
			}
		}),
	);
}

/** B-211: where a slash is text. */
function isEditing({ target }: Event): boolean {
	return (
		target instanceof HTMLElement &&
		(target.isContentEditable || target.closest('input, textarea, select, .search-dialog') !== null)
	);
}
