/** The page of one symbol: how to import it, what it is, what it takes and has, where it is from. */
import { relative } from 'node:path';
import type { JSONOutput } from 'typedoc';
import {
	BREAK,
	block,
	bullets,
	columns,
	defaultNote,
	detail,
	escapeLabel,
	flag,
	inheritedNote,
	inlineValue,
	inWords,
	item,
	OPTIONAL,
	strong,
} from './cells.ts';
import { commentBlocks, commentSummary } from './comment.ts';
import type { Doc } from './layout.ts';
import {
	type ApiPage,
	type Context,
	commentOf,
	DEPRECATED,
	functionOf,
	importPath,
	pageOf,
	pageTarget,
	summaryOf,
	tagsOf,
} from './page.ts';
import {
	codeCell,
	codeText,
	linked,
	NOTHING,
	type Resolve,
	type Rich,
	rich,
	Sheet,
	type Target,
	together,
} from './sheet.ts';
import { type ApiSymbol, anchorOf } from './symbols.ts';
import {
	indexDoc,
	isFunction,
	KIND,
	keyOf,
	memberDoc,
	parameterName,
	signatureDoc,
	symbolDoc,
	typeDoc,
} from './types.ts';

type Declaration = JSONOutput.DeclarationReflection;
type Signature = JSONOutput.SignatureReflection;
type Comment = JSONOutput.Comment;

/** Tags that have a place of their own on the page; all others are shown under their names. */
const PLACED: ReadonlySet<string> = new Set([
	'@deprecated',
	'@example',
	'@param',
	'@typeParam',
	'@template',
	'@returns',
	'@return',
	'@default',
	'@defaultValue',
	'@remarks',
	'@see',
	'@link',
	'@throws',
	'@warning',
]);

export class SymbolPage {
	private readonly sheet: Sheet;
	private readonly resolve: Resolve;

	constructor(
		private readonly symbol: ApiSymbol,
		private readonly context: Context,
	) {
		this.resolve = context.resolve;
		const [source] = symbol.declaration.sources ?? [];
		this.sheet = new Sheet(
			{
				file: source ? relative(context.root, `/${source.fileName}`) : relative(context.root, symbol.package.folder),
				line: source?.line ?? 1,
			},
			new Set(memberHolder(symbol.declaration).children?.map(({ name }) => anchorOf(name))),
		);
	}

	write(): ApiPage {
		const { symbol, sheet, resolve } = this;
		const { declaration, name, kind } = symbol;
		this.importLine();
		sheet.declaration(symbolDoc(name, declaration), resolve);
		const overloads = declaration.kind === KIND.function ? (declaration.signatures ?? []) : [];
		if (declaration.comment || overloads.length === 0) this.comment(commentOf(declaration));
		if (overloads.length > 1) this.overloads(overloads);
		else
			this.callable(
				overloads[0] ?? functionOf(declaration),
				overloads.length === 0 ? declaration.typeParameters : undefined,
				!declaration.comment && overloads.length === 1,
			);
		this.members();
		this.inheritance();
		this.origin();
		const description = commentSummary(commentOf(declaration)?.summary, resolve).plain;
		const title = [...symbol.trail, name].join('.');
		const facts = {
			path: symbol.path,
			title,
			description: description || `${kind.one} ${title} of ${importPath(symbol)}.`,
		};
		const api = {
			id: symbol.package.id,
			entry: symbol.entry,
			kind: symbol.exported ? kind.folder : `internals/${kind.folder}`,
			symbols: symbol.links,
		};
		return pageOf(symbol.package, facts, sheet, api);
	}

	private importLine(): void {
		const { symbol, sheet } = this;
		if (!symbol.exported) {
			sheet.paragraph(
				together(
					codeText(symbol.package.name),
					rich(' does not export this type: it is here because exported ones refer to it.'),
				),
				'api-also',
			);
			return;
		}
		const outer = symbol.trail[0] ?? symbol.name;
		const typeOnly = symbol.trail.length === 0 && symbol.kind.typeOnly ? 'type ' : '';
		const names = outer === 'default' ? (symbol.trail.length > 0 ? 'name' : lastPart(symbol)) : `{ ${outer} }`;
		sheet.fence(`import ${typeOnly}${names} from '${importPath(symbol)}';`, 'ts');
		const others = symbol.exports.slice(1).filter(({ trail }) => trail.length === 0);
		if (others.length === 0) return;
		const paths = [
			...new Set(
				others.map((way) => (way.name === symbol.name ? importPath(way) : `${importPath(way)} as ${way.name}`)),
			),
		];
		sheet.paragraph(
			together(
				rich('Also exported from '),
				...paths.flatMap((path, index) => [...(index === 0 ? [] : [rich(', ')]), codeText(path)]),
				rich('.'),
			),
			'api-also',
		);
	}

