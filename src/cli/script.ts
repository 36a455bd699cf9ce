/** Parses JavaScript, TypeScript and JSX with acorn. Never executes anything. */
import { tsPlugin } from '@sveltejs/acorn-typescript';
import type * as acorn from 'acorn';
import { Parser } from 'acorn';

/** A node of TypeScript or JSX, which acorn's types lack. */
interface Extra<Type extends string> extends acorn.Node {
	type: Type;
}
export type JsxName =
	| (Extra<'JSXIdentifier'> & { name: string })
	| (Extra<'JSXMemberExpression'> & { object: JsxName; property: { name: string } })
	| (Extra<'JSXNamespacedName'> & { namespace: { name: string }; name: { name: string } });
type JsxSpread = Extra<'JSXSpreadAttribute'> & { argument: Tree };
export type JsxElement = Extra<'JSXElement'> & {
	openingElement: {
		name: JsxName;
		attributes: (JsxSpread | (Extra<'JSXAttribute'> & { name: JsxName; value: Tree | null }))[];
	};
	children: Tree[];
};
/** Any node; its users reject types that they do not know. */
export type Tree =
	| acorn.AnyNode
	| JsxName
	| JsxSpread
	| JsxElement
	| (Extra<'JSXFragment'> & { children: Tree[] })
	| (Extra<'JSXText'> & { value: string })
	| Extra<'JSXEmptyExpression'>
	| (Extra<'JSXExpressionContainer' | 'TSAsExpression' | 'TSSatisfiesExpression' | 'TSNonNullExpression'> & {
			expression: Tree;
	  });
export type Of<Type extends Tree['type']> = Extract<Tree, { type: Type }>;
export type FunctionNode = acorn.Function;
export type Statement = acorn.Statement | acorn.ModuleDeclaration;

const OPTIONS = { ecmaVersion: 'latest', sourceType: 'module' } as const;

/** Ignores errors that involve other statements, because statements are parsed one at a time. */
function lenient(Base: typeof Parser): typeof Parser {
	return class extends Base {
		raiseRecoverable(): void {}
	};
}

/** Created on first use. */
let reader: typeof Parser | undefined;

function parser(): typeof Parser {
	reader ??= Parser.extend(tsPlugin({ jsx: {} }), lenient);
	return reader;
}

/** Limits of nested brackets and of operators in a row: the parser is recursive, and a full stack ends the process. */
const MAX_LEVELS = 100;
const MAX_OPERATORS = 500;

function isTooDeep(source: string): boolean {
	let levels = 0;
	let operators = 0;
	for (const [sign] of source.matchAll(/<\/|\/>|=>|[([{<)\]},;?!~=&|%*/+-]/g)) {
		if (/^[([{<]$/.test(sign)) levels++;
		else if (/^(?:[)\]}]|<\/|\/>)$/.test(sign)) levels--;
		else operators = /[,;]/.test(sign) ? 0 : operators + 1;
		if (levels < 0) return false;
		if (levels > MAX_LEVELS || operators > MAX_OPERATORS) return true;
	}
	return false;
}

/** The expression at the start of `source`, if any; ignores the text after it. Undefined if it is nested too deeply. */
export function parseExpression(source: string): acorn.Expression | undefined {
	return isTooDeep(source) ? undefined : tryParse(() => parser().parseExpressionAt(source, 0, OPTIONS));
}

/** All statements of a module; undefined if it does not parse. */
export function parseModule(source: string): Statement[] | undefined {
	const options = { ...OPTIONS, directSourceFile: source };
	return tryParse(() => parser().parse(source, options).body);
}

function tryParse<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch {
		// Treat any failure of the parser, including deep nesting, as a syntax error.
		return undefined;
	}
}

/** The names that an import declares: `*` is the whole module; types are omitted. */
export function importsOf(statement: Of<'ImportDeclaration'>): { local: string; imported: string; from: string }[] {
	const from = String(statement.source.value);
	if ('importKind' in statement && statement.importKind === 'type') return [];
	return statement.specifiers.map((one) => {
		const whole = one.type === 'ImportDefaultSpecifier' ? 'default' : '*';
		return { local: one.local.name, imported: one.type === 'ImportSpecifier' ? nameOf(one.imported) : whole, from };
	});
}

export function nameOf(node: acorn.Identifier | acorn.Literal): string {
	return node.type === 'Identifier' ? node.name : String(node.value);
}
