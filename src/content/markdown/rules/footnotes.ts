/**
 * Footnotes: `[^name]` and `[^name]: text`, parsed by markdown-it-footnote. Its last step is replaced, because it
 * copies all tokens for each footnote. References and notes have the ARIA roles of digital publishing.
 */
import type { Env, StateCore, StateInline, Token } from 'markdown-it';
import { escapeAttribute } from '../../model/html.ts';
import { isRecord } from '../../model/schema.ts';
import { say } from '../../model/words.ts';
import { type Scope, scoped, scopeOf } from '../engine/facts.ts';
import { NOTE } from '../engine/markdown-copy.ts';
import { tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

interface Note {
	label: string;
	references: number;
}

const REFERENCE = /\[\^[^\s\]]{1,500}\]/y;

/** Whether a reference starts here. The package alone would look for its end from every bracket: quadratic time. */
function startsNote({ src, pos }: StateInline): boolean {
	REFERENCE.lastIndex = pos;
	return REFERENCE.test(src);
}

/** A rule for references that notes their place on the token. */
export function placedReference(rule: InlineRule): InlineRule {
	return (state, silent) => {
		const start = state.pos;
		if (!startsNote(state) || !rule(state, silent)) return false;
		const token = state.tokens.at(-1);
		if (!silent && token) token.meta = { ...token.meta, start };
		return true;
	};
}

/** Core step: moves the text of each referenced note to the end of the page, in order of reference. */
export function footnoteStep(state: StateCore): void {
	const texts = new Map<string, { tokens: Token[]; scope: Scope }>();
	const rest: Token[] = [];
	/** Of notes that are not shown. */
	const lost: Token[] = [];
	let current: Token[] | undefined;
	for (const [token, scope] of scoped(state.tokens, scopeOf(state.env))) {
		if (token.type === 'footnote_reference_close') current = undefined;
		else if (token.type !== 'footnote_reference_open') (current ?? rest).push(token);
		else {
			current = [];
			const { label = '' } = tokenData(token);
			const same = texts.get(label);
			if (same) {
				lost.push(...same.tokens);
				const message = `Another note is called [^${label}], and replaces this one.`;
				reportLost(same.scope, label, same.tokens, message, 'Give one of them another name.');
			}
			texts.set(label, { tokens: current, scope });
		}
	}
	const referenced = notesOf(state.env);
	if (texts.size === 0 && referenced.length === 0) return;
	const tokensOf = ({ label }: Note): Token[] => texts.get(label)?.tokens ?? [];
	const reached = new Set<Note>();
	const reach = (tokens: Token[]): void => {
		for (const { meta } of referencesIn(tokens)) {
			const note = referenced[Number(Object(meta).id)];
			if (!note || reached.has(note)) continue;
			reached.add(note);
			reach(tokensOf(note));
		}
	};
	reach(rest);
	const notes = referenced.filter((note) => reached.has(note));
	const shown = new Set(notes.map(({ label }) => label));
	const named = new Set(referenced.map(({ label }) => label));
	for (const [label, { scope, tokens }] of texts) {
		if (shown.has(label)) continue;
		lost.push(...tokens);
		const reason = named.has(label)
			? 'referenced only in a note that is not shown'
			: 'not referenced, so it is not shown';
		reportLost(scope, label, tokens, `The note [^${label}] is ${reason}.`, 'Reference it in the text, or remove it.');
	}
	if (referencesIn(lost).length > 0) renumber([rest, ...notes.map(tokensOf)], referenced, notes);
	if (notes.length > 0) {
		rest.push(new state.Token('footnotes_open', '', 1));
		for (const [index, note] of notes.entries()) {
			const token = new state.Token('footnote_open', '', 1);
			token.meta = { id: index, label: note.label, references: note.references };
			rest.push(token);
			for (const inner of tokensOf(note)) rest.push(inner);
			rest.push(new state.Token('footnote_close', '', -1));
		}
		rest.push(new state.Token('footnotes_close', '', -1));
	}
	state.tokens = rest;
}

function referencesIn(tokens: Token[]): Token[] {
	return tokens.flatMap(({ children }) => (children ?? []).filter(({ type }) => type === 'footnote_ref'));
}

/** Counts notes and references again, without those that are not shown: each links back to its references. */
function renumber(shown: Token[][], referenced: Note[], notes: Note[]): void {
	for (const note of notes) note.references = 0;
	for (const token of shown.flatMap(referencesIn)) {
		const note = referenced[Number(Object(token.meta).id)];
		if (note) token.meta = { ...token.meta, id: notes.indexOf(note), subId: note.references++ };
	}
}