	/** Deprecation, description, and whatever tags say beside what has its own place. */
	private comment(comment: Comment | undefined, depth: 2 | 3 = 2): void {
		const { sheet, resolve } = this;
		for (const tag of tagsOf(comment, '@deprecated')) this.note('caution', 'Deprecated', tag);
		sheet.blocks(commentBlocks(comment?.summary, resolve));
		for (const tag of tagsOf(comment, '@remarks')) sheet.blocks(commentBlocks(tag.content, resolve));
		for (const tag of tagsOf(comment, '@warning')) this.note('caution', 'Warning', tag);
		const values = tagsOf(comment, '@default', '@defaultValue');
		for (const tag of values) sheet.paragraph(together(rich('Default: '), inlineValue(tag, resolve)));
		for (const tag of tagsOf(comment, '@throws')) {
			const text = commentBlocks(tag.content, resolve);
			sheet.paragraph(rich('Throws:'));
			sheet.blocks(text);
		}
		this.links(tagsOf(comment, '@see', '@link'));
		for (const tag of comment?.blockTags ?? []) {
			if (PLACED.has(tag.tag)) continue;
			const text = commentBlocks(tag.content, resolve);
			if (text === NOTHING) continue;
			sheet.paragraph(together(strong(inWords(tag.tag.slice(1)))));
			sheet.blocks(text);
		}
		this.examples(tagsOf(comment, '@example'), depth);
	}

	private note(kind: string, title: string, { content }: JSONOutput.CommentTag): void {
		const { sheet, resolve } = this;
		sheet.html(`<div class="admonition admonition-${kind}" role="note"><p class="admonition-title">${title}</p>\n`);
		sheet.markdown(`**${title}**`);
		sheet.text(title);
		sheet.blocks(commentBlocks(content, resolve));
		sheet.html('</div>\n');
	}

	/** `@see` and the `@link` that some write as a block: a list where there are several. */
	private links(tags: JSONOutput.CommentTag[]): void {
		const { sheet, resolve } = this;
		if (tags.length === 0) return;
		const [first] = tags;
		sheet.paragraph(rich('See also:'));
		if (tags.length === 1 && first) {
			sheet.blocks(commentBlocks(first.content, resolve));
			return;
		}
		sheet.html('<ul>\n');
		for (const tag of tags) {
			const text = commentSummary(tag.content, resolve);
			sheet.html('<li>', ...text.html, '</li>\n');
			sheet.markdown('- ', ...commentBlocks(tag.content, resolve).markdown);
			sheet.text(text.plain);
		}
		sheet.html('</ul>\n');
	}

	private examples(tags: JSONOutput.CommentTag[], depth: 2 | 3): void {
		const { sheet, resolve } = this;
		if (tags.length === 0) return;
		sheet.heading(depth, tags.length === 1 ? 'Example' : 'Examples');
		for (const { content, name } of tags) {
			if (name) sheet.paragraph(strong(name));
			const bare = content.every(({ kind }) => kind === 'text');
			const code = content
				.map(({ text }) => text)
				.join('')
				.trim();
			// Older comments have their code without a fence.
			if (bare && /[;{}]\s*$|=>|^\s*</m.test(code)) sheet.fence(code, 'ts');
			else sheet.blocks(commentBlocks(content, resolve));
		}
	}

	private overloads(signatures: Signature[]): void {
		const { sheet, resolve, symbol } = this;
		for (const [index, signature] of signatures.entries()) {
			sheet.heading(2, `Overload ${index + 1}`);
			sheet.declaration(signatureDoc(signature, { name: symbol.name }), resolve);
			this.comment(signature.comment, 3);
			this.parts(signature, signature.typeParameters, 3);
		}
	}

	/** Type parameters, parameters and result; the description too where it belongs to the signature. */
	private callable(
		signature: Signature | undefined,
		typeParameters: Declaration['typeParameters'],
		describe: boolean,
	): void {
		if (describe) this.comment(signature?.comment);
		this.parts(signature, typeParameters ?? signature?.typeParameters, 2);
	}

	private parts(signature: Signature | undefined, typeParameters: Declaration['typeParameters'], level: 2 | 3): void {
		this.typeParameters(typeParameters, level);
		if (!signature) return;
		this.parameters(signature, level);
		this.returns(signature, level);
	}

