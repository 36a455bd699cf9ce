/**
 * One pass over the tokens of a page: writes its HTML, its sections for search and its Markdown twin, and pairs
 * what authors open and close by hand (tags, components, admonitions). How a token looks is the business of the
 * renderers it is given; this file keeps order: whatever an author leaves open or closes twice, the result nests.
 */
import type { Token } from 'markdown-it';
import type { Piece } from '../../model/page.ts';
import { OPTIONAL_END } from './elements.ts';
import type { Facts, Finding, Scope } from './facts.ts';
import { Pieces } from './pieces.ts';
import { closingOf, placesOf } from './places.ts';
import { Sections } from './sections.ts';
import type { Source } from './source.ts';
import { Twin } from './twin.ts';

/** Writes `token`, which is at `index`; returns the index of the last token it took care of, if that is another. */
export type Render = (walk: Walk, token: Token, tokens: Token[], index: number) => unknown;

/** By type of token. */
export type Renderers = Readonly<Record<string, Render>>;

/** How tokens are written: those of the block pass, those inside of text, and all that neither knows. */
export interface Dialect {
	block: Renderers;
	inline: Renderers;
	/** HTML of one token, as the library has it. */
	other: (tokens: Token[], index: number) => string;
}

/** Something that must be closed. A `container` is Markdown's own and closed by its own token. */
export interface Open {
	kind: 'container' | 'element' | 'component' | 'admonition';
	/** Tag name or colons; empty for containers. */
	name: string;
	/** What messages call it; default: the tag. */
	label?: string;
	/** Fences in it are tabs. */
	isGroup?: boolean;
	/** The tabs in it, as far as they are read. */
	tabs?: { value: string; isDefault: boolean }[];
	/** The variants of samples in it, as far as they are read. */
	variants?: string[];
	/** Labels of the tabs in it, by value, where they stand in one place. */
	labels?: ReadonlyMap<string, string>;
	end(): void;
}

interface Entry extends Open {
	source: Source;
	offset: number;
	/** Length of what opened it, in messages. */
	length: number;
}

/** Deeper nesting is refused: others walk components recursively, and browsers stop at 512 elements. */
const MAX_DEPTH = 100;

export class Walk {
	readonly facts: Facts;
	/** The file that the current token comes from. */
	scope: Scope;
	readonly html = new Pieces();
	readonly text = new Sections();
	readonly twin = new Twin();
	/** Plain text of the first paragraph. */
	description: string | undefined;
	/** Plain text of the body's own h1. */
	title: string | undefined;
	ownHeading = false;
	/** The page shows its title by itself: the first h1 gives it and is not written, unless it says something else. */
	takesTitle = false;
	/** The title that the front matter gives. */
	givenTitle: string | undefined;
	/** Every checked sample shows the types of its names. */
	showsTypes = false;
	/** Names in code may be broken at their parts, as narrow columns of the API reference need it. */
	breaksNames = false;
	/** What stands above the truncation mark. */
	excerpt: Piece[] | undefined;
	readonly #dialect: Dialect;
	readonly #stack: Entry[] = [];
	readonly #forgiven = new Map<string, number>();
	/** Offset in the body of an offset in the current token. */
	#locate: (offset: number) => number = (offset) => offset;
	/** Entries below it cannot be closed now. */
	#floor = 0;
	/** The last block token that knows its place. */
	#token: Token | undefined;
	#mayCut = false;

	constructor(facts: Facts, scope: Scope, dialect: Dialect) {
		this.facts = facts;
		this.scope = scope;
		this.#dialect = dialect;
	}

