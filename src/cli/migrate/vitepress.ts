/** Reads a site of VitePress: all Markdown files are pages, and their paths are the URLs. */
import { readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { themeFrom } from './accent.ts';
import { Fences, literalPattern, type SidebarItemConfig, type SiteConfig } from './docsgen.ts';
import { headElements, headEntries, pageHead } from './head.ts';
import { homeOf, homePage } from './home.ts';
import {
	type Addressed,
	bareAddress,
	barItem,
	category,
	docsByAddress,
	labelOf,
	linkEntry,
	socialItem,
} from './links-sidebar.ts';
import {
	aliasesOf,
	basePath,
	called,
	emptyMove,
	type Fields,
	fieldsOf,
	filesBelow,
	globPattern,
	isFile,
	known,
	listOf,
	MEDIA,
	type Move,
	neighborsOf,
	type OldSite,
	reportUnused,
	route,
	splitUrl,
	textOf,
	words,
} from './old-site.ts';
import { frontMatterOf, localeOf, markdownOf, moveLanguage, pageAt, setAside, splitFrontMatter } from './page-files.ts';
import { remark } from './remarks.ts';
import { outsideCode } from './texts.ts';

const MD = /\.md$/;

export function readVitePress({ root, configFile }: OldSite, raw: unknown): Move {
	const config = fieldsOf(raw);
	const locales = fieldsOf(config.locales);
	const first = 'root' in locales ? 'root' : (Object.keys(locales)[0] ?? 'root');
	const main = fieldsOf(locales[first]);
	const theme: Fields = { ...fieldsOf(config.themeConfig), ...fieldsOf(main.themeConfig) };
	const title = textOf(main.title) ?? textOf(config.title) ?? 'VitePress';
	const move = emptyMove(title);
	const folder = join(root, textOf(config.srcDir) ?? '.');
	move.aliases = { '@/': folder, ...aliasesOf(root) };
	const markdown = fieldsOf(config.markdown);
	const slugify = fieldsOf(markdown.anchor).slugify ?? markdown.slugify;
	const isSlugKnown = slugify === undefined || typeof called(slugify, 'A b') === 'string';
	move.headingId = (text) => textOf(slugify && called(slugify, text)) ?? headingId(text);
	move.linksWithoutExtension = true;
	move.hasMath = markdown.math !== undefined && markdown.math !== false;
	// A language with an external link has no folder here.
	const isElsewhere = (name: string): boolean => /^https?:/.test(String(fieldsOf(locales[name]).link));
	const others = Object.keys(locales).filter((name) => name !== first);
	const inside = first === 'root' ? '' : first;
	const translated = others.filter((name) => !isElsewhere(name)).map((name) => name.replace(/^\/|\/$/g, ''));
	const host = splitUrl(textOf(fieldsOf(config.sitemap).hostname));
	const styles = join(folder, '.vitepress/theme');
	move.config = known<SiteConfig>({
		...move.config,
		tagline: textOf(main.description) ?? textOf(config.description),
		url: host.url ?? move.config.url,
		baseUrl: basePath(textOf(config.base)),
		docs: known({ path: '', showLastUpdate: config.lastUpdated === true || undefined }),
		blog: false,
		editUrl: textOf(fieldsOf(theme.editLink).pattern)?.replace(/\/?:path.*$/, ''),
		admonitions: titlesOf(markdown.container),
		theme: themeFrom(filesBelow(styles, { all: true }).map((file) => join(styles, file))),
	});
	if (main.lang !== undefined || config.lang !== undefined)
		move.config.locales = [localeOf(textOf(main.lang ?? config.lang) ?? 'en', known({ label: textOf(main.label) }))];
	const marks = marksOf(fieldsOf(markdown.attrs), configFile);
	movePages({ folder, inside: '', translated, marks }, config, move);
	for (const name of translated) {
		const { label, lang } = fieldsOf(locales[name] ?? locales[`/${name}/`]);
		const texts = textsOf(
			{ ...config, ...main, themeConfig: theme },
			fieldsOf(locales[name] ?? locales[`/${name}/`]),
			name,
		);
		const language = { ...known({ label: textOf(label), lang: textOf(lang) }), texts };
		moveLanguage(move, name, language, (own) =>
			movePages({ folder: join(folder, name), inside, translated: [], marks }, config, own),
		);
	}
	for (const file of filesBelow(join(folder, 'public'), { all: true }))
		move.files.set(`content/static/${file}`, { source: join(folder, 'public', file) });
	move.sidebars.set('current', sidebarsOf(theme.sidebar, move));
	const languages = others.filter(isElsewhere).map((name) => fieldsOf(locales[name]));
	const { text, items } = fieldsOf(theme.localeLinks);
	barOf(theme, title, move, [
		...(languages.length > 0 ? [{ text: textOf(main.label) ?? 'Languages', items: languages.map(asLink) }] : []),
		...(Array.isArray(items) ? [{ text: textOf(text) ?? 'Languages', items }] : []),
	]);
	headElements(
		headEntries(config.head).map(({ attributes, ...entry }) => ({
			...entry,
			attributes: withoutBase(attributes, textOf(config.base)),
		})),
		move,
	);
	const theirs = filesBelow(join(root, '.vitepress/theme'));
	for (const file of theirs) setAside(move, 'theme', file, join(root, '.vitepress/theme', file));
	if (theirs.length > 0) remark(move, 'Components of the theme', '.vitepress/theme');
	reportUnused(move, config, READ);
	reportUnused(move, { ...markdown, anchor: isSlugKnown ? undefined : markdown.anchor }, READ_OF_MARKDOWN, 'markdown.');
	reportUnused(move, theme, READ_OF_THEME, 'themeConfig.');
	if (!host.url) remark(move, 'URL of the site', 'url');
	return move;
}

/** Settings that are read, reported elsewhere, or not needed by docsgen. */
const READ = words(
	'title titleTemplate description lang base head srcDir srcExclude rewrites cleanUrls locales sitemap themeConfig',
	'markdown lastUpdated outDir cacheDir assetsDir ignoreDeadLinks appearance metaChunk mpa vite vue extends pwa',
	'useWebFonts dir router',
);
const READ_OF_THEME = words(
	'nav sidebar logo siteTitle footer socialLinks editLink search algolia outline\\w* docFooter',
	'\\w+(?:Label|Text|Title) lastUpdated aside externalLinkIcon notFound i18nRouting localeLinks',
);
const READ_OF_MARKDOWN = words(
	'theme lineNumbers math image toc headers container languages languageAlias defaultHighlightLang codeTransformers',
	'slugify linkify attrs',
);

/** Texts of the first language with those of another: labels belong together if their links do. */
function textsOf(main: Fields, own: Fields, name: string): [original: unknown, translation: unknown][] {
	const [theme, ownTheme] = [fieldsOf(main.themeConfig), fieldsOf(own.themeConfig)];
	const [footer, ownFooter] = [fieldsOf(theme.footer), fieldsOf(ownTheme.footer)];
	const links = (value: unknown): Map<string, unknown> => {
		const found = new Map<string, unknown>();
		// A group is known by the link of its first entry, and by how many groups are around that.
		const visit = (item: unknown, base = ''): string[] => {
			const { text, link, items, base: inner } = fieldsOf(item);
			const inside = listOf(items).flatMap((one) => visit(one, textOf(inner) ?? base));
			const address = typeof link === 'string' ? linkKey(base + link, name) : undefined;
			const key = address ?? (inside[0] === undefined ? undefined : `> ${inside[0]}`);
			if (key !== undefined && !found.has(key)) found.set(key, text);
			return key === undefined ? [] : [key];
		};
		// A sidebar may be lists by the path of the pages, or such lists with a base of their links.
		const lists = Array.isArray(value) ? [value] : Object.values(fieldsOf(value));
		for (const one of lists) {
			const { items, base } = fieldsOf(one);
			for (const item of listOf(Array.isArray(one) ? one : items)) visit(item, textOf(base) ?? '');
		}
		return found;
	};
	const labels = ['nav', 'sidebar'].flatMap((part) => {
		const originals = links(theme[part]);
		return [...links(ownTheme[part])].map(([key, text]): [unknown, unknown] => [originals.get(key), text]);
	});
	return [
		[main.title, own.title],
		[main.description, own.description],
		[theme.siteTitle, ownTheme.siteTitle],
		[footer.message, ownFooter.message],
		[footer.copyright, ownFooter.copyright],
		...labels,
	];
}

/** A link without the folder of its language and its ending. */
function linkKey(link: string, name: string): string {
	const path = link.replace(/(?:index)?(?:\.(?:md|html))?(?=$|[?#])/, '').replace(/\/(?=$|[?#])/, '');
	return path.startsWith(`/${name}/`) || path === `/${name}` ? path.slice(name.length + 1) : path;
}

/* ---------------------------------------------------------------- pages */

interface Pages {
	folder: string;
	/** Folder of the first language, if it has one: its pages keep it. */
	inside: string;
	/** Folders of other languages. */
	translated: string[];
	marks: Marks | undefined;
}

function movePages({ folder, inside, translated, marks }: Pages, config: Fields, move: Move): void {
	const excluded = listOf(config.srcExclude).map((pattern) => globPattern(String(pattern)));
	const rewrites = rewriter(config.rewrites);
	for (const file of filesBelow(folder)) {
		const source = join(folder, file);
		if (file.startsWith('public/')) continue;
		if (translated.some((name) => name !== '' && file.startsWith(`${name}/`))) continue;
		if (!MD.test(file)) {
			if (MEDIA.test(file)) move.files.set(posix.join('content/docs', inside, file), { source });
			continue;
		}
		if (excluded.some((pattern) => pattern.test(file))) continue;
		const [, parameter] = /\[([^\]]+)\]/.exec(file) ?? [];
		if (parameter !== undefined) {
			remark(move, 'Pages that code generates', relative(folder, source));
			continue;
		}
		page(file, { as: rewrites(file), inside, marks }, source, config.cleanUrls === true, move);
	}
}

function page(
	file: string,
	{ as, inside, marks }: { as: string; inside: string; marks: Marks | undefined },
	source: string,
	isClean: boolean,
	move: Move,
): void {
	const bare = bareAddress(`/${as}`);
	const isIndex = /(?:^|\/)index\.md$/.test(as);
	const address = isIndex || isClean ? bare : `${bare}.html`;
	const { extra } = frontMatterOf(source);
	const text = withTabs(withEnds(withoutScripts(withAttributes(markdownOf(source), marks), file, move)));
	const path = posix.join('content/docs', inside, as);
	if (extra.hero !== undefined) {
		const [, body] = splitFrontMatter(text);
		const home = { ...homeOf(fieldsOf(extra.hero), extra.features, move.config.title), body };
		if (bare === '/') move.files.set('content/pages/index.md', { source, address, text: homePage(home) });
		else move.files.set(path, { ...pageAt({ path, source, address }, bare), text: homePage(home) });
		return;
	}
	// A partial in docsgen; keep its lines, because includes may select them by number.
	if (/(?:^|\/)_/.test(as)) {
		move.files.set(path, { source, address, text });
		return;
	}
	const moved = pageAt({ path, source, address }, bare);
	const head = pageHead(headEntries(extra.head), file, move);
	const fields = {
		...moved.fields,
		...frontMatter(extra),
		...neighborsOf(extra, file, move),
		...(extra.head === undefined ? {} : { head: undefined }),
	};
	move.files.set(path, { ...moved, text: text + head, fields });
}

/** Fields with another name in docsgen. */
function frontMatter({ outline, aside, editLink, sidebar, layout }: Fields): Fields {
	const levels = Array.isArray(outline) ? outline : outline === 'deep' ? [2, 6] : [];
	return {
		...(outline === false || aside === false ? { hide_table_of_contents: true } : {}),
		...(levels.length === 2 ? { toc_min_heading_level: levels[0], toc_max_heading_level: levels[1] } : {}),
		...(editLink === false ? { custom_edit_url: null } : {}),
		...(sidebar === false ? { displayed_sidebar: null } : {}),
		...(layout === undefined ? {} : { layout: undefined }),
	};
}

/** Code that needs a browser. */
const NEEDS_A_BROWSER =
	/\b(?:on(?:Before)?(?:Mount|Unmount|Update)\w*|watch\w*|nextTick|fetch|useRouter)\(|\b(?:window|document)\./;

/** Removes scripts and styles, except the data of `<script setup>`. */
function withoutScripts(text: string, file: string, move: Move): string {
	const bare = outsideCode(text, (part) =>
		part.replace(/^<(script|style)\b(?![^>]*\bsetup\b)[^>]*>[\s\S]*?<\/\1>[ \t]*\n?/gm, ''),
	);
	const setup = /^<script\b[^>]*\bsetup\b[^>]*>([\s\S]*?)^<\/script>/m.exec(bare)?.[1] ?? '';
	if (bare !== text || NEEDS_A_BROWSER.test(setup)) remark(move, 'Scripts and styles of pages', file);
	return bare;
}

/** Marks before and after attributes of markdown-it-attrs, if the configuration sets others than braces. */
type Marks = readonly [left: string, right: string];

/** Reads them from VitePress's setting, or where the configuration gives them to the plugin. */
function marksOf(attrs: Fields, configFile: string | undefined): Marks | undefined {
	const code = configFile !== undefined && isFile(configFile) ? readFileSync(configFile, 'utf8') : '';
	const [left, right] = (['left', 'right'] as const).map(
		(side) =>
			textOf(attrs[`${side}Delimiter`]) ??
			new RegExp(`\\b${side}Delimiter['"]?\\s*:\\s*(['"\`])(.+?)\\1`).exec(code)?.[2],
	);
	return left === undefined && right === undefined ? undefined : [left ?? '{', right ?? '}'];
}

function withAttributes(text: string, marks: Marks | undefined): string {
	if (!marks || !text.includes(marks[0])) return text;
	const [left, right] = marks.map(literalPattern);
	const attributes = new RegExp(`(\`+)[^\`\\n]*?\\1|${left}[ \\t]*([.#A-Za-z][^{}\\n]*?)[ \\t]*${right}`, 'g');
	return outsideCode(text, (part) =>
		part.replace(attributes, (whole, _, own?: string) => (own === undefined ? whole : `{${own}}`)),
	);
}

const OPEN = /^([ \t]*)(:{3,})([ \t]*[A-Za-z].*)$/;

/**
 * Ends each container where markdown-it-container does: at the first line of at least as many colons, or with the
 * container around it. docsgen wants a line for each end, and more colons around than inside.
 */
function withEnds(text: string): string {
	return /^[ \t]*:{3,}[ \t]*[A-Za-z]/m.test(text) ? ended(text.split('\n')).lines.join('\n') : text;
}

/** The lines with an end for each container, and the most colons of one. */
function ended(lines: string[]): { lines: string[]; most: number } {
	const fences = new Fences();
	const result: string[] = [];
	let most = 0;
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const [, pad = '', colons = '', rest = ''] = fences.next(line) ? [] : (OPEN.exec(line) ?? []);
		if (colons === '') {
			result.push(line);
			continue;
		}
		const inFence = new Fences();
		const isEnd = (below: string): boolean =>
			inFence.next(below) === undefined && /^:+$/.test(below.trim()) && below.trim().length >= colons.length;
		const found = lines.slice(at + 1).findIndex(isEnd);
		const end = found < 0 ? lines.length : at + 1 + found;
		const inner = ended(lines.slice(at + 1, end));
		const own = ':'.repeat(Math.max(colons.length, inner.most + 1));
		result.push(pad + own + rest, ...inner.lines, pad + own);
		most = Math.max(most, own.length);
		at = end;
	}
	return { lines: result, most };
}

/** Converts `:::tabs` and `== label`, the syntax of a popular plugin, to the component. */
function withTabs(text: string): string {
	if (!/^[ \t]*:{3,}[ \t]*tabs\b/m.test(text)) return text;
	let colons = '';
	let isFirst = true;
	return outsideCode(text, (part) =>
		part
			.split('\n')
			.map((line) => {
				const [, open = '', key = ''] = /^[ \t]*(:{3,})[ \t]*tabs(?:[ \t]+key:(\S+))?/.exec(line) ?? [];
				if (open !== '' && colons === '') {
					colons = open;
					isFirst = true;
					return `<Tabs${key === '' ? '' : ` groupId="${key}"`}>`;
				}
				if (colons === '') return line;
				if (line.trim() === colons) {
					colons = '';
					return `${isFirst ? '' : '\n</TabItem>\n'}</Tabs>`;
				}
				const label = /^[ \t]*==[ \t]+(.+?)[ \t]*$/.exec(line)?.[1];
				if (label === undefined) return line;
				const end = isFirst ? '' : '\n</TabItem>\n';
				isFirst = false;
				return `${end}<TabItem label="${label.replaceAll('"', '&quot;')}">\n`;
			})
			.join('\n'),
	);
}

/** Applies `packages/:pkg/docs/(.*)` and similar patterns, or a function. */
function rewriter(rewrites: unknown): (file: string) => string {
	if (typeof rewrites === 'function') return (file) => String((rewrites as (file: string) => unknown)(file));
	const rules = Object.entries(fieldsOf(rewrites)).map(([from, to]) => {
		const names: string[] = [];
		const pattern = from.replace(
			/:(\w+)(\([^)]*\))?(\*)?|\(([^)]*)\)(\*)?|[.*+?^${}|[\]\\]/g,
			(part, name?: string, own?: string, many?: string, group?: string) => {
				if (name === undefined && group === undefined) return `\\${part}`;
				names.push(name ?? String(names.length));
				return own ?? (group === undefined ? (many ? '(.*)' : '([^/]+)') : `(${group})`);
			},
		);
		return { pattern: new RegExp(`^${pattern}$`), names, to: String(to) };
	});
	return (file) => {
		for (const { pattern, names, to } of rules) {
			const found = pattern.exec(file);
			if (found)
				return posix.normalize(
					names.reduce(
						(path, name, index) => path.replace(new RegExp(`:${name}\\*?|\\(\\.\\*\\)`), found[index + 1] ?? ''),
						to,
					),
				);
		}
		return file;
	};
}

const COMBINING = /[\u0300-\u036f]/g;
const SPECIAL = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g;

/** Ids of headings: without accents and punctuation, and with an underscore before a leading digit. */
function headingId(text: string): string {
	return text
		.normalize('NFKD')
		.replace(COMBINING, '')
		.replace(SPECIAL, '-')
		.replace(/^-+|-+$/g, '')
		.replace(/^(\d)/, '_$1')
		.toLowerCase();
}

/* ---------------------------------------------------------------- sidebars and navbar */

function sidebarsOf(sidebar: unknown, move: Move): Record<string, SidebarItemConfig[]> {
	const ids = docsByAddress(move);
	if (Array.isArray(sidebar)) return { docs: entries(sidebar, '', { move, ids, isOwn: () => true }) };
	const keys = Object.keys(fieldsOf(sidebar)).sort((a, b) => b.length - a.length);
	const made = Object.entries(fieldsOf(sidebar)).map(([key, value]): [string, SidebarItemConfig[]] => {
		const { items, base } = fieldsOf(value);
		// A page shows the sidebar with the longest prefix of its URL.
		const isOwn = (address: string): boolean =>
			keys.find((other) => `${address}/`.startsWith(route(other) === '/' ? '/' : `${route(other)}/`)) === key;
		const id = route(key).slice(1).replaceAll('/', '-') || 'docs';
		return [id, entries(Array.isArray(value) ? value : listOf(items), textOf(base) ?? '', { move, ids, isOwn })];
	});
	return Object.fromEntries(made.filter(([, items]) => items.length > 0));
}

function entries(items: unknown[], base: string, addressed: Addressed): SidebarItemConfig[] {
	return items.flatMap((value): SidebarItemConfig[] => {
		const { text, link, items: inner, collapsed, base: own } = fieldsOf(value);
		const label = labelOf(text);
		const from = textOf(own) ?? base;
		const to =
			typeof link === 'string' ? linkEntry(/^(?:[a-z]+:|\/\/)/i.test(link) ? link : from + link, label, addressed) : [];
		if (!Array.isArray(inner)) return to;
		const below = entries(inner, from, addressed);
		if (label === '') return below;
		return category(label, below, { collapsed: typeof collapsed === 'boolean' ? collapsed : undefined, link: to[0] });
	});
}

function asLink({ label, link }: Fields): Fields {
	return { text: label, link };
}

/** Components of Vue in the navbar, also in its menus. */
function componentsIn(items: unknown): string[] {
	return listOf(items)
		.map(fieldsOf)
		.flatMap(({ component, items: inner }) => [textOf(component) ?? [], componentsIn(inner)].flat());
}

/** Titles of containers. */
function titlesOf(container: unknown): SiteConfig['admonitions'] {
	const titles = ['tip', 'info', 'danger', 'warning'].flatMap(
		(kind): [string, { title: string; like?: 'caution' }][] => {
			const title = textOf(fieldsOf(container)[`${kind}Label`]);
			return title === undefined ? [] : [[kind, { title, ...(kind === 'warning' ? { like: 'caution' } : {}) }]];
		},
	);
	return titles.length === 0 ? undefined : Object.fromEntries(titles);
}

/** `last`: entries after all others. */
function barOf(theme: Fields, title: string, move: Move, last: Fields[]): void {
	const { logo } = theme;
	const { src, light, dark, alt } = fieldsOf(logo);
	const image = textOf(logo) ?? textOf(src) ?? textOf(light);
	const social = listOf(theme.socialLinks)
		.map(fieldsOf)
		.flatMap(({ icon, link, ariaLabel }) => {
			const href = textOf(link);
			return href === undefined ? [] : [socialItem(textOf(icon) ?? '', href, textOf(ariaLabel))];
		});
	remark(move, 'Items of the navbar', ...componentsIn(theme.nav));
	const { message, copyright } = fieldsOf(theme.footer);
	const words = [message, copyright].filter((text) => typeof text === 'string');
	move.config.navbar = known({
		title: theme.siteTitle === false ? '' : (textOf(theme.siteTitle) ?? title),
		logo: image === undefined ? undefined : known({ src: image, srcDark: textOf(dark), alt: textOf(alt) }),
		items: [...[...listOf(theme.nav), ...last].flatMap(barItem), ...social],
	}) as SiteConfig['navbar'];
	if (words.length > 0) move.config.footer = { copyright: words.join('<br>') };
	const search = fieldsOf(theme.search);
	const algolia = { ...fieldsOf(theme.algolia), ...(search.provider === 'algolia' ? fieldsOf(search.options) : {}) };
	const { appId, apiKey, indexName } = algolia;
	if (typeof appId === 'string' && typeof apiKey === 'string' && typeof indexName === 'string')
		move.config.search = { hosted: { appId, apiKey, indexName } };
}

function withoutBase(attributes: unknown, base = '/'): Fields {
	const fields = fieldsOf(attributes);
	const { href } = fields;
	return typeof href === 'string' && base !== '/' && href.startsWith(base)
		? { ...fields, href: href.slice(base.length - 1) }
		: fields;
}
