/**
 * The members of a type that has several forms: a union, a conditional type, or an intersection with one of them. Each
 * member is listed once, with what it is and when.
 */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { type CodeToken, inferredCode, nodeText, tokensOf, writtenCode } from './code.ts';
import { code } from './markdown.ts';

/** A member, in all forms of its type. */
export interface Option {
	name: string;
	/** Forms that differ; one if the member is the same in all. */
	forms: [Form, ...Form[]];
}

interface Form {
	/** Absent if the form does not have the member. */
	symbol?: ts.Symbol;
	/** Whether the form has the member, and allows to pass it. */
	isPossible: boolean;
	isOptional: boolean;
	type(): CodeToken[];
	/** The conditions of this form, outermost first. */
	when: Condition[];
}

type Condition =
	| { kind: 'conditional'; node: ts.ConditionalTypeNode; holds: boolean }
	/** One of several types: `is` tells it from the others by a member's value, otherwise it `has` certain members. */
	| { kind: 'one of'; is?: { name: string; value: string }; has: string[] };

/** The members of a type, in the order of their declarations. */
export function optionsOf(type: ts.Type, checker: ts.TypeChecker): Option[] {
	return [...formsOf(checker.getNonNullableType(type), checker, 0)].map(([name, forms]) => ({ name, forms }));
}

/** A member of a type that has one form, or a parameter. */
export function optionOf(symbol: ts.Symbol, checker: ts.TypeChecker): Option {
	return { name: symbol.name, forms: ownForms(symbol, checker) };
}

/** Whether a member can be passed at all. */
export function isPossible({ forms }: Option): boolean {
	return forms.some((form) => form.isPossible);
}

/** The member in all forms that allow it. */
export function symbolsOf({ forms }: Option): ts.Symbol[] {
	return [...new Set(forms.flatMap(({ symbol, isPossible }) => (symbol && isPossible ? [symbol] : [])))];
}

type Members = Map<string, [Form, ...Form[]]>;

/** Conditional types that refer to themselves have no end. */
const MAX_DEPTH = 8;

function formsOf(type: ts.Type, checker: ts.TypeChecker, depth: number): Members {
	if (depth > MAX_DEPTH) return new Map();
	if (isConditional(type)) {
		const { node } = type.root;
		// It fills in the branches with the type arguments of this use.
		checker.getBaseConstraintOfType(type);
		const resolved = [type.resolvedTrueType, type.resolvedFalseType];
		const branches = [node.trueType, node.falseType].map((branch, index) => ({
			condition: { kind: 'conditional', node, holds: index === 0 } as const,
			type: resolved[index] ?? checker.getTypeFromTypeNode(branch),
		}));
		return joined(
			branches
				.filter((branch) => !(branch.type.flags & tsc.TypeFlags.Never))
				.map((branch) => ({
					condition: branch.condition,
					members: formsOf(branch.type, checker, depth + 1),
				})),
			checker,
		);
	}
	if (type.isUnion()) {
		const parts = type.types
			.filter((part) => !isPlain(part) && !isList(part, checker))
			.map((part) => formsOf(part, checker, depth + 1));
		return joined(
			parts.map((members, index) => ({ condition: conditionOf(parts, index, checker), members })),
			checker,
		);
	}
	if (type.isIntersection() && type.types.some((part) => isConditional(part) || part.isUnion())) {
		const all: Members = new Map();
		for (const part of type.types)
			for (const [name, forms] of formsOf(part, checker, depth + 1)) {
				const known = all.get(name);
				if (!known || known.length < forms.length) all.set(name, forms);
			}
		return all;
	}
	return new Map(
		isPlain(type)
			? []
			: checker.getPropertiesOfType(type).map((symbol) => [symbol.name, ownForms(symbol, checker)] as const),
	);
}

function isConditional(type: ts.Type): type is ts.ConditionalType {
	return (type.flags & tsc.TypeFlags.Conditional) !== 0;
}

/** Text, numbers and functions have members, but no options. */
function isPlain(type: ts.Type): boolean {
	const {
		Object: object,
		Intersection,
		TypeParameter,
		Conditional,
		IndexedAccess,
		Union,
		Substitution,
	} = tsc.TypeFlags;
	const isStructure =
		type.flags & (object | Intersection | TypeParameter | Conditional | IndexedAccess | Union | Substitution);
	return !isStructure;
}

