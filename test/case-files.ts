/**
 * Cases in text files: a site's files, and what docsgen makes and says of them. A bug report becomes a test by adding a
 * file to `test/cases`:
 *
 *     Where the case comes from, and what it is about, with items of the specification (`B-145`).
 *     @@ content/docs/page.md
 *     (a file of the site)
 *     @@ options
 *     {"drafts": true}
 *     @@ shows docs/page.html main p
 *     (HTML of the elements that match the selector, an element a line; without a selector, the whole output)
 *     @@ shows llms.txt /page/
 *     (the lines of a text that match)
 *     @@ absent docs/draft.html
 *     @@ hits two words
 *     (URLs that the search of the last version finds, best first; nothing if there are none)
 *     @@ findings
 *     (the report, or no such section if there must be none)
 *
 * In a file, a line `Example: page.md: "words"` stands for the sample on that page of the guide that has these words, so
 * that the case shows what readers get who copy it.
 *
 * `UPDATE=1 npm test -- cases` writes what `shows`, `hits` and `findings` expect, for review. A site without a
 * configuration or a first page gets a small one. Paths of outputs are below `build/`. Lines of the first part that
 * start with `Promise:` quote the guide: see `promises.test.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuildOptions, BuildResult } from '../src/cli/build.ts';
import { loadLanguage } from '../src/cli/disk/languages.ts';
import { toText } from '../src/cli/terminal/report.ts';
import { SearchIndex } from '../src/content/search/engine.ts';
import { findVersion, type SearchSettings } from '../src/content/search/format.ts';
import { elements } from './elements.ts';
import { doc } from './memory-site.ts';

export interface BuiltCase {
	result: BuildResult;
	/** Text of an output; undefined if there is none. */
	read(out: string): string | undefined;
}

export type CaseBuilder = (files: Record<string, string>, options: Partial<BuildOptions>) => Promise<BuiltCase>;

interface Section {
	head: string;
	text: string;
}

export const HOME: Record<string, string> = { 'content/docs/index.md': doc('Home', 'Text.', 'slug: /') };
const EXPECTATION = /^(?:shows |absent |hits |findings$|options$)/;

/** One test for each case in a folder, built by `build`. */
export function testCases(folder: string, build: CaseBuilder): void {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
	for (const name of names.sort()) {
		const path = join(folder, name);
		const text = readFileSync(path, 'utf8');
		const [about, ...sections] = splitSections(text);
		const [title = ''] = about.text.split('\n');
		test(`${name.replace(/\.txt$/, '').replaceAll('\\', '/')}: ${title}`, async () => {
			assert.ok(title.trim() !== '', 'the case says what it is about');
			const options = JSON.parse(sections.find(({ head }) => head === 'options')?.text ?? '{}');
			const built = await build(filesOf(sections), options);
			let rewritten = toSection(about);
			for (const section of withFindings(sections, built.result)) {
				rewritten += toSection({ ...section, text: await actualText(section, built) });
			}
			if (process.env.UPDATE && !process.env.CI) writeFileSync(path, rewritten);
			else assert.fixture(rewritten, text);
			const fails = built.result.diagnostics.some((finding) => finding.severity === 'error');
			assert.is(built.result.ok, !fails, 'errors, and only errors, fail the build');
		});
	}
}

/** The sites of all cases in a folder: path → text of a file. */
export function sitesOfCases(folder: string): Record<string, string>[] {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
	return names.sort().map((name) => {
		const files = filesOf(splitSections(readFileSync(join(folder, name), 'utf8')).slice(1));
		return Object.fromEntries(Object.entries(files).filter(([path, text]) => HOME[path] !== text));
	});
}

/** The sections of a case; the head of the first one, which says what the case is about, is empty. */
function splitSections(text: string): [Section, ...Section[]] {
	const [about = '', ...parts] = text.split(/^@@ (.+)\n/m);
	const heads = parts.filter((_, index) => index % 2 === 0);
	return [
		{ head: '', text: about },
		...heads.map((head, index) => ({ head: head.trim(), text: parts[2 * index + 1] ?? '' })),
	];
}

function toSection({ head, text }: Section): string {
	return head === '' ? text : `@@ ${head}\n${text}`;
}

/** The files of the site. `\r` at the end of a line stands for a carriage return, which editors would remove. */
function filesOf(sections: readonly Section[]): Record<string, string> {
	const files = sections.filter(({ head }) => !EXPECTATION.test(head));
	const own = files.map(({ head, text }) => [head, withExamples(text).replace(/\\r$/gm, '\r')]);
	return { ...HOME, ...Object.fromEntries(own) };
}

const EXAMPLE = /^Example: (\S+): "(.+)"$/gm;
const SAMPLE = /^([^\S\n]*)(`{3,}|~{3,}).*\n([\s\S]*?\n)\1\2[^\S\n]*$/gm;

/** The text with the guide's samples in place of the lines that name them. */
function withExamples(text: string): string {
	return text.replace(EXAMPLE, (_, page: string, words: string) => {
		const samples = [...readFileSync(page, 'utf8').matchAll(SAMPLE)];
		const found = samples.filter(([, , , sample = '']) => sample.includes(words));
		assert.is(found.length, 1, `samples on ${page} with the words ${words}`);
		const [, indent = '', , sample = ''] = found[0] ?? [];
		return sample.trimEnd().replaceAll(`\n${indent}`, '\n');
	});
}

/** The sections, with one for findings exactly if there are any. */
function withFindings(sections: readonly Section[], { diagnostics }: BuildResult): Section[] {
	const others = sections.filter(({ head }) => head !== 'findings');
	const text = `${toText(diagnostics).trim()}\n`;
	return diagnostics.length > 0 ? [...others, { head: 'findings', text }] : others;
}

async function actualText({ head, text }: Section, { read }: BuiltCase): Promise<string> {
	if (head.startsWith('hits ')) return (await hits(head.slice('hits '.length), read)).map((url) => `${url}\n`).join('');
	const [, kind, out = '', selector = ''] = /^(shows|absent) (\S+) ?(.*)$/.exec(head) ?? [];
	if (kind === undefined) return text;
	const output = read(out);
	if (kind === 'absent') return output === undefined ? text : `There is an output ${out}.\n`;
	if (output === undefined) return `There is no output ${out}.\n`;
	return `${selected(output, selector).join('\n').trimEnd()}\n`;
}

/** URLs that the search of a language finds; `file` has its settings. */
export async function hits(query: string, read: BuiltCase['read'], file = 'search.json'): Promise<string[]> {
	const settings: SearchSettings = JSON.parse(read(file) ?? '{"versions":[]}');
	const address = findVersion(settings.versions)?.index;
	if (address === undefined) return ['There is no search.'];
	const index = await SearchIndex.open(async (name) => {
		const path = new URL(name, `http://site${address}`).pathname;
		return JSON.parse(read(path.slice(settings.baseUrl.length)) ?? '');
	}, loadLanguage);
	return (await index.search(query)).hits.map(({ url }) => url);
}

function selected(output: string, selector: string): string[] {
	if (selector === '') return [output];
	const pattern = /^\/(.+)\/$/.exec(selector)?.[1];
	if (pattern !== undefined) return output.split('\n').filter((line) => new RegExp(pattern, 'u').test(line));
	return elements(output, selector).map(({ outer }) => outer);
}
