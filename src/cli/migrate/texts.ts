/**
 * Texts of moved files: references that count from another folder now, ids of headings as the old tool made them,
 * fields of front matter. Code blocks stay as they are.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { decodedOrSame } from '../../content/model/address.ts';
import type { SiteConfig } from '../../content/model/config.ts';
import { readFrontMatter, readYaml } from '../../content/model/frontmatter.ts';
import { STATIC } from '../../content/model/identity.ts';
import { checkCategory } from '../../content/model/sidebars.ts';
import { nameFrom } from '../machine/paths.ts';
import { isFile, type LineMark, MEDIA, type Move, type Moved, mayComeAlong, route } from './old-site.ts';
import { packaged } from './packages.ts';
import { markdownOf } from './page-files.ts';
import { translatePage } from './page-text.ts';
import { pruned } from './prune.ts';
import { remark } from './remarks.ts';
import { ModuleReader } from './values.ts';

const MD = /\.mdx?$/;
/** Folders for what pages use and no collection holds: images and parts of pages, files to download. */
const SHARED = 'content/shared';
const FILES = `${STATIC}/files`;

/** Gives every Markdown file of the move its new text; what they refer to besides comes along. */
export function writeTexts(move: Move, root: string): void {
	const newPathOf = new Map<string, string>();
	for (const [path, { source }] of move.files)
		if (source !== undefined && !path.startsWith('migration/')) newPathOf.set(source, path);
	const modules = new ModuleReader(
		root,
		(name, from) => packaged(name, from, move.components),
		(file) => newPathOf.has(file),
	);
	// Files that others bring along are appended, and read in their turn.
	for (const [path, moved] of move.files) {
		if (path.startsWith('migration/') || moved.source === undefined) continue;
		if (/(?:^|\/)_category_\.(?:json|ya?ml)$/.test(path)) cleanCategory(path, moved, move);
		if (!MD.test(path)) continue;
		const source = moved.source;
		const old = moved.text ?? markdownOf(source);
		const place = { source, path, move, newPathOf, root };
		let text = outsideCode(
			translated(old, place, modules),
			(part) => relocate(part, place),
			(fence) => relocateFence(withMarks(fence, move.lineMarks), place),
		);
		if (move.headingId) text = keepIds(text, move.headingId);
		for (const [name, value] of Object.entries(moved.fields ?? {})) text = setField(text, name, value);
		noteAdmonitions(text, move);
		noteTags(text, path, move);
		if (moved.text !== undefined || text !== readFileSync(source, 'utf8')) moved.text = text;
	}
}

/** The text of a page in the words of docsgen. */
function translated(text: string, place: Place, modules: ModuleReader): string {
	const { source, path, move, root } = place;
	const { aliases, components } = move;
	const isMoved = (from: string): boolean =>
		from.startsWith('.') && ENDINGS.some((ending) => place.newPathOf.has(join(dirname(source), from) + ending));
	const noteLoaded = (from: string): void => remark(move, 'Data that code made', `${from} in ${path}`);
	const fields = readFrontMatter(text, source).raw;
	const page = translatePage(text, {
		source,
		root,
		aliases,
		modules,
		components,
		renames: true,
		fields,
		isMoved,
		noteLoaded,
	});
	if (page.origins.size > 0) move.origins.set(path, page.origins);
	if (page.idle.length > 0)
		remark(move, 'What readers could click or run', ...page.idle.map((what) => `${path}: ${what}`));
	return page.text;
}

/** Kinds of admonition that look otherwise in other tools, or are called otherwise. */
const ADMONITIONS: NonNullable<SiteConfig['admonitions']> = {
	warning: { like: 'caution', title: 'Warning' },
	important: { like: 'info', title: 'Important' },
	secondary: { like: 'note', title: 'Secondary' },
	success: { like: 'tip', title: 'Success' },
};
const ADMONITION = /^[ \t>]*:{3,}[ \t]*(warning|important|secondary|success)\b/gm;

/** The kinds of admonition that a text has become settings. */
function noteAdmonitions(text: string, { config }: Move): void {
	if (!text.includes(':::')) return;
	for (const [, word = ''] of text.matchAll(ADMONITION)) {
		const kind = ADMONITIONS[word];
		if (kind) config.admonitions = { ...config.admonitions, [word]: kind };
	}
}

