/** The members of a class, an interface, an enum, an object or a namespace. */
import type ts from 'typescript';
import { isOfCompiler, tsc } from '../compiler/typescript.ts';
import { briefOf } from './brief.ts';
import { type CodeToken, declarationsOf, isHidden, memberCode, nodeText, propertyCode } from './code.ts';
import type { Comment } from './comment.ts';
import { hasTag } from './comment-source.ts';
import { closing, NAMED, opening } from './comment-writer.ts';
import {
	blocks,
	code,
	declaration,
	flag,
	link,
	namedBlock,
	paragraph,
	signature,
	terms,
	titled,
	typed,
} from './markdown.ts';
import { holderOf, isAssigned, memberHeadings, memberName, membersOf } from './member-list.ts';
import { docOfSignature } from './nested.ts';
import { described, type Option, symbolsOf } from './options.ts';
import { apiLinkOf, pageName, sourceLink, summaryOf } from './page.ts';
import { casesOf, memberDescription, parameters, parameterWords, parts, rest, signaturesOf } from './parameters.ts';
import type { Sheet } from './sheet.ts';
import { anchorOf, type Instance, ownerOf } from './symbols.ts';

/** The members of an example type, such as the result of a call. */
export function instanceMembers(sheet: Sheet, { title, type, members }: Instance): string {
	return blocks(
		namedBlock(title),
		`The members of ${code(type)}:`,
		...members.map(({ property, code: tokens }) => member(sheet, property, tokens, property.declarations ?? [], '')),
	);
}

/** All members, by kind; members of other types at the end. */
export function members(sheet: Sheet): string {
	const { symbol } = sheet;
	const { checker } = sheet.context;
	const all = membersOf(symbol, checker);
	for (const each of all) sheet.names.add(each.name);
	const isOwn = (each: Option): boolean => holderOf(symbol, each, checker) === undefined;
	const isMethod = (each: Option): boolean =>
		symbolsOf(each).some(({ flags }) => (flags & tsc.SymbolFlags.Method) !== 0);
	const own = all.filter(isOwn);
	const sections: [title: string, members: Option[]][] =
		symbol.kind.folder === 'enums'
			? [['Members', own]]
			: [
					['Properties', own.filter((each) => !isMethod(each))],
					['Methods', own.filter(isMethod)],
				];
	return blocks(
		...symbol.declarations.flatMap((node) => (tsc.isClassLike(node) ? constructors(sheet, node) : [])),
		...signatures(sheet),
		...sections.map(([title, list]) => titled(2, title, blocks(...list.map((each) => declared(sheet, each))))),
		titled(2, 'Index signatures', blocks(...symbol.declarations.flatMap((node) => indexes(sheet, node)))),
		inherited(
			sheet,
			all.filter((each) => !isOwn(each)),
		),
	);
}

/** A member as it is declared; in each of its forms, if there are several. */
function declared(sheet: Sheet, option: Option): string {
	const { checker } = sheet.context;
	const all = described(option, checker, sheet.symbol.package.conditions, false);
	const symbols = all.types.flatMap((each) => each.symbols);
	const [symbol] = symbols;
	if (!symbol) return '';
	const codes = new Map(
		symbols
			.flatMap(declarationsOf)
			.filter((node) => !isAssigned(node))
			.map((node) => [nodeText(memberCode(node, checker)), memberCode(node, checker)]),
	);
	const tokens = codes.size > 0 ? [...codes.values()] : propertyCode(symbol, checker);
	return member(
		sheet,
		symbol,
		tokens,
		option.forms.flatMap((form) => (form.symbol ? declarationsOf(form.symbol) : [])),
		blocks(
			casesOf(sheet, all),
			all.when,
			...symbols.flatMap(({ declarations = [] }) => declarations.flatMap((node) => constantOf(node, checker))),
		),
	);
}

/** The value of a member of an enum that is computed: `Large = Small << 2`. */
function constantOf(node: ts.Declaration, checker: ts.TypeChecker): string[] {
	if (!tsc.isEnumMember(node)) return [];
	const { initializer } = node;
	const value = checker.getConstantValue(node);
	const isWritten =
		initializer &&
		(tsc.isLiteralExpression(initializer) ||
			(tsc.isPrefixUnaryExpression(initializer) && tsc.isLiteralExpression(initializer.operand)));
	return value === undefined || isWritten ? [] : [`Value: ${code(JSON.stringify(value))}`];
}

