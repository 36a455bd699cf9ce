/**
 * Docs versions and the docs in them: ids and routes. Independent of sidebars and HTML.
 */
import type { Config } from '../model/config.ts';
import { CONFIG_FILE, versionFolder } from '../model/identity.ts';
import type { Diagnostic, Page } from '../model/page.ts';
import { nearest } from '../model/schema.ts';
import { routeKey } from './links.ts';

/** A docs version, from configuration and folders alone, before its docs are known. */
export interface VersionFrame {
	name: string;
	label: string;
	/** `/docs`, `/docs/v9`; empty if docs are served at the root. */
	path: string;
	isLast: boolean;
	badge: boolean;
	banner: 'none' | 'unreleased' | 'unmaintained';
	folder: string;
	noIndex: boolean;
	className: string;
}

export interface Doc {
	id: string;
	version: string;
	/** Route path without base URL. */
	route: string;
	/** Its label in sidebars and in previous and next links. */
	label: string;
	page: Page;
}

/** Joins parts of a route with single slashes; the result starts with a slash and, except for `/`, ends without. */
export function joinRoute(...parts: string[]): string {
	const joined = parts
		.flatMap((part) => part.split('/'))
		.filter((part) => part !== '')
		.join('/');
	return `/${joined}`;
}

/**
 * The versions of a site, newest first. `listed` are the names in `content/versions.json`; `current` precedes them
 * if `content/docs` has files.
 */
export function listVersions(
	config: Config,
	listed: string[],
	hasDocs: (version: string) => boolean,
): { versions: VersionFrame[]; diagnostics: Diagnostic[] } {
	const docs = config.docs;
	if (!docs) return { versions: [], diagnostics: [] };
	const known = [...(hasDocs('current') ? ['current'] : []), ...listed];
	const diagnostics = unknownVersions({ ...config, docs }, known);
	for (const name of listed) {
		if (!hasDocs(name)) {
			diagnostics.push({
				code: 'version-without-docs',
				severity: 'error',
				file: 'content/versions.json',
				message: `Version "${name}" is listed in content/versions.json, but ${versionFolder(name)} has no docs.`,
				about: { words: [name] },
				hint: `Remove "${name}" from content/versions.json, or add its docs.`,
			});
		}
	}
	const last = docs.lastVersion ?? listed[0] ?? 'current';
	const lastIndex = known.indexOf(last);
	const frames = known.map((name, index): VersionFrame => {
		const settings = Object.hasOwn(docs.versions, name) ? docs.versions[name] : undefined;
		const isLast = name === last;
		const byAge = index < lastIndex ? 'unreleased' : index > lastIndex ? 'unmaintained' : 'none';
		const segment = settings?.path ?? (isLast ? '' : name === 'current' ? 'next' : name);
		const path = joinRoute(docs.path, segment);
		const label = settings?.label ?? (name === 'current' && known.length > 1 ? config.words.nextVersion : name);
		return {
			name,
			// Isolated, with its own direction: in a text from right to left, 1.x would be shown as x.1.
			label: config.locale.direction === 'rtl' ? `\u2068${label}\u2069` : label,
			path: path === '/' ? '' : path,
			isLast,
			badge: settings?.badge ?? known.length > 1,
			banner: settings?.banner ?? byAge,
			folder: versionFolder(name),
			noIndex: settings?.noIndex ?? false,
			className: settings?.className ?? `docs-version-${name}`,
		};
	});
	const included = docs.onlyIncludeVersions;
	const built = frames.filter((frame) => hasDocs(frame.name) && (included?.includes(frame.name) ?? true));
	return { versions: built, diagnostics };
}

