/**
 * Doc comments as page content. Their text is data: Markdown in it is formatted, HTML and components in it are shown
 * as they are written, and an address in it is used only if it leads to the web or to a page of the site.
 */
import type { JSONOutput } from 'typedoc';
import { commentTokens, type Token } from '../../content/api/comments.ts';
import { languageName } from '../../content/highlight.ts';
import { codeBlockHtml } from '../../content/rules/code.ts';
import { escapeText } from '../../content/rules/elements.ts';
import { isExternal, NOTHING, type Resolve, type Rich, type Target, type Text } from './sheet.ts';

type Part = JSONOutput.CommentDisplayPart;

/** Before the number of a symbol, in the Markdown that is made of a comment. */
const SYMBOL = 'symbol:';

/** A whole comment text: paragraphs, lists, code. */
export function commentBlocks(parts: Part[] | undefined, resolve: Resolve): Rich {
	if (!parts?.length) return NOTHING;
	const { source, markdown } = assemble(parts, resolve);
	if (source.trim() === '') return NOTHING;
	const writer = new Writer(resolve);
	writer.blocks(commentTokens(source));
	return { html: writer.html, markdown, plain: writer.words.join(' ') };
}

/** The first paragraph, as one line of text. */
export function commentSummary(parts: Part[] | undefined, resolve: Resolve): Rich {
	if (!parts?.length) return NOTHING;
	const tokens = commentTokens(assemble(parts, resolve).source);
	const at = tokens.findIndex(({ type }) => type === 'paragraph_open');
	const inline = tokens[at + 1];
	if (at < 0 || !inline) return NOTHING;
	const writer = new Writer(resolve);
	writer.inline(inline.children ?? []);
	const plain = writer.words.join('').replace(/\s+/g, ' ').trim();
	return { html: writer.html, markdown: [plain.replace(/[\\`*_[\]<>|]/g, '\\$&')], plain };
}

/** The comment as Markdown: for the parser with the numbers of symbols, for readers with their addresses. */
function assemble(parts: Part[], resolve: Resolve): { source: string; markdown: Text } {
	let source = '';
	const markdown: Text = [];
	for (const part of parts) {
		if (part.kind !== 'inline-tag') {
			source += part.text;
			markdown.push(part.text);
			continue;
		}
		const text = (part.tsLinkText || part.text).trim();
		const target = typeof part.target === 'number' ? resolve(part.target) : undefined;
		if (typeof part.target === 'number' && target) {
			source += `[\`${text.replaceAll('`', '')}\`](${SYMBOL}${part.target})`;
			markdown.push(`[\`${text.replaceAll('`', '')}\`](`, target, ')');
		} else {
			const address = typeof part.target === 'string' ? part.target : /^https?:\S+/.exec(part.text)?.[0];
			const label = text.replace(/^https?:\S+\s*\|?\s*(?=\S)/, '').replace(/[[\]]/g, '');
			const written = address && safe(address) ? `[${label}](<${address}>)` : `\`${text.replaceAll('`', '')}\``;
			source += written;
			markdown.push(written);
		}
	}
	return { source: source.trim(), markdown: markdown.length > 0 ? trimmed(markdown) : [] };
}

function trimmed(text: Text): Text {
	const last = text.at(-1);
	return typeof last === 'string' ? [...text.slice(0, -1), last.trimEnd()] : text;
}

/** What an address in a comment may be: the web, mail, or a path of the site. */
function safe(address: string): Target | undefined {
	if (/^(?:https?|mailto):[^\s"<>]+$/i.test(address)) return { kind: 'other', address };
	return /^\/(?!\/)[^\s"<>\\]*$/.test(address) ? { kind: 'route', address } : undefined;
}

/** Elements of blocks without attributes worth keeping. */
const PLAIN: ReadonlySet<string> = new Set('p blockquote ul ol li table thead tbody tr th td em strong s'.split(' '));

class Writer {
	readonly html: Text = [];
	readonly words: string[] = [];
	/** For each link that is open, whether it was written. */
	readonly #links: boolean[] = [];

	constructor(private readonly resolve: Resolve) {}

	blocks(tokens: Token[]): void {
		for (const token of tokens) {
			if (token.type === 'inline') this.inline(token.children ?? []);
			else if (token.type === 'fence' || token.type === 'code_block') this.#code(token);
			else if (token.type === 'hr') this.html.push('<hr>\n');
			else if (/^heading_(?:open|close)$/.test(token.type))
				this.html.push(token.nesting > 0 ? '<p><strong>' : '</strong></p>\n');
			else if (!token.hidden) this.#element(token, '\n');
			else if (token.nesting < 0) this.words.push(' ');
		}
	}

	inline(tokens: Token[]): void {
		for (const token of tokens) {
			if (token.type === 'text') this.#text(token.content);
			else if (token.type === 'code_inline') {
				this.html.push(`<code>${escapeText(token.content)}</code>`);
				this.words.push(token.content);
			} else if (token.type === 'softbreak') this.#text('\n');
			else if (token.type === 'hardbreak') this.html.push('<br>\n');
			else if (token.type === 'link_open') this.#open(String(token.attrGet('href') ?? ''));
			else if (token.type === 'link_close') {
				if (this.#links.pop()) this.html.push('</a>');
			} else if (token.type === 'image') this.#text(token.content);
			else if (PLAIN.has(token.tag)) this.#element(token, '');
			else this.#text(token.content);
		}
	}

	#text(text: string): void {
		this.html.push(escapeText(text));
		this.words.push(text);
	}

	#element({ tag, nesting }: Token, end: string): void {
		if (!PLAIN.has(tag)) return;
		const isTable = tag === 'table';
		if (nesting > 0) {
			if (isTable) this.html.push('<div class="table-scroll" role="group" aria-label="Table" tabindex="0">');
			this.html.push(tag === 'th' ? '<th scope="col">' : `<${tag}>`);
		} else if (nesting < 0) {
			this.html.push(`</${tag}>${isTable ? '</div>' : ''}${end}`);
			this.words.push(' ');
		}
	}

	#open(href: string): void {
		const id = href.startsWith(SYMBOL) ? Number(href.slice(SYMBOL.length)) : Number.NaN;
		const target = Number.isInteger(id) ? this.resolve(id) : safe(href);
		this.#links.push(target !== undefined);
		if (!target) return;
		this.html.push('<a href="', target, isExternal(target) ? '" target="_blank" rel="noopener noreferrer">' : '">');
	}

	#code({ content, info }: Token): void {
		const lang = info.trim().split(/\s+/)[0] ?? '';
		const code = content.replace(/\n+$/, '');
		this.html.push(
			codeBlockHtml({
				code,
				lang: languageName(lang) === undefined ? '' : lang,
				title: '',
				highlighted: [],
				showLineNumbers: false,
			}),
		);
		this.words.push(code);
	}
}
