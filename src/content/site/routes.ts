/**
 * Rules for all routes of a site: no duplicates, a fixed order, redirects with existing targets.
 */

import { decoded } from '../model/address.ts';
import type { Config } from '../model/config.ts';
import { CONFIG_FILE } from '../model/identity.ts';
import type { Diagnostic, Origin, Page, Route } from '../model/page.ts';
import { NOT_IN_PATHS, nearest } from '../model/schema.ts';
import { type LinkBase, leavesSite, routeKey, withoutBase } from './links.ts';

/** A redirect. `to` is a path without base URL, or a full URL. */
export interface Redirect {
	from: string;
	to: string;
	/** The file that declares it. */
	file: string;
	line?: number;
}

/** A path that a page or a redirect needs, and the place of its declaration. */
interface Asked extends Origin {
	path: string;
	/** The field of the configuration with the words. */
	field?: string;
	isRedirect: boolean;
}

/** Reports invalid and duplicate paths (B-282). Each list in `reported` is reported elsewhere, as far as it is alone. */
export function checkRoutes(
	routes: Route[],
	redirects: Redirect[],
	pages: Page[],
	reported: Route[][] = [],
): Diagnostic[] {
	const linesOf = new Map(pages.map(({ path, lines }) => [path, lines]));
	const askedBy = ({ path, pagePath, origin }: Route): Asked => {
		const lines = linesOf.get(pagePath ?? '');
		const file = pagePath ?? origin?.file ?? CONFIG_FILE;
		const line = pagePath === undefined ? undefined : (lines?.slug ?? lines?.id ?? 1);
		return { what: file, file, line, ...origin, path, isRedirect: false };
	};
	const asked = [
		...routes.map(askedBy),
		...redirects.map(({ from, file, line }): Asked => {
			const what = `the redirect from ${from}`;
			return { what, file, line, words: [from], field: 'redirects', path: from, isRedirect: true };
		}),
	];
	return [...asked.flatMap(checkPath), ...checkTwice([...reported.map((list) => list.map(askedBy)), asked])];
}

/** Reports a path outside the site, or with characters that are special in URLs. */
function checkPath({ path, file, line, words = [], field, isRedirect }: Asked): Diagnostic[] {
	const isPattern = isRedirect && /\*|\/:/.test(path);
	if (isRoutePath(path) && !isPattern) return [];
	return [
		{
			code: 'invalid-route',
			severity: 'error',
			file,
			line,
			message: isPattern
				? `"${path}" is a pattern: some hosts would redirect every path that matches it.`
				: `"${path}" is not the path of a page.`,
			about: { words: [path, ...words], field },
			hint: isRedirect
				? 'Write the old path from the root of the site, without "?" and "#": /docs/old-page.'
				: 'Give the page a slug, or rename its file: letters, digits, "-", "_" and "." work everywhere, up to 240 per segment.',
		},
	];
}

/** Maximum length of a path segment: file systems allow 255 bytes, and docsgen adds extensions. */
const MAX_BYTES = 240;

/** Whether a page can be at the path. */
export function isRoutePath(path: string): boolean {
	const text = decoded(path, decodeURI);
	if (text === undefined) return false;
	const segments = text.replace(/\/$/, '').split('/').slice(1);
	if (!text.startsWith('/') || NOT_IN_PATHS.test(text) || /%2f/i.test(text)) return false;
	return !segments.some((segment) => /^\.{0,2}$/.test(segment) || new TextEncoder().encode(segment).length > MAX_BYTES);
}

/** B-282: one finding about all duplicates, at the first of them; only the last list is compared with itself. */
function checkTwice(lists: Asked[][]): Diagnostic[] {
	const seen = new Map<string, { other: Asked; of: Asked[] }>();
	const found: [Asked, Asked][] = [];
	for (const list of lists)
		for (const one of list) {
			// Some disks take letters with marks apart.
			const key = routeKey(one.path).normalize('NFC');
			const { other, of } = seen.get(key) ?? {};
			if (!other) seen.set(key, { other: one, of: list });
			else if (of !== list || list === lists.at(-1)) found.push([one, other]);
		}
	const [first] = found;
	if (!first) return [];
	const lines = found.map(
		([{ path }]) => `- Attempting to create page at ${path}, but a page already exists at this route.`,
	);
	const [{ file, line, path, words = [], field }] = first;
	return [
		{
			code: 'duplicate-route',
			severity: 'error',
			file,
			line,
			message: `Duplicate routes found!\n${lines.join('\n')}`,
			notes: found.map(([one, other]) => `${one.path} comes from ${sourceOf(one)} and from ${sourceOf(other)}.`),
			hint: hintFor(...first),
			about: {
				words: [path, ...words],
				field,
				files: found.flatMap(([one, other]) => (one.file === other.file ? [] : [[one.file, other.file]])),
			},
		},
	];
}

/** `content/docs/a.md:3`, `the page of the tag "C" (content/docs/a.md:4)`. */
function sourceOf({ what, file, line }: Asked): string {
	const place = line === undefined ? file : `${file}:${line}`;
	return what === file ? place : `${what} (${place})`;
}

function hintFor(...both: [Asked, Asked]): string {
	if (both.some(({ isRedirect }) => isRedirect)) return 'Remove the redirect, or give the page another slug.';
	if (both.some(({ what }) => what.startsWith('the page of the tag')))
		return 'Give the tag a permalink in tags.yml, or the page another slug.';
	return 'Give one of them another slug, or remove it.';
}

