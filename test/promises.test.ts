/**
 * The guide is a contract: a sentence that promises behavior has a test. A case in a text file quotes its sentences
 * in its first lines:
 *
 *     Promise: guide/content/docs/write/code.md: "Both need scripts; without them, readers see plain code."
 *
 * For other tests, `test/promises.txt` lists, by page, each sentence and below it its tests, or why it has none:
 *
 *     @@ guide/content/docs/write/code.md
 *     Both need scripts; without them, readers see plain code.
 *     	test/browser/static.test.ts: elements that need scripts are hidden without them
 *     docsgen knows about 300
 *     	no test: a number of Prism
 *
 * A quoted text occurs verbatim on its page, so whoever rewords a promise looks at its test.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { splitFiles } from './files-text.ts';

const GUIDE = 'guide/content/docs';
const CASES = ['test/cases', 'src/cli/migrate/test/cases'];
const INDEX = 'test/promises.txt';

interface Kept {
	page: string;
	sentence: string;
	/** `file: title` of tests, or `no test: reason`; a case is a test without a title. */
	by: string[];
}

const files = (folder: string, extension: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(extension))
		.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
		.sort();

function promisesOf(path: string): Kept[] {
	const [about = ''] = readFileSync(path, 'utf8').split(/^@@ /m);
	const lines = about.split('\n').filter((line) => line.startsWith('Promise:'));
	return lines.map((line) => {
		const [, page = '', sentence = ''] = /^Promise: (\S+): "(.+)"$/.exec(line) ?? [];
		assert.ok(sentence !== '', `${path}: not of the form 'Promise: page: "sentence"': ${line}`);
		return { page, sentence, by: [path] };
	});
}

function listed(): Kept[] {
	return Object.entries(splitFiles(readFileSync(INDEX, 'utf8'))).flatMap(([page, text]) =>
		[...text.matchAll(/^(\S.*)\n((?:\t.*\n)*)/gm)].map(([, sentence = '', by = '']) => ({
			page,
			sentence,
			by: by.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(1)])),
		})),
	);
}

const kept = [...CASES.flatMap((folder) => files(folder, '.txt')).flatMap(promisesOf), ...listed()];

test('each promise occurs verbatim on its page of the guide', () => {
	const missing = kept.filter(
		({ page, sentence }) => !existsSync(page) || !readFileSync(page, 'utf8').includes(sentence),
	);
	assert.equal(
		missing.map(({ page, sentence, by }) => `${page}: "${sentence}" (${by.join(', ')})`),
		[],
	);
});

test('each test of a promise exists', () => {
	const missing = listed().flatMap(({ page, sentence, by }) => {
		if (by.length === 0) return [`${page}: "${sentence}" has no test`];
		return by.filter((name) => !name.startsWith('no test: ') && !hasTest(name));
	});
	assert.equal(missing, []);
});

/** Whether a file has a title: as a string in a program, as a line in a text of cases. */
function hasTest(name: string): boolean {
	const [, file = '', title = ''] = /^(\S+): (.+)$/.exec(name) ?? [];
	if (!existsSync(file)) return false;
	const text = readFileSync(file, 'utf8');
	if (file.endsWith('.txt')) return text.split('\n').some((line) => line === title || line.startsWith(`${title} %%%`));
	return ["'", '`', '"'].some((quote) => text.includes(`${quote}${title}${quote}`));
}

test('no page of the guide is without a promise', () => {
	// The glossary and the decisions are for contributors: they explain, and promise nothing to users.
	const pages = files(GUIDE, '.md').filter(
		(page) => !/\/(?:contribute\/glossary|explain\/decisions\/.*)\.md$/.test(page),
	);
	const promising = new Set(kept.map(({ page }) => page));
	assert.equal(
		pages.filter((page) => !promising.has(page)),
		[],
	);
});

test.run();
