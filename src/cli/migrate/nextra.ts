/** Reads a site of Nextra 2 to 4: pages, their order and titles in `_meta` files, and what the theme's settings say. */
import { readFileSync } from 'node:fs';
import { basename, join, posix, relative } from 'node:path';
import type { NavbarItemConfig, SidebarItemConfig, SiteConfig } from './docsgen.ts';
import { category, labelOf, socialItem, titleIn } from './links-sidebar.ts';
import { fromNextra } from './nextra-text.ts';
import {
	aliasesOf,
	emptyMove,
	type Fields,
	fieldsOf,
	filesBelow,
	isFile,
	known,
	MEDIA,
	type Move,
	type Moved,
	type OldSite,
	route,
	textOf,
} from './old-site.ts';
import { docIdOf, frontMatterOf, localeOf, markdownOf, moveLanguage, pageAt, setAside } from './page-files.ts';
import { type Languages, languageOf } from './plain.ts';
import { remark } from './remarks.ts';

const MD = /\.mdx?$/;
const META = /(?:^|\/)_meta(?:\.global)?\.(?:jsx?|tsx?|json)$/;
/** Folders of pages: `app` has one `page.mdx` for each. */
const FOLDERS = ['content', 'src/content', 'pages', 'src/pages', 'app', 'src/app'];
const THEME = [
	'theme.config.tsx',
	'theme.config.jsx',
	'theme.config.ts',
	'theme.config.js',
	'app/layout.tsx',
	'app/layout.jsx',
	'app/layout.js',
	'src/app/layout.tsx',
	'src/app/layout.jsx',
];

