/**
 * Resolves the links in pages. Resolved URLs include the base URL.
 */
import { posix } from 'node:path';
import { decodedOrSame, type Home, hostPath, ownPath } from '../model/address.ts';
import { CONFIG_FILE } from '../model/identity.ts';
import type { Diagnostic, LinkRef, Page } from '../model/page.ts';
import { nearest } from '../model/schema.ts';

/** Characters that file names and slugs may have, but URLs may not. */
const UNSAFE = /[ "<>\\^`{|}]/g;

/** Adds the base URL to a path of the site or its host (`pathname://`); returns other URLs unchanged. */
export function withBase(baseUrl: string, route: string): string {
	if (!route.startsWith('/') || route.startsWith('//')) return hostPath(route, baseUrl) ?? route;
	return baseUrl + route.slice(1).replace(UNSAFE, encodeURIComponent);
}

/** Key that is equal for routes that differ only in case or a trailing slash (B-280, B-282). */
export function routeKey(path: string): string {
	const lower = path.toLowerCase();
	return lower.length > 1 && lower.endsWith('/') ? lower.slice(0, -1) : lower;
}

/** Whether a path is the path `folder`, with or without a slash at its end, or is below it. */
export function isInside(path: string, folder: string): boolean {
	return `${path}/`.startsWith(folder.replace(/\/*$/, '/'));
}

/** What decides what an author's path means: whether it includes the base URL, and its page in the site's language. */
export interface LinkBase extends Home {
	/** Folder of the language's pages: empty for the first, `/fr` for French. */
	root: string;
	/** In languages other than the first, whose paths authors write: `routeKey` of a page there → its path here. */
	localizedPaths?: ReadonlyMap<string, string>;
}

/**
 * Removes the base URL from an author's path, so that it is never added twice (B-024). A site at `/docs/` with docs at
 * `docs` has paths that only look prefixed: there, authors must leave out the base URL. A full URL of the site has it.
 */
export function withoutBase(base: LinkBase, path: string): string {
	const { baseUrl, docs, blog } = base;
	const own = ownPath(path, base);
	if (own !== undefined) return `/${own.slice(baseUrl.length)}`;
	const folders = [docs, blog].map((collection) => `/${collection?.path ?? ''}/`);
	if (baseUrl === '/' || folders.some((folder) => folder.startsWith(baseUrl))) return path;
	if (path.startsWith(baseUrl)) return path.slice(baseUrl.length - 1);
	return `${path}/` === baseUrl ? '/' : path;
}

/** The URL of an author's target: a path of the site, with or without the base URL, or a full URL. */
export function addressOf(base: LinkBase, written: string): string {
	return !base.localizedPaths && `${written}/` === base.baseUrl
		? written
		: localAddress(base, withoutBase(base, written));
}

/** The URL of a path without base URL: of the same page in the site's language, if there is one. */
export function localAddress({ baseUrl, localizedPaths }: LinkBase, path: string): string {
	if (!localizedPaths) return withBase(baseUrl, path);
	const { file, rest } = splitTarget(path);
	const here = localizedPaths.get(routeKey(file));
	return withBase(baseUrl, here === undefined ? path : here + rest);
}

/** The URL of an entry in the navbar or the footer: `href` is a full URL, `to` a path of the site. */
export function entryAddress(base: LinkBase, { href, to }: { href?: string; to?: string }): string | undefined {
	if (href !== undefined)
		return ownPath(href, base) === undefined ? (hostPath(href, base.baseUrl) ?? href) : addressOf(base, href);
	return to === undefined ? undefined : addressOf(base, to);
}

/** How the link to the URL `href` opens, which an author wrote as `written`: see `Leads` of the views. */
export function leadsTo(href: string, written = ''): { external: boolean; rel?: 'external' } {
	return { external: leavesSite(href), ...(hostPath(written, '/') === undefined ? {} : { rel: 'external' }) };
}

/** True for URLs that leave the site: those with a scheme or two slashes at the start. */
export function leavesSite(href: string): boolean {
	return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href);
}

/** The page of a symbol. */
export interface SymbolTarget {
	/** Its path in the site. */
	route: string;
	/** Its docs version, if that is neither the linking page's nor the released one. */
	otherVersion?: string;
}

export interface LinkTargets extends LinkBase {
	/** The same for targets that resolve all links alike. */
	key: string;
	/** Source path → route path. */
	routeOf: Map<string, string>;
	/** The source paths among them, for hints. */
	near: () => NearFiles;
	/** Route paths of all pages. */
	routes: ReadonlySet<string>;
	/** Drafts that are not built, by source path. */
	drafts: Set<string>;
	/** Whether the configuration leaves a file out of the site. */
	isExcluded: (path: string) => boolean;
	/** Folders to try for targets that start with a slash, in order. */
	roots: (page: Page) => string[];
	/** The targets of `api:` links in a page, by name. */
	symbols: (page: Page) => ReadonlyMap<string, SymbolTarget>;
	/** For messages: `10.x`. */
	versionLabel: (page: Page) => string | undefined;
}

interface ResolvedLinks {
	hrefs: string[];
	diagnostics: Diagnostic[];
}

/** Links of a page → folder of a language → their last result: most edits leave the targets of all other pages' links. */
const resolved = new WeakMap<Page['links'], Map<string, ResolvedLinks & { key: string }>>();

/** The URL of every link of a page, by index; links to Markdown files that are not pages are reported (B-178). */
export function resolveLinks(page: Page, route: string, targets: LinkTargets): ResolvedLinks {
	const ofPage = resolved.get(page.links) ?? new Map<string, ResolvedLinks & { key: string }>();
	const key = `${targets.key} ${route}`;
	const last = ofPage.get(targets.root);
	if (last?.key === key) return last;
	const fresh = { key, ...resolveEach(page, route, targets) };
	resolved.set(page.links, ofPage.set(targets.root, fresh));
	return fresh;
}

function resolveEach(page: Page, route: string, targets: LinkTargets): ResolvedLinks {
	const diagnostics: Diagnostic[] = [];
	const hrefs = page.links.map((link) => {
		if (link.kind === 'other') return link.target;
		if (link.kind === 'route') return resolveRoute(link.target, route, targets);
		if (link.kind === 'name') {
			const symbols = targets.symbols(page);
			const { file, rest } = splitTarget(link.target.slice('api:'.length));
			const symbol = symbols.get(decodedOrSame(file));
			if (symbol === undefined) diagnostics.push(brokenSymbol(link, file, symbols));
			else if (symbol.otherVersion !== undefined) diagnostics.push(symbolOfOther(link, symbol.otherVersion, page));
			return symbol === undefined ? '' : withBase(targets.baseUrl, symbol.route) + rest;
		}
		const found = resolveFile(link, page, targets);
		if (found === undefined) diagnostics.push(brokenFile(link, page, targets));
		// Reported here; the empty URL keeps the check of the finished page from reporting it again.
		return found ?? '';
	});
	return { hrefs, diagnostics };
}

/** A relative URL is relative to the route without its trailing slash, not to the file. */
function resolveRoute(target: string, route: string, targets: LinkTargets): string {
	if (target.startsWith('/')) return addressOf(targets, withoutExtension(target, targets));
	const url = new URL(target, `http://site${route === '/' ? '/' : route.replace(/\/$/, '')}`);
	return withBase(targets.baseUrl, withoutExtension(url.pathname + url.search + url.hash, targets));
}

/** `/guide.html`, a URL from other tools, is the page at `/guide`. */
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

/** Source paths that a target may refer to, most likely first. */
function* candidates(link: LinkRef, page: Page, targets: LinkTargets): Generator<string> {
	const file = decodedOrSame(splitTarget(link.target).file);
	if (file.startsWith('@site/')) return yield posix.normalize(file.slice('@site/'.length));
	if (!file.startsWith('/')) yield posix.join(posix.dirname(link.file), file);
	for (const root of targets.roots(page)) yield posix.join(root, file);
}

function placeOf({ file, line, column, target }: LinkRef): Partial<Diagnostic> {
	return { file, line, column, length: target.length };
}

/** `file`: the name that the link has, without an anchor. */
function brokenSymbol(link: LinkRef, file: string, symbols: ReadonlyMap<string, unknown>): Diagnostic {
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

function symbolOfOther(link: LinkRef, otherVersion: string, { version }: Page): Diagnostic {
	const own = version === undefined ? 'the released version' : `version "${version}"`;
	return {
		code: 'api-version',
		severity: 'warning',
		...placeOf(link),
		message: `The link to "${link.target}" leads to the API reference of version "${otherVersion}", because ${own} has none.`,
		hint: `In ${CONFIG_FILE}, give "api" an entry of the package for that version, too.`,
	};
}

function resolveFile(link: LinkRef, page: Page, targets: LinkTargets): string | undefined {
	const { baseUrl, routeOf } = targets;
	for (const path of candidates(link, page, targets)) {
		// Some disks decompose letters with accents.
		const route = routeOf.get(path) ?? routeOf.get(path.normalize('NFC')) ?? routeOf.get(path.normalize('NFD'));
		if (route !== undefined) return withBase(baseUrl, route) + splitTarget(link.target).rest;
	}
	return undefined;
}

/**
 * The file most likely meant by `path`: same or similar name in its folder, else the same name in another folder. One
 * in an older version was another page.
 */
export function nearestFile(path: string, files: Iterable<string>): string | undefined {
	return new NearFiles(files).nearest(path);
}

const stemOf = (file: string): string => posix.basename(file, posix.extname(file));

/** Files by what a path may have in common with them, for sites with thousands of broken links. */
export class NearFiles {
	private readonly known = {
		lower: new Map<string, string[]>(),
		folder: new Map<string, string[]>(),
		stem: new Map<string, string[]>(),
	};

	constructor(files: Iterable<string>) {
		for (const file of files) {
			const keys = { lower: file.toLowerCase(), folder: posix.dirname(file), stem: stemOf(file) };
			for (const kind of ['lower', 'folder', 'stem'] as const) {
				const found = this.known[kind].get(keys[kind]);
				if (found) found.push(file);
				else this.known[kind].set(keys[kind], [file]);
			}
		}
	}

	/** As `nearestFile`; never `except`, the file that has the path. */
	nearest(path: string, except?: string): string | undefined {
		const { lower, folder, stem } = this.known;
		const among = (found: string[] | undefined): string[] => (found ?? []).filter((file) => file !== except);
		const name = stemOf(path);
		const siblings = among(folder.get(posix.dirname(path)));
		const near = nearest(name, siblings.map(stemOf));
		return (
			among(lower.get(path.toLowerCase()))[0] ??
			siblings.find((file) => stemOf(file) === name) ??
			siblings.find((file) => stemOf(file) === near) ??
			(/^(?:index|readme)$/i.test(name)
				? undefined
				: among(stem.get(name)).find((file) => [undefined, versionOf(path)].includes(versionOf(file))))
		);
	}
}

/** The folder of an older version. */
function versionOf(file: string): string | undefined {
	return /^content\/versions\/[^/]+/.exec(file)?.[0];
}

function brokenFile(link: LinkRef, page: Page, targets: LinkTargets): Diagnostic {
	const paths = [...candidates(link, page, targets)];
	const [path = link.target] = paths;
	const version = targets.versionLabel(page);
	const draft = paths.find((candidate) => targets.drafts.has(candidate));
	const near = targets.near().nearest(path, page.path);
	return {
		code: 'broken-markdown-link',
		severity: 'error',
		...placeOf(link),
		message: `The link to "${link.target}" in ${link.file}${version ? ` (version ${version})` : ''} does not point to a page.`,
		hint: targets.isExcluded(path)
			? `"exclude" in "include" leaves ${path} out of the site.`
			: fileHint(link, path, near, draft),
	};
}

/** The way out of a link to a file without a page; `path` is the file, `near` a page with a similar path. */
function fileHint(link: LinkRef, path: string, near: string | undefined, draft: string | undefined): string {
	if (draft) return `${draft} is a draft: publish it, or remove the link.`;
	if (posix.basename(path).startsWith('_'))
		return 'Partials, with names that start with "_", have no URL. Link to a page that shows it.';
	if (near) return `Did you mean ${posix.relative(posix.dirname(link.file), near)}?`;
	if (link.target.includes('\\'))
		return `Did you mean ${link.target.replaceAll('\\', '/')}? URLs have slashes, even on Windows.`;
	return `There is no file ${path}.`;
}
