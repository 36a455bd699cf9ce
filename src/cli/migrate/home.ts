/** Home pages defined by front matter or code, rewritten with the components of a landing page. */

import { dirname, join } from 'node:path';
import { type SidebarItemConfig, versionFolder, withoutNumber } from './docsgen.ts';
import { labelOf, titleIn } from './links-sidebar.ts';
import { fieldsOf, type HomeImage, type HomeParts, known, listOf, type Move, type Moved, textOf } from './old-site.ts';
import { docIdOf } from './page-files.ts';
import { categoryOf } from './sidebars.ts';

interface Category {
	title: string;
	href: string;
	text: string;
}

export interface Home extends HomeParts {
	title: string;
	eyebrow?: string;
	tagline?: string;
	/** Shown next to the title. */
	image?: HomeImage;
	/** Categories of the docs: the label, the file of the first page, and titles of pages. */
	categories?: Category[];
	/** Markdown after the components. */
	body?: string;
}

/** Reads `hero` and `features` of VitePress, and `hero` of Starlight. */
export function homeOf(hero: Record<string, unknown>, features: unknown, fallback: string): Home {
	const name = labelOf(hero.name);
	const title = labelOf(hero.title ?? hero.text) || name || fallback;
	return {
		title,
		eyebrow: name === '' || name === title ? undefined : name,
		tagline: labelOf(hero.tagline),
		image: imageOf(hero.image),
		actions: listOf(hero.actions)
			.map(fieldsOf)
			.flatMap(({ text, link }) => {
				const href = textOf(link);
				return href === undefined ? [] : [{ label: labelOf(text), href }];
			}),
		features: listOf(features)
			.map(fieldsOf)
			.map(({ title: of, details, link, linkText, icon }) => ({
				title: [typeof icon === 'string' && !/[<\w/:]/.test(icon) ? icon : '', labelOf(of)].filter(Boolean).join(' '),
				image: imageOf(typeof icon === 'string' && !/^(?:\/|https?:)/.test(icon) ? undefined : icon),
				text: textOf(details) ?? '',
				link: textOf(link),
				linkText: textOf(linkText),
			})),
	};
}

/** A path, or `src` and `alt`, or `light` and `dark`; Starlight's `file` is relative to the page. */
function imageOf(value: unknown): HomeImage | undefined {
	const { src, file, light, dark, alt } = fieldsOf(value);
	const path = textOf(value) ?? textOf(src) ?? textOf(file) ?? textOf(light) ?? textOf(dark);
	return path === undefined ? undefined : known({ src: path, dark: textOf(dark), alt: textOf(alt) ?? '' });
}

function imageTag({ src, dark, alt }: HomeImage): string {
	const text = ` alt=${attribute(alt)}`;
	// One element for each mode, with paths that are moved like all others.
	return dark === undefined || dark === src
		? `<img src=${attribute(src)}${text} />`
		: `<img src=${attribute(src)}${text} class="only-light" /><img src=${attribute(dark)}${text} class="only-dark" />`;
}

/** The page as Markdown. */
export function homePage({
	title,
	eyebrow,
	tagline,
	image,
	actions,
	features,
	categories = [],
	body = '',
}: Home): string {
	const props = { title, eyebrow, tagline };
	const attributes = (fields: Record<string, string | undefined>): string =>
		Object.entries(fields)
			.flatMap(([name, value]) => (value ? ` ${name}=${attribute(value)}` : []))
			.join('');
	const lines = [
		'---',
		`title: ${JSON.stringify(title)}`,
		'layout: landing',
		'hide_title: true',
		'hide_table_of_contents: true',
		'---',
		'',
		`<Hero${attributes(props)}>`,
		...actions.map(
			({ label, href }, index) => `<Action${attributes({ label, href })}${index === 0 ? ' primary' : ''} />`,
		),
		...(image === undefined ? [] : ['', imageTag(image), '']),
		'</Hero>',
		'',
	];
	if (features.length > 0)
		lines.push(
			'<Band>',
			'<Features>',
			...features.flatMap(({ title: of, text, link, linkText, image: icon }) => [
				`<Feature${attributes({ title: of })}>`,
				'',
				...(icon === undefined ? [] : [imageTag(icon), '']),
				plain(text) + (link ? ` [${linkText ?? of}](${link})` : ''),
				'',
				'</Feature>',
			]),
			'</Features>',
			'</Band>',
			'',
		);
	if (categories.length > 0)
		lines.push(
			'<Band tone="tint">',
			'<Cards>',
			...categories.flatMap(({ title: of, href, text }) => [
				`<Card${attributes({ title: of, href })}>`,
				...(text === '' ? [] : ['', plain(text), '']),
				'</Card>',
			]),
			'</Cards>',
			'</Band>',
			'',
		);
	return `${lines.join('\n')}${body.trim() === '' ? '' : `\n${body.trim()}\n`}`;
}

