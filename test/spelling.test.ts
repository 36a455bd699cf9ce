/**
 * Checks the spelling of pages, posts, README and CHANGELOG with Hunspell's American dictionary and the names and terms
 * of `test/words.txt`. Skips code, URLs and keys of front matter.
 */
import { readFileSync } from 'node:fs';
import dictionary from 'dictionary-en';
import nspell from 'nspell';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { prose, readerFiles } from './prose.ts';

const LIST = 'test/words.txt';

const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu;

interface Finding {
	place: string;
	word: string;
}

class Speller {
	readonly #dictionary = nspell(dictionary);
	/** Listed words by their lowercase form: `typescript` → `TypeScript`. */
	readonly #listed = new Map<string, string[]>();
	readonly #used = new Set<string>();

	constructor(words: readonly string[]) {
		for (const word of words) {
			const key = word.toLowerCase();
			this.#listed.set(key, [...(this.#listed.get(key) ?? []), word]);
		}
	}

	/** A word that is listed with capitals, or twice, must be written as listed; any other may start a sentence. */
	correct(written: string): boolean {
		const word = written.replace(/’/g, "'").replace(/'s$/, '');
		const listed = this.#listed.get(word.toLowerCase()) ?? [];
		const form = listed.find((form) => form === word || (listed.length === 1 && capitalized(form) === word));
		if (form) this.#used.add(form);
		return form !== undefined || (!listed.some(hasCapitals) && this.#dictionary.correct(word));
	}

	/** Listed words that no text contains, or that the dictionary already accepts. */
	superfluous(): string[] {
		return [...this.#listed.values()].flatMap((forms) =>
			forms.filter((form) => !this.#used.has(form) || (forms.length === 1 && this.#known(form))),
		);
	}

	suggest(word: string): string {
		const listed = this.#listed.get(word.toLowerCase());
		return (listed ?? this.#dictionary.suggest(word)).slice(0, 3).join(', ');
	}

	#known(word: string): boolean {
		return !hasCapitals(word) && this.#dictionary.correct(word);
	}
}

function hasCapitals(word: string): boolean {
	return word !== word.toLowerCase();
}

function capitalized(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

function misspelled(path: string, markdown: string, speller: Speller): Finding[] {
	return prose(markdown)
		.split('\n')
		.flatMap((line, index) =>
			[...line.matchAll(WORD)]
				.map(([word]) => word)
				// Skip versions and single letters: `v10`, `ES2022`, `ü`.
				.filter((word) => !/\p{N}|^.$/u.test(word) && !speller.correct(word))
				.map((word) => ({ place: `${path}:${index + 1}`, word })),
		);
}

function listedWords(): string[] {
	return readFileSync(LIST, 'utf8').trimEnd().split('\n');
}

test('every word of the pages is spelled correctly, and every listed word is needed', () => {
	const speller = new Speller(listedWords());
	const findings = readerFiles().flatMap((path) => misspelled(path, readFileSync(path, 'utf8'), speller));
	// Suggestions are slow, so only the first findings have some.
	const report = findings.map(({ place, word }, index) =>
		index < 10 ? `${place} ${word} (${speller.suggest(word) || 'no suggestion'})` : `${place} ${word}`,
	);
	assert.equal(report, [], `Correct these words, or add names and terms to ${LIST}:\n${report.join('\n')}`);
	assert.equal(speller.superfluous(), [], `Remove words from ${LIST} that no page needs.`);
});

test('the list is sorted, one word per line, each once', () => {
	const words = listedWords();
	const order = new Intl.Collator('en', { caseFirst: 'upper' });
	assert.equal(words, [...new Set(words)].sort(order.compare));
	for (const word of words) assert.match(word, /^\p{L}[\p{L}\p{M}']*$/u);
});

test('a misspelled word is found in visible text, and nowhere else', () => {
	const markdown = `---
title: A recieved page
slug: /recieved
---
# Heding {#heding}

Text with \`recieve\`, [a lnik](https://example.org/lnik "Tilte") and <https://example.org/recieve>,
and [one](./recieve.md#recieve). <!-- recieve --> Unlike \`\`a \`recieve\` b\`\`, v10 colour.

\`\`\`ts title="recieve.ts"
const recieve = 1;
\`\`\`

:::note Wraning
Don’t write Typescript's name so, but TypeScript's or the trpcs; Zods.
:::

<Card title="A crad" href="/recieve">teh</Card> &nbsp;[^recieve]
`;
	const speller = new Speller(['TypeScript', 'trpcs', 'unused', 'Zod']);
	assert.equal(
		misspelled('a.md', markdown, speller).map(({ place, word }) => `${place} ${word}`),
		[
			'a.md:2 recieved',
			'a.md:5 Heding',
			'a.md:7 lnik',
			'a.md:7 Tilte',
			'a.md:8 colour',
			'a.md:14 Wraning',
			"a.md:15 Typescript's",
			'a.md:15 Zods',
			'a.md:18 crad',
			'a.md:18 teh',
		],
	);
	assert.equal(speller.superfluous(), ['unused', 'Zod']);
	assert.match(speller.suggest('recieve'), 'receive');
	assert.is(speller.suggest('Typescript'), 'TypeScript');
});

test.run();
