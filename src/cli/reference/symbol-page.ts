/** The page of one symbol: its import, declaration, parameters, members and users. */

import type ts from 'typescript';
import { nameFrom } from '../machine/paths.ts';
import { isOfCompiler, tsc } from '../samples/typescript.ts';
import {
	declarationsOf,
	inferredCode,
	isHidden,
	keyOf,
	memberCode,
	propertyCode,
	resultCode,
	type Token,
	tokensOf,
	writtenCode,
} from './code.ts';
import { type Comment, commentOf, firstParagraph, markdownOf, wordsOf } from './comment.ts';
import { closing, description, opening, parameterText, typeParameterText } from './comment-writer.ts';
import {
	blocks,
	code,
	declaration,
	fence,
	flag,
	link,
	named,
	paragraph,
	signature,
	terms,
	typed,
	words,
} from './markdown.ts';
import {
	type ApiPage,
	apiLinkOf,
	type Context,
	importPath,
	nameOf,
	pageOf,
	STATUS,
	sourceOf,
	summaryOf,
} from './page.ts';
import { type ApiSymbol, anchorOf, type Instance } from './symbols.ts';

/** Maximum number of properties listed with a parameter; a longer list is on the type's own page. */
const MAX_OPTIONS = 24;

export class SymbolPage {
	private readonly context: Context;
	/** Ids of members in use, because an id must be unique on a page. */
	private readonly ids = new Set<string>();
	private readonly names = new Set<string>();

	constructor(
		private readonly symbol: ApiSymbol,
		all: Context,
	) {
		const own = apiLinkOf(symbol);
		// A page does not link to itself.
		const resolve: Context['resolve'] = (name) => {
			const url = all.resolve(name);
			return url === own ? undefined : url;
		};
		this.context = { ...all, resolve };
	}

	page(): ApiPage {
		const { symbol, context } = this;
		const { declarations, name, kind, status } = symbol;
		const comments = declarations.map((node) => this.comment(node));
		const isOverloaded = kind.folder === 'functions' && declarations.length > 1;
		const title = [...symbol.trail, name].join('.');
		const summary = comments.map((comment) => wordsOf(firstParagraph(comment.summary))).find((text) => text);
		const warning = status ? `${STATUS[status].text}. ` : '';
		const [first] = declarations;
		const file = first?.getSourceFile();
		return pageOf(symbol.package, symbol.path, {
			data: { title, description: `${warning}${summary || `${kind.one} ${title} of ${importPath(symbol)}.`}` },
			api: { id: symbol.package.id, entry: symbol.entry, symbols: symbol.links, ...(status ? { status } : {}) },
			origin: {
				file: nameFrom(context.root, file?.fileName ?? symbol.package.folder),
				line: first && file ? file.getLineAndCharacterOfPosition(first.getStart()).line + 1 : 1,
			},
			above: blocks(
				status === 'experimental' ? `${STATUS.experimental.mark} It may change in any version.` : '',
				...(isOverloaded ? [] : comments.map(opening)),
				this.importLine(),
				symbol.code.length > 0 ? declaration(symbol.code, context.resolve) : '',
				this.origin(),
			),
			below: blocks(
				...declarations.map((node, index) =>
					isOverloaded
						? this.overload(node, index)
						: blocks(closing(this.comment(node), 2), index === 0 ? this.parts(node, 2) : ''),
				),
				...symbol.instances.map((instance) => this.instance(instance)),
				kind.folder === 'namespaces' ? this.namespaceMembers() : this.members(),
				this.inheritance(),
				this.users(),
			),
			// Writing the parts has collected them.
			names: [...this.names],
		});
	}

	private propertiesOf(type: ts.Type): ts.Symbol[] {
		const properties = this.context.checker.getPropertiesOfType(type);
		for (const { name } of properties) this.names.add(name);
		return properties;
	}

	private comment(node: ts.Node): Comment {
		return commentOf(node, this.context.comments);
	}

	private overload(node: ts.Declaration, index: number): string {
		const comment = this.comment(node);
		return blocks(
			`## Overload ${index + 1}`,
			declaration(this.symbol.code.slice(index, index + 1), this.context.resolve),
			opening(comment),
			closing(comment, 3),
			this.parts(node, 3),
		);
	}

