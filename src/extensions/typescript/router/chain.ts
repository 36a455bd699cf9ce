/** A procedure as its author wrote it: the calls of its builder, and the errors that they throw, from the syntax tree. */
import type ts from 'typescript';
import { isInstalled } from '../compiler/reads.ts';
import { tsc } from '../compiler/typescript.ts';
import { docOf } from '../reference/comment-source.ts';
import { bareValue, origin } from '../reference/symbols.ts';

/** A call such as `.input(z.string())`. */
export interface BuilderCall {
	name: string;
	args: readonly ts.Expression[];
}

export interface Thrown {
	/** Absent if it's computed. */
	code?: string;
	/** As written: `We do not bake ${id}`. */
	message: string;
	isInMiddleware: boolean;
}

/** Where a name is declared, through imports. */
export function declaredAt(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): readonly ts.Declaration[] {
	return (symbol && origin(symbol, checker).declarations) ?? [];
}

/** The expression behind a name or a property, as far as its sources are the site's own. */
function valueBehind(node: ts.Node, checker: ts.TypeChecker): ts.Expression | undefined {
	if (tsc.isShorthandPropertyAssignment(node))
		return valueOfSymbol(checker.getShorthandAssignmentValueSymbol(node), checker);
	if (tsc.isPropertyAssignment(node)) return valueBehind(node.initializer, checker);
	if (tsc.isIdentifier(node) || tsc.isPropertyAccessExpression(node))
		return valueOfSymbol(checker.getSymbolAtLocation(node), checker);
	return tsc.isExpression(node) ? bareValue(node) : undefined;
}

function valueOfSymbol(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): ts.Expression | undefined {
	const [declared] = declaredAt(symbol, checker);
	if (!declared || isInstalled(declared.getSourceFile().fileName)) return undefined;
	if (tsc.isPropertyAssignment(declared) || tsc.isShorthandPropertyAssignment(declared))
		return valueBehind(declared, checker);
	const value = tsc.isVariableDeclaration(declared) ? declared.initializer : undefined;
	return value && (valueBehind(value, checker) ?? bareValue(value));
}

/** The node with the doc comment of a property: itself, or the declaration that its value names. */
export function documented(node: ts.Node, checker: ts.TypeChecker): ts.Node {
	if (docOf(node)) return node;
	const named = tsc.isPropertyAssignment(node) ? node.initializer : undefined;
	const symbol = tsc.isShorthandPropertyAssignment(node)
		? checker.getShorthandAssignmentValueSymbol(node)
		: named && (tsc.isIdentifier(named) || tsc.isPropertyAccessExpression(named))
			? checker.getSymbolAtLocation(named)
			: undefined;
	const [declared] = declaredAt(symbol, checker);
	return declared && docOf(declared) ? declared : node;
}

/** The calls that build a procedure, first to last; `isWhole` unless a function of the site's own returns its start. */
export function chainOf(node: ts.Node, checker: ts.TypeChecker): { steps: BuilderCall[]; isWhole: boolean } {
	const value = valueBehind(node, checker);
	if (!value || !tsc.isCallExpression(value)) return { steps: [], isWhole: true };
	const { expression, arguments: args } = value;
	if (!tsc.isPropertyAccessExpression(expression)) return { steps: [], isWhole: false };
	const before = chainOf(expression.expression, checker);
	return { ...before, steps: [...before.steps, { name: expression.name.text, args }] };
}

/** The errors in functions that steps get, and in functions of the site that these call. */
export function thrownBy(steps: readonly BuilderCall[], checker: ts.TypeChecker): Thrown[] {
	const found: Thrown[] = [];
	const seen = new Set<ts.Node>();
	const scan = (node: ts.Node, isInMiddleware: boolean): void => {
		if (seen.has(node)) return;
		seen.add(node);
		if (tsc.isNewExpression(node) && /(?:^|\.)TRPCError$/.test(node.expression.getText()))
			found.push({ ...thrown(node), isInMiddleware });
		if (tsc.isCallExpression(node)) for (const body of bodiesOf(node.expression, checker)) scan(body, isInMiddleware);
		tsc.forEachChild(node, (child) => scan(child, isInMiddleware));
	};
	for (const { name, args } of steps) {
		if (name === 'input' || name === 'output' || name === 'meta') continue;
		for (const arg of args) scan(valueBehind(arg, checker) ?? arg, !/^(?:query|mutation|subscription)$/.test(name));
	}
	const key = ({ code, message }: Thrown): string => `${code} ${message}`;
	return [...new Map(found.map((one) => [key(one), one])).values()];
}

/** The code that a call runs. */
function bodiesOf(callee: ts.Expression, checker: ts.TypeChecker): ts.Node[] {
	const symbol = checker.getSymbolAtLocation(tsc.isPropertyAccessExpression(callee) ? callee.name : callee);
	return declaredAt(symbol, checker).flatMap((node) => {
		if (isInstalled(node.getSourceFile().fileName)) return [];
		const made = tsc.isVariableDeclaration(node) || tsc.isPropertyAssignment(node) ? node.initializer : node;
		return made && tsc.isFunctionLike(made) && 'body' in made && made.body ? [made.body as ts.Node] : [];
	});
}

function thrown(node: ts.NewExpression): Omit<Thrown, 'isInMiddleware'> {
	const [options] = node.arguments ?? [];
	const value = (name: string): ts.Expression | undefined => {
		const properties = options && tsc.isObjectLiteralExpression(options) ? options.properties : [];
		const found = properties.find((one) => one.name?.getText() === name);
		return found && tsc.isPropertyAssignment(found) ? bareValue(found.initializer) : undefined;
	};
	const [code, message] = [value('code'), value('message')];
	return {
		...(code && tsc.isStringLiteralLike(code) ? { code: code.text } : {}),
		message: message && (tsc.isStringLiteralLike(message) || tsc.isTemplateExpression(message)) ? plain(message) : '',
	};
}

function plain(node: ts.StringLiteralLike | ts.TemplateExpression): string {
	return tsc.isTemplateExpression(node) ? node.getText().slice(1, -1) : node.text;
}

/** Longest validation that is shown, in characters. */
const MAX_LENGTH = 160;

/**
 * How a value is validated, as written: `z.string().min(1)`. Empty if it says no more than the type does, or too much to
 * read in a line.
 */
export function validationOf(node: ts.Node, checker: ts.TypeChecker): string {
	const value = valueBehind(node, checker);
	const text = value?.getText().replace(/\s+/g, ' ').replace(/ \./g, '.') ?? '';
	const isPlain = /^[\w.]+\(\)(?:\.(?:optional|nullish|nullable)\(\))*$/.test(text);
	// Members have rows of their own.
	const isCall = value !== undefined && tsc.isCallExpression(value) && !/\bobject\(/.test(text);
	return isCall && !isPlain && text.length <= MAX_LENGTH ? text : '';
}

/** The calls after an object in its schema: `.strict()`, `.refine(…)`. */
export function refinementOf(node: ts.Node, checker: ts.TypeChecker): string {
	const value = valueBehind(node, checker);
	if (!value || !tsc.isCallExpression(value) || !tsc.isPropertyAccessExpression(value.expression)) return '';
	const { expression, name } = value.expression;
	if (/^(?:strictO|looseO|o)bject$/.test(name.text)) return '';
	const args = value.arguments
		.map((one) => one.getText())
		.join(', ')
		.replace(/\s+/g, ' ');
	const text = `${refinementOf(expression, checker)}.${name.text}(${args})`;
	return text.length <= MAX_LENGTH ? text : '';
}
