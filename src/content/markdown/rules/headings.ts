/**
 * Headings: their ids, which are an explicit `{#id}` or the slug of the text, anchor links and entries in the table of
 * contents. The first h1 is the page's title (B-158); further ones become h2, because a page has one title.
 */

import { slug } from 'github-slugger';
import type { Env, StateCore, Token } from 'markdown-it';
import { Fences } from '../../code/fence.ts';
import { escapeAttribute } from '../../model/html.ts';
import type { Heading } from '../../model/page.ts';
import { say } from '../../model/words.ts';
import { type ParseFinding, scoped, scopeOf } from '../engine/facts.ts';
import { formattedText, plainText } from '../engine/text.ts';
import { placesOf, tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';
import { keywordsOf, ownAttributes, withoutBraces } from './braces.ts';

const EXPLICIT = /\s*(?:\{(?:#([^\s{}]+)|\/\*\s*#([^\s{}*]+)\s*\*\/)\}|<!--\s*#([^\s<>]+?)\s*-->)\s*$/;

/** Core step, before inline text is parsed: applies and removes `{#id}`, or a comment with `#id`, in headings. */
export function explicitIdStep(state: StateCore): void {
	const explicit = new Set<string>();
	for (const [token, { facts, source }, index] of scoped(state.tokens, scopeOf(state.env))) {
		if (token.type !== 'heading_open') continue;
		const inline = state.tokens[index + 1];
		const found = /[}>]$/.test(inline?.content ?? '') ? EXPLICIT.exec(inline?.content ?? '') : null;
		const id = found?.[1] ?? found?.[2] ?? found?.[3];
		if (!inline || !found || id === undefined) continue;
		inline.content = inline.content.slice(0, found.index);
		// Number a repeated id like a slug; markdown-it-anchor would search for a free one in quadratic time.
		token.attrSet('id', explicit.has(id) ? facts.slugger.slug(id) : id);
		token.meta = { ...token.meta, explicit: true };
		if (explicit.has(id)) {
			const line = token.map?.[0] ?? 0;
			facts.report(source, source.lineStart(line) + Math.max(source.line(line).lastIndexOf('#') - 1, 0), {
				code: 'duplicate-id',
				message: `The id "${id}" is already the id of another heading.`,
				hint: 'Give each element of a page a unique id.',
				about: { ids: [id] },
				length: id.length + 3,
			});
		}
		explicit.add(id);
		// Slugs of other headings, even earlier ones, avoid this id.
		facts.slugger.occurrences[id] ??= 0;
	}
}

/** Core step: the headings of a translation get the ids of the original's, by position, if the levels are the same. */
export function inheritedIdStep(state: StateCore): void {
	const { facts } = scopeOf(state.env);
	const { outline } = facts.options;
	if (!outline) return;
	const headings = state.tokens.filter(
		({ type }, index) => type === 'heading_open' && state.tokens[index + 1]?.content.trim(),
	);
	// The first h1 is the title.
	const title = headings.findIndex(({ tag }) => tag === 'h1');
	const listed = headings.filter((_, index) => index !== title);
	const levels = listed.map(({ tag }) => Math.max(2, Number(tag.slice(1))));
	if (levels.join() !== outline.map(({ level }) => level).join()) return;
	const explicit = new Set(listed.map((token) => token.attrGet('id')));
	for (const [index, token] of listed.entries()) {
		const { id = '' } = outline[index] ?? {};
		if (token.attrGet('id') !== null || explicit.has(id)) continue;
		token.attrSet('id', id);
		facts.slugger.occurrences[id] ??= 0;
	}
}

/** The body with only the section of the heading with this id; its other lines are empty, to keep line numbers. */
export function sectionOf(body: string, id: string): string | undefined {
	const fences = new Fences();
	const lines = body.split('\n');
	const levels = lines.map((line) => (fences.next(line) ? 0 : (/^(#{1,6})[ \t]/.exec(line)?.[1]?.length ?? 0)));
	const wanted = oneDash(id);
	const from = lines.findIndex((line, index) => (levels[index] ?? 0) > 0 && idsOf(line).includes(wanted));
	if (from < 0) return undefined;
	const after = levels.findIndex((level, index) => index > from && level > 0 && level <= (levels[from] ?? 0));
	return lines.map((line, index) => (index >= from && (after < 0 || index < after) ? line : '')).join('\n');
}

/** Possible ids of a line with a heading. */
function idsOf(line: string): string[] {
	const { id, text } = withoutBraces(line);
	const words = text.replace(/^#+[ \t]+/, '').replace(EXPLICIT, '');
	const [, , inMdx, inHtml] = EXPLICIT.exec(line) ?? [];
	return [id, inMdx ?? inHtml ?? '', slug(words)].map(oneDash);
}

/** Tools differ in the number of dashes for punctuation and spaces. */
function oneDash(id: string): string {
	return id.toLowerCase().replace(/-+/g, '-');
}

/** Slug for markdown-it-anchor. A heading without letters still needs an id. */
export function headingSlug(text: string, state: { env: Env }): string {
	const { slugger } = scopeOf(state.env).facts;
	return slugger.slug(/[\p{L}\p{N}]/u.test(text) ? text.trim() : 'section');
}

function renderHeading(walk: PageWriter, open: Token, tokens: Token[], index: number): number {
	const inline = tokens[index + 1];
	const children = inline?.children ?? [];
	if (!inline) return index;
	const text = plainText(children).trim();
	const level = levelOf(walk, open, text);
	const id = String(open.attrGet('id') ?? '');
	walk.inside(placesOf(walk.scope.source, inline));
	const keywords = keywordsOf(open);
	if (level === 1 && keywords.length > 0) walk.report(pageKeywords(keywords));
	if (level === 1 && walk.takesTitle) return index + 2;
	if (text === '') {
		walk.report({
			severity: 'warning',
			code: 'empty-heading',
			message: 'The heading has no text.',
			hint: 'Add text, or remove the heading.',
		});
	}
	const own = ownAttributes(walk, open, { id: false });
	if (level === 1 && tokenData<{ explicit: boolean }>(open).explicit) {
		walk.html.add(`<h1 id="${escapeAttribute(id)}"${own}>`);
		walk.facts.claim(id, walk.scope.source, walk.offset(0));
	} else if (level === 1) walk.html.add(`<h1${own}>`);
	else {
		walk.html.add(`<h${level} id="${escapeAttribute(id)}"${own}>`);
		const line = walk.scope.source.above + (open.map?.[0] ?? 0) + 1;
		if (text !== '') walk.facts.headings.push({ level, id, text, html: formattedText(children), line });
		walk.facts.claim(id, walk.scope.source, walk.offset(0), true);
	}
	walk.copy.begin(inline.content);
	const mark = walk.text.mark;
	walk.inline(children);
	walk.text.backTo(mark);
	if (level !== 1) walk.text.heading({ id, heading: text, level, keywords });
	walk.copy.block([`${'#'.repeat(level)} `, ...walk.copy.end()]);
	const anchor = `<a class="anchor" href="#${escapeAttribute(id)}" aria-label="${escapeAttribute(say(walk.facts.words.linkToHeading, { heading: text }))}"></a>`;
	walk.html.add(level === 1 || text === '' ? `</h${level}>\n` : `${anchor}</h${level}>\n`);
	return index + 2;
}

/** The title is the heading of the page, whose keywords are a field of its front matter. */
function pageKeywords(keywords: string[]): ParseFinding {
	return {
		severity: 'warning',
		code: 'refused-attribute',
		message: 'A title begins no section, so its keywords find nothing.',
		hint: `Write keywords: [${keywords.join(', ')}] in the front matter.`,
	};
}

function levelOf(walk: PageWriter, open: Token, text: string): 1 | Heading['level'] {
	const level = Number(open.tag.slice(1));
	if (level !== 1) return level === 2 || level === 3 || level === 4 || level === 5 ? level : 6;
	if (!walk.ownHeading && walk.title === undefined) {
		walk.ownHeading = !walk.takesTitle;
		walk.title = text;
		return walk.takesTitle && text !== (walk.givenTitle ?? text).trim() ? 2 : 1;
	}
	return 2;
}

export const headingRenderers: Record<string, Render> = { heading_open: renderHeading };
