/** Ids of headings: explicit `{#id}`, else the slug of the text. */
import { slug } from 'github-slugger';
import type { Env, StateCore } from 'markdown-it';
import { Scopes, scopeOf } from '../engine/facts.ts';
import { Fences } from '../engine/source.ts';

const EXPLICIT = /\s*\{(?:#([^\s{}]+)|\/\*\s*#([^\s{}*]+)\s*\*\/)\}\s*$/;

/** Core step, before inline text is parsed: applies and removes `{#id}`, or a JSX comment with `#id`, in headings. */
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
		// Number a repeated id like a slug; markdown-it-anchor would search for a free one in quadratic time.
		token.attrSet('id', explicit.has(id) ? facts.slugger.slug(id) : id);
		token.meta = { ...token.meta, explicit: true };
		if (explicit.has(id)) {
			const line = token.map?.[0] ?? 0;
			facts.report(source, source.lineStart(line) + Math.max(source.line(line).lastIndexOf('{'), 0), {
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
	const [, explicit = '', comment = ''] = EXPLICIT.exec(line) ?? [];
	const words = line.replace(/^#+[ \t]+/, '').replace(EXPLICIT, '');
	return [explicit, comment, slug(words)].map(oneDash);
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
