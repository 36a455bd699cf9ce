/**
 * What a page needs of the search before anyone searches: the shortcuts and the button (B-210 to B-215). All else is
 * loaded on first intent, and failing that the search page is opened, which says what can be done without.
 */
import { listen, root, together, type Undo } from '../kit.ts';

type Search = typeof import('./index.tsx');

/** Longest query, in UTF-16 units (B-215). */
const LONGEST = 64;

let loading: Promise<Search> | undefined;

function load(): Promise<Search> {
	if (!loading) {
		loading = import('./index.tsx');
		loading.catch(() => {
			loading = undefined;
		});
	}
	return loading;
}

function warm(): void {
	load().then(
		({ warmSearch }) => warmSearch(),
		() => undefined,
	);
}

/** The button in the navbar, and the keys that stand for it on the whole page. */
export function mountSearchBox(button: HTMLElement): Undo {
	const route = button.dataset.searchRoute ?? 'search';
	const run = (act: (search: Search) => void): void => {
		load().then(act, () => location.assign(route));
	};
	const open = (query: string): void => run(({ openSearch }) => openSearch({ query }));
	const selected = (): string => (getSelection()?.toString() ?? '').trim().slice(0, LONGEST);
	// This part comes at the first sign of a reader, and the sign may have been for this button.
	if (button.matches(':hover, :focus')) warm();
	return together(
		...['pointerenter', 'focus', 'touchstart'].map((type) => listen(button, type, warm, { passive: true })),
		listen(button, 'click', () => open(selected())),
		listen<KeyboardEvent>(button, 'keydown', (event) => {
			if (!/^[\p{L}\p{N}]$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
			event.preventDefault();
			open(event.key);
		}),
		listen<KeyboardEvent>(root, 'keydown', (event) => {
			const command = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
			if (command && event.key.toLowerCase() === 'k') {
				event.preventDefault();
				run(({ toggleSearch }) => toggleSearch({ query: selected() }));
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
		(target.isContentEditable || target.closest('input, textarea, select, dialog.search') !== null)
	);
}
