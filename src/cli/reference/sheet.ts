/**
 * A page in the making: its HTML with gaps for addresses, its Markdown twin, its text for search. Whatever stands
 * on a generated page is put there through these functions, which write all three.
 */

import type ts from 'typescript';
import { highlight, renderLines } from '../../content/code/highlight.ts';
import { codeBlockHtml } from '../../content/markdown/rules/code.ts';
import { hashOf } from '../../content/model/hash.ts';
import { breakable, escapeAttribute, escapeText } from '../../content/model/html.ts';
import type { ApiFact, Body, Heading, LinkRef, Page, Piece, Section } from '../../content/model/page.ts';
import { fit, type Token, textOf } from './code.ts';

/** Where a link of a generated page leads: a page file with an anchor, an address of the site or elsewhere. */
export interface Target {
	kind: LinkRef['kind'];
	address: string;
}

/** A text with addresses in it, which are not known before the whole site is linked. */
export type Text = (string | Target)[];

/** The same words as HTML, as Markdown, and without any markup. */
export interface Rich {
	html: Text;
	markdown: Text;
	plain: string;
}

export const NOTHING: Rich = { html: [], markdown: [], plain: '' };

export function rich(text: string): Rich {
	return { html: [escapeText(text)], markdown: [escapeMarkdown(text)], plain: text };
}

export function together(...parts: Rich[]): Rich {
	return {
		html: parts.flatMap(({ html }) => html),
		markdown: parts.flatMap(({ markdown }) => markdown),
		plain: parts.map((part) => part.plain).join(''),
	};
}

export function linked(inner: Rich, target: Target | undefined): Rich {
	if (!target) return inner;
	return {
		html: [
			'<a href="',
			target,
			`"${isExternal(target) ? ' target="_blank" rel="noopener noreferrer"' : ''}>`,
			...inner.html,
			'</a>',
		],
		markdown: ['[', ...inner.markdown, '](', target, ')'],
		plain: inner.plain,
	};
}

export function isExternal({ kind, address }: Target): boolean {
	return kind === 'other' && /^https?:/i.test(address);
}

