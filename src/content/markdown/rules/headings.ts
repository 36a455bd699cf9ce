/**
 * Headings: their ids, which are an explicit `{#id}` or the slug of the text, anchor links and entries in the table of
 * contents. An h1 at the top is the page's title (B-158); all others become h2, because a page has one title.
 */

import { slug } from 'github-slugger';
import type { Env, StateCore, Token } from 'markdown-it';
import { Fences } from '../../code/fence.ts';
import { escapeAttribute, escapeText } from '../../model/html.ts';
import type { Heading } from '../../model/page.ts';
import { say } from '../../model/words.ts';
import { type ParseFinding, type Scope, type ScopedTokens, scopeOf } from '../engine/facts.ts';
import { decodeEntities, formattedText, plainText, wordsBesidePictures } from '../engine/text.ts';
import { placesOf, tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';
import { keywordsOf, ownAttributes, withoutBraces } from './braces.ts';

const EXPLICIT = /\s*(?:\{(?:#([^\s{}]+)|\/\*\s*#([^\s{}*]+)\s*\*\/)\}|<!--\s*#([^\s<>]+?)\s*-->)\s*$/;

/** Core step, before inline text is parsed: applies and removes `{#id}`, or a comment with `#id`, in headings. */
export function explicitIdStep(state: StateCore, tokens: ScopedTokens): void {
	const explicit = new Map<string, Scope>();
	for (const [token, scope, index] of tokens) {
		if (token.type !== 'heading_open') continue;
		const { facts, source } = scope;
		const inline = state.tokens[index + 1];
		const found = /[}>]$/.test(inline?.content ?? '') ? EXPLICIT.exec(inline?.content ?? '') : null;
		const id = found?.[1] ?? found?.[2] ?? found?.[3];
		if (!inline || !found || id === undefined) continue;
		inline.content = inline.content.slice(0, found.index);
		// Number a repeated id like a slug; markdown-it-anchor would search for a free one in quadratic time.
		token.attrSet('id', explicit.has(id) ? facts.slugger.slug(id) : id);
		token.meta = { ...token.meta, explicit: true, written: id };
		const first = explicit.get(id);
		// Another copy of the same partial has its own ids.
		if (first && (first === scope || first.source.path !== source.path)) {
			const line = token.map?.[0] ?? 0;
			facts.report(source, source.lineStart(line) + Math.max(source.line(line).lastIndexOf('#') - 1, 0), {
				code: 'duplicate-id',
				message: `The id "${id}" is already the id of another heading.`,
				hint: 'Give each element of a page a unique id.',
				about: { ids: [id] },
				length: id.length + 3,
			});
		}
		explicit.set(id, first ?? scope);
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
	// The first h1 may be the title, which is not in the outline.
	const title = headings.findIndex(({ tag }) => tag === 'h1');
	const levelsOf = (tokens: Token[]): string => tokens.map(({ tag }) => Math.max(2, Number(tag.slice(1)))).join();
	const wanted = outline.map(({ level }) => level).join();
	const listed = [headings, headings.filter((_, index) => index !== title)].find((list) => levelsOf(list) === wanted);
	if (!listed) return;
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
	return scopeOf(state.env).facts.slugger.slug(slugText(text));
}

/** The part of a heading's text that its slug is made of. */
export function slugText(text: string): string {
	return /[\p{L}\p{N}]/u.test(text) ? text.trim() : 'section';
}

function renderHeading(walk: PageWriter, open: Token, tokens: Token[], index: number): number {
	const inline = tokens[index + 1];
	const children = inline?.children ?? [];
	if (!inline) return index;
	const text = plainText(children).trim() || altOf(children);
	const level = levelOf(walk, open, wordsBesidePictures(children) || text);
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
		if (text !== '') walk.facts.headings.push({ level, id, text, html: shownText(children, text), line });
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

/** HTML of the entry in the table of contents; alternative texts count only if there are no words. */
function shownText(children: Token[], text: string): string {
	const html = formattedText(children);
	return /^(?:<[^>]*>|\s)*$/.test(html) ? escapeText(text) : html;
}

/** The alternative texts of pictures in HTML. */
function altOf(children: readonly Token[]): string {
	const attributes = children.flatMap((token) => tokenData(token).tag?.attributes ?? []);
	const alts = attributes.flatMap(({ name, value }) =>
		/^alt$/i.test(name) && value.kind === 'string' ? value.raw : [],
	);
	return decodeEntities(alts.join(' ')).trim();
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

/**
 * A first-level heading is the title if it stands first, and else a section, so that the title is above the text. One of
 * a partial, whose author doesn't know the page, gives way to a title in front matter.
 */
function levelOf(walk: PageWriter, open: Token, words: string): 1 | Heading['level'] {
	const level = Number(open.tag.slice(1));
	if (level !== 1) return level === 2 || level === 3 || level === 4 || level === 5 ? level : 6;
	if (!takeTitle(walk, words)) return 2;
	if (walk.takesTitle) return words === (walk.givenTitle ?? words).trim() ? 1 : 2;
	walk.ownHeading = true;
	return 1;
}

/** Takes the page's name from its first h1 outside of other parts; returns whether that is where its title stands. */
function takeTitle(walk: PageWriter, words: string): boolean {
	if (walk.title !== undefined || walk.ownHeading || words === '' || !walk.isOutside) return false;
	walk.title = words;
	return walk.isFirst && (walk.scope.chain.length === 1 || walk.givenTitle === undefined);
}

/**
 * An `<h1>` of HTML. It is the title if it stands first on a page without another one, or if the page shows none; else
 * a section, which is returned: call `end` with its words.
 */
export function htmlHeading(
	walk: PageWriter,
	source: string,
	own: unknown,
): { id?: string; end(words: string): void } | undefined {
	const words = decodeEntities(source.replace(/<[^<>]*>|[*_`]/g, ''))
		.replace(/\s+/g, ' ')
		.trim();
	const isTitle = walk.showsNoTitle
		? !walk.ownHeading && !walk.facts.components.has('Hero')
		: takeTitle(walk, words) && walk.givenTitle === undefined && !walk.takesTitle;
	if (isTitle) {
		walk.ownHeading = true;
		return undefined;
	}
	const { facts, scope } = walk;
	const id = own === undefined ? headingSlug(words, { env: { scope } }) : String(own);
	if (own === undefined) facts.claim(id, scope.source, walk.start, true);
	const { line } = scope.source.place(walk.start);
	return {
		...(own === undefined ? { id } : {}),
		end(text) {
			if (text === '') return;
			facts.headings.push({ level: 2, id, text, html: escapeText(text), line });
			walk.text.heading({ id, heading: text, level: 2 });
		},
	};
}

export const headingRenderers: Record<string, Render> = { heading_open: renderHeading };
