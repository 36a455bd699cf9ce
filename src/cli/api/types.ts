/** TypeDoc's types and declarations as code that can be laid out: in TypeScript's own words, each name once. */
import type { JSONOutput } from 'typedoc';
import { type Doc, either, group, HARD, indent, join, LINE, list, SOFT, word } from './layout.ts';

type Declaration = JSONOutput.DeclarationReflection;
type Signature = JSONOutput.SignatureReflection;
type SomeType = JSONOutput.SomeType;

/** How tightly a type holds together; what is looser than its place needs parentheses. */
const LEVEL = { conditional: 0, function: 0, union: 1, intersection: 2, operator: 3, postfix: 4, atom: 5 } as const;

function levelOf(type: SomeType): number {
	switch (type.type) {
		case 'conditional':
			return LEVEL.conditional;
		case 'reflection':
			return isFunction(type.declaration) ? LEVEL.function : LEVEL.atom;
		case 'union':
			return LEVEL.union;
		case 'intersection':
			return LEVEL.intersection;
		case 'typeOperator':
		case 'query':
			return LEVEL.operator;
		case 'inferred':
			return type.constraint ? LEVEL.conditional : LEVEL.operator;
		// Text of the compiler, of any shape.
		case 'unknown':
			return /^[\w.$<>[\], ]*$/.test(type.name) ? LEVEL.postfix : LEVEL.conditional;
		default:
			return LEVEL.atom;
	}
}

function at(type: SomeType, level: number): Doc {
	const doc = typeDoc(type);
	return levelOf(type) < level ? list('(', doc, ')') : doc;
}

/** A type; `undefined` where TypeDoc found none. */
export function typeDoc(type: SomeType | undefined): Doc {
	if (!type) return word('any', 'b');
	switch (type.type) {
		case 'intrinsic':
			return word(type.name, 'b');
		case 'literal':
			return literal(type.value);
		case 'reference':
			return list(referenceName(type), argumentsDoc((type.typeArguments ?? []).map(typeDoc)));
		case 'array':
			return list(at(type.elementType, LEVEL.postfix), '[]');
		case 'union':
			return alternatives(type.types, '|', LEVEL.union + 1);
		case 'intersection':
			return alternatives(type.types, '&', LEVEL.intersection + 1);
		case 'conditional':
			return group(conditional(type));
		case 'indexedAccess':
			return list(at(type.objectType, LEVEL.postfix), '[', typeDoc(type.indexType), ']');
		case 'inferred':
			return list(
				word('infer', 'k'),
				' ',
				word(type.name, 't'),
				...(type.constraint ? [word(' extends ', 'k'), typeDoc(type.constraint)] : []),
			);
		case 'mapped':
			return mapped(type);
		case 'reflection':
			return declared(type.declaration);
		case 'predicate':
			return list(
				...(type.asserts ? [word('asserts', 'k'), ' '] : []),
				type.name === 'this' ? word('this', 'b') : word(type.name),
				...(type.targetType ? [' ', word('is', 'k'), ' ', typeDoc(type.targetType)] : []),
			);
		case 'query':
			return list(word('typeof', 'k'), ' ', typeDoc(type.queryType));
		case 'typeOperator':
			return list(word(type.operator, 'k'), ' ', at(type.target, LEVEL.operator));
		case 'tuple':
			return brackets('[', (type.elements ?? []).map(typeDoc), ']');
		case 'namedTupleMember':
			return list(word(type.name), type.isOptional ? '?: ' : ': ', typeDoc(type.element));
		case 'optional':
			return list(at(type.elementType, LEVEL.postfix), '?');
		case 'rest':
			return list('...', at(type.elementType, LEVEL.postfix));
		case 'templateLiteral':
			return list(
				word(`\`${type.head}`, 's'),
				...type.tail.flatMap(([inner, text]) => ['${', typeDoc(inner), '}', word(text, 's')]),
				word('`', 's'),
			);
		case 'unknown':
			return word(type.name);
	}
}

function literal(value: JSONOutput.LiteralType['value']): Doc {
	if (value === null || typeof value === 'boolean') return word(String(value), 'b');
	if (typeof value === 'number') return word(String(value), 'n');
	if (typeof value === 'string') return word(quoted(value), 's');
	return word(`${value.negative ? '-' : ''}${value.value}n`, 'n');
}

