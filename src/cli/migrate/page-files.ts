/** What a page of the old site says about itself, and where docsgen would put it. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parse as readToml } from 'smol-toml';
import type { FrontMatter } from '../../content/model/fields.ts';
import { readFrontMatter } from '../../content/model/frontmatter.ts';
import { CONTENT, identify } from '../../content/model/identity.ts';
import { docId, slugOf } from '../../content/site/docs.ts';
import { type Move, type Moved, route } from './old-site.ts';

/** Keeps a file that has no place in the new site; nothing is read from there. */
export function setAside({ files }: Pick<Move, 'files'>, kind: string, name: string, source: string): void {
	files.set(`migration/aside/${kind}/${name}`, { source });
}

/** Text of a Markdown file with the line ends that docsgen counts, and its front matter at the top. */
export function markdownOf(source: string): string {
	return unified(readFileSync(source, 'utf8'))
		.replace(/^\s+(?=---[ \t]*\n[\w-]+:)/, '')
		.replace(/^\+\+\+[ \t]*\n((?:[^\n]*\n)*?)\+\+\+[ \t]*(?:\n|$)/, (whole, toml: string) => yamlOf(toml) ?? whole);
}

/** A page's front matter with its two rules, which may be nothing, and what follows it. */
export function divided(text: string): [head: string, body: string] {
	const [head = ''] = /^---[ \t]*\n(?:[^\n]*\n)*?---[ \t]*(?:\n|$)/.exec(text) ?? [];
	return [head, text.slice(head.length)];
}

/** Front matter in TOML, as YAML: its values are written as JSON. */
function yamlOf(toml: string): string | undefined {
	try {
		const fields = Object.entries(readToml(toml)).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
		return `---\n${fields.join('')}---\n`;
	} catch {
		return undefined;
	}
}

const read = new Map<string, FrontMatter>();

/** The front matter of a file of the old site. */
export function frontMatterOf(source: string): FrontMatter {
	const data = read.get(source) ?? readFrontMatter(markdownOf(source), source).data;
	read.set(source, data);
	return data;
}

/** Id of a moved doc, as sidebars name it. */
export function docIdOf(path: string, { source, fields }: Moved): string {
	const { id } = source === undefined ? {} : frontMatterOf(source);
	return docId({ name: identify(path)?.name ?? '', data: { extra: {}, ...(fields && 'id' in fields ? {} : { id }) } });
}

/**
 * A doc whose address below `base` is that of its front matter and its folder, as in Docusaurus. `prefix` is the folder
 * that the docs of its plugin have in the new site.
 */
export function docsPage(path: string, source: string, prefix: string, base: string, keepsNumbers: boolean): Moved {
	const data = frontMatterOf(source);
	const name = identify(path)?.name ?? '';
	const written = path
		.slice(`${CONTENT}/`.length)
		.replace(/\.mdx?$/, '')
		.replace(/^(?:docs|versions\/[^/]+)\//, '');
	const inner = (keepsNumbers ? written : name).slice(prefix === '' ? 0 : prefix.length + 1);
	// An index is its folder's page whatever its id is; so is a file that is called as its folder.
	const isIndex = data.slug === undefined && /(?:^|\/)(?:index|readme|([^/]+)\/\1)$/i.test(inner);
	const slug = isIndex ? route(posix.dirname(inner)) : slugOf({ name: inner, data });
	return pageAt({ path, source, address: route(base, slug) }, route(prefix, slug));
}

/** A doc that shall have the route `slug` below its version's: said in its front matter where it is not so by itself. */
export function pageAt(page: { path: string; source: string; address: string }, slug: string): Moved {
	const { path, ...moved } = page;
	const own = slugOf({ name: identify(path)?.name ?? '', data: frontMatterOf(page.source) });
	return own === slug ? moved : { ...moved, fields: { slug } };
}

/** A text without its byte order mark, with line ends of one kind. */
function unified(text: string): string {
	return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}
