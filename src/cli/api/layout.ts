/**
 * Lays code out over lines: what fits stands on one line, what does not is broken at its outermost places first
 * (after Wadler, "A prettier printer"). Knows nothing of TypeScript. Linear: the width of a part is known when made.
 */
import type { TokenKind } from '../../content/highlight.ts';

/** A stretch of code; `to` names what it links to. */
export interface Word {
	text: string;
	kind: TokenKind;
	to?: number;
}

export type Doc =
	| (Word & { is: 'word'; width: number })
	| { is: 'list'; parts: Doc[]; width: number }
	/** Its lines are all broken, or none is. */
	| { is: 'group'; inner: Doc; width: number }
	| { is: 'indent'; inner: Doc; width: number }
	/** A break where the group is broken, else `flat`. */
	| { is: 'line'; flat: string; width: number }
	/** One text where the group is broken, another where it is not. */
	| { is: 'either'; broken: Doc; flat: Doc; width: number };

export function word(text: string, kind: TokenKind = '', to?: number): Doc {
	return { is: 'word', text, kind, width: text.length, ...(to === undefined ? {} : { to }) };
}

export function list(...parts: (Doc | string)[]): Doc {
	const docs = parts.map((part) => (typeof part === 'string' ? word(part) : part));
	return { is: 'list', parts: docs, width: docs.reduce((sum, part) => sum + part.width, 0) };
}

export function group(...parts: (Doc | string)[]): Doc {
	const inner = list(...parts);
	return { is: 'group', inner, width: inner.width };
}

export function indent(...parts: (Doc | string)[]): Doc {
	const inner = list(...parts);
	return { is: 'indent', inner, width: inner.width };
}

/** A space, or a break. */
export const LINE: Doc = { is: 'line', flat: ' ', width: 1 };
/** Nothing, or a break. */
export const SOFT: Doc = { is: 'line', flat: '', width: 0 };
/** A break, whatever the width. */
export const HARD: Doc = { is: 'line', flat: '', width: Number.POSITIVE_INFINITY };

export function either(broken: string, flat: string): Doc {
	return { is: 'either', broken: word(broken), flat: word(flat), width: flat.length };
}

export function join(parts: Doc[], between: Doc): Doc {
	return list(...parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])));
}

const TAB = '  ';

/** The words of each line, no line wider than `width` characters where that can be. */
export function layOut(doc: Doc, width: number): Word[][] {
	const lines: Word[][] = [[]];
	let column = 0;
	const add = (text: string, kind: TokenKind, to?: number): void => {
		if (text === '') return;
		lines.at(-1)?.push({ text, kind, ...(to === undefined ? {} : { to }) });
		column += text.length;
	};
	/** `rest` is the width of what clings to the part's end. */
	const visit = (part: Doc, depth: number, broken: boolean, rest: number): void => {
		switch (part.is) {
			case 'word':
				add(part.text, part.kind, part.to);
				break;
			case 'list':
				for (const [index, inner] of part.parts.entries())
					visit(inner, depth, broken, index === part.parts.length - 1 ? rest : nextWidth(part.parts[index + 1]));
				break;
			case 'group':
				visit(part.inner, depth, column + part.width + rest > width, rest);
				break;
			case 'indent':
				visit(part.inner, depth + 1, broken, rest);
				break;
			case 'either':
				visit(broken ? part.broken : part.flat, depth, broken, rest);
				break;
			case 'line':
				if (broken) lines.push([]);
				if (broken) column = 0;
				add(broken ? TAB.repeat(depth) : part.flat, '');
		}
	};
	visit(doc, 0, true, 0);
	return lines.map(withoutTrailingSpace);
}

/** A break after `:` or `=` takes the place of a space. */
function withoutTrailingSpace(line: Word[]): Word[] {
	const last = line.at(-1);
	if (last === undefined || last.text === last.text.trimEnd()) return line;
	const text = last.text.trimEnd();
	return text === '' ? withoutTrailingSpace(line.slice(0, -1)) : [...line.slice(0, -1), { ...last, text }];
}

/** What clings to the part before: a bracket or a comma. */
function nextWidth(next: Doc | undefined): number {
	return next?.is === 'word' && next.width <= 3 ? next.width : 0;
}

/** Lines as plain text. */
export function plain(lines: Word[][]): string {
	return lines
		.map((line) =>
			line
				.map(({ text }) => text)
				.join('')
				.trimEnd(),
		)
		.join('\n');
}
