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

/**
 * The most bytes of an answer. Clients refuse more than 25,000 tokens; a token is four bytes of English, and three of
 * code or of Chinese.
 */
const MAX_BYTES = 60_000;

/** A text in parts of at most `max` bytes, which end before a heading, else at a blank line, else where they must. */
export function answerParts(text: string, max = MAX_BYTES): string[] {
	const fences = new Fences();
	const lines = text.split(/(?<=\n)/).map((line) => {
		const isCode = fences.next(line.trimEnd()) !== undefined;
		const rank = isCode ? 0 : /^#{1,6} /.test(line) ? 2 : line.trim() === '' ? 1 : 0;
		return { text: line, rank };
	});
	const parts: string[] = [];
	let part: typeof lines = [];
	let bytes = 0;
	const end = (count: number): void => {
		parts.push(
			part
				.slice(0, count)
				.map((line) => line.text)
				.join(''),
		);
		part = part.slice(count);
		bytes = part.reduce((sum, line) => sum + Buffer.byteLength(line.text), 0);
	};
	for (const line of lines.flatMap((whole) => piecesOf(whole.text, max).map((text) => ({ ...whole, text })))) {
		const size = Buffer.byteLength(line.text);
		while (part.length > 0 && bytes + size > max) {
			// The line that comes next may be the heading itself.
			const ranks = [...part, line].map(({ rank }) => rank);
			const best = [2, 1].map((rank) => ranks.lastIndexOf(rank)).find((at) => at > 0);
			end(best ?? part.length);
		}
		part.push(line);
		bytes += size;
	}
	if (part.length > 0 || parts.length === 0) end(part.length);
	return parts;
}

/** A line in pieces of at most `max` bytes. */
function piecesOf(line: string, max: number): string[] {
	if (Buffer.byteLength(line) <= max) return [line];
	const pieces = [''];
	let bytes = 0;
	for (const sign of line) {
		const size = Buffer.byteLength(sign);
		if (bytes + size > max) {
			pieces.push('');
			bytes = 0;
		}
		pieces[pieces.length - 1] += sign;
		bytes += size;
	}
	return pieces;
}
