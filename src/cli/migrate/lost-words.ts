/**
 * Words of the old pages that the built new ones lack. Each tool has its own syntax, so only words count that are text in
 * all of them: not those in front matter, code, tags, braces and lines of marks.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { attempt, Fences, lostWords, shownWords } from './docsgen.ts';
import type { Move } from './old-site.ts';
import { byKey, type Row } from './report.ts';

const BRACES = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`;

/** Syntax of one of the tools, in an order in which none hides another. */
const SYNTAX = [
	/^\+\+\+\n[\s\S]*?\n\+\+\+$/gm,
	/<!--[\s\S]*?-->|^\[(?:\/\/|comment)\]:[^\n]*/gm,
	/^export\b[^\n]*[{[(]\n[\s\S]*?\n[}\])][^\n]*/gm,
	/^(?:import|export)\b[\s\S]*?(?=\n[ \t]*\n|$(?![\s\S]))/gm,
	/<(script|style|head)\b[\s\S]*?<\/\1>/g,
	/\{%-?\s*comment\b[\s\S]*?endcomment\s*-?%\}|\{\{%\s*comment\b[\s\S]*?\/comment\s*%\}\}/g,
	/^[ \t>]*\[[^\]\n]+\]:[ \t]*\S+[^\n]*/gm,
	/^::: [\w.]+\n(?:[ \t]+[^\n]*\n|\n(?=[ \t]))*/gm,
	/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g,
	// GitBook shows the title of the page.
	/\{%\s*(content-ref|page-ref)\b[\s\S]*?end\1\s*%\}|\[[^\]\n]*\]\([^)\n]*[ \t]"mention"\)/g,
	/(?<=\]\()https?:(?:[^\s()<>]|\([^\s()]*\))+/g,
	new RegExp(String.raw`</?[A-Za-z][\w.:-]*(?:\s(?:"[^"]*"|'[^']*'|${BRACES}|[^<>"'{}])*)?/?>`, 'g'),
	new RegExp(String.raw`\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|${BRACES}`, 'g'),
	/^[ \t>]*(?::::+|!!!|\?\?\?\+?|===[!+]?|\/\/\/+|<<<|@|;?-+8<-+|\.\. )[^\n]*/gm,
	/^[ \t>]*(?:\*\[[^\]\n]+\]|\[\[?(?:toc|_toc_)\]\]?|\[![^\]\n]*\][+-]?)[^\n]*/gim,
	/\[\[[^\]\n]*\]\]|\$[^$\n]+\$|\+\+[\w+-]+\+\+|:[\w+-]+:/g,
];

function blank(text: string): string {
	return text.replace(/[^\n]/g, ' ');
}

/** The old text with spaces in place of code and of what may be syntax. */
function wordsOnly(text: string): string {
	const fences = new Fences();
	const outside = text
		.split('\n')
		.map((line) => (fences.next(line.replace(/^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*/, '')) ? '' : line))
		.join('\n');
	return SYNTAX.reduce((rest, pattern) => rest.replace(pattern, blank), outside);
}

export class LostWords {
	readonly #move: Move;
	readonly #root: string;
	/** File → where it lacks which words. */
	readonly #lost = new Map<string, { line: number; words: string[] }>();

	constructor(move: Move, root: string) {
		this.#move = move;
		this.#root = root;
	}

	/** Compares a finished page with the old page from which its file was made; a page that is rendered again counts once. */
	look(file: string, html: string): void {
		const source = this.#move.files.get(file)?.source;
		if (source === undefined || !/\.(?:mdx?|markdown)$/.test(source)) return;
		const text = attempt(() => readFileSync(source, 'utf8'));
		if (text === undefined) return;
		const shown = shownWords(html.slice(Math.max(html.indexOf('<main'), 0)));
		const lost = lostWords(wordsOnly(text), shown).filter(({ word }) => /\p{L}{3}/u.test(word));
		this.#lost.set(file, { line: lost[0]?.line ?? 1, words: [...new Set(lost.map(({ word }) => word))] });
	}

	rows(): Row[] {
		const places = [...this.#lost].sort(byKey).flatMap(([file, { line, words }]) => {
			if (words.length === 0) return [];
			const more = words.length > MAX_WORDS ? ` and ${words.length - MAX_WORDS} more` : '';
			const source = relative(this.#root, this.#move.files.get(file)?.source ?? '');
			return [`${file}: ${words.slice(0, MAX_WORDS).join(', ')}${more} (${source}:${line})`];
		});
		const next = 'Compare each page with the old one, starting at the line in the list.';
		return places.length === 0 ? [] : [{ kind: 'Pages that lack words', count: places.length, next, places }];
	}
}

const MAX_WORDS = 8;
