/**
 * Converts texts of doc comments to the Markdown dialect. They are data: Markdown in them is formatted, all other syntax
 * of pages is escaped, and URLs are kept only if they point to the web or to a page of the site.
 */
import { languageName } from '../../../content/code/highlight.ts';
import { CodeLines } from './comment-text.ts';
import { code, link } from './markdown.ts';

/** A link in a comment: `{@link Shop.open the word}`, `[the word](Shop.open)`. */
export interface WrittenLink {
	/** `markdown` and `wiki` (`[[Shop]]`) may be something else than a link to a symbol. `image` is the URL of one. */
	kind: 'link' | 'linkcode' | 'linkplain' | 'markdown' | 'wiki' | 'image';
	/** A name or a URL. */
	target: string;
	/** Empty if the link shows its target. */
	label: string;
	/** Number of line breaks above it in the text. */
	line: number;
}

/** The target of a link: undefined if there is none, without a URL for a symbol without a page. */
export type Follow = (link: WrittenLink) => { url?: string; name?: string } | undefined;

/** Delimiters around the number of a link, in the text of a comment. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const PLACEHOLDER = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');

/** A whole text: paragraphs, lists, code. All code is in fences (`withFences`). */
export function commentMarkdown(source: string, follow: Follow): string {
	const done: string[] = [];
	const links: string[] = [];
	let text: string[] = [];
	const flush = (end: number): void => {
		if (text.length === 0) return;
		const marked = withPlaceholders(text.join('\n'), end - text.length, links, follow);
		const held = (_: string, index: string): string => (links[Number(index)] ?? '').replace(PLACEHOLDER, held);
		done.push(escapedText(marked).replace(PLACEHOLDER, held));
		text = [];
	};
	const lines = new CodeLines();
	let end = '';
	const all = source.split('\n');
	for (const [at, line] of all.entries()) {
		const read = lines.next(line);
		if (read.kind === 'text') {
			text.push(line.replace(/[\uE000\uE001]/g, ''));
			// Inline code and links cannot span paragraphs.
			if (line.trim() === '') flush(at + 1);
			continue;
		}
		flush(at);
		if (read.kind === 'open') {
			end = read.mark;
			const info = languageName(read.lang) === undefined ? '' : `signature ${read.lang}`;
			done.push(`${read.before}${read.mark}${info}`);
		} else done.push(line);
		if (read.kind === 'close') end = '';
	}
	flush(all.length);
	return [...done, ...(end === '' ? [] : [end])].join('\n').trim();
}

