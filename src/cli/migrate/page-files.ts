/** Front matter of old pages, and their place in the new site. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parse as readToml } from 'smol-toml';
import {
	CONTENT,
	docId,
	type FrontMatter,
	identify,
	readFrontMatter,
	type SiteConfig,
	slugOf,
	tagOf,
} from './docsgen.ts';
import { type Fields, known, type Move, type Moved, route } from './old-site.ts';
import { remark } from './remarks.ts';

/** Keeps a file without a counterpart in a folder that docsgen does not read. */
export function setAside({ files }: Pick<Move, 'files'>, kind: string, name: string, source: string): void {
	files.set(`migration/aside/${kind}/${name}`, { source });
}

/** Text of a Markdown file with LF line ends, and its front matter at the top. */
export function markdownOf(source: string): string {
	return unified(readFileSync(source, 'utf8'))
		.replace(/^\s+(?=---[ \t]*\n[\w-]+:)/, '')
		.replace(/^\+\+\+[ \t]*\n((?:[^\n]*\n)*?)\+\+\+[ \t]*(?:\n|$)/, (_, toml: string) => yamlOf(toml));
}

/** Splits a text into its front matter with both delimiters, which may be empty, and the rest. */
export function splitFrontMatter(text: string): [head: string, body: string] {
	const [head = ''] = /^---[ \t]*\n(?:[^\n]*\n)*?---[ \t]*(?:\n|$)/.exec(text) ?? [];
	return [head, text.slice(head.length)];
}

/** A component's name for a file that pages include: `PartGettingStarted` for `getting-started`. */
export function partName(bare: string): string {
	return `Part${componentName(bare)}`;
}

/** A name as docsgen wants it of a component: `new-in` → `NewIn`. */
export function componentName(name: string): string {
	return name.replace(/(?:[^A-Za-z\d]+|^)([A-Za-z\d]?)/g, (_, letter: string) => letter.toUpperCase());
}

/** The lines that import files by name, for the top of a page. */
export function importLines(files: ReadonlyMap<string, string>): string {
	return [...files]
		.map(([name, path]) => `import ${name} from '${/^\.{1,2}\//.test(path) ? path : `./${path}`}';\n`)
		.join('');
}

/** A date of front matter as a text that begins with its day: `2024-02-03`, if it's written in that form. */
export function dateText(date: unknown): string {
	return date instanceof Date ? date.toISOString() : String(date ?? '');
}

/** `2024-02-03` of a date in front matter. */
export function dayOf(date: unknown): string | undefined {
	return /^\d{4}-\d\d-\d\d/.exec(dateText(date))?.[0];
}

/** Converts TOML front matter to YAML, with JSON values. */
function yamlOf(toml: string): string {
	try {
		const fields = Object.entries(readToml(toml)).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
		return `---\n${fields.join('')}---\n`;
	} catch {
		// As front matter it is a finding; as it was written, readers would see it.
		return `---\n${toml}---\n`;
	}
}

/** The fields of a file's front matter as they are written. */
export function fieldsIn(source: string): Fields {
	return readFrontMatter(markdownOf(source), source).raw;
}

const read = new Map<string, FrontMatter>();

/** The front matter of a file of the old site. */
export function frontMatterOf(source: string): FrontMatter {
	const data = read.get(source) ?? readFrontMatter(markdownOf(source), source).data;
	read.set(source, data);
	return data;
}

/** Whether the old site had the page: it had no drafts, nor the versions that it left out. */
export function wasPublished(path: string, { source }: Moved, { unpublished = [], hasDrafts = false }: Move): boolean {
	if (unpublished.some((folder) => path.startsWith(`${folder}/`))) return false;
	return !hasDrafts || source === undefined || frontMatterOf(source).draft !== true;
}

/** The id of a moved doc, for sidebars. */
export function docIdOf(path: string, { source, fields }: Moved): string {
	const { id } = source === undefined ? {} : frontMatterOf(source);
	return docId({ name: identify(path)?.name ?? '', data: { extra: {}, ...(fields && 'id' in fields ? {} : { id }) } });
}

/**
 * A doc whose URL below `base` derives from its front matter and folder, as in Docusaurus. `prefix` is the folder of its
 * plugin's docs in the new site.
 */
