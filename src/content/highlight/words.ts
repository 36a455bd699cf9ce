/** The words that TypeScript and JavaScript know, by what they lead to. */

function words(text: string): ReadonlySet<string> {
	return new Set(text.split(' '));
}

/** Operators and statements after which an expression follows. */
export const OPERATORS = words('new typeof void delete await yield return throw case in instanceof');

/** Words after which a statement follows. */
export const LEADS = words('else do try finally');

/** Statements whose parentheses are followed by a statement. */
export const HEADS = words('if while with switch for catch');

/** Words that begin a statement and nothing else. */
export const STATEMENTS = words(
	'const var if else do while for switch try catch finally with debugger break continue return throw case export',
);

/** All words that mean something at the beginning of a statement and not in an expression. */
export const BEGINNINGS = words(
	'const let var using import export default break continue debugger class function async if while with switch for catch else do try finally declare abstract type interface enum namespace module global',
);

/** Words that stand between values: after a line's end, too, they do not begin a statement. */
export const INFIXES = words('in instanceof as satisfies of');

export const LITERALS = words('true false null undefined NaN Infinity this super');

/** All words that mean something in an expression. */
export const RESERVED: ReadonlySet<string> = new Set([
	...OPERATORS,
	...STATEMENTS,
	...INFIXES,
	...LITERALS,
	'async',
	'function',
	'class',
	'import',
]);

/** Types that have names of their own. */
export const PRIMITIVES = words(
	'any bigint boolean false never null number object string symbol this true undefined unknown void',
);

/** Words before a type, if one follows. */
export const TYPE_OPERATORS = words('keyof typeof unique readonly infer asserts new abstract import const in out');

/** Words before a parameter, if one follows. */
export const PARAMETER_MODIFIERS = words('public private protected readonly override');

/** Words before a member's name, if one follows, by place. */
export const MODIFIERS: Record<string, ReadonlySet<string>> = {
	class: words('public private protected static readonly abstract override declare async get set accessor'),
	members: words('readonly get set new'),
	object: words('get set async'),
	enum: new Set(),
};
