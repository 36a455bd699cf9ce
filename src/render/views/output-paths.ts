/** Output paths. */
import { decodedOrSame } from '../../content/model/address.ts';
import type { Route } from '../../content/model/page.ts';

/** The file that marks an output folder as docsgen's. */
export const OWN_MARK = '.docsgen';

/** Output file of a route: `index.html` in a folder (B-002); hosts find the not-found page as `404.html`. */
export function outOf(route: Route): string {
	if (route.kind === 'not-found') return `${route.path.slice(1)}.html`;
	return pageOut(route.path);
}

/** Output file of the page at a path, which may be percent-encoded. */
export function pageOut(route: string): string {
	const path = decodedOrSame(route, decodeURI).replace(/^\/|\/$/g, '');
	return path === '' ? 'index.html' : `${path}/index.html`;
}

/** Output file of the Markdown copy of a route. */
export function markdownOut(route: string): string {
	const path = route.replace(/^\/|\/$/g, '');
	return `${path === '' ? 'index' : path}.md`;
}
