/** Reads a folder of Markdown without a tool: every file is a page, and the sidebar follows the folders. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { attempt, decodedOrSame, publishedBranch, repositoryOf } from './docsgen.ts';
import { socialItem } from './links-sidebar.ts';
import {
	emptyMove,
	type Fields,
	fieldsOf,
	filesBelow,
	isFile,
	known,
	MEDIA,
	type Move,
	mayRead,
	type OldSite,
	route,
	textOf,
} from './old-site.ts';
import { frontMatterOf, type Language, markdownOf, moveLanguage, pageAt, setAside, tagIn } from './page-files.ts';
import { remark } from './remarks.ts';

const MD = /\.(?:mdx?|markdown)$/;
/** Pages in notations that docsgen doesn't read; HTML is one of Hugo and Jekyll with front matter. */
const OTHER_TEXT = /\.(?:rst|adoc|asciidoc|org|ipynb|mdoc|qmd|Rmd)$/;
const INDEX = /(?:^|\/)(?:readme|_?index)$/i;

/** The site of a folder without a tool. */
export function readMarkdown(site: OldSite): Move {
	const left = filesBelow(site.root).filter((path) => FOR_CONTRIBUTORS.test(path));
	const isLeft = (path: string): boolean => left.includes(path);
	const move = readFolder(site, { own: 'en', others: languagesIn(site.root) }, { isLeft });
	const project = projectOf(site.root);
	const home = filesBelow(site.root).find((path) => /^(?:readme|index)\.md$/i.test(path));
	const title = (home && lowerTitle(join(site.root, home))) ?? textOf(project.name)?.replace(/^@[^/]*\//, '');
	const isNamed = move.config.title !== folderName(site.root) || title === undefined;
	move.config = { ...move.config, ...(isNamed ? {} : { title }), ...describedBy(project, site.root) };
	for (const moved of move.files.values()) {
		const title = moved.address === undefined || moved.source === undefined ? undefined : lowerTitle(moved.source);
		if (title !== undefined) moved.fields = { title, ...moved.fields };
		const order = moved.address === undefined || moved.source === undefined ? undefined : orderIn(moved.source);
		if (order !== undefined) moved.fields = { sidebar_position: order, ...moved.fields };
	}
	if (left.length > 0) remark(move, 'Files for contributors', ...left);
	remark(move, 'URL of the site', 'url');
	if (site.unread) remark(move, 'Tools that docsgen does not read', `${site.unread.tool}: ${site.unread.name}`);
	return move;
}

/** The order of a page in front matter, by the names that other tools have for it. */
function orderIn(source: string): number | undefined {
	const { extra } = frontMatterOf(source);
	const found = ['order', 'nav_order', 'weight', 'position'].map((name) => Number(extra[name] ?? Number.NaN));
	return found.find((order) => Number.isFinite(order));
}

/** Files for those who work on a project or its site. */
const FOR_CONTRIBUTORS =
	/(?:^|\/)(?:(?:contributing|code[-_]of[-_]conduct|maintainers?|pull_request_template)|(?:website|examples?\/[^/]+)\/readme)\.(?:mdx?|markdown)$/i;

/** The folder of the repository; without one, the folder itself, or the one above if it has a package.json. */
function projectTop(folder: string): string {
	const top = repositoryOf(folder);
	const isAlone = top === folder && !existsSync(join(folder, '.git'));
	return isAlone && isFile(join(dirname(folder), 'package.json')) ? dirname(folder) : top;
}

/** The package.json of the project: the folder's own, or the nearest one above in the repository. */
function projectOf(folder: string, repository = projectTop(folder)): Fields {
	const file = join(folder, 'package.json');
	const own = isFile(file) && mayRead(file, folder) ? attempt(() => JSON.parse(readFileSync(file, 'utf8'))) : undefined;
	if (own !== undefined || folder === repository || folder === dirname(folder)) return fieldsOf(own);
	return projectOf(dirname(folder), repository);
}

/** What package.json says of the site: its tagline and URL, and links to the repository and the sources of its pages. */
function describedBy({ description, homepage, repository }: Fields, root: string): Partial<Move['config']> {
	const written = textOf(repository) ?? textOf(fieldsOf(repository).url) ?? '';
	const source = repositoryUrl(written);
	const top = repositoryOf(root);
	const path = relative(top, root).replaceAll('\\', '/');
	const isOnGitHub = source?.startsWith('https://github.com/');
	const home = attempt(() => new URL(textOf(homepage) ?? ''));
	const isSite =
		home &&
		/^https?:$/.test(home.protocol) &&
		!/(?:^|\.)(?:github|gitlab|bitbucket|npmjs)\.(?:com|org)$/.test(home.host);
	return known({
		tagline: textOf(description),
		url: isSite ? home.origin : undefined,
		baseUrl: isSite && home.pathname !== '/' ? `${home.pathname.replace(/\/+$/, '')}/` : undefined,
		editUrl: isOnGitHub ? [source, 'edit', publishedBranch(top), path].filter(Boolean).join('/') : undefined,
		navbar:
			source === undefined
				? undefined
				: { items: [{ ...socialItem('', source, 'Source code'), position: 'right' as const }] },
	});
}

/** The page of a repository, from what npm accepts: `git+https://….git`, `git@host:owner/name.git`, `owner/name`, `gitlab:owner/name`. */
export function repositoryUrl(written: string): string | undefined {
	const [, host = 'github', short] =
		/^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(written) ?? [];
	if (short !== undefined) return `https://${host}.${host === 'bitbucket' ? 'org' : 'com'}/${short}`;
	const [, place, path] =
		/^(?:[a-z+]+:\/\/)?(?:[^/@]*@)?([\w-]+(?:\.[\w-]+)+)[/:]([^#?]+?)(?:\.git)?\/?(?:[#?].*)?$/.exec(written) ?? [];
	return path && `https://${place}/${path.replace(/\/(?:-\/)?(?:tree|blob)\/.*$/, '')}`;
}

/** The title of a page without one: its first heading, if that is of a lower level or in HTML. */
function lowerTitle(source: string): string | undefined {
	if (!MD.test(source) || frontMatterOf(source).title !== undefined) return undefined;
	const text = markdownOf(source).replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1.*$|<!--[\s\S]*?-->/gm, '');
	const [found = '', level, heading, html = ''] =
		/^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$|<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>|^\S.*\n=+[ \t]*$/m.exec(text) ??
		[];
	// The first section of a home page says nothing of the whole.
	const isHome = /^(?:readme|index)\./i.test(basename(source));
	if (level === '#' || (isHome && !found.startsWith('<h1'))) return undefined;
	const words = (heading ?? html).replace(/!\[.*?\]\(.*?\)|<[^>]*>|\{[^}]*\}\s*$|[*`]/g, '');
	return (
		words
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.replace(/\s+/g, ' ')
			.trim() || undefined
	);
}

/** Folders with the names of languages that have at least half of their pages in common with the rest. */
function languagesIn(root: string): Languages['others'] {
	const pages = filesBelow(root).filter((path) => MD.test(path));
	const all = new Set(pages);
	const inside = new Map<string, string[]>();
	for (const path of pages) {
		const [, folder = '', file = ''] = /^([a-z]{2}(?:-[A-Z]{2})?)\/(.+)$/.exec(path) ?? [];
		if (folder !== '') inside.set(folder, [...(inside.get(folder) ?? []), file]);
	}
	const isLanguage = ([, files]: [string, string[]]): boolean =>
		files.filter((file) => all.has(file)).length * 2 >= files.length;
	return [...inside].filter(isLanguage).map(([name]) => ({ name }));
}

/** Names that say nothing of a site. */
const GENERIC =
	/^(?:docs?|documentation|content|pages|src|site|website|index|home|readme|table of contents|contents)$/i;

/** The name of a folder, or of the nearest one above it in the repository that says something of the site. */
function folderName(folder: string, top = projectTop(folder)): string {
	const name = basename(folder);
	return !GENERIC.test(name) || folder === top || folder === dirname(folder) ? name : folderName(dirname(folder), top);
}

/** The languages of a folder. Each has a folder of its own, or files with its name before the extension: `a.fr.md`. */
export interface Languages {
	/** The one without a prefix in URLs. */
	own: string;
	others: (Language & { name: string })[];
	/** Languages whose folders have other names, by folder. */
	folders?: Map<string, string>;
}

/** A file of the old site, and its path below the folder of its language. */
interface Source {
	file: string;
	source: string;
}

/** What a tool says of the files in a folder. */
interface Choice {
	title?: string | undefined;
	/** Files that are no part of the site. */
	isLeft?: (file: string) => boolean;
	/** The files with their paths in the folder, if it isn't a folder of the disk. */
	files?: [path: string, source: string][] | undefined;
	/** The URL of a page, if it doesn't follow from its path. */
	addressOf?: (file: string, source: string) => string | undefined;
}

/** The pages of a folder, with the URLs that their paths give them. */
export function readFolder(
	{ root, flavour }: OldSite,
	languages: Languages = { own: 'en', others: [] },
	choice: Choice = {},
): Move {
	const { own, others } = languages;
	const byLanguage = new Map<string, Source[]>([own, ...others.map(({ name }) => name)].map((name) => [name, []]));
	const files = choice.files ?? filesBelow(root).map((path): [string, string] => [path, join(root, path)]);
	for (const [path, source] of files) {
		if (choice.isLeft?.(path)) continue;
		const { language, file } = languageOf(path, languages);
		byLanguage.get(language)?.push({ file, source });
	}
	const sources = byLanguage.get(own) ?? [];
	const index = sources.find(({ file }) => /^(?:readme|index)\.md$/i.test(file));
	const heading = index && /^#[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/m.exec(markdownOf(index.source))?.[1];
	const named = heading?.replace(/[*`[\]<>]|\(.*?\)/g, '').trim() ?? '';
	const move = emptyMove(choice.title ?? (named === '' || GENERIC.test(named) ? folderName(root) : named));
	move.config = { ...move.config, docs: { path: '' }, blog: false };
	movePages(sources, flavour, choice, move);
	const tag = tagIn(own);
	if (tag === undefined) remark(move, 'Translations', `${own} is not a language tag`);
	else if (tag !== 'en') move.config.locales = [tag];
	for (const { name, ...language } of others)
		moveLanguage(move, name, language, (files) => movePages(byLanguage.get(name) ?? [], flavour, choice, files));
	move.sidebars.set('current', { docs: [{ type: 'autogenerated', dirName: '.' }] });
	return move;
}

/** The language of a file, and its path without the language. */
export function languageOf(path: string, { own, others, folders }: Languages): { language: string; file: string } {
	const names = others.length > 0 ? [own, ...others.map(({ name }) => name)] : [];
	const [, folder = '', inner = ''] = /^([^/]*)\/(.*)$/.exec(path) ?? [];
	const named = (inner === '' ? undefined : folders?.get(folder)) ?? folder;
	if (names.includes(named)) return { language: named, file: inner };
	const [, start = '', suffix = '', end = ''] = /^(.*)\.([\w-]+)(\.\w+)$/.exec(path) ?? [];
	return names.includes(suffix) ? { language: suffix, file: start + end } : { language: own, file: path };
}

function movePages(sources: Source[], flavour: OldSite['flavour'], { addressOf }: Choice, move: Move): void {
	const files = sources.map(({ file }) => file);
	for (const { file, source } of sources) {
		if (MD.test(file)) {
			const [end = ''] = MD.exec(file) ?? [];
			const written = file.slice(0, -end.length);
			const name = ownName(written);
			const path = `content/docs/${name}${end === '.markdown' ? '.md' : end}`;
			const bare = flavour === 'mkdocs' ? written : name;
			const hasIndex = files.includes(bare.replace(/readme$/i, 'index.md')) && /readme$/i.test(bare);
			const address = route(
				addressOf?.(file, source) ?? (INDEX.test(bare) && !hasIndex ? bare.replace(INDEX, '') : bare),
			);
			if (!move.files.has(path)) move.files.set(path, pageAt({ path, source, address }, address));
		} else if (MEDIA.test(file)) move.files.set(`content/docs/${file}`, { source });
		else if (OTHER_TEXT.test(file)) {
			setAside(move, 'pages', file, source);
			remark(move, 'Pages in another notation', file);
		}
	}
}

/** A path without leading underscores, which mark partials, and without characters that URLs cannot contain. */
function ownName(path: string): string {
	return path
		.split('/')
		.map((part) =>
			(/[%?#\\]/.test(part) ? decodedOrSame(part).replace(/[^\p{L}\p{N}.-]+/gu, '-') : part).replace(/^[_-]+/, ''),
		)
		.join('/');
}
