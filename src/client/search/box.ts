/**
 * The search button and its shortcuts (B-210 to B-215). Everything else loads at the first sign that a reader wants to
 * search. If that fails, the search page opens instead, which offers other ways.
 */
import {
	around,
	EDITORS,
	FIELDS,
	find,
	isFor,
	listen,
	listenKeys,
	once,
	root,
	together,
	type Undo,
} from '../kit/kit.ts';

const load = once(() => import('./index.ts'));

function warm(): void {
	load()
		.then((search) => search.warm())
		.catch(() => undefined);
}

/** The button in the navbar, and its keyboard shortcuts on the whole page. */
export function mountSearchBox(button: HTMLElement): Undo {
	const route = button.dataset.searchRoute ?? 'search';
	/** Text typed while the search loads; undefined if it is not loading. */
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
				if (letters !== undefined) openSearch(letters || query, letters !== '');
			},
			() => location.assign(route),
		);
	};
	/** Collects keys for a field that is still loading. */
	const hold = (event: KeyboardEvent): void => {
		if (typed === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.key === 'Escape') settle();
		else if (event.key === 'Backspace') typed = typed.slice(0, -1);
		else if (event.key.length === 1) typed += event.key;
		else return;
		event.preventDefault();
		event.stopImmediatePropagation();
	};
	const selected = (): string => (getSelection()?.toString() ?? '').trim();
	// The reader's first sign, which loaded this part, may have been on this button.
	if (button.matches(':hover, :focus')) warm();
	return together(
		...['pointerenter', 'focus', 'touchstart'].map((type) => listen(button, type, warm, { passive: true })),
		listen(button, 'click', () => open(selected())),
		listenKeys(root, hold, { capture: true }),
		listenKeys(button, (event) => {
			if (!/^[\p{L}\p{N}]$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
			event.preventDefault();
			open('', event.key);
		}),
		listenKeys(root, (event) => {
			const command = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
			// B-211: a slash is text in any field; Ctrl + K means something else in editors only.
			if (command && event.key.toLowerCase() === 'k' && !isFor(EDITORS, event)) {
				event.preventDefault();
				if (find('.search-dialog')) void load().then(({ closeSearch }) => closeSearch());
				else open(selected());
			} else if (
				event.key === '/' &&
				!command &&
				!event.altKey &&
				!isFor(FIELDS, event) &&
				!around(event, '.search-dialog')
			) {
				event.preventDefault();
				open(selected());
			}
		}),
	);
}
