/** Converts the syntax of Python-Markdown's extensions within a line: attributes, icons, keys, marks and edits. */
import { table } from './table.ts';

/** Settings for reading a page's text. */
export interface Extensions {
	/** Whether the old site has an extension, by the last part of its name: `attr_list`, `caret`. */
	has: (name: string) => boolean;
	/** Takes note of what is left out. */
	lose: (kind: 'Icons by name' | 'Attributes without a counterpart', what: string) => void;
}

/** Attributes that docsgen sets. */
const KEPT = /^(?:target|rel|width|height|lang|dir|download|loading|align|title|aria-[a-z]+|data-[a-z-]+)$/;
/** Classes with another name here. */
const CLASSES = table({ 'md-button': 'button', 'md-button--primary': 'button-primary' });
const ITEM = /#[^\s{}]+|\.[^\s{}.#"'=]+|([\w-]+)=("[^"]*"|'[^']*'|[^\s"']+)|[\w-]+/g;
/** A list of attributes: with a space, a sign, or a value. */
const LIST = String.raw`\{(?::[ \t]*|[ \t]+|(?=[.#])|(?=[\w-]+=))([^{}\n]*)\}`;

/** A list of attributes in docsgen's form; empty if none is left. */
export function attributes(list: string, { lose }: Extensions): string {
	const items = [...list.matchAll(ITEM)].flatMap(([whole, name, quoted = '']): string[] => {
		const value = quoted.replace(/^(["'])(.*)\1$/s, '$2');
		if (whole.startsWith('.')) return [`.${CLASSES.get(whole.slice(1)) ?? whole.slice(1)}`];
		if (whole.startsWith('#') || whole === 'download') return [whole];
		if (name === 'id') return [`#${value}`];
		if (name === 'class') return value.split(/\s+/).map((each) => `.${CLASSES.get(each) ?? each}`);
		if (name !== undefined && KEPT.test(name)) return [`${name}=${/^[\w.%-]+$/.test(value) ? value : `"${value}"`}`];
		lose('Attributes without a counterpart', whole);
		return [];
	});
	return items.length === 0 ? '' : `{${items.join(' ')}}`;
}

const HEADING = new RegExp(String.raw`^(#{1,6}[ \t].*?)[ \t]*${LIST}[ \t]*$`);
const ALONE = new RegExp(String.raw`^([ \t]*)${LIST}[ \t]*$`);
const ANCHOR = /\[([^\][\n]*)\]\(\)\{:?[ \t]*#([\w.:-]+)[^{}\n]*\}/g;
const AFTER_LINK = new RegExp(String.raw`(\]\([^)\n]*\)|\]\[[^\]\n]*\])${LIST}`, 'g');
const ICON = /:(?:material|octicons|fontawesome|simple)-[\w-]+:(?:\{[^}\n]*\})?/g;

/** Marks of extensions: the extension, the pattern and the HTML. */
const MARKS: [extension: string, pattern: RegExp, html: string][] = [
	['critic', /\{\+\+([^\n]*?)\+\+\}/g, '<ins>$1</ins>'],
	['critic', /\{--([^\n]*?)--\}/g, '<del>$1</del>'],
	['critic', /\{~~([^\n]*?)~>([^\n]*?)~~\}/g, '<del>$1</del><ins>$2</ins>'],
	['critic', /\{==([^\n]*?)==\}/g, '<mark>$1</mark>'],
	['critic', /\{>>([^\n]*?)<<\}/g, '<!-- $1 -->'],
	['mark', /(?<![=\w])==(?=[^\s=])([^=\n]*[^\s=])==(?![=\w])/g, '<mark>$1</mark>'],
	['caret', /\^\^(?=\S)([^\n]*?\S)\^\^/g, '<ins>$1</ins>'],
	['caret', /(?<!\^)\^(?=[^\s^])([^\s^\n]+)\^(?!\^)/g, '<sup>$1</sup>'],
	['tilde', /(?<!~)~(?=[^\s~])([^\s~\n]+)~(?!~)/g, '<sub>$1</sub>'],
];

/** Leaves out icons by name, and takes note of them. */
export function withoutIcons(text: string, { lose }: Extensions): string {
	return text.replace(ICON, (icon) => {
		lose('Icons by name', icon);
		return '';
	});
}

/** Converts a line outside of fences. */
export function inLine(line: string, extensions: Extensions): string {
	if (line.trim() === '[TOC]') return '';
	const { has } = extensions;
	const [, heading, ofHeading = ''] = HEADING.exec(line) ?? [];
	if (heading !== undefined) return `${inLine(heading, extensions)} ${attributes(ofHeading, extensions)}`.trimEnd();
	const [, pad = '', list] = ALONE.exec(line) ?? [];
	if (list !== undefined) return pad + attributes(list, extensions);
	return line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)|[^`]+|`+/g, (part, ticks?: string) => {
		if (ticks !== undefined) return has('inlinehilite') ? part.replace(/^(`+)#![\w+-]+ /, '$1') : part;
		let text = part
			.replace(ANCHOR, '<a id="$2">$1</a>')
			.replace(AFTER_LINK, (_, link: string, own: string) => link + attributes(own, extensions));
		text = withoutIcons(text, extensions);
		for (const [extension, pattern, html] of MARKS) if (has(extension)) text = text.replace(pattern, html);
		// After the marks: `{++new++}` is an edit, not a key.
		if (has('keys')) text = text.replace(/\+\+([a-z\d"][\w"+-]*)\+\+/gi, (_, keys: string) => keysOf(keys));
		return text;
	});
}

/** `ctrl+alt+"x"` as keys. */
function keysOf(written: string): string {
	const keys = written.split('+').map((key) => key.replace(/^"(.*)"$/, '$1'));
	return keys.map((key) => `<kbd>${key.replace(/^\w/, (letter) => letter.toUpperCase())}</kbd>`).join('+');
}

const DEFINITION = /^[ \t]*\*\[([^\]\n]+)\]:[ \t]*(.+)$/gm;

/** Writes abbreviations where a text, without code, uses them. */
export function withAbbreviations(
	text: string,
	outside: (text: string, edit: (part: string) => string) => string,
): string {
	const titles = new Map<string, string>();
	const bare = outside(text, (part) =>
		part.replace(DEFINITION, (_, short: string, long: string) => {
			titles.set(short, long.trim());
			return '';
		}),
	);
	if (titles.size === 0) return text;
	const names = [...titles.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/\W/g, '\\$&'));
	const pattern = new RegExp(
		`^#.*$|^\\|?[ \\t:|-]+$|(\`+).*?\\1|\\]\\([^)\\n]*\\)|<[^>\\n]*>|\\{[^}\\n]*\\}|(?<![\\w-])(${names.join('|')})(?![\\w-])`,
		'gm',
	);
	return outside(bare, (part) =>
		part.replace(pattern, (whole, _, short?: string) =>
			short === undefined ? whole : `<abbr title="${titles.get(short)?.replaceAll('"', '&quot;')}">${short}</abbr>`,
		),
	);
}
