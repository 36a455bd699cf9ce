/** The doc comments of declarations, with the words that they inherit, as Markdown. */
import type ts from 'typescript';
import { nameFrom } from '../../../cli/disk/paths.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { isInstalled } from '../compiler/reads.ts';
import { tsc } from '../compiler/typescript.ts';
import { type CommentNode, docOf, lineOfDoc } from './comment-source.ts';
import type { CommentSection, TagText } from './comment-text.ts';
import { commentMarkdown, type Follow, isSafe, type WrittenLink } from './dialect.ts';
import { blocks, code, link, type ResolveName } from './markdown.ts';
import type { NameScope } from './names.ts';
import type { ApiPackage } from './packages.ts';
import { ownerOf } from './symbols.ts';

/** A doc comment, with its texts in Markdown. */
export interface Comment {
	summary: string;
	tags: CommentTag[];
	/** Where its words are in the sources: its own comment, and those that it inherits from. */
	docs: CommentNode[];
}

export interface CommentTag {
	name: string;
	/** The names that it describes: parameters, options as `options.left`, type parameters. */
	of: string[];
	text: string;
	/** The text as it is in the source. */
	written: string;
	/** The type that it has in braces. */
	type: string;
	/** The default that it has in brackets, as written. */
	standard: string;
	place: { doc: CommentNode; line: number };
}

const EMPTY: Comment = { summary: '', tags: [], docs: [] };

/** Tags that `{@inheritDoc Name}` copies, as TSDoc defines. */
const INHERITED = new Set(['remarks', 'param', 'typeParam', 'template', 'returns', 'return']);
/** Tags for people who work on the package. */
const PRIVATE = new Set(['privateRemarks', 'todo', 'inheritDoc', 'inheritdoc']);

const INHERIT = /\{@inherit[dD]oc(?:\s+([^{}]*?))?\s*\}/;

export class Comments {
	readonly findings: Diagnostic[] = [];
	private readonly known = new Map<ts.Node, Comment>();

	constructor(
		private readonly names: NameScope,
		private readonly resolve: ResolveName,
		private readonly checker: ts.TypeChecker,
		private readonly packages: readonly ApiPackage[],
		private readonly root: string,
	) {}

	/** The comment of a declaration. */
	of(node: ts.Node): Comment {
		const known = this.known.get(node);
		if (known) return known;
		// A comment that inherits from itself has nothing to inherit.
		this.known.set(node, EMPTY);
		const doc = docOf(node);
		const comment = doc ? this.withInherited(doc, node) : this.firstOf(isType(node) ? [] : basesOf(node, this.checker));
		this.known.set(node, comment);
		return comment;
	}

	/** A comment that belongs to no declaration, or to a part of one. */
	read(doc: CommentNode, node: ts.Node): Comment {
		const { summary, tags } = doc.text;
		const markdown = (section: CommentSection): string =>
			commentMarkdown(section.text.replace(/\{@label\s+[^{}]*\}/g, ''), this.followFrom(doc, node, section));
		return {
			summary: markdown({ ...summary, text: summary.text.replace(INHERIT, '') }),
			tags: tags
				.filter(({ name }) => !PRIVATE.has(name))
				.map((tag): CommentTag => {
					const { name, of, standard, text: written } = tag;
					const place = { doc, line: tag.lines[0] ?? 0 };
					const thrown = tag.type === '' ? undefined : this.names.find(tag.type, node);
					const type = tag.type === '' ? '' : link(code(tag.type), thrown && this.resolve(thrown)?.url);
					return { name, of, type, standard, written, place, text: markdown(this.withSeenName(tag, node)) };
				}),
			docs: [doc],
		};
	}

	/** Text from the configuration. */
	text(written: string): string {
		return commentMarkdown(written, ({ target }) => (isSafe(target) ? { url: target } : undefined));
	}

