/**
 * Footnotes: `[^name]` and `[^name]: text`, parsed by markdown-it-footnote. Its last step is replaced, because it
 * copies all tokens for each footnote. References and notes have the ARIA roles of digital publishing.
 */
import type { Env, StateCore, StateInline, Token } from 'markdown-it';
import { escapeAttribute } from '../../model/html.ts';
import { say } from '../../model/words.ts';
import { type Scope, type ScopedTokens, scopeOf } from '../engine/facts.ts';
import { NOTE } from '../engine/markdown-copy.ts';
import { tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

interface Note {
	label: string;
	/** The file that it is in. */
	scope: Scope;
	tokens: Token[];
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

/**
 * Core step: moves the text of each referenced note to the end of the page, in order of reference. A reference leads to
 * the note of its own file, else to one of the files around it, else to the first with its name: so each copy of a
 * partial has its notes.
 */
export function footnoteStep(state: StateCore, tokens: ScopedTokens): void {
	if (noteNames(state.env).length === 0) return;
	/** Label → its notes, at most one of each copy of a file. */
	const notes = new Map<string, Note[]>();
	const rest: Token[] = [];
	const scopes = new Map<Token, Scope>();
	let current: Token[] | undefined;
	for (const [token, scope] of tokens) {
		for (const reference of referencesIn([token])) scopes.set(reference, scope);
		if (token.type === 'footnote_reference_close') current = undefined;
		else if (token.type !== 'footnote_reference_open') (current ?? rest).push(token);
		else {
			current = [];
			const { label = '' } = tokenData(token);
			const named = notes.get(label) ?? [];
			const same = named.find((note) => note.scope === scope);
			const message = `Another note is called [^${label}], and replaces this one.`;
			if (same) reportLost(same, message, 'Give one of them another name.');
			const others = named.filter((note) => note !== same);
			notes.set(label, [...others, { label, scope, tokens: current, references: 0 }]);
		}
	}
	const noteOf = (token: Token, from: Scope | undefined): Note | undefined => {
		const named = notes.get(tokenData(token).label ?? '') ?? [];
		for (let scope = from; scope; scope = scope.parent) {
			const own = named.find((note) => note.scope === scope);
			if (own) return own;
		}
		return named[0];
	};
	/** Notes in the order of their first references, with their numbers from 0. */
	const shown = new Map<Note, number>();
	const number = (tokens: Token[]): void => {
		for (const token of referencesIn(tokens)) {
			const note = noteOf(token, scopes.get(token));
			if (!note) continue;
			const id = shown.get(note) ?? shown.size;
			shown.set(note, id);
			token.meta = { ...token.meta, note, id, subId: note.references++ };
		}
	};
	number(rest);
	// The references in a note may add others to the map, which come after it.
	for (const { tokens } of shown.keys()) number(tokens);
	reportUnused([...notes.values()].flat(), shown);
	state.tokens = shown.size === 0 ? rest : [...rest, ...endNotes(state, [...shown.keys()], scopeOf(state.env))];
}

/** The names that have a note, on the page and in its partials. */
export function noteNames(env: Env): string[] {
	return Object.keys(Object(Object(env.footnotes).refs)).map((label) => label.slice(1));
}

/** Reports the notes that are not shown, unless another copy of them is. */
function reportUnused(notes: Note[], shown: ReadonlyMap<Note, number>): void {
	const keyOf = ({ label, scope }: Note): string => `${scope.source.path} ${label}`;
	const seen = new Set(Array.from(shown.keys(), keyOf));
	const names = new Set(notes.flatMap(({ tokens }) => referencesIn(tokens).map((token) => tokenData(token).label)));
	for (const note of notes) {
		const { label } = note;
		if (seen.has(keyOf(note))) continue;
		const reason = names.has(label)
			? 'referenced only in a note that is not shown'
			: 'not referenced, so it is not shown';
		reportLost(note, `The note [^${label}] is ${reason}.`, 'Reference it in the text, or remove it.');
	}
}

/** The section with the notes, each in the scope of its file. */
function endNotes(state: StateCore, notes: Note[], page: Scope): Token[] {
	const token = (type: string, nesting: 1 | 0 | -1, meta?: object): Token =>
		Object.assign(new state.Token(type, '', nesting), meta ? { meta } : {});
	const names = new Set<string>();
	const list = notes.flatMap((note, id) => {
		const { label, references, scope, tokens } = note;
		for (let count = 2; names.has(note.label); count++) note.label = `${label}-${count}`;
		names.add(note.label);
		const inside = [token('source_open', 0, { scope }), ...tokens, token('source_close', -1)];
		const open = token('footnote_open', 1, { id, label: note.label, references });
		return [open, ...(scope === page ? tokens : inside), token('footnote_close', -1)];
	});
	return [token('footnotes_open', 1), ...list, token('footnotes_close', -1)];
}

function referencesIn(tokens: Token[]): Token[] {
	return tokens.flatMap(({ children }) => (children ?? []).filter(({ type }) => type === 'footnote_ref'));
}

function reportLost({ label, tokens, scope }: Note, message: string, hint: string): void {
	const { facts, source } = scope;
	const at = Math.max(source.body.indexOf(`[^${label}]:`), 0);
	const line = tokens.find(({ map }) => map)?.map?.[0] ?? source.place(at).line - source.above - 1;
	facts.report(source, source.lineStart(line), { code: 'lost-note', severity: 'warning', message, hint });
}

/** Core step, after headings have ids: finds the beginning of the notes' ids that no id of the author has. */
export function noteIdStep(state: StateCore): void {
	const { facts } = scopeOf(state.env);
	if (!state.tokens.some(({ type }) => type === 'footnotes_open')) return;
	const ids = state.tokens.flatMap((token) => [token, ...(token.children ?? [])]).flatMap(idsIn);
	const isTaken = (prefix: string): boolean => ids.some((id) => /^(?:ref)?-\d/.test(afterPrefix(id, prefix)));
	for (let count = 1; isTaken(facts.notePrefix); count++)
		facts.notePrefix = count === 1 ? 'footnote' : `footnote${count}`;
}

function afterPrefix(id: string, prefix: string): string {
	return id.startsWith(prefix) ? id.slice(prefix.length) : '';
}

/** The author's ids on a token: from a slug, braces, a tag, or the markup in a raw element. */
export function idsIn(token: Token): string[] {
	const { tag } = tokenData(token);
	const inTag = (tag?.attributes ?? []).flatMap(({ name, value }) =>
		/^(?:id|name)$/i.test(name) && value.kind === 'string' ? value.raw : [],
	);
	const inRaw = token.type === 'raw' ? token.content.matchAll(/\b(?:id|name)=["']?([^\s"'>]+)/gi) : [];
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

interface Reference {
	note: Note;
	/** Number of its note, and which of the note's references it is; both from 0. */
	id: number;
	subId: number;
}

const reference: Render = (walk, token) => {
	const { id: index = 0, subId = 0, label = '', note: to } = tokenData<Reference>(token);
	const note = index + 1;
	const id = referenceId(walk, note, subId);
	registerId(walk, id);
	const name = escapeAttribute(say(walk.facts.words.footnote, { number: note }));
	const { start } = tokenData<{ start: number }>(token);
	if (start !== undefined) walk.copy.replace(start, start + label.length + 3, `[^${NOTE}${to?.label ?? label}]`);
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
