/** Reads books, whose chapters are listed in SUMMARY.md: those of mdBook and of GitBook. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { decodedOrSame, type SidebarItemConfig, type SiteConfig } from './docsgen.ts';
import { fromGitBook } from './gitbook-text.ts';
import { category, labelOf, socialItem, titleIn } from './links-sidebar.ts';
import { fromMdBook } from './mdbook-text.ts';
import {
	basePath,
	fieldsOf,
	filesBelow,
	isFile,
	known,
	listOf,
	type Move,
	mayRead,
	type OldSite,
	reportUnused,
	route,
	textOf,
	words,
} from './old-site.ts';
import { docIdOf, markdownOf, setAside } from './page-files.ts';
import { readFolder } from './plain.ts';
import type { Reading } from './read-config.ts';
import { remark } from './remarks.ts';

/** Settings of mdBook's HTML that are read, or that change nothing here. */
const READ_OF_HTML = words(
	'site-url git-repository-url git-repository-icon edit-url-template redirect additional-css additional-js',
	'default-theme preferred-dark-theme mathjax-support smart-punctuation curly-quotes search fold print playground',
	'playpen code cname no-section-label copy-fonts hash-files input-404 live-reload-endpoint sidebar-header-nav',
);

/** A book of mdBook: `book.toml`, and chapters in `src`. */
export function readMdBook({ root, configFile = '' }: OldSite, data: Reading['data']): Move {
	const config = data(configFile);
	const { title, description, src, language } = fieldsOf(config.book);
	const output = fieldsOf(config.output);
	const html = fieldsOf(output.html);
	const folder = join(root, textOf(src) ?? 'src');
	const summary = join(folder, 'SUMMARY.md');
	const listed = new Set(chaptersIn(summary).flatMap(({ file }) => file ?? []));
	const languages = { own: textOf(language) ?? 'en', others: [] };
	const move = readFolder({ flavour: 'mdbook', root: folder }, languages, {
		title: textOf(title),
		// Chapters alone are pages; other files are parts of them.
		isLeft: (file) => /\.md$/.test(file) && !listed.has(file),
	});
	move.hasMath = html['mathjax-support'] === true;
	move.linksWithoutExtension = true;
	const included = new Set<string>();
	for (const [path, moved] of move.files) {
		const { source } = moved;
		if (!/\.md$/.test(path) || source === undefined) continue;
		if (!/(?:^|\/)(?:index|readme)\.md$/i.test(path)) moved.address += '.html';
		moved.text = fromMdBook(markdownOf(source), {
			hasMath: move.hasMath,
			read: (name) => {
				const file = join(dirname(source), name);
				if (!isFile(file)) return undefined;
				if (!mayRead(file, root)) {
					remark(move, 'Files outside of the repository', name);
					return undefined;
				}
				included.add(file);
				remark(move, 'Copies of included texts', path);
				return readFileSync(file, 'utf8').replace(/\r\n?/g, '\n');
			},
		});
	}
	for (const file of filesBelow(folder)) {
		const source = join(folder, file);
		if (!/\.md$/.test(file) || listed.has(file) || source === summary || included.has(source)) continue;
		setAside(move, 'pages', file, source);
		remark(move, 'Pages that no summary lists', file);
	}
	const repository = textOf(html['git-repository-url']);
	move.config = known<SiteConfig>({
		...move.config,
		tagline: textOf(description),
		baseUrl: basePath(textOf(html['site-url'])),
		editUrl: textOf(html['edit-url-template'])?.replace(/\/?\{path\}.*$/, ''),
		navbar: repository === undefined ? undefined : { items: [{ ...socialItem('', repository), position: 'right' }] },
	});
	addSidebar(summary, folder, move);
	for (const [from, to] of Object.entries(fieldsOf(html.redirect))) {
		if (typeof to !== 'string') continue;
		const target = /^(?:[a-z]+:|\/)/i.test(to) ? to : posix.join(posix.dirname(route(from)), to);
		move.addresses.set(from, /^[a-z]+:/i.test(target) ? target : freshOf(target, move));
	}
	for (const name of listOf(html['additional-css']).map(String)) {
		if (isFile(join(root, name))) setAside(move, 'css', posix.basename(name), join(root, name));
		remark(move, 'Style sheets', name);
	}
	remark(move, 'Missing scripts', ...listOf(html['additional-js']).map(String));
	const preprocessors = Object.keys(fieldsOf(config.preprocessor)).filter(
		(name) => !/^(?:links|index|admonish|mermaid|katex)$/.test(name),
	);
	const renderers = Object.keys(output).filter((name) => !/^(?:html|linkcheck2?|markdown)$/.test(name));
	remark(move, 'Plugins without a counterpart', ...preprocessors, ...renderers);
	reportUnused(move, html, READ_OF_HTML, 'output.html.');
	remark(move, 'URL of the site', 'url');
	return move;
}