/** Tags of Hugo and of Liquid that are left, outside of code: a page shows them as they are written. */
function noteTags(text: string, path: string, move: Move): void {
	if (!/\{[{%]/.test(text)) return;
	outsideCode(text, (part) => {
		for (const [tag, ticks] of part.matchAll(
			/(`+)[^`\n]*\1|\{\{[<%]-?\s*\/?\s*\w[^\n]*?[>%]\}\}|\{%-?\s*\w[^\n]*?%\}/g,
		))
			if (ticks === undefined) remark(move, 'Tags of another tool', `${path}: ${tag}`);
		return part;
	});
}

/** A fence whose content is none of code. */
const WRAPPER = /^[^\n]*mdx-code-block[ \t]*\n/;

/** `edit` of all that is no fenced code, `editCode` of what is. */
export function outsideCode(
	text: string,
	edit: (part: string) => string,
	editCode = (fence: string): string => fence,
): string {
	let result = '';
	let from = 0;
	for (const fence of text.matchAll(
		/^([ \t>]*)(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^[ \t>]*\2[`~]*[ \t]*$|$(?![\s\S]))|$)/gm,
	)) {
		if (WRAPPER.test(fence[0])) continue;
		result += edit(text.slice(from, fence.index)) + editCode(fence[0]);
		from = fence.index + fence[0].length;
	}
	return result + edit(text.slice(from));
}

/* ---------------------------------------------------------------- marks of lines */

/** A comment that is alone in its line: how it begins, what it says, how it ends. */
const COMMENT = /^\s*(\/\/|#|--|\/\*|<!--|;|%|\{\s*\/\*)\s*(.*?)\s*(\*\/\s*\}|\*\/|-->)?\s*$/;
const HIGHLIGHT = /^highlight-(?:next-line|start|end)$/;

/** A fence whose lines are marked at their ends, where comments with a site's own words stood before them. */
function withMarks(fence: string, marks: readonly LineMark[] = []): string {
	const words = new Set(marks.flatMap(({ line, start }) => [line, start]));
	if (![...words].some((word) => word !== undefined && fence.includes(word))) return fence;
	const lines: string[] = [];
	/** What stands at the end of a line: what it is, on how many lines. */
	const noted = new Map<number, { name: string; count: number; open: string; close: string }>();
	const begun: { end?: string; at: number; name: string; open: string; close: string }[] = [];
	const isShown = (line: string): boolean => !HIGHLIGHT.test(COMMENT.exec(line)?.[2] ?? '');
	for (const text of fence.split('\n')) {
		const [, open = '', said = '', close = ''] = COMMENT.exec(text) ?? [];
		const mark = marks.find(({ line, start }) => said !== '' && (said === line || said === start));
		const ended = begun.findLastIndex(({ end }) => said !== '' && end === said);
		if (mark && said === mark.line) noted.set(lines.length, { name: mark.name, count: 1, open, close });
		else if (mark) begun.push({ end: mark.end, at: lines.length, name: mark.name, open, close });
		else if (ended >= 0) {
			const [block] = begun.splice(ended, 1);
			const count = lines.slice(block?.at).filter(isShown).length;
			if (block && count > 0) noted.set(block.at, { ...block, count });
		} else lines.push(text);
	}
	return lines
		.map((text, index) => {
			const { name, count, open, close } = noted.get(index) ?? {};
			return name === undefined
				? text
				: `${text} ${open} [!code ${name}${count === 1 ? '' : `:${count}`}] ${close}`.trimEnd();
		})
		.join('\n');
}

/* ---------------------------------------------------------------- references */

interface Place {
	/** The old file. */
	source: string;
	/** The new file. */
	path: string;
	move: Move;
	/** Old absolute path → new path. */
	newPathOf: Map<string, string>;
	root: string;
}

/** What a reference is for: a reader follows it, the page shows it, or the page is made with it. */
type Kind = 'link' | 'image' | 'import';

/** Everything that names a file: what stands before the name, and the name. */
const REFERENCES: [Kind, RegExp][] = [
	['link', /(\]\(\s*<?)([^\s<>()]+(?:\([^\s()]*\)[^\s<>()]*)*)/g],
	['link', /(^[ \t]*\[[^\]\n]+\]:[ \t]*<?)([^\s>]+)/gm],
	['link', /(\b(?:href|to)=["'])([^"'\n]+)/g],
	['image', /(\b(?:src|srcset|poster|image|dark|light)=["'])([^"'\n]+)/g],
	['import', /(\b(?:from|import)\s+["'])([^"'\n]+)/g],
	['import', /(\brequire\(\s*["'])([^"'\n]+)/g],
	['import', /(<!--\s*@include:\s*)([^\s{]+?)(?=\{|\s|-->)/g],
	['import', /(^<<<[ \t]+)([^\s#{[]+)/gm],
];

function relocate(text: string, place: Place): string {
	let result = text;
	for (const [kind, pattern] of REFERENCES)
		result = result.replace(pattern, (whole, before: string, name: string) => {
			const fresh = newName(name, place, kind, /^(?:from|import|require)/.test(before));
			return fresh === undefined ? whole : before + fresh;
		});
	return result;
}

/** A fence that shows a file. */
function relocateFence(fence: string, place: Place): string {
	return fence.replace(/^([^\n]*\bfile="?)([^\s"]+)/, (whole, before: string, name: string) => {
		const fresh = newName(name, place, 'import', false);
		return fresh === undefined ? whole : before + fresh;
	});
}

/** How a file that was called `written` is called now; undefined where nothing changes. */
function newName(written: string, place: Place, kind: Kind, isModule: boolean): string | undefined {
	const { source, path, move, newPathOf, root } = place;
	const [, loader = '', bare = '', suffix = ''] = /^(!!raw-loader!)?([^?#]*)(.*)$/s.exec(written) ?? [];
	// Docusaurus 2 saw the file, and let the slash be.
	const name = bare.replace(/(\.mdx?)\/$/, '$1');
	// The top of a page has a name of its own there.
	if (written === '#_top') return '#top';
	const isFromRoot = isModule && name.startsWith('/');
	if (name === '' || (!isFromRoot && /^(?:[a-z][a-z\d+.-]*:|\/|#|\{)/i.test(name))) return undefined;
	const alias = isFromRoot ? '/' : Object.keys(move.aliases).find((prefix) => name.startsWith(prefix));
	if (alias === undefined && isModule && !name.startsWith('.')) return undefined;
	const page = alias === undefined && kind === 'link' ? pageFrom(name, place) : undefined;
	if (page !== undefined) return relativeTo(page, path) + suffix;
	const plain = decodedOrSame(name).replace(/\\(?=[_*.-])/g, '');
	const isText = loader !== '' || /^\?raw\b/.test(suffix);
	const base =
		alias === undefined
			? join(dirname(source), plain)
			: join((isFromRoot ? root : move.aliases[alias]) ?? '', plain.slice(alias.length));
	const old = isText ? withEnding(base) : base;
	const isCode = isModule && !isText && /(?:\.(?:[cm]?[jt]sx?|vue|astro|svelte|data)|\/[^./]*)$/.test(old);
	const target = newPathOf.get(old) ?? (isCode ? undefined : broughtAlong(old, kind, place));
	if (target === undefined) return undefined;
	if (fileOf(name, path) === target) return name === bare ? undefined : loader + name + suffix;
	newPathOf.set(old, target);
	if (target.startsWith(FILES)) return target.slice(STATIC.length) + suffix;
	return loader + relativeTo(target, path) + suffix;
}

/** The file of the new site that a page means by a name. */
function fileOf(name: string, path: string): string {
	const [, inSite] = /^@site\/(?:content\/)?(.*)$/.exec(decodedOrSame(name)) ?? [];
	return inSite === undefined ? posix.join(posix.dirname(path), decodedOrSame(name)) : posix.join('content', inSite);
}

/** How one file of the new site names another. */
function relativeTo(target: string, path: string): string {
	const fresh = posix.relative(posix.dirname(path), target);
	return (fresh.startsWith('.') ? fresh : `./${fresh}`).replaceAll(' ', '%20');
}

const pageAt = new WeakMap<Move, Map<string, string>>();

/** Pages by their old addresses. */
function pagesOf(move: Move): Map<string, string> {
	const known =
		pageAt.get(move) ??
		new Map(
			[...move.files].flatMap(([file, { address }]): [string, string][] =>
				address !== undefined && MD.test(file) ? [[address, file]] : [],
			),
		);
	pageAt.set(move, known);
	return known;
}

/** The page at an address that counts from that of the page that names it. */
function pageFrom(name: string, { path, move }: Place): string | undefined {
	const own = move.files.get(path)?.address;
	if (!move.linksFromAddresses || own === undefined || MD.test(name)) return undefined;
	const { pathname } = new URL(name, `https://example.com${own.replace(/\/?$/, '/')}`);
	return pagesOf(move).get(route(decodedOrSame(pathname)));
}

/** The file that a path without an ending means. */
function withEnding(path: string): string {
	return ENDINGS.map((ending) => path + ending).find((file) => isFile(file)) ?? path;
}

const ENDINGS = [
	'',
	'.js',
	'.ts',
	'.mjs',
	'.cjs',
	'.tsx',
	'.jsx',
	'/index.js',
	'/index.ts',
	'/index.tsx',
	'/index.jsx',
];
/** The new path of a file that no collection holds, and that a page needs all the same. */
function broughtAlong(old: string, kind: Kind, { newPathOf, move, root }: Place): string | undefined {
	const page = move.linksWithoutExtension ? newPathOf.get(`${old.replace(/\.html$/, '')}.md`) : undefined;
	if (page !== undefined || !isFile(old)) return page;
	if (kind === 'link' && MD.test(old)) return undefined;
	if (!mayComeAlong(old, root)) {
		remark(move, 'Files outside of the repository', nameFrom(root, old));
		return undefined;
	}
	const folder = kind === 'link' && !MEDIA.test(old) ? FILES : SHARED;
	const target = posix.join(folder, shortPath(old, root));
	if (!move.files.has(target)) move.files.set(target, { source: old });
	return target;
}

/** Where a file was in the site, or next to it, and not where on the machine. Dotfiles are private, so the dots go. */
function shortPath(file: string, root: string): string {
	for (const [folder, prefix] of [
		[root, ''],
		[dirname(root), 'beside'],
	] as const) {
		const path = nameFrom(folder, file);
		if (!path.startsWith('../')) return posix.join(prefix, path).replace(/(^|\/)\.+/g, '$1');
	}
	return posix.join('beside', posix.basename(file));
}

/* ---------------------------------------------------------------- headings */

/** Writes the ids that the old tool gave to headings wherever docsgen would give others. */
function keepIds(text: string, headingId: (text: string) => string): string {
	const seen = new Map<string, number>();
	return outsideCode(text, (part) =>
		part.replace(/^(#{2,6}[ \t]+)(.+?)[ \t]*#*[ \t]*$/gm, (line, marks: string, heading: string) => {
			const explicit = /\{#([\w-]+)\}\s*$/.exec(heading)?.[1];
			const words = explicit ?? headingId(visibleText(heading));
			const count = seen.get(words) ?? 0;
			seen.set(words, count + 1);
			// As docsgen makes it, too.
			const isPlain = /^[A-Za-z][A-Za-z\d]*(?: [A-Za-z\d]+)*$/.test(heading);
			const isSame = isPlain && words === heading.toLowerCase().replaceAll(' ', '-');
			if (explicit !== undefined || isSame || words === '') return line;
			return `${marks}${heading} {#${count === 0 ? words : `${words}-${count}`}}`;
		}),
	);
}

/** The text of a heading without its notation, tags left out. */
function visibleText(heading: string): string {
	return heading
		.replace(/(`+)(.*?)\1|<\/?\w[^>]*>/g, (_, ticks?: string, code = '') => (ticks === undefined ? '' : code))
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/(\*\*|__|~~)(.*?)\1/g, '$2')
		.replace(/\\([!-/:-@[-`{-~])/g, '$1')
		.trim();
}

/* ---------------------------------------------------------------- front matter */

/** Sets a field of front matter, or takes it away where the value is undefined. */
export function setField(text: string, name: string, value: unknown): string {
	const line = value === undefined ? '' : `${name}: ${JSON.stringify(value)}\n`;
	if (!/^---[ \t]*\n/.test(text)) return line === '' ? text : `---\n${line}---\n\n${text}`;
	const end = text.search(/\n---[ \t]*(?:\n|$)/) + 1;
	const head = text.slice(0, end);
	// The field's own line, and those further in that belong to it.
	const field = new RegExp(`^["']?${name}["']?[ \\t]*:.*\\n(?:[ \\t]+.*\\n|-[ \\t].*\\n|\\n(?=[ \\t]))*`, 'm');
	const fresh = field.test(head)
		? head.replace(field, () => line)
		: head.replace(/^---[ \t]*\n/, (open) => open + line);
	return fresh + text.slice(end);
}

function cleanCategory(path: string, moved: Moved, move: Move): void {
	const text = markdownOf(moved.source ?? '');
	const { raw, removed } = pruned(readYaml(text).value ?? {}, checkCategory);
	if (removed.length === 0) return;
	moved.text = `${JSON.stringify(raw, undefined, 2)}\n`;
	const told = removed.filter((field) => !/^(?:key|customProps)$/.test(field));
	if (told.length > 0) remark(move, 'Entries of sidebars', ...told.map((field) => `${path}: ${field}`));
}