export function readNextra({ root, configFile = '' }: OldSite, read: (file: string) => unknown): Move {
	const next = readFileSync(configFile, 'utf8');
	const theme = THEME.map((name) => join(root, name))
		.filter((file) => isFile(file))
		.map((file) => readFileSync(file, 'utf8'))
		.join('\n');
	const folder =
		FOLDERS.map((name) => join(root, name)).find((one) => filesBelow(one).some((file) => MD.test(file))) ?? root;
	const isApp = basename(folder) === 'app';
	const base = isApp ? '' : (/contentDirBasePath:\s*['"`]([^'"`]+)/.exec(next)?.[1] ?? '');
	// In `app`, folders in parentheses are left out of URLs.
	const bareOf = (file: string): string =>
		(isApp ? file.replace(/\([^)]*\)\//g, '').replace(/(?:^|\/)page(?=\.mdx?$)/, '/index') : file)
			.replace(/^\//, '')
			.replace(MD, '');
	const files = filesBelow(folder);
	const isPage = (file: string): boolean =>
		MD.test(file) && !/(?:^|\/)(?:_|api\/)/.test(file) && (!isApp || /(?:^|\/)page\.mdx?$/.test(file));
	const move = emptyMove(
		// In a layout, other parts have titles as well.
		textOf(/\b(?:websiteName|applicationName)\s*[:=]\s*['"`]([^'"`$]+)['"`]/.exec(theme)?.[1]) ??
			textOf(/title:\s*(?:\{\s*default:\s*)?['"`]([^'"`$]+)['"`]/.exec(theme)?.[1]) ??
			(titleIn(
				files
					.filter(isPage)
					.map((file) => join(folder, file))
					.find((file) => /(?:index|page)\.mdx?$/.test(file)) ?? '',
			) ||
				basename(root)),
	);
	const languages = languagesOf(next, theme);
	const { own, others } = languages;
	if (others.length > 0) move.config.locales = [localeOf(own, {})];
	move.hasMath = /\blatex:\s*(?!false)/.test(next);
	move.aliases = aliasesOf(root);
	/** The pages of a language, as if it were the only one. */
	const movePages = (name: string, to: Move): void => {
		for (const written of files) {
			const { language, file } = languageOf(written, languages);
			if (language !== name) continue;
			const source = join(folder, written);
			if (isPage(file)) {
				const { path, moved } = pageOf(file, source, { base, bare: bareOf(file) });
				to.files.set(path, moved);
				// Where each language has a folder, so has the first one.
				if (file !== written && name === own && written.startsWith(`${own}/`))
					to.addresses.set(route(own, moved.address ?? ''), moved.address ?? '');
			} else if (MD.test(file) || MEDIA.test(file)) to.files.set(`content/docs/${file}`, { source });
		}
	};
	movePages(own, move);
	for (const file of filesBelow(join(root, 'public'), { all: true }))
		move.files.set(`content/static/${file}`, { source: join(root, 'public', file) });
	const metasOf = (name: string): Map<string, Fields> =>
		new Map(
			files.flatMap((written): [string, Fields][] => {
				const { language, file } = languageOf(written, languages);
				if (language !== name || !META.test(file)) return [];
				const at = isApp ? posix.dirname(bareOf(`${posix.dirname(file)}/page.md`)) : posix.dirname(file);
				return [[at, fieldsOf(read(join(folder, written)))]];
			}),
		);
	const metas = metasOf(own);
	for (const { name, label } of others) {
		const texts = [...metasOf(name)].flatMap(([at, meta]) =>
			Object.entries(meta).map(([key, item]): [unknown, unknown] => [titleOf(metas.get(at)?.[key]), titleOf(item)]),
		);
		moveLanguage(move, name, known({ label, texts }), (to) => movePages(name, to));
	}
	const { sidebars, items } = navigationOf({ folder, base, isApp, bareOf, metas }, move);
	move.sidebars.set('current', sidebars);
	const repository = /(?:project:\s*\{\s*link:|projectLink[=:]\s*\{?)\s*['"`]([^'"`]+)/.exec(theme)?.[1];
	move.config = known<SiteConfig>({
		...move.config,
		docs: { path: base.replace(/^\/|\/$/g, '') },
		blog: false,
		editUrl: /docsRepositoryBase[=:]\s*\{?\s*['"`]([^'"`]+)/.exec(theme)?.[1],
		navbar: {
			items: [
				...items,
				...(repository === undefined || items.some((item) => fieldsOf(item).href === repository)
					? []
					: [{ ...socialItem('', repository), position: 'right' as const }]),
			],
		},
	});
	if (/\bredirects\b/.test(next)) remark(move, 'Redirects generated by code', relative(root, configFile));
	if (theme !== '') remark(move, 'Components of the theme', ...THEME.filter((name) => isFile(join(root, name))));
	for (const name of THEME)
		if (isFile(join(root, name))) setAside(move, 'theme', posix.basename(name), join(root, name));
	remark(move, 'URL of the site', 'url');
	return move;
}

/** The languages in `i18n` of the configuration, with the labels that the theme gives them. */
function languagesOf(next: string, theme: string): Languages {
	const [, i18n = ''] = /\bi18n:\s*\{([\s\S]*?)\}/.exec(next) ?? [];
	const [, list = ''] = /\blocales:\s*\[([\s\S]*?)\]/.exec(i18n) ?? [];
	const names = [...list.matchAll(/(["'`])([\w-]+)\1/g)].map(([, , name = '']) => name);
	const own = /\bdefaultLocale:\s*["'`]([\w-]+)/.exec(i18n)?.[1] ?? names[0] ?? 'en';
	const labelOfLanguage = (name: string): string | undefined =>
		new RegExp(`\\blocale:\\s*["'\`]${name}["'\`],\\s*(?:name|text):\\s*["'\`]([^"'\`]+)`).exec(theme)?.[1];
	const others = names.filter((name) => name !== own);
	return { own, others: others.map((name) => known({ name, label: labelOfLanguage(name) })) };
}

/** The title of an item of a `_meta` file. */
function titleOf(item: unknown): unknown {
	return textOf(item) ?? fieldsOf(item).title;
}

/** A page of Nextra: its place and URL in its language. */
function pageOf(
	file: string,
	source: string,
	{ base, bare }: { base: string; bare: string },
): { path: string; moved: Moved } {
	const isIndex = /(?:^|\/)index$/.test(bare);
	const address = route(base, isIndex ? bare.replace(/(?:^|\/)[^/]+$/, '') : bare);
	const path = `content/docs/${bare}${posix.extname(file)}`;
	const { sidebarTitle } = frontMatterOf(source).extra;
	const moved = pageAt({ path, source, address }, route(address.slice(base === '' ? 0 : route(base).length)));
	const label = sidebarTitle === undefined ? {} : { sidebar_label: String(sidebarTitle) };
	return { path, moved: { ...moved, text: fromNextra(markdownOf(source)), fields: { ...moved.fields, ...label } } };
}

interface Tree {
	folder: string;
	base: string;
	isApp: boolean;
	bareOf: (file: string) => string;
	/** Values of `_meta` files by their folders; `.` is the root. */
	metas: Map<string, Fields>;
}

/** The sidebar, one of its own for each folder that is a page of the navbar, and the items of the navbar. */
function navigationOf(
	tree: Tree,
	move: Move,
): { sidebars: Record<string, SidebarItemConfig[]>; items: NavbarItemConfig[] } {
	const docs = new Map<string, { id: string; title: string }>();
	for (const [path, moved] of move.files) {
		if (moved.address === undefined || moved.source === undefined || !path.startsWith('content/docs/')) continue;
		const bare = path.slice('content/docs/'.length).replace(MD, '');
		docs.set(bare, { id: docIdOf(path, moved), title: titleIn(moved.source) });
	}
	/** Names in a folder: those in its `_meta`, then the rest in alphabetical order. */
	const namesIn = (folder: string): string[] => {
		const prefix = folder === '.' ? '' : `${folder}/`;
		const found = [...docs.keys()]
			.filter((bare) => bare.startsWith(prefix))
			.map((bare) => bare.slice(prefix.length).split('/')[0] ?? '');
		const listed = Object.keys(tree.metas.get(folder) ?? {}).filter((name) => name !== '*');
		const left = [...new Set(found)].filter((name) => !listed.includes(name));
		return [...listed, ...left.filter((name) => name === 'index'), ...left.filter((name) => name !== 'index').sort()];
	};
	const entry = (folder: string, name: string): SidebarItemConfig[] => {
		const { title, href, display, theme, items } = itemOf(folder, name);
		const path = folder === '.' ? name : `${folder}/${name}`;
		if (display === 'hidden') return [];
		const label = labelOf(title);
		if (typeof href === 'string')
			return [{ type: 'link', label: label || href, href: isUrl(href) ? href : route(href) }];
		const doc = docs.get(path);
		const names = namesIn(path);
		if (names.length === 0) {
			if (doc) return [{ type: 'doc', id: doc.id, ...(label === '' ? {} : { label }) }];
			if (items === undefined && !/^-+$/.test(name)) remark(move, 'Docs that sidebars name but do not exist', path);
			return [];
		}
		const own = docs.get(`${path}/index`) ?? doc;
		const isMeta = tree.metas.get(path) !== undefined;
		const below = grouped(path, isMeta && own ? names : names.filter((one) => one !== 'index'));
		const link = own === undefined ? undefined : ({ type: 'doc', id: own.id } as const);
		return category(
			label || own?.title || spelled(name),
			below.filter((one) => fieldsOf(one).id !== own?.id),
			{ collapsed: fieldsOf(theme).collapsed !== false, link },
		);
	};
	const itemOf = (folder: string, name: string): Fields => {
		const value = tree.metas.get(folder)?.[name];
		return typeof value === 'string' ? { title: value } : fieldsOf(value);
	};
	/** Entries of a folder; a separator with a title begins a group. */
	const grouped = (folder: string, names: string[]): SidebarItemConfig[] => {
		const result: SidebarItemConfig[] = [];
		let group: { label: string; items: SidebarItemConfig[] } | undefined;
		const close = (): void => {
			if (group) result.push(...category(group.label, group.items, {}));
			group = undefined;
		};
		for (const name of names) {
			const { type, title } = itemOf(folder, name);
			if (type === 'separator') {
				close();
				const label = labelOf(title);
				if (label !== '') group = { label, items: [] };
			} else (group?.items ?? result).push(...entry(folder, name));
		}
		close();
		return result;
	};
	const sidebars: Record<string, SidebarItemConfig[]> = {};
	const items: NavbarItemConfig[] = [];
	const rest: string[] = [];
	for (const name of namesIn('.')) {
		const { type, title, href, items: inner, display } = itemOf('.', name);
		const label = labelOf(title) || docs.get(name)?.title || spelled(name);
		const isBar = type === 'page' || type === 'menu';
		if (!isBar) rest.push(name);
		else if (type === 'menu') {
			const links = Object.values(fieldsOf(inner))
				.map(fieldsOf)
				.flatMap(({ title: of, href: to }) =>
					typeof to === 'string' ? [{ label: labelOf(of) || to, ...target(to) }] : [],
				);
			if (links.length > 0) items.push({ type: 'dropdown', label, items: links });
		} else if (typeof href === 'string') items.push({ label, ...target(href) });
		else if (namesIn(name).length > 0) {
			sidebars[name] = grouped(name, namesIn(name));
			items.push({ type: 'docSidebar', sidebarId: name, label });
		} else {
			const doc = docs.get(name);
			if (doc) sidebars[name] = [{ type: 'doc', id: doc.id, label }];
			if (doc && display !== 'hidden') items.push({ type: 'doc', docId: doc.id, label });
		}
	}
	const main = grouped('.', rest);
	return {
		sidebars: main.length > 0 || Object.keys(sidebars).length === 0 ? { docs: main, ...sidebars } : sidebars,
		items,
	};
}

function target(href: string): { href: string } | { to: string } {
	return isUrl(href) ? { href } : { to: route(href) };
}

function isUrl(href: string): boolean {
	return /^(?:[a-z]+:|\/\/)/i.test(href);
}

/** `get-started` → `Get Started`, as Nextra writes it. */
function spelled(name: string): string {
	return name.replace(/[-_]+/g, ' ').replace(/(?:^|\s)\S/g, (letter) => letter.toUpperCase());
}
