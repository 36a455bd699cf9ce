/**
 * Where the links an author wrote lead. Addresses that come out carry the base URL.
 */
import { posix } from 'node:path';
import { beyondSite, decodedOrSame } from '../model/address.ts';
import type { Diagnostic, LinkRef, Page } from '../model/page.ts';
import { nearest } from '../model/schema.ts';

/** Characters that no address may have, though a file name or a slug may. */
const UNSAFE = /[ "<>\\^`{|}]/g;

/** The address of a path of the site, or of its host (`pathname://`): with the base URL. Others stay as they are. */
export function withBase(baseUrl: string, route: string): string {
	if (!route.startsWith('/') || route.startsWith('//')) return beyondSite(route, baseUrl) ?? route;
	return baseUrl + route.slice(1).replace(UNSAFE, encodeURIComponent);
}

/** What tells whether a path that an author wrote has the base URL already. */
interface Base {
	baseUrl: string;
	docs?: { path: string };
	blog?: { path: string };
}

/**
 * A path as an author wrote it, without the base URL. Authors may write it: it is prefixed once, never twice (B-024).
 * A site at `/docs/` with docs at `docs` has paths that only look so: there nobody may.
 */
export function withoutBase({ baseUrl, docs, blog }: Base, path: string): string {
	const folders = [docs, blog].map((collection) => `/${collection?.path ?? ''}/`);
	if (baseUrl === '/' || folders.some((folder) => folder.startsWith(baseUrl))) return path;
	if (path.startsWith(baseUrl)) return path.slice(baseUrl.length - 1);
	return `${path}/` === baseUrl ? '/' : path;
}

/** The address of what an author wrote: a path of the site, with or without the base URL, or an address. */
export function addressOf(base: Base, written: string): string {
	return `${written}/` === base.baseUrl ? written : withBase(base.baseUrl, withoutBase(base, written));
}

/** The address of an entry of the navbar or the footer: `href` as it is, `to` as a path of the site. */
export function entryAddress(base: Base, { href, to }: { href?: string; to?: string }): string | undefined {
	if (href !== undefined) return beyondSite(href, base.baseUrl) ?? href;
	return to === undefined ? undefined : addressOf(base, to);
}

/** True for addresses that leave the site: a scheme or two slashes. */
export function isExternal(href: string): boolean {
	return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href);
}

export interface LinkTargets extends Base {
	/** Source path → route path. */
	routeOf: Map<string, string>;
	/** Route paths of all pages. */
	routes: ReadonlySet<string>;
	/** Drafts that are not built, by source path. */
	drafts: Set<string>;
	/** Folder names tried for targets that begin with a slash, in order. */
	roots: (page: Page) => string[];
	/** What `api:` links may name → route path; absent where there is no API reference. */
	symbols?: Map<string, string>;
	/** For messages: `10.x`. */
	versionLabel: (page: Page) => string | undefined;
}

/** The address of every link of a page, by index; Markdown files that do not exist are reported (B-178). */
export function resolveLinks(
	page: Page,
	route: string,
	targets: LinkTargets,
): { hrefs: string[]; diagnostics: Diagnostic[] } {
	const diagnostics: Diagnostic[] = [];
	const hrefs = page.links.map((link) => {
		if (link.kind === 'other') return link.target;
		if (link.kind === 'route') return resolveRoute(link.target, route, targets);
		if (link.kind === 'api') {
			const symbol = resolveSymbol(link, targets);
			if (symbol === undefined) diagnostics.push(brokenSymbol(link, targets));
			return symbol ?? '';
		}
		const found = resolveFile(link, page, targets);
		if (found === undefined) diagnostics.push(brokenFile(link, page, targets));
		// What names no page is reported once, here: the finished page carries nothing to check.
		return found ?? '';
	});
	return { hrefs, diagnostics };
}

/** A relative address is relative to the route without its slash, wherever the file lies. */
function resolveRoute(target: string, route: string, targets: LinkTargets): string {
	if (target.startsWith('/')) return addressOf(targets, withoutExtension(target, targets));
	const url = new URL(target, `http://site${route === '/' ? '/' : route.replace(/\/$/, '')}`);
	return withBase(targets.baseUrl, withoutExtension(url.pathname + url.search + url.hash, targets));
}

