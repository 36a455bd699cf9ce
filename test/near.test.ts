/** The nearest word and the nearest file: the quick searches find what slow ones do. */
import { posix } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nearest } from '../src/content/model/schema.ts';
import { NearFiles } from '../src/content/site/links.ts';
import { KnownTargets, linkHint } from '../src/render/link-hints.ts';
import fc from './properties.ts';

/** All cells of the table of distances. */
function distanceOf(a: string, b: string): number {
	const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const replaced = (rows[i - 1]?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (rows[i - 2]?.[j - 2] ?? 99) + 1 : 99;
			row[j] = Math.min(replaced, swapped, (rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
		}
		rows.push(row);
	}
	return rows[a.length]?.[b.length] ?? 0;
}

/** The first of the most similar words. */
function nearestOfAll(word: string, words: string[], part: number): string | undefined {
	const limit = Math.max(1, Math.floor(word.length / part));
	const found = words
		.filter((one) => one !== word)
		.map((one) => ({ one, distance: distanceOf(word.toLowerCase(), one.toLowerCase()) }))
		.filter(({ one, distance }) => distance <= limit && Math.abs(one.length - word.length) <= limit)
		.sort((a, b) => a.distance - b.distance);
	return found[0]?.one;
}

const word = fc.stringMatching(/^[abA]{1,12}$/);

test('the nearest word has the fewest changes, and is the first of several', () => {
	fc.assert(
		fc.property(word, fc.array(word, { maxLength: 12 }), fc.integer({ min: 2, max: 5 }), (one, words, part) => {
			assert.is(nearest(one, words, part), nearestOfAll(one, words, part));
		}),
		{ numRuns: 2000 },
	);
});

/** Looks at each file for each path. */
function nearestOfFiles(path: string, files: string[]): string | undefined {
	const stem = (file: string): string => posix.basename(file, posix.extname(file));
	const siblings = files.filter((file) => posix.dirname(file) === posix.dirname(path));
	const near = nearest(stem(path), siblings.map(stem));
	return (
		files.find((file) => file.toLowerCase() === path.toLowerCase()) ??
		siblings.find((file) => stem(file) === stem(path)) ??
		siblings.find((file) => stem(file) === near) ??
		files.find((file) => stem(file) === stem(path) && stem(path) !== 'index')
	);
}

const file = fc
	.tuple(
		fc.constantFrom('a', 'a/b', 'B'),
		fc.constantFrom('rye', 'Rye', 'index', 'ryes', 'oat'),
		fc.constantFrom('.md', '.png'),
	)
	.map(([folder, name, ending]) => `${folder}/${name}${ending}`);

test('the nearest file is the one of a search through all, without the one that asks', () => {
	fc.assert(
		fc.property(file, fc.uniqueArray(file), file, (path, files, own) => {
			const others = files.filter((one) => one !== own);
			assert.is(new NearFiles(files).nearest(path), nearestOfFiles(path, files));
			assert.is(new NearFiles(files).nearest(path, own), nearestOfFiles(path, others));
			const hint = (all: string[], asks?: string): string | undefined =>
				linkHint(path, path.replace('.md', ''), new KnownTargets(all, new Set()), asks);
			assert.is(hint(files, own), hint(others));
		}),
		{ numRuns: 2000 },
	);
});

test.run();
