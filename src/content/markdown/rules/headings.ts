/**
 * Headings: ids (explicit `{#id}`, else the slug of the text), the link beside them, the entry in the contents.
 * The first h1 is the page's own title (B-158); a second one would be a second title and becomes an h2.
 */

import type { Env, StateCore, Token } from 'markdown-it';
import { escapeAttribute } from '../../model/html.ts';
import type { Heading } from '../../model/page.ts';
import { Scopes, scopeOf } from '../engine/facts.ts';
import { placesOf } from '../engine/places.ts';
import { formattedText, plainText } from '../engine/text.ts';
import type { Render, Walk } from '../engine/walk.ts';
import { ownAttributes } from './flavours.ts';

const EXPLICIT = /\s*\{(?:#([^\s{}]+)|\/\*\s*#([^\s{}*]+)\s*\*\/)\}\s*$/;

/** Core step, before inline text is parsed: takes `{#id}`, or a JSX comment with `#id`, off the heading. */
export function explicitIdStep(state: StateCore): void {
	const explicit = new Set<string>();
	const scopes = new Scopes(scopeOf(state.env));
	for (const [index, token] of state.tokens.entries()) {
		const { facts, source } = scopes.at(token);
		if (token.type !== 'heading_open') continue;
		const inline = state.tokens[index + 1];
		const found = inline?.content.endsWith('}') ? EXPLICIT.exec(inline.content) : null;
		const id = found?.[1] ?? found?.[2];
		if (!inline || !found || id === undefined) continue;
		inline.content = inline.content.slice(0, found.index);
		// A repeated id makes way as a slug would; the search of markdown-it-anchor for a free one is quadratic.
		token.attrSet('id', explicit.has(id) ? facts.slugger.slug(id) : id);
		token.meta = { ...token.meta, explicit: true };
		if (explicit.has(id)) {
			const line = token.map?.[0] ?? 0;
			facts.report(source, source.lineStart(line) + Math.max(source.line(line).lastIndexOf('{'), 0), {
				code: 'duplicate-id',
				message: `The id "${id}" is already that of another heading.`,
				hint: 'Give each element of a page an id of its own.',
				about: { ids: [id] },
				length: id.length + 3,
			});
		}
		explicit.add(id);
		// The slugs of other headings make way, wherever they stand.
		facts.slugger.occurrences[id] ??= 0;
	}
}

/** Slug for markdown-it-anchor. A heading without letters still needs an id. */
export function headingSlug(text: string, state: { env: Env }): string {
	const { slugger } = scopeOf(state.env).facts;
	return slugger.slug(/[\p{L}\p{N}]/u.test(text) ? text.trim() : 'section');
}

function renderHeading(walk: Walk, tokens: Token[], index: number): number {
	const open = tokens[index];
	const inline = tokens[index + 1];
	const children = inline?.children ?? [];
	if (!open || !inline) return index;
	const text = plainText(children).trim();
	const level = levelOf(walk, open, text);
	const id = String(open.attrGet('id') ?? '');
	walk.inside(placesOf(walk.scope.source, inline));
	if (level === 1 && walk.takesTitle) return index + 2;
	const own = ownAttributes(walk, open, { id: false });
	if (level === 1 && open.meta?.explicit === true) {
		walk.html.add(`<h1 id="${escapeAttribute(id)}"${own}>`);
		walk.facts.claim(id, walk.scope.source, walk.offset(0));
	} else if (level === 1) walk.html.add(`<h1${own}>`);
	else {
		walk.html.add(`<h${level} id="${escapeAttribute(id)}"${own}>`);
		const line = walk.scope.source.above + (open.map?.[0] ?? 0) + 1;
		if (text !== '') walk.facts.headings.push({ level, id, text, html: formattedText(children), line });
		else
			walk.report({
				severity: 'warning',
				code: 'empty-heading',
				message: 'The heading has no text.',
				hint: 'Add text, or remove the heading.',
			});
		walk.facts.claim(id, walk.scope.source, walk.offset(0), true);
	}
	walk.twin.begin(inline.content);
	const mark = walk.text.mark;
	walk.inline(children);
	walk.text.backTo(mark);
	if (level !== 1) walk.text.heading(id, text, level);
	walk.twin.block([`${'#'.repeat(level)} `, ...walk.twin.end()]);
	const anchor = `<a class="anchor" href="#${escapeAttribute(id)}" aria-label="Direct link to ${escapeAttribute(text)}"></a>`;
	walk.html.add(level === 1 || text === '' ? `</h${level}>\n` : `${anchor}</h${level}>\n`);
	return index + 2;
}

function levelOf(walk: Walk, open: Token, text: string): 1 | Heading['level'] {
	const level = Number(open.tag.slice(1));
	if (level !== 1) return level === 2 || level === 3 || level === 4 || level === 5 ? level : 6;
	if (!walk.ownHeading && walk.title === undefined) {
		walk.ownHeading = !walk.takesTitle;
		walk.title = text;
		return 1;
	}
	return 2;
}

export const headingRenderers: Record<string, Render> = { heading_open: renderHeading };
