/**
 * Headings, with their anchor links and entries in the table of contents.
 * The first h1 is the page's title (B-158); further ones become h2, because a page has one title.
 */

import type { Token } from 'markdown-it';
import { escapeAttribute } from '../../model/html.ts';
import type { Heading } from '../../model/page.ts';
import { formattedText, plainText } from '../engine/text.ts';
import { noteOf, placesOf } from '../engine/tokens.ts';
import type { Render, Walk } from '../engine/walk.ts';
import { ownAttributes } from './braces.ts';

function renderHeading(walk: Walk, open: Token, tokens: Token[], index: number): number {
	const inline = tokens[index + 1];
	const children = inline?.children ?? [];
	if (!inline) return index;
	const text = plainText(children).trim();
	const level = levelOf(walk, open, text);
	const id = String(open.attrGet('id') ?? '');
	walk.inside(placesOf(walk.scope.source, inline));
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
	if (level === 1 && noteOf<{ explicit: boolean }>(open).explicit) {
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
	if (level !== 1) walk.text.heading(id, text, level);
	walk.copy.block([`${'#'.repeat(level)} `, ...walk.copy.end()]);
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
		return walk.takesTitle && text !== (walk.givenTitle ?? text).trim() ? 2 : 1;
	}
	return 2;
}

export const headingRenderers: Record<string, Render> = { heading_open: renderHeading };