	private importLine(): string {
		const { symbol } = this;
		if (!symbol.exported) {
			const why = 'does not export it: it is here because what it exports refers to it.';
			return paragraph(`${code(symbol.package.name)} ${why}`, 'api-also');
		}
		const outer = symbol.trail[0] ?? symbol.name;
		const typeOnly = symbol.trail.length === 0 && symbol.kind.typeOnly ? 'type ' : '';
		const names = outer === 'default' ? (symbol.trail.length > 0 ? 'name' : lastPart(symbol)) : `{ ${outer} }`;
		const others = symbol.exports.slice(1).filter(({ trail }) => trail.length === 0);
		const paths = new Set(
			others.map((way) => (way.name === symbol.name ? importPath(way) : `${importPath(way)} as ${way.name}`)),
		);
		return blocks(
			fence(`import ${typeOnly}${names} from '${importPath(symbol)}';`),
			paths.size > 0 ? paragraph(`Also exported from ${[...paths].map(code).join(', ')}.`, 'api-also') : '',
		);
	}

	private origin(): string {
		const { symbol, context } = this;
		const [node] = symbol.declarations;
		if (!node) return '';
		const { text, url } = sourceOf(node, context.packages);
		const { name, version } = symbol.package;
		return paragraph(`Defined in ${link(code(text), url)}${url ? ` of ${name} ${version}.` : '.'}`, 'api-origin');
	}

	/* ------------------------------------------------------------ parameters and results */

	private parts(node: ts.Declaration, level: 2 | 3): string {
		const { checker, resolve } = this.context;
		const comment = this.comment(node);
		const typed = signatureOf(node);
		const own =
			'typeParameters' in node ? (node.typeParameters as ts.NodeArray<ts.TypeParameterDeclaration>) : undefined;
		const parameters = typed?.parameters ?? [];
		const result = typed && resultCode(typed, checker);
		const returns = typed && checker.getSignatureFromDeclaration(typed)?.getReturnType();
		if (returns) this.propertiesOf(returns);
		const returned = comment.tags.find(({ name }) => name === 'returns' || name === 'return');
		const isShown = result && (returned || result.length !== 1 || result[0]?.text !== 'void');
		return blocks(
			titled(level, 'Type parameters', this.typeParameters(own ?? typed?.typeParameters, comment)),
			titled(level, 'Parameters', terms(parameters.flatMap((parameter) => this.parameter(parameter, comment)))),
			isShown ? titled(level, 'Returns', blocks(declaration([result], resolve), returned?.text ?? '')) : '',
		);
	}

	private typeParameters(parameters: readonly ts.TypeParameterDeclaration[] | undefined, comment: Comment): string {
		const { checker, resolve } = this.context;
		const bound = (word: string, type: ts.TypeNode | undefined): string[] =>
			type ? [`${word} ${signature(tokensOf(type, checker), resolve)}.`] : [];
		const rows = (parameters ?? []).map(({ name, constraint, default: standard }) => {
			const known = this.symbol.package.typeParameters[name.text];
			const written = typeParameterText(comment, name.text) || markdownOf([known ?? ''], this.context.comments);
			const text = firstParagraph(written);
			const parts = [...(text ? [text] : []), ...bound('Extends', constraint), ...bound('Default:', standard)];
			return [code(name.text), parts.length > 0 ? parts.join(' ') : 'Any type.'] as const;
		});
		return terms(rows);
	}

	/** A parameter, followed by the properties of its type if the type belongs to one of the packages. */
	private parameter(node: ts.ParameterDeclaration, comment: Comment): [string, string][] {
		const { checker, resolve } = this.context;
		const name = tsc.isIdentifier(node.name) ? node.name.text : 'options';
		const type = checker.getTypeAtLocation(node);
		this.names.add(name);
		const own = writtenCode(node, checker) ?? inferredCode(type, node, checker);
		const row = (label: string, isOptional: boolean, tokens: Token[], ...texts: string[]): [string, string] => [
			code(label) + (isOptional ? flag('optional') : ''),
			typed(signature(tokens, resolve), ...texts),
		];
		return [
			row(
				`${node.dotDotDotToken ? '...' : ''}${name}`,
				checker.isOptionalParameter(node),
				own,
				parameterText(comment, name),
				node.initializer ? `Default: ${code(node.initializer.getText())}` : '',
			),
			...this.optionsOf(type).map((property) => {
				const [declared] = property.declarations ?? [];
				return row(
					`${name}.${property.name}`,
					(property.flags & tsc.SymbolFlags.Optional) !== 0,
					writtenCode(declared, checker) ?? inferredCode(checker.getTypeOfSymbol(property), node, checker),
					declared ? description(declared, this.context.comments) : '',
				);
			}),
		];
	}