function constructors(sheet: Sheet, node: ts.ClassLikeDeclaration): string[] {
	const { checker, resolve } = sheet.context;
	const all = node.members.filter((member) => tsc.isConstructorDeclaration(member));
	const shown = all.filter(({ body }) => all.length === 1 || !body);
	const ofClass = sheet.comment(node);
	return shown
		.filter((member) => !isHidden(member))
		.map((member, index) => {
			const own = sheet.comment(member);
			return blocks(
				shown.length > 1 ? `## Constructor ${index + 1}` : '## Constructor',
				declaration([memberCode(member, checker)], resolve),
				opening(own, sheet.symbol.links[0]),
				terms([...parameters(sheet, member.parameters, withNames(own, [ofClass])), ...sheet.strays(own, member)]),
				closing(own, 3, sheet.symbol.links[0]),
			);
		});
}

/** A comment with the parameters that the comment of the whole type describes: authors use either. */
function withNames(own: Comment, around: readonly Comment[]): Comment {
	const named = around.flatMap(({ tags }) => tags.filter(({ name }) => NAMED.includes(name)));
	return { ...own, tags: [...own.tags, ...named] };
}

/** Call and construct signatures that are members of a type. */
function signatures(sheet: Sheet): string[] {
	const { checker, resolve } = sheet.context;
	const all = sheet.symbol.declarations.flatMap(signaturesOf).filter(isSection);
	const around = all.length === 1 ? sheet.symbol.declarations.map((node) => sheet.comment(node)) : [];
	const kinds = [
		{ title: 'Call signature', list: all.filter((node) => !isConstruct(node)) },
		{ title: 'Construct signature', list: all.filter(isConstruct) },
	];
	return kinds.flatMap(({ title, list }) =>
		list.map((node, index) => {
			const doc = docOfSignature(node);
			const own = doc ? sheet.commentIn(doc, node) : sheet.comment(node);
			const comment = withNames(own, around);
			return blocks(
				`## ${title}${list.length > 1 ? ` ${index + 1}` : ''}`,
				declaration([memberCode(node, checker)], resolve),
				opening(comment, sheet.symbol.links[0]),
				closing(comment, 3, sheet.symbol.links[0]),
				parts(sheet, node, comment, node, 3),
			);
		}),
	);
}

/** Whether a signature has its own section: it is a member, or one of several. */
export function isSection(node: ts.SignatureDeclaration, _: number, all: readonly ts.SignatureDeclaration[]): boolean {
	const isMember = tsc.isCallSignatureDeclaration(node) || tsc.isConstructSignatureDeclaration(node);
	return isMember || (all.length > 1 && (tsc.isFunctionTypeNode(node) || tsc.isConstructorTypeNode(node)));
}

function isConstruct(node: ts.SignatureDeclaration): boolean {
	return tsc.isConstructSignatureDeclaration(node) || tsc.isConstructorTypeNode(node);
}

function indexes(sheet: Sheet, node: ts.Declaration): string[] {
	const { checker, resolve } = sheet.context;
	return holdersIn(node).flatMap(({ members }) =>
		[...members].filter(tsc.isIndexSignatureDeclaration).map((member) => {
			const id = sheet.claim('index-signature');
			return blocks(
				`### ${code(`[${member.parameters.map((each) => each.getText()).join(', ')}]`)} {#${id} .api-member}`,
				declaration([memberCode(member, checker)], resolve),
				memberDescription(sheet, member),
			);
		}),
	);
}

/** The lists of members that a declaration writes in place. */
function holdersIn(node: ts.Node): (ts.ClassLikeDeclaration | ts.InterfaceDeclaration | ts.TypeLiteralNode)[] {
	if (tsc.isClassLike(node) || tsc.isInterfaceDeclaration(node) || tsc.isTypeLiteralNode(node)) return [node];
	if (tsc.isTypeAliasDeclaration(node)) return holdersIn(node.type);
	if (tsc.isVariableDeclaration(node) && node.type) return holdersIn(node.type);
	if (tsc.isParenthesizedTypeNode(node)) return holdersIn(node.type);
	return tsc.isIntersectionTypeNode(node) || tsc.isUnionTypeNode(node) ? node.types.flatMap(holdersIn) : [];
}