function quoted(text: string): string {
	return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function referenceName(type: JSONOutput.ReferenceType): Doc {
	const to = typeof type.target === 'number' && type.target >= 0 ? type.target : undefined;
	return word(type.name, 't', type.refersToTypeParameter ? undefined : to);
}

/** `<A, B>`, or nothing. */
function argumentsDoc(parts: Doc[]): Doc {
	return parts.length === 0 ? list() : brackets('<', parts, '>');
}

function brackets(open: string, parts: Doc[], close: string): Doc {
	if (parts.length === 0) return list(open, close);
	return group(open, indent(SOFT, join(parts, list(',', LINE))), either(',', ''), SOFT, close);
}

function alternatives(types: SomeType[], operator: '|' | '&', level: number): Doc {
	const parts = types.map((type) => at(type, level));
	const sign = word(operator, 'o');
	const rest = parts.slice(1).flatMap((part): Doc[] => [LINE, sign, word(' '), part]);
	return group(indent(SOFT, either(`${operator} `, ''), parts[0] ?? list(), ...rest));
}

/** A chain of conditions has its branches one below the other. */
function conditional(type: JSONOutput.ConditionalType): Doc {
	const { checkType, extendsType, trueType, falseType } = type;
	const otherwise =
		falseType.type === 'conditional' ? conditional(falseType) : indent(at(falseType, LEVEL.conditional));
	return list(
		at(checkType, LEVEL.union),
		' ',
		word('extends', 'k'),
		' ',
		indent(at(extendsType, LEVEL.union)),
		indent(LINE, word('?', 'o'), ' ', at(trueType, LEVEL.conditional)),
		indent(LINE),
		word(':', 'o'),
		' ',
		otherwise,
	);
}

const MODIFIER = { '+': '', '-': '-' } as const;

function mapped(type: JSONOutput.MappedType): Doc {
	const { readonlyModifier: fixed, optionalModifier: optional } = type;
	return braces([
		list(
			...(fixed ? [word(`${MODIFIER[fixed]}readonly`, 'k'), ' '] : []),
			'[',
			word(type.parameter, 't'),
			' ',
			word('in', 'k'),
			' ',
			typeDoc(type.parameterType),
			...(type.nameType ? [' ', word('as', 'k'), ' ', typeDoc(type.nameType)] : []),
			']',
			optional ? `${MODIFIER[optional]}?: ` : ': ',
			typeDoc(type.templateType),
		),
	]);
}

function braces(members: Doc[]): Doc {
	if (members.length === 0) return word('{}');
	return group('{', indent(LINE, join(members, list(';', LINE))), either(';', ''), LINE, '}');
}

/* ---------------------------------------------------------------- declarations */

/** Nothing but signatures: a function type. */
export function isFunction({ signatures, children, indexSignatures }: Declaration): boolean {
	return signatures?.length === 1 && !children?.length && !indexSignatures?.length;
}

/** The declaration of an object or function type. */
function declared(declaration: Declaration): Doc {
	const [only] = declaration.signatures ?? [];
	if (only && isFunction(declaration)) return signatureDoc(only, { arrow: true });
	return braces(membersOf(declaration));
}

function membersOf(declaration: Declaration): Doc[] {
	return [
		...(declaration.signatures ?? []).map((signature) => signatureDoc(signature)),
		...(declaration.indexSignatures ?? []).map((signature) => indexDoc(signature)),
		...(declaration.children ?? []).flatMap((child) => (child.variant === 'reference' ? [] : memberDoc(child))),
	];
}

/** `[key: string]: T`. */
export function indexDoc(signature: Signature): Doc {
	const key = join(parameterDocs(signature), word(', '));
	return list(flagsDoc(signature.flags), '[', key, ']: ', typeDoc(signature.type));
}

function flagsDoc(flags: JSONOutput.ReflectionFlags): Doc {
	const words = [flags.isStatic && 'static', flags.isAbstract && 'abstract', flags.isReadonly && 'readonly'];
	return list(...words.flatMap((text) => (text ? [word(text, 'k'), word(' ')] : [])));
}

/** One member of a class, interface or object type, or several where a method is overloaded. */
export function memberDoc(member: Declaration): Doc[] {
	const name = keyOf(member.name);
	const optional = member.flags.isOptional ? '?' : '';
	const { signatures, getSignature, setSignature, flags } = member;
	if (signatures?.length)
		return signatures.map((signature) =>
			list(flagsDoc(flags), signatureDoc(signature, { name: `${name}${optional}` })),
		);
	const accessor = getSignature ?? setSignature;
	const type = getSignature?.type ?? setSignature?.parameters?.[0]?.type ?? member.type;
	const readonly = accessor && !setSignature ? list(word('readonly', 'k'), ' ') : list();
	return [list(flagsDoc(flags), readonly, word(name, 'p'), `${optional}: `, typeDoc(type))];
}

/** A member's name as code: as it is where it can be. */
export function keyOf(name: string): string {
	return /^(?:[\p{L}_$#][\p{L}\p{N}_$]*|\[.*\])$/u.test(name) ? name : quoted(name);
}

/** `name<T>(a: A): R`, or `<T>(a: A) => R`. */
export function signatureDoc(signature: Signature, options: { name?: string; arrow?: boolean } = {}): Doc {
	const isNew = signature.kind === 16384;
	const isAbstract = signature.flags.isAbstract && options.arrow;
	return group(
		...(isAbstract ? [word('abstract', 'k'), ' '] : []),
		...(isNew ? [word('new', 'k'), ' '] : []),
		...(options.name === undefined ? [] : [word(options.name, 'f')]),
		typeParametersDoc(signature.typeParameters),
		brackets('(', parameterDocs(signature), ')'),
		options.arrow ? list(' ', word('=>', 'o'), ' ') : ': ',
		typeDoc(signature.type),
	);
}

function parameterDocs(signature: Signature): Doc[] {
	return (signature.parameters ?? []).map((parameter, index) =>
		list(
			parameter.flags.isRest ? '...' : '',
			word(parameterName(parameter, index), parameter.name === 'this' ? 'b' : ''),
			parameter.flags.isOptional || parameter.defaultValue !== undefined ? '?: ' : ': ',
			typeDoc(parameter.type),
		),
	);
}

/** A parameter that is taken apart has no name of its own. */
export function parameterName({ name }: JSONOutput.ParameterReflection, index: number): string {
	return /^__\w/.test(name) ? (index === 0 ? 'options' : `options${index + 1}`) : name;
}

function typeParametersDoc(parameters: JSONOutput.TypeParameterReflection[] | undefined): Doc {
	return argumentsDoc((parameters ?? []).map(typeParameterDoc));
}

function typeParameterDoc(parameter: JSONOutput.TypeParameterReflection): Doc {
	const variance = parameter.varianceModifier;
	return list(
		...(parameter.flags.isConst ? [word('const', 'k'), ' '] : []),
		...(variance ? [word(variance, 'k'), ' '] : []),
		word(parameter.name, 't'),
		...(parameter.type ? [' ', word('extends', 'k'), ' ', typeDoc(parameter.type)] : []),
		...(parameter.default ? [' = ', typeDoc(parameter.default)] : []),
	);
}

export const KIND = {
	namespace: 4,
	enum: 8,
	enumMember: 16,
	variable: 32,
	function: 64,
	class: 128,
	interface: 256,
	constructor: 512,
	property: 1024,
	method: 2048,
	accessor: 262144,
	typeAlias: 2097152,
	reference: 4194304,
} as const;

/** What the page of a symbol shows at its top: the declaration without the members that have tables of their own. */
export function symbolDoc(name: string, symbol: Declaration): Doc {
	switch (symbol.kind) {
		case KIND.function:
			return join(
				(symbol.signatures ?? []).map((signature) =>
					list(word('function', 'k'), ' ', signatureDoc(signature, { name })),
				),
				list(';', HARD),
			);
		case KIND.class:
			return heritage(list(flagsDoc(symbol.flags), word('class', 'k')), name, symbol);
		case KIND.interface:
			return heritage(word('interface', 'k'), name, symbol);
		case KIND.enum:
			return list(...(symbol.flags.isConst ? [word('const ', 'k')] : []), word('enum', 'k'), ' ', word(name, 't'));
		case KIND.namespace:
			return list(word('namespace', 'k'), ' ', word(name, 't'));
		case KIND.typeAlias: {
			const head = list(word('type', 'k'), ' ', word(name, 't'), typeParametersDoc(symbol.typeParameters), ' = ');
			return list(head, typeDoc(symbol.type));
		}
		default:
			return list(word('const', 'k'), ' ', word(name, 'v'), ': ', typeDoc(symbol.type));
	}
}

function heritage(keyword: Doc, name: string, symbol: Declaration): Doc {
	const clause = (text: string, types: SomeType[] | undefined): Doc[] =>
		types?.length ? [LINE, word(text, 'k'), word(' '), join(types.map(typeDoc), list(',', LINE))] : [];
	return group(
		keyword,
		' ',
		word(name, 't'),
		typeParametersDoc(symbol.typeParameters),
		indent(...clause('extends', symbol.extendedTypes), ...clause('implements', symbol.implementedTypes)),
	);
}
