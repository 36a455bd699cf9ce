/**
 * Makes a site of N pages from this repository's docs. Each page has different words, headings and code, so that no
 * page benefits from another one's cache. The same N gives the same bytes.
 *
 * Bodies contain only syntax that every rival supports: CommonMark, tables, fences of ts, tsx, json and bash, links to
 * other pages as relative file paths, and admonitions without titles (`:::tip`), which become quotes for some rivals.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../write-files.ts';

const SOURCES = ['content/docs', 'content/versions/9.x'];
/** Pages in a folder. */
const FOLDER = 25;
/** Language of a source's fence → its language in the corpus. */
const LANGUAGES: Record<string, string> = { ts: 'ts', tsx: 'tsx', json: 'json', js: 'ts', sh: 'bash' };

export interface CorpusPage {
	/** `folder-002/page-00071` */
	path: string;
	/** Words only, so that it is valid YAML without quotes. */
	title: string;
	body: string;
}

/** A seeded random number generator, from 0 to 1 (mulberry32), with the same numbers on every machine. */
export function randomNumbers(seed: number): () => number {
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
			.map((path) => readFileSync(join(folder, path), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
			// A fence that shows a file contains no code, and other tools do not support it.
			.map((text) => text.replace(/^[ \t]*(`{3,})[^\n`]*\bfile=[^\n]*\n[ \t]*\1[ \t]*$/gm, '')),
	);
}

/** Path of page `index`, without an extension. */
function pathOf(index: number): string {
	const folder = String(Math.floor(index / FOLDER)).padStart(3, '0');
	return `folder-${folder}/page-${String(index).padStart(5, '0')}`;
}

/** Words that may be replaced: of three or more letters, outside markup. */
const WORD = /(?<![\w`/.:<{&#@-])[A-Za-z][a-z]{2,}(?![\w`/:>}(@-])/g;
/** Names in code that may be replaced: camelCase names that are not properties. */
const NAME = /(?<![\w'"/@]|(?<!\.\.)\.)[a-z]+[A-Z]\w*/g;
/** A fence: indentation, marks, language and code. */
const FENCE = /^([ \t]*)(`{3,})(\w*)[^\n]*\n([\s\S]*?)^[ \t]*\2[ \t]*$/gm;

/** Replaces the words of a text by others of the same kind and capitalization. */
class Rewriter {
	#next: () => number;
	#vocabulary: string[];
	#names = new Map<string, string>();

	constructor(
		private readonly index: number,
		private readonly count: number,
		vocabulary: string[],
	) {
		this.#next = randomNumbers(index * 7919 + 1);
		this.#vocabulary = vocabulary;
	}

	#pick(below: number): number {
		return Math.floor(this.#next() * below);
	}

	word = (old: string): string => {
		const fresh = this.#vocabulary[this.#pick(this.#vocabulary.length)] ?? old;
		return /^[A-Z]/.test(old) ? fresh.charAt(0).toUpperCase() + fresh.slice(1) : fresh;
	};

	/** Replaces a name by the same other name everywhere on a page, so that its code remains consistent. */
	#name = (old: string): string => {
		const known = this.#names.get(old) ?? `${/^[a-z]+/.exec(old)?.[0]}${this.word('Any')}${this.index}`;
		this.#names.set(old, known);
		return known;
	};

	#link(label: string): string {
		return `[${label}](../${pathOf(this.#pick(this.count))}.md)`;
	}

	prose(text: string): string {
		const plain = text
			.replace(/<figure[\s\S]*?<\/figure>/g, '')
			.replace(/\[\^[^\]]+\]:?.*/g, '')
			.replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
			.replace(/^(?:import|export) .*$/gm, '')
			.replace(/^:::(?:danger|caution).*$/gm, ':::danger\n')
			.replace(/^:::[a-z].*$/gm, (line) => (line === ':::danger' ? line : ':::tip\n'))
			.replace(/^:::$/gm, '\n:::');
		// Keep code spans; between them, remove everything that is markup to one rival only.
		return plain
			.split(/(`[^`\n]+`)/)
			.map((part, position) => (position % 2 === 1 ? part : this.#words(part)))
			.join('')
			.replace(/!?\[([^[\]]*)\]\([^)\s]*\)/g, (_, label: string) => this.#link(label))
			.replace(/^(#{2,} .*)$/gm, `$1 ${this.index}`);
	}

	#words(text: string): string {
		return text
			.replace(/\s*\{#[\w-]+\}$/gm, '')
			.replace(/<\/?[A-Za-z][^>]*>/g, '')
			.replace(/[{}<]/g, '')
			.replace(WORD, this.word);
	}

	code(language: string, code: string, indent: string): string {
		const note = `${this.word('Some')} ${this.word('words')} of page ${this.index}`;
		if (language === 'json') return code.replace(WORD, (old) => `${this.word(old)}${this.index}`);
		if (language === 'bash') return `${indent}# ${note}\n${code.replace(WORD, this.word)}`;
		const plain = code.replace(/^\s*\/\/ (?:@|highlight-|cut|---).*\n/gm, '').replace(/^\s*\/\/\s*\^.*\n/gm, '');
		const words = plain.replace(/(?<=\/\/ ).*|'[^'\n./@]*'/g, (text) => text.replace(WORD, this.word));
		return `${indent}// ${note}\n${words.replace(NAME, this.#name)}`;
	}
}

/** A page: the text of a source with other words, names and links. */
function makePage(source: string, index: number, count: number, vocabulary: string[]): CorpusPage {
	const writer = new Rewriter(index, count, vocabulary);
	const title = `Page ${index} ${writer.word('about')} ${writer.word('tools')}`;
	let body = '';
	let end = 0;
	for (const match of source.matchAll(FENCE)) {
		const [whole, indent = '', marks = '', name = '', code = ''] = match;
		const language = LANGUAGES[name] ?? 'bash';
		body += writer.prose(source.slice(end, match.index));
		body += `${indent}${marks}${language}\n${writer.code(language, code, indent)}${indent}${marks}`;
		end = match.index + whole.length;
	}
	body += writer.prose(source.slice(end));
	return { path: pathOf(index), title, body: body.replace(/\n{3,}/g, '\n\n').trim() };
}

/** All pages of a corpus. */
export function makeCorpus(count: number): CorpusPage[] {
	const sources = sourceTexts();
	// With repetitions, so that word frequencies are those of real texts, which matters to search indexes.
	const vocabulary =
		sources
			.join('\n')
			.replace(FENCE, '')
			.replace(/`[^`\n]*`/g, '')
			.match(/\b[a-z]{4,10}\b/g) ?? [];
	return Array.from({ length: count }, (_, index) =>
		makePage(sources[index % sources.length] ?? '', index, count, vocabulary),
	);
}

/** A page as a Markdown file. */
export function pageText(page: CorpusPage): string {
	return `---\ntitle: ${page.title}\n---\n\n${page.body}\n`;
}

/** Writes a docsgen site of `count` pages into `folder`, which is emptied first. */
export function writeCorpus(folder: string, count: number): void {
	rmSync(folder, { recursive: true, force: true });
	writeFiles(folder, docsgenSite(makeCorpus(count)));
}

/** The files of a docsgen site. */
export function docsgenSite(pages: CorpusPage[]): Record<string, string> {
	return {
		'site.config.ts': "export default { title: 'Corpus', url: 'https://example.com', blog: false };\n",
		'content/docs/index.md': '---\ntitle: Home\nslug: /\n---\n\nA corpus.\n',
		...Object.fromEntries(pages.map((page) => [`content/docs/${page.path}.md`, pageText(page)])),
	};
}
