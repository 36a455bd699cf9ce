/**
 * JavaScript, TypeScript and JSX as trees, and nothing but trees: acorn reads, nothing is run. The types name the part
 * of the language that `evaluate.ts` understands; whatever else a tree holds is refused there by its type.
 */
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';

/** `sourceFile` is the text of the whole module. */
type At<Type extends string> = Type extends string
	? { type: Type; start: number; end: number; sourceFile?: string }
	: never;

export type Identifier = At<'Identifier' | 'JSXIdentifier'> & { name: string };
export interface Property extends At<'Property'> {
	key: Expression;
	value: Expression & Pattern;
	computed: boolean;
	kind: 'init' | 'get' | 'set';
}
export type Spread = At<'SpreadElement' | 'JSXSpreadAttribute'> & { argument: Expression };
export type FunctionNode = At<'ArrowFunctionExpression' | 'FunctionExpression' | 'FunctionDeclaration'> & {
	id?: Identifier | null;
	params: Pattern[];
	body: Expression | Block;
	async: boolean;
	generator: boolean;
};
export interface JsxAttribute extends At<'JSXAttribute'> {
	name: JsxName;
	value: Expression | null;
}
export type JsxName =
	| Identifier
	| (At<'JSXMemberExpression'> & { object: JsxName; property: Identifier })
	| (At<'JSXNamespacedName'> & { namespace: Identifier; name: Identifier });

export type Expression =
	| Identifier
	| FunctionNode
	| (At<'Literal'> & { value: unknown; regex?: unknown; bigint?: unknown })
	| (At<'TemplateLiteral'> & { quasis: { value: { cooked?: string | null } }[]; expressions: Expression[] })
	| (At<'ArrayExpression'> & { elements: (Expression | Spread | null)[] })
	| (At<'ObjectExpression'> & { properties: (Property | Spread)[] })
	| (At<'MemberExpression'> & { object: Expression; property: Expression; computed: boolean })
	| (At<'CallExpression'> & { callee: Expression; arguments: (Expression | Spread)[]; optional: boolean })
	| (At<'NewExpression'> & { callee: Expression; arguments: (Expression | Spread)[] })
	| (At<'UnaryExpression'> & { operator: string; argument: Expression })
	| (At<'UpdateExpression'> & { operator: '++' | '--'; prefix: boolean; argument: Expression })
	| (At<'AwaitExpression'> & { argument: Expression })
	| (At<'AssignmentExpression'> & { operator: string; left: Expression | Pattern; right: Expression })
	| (At<'SequenceExpression'> & { expressions: Expression[] })
	| (At<'ImportExpression'> & { source: Expression })
	| At<'MetaProperty'>
	| (At<'BinaryExpression' | 'LogicalExpression'> & { operator: string; left: Expression; right: Expression })
	| (At<'ConditionalExpression'> & { test: Expression; consequent: Expression; alternate: Expression })
	| (At<'ChainExpression' | 'ParenthesizedExpression' | 'JSXExpressionContainer'> & { expression: Expression })
	| (At<'TSAsExpression' | 'TSSatisfiesExpression' | 'TSNonNullExpression'> & { expression: Expression })
	| (At<'JSXElement'> & {
			openingElement: { name: JsxName; attributes: (JsxAttribute | Spread)[] };
			children: Expression[];
	  })
	| (At<'JSXFragment'> & { children: Expression[] })
	| (At<'JSXText'> & { value: string; raw: string })
	| At<'JSXEmptyExpression'>;

export type Pattern =
	| Identifier
	| (At<'ObjectPattern'> & { properties: (Property | (At<'RestElement'> & { argument: Pattern }))[] })
	| (At<'ArrayPattern'> & { elements: (Pattern | null)[] })
	| (At<'AssignmentPattern'> & { left: Pattern; right: Expression })
	| (At<'RestElement'> & { argument: Pattern })
	| (At<'MemberExpression'> & { object: Expression });

export interface Declaration extends At<'VariableDeclaration'> {
	declarations: { id: Pattern; init?: Expression | null }[];
}
export interface Block extends At<'BlockStatement'> {
	body: Statement[];
}
export type Loop = { body: Statement } & (
	| (At<'ForOfStatement' | 'ForInStatement'> & { left: Declaration | Pattern; right: Expression })
	| (At<'ForStatement'> & {
			init?: Declaration | Expression | null;
			test?: Expression | null;
			update?: Expression | null;
	  })
	| (At<'WhileStatement'> & { test: Expression })
);
export type Statement =
	| Declaration
	| Block
	| Loop
	| FunctionNode
	| (At<'ReturnStatement'> & { argument?: Expression | null })
	| (At<'IfStatement'> & { test: Expression; consequent: Statement; alternate?: Statement | null })
	| (At<'ExpressionStatement'> & { expression: Expression })
	| (At<'TryStatement'> & { block: Block })
	| (At<'SwitchStatement'> & {
			discriminant: Expression;
			cases: { test?: Expression | null; consequent: Statement[] }[];
	  })
	| At<'BreakStatement' | 'ContinueStatement' | 'ThrowStatement'>
	| (At<'ImportDeclaration'> & {
			importKind?: 'type' | 'value';
			source: { value: string };
			specifiers: (At<'ImportSpecifier' | 'ImportDefaultSpecifier' | 'ImportNamespaceSpecifier'> & {
				imported?: Identifier;
				local: Identifier;
			})[];
	  })
	| (At<'ExportNamedDeclaration'> & {
			declaration?: Statement | null;
			source?: { value: string } | null;
			specifiers: { local: Identifier; exported: Identifier }[];
	  })
	| (At<'ExportAllDeclaration'> & { source: { value: string }; exported?: Identifier | null })
	| (At<'ExportDefaultDeclaration'> & { declaration: Expression | FunctionNode })
	| At<'ClassDeclaration' | 'EmptyStatement' | 'TSTypeAliasDeclaration' | 'TSInterfaceDeclaration'>;

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
export function parseExpression(source: string, start = 0): Expression | undefined {
	return quietly(() => parser().parseExpressionAt(source, start, OPTIONS) as unknown as Expression);
}

/** All statements of a module; undefined where it is none. */
export function parseModule(source: string): Statement[] | undefined {
	const options = { ...OPTIONS, directSourceFile: source };
	return quietly(() => (parser().parse(source, options) as unknown as { body: Statement[] }).body);
}

function quietly<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch {
		// Whatever it trips over, deep nesting too: it is no expression.
		return undefined;
	}
}