	/** The properties of an object type of the packages, or of all members of a union. */
	private optionsOf(type: ts.Type): ts.Symbol[] {
		const { checker, packages } = this.context;
		const bare = checker.getNonNullableType(type);
		const parts = bare.isUnion() ? bare.types : [bare];
		const found = new Map<string, ts.Symbol>();
		for (const part of parts) {
			if (!(part.flags & (tsc.TypeFlags.Object | tsc.TypeFlags.Intersection)) || part.getCallSignatures().length > 0)
				continue;
			for (const property of this.propertiesOf(part)) {
				const file = property.declarations?.[0]?.getSourceFile().fileName ?? '';
				if (packages.some(({ folder }) => file.startsWith(`${folder}/`)) && !property.declarations?.some(isHidden))
					found.set(property.name, found.get(property.name) ?? property);
			}
		}
		return found.size > MAX_OPTIONS ? [] : [...found.values()];
	}

	/* ------------------------------------------------------------ members */

	/** The members of an example type, such as the result of a call. */
	private instance({ title, type, members }: Instance): string {
		return blocks(
			named(title),
			`The members of ${code(type)}:`,
			...members.map(({ property, code: tokens }) => this.member(property, tokens, property.declarations ?? [])),
		);
	}

	private members(): string {
		const { symbol } = this;
		const { checker } = this.context;
		const members = membersOf(symbol, checker);
		for (const { name } of members) this.names.add(name);
		const own = members.filter((member) => this.holderOf(member) === undefined);
		const isMethod = ({ flags }: ts.Symbol): boolean => (flags & tsc.SymbolFlags.Method) !== 0;
		const sections: [title: string, members: ts.Symbol[]][] =
			symbol.kind.folder === 'enums'
				? [['Members', own]]
				: [
						['Properties', own.filter((member) => !isMethod(member))],
						['Methods', own.filter(isMethod)],
					];
		return blocks(
			...symbol.declarations.flatMap((node) => (tsc.isClassDeclaration(node) ? this.constructors(node) : [])),
			...sections.map(([title, list]) => titled(2, title, blocks(...list.map((member) => this.declared(member))))),
			this.inherited(members.filter((member) => this.holderOf(member) !== undefined)),
		);
	}

	/** A member as it is declared. */
	private declared(member: ts.Symbol): string {
		const { checker } = this.context;
		const nodes = declarationsOf(member);
		const tokens = nodes.map((node) => memberCode(node, checker));
		return this.member(member, tokens.length > 0 ? tokens : propertyCode(member, checker), nodes);
	}

	private constructors({ members }: ts.ClassDeclaration): string[] {
		const { checker, resolve } = this.context;
		const all = members.filter((member) => tsc.isConstructorDeclaration(member));
		const shown = all.filter(({ body }) => all.length === 1 || !body);
		return shown
			.filter((member) => !isHidden(member))
			.map((member, index) => {
				const comment = this.comment(member);
				return blocks(
					shown.length > 1 ? `## Constructor ${index + 1}` : '## Constructor',
					declaration([memberCode(member, checker)], resolve),
					opening(comment),
					terms(member.parameters.flatMap((parameter) => this.parameter(parameter, comment))),
				);
			});
	}

	private member(member: ts.Symbol, tokens: Token[][], nodes: readonly ts.Declaration[]): string {
		const { context } = this;
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
		const { text, url } = node ? sourceOf(node, context.packages) : { text: '' };
		this.names.add(member.name);
		const id = this.claim(anchorOf(member.name));
		return blocks(
			`### ${code(keyOf(member.name))}${flags.map(flag).join('')} {#${id} .api-member${isOld ? ' .api-old' : ''}}`,
			declaration(tokens, context.resolve),
			...nodes.map((each) => description(each, context.comments)),
			url ? paragraph(link(code(text), url), 'api-origin') : '',
		);
	}

	/** A unique id; the first member with a name gets the id without a number. */
	private claim(wanted: string): string {
		let id = wanted;
		for (let count = 1; this.ids.has(id); count++) id = `${wanted}-${count}`;
		this.ids.add(id);
		return id;
	}

	/** The type that declares a member, if it is another one. */
	private holderOf(member: ts.Symbol): ts.Symbol | undefined {
		const [node] = member.declarations ?? [];
		if (!node || this.symbol.declarations.some((own) => isInside(node, own))) return undefined;
		for (let at = node.parent; at; at = at.parent) {
			if (!(tsc.isClassLike(at) || tsc.isInterfaceDeclaration(at) || tsc.isTypeAliasDeclaration(at))) continue;
			return at.name && this.context.checker.getSymbolAtLocation(at.name);
		}
		return undefined;
	}

