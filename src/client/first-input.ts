/**
 * Loads the interactive scripts at the first sign of a reader, because most pages are read without a click; main.ts may
 * have fetched them already. Clicks and keys before they run are held and replayed. If they do not load in time, the
 * page behaves as it does without scripts.
 */
import { isPlain } from './kit/address.ts';
import { once, pause } from './kit/async.ts';
import { around, EDITORS, FIELDS, isComposing, isFor, isPointerStill, listen, root, together } from './kit/dom.ts';

/** Milliseconds that a held event waits at most. */
const HOLD_LIMIT_MS = 1000;

/** Events that announce a request. */
const HINT_EVENTS = ['pointermove', 'touchstart', 'wheel', 'focusin'];
/** Events that may be a request. */
const REQUEST_EVENTS = ['click', 'contextmenu', 'keydown'];

/** Elements that the interactive scripts handle. The browser or a script that already runs handles all others. */
const HANDLED = 'a[href], button:not([popovertarget], .theme-toggle, [role="tab"])';

/** Events to replay, in order, and the last `pointerover` or `mousedown`. */
const held: Event[] = [];
let pointed: Event | undefined;
let stop = (): void => undefined;

/** Loads the interactive scripts, once. Resolves when all their widgets are mounted: an event may be for the last one. */
export const loadInteractive = once(async () => {
	const scripts = await import('./interactive.ts');
	await scripts.respond();
	return scripts;
});

/** Listens for the first sign of a reader. */
export function awaitReader(): void {
	stop = together(
		// Not signs by themselves: a page may appear under a resting pointer, and a press ends in a click.
		...['pointerover', 'mousedown'].map((type) =>
			listen(root, type, (event) => {
				pointed = event;
			}),
		),
		listen(window, 'popstate', handle),
		...HINT_EVENTS.map((type) => listen(root, type, handle, { passive: true })),
		...REQUEST_EVENTS.map((type) => listen(root, type, handle, { capture: true })),
	);
}

function handle(event: Event): void {
	if (isPointerStill(event)) return;
	if (event.type === 'popstate') held.push(event);
	else if (isRequest(event)) {
		event.preventDefault();
		event.stopImmediatePropagation();
		held.push(event);
	}
	// If they do not load, the page does without scripts.
	void Promise.race([loadInteractive(), pause(HOLD_LIMIT_MS)])
		.catch(console.warn)
		.then(release);
}

/** Replays all held events. */
function release(): void {
	stop();
	const events = [...(pointed ? [pointed] : []), ...held.splice(0)];
	pointed = undefined;
	for (const event of events) replay(event);
}

/** True for an event that scripts handle differently from the browser. */
function isRequest(event: Event): boolean {
	if (event.type === 'contextmenu') return around(event, '[data-context-page]') !== null;
	if (event instanceof KeyboardEvent) return isKeyRequest(event);
	return event instanceof MouseEvent && event.type === 'click' && isPlain(event) && around(event, HANDLED) !== null;
}

function isKeyRequest(event: KeyboardEvent): boolean {
	if (isComposing(event)) return false;
	if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' && !isFor(EDITORS, event);
	// Letters after a key that opens something are input for it.
	if (event.key.length === 1 && held.some(({ type }) => type === 'keydown')) return true;
	if (isFor(FIELDS, event)) return false;
	return event.key === '/' || (around(event, HANDLED) !== null && /^(?:Enter|[ \p{L}\p{N}])$/u.test(event.key));
}

/** Dispatches an event again; if it is not canceled, Enter and Space click the target as the browser would. */
function replay(event: Event): void {
	const { type, target } = event;
	const copy = new (event.constructor as typeof Event)(type, event);
	const proceeds = target?.dispatchEvent(copy);
	const presses = type === 'keydown' && /^(?:Enter| )$/.test((event as KeyboardEvent).key);
	if (proceeds && presses && target instanceof HTMLElement) target.click();
}
