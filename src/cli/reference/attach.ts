/**
 * What authors add to generated pages: a note on a symbol, `content/reference/<package>/<symbol>.md`, and the guides that
 * link to it. Both are known before the site is linked, so a page has them when it is.
 */

import { hashOf } from '../../content/model/hash.ts';
import { escapeText } from '../../content/model/html.ts';
import { ownPage } from '../../content/model/own-copy.ts';
import type { Body, Diagnostic, Page } from '../../content/model/page.ts';
import { nearest } from '../../content/model/schema.ts';
import type { Bodies } from '../machine/bodies.ts';
import { linked, rich, Sheet } from './sheet.ts';

/** Folder of the notes, a folder in it for each package of the configuration. */
export const NOTES = 'content/reference/';

/** In the index of a package, before the name of a symbol that its source says nothing about; behind its code. */
export const NOTE_MARK = '<!--note:';
export const NOTE_END = '<!--/note-->';

/** What stands beside the generated pages. */
export interface Additions {
	notes: Page[];
	/** Pages whose `api:` links are shown. */
	guides: Page[];
}

export interface Attached {
	pages: Page[];
	diagnostics: Diagnostic[];
	/** Path of a page to the note in it, whose samples it shows. */
	noteOf: Map<string, string>;
}

/** The generated pages with what authors add to them. `known` remembers pages by what they are made of. */
export function attach(
	generated: Page[],
	{ notes, guides }: Additions,
	bodies: Bodies,
	known: Map<string, Page>,
): Attached {
	const bySymbol = new Map(generated.flatMap((page) => (page.api?.symbols ?? []).map((name) => [name, page] as const)));
	const noteFor = new Map<Page, Page>();
	const diagnostics: Diagnostic[] = [];
	for (const note of notes) {
		const page = bySymbol.get(note.name);
		if (page?.api?.insertAt && !noteFor.has(page)) noteFor.set(page, note);
		else diagnostics.push(strayNote(note, [...bySymbol.keys()]));
	}
	const guidesFor = new Map<Page, Page[]>();
	for (const guide of guides) {
		for (const link of guide.links) {
			const [name = ''] = link.kind === 'api' ? link.target.slice('api:'.length).split(/[?#]/) : [];
			const page = bySymbol.get(name);
			const list = page && (guidesFor.get(page) ?? []);
			if (page?.api?.insertAt && list && !list.includes(guide)) guidesFor.set(page, [...list, guide]);
		}
	}
	const summaries = [...noteFor].flatMap(([page, { description }]) =>
		(page.api?.symbols ?? []).map((name) => [name, description] as const),
	);
	const pages = generated.map((page) => {
		const note = noteFor.get(page);
		const explaining = guidesFor.get(page) ?? [];
		const isIndex = page.api?.groups !== undefined;
		if (!note && explaining.length === 0 && !isIndex) return page;
		const said = isIndex ? summaries : explaining.map(({ path, title }) => [path, title]);
		const key = hashOf(JSON.stringify([page.hash, note?.hash, said]));
		const remembered = known.get(key);
		if (remembered && bodies.has(remembered.bodyHash)) return remembered;
		const made = isIndex ? summarize(page, new Map(summaries), bodies) : compose(page, note, explaining, bodies);
		known.set(key, made);
		return made;
	});
	return { pages, diagnostics, noteOf: new Map([...noteFor].map(([page, note]) => [page.path, note.path])) };
}

function strayNote(note: Page, names: string[]): Diagnostic {
	const near = nearest(note.name, names);
	return {
		code: 'api-note',
		severity: 'error',
		file: note.path,
		line: 1,
		message: `${note.path} is a note on "${note.name}", which is no symbol of the API reference.`,
		hint: near ? `Did you mean ${NOTES}${near}.md?` : `Name it ${NOTES}<package>/<symbol>.md, as in api: links.`,
	};
}

/** An index with the first sentences of notes. */
function summarize(page: Page, summaries: ReadonlyMap<string, string>, bodies: Bodies): Page {
	const fill = <Part>(parts: Part[]): Part[] =>
		parts.map((part) =>
			typeof part === 'string'
				? (part.replace(/<!--note:(.*?)-->(.*?)<!--\/note-->/gs, (_, name: string, code: string) => {
						const said = summaries.get(name);
						return said === undefined ? code : escapeText(said);
					}) as Part & string)
				: part,
		);
	const { pieces, ...body } = bodies.get(page.bodyHash);
	const made: Body = { ...body, pieces: fill(pieces), markdown: fill(bodies.markdown(page.bodyHash)) };
	const bodyHash = hashOf(JSON.stringify(made));
	bodies.put(bodyHash, made);
	const { hash: _, ...facts } = page;
	return ownPage({ ...facts, bodyHash });
}

/** One page of the two. The note's numbers stay as they are: links of the generated page come after its links. */
function compose(page: Page, note: Page | undefined, guides: Page[], bodies: Bodies): Page {
	const body = { ...bodies.get(page.bodyHash), markdown: bodies.markdown(page.bodyHash) };
	const own: Body = note
		? { ...bodies.get(note.bodyHash), markdown: bodies.markdown(note.bodyHash) }
		: { pieces: [], markdown: [], sections: [], samples: [] };
	const first = note?.links ?? [];
	const { facts: list, body: below } = guideList(guides, page);
	const taken = new Set([...page.headings, ...list.headings].map(({ id }) => id).concat(page.ids));
	const rename = (id: string): string => (taken.has(id) ? `note-${id}` : id);
	const headings = (note?.headings ?? []).map((heading) => ({ ...heading, id: rename(heading.id) }));
	const clashes = (note?.headings ?? []).filter(({ id }) => taken.has(id));
	const pieces = own.pieces.map((piece) =>
		typeof piece === 'string'
			? clashes.reduce(
					(text, { id }) =>
						text.replaceAll(`id="${id}"`, `id="note-${id}"`).replaceAll(`href="#${id}"`, `href="#note-${id}"`),
					piece,
				)
			: piece,
	);
	const at = page.api?.insertAt ?? { pieces: 0, markdown: 0 };
	const shifted = <Part>(parts: (Part | number)[], by: number): (Part | number)[] =>
		parts.map((part) => (typeof part === 'number' ? part + by : part));
	/** The note's first paragraph, the page with the rest of the note in its place, the guides. */
	const joined = <Part>(
		[lead, rest]: [(Part | number)[], (Part | number)[]],
		parts: (Part | number)[],
		place: number,
		end: (Part | number)[],
	): (Part | number)[] => {
		const generated = shifted(parts, first.length);
		const guide = shifted(end, first.length + page.links.length);
		return [...lead, ...generated.slice(0, place), ...rest, ...generated.slice(place), ...guide];
	};
	const top = body.sections[0];
	const ownTop = own.sections[0];
	const sections = [
		...(top ? [{ ...top, text: [ownTop?.text, top.text].filter(Boolean).join(' ') }] : []),
		...own.sections.slice(1).map((section) => ({ ...section, id: rename(section.id) })),
		...body.sections.slice(1),
	];
	const made: Body = {
		pieces: joined(splitAfter(pieces, '</p>'), body.pieces, at.pieces, below.pieces),
		markdown: joined(splitAfter(own.markdown, '\n\n'), body.markdown, at.markdown, below.markdown),
		sections,
		samples: own.samples,
	};
	const bodyHash = hashOf(JSON.stringify(made));
	bodies.put(bodyHash, made);
	const warning = page.api?.status === undefined ? '' : `${page.description.split('. ')[0]}. `;
	const { hash: _, ...facts } = page;
	return ownPage({
		...facts,
		description: note?.description ? `${warning}${note.description}` : page.description,
		links: [...first, ...page.links, ...list.links],
		headings: [...headings, ...page.headings, ...list.headings],
		ids: [...(note?.ids ?? []), ...page.ids],
		components: [...new Set([...page.components, ...(note?.components ?? [])])].sort(),
		data: { ...page.data, ...(note?.data.keywords ? { keywords: note.data.keywords } : {}) },
		reads: note?.reads ?? [],
		assets: note?.assets ?? [],
		annotated: note?.annotated ?? false,
		...(note?.typed ? { typed: true as const } : {}),
		...(note?.samplesHash === undefined ? {} : { samplesHash: note.samplesHash }),
		words: page.words + (note?.words ?? 0),
		diagnostics: [...page.diagnostics, ...(note?.diagnostics ?? [])],
		bodyHash,
	});
}

/** Parts up to and with the first `mark`, and the others. */
function splitAfter<Part>(parts: (Part | string)[], mark: string): [(Part | string)[], (Part | string)[]] {
	const index = parts.findIndex((part) => typeof part === 'string' && part.includes(mark));
	const text = parts[index];
	if (typeof text !== 'string') return [parts, []];
	const end = text.indexOf(mark) + mark.length;
	return [
		[...parts.slice(0, index), text.slice(0, end)],
		[text.slice(end), ...parts.slice(index + 1)],
	];
}

/** The guides that explain a symbol, as they stand below its page. */
function guideList(guides: Page[], page: Page): ReturnType<Sheet['finish']> {
	const taken = new Set(page.headings.map(({ id }) => id).concat(page.ids));
	const sheet = new Sheet({ file: page.path, line: 1 }, taken);
	const links = guides.map(({ path, title }) => linked(rich(title), { kind: 'page', address: `@site/${path}` }));
	if (links.length > 0) {
		sheet.heading(2, 'Guides');
		sheet.html('<ul>\n', ...links.flatMap(({ html }) => ['<li>', ...html, '</li>\n']), '</ul>\n');
		sheet.markdown(...links.flatMap(({ markdown }, index) => [index === 0 ? '- ' : '\n- ', ...markdown]));
	}
	return sheet.finish();
}