function attribute(text: string): string {
	return `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

/** Text in which nothing is a tag or an expression. */
function plain(text: string): string {
	return text.replace(/\{|<(?![a-z/])/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A home page shows at most this many categories, each with at most this many titles. */
const MAX_CATEGORIES = 6;
const MAX_TITLES = 4;

/**
 * The first categories of the last version's docs: those of its sidebars, or the top folders if a sidebar is generated
 * from them. None if there is only one, which would repeat the button.
 */
export function homeCategories({ files, sidebars, lastVersion }: Move): Category[] {
	const folder = versionFolder(lastVersion);
	const docs = [...files].filter(([path, { address }]) => address !== undefined && path.startsWith(`${folder}/`));
	const byId = new Map(docs.map((doc) => [docIdOf(...doc), doc]));
	const cardOf = (label: string, pages: [string, Moved][]): Category[] => {
		const [first] = pages;
		const titles = pages.flatMap(([, { source }]) => (source === undefined ? [] : titleIn(source) || []));
		if (label === '' || !first) return [];
		return [
			{
				title: label,
				href: `../${first[0].slice('content/'.length)}`,
				text: titles.slice(0, MAX_TITLES).join(' · '),
			},
		];
	};
	const ofEntry = (label: string, entry: unknown): Category[] =>
		cardOf(
			label,
			idsIn(entry).flatMap((id) => found(byId.get(id))),
		);
	const ofItem = (item: SidebarItemConfig): Category[] => {
		const { type, label, dirName } = fieldsOf(item);
		if (type === 'autogenerated') return ofFolders(textOf(dirName) ?? '.');
		if (type === 'category') return ofEntry(labelOf(label), item);
		const groups = type === undefined ? Object.entries(fieldsOf(item)) : [];
		return groups.flatMap(([name, items]) => ofEntry(name, items));
	};
	const ofFolders = (dirName: string): Category[] => {
		const base = dirName === '.' ? folder : `${folder}/${dirName}`;
		const groups = new Map<string, [string, Moved][]>();
		for (const doc of docs.filter(([path]) => path.startsWith(`${base}/`))) {
			const [name = '', ...inner] = doc[0].slice(base.length + 1).split('/');
			if (inner.length > 0) groups.set(name, [...(groups.get(name) ?? []), doc]);
		}
		return [...groups].flatMap(([name, pages]) => {
			const up = (pages[0]?.[0] ?? '').slice(base.length + 1).split('/').length - 2;
			const source = pages[0]?.[1].source ?? '';
			const { label } = categoryOf(join(dirname(source), ...Array<string>(up).fill('..')));
			return cardOf(labelOf(label) || spelled(name), pages);
		});
	};
	const lists = Object.values(sidebars.get(lastVersion) ?? {}).map((list) => (Array.isArray(list) ? list : [list]));
	const all = (lists.length > 0 ? lists.flat().flatMap(ofItem) : ofFolders('.')).slice(0, MAX_CATEGORIES);
	return all.length > 1 ? all : [];
}

/** The ids of docs in a sidebar entry, in order. */
function idsIn(entry: unknown): string[] {
	if (typeof entry === 'string') return [entry];
	if (Array.isArray(entry)) return entry.flatMap(idsIn);
	const { type, id, link, items, label: _, ...more } = fieldsOf(entry);
	if (type === undefined) return Object.values(more).flatMap(idsIn);
	const own = type === 'doc' && typeof id === 'string' ? [id] : [];
	const led = textOf(fieldsOf(link).id);
	return [...own, ...(led === undefined ? [] : [led]), ...idsIn(items ?? [])];
}

function found<T>(value: T | undefined): T[] {
	return value === undefined ? [] : [value];
}

/** `02-get-started` → `Get started`. */
function spelled(name: string): string {
	const words = withoutNumber(name).name.replace(/[-_]+/g, ' ').trim();
	return words.slice(0, 1).toUpperCase() + words.slice(1);
}