function reportLost({ facts, source }: Scope, label: string, tokens: Token[], message: string, hint: string): void {
	const at = Math.max(source.body.indexOf(`[^${label}]:`), 0);
	const line = tokens.find(({ map }) => map)?.map?.[0] ?? source.place(at).line - source.above - 1;
	facts.report(source, source.lineStart(line), { code: 'lost-note', severity: 'warning', message, hint });
}

function notesOf(env: Env): Note[] {
	const list: unknown = isRecord(env.footnotes) ? env.footnotes.list : undefined;
	if (!Array.isArray(list)) return [];
	return list.map((note: unknown) =>
		isRecord(note) ? { label: String(note.label), references: Number(note.count) } : { label: '', references: 0 },
	);
}

/** Core step, after headings have ids: finds the beginning of the notes' ids that no id of the author has. */
export function noteIdStep(state: StateCore): void {
	const { facts } = scopeOf(state.env);
	if (notesOf(state.env).length === 0) return;
	const ids = state.tokens.flatMap((token) => [token, ...(token.children ?? [])]).flatMap(idsIn);
	const isTaken = (prefix: string): boolean => ids.some((id) => /^(?:ref)?-\d/.test(afterPrefix(id, prefix)));
	for (let count = 1; isTaken(facts.notePrefix); count++)
		facts.notePrefix = count === 1 ? 'footnote' : `footnote${count}`;
}

function afterPrefix(id: string, prefix: string): string {
	return id.startsWith(prefix) ? id.slice(prefix.length) : '';
}

/** The author's ids on a token: from a slug, braces, a tag, or the markup in a raw element. */
function idsIn(token: Token): string[] {
	const { tag } = tokenData(token);
	const inTag = (tag?.attributes ?? []).flatMap(({ name, value }) =>
		name.toLowerCase() === 'id' && value.kind === 'string' ? value.raw : [],
	);
	const inRaw = token.type === 'raw' ? token.content.matchAll(/\bid=["']?([^\s"'>]+)/gi) : [];
	return [String(token.attrGet('id') ?? ''), ...inTag, ...[...inRaw].map(([, id = '']) => id)];
}

function noteId(walk: PageWriter, note: number): string {
	return `${walk.facts.notePrefix}-${note}`;
}

function referenceId(walk: PageWriter, note: number, reference: number): string {
	return `${walk.facts.notePrefix}ref-${note}${reference === 0 ? '' : `-${reference + 1}`}`;
}

function registerId(walk: PageWriter, id: string): void {
	const { line } = walk.scope.source.place(walk.start);
	if (!walk.facts.ids.has(id)) walk.facts.ids.set(id, { heading: false, line });
}

const reference: Render = (walk, token) => {
	const { id: index = 0, subId = 0 } = tokenData<{ id: number; subId: number }>(token);
	const note = index + 1;
	const id = referenceId(walk, note, subId);
	registerId(walk, id);
	const name = escapeAttribute(say(walk.facts.words.footnote, { number: note }));
	const { start } = tokenData<{ start: number }>(token);
	if (start !== undefined) walk.copy.replace(start, start + 2, `[^${NOTE}`);
	walk.html.add(
		`<sup class="footnote-ref"><a href="#${noteId(walk, note)}" id="${id}" role="doc-noteref" aria-label="${name}">${note}</a></sup>`,
	);
};

const openNote: Render = (walk, token) => {
	const { id: index = 0, references = 1, label } = tokenData<Note & { id: number }>(token);
	const note = index + 1;
	registerId(walk, noteId(walk, note));
	walk.html.add(`<li id="${noteId(walk, note)}">\n`);
	walk.copy.enter(`[^${NOTE}${label}]: `, '    ');
	walk.container(() => {
		for (let count = 0; count < Math.max(references, 1); count++) {
			const number = `${note}${count === 0 ? '' : `-${count + 1}`}`;
			const name = escapeAttribute(say(walk.facts.words.backToReference, { number }));
			walk.html.add(
				`<a href="#${referenceId(walk, note, count)}" class="footnote-back" role="doc-backlink" aria-label="${name}">↩</a>`,
			);
		}
		walk.html.add('</li>\n');
		walk.copy.leave();
	});
};

const openNotes: Render = (walk) => {
	const name = escapeAttribute(walk.facts.words.footnotes);
	walk.html.add(`<section class="footnotes" role="doc-endnotes" aria-label="${name}"><ol>\n`);
	walk.container(() => walk.html.add('</ol></section>\n'));
};

export const footnoteRenderers: Record<string, Render> = {
	footnote_ref: reference,
	footnotes_open: openNotes,
	footnote_open: openNote,
};
