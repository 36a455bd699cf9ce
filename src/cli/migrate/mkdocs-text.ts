/** Converts the blocks of MkDocs, its Material theme and Python-Markdown's extensions. */
import { Fences } from './docsgen.ts';
import { type Extensions, inLine, withAbbreviations, withoutIcons } from './mkdocs-inline.ts';
import { all, table } from './table.ts';
import { outsideCode } from './texts.ts';

/** Kinds of admonitions by the old names. */
const KINDS = table({
	...all('note quote cite', 'note'),
	...all('info abstract summary tldr todo question help faq example', 'info'),
	...all('tip hint important success check done', 'tip'),
	...all('warning caution attention', 'caution'),
	...all('danger error failure fail missing bug', 'danger'),
});

const BLOCK = /^([ \t]*)(!!!|\?\?\?\+?)[ \t]+([\w-]+)[\w \t-]*?(?:[ \t]+"(.*)")?[ \t]*$/;
const TAB = /^([ \t]*)===[!+]?[ \t]+"(.*)"[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** `/// note | Title`: the type of the block, and what its type makes of the rest. */
const SLASHES = /^([ \t]*)(\/{3,})[ \t]+([a-z][\w-]*)[ \t]*(?:\|[ \t]*(.*?))?[ \t]*$/;
/** A tag with Markdown in it, alone in its line. */
const HOLDER = /^([ \t]*)<(\w+)([^>]*?)[ \t]markdown(?:=["']?\w*["']?)?([^>]*)>[ \t]*$/;

/**
 * Converts admonitions, collapsible blocks and tabs, in the notations with an indented block and with slashes, HTML with
 * Markdown in it, grids of cards, attributes and marks.
 */
export function fromMkDocs(text: string, extensions: Extensions): string {
	return withAbbreviations(blocks(text.split('\n'), extensions).join('\n'), outsideCode);
}

/** The content at a line: a block with its content, and the first line after it. */
type Begun = { inner: string[]; end: number; pad: string } & (
	| { kind: 'box'; sign: string; type: string; title?: string }
	| { kind: 'tab'; label: string }
	| { kind: 'html'; open: string; close: string }
	| { kind: 'plain' }
	| { kind: 'cards' }
);

/** The block that starts at a line. */
function blockAt(lines: string[], at: number): Begun | undefined {
	const line = lines[at] ?? '';
	const [, pad = '', sign = '', type = '', title] = BLOCK.exec(line) ?? [];
	const [, tabPad = '', label] = TAB.exec(line) ?? [];
	if (sign !== '' || label !== undefined) {
		const own = sign === '' ? tabPad : pad;
		const end = endOf(lines, at + 1, own.length);
		const inner = lines.slice(at + 1, end).map((below) => below.replace(/^(?: {4}|\t)/, ''));
		return label === undefined
			? { kind: 'box', sign, type, title, inner, end, pad: own }
			: { kind: 'tab', label, inner, end, pad: own };
	}
	return slashedAt(lines, at) ?? heldAt(lines, at);
}

/** Index of the line that closes what starts at `at`; lines in fences close nothing. */
function closeOf(lines: string[], at: number, isClose: (line: string) => boolean): number | undefined {
	const fences = new Fences();
	for (let index = at + 1; index < lines.length; index++) {
		const line = lines[index] ?? '';
		if (!fences.next(line) && isClose(line.trim())) return index;
	}
	return undefined;
}

/** A block of pymdownx.blocks: options are indented below its first line, and as many slashes close it. */
function slashedAt(lines: string[], at: number): Begun | undefined {
	const [, pad = '', slashes = '', name = '', title] = SLASHES.exec(lines[at] ?? '') ?? [];
	const close = slashes === '' ? undefined : closeOf(lines, at, (line) => line === slashes);
	if (close === undefined) return undefined;
	const inside = lines.slice(at + 1, close);
	const first = inside.findIndex((line) => !/^[ \t]*(?: {4}|\t)[\w-]+:/.test(line));
	const options = Object.fromEntries(
		inside.slice(0, Math.max(first, 0)).map((line) => line.trim().split(/:\s*/, 2) as [string, string]),
	);
	const common = { inner: inside.slice(Math.max(first, 0)), end: close + 1, pad };
	const kind = options.type ?? (name === 'admonition' || name === 'details' ? 'note' : name);
	if (name === 'details')
		return { ...common, kind: 'box', sign: options.open === 'true' ? '???+' : '???', type: kind, title };
	if (name === 'tab') return { ...common, kind: 'tab', label: title ?? '' };
	if (/caption$/.test(name)) return { ...common, kind: 'plain' };
	if (name === 'html') {
		const [, tag = 'div', rest = ''] = /^([\w-]*)(.*)$/.exec(title ?? '') ?? [];
		const id = /#([\w-]+)/.exec(rest)?.[1];
		const classes = [...rest.matchAll(/\.([\w-]+)/g)].map(([, one]) => one).join(' ');
		const own = (id === undefined ? '' : ` id="${id}"`) + (classes === '' ? '' : ` class="${classes}"`);
		return { ...common, kind: 'html', open: `<${tag || 'div'}${own}>`, close: `</${tag || 'div'}>` };
	}
	const isBox = name === 'admonition' || KINDS.has(name.toLowerCase());
	return isBox ? { ...common, kind: 'box', sign: '!!!', type: kind, title } : undefined;
}

/** An element with the attribute `markdown` of md_in_html. */
function heldAt(lines: string[], at: number): Begun | undefined {
	const [, pad = '', tag = '', before = '', after = ''] = HOLDER.exec(lines[at] ?? '') ?? [];
	if (tag === '') return undefined;
	let depth = 1;
	const close = closeOf(lines, at, (line) => {
		depth += (line.match(new RegExp(`<${tag}\\b[^>]*(?<!/)>`, 'g')) ?? []).length;
		depth -= (line.match(new RegExp(`</${tag}>`, 'g')) ?? []).length;
		return depth <= 0;
	});
	const last = close === undefined ? '' : (lines[close] ?? '').trim();
	if (close === undefined || last !== `</${tag}>`) return undefined;
	const common = { inner: lines.slice(at + 1, close), end: close + 1, pad };
	const isGrid = /class=["'](?=[^"']*\bgrid\b)(?=[^"']*\bcards\b)/.test(before + after);
	return isGrid
		? { ...common, kind: 'cards' }
		: { ...common, kind: 'html', open: `<${tag}${before}${after}>`, close: last };
}

function blocks(lines: string[], extensions: Extensions, isInner = false): string[] {
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
			result.push(isEnd ? line : withoutExclamation(line));
			continue;
		}
		if (marks !== '') {
			[fence, depth] = [marks, depthOf(line)];
			result.push(line.replace(/^([ \t]*(?:`+|~+))(.*)$/, (_, begin: string, info: string) => begin + infoOf(info)));
			continue;
		}
		const begun = blockAt(lines, at);
		if (!begun) {
			result.push(inLine(line, extensions));
			continue;
		}
		const { pad, end } = begun;
		const inner = blocks(begun.inner, extensions, true);
		if (begun.kind === 'tab') {
			const after = end + lines.slice(end).findIndex((below) => below.trim() !== '');
			const next = after < end ? undefined : blockAt(lines, after);
			const goesOn = next?.kind === 'tab' && next.pad.length === pad.length;
			const text = withoutIcons(begun.label, extensions).trim().replaceAll('"', '&quot;');
			if (!isTabbed) result.push(`${pad}<Tabs>`);
			result.push(`${pad}<TabItem label="${text}">`, '', ...inner, '', `${pad}</TabItem>`);
			if (!goesOn) result.push(`${pad}</Tabs>`, '');
			isTabbed = goesOn;
		} else if (begun.kind === 'box') result.push(...block(begun, inner));
		else if (begun.kind === 'html') result.push(pad + begun.open, '', ...inner, '', pad + begun.close);
		else if (begun.kind === 'cards') result.push(...cards(begun.inner, extensions).map((each) => pad + each));
		else result.push('', ...inner, '');
		// Skip the blank lines between two tabs.
		at = (isTabbed ? end + lines.slice(end).findIndex((below) => below.trim() !== '') : end) - 1;
	}
	// Close a fence that is still open at the end of a block.
	return fence !== '' && isInner ? [...result, fence] : result;
}

/** Code annotations, `# (1)!`: their texts are a list below the code, so a number is left to refer to. */
function withoutExclamation(line: string): string {
	return line.replace(
		/((?:#|\/\/|\/\*|<!--|--|;|%)[ \t]*)((?:\(\d+\)!?[ \t]*)+)/,
		(_, sign: string, numbers: string) => sign + numbers.replaceAll('!', ''),
	);
}

/** A list in a grid as cards: each item is one, with a first line in bold as its title. */
function cards(lines: string[], extensions: Extensions): string[] {
	const items: string[][] = [];
	for (const line of lines) {
		const [, text] = /^ {0,3}[-*+][ \t]+(.*)$/.exec(line) ?? [];
		if (text !== undefined) items.push([text]);
		else items.at(-1)?.push(line.replace(/^(?: {4}|\t)/, ''));
	}
	return [
		'<Cards>',
		...items.flatMap((item) => {
			const [head = '', ...rest] = blocks(item, extensions, true);
			const [, title] = /^[ \t]*(?:\*\*|__)(.+?)(?:\*\*|__)[ \t]*$/.exec(head) ?? [];
			const own =
				title === undefined ? [head, ...rest] : rest.filter((line, index) => index > 2 || line.trim() !== '---');
			const plain = title
				?.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
				.replace(/[`*_]/g, '')
				.replaceAll('"', '&quot;');
			return [`<Card${plain === undefined ? '' : ` title="${plain}"`}>`, '', ...own, '', '</Card>'];
		}),
		'</Cards>',
	];
}

/** Converts `{ .sh .copy hl_lines="2 4-5" linenums="1" }`, also without braces, to docsgen's fence options. */
function infoOf(info: string): string {
	const words = /^\s*\{(.*)\}\s*$/.exec(info)?.[1] ?? info;
	if (words === info && !/\b(?:hl_lines|linenums)=/.test(info)) return info;
	const attribute = (name: string): string | undefined =>
		new RegExp(`${name}=["']?([^"']*)["']?`).exec(words)?.[1]?.trim();
	const [, lang = ''] = /^\s*\.?([\w+#-]+)/.exec(words) ?? [];
	const title = attribute('title');
	const file = /\bfile=\S+/.exec(words)?.[0];
	const first = attribute('linenums');
	const numbers = first === '1' ? 'showLineNumbers' : `showLineNumbers=${first}`;
	return [
		lang || 'text',
		...(file === undefined ? [] : [file]),
		...(title === undefined ? [] : [`title="${title}"`]),
		...(attribute('hl_lines') === undefined ? [] : [`{${attribute('hl_lines')?.split(/\s+/).join(',')}}`]),
		...(first === undefined ? [] : [numbers]),
	].join(' ');
}

function block({ pad, sign, type: kind, title }: Extract<Begun, { kind: 'box' }>, inner: string[]): string[] {
	const own = KINDS.get(kind.toLowerCase()) ?? 'note';
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
