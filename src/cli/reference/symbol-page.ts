/** The page of one symbol: how to import it, what it is, what it takes and has, who uses it. */

import type ts from 'typescript';
import { nameFrom } from '../machine/paths.ts';
import {
	declarationsOf,
	inferredCode,
	isHidden,
	keyOf,
	memberCode,
	propertyCode,
	resultCode,
	type Token,
	typeCode,
	writtenCode,
} from './code.ts';
import { type Comment, commentBlocks, commentOf, commentSummary, type Part, tagOf } from './comment.ts';
import {
	type ApiPage,
	type Context,
	importPath,
	nameOf,
	pageOf,
	pageTarget,
	STATUS,
	sourceOf,
	summaryOf,
} from './page.ts';
import { tsc } from './program.ts';
import { codeCell, codeText, linked, NOTHING, type Rich, rich, Sheet, together } from './sheet.ts';
import { type ApiSymbol, anchorOf, type Instance } from './symbols.ts';

/** Tags that have a place of their own on the page, and those that say nothing to readers. */
const PLACED: ReadonlySet<string> = new Set(
	'deprecated example param arg argument typeParam template returns return default defaultValue remarks see link throws warning internal public private readonly experimental alpha beta inheritdoc'.split(
		' ',
	),
);

const OPTIONAL: Rich = {
	html: [' <span class="api-flag">optional</span>'],
	markdown: [' (optional)'],
	plain: ' optional',
};

/** Properties of a parameter's type that are listed with it: more are one link away. */
const MANY = 24;

export class SymbolPage {
	private readonly sheet: Sheet;
	private readonly context: Context;

	constructor(
		private readonly symbol: ApiSymbol,
		all: Context,
	) {
		const own = pageTarget(symbol).address;
		// A page does not lead to itself.
		this.context = {
			...all,
			resolve: (name) => {
				const target = all.resolve(name);
				return target?.address === own ? undefined : target;
			},
		};
		const { context } = this;
		const [first] = symbol.declarations;
		const file = first?.getSourceFile();
		this.sheet = new Sheet(
			{
				file: nameFrom(context.root, file?.fileName ?? symbol.package.folder),
				line: first && file ? file.getLineAndCharacterOfPosition(first.getStart()).line + 1 : 1,
			},
			new Set(membersOf(symbol, context.checker).map(({ name }) => anchorOf(name))),
		);
	}

	write(): ApiPage {
		const { symbol, sheet, context } = this;
		const { declarations, name, kind, status } = symbol;
		const comments = declarations.map(commentOf);
		const isOverloaded = kind.folder === 'functions' && declarations.length > 1;
		if (status === 'experimental')
			sheet.paragraph(together(STATUS.experimental, rich(' It may change in any version.')));
		for (const comment of isOverloaded ? [] : comments) this.opening(comment);
		this.importLine();
		if (symbol.code.length > 0) sheet.declaration(symbol.code, context.resolve);
		this.origin();
		sheet.mark();
		for (const [index, node] of declarations.entries()) {
			const comment = comments[index];
			if (isOverloaded) {
				sheet.heading(2, `Overload ${index + 1}`);
				sheet.declaration(symbol.code.slice(index, index + 1), context.resolve);
				if (comment) this.opening(comment);
			}
			if (comment) this.closing(comment, isOverloaded ? 3 : 2);
			if (index === 0 || isOverloaded) this.parts(node, isOverloaded ? 3 : 2);
		}
		for (const instance of symbol.instances) this.instance(instance);
		if (kind.folder === 'namespaces') this.namespaceMembers();
		else this.members();
		this.inheritance();
		this.users();
		const title = [...symbol.trail, name].join('.');
		const said = comments
			.map((comment) => commentSummary(comment.summary, context.comments).plain)
			.find((text) => text);
		const warning = status ? `${STATUS[status].plain}. ` : '';
		const facts = {
			path: symbol.path,
			title,
			description: `${warning}${said || `${kind.one} ${title} of ${importPath(symbol)}.`}`,
		};
		return pageOf(symbol.package, facts, sheet, {
			id: symbol.package.id,
			entry: symbol.entry,
			symbols: symbol.links,
			...(status ? { status } : {}),
		});
	}