	private typeParameters(parameters: Declaration['typeParameters'], level: 2 | 3): void {
		const { sheet, resolve } = this;
		const rows = (parameters ?? []).map(({ name, type, default: otherwise, comment }) => {
			const bound = type ? [together(rich('extends '), codeCell(typeDoc(type), resolve))] : [];
			const standard = otherwise ? [together(rich('by default '), codeCell(typeDoc(otherwise), resolve))] : [];
			const both = [...bound, ...standard].flatMap((part, index) => (index === 0 ? [part] : [rich(', '), part]));
			const description = commentBlocks(comment?.summary, resolve);
			return { name: codeText(name), detail: detail(together(...both), description) };
		});
		// Bare names are in the declaration already.
		if (rows.every((row) => row.detail.html.length === 0)) return;
		sheet.heading(level, 'Type parameters');
		sheet.table(
			...columns(rows, [
				['Name', 'name'],
				['Type', 'detail'],
			]),
		);
	}

	private parameters(signature: Signature, level: 2 | 3): void {
		const { sheet } = this;
		if (!signature.parameters?.length) return;
		sheet.heading(level, 'Parameters');
		const rows = signature.parameters.flatMap((parameter, index) =>
			this.parameterRows(parameter, parameterName(parameter, index)),
		);
		sheet.table(
			...columns(rows, [
				['Name', 'name'],
				['Type', 'detail'],
			]),
		);
	}

	/** A parameter, and below it the documented properties of an object that is declared in its place. */
	private parameterRows(parameter: JSONOutput.ParameterReflection, name: string): { name: Rich; detail: Rich }[] {
		const { resolve } = this;
		const { type, flags, defaultValue, comment } = parameter;
		const isOptional = flags.isOptional || defaultValue !== undefined;
		const otherwise = defaultValue !== undefined && defaultValue !== '...' ? defaultNote(defaultValue) : NOTHING;
		const own = {
			name: together(codeText(`${flags.isRest ? '...' : ''}${name}`), isOptional ? OPTIONAL : NOTHING),
			detail: detail(codeCell(typeDoc(type), resolve), together(commentBlocks(comment?.summary, resolve), otherwise)),
		};
		const inner = type?.type === 'reflection' ? (type.declaration.children ?? []) : [];
		if (!inner.some((child) => child.comment)) return [own];
		return [
			own,
			...inner.flatMap((child) => ('target' in child ? [] : [this.propertyRow(child, `${name}.${child.name}`)])),
		];
	}

	private propertyRow(member: Declaration, name: string): { name: Rich; detail: Rich } {
		const type = member.type ?? member.getSignature?.type;
		return {
			name: together(codeText(name), member.flags.isOptional ? OPTIONAL : NOTHING),
			detail: detail(
				type ? codeCell(typeDoc(type), this.resolve) : this.memberType(member),
				this.memberDescription(member),
			),
		};
	}

	private returns(signature: Signature, level: 2 | 3): void {
		const { sheet, resolve } = this;
		if (signature.kind === 16384 || !signature.type) return;
		sheet.heading(level, 'Returns');
		sheet.paragraph(codeCell(typeDoc(signature.type), resolve));
		for (const tag of tagsOf(signature.comment, '@returns', '@return'))
			sheet.blocks(commentBlocks(tag.content, resolve));
	}

	/* ------------------------------------------------------------ members */

	private members(): void {
		const { symbol, sheet } = this;
		const { declaration } = symbol;
		if (symbol.kind.kind === KIND.namespace) this.namespaceMembers();
		if (symbol.kind.kind === KIND.namespace) return;
		const holder = memberHolder(declaration);
		if (holder !== declaration && isFunction(holder)) return;
		const children = (holder.children ?? []).flatMap((child) => ('target' in child || isBuiltIn(child) ? [] : [child]));
		const constructors = children.filter(({ kind }) => kind === KIND.constructor);
		for (const member of constructors) this.constructorPart(member);
		if (holder.signatures?.length && holder !== declaration) this.signatureTable('Call signatures', holder.signatures);
		if (declaration.kind === KIND.interface && declaration.signatures?.length)
			this.signatureTable('Call signatures', declaration.signatures);
		if (holder.indexSignatures?.length) {
			sheet.heading(2, 'Index signatures');
			this.memberTable(holder.indexSignatures, (signature) => indexDoc(signature));
		}
		const enumMembers = children.filter(({ kind }) => kind === KIND.enumMember);
		const methods = children.filter(({ kind, signatures }) => kind !== KIND.constructor && signatures?.length);
		const properties = children.filter(
			(child) => child.kind !== KIND.constructor && child.kind !== KIND.enumMember && !child.signatures?.length,
		);
		if (enumMembers.length > 0) this.memberSection('Members', enumMembers, 'Value');
		if (properties.length > 0) this.memberSection('Properties', properties, 'Type');
		if (methods.length > 0) this.memberSection('Methods', methods, 'Signature');
	}

