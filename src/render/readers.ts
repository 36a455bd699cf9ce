/**
 * The form of a body for programs that show it without docsgen's styles and scripts, such as feed readers: what needs a
 * click is left out, what shows or says nothing as well, and what only a style sheet would show has signs of its own.
 */
import { DomUtils, ElementType, parseDocument } from 'htmlparser2';
import { ISLAND } from '../content/model/contract.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const isElement = (node: Node): node is Element => 'attribs' in node;
const isText = (node: Node): node is Extract<Node, { data: string }> => node.type === ElementType.Text;

/** Elements that do something, or load something for the page. */
const TOOLS = /^(?:button|script|noscript|style|link|template|select|textarea|dialog)$/;
/** Classes of parts that need scripts, and of the dark one of two pictures. */
const UNSEEN = /(?:^|\s)(?:scripted|only-dark)(?:\s|$)/;
/** Attributes for scripts and for the keyboard. */
const LEFT_OUT = /^(?:data-.*|tabindex|hidden|on.*|aria-(?:controls|selected|expanded))$/;
const MEDIA = /^(?:img|picture|video|audio|iframe|svg|math|object|embed)$/;
/** Labels that stand out only by their style. */
const LABEL = /^(?:tab-label|code-title|admonition-title)$/;

/** The colors of the style sheet in light mode, on which a drawing has a ground of its own. */
const COLORS: Record<string, string> = {
	'--surface': '#eef3f7',
	'--line': '#d7e0e7',
	'--line-strong': '#aebdca',
	'--ink': '#14222d',
	'--ink-soft': '#4c5f6e',
	'--accent': '#1768a6',
};
const GROUND = '#fcfdfd';
const VARIABLE = /var\(\s*(--[\w-]+)\s*(?:,[^()]*)?\)/g;

/** The HTML of a body with absolute addresses, for readers without styles and scripts. */
export function htmlForReaders(html: string): string {
	return written(parse(html).flatMap(shown));
}

function parse(html: string): Node[] {
	// Names in SVG have capitals.
	return parseDocument(html, { lowerCaseTags: false, lowerCaseAttributeNames: false }).children;
}

function written(nodes: Node[]): string {
	return DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8' });
}

/** The nodes that readers see in place of a node. */
function shown(node: Node): Node[] {
	if (!isElement(node)) return isText(node) ? [node] : [];
	const { name, attribs } = node;
	const { class: classes = '', role = '' } = attribs;
	if (TOOLS.test(name) || UNSEEN.test(classes) || attribs['aria-hidden'] === 'true') return [];
	if (name === 'input') return attribs.type === 'checkbox' ? parse('checked' in attribs ? '☑' : '☐') : [];
	const usesColors = name === 'svg' && written([node]).includes('var(');
	const inner = node.children.flatMap(shown);
	if (name === ISLAND || name === 'label') return inner;
	if (name === 'a' && !inner.some(isSeen)) return [];
	const own = role.startsWith('tab') ? [] : Object.entries(attribs).filter(([key]) => !LEFT_OUT.test(key));
	node.attribs = Object.fromEntries(
		own.map(([key, value]) => [key, value.replace(VARIABLE, (_, color: string) => COLORS[color] ?? GROUND)]),
	);
	const marked = /^line .*\b(hl|ins|del)\b/.exec(classes)?.[1];
	if (name === 'span' && marked !== undefined) node.name = marked === 'hl' ? 'mark' : marked;
	if (usesColors)
		return [withChildren(node, [...parse(`<rect width="100%" height="100%" fill="${GROUND}"/>`), ...inner])];
	if (LABEL.test(classes)) return [withChildren(node, parse(`<strong>${written(inner)}</strong>`))];
	return [withChildren(node, inner)];
}

function withChildren(element: Element, children: Node[]): Node {
	element.children = children as Element['children'];
	return element;
}

/** Whether a node shows something. */
function isSeen(node: Node): boolean {
	if (isText(node)) return node.data.trim() !== '';
	return isElement(node) && (MEDIA.test(node.name) || node.children.some(isSeen));
}