	/** Inherited members, linked to their own pages. */
	private inherited(members: ts.Symbol[]): string {
		const byHolder = new Map<ts.Symbol, ts.Symbol[]>();
		for (const member of members) {
			const holder = this.holderOf(member);
			const file = member.declarations?.[0]?.getSourceFile().fileName ?? '';
			// Members of built-in classes say nothing about the package.
			if (!holder || isOfCompiler(file) || file.includes('/node_modules/@types/node/')) continue;
			byHolder.set(holder, [...(byHolder.get(holder) ?? []), member]);
		}
		return titled(2, 'Inherited members', blocks(...[...byHolder].map((entry) => this.inheritedFrom(...entry))));
	}

	private inheritedFrom(holder: ts.Symbol, members: ts.Symbol[]): string {
		const { checker, resolve, symbols, comments } = this.context;
		const page = symbols.pages.get(holder);
		const there = new Set(page ? membersOf(page, checker).map(({ name }) => name) : []);
		const rows = members.map((member) => {
			const [node] = declarationsOf(member);
			const anchor = there.has(member.name) ? anchorOf(member.name) : '';
			return [
				link(code(keyOf(member.name)), page ? apiLinkOf(page, anchor) : resolve(holder)),
				node ? typed(signature(memberCode(node, checker), resolve), description(node, comments)) : '',
			] as const;
		});
		const summary = `<summary>From ${code(holder.name)}, ${members.length}</summary>`;
		return blocks(`<details>${summary}`, terms(rows), '</details>');
	}

	private namespaceMembers(): string {
		const { symbol, context } = this;
		const rows = context.symbols.all.filter(
			({ package: owner, entry, trail, exported }) =>
				exported &&
				owner === symbol.package &&
				entry === symbol.entry &&
				trail.join('.') === [...symbol.trail, symbol.name].join('.'),
		);
		return titled(2, 'Members', terms(rows.map((row) => [nameOf(row), summaryOf(row, context.comments)] as const)));
	}

	/* ------------------------------------------------------------ relations */

	private inheritance(): string {
		const { symbol, context } = this;
		const { checker, resolve } = context;
		const chain: string[] = [];
		let nodes: readonly ts.Declaration[] = symbol.declarations;
		const seen = new Set<ts.Symbol>();
		while (nodes.length > 0) {
			const clauses = nodes.flatMap(heritageOf);
			for (const { token, types } of clauses) {
				const word = token === tsc.SyntaxKind.ExtendsKeyword ? ' extends ' : ' implements ';
				chain.push(word + types.map((type) => signature(tokensOf(type, checker), resolve)).join(', '));
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
			declarations
				.flatMap(heritageOf)
				.some(({ types }) => types.some((type) => checker.getTypeAtLocation(type).getSymbol() === symbol.symbol)),
		);
		return titled(
			2,
			'Inheritance',
			blocks(
				chain.length > 0 ? paragraph(code(symbol.name) + chain.join(''), 'api-chain') : '',
				extenders.length > 0 ? `Extended by ${extenders.map((each) => nameOf(each)).join(', ')}.` : '',
			),
		);
	}

	private users(): string {
		const users = (this.context.symbols.users.get(this.symbol) ?? []).toSorted(
			(a, b) => Number(b.exported) - Number(a.exported) || (a.name < b.name ? -1 : 1),
		);
		return users.length === 0
			? ''
			: titled(2, 'Used by', paragraph(users.map((each) => nameOf(each)).join(', '), 'api-names'));
	}
}

/** A section, unless it is empty. */
function titled(level: 2 | 3, title: string, text: string): string {
	return text === '' ? '' : `${'#'.repeat(level)} ${words(title)}\n\n${text}`;
}

function heritageOf(node: ts.Declaration): ts.HeritageClause[] {
	return tsc.isClassLike(node) || tsc.isInterfaceDeclaration(node) ? [...(node.heritageClauses ?? [])] : [];
}

function lastPart(symbol: ApiSymbol): string {
	const word = (symbol.entry || symbol.package.name).split('/').at(-1) ?? '';
	return word.replace(/\W+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '') || 'name';
}

/** The signature of a function, or of a symbol with a function type: `const f: () => void`. */
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

/** The members of a class, interface, enum or object type, including static ones, without hidden ones. */
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

/** Whether a type is written as an object: with members, or composed of such types. */
function isObjectType(node: ts.TypeNode): boolean {
	if (tsc.isIntersectionTypeNode(node)) return node.types.some(isObjectType);
	if (tsc.isTypeReferenceNode(node))
		return tsc.isIdentifier(node.typeName) && /^(?:Omit|Pick|Partial|Required)$/.test(node.typeName.text);
	return tsc.isTypeLiteralNode(node);
}

function isInside(node: ts.Node, outer: ts.Node): boolean {
	return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;
}
