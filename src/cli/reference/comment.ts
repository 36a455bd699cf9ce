/**
 * Doc comments as page content. Their text is data: Markdown in it is formatted, HTML and components in it are shown
 * as they are written, and an address in it is used only if it leads to the web or to a page of the site.
 */

import type ts from 'typescript';
import { languageName } from '../../content/code/highlight.ts';
import { commentTokens, type Token } from '../../content/markdown/comment-links.ts';
import { codeBlockHtml } from '../../content/markdown/rules/code.ts';
import { escapeText } from '../../content/model/html.ts';
import { tsc } from './program.ts';
import { isExternal, NOTHING, type Rich, type Target, type Text } from './sheet.ts';

/** A stretch of a comment: Markdown, or a `{@link …}` as it was written, with the name that it leads to. */
export type Part = string | { written: string; name: ts.Node | undefined };

export interface Comment {
	summary: Part[];
	tags: { name: string; of: string; parts: Part[] }[];
}

/** Where a name in a comment leads. */
export type Resolve = (name: ts.Node) => Target | undefined;

/** The doc comment of a declaration; what is said of a variable may stand before its statement. */
export function commentOf(node: ts.Node): Comment {
	const docs = tsc.getJSDocCommentsAndTags(node).filter((doc) => tsc.isJSDoc(doc));
	const doc = docs.at(-1);
	return {
		summary: partsOf(doc?.comment),
		tags: (doc?.tags ?? []).map((tag) => ({
			name: tag.tagName.text,
			of: tsc.isJSDocParameterTag(tag)
				? tag.name.getText()
				: tsc.isJSDocTemplateTag(tag)
					? (tag.typeParameters[0]?.name.text ?? '')
					: '',
			// The compiler takes the first word after "see" for a name, even where it begins an address.
			parts: [...(tsc.isJSDocSeeTag(tag) && tag.name ? [tag.name.getText()] : []), ...partsOf(tag.comment)],
		})),
	};
}

function partsOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): Part[] {
	if (comment === undefined) return [];
	if (typeof comment === 'string') return [comment];
	return comment.map((part) =>
		'name' in part ? { written: `${part.name?.getText() ?? ''}${part.text}`.trim(), name: part.name } : part.text,
	);
}

/** What a parameter or type parameter is for: the text of its tag, without the dash that some write before it. */
export function tagOf({ tags }: Comment, name: string, names: readonly string[]): Part[] | undefined {
	const parts = tags.find((tag) => tag.of === name && names.includes(tag.name))?.parts;
	const [first, ...rest] = parts ?? [];
	return typeof first === 'string' ? [first.replace(/^\s*-\s+/, ''), ...rest] : parts;
}

/** Before the number of a symbol, in the Markdown that is made of a comment. */
const SYMBOL = 'symbol:';

/** A whole comment text: paragraphs, lists, code. */
export function commentBlocks(parts: Part[] | undefined, resolve: Resolve): Rich {
	if (!parts?.length) return NOTHING;
	const { source, markdown, targets } = assemble(parts, resolve);
	if (source.trim() === '') return NOTHING;
	const writer = new Writer(targets);
	writer.blocks(commentTokens(source));
	return { html: writer.html, markdown, plain: writer.words.join(' ') };
}

/** The first paragraph, as one line of text. */
export function commentSummary(parts: Part[] | undefined, resolve: Resolve): Rich {
	if (!parts?.length) return NOTHING;
	const { source, targets } = assemble(parts, resolve);
	const tokens = commentTokens(source);
	const at = tokens.findIndex(({ type }) => type === 'paragraph_open');
	const inline = tokens[at + 1];
	if (at < 0 || !inline) return NOTHING;
	const writer = new Writer(targets);
	writer.inline(inline.children ?? []);
	const plain = writer.words.join('').replace(/\s+/g, ' ').trim();
	return { html: writer.html, markdown: [plain.replace(/[\\`*_[\]<>|]/g, '\\$&')], plain };
}

/** The comment as Markdown: for the parser with the numbers of its links, for readers with their addresses. */
function assemble(parts: Part[], resolve: Resolve): { source: string; markdown: Text; targets: Target[] } {
	let source = '';
	const markdown: Text = [];
	const targets: Target[] = [];
	for (const part of parts) {
		if (typeof part === 'string') {
			source += part;
			markdown.push(part);
			continue;
		}
		const { written, name } = part;
		const address = /^https?:\/\/[^\s|]+/.exec(written)?.[0];
		const [, own = written, label = own] = /^([^\s|]+)\s*\|?\s*(\S.*)?$/s.exec(written) ?? [];
		const text = label.replace(/[[\]`]/g, '');
		const target = address === undefined ? name && resolve(name) : safe(address);
		if (target) {
			const shown = address === undefined ? `\`${text}\`` : text;
			source += `[${shown}](${SYMBOL}${targets.push(target) - 1})`;
			markdown.push(`[${shown}](`, target, ')');
		} else {
			source += `\`${text}\``;
			markdown.push(`\`${text}\``);
		}
	}
	return { source: source.trim(), markdown: markdown.length > 0 ? trimmed(markdown) : [], targets };
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

	constructor(private readonly targets: Target[]) {}

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
		const target = Number.isInteger(id) ? this.targets[id] : safe(href);
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