	private constructorPart(member: Declaration): void {
		const { sheet, resolve, symbol } = this;
		for (const [index, signature] of (member.signatures ?? []).entries()) {
			sheet.heading(2, (member.signatures?.length ?? 0) > 1 ? `Constructor ${index + 1}` : 'Constructor');
			sheet.declaration(signatureDoc({ ...signature, typeParameters: undefined }, { name: symbol.name }), resolve);
			this.comment(signature.comment, 3);
			this.parts(signature, undefined, 3);
		}
	}

	private signatureTable(title: string, signatures: Signature[]): void {
		this.sheet.heading(2, title);
		this.memberTable(signatures, (signature) => signatureDoc(signature));
	}

	private memberTable(signatures: Signature[], docOf: (signature: Signature) => Doc): void {
		const rows = signatures.map((signature) => ({
			cells: [detail(codeCell(docOf(signature), this.resolve), this.signatureDescription(signature))],
		}));
		this.sheet.table(['Signature'], rows);
	}

	private memberSection(title: string, members: Declaration[], typeTitle: string): void {
		const { sheet, resolve } = this;
		sheet.heading(2, title);
		const rows = members.map((member) => {
			const id = sheet.claim(anchorOf(member.name));
			const anchor: Rich = {
				html: [
					`<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="Direct link to ${escapeLabel(member.name)}"></a>`,
				],
				markdown: [],
				plain: '',
			};
			const comment = commentOf(member) ?? member.getSignature?.comment;
			const isDeprecated = tagsOf(comment, '@deprecated').length > 0;
			return {
				id,
				member: keyOf(member.name),
				className: isDeprecated ? 'api-old' : '',
				name: together(codeText(keyOf(member.name)), anchor, ...this.flags(member)),
				detail: detail(
					member.kind === KIND.enumMember ? codeCell(typeDoc(member.type), resolve) : this.memberType(member),
					this.memberDescription(member),
				),
			};
		});
		const [titles, cells] = columns(rows, [
			['Name', 'name'],
			[typeTitle, 'detail'],
		]);
		sheet.table(
			titles,
			cells.map((row, index) => ({
				...row,
				id: rows[index]?.id,
				name: rows[index]?.member,
				className: rows[index]?.className,
			})),
		);
	}

	private flags({ flags, getSignature, setSignature }: Declaration): Rich[] {
		const words = [
			flags.isStatic && 'static',
			flags.isAbstract && 'abstract',
			(flags.isReadonly || (getSignature && !setSignature)) && 'readonly',
			flags.isOptional && 'optional',
		];
		return words.flatMap((text) => (text ? [flag(text)] : []));
	}

	/** The type of a property, or the signatures of a method below each other. */
	private memberType(member: Declaration): Rich {
		const { resolve } = this;
		if (!member.signatures?.length) {
			const type = member.getSignature?.type ?? member.setSignature?.parameters?.[0]?.type ?? member.type;
			return codeCell(typeDoc(type), resolve);
		}
		const bare = { ...member, flags: {} };
		const parts = memberDoc(bare).map((doc) => codeCell(doc, resolve));
		return together(...parts.flatMap((part, index) => (index === 0 ? [part] : [BREAK, part])));
	}

	private memberDescription(member: Declaration): Rich {
		const { resolve } = this;
		const described = member.signatures?.length
			? together(...member.signatures.map((signature) => this.signatureDescription(signature)))
			: this.description(member.comment ?? member.getSignature?.comment);
		const { inheritedFrom, defaultValue } = member;
		const from = inheritedFrom && 'name' in inheritedFrom ? inheritedNote(inheritedFrom, resolve) : NOTHING;
		const otherwise =
			defaultValue !== undefined && defaultValue !== '...' && member.kind !== KIND.enumMember
				? defaultNote(defaultValue)
				: NOTHING;
		return together(described, otherwise, from);
	}

	private signatureDescription(signature: Signature): Rich {
		const { resolve } = this;
		const parameters = (signature.parameters ?? []).flatMap(({ name, comment }) => {
			const text = commentSummary(comment?.summary, resolve);
			return text === NOTHING ? [] : [item(together(codeText(name), rich(': '), text))];
		});
		const result = tagsOf(signature.comment, '@returns', '@return').map(({ content }) =>
			block(together(rich('Returns '), commentSummary(content, resolve))),
		);
		return together(
			this.description(signature.comment),
			...(parameters.length > 0 ? [bullets(parameters)] : []),
			...result,
		);
	}

