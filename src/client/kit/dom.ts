/**
 * Access to the document and its elements that page content cannot break: an element named `querySelector` shadows
 * the document's method, but not its prototype's. Independent of the widgets.
 */

/** Undoes what a function has set up. */
export type Undo = () => void;

/** The `<html>` element: the starting point of every other lookup. */
export const root: HTMLElement = Reflect.get(Document.prototype, 'documentElement', document);

/** The first element that matches, or null. */
export function find<T extends Element = HTMLElement>(selector: string, from: ParentNode = root): T | null {
	return from.querySelector<T>(selector);
}

/** All elements that match, in document order. */
export function all<T extends Element = HTMLElement>(selector: string, from: ParentNode = root): T[] {
	return [...from.querySelectorAll<T>(selector)];
}

/** The closest match to an event's target, which may be the target itself; null if the target is not an element. */
export function around<T extends Element = HTMLElement>(event: Event, selector: string): T | null {
	return event.target instanceof Element ? event.target.closest<T>(selector) : null;
}

/** Adds an event listener, and returns a function that removes it. */
export function listen<E extends Event = Event>(
	target: EventTarget,
	type: string,
	handler: (event: E) => void,
	options?: AddEventListenerOptions,
): Undo {
	const { addEventListener, removeEventListener } = EventTarget.prototype;
	const listener = handler as EventListener;
	addEventListener.call(target, type, listener, options);
	return () => removeEventListener.call(target, type, listener, options);
}

/**
 * True for a key that belongs to an input method, such as the Enter that chooses a word. Safari sends the key that ends
 * a composition after its end, and only its code reveals it.
 */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
	return isComposing || keyCode === 229;
}

/** Adds a listener for the keys that readers press, except those of an input method. */
export function listenKeys(
	target: EventTarget,
	handler: (event: KeyboardEvent) => void,
	options?: AddEventListenerOptions,
): Undo {
	return listen<KeyboardEvent>(target, 'keydown', (event) => isComposing(event) || handler(event), options);
}

/** Elements that may have shortcuts of their own, and all in which a letter is text. */
export const EDITORS = 'textarea, [role=textbox]';
export const FIELDS = `${EDITORS}, input, select`;

/** Whether a key is for editable content or one of these fields, which may be in a shadow root. */
export function isFor(fields: string, event: Event): boolean {
	const [target] = event.composedPath();
	return target instanceof HTMLElement && (target.isContentEditable || target.closest(fields) !== null);
}

/** True for a `pointermove` without movement: browsers also report one when the page moves under the pointer. */
export function isPointerStill(event: Event): boolean {
	const { type, movementX, movementY } = event as PointerEvent;
	return type === 'pointermove' && !(movementX || movementY);
}

/** Combines several undo functions into one. */
export function together(...undos: Undo[]): Undo {
	return () => {
		for (const undo of undos) undo();
	};
}

/** A new element. */
export function make<K extends keyof HTMLElementTagNameMap>(
	name: K,
	attributes: Record<string, string> = {},
	...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
	const { createElement } = Document.prototype;
	const element = createElement.call(document, name) as HTMLElementTagNameMap[K];
	for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
	element.append(...children);
	return element;
}

/** The element with this id, which may contain any character. */
export function byId(id: string): HTMLElement | null {
	return id === '' ? null : find(`#${CSS.escape(id)}`);
}

/** Calls `then` when the page and its resources have loaded; immediately if they already have. */
export function whenLoaded(then: () => void): void {
	if (Reflect.get(Document.prototype, 'readyState', document) === 'complete') then();
	else listen(window, 'load', then, { once: true });
}

/** True if the page, or a part of it, is written from right to left. */
export function isRtl(element: Element = root): boolean {
	return getComputedStyle(element).direction === 'rtl';
}

/** True if the reader prefers reduced motion. */
export function prefersStill(): boolean {
	return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * True if a change must not be animated: the reader prefers reduced motion, or the page is in a background tab, which
 * paints no frame, so that no animation would ever end.
 */
export function isStill(): boolean {
	return prefersStill() || Reflect.get(Document.prototype, 'hidden', document) === true;
}

/** Whether the reader saves data or has a 2g connection (B-033); false without the connection API. */
export function savesData(): boolean {
	const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } };
	return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}

const adopted = new Set<string>();

/** Adds a constructed style sheet, once: a strict policy allows it, and it costs nothing when the page loads. */
export function adoptStyles(css: string): void {
	if (adopted.has(css)) return;
	adopted.add(css);
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(css);
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
