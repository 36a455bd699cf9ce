/** Where outputs lie. */
import { decodedOrSame } from '../../content/model/address.ts';
import type { Route } from '../../content/model/page.ts';

/** The file that says whose an output folder is. */
export const OWN_MARK = '.docsgen';

/** Output file of a route: a folder with an index (B-002); the not-found page lies at the root. */
export function outOf(route: Route): string {
	if (route.kind === 'not-found') return '404.html';
	return pageOut(route.path);
}

/** Output file of the page at a path, whether or not the path is written as an address. */
export function pageOut(route: string): string {
	const path = decodedOrSame(route, decodeURI).replace(/^\/|\/$/g, '');
	return path === '' ? 'index.html' : `${path}/index.html`;
}

/** Output file of the Markdown twin of a route. */
export function markdownOut(route: string): string {
	const path = route.replace(/^\/|\/$/g, '');
	return `${path === '' ? 'index' : path}.md`;
}