	/** Reports a mistake in a comment, once, if the comment is in one of the packages. */
	report(
		{ doc, line }: CommentTag['place'],
		word: string,
		finding: Pick<Diagnostic, 'code' | 'message' | 'hint'>,
	): void {
		const { fileName } = doc.file;
		const owner = ownerOf(fileName, this.packages);
		// Nobody here can change an installed package, and its words are shown all the same.
		if (!owner || isInstalled(`${owner.folder}/`)) return;
		const place = { file: nameFrom(this.root, fileName), line: lineOfDoc(doc, line) };
		if (
			this.findings.some((one) => one.message === finding.message && one.file === place.file && one.line === place.line)
		)
			return;
		const starts = doc.file.getLineStarts();
		const excerpt = doc.file.text.slice(starts[place.line - 1], starts[place.line]).replace(/\r?\n$/, '');
		const column = excerpt.indexOf(word) + 1;
		const mark = column > 0 ? { column, length: word.length } : {};
		this.findings.push({ ...finding, severity: 'warning', ...place, ...mark, excerpt });
	}

	private withInherited(doc: CommentNode, node: ts.Node): Comment {
		const own = this.read(doc, node);
		const { summary, tags } = doc.text;
		const inline = INHERIT.exec(summary.text);
		const block = tags.find(({ name }) => name === 'inheritDoc' || name === 'inheritdoc');
		const isAsked = inline !== null || block !== undefined;
		if (!isAsked && (own.summary !== '' || isType(node))) return own;
		const named = inline?.[1] ?? block?.text.trim() ?? '';
		const base = this.firstOf(named === '' ? basesOf(node, this.checker) : this.declarationsAt(named, node));
		if (isAsked && base.docs.length === 0) {
			const line = inline ? summary.lines[lineCount(summary.text.slice(0, inline.index))] : block?.lines[0];
			this.report({ doc, line: line ?? 0 }, named || 'inherit', nothingToInherit(named));
		}
		const has = new Set(own.tags.map(keyOf));
		const taken = base.tags.filter((tag) => (named === '' || INHERITED.has(tag.name)) && !has.has(keyOf(tag)));
		return {
			summary: blocks(base.summary, own.summary),
			tags: [...own.tags, ...taken],
			docs: [...own.docs, ...base.docs],
		};
	}

	private firstOf(nodes: readonly ts.Node[]): Comment {
		for (const node of nodes) {
			const comment = this.of(node);
			if (comment.docs.length > 0) return comment;
		}
		return EMPTY;
	}

	private declarationsAt(name: string, from: ts.Node): readonly ts.Node[] {
		return this.names.find(name, from)?.declarations ?? [];
	}

	/** Follows the links of a section. */
	private followFrom(doc: CommentNode, node: ts.Node, { lines }: CommentSection): Follow {
		return (link) => {
			const { kind, target } = link;
			if (isSafe(target)) return { url: target };
			if (kind === 'image') {
				this.report({ doc, line: lines[link.line] ?? 0 }, target, leadsNowhere(link));
				return undefined;
			}
			const symbol = this.names.find(target, node);
			// The link may name the symbol as its declaration does.
			const known = symbol && this.resolve(symbol, kindIn(target));
			if (symbol) return { ...known, name: symbol.name === target ? known?.name : undefined };
			// Two brackets are a part of many languages.
			if (kind !== 'wiki') this.report({ doc, line: lines[link.line] ?? 0 }, target, leadsNowhere(link));
			return undefined;
		};
	}

