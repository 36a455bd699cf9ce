/**
 * What elements of HTML are in the page's Markdown, for readers that are programs: links and images what they are,
 * items and rows lines of their own, a summary bold; others nothing but what they hold.
 */
import { BLOCK } from '../engine/elements.ts';
import type { Tag } from '../engine/jsx.ts';
import { BREAK, JOIN, type TwinPart } from '../engine/twin.ts';
import type { Walk } from '../engine/walk.ts';
import { type Address, twinAddress } from './links.ts';

/** Addresses of an element, as far as it has them: where a link leads, and a medium lies. */
export interface Written {
	address?: Address;
	src?: string;
}

/** To be called where the element begins, with what was written of it, and where it ends. */
interface Twin {
	open?(written: Written): void;
	close?(): void;
}

type Values = ReadonlyMap<string, unknown>;

/** Elements that show something by themselves. */
const MEDIA = /^(?:img|video|audio|iframe|embed)$/;

/** An element in the text of a paragraph, in place of its tags. */
export function inlineTwin(walk: Walk, tag: Tag, name: string, values: Values): Twin {
	const put = (...parts: TwinPart[]): void => walk.twin.replace(tag.start, tag.end, ...parts);
	const end = (...parts: TwinPart[]): void => walk.twin.replaceHere(...parts);
	if (name === 'a' && values.has('href') && tag.form === 'open') {
		let part: TwinPart = '';
		return {
			open({ address }) {
				part = address ? twinAddress(address) : '';
				put('[');
			},
			close: () => end('](', part, ')'),
		};
	}
	if (MEDIA.test(name)) return { open: ({ src }) => put(medium(name, values, src)) };
	if (name === 'summary') return { open: () => put('**'), close: () => end(`**${BREAK}`) };
	if (name === 'td' || name === 'th') return { close: () => end(` |${JOIN}`) };
	if (name === 'dt') return { open: () => put(`${BREAK}- `), close: () => end(`:${JOIN}`) };
	if (name === 'dd') return { open: () => put(JOIN), close: () => end(BREAK) };
	if (name === 'br') return { open: () => put(' ') };
	const [, level] = /^h([1-6])$/.exec(name) ?? [];
	const sign = name === 'li' ? '- ' : name === 'tr' ? '| ' : level ? `${'#'.repeat(Number(level))} ` : '';
	return BLOCK.has(name) ? { open: () => put(BREAK + sign), close: () => end(BREAK) } : {};
}

/** An element on lines of its own. */
export function blockTwin(walk: Walk, tag: Tag, name: string, values: Values): Twin {
	if (MEDIA.test(name)) return { open: ({ src }) => walk.twin.block([medium(name, values, src)]) };
	if (name === 'hr') return { open: () => walk.twin.block(['---']) };
	const around = name === 'li' ? ['- ', '  '] : name === 'blockquote' ? ['> ', '> '] : undefined;
	if (!around || tag.form !== 'open') return {};
	const [first = '', rest = ''] = around;
	return { open: () => walk.twin.enter(first, rest), close: () => walk.twin.leave() };
}

function medium(name: string, values: Values, src = ''): string {
	const words = String(values.get('alt') ?? values.get('title') ?? values.get('aria-label') ?? '');
	if (name === 'img') return src === '' ? words : `![${words}](${src})`;
	return src === '' ? '' : `[${words || name}](${src})`;
}
