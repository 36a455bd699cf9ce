/** Reads a site of MkDocs: settings and sidebar from mkdocs.yml, pages from the docs folder. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { themeFrom, themeOfMaterial } from './accent.ts';
import { readYaml, type SidebarItemConfig, type SiteConfig } from './docsgen.ts';
import { category, docsByAddress, linkEntry } from './links-sidebar.ts';
import { fromMkDocs } from './mkdocs-text.ts';
import {
	type Fields,
	fieldsOf,
	known,
	listOf,
	type Move,
	type OldSite,
	reportUnused,
	splitUrl,
	textOf,
	words,
} from './old-site.ts';
import { type Language, markdownOf } from './page-files.ts';
import { type Languages, readFolder } from './plain.ts';
import { remark } from './remarks.ts';

/** Settings that are read, or not needed by docsgen. */
const READ = words(
	'site_name site_url site_description site_author repo_url repo_name edit_uri docs_dir site_dir',
	'nav theme copyright markdown_extensions plugins strict use_directory_urls watch INHERIT',
	'exclude_docs not_in_nav validation dev_addr',
);

export function readMkDocs({ root, configFile = '' }: OldSite): Move {
	// Tags such as !!python/name would need Python.
	const text = readFileSync(configFile, 'utf8').replace(/(:|-)([ \t]+)!{1,2}[A-Za-z][\w/:.-]*/g, '$1$2');
	const config = fieldsOf(readYaml(text).value);
	const folder = join(root, textOf(config.docs_dir) ?? 'docs');
	const move = readFolder({ flavour: 'mkdocs', root: folder }, languagesOf(config));
	const { url, baseUrl } = splitUrl(textOf(config.site_url));
	const repository = textOf(config.repo_url);
	const sheets = listOf(config.extra_css).map((name) => join(folder, String(name)));
	const [palette] = [fieldsOf(config.theme).palette].flat().map(fieldsOf);
	move.config = known<SiteConfig>({
		...move.config,
		title: textOf(config.site_name) ?? move.config.title,
		tagline: textOf(config.site_description),
		url: url ?? move.config.url,
		baseUrl,
		navbar:
			repository === undefined ? undefined : { items: [{ label: 'Repository', href: repository, position: 'right' }] },
		theme: themeFrom(sheets) ?? themeOfMaterial(textOf(palette?.primary) ?? ''),
		footer: typeof config.copyright === 'string' ? { copyright: config.copyright } : undefined,
	});
	for (const [path, moved] of move.files)
		if (/\.md$/.test(path) && moved.source !== undefined)
			moved.text = fromMkDocs(withoutReference(markdownOf(moved.source), path, move));
	if (Array.isArray(config.nav)) move.sidebars.set('current', { docs: entries(config.nav, move) });
	reportUnused(move, config, READ);
	const plugins = listOf(config.plugins).map((one) => (typeof one === 'string' ? one : Object.keys(fieldsOf(one))[0]));
	const others = plugins.filter(
		(name) => name !== undefined && !/^(?:search|autorefs|minify|i18n|material\/)/.test(name),
	);
	remark(move, 'Plugins without a counterpart', ...others.map(String));
	if (!url) remark(move, 'URL of the site', 'url');
	return move;
}

/** The languages of the plugin mkdocs-static-i18n: a list, or in its older versions an object. */
function languagesOf({ plugins, site_name }: Fields): Languages | undefined {
	const [i18n] = listOf(plugins).flatMap((one) => fieldsOf(one).i18n ?? []);
	const { languages, default_language: first } = fieldsOf(i18n);
	const all = Array.isArray(languages)
		? languages.map(fieldsOf)
		: Object.entries(fieldsOf(languages)).map(([locale, name]) => ({
				locale,
				default: locale === first,
				name: fieldsOf(name).name ?? name,
			}));
	const named = all.flatMap(({ locale, name, ...rest }: Fields) => {
		if (typeof locale !== 'string') return [];
		const texts: Language['texts'] = [[site_name, rest.site_name], ...Object.entries(fieldsOf(rest.nav_translations))];
		return [{ name: locale, texts, ...known({ label: textOf(name) }), isFirst: rest.default === true }];
	});
	const own = named.find(({ isFirst }) => isFirst) ?? named[0];
	if (!own) return undefined;
	return { own: own.name, others: named.filter((one) => one !== own).map(({ isFirst, ...language }) => language) };
}

/** Replaces references generated from Python code by the names. */
function withoutReference(text: string, path: string, move: Move): string {
	return text.replace(/^::: ([\w.]+)[ \t]*\n(?:[ \t]+\S.*(?:\n|$)|\n(?=[ \t]+\S))*/gm, (_, name: string) => {
		remark(move, 'Reference of Python code', `${path}: ${name}`);
		return `\`${name}\`\n\n`;
	});
}

/** Reads `- page.md`, `- Label: page.md`, `- Label: [ … ]`. */
function entries(items: unknown[], move: Move): SidebarItemConfig[] {
	const addressed = { move, ids: docsByAddress(move), isOwn: () => true };
	const link = (target: string, label: string): SidebarItemConfig[] => {
		const moved = move.files.get(posix.join('content/docs', target));
		return linkEntry(moved?.address ?? target, label, addressed);
	};
	return items.flatMap((item): SidebarItemConfig[] => {
		if (typeof item === 'string') return link(item, '');
		return Object.entries(item as Fields).flatMap(([label, value]) =>
			typeof value === 'string'
				? link(value, label)
				: Array.isArray(value)
					? category(label, entries(value, move), { collapsed: true })
					: [],
		);
	});
}
