/**
 * The spelling of what readers read: pages, posts, README and CHANGELOG, against the American dictionary of Hunspell
 * and the names and terms of `test/words.txt`. Code, addresses and the keys of front matter are no prose.
 */
import { readdirSync, readFileSync } from 'node:fs';
import dictionary from 'dictionary-en';
import nspell from 'nspell';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const LIST = 'test/words.txt';

/** Front matter and attributes whose values are shown to readers. */
const SHOWN_KEYS = 'title|description|sidebar_label|sidebar_title|keywords';
const SHOWN_ATTRIBUTES = 'title|label|alt|aria-label|text|lead|eyebrow|tagline|caption';

/** What is no prose, in the order in which it is taken out. */
const UNREAD: readonly RegExp[] = [
	// Code, with the info line of its fence, inline, and in diagrams; then comments.
	/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t>]*\1[ \t]*$/gm,
	/(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?[^`]\1(?!`)/g,
	/<(?:code>|kbd>|Command |text class="d-mono)[^<]*/g,
	/^\[\[toc\]\]$|\$\$[\s\S]*?\$\$|\$(?! )[^$\n]*[\\^_{][^$\n]*\$/gm,
	/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g,
	/^(?:import|export) .*$/gm,
	// Names that follow rules of their own: links to packages and symbols.
	/\[[^\]\n]+\]\((?:https:\/\/www\.npmjs\.com\/|api:)[^)\s]*\)/g,
	// Addresses: of links and their definitions, in angle brackets, and bare ones.
	/\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*/g,
	/^\[[^\]\n]+\]:[ \t]*\S+/gm,
	/<?\b[a-z]+:\/\/[^\s>)"]+>?/g,
	// Packages, files and error codes.
	/@[\w.-]+\/[\w./-]+|\b[\w-]+\.(?:com|dev|json|org|md|css|config)\b[\w/-]*|\b[A-Z]+_[A-Z_]+\b/g,
	// Marks of the dialect: heading ids, footnotes, the names of admonitions, entities.
	/\{#[^}\n]*\}|\[\^[^\]\n]*\]|^[ \t]*:::+\w*|&#?\w+;/gm,
];

const TAG = /<\/?[A-Za-z](?:"[^"]*"|'[^']*'|\{[^}]*\}|[^>"'{])*>/g;
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu;

interface Finding {
	place: string;
	word: string;
}

/** Spaces of the same shape, so that what remains keeps its line. */
function blank(text: string): string {
	return text.replace(/\S/g, ' ');
}

/** Leaves what the pattern shows, its first group, and blanks the rest. */
function only(text: string, pattern: RegExp): string {
	let result = '';
	let at = 0;
	for (const match of text.matchAll(pattern)) {
		const shown = match[1] ?? '';
		const start = match.index + match[0].lastIndexOf(shown);
		result += blank(text.slice(at, start)) + shown;
		at = start + shown.length;
	}
	return result + blank(text.slice(at));
}

/** The text that readers see, everything else blanked. */
function prose(markdown: string): string {
	const front = /^---\n[\s\S]*?\n---\n/.exec(markdown)?.[0] ?? '';
	let body = markdown.slice(front.length);
	for (const pattern of UNREAD) body = body.replace(pattern, blank);
	body = body.replace(TAG, (tag) => only(tag, new RegExp(`\\s(?:${SHOWN_ATTRIBUTES})="([^"]*)"`, 'g')));
	return only(front, new RegExp(`^(?:${SHOWN_KEYS}):(.*)$`, 'gm')) + body;
}

class Speller {
	readonly #dictionary = nspell(dictionary);
	/** Listed words by their lower case: `typescript` → `TypeScript`. */
	readonly #listed = new Map<string, string[]>();
	readonly #used = new Set<string>();

	constructor(words: readonly string[]) {
		for (const word of words) {
			const key = word.toLowerCase();
			this.#listed.set(key, [...(this.#listed.get(key) ?? []), word]);
		}
	}

	/** A word that is listed with capitals, or twice, stands as it is listed; any other may begin a sentence. */
	correct(written: string): boolean {
		const word = written.replace(/’/g, "'").replace(/'s$/, '');
		const listed = this.#listed.get(word.toLowerCase()) ?? [];
		const form = listed.find((form) => form === word || (listed.length === 1 && capitalized(form) === word));
		if (form) this.#used.add(form);
		return form !== undefined || (!listed.some(hasCapitals) && this.#dictionary.correct(word));
	}

	/** Listed words that no text has, or that the dictionary knows and no other form forbids. */
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
				// `v10`, `ES2022`, `ü`: versions and single letters are no words.
				.filter((word) => !/\p{N}|^.$/u.test(word) && !speller.correct(word))
				.map((word) => ({ place: `${path}:${index + 1}`, word })),
		);
}

function listedWords(): string[] {
	return readFileSync(LIST, 'utf8').trimEnd().split('\n');
}

/** Every text of the repository that readers see. */
function texts(): string[] {
	const pages = ['content/docs', 'content/versions', 'content/blog', 'content/pages', 'guide/content'].flatMap(
		(folder) =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' })
				// Partials of the guide are made from the source, words of code among them.
				.filter((path) => /\.mdx?$/.test(path) && !(folder.startsWith('guide') && /(?:^|\/)_/.test(path)))
				.map((path) => `${folder}/${path.split('\\').join('/')}`),
	);
	return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages.sort()];
}

test('every word of the pages is spelled right, and every listed word is needed', () => {
	const speller = new Speller(listedWords());
	const findings = texts().flatMap((path) => misspelled(path, readFileSync(path, 'utf8'), speller));
	// Suggestions are slow: only the first findings get some.
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

test('a wrong word is found where readers see it, and nowhere else', () => {
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
