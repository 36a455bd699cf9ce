/** An index that is made from the last one is the one that is made from nothing. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hashOfValue } from '../../src/content/hash.ts';
import type { Section } from '../../src/content/types.ts';
import { packIndex, unpackIndex } from '../../src/render/search/index-bytes.ts';
import { makeIndex } from '../../src/render/search/make-index.ts';
import { termsOf } from '../../src/render/search/terms.ts';
import type { CountedBodies, IndexedPage, IndexState } from '../../src/render/search/types.ts';
import fc from '../properties.ts';

/** A page of a made-up site: its title, and the words of its sections. */
interface Text {
	title: string;
	sections: string[][];
}

const word = fc.integer({ min: 0, max: 400 }).map((number) => `word${((number * 7919) % 401).toString(36)}`);
const text = fc.record({
	title: word,
	sections: fc.array(fc.array(word, { maxLength: 30 }), { minLength: 1, maxLength: 12 }),
});

/** An edit of a list of pages: one is exchanged, added or taken away. */
const edit = fc.record({ at: fc.nat(), kind: fc.constantFrom('exchange', 'exchange', 'add', 'remove'), text });

/** Pages as the planner gives them, and their words. Only the bodies of pages that are or were there are known. */
class Library implements CountedBodies {
	private readonly bodies = new Map<string, Section[]>();

	pages(texts: Text[]): IndexedPage[] {
		return texts.map(({ title, sections }, number) => {
			const bodyHash = JSON.stringify(sections);
			this.bodies.set(
				bodyHash,
				sections.map((words, index) => ({
					id: `s${index}`,
					heading: words[0] ?? '',
					level: 2,
					text: words.join(' '),
				})),
			);
			return {
				name: `${number} ${title} ${bodyHash}`,
				url: `/p${number}`,
				title,
				group: 'Docs',
				description: '',
				hasOwnDescription: false,
				keywords: [],
				kind: 0,
				bodyHash,
			};
		});
	}

	has = (hash: string): boolean => this.bodies.has(hash);
	terms = (hash: string): ReturnType<typeof termsOf> => termsOf(this.bodies.get(hash) ?? []);
}

/** All files by one name: what differs would be too long to print. */
function filesOf({ meta, files }: ReturnType<typeof makeIndex>): string {
	return hashOfValue([meta, [...files].map(([name, text]) => [name, text()]).sort()]);
}

test('edits one after the other give the index of the whole site', () => {
	const property = fc.property(
		fc.array(text, { minLength: 16, maxLength: 40 }),
		fc.array(edit, { minLength: 1, maxLength: 6 }),
		(texts, edits) => {
			const library = new Library();
			let state: IndexState = makeIndex(library.pages(texts), library).state;
			for (const { at, kind, text } of edits) {
				const index = at % texts.length;
				texts.splice(index, kind === 'add' ? 0 : 1, ...(kind === 'remove' ? [] : [text]));
				const pages = library.pages(texts);
				const made = makeIndex(pages, library, unpackIndex(packIndex(state)));
				assert.is(filesOf(made), filesOf(makeIndex(pages, library)));
				state = made.state;
			}
		},
	);
	fc.assert(property, { numRuns: 60 });
});

test('words that stand in more sections than a shard lists are chosen anew', () => {
	const texts: Text[] = Array.from({ length: 90 }, (_, number) => ({
		title: `Page ${number}`,
		sections: Array.from({ length: 7 }, (_, section) =>
			Array.from({ length: 1 + ((number + section) % 9) }, () => 'everywhere'),
		),
	}));
	const library = new Library();
	const { state } = makeIndex(library.pages(texts), library);
	texts[4] = { title: 'Everywhere', sections: [['everywhere', 'else'], ['everywhere']] };
	const pages = library.pages(texts);
	assert.is(filesOf(makeIndex(pages, library, state)), filesOf(makeIndex(pages, library)));
});

test('an edit reads the words of its own page only, unless they are forgotten', () => {
	const texts: Text[] = Array.from({ length: 20 }, (_, number) => ({
		title: `P${number}`,
		sections: [[`w${number}`]],
	}));
	const library = new Library();
	const { state } = makeIndex(library.pages(texts), library);
	texts[3] = { title: 'P3', sections: [['other']] };
	const pages = library.pages(texts);
	const read: string[] = [];
	const terms = (hash: string): ReturnType<typeof termsOf> => {
		read.push(hash);
		return library.terms(hash);
	};
	const edited = makeIndex(pages, { has: library.has, terms }, state);
	assert.equal(read, ['[["other"]]', '[["w3"]]']);
	const has = (hash: string): boolean => hash !== '[["w3"]]';
	const forgotten = makeIndex(pages, { has, terms: library.terms }, state);
	assert.is(filesOf(forgotten), filesOf(edited));
});

test.run();
