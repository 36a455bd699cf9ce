/**
 * Signatures: code in TypeScript in which names are links. `[Name](<address>)` is one, as in Markdown; TypeScript has
 * nothing that looks like it. Everything else is code.
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

/** A name as a link in a signature. */
export function signatureLink(name: string, address: string): string {
	return `[${name}](<${address}>)`;
}

/** Around the number of a link, where its attributes belong. */
const MARK = '\uE000';

/** HTML with the numbers of links where their attributes belong: text at even places, numbers at odd ones. */
export function signatureHtml({ code, links }: Signature): (string | number)[] {
	const annotations = links.map(({ offset, length }, id) => ({ offset, length, id }));
	const html = renderLines(highlight(code, 'ts'), {
		annotations,
		wrap: (inner, { id }) => `<a${MARK}${id}${MARK}>${inner}</a>`,
	});
	return html.split(MARK).map((part, index) => (index % 2 === 0 ? part : Number(part)));
}