/** `/guide.html`, as other tools write it, is the page at `/guide`. */
function withoutExtension(path: string, targets: LinkTargets): string {
	const [, file = '', rest = ''] = /^([^?#]*?)(?:\/index)?\.html(?=$|[?#])(.*)$/s.exec(path) ?? [];
	if (file === '') return path;
	const bare = withoutBase(targets, file);
	return [bare, `${bare}/`].find((route) => targets.routes.has(route))?.concat(rest) ?? path;
}

function splitTarget(target: string): { file: string; rest: string } {
	const at = target.search(/[?#]/);
	return at < 0 ? { file: target, rest: '' } : { file: target.slice(0, at), rest: target.slice(at) };
}

/** Source paths that a target may mean, most likely first. */
function candidates(link: LinkRef, page: Page, targets: LinkTargets): string[] {
	const file = decodedOrSame(splitTarget(link.target).file);
	if (file.startsWith('@site/')) return [posix.normalize(file.slice('@site/'.length))];
	if (file.startsWith('/')) return targets.roots(page).map((root) => posix.normalize(root + file));
	return [pathFrom(link.file, file), ...targets.roots(page).map((root) => posix.join(root, file))];
}

/** A path as seen from a file. */
function pathFrom(from: string, path: string): string {
	let rest = path;
	let end = from.lastIndexOf('/');
	// Most are a few steps up and then plain names: that is quicker told than by taking both apart.
	while (rest.startsWith('../') && end > 0) {
		rest = rest.slice(3);
		end = from.lastIndexOf('/', end - 1);
	}
	return end < 0 || UNPLAIN.test(rest) ? posix.join(posix.dirname(from), path) : from.slice(0, end + 1) + rest;
}

/** Parts of a path that stand for another place. */
const UNPLAIN = /(?:^|\/)(?:\.{0,2})(?:\/|$)/;

/** `api:server/initTRPC`, with an anchor for a member. */
function resolveSymbol(link: LinkRef, { baseUrl, symbols }: LinkTargets): string | undefined {
	const { file, rest } = splitTarget(link.target.slice('api:'.length));
	const route = symbols?.get(decodedOrSame(file));
	return route === undefined ? undefined : withBase(baseUrl, route) + rest;
}

function placeOf({ file, line, column, target }: LinkRef): Partial<Diagnostic> {
	return { file, line, column, length: target.length };
}

function brokenSymbol(link: LinkRef, { symbols = new Map() }: LinkTargets): Diagnostic {
	const { file } = splitTarget(link.target.slice('api:'.length));
	const names = [...symbols.keys()];
	const last = file.split('/').at(-1);
	const near = nearest(file, names) ?? names.find((name) => name.split('/').at(-1) === last);
	return {
		code: 'broken-markdown-link',
		severity: 'error',
		...placeOf(link),
		message: `The link to "${link.target}" in ${link.file} does not point to a symbol of the API reference.`,
		hint: near
			? `Did you mean api:${near}?`
			: names.length === 0
				? 'This site has no API reference: name its packages in the field "api" of the configuration.'
				: 'Write api:<package>/<symbol>, with the entry point in between if it is not the main one.',
	};
}

function resolveFile(link: LinkRef, page: Page, targets: LinkTargets): string | undefined {
	const { file, rest } = splitTarget(link.target);
	// What most links mean; what else they may mean is looked for only where that is no page.
	const beside = /^[@/]/.test(file) ? undefined : targets.routeOf.get(pathFrom(link.file, decodedOrSame(file)));
	const others = beside === undefined ? candidates(link, page, targets).flatMap(spellings) : [];
	const route = beside ?? others.map((path) => targets.routeOf.get(path)).find((found) => found !== undefined);
	return route === undefined ? undefined : withBase(targets.baseUrl, route) + rest;
}

/** A path as disks may spell it: some take letters with marks apart. */
function spellings(path: string): string[] {
	return [...new Set([path, path.normalize('NFC'), path.normalize('NFD')])];
}

/** A file whose name is as good as that of `path`: of another folder, or nearly, beside it. Its own folder comes first. */
export function nearestFile(path: string, files: readonly string[]): string | undefined {
	const stem = (file: string): string => posix.basename(file, posix.extname(file));
	const beside = files.filter((file) => posix.dirname(file) === posix.dirname(path));
	const near = nearest(stem(path), beside.map(stem));
	return (
		beside.find((file) => stem(file) === stem(path)) ??
		beside.find((file) => stem(file) === near) ??
		files.find((file) => stem(file) === stem(path) && !/^(?:index|readme)$/i.test(stem(path)))
	);
}

function brokenFile(link: LinkRef, page: Page, targets: LinkTargets): Diagnostic {
	const [path = link.target] = candidates(link, page, targets);
	const version = targets.versionLabel(page);
	const draft = candidates(link, page, targets).find((candidate) => targets.drafts.has(candidate));
	const near = nearestFile(
		path,
		[...targets.routeOf.keys()].filter((key) => key !== page.path),
	);
	return {
		code: 'broken-markdown-link',
		severity: 'error',
		...placeOf(link),
		message: `The link to "${link.target}" in ${link.file}${version ? ` (version ${version})` : ''} does not point to a page.`,
		hint: draft
			? `${draft} is a draft: publish it, or remove the link.`
			: near
				? `Did you mean ${posix.relative(posix.dirname(link.file), near)}?`
				: link.target.includes('\\')
					? `Did you mean ${link.target.replaceAll('\\', '/')}? URLs have slashes, even on Windows.`
					: `There is no file ${path}.`,
	};
}
