/** Headings and sections of a page's Markdown copy. */
import GithubSlugger, { slug } from 'github-slugger';
import { Fences } from '../../content/code/fence.ts';

interface Heading {
	/** Index of its line. */
	line: number;
	level: number;
	text: string;
	id: string;
}

function outline(lines: readonly string[]): Heading[] {
	const slugger = new GithubSlugger();
	const headings: Heading[] = [];
	const fences = new Fences();
	for (const [line, text] of lines.entries()) {
		const [, signs = '', title = ''] = fences.next(text) ? [] : (/^(#{1,6}) (.+)$/.exec(text) ?? []);
		if (title === '') continue;
		const plain = title.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
		headings.push({ line, level: signs.length, text: plain, id: slugger.slug(plain) });
	}
	return headings;
}

/** The text of the heading with this anchor in a page's HTML, as plain text. */
export function headingById(html: string, id: string): string | undefined {
	const headings = html.matchAll(/<h([1-6])\b[^>]*?\sid="([^"]*)"[^>]*>(.*?)<\/h\1>/gs);
	const [, , , inner] = [...headings].find(([, , own]) => own === id) ?? [];
	return inner
		?.replace(/<[^>]*>/g, '')
		.replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
}

/** The texts of the headings below the title. */
export function headingsOf(markdown: string): string[] {
	return outline(markdown.split('\n')).flatMap(({ level, text }) => (level > 1 ? text : []));
}

/** A section with its heading and subsections, by the heading's text or ID; undefined if there is none. */
export function sectionByHeading(markdown: string, heading: string): string | undefined {
	const lines = markdown.split('\n');
	const headings = outline(lines);
	const wanted = slug(heading.replace(/^#+\s*/, ''));
	const index = headings.findIndex(({ id }) => id === wanted);
	const [own, ...following] = headings.slice(index < 0 ? headings.length : index);
	if (!own) return undefined;
	const end = following.find(({ level }) => level <= own.level)?.line;
	return `${lines.slice(own.line, end).join('\n').trimEnd()}\n`;
}
