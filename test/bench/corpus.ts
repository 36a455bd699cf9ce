/**
 * Makes a site of N pages out of this repository's own docs: every page with its own words, headings and code, so
 * that nothing can be served from a cache of another page. The same N gives the same bytes.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCES = ['content/docs', 'content/versions/9.x'];
/** Pages in a folder. */
const FOLDER = 25;

/** A small generator of numbers from 0 to 1 (mulberry32), so that a corpus can be made again. */
function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

function sourceTexts(): string[] {
	return SOURCES.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.md'))
			.sort()
			.map((path) => readFileSync(join(folder, path), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')),
	);
}

/** Words that may be swapped: longer ones, outside of markup. */
const WORD = /(?<![\w`/.:<{&#@-])[A-Za-z][a-z]{3,}(?![\w`/:>}(@-])/g;
/** Names in code that may get a number: camelCase ones that are no properties. */
const NAME = /(?<![\w.'"/@])[a-z]+[A-Z]\w*(?=\s*[=:(,)])/g;

/** One page: the text of a source with its words shuffled and its code renamed. */
export function makePage(source: string, number: number, vocabulary: string[]): string {
	const next = random(number * 7919 + 1);
	const word = (old: string): string => {
		const fresh = vocabulary[Math.floor(next() * vocabulary.length)] ?? old;
		return /^[A-Z]/.test(old) ? fresh.charAt(0).toUpperCase() + fresh.slice(1) : fresh;
	};
	let inside = false;
	const lines = source.split('\n').map((line) => {
		if (/^\s*```/.test(line)) {
			inside = !inside;
			return inside ? line.replace(/(```\w*).*/, '$1') : line;
		}
		if (inside) return line.replace(NAME, (name) => `${name}${number}`);
		const plain = line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s*\{#[\w-]+\}$/, '');
		if (/^\s*(?:<|\||:::|\{|import |export )/.test(line)) return plain;
		return plain.replace(WORD, word).replace(/^(#{2,3} .*)$/, `$1 ${number}`);
	});
	return `---\ntitle: Page ${number} ${word('about')} ${word('tools')}\n---\n${withoutSvg(lines.join('\n'))}`;
}

/** Diagrams and components are few per page and not every rival knows them. */
function withoutSvg(text: string): string {
	return text
		.replace(/<figure[\s\S]*?<\/figure>/g, '')
		.replace(/^\s*<\/?(?:Tabs|TabItem|details|summary)[^>]*>.*$/gm, '')
		.replace(/\[\^[^\]]+\]:?.*/g, '')
		.replace(/^:::.*$/gm, '')
		.replace(/\{\/\*[\s\S]*?\*\/\}/g, '');
}

export interface CorpusPage {
	/** `folder-003/page-0071.md` */
	path: string;
	text: string;
}

/** All pages of a corpus. */
export function makeCorpus(count: number): CorpusPage[] {
	const sources = sourceTexts();
	const vocabulary = [...new Set(sources.join(' ').match(/\b[a-z]{4,10}\b/g) ?? [])].sort();
	return Array.from({ length: count }, (_, index) => ({
		path: `folder-${String(Math.floor(index / FOLDER)).padStart(3, '0')}/page-${String(index).padStart(5, '0')}.md`,
		text: makePage(sources[index % sources.length] ?? '', index, vocabulary),
	}));
}

/** Writes a docsgen site of `count` pages into `folder`, which is emptied first. */
export function writeCorpus(folder: string, count: number): void {
	rmSync(folder, { recursive: true, force: true });
	const write = (path: string, text: string): void => {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	};
	write('site.config.ts', "export default { title: 'Corpus', url: 'https://example.com', blog: false };\n");
	write('content/docs/index.md', '---\ntitle: Home\nslug: /\n---\n\nA corpus.\n');
	for (const page of makeCorpus(count)) write(`content/docs/${page.path}`, page.text);
}