/** A code span, `{@link …}` with a label in brackets before it, a link of Markdown, `[[Name]]`. */
const LINK =
	/(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|(?:(?<!!)\[([^[\]]*)\])?\{@(link|linkcode|linkplain)\s+([^{}]*)\}|(?<![!\]])\[([^[\]]*)\]\(\s*<?([^()\s<>]+(?:\(\))?)>?(?:\s+"[^"]*")?\s*\)|\[\[([\w$.#~]+)(?:\s*[\s|]\s*([^[\]]+))?\]\]/g;

/** A code span, an image of Markdown, one of HTML. */
const IMAGE =
	/(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|!\[([^[\]]*)\]\(\s*<?([^()\s<>]+)>?(?:\s+"([^"]*)")?\s*\)|<img\b([^<>]*)>/gi;

/** Replaces images by placeholders; one that cannot be shown, by its words. */
function withImages(text: string, above: number, links: string[], follow: Follow): string {
	return text.replace(IMAGE, (whole: string, ...groups: (string | number | undefined)[]) => {
		const [ticks, alt, to, title = '', attributes = ''] = groups.map((group) => group?.toString());
		if (ticks !== undefined) return whole;
		const attribute = (name: string): string =>
			new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
				.exec(attributes)
				?.slice(1)
				.find(Boolean) ?? '';
		const url = to ?? attribute('src');
		const words = [alt ?? attribute('alt'), title || attribute('title')];
		const line = above + text.slice(0, Number(groups.at(-2))).split('\n').length - 1;
		const shown = follow({ kind: 'image', target: url, label: words.join(' '), line })?.url;
		if (shown === undefined) return words.join(' ').trim();
		const [name = '', more = ''] = words.map((each) => escapedText(each).replace(/["[\]]/g, ''));
		return `${OPEN}${links.push(`![${name}](${shown}${more === '' ? '' : ` "${more}"`})`) - 1}${CLOSE}`;
	});
}

/** Replaces images and links to symbols by placeholders, so that they are not escaped. */
function withPlaceholders(written: string, above: number, links: string[], follow: Follow): string {
	const text = withImages(written, above, links, follow);
	return text.replace(LINK, (whole: string, ...groups: (string | number | undefined)[]) => {
		const [, before, kind, inner, label = '', to, name, named = ''] = groups.map((group) => group?.toString());
		const line = above + text.slice(0, Number(groups.at(-2))).split('\n').length - 1;
		const hold = (markdown: string): string => `${OPEN}${links.push(markdown) - 1}${CLOSE}`;
		if (to !== undefined) {
			if (isSafe(to)) return whole;
			const url = follow({ kind: 'markdown', target: to, label, line })?.url;
			return url === undefined ? label : hold(link(escapedText(label), url));
		}
		if (name !== undefined) {
			const url = follow({ kind: 'wiki', target: name, label: named, line })?.url;
			return url === undefined ? whole : hold(link(named === '' ? code(name) : escapedText(named), url));
		}
		if (kind !== 'link' && kind !== 'linkcode' && kind !== 'linkplain') return whole;
		return hold(inlineTag(kind, inner ?? '', before, line, follow));
	});
}

/** `{@link Shop.open the word}`; a name is code, and so are the words of `linkcode`. */
function inlineTag(
	kind: 'link' | 'linkcode' | 'linkplain',
	inner: string,
	before: string | undefined,
	line: number,
	follow: Follow,
): string {
	const [, target = '', own = ''] = /^((?:'[^']*'|"[^"]*"|[^\s|])+)\s*\|?\s*([\s\S]*)$/.exec(inner.trim()) ?? [];
	const label = (before ?? own).replace(/\s+/g, ' ').trim();
	const found = follow({ kind, target, label, line });
	const isName = label === '' || label === target;
	const words = (isName ? (found?.name ?? withoutSelectors(target)) : label).replace(/[[\]]/g, '');
	const isCode = kind === 'linkcode' || (kind === 'link' && isName && !isSafe(target));
	return link(isCode ? code(words.replaceAll('`', '')) : escapedText(words), found?.url);
}

/** A declaration reference without what TSDoc adds to tell declarations apart: `(Shop:class).(open:static)` → `Shop.open`. */
function withoutSelectors(target: string): string {
	return target.replace(/\(([^():]*):(\w+)\)/g, (_, name: string, kind: string) => name || kind);
}

/** The first paragraph of Markdown, as one line. */
export function firstParagraph(text: string): string {
	const [first = ''] = text
		.split(/\n\s*\n|(?<=^|\n)[ \t]*(?:`{3}|~{3})|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t])/)
		.filter((block) => block.trim() !== '');
	return first
		.replace(/^[ \t]*(?:[-*+>][ \t]+|\d+[.)][ \t]+)/gm, '')
		.replace(/\s*\n\s*/g, ' ')
		.trim();
}

/** The plain text of a line of Markdown. */
export function plainWords(line: string): string {
	return line
		.replace(/\[((?:[^\]\\]|\\.)*)\]\((?:<[^>]*>|[^()\s]*)\)/g, '$1')
		.replace(/\\(.)|[`*~]+/g, '$1')
		.trim();
}

/** Whether a URL in a comment is allowed: the web, mail, or a path of the site. */
export function isSafe(url: string): boolean {
	return /^(?:https?|mailto):[^\s"<>]+$/i.test(url) || /^\/(?!\/)[^\s"<>\\]*$/.test(url);
}

/** Syntax of the dialect at the start of a line, with its replacement. */
const LINES: readonly [RegExp, string][] = [
	[/^([ \t]*)#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, '$1**$2**'],
	[/^([ \t]*)(?=:\s|@)|(?<=\n)([ \t]*)(?=(?:=+|-{2,})[ \t]*$)/gm, '$1$2\\'],
	[/^([ \t]*)i(?=mport\b)/gm, '$1&#105;'],
	[/^([ \t]*)e(?=xport\b)/gm, '$1&#101;'],
];
/** Syntax anywhere in text, with its replacement. */
const TEXT: readonly [RegExp, string][] = [
	[/[{$]|<(?!https?:\/\/[^\s<>]+>)|&(?!#10[15];)(?=#?\w+;)|:(?=::|[\w+-]+:)|\[(?=[\^![])/g, '\\$&'],
];

/** Escapes text outside fences; inline code stays unchanged. */
function escapedText(text: string): string {
	const parts = rewritten(text, LINES).split(/((?<!`)(`+)(?!`)[\s\S]*?[^`]\2(?!`))/);
	// The split leaves the delimiter of each code span after the span: drop it.
	return parts
		.map((part, index) => (index % 3 === 0 ? unlinked(rewritten(part, TEXT)) : index % 3 === 1 ? part : ''))
		.join('');
}

function rewritten(text: string, rules: readonly [RegExp, string][]): string {
	return rules.reduce((done, [what, instead]) => done.replace(what, instead), text);
}

/** Removes links to unsafe URLs, but keeps their text. */
function unlinked(text: string): string {
	return text
		.replace(
			/\[([^[\]]*)\]\(\s*<?([^()\s>]*(?:\([^()\s]*\)[^()\s>]*)*)>?[^()]*\)/g,
			(whole, inner: string, to: string) => (isSafe(to) ? whole : inner),
		)
		.replace(/^([ \t]*)\[([^[\]]+)\]:[ \t]*(\S*).*$/gm, (whole, indent: string, name: string, to: string) =>
			isSafe(to) ? whole : `${indent}\\[${name}]:`,
		)
		.replace(/\](?=\(\s*<?([^()\s>]*))/g, (whole, to: string) => (isSafe(to) ? whole : '\\]'));
}
