/**
 * Converts HTML elements for the Markdown copy: links, images, emphasis, code and tables to Markdown, items to separate
 * lines, a summary to bold text. Elements that Markdown lacks keep their tags if they have a meaning; of others, only
 * the content remains.
 */
import { escapeAttribute } from '../../model/html.ts';
import { BLOCK } from '../engine/elements.ts';
import type { JsxTag } from '../engine/jsx.ts';
import { BREAK, type CopyPart, JOIN } from '../engine/markdown-copy.ts';
import type { PageWriter } from '../engine/walk.ts';
import { type Address, copyUrl } from './links.ts';

/** The URLs of an element: the target of a link, the source of media. */
export interface WrittenTag {
	address?: Address;
	src?: CopyPart;
}

/** Callbacks at the start of the element, with its URLs, and at its end. */
interface CopyHooks {
	open?(written: WrittenTag): void;
	close?(): void;
}

type Values = ReadonlyMap<string, unknown>;

/** Elements that show media. */
const MEDIA = /^(?:img|video|audio|iframe|embed)$/;

/** An element in a paragraph: its tags are replaced. */
export function inlineCopy(walk: PageWriter, tag: JsxTag, name: string, values: Values): CopyHooks {
	const { copy } = walk;
	const put = (...parts: CopyPart[]): void => copy.replace(tag.start, tag.end, ...parts);
	const end = (...parts: CopyPart[]): void => copy.replaceHere(...parts);
	if (name === 'a' && values.has('href') && tag.form === 'open') {
		let part: CopyPart = '';
		return {
			open({ address }) {
				part = address ? copyUrl(address) : '';
				put('[');
			},
			close: () => end('](', part, ')'),
		};
	}
	if (MEDIA.test(name)) return { open: ({ src }) => put(...medium(name, values, src)) };
	if (name === 'br') return { open: () => put(copy.isCell ? '<br>' : ' ') };
	if (name === 'summary') {
		const [start, close] = marksOf(copy.source, tag, '**') ?? ['', ''];
		return { open: () => put(start), close: () => end(close + BREAK) };
	}
	const table = tableCopy(walk, name, true);
	if (table)
		return {
			open() {
				put();
				table.open?.({});
			},
			close() {
				end();
				table.close?.();
			},
		};
	if (name === 'dt') return { open: () => put(`${BREAK}- `), close: () => end(`:${JOIN}`) };
	if (name === 'dd') return { open: () => put(JOIN), close: () => end(BREAK) };
	if (Object.hasOwn(MARKS, name) || KEPT.test(name)) {
		const [start, close] = (tag.form === 'open' && marksOf(copy.source, tag, MARKS[name])) || kept(name, values);
		return { open: () => put(start), close: () => end(close) };
	}
	const [, level] = /^h([1-6])$/.exec(name) ?? [];
	const sign = name === 'li' ? '- ' : level ? `${'#'.repeat(Number(level))} ` : '';
	return BLOCK.has(name) ? { open: () => put(BREAK + sign), close: () => end(BREAK) } : {};
}

/** An element on separate lines. */
export function blockCopy(walk: PageWriter, tag: JsxTag, name: string, values: Values): CopyHooks {
	const { copy } = walk;
	if (MEDIA.test(name)) return { open: ({ src }) => copy.block(medium(name, values, src)) };
	if (name === 'hr') return { open: () => copy.block(['---']) };
	const table = tag.form === 'open' ? tableCopy(walk, name, false) : undefined;
	if (table) return table;
	const around = name === 'li' ? ['- ', '  '] : name === 'blockquote' ? ['> ', '> '] : undefined;
	if (!around || tag.form !== 'open') return {};
	const [first = '', rest = ''] = around;
	return { open: () => copy.enter(first, rest), close: () => copy.leave() };
}

/** The part of a table. */
function tableCopy({ copy }: PageWriter, name: string, isInline: boolean): CopyHooks | undefined {
	if (name === 'table') return { open: () => copy.openTable(), close: () => copy.closeTable(isInline) };
	if (name === 'tr') return { open: () => copy.openRow() };
	if (name === 'td' || name === 'th') return { open: () => copy.openCell(), close: () => copy.closeCell() };
	return undefined;
}

/** Elements with marks in Markdown. */
const MARKS: Readonly<Record<string, string>> = {
	b: '**',
	strong: '**',
	i: '*',
	em: '*',
	del: '~~',
	s: '~~',
	strike: '~~',
	code: '`',
	tt: '`',
};
/** Elements that have none, and a meaning without which the text is wrong: 10 to the power of 6 is not 106. */
const KEPT = /^(?:abbr|ins|kbd|mark|q|rp|rt|ruby|samp|sub|sup|u|var)$/;

/** The marks around an element, if Markdown reads them as marks where it is. */
function marksOf(source: string, tag: JsxTag, mark = ''): [open: string, close: string] | undefined {
	const end = source.indexOf(`</${tag.name}`, tag.end);
	const inner = end < 0 ? '' : source.slice(tag.end, end);
	if (mark === '' || /^$|^\s|\s$|\n/.test(inner) || inner.includes(mark.charAt(0))) return undefined;
	if (mark.startsWith('*') && /<(?:b|strong|i|em)\b/i.test(inner)) return undefined;
	if (mark === '`' && /[&<\\*_[{]/.test(inner)) return undefined;
	const after = source.slice(source.indexOf('>', end) + 1).charAt(0);
	const isInWord = /[\p{L}\p{N}]/u.test(source.charAt(tag.start - 1) + after);
	return isInWord && !/^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/u.test(inner) ? undefined : [mark, mark];
}

/** The tags of an element. Of its attributes, only the long form of an abbreviation is a text. */
function kept(name: string, values: Values): [open: string, close: string] {
	const title = values.get('title');
	const attribute = name === 'abbr' && title !== undefined ? ` title="${escapeAttribute(String(title))}"` : '';
	return [`<${name}${attribute}>`, `</${name}>`];
}

function medium(name: string, values: Values, src: CopyPart = ''): CopyPart[] {
	const words = String(values.get('alt') ?? values.get('title') ?? values.get('aria-label') ?? '');
	if (name === 'img') return src === '' ? [words] : [`![${words}](`, src, ')'];
	return src === '' ? [] : [`[${words || name}](`, src, ')'];
}
