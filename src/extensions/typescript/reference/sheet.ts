/** The state that the parts of one symbol's page share while they are written. */
import type ts from 'typescript';
import { nearest } from '../../../content/model/schema.ts';
import type { Comment, CommentTag } from './comment.ts';
import { type CommentNode, docOf } from './comment-source.ts';
import { NAMED, NAMED_TYPES } from './comment-writer.ts';
import { blocks, code } from './markdown.ts';
import { apiLinkOf, type Context } from './page.ts';
import type { ApiSymbol } from './symbols.ts';

export class Sheet {
	readonly context: Context;
	/** Parameters, options and members. */
	readonly names = new Set<string>();
	/** The comments that the page has. */
	readonly shown = new Set<CommentNode>();
	/** Ids of members in use, because an id must be unique on a page. */
	private readonly ids = new Set<string>();
	private readonly read = new Set<Comment>();
	private readonly taken = new Set<CommentTag>();

	constructor(
		readonly symbol: ApiSymbol,
		all: Context,
	) {
		const own = apiLinkOf(symbol);
		// A page does not link to itself.
		const resolve: Context['resolve'] = (name) => {
			const known = all.resolve(name);
			return known?.url === own ? { ...known, url: undefined } : known;
		};
		this.context = { ...all, resolve };
	}

	/** The comment of a declaration that the page shows. */
	comment(node: ts.Node): Comment {
		return this.show(this.context.comments.of(node));
	}

	/** A comment that belongs to a part without a name. */
	commentIn(doc: CommentNode, node: ts.Node): Comment {
		const comment = docOf(node) === doc ? this.context.comments.of(node) : this.context.comments.read(doc, node);
		return this.show(comment);
	}

	/** Tags of a comment that no part of the page has taken yet. */
	left({ tags }: Comment, kinds: readonly string[]): CommentTag[] {
		return tags.filter((tag) => kinds.includes(tag.name) && !this.taken.has(tag));
	}

	/** The words of a comment about a name; several if the comment describes it several times. */
	about({ tags }: Comment, kinds: readonly string[], ...names: string[]): string[] {
		const found = tags.filter(({ name, of }) => kinds.includes(name) && of.some((each) => names.includes(each)));
		for (const tag of found) this.taken.add(tag);
		return found
			.map(({ text, standard }) => blocks(text, standard === '' ? '' : `Default: ${code(standard)}`))
			.filter((text) => text !== '');
	}

	private show(comment: Comment): Comment {
		for (const doc of comment.docs) this.shown.add(doc);
		this.read.add(comment);
		return comment;
	}

	/** A unique id; the first member with a name gets the id without a number. */
	claim(wanted: string): string {
		let id = wanted;
		for (let count = 1; this.ids.has(id); count++) id = `${wanted}-${count}`;
		this.ids.add(id);
		return id;
	}

	/**
	 * Rows of a list for the names in a comment that nothing has: the words of an author are kept. Names in an inherited
	 * comment are left for the declarations that have them.
	 */
	strays(comment: Comment, node: ts.Node, names: readonly string[] = []): [term: string, text: string][] {
		const doc = docOf(node);
		const own = this.left(comment, [...NAMED, ...NAMED_TYPES]).filter((tag) => tag.place.doc === doc);
		return this.rowsOf(own, names);
	}

	/** The same, of all comments of the page. */
	allStrays(): [term: string, text: string][] {
		const comments = [...this.read];
		const left = comments.flatMap((comment) => this.left(comment, [...NAMED, ...NAMED_TYPES]));
		return this.rowsOf([...new Set(left)]);
	}

	private rowsOf(tags: readonly CommentTag[], names: readonly string[] = []): [term: string, text: string][] {
		const written = tags.filter((tag) => tag.written !== '');
		return written.map((tag) => {
			this.taken.add(tag);
			const name = tag.of.join(', ');
			const near = nearest(tag.of[0] ?? '', [...names, ...this.names]);
			this.context.comments.report(tag.place, tag.of[0] ?? `@${tag.name}`, {
				code: 'api-comment',
				message:
					name === ''
						? `@${tag.name} describes nothing: it has no name.`
						: `@${tag.name} ${name} describes nothing: ${this.symbol.name} has no parameter, option or member of that name.`,
				hint: near ? `Did you mean "${near}"?` : 'Name one of the declaration, or remove the tag.',
			});
			return [name === '' ? `@${tag.name}` : code(name), tag.text];
		});
	}
}
