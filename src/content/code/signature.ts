/**
 * Signatures: TypeScript code in which names can be links: `[Name](<url>)`, as in Markdown, which is not valid
 * TypeScript.
 */
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
