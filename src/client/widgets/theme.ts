/**
 * Color mode after the first paint: the switch, the system, other tabs (B-191 to B-196). The start script sets the
 * initial mode.
 */
import { MODE, STORAGE, THEME, WIDGET } from '../../content/model/contract.ts';
import { all, listen, root, type Undo } from '../kit/dom.ts';
import { read, remove, write } from '../kit/storage.ts';

type Mode = 'light' | 'dark';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The mode for a stored value; any stored value but `dark` means light (B-191). */
function modeOf(stored: string | null): Mode {
	if (stored !== null) return stored === 'dark' ? 'dark' : 'light';
	const fixed = root.getAttribute(MODE);
	if (fixed === 'light' || fixed === 'dark') return fixed;
	return dark.matches ? 'dark' : 'light';
}

function show(mode: Mode): void {
	root.setAttribute(THEME, mode);
	for (const button of all(`[${WIDGET}="theme"]`)) describe(button);
}

function describe(button: HTMLElement): void {
	const label = root.getAttribute(THEME) === 'dark' ? WORDS.switchFromDark : WORDS.switchFromLight;
	button.setAttribute('aria-label', label);
	button.title = label;
}

/** Follows changes of the system and of other tabs. */
export function startTheme(): void {
	const fixed = root.getAttribute(MODE) === 'system';
	if (fixed && read(STORAGE.theme) !== null) remove(STORAGE.theme);
	let printed = false;
	listen(dark, 'change', () => {
		// Printing switches to light and back afterwards: ignore both changes.
		const print = matchMedia('print').matches;
		const ignored = print || printed;
		printed = print;
		if (!ignored && read(STORAGE.theme) === null) show(modeOf(null));
	});
	listen<StorageEvent>(window, 'storage', ({ key, newValue }) => {
		if (!fixed && (key === STORAGE.theme || key === null)) show(modeOf(newValue));
	});
}

export function mountTheme(button: HTMLElement): Undo {
	button.removeAttribute('disabled');
	describe(button);
	return listen(button, 'click', () => {
		const mode: Mode = root.getAttribute(THEME) === 'dark' ? 'light' : 'dark';
		write(STORAGE.theme, mode);
		show(mode);
	});
}
