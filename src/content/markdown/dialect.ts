/**
 * The Markdown dialect: which rules and steps a page goes through, in which order, and which file knows what an
 * author typed. A new feature is a line here and a file in `rules`. Nothing here touches the machine.
 */
import Markdown, { type MarkdownIt, type StateBlock, type StateCore, type StateInline, type Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { full as emoji } from 'markdown-it-emoji';
import footnotes from 'markdown-it-footnote';
import { escapeText } from '../model/html.ts';
import { type Scope, Scopes, scopeOf } from './engine/facts.ts';
import { plainText } from './engine/text.ts';
import type { Dialect } from './engine/walk.ts';
import { admonitionRenderers, admonitionRule } from './rules/admonitions.ts';
import { alertRenderers, alertStep } from './rules/alerts.ts';
import { attributeRule, attributeStep } from './rules/braces.ts';
import { codeRenderers, fenceRule } from './rules/code.ts';
import { blockUnseen, commentBlock, commentInline, inlineUnseen } from './rules/comments.ts';
import { definitions } from './rules/definitions.ts';
import { blockFootnotes, footnoteStep, inlineFootnotes, startsNote } from './rules/footnotes.ts';
import { formattingRenderers } from './rules/formatting.ts';
import { explicitIdStep, headingSlug } from './rules/heading-ids.ts';
import { headingRenderers } from './rules/headings.ts';
import { imageRenderers } from './rules/images.ts';
import { definitionStep, linkRenderers, placed } from './rules/links.ts';
import { listRenderers, taskStep } from './rules/lists.ts';
import { blockMarkup, inlineMarkup } from './rules/markup.ts';
import { blockMath, inlineMath, mathBlock, mathInline } from './rules/math.ts';
import { paragraphRenderers } from './rules/paragraphs.ts';
import { partialRenderers } from './rules/partials.ts';
import { blockSignatures, inlineSignatures, signatureRule } from './rules/signatures.ts';
import { slipStep, tableRule } from './rules/slips.ts';
import { foreignLine, readStatements, statementRule } from './rules/statements.ts';
import { tableRenderers } from './rules/tables.ts';
import { indentRule, tagBlock, tagInline } from './rules/tags.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;
type InlineRule = (state: StateInline, silent: boolean) => boolean;
type Step = (state: StateCore) => void;

/** What a block may put an end to without a blank line. */
const INTERRUPTS = ['paragraph', 'reference', 'blockquote', 'list'];

/** Block rules of the dialect, in order; those of CommonMark follow, without the ones in `replaces`. */
const BLOCK_RULES: readonly { name: string; rule: BlockRule; alt?: string[]; replaces?: string }[] = [
	{ name: 'indent', rule: indentRule },
	{ name: 'statement', rule: statementRule },
	{ name: 'foreign', rule: foreignLine },
	{ name: 'comment', rule: commentBlock, alt: INTERRUPTS },
	{ name: 'math', rule: mathBlock, alt: INTERRUPTS },
	{ name: 'admonition', rule: admonitionRule, alt: INTERRUPTS },
	{ name: 'tag', rule: tagBlock, alt: INTERRUPTS, replaces: 'html_block' },
	{ name: 'own_fence', rule: fenceRule, alt: INTERRUPTS, replaces: 'fence' },
];

/** Inline rules of the dialect, each after the one it names. */
const INLINE_RULES: readonly {
	name: string;
	rule: InlineRule;
	after: string;
	replaces?: string;
}[] = [
	{ name: 'math', rule: mathInline, after: 'escape' },
	{ name: 'signature', rule: signatureRule, after: 'escape' },
	{ name: 'comment', rule: commentInline, after: 'autolink' },
	{ name: 'attributes', rule: attributeRule, after: 'autolink' },
	{ name: 'tag', rule: tagInline, after: 'comment', replaces: 'html_inline' },
];

/** Inline rules of CommonMark that must also tell where they found what they found. */
const PLACED = ['link', 'image', 'autolink', 'linkify'];

/** Steps over all tokens of a page, each before one of markdown-it's own, or after them all. */
const STEPS: readonly { name: string; step: Step; before?: string }[] = [
	{ name: 'definitions', step: definitionStep, before: 'strip_references' },
	{ name: 'alerts', step: alertStep, before: 'inline' },
	{ name: 'attributes', step: attributeStep, before: 'inline' },
	{ name: 'explicit_ids', step: explicitIdStep, before: 'inline' },
	{ name: 'tasks', step: taskStep, before: 'inline' },
	{ name: 'slips', step: slipStep, before: 'text_join' },
	{ name: 'footnotes', step: footnoteStep },
	// markdown-it-anchor: ids for all headings, by `headingSlug`.
];

/** A plugin for markdown-it. */
export type Plugin = (md: MarkdownIt) => void;

/** Plugins used as they are. Tokens that no renderer of ours knows are written by markdown-it's own. */
const PLUGINS: readonly Plugin[] = [
	footnotes,
	definitions,
	// Names in colons only: `:)` and `8)` mean too many other things.
	(md) => emoji(md, { shortcuts: {} }),
];

/** Whatever may be the name of an emoji. */
const EMOJI = /:[\w+-]+:/;

/** How tokens are written, by type: those of the block pass, and those inside of text. */
const RENDERERS: Omit<Dialect, 'other'> = {
	block: {
		...paragraphRenderers,
		...headingRenderers,
		...codeRenderers,
		...blockSignatures,
		...listRenderers,
		...tableRenderers,
		...admonitionRenderers,
		...alertRenderers,
		...blockMarkup,
		...partialRenderers,
		...blockUnseen,
		...blockMath,
		...blockFootnotes,
	},
	inline: {
		...formattingRenderers,
		...linkRenderers,
		...imageRenderers,
		...inlineMarkup,
		...inlineUnseen,
		...inlineMath,
		...inlineSignatures,
		...inlineFootnotes,
	},
};

/**
 * The step of the package, for one text at a time: it copies all tokens of a paragraph for each emoji. Its pattern of all
 * names takes longer to compile than most pages to parse.
 */
function emojiStep(step: Step): Step {
	return (state) => {
		for (const token of state.tokens) {
			if (token.type !== 'inline' || !EMOJI.test(token.content)) continue;
			let autolinks = 0;
			token.children = (token.children ?? []).flatMap((child) => {
				if (child.info === 'auto') autolinks += child.nesting;
				if (autolinks > 0 || child.type !== 'text' || !EMOJI.test(child.content)) return child;
				const alone = Object.assign(new state.Token('inline', '', 0), { children: [child] });
				step(Object.assign(Object.create(state), { tokens: [alone] }));
				return alone.children;
			});
		}
	};
}

/** As markdown-it's own, with the scope of each token: names in a partial are the partial's. */
function inlineStep(state: StateCore): void {
	const { tokens, md, env } = state;
	const outer = scopeOf(env);
	const scopes = new Scopes(outer);
	for (const token of tokens) {
		env.scope = scopes.at(token);
		if (token.type === 'inline') md.inline.parse(token.content, md, env, token.children ?? []);
	}
	env.scope = outer;
}

/** A rule by its name, for bundlers rename functions. */
function ruleOf<T>(ruler: { __rules__: { name: string; fn: T }[] }, name: string): T {
	const known = ruler.__rules__.find((rule) => rule.name === name);
	if (!known) throw new Error(`markdown-it has no rule "${name}"`);
	return known.fn;
}

function create(plugins: readonly Plugin[]): MarkdownIt {
	const md = new Markdown({ html: true, linkify: true, typographer: false });
	// Addresses stay as written; what they mean is for `links.ts`, which also refuses scripts with a message.
	md.normalizeLink = (url) => url;
	md.normalizeLinkText = (url) => url;
	md.validateLink = () => true;
	// Bare addresses are links as soon as they name a protocol; names of files and packages are none.
	md.core.ruler.disable('linkify');
	for (const plugin of [...PLUGINS, ...plugins]) md.use(plugin);
	// Notes inside of text would nest without bound; the last step of the package is replaced by one of ours.
	md.inline.ruler.disable('footnote_inline');
	md.core.ruler.disable('footnote_tail');
	for (const { name, rule, alt = [], replaces } of BLOCK_RULES) {
		md.block.ruler.before('table', name, rule, { alt });
		if (replaces) md.block.ruler.disable(replaces);
	}
	for (const { name, rule, after, replaces } of INLINE_RULES) {
		md.inline.ruler.after(after, name, rule);
		if (replaces) md.inline.ruler.disable(replaces);
	}
	md.block.ruler.at('table', tableRule(ruleOf(md.block.ruler, 'table')), { alt: ['paragraph', 'reference'] });
	for (const name of PLACED) md.inline.ruler.at(name, placed(ruleOf(md.inline.ruler, name)));
	md.core.ruler.at('emoji', emojiStep(ruleOf(md.core.ruler, 'emoji')));
	const note = ruleOf(md.inline.ruler, 'footnote_ref');
	md.inline.ruler.at('footnote_ref', (state, silent) => startsNote(state) && note(state, silent));
	md.core.ruler.at('inline', inlineStep);
	for (const { name, step, before } of STEPS) {
		if (before) md.core.ruler.before(before, name, step);
		else md.core.ruler.push(name, step);
	}
	anchor(md, {
		level: 1,
		tabIndex: false,
		failOnNonUnique: false,
		getTokensText: plainText,
		slugifyWithState: headingSlug,
	});
	return md;
}

/** Reads the dialect and says how its tokens are written. */
export interface Language extends Dialect {
	/** Tokens of a page with its partials; facts that the block pass finds go to `scope.facts`. */
	tokenize(scope: Scope): Token[];
}

/** The dialect with further plugins. All state of a page is in its environment. */
export function language(plugins: readonly Plugin[] = []): Language {
	let made: MarkdownIt | undefined;
	const library = (): MarkdownIt => {
		made ??= create(plugins);
		return made;
	};
	return {
		...RENDERERS,
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

/** The dialect as every page is read, made on first use. */
export const LANGUAGE = language();
