/** Converts the syntax of mdBook: includes, hidden lines of Rust, options of fences, formulas and mdbook-admonish. */
import { literalPattern } from './docsgen.ts';
import { all, table } from './table.ts';
import { outsideCode } from './texts.ts';

interface Book {
	/** Whether formulas are between `\\(` and `\\)`. */
	hasMath: boolean;
	/** The text of a file by its path from the page. */
	read: (name: string) => string | undefined;
}

const INCLUDE = /(\\?)\{\{[ \t]*#(include|rustdoc_include|playground|playpen)[ \t]+([^}\s]+)[^}]*\}\}/g;
const KINDS = table({
	warning: 'warning',
	attention: 'warning',
	caution: 'caution',
	...all('tip hint important success check done', 'tip'),
	...all('danger error bug failure fail missing', 'danger'),
	...all('info todo abstract summary tldr question help faq example', 'info'),
});

/** The text of a chapter; an include of a missing file stays. */
export function fromMdBook(text: string, book: Book): string {
	const full = text
		.replace(/^[ \t]*\{\{[ \t]*#title[^}]*\}\}[ \t]*\n?/gm, '')
		.replace(INCLUDE, (whole, sign: string, command: string, name: string) => {
			if (sign !== '') return whole;
			const included = partOf(name, book);
			if (included === undefined) return whole;
			const bare = included.replace(/\n$/, '');
			return command.startsWith('play') ? `\`\`\`rust\n${bare}\n\`\`\`` : bare;
		});
	return outsideCode(full, (part) => (book.hasMath ? withFormulas(part) : part), fromFence);
}

/** `file.rs`, `file.rs:2:10`, `file.rs:name`: all lines, those, or those between two comments. */
function partOf(written: string, { read }: Book): string | undefined {
	const [, name = '', from, to] = /^(.+?)(?::([^:/\\]*))?(?::(\d*))?$/.exec(written) ?? [];
	const text = read(name);
	if (text === undefined || (from === undefined && to === undefined)) return text && withoutAnchors(text);
	if (from !== undefined && !/^\d*$/.test(from)) {
		const name = literalPattern(from);
		const [, inner] =
			new RegExp(`ANCHOR:[ \\t]*${name}\\b[^\\n]*\\n([\\s\\S]*?)\\n[^\\n]*ANCHOR_END:[ \\t]*${name}\\b`).exec(text) ??
			[];
		return inner === undefined ? undefined : withoutAnchors(inner);
	}
	const lines = text.split('\n');
	const first = Math.max(Number(from || 1), 1);
	const last = to === undefined ? (from === '' ? lines.length : first) : Number(to || lines.length);
	return lines.slice(first - 1, last).join('\n');
}

function withoutAnchors(text: string): string {
	return text.replace(/^[^\n]*\bANCHOR(?:_END)?:[ \t]*[\w-]+[^\n]*\n?/gm, '');
}

function withFormulas(text: string): string {
	return text
		.replace(/\\\\\(([^\n]*?)\\\\\)/g, (_, formula: string) => `$\`${formula.trim()}\`$`)
		.replace(/\\\\\[([\s\S]*?)\\\\\]/g, (_, formula: string) => ['', '$$', formula.trim(), '$$', ''].join('\n'));
}

function fromFence(fence: string): string {
	const [, begin = '', lang = '', options = ''] = /^([ \t>]*(?:`{3,}|~{3,}))[ \t]*([\w+#-]*)([^\n]*)/.exec(fence) ?? [];
	const lines = fence.split('\n');
	if (lang === 'admonish') return admonition(options, lines.slice(1, -1));
	// Options follow commas: ignore, editable, should_panic, edition2021.
	if (!/^[ \t]*,/.test(options) && lang !== 'rust') return fence;
	const code = lang === 'rust' ? lines.slice(1).flatMap((line) => shownLine(line)) : lines.slice(1);
	return [begin + lang, ...code].join('\n');
}

/** Lines of Rust that begin with a hash and a space are hidden; two hashes are one. */
function shownLine(line: string): string[] {
	if (/^[ \t]*#(?: |$)/.test(line)) return [];
	return [line.replace(/^([ \t]*)##/, '$1#')];
}

/** A fence of mdbook-admonish: `warning title="Watch" collapsible=true`. */
function admonition(options: string, lines: string[]): string {
	const [, kind = 'note'] = /^[ \t]*([a-z]+)/i.exec(options) ?? [];
	const title = /\btitle=(["'])(.*?)\1/.exec(options)?.[2] ?? /^[ \t]*[a-z]*[ \t]+"([^"]*)"/i.exec(options)?.[1];
	const own = KINDS.get(kind.toLowerCase()) ?? 'note';
	const colons = ':'.repeat(Math.max(3, ...lines.map((line) => (/^:{3,}/.exec(line)?.[0].length ?? 2) + 1)));
	return `${colons}${own}${title ? `[${title}]` : ''}\n\n${lines.join('\n')}\n\n${colons}`;
}