	private importLine(): void {
		const { symbol, sheet } = this;
		if (!symbol.exported) {
			sheet.paragraph(
				together(
					codeText(symbol.package.name),
					rich(' does not export it: it is here because what it exports refers to it.'),
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
		const paths = new Set(
			others.map((way) => (way.name === symbol.name ? importPath(way) : `${importPath(way)} as ${way.name}`)),
		);
		sheet.paragraph(together(rich('Also exported from '), ...listed([...paths].map(codeText)), rich('.')), 'api-also');
	}

	private origin(): void {
		const { symbol, sheet, context } = this;
		const [node] = symbol.declarations;
		if (!node) return;
		const { text, target } = sourceOf(node, context.packages);
		const { name, version } = symbol.package;
		sheet.paragraph(
			together(rich('Defined in '), linked(codeText(text), target), rich(target ? ` of ${name} ${version}.` : '.')),
			'api-origin',
		);
	}

	/* ------------------------------------------------------------ comments */

	private blocks(parts: readonly Part[] | undefined): Rich {
		return commentBlocks([...(parts ?? [])], this.context.comments);
	}

	/** What is said first: why not to use it, and what it is. */
	private opening({ summary, tags }: Comment): void {
		const { sheet } = this;
		for (const { name, parts } of tags) if (name === 'deprecated') this.note('caution', 'Deprecated', parts);
		sheet.blocks(this.blocks(summary));
	}

	/** Whatever tags say beside what has its own place. */
	private closing({ tags }: Comment, level: 2 | 3): void {
		const { sheet } = this;
		const of = (...names: string[]): Part[][] =>
			tags.filter((tag) => names.includes(tag.name)).map(({ parts }) => parts);
		for (const parts of of('remarks')) sheet.blocks(this.blocks(parts));
		for (const parts of of('warning')) this.note('caution', 'Warning', parts);
		for (const parts of of('default', 'defaultValue')) sheet.paragraph(together(rich('Default: '), this.value(parts)));
		for (const parts of of('throws')) sheet.blocks(block(rich('Throws: '), this.blocks(parts)));
		for (const parts of of('see', 'link'))
			sheet.blocks(block(rich('See '), commentSummary(parts, this.context.comments)));
		for (const { name, parts } of tags)
			if (!PLACED.has(name) && parts.length > 0) sheet.blocks(block(strong(inWords(name)), this.blocks(parts)));
		const examples = of('example');
		if (examples.length === 0) return;
		sheet.heading(level, examples.length === 1 ? 'Example' : 'Examples');
		for (const parts of examples) this.example(parts);
	}

	private example(parts: Part[]): void {
		const code = parts.every((part) => typeof part === 'string') ? parts.join('').trim() : '';
		// Older comments have their code without a fence.
		if (!code.includes('```') && /[;{}]\s*$|=>|^\s*</m.test(code)) this.sheet.fence(code, 'ts');
		else this.sheet.blocks(this.blocks(parts));
	}

	private note(kind: string, title: string, parts: Part[]): void {
		const { sheet } = this;
		sheet.parts.add('Admonition');
		sheet.html(`<div class="admonition admonition-${kind}" role="note"><p class="admonition-title">${title}</p>\n`);
		sheet.markdown(`**${title}**`);
		sheet.text(title);
		sheet.blocks(this.blocks(parts));
		sheet.html('</div>\n');
	}

	/** A value that a comment names: code, unless it is a sentence. */
	private value(parts: Part[]): Rich {
		const bare = parts
			.map((part) => (typeof part === 'string' ? part : part.written))
			.join('')
			.replace(/^```\w*\n?|\n?```$/g, '')
			.trim();
		return bare.includes('\n') || /\s\w+\s/.test(bare)
			? commentSummary(parts, this.context.comments)
			: codeText(bare.replace(/^`|`$/g, ''));
	}

	/** All that is said of a member. */
	private description(node: ts.Node): Rich {
		const comment = commentOf(node);
		const { tags } = comment;
		const { comments } = this.context;
		const of = (...names: string[]): Part[][] =>
			tags.filter(({ name }) => names.includes(name)).map(({ parts }) => parts);
		const parameters = tsc.isFunctionLike(node)
			? node.parameters.flatMap(({ name }): [Rich, Rich][] => {
					const text = commentSummary(tagOf(comment, name.getText(), ['param', 'arg', 'argument']), comments);
					return text === NOTHING ? [] : [[codeText(name.getText()), text]];
				})
			: [];
		return together(
			...of('deprecated').map((parts) => block(STATUS.deprecated, rich(' '), commentSummary(parts, comments))),
			this.blocks(comment.summary),
			...of('remarks').map((parts) => this.blocks(parts)),
			...of('warning').map((parts) => block(strong('Warning '), commentSummary(parts, comments))),
			...parameters.map(([name, text]) => block(name, rich(': '), text)),
			...of('returns', 'return').map((parts) => block(rich('Returns '), commentSummary(parts, comments))),
			...of('default', 'defaultValue').map((parts) => block(rich('Default: '), this.value(parts))),
			...of('throws').map((parts) => block(rich('Throws: '), commentSummary(parts, comments))),
			...of('see', 'link').map((parts) => block(rich('See '), commentSummary(parts, comments))),
			...of('example').map((parts) => this.blocks(parts)),
		);
	}

	/* ------------------------------------------------------------ what a declaration takes and gives */

	private parts(node: ts.Declaration, level: 2 | 3): void {
		const comment = commentOf(node);
		const signature = signatureOf(node);
		const own =
			'typeParameters' in node ? (node.typeParameters as ts.NodeArray<ts.TypeParameterDeclaration>) : undefined;
		this.typeParameters(own ?? signature?.typeParameters, comment, level);
		if (!signature) return;
		const { parameters } = signature;
		if (parameters.length > 0) {
			this.sheet.heading(level, 'Parameters');
			this.sheet.terms(parameters.flatMap((parameter) => this.parameter(parameter, comment)));
		}
		const result = resultCode(signature, this.context.checker);
		const said = comment.tags.find(({ name }) => name === 'returns' || name === 'return');
		if (!said && result.length === 1 && result[0]?.text === 'void') return;
		this.sheet.heading(level, 'Returns');
		this.sheet.declaration([result], this.context.resolve);
		if (said) this.sheet.blocks(this.blocks(said.parts));
	}

	private typeParameters(
		parameters: readonly ts.TypeParameterDeclaration[] | undefined,
		comment: Comment,
		level: 2 | 3,
	): void {
		if (!parameters?.length) return;
		const { checker, resolve, comments } = this.context;
		this.sheet.heading(level, 'Type parameters');
		this.sheet.terms(
			parameters.map(({ name, constraint, default: standard }) => {
				const written = commentSummary(tagOf(comment, name.text, ['typeParam', 'template', 'param']), comments);
				const known = this.symbol.package.typeParameters[name.text];
				const text = written === NOTHING && known !== undefined ? commentSummary([known], comments) : written;
				const bounds = [
					...(constraint
						? [together(rich('Extends '), codeCell(typeCode(constraint, checker), resolve), rich('.'))]
						: []),
					...(standard ? [together(rich('Default: '), codeCell(typeCode(standard, checker), resolve), rich('.'))] : []),
				];
				const parts = [...(text === NOTHING ? [] : [text]), ...bounds];
				const all = parts.length > 0 ? parts : [rich('Any type.')];
				return [codeText(name.text), together(...all.flatMap((part) => [part, rich(' ')]))] as const;
			}),
		);
	}

	/** A parameter, and below it what can be passed in an object of the packages' own. */
	private parameter(node: ts.ParameterDeclaration, comment: Comment): [Rich, Rich][] {
		const { checker, resolve } = this.context;
		const name = tsc.isIdentifier(node.name) ? node.name.text : 'options';
		const said = this.blocks(tagOf(comment, name, ['param', 'arg', 'argument']));
		const standard = node.initializer ? block(rich('Default: '), codeText(node.initializer.getText())) : NOTHING;
		const type = checker.getTypeAtLocation(node);
		const code = writtenCode(node, checker) ?? inferredCode(type, node, checker);
		const isOptional = checker.isOptionalParameter(node);
		const own = together(codeText(`${node.dotDotDotToken ? '...' : ''}${name}`), isOptional ? OPTIONAL : NOTHING);
		const inner = this.optionsOf(type);
		return [
			[own, together(codeCell(code, resolve), rich(' '), said, standard)],
			...inner.map((property): [Rich, Rich] => {
				const [declared] = property.declarations ?? [];
				const optional = property.flags & tsc.SymbolFlags.Optional ? OPTIONAL : NOTHING;
				const own = writtenCode(declared, checker) ?? inferredCode(checker.getTypeOfSymbol(property), node, checker);
				return [
					together(codeText(`${name}.${property.name}`), optional),
					together(codeCell(own, resolve), rich(' '), declared ? this.description(declared) : NOTHING),
				];
			}),
		];
	}

	/** The properties of an object type of the packages, of every member of a union. */
	private optionsOf(type: ts.Type): ts.Symbol[] {
		const { checker, packages } = this.context;
		const bare = checker.getNonNullableType(type);
		const parts = bare.isUnion() ? bare.types : [bare];
		const found = new Map<string, ts.Symbol>();
		for (const part of parts) {
			if (!(part.flags & (tsc.TypeFlags.Object | tsc.TypeFlags.Intersection)) || part.getCallSignatures().length > 0)
				continue;
			for (const property of checker.getPropertiesOfType(part)) {
				const file = property.declarations?.[0]?.getSourceFile().fileName ?? '';
				if (packages.some(({ folder }) => file.startsWith(`${folder}/`)) && !property.declarations?.some(isHidden))
					found.set(property.name, found.get(property.name) ?? property);
			}
		}
		return found.size > MANY ? [] : [...found.values()];
	}

	/* ------------------------------------------------------------ members */

	/** What a user has who called the symbol. */
	private instance({ title, type, members }: Instance): void {
		this.sheet.heading(2, title);
		this.sheet.paragraph(together(rich('The members of '), codeText(type), rich(':')));
		for (const { property, code } of members) this.member(property, code, property.declarations ?? []);
	}

	private members(): void {
		const { symbol, sheet } = this;
		const { checker } = this.context;
		for (const node of symbol.declarations) {
			if (!tsc.isClassDeclaration(node)) continue;
			const constructors = node.members.filter((member) => tsc.isConstructorDeclaration(member));
			const shown = constructors.filter(({ body }) => constructors.length === 1 || !body);
			for (const [index, member] of shown.filter((each) => !isHidden(each)).entries()) {
				sheet.heading(2, shown.length > 1 ? `Constructor ${index + 1}` : 'Constructor');
				sheet.declaration([memberCode(member, checker)], this.context.resolve);
				this.opening(commentOf(member));
				sheet.terms(member.parameters.flatMap((parameter) => this.parameter(parameter, commentOf(member))));
			}
		}
		const members = membersOf(symbol, checker);
		const own = members.filter((member) => this.holderOf(member) === undefined);
		const isMethod = ({ flags }: ts.Symbol): boolean => (flags & tsc.SymbolFlags.Method) !== 0;
		const sections: [string, ts.Symbol[]][] =
			symbol.kind.folder === 'enums'
				? [['Members', own]]
				: [
						['Properties', own.filter((member) => !isMethod(member))],
						['Methods', own.filter(isMethod)],
					];
		for (const [title, list] of sections) {
			if (list.length > 0) sheet.heading(2, title);
			for (const member of list) {
				const nodes = declarationsOf(member);
				const code = nodes.length > 0 ? nodes.map((node) => memberCode(node, checker)) : propertyCode(member, checker);
				this.member(member, code, nodes);
			}
		}
		this.inherited(members.filter((member) => this.holderOf(member) !== undefined));
	}

	private member(member: ts.Symbol, code: Token[][], nodes: readonly ts.Declaration[]): void {
		const { sheet, context } = this;
		const [node] = nodes;
		const modifiers = node ? tsc.getCombinedModifierFlags(node) : 0;
		const { ModifierFlags: has } = tsc;
		const isOld = nodes.length > 0 && nodes.every((each) => tsc.getJSDocDeprecatedTag(each) !== undefined);
		const flags = [
			...(modifiers & has.Static ? ['static'] : []),
			...(modifiers & has.Abstract ? ['abstract'] : []),
			...(modifiers & has.Readonly ? ['readonly'] : []),
			...(member.flags & tsc.SymbolFlags.Optional ? ['optional'] : []),
			...(isOld ? ['deprecated'] : []),
		];
		const name = member.name;
		sheet.member(keyOf(name), sheet.claim(anchorOf(name)), flags, isOld ? ' api-old' : '');
		sheet.declaration(code, context.resolve);
		for (const each of nodes) sheet.blocks(this.description(each));
		if (!node) return;
		const { text, target } = sourceOf(node, context.packages);
		if (target) sheet.paragraph(linked(codeText(text), target), 'api-origin');
	}

	/** What declares a member, where that is another type. */
	private holderOf(member: ts.Symbol): ts.Symbol | undefined {
		const [node] = member.declarations ?? [];
		if (!node || this.symbol.declarations.some((own) => isInside(node, own))) return undefined;
		for (let at = node.parent; at; at = at.parent) {
			if (!(tsc.isClassLike(at) || tsc.isInterfaceDeclaration(at) || tsc.isTypeAliasDeclaration(at))) continue;
			return at.name && this.context.checker.getSymbolAtLocation(at.name);
		}
		return undefined;
	}

	/** Members that are declared elsewhere lead there. */
	private inherited(members: ts.Symbol[]): void {
		const { sheet, context } = this;
		const byHolder = new Map<ts.Symbol, ts.Symbol[]>();
		for (const member of members) {
			const holder = this.holderOf(member);
			const file = member.declarations?.[0]?.getSourceFile().fileName ?? '';
			// Members that every object of a built-in class has say nothing about the package.
			if (!holder || /\/node_modules\/(?:typescript\/lib|@types\/node)\//.test(file)) continue;
			byHolder.set(holder, [...(byHolder.get(holder) ?? []), member]);
		}
		if (byHolder.size === 0) return;
		sheet.heading(2, 'Inherited members');
		for (const [holder, list] of byHolder) {
			const page = context.symbols.pages.get(holder);
			const there = new Set(page ? membersOf(page, context.checker).map(({ name }) => name) : []);
			sheet.fold(together(rich('From '), codeText(holder.name), rich(`, ${list.length}`)), () =>
				sheet.terms(
					list.map((member) => {
						const [node] = declarationsOf(member);
						const code = node ? memberCode(node, context.checker) : [];
						const name = linked(
							codeText(keyOf(member.name)),
							page ? pageTarget(page, there.has(member.name) ? anchorOf(member.name) : '') : context.resolve(holder),
						);
						return [
							name,
							together(codeCell(code, context.resolve), rich(' '), node ? this.description(node) : NOTHING),
						] as const;
					}),
				),
			);
		}
	}

	private namespaceMembers(): void {
		const { symbol, sheet, context } = this;
		const rows = context.symbols.all.filter(
			({ package: owner, entry, trail, exported }) =>
				exported &&
				owner === symbol.package &&
				entry === symbol.entry &&
				trail.join('.') === [...symbol.trail, symbol.name].join('.'),
		);
		if (rows.length === 0) return;
		sheet.heading(2, 'Members');
		sheet.terms(rows.map((row) => [nameOf(row), summaryOf(row, context.comments)] as const));
	}

	/* ------------------------------------------------------------ relations */

	private inheritance(): void {
		const { sheet, symbol, context } = this;
		const { checker, resolve } = context;
		const chain: Rich[] = [];
		let nodes: readonly ts.Declaration[] = symbol.declarations;
		const seen = new Set<ts.Symbol>();
		while (nodes.length > 0) {
			const clauses = nodes.flatMap((node) =>
				tsc.isClassLike(node) || tsc.isInterfaceDeclaration(node) ? [...(node.heritageClauses ?? [])] : [],
			);
			for (const { token, types } of clauses) {
				const word = token === tsc.SyntaxKind.ExtendsKeyword ? ' extends ' : ' implements ';
				chain.push(together(rich(word), ...listed(types.map((type) => codeCell(typeCode(type, checker), resolve)))));
			}
			const bases = clauses
				.filter(({ token }) => token === tsc.SyntaxKind.ExtendsKeyword)
				.flatMap(({ types }) => [...types]);
			const [only] = bases.length === 1 ? bases : [];
			const next = only && checker.getTypeAtLocation(only).getSymbol();
			nodes = next && !seen.has(next) ? (next.declarations ?? []) : [];
			if (next) seen.add(next);
		}
		const extenders = context.symbols.all.filter(({ declarations }) =>
			declarations.some(
				(node) =>
					(tsc.isClassLike(node) || tsc.isInterfaceDeclaration(node)) &&
					node.heritageClauses?.some(({ types }) =>
						types.some((type) => checker.getTypeAtLocation(type).getSymbol() === symbol.symbol),
					),
			),
		);
		if (chain.length + extenders.length === 0) return;
		sheet.heading(2, 'Inheritance');
		if (chain.length > 0) sheet.paragraph(together(codeText(symbol.name), ...chain), 'api-chain');
		if (extenders.length > 0)
			sheet.paragraph(together(rich('Extended by '), ...listed(extenders.map((each) => nameOf(each))), rich('.')));
	}

	private users(): void {
		const { sheet, symbol, context } = this;
		const users = (context.symbols.users.get(symbol) ?? []).toSorted(
			(a, b) => Number(b.exported) - Number(a.exported) || (a.name < b.name ? -1 : 1),
		);
		if (users.length === 0) return;
		sheet.heading(2, 'Used by');
		sheet.paragraph(together(...listed(users.map((each) => nameOf(each)))), 'api-names');
	}
}

function listed(parts: Rich[]): Rich[] {
	return parts.flatMap((part, index) => (index === 0 ? [part] : [rich(', '), part]));
}

function block(...parts: Rich[]): Rich {
	const inner = together(...parts);
	const isBlock = inner.html.some((part) => typeof part === 'string' && part.includes('<p>'));
	const html = isBlock ? ['<div>', ...inner.html, '</div>\n'] : ['<p>', ...inner.html, '</p>\n'];
	return { html, markdown: [' ', ...inner.markdown, ' '], plain: ` ${inner.plain} ` };
}

function strong(text: string): Rich {
	const inner = rich(text);
	return {
		html: ['<strong>', ...inner.html, '</strong> '],
		markdown: ['**', ...inner.markdown, '** '],
		plain: `${text} `,
	};
}

/** `seeAlso` → `See also`. */
function inWords(name: string): string {
	const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function lastPart(symbol: ApiSymbol): string {
	const word = (symbol.entry || symbol.package.name).split('/').at(-1) ?? '';
	return word.replace(/\W+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '') || 'name';
}

/** The signature of a symbol that is a function, or that is one by its type: `const f: () => void`. */
function signatureOf(node: ts.Declaration): ts.SignatureDeclaration | undefined {
	if (tsc.isFunctionDeclaration(node)) return node;
	if (tsc.isTypeAliasDeclaration(node)) return tsc.isFunctionTypeNode(node.type) ? node.type : undefined;
	if (!tsc.isVariableDeclaration(node)) return undefined;
	const { type, initializer } = node;
	if (type) return tsc.isFunctionTypeNode(type) ? type : undefined;
	return initializer && (tsc.isArrowFunction(initializer) || tsc.isFunctionExpression(initializer))
		? initializer
		: undefined;
}

/** The members of a class, interface, enum or object type, static ones too; those that readers are not meant to see left out. */
function membersOf({ symbol, declarations, kind }: ApiSymbol, checker: ts.TypeChecker): ts.Symbol[] {
	const [node] = declarations;
	if (kind.folder === 'enums') return [...(symbol.exports?.values() ?? [])];
	const isObject = node && tsc.isTypeAliasDeclaration(node) && isObjectType(node.type);
	if (kind.folder !== 'classes' && kind.folder !== 'interfaces' && !isObject) return [];
	const statics = kind.folder === 'classes' ? [...(symbol.exports?.values() ?? [])] : [];
	return [...statics, ...checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))].filter(
		({ flags, name, declarations: own = [] }) =>
			!(flags & tsc.SymbolFlags.Prototype) && !name.startsWith('__') && !own.some(isHidden),
	);
}

/** Whether a type is written as an object: with members, or made of such types. */
function isObjectType(node: ts.TypeNode): boolean {
	if (tsc.isIntersectionTypeNode(node)) return node.types.some(isObjectType);
	if (tsc.isTypeReferenceNode(node))
		return tsc.isIdentifier(node.typeName) && /^(?:Omit|Pick|Partial|Required)$/.test(node.typeName.text);
	return tsc.isTypeLiteralNode(node);
}

function isInside(node: ts.Node, outer: ts.Node): boolean {
	return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;
}