function isList(type: ts.Type, checker: ts.TypeChecker): boolean {
	return checker.isArrayType(type) || checker.isTupleType(type);
}

function formOf(symbol: ts.Symbol, checker: ts.TypeChecker): Form {
	const [declared] = symbol.declarations ?? [];
	const isOptional = (symbol.flags & tsc.SymbolFlags.Optional) !== 0;
	let code: CodeToken[] | undefined;
	const written = (): CodeToken[] => {
		const own = checker.getTypeOfSymbol(symbol);
		const filled = isFilled(declared, own, checker) ? inferredCode(allowed ?? own, declared, checker) : undefined;
		code ??= filled ?? writtenCode(declared, checker) ?? inferredCode(own, declared, checker);
		return code;
	};
	const allowed = isOptional ? checker.getNonNullableType(checker.getTypeOfSymbol(symbol)) : undefined;
	const isDenied = allowed !== undefined && (allowed.flags & tsc.TypeFlags.Never) !== 0;
	return { symbol, isPossible: !isDenied, isOptional, type: written, when: [] };
}

/**
 * Whether a member is of a generic type that is used with arguments: `onError: Handler<TRequest>` is then a
 * `Handler<IncomingMessage>`, and readers of the page know no `TRequest`.
 */
function isFilled(declared: ts.Declaration | undefined, type: ts.Type, checker: ts.TypeChecker): boolean {
	if (!declared || !tsc.isPropertySignature(declared) || !declared.type) return false;
	const names = new Set<string>();
	const visit = (node: ts.Node): void => {
		const symbol = tsc.isTypeReferenceNode(node) ? checker.getSymbolAtLocation(node.typeName) : undefined;
		const [parameter] = symbol?.declarations ?? [];
		const isOuter =
			parameter && tsc.isTypeParameterDeclaration(parameter) && !tsc.findAncestor(parameter, (at) => at === declared);
		if (symbol && isOuter) names.add(symbol.name);
		tsc.forEachChild(node, visit);
	};
	visit(declared.type);
	if (names.size === 0) return false;
	const text = checker.typeToString(type, undefined, tsc.TypeFormatFlags.NoTruncation);
	const words = new Set(text.split(/[^\w$]+/));
	return [...names].some((name) => !words.has(name));
}

/** The forms of a member with a type that is written as `A extends B ? C : D`: one for each of its branches. */
function ownForms(symbol: ts.Symbol, checker: ts.TypeChecker): [Form, ...Form[]] {
	const form = formOf(symbol, checker);
	const [declared] = symbol.declarations ?? [];
	const isTyped =
		declared && (tsc.isPropertySignature(declared) || tsc.isPropertyDeclaration(declared) || tsc.isParameter(declared));
	const leaves = isTyped && declared.type ? leavesOf(declared.type) : [];
	if (leaves.length < 2 || leaves.every(({ node }) => isDenial(node))) return [form];
	const [first, ...rest] = leaves.map(
		({ node, when }): Form =>
			isDenial(node)
				? { isPossible: false, isOptional: true, type: () => [], when }
				: { ...form, type: () => tokensOf(node, checker), when },
	);
	return first ? [first, ...rest] : [form];
}

/** The types in which a conditional type ends, each with the conditions before it. */
function leavesOf(node: ts.TypeNode, when: Condition[] = []): { node: ts.TypeNode; when: Condition[] }[] {
	if (tsc.isParenthesizedTypeNode(node)) return leavesOf(node.type, when);
	if (!tsc.isConditionalTypeNode(node)) return [{ node, when }];
	return [
		...leavesOf(node.trueType, [...when, { kind: 'conditional', node, holds: true }]),
		...leavesOf(node.falseType, [...when, { kind: 'conditional', node, holds: false }]),
	];
}

/** Whether a branch of a type says that there must be nothing: `never`, or a message of the compiler. */
function isDenial(node: ts.TypeNode): boolean {
	if (tsc.isLiteralTypeNode(node) && tsc.isStringLiteral(node.literal)) return isMessage(node.literal.text);
	return node.kind === tsc.SyntaxKind.NeverKeyword;
}

