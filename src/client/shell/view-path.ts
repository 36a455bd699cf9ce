/** The path of a page view: path, query and hash without `.html` (B-300). */
export function viewPath({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
	const path = pathname.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
	return path + search + hash;
}
