/**
 * The pages of a built site, and representative ones for checks that take a second per page. `npm test -- --long`
 * checks all of them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import { IS_LONG } from './properties.ts';
import { addressOf, outputs } from './repository-site.ts';

export interface BuiltPage {
	address: string;
	html: string;
}

/** Output paths of pages that readers can open. */
export function pageFiles(root: string): string[] {
	return outputs(root, '.html').filter((out) => !out.startsWith('assets/'));
}

/** Whether the page redirects to another. */
export function isRedirect(html: string): boolean {
	return html.includes('http-equiv="refresh"');
}

/** The pages of a built site, without redirects. */
export function pagesOf(root: string): BuiltPage[] {
	return pageFiles(root)
		.map((out) => ({ address: addressOf(out), html: readFileSync(join(root, out), 'utf8') }))
		.filter(({ html }) => !isRedirect(html));
}

/** Pages that together have every kind of element in every kind of place; all of them with `--long`. */
export function tellingPages(pages: BuiltPage[]): BuiltPage[] {
	if (IS_LONG) return pages;
	const chosen: BuiltPage[] = [];
	let rest = pages.map((page) => ({ page, size: page.html.length, news: shapesOf(page.html) }));
	while (rest.length > 0) {
		// The page with the most new shapes for its size, because a large page costs as much as many small ones.
		const best = rest.reduce((a, b) => (b.news.size / b.size > a.news.size / a.size ? b : a));
		chosen.push(best.page);
		for (const { news } of rest.filter((other) => other !== best)) for (const shape of best.news) news.delete(shape);
		rest = rest.filter((other) => other !== best && other.news.size > 0);
	}
	return chosen;
}

/** Elements within a line, which look and mean the same in every block. */
const PHRASING = new Set(['a', 'b', 'code', 'em', 'i', 'kbd', 'span', 'strong', 'svg', 'text', 'time']);

/** The kinds of elements on a page: blocks with their parents, what is within a line without them. */
function shapesOf(html: string): Set<string> {
	const shapes = new Set<string>();
	let heading = '';
	const look = (nodes: ReturnType<typeof parseDocument>['children'], around: string): void => {
		for (const node of nodes) {
			if (!('attribs' in node)) continue;
			const { class: classes, role, style, ...others } = node.attribs;
			const shape = [node.name, classes, role, style, ...Object.keys(others).sort()].join(' ');
			shapes.add(PHRASING.has(node.name) ? shape : `${around} > ${shape}`);
			if (/^h[1-6]$/.test(node.name)) {
				shapes.add(`${heading}, ${node.name}`);
				heading = node.name;
			}
			look(node.children, shape);
		}
	};
	look(parseDocument(html).children, '');
	return shapes;
}
