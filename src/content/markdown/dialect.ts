/**
 * The Markdown dialect: its rules and steps, in order, and their files. A new feature is a line here and a file in
 * `rules`. Independent of the machine.
 */
import Markdown, { type MarkdownIt, type StateCore, type Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import cjkFriendly from 'markdown-it-cjk-friendly';
import footnotes from 'markdown-it-footnote';
import type { BlockRow, Dialect, Extension, InlineRow, StepRow } from '../../extension.ts';
import { frontMatterWith } from '../model/fields.ts';
import { escapeText } from '../model/html.ts';
import { type Scope, scoped, scopeOf } from './engine/facts.ts';
import { readersOf } from './engine/readers.ts';
import { sourceText } from './engine/text.ts';
import type { Extended, Renderers, TokenRenderer } from './engine/walk.ts';
import { admonitionRenderers, admonitionRule, alertStep } from './rules/admonitions.ts';
import { attributeRule, attributeStep } from './rules/braces.ts';
import { codeRenderers, fenceRule } from './rules/code.ts';
import { commentBlock, commentInline, commentRenderers } from './rules/comments.ts';
import { emojiStep } from './rules/emoji.ts';
import { rendererOf } from './rules/extended.ts';
import { footnoteRenderers, footnoteStep, noteIdStep, placedReference } from './rules/footnotes.ts';
import { explicitIdStep, headingRenderers, headingSlug, inheritedIdStep } from './rules/headings.ts';
import { imageRenderers } from './rules/images.ts';
import { definitionStep, linkRenderers, withPlaces } from './rules/links.ts';
import { lintStep, tableRule } from './rules/lint.ts';
import { definitions, listRenderers, taskStep } from './rules/lists.ts';
import { markupRenderers } from './rules/markup.ts';
import { paragraphRenderers } from './rules/paragraphs.ts';
import { partIdStep, partialRenderers, readStatements, statementRule } from './rules/partials.ts';
import { signatureRenderers, signatureRule } from './rules/signatures.ts';
import { tableRenderers } from './rules/tables.ts';
import { indentRule, tagBlock, tagInline } from './rules/tags.ts';
import { valueStep } from './rules/values.ts';

/** Blocks that another block may interrupt without a blank line. */
const INTERRUPTS = ['paragraph', 'reference', 'blockquote', 'list'];

/** Block rules of the dialect, in order; CommonMark's follow, except those in `replaces`. */
const BLOCK_RULES: readonly BlockRow[] = [
	{ name: 'indent', rule: indentRule },
	{ name: 'statement', rule: statementRule },
	{ name: 'comment', rule: commentBlock, interrupts: true },
	{ name: 'admonition', rule: admonitionRule, interrupts: true },
	{ name: 'tag', rule: tagBlock, interrupts: true, replaces: 'html_block' },
	{ name: 'own_fence', rule: fenceRule, interrupts: true, replaces: 'fence' },
];

/** Inline rules of the dialect, each after the one it names. */
const INLINE_RULES: readonly InlineRow[] = [
	{ name: 'signature', rule: signatureRule, after: 'escape' },
	{ name: 'comment', rule: commentInline, after: 'autolink' },
	{ name: 'attributes', rule: attributeRule, after: 'autolink' },
	{ name: 'tag', rule: tagInline, after: 'comment', replaces: 'html_inline' },
];

/** Inline rules of CommonMark that must also record their positions. */
const PLACED = ['link', 'image', 'autolink', 'linkify'];

/** Steps over all tokens of a page, each before one of markdown-it's, or at the end. */
const STEPS: readonly StepRow<Scope>[] = [
	{ name: 'definitions', step: definitionStep, before: 'strip_references' },
	{ name: 'alerts', step: alertStep, before: 'inline' },
	{ name: 'attributes', step: attributeStep, before: 'inline' },
	{ name: 'explicit_ids', step: explicitIdStep, before: 'inline' },
	{ name: 'inherited_ids', step: inheritedIdStep, before: 'inline' },
	{ name: 'tasks', step: taskStep, before: 'inline' },
	{ name: 'emoji', step: emojiStep, before: 'text_join' },
	{ name: 'lint', step: lintStep, before: 'text_join' },
	{ name: 'footnotes', step: footnoteStep },
	// markdown-it-anchor: ids for all headings, by `headingSlug`; then `partIdStep` and `noteIdStep`.
];

/** A plugin for markdown-it. */
export type Plugin = (md: MarkdownIt) => void;

/** Plugins without changes. markdown-it's renderer writes tokens that have none here. */
const PLUGINS: readonly Plugin[] = [
	// Emphasis next to Chinese, Japanese and Korean punctuation.
	cjkFriendly,
	footnotes,
	definitions,
];

/** Renderers by type of token. */
const renderers: Renderers = {
	...paragraphRenderers,
	...headingRenderers,
	...codeRenderers,
	...signatureRenderers,
	...listRenderers,
	...tableRenderers,
	...admonitionRenderers,
	...partialRenderers,
	...linkRenderers,
	...imageRenderers,
	...markupRenderers,
	...commentRenderers,
	...footnoteRenderers,
};

/** markdown-it's step with the scope of each token: names in a partial refer to the partial. */
function inlineStep(state: StateCore): void {
	const { tokens, md, env } = state;
	const outer = scopeOf(env);
	for (const [token, scope] of scoped(tokens, outer)) {
		env.scope = scope;
		if (token.type === 'inline') md.inline.parse(token.content, md, env, token.children ?? []);
	}
	env.scope = outer;
}

/** A rule by its registered name, because bundlers rename functions. */
function ruleOf<T>(ruler: { __rules__: { name: string; fn: T }[] }, name: string): T {
	const known = ruler.__rules__.find((rule) => rule.name === name);
	if (!known) throw new Error(`markdown-it has no rule "${name}"`);
	return known.fn;
}

function create(parts: readonly Dialect[], plugins: readonly Plugin[]): MarkdownIt {
	const md = new Markdown({ html: true, linkify: true, typographer: false });
	// URLs stay unchanged here: `links.ts` resolves them, and refuses scripts with a message.
	md.normalizeLink = (url) => url;
	md.normalizeLinkText = (url) => url;
	md.validateLink = () => true;
	// Only bare URLs with a protocol are links; names of files and packages are not.
	md.core.ruler.disable('linkify');
	for (const plugin of [...PLUGINS, ...plugins]) md.use(plugin);
	// Inline notes would nest without limit; our own step replaces the package's last one.
	md.inline.ruler.disable('footnote_inline');
	md.core.ruler.disable('footnote_tail');
	const sources = parts.flatMap(({ sources = [] }) => sources);
	for (const { name, rule, interrupts, replaces } of [...BLOCK_RULES, ...parts.flatMap(({ blocks = [] }) => blocks)]) {
		md.block.ruler.before('table', name, rule, { alt: interrupts ? INTERRUPTS : [] });
		if (replaces) md.block.ruler.disable(replaces);
	}
	for (const { name, rule, after, replaces } of [...parts.flatMap(({ inlines = [] }) => inlines), ...INLINE_RULES]) {
		md.inline.ruler.after(after, name, rule);
		if (replaces) md.inline.ruler.disable(replaces);
	}
	md.block.ruler.at('table', tableRule(ruleOf(md.block.ruler, 'table'), sources), { alt: ['paragraph', 'reference'] });
	for (const name of PLACED) md.inline.ruler.at(name, withPlaces(ruleOf(md.inline.ruler, name)));
	md.inline.ruler.at('footnote_ref', placedReference(ruleOf(md.inline.ruler, 'footnote_ref')));
	md.core.ruler.at('inline', inlineStep);
	for (const { name, step, before } of [...STEPS, ...parts.flatMap(({ steps = [] }) => steps)]) {
		const inFiles = (state: StateCore): void => step(state, scoped(state.tokens, scopeOf(state.env)));
		if (before) md.core.ruler.before(before, name, inFiles);
		else md.core.ruler.push(name, inFiles);
	}
	md.core.ruler.before('inline', 'values', valueStep(sources));
	anchor(md, {
		level: 1,
		tabIndex: false,
		failOnNonUnique: false,
		getTokensText: sourceText,
		slugifyWithState: headingSlug,
	});
	md.core.ruler.push('part_ids', partIdStep);
	md.core.ruler.push('note_ids', noteIdStep);
	return md;
}

/** Tokenizes the dialect and renders its tokens. */
export interface MarkdownParser extends TokenRenderer {
	frontMatter: ReturnType<typeof frontMatterWith>;
	/** Tokens of a page and its partials; the block pass adds facts to `scope.facts`. */
	tokenize(scope: Scope): Token[];
}

/** The dialect with extensions and additional plugins. The state of a page is in its environment. */
export function createParser(extensions: readonly Extension[] = [], plugins: readonly Plugin[] = []): MarkdownParser {
	const parts = extensions.flatMap(({ dialect = [] }) => dialect);
	let made: MarkdownIt | undefined;
	const library = (): MarkdownIt => {
		made ??= create(parts, plugins);
		return made;
	};
	const extended = (writers: (of: Extension) => Extension['fences']): [string, Extended][] =>
		extensions.flatMap((of) => {
			const english = Object.fromEntries(Object.entries(of.words ?? {}).map(([key, { en }]) => [key, en]));
			const all = Object.entries(writers(of) ?? {});
			return all.map(([name, write]) => [name, { extension: of.name, name, write, english }]);
		});
	const tokens = extended(({ dialect }) => dialect?.tokens).map(([type, one]) => [type, rendererOf(one)]);
	return {
		renderers: { ...renderers, ...Object.fromEntries(tokens) },
		fences: new Map(extended(({ fences }) => fences)),
		readers: readersOf(extensions),
		frontMatter: frontMatterWith(Object.assign({}, ...parts.map(({ frontMatter }) => frontMatter))),
		tokenize(scope) {
			readStatements(scope);
			return library().parse(scope.source.body, { scope, references: {}, footnotes: { refs: {} } });
		},
		other(tokens, index) {
			const token = tokens[index];
			const { renderer, options } = library();
			const rule = token && renderer.rules[token.type];
			if (rule) return rule(tokens, index, options, {}, renderer);
			if (!token?.tag) return escapeText(token?.content ?? '');
			return renderer.renderToken(tokens, index, options);
		},
	};
}
