/**
 * Signatures: TypeScript code in which names can be links: `[Name](<url>)`, as in Markdown, which is not valid
 * TypeScript.
 */
import { highlight, renderLines } from './highlight.ts';

export interface Signature {
	/** The code without its links. */
	code: string;
	links: { offset: number; length: number; address: string }[];
}

const LINK = /\[([\p{L}\p{N}$_]+)\]\(<((?:api:|https?:)[^\s<>]+)>\)/gu;

export function readSignature(text: string): Signature {
	const links: Signature['links'] = [];
	let code = '';
	let from = 0;
	for (const { 0: whole, 1: name = '', 2: address = '', index } of text.matchAll(LINK)) {
		code += text.slice(from, index);
		links.push({ offset: code.length, length: name.length, address });
		code += name;
		from = index + whole.length;
	}
	return { code: code + text.slice(from), links };
}

/** The source of a link in a signature. */
export function signatureLink(name: string, address: string): string {
	return `[${name}](<${address}>)`;
}

/** Encloses the number of a link at the place of its attributes. */
const MARK = '\uE000';

/** HTML split at the attributes of its links: text at even indexes, the link's number at odd ones. */
export function signatureHtml({ code, links }: Signature): (string | number)[] {
	const annotations = links.map(({ offset, length }, id) => ({ offset, length, id }));
	const html = renderLines(highlight(code, 'ts'), {
		annotations,
		wrap: (inner, { id }) => `<a${MARK}${id}${MARK}>${inner}</a>`,
	});
	return html.split(MARK).map((part, index) => (index % 2 === 0 ? part : Number(part)));
}