/** B-009: deeper routes before shallower ones, the home page second to last, the not-found route last. */
export function orderRoutes(routes: Route[]): Route[] {
	const rank = (route: Route): number => (route.kind === 'not-found' ? 2 : route.path === '/' ? 1 : 0);
	const depth = (route: Route): number => route.path.replace(/\/$/, '').split('/').length;
	return routes.toSorted(
		(a, b) => rank(a) - rank(b) || depth(b) - depth(a) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
	);
}

/** All redirects of configuration and front matter, with chains collapsed; loops and missing targets are errors. */
export function resolveRedirects(
	config: Config,
	pages: Page[],
	routes: Route[],
): { redirects: Redirect[]; diagnostics: Diagnostic[] } {
	const routeOf = new Map(routes.map((route) => [route.pagePath, route.path]));
	const written: Redirect[] = [
		...config.redirects.flatMap(({ from, to }) =>
			from.map((path) => ({ from: path, to: withoutBase(config, to), file: CONFIG_FILE })),
		),
		...pages.flatMap((page) =>
			(page.data.redirect_from ?? []).map((from) => ({
				from,
				to: routeOf.get(page.path) ?? '/',
				file: page.path,
				line: page.lines.redirect_from,
			})),
		),
	];
	// `/a/index.html` is the file of `/a/`: a page needs no redirect from its own file.
	const asked = written
		.map((redirect) => ({ ...redirect, from: redirect.from.replace(/(?<=\/)index\.html$/, '') }))
		.filter(({ from, to }, index) => from === written[index]?.from || routeKey(from) !== routeKey(to));
	const byFrom = new Map(asked.map((redirect) => [routeKey(redirect.from), redirect]));
	const known = new Set(routes.map((route) => routeKey(route.path)));
	const diagnostics: Diagnostic[] = [];
	const redirects = asked.flatMap((redirect): Redirect[] => {
		const end = follow(redirect, byFrom);
		const problem =
			end === undefined
				? loop(redirect)
				: !leavesSite(end) && !known.has(routeKey(pathOf(end)))
					? deadEnd(redirect, end, routes)
					: undefined;
		// Of redirects that lead into a loop, its own have the findings.
		if (problem && (end !== undefined || isInLoop(redirect, byFrom))) diagnostics.push(problem);
		return end === undefined ? [] : [{ ...redirect, to: end }];
	});
	return { redirects, diagnostics };
}

/**
 * The redirects of the first language (`original`) in the folder of another one, to the same page there. The language's
 * own redirects and pages precede them; the first language has their findings.
 */
export function inheritedRedirects(
	original: readonly Redirect[],
	own: readonly Redirect[],
	routes: readonly Route[],
	{ root, localizedPaths }: LinkBase,
): Redirect[] {
	const taken = new Set([...own.map(({ from }) => from), ...routes.map(({ path }) => path)].map(routeKey));
	return original.flatMap(({ from, to, ...place }) => {
		const path = pathOf(to);
		const here = leavesSite(to) ? undefined : localizedPaths?.get(routeKey(path));
		const old = root + from;
		return here === undefined || taken.has(routeKey(old))
			? []
			: [{ from: old, to: here + to.slice(path.length), ...place }];
	});
}

function pathOf(target: string): string {
	return target.replace(/[?#].*$/, '');
}

/** The last target of a chain of redirects; undefined for a loop. */
function follow(redirect: Redirect, byFrom: Map<string, Redirect>): string | undefined {
	const visited = new Set<string>([routeKey(redirect.from)]);
	let { to } = redirect;
	for (;;) {
		const key = routeKey(pathOf(to));
		if (visited.has(key)) return undefined;
		const next = leavesSite(to) ? undefined : byFrom.get(key);
		if (!next) return to;
		visited.add(key);
		to = next.to;
	}
}

/** Whether a redirect that never ends comes back to itself, and not only to another one. */
function isInLoop(redirect: Redirect, byFrom: Map<string, Redirect>): boolean {
	const from = routeKey(redirect.from);
	let next = byFrom.get(routeKey(pathOf(redirect.to)));
	for (let left = byFrom.size; next && left > 0; left--) {
		if (routeKey(next.from) === from) return true;
		next = byFrom.get(routeKey(pathOf(next.to)));
	}
	return false;
}

function loop(redirect: Redirect): Diagnostic {
	return {
		code: 'redirect-loop',
		severity: 'error',
		file: redirect.file,
		line: redirect.line,
		message: `The redirect from ${redirect.from} to ${redirect.to} never ends: it leads back to itself.`,
		hint: 'Point one of the redirects to a page.',
		about: { words: [redirect.from, redirect.to], field: 'redirects' },
	};
}

function deadEnd(redirect: Redirect, end: string, routes: Route[]): Diagnostic {
	const near = nearest(
		end,
		routes.map((route) => route.path),
	);
	return {
		code: 'broken-redirect',
		severity: 'error',
		file: redirect.file,
		line: redirect.line,
		message: `The redirect from ${redirect.from} points to ${end}, which is not a page.`,
		hint: near ? `Did you mean ${near}?` : undefined,
		about: { words: [redirect.from, end], field: 'redirects' },
	};
}
