/** Moves the dated pages of a section of Hugo, such as `blog` or `posts`, to docsgen's blog, with their URLs. */
import { posix } from 'node:path';
import { type SiteConfig, slugify } from './docsgen.ts';
import { moveList } from './mkdocs-blog.ts';
import { type Fields, known, type Move, type Moved, route } from './old-site.ts';
import { fieldsIn, frontMatterOf } from './page-files.ts';
import { authorsOf } from './post-authors.ts';
import { outsideCode } from './texts.ts';

/** A page with its place in the old site. */
export interface HugoPage {
	path: string;
	moved: Moved;
	source: string;
	/** Path below the content of its language. */
	file: string;
	/** Begin of its URL, if it isn't in the first language: `/fr`. */
	prefix: string;
}

const BLOG = /^(?:blog|posts?|news|articles?)$/i;

/** Moves the posts; returns the settings of the blog, which are `false` if no section is one. */
export function moveHugoBlog(pages: HugoPage[], hasTags: boolean, move: Move): SiteConfig['blog'] {
	const section = blogIn(pages);
	if (section === undefined) return false;
	const inside = pages.filter(({ file }) => file.startsWith(`${section}/`));
	const home = inside.find(({ file, prefix }) => prefix === '' && posix.dirname(file) === section && isSection(file));
	const list = home?.moved.address ?? route(section);
	const place = (path: string): string => path.replace(`/docs/${section}/`, '/blog/');
	for (const page of inside) {
		const { path, moved, source, file, prefix } = page;
		const address = moved.address ?? '';
		if (isSection(file)) {
			moveList(path, source, move);
			// The list of a folder inside is part of the only one.
			move.addresses.set(address, route(prefix, list));
			continue;
		}
		const bare = address.slice(prefix.length).replace(/\.html$/, '');
		const raw = fieldsIn(source);
		const all = [raw.categories ?? [], raw.tags ?? []].flat().map(String);
		const authors = authorsOf(raw.author ?? raw.authors);
		moved.fields = {
			slug: bare.startsWith(`${list}/`) ? bare.slice(list.length) : bare,
			author: undefined,
			authors: undefined,
			categories: undefined,
			tags: undefined,
			// Translations take these from the original.
			...(prefix === '' ? known<Fields>({ authors, tags: all.length > 0 ? [...new Set(all)] : undefined }) : {}),
		};
		if (!hasTags || prefix !== '') continue;
		for (const tag of all)
			move.addresses.set(route('tags', tag.toLowerCase().replaceAll(' ', '-')), route(list, 'tags', slugify(tag)));
	}
	// The posts, and what lies beside them.
	for (const [path, moved] of [...move.files].filter(([name]) => place(name) !== name && name.startsWith('content/'))) {
		move.files.delete(path);
		move.files.set(place(path), moved);
	}
	return known({ path: list.slice(1), title: home && frontMatterOf(home.source).title });
}

/** Writes the mark after an excerpt as docsgen reads it in a post; in docs, it has no meaning. */
export function moveExcerpts(move: Move): void {
	for (const [path, moved] of move.files) {
		const end = /^content\/(?:[^/]+\/)?blog\//.test(path) ? '<!-- truncate -->' : '';
		if (moved.text !== undefined)
			moved.text = outsideCode(moved.text, (part) => part.replace(/<!--[ \t]*more[ \t]*-->/, end));
	}
}

function isSection(file: string): boolean {
	return /(?:^|\/)_index\.\w+$/.test(file);
}

/** The section with the most posts: its name is one of a blog, and most of its pages have a date. */
function blogIn(pages: HugoPage[]): string | undefined {
	const counts = new Map<string, { all: number; dated: number }>();
	for (const { file, source } of pages) {
		const [section = ''] = file.split('/');
		if (!BLOG.test(section) || isSection(file)) continue;
		const { all, dated } = counts.get(section) ?? { all: 0, dated: 0 };
		counts.set(section, { all: all + 1, dated: dated + (frontMatterOf(source).date === undefined ? 0 : 1) });
	}
	const [first] = [...counts]
		.filter(([, { all, dated }]) => dated * 2 > all)
		.sort(([, one], [, other]) => other.all - one.all);
	return first?.[0];
}
