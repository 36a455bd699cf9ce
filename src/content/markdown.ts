/**
 * The Markdown dialect: which rules and steps a page goes through, in which order, and which file knows what an
 * author typed. A new feature is a line here and a file in `rules`. Nothing here touches the machine.
 */
import Markdown, { type MarkdownIt, type StateBlock, type StateCore, type StateInline, type Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import footnotes from 'markdown-it-footnote';
import { admonitionRenderers, admonitionRule } from './rules/admonitions.ts';
import { codeRenderers, fenceRule } from './rules/code.ts';
import { blockUnseen, commentBlock, commentInline, inlineUnseen } from './rules/comments.ts';
import type { Scope } from './rules/facts.ts';
import { blockFootnotes, footnoteStep, inlineFootnotes } from './rules/footnotes.ts';
import { formattingRenderers } from './rules/formatting.ts';
import { explicitIdStep, headingRenderers, headingSlug } from './rules/headings.ts';
import { imageRenderers } from './rules/images.ts';
import { importRule, readImports } from './rules/imports.ts';
import { definitionStep, linkRenderers, placed } from './rules/links.ts';
import { listRenderers, taskStep } from './rules/lists.ts';
import { blockMarkup, inlineMarkup } from './rules/markup.ts';
import { paragraphRenderers } from './rules/paragraphs.ts';
import { partialRenderers } from './rules/partials.ts';
import { tableRenderers } from './rules/tables.ts';
import { indentRule, tagBlock, tagInline } from './rules/tags.ts';
import { plainText } from './rules/text.ts';
import type { Renderers } from './rules/walk.ts';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;
type InlineRule = (state: StateInline, silent: boolean) => boolean;
type Step = (state: StateCore) => void;

/** What a block may put an end to without a blank line. */
const INTERRUPTS = ['paragraph', 'reference', 'blockquote', 'list'];

/** Block rules of the dialect, in order; those of CommonMark follow, without the ones in `replaces`. */
const BLOCK_RULES: readonly { name: string; rule: BlockRule; alt?: string[]; replaces?: string }[] = [
	{ name: 'indent', rule: indentRule },
	{ name: 'import', rule: importRule },
	{ name: 'comment', rule: commentBlock, alt: INTERRUPTS },
	{ name: 'admonition', rule: admonitionRule, alt: INTERRUPTS },
	{ name: 'tag', rule: tagBlock, alt: INTERRUPTS, replaces: 'html_block' },
	{ name: 'own_fence', rule: fenceRule, alt: INTERRUPTS, replaces: 'fence' },
];

/** Inline rules of the dialect, each after the one it names. */
const INLINE_RULES: readonly { name: string; rule: InlineRule; after: string; replaces?: string }[] = [
	{ name: 'comment', rule: commentInline, after: 'autolink' },
	{ name: 'tag', rule: tagInline, after: 'comment', replaces: 'html_inline' },
];

/** Inline rules of CommonMark that must also tell where they found what they found. */
const PLACED = ['link', 'image', 'autolink'];

/** Steps over all tokens of a page, each before one of markdown-it's own, or after them all. */
const STEPS: readonly { name: string; step: Step; before?: string }[] = [
	{ name: 'definitions', step: definitionStep, before: 'strip_references' },
	{ name: 'explicit_ids', step: explicitIdStep, before: 'inline' },
	{ name: 'tasks', step: taskStep, before: 'inline' },
	{ name: 'footnotes', step: footnoteStep },
	// markdown-it-anchor: ids for all headings, by `headingSlug`.
];

/** How tokens are written, by type: those of the block pass, and those inside of text. */
export const RENDERERS: { block: Renderers; inline: Renderers } = {
	block: {
		...paragraphRenderers,
		...headingRenderers,
		...codeRenderers,
		...listRenderers,
		...tableRenderers,
		...admonitionRenderers,
		...blockMarkup,
		...partialRenderers,
		...blockUnseen,
		...blockFootnotes,
	},
	inline: {
		...formattingRenderers,
		...linkRenderers,
		...imageRenderers,
		...inlineMarkup,
		...inlineUnseen,
		...inlineFootnotes,
	},
};

/** Made on first use, never changed afterwards: all state of a page is in its environment. */
let shared: MarkdownIt | undefined;

function create(): MarkdownIt {
	const md = new Markdown({ html: true, linkify: false, typographer: false });
	// Addresses stay as written; what they mean is for `links.ts`, which also refuses scripts with a message.
	md.normalizeLink = (url) => url;
	md.normalizeLinkText = (url) => url;
	md.validateLink = () => true;
	md.use(footnotes);
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
	for (const name of PLACED) {
		// By the rule's name, for bundlers rename functions.
		const known = md.inline.ruler.__rules__.find((rule) => rule.name === name);
		if (!known) throw new Error(`markdown-it has no rule "${name}"`);
		md.inline.ruler.at(name, placed(known.fn));
	}
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

/** Tokens of a page with its partials; facts that the block pass finds go to `scope.facts`. */
export function tokenize(scope: Scope): Token[] {
	shared ??= create();
	readImports(scope);
	return shared.parse(scope.source.body, { scope, references: {}, footnotes: { refs: {} } });
}
