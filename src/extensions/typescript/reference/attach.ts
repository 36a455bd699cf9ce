/**
 * Adds the authors' texts to generated pages: notes on symbols, `content/reference/<package>/<symbol>.md`, and links to
 * guides. A generated page includes a note as a partial, so problems of a note are reported in its own file.
 */
import { Fences } from '../../../content/code/fence.ts';
import { hashOf, hashOfValue } from '../../../content/model/hash.ts';
import { escapeText } from '../../../content/model/html.ts';
import { PARTS } from '../../../content/model/identity.ts';
import type { Diagnostic, Page } from '../../../content/model/page.ts';
import { nearest } from '../../../content/model/schema.ts';
import type { VirtualPage, VirtualTexts } from '../../../extension.ts';
import { blocks, escapeWords, SAID_END, SAID_MARK } from './markdown.ts';
import type { ApiPage } from './page.ts';

/**
 * In a package's index, around the summary of a symbol, or the code of one without a doc comment: its name, with
 * `SUMMARY` if a note replaces these words only by a section of that name; and the end.
 */
export const NOTE_MARK = '<!--note:';
export const NOTE_END = '<!--/note-->';
export const SUMMARY = '.@summary';

/** Pages of the authors that are added to generated pages. */
export interface Additions {
	notes: Page[];
	/** Pages with `api:` links to symbols. */
	guides: Page[];
	/** The text of a note. */
	read(path: string): string;
}

/** The texts of generated pages, with notes and links to guides. */
export function attach(generated: ApiPage[], { notes, guides, read }: Additions): VirtualTexts {
	/** The pages of a symbol, one in each docs version. */
	const bySymbol = new Map<string, ApiPage[]>();
	for (const page of generated)
		for (const name of page.api.symbols) bySymbol.set(name, [...(bySymbol.get(name) ?? []), page]);
	const pagesOf = (name: string): ApiPage[] => (bySymbol.get(name) ?? []).filter(({ api }) => !api.groups);
	const withSection = (name: string): ApiPage[] =>
		generated.filter(({ api }) => !api.groups && api.sections?.[name] !== undefined);
	const marked = new Set(
		generated.flatMap(({ above, below }) => [...(above + below).matchAll(SAID)].map(([, , key = '']) => key)),
	);
	const noteFor = new Map<ApiPage, Page>();
	const diagnostics: Diagnostic[] = [];
	for (const note of notes) {
		const pages = pagesOf(note.name).filter((page) => !noteFor.has(page));
		for (const page of pages) noteFor.set(page, note);
		const [unknown] = pages
			.map((page) => unknownNames(note.path, read(note.path), page))
			.sort((a, b) => a.length - b.length);
		diagnostics.push(...(unknown ?? [strayNote(note, [...bySymbol.keys()])]));
		if (unknown) diagnostics.push(...unknownBlocks(note, sectionsOf(read(note.path)), marked));
	}
	const guidesFor = new Map<ApiPage, Set<Page>>();
	for (const guide of guides) {
		for (const { kind, target } of guide.links) {
			const name = kind === 'name' ? (target.slice('api:'.length).split(/[?#]/)[0] ?? '') : '';
			const pages = name === '' ? [] : [...pagesOf(name), ...withSection(name)];
			const own = pages.filter(({ version }) => version === guide.version);
			for (const page of own.length > 0 ? own : pages)
				guidesFor.set(page, (guidesFor.get(page) ?? new Set()).add(guide));
		}
	}
	const summaries = new Map(
		[...noteFor].flatMap(([page, { description }]) => page.api.symbols.map((name) => [name, description] as const)),
	);
	const sections = new Map(
		notes.map(({ path, name }) => [path, sectionsOf(read(path)).filter((one) => marked.has(`${name}.${one.member}`))]),
	);
	const replaced = new Map(
		notes.flatMap(({ path, name }) =>
			(sections.get(path) ?? []).map(({ member, text }) => [`${name}.${member}`, text] as const),
		),
	);
	const pages = generated.map((page): VirtualPage => {
		const note = noteFor.get(page);
		const own = note ? (sections.get(note.path) ?? []) : [];
		const guides = [...(guidesFor.get(page) ?? [])];
		const text = textOf(page, { note, guides, summaries, read, sections: own, replaced });
		const { path, version, name, api, origin } = page;
		const identity = { collection: 'docs', version, name, virtual: api } as const;
		const hash = hashOfValue([hashOf(text), identity, origin]);
		return { path, identity, virtual: { text, hash, origin }, includes: note?.path };
	});
	return { pages, diagnostics };
}

function strayNote(note: Page, names: string[]): Diagnostic {
	const near = nearest(note.name, names);
	return {
		code: 'api-note',
		severity: 'error',
		file: note.path,
		line: 1,
		message: `${note.path} is a note on "${note.name}", which is not a symbol of the API reference.`,
		hint: near ? `Did you mean ${PARTS}${near}.md?` : `Name it ${PARTS}<package>/<symbol>.md, as in api: links.`,
	};
}

/** The code at the start of a list item or a table row: "- `url` and `headers` …". */
const ENTRY = /^\s*(?:[-*+] +|\|)\s*((?:`[^`]+`(?:,? and |,? or |, )?)+)/;

/** Names that a note lists, although the declaration has no parameter, option or member of that name. */
function unknownNames(file: string, text: string, { data, names = [] }: ApiPage): Diagnostic[] {
	if (names.length === 0) return [];
	const fences = new Fences();
	return text.split('\n').flatMap((line, index) => {
		const [start = '', entry = ''] = fences.next(line) ? [] : (ENTRY.exec(line) ?? []);
		const listed = [...entry.matchAll(/(?<=`)([\w$]+)(?:[.(][^`]*)?(?=`)/g)];
		return listed.flatMap(({ 1: name = '', index: at }): Diagnostic[] => {
			if (names.includes(name)) return [];
			const near = nearest(name, names);
			return [
				{
					code: 'api-note',
					severity: 'warning',
					file,
					line: index + 1,
					column: start.length - entry.length + at + 1,
					length: name.length,
					message: `The note lists "${name}", but ${data.title} has no parameter, option or member of that name.`,
					hint: near ? `Did you mean "${near}"?` : 'Remove it, or start the line with another word.',
				},
			];
		});
	});
}

