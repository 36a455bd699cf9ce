/**
 * The law of words: each word of a source is in what readers get, or in a finding with its line. Over the pages of this
 * repository, and over random documents of the dialect's constructs, one in the other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parsePage } from '../src/content/markdown/parse.ts';
import { type LostWord, lostWords, WORD } from '../src/content/markdown/syntax.ts';
import { seenProps } from '../src/content/model/component.ts';
import type { Diagnostic, FileReader, ParseOptions } from '../src/content/model/page.ts';
import { ENGLISH_WORDS } from '../src/content/model/words.ts';
import type { ReadBody } from '../src/render/model/job.ts';
import { renderBody } from '../src/render/page.ts';
import { shownWords } from '../src/render/views/shown-words.ts';
import { layers, registry } from '../templates/components/index.ts';
import { createTemplates } from '../templates/index.tsx';
import { sitesOfCases } from './case-files.ts';
import { PARSER, SYNTAX } from './parser.ts';
import fc, { IS_LONG } from './properties.ts';
import { randomPages } from './random-pages.ts';

const templates = createTemplates(registry, layers);
/** Partials of random pages have the prop `name`. */
const seenOf = (name: string) => (/^Pn/.test(name) ? ['name'] : seenProps(templates.manifests[name]));
const OPTIONS: ParseOptions = {
	baseUrl: '/',
	components: templates.components,
	manifests: templates.manifests,
	allowScripts: true,
};

interface Outcome {
	lost: LostWord[];
	findings: Diagnostic[];
	shown: Set<string>;
}

const PATH = 'content/docs/page.md';

const SWALLOWS = ['unclosed-comment', 'too-deep'];

/** Parses and renders a page as a build does, and compares its words. */
function outcome(path: string, text: string, look: FileReader, options: Partial<ParseOptions> = {}): Outcome {
	const identity = { collection: 'docs', name: 'page' } as const;
	const { page, body } = parsePage({ path, text, hash: '' }, identity, { ...OPTIONS, ...options }, look, PARSER);
	const view = { hash: '', page: path, locale: 'en', excerpt: false, hrefs: page.links.map(() => '/x') };
	const read: ReadBody = (part) => body[part];
	const site = { words: ENGLISH_WORDS, wordsOf: {}, baseUrl: '/' };
	const html = renderBody(view, { templates, body: read, annotations: () => [] }, site);
	const findings = page.diagnostics;
	const told = (line: number): boolean =>
		findings.some(
			(finding) =>
				finding.file === path &&
				(finding.line === line || (SWALLOWS.includes(finding.code) && (finding.line ?? 0) <= line)),
		);
	const shown = shownWords(html);
	const lost = lostWords(text, shown, seenOf, SYNTAX).filter(({ line }) => !told(line));
	return { lost, findings, shown };
}

/** Files of the disk; images have a size whether they're there or not. */
function reader(files?: Record<string, string>): FileReader {
	const read = (path: string): string | undefined => {
		if (files) return files[path];
		try {
			return readFileSync(path, 'utf8');
		} catch {
			return undefined;
		}
	};
	return {
		text: (path) => {
			const text = read(path);
			return text === undefined ? undefined : { path, text, hash: path };
		},
		media: (path) => ({ hash: `${path}00000000`, width: 2, height: 1 }),
		package: () => undefined,
	};
}

function told(path: string, { lost }: Outcome): string[] {
	return lost.map(({ word, line, column }) => `${path}:${line}:${column} ${word}`);
}

function pagesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
		.filter((path) => /\.mdx?$/.test(path) && !/\/(?:_[^/]*$|node_modules\/)/.test(path));
}

for (const folder of ['guide/content', 'content', 'test/sites', 'test/flavours'])
	test(`no word of a page in ${folder} is lost`, () => {
		const wrong = pagesIn(folder).flatMap((path) => told(path, outcome(path, readFileSync(path, 'utf8'), reader())));
		assert.equal(wrong, []);
	});

test('no word of a page of a case is lost', () => {
	const wrong = sitesOfCases('test/cases/pages').flatMap((files) =>
		Object.entries(files)
			.filter(([path]) => /^content\/.*(?:^|\/)[^/_][^/]*\.mdx?$/.test(path))
			.flatMap(([path, text]) => told(path, outcome(path, text, reader(files)))),
	);
	assert.equal(wrong, []);
});

/** Line of each word, from 1. */
function linesOf(text: string): Map<string, number> {
	return new Map(
		text
			.split('\n')
			.flatMap((line, index) => (line.match(WORD) ?? []).map((word): [string, number] => [word, index + 1])),
	);
}

test('no word of a random page is lost, and only lost words are said to be', () => {
	fc.assert(
		fc.property(randomPages, fc.nat(), ({ text, seen, files }, chosen) => {
			const { lost, shown } = outcome(PATH, text, reader(files));
			assert.equal(lost, [], text);
			const missing = seen.filter((word) => !shown.has(word));
			const found = lostWords(text, shown, seenOf, SYNTAX).map(({ word }) => word);
			assert.equal(found.sort(), missing.sort(), text);
			// A word that a page drops is found at its line.
			const word = seen[chosen % seen.length] ?? '';
			shown.delete(word);
			const [gone] = lostWords(text, shown, seenOf, SYNTAX).filter((one) => one.word === word);
			assert.is(gone?.line, linesOf(text).get(word), `${word} is found`);
		}),
		{ numRuns: process.env.CI || IS_LONG ? 2_000 : 200 },
	);
});

test.run();
