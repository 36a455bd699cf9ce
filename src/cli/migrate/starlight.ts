/** Reads a site of Starlight: its pages are the files of `src/content/docs`. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { themeFrom } from './accent.ts';
import type { SidebarItemConfig, SiteConfig } from './docsgen.ts';
import { headElements, headEntries, pageHead } from './head.ts';
import { homeOf, homePage } from './home.ts';
import {
	type Addressed,
	bareAddress,
	category,
	docsByAddress,
	labelOf,
	linkEntry,
	socialItem,
} from './links-sidebar.ts';
import {
	aliasesOf,
	basePath,
	emptyMove,
	type Fields,
	fieldsOf,
	filesBelow,
	isFile,
	known,
	listOf,
	type Move,
	mayRead,
	neighborsOf,
	type OldSite,
	pick,
	reportUnused,
	route,
	splitUrl,
	textOf,
	words,
} from './old-site.ts';
import { frontMatterOf, localeOf, markdownOf, moveLanguage, pageAt, setAside, splitFrontMatter } from './page-files.ts';
import { remark } from './remarks.ts';
import { outsideCode } from './texts.ts';
import { moveWords, STARLIGHT, type ThemeWords } from './theme-words.ts';
import { Code } from './value.ts';

const MD = /\.mdx?$/;
/** Other extensions that Astro reads as pages. */
const OTHER_TEXT = /\.(?:mdoc|markdoc|markdown|mdown|mkdn|mkd|mdwn|adoc|html|astro)$/;
const DOCS = 'src/content/docs';