	/** What a cell has room for: everything but headings. */
	private description(comment: Comment | undefined): Rich {
		const { resolve } = this;
		if (!comment) return NOTHING;
		const tagged = (names: string[], title: Rich): Rich[] =>
			tagsOf(comment, ...names).map(({ content }) => together(block(title), commentBlocks(content, resolve)));
		const others = (comment.blockTags ?? []).filter(({ tag }) => !PLACED.has(tag));
		return together(
			...tagsOf(comment, '@deprecated').map(({ content }) =>
				block(together(DEPRECATED, rich(' '), commentSummary(content, resolve))),
			),
			commentBlocks(comment.summary, resolve),
			...tagsOf(comment, '@remarks').map(({ content }) => commentBlocks(content, resolve)),
			...tagged(['@warning'], strong('Warning')),
			...tagsOf(comment, '@default', '@defaultValue').map((tag) =>
				block(together(rich('Default: '), inlineValue(tag, resolve))),
			),
			...tagged(['@throws'], rich('Throws:')),
			...tagsOf(comment, '@see', '@link').map(({ content }) =>
				block(together(rich('See '), commentSummary(content, resolve))),
			),
			...others.map(({ tag, content }) =>
				together(block(strong(inWords(tag.slice(1)))), commentBlocks(content, resolve)),
			),
			...tagged(['@example'], strong('Example')),
		);
	}

	private namespaceMembers(): void {
		const { symbol, sheet, context, resolve } = this;
		const { places } = context.symbols;
		const rows = (symbol.declaration.children ?? []).flatMap((child) => {
			const place = places.get('target' in child ? child.target : child.id);
			if (!place) return [];
			return [
				{
					cells: [
						linked(codeText(child.name), pageTarget(place.symbol, place.anchor)),
						summaryOf(place.symbol.declaration, resolve),
					],
				},
			];
		});
		if (rows.length === 0) return;
		sheet.heading(2, 'Members');
		sheet.table(['Name', 'Summary'], rows);
	}

	/* ------------------------------------------------------------ relations and origin */

	private inheritance(): void {
		const { sheet, resolve, symbol } = this;
		const { extendedTypes, implementedTypes, extendedBy, implementedBy } = symbol.declaration;
		const rows: [string, JSONOutput.SomeType[] | undefined][] = [
			['Extends', extendedTypes],
			['Implements', implementedTypes],
			['Extended by', extendedBy],
			['Implemented by', implementedBy],
		];
		const known = rows.filter(([, types]) => types?.length);
		if (known.length === 0) return;
		sheet.heading(2, 'Inheritance');
		for (const [title, types] of known) {
			const parts = (types ?? []).map((type) => codeCell(typeDoc(type), resolve));
			sheet.paragraph(
				together(rich(`${title} `), ...parts.flatMap((part, index) => (index === 0 ? [part] : [rich(', '), part]))),
			);
		}
	}

	private origin(): void {
		const { sheet, symbol } = this;
		const [source] = symbol.declaration.sources ?? [];
		if (!source) return;
		const { folder, version, source: template, name } = symbol.package;
		const file = `/${source.fileName}`;
		const inside = file.startsWith(`${folder}/`);
		const shown = inside ? file.slice(folder.length + 1) : file.replace(/^.*\/node_modules\//, '');
		const address = template
			?.replaceAll('{version}', version)
			.replaceAll('{file}', encodeURI(shown))
			.replaceAll('{line}', String(source.line));
		const target: Target | undefined = inside && address ? { kind: 'other', address } : undefined;
		sheet.paragraph(
			together(
				rich('Defined in '),
				linked(codeText(`${inside ? `${shown}` : shown}:${source.line}`), target),
				rich(` of ${inside ? `${name} ${version}` : 'another package'}.`),
			),
			'api-origin',
		);
	}
}

function lastPart(symbol: ApiSymbol): string {
	const word = (symbol.entry || symbol.package.name).split('/').at(-1) ?? '';
	return word.replace(/\W+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '') || 'name';
}

/** What has the members of a symbol: itself, or the object type that it is. */
function memberHolder(declaration: Declaration): Declaration {
	return declaration.type?.type === 'reflection' ? declaration.type.declaration : declaration;
}

/** Members that every object of a built-in class has say nothing about the package. */
function isBuiltIn({ inheritedFrom, sources }: Declaration): boolean {
	const file = sources?.[0]?.fileName ?? '';
	return inheritedFrom !== undefined && /(?:^|\/)node_modules\/(?:typescript\/lib|@types\/node)\//.test(file);
}
