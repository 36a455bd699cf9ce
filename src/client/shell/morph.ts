/** Updates one document to match another by changing only what differs: scroll, focus and open parts stay. */
import { ISLAND, SLOT } from '../../content/model/contract.ts';

/** Attributes that scripts set on the page; the new document lacks them. */
const LIVE = new Set([
	'data-theme',
	'data-scripted',
	'data-announcement-dismissed',
	'data-ready',
	'data-sidebar-hidden',
	'hidden',
	'open',
	'role',
	'style',
	'aria-expanded',
]);

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
		if (current.getAttribute(name) !== value && !LIVE.has(name)) current.setAttribute(name, value);
}

/** Updates an element and its content to match `next`. */
function morphElement(current: Element, next: Element): void {
	if (current.isEqualNode(next)) return;
	morphAttributes(current, next);
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

/** Equal children at both ends stay; those in between are matched by position, tag and id. */
function morphChildren(current: Element, next: Element): void {
	const old = [...current.childNodes];
	const fresh = [...next.childNodes];
	let start = 0;
	while (start < fresh.length && isSame(old[start], fresh[start])) start++;
	let end = 0;
	while (end < Math.min(old.length, fresh.length) - start && isSame(old.at(-1 - end), fresh.at(-1 - end))) end++;
	const changedOld = old.slice(start, old.length - end);
	const changedNew = fresh.slice(start, fresh.length - end);
	const anchor = old[old.length - end] ?? null;
	changedNew.forEach((node, index) => {
		const match = changedOld[index];
		if (
			match instanceof Element &&
			node instanceof Element &&
			match.localName === node.localName &&
			match.id === node.id
		)
			morphElement(match, node);
		else if (match) match.replaceWith(current.ownerDocument.importNode(node, true));
		else current.insertBefore(current.ownerDocument.importNode(node, true), anchor);
	});
	for (const node of changedOld.slice(changedNew.length)) node.remove();
}
