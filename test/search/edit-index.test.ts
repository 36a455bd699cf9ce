/** An index that is edited by the words of pages has the bytes of one that is made from all pages. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hashOf } from '../../src/content/model/hash.ts';
import type { IndexMeta } from '../../src/content/search/format.ts';
import type { CountedBodies, IndexedPage } from '../../src/render/model/search-index.ts';
import { IndexEditor } from '../../src/render/search/edit-index.ts';
import { indexFiles } from '../../src/render/search/make-index.ts';
import { termsOf } from '../../src/render/search/terms.ts';
import fc, { IS_LONG } from '../properties.ts';

/** Texts of the sections of pages, by the hash of all of a page. */
const texts = new Map<string, string[]>();
const bodies: CountedBodies = {
	terms: (hash) =>
		termsOf(
			(texts.get(hash) ?? []).map((text, at) => ({
				id: `s${at}`,
				heading: at === 0 ? '' : `Part ${at}`,
				level: 2,
				text,
			})),
		),
	group: (_, count) => count(),
};

function page(number: number, sections: string[]): IndexedPage {
	const bodyHash = hashOf(JSON.stringify([number, sections]));
	texts.set(bodyHash, ['', ...sections]);
	const about = { title: `Page ${number}`, kind: 0, group: '', description: '', keywords: ['key'] };
	return {
		...about,
		url: `/page-${number}`,
		bodyHash,
		hasOwnDescription: false,
		name: hashOf(bodyHash).slice(0, 8),
	};
}

/** Words by number: the first are in more sections than a shard lists, the last in one, where they begin and end shards. */
function wordOf(number: number): string {
	if (number % 3 === 0) return `often${number % 2}`;
	const some = number % 3 === 1 ? number % 300 : number % 6007;
	return `${hashOf(String(some)).replace(/\d/g, '').slice(0, 4)}${some}`;
}

const textOf = (numbers: readonly number[]): string => numbers.map(wordOf).join(' ');
const PAGES = 180;
const SECTIONS = 4;
/** A text of a few words by a number and a seed. */
const textBy = (seed: number, number: number): string =>
	textOf(Array.from({ length: 12 }, (_, at) => Number.parseInt(hashOf(`${seed} ${number} ${at}`).slice(0, 8), 16)));
const start = (seed: number): string[][] =>
	Array.from({ length: PAGES }, (_, at) =>
		Array.from({ length: SECTIONS }, (_, own) => textBy(seed, at * SECTIONS + own)),
	);
const text = fc.oneof(
	fc.array(fc.nat(), { maxLength: 12 }).map(textOf),
	fc.nat().map((number) => textBy(0, number)),
);
const change = fc.tuple(fc.nat(PAGES - 1), fc.nat(SECTIONS - 1), text);
/** Some sections have another text, and a shard loses its first word: no page has it any more. */
const edits = fc.tuple(fc.array(change, { maxLength: 8 }), fc.nat(12));

function same(languages: string[]): void {
	let shards = 0;
	let full = 0;
	fc.assert(
		fc.property(fc.nat(), fc.array(edits, { minLength: 1, maxLength: 10 }), (seed, chain) => {
			const sections = start(seed);
			let pages = sections.map((own, number) => page(number, own));
			let made = indexFiles(pages, bodies, languages);
			const files = new Map(made.files);
			const places = new Map(made.places);
			for (const [edits, lost] of chain) {
				const meta = JSON.parse(files.get(made.meta) ?? '') as IndexMeta;
				const next = [...pages];
				const write = (number: number, section: number, own: string): void => {
					const now = (sections[number] ?? []).with(section, own);
					sections[number] = now;
					next[number] = page(number, now);
				};
				for (const [number, section, own] of edits) write(number, section, own);
				const word = meta.starts[lost];
				const without = (own: string): string =>
					own
						.split(' ')
						.filter((one) => !one.includes(word ?? ' '))
						.join(' ');
				for (const [number, of] of sections.entries())
					for (const [section, own] of of.entries()) if (without(own) !== own) write(number, section, without(own));
				const pairs = pages.flatMap((before, at) => {
					const now = next[at];
					return now && now.name !== before.name ? [{ before, now }] : [];
				});
				const editor = new IndexEditor(bodies);
				const memory = { rows: made.rows, places: (name: string) => places.get(name) ?? '' };
				const edited = editor.edit(meta, pairs, memory, (name) => files.get(name) ?? '');
				pages = next;
				made = indexFiles(pages, bodies, languages);
				assert.ok(edited);
				for (const [name, own] of edited.files) files.set(name, own);
				for (const [name, own] of edited.places) places.set(name, own);
				assert.is(edited.meta, made.meta);
				assert.equal(edited.rows, made.rows);
				for (const [name, own] of made.files) assert.is(files.get(name), own);
				for (const [name, own] of made.places) assert.is(places.get(name), own);
				for (const name of edited.files.keys()) assert.ok(made.files.has(name), 'a file that the index does not have');
				shards = Math.max(shards, made.files.size - 2);
				full = Math.max(full, made.places.size);
			}
		}),
		{ numRuns: IS_LONG ? 60 : 8 },
	);
	assert.ok(shards > 6 && full > 1, `${shards} shards, ${full} words in more sections than a shard lists`);
}

test('after any chain of edits, an edited index is the one that is made from all pages', () => same(['en']));

test('the same in a language with compounds', () => same(['de']));

test('an edit that adds a section is none of words alone', () => {
	const before = page(1, ['one']);
	const made = indexFiles([before], bodies, ['en']);
	const editor = new IndexEditor(bodies);
	const meta = JSON.parse(made.files.get(made.meta) ?? '') as IndexMeta;
	const memory = { rows: made.rows, places: () => '' };
	assert.is(
		editor.edit(meta, [{ before, now: page(1, ['one', 'two']) }], memory, (name) => made.files.get(name) ?? ''),
		undefined,
	);
});

test.run();