/** Sections about blocks, such as "@remarks", that the comment does not have. */
function unknownBlocks(
	{ path, name }: Page,
	sections: readonly NoteSection[],
	marked: ReadonlySet<string>,
): Diagnostic[] {
	const stray = sections.filter(({ member }) => member.startsWith('@') && !marked.has(`${name}.${member}`));
	return stray.map(({ member, start }): Diagnostic => {
		const there = [...marked].flatMap((key) => (key.startsWith(`${name}.@`) ? [key.slice(name.length + 1)] : []));
		const near = nearest(member, there);
		const list = there.length > 0 ? `It has ${there.join(', ')}.` : 'Remove the section.';
		return {
			code: 'api-note',
			severity: 'warning',
			file: path,
			line: start,
			message: `The note has a section for "${member}", but no comment of ${name} has such a block.`,
			hint: near ? `Did you mean "${near}"?` : list,
		};
	});
}

interface PageAdditions {
	note: Page | undefined;
	guides: Page[];
	/** Descriptions of notes, by symbol. */
	summaries: ReadonlyMap<string, string>;
	read: Additions['read'];
	/** Sections of the note that replace the comments of members. */
	sections: readonly NoteSection[];
	/** All such sections, by name: `server/ProcedureBuilder.meta`. */
	replaced: ReadonlyMap<string, string>;
}

/** A section of a note with the name of a member, or of a block such as `@remarks`, as its heading. Lines count from 1; `end` is the first line after it. */
interface NoteSection {
	member: string;
	text: string;
	start: number;
	end: number;
}

