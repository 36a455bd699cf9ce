/**
 * The document and its elements, reached so that nothing a page contains can stand in the way: an element named
 * `querySelector` hides the document's own, but not its prototype's. Knows no widget.
 */

/** Takes back what a function has set up. */
export type Undo = () => void;

/** The `<html>` element; everything else is found from it. */
export const root: HTMLElement = Reflect.get(Document.prototype, 'documentElement', document);

/** The first element that fits, or null. */
export function find<T extends Element = HTMLElement>(selector: string, from: ParentNode = root): T | null {
	return from.querySelector<T>(selector);
}

/** All elements that fit, in document order. */
export function all<T extends Element = HTMLElement>(selector: string, from: ParentNode = root): T[] {
	return [...from.querySelectorAll<T>(selector)];
}

/** The nearest element around an event's target that fits; null where the target is no element. */
export function around<T extends Element = HTMLElement>(event: Event, selector: string): T | null {
	return event.target instanceof Element ? event.target.closest<T>(selector) : null;
}

/** Listens, and returns how to stop. */
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

/** True where the page has moved under the pointer, and not the pointer: browsers report that, too. */
export function rests(event: Event): boolean {
	const { type, movementX, movementY } = event as PointerEvent;
	return type === 'pointermove' && !(movementX || movementY);
}

/** One undo for several. */
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

/** The element with this id, however odd the id. */
export function byId(id: string): HTMLElement | null {
	return id === '' ? null : find(`#${CSS.escape(id)}`);
}

/** Calls `then` when the page and all it loads is there; at once where it is. */
export function whenLoaded(then: () => void): void {
	if (Reflect.get(Document.prototype, 'readyState', document) === 'complete') then();
	else listen(window, 'load', then, { once: true });
}

/** True where the reader asked for less motion. */
export function wantsStill(): boolean {
	return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** B-033: whether the reader saves data; without the connection API nothing is saved. */
export function savesData(): boolean {
	const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } };
	return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}

const worn = new Set<string>();

/** Puts a style sheet on the page, once: a constructed one, which a strict policy allows and no page load pays for. */
export function wear(css: string): void {
	if (worn.has(css)) return;
	worn.add(css);
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(css);
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