interface Branch {
	condition: Condition;
	members: Members;
}

/** The members of all branches; a member that is the same in all of them depends on nothing. */
function joined(branches: Branch[], checker: ts.TypeChecker): Members {
	const names = new Set(branches.flatMap(({ members }) => [...members.keys()]));
	const all: Members = new Map();
	for (const name of names) {
		const lists = branches.map(({ condition, members }) => {
			const absent: Form = { isPossible: false, isOptional: true, type: () => [], when: [] };
			return { condition, forms: members.get(name) ?? [absent] };
		});
		const forms = lists.flatMap(({ condition, forms }) =>
			forms.map((form) => ({ ...form, when: [condition, ...form.when] })),
		);
		const [first, ...rest] = withoutMessages(forms, checker);
		const [own] = lists;
		if (!first || !own) continue;
		const isSame = rest.every((form) => stateOf(form) === stateOf(first));
		// What depends on something inside of each branch does not depend on the branch.
		const isInner = lists.every((list) => list.forms.map(keyOf).join() === own.forms.map(keyOf).join());
		all.set(name, isSame ? [{ ...first, when: [] }] : isInner ? own.forms : [first, ...rest]);
	}
	return all;
}

/**
 * A text with spaces in place of a type is a message of the compiler: `transformer?: 'You must set …'` means that the
 * option must not be there.
 */
function withoutMessages(forms: Form[], checker: ts.TypeChecker): Form[] {
	const isDenied = ({ symbol }: Form): boolean => {
		const type = symbol && checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
		return type?.isStringLiteral() === true && isMessage(type.value);
	};
	const isAlone = forms.every((form) => !form.isPossible || isDenied(form));
	return isAlone ? forms : forms.map((form) => (isDenied(form) ? { ...form, isPossible: false } : form));
}

function isMessage(text: string): boolean {
	return /\s/.test(text);
}

function stateOf({ isPossible, isOptional, type }: Form): string {
	return !isPossible ? '' : `${isOptional} ${nodeText(type()).replace(/\s+/g, ' ')}`;
}

function keyOf(form: Form): string {
	return `${stateOf(form)} ${keyOfAll(form.when)}`;
}

function keyOfAll(conditions: readonly Condition[]): string {
	return JSON.stringify(conditions.map((one) => (one.kind === 'one of' ? one : [one.node.pos, one.holds])));
}

/** The condition that distinguishes one type of a union from the others. */
function conditionOf(parts: readonly Members[], index: number, checker: ts.TypeChecker): Condition {
	const own: Members = parts[index] ?? new Map();
	const valueIn = (members: Members, name: string): string => {
		const [form, ...more] = members.get(name) ?? [];
		return form?.symbol &&
			form.isPossible &&
			more.length === 0 &&
			isUnit(checker.getNonNullableType(checker.getTypeOfSymbol(form.symbol)))
			? nodeText(form.type())
			: '';
	};
	const kind = [...own.keys()].find((name) => {
		const values = parts.map((members) => valueIn(members, name));
		return values.every((value) => value !== '') && new Set(values).size === values.length;
	});
	const others = parts.filter((_, at) => at !== index);
	const has = [...own].filter(([name, forms]) => {
		const isHere = isPossible({ name, forms });
		return isHere && others.every((members) => !members.get(name)?.some((form) => form.isPossible));
	});
	return {
		kind: 'one of',
		...(kind === undefined ? {} : { is: { name: kind, value: valueIn(own, kind) } }),
		has: has.map(([name]) => name),
	};
}

/** Whether a type has one value. */
function isUnit(type: ts.Type): boolean {
	return (type.flags & tsc.TypeFlags.Unit) !== 0 && !(type.flags & (tsc.TypeFlags.Undefined | tsc.TypeFlags.Null));
}

/* ---------------------------------------------------------------- in words */

/** Words for conditions of types, from the configuration; an empty text is for a case that never happens. */
export type ConditionWords = Readonly<Record<string, { yes: string; no: string }>>;