function member(
	sheet: Sheet,
	symbol: ts.Symbol,
	tokens: CodeToken[][],
	nodes: readonly ts.Declaration[],
	when: string,
): string {
	const { context } = sheet;
	const [node] = nodes;
	const modifiers = node ? tsc.getCombinedModifierFlags(node) : 0;
	const { ModifierFlags: has } = tsc;
	const isOld = nodes.length > 0 && nodes.every((each) => hasTag(each, 'deprecated'));
	const flags = [
		...(modifiers & has.Static ? ['static'] : []),
		...(modifiers & has.Abstract ? ['abstract'] : []),
		...(modifiers & has.Readonly ? ['readonly'] : []),
		...(symbol.flags & tsc.SymbolFlags.Optional ? ['optional'] : []),
		...(isOld ? ['deprecated'] : []),
	];
	const { text, url } = node ? sourceLink(node, context.packages) : { text: '' };
	const name = memberName(symbol);
	sheet.names.add(symbol.name);
	const id = sheet.claim(anchorOf(name));
	const around = sheet.symbol.declarations.flatMap((outer) => sheet.about(sheet.comment(outer), NAMED, symbol.name));
	return blocks(
		`### ${code(name)}${flags.map(flag).join('')} {#${id} .api-member${isOld ? ' .api-old' : ''}}`,
		declaration(tokens, context.resolve),
		...around,
		parameterWords(sheet, nodes),
		when,
		terms(nodes.flatMap((each) => rest(sheet, each, ''))),
		url ? paragraph(link(code(text), url), 'api-origin') : '',
	);
}

/** Inherited members, linked to their own pages. */
function inherited(sheet: Sheet, members: Option[]): string {
	const { symbol, context } = sheet;
	const byHolder = new Map<ts.Symbol, Option[]>();
	for (const member of members) {
		const holder = holderOf(symbol, member, context.checker);
		const file = symbolsOf(member)[0]?.declarations?.[0]?.getSourceFile().fileName ?? '';
		// Members of built-in classes say nothing about the package.
		if (!holder || isOfCompiler(file) || file.includes('/node_modules/@types/node/')) continue;
		byHolder.set(holder, [...(byHolder.get(holder) ?? []), member]);
	}
	return titled(2, 'Inherited members', blocks(...[...byHolder].map((entry) => inheritedFrom(sheet, ...entry))));
}

function inheritedFrom(sheet: Sheet, holder: ts.Symbol, members: Option[]): string {
	const { checker, resolve, symbols } = sheet.context;
	const page = symbols.pages.get(holder);
	const named = members.flatMap((option) =>
		symbolsOf(option)
			.slice(0, 1)
			.map((symbol) => ({ option, symbol, name: memberName(symbol) })),
	);
	const isOwn = (holder.declarations ?? []).some((node) =>
		ownerOf(node.getSourceFile().fileName, sheet.context.packages),
	);
	// Another package documents its own members.
	if (!page && !isOwn)
		return `From ${link(code(holder.name), resolve(holder)?.url)}: ${named.map(({ name }) => code(name)).join(', ')}`;
	const there = page && memberHeadings(page, checker);
	const rows = named.map(({ option, symbol, name }) => {
		const [node] = declarationsOf(symbol);
		const all = described(option, checker, sheet.symbol.package.conditions, false);
		const words = [node ? memberDescription(sheet, node) : '', casesOf(sheet, all), all.when];
		return [
			link(code(name), page && apiLinkOf(page, there?.has(symbol.name) ? anchorOf(name) : '')),
			node ? typed(signature(memberCode(node, checker), resolve), ...words) : '',
		] as const;
	});
	const of = page?.name ?? (holder.name.startsWith('__') ? 'class' : holder.name);
	const summary = `<summary>From ${code(of)}, ${members.length}</summary>`;
	return blocks(`<details>${summary}`, terms(rows), '</details>');
}

/** The members of a namespace, with the names that readers import; something else may have its name. */
export function namespaceMembers(sheet: Sheet, title: string): string {
	const { symbol, context } = sheet;
	const merged = (symbol.symbol.declarations ?? []).filter((node) => !symbol.declarations.includes(node));
	const comments = merged.filter((node) => tsc.isModuleDeclaration(node)).map((node) => sheet.comment(node));
	const rows = context.symbols.all.flatMap((each) => {
		const way = each.exports.find(({ package: owner, entry, trail, exported }) =>
			symbol.exports.some(
				(outer) =>
					exported &&
					owner === outer.package &&
					entry === outer.entry &&
					trail.join('.') === [...outer.trail, outer.name].join('.'),
			),
		);
		return way ? [[pageName(each, way.name), summaryOf(each, context) || briefOf(each, context.checker)] as const] : [];
	});
	return titled(
		2,
		title,
		blocks(
			...comments.flatMap((each) => [opening(each, symbol.links[0]), closing(each, 3, symbol.links[0])]),
			terms(rows),
		),
	);
}
