/**
 * The not-found page, which the server sends for any URL without a page. Redirects to the page that differs only in
 * case, slash or `.html` (B-005, B-012); else marks the active links (B-025) and suggests pages with similar paths.
 */

import { all, BASE_URL, find, make, root, VERSION, VERSION_HREFS } from '../kit/kit.ts';
import { findRoute, isActive, type Manifest, nearestRoutes } from './routes.ts';

export async function explainNotFound(): Promise<void> {
	if (isOfLanguage()) return;
	const { pathname, search, hash } = location;
	const manifest = await loadManifest();
	const path = findRoute(manifest, pathname);
	// A route with exactly this path has no page; loading it again would loop.
	if (path !== undefined && path !== pathname) location.replace(path + search + hash);
	else {
		markActive(pathname);
		suggest(pathname, await Promise.all(nearestRoutes(manifest, pathname, SUGGESTIONS).map(linkTo)));
	}
}

/** Parameter with the missing path, of the not-found page of a language. */
const MISSING = 'missing';

/**
 * Many hosts send the first language's not-found page for all URLs: leads to the page of the path's language, which then
 * shows the missing path again. Returns whether it did.
 */
function isOfLanguage(): boolean {
	const { pathname, search, hash, origin } = location;
	const folders = find('[data-folders]')?.dataset.folders?.split(' ') ?? [];
	const folder = folders.map((name) => new URL(name, BASE_URL).pathname).find((path) => pathname.startsWith(path));
	if (folder !== undefined) {
		const page = `${folder}404.html`;
		// Without this page, the host would send the first language's again.
		if (pathname === page) return false;
		location.replace(`${page}?${new URLSearchParams({ [MISSING]: pathname + search + hash })}`);
		return true;
	}
	const missing = new URL(new URLSearchParams(search).get(MISSING) ?? location.href, origin);
	const own = new URL(root.dataset.folder ?? '', BASE_URL).pathname;
	if (missing.origin === origin && missing.pathname.startsWith(own)) history.replaceState(history.state, '', missing);
	return false;
}

const SUGGESTIONS = 4;

/** Suggests pages with similar paths, and a search for the words of the path. */
function suggest(pathname: string, links: HTMLElement[]): void {
	const route = find('[data-search-route]')?.dataset.searchRoute;
	const name = pathname.split('/').findLast(Boolean) ?? '';
	const words = name
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean)
		.join(' ');
	if (route && words) {
		const href = `${route}?${new URLSearchParams({ q: words })}`;
		links.push(make('li', {}, make('a', { href }, WORDS.searchForWords({ words }))));
	}
	const list = find('main .suggestions');
	if (links.length > 0) list?.replaceChildren(make('h2', {}, WORDS.perhapsYouMeant), make('ul', {}, ...links));
	else list?.remove();
}

/** A link with the page's title, categories and version; with its path if the page cannot be loaded. */
async function linkTo(path: string): Promise<HTMLElement> {
	const response = await fetch(path).catch(() => undefined);
	const page = new DOMParser().parseFromString(response?.ok ? await response.text() : '', 'text/html');
	const title = find('h1', page)?.textContent || path;
	const around = all('.breadcrumbs a > span, .page-head > .badge', page).map(({ textContent }) => textContent);
	const place = around.length > 0 ? [make('span', { class: 'place' }, around.join(' · '))] : [];
	return make('li', {}, make('a', { href: path }, title), ...place);
}

async function loadManifest(): Promise<Manifest> {
	const response = await fetch(new URL(`${root.dataset.folder ?? ''}manifest.json`, BASE_URL));
	return response.ok ? ((await response.json()) as Manifest) : {};
}

/** Links that decide by path whether they are active; those of versions, docs and sidebars never are on this page. */
const OWN_RULES = `a.navbar-link:not([${VERSION}], [${VERSION_HREFS}], [data-role="versions"] > *)`;

function markActive(pathname: string): void {
	for (const link of all<HTMLAnchorElement>(OWN_RULES)) {
		const { activeBasePath: basePath, activeRegex: regex } = link.dataset;
		if (link.origin !== BASE_URL.origin) continue;
		if (!isActive({ path: link.pathname, basePath, regex }, pathname, BASE_URL.pathname)) continue;
		link.classList.add('active');
		if (!link.matches('.dropdown-trigger')) link.setAttribute('aria-current', 'true');
		const dropdown = link.closest('.dropdown');
		if (dropdown) find('.dropdown-trigger', dropdown)?.classList.add('active');
	}
}
