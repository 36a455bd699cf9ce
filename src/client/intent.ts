/**
 * What answers readers runs at their first sign: most pages are read without a click. It is fetched then, or when
 * the page is complete. What they have asked for before it is there waits, and is then asked for again; where it
 * does not come soon, the page answers as one without scripts.
 */
import { once, pause } from './kit/async.ts';
import { around, listen, rests, root, together } from './kit/dom.ts';
import { isPlain } from './kit/links.ts';

/** Milliseconds that a click waits at most. */
const PATIENCE = 1000;

/** Signs after which something may be asked for. */
const QUIET = ['pointermove', 'touchstart', 'wheel', 'focusin'];
/** Signs that may ask for something themselves. */
const LOUD = ['click', 'contextmenu'];

/** What scripts answer. The rest is the browser's own affair, or has its answer already. */
const ANSWERED = 'a[href], button:not([popovertarget], .theme-toggle, [role="tab"])';
const FIELDS = 'input, textarea, select, [contenteditable]';

/** What is asked for, in order, and what the pointer rests on or has pressed. */
const held: Event[] = [];
let pointed: Event | undefined;
let stop = (): void => undefined;
/** Keys are held until all parts are mounted: letters may belong to one that is not yet. */
let stopKeys = stop;

/** Loads what answers readers, once; resolves when it is there. */
export const wake = once(async () => {
	const { respond } = await import('./responses.ts');
	const mounted = respond();
	// From here on everything is heard there.
	stop();
	await mounted;
});

/** Waits for the first sign of a reader. */
export function awaitReader(): void {
	stop = together(
		// No signs by themselves: a page may come up under a pointer that rests, and a press ends in a click.
		...['pointerover', 'mousedown'].map((type) =>
			listen(root, type, (event) => {
				pointed = event;
			}),
		),
		listen(window, 'popstate', hear),
		...QUIET.map((type) => listen(root, type, hear, { passive: true })),
		...LOUD.map((type) => listen(root, type, hear, { capture: true })),
	);
	stopKeys = listen(root, 'keydown', hear, { capture: true });
}

function hear(event: Event): void {
	if (rests(event)) return;
	if (event.type === 'popstate') held.push(event);
	else if (asks(event)) {
		event.preventDefault();
		event.stopImmediatePropagation();
		held.push(event);
	}
	Promise.race([wake(), pause(PATIENCE)])
		.catch((error: unknown) => console.warn('The page does without scripts.', error))
		.then(release);
}

/** Lets everything happen that was held. */
function release(): void {
	stop();
	stopKeys();
	const events = [...(pointed ? [pointed] : []), ...held.splice(0)];
	pointed = undefined;
	for (const event of events) repeat(event);
}

/** True for an event that scripts would answer otherwise than the browser does. */
function asks(event: Event): boolean {
	if (event.type === 'contextmenu') return around(event, '[data-context-page]') !== null;
	if (event instanceof KeyboardEvent) return asksByKey(event);
	return event instanceof MouseEvent && event.type === 'click' && isPlain(event) && around(event, ANSWERED) !== null;
}

function asksByKey(event: KeyboardEvent): boolean {
	// What is typed after a key that opens something belongs to that.
	if (event.key.length === 1 && held.some((one) => one instanceof KeyboardEvent)) return true;
	if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k';
	if (around(event, FIELDS)) return false;
	return event.key === '/' || (around(event, ANSWERED) !== null && /^(?:Enter|[ \p{L}\p{N}])$/u.test(event.key));
}

/** Sends an event again, and does what the browser would have done with it. */
function repeat(event: Event): void {
	const { type, target } = event;
	const copy = new (event.constructor as typeof Event)(type, event);
	const goesOn = target?.dispatchEvent(copy);
	const presses = type === 'keydown' && /^(?:Enter| )$/.test((event as KeyboardEvent).key);
	if (goesOn && presses && target instanceof HTMLElement) target.click();
}
