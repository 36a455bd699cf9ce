/** Updates one document to match another by changing only what differs: scroll, focus and open parts stay. */
import { ISLAND, SLOT } from '../../content/model/contract.ts';

/** Attributes that scripts set on the page: the new document lacks them, or has them as they are at first. */
const LIVE = new Set([
	'data-theme',
	'data-scripted',
	'data-announcement-dismissed',
	'data-hidden',
	'data-menu',
	'data-ready',
	'data-search-open',
	'data-sidebar-hidden',
	'hidden',
	'inert',
	'open',
	'role',
	'style',
	'tabindex',
	'aria-expanded',
	'aria-selected',
]);
/** Classes that scripts set: of chosen tabs and wrapped code. */
const LIVE_CLASSES = ['selected', 'wrapped'];

/** Children of the body that a server wrote. Scripts add others, such as the search dialog, which stay. */
const written = new WeakSet<Node>();

/** Remembers what the server wrote. To be called before scripts add to the page. */
export function rememberBody({ body }: Document): void {
	for (const node of body.childNodes) written.add(node);
}

/** Updates `current` to match `next`, as soon as new style sheets have loaded. */
export async function morph(current: Document, next: Document): Promise<void> {
	const { added, gone } = addToHead(current.head, next.head);
	await Promise.all(added.map(loaded));
	for (const element of gone) element.remove();
	morphAttributes(current.documentElement, next.documentElement);
	morphElement(current.body, next.body);
}

/** Updates one head to match another, in one step. */
export function morphHead(current: HTMLElement, next: HTMLElement): void {
	for (const element of addToHead(current, next).gone) element.remove();
}

/** Scripts have already run, and prefetched pages are useful beyond one page: both stay. */
const STAYS = 'script, link[rel="prefetch"]';

/** Adds new elements, and returns the old ones for removal: new style sheets must load before old ones go. */
function addToHead(current: HTMLElement, next: HTMLElement): { added: Element[]; gone: Element[] } {
	const present = new Map([...current.children].map((element) => [element.outerHTML, element]));
	const added: Element[] = [];
	for (const element of [...next.children]) {
		if (present.delete(element.outerHTML) || element.matches('script')) continue;
		const copy = current.ownerDocument.importNode(element, true);
		current.append(copy);
		added.push(copy);
	}
	return { added, gone: [...present.values()].filter((element) => !element.matches(STAYS)) };
}

function loaded(element: Element): Promise<void> | undefined {
	if (!(element instanceof HTMLLinkElement) || element.rel !== 'stylesheet') return undefined;
	return new Promise((resolve) => {
		element.onload = element.onerror = () => resolve();
	});
}

/** Copies the attributes of `next`, except those that scripts set. */
export function morphAttributes(current: Element, next: Element): void {
	for (const { name } of [...current.attributes])
		if (!next.hasAttribute(name) && !LIVE.has(name)) current.removeAttribute(name);
	for (const { name, value } of next.attributes)
		if (current.getAttribute(name) !== value && !LIVE.has(name) && name !== 'class') current.setAttribute(name, value);
	if (!next.hasAttribute('class')) return;
	const classes = [
		...[...next.classList].filter((name) => !LIVE_CLASSES.includes(name)),
		...LIVE_CLASSES.filter((name) => current.classList.contains(name)),
	].join(' ');
	if (current.getAttribute('class') !== classes) current.setAttribute('class', classes);
}

/** A block of code. */
const CODE = '.code[data-widget]';
/** The element of an extension's widget in such a block. */
const INNER_WIDGET = '[data-widget]';

/** Updates an element and its content to match `next`. */
function morphElement(current: Element, next: Element): void {
	if (current.isEqualNode(next)) return;
	const { className } = current;
	morphAttributes(current, next);
	// A block of code stays as readers left it, perhaps with an open editor in it, as long as its code is the same.
	if (current.matches(CODE)) {
		current.className = className;
		const [widget, nextWidget] = [current, next].map((one) => one.querySelector(INNER_WIDGET));
		if (widget && nextWidget) morphAttributes(widget, nextWidget);
		return;
	}
	const [part, nextPart] = isAlive(current) ? [current, next].map((one) => one.querySelector(SLOT)) : [current, next];
	if (part && nextPart) morphChildren(part, nextPart);
}

/** Whether the node is a mounted island: its component owns its content, except the slot for its children. */
function isAlive(node: Node | undefined): node is Element {
	return node instanceof Element && node.localName === ISLAND && Reflect.get(node, 'lives') === true;
}