function sectionsOf(text: string): NoteSection[] {
	const fences = new Fences();
	const lines = text.split('\n');
	const heads = lines.flatMap((line, at) => (!fences.next(line) && /^##[ \t]/.test(line) ? [at] : []));
	return heads.flatMap((at, index): NoteSection[] => {
		const [, member] = /^##[ \t]+`([^`]+)`[ \t]*$/.exec(lines[at] ?? '') ?? [];
		const end = heads[index + 1] ?? lines.length;
		const inside = lines
			.slice(at + 1, end)
			.join('\n')
			.trim();
		return member === undefined ? [] : [{ member, text: inside, start: at + 1, end: end + 1 }];
	});
}

const EXAMPLE = '.@example';

/** The words of comments, in a paragraph or not. */
const SAID = new RegExp(`( ?<p>)?${SAID_MARK}(.*?)-->([\\s\\S]*?)${SAID_END}(</p>)?`, 'g');

/** The text without marks: notes replace the words of comments, and examples if they have some. */
function overruled(text: string, replaced: PageAdditions['replaced'], hasExamples: boolean): string {
	return text.replace(SAID, (_, open = '', key: string, words: string, close = '') => {
		const own = replaced.get(key) ?? (hasExamples && key.endsWith(EXAMPLE) ? '' : undefined);
		const isEmpty = (own ?? words) === '';
		if (isEmpty) return close === '' ? open : '';
		if (own === undefined) return open + words + close;
		const isBlock = own.includes('\n\n') || /^(?:`{3}|~{3}|[-*+|>]|\d+\.)/m.test(own);
		// A member without a comment has no block of its own, and perhaps the start of another's paragraph.
		const isAdded = words === '' && (open === '' || close === '');
		return isBlock || isAdded ? `\n\n${own}\n\n${close === '' ? open.trim() : ''}` : open + own + close;
	});
}

/** Ranges of the lines below `lead`, without those of sections. */
function rangesBelow(lead: number, text: string, sections: readonly NoteSection[]): string[] {
	const lines = text.split('\n');
	const starts = [lead + 1, ...sections.map(({ end }) => end)];
	const ends = [...sections.map(({ start }) => start - 1), lines.length];
	return starts.flatMap((start, index) => {
		const end = ends[index] ?? lines.length;
		const isEmpty = lines.slice(start - 1, end).every((line) => line.trim() === '');
		return isEmpty ? [] : [`${start}-${end === lines.length ? '' : end}`];
	});
}

/** Order: the note's first paragraph, the declaration, the rest of the note, everything else, the guides. */
function textOf({ data, api, ...parts }: ApiPage, additions: PageAdditions): string {
	const { note, guides, read, sections, replaced } = additions;
	const written = note ? read(note.path) : '';
	const hasExamples = hasCode(written, sections);
	const above = overruled(parts.above, replaced, hasExamples);
	const below = overruled(parts.below, replaced, hasExamples);

	const warning = api.status === undefined ? '' : `${data.description.split('. ')[0]}. `;
	const fields = {
		...data,
		...(note?.description ? { description: warning + note.description } : {}),
		...(note?.data.keywords ? { keywords: note.data.keywords } : {}),
	};
	const lead = note ? leadOf(written) : 0;
	// Guides and symbols may share a name; the suffix keeps them distinct in browser tabs and search results.
	const head = `<head><title>${escapeText(`${data.title} API`)}</title></head>`;
	const list = guides.map(({ path, title }) => `- [${escapeWords(title)}](<@site/${path}>)`);
	const page = blocks(
		head,
		note ? `import AuthorNote from ${JSON.stringify(`@site/${encodeURI(note.path)}`)}` : '',
		lead > 0 ? `<AuthorNote lines="1-${lead}" />` : '',
		above,
		...(note ? rangesBelow(lead, written, sections).map((lines) => `<AuthorNote lines="${lines}" />`) : []),
		api.groups ? below.replace(NOTED, (_, key: string, shown: string) => summaryIn(additions, key) || shown) : below,
		list.length > 0 ? `## Guides\n\n${list.join('\n')}` : '',
	);
	const front = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
	return `---\n${front.join('\n')}\n---\n${page}\n`;
}

/** The words of a note in the index of its package. */
function summaryIn({ summaries, replaced }: PageAdditions, key: string): string {
	const name = key.endsWith(SUMMARY) ? key.slice(0, -SUMMARY.length) : key;
	return key === name || replaced.has(key) ? escapeWords(summaries.get(name) ?? '') : '';
}

/** Whether a note has a block of code, apart from its sections about members. */
function hasCode(text: string, sections: readonly NoteSection[]): boolean {
	const fences = new Fences();
	return text
		.split('\n')
		.some((line, at) => fences.next(line) && !sections.some(({ start, end }) => at + 1 >= start && at + 1 < end));
}

const NOTED = new RegExp(`${NOTE_MARK}(.*?)-->(.*?)${NOTE_END}`, 'gs');

/** The last line of the first paragraph, from 1; 0 if the note starts with something else. */
function leadOf(text: string): number {
	const [front = ''] = /^---\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(text) ?? [];
	const [, before = '', paragraph = ''] = /^(\s*)(\S[^\n]*(?:\n[ \t]*\S[^\n]*)*)/.exec(text.slice(front.length)) ?? [];
	const isText = /^[\p{L}\p{N}`*_["'(]/u.test(paragraph) && !/^(?:import|export|\*|```)\s/.test(paragraph);
	return isText ? (front + before + paragraph).split('\n').length : 0;
}