/** The description of a member: its types, whether it may be left out, and when. */
export interface Described {
	/** Each type with the member in the forms that have it, and the condition if there are several. */
	types: { type: CodeToken[]; when: string; symbols: ts.Symbol[] }[];
	isOptional: boolean;
	/** A sentence; empty if the member is the same in all forms. */
	when: string;
}

/** `isInput`: readers write the member, so that it is required or not allowed; otherwise it is there or not. */
export function described(
	{ name, forms }: Option,
	checker: ts.TypeChecker,
	words: ConditionWords,
	isInput: boolean,
): Described {
	const teller = new Teller(name, checker, words, isInput);
	const real = forms.flatMap((form) => teller.real(form));
	return { types: teller.types(real.filter((form) => form.isPossible)), ...teller.times(real) };
}

type State = 'required' | 'optional' | 'not allowed';

function timeOf({ isPossible, isOptional }: Form): State {
	return isPossible ? (isOptional ? 'optional' : 'required') : 'not allowed';
}

/** More names than this say nothing. */
const MAX_NAMES = 3;

/** Describes conditions in words. */
class Teller {
	constructor(
		private readonly name: string,
		private readonly checker: ts.TypeChecker,
		private readonly words: ConditionWords,
		private readonly isInput: boolean,
	) {}

	/** A form without the conditions that always hold; nothing if one of them never does. */
	real(form: Form): Form[] {
		const isNever = form.when.some((one) => this.wordsOf(one)?.[isHeld(one) ? 'yes' : 'no'] === '');
		const open = form.when.filter((one) => this.wordsOf(one)?.[isHeld(one) ? 'no' : 'yes'] !== '');
		return isNever ? [] : [{ ...form, when: open }];
	}

	types(forms: readonly Form[]): Described['types'] {
		const byText = grouped(forms, (form) => nodeText(form.type()).replace(/\s+/g, ' '));
		return byText.map((same, index) => ({
			type: same[0]?.type() ?? [],
			when: byText.length === 1 ? '' : this.isElse(same) && index > 0 ? 'otherwise' : this.phrase(same),
			symbols: [...new Set(same.flatMap(({ symbol }) => symbol ?? []))],
		}));
	}

