/**
 * Values in braces where no text is: in URLs and, of a partial, in code, formulas and info strings. Text and attributes
 * have rules of their own. In code, braces are a value only if the tag of the partial sets it: they can be code as well.
 */
import type { StateCore, Token } from 'markdown-it';
import { noValue, type Scope, scoped, scopeOf } from '../engine/facts.ts';
import { VALUES, withValues } from '../engine/literal.ts';
import { placesOf } from '../engine/tokens.ts';

/** Code and the URL of a link in text. */
const PLACES = /(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|(?<url>\]\([^()\n]*\)|<https?:[^<>\s]*>)|\$[^$\n]+\$/g;
const CODE: readonly string[] = ['fence', 'code_block', 'math', 'raw'];

/** Core step, before inline text is parsed: fills in values of partials. */
export function valueStep(state: StateCore): void {
	for (const [token, scope] of scoped(state.tokens, scopeOf(state.env))) {
		const { props } = scope.known;
		if (token.type === 'inline') token.content = inlineValues(token, scope);
		else if (props !== undefined && CODE.includes(token.type)) {
			token.content = withValues(token.content, { props }, token.type === 'math' || /^math\b/.test(token.info));
			token.info = withValues(token.info, { props });
		}
	}
	const references: Record<string, { href: string }> = Object(state.env).references;
	for (const [label, { scope }] of scopeOf(state.env).facts.definitions) {
		const reference = references[label];
		if (reference) reference.href = withValues(reference.href, scope.known);
	}
}

function inlineValues(token: Token, { facts, source, known }: Scope): string {
	const { props } = known;
	if (!/\{\s*(?:props|frontMatter)\./.test(token.content)) return token.content;
	return token.content.replace(PLACES, (whole, ...rest) => {
		const { url }: { url?: string } = rest.at(-1);
		if (url === undefined && props === undefined) return whole;
		const filled = withValues(whole, url === undefined ? { props } : known, whole.startsWith('$'));
		const [left] = url === undefined ? [] : (filled.match(VALUES) ?? []);
		if (left !== undefined) facts.report(source, placesOf(source, token)(token.content.indexOf(left)), noValue(left));
		return filled;
	});
}
