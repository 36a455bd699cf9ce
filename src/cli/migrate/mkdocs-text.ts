/** Converts the syntax of MkDocs and its Material theme: the content of a block is indented below its first line. */

/** Kinds of admonitions by the old names. */
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

/** A heading with an id among its attributes. */
const HEADING_ID = /^(#{1,6}[ \t].*?)[ \t]*\{:?(?:[^}]*\s)?(?:#|id=["']?)([\w-]+)["']?(?:\s[^}]*)?\}[ \t]*$/;

/** Converts admonitions, collapsible blocks and tabs; removes icons and attribute lists. */
export function fromMkDocs(text: string): string {
	return blocks(text.split('\n')).join('\n');
}

function blocks(lines: string[], isInner = false): string[] {
	const result: string[] = [];
	let fence = '';
	let depth = 0;
	let isTabbed = false;
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const [, marks = ''] = FENCE.exec(line) ?? [];
		if (fence !== '') {
			const isEnd = marks.startsWith(fence) && line.trim() === marks && depthOf(line) < depth + 4;
			if (isEnd) fence = '';
			result.push(line);
			continue;
		}
		if (marks !== '') {
			[fence, depth] = [marks, depthOf(line)];
			result.push(line.replace(/^([ \t]*(?:`+|~+))(.*)$/, (_, begin: string, info: string) => begin + infoOf(info)));
			continue;
		}
		const [, pad = '', sign = '', kind = '', title] = BLOCK.exec(line) ?? [];
		const [, tabPad = '', label] = TAB.exec(line) ?? [];
		if (sign === '' && label === undefined) {
			result.push(inLine(line));
			continue;
		}
		const indent = (sign === '' ? tabPad : pad).length;
		const end = endOf(lines, at + 1, indent);
		const inner = blocks(
			lines.slice(at + 1, end).map((below) => below.replace(/^(?: {4}|\t)/, '')),
			true,
		);
		if (label !== undefined) {
			const goesOn = TAB.exec(lines.slice(end).find((below) => below.trim() !== '') ?? '')?.[1]?.length === indent;
			const text = label.replaceAll('"', '&quot;');
			if (!isTabbed) result.push(`${tabPad}<Tabs>`);
			result.push(`${tabPad}<TabItem label="${text}">`, '', ...inner, '', `${tabPad}</TabItem>`);
			if (!goesOn) result.push(`${tabPad}</Tabs>`, '');
			isTabbed = goesOn;
		} else result.push(...block({ pad, sign, kind, title }, inner));
		// Skip the blank lines between two tabs.
		at = (isTabbed ? end + lines.slice(end).findIndex((below) => below.trim() !== '') : end) - 1;
	}
	// Close a fence that is still open at the end of a block.
	return fence !== '' && isInner ? [...result, fence] : result;
}

/** Converts `{ .sh .copy hl_lines="2 4-5" linenums="1" }`, also without braces, to docsgen's fence options. */
function infoOf(info: string): string {
	const words = /^\s*\{(.*)\}\s*$/.exec(info)?.[1] ?? info;
	if (words === info && !/\b(?:hl_lines|linenums)=/.test(info)) return info;
	const attribute = (name: string): string | undefined =>
		new RegExp(`${name}=["']?([^"']*)["']?`).exec(words)?.[1]?.trim();
	const [, lang = ''] = /^\s*\.?([\w+#-]+)/.exec(words) ?? [];
	const title = attribute('title');
	const first = attribute('linenums');
	const numbers = first === '1' ? 'showLineNumbers' : `showLineNumbers=${first}`;
	return [
		lang || 'text',
		...(title === undefined ? [] : [`title="${title}"`]),
		...(attribute('hl_lines') === undefined ? [] : [`{${attribute('hl_lines')?.split(/\s+/).join(',')}}`]),
		...(first === undefined ? [] : [numbers]),
	].join(' ');
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

/** Index of the first line that is not indented at least four columns more than `indent`. */
function endOf(lines: string[], from: number, indent: number): number {
	let end = from;
	for (let at = from; at < lines.length; at++) {
		const line = lines[at] ?? '';
		if (line.trim() === '') continue;
		if (depthOf(line) < indent + 4) break;
		end = at + 1;
	}
	return end;
}

/** Columns before the first character. */
function depthOf(line: string): number {
	return /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
}

/** Converts syntax within a line, outside code. */
function inLine(line: string): string {
	if (line.trim() === '[TOC]') return '';
	const [, heading, id] = HEADING_ID.exec(line) ?? [];
	if (heading !== undefined) return `${heading} {#${id}}`;
	const [, bare] = /^(#{1,6}[ \t].*?)[ \t]*\{ [^}]*\}[ \t]*$/.exec(line) ?? [];
	if (bare !== undefined) return bare;
	return line.replace(
		/(`+).*?\1|(\]\([^)\n]*\))\{:?[ .#][^}\n]*\}|:(?:material|octicons|fontawesome|simple)-[\w-]+:(?:\{[^}\n]*\})?/g,
		(whole, ticks?: string, link?: string) => (ticks === undefined ? (link ?? '') : whole),
	);
}