	times(all: readonly Form[]): Omit<Described, 'types'> {
		const forms = regardless(all);
		const groups = grouped(forms, timeOf).map((same) => ({ state: same[0] ? timeOf(same[0]) : 'optional', same }));
		const isOptional = !groups.some(({ state }) => state === 'required');
		if (groups.length < 2) return { isOptional, when: '' };
		if (forms.every(({ when }) => when.every((one) => one.kind === 'one of'))) return this.choice(forms, isOptional);
		const last = groups.find(({ same }) => same.some((form) => this.isElse([form])));
		const others = groups.filter((group) => group !== last);
		const [first] = others;
		const words = last && last.same.length === 1 ? this.phrase(last.same, true) : '';
		const isPresence = !this.isInput && groups.every(({ state }) => state !== 'optional');
		if (isPresence && first && others.length === 1 && last)
			return first.state === 'required' || words === ''
				? { isOptional, when: `${first.state === 'required' ? 'Only' : 'Not'} ${this.phrase(first.same)}.` }
				: { isOptional, when: `Only ${words}.` };
		if (first && last?.state === 'required' && others.length === 1 && words !== '')
			return { isOptional, when: `Required ${words}, otherwise ${first.state}.` };
		const parts = others.map(({ state, same }) => `${state} ${this.phrase(same)}`.trim());
		const text = [...parts, ...(last ? [`otherwise ${last.state}`] : [])].join(', ');
		return { isOptional, when: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
	}

	/** A member that some types of a union have, and others do not. */
	private choice(forms: readonly Form[], isOptional: boolean): Omit<Described, 'types'> {
		const here = forms.filter(({ isPossible }) => isPossible);
		if (here.length === forms.length) {
			const phrase = this.phrase(here.filter((form) => !form.isOptional));
			return phrase === ''
				? { isOptional: true, when: '' }
				: { isOptional, when: `Required ${phrase}, otherwise optional.` };
		}
		if (here.every(({ when }) => when.some((one) => one.kind === 'one of' && one.is))) {
			const phrase = this.phrase(here);
			const only = isOptional || !this.isInput ? 'Only' : 'Required';
			return { isOptional, when: phrase === '' ? '' : `${only} ${phrase}.` };
		}
		const missing = forms.filter(({ isPossible }) => !isPossible);
		const rivals = new Set(
			missing.flatMap(({ when }) => when.flatMap((one) => (one.kind === 'one of' ? one.has : []))),
		);
		const names = [...rivals]
			.slice(0, MAX_NAMES)
			.map(code)
			.join(', ')
			.replace(/, (?=[^,]*$)/, ' or ');
		if (names === '') return { isOptional: true, when: '' };
		const list = rivals.size > MAX_NAMES ? `${names} or others` : names;
		return {
			isOptional,
			when: isOptional || !this.isInput ? `Not together with ${list}.` : `Required unless you pass ${list}.`,
		};
	}

	/** Whether forms are what remains after those before them. */
	private isElse(forms: readonly Form[]): boolean {
		return forms.every(({ when }) => when.every((one) => one.kind === 'conditional' && !one.holds));
	}

	/**
	 * `if the router has a transformer`. Forms are described in order, so that a condition that fails goes without
	 * saying; `all`: it does not.
	 */
	private phrase(forms: readonly Form[], all = false): string {
		const phrases = forms.map(({ when }) =>
			when
				.flatMap((one) => this.condition(one, all))
				.join(' and ')
				.replaceAll(' and if ', ' and '),
		);
		const told = [...new Set(phrases)].filter((phrase) => phrase !== '');
		return told.length < new Set(phrases).size ? '' : told.join(', or ');
	}

	private condition(one: Condition, all: boolean): string[] {
		if (one.kind === 'one of') {
			const { is, has } = one;
			if (is) return is.name === this.name ? [] : [`if ${code(is.name)} is ${code(is.value)}`];
			const others = has.filter((each) => each !== this.name).map(code);
			return others.length > 0 && others.length <= MAX_NAMES ? [`with ${others.join(', ')}`] : [];
		}
		const words = this.wordsOf(one);
		if (!one.holds) return words && all ? [`if ${words.no}`] : [];
		return words
			? [`if ${words.yes}`]
			: [
					`if ${code(textIn(one.node.checkType, this.checker))} extends ${code(textIn(one.node.extendsType, this.checker))}`,
				];
	}

	private wordsOf(one: Condition): ConditionWords[string] | undefined {
		if (one.kind === 'one of') return undefined;
		const key = `${textIn(one.node.checkType, this.checker)} extends ${textIn(one.node.extendsType, this.checker)}`;
		return Object.hasOwn(this.words, key) ? this.words[key] : undefined;
	}
}

/** Forms without a last condition that decides the type alone: the member is required, optional or absent either way. */
function regardless(forms: readonly Form[]): readonly Form[] {
	const at = forms.findIndex((form, index) => {
		const next = forms[index + 1];
		const last = form.when.at(-1);
		if (!next || last?.kind !== 'conditional' || timeOf(form) !== timeOf(next)) return false;
		return keyOfAll([...form.when.slice(0, -1), { ...last, holds: !last.holds }]) === keyOfAll(next.when);
	});
	const found = forms[at];
	if (!found) return forms;
	return regardless([...forms.slice(0, at), { ...found, when: found.when.slice(0, -1) }, ...forms.slice(at + 2)]);
}

function isHeld(one: Condition): boolean {
	return one.kind === 'one of' || one.holds;
}

/** Items with the same key, in the order of their first. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
	const groups = new Map<string, T[]>();
	for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
	return [...groups.values()];
}

function textIn(node: ts.Node, checker: ts.TypeChecker): string {
	return nodeText(tokensOf(node, checker)).replace(/\s+/g, ' ');
}

/** `A | B` */
export function unionOf(types: readonly CodeToken[][]): CodeToken[] {
	return types.flatMap(([first, ...rest], index) => {
		if (!first) return [];
		const bar = index > 0 ? [{ before: ' ', text: '|' }] : [];
		return [...bar, { ...first, before: index > 0 ? ' ' : '' }, ...rest];
	});
}
