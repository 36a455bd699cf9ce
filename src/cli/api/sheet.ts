/**
 * A page in the making: its HTML with gaps for addresses, its Markdown twin, its text for search. Whatever stands
 * on a generated page is put there through these functions, which write all three.
 */
import { hashOf } from '../../content/hash.ts';
import { codeBlockHtml } from '../../content/rules/code.ts';
import { escapeText, escapeValue } from '../../content/rules/elements.ts';
import type { Body, Heading, LinkRef, Page, Piece, Section } from '../../content/types.ts';
import { type Doc, layOut, plain, type Word } from './layout.ts';

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
	return { html: [`<code>${escapeText(text)}</code>`], markdown: [`\`${text.replaceAll('`', "'")}\``], plain: text };
}

function escapeMarkdown(text: string): string {
	return text.replace(/[\\`*_[\]<>|]/g, '\\$&');
}

/** What a name in code links to. */
export type Resolve = (id: number) => Target | undefined;

/** The most characters of a line of code, on the page and in a cell of a table. */
const WIDTH = { block: 62, cell: 44 };

/** Code in running text or in a cell, over several lines where it is long. */
export function codeCell(doc: Doc, resolve: Resolve): Rich {
	const lines = layOut(doc, WIDTH.cell);
	return {
		html: [`<code class="api-code${lines.length > 1 ? ' api-lines' : ''}">`, ...codeHtml(lines, resolve), '</code>'],
		markdown: [`\`${plain(layOut(doc, Number.POSITIVE_INFINITY)).replaceAll('`', "'")}\``],
		plain: plain(lines),
	};
}

function codeHtml(lines: Word[][], resolve: Resolve): Text {
	return lines.flatMap((line, index) => [
		...(index === 0 ? [] : ['\n']),
		...line.flatMap(({ text, kind, to }): Text => {
			const html = kind === '' ? escapeText(text) : `<span class="${kind}">${escapeText(text)}</span>`;
			const target = to === undefined ? undefined : resolve(to);
			return target ? ['<a href="', target, `">${html}</a>`] : [html];
		}),
	]);
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
	readonly #members: string[] = [];
	#words = 0;
	#hasCode = false;

	/** Headings leave `reserved` ids to members: links to members are made before the page is. */
	constructor(
		private readonly origin: Origin,
		private readonly reserved: ReadonlySet<string> = new Set(),
	) {}

	/** HTML without a counterpart in Markdown. */
	html(...text: Text): void {
		for (const part of text) this.#add(this.#pieces, part);
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
		this.#hasCode ||= html.some((part) => typeof part === 'string' && part.includes('data-widget="code"'));
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
			`<h${level} id="${escapeValue(id)}">${html}<a class="anchor" href="#${escapeValue(id)}" aria-label="Direct link to ${escapeValue(text)}"></a></h${level}>\n`,
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

	/** A member with an id of its own: it is found by search, and the contents list it below the last heading. */
	member(name: string, id: string): void {
		this.#members.push(id);
		this.#sections.push({ id, heading: name, level: 3, text: '' });
		this.#headings.push({ level: 3, id, text: name, html: `<code>${escapeText(name)}</code>`, line: 1 });
	}

	/** Code that is written by an author, highlighted as everywhere. */
	fence(code: string, lang: string): void {
		this.#hasCode = true;
		this.html(codeBlockHtml({ code, lang, title: '', highlighted: [], showLineNumbers: false }));
		this.markdown(`\`\`\`${lang}\n${code}\n\`\`\``);
		this.text(code);
	}

	/** Code of ours, with links. */
	declaration(doc: Doc, resolve: Resolve): void {
		this.#hasCode = true;
		const lines = layOut(doc, WIDTH.block);
		this.html(
			'<div class="code" data-widget="code"><pre class="code-block language-ts api-declaration" tabindex="0"><code>',
			...codeHtml(lines, resolve),
			'</code></pre></div>\n',
		);
		this.markdown(`\`\`\`ts\n${plain(lines)}\n\`\`\``);
		this.text(plain(lines));
	}

	/** Rows may have an id, and then a name under which they are found. */
	table(columns: string[], rows: { id?: string; name?: string; className?: string; cells: Rich[] }[]): void {
		if (rows.length === 0) return;
		const head = columns.map((column) => `<th scope="col">${escapeText(column)}</th>`).join('');
		this.html(
			`<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table class="api-table">\n<thead>\n<tr>${head}</tr>\n</thead>\n<tbody>\n`,
		);
		const lines: Text = [`| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`];
		for (const { id, name, className, cells } of rows) {
			if (id !== undefined && name !== undefined) this.member(name, id);
			this.html(`<tr${id === undefined ? '' : ` id="${escapeValue(id)}"`}${className ? ` class="${className}"` : ''}>`);
			lines.push('\n|');
			for (const cell of cells) {
				this.html('<td>', ...cell.html, '</td>');
				lines.push(' ', ...cell.markdown.map(inCell), ' |');
				this.text(cell.plain);
			}
			this.html('</tr>\n');
		}
		this.html('</tbody>\n</table></div>\n');
		this.markdown(...lines);
	}

	/** The page's facts that follow from what was written, and its body. */
	finish(): { facts: Pick<Page, 'headings' | 'links' | 'ids' | 'components' | 'words' | 'bodyHash'>; body: Body } {
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
				ids: this.#members,
				components: this.#hasCode ? ['code'] : [],
				words: this.#words,
				bodyHash: hashOf(JSON.stringify(body)),
			},
			body,
		};
	}
}

function inCell(part: string | Target): string | Target {
	return typeof part === 'string' ? part.replace(/\s*\n\s*/g, ' ').replace(/(?<!\\)\|/g, '\\|') : part;
}
