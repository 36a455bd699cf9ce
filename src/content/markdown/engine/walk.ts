/**
 * One pass over the tokens of a page: writes its HTML, its sections for search and its Markdown copy, and matches
 * what authors open and close by hand (tags, components, admonitions). The renderers write the tokens; this file
 * guarantees that the result is well nested, whatever an author leaves open or closes twice.
 */
import type { Token } from 'markdown-it';
import type { PassageWriter } from '../../../extension.ts';
import type { Piece } from '../../model/page.ts';
import { OPTIONAL_END } from './elements.ts';
import type { ParseContext, ParseFinding, Scope } from './facts.ts';
import { MarkdownCopy } from './markdown-copy.ts';
import { BodyBuilder, SectionBuilder } from './outputs.ts';
import type { Readers } from './readers.ts';
import type { SourceText } from './source.ts';
import { closingOf, placesOf, tokenData } from './tokens.ts';

/** Writes `token`, which is at `index`; returns the index of the last token that it wrote, if it wrote several. */
export type Render = (walk: PageWriter, token: Token, tokens: Token[], index: number) => unknown;

/** Token type → renderer. */
export type Renderers = Readonly<Record<string, Render>>;

/** An extension that writes the fences in a language, or tokens. */
export interface Extended {
	extension: string;
	/** The language, or the type of the tokens. */
	name: string;
	write: PassageWriter;
	/** Its words of the interface in English. */
	english: Readonly<Record<string, string>>;
}

/** Renderers for tokens, and for all others. */
export interface TokenRenderer {
	renderers: Renderers;
	/** By language. */
	fences: ReadonlyMap<string, Extended>;
	readers: Readers;
	/** markdown-it's HTML of one token. */
	other: (tokens: Token[], index: number) => string;
}

/** Something that must be closed. A `container` comes from Markdown; only its own token closes it. */
export interface OpenScope {
	kind: 'container' | 'element' | 'component' | 'admonition';
	/** Tag name or colons; empty for containers. */
	name: string;
	/** Its name in messages; default: the tag. */
	label?: string;
	/** Its fences are tabs. */
	isGroup?: boolean;
	/** Its tabs so far. */
	tabs?: { value: string; isDefault: boolean }[];
	/** The variants of its fences so far. */
	variants?: string[];
	/** Types of blocks and names of components directly in it. */
	contents?: Set<string>;
	/** Value → label of its tabs, if the component lists them itself. */
	labels?: ReadonlyMap<string, string>;
	/** `isClosed`: by its own end tag or line. */
	end(isClosed: boolean): void;
}

interface OpenEntry extends OpenScope {
	source: SourceText;
	offset: number;
	/** Length of its opening tag, for messages. */
	length: number;
}

/** The name of the container of a partial. */
export const PARTIAL = 'partial';
/** Elements of HTML that only place what is in them. */
const BOX = /^(?:div|p|center|section|header|main|article|a|span|font)$/;

/** Deeper nesting is refused: rendering is recursive, and browsers stop at 512 elements. */
const MAX_DEPTH = 100;

export class PageWriter {
	readonly facts: ParseContext;
	readonly dialect: TokenRenderer;
	/** The file of the current token. */
	scope: Scope;
	readonly html = new BodyBuilder();
	readonly text = new SectionBuilder();
	readonly copy = new MarkdownCopy();
	/** Plain text of the first paragraph with words outside of links, which isn't in a list, a quote or an admonition. */
	description: string | undefined;
	/** Plain text of the first paragraph with words. */
	firstWords: string | undefined;
	/** Plain text of the first h1. */
	title: string | undefined;
	/** The body shows the title, above its text. */
	ownHeading = false;
	/** The frame of the page shows no title, so an h1 in HTML is one, wherever it stands. */
	showsNoTitle = false;
	/**
	 * The page is a post; its template shows the title. The first h1 supplies the title and is left out, unless front
	 * matter has another one.
	 */
	takesTitle = false;
	/** The title from front matter. */
	givenTitle: string | undefined;
	/** The page's docs version. */
	version = 'current';
	/** Lines may break inside names in code, for the narrow columns of generated pages. */
	breaksNames = false;
	/** The body above the truncation mark. */
	excerpt: Piece[] | undefined;
	readonly #stack: OpenEntry[] = [];
	readonly #forgiven = new Map<string, number>();
	/** Maps an offset in the current token to one in the body. */
	#locate: (offset: number) => number = (offset) => offset;
	/** Entries of the stack below this index cannot be closed now. */
	#floor = 0;
	/** The last block token with a position. */
	#token: Token | undefined;
	#mayCut = false;

