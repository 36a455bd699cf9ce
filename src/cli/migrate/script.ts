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

/** The expression that begins at `start`; undefined where none does. Text behind it is not looked at. */
export function parseExpression(source: string, start = 0): acorn.Expression | undefined {
	return quietly(() => parser().parseExpressionAt(source, start, OPTIONS));
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
