/**
 * JavaScript, TypeScript and JSX as trees, and nothing but trees: acorn reads, nothing is run.
 */
import { tsPlugin } from '@sveltejs/acorn-typescript';
import type * as acorn from 'acorn';
import { Parser } from 'acorn';

/** A node of TypeScript or JSX, which acorn's own types lack. */
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
/** Any node; `evaluate.ts` refuses the types that it does not know. */
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

/** Without the complaints that are about other statements: a statement is read alone, what it names is elsewhere. */
function lenient(Base: typeof Parser): typeof Parser {
	return class extends Base {
		raiseRecoverable(): void {}
	};
}

/** Made on first use. */
let reader: typeof Parser | undefined;

function parser(): typeof Parser {
	reader ??= Parser.extend(tsPlugin({ jsx: {} }), lenient);
	return reader;
}

/** Brackets in brackets, and operators in a row: the parser calls itself for each, and a full stack may end the process. */
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

/** The expression that `source` begins with, if it does. Text behind it is not looked at; what nests too deeply is none. */
export function parseExpression(source: string): acorn.Expression | undefined {
	return isTooDeep(source) ? undefined : quietly(() => parser().parseExpressionAt(source, 0, OPTIONS));
}

/** All statements of a module; undefined where it is none. */
export function parseModule(source: string): Statement[] | undefined {
	const options = { ...OPTIONS, directSourceFile: source };
	return quietly(() => parser().parse(source, options).body);
}

function quietly<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch {
		// Whatever it trips over, deep nesting too: it is no expression.
		return undefined;
	}
}

/** What an import declares: `*` is the whole module; types are left out. */
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