export function codeText(text: string): Rich {
	return { html: [`<code>${breakable(text)}</code>`], markdown: [`\`${text.replaceAll('`', "'")}\``], plain: text };
}

function escapeMarkdown(text: string): string {
	return text.replace(/[\\`*_[\]<>|]/g, '\\$&');
}

/** What a name in code links to. */
export type ResolveName = (symbol: ts.Symbol) => Target | undefined;

/** The most characters of a line of code, and of lines that are not folded away. */
const WIDTH = 76;
const FOLDED = 24;

/** Before and after the number of an address, in HTML that is still one text. */
const MARK = '\uE000';

/** Code in running text. */
export function codeCell(tokens: readonly Token[], resolve: ResolveName): Rich {
	const text = textOf(tokens).replace(/\s*\n\s*/g, ' ');
	const flat = tokens.map((token) => ({ ...token, before: token.before.replace(/\s+/, ' ') }));
	return {
		html: ['<code class="api-code">', ...codeHtml(flat, resolve), '</code>'],
		markdown: [`\`${text.replaceAll('`', "'")}\``],
		plain: text,
	};
}

function codeHtml(tokens: readonly Token[], resolve: ResolveName): Text {
	const targets: Target[] = [];
	const annotations: { offset: number; length: number; id: number }[] = [];
	let offset = 0;
	for (const { before, text, symbol } of tokens) {
		offset += before.length;
		const target = symbol && resolve(symbol);
		if (target) annotations.push({ offset, length: text.length, id: targets.push(target) - 1 });
		offset += text.length;
	}
	const html = renderLines(highlight(textOf(tokens), 'ts'), {
		annotations,
		wrap: (inner, { id }) => {
			const target = targets[Number(id)];
			const away = target && isExternal(target) ? ' target="_blank" rel="noopener noreferrer"' : '';
			return `<a href="${MARK}${id}${MARK}"${away}>${inner}</a>`;
		},
	});
	return html.split(MARK).map((part, index) => (index % 2 === 0 ? part : (targets[Number(part)] ?? '')));
}

/** Where in a package's sources a link was written; what is wrong with it is reported there. */
export interface Origin {
	file: string;
	line: number;
}

export class Sheet {
	readonly #pieces: Piece[] = [];
	readonly #markdown: (string | number)[] = [];
	readonly #sections: Section[] = [{ id: '', heading: '', level: 1, text: '' }];
	readonly #links: LinkRef[] = [];
	readonly #headings: Heading[] = [];
	readonly #ids = new Set<string>();
	#words = 0;
	/** What the page has, for its style sheets. */
	readonly parts = new Set(['reference']);
	#insertAt: ApiFact['insertAt'];

	/** Headings leave `reserved` ids to members: links to members are made before the page is. */
	constructor(
		private readonly origin: Origin,
		private readonly reserved: ReadonlySet<string> = new Set(),
	) {}

	/** HTML without a counterpart in Markdown. */
	html(...text: Text): void {
		for (const part of text) this.#add(this.#pieces, part);
	}

	/** What is written now is hidden until a reader opens it. */
	fold(summary: Rich, write: () => void): void {
		this.parts.add('details');
		this.html('<details class="details"><summary>', ...summary.html, '</summary>\n');
		this.markdown(...summary.markdown);
		write();
		this.html('</details>\n');
	}

	/** Here stands what an author has to add. */
	mark(): void {
		this.#insertAt = { pieces: this.#pieces.length, markdown: this.#markdown.length };
		// Two texts in a row would become one.
		this.#pieces.push('');
		this.#markdown.push('');
	}

	/** One block of Markdown. */
	markdown(...text: Text): void {
		for (const part of [...text, '\n\n']) this.#add(this.#markdown, part);
	}

	#add(to: (Piece | number)[] | Piece[], part: string | Target): void {
		const last = to.at(-1);
		if (typeof part !== 'string') to.push(this.#link(part));
		else if (typeof last === 'string') to[to.length - 1] = last + part;
		else to.push(part);
	}

	/** One gap for each address, however often it is used. */
	#link({ kind, address }: Target): number {
		const known = this.#links.findIndex((link) => link.target === address && link.kind === kind);
		if (known >= 0) return known;
		const { file, line } = this.origin;
		return this.#links.push({ target: address, file, line, column: 1, kind }) - 1;
	}

	text(text: string): void {
		const section = this.#sections.at(-1);
		const folded = text.replace(/\s+/g, ' ').trim();
		if (!section || folded === '') return;
		section.text += section.text === '' ? folded : ` ${folded}`;
		this.#words += folded.split(' ').length;
	}

	paragraph(content: Rich, className = ''): void {
		if (content.html.length === 0) return;
		this.html(className === '' ? '<p>' : `<p class="${className}">`, ...content.html, '</p>\n');
		this.markdown(...content.markdown);
		this.text(content.plain);
	}

	/** Blocks that are finished, such as a doc comment. */
	blocks({ html, markdown, plain: words }: Rich): void {
		if (html.length === 0) return;
		this.html(...html);
		this.markdown(...markdown);
		this.text(words);
	}

	heading(level: 2 | 3 | 4, text: string): void {
		const slug = text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, '-')
			.replace(/^-|-$/g, '');
		const id = this.claim(slug === '' ? 'section' : slug, this.reserved);
		const html = escapeText(text);
		this.#headings.push({ level, id, text, html, line: 1 });
		this.#sections.push({ id, heading: text, level, text: '' });
		this.html(
			`<h${level} id="${escapeAttribute(id)}">${html}<a class="anchor" href="#${escapeAttribute(id)}" aria-label="Direct link to ${escapeAttribute(text)}"></a></h${level}>\n`,
		);
		this.markdown(`${'#'.repeat(level)} ${escapeMarkdown(text)}`);
	}

	/** An id that nothing else on the page has; the first comer gets the one it wants. */
	claim(wanted: string, reserved: ReadonlySet<string> = new Set()): string {
		let id = wanted;
		for (let count = 1; this.#ids.has(id) || reserved.has(id); count++) id = `${wanted}-${count}`;
		this.#ids.add(id);
		return id;
	}

	/** A member with an id of its own: found by search, and listed by the contents. `flags` stand beside its name. */
	member(name: string, id: string, flags: readonly string[] = [], className = ''): void {
		const html = `<code>${breakable(name)}</code>`;
		this.#sections.push({ id, heading: name, level: 3, text: '' });
		this.#headings.push({ level: 3, id, text: name, html, line: 1 });
		const marks = flags.map((flag) => ` <span class="api-flag">${escapeText(flag)}</span>`).join('');
		this.html(
			`<h3 id="${escapeAttribute(id)}" class="api-member${className}">${html}${marks}<a class="anchor" href="#${escapeAttribute(id)}" aria-label="Direct link to ${escapeAttribute(name)}"></a></h3>\n`,
		);
		this.markdown(`### \`${name}\`${flags.map((flag) => ` (${flag})`).join('')}`);
	}

	/** Code that is written by an author, highlighted as everywhere. */
	fence(code: string, lang: string): void {
		this.html(codeBlockHtml({ code, lang, title: '', highlighted: [], showLineNumbers: false }));
		this.markdown(`\`\`\`${lang}\n${code}\n\`\`\``);
		this.text(code);
	}

	/** Declarations of a package, with links; long ones are folded. */
	declaration(parts: readonly (readonly Token[])[], resolve: ResolveName): void {
		const fitted = parts.map((tokens) => fit(tokens, WIDTH));
		const text = fitted.map(textOf).join('\n');
		const lines = text.split('\n').length;
		const isLong = lines > FOLDED;
		const [first = ''] = text.split('\n');
		if (isLong) {
			this.parts.add('details');
			this.html(
				`<details class="details api-fold"><summary><code>${escapeText(first)}</code> <span class="api-flag">${lines} lines</span></summary>`,
			);
		}
		this.html(
			'<div class="code" data-widget="code"><pre class="code-block language-ts api-declaration" tabindex="0"><code>',
			...fitted.flatMap((tokens, index) => [...(index === 0 ? [] : ['\n']), ...codeHtml(tokens, resolve)]),
			'</code></pre></div>\n',
		);
		if (isLong) this.html('</details>\n');
		this.markdown(`\`\`\`ts\n${text}\n\`\`\``);
		this.text(text);
	}

	/** What is said of several names, below each other. */
	terms(rows: readonly (readonly [term: Rich, text: Rich])[], className = ''): void {
		if (rows.length === 0) return;
		this.html(`<dl class="api-terms${className}">\n`);
		const lines: Text = [];
		for (const [term, text] of rows) {
			this.html('<dt>', ...term.html, '</dt><dd>', ...text.html, '</dd>\n');
			const said: Text = text.markdown.length > 0 ? [': ', ...text.markdown] : [];
			lines.push(lines.length > 0 ? '\n- ' : '- ', ...[...term.markdown, ...said].map(inLine));
			this.text(`${term.plain} ${text.plain}`);
		}
		this.html('</dl>\n');
		this.markdown(...lines);
	}

	/** The page's facts that follow from what was written, and its body. */
	finish(): {
		facts: Pick<Page, 'headings' | 'links' | 'ids' | 'components' | 'words' | 'bodyHash'>;
		body: Body;
		insertAt: ApiFact['insertAt'];
	} {
		const body: Body = {
			pieces: this.#pieces,
			markdown: this.#markdown,
			sections: this.#sections,
			samples: [],
		};
		return {
			facts: {
				headings: this.#headings,
				links: this.#links,
				ids: [],
				components: [...this.parts].sort(),
				words: this.#words,
				bodyHash: hashOf(JSON.stringify(body)),
			},
			body,
			insertAt: this.#insertAt,
		};
	}
}

function inLine(part: string | Target): string | Target {
	return typeof part === 'string' ? part.replace(/\s*\n\s*/g, ' ') : part;
}