/** Whether two children are equal. A mounted island is updated and counts as equal, so its component stays mounted. */
function isSame(current: Node | undefined, next: Node | undefined): boolean {
	if (!current || !next) return false;
	if (current.isEqualNode(next)) return true;
	if (!isAlive(current) || !(next instanceof Element) || next.localName !== ISLAND) return false;
	morphElement(current, next);
	return true;
}

/** Of an element: its kind, without which it cannot match, its name, and its whole text. */
interface Look {
	element: Element;
	kind: string;
	name: string;
	text: string;
}

function lookOf(element: Element): Look {
	const isCode = element.matches(CODE);
	const parts = isCode ? element.querySelectorAll('pre > code, .code-title:not([role])') : [];
	// The block's offers to readers come with the types of names, later than the code.
	const widget = isCode ? (element.querySelector(INNER_WIDGET)?.getAttributeNames() ?? []) : [];
	const code = [...parts].map((part) => part.outerHTML).join('') + widget.join() + element.hasAttribute('data-types');
	const kind = [element.localName, element.id, element.getAttribute('data-widget'), code].join(' ');
	const text = element.textContent;
	return { element, kind, name: element.querySelector('summary, [role="tablist"]')?.textContent ?? text, text };
}

/** Worth of two elements as a pair: a text of the same words outweighs a thousand names, and a name a thousand kinds. */
function likeness(current: Look, next: Look): number {
	if (current.kind !== next.kind) return 0;
	return current.text === next.text ? 1e6 : current.name === next.name ? 1e3 : 1;
}

/** The most pairs of elements to compare; above it, elements match by position. */
const MAX_PAIRS = 4e6;

/** New element → the old one that becomes it. Keeps the order, and the likeness of all pairs is as great as possible. */
function pairs(old: readonly Look[], fresh: readonly Look[]): Map<Node, Element> {
	const found = new Map<Node, Element>();
	const pair = (i: number, j: number): number => {
		const [current, next] = [old[i], fresh[j]];
		return current && next ? likeness(current, next) : 0;
	};
	const add = (i: number, j: number): void => {
		const [current, next] = [old[i], fresh[j]];
		if (current && next) found.set(next.element, current.element);
	};
	const width = fresh.length + 1;
	if (old.length * width > MAX_PAIRS) {
		for (const index of fresh.keys()) if (pair(index, index) > 0) add(index, index);
		return found;
	}
	// The best sum for what follows old element i and new element j.
	const best = new Float64Array((old.length + 1) * width);
	const at = (i: number, j: number): number => best[i * width + j] ?? 0;
	const both = (i: number, j: number): number => pair(i, j) && pair(i, j) + at(i + 1, j + 1);
	for (let i = old.length - 1; i >= 0; i--)
		for (let j = fresh.length - 1; j >= 0; j--) best[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), both(i, j));
	for (let i = 0, j = 0; i < old.length && j < fresh.length; ) {
		if (both(i, j) === at(i, j) && pair(i, j) > 0) add(i++, j++);
		else if (at(i + 1, j) === at(i, j)) i++;
		else j++;
	}
	return found;
}

/** Equal children at both ends stay; those in between become the new ones that are most like them. */
function morphChildren(current: Element, next: Element): void {
	const isBody = current === current.ownerDocument.body;
	const old = [...current.childNodes].filter((node) => !isBody || written.has(node));
	const fresh = [...next.childNodes];
	let start = 0;
	while (start < fresh.length && isSame(old[start], fresh[start])) start++;
	let end = 0;
	while (end < Math.min(old.length, fresh.length) - start && isSame(old.at(-1 - end), fresh.at(-1 - end))) end++;
	const changedOld = old.slice(start, old.length - end);
	const changedNew = fresh.slice(start, fresh.length - end);
	const looks = (nodes: readonly Node[]): Look[] =>
		nodes.filter((node): node is Element => node instanceof Element).map(lookOf);
	const matches = pairs(looks(changedOld), looks(changedNew));
	const kept = new Set<Node>(matches.values());
	for (const node of changedOld) if (!kept.has(node)) node.remove();
	let anchor: Node | null = old[old.length - end] ?? null;
	for (const node of changedNew.reverse()) {
		const match = matches.get(node);
		if (match && node instanceof Element) morphElement(match, node);
		anchor = match ?? current.insertBefore(current.ownerDocument.importNode(node, true), anchor);
		written.add(anchor);
	}
}