	/** `@see Shop.open` names a symbol without braces. */
	private withSeenName(tag: TagText, node: ts.Node): CommentSection {
		const [, name = '', rest = ''] = /^([\w$]+(?:[.#~][\w$]+)*(?:\(\))?)(?=$|\s)([\s\S]*)$/.exec(tag.text) ?? [];
		const isName =
			tag.name === 'see' && name !== '' && (/[.#(]/.test(name) || rest.trim() === '' || /^\s*[-–—]/.test(rest));
		return isName && this.names.find(name, node) ? { ...tag, text: `{@link ${name}}${rest}` } : tag;
	}
}

/** The words of a tag replace inherited ones about the same. */
function keyOf({ name, of }: CommentTag): string {
	const kind = name === 'return' ? 'returns' : name === 'template' ? 'typeParam' : name;
	return [kind, ...of].join(' ');
}

function leadsNowhere({ kind, target }: WrittenLink): Pick<Diagnostic, 'code' | 'message' | 'hint'> {
	const code = 'api-link';
	if (kind === 'image')
		return {
			code,
			message: `The image "${target}" in a doc comment is left out: only its words are shown.`,
			hint: 'Write a full URL: the files of a package are no part of the site.',
		};
	if (kind === 'markdown')
		return {
			code,
			message: `The link "${target}" in a doc comment is left out: it is no URL, and no symbol has that name.`,
			hint: 'Write a full URL, or {@link Name} for a symbol.',
		};
	return {
		code,
		message: `{@${kind} ${target}} leads nowhere: no symbol of the package has that name.`,
		hint: 'Write the name as in an import, with its class or namespace: {@link Shop.open}.',
	};
}

/** The kind of the last name in a reference such as `(Color:variable)`. */
function kindIn(target: string): string | undefined {
	return /:(\w+)\)$/.exec(target.trim())?.[1];
}

function nothingToInherit(name: string): Pick<Diagnostic, 'code' | 'message' | 'hint'> {
	const code = 'api-comment';
	return name === ''
		? { code, message: 'There is no comment to inherit.', hint: 'Name what has the comment: {@inheritDoc Name}.' }
		: {
				code,
				message: `"${name}" has no comment to inherit.`,
				hint: 'Name a symbol of the package with a doc comment, or write the words here.',
			};
}

function lineCount(text: string): number {
	return text.split('\n').length - 1;
}

/** A declaration that inherits words only if its author says so. */
function isType(node: ts.Node): boolean {
	return tsc.isClassLike(node) || tsc.isInterfaceDeclaration(node) || tsc.isSourceFile(node);
}

/** The declarations to inherit words from: a base, a member of a base, the body of an overloaded function. */
function basesOf(node: ts.Node, checker: ts.TypeChecker): ts.Node[] {
	if (tsc.isClassLike(node) || tsc.isInterfaceDeclaration(node))
		return basesIn(node, checker).flatMap((base) => base.declarations ?? []);
	const { parent }: { parent?: ts.Node } = node;
	if (!parent) return [];
	const isNamed = tsc.isClassElement(node) || tsc.isTypeElement(node) || tsc.isFunctionDeclaration(node);
	const symbol = isNamed && node.name ? checker.getSymbolAtLocation(node.name) : undefined;
	const bodies = (symbol?.declarations ?? []).filter((other) => other !== node && hasBody(other) && !hasBody(node));
	if (!tsc.isClassLike(parent) && !tsc.isInterfaceDeclaration(parent)) return bodies;
	const isStatic = tsc.isClassElement(node) && (tsc.getCombinedModifierFlags(node) & tsc.ModifierFlags.Static) !== 0;
	const inherited = basesIn(parent, checker).flatMap((base) => {
		if (tsc.isConstructorDeclaration(node))
			return base.members?.get(tsc.InternalSymbolName.Constructor)?.declarations ?? [];
		const type = isStatic ? checker.getTypeOfSymbol(base) : checker.getDeclaredTypeOfSymbol(base);
		return (symbol && checker.getPropertyOfType(type, symbol.name)?.declarations) ?? [];
	});
	return [...bodies, ...inherited];
}

function hasBody(node: ts.Node): boolean {
	return tsc.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** The classes and interfaces that a declaration extends or implements. */
function basesIn(node: ts.ClassLikeDeclaration | ts.InterfaceDeclaration, checker: ts.TypeChecker): ts.Symbol[] {
	return (node.heritageClauses ?? []).flatMap(({ types }) =>
		types.flatMap((type) => checker.getTypeAtLocation(type).getSymbol() ?? []),
	);
}