export function readStarlight({ root }: OldSite, raw: unknown): Move {
	const astro = fieldsOf(raw);
	const integrations = listOf(astro.integrations).flat();
	const integration = integrations.find((one) => one instanceof Code && one.from === '@astrojs/starlight');
	const options = fieldsOf(integration instanceof Code ? integration.args[0] : {});
	const title = textOf(options.title) ?? textOf(Object.values(fieldsOf(options.title))[0]) ?? 'Documentation';
	const move = emptyMove(title);
	move.hasDrafts = true;
	move.aliases = { '~/': join(root, 'src'), '@/': join(root, 'src'), ...aliasesOf(root) };
	move.linksFromAddresses = astro.trailingSlash !== 'never';
	const { url } = splitUrl(textOf(astro.site));
	const locales = Object.keys(fieldsOf(options.locales));
	const own = locales.includes('root') ? 'root' : (textOf(options.defaultLocale) ?? locales[0]);
	const translated = locales.filter((name) => name !== own);
	const logo = fieldsOf(options.logo);
	const image = textOf(logo.src) ?? textOf(logo.light);
	const social = Array.isArray(options.social)
		? options.social.map(fieldsOf).map(({ icon, href, label }) => [icon, href, label])
		: Object.entries(fieldsOf(options.social));
	move.config = known<SiteConfig>({
		...move.config,
		tagline: textOf(options.description),
		url: url ?? move.config.url,
		baseUrl: basePath(textOf(astro.base)),
		favicon: (textOf(options.favicon) ?? '/favicon.svg').replace(/^\//, ''),
		editUrl: textOf(fieldsOf(options.editLink).baseUrl),
		docs: known({ path: '', showLastUpdate: options.lastUpdated === true || undefined }),
		theme: themeFrom(
			listOf(options.customCss)
				.map((name) => join(root, String(name)))
				.filter((path) => mayRead(path, root)),
		),
		blog: false,
		tableOfContents: levelsOf(options.tableOfContents),
		navbar: {
			title: logo.replacesTitle === true ? '' : title,
			...(image === undefined
				? {}
				: {
						logo: known({
							src: moveImage(image, root, move),
							srcDark: typeof logo.dark === 'string' ? moveImage(logo.dark, root, move) : undefined,
							alt: textOf(logo.alt) ?? (logo.replacesTitle === true ? title : undefined),
						}),
					}),
			items: social.flatMap(([icon, href, label]) =>
				typeof href === 'string' ? [socialItem(String(icon), href, textOf(label))] : [],
			) as never[],
		},
	});
	for (const file of filesBelow(join(root, 'public'), { all: true }))
		move.files.set(`content/static/${file}`, { source: join(root, 'public', file) });
	if (!existsSync(join(root, 'public', move.config.favicon ?? ''))) delete move.config.favicon;
	// With other languages, the first one is at the root, so that each shows its pages at their old URLs.
	const folder = own === 'root' ? '' : (own ?? '');
	const inside = translated.length > 0 ? '' : folder;
	if (translated.length > 0 && folder !== '') movePrefixed(folder, locales, root, move);
	else movePages(join(root, DOCS), '', translated, move);
	const { lang } = fieldsOf(fieldsOf(options.locales)[own ?? '']);
	const first = textOf(lang) ?? (folder || 'en');
	if (translated.length > 0 || first !== 'en')
		move.config.locales = [
			localeOf(first, known({ label: textOf(fieldsOf(fieldsOf(options.locales)[own ?? '']).label) })),
		];
	const wordsIn = (locale: string): ThemeWords => ({
		source: join(root, 'src/content/i18n', `${locale}.json`),
		name: `${locale}.json`,
		table: STARLIGHT,
		locale,
	});
	moveWords(move, wordsIn(first));
	const topics = listOf(options.plugins).find((one) => one instanceof Code && one.from === 'starlight-sidebar-topics');
	const sidebar = options.sidebar ?? (topics instanceof Code ? topics.args[0] : undefined);
	const titles = fieldsOf(options.title);
	for (const name of translated) {
		const { label, lang } = fieldsOf(fieldsOf(options.locales)[name]);
		const tag = textOf(lang) ?? name;
		const texts = [...labelsOf([{ label: titles[first], translations: titles }], tag), ...labelsOf(sidebar, tag)];
		const language = { ...known({ label: textOf(label), lang: textOf(lang) }), texts };
		moveLanguage(move, name, language, (own) => {
			movePages(join(root, DOCS, name), inside, [], own);
			moveWords(own, wordsIn(tag));
		});
	}
	moveOthers(root, move);
	move.sidebars.set('current', sidebarsOf(sidebar, inside, move));
	for (const [from, to] of Object.entries(fieldsOf(astro.redirects))) {
		const target = textOf(to) ?? textOf(fieldsOf(to).destination);
		if (target === undefined) continue;
		if (from.includes('[')) remark(move, 'Redirects generated by code', from);
		// The target is a URL of the host.
		else move.addresses.set(route(from), withoutBase(target, textOf(astro.base)));
	}
	headElements(headEntries(options.head), move);
	const replaced = Object.keys(fieldsOf(options.components));
	if (replaced.length > 0) remark(move, 'Components of the theme', ...replaced);
	const styles = listOf(options.customCss).map(String);
	if (styles.length > 0) remark(move, 'Style sheets', ...styles);
	for (const file of styles.map((name) => posix.normalize(name))) {
		const source = join(root, file);
		if (isFile(source) && mayRead(source, root)) setAside(move, 'css', file, source);
	}
	const plugins = [...listOf(options.plugins), ...integrations.filter((one) => one !== integration)];
	const names = plugins.flatMap((one) => (one instanceof Code ? (one.from ?? one.text) : []));
	if (names.length > 0) remark(move, 'Plugins without a counterpart', ...names);
	reportUnused(move, fieldsOf(options), READ);
	reportUnused(move, fieldsOf(astro.markdown), words('gfm smartypants syntaxHighlight shikiConfig'), 'markdown.');
	if (!url) remark(move, 'URL of the site', 'url');
	return move;
}

/** Settings of Starlight that are read, reported elsewhere, or not needed by docsgen. */
const READ = words(
	'title description logo social favicon editLink sidebar plugins components customCss head',
	'locales defaultLocale disable404Route titleDelimiter credits tableOfContents expressiveCode prerender lastUpdated',
);

/** The levels of headings in tables of contents. */
function levelsOf(value: unknown): SiteConfig['tableOfContents'] {
	return pick(value, 'minHeadingLevel maxHeadingLevel') as SiteConfig['tableOfContents'];
}

/** `/docs/a` of a site below `/docs` is `/a`. */
function withoutBase(path: string, base = ''): string {
	const prefix = route(base);
	return prefix !== '/' && `${path}/`.startsWith(`${prefix}/`) ? route(path.slice(prefix.length)) : path;
}

/* ---------------------------------------------------------------- pages */

/** `inside` is the folder of the first language, if it has one: its pages keep it. */
function movePages(folder: string, inside: string, translated: string[], move: Move): void {
	for (const file of filesBelow(folder))
		if (!translated.some((name) => file.startsWith(`${name}/`)))
			movePage(file, posix.join('content/docs', inside, file), join(folder, file), move);
}

/** The first language, which has a folder: its old URLs, with the folder, become redirects. */
function movePrefixed(own: string, locales: string[], root: string, move: Move): void {
	movePages(join(root, DOCS, own), '', [], move);
	for (const { address } of [...move.files.values()])
		if (address !== undefined) move.addresses.set(route(own, address), address);
	for (const file of filesBelow(join(root, DOCS))) {
		const path = posix.join('content/docs', file);
		const isOther = locales.some((name) => file.startsWith(`${name}/`));
		if (!isOther && !move.files.has(path)) movePage(file, path, join(root, DOCS, file), move);
	}
}

function movePage(file: string, path: string, source: string, move: Move): void {
	if (/^404\.mdx?$/.test(file)) setAside(move, 'pages', file, source);
	else if (OTHER_TEXT.test(file)) {
		setAside(move, 'pages', file, source);
		remark(move, 'Pages in another notation', file);
	} else if (!MD.test(file) || /(?:^|\/)_/.test(file)) move.files.set(path, { source });
	else {
		const data = frontMatterOf(source);
		const { extra } = data;
		const banner = textOf(fieldsOf(extra.banner).content);
		const address = typeof data.slug === 'string' ? route(data.slug) : addressOf(file);
		const moved = pageAt({ path, source, address }, address);
		if (extra.hero !== undefined) {
			const [, body] = splitFrontMatter(withBanner(markdownOf(source), banner));
			const hero = homeOf({ title: data.title, ...fieldsOf(extra.hero) }, undefined, move.config.title);
			const text = homePage({ ...hero, body });
			if (address === '/') move.files.set(`content/pages/${file}`, { source, address, text });
			else move.files.set(path, { ...moved, text });
			return;
		}
		const marked = outsideCode(markdownOf(source), (part) => part, withNamedMarks);
		const text = withBanner(marked, banner);
		const head = pageHead(headEntries(extra.head), file, move);
		move.files.set(path, {
			...moved,
			text: text + head,
			fields: { ...moved.fields, ...frontMatter(extra), ...neighborsOf(extra, file, move) },
		});
	}
}

/** Words to mark have no name in Starlight's fences: `js "oven"`. */
function withNamedMarks(fence: string): string {
	const named = (option: string): string => (/^["']/.test(option) ? `mark=${option}` : option);
	return fence.replace(/^.*/, (info) => info.replace(/\{[^}]*\}|\w+=(["']).*?\1|(["']).+?\2/g, named));
}

/** Puts the banner at the start of the page. */
function withBanner(text: string, banner: string | undefined): string {
	if (banner === undefined) return text;
	const [head, body] = splitFrontMatter(text);
	return `${head}\n:::info\n\n${banner.trim()}\n\n:::\n\n${body.replace(/^\n+/, '')}`;
}

/** Its color is dropped. */
function badgeText(badge: unknown): string | undefined {
	return textOf(badge) ?? textOf(fieldsOf(badge).text);
}

/** The URL path of a file; Astro converts each segment. */
function addressOf(file: string): string {
	const parts = file.replace(MD, '').split('/');
	const slugs = parts.map((part) =>
		part
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);
	return route(slugs.join('/').replace(/(?:^|\/)index$/, ''));
}

function frontMatter({ sidebar, tableOfContents: toc, editUrl, lastUpdated, head, template }: Fields): Fields {
	const { label, order, badge } = fieldsOf(sidebar);
	const sidebar_badge = badgeText(badge);
	const { minHeadingLevel: min, maxHeadingLevel: max } = fieldsOf(toc);
	const updated = lastUpdated instanceof Date ? lastUpdated.toISOString() : textOf(lastUpdated);
	const date = /^\d{4}-\d\d-\d\d/.exec(updated ?? '')?.[0];
	return {
		...(typeof label === 'string' ? { sidebar_label: label } : {}),
		...(sidebar_badge === undefined ? {} : { sidebar_badge }),
		...(typeof order === 'number' ? { sidebar_position: order } : {}),
		...(toc === false || template === 'splash' ? { hide_table_of_contents: true } : {}),
		...(template === 'splash' ? { displayed_sidebar: null } : {}),
		...(typeof min === 'number' ? { toc_min_heading_level: min } : {}),
		...(typeof max === 'number' ? { toc_max_heading_level: max } : {}),
		...(editUrl === false || typeof editUrl === 'string' ? { custom_edit_url: editUrl || null } : {}),
		...(date === undefined ? {} : { last_update: { date } }),
		...(head === undefined ? {} : { head: undefined }),
	};
}

/** Pages besides the docs. */
function moveOthers(root: string, move: Move): void {
	for (const file of filesBelow(join(root, 'src/pages'))) {
		const source = join(root, 'src/pages', file);
		if (MD.test(file)) move.files.set(`content/pages/${file}`, { source, address: addressOf(file) });
		else {
			setAside(move, 'pages', file, source);
			if (/\.astro$/.test(file)) remark(move, 'Pages that are programs', `src/pages/${file}`);
		}
	}
}

/** Copies an image of the configuration, which may be among the sources. */
function moveImage(path: string, root: string, { files }: Move): string {
	const source = join(root, path);
	if (path.startsWith('/') || !existsSync(source)) return path;
	const name = path.split('/').at(-1) ?? '';
	files.set(`content/static/img/${name}`, { source });
	return `img/${name}`;
}

/* ---------------------------------------------------------------- sidebar */

function sidebarsOf(sidebar: unknown, locale: string, move: Move): Record<string, SidebarItemConfig[]> {
	const addressed: Addressed = { move, ids: docsByAddress(move), isOwn: () => true };
	if (!Array.isArray(sidebar)) return { docs: [{ type: 'autogenerated', dirName: locale || '.' }] };
	return { docs: entries(sidebar, locale, addressed) };
}

/** The labels of a sidebar, and their translations. */
function labelsOf(items: unknown, tag: string): [unknown, unknown][] {
	return listOf(items)
		.map(fieldsOf)
		.flatMap(({ label, translations, items: inner }): [unknown, unknown][] => [
			[label, fieldsOf(translations)[tag]],
			...labelsOf(inner, tag),
		]);
}

function entries(items: unknown[], locale: string, addressed: Addressed): SidebarItemConfig[] {
	return items.flatMap((value): SidebarItemConfig[] => {
		if (typeof value === 'string') return linkEntry(route(locale, value), '', addressed);
		const { badge: word, ...item } = fieldsOf(value);
		const badge = badgeText(word);
		if (badge)
			return entries([item], locale, addressed).map((one) =>
				typeof one === 'string' ? one : Object.assign(one, { badge }),
			);
		const { label, link, slug, items: inner, autogenerate, collapsed } = item;
		const text = labelOf(label);
		if (typeof slug === 'string') return linkEntry(route(locale, slug), text, addressed);
		if (typeof link === 'string')
			return linkEntry(
				addressed.ids.has(bareAddress(link)) || /^[a-z]+:/.test(link) ? link : route(locale, link),
				text,
				addressed,
			);
		const { directory, collapsed: closed } = fieldsOf(autogenerate);
		const shut = collapsed ?? closed;
		const state = { collapsed: shut === true };
		if (typeof directory === 'string') {
			const dirName = route(locale, directory).slice(1) || '.';
			const has =
				dirName === '.' || [...addressed.move.files.keys()].some((path) => path.startsWith(`content/docs/${dirName}/`));
			const all: SidebarItemConfig[] = has ? [{ type: 'autogenerated', dirName }] : [];
			return text === '' ? all : category(text, all, state);
		}
		const below = entries(listOf(inner), locale, addressed);
		return text === '' ? below : category(text, below, state);
	});
}