/** B-292: an unknown version name is an error that names the field. */
function unknownVersions(
	{ docs, extended }: Pick<Config, 'extended'> & { docs: NonNullable<Config['docs']> },
	known: string[],
): Diagnostic[] {
	const named: [field: string, name: string][] = [
		...Object.keys(docs.versions).map((name): [string, string] => [`docs.versions.${name}`, name]),
		...(docs.onlyIncludeVersions ?? []).map((name): [string, string] => ['docs.onlyIncludeVersions', name]),
		...(docs.lastVersion === undefined ? [] : [['docs.lastVersion', docs.lastVersion] as [string, string]]),
		...extended.versions,
	];
	return named
		.filter(([, name]) => !known.includes(name))
		.map(([field, name]) => {
			const near = nearest(name, known);
			return {
				code: 'unknown-version',
				severity: 'error',
				file: CONFIG_FILE,
				message: `${field}: there is no docs version "${name}".`,
				about: { words: [name] },
				hint: near ? `Did you mean "${near}"?` : `Versions of this site: ${known.join(', ') || 'none'}.`,
			};
		});
}

/** The id of a doc: its folder, and the id in front matter or the file name. */
export function docId(page: Pick<Page, 'name' | 'data'>): string {
	const folder = page.name.includes('/') ? page.name.slice(0, page.name.lastIndexOf('/') + 1) : '';
	return folder + (page.data.id ?? page.name.slice(folder.length));
}

/** True for the page at a folder's path: `index`, `readme`, or a file with the folder's name. */
export function isIndex(name: string): boolean {
	const segments = name.split('/');
	const last = (segments.at(-1) ?? '').toLowerCase();
	return last === 'index' || last === 'readme' || (segments.length > 1 && last === segments.at(-2)?.toLowerCase());
}

/** Path of a page below its collection's route: the slug in front matter, else its folder and id. */
export function slugOf(page: Pick<Page, 'name' | 'data'>): string {
	const folder = page.name.includes('/') ? page.name.slice(0, page.name.lastIndexOf('/')) : '';
	const { slug, id } = page.data;
	if (slug !== undefined) return slug.startsWith('/') ? slug : joinRoute(folder, slug);
	if (id === undefined && isIndex(page.name)) return joinRoute(folder);
	return joinRoute(folder, id ?? page.name.slice(folder.length));
}

/** The docs of one version; the route of a version's main page ends with a slash (`/docs/`). */
export function listDocs(frame: VersionFrame, pages: Page[]): Doc[] {
	return pages
		.filter((page) => page.collection === 'docs' && page.version === frame.name)
		.map((page) => {
			const slug = slugOf(page);
			return {
				id: docId(page),
				version: frame.name,
				route: slug === '/' ? `${frame.path}/` : frame.path + joinRoute(slug),
				label: page.data.sidebar_label ?? page.title,
				page,
			};
		});
}

/** A doc for a list, a menu or a link of docsgen's own: those do not show unlisted docs. */
export function listedDoc({ docById }: { docById: ReadonlyMap<string, Doc> }, id: string | undefined): Doc | undefined {
	const doc = id === undefined ? undefined : docById.get(id);
	return doc?.page.data.unlisted ? undefined : doc;
}

/** Reports docs with one id: lists and sidebars could show only one of them. */
export function checkIds(docs: Doc[]): Diagnostic[] {
	const seen = new Map<string, Doc>();
	return docs.flatMap((doc): Diagnostic[] => {
		const other = seen.get(doc.id) ?? doc;
		seen.set(doc.id, other);
		// Docs with one route have a finding about that.
		if (other === doc || routeKey(other.route) === routeKey(doc.route)) return [];
		const [here, there] = [doc.page, other.page].map(({ path, lines }) => ({ path, line: lines.id ?? 1 }));
		return [
			{
				code: 'duplicate-doc-id',
				severity: 'error',
				file: here?.path,
				line: here?.line,
				message: `The docs ${there?.path} and ${here?.path} have the same id, "${doc.id}".`,
				notes: [`The other one is at ${there?.path}:${there?.line}.`],
				hint: 'Give one of them another "id" in its front matter, or rename its file.',
				about: { words: doc.page.data.id === undefined ? [] : [doc.id.slice(doc.id.lastIndexOf('/') + 1)] },
			},
		];
	});
}
