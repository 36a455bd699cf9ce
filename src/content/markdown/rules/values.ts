/**
 * Values in braces where no text is: in URLs and, of a partial, in code, formulas and info strings. Text and attributes
 * have rules of their own. In code, braces are a value only if the tag of the partial sets it: they can be code as well.
 */
import type { StateCore, Token } from 'markdown-it';
import type { SourceRow } from '../../../extension.ts';
import { noValue, type Scope, scoped, scopeOf } from '../engine/facts.ts';
import { VALUES, withValues } from '../engine/literal.ts';
import { placesOf } from '../engine/tokens.ts';

/** Code and the URL of a link in text; `SOURCE` and its index is the group of a source. */
const PLACES = /(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|(?<url>\]\([^()\n]*\)|<https?:[^<>\s]*>)/;
const SOURCE = 'source';
const CODE: readonly string[] = ['fence', 'code_block', 'raw'];

/** Core step, before inline text is parsed: fills in values of partials. `sources` aren't Markdown. */
export function valueStep(sources: readonly SourceRow[]): (state: StateCore) => void {
	const others = sources.map(({ pattern }, index) => `(?<${SOURCE}${index}>${pattern})`);
	const places = new RegExp([PLACES.source, ...others].join('|'), 'g');
	return (state) => fillIn(state, places, sources);
}

function fillIn(state: StateCore, places: RegExp, sources: readonly SourceRow[]): void {
	for (const [token, scope] of scoped(state.tokens, scopeOf(state.env))) {
		const { props } = scope.known;
		if (token.type === 'inline') token.content = inlineValues(token, scope, places, sources);
		else if (props !== undefined) {
			const [language = ''] = /^\w*/.exec(token.info) ?? [];
			const source = sources.find(({ name }) => name === token.type || name === language);
			if (!source && !CODE.includes(token.type)) continue;
			token.content = withValues(token.content, { props }, source?.value);
			token.info = withValues(token.info, { props });
		}
	}
	const references: Record<string, { href: string }> = Object(state.env).references;
	for (const [label, { scope }] of scopeOf(state.env).facts.definitions) {
		const reference = references[label];
		if (reference) reference.href = withValues(reference.href, scope.known);
	}
}

function inlineValues(
	token: Token,
	{ facts, source, known }: Scope,
	places: RegExp,
	sources: readonly SourceRow[],
): string {
	const { props } = known;
	if (!/\{\s*(?:props|frontMatter)\./.test(token.content)) return token.content;
	return token.content.replace(places, (whole, ...rest) => {
		const groups: Record<string, string | undefined> = rest.at(-1);
		const { url } = groups;
		if (url === undefined && props === undefined) return whole;
		const row = sources.find((_, index) => groups[SOURCE + index] !== undefined);
		const filled = withValues(whole, url === undefined ? { props } : known, row?.value);
		const [left] = url === undefined ? [] : (filled.match(VALUES) ?? []);
		if (left !== undefined) facts.report(source, placesOf(source, token)(token.content.indexOf(left)), noValue(left));
		return filled;
	});
}