/** A book of GitBook: `.gitbook.yaml` names the folder and the summary, which may be missing. */
export function readGitBook({ root, configFile }: OldSite, data: Reading['data']): Move {
	const config = configFile === undefined ? {} : data(configFile);
	const folder = join(root, textOf(config.root) ?? '.');
	const structure = fieldsOf(config.structure);
	const summary = join(folder, textOf(structure.summary) ?? 'SUMMARY.md');
	const readme = (textOf(structure.readme) ?? 'README.md').replace(/^\.?\//, '');
	const move = readFolder({ flavour: 'gitbook', root: folder }, undefined, {
		isLeft: (file) => join(folder, file) === summary,
		addressOf: (file) => (file === readme ? '/' : undefined),
	});
	// A hidden folder, which every page may use.
	const hidden = join(folder, '.gitbook');
	for (const file of filesBelow(hidden, { all: true }))
		move.files.set(posix.join('content/shared/gitbook', file.replace(/^includes\/(?=[^/]+\.md$)/, 'includes/_')), {
			source: join(hidden, file),
		});
	for (const [path, moved] of move.files) {
		const { source } = moved;
		if (!/\.md$/.test(path) || source === undefined) continue;
		moved.fields = { ...moved.fields, layout: undefined, cover: undefined, coverY: undefined };
		moved.text = fromGitBook(markdownOf(source), {
			titleOf: (name) => {
				const file = join(dirname(source), name.replace(/#.*$/, ''));
				return isFile(file) && /\.md$/.test(file) ? titleIn(file) : '';
			},
			lose: (icon) => remark(move, 'Icons by name', `${path}: ${icon}`),
		});
	}
	addSidebar(summary, folder, move);
	for (const [from, to] of Object.entries(fieldsOf(config.redirects)))
		if (typeof to === 'string')
			move.addresses.set(
				route(from),
				/^[a-z]+:/i.test(to) ? to : freshOf(route(to.replace(/(?:README)?\.md$/i, '')), move),
			);
	reportUnused(move, config, words('root structure redirects'));
	remark(move, 'URL of the site', 'url');
	return move;
}

/** The new URL of an old one, whose page keeps its path but for the ending. */
function freshOf(address: string, { files }: Move): string {
	const [, path = '', hash = ''] = /^([^#]*)(.*)$/.exec(address) ?? [];
	const bare = (text: string): string => route(text.replace(/(?:(?:^|\/)index)?\.html$/, ''));
	const isThere = [...files.values()].some(
		(moved) => moved.address !== undefined && bare(moved.address) === bare(path),
	);
	return (isThere ? bare(path) : path) + hash;
}

/* ---------------------------------------------------------------- SUMMARY.md */

interface Chapter {
	/** Columns before its sign; undefined for a chapter outside of lists. */
	depth?: number;
	label: string;
	/** Path from the folder of the book. */
	file?: string;
	/** URL elsewhere. */
	href?: string;
	/** Whether it is the title of a part. */
	isPart?: boolean;
}

const ENTRY = /^([ \t]*)(?:([-*+])[ \t]+)?\[((?:[^\]\\]|\\.|\](?!\())*)\]\(<?([^)>]*?)>?(?:[ \t]+"[^"]*")?\)[ \t]*$/;
const PART = /^#{1,6}[ \t]+(.+?)(?:[ \t]+<a\b[^>]*><\/a>)?(?:[ \t]+#+)?[ \t]*$/;

/** The chapters and parts in a summary, in their order. The first heading is the title of the list. */
function chaptersIn(summary: string): Chapter[] {
	if (!existsSync(summary)) return [];
	let headings = 0;
	return markdownOf(summary)
		.split('\n')
		.flatMap((line): Chapter[] => {
			const [, title] = PART.exec(line) ?? [];
			if (title !== undefined) return headings++ === 0 ? [] : [{ label: plainLabel(title), isPart: true }];
			const [whole, pad = '', sign, label = '', target = ''] = ENTRY.exec(line) ?? [];
			if (whole === undefined) return [];
			const depth = sign === undefined ? undefined : pad.replaceAll('\t', '    ').length;
			const own = { depth, label: plainLabel(label) };
			if (/^[a-z]+:/i.test(target)) return [{ ...own, href: target }];
			const file = posix.normalize(decodedOrSame(target.replace(/#.*$/, ''), decodeURI));
			return [target === '' ? own : { ...own, file }];
		});
}

function plainLabel(text: string): string {
	return labelOf(text.replace(/\\([\\`*_[\]()])/g, '$1').replace(/[`*]/g, ''));
}

/** The sidebar of a summary: parts are categories that stay open. */
function addSidebar(summary: string, folder: string, move: Move): void {
	const chapters = chaptersIn(summary);
	if (chapters.length === 0) return;
	const ids = new Map(
		[...move.files].flatMap(([path, moved]): [string, string][] =>
			moved.source === undefined || !path.startsWith('content/docs/')
				? []
				: [[relative(folder, moved.source).replaceAll('\\', '/'), docIdOf(path, moved)]],
		),
	);
	let at = 0;
	/** The entries from `at` that are deeper than `depth`. */
	const below = (depth: number): SidebarItemConfig[] => {
		const items: SidebarItemConfig[] = [];
		for (let chapter = chapters[at]; chapter && !chapter.isPart; chapter = chapters[at]) {
			const own = chapter.depth ?? 0;
			if (own <= depth) break;
			at++;
			items.push(...entry(chapter, chapter.depth === undefined ? [] : below(own)));
		}
		return items;
	};
	const entry = ({ label, file, href }: Chapter, inner: SidebarItemConfig[]): SidebarItemConfig[] => {
		const id = file === undefined ? undefined : ids.get(file);
		if (href !== undefined) return [{ type: 'link', label, href }, ...inner];
		if (id === undefined) {
			remark(
				move,
				file === undefined ? 'Entries of sidebars' : 'Docs that sidebars name but do not exist',
				file ?? `${basename(summary)}: ${label}`,
			);
			return category(label, inner, { collapsed: false });
		}
		return category(label, inner, { collapsed: true, link: { type: 'doc', id, label } });
	};
	const all: SidebarItemConfig[] = [];
	while (at < chapters.length) {
		const part = chapters[at]?.isPart ? chapters[at++] : undefined;
		const items = below(-1);
		all.push(...(part ? category(part.label, items, {}) : items));
	}
	move.sidebars.set('current', { docs: all });
}
