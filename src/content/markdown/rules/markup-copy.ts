/**
 * Converts HTML elements for the Markdown copy: links and images to Markdown, items and rows to separate lines, a
 * summary to bold text; of others, only the content remains.
 */
import { BLOCK } from '../engine/elements.ts';
import type { Tag } from '../engine/jsx.ts';
import { BREAK, type CopyPart, JOIN } from '../engine/markdown-copy.ts';
import type { Walk } from '../engine/walk.ts';
import { type Address, copyUrl } from './links.ts';

/** The URLs of an element: the target of a link, the source of media. */
export interface Written {
	address?: Address;
	src?: CopyPart;
}

/** Callbacks at the start of the element, with its URLs, and at its end. */
interface CopyHooks {
	open?(written: Written): void;
	close?(): void;
}

type Values = ReadonlyMap<string, unknown>;

/** Elements that show media. */
const MEDIA = /^(?:img|video|audio|iframe|embed)$/;

/** An element in a paragraph: its tags are replaced. */
export function inlineCopy(walk: Walk, tag: Tag, name: string, values: Values): CopyHooks {
	const put = (...parts: CopyPart[]): void => walk.copy.replace(tag.start, tag.end, ...parts);
	const end = (...parts: CopyPart[]): void => walk.copy.replaceHere(...parts);
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
	if (name === 'summary') return { open: () => put('**'), close: () => end(`**${BREAK}`) };
	if (name === 'td' || name === 'th') return { close: () => end(` |${JOIN}`) };
	if (name === 'dt') return { open: () => put(`${BREAK}- `), close: () => end(`:${JOIN}`) };
	if (name === 'dd') return { open: () => put(JOIN), close: () => end(BREAK) };
	if (name === 'br') return { open: () => put(' ') };
	const [, level] = /^h([1-6])$/.exec(name) ?? [];
	const sign = name === 'li' ? '- ' : name === 'tr' ? '| ' : level ? `${'#'.repeat(Number(level))} ` : '';
	return BLOCK.has(name) ? { open: () => put(BREAK + sign), close: () => end(BREAK) } : {};
}

/** An element on separate lines. */
export function blockCopy(walk: Walk, tag: Tag, name: string, values: Values): CopyHooks {
	if (MEDIA.test(name)) return { open: ({ src }) => walk.copy.block(medium(name, values, src)) };
	if (name === 'hr') return { open: () => walk.copy.block(['---']) };
	const around = name === 'li' ? ['- ', '  '] : name === 'blockquote' ? ['> ', '> '] : undefined;
	if (!around || tag.form !== 'open') return {};
	const [first = '', rest = ''] = around;
	return { open: () => walk.copy.enter(first, rest), close: () => walk.copy.leave() };
}

function medium(name: string, values: Values, src: CopyPart = ''): CopyPart[] {
	const words = String(values.get('alt') ?? values.get('title') ?? values.get('aria-label') ?? '');
	if (name === 'img') return src === '' ? [words] : [`![${words}](`, src, ')'];
	return src === '' ? [] : [`[${words || name}](`, src, ')'];
}
