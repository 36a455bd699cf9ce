/** The notation of MkDocs and its Material theme: blocks that hold what is indented below their first line. */

/** Kinds of admonition that are called otherwise here. */
const KINDS: Record<string, string> = {
	...named('note', 'note quote cite'),
	...named('info', 'info abstract summary tldr todo question help faq example'),
	...named('tip', 'tip hint important success check done'),
	...named('caution', 'warning caution attention'),
	...named('danger', 'danger error failure fail missing bug'),
};

function named(kind: string, words: string): Record<string, string> {
	return Object.fromEntries(words.split(' ').map((word) => [word, kind]));
}

const BLOCK = /^([ \t]*)(!!!|\?\?\?\+?)[ \t]+([\w-]+)[\w \t-]*?(?:[ \t]+"(.*)")?[ \t]*$/;
const TAB = /^([ \t]*)===[!+]?[ \t]+"(.*)"[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** Admonitions, folded blocks and tabs as they are written here; icons and lists of attributes go. */
export function fromMkDocs(text: string): string {
	return blocks(text.split('\n')).join('\n');
}

function blocks(lines: string[]): string[] {
	const result: string[] = [];
	let fence = '';
	let isTabbed = false;
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const [, marks = ''] = FENCE.exec(line) ?? [];
		if (fence === '' && marks !== '') fence = marks;
		else if (fence !== '') {
			if (marks.startsWith(fence)) fence = '';
			result.push(line);
			continue;
		}
		const [, pad = '', sign = '', kind = '', title] = (fence === '' && BLOCK.exec(line)) || [];
		const [, tabPad = '', label] = (fence === '' && TAB.exec(line)) || [];
		if (sign === '' && label === undefined) {
			result.push(fence === '' ? inLine(line) : line);
			continue;
		}
		const indent = (sign === '' ? tabPad : pad).length;
		const end = endOf(lines, at + 1, indent);
		const inner = blocks(lines.slice(at + 1, end).map((below) => below.replace(/^(?: {4}|\t)/, '')));
		if (label !== undefined) {
			const goesOn = TAB.exec(lines.slice(end).find((below) => below.trim() !== '') ?? '')?.[1]?.length === indent;
			const text = label.replaceAll('"', '&quot;');
			if (!isTabbed) result.push(`${tabPad}<Tabs>`);
			result.push(`${tabPad}<TabItem label="${text}">`, '', ...inner, '', `${tabPad}</TabItem>`);
			if (!goesOn) result.push(`${tabPad}</Tabs>`, '');
			isTabbed = goesOn;
		} else result.push(...block({ pad, sign, kind, title }, inner));
		// What stands between two tabs is empty.
		at = (isTabbed ? end + lines.slice(end).findIndex((below) => below.trim() !== '') : end) - 1;
	}
	return result;
}

interface Block {
	pad: string;
	sign: string;
	kind: string;
	title?: string;
}

function block({ pad, sign, kind, title }: Block, inner: string[]): string[] {
	const own = KINDS[kind.toLowerCase()] ?? 'note';
	const words = title || (own === kind ? '' : kind.replace(/^\w/, (letter) => letter.toUpperCase()));
	if (sign !== '!!!')
		return [
			`${pad}<details${sign.endsWith('+') ? ' open' : ''}>`,
			`${pad}<summary>${words || kind}</summary>`,
			'',
			...inner,
			'',
			`${pad}</details>`,
			'',
		];
	const deepest = Math.max(2, ...inner.map((line) => /^[ \t]*(:{3,})/.exec(line)?.[1]?.length ?? 0));
	const colons = ':'.repeat(deepest + 1);
	return [`${pad}${colons}${own}${words === '' ? '' : `[${words}]`}`, '', ...inner, '', `${pad}${colons}`, ''];
}

/** The line behind what is indented by four more than `indent`. */
function endOf(lines: string[], from: number, indent: number): number {
	let end = from;
	for (let at = from; at < lines.length; at++) {
		const line = lines[at] ?? '';
		if (line.trim() === '') continue;
		if ((/^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0) < indent + 4) break;
		end = at + 1;
	}
	return end;
}

/** Outside of code in the line. */
function inLine(line: string): string {
	if (line.trim() === '[TOC]') return '[[toc]]';
	return line.replace(
		/(`+).*?\1|(\]\([^)\n]*\))\{:?[ .#][^}\n]*\}|:(?:material|octicons|fontawesome|simple)-[\w-]+:(?:\{[^}\n]*\})?/g,
		(whole, ticks?: string, link?: string) => (ticks === undefined ? (link ?? '') : whole),
	);
}