	constructor(facts: ParseContext, scope: Scope, dialect: TokenRenderer) {
		this.facts = facts;
		this.scope = scope;
		this.dialect = dialect;
	}

	/** Writes block tokens; closes everything at the end. */
	run(tokens: Token[]): void {
		for (let index = 0; index < tokens.length; index++) {
			const token = tokens[index];
			if (!token) continue;
			this.#enter(token);
			const last = (this.dialect.renderers[token.type] ?? other)(this, token, tokens, index);
			if (typeof last === 'number') index = last;
			if (this.#mayCut && this.#stack.length === 0) this.cut();
		}
		this.unwind(0);
	}

	/** Writes a range of inline tokens; it closes exactly what was opened in it. */
	inline(tokens: Token[], from = 0, to = tokens.length): void {
		const floor = this.#floor;
		this.#floor = this.#stack.length;
		this.flow(tokens, from, to);
		this.unwind(this.#floor);
		this.#floor = floor;
	}

	/** Like `inline`, but what is opened may be closed later. */
	flow(tokens: Token[], from: number, to: number): void {
		for (let index = from; index < to; index++) {
			const token = tokens[index];
			const last = token && (this.dialect.renderers[token.type] ?? other)(this, token, tokens, index);
			if (typeof last === 'number') index = last;
		}
	}

	/** The HTML of a token without renderer here. */
	other(tokens: Token[], index: number): string {
		return this.dialect.other(tokens, index);
	}

	/** Sets the mapping of offsets until the next block token. */
	inside(locate: (offset: number) => number): void {
		this.#locate = locate;
	}

	/** Runs `work` with offsets relative to `base`. */
	shifted(base: number, work: () => void): void {
		const locate = this.#locate;
		this.#locate = (offset) => locate(offset + base);
		work();
		this.#locate = locate;
	}

	/** Converts an offset in the current content to one in the body. */
	offset(offset: number): number {
		return this.#locate(offset);
	}

	/** A finding about the current block token, or about an offset in the current content. */
	report(finding: ParseFinding, offset?: number): void {
		this.facts.report(this.scope.source, offset === undefined ? this.start : this.#locate(offset), finding);
	}

	/** The innermost open thing around the current token. */
	get parent(): OpenScope | undefined {
		return this.#stack[this.#stack.length - 1];
	}

	/** The owner of the current token: a partial belongs to the component or element around it. */
	get whole(): OpenScope | undefined {
		return this.#stack.findLast(({ name }) => name !== PARTIAL);
	}

	/** Whether the current token is inside something that `fits`. */
	isWithin(fits: (open: OpenScope) => boolean): boolean {
		return this.#stack.some(fits);
	}

	/** The variants of the nearest component that collects them. */
	get variants(): string[] | undefined {
		return this.#stack.findLast(({ variants }) => variants)?.variants;
	}

	get depth(): number {
		return this.#stack.length;
	}

	/** Whether the current token belongs to the page itself: only boxes of HTML, and partials, are around it. */
	get isOutside(): boolean {
		return this.#stack.every(({ kind, name }) => (kind === 'element' ? BOX.test(name) : name === PARTIAL));
	}

	/** Whether nothing but pictures stands above the current token. */
	get isFirst(): boolean {
		const { components, headings } = this.facts;
		return !this.text.hasWords && headings.length === 0 && ![...components].some((name) => /^[A-Z]/.test(name));
	}

	/** Opens a container; `end` is called when its own token closes it. */
	container(end: () => void, name = ''): void {
		this.#stack.push({ kind: 'container', name, end, source: this.scope.source, offset: 0, length: 0 });
	}

	/** Opens something; returns false, and opens nothing, if the nesting is too deep. */
	open(open: OpenScope, offset?: number, length = open.name.length + 1): boolean {
		const { source } = this.scope;
		const at = offset === undefined ? this.start : this.#locate(offset);
		if (this.#stack.length >= MAX_DEPTH) {
			this.facts.report(source, at, {
				code: 'too-deep',
				message: `${label(open)} is nested too deeply.`,
				hint: `Nest at most ${MAX_DEPTH} levels.`,
				length,
			});
			this.forgive(open);
			return false;
		}
		this.#stack.push({ ...open, source, offset: at, length });
		return true;
	}

	/**
	 * Closes the innermost open thing that `fits`, and what was left open inside it. Stops at containers. Returns
	 * whether it found one.
	 */
	close(fits: (open: OpenScope) => boolean): boolean {
		for (let index = this.#stack.length - 1; index >= this.#floor; index--) {
			const entry = this.#stack[index];
			if (!entry || entry.kind === 'container') return false;
			if (!fits(entry)) continue;
			this.unwind(index + 1);
			this.#stack.pop();
			entry.end(true);
			return true;
		}
		return false;
	}

	/** Closes the innermost container, and what was left open inside it. */
	closeContainer(): void {
		let index = this.#stack.length - 1;
		while (index >= this.#floor && this.#stack[index]?.kind !== 'container') index--;
		if (index < this.#floor) return;
		this.unwind(index + 1);
		this.#stack.pop()?.end(true);
	}

	/** Closes everything above `depth`; reports what the author should have closed. */
	unwind(depth: number): void {
		while (this.#stack.length > depth) {
			const entry = this.#stack.pop();
			if (!entry) return;
			entry.end(false);
			if (entry.kind === 'container' || (entry.kind === 'element' && OPTIONAL_END.has(entry.name))) continue;
			this.forgive(entry);
			this.facts.report(entry.source, entry.offset, {
				code: 'unclosed',
				message: `${label(entry)} is not closed.`,
				hint:
					entry.kind === 'admonition'
						? `Add a line ${entry.name} where it ends.`
						: `Add </${entry.name}> where it ends, in the element in which it started; or write &lt; if it is not a tag.`,
				length: entry.length,
			});
		}
	}

	/** Reports an end tag without a start tag, unless the start tag was refused. */
	stray(open: Pick<OpenScope, 'kind' | 'name'>, offset?: number): void {
		const key = `${open.kind} ${open.name}`;
		const forgiven = this.#forgiven.get(key) ?? 0;
		if (forgiven > 0) {
			this.#forgiven.set(key, forgiven - 1);
			return;
		}
		const closing = open.kind === 'admonition' ? open.name : `</${open.name}>`;
		this.report(
			{
				code: 'stray',
				message: `${closing} has no opening tag.`,
				hint: 'Remove it, or open it in the same list item, quote or paragraph.',
				length: closing.length,
			},
			offset,
		);
	}

	/** Writes a component that is not in the author's text. */
	component(name: string, props: Record<string, unknown>, children: () => void): void {
		this.openComponent(name, props);
		children();
		this.html.close();
	}

	/** Opens such a component; `html.close()` closes it. */
	openComponent(name: string, props: Record<string, unknown>): void {
		this.facts.components.add(name);
		this.html.open({ name, props, line: this.scope.source.place(this.start).line });
	}

	/** Whether the excerpt has ended, or will at the end of the current block. */
	get isCut(): boolean {
		return this.excerpt !== undefined || this.#mayCut;
	}

	/** Ends the excerpt here, or at the end of the enclosing block. */
	cut(): void {
		if (this.excerpt) return;
		this.#mayCut = this.#stack.length > 0 || this.html.depth > 0;
		if (!this.#mayCut) this.excerpt = this.html.soFar();
	}

	/** Ends the excerpt at the end of the current block. */
	cutLater(): void {
		this.#mayCut = this.excerpt === undefined;
	}

	#enter(token: Token): void {
		if (token.nesting >= 0)
			this.whole?.contents?.add(/^(?:bullet|ordered)_list/.test(token.type) ? 'list' : token.type);
		this.#locate = (offset) => offset;
		if (token.map || tokenData(token).start !== undefined) this.#token = token;
	}

	/** Offset of the current block in the body. */
	get start(): number {
		const start = this.#token && tokenData(this.#token).start;
		if (start !== undefined) return start;
		const { source } = this.scope;
		const line = this.#token?.map?.[0] ?? 0;
		return source.lineStart(line) + Math.max(source.line(line).search(/[^\s>]/), 0);
	}

	/** Makes the end tag of a refused start tag valid. */
	forgive(open: Pick<OpenScope, 'kind' | 'name'>): void {
		const key = `${open.kind} ${open.name}`;
		this.#forgiven.set(key, (this.#forgiven.get(key) ?? 0) + 1);
	}
}

/** Writes tokens as markdown-it or a plugin does, except for text. Tokens with an end token are containers. */
const other: Render = (walk, token, tokens, index) => {
	if (token.type === 'inline') {
		walk.inside(placesOf(walk.scope.source, token));
		walk.copy.begin(token.content);
		walk.inline(token.children ?? []);
		walk.copy.block(walk.copy.end());
		walk.text.space();
	} else if (token.nesting < 0) walk.closeContainer();
	else {
		walk.html.add(walk.other(tokens, index));
		if (token.nesting === 0) walk.text.add(token.content);
		else {
			const close = closingOf(tokens, index);
			walk.container(() => walk.html.add(close < 0 ? '' : walk.other(tokens, close)));
		}
	}
};

function label(open: OpenScope): string {
	return open.label ?? `<${open.name}>`;
}