	/** Writes block tokens; afterwards nothing is open. */
	run(tokens: Token[]): void {
		for (let index = 0; index < tokens.length; index++) {
			const token = tokens[index];
			if (!token) continue;
			this.#enter(token);
			const last = (this.#dialect.block[token.type] ?? other)(this, token, tokens, index);
			if (typeof last === 'number') index = last;
			if (this.#mayCut && this.#stack.length === 0) this.cut();
		}
		this.unwind(0);
	}

	/** Writes a stretch of inline tokens; what is opened in it is closed in it, and nothing else. */
	inline(tokens: Token[], from = 0, to = tokens.length): void {
		const floor = this.#floor;
		this.#floor = this.#stack.length;
		this.flow(tokens, from, to);
		this.unwind(this.#floor);
		this.#floor = floor;
	}

	/** The same, but what is opened may be closed later. */
	flow(tokens: Token[], from: number, to: number): void {
		for (let index = from; index < to; index++) {
			const token = tokens[index];
			const last = token && (this.#dialect.inline[token.type] ?? other)(this, token, tokens, index);
			if (typeof last === 'number') index = last;
		}
	}

	/** A token that no renderer of ours knows. */
	other(tokens: Token[], index: number): string {
		return this.#dialect.other(tokens, index);
	}

	/** Offsets count in the content of `token` from now on, until the next block token. */
	inside(locate: (offset: number) => number): void {
		this.#locate = locate;
	}

	/** Runs `work` while offsets count from `base`. */
	shifted(base: number, work: () => void): void {
		const locate = this.#locate;
		this.#locate = (offset) => locate(offset + base);
		work();
		this.#locate = locate;
	}

	/** Offset in the body. */
	offset(offset: number): number {
		return this.#locate(offset);
	}

	/** A finding about the current block token, or about an offset in the current content. */
	report(finding: Finding, offset?: number): void {
		this.facts.report(this.scope.source, offset === undefined ? this.#start : this.#locate(offset), finding);
	}

	/** What encloses the current token most closely. */
	get parent(): Open | undefined {
		return this.#stack[this.#stack.length - 1];
	}

	/** The variants that the nearest component around the current token knows of. */
	get variants(): string[] | undefined {
		return this.#stack.findLast(({ variants }) => variants)?.variants;
	}

	get depth(): number {
		return this.#stack.length;
	}

	/** Begins what its own token closes, and nothing else can: there `end` is called. */
	container(end: () => void): void {
		this.#stack.push({ kind: 'container', name: '', end, source: this.scope.source, offset: 0, length: 0 });
	}

	/** False where nesting is too deep: then nothing is open and nothing should be written. */
	open(open: Open, offset?: number, length = open.name.length + 1): boolean {
		const { source } = this.scope;
		const at = offset === undefined ? this.#start : this.#locate(offset);
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
	 * Closes the innermost open thing that `fits`, and what was left open inside of it. Never looks beyond a
	 * container. False where there is none.
	 */
	close(fits: (open: Open) => boolean): boolean {
		for (let index = this.#stack.length - 1; index >= this.#floor; index--) {
			const entry = this.#stack[index];
			if (!entry || entry.kind === 'container') return false;
			if (!fits(entry)) continue;
			this.unwind(index + 1);
			this.#stack.pop();
			entry.end();
			return true;
		}
		return false;
	}

	/** Ends the innermost container, and what was left open inside of it. */
	closeContainer(): void {
		let index = this.#stack.length - 1;
		while (index >= this.#floor && this.#stack[index]?.kind !== 'container') index--;
		if (index < this.#floor) return;
		this.unwind(index + 1);
		this.#stack.pop()?.end();
	}

	/** Ends everything above `depth`; all but containers should have been closed by the author. */
	unwind(depth: number): void {
		while (this.#stack.length > depth) {
			const entry = this.#stack.pop();
			if (!entry) return;
			entry.end();
			if (entry.kind === 'container' || (entry.kind === 'element' && Object.hasOwn(OPTIONAL_END, entry.name))) continue;
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

	/** Something is closed that is not open: an error, unless its opening has been one. */
	stray(open: Pick<Open, 'kind' | 'name'>, offset?: number): void {
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

	/** Writes a component that no author has written. */
	component(name: string, props: Record<string, unknown>, children: () => void): void {
		this.openComponent(name, props);
		children();
		this.html.close();
	}

	/** Begins one, which `html.close()` ends. */
	openComponent(name: string, props: Record<string, unknown>): void {
		this.facts.components.add(name);
		this.html.open({ name, props, line: this.scope.source.place(this.#start).line });
	}

	/** The excerpt ends here, or with the block around. */
	cut(): void {
		if (this.excerpt) return;
		this.#mayCut = this.#stack.length > 0 || this.html.depth > 0;
		if (!this.#mayCut) this.excerpt = this.html.soFar();
	}

	/** Asks for a cut at the end of the current block. */
	cutLater(): void {
		this.#mayCut = this.excerpt === undefined;
	}

	#enter(token: Token): void {
		this.#locate = (offset) => offset;
		if (token.map || token.meta?.start !== undefined) this.#token = token;
	}

	/** Offset in the body at which the current block begins. */
	get #start(): number {
		const { map, meta } = this.#token ?? {};
		if (typeof meta?.start === 'number') return meta.start;
		const { source } = this.scope;
		const line = map?.[0] ?? 0;
		return source.lineStart(line) + Math.max(source.line(line).search(/[^\s>]/), 0);
	}

	/** The end tag that will come is no error. */
	forgive(open: Pick<Open, 'kind' | 'name'>): void {
		const key = `${open.kind} ${open.name}`;
		this.#forgiven.set(key, (this.#forgiven.get(key) ?? 0) + 1);
	}
}

/** What looks as markdown-it, or a plugin, writes it; text as everywhere. What such tokens open is a container. */
const other: Render = (walk, token, tokens, index) => {
	if (token.type === 'inline') {
		walk.inside(placesOf(walk.scope.source, token));
		walk.twin.begin(token.content);
		walk.inline(token.children ?? []);
		walk.twin.block(walk.twin.end());
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

function label(open: Open): string {
	return open.label ?? `<${open.name}>`;
}
