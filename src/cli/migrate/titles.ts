/** Titles of pages without one: other tools take them from their sidebar, where docsgen would make one of the file's name. */
import { titleIn } from './links-sidebar.ts';
import { fieldsOf, listOf, type Move, type Moved, type OldSite, textOf } from './old-site.ts';
import { docIdOf, frontMatterOf, markdownOf, splitFrontMatter } from './page-files.ts';

const DOC = /^content\/docs\/.*\.mdx?$/;
/** The first heading of a page, if it is a section, as a line. */
const SECTION = /^(\s*(?:<!--[\s\S]*?-->\s*)?)#(#[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*(?:\n|$))/;

/** Gives pages without a title the one that the sidebar has for them, and the home page the name of the site. */
export function nameUntitled(move: Move, { flavour }: OldSite): void {
	// Its sidebars name the entries alone.
	if (flavour === 'docusaurus') return;
	const labels = new Map(listOf(Object.values(move.sidebars.get('current') ?? {}).flat()).flatMap(labelsIn));
	for (const [path, moved] of move.files) {
		if (!DOC.test(path) || moved.source === undefined || moved.address === undefined) continue;
		const label = labels.get(docIdOf(path, moved)) ?? (moved.address === '/' ? move.config.title : undefined);
		if (label !== undefined && !hasTitle(moved)) giveTitle(moved, label);
	}
}

function labelsIn(item: unknown): [id: string, label: string][] {
	const { id, label, link, items } = fieldsOf(item);
	const own = textOf(id) ?? textOf(fieldsOf(link).id);
	const name = textOf(label);
	return [...(own === undefined || !name ? [] : [[own, name] as [string, string]]), ...listOf(items).flatMap(labelsIn)];
}

function hasTitle({ source = '', text, fields }: Moved): boolean {
	if (fields?.title !== undefined || frontMatterOf(source).title !== undefined) return true;
	const [, body] = splitFrontMatter(text ?? markdownOf(source));
	return titleIn(source) !== '' || /<h1\b|^.+\n=+[ \t]*$/m.test(body);
}

/** A section with the same words at the start becomes the title, with the id that links use. */
function giveTitle(moved: Moved, title: string): void {
	const [head, body] = splitFrontMatter(moved.text ?? markdownOf(moved.source ?? ''));
	const [, space = '', heading = '', words = ''] = SECTION.exec(body) ?? [];
	if (bare(words.replace(/\{[^}]*\}$|<[^>]*>/g, '')) === bare(title))
		moved.text = head + space + heading + body.slice(space.length + heading.length + 1);
	else moved.fields = { title, ...moved.fields };
}

function bare(words: string): string {
	return words.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}