export function docsPage(path: string, source: string, prefix: string, base: string, keepsNumbers: boolean): Moved {
	const data = frontMatterOf(source);
	const name = identify(path)?.name ?? '';
	const written = path
		.slice(`${CONTENT}/`.length)
		.replace(/\.mdx?$/, '')
		.replace(/^(?:docs|versions\/[^/]+)\//, '');
	const inner = (keepsNumbers ? written : name).slice(prefix === '' ? 0 : prefix.length + 1);
	// An index is the page of its folder, whatever its id; so is a file with the name of its folder.
	const isIndex = data.slug === undefined && /(?:^|\/)(?:index|readme|([^/]+)\/\1)$/i.test(inner);
	const slug = isIndex ? route(posix.dirname(inner)) : slugOf({ name: inner, data });
	return pageAt({ path, source, address: route(base, slug) }, route(prefix, slug));
}

/** A doc with the route `slug` below its version; sets the front matter field if the default route differs. */
export function pageAt(page: { path: string; source: string; address: string }, slug: string): Moved {
	const { path, ...moved } = page;
	const own = slugOf({ name: identify(path)?.name ?? '', data: frontMatterOf(page.source) });
	return own === slug ? moved : { ...moved, fields: { slug } };
}

/** A language in the old configuration. */
export interface Language {
	label?: string;
	lang?: string;
	calendar?: string;
	direction?: string;
	/** Texts outside of pages and their translations; others than strings are left out. */
	texts?: [original: unknown, translation: unknown][];
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * Moves the files of another language: what `read` plans as if for the first language goes into the folder of this one,
 * and its old URLs are below `name`. If the name is not a language tag, the files are kept aside.
 */
export function moveLanguage(
	move: Move,
	name: string,
	{ label, lang, calendar, direction, texts = [] }: Language,
	read: (own: Move) => void,
): void {
	const tag = tagIn(name);
	const files: Move['files'] = new Map();
	read({ ...move, files });
	const changed = texts.filter((pair): pair is [string, string] => pair.every(isText) && pair[0] !== pair[1]);
	if (changed.length > 0)
		files.set('content/texts.json', { text: `${JSON.stringify(Object.fromEntries(changed), undefined, '\t')}\n` });
	if (![...files.values()].some(({ address }) => address !== undefined)) return;
	remark(move, 'Translations', tag ? name : `${name} is not a language tag: see migration/aside/i18n`);
	const [home = 'content/pages/index.md'] = [...move.files].find(([, { address }]) => address === '/') ?? [];
	for (const [path, moved] of files) {
		const address = moved.address === undefined ? {} : { address: route(name, moved.address) };
		// The home of a language translates the one at the root, even if the first language has a folder with its own.
		const isHome = moved.address === '/' && !move.addresses.has('/');
		const place = isHome ? home.replace(/\.mdx?$/, posix.extname(path)) : path;
		if (tag) move.files.set(place.replace(CONTENT, `${CONTENT}/${tag}`), { ...moved, ...address, isTranslation: true });
		else if (moved.source !== undefined) setAside(move, 'i18n', posix.join(name, path), moved.source);
	}
	if (!tag) return;
	const path = name === tag.toLowerCase() ? undefined : name;
	const language = localeOf(tag, { label, lang, calendar, direction, path });
	move.config.locales = [...(move.config.locales ?? ['en']), language];
}

/** The tag of a language as tools and folders write it: `pt-br` and `pt_BR` are `pt-BR`. Undefined if it's none. */
export function tagIn(name: string): string | undefined {
	return tagOf(name.replaceAll('_', '-'));
}

/** A language of the new configuration; `path` is its folder if it isn't named after the language. */
export function localeOf(
	locale: string,
	{ label, lang, calendar, direction, path }: Omit<Language, 'texts'> & { path?: string | undefined },
): Exclude<NonNullable<SiteConfig['locales']>[number], string> {
	const isRtl = direction === 'rtl' || direction === 'ltr' ? direction : undefined;
	const htmlLang = lang === locale ? undefined : lang;
	return known({ locale: tagIn(locale) ?? locale, label, htmlLang, calendar, direction: isRtl, path });
}

/** Removes the byte order mark, and converts line ends to LF. */
function unified(text: string): string {
	return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}
