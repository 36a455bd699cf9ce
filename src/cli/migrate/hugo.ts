/** Reads a site of Hugo: settings, static files, and pages with their URLs, order and shortcodes. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parse as readToml } from 'smol-toml';
import type { NavbarItemConfig, SiteConfig } from '../../content/model/config.ts';
import { readYaml } from '../../content/model/frontmatter.ts';
import { fromHugo } from './hugo-text.ts';
import {
	type Fields,
	fieldsOf,
	filesBelow,
	known,
	listOf,
	type Move,
	type Moved,
	type OldSite,
	route,
	splitUrl,
	textOf,
} from './old-site.ts';
import { frontMatterOf, markdownOf } from './page-files.ts';
import { readFolder } from './plain.ts';
import { remark } from './remarks.ts';

const MD = /\.md$/;

export function readHugo({ root, configFile = '' }: OldSite): Move {
	const config = configOf(configFile);
	const folder = contentFolder(root, config);
	const move = readFolder({ flavour: 'hugo', root: folder });
	move.linksFromAddresses = true;
	const pages = [...move.files].flatMap(([path, moved]) =>
		MD.test(path) && moved.source !== undefined ? [{ path, moved, source: moved.source }] : [],
	);
	for (const page of pages) place(page, folder, move);
	const named = byName(
		pages.map(({ source }) => source),
		folder,
	);
	for (const { moved, source } of pages)
		moved.text = fromHugo(markdownOf(source), (name) => {
			const target = name === '' ? source : named(name, source);
			return target && posix.join('.', relative(dirname(source), target).replaceAll('\\', '/'));
		});
	for (const file of filesBelow(join(root, 'static'), { all: true }))
		move.files.set(`content/static/${file}`, { source: join(root, 'static', file) });
	const params = fieldsOf(config.params);
	const { url, baseUrl } = splitUrl(textOf(config.baseURL ?? config.baseurl));
	const items = menuOf(fieldsOf(config.menu ?? config.menus).main);
	const copyright = textOf(config.copyright);
	move.config = known<SiteConfig>({
		...move.config,
		title: textOf(config.title) ?? move.config.title,
		tagline: textOf(params.description),
		url: url ?? move.config.url,
		baseUrl,
		navbar: items.length > 0 ? { items } : undefined,
		footer: copyright === undefined ? undefined : { copyright },
	});
	if (existsSync(join(root, 'layouts'))) remark(move, 'Templates of the old tool', 'layouts');
	if (!url) remark(move, 'URL of the site', 'url');
	return move;
}

/** TOML, YAML or JSON; an unreadable file has no fields. */
function configOf(file: string): Fields {
	const text = readFileSync(file, 'utf8');
	try {
		return fieldsOf(file.endsWith('.toml') ? readToml(text) : readYaml(text).value);
	} catch {
		return {};
	}
}

/** Folder of the pages in the default language. */
function contentFolder(root: string, config: Fields): string {
	const folder = join(root, textOf(config.contentDir) ?? 'content');
	const own = join(folder, textOf(config.defaultContentLanguage) ?? 'en');
	return existsSync(own) ? own : folder;
}

/** Sets a page's URL from its front matter or file, its order, and the redirects from its aliases. */
function place(
	{ path, moved, source }: { path: string; moved: Moved; source: string },
	folder: string,
	move: Move,
): void {
	const { extra, slug } = frontMatterOf(source);
	const { url, weight, linkTitle, linktitle, aliases } = extra;
	const file = relative(folder, source)
		.replaceAll('\\', '/')
		.replace(/\.md$|\.markdown$/, '');
	const isIndex = /(?:^|\/)_?index$/.test(file);
	const own = isIndex ? posix.dirname(file) : file;
	const last = textOf(slug);
	const written = textOf(url) ?? (last === undefined ? own : posix.join(posix.dirname(own), last));
	const address = route(written.toLowerCase().replaceAll(' ', '-'));
	const fresh = route(path.replace(/^content\/docs|\.md$/g, '').replace(/(?:^|\/)index$/, ''));
	const label = textOf(linkTitle ?? linktitle);
	moved.address = address;
	moved.fields = {
		...(address === fresh && last === undefined ? {} : { slug: address }),
		...(typeof weight === 'number' && weight !== 0 ? { sidebar_position: weight } : {}),
		...(label === undefined ? {} : { sidebar_label: label }),
	};
	for (const alias of listOf(aliases))
		if (typeof alias === 'string')
			move.addresses.set(route(alias.startsWith('/') ? alias : posix.join(posix.dirname(address), alias)), address);
}

/** Resolves references: by the path from the content folder, from the page, or by the last segment alone. */
function byName(sources: string[], folder: string): (name: string, from: string) => string | undefined {
	const keys = new Map<string, string>();
	const bare = (path: string): string => path.replace(/\.(?:md|markdown)$/, '').replace(/\/?_?index$/, '');
	for (const source of sources) {
		const path = bare(relative(folder, source).replaceAll('\\', '/'));
		keys.set(path, source);
		const last = posix.basename(path);
		if (!keys.has(last)) keys.set(last, source);
	}
	return (name, from) => {
		const path = bare(name.replace(/^\/|\/$/g, ''));
		const near = posix.join(relative(folder, dirname(from)).replaceAll('\\', '/'), path);
		return (name.startsWith('/') ? undefined : keys.get(near)) ?? keys.get(path) ?? keys.get(posix.basename(path));
	};
}

/** `[[menu.main]]`, in its order; nested entries are left to the sidebar. */
function menuOf(entries: unknown): NavbarItemConfig[] {
	return listOf(entries)
		.map(fieldsOf)
		.toSorted((a, b) => Number(a.weight ?? 0) - Number(b.weight ?? 0))
		.flatMap(({ name, title, url, pageRef, parent }): NavbarItemConfig[] => {
			const [label, to] = [textOf(name ?? title), textOf(pageRef ?? url)];
			if (label === undefined || to === undefined || parent !== undefined) return [];
			return [/^(?:[a-z]+:|\/\/)/i.test(to) ? { label, href: to } : { label, to: route(to) }];
		});
}
