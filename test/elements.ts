/** Finds elements in HTML with a subset of CSS selectors. */
import { DomUtils, parseDocument } from 'htmlparser2';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
type Node = ReturnType<typeof DomUtils.filter>[number];

const isElement = (node: Node): node is Element => 'attribs' in node;

export interface Found {
	tag: string;
	attributes: Record<string, string>;
	/** Its text content, with white space collapsed. */
	text: string;
	/** Its inner HTML. */
	inner: string;
	/** Its HTML. */
	outer: string;
}

/** Elements that match `selector`: compounds of `tag`, `.class`, `#id`, `[name]` and `[name="value"]`, one inside the other. */
export function elements(html: string, selector: string): Found[] {
	let roots: Element[] | undefined;
	for (const part of selector.match(/(?:[^\s[]|\[[^\]]*\])+/g) ?? []) {
		const matches = matcher(part);
		const inside = roots ? roots.flatMap((root) => root.children) : parseDocument(html).children;
		const found = DomUtils.filter((node) => isElement(node) && matches(node), inside);
		roots = [...new Set(found.filter(isElement))];
	}
	return (roots ?? []).map((element) => ({
		tag: element.name,
		attributes: element.attribs,
		text: DomUtils.textContent(element).replace(/\s+/g, ' ').trim(),
		inner: DomUtils.getInnerHTML(element),
		outer: DomUtils.getOuterHTML(element),
	}));
}

/** The only element that matches; throws if there is none or more than one. */
export function element(html: string, selector: string): Found {
	const found = elements(html, selector);
	const [first] = found;
	if (!first || found.length > 1) throw new Error(`${found.length} elements match ${selector}`);
	return first;
}

/** Texts of all elements that match. */
export function texts(html: string, selector: string): string[] {
	return elements(html, selector).map(({ text }) => text);
}

/** Values of an attribute of all elements that match; elements without it are left out. */
export function values(html: string, selector: string, attribute: string): string[] {
	return elements(html, selector).flatMap(({ attributes }) => attributes[attribute] ?? []);
}

function matcher(part: string): (element: Element) => boolean {
	const tests = [...part.matchAll(/\[([\w:-]+)(?:="([^"]*)")?\]|\.([\w-]+)|#([\w-]+)|([\w-]+)/g)].map(
		([, name, value, className, id, tag]) =>
			({ name: own, attribs }: Element): boolean => {
				if (tag !== undefined) return own === tag;
				if (className !== undefined) return (attribs.class ?? '').split(/\s+/).includes(className);
				if (id !== undefined) return attribs.id === id;
				const actual = attribs[name ?? ''];
				return actual !== undefined && (value === undefined || actual === value);
			},
	);
	return (element) => tests.every((test) => test(element));
}
