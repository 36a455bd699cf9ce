/**
 * The page of addresses without one, where the server could not know which address it was: leads on to the page
 * that was meant but for its case, its slash or `.html` (B-005, B-012), else marks the active links (B-025) and says
 * which pages have names like it.
 */

import { all, BASE_URL, find, make, VERSION, VERSION_HREFS } from '../kit/kit.ts';
import { findRoute, isActive, type Manifest, nearestRoutes } from './routes.ts';

export async function explainNotFound(): Promise<void> {
	const { pathname, search, hash } = location;
	const manifest = await loadManifest();
	const path = findRoute(manifest, pathname);
	// Where a route of exactly this name has no page, loading it once more would give none either.
	if (path !== undefined && path !== pathname) location.replace(path + search + hash);
	else {
		markActive(pathname);
		suggest(pathname, await Promise.all(nearestRoutes(manifest, pathname, SUGGESTIONS).map(linkTo)));
	}
}

const SUGGESTIONS = 4;

/** Ways on from an address without a page: those with names like it, and the search for its words. */
function suggest(pathname: string, links: HTMLElement[]): void {
	const route = find('[data-search-route]')?.dataset.searchRoute;
	const name = pathname.split('/').findLast(Boolean) ?? '';
	const words = name
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean)
		.join(' ');
	if (route && words) {
		const href = `${route}?${new URLSearchParams({ q: words })}`;
		links.push(make('li', {}, make('a', { href }, `Search for “${words}”`)));
	}
	if (links.length > 0)
		find('main .column')?.append(
			make('section', { class: 'markdown suggestions' }, make('h2', {}, 'Perhaps you meant'), make('ul', {}, ...links)),
		);
}

/** The page at `path` by its title, with the categories around it and its version; by its path where it does not come. */
async function linkTo(path: string): Promise<HTMLElement> {
	const response = await fetch(path).catch(() => undefined);
	const page = new DOMParser().parseFromString(response?.ok ? await response.text() : '', 'text/html');
	const title = find('h1', page)?.textContent || path;
	const around = all('.breadcrumbs a > span, .page-head > .badge', page).map(({ textContent }) => textContent);
	const place = around.length > 0 ? [make('span', { class: 'place' }, around.join(' · '))] : [];
	return make('li', {}, make('a', { href: path }, title), ...place);
}

async function loadManifest(): Promise<Manifest> {
	const response = await fetch(new URL('manifest.json', BASE_URL));
	return response.ok ? ((await response.json()) as Manifest) : {};
}

/** Entries of versions, docs and sidebars are active on pages of theirs only, and this is none. */
const OWN_RULES = `a.navbar-link:not([${VERSION}], [${VERSION_HREFS}], [data-role="versions"] > *)`;

function markActive(pathname: string): void {
	for (const link of all<HTMLAnchorElement>(OWN_RULES)) {
		const { activeBasePath: basePath, activeRegex: regex } = link.dataset;
		if (link.origin !== BASE_URL.origin) continue;
		if (!isActive({ path: link.pathname, basePath, regex }, pathname, BASE_URL.pathname)) continue;
		link.classList.add('active');
		if (!link.matches('.dropdown-trigger')) link.setAttribute('aria-current', 'page');
		const dropdown = link.closest('.dropdown');
		if (dropdown) find('.dropdown-trigger', dropdown)?.classList.add('active');
	}
}
