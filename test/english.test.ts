/**
 * Plain English: counts habits of translated prose in texts for readers, authors and engineers. A habit is not an
 * error: each has a rate that native documentation also reaches. Above it, every place is listed with a better word.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { prose, readerFiles } from './prose.ts';
import { isTest } from './rooms.ts';

interface Habit {
	name: string;
	pattern: RegExp;
	better: string;
	/** Uses per 10,000 words; 0 for words that are never right. */
	most: number;
}

const HABITS: readonly Habit[] = [
	{
		name: '"stands"',
		pattern: /\bst(?:ands?|ood|anding)\b(?!-| (?:for|alone|out)\b)/gi,
		better: 'is, appears',
		most: 1.8,
	},
	{
		name: '"is no X"',
		pattern: /(?<!\bthere )\b(?:is|are|was) (?:no(?! longer| more| less)|none)\b/gi,
		better: 'is not an X',
		most: 5.1,
	},
	{ name: '"that of"', pattern: /\b(?:that|those) of\b/gi, better: 'repeat the noun, or use a genitive', most: 1.8 },
	{
		name: '"of its own"',
		pattern: /\bof (?:your|its|their|our|his) own\b/gi,
		better: 'its own X, a separate X',
		most: 1.8,
	},
	{
		name: '"What …" as a subject',
		pattern: /(?<=^|[.:!?*|#>-] |\| |^\s*)What\b[^?.\n]*(?:[.\n:]|$)/gm,
		better: 'name the thing',
		most: 1.8,
	},
	{ name: '"answer"', pattern: /\banswer(?:s|ed|ing)?\b/gi, better: 'response (HTTP), reply, result', most: 3.6 },
	{
		name: '"address"',
		pattern: /(?<!\b(?:IP|e-?mail|peer|remote|street|MAC) )\baddress(?:es)?\b(?! article)/gi,
		better: 'URL; path where it has no host',
		most: 1.8,
	},
	{ name: '"whose"', pattern: /\bwhose\b/gi, better: 'with, that has', most: 1.8 },
	{ name: '"comes"', pattern: /\bcomes?\b/gi, better: 'is, arrives, follows', most: 1.8 },
	{
		name: '"nobody"',
		pattern: /\b(?:nobody|somebody|whoever|no one)\b/gi,
		better: 'you, readers, authors, the passive',
		most: 1.8,
	},
	{ name: '", too"', pattern: /, too\b/gi, better: 'also, and', most: 1.8 },
	{
		name: '"leads to"',
		pattern: /\b(?:leads?|leading|led) to\b/gi,
		better: 'links to, points to, redirects to',
		most: 1.8,
	},
	{ name: '"mend"', pattern: /\b(?:mend(?:s|ed|ing)?|cure[sd]?)\b/gi, better: 'fix', most: 0 },
	{ name: '"anew"', pattern: /\banew\b/gi, better: 'rebuild, regenerate, re-render', most: 0 },
	{
		name: '"is said"',
		pattern: /\b(?:(?:is|are) (?:said|told)|hears?|tells)\b/gi,
		better: 'is reported, is notified; shows',
		most: 0.6,
	},
	{ name: '"lies in"', pattern: /\b(?:lies?|lay) (?:in|beside|there|next)\b/gi, better: 'is in', most: 0.6 },
	{ name: '"beside"', pattern: /\bbeside\b/gi, better: 'next to, alongside', most: 0.6 },
	{ name: '"hand on"', pattern: /\bhand(?:s|ed)? on\b/gi, better: 'forward, pass on', most: 0 },
	{ name: '"belongs into"', pattern: /\bbelongs? into\b/gi, better: 'belongs in', most: 0 },
	{ name: '"twin"', pattern: /\btwins?\b/gi, better: 'Markdown copy, pair', most: 0.6 },
];

/** A text with its origin. */
interface Text {
	path: string;
	/** Prose with everything else blanked, and the lines of the file. */
	text: string;
}

function markdownOf(pattern: RegExp): Text[] {
	return readerFiles()
		.filter((path) => pattern.test(path))
		.map((path) => ({ path, text: prose(readFileSync(path, 'utf8')) }));
}

/** Comments and messages of the source: a literal with four or more consecutive words is a message. */
function sourceTexts(folders: readonly string[]): { comments: Text[]; messages: Text[] } {
	const comments: Text[] = [];
	const messages: Text[] = [];
	for (const folder of folders) {
		for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
			const path = `${folder}/${name}`;
			if (!/\.tsx?$/.test(name) || isTest(path)) continue;
			const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
			const ranges: Record<'comments' | 'messages', Map<number, number>> = { comments: new Map(), messages: new Map() };
			const visit = (node: ts.Node): void => {
				for (const { pos, end } of ts.getLeadingCommentRanges(source.text, node.pos) ?? [])
					ranges.comments.set(pos, end);
				const isText =
					ts.isStringLiteralLike(node) ||
					ts.isTemplateHead(node) ||
					ts.isTemplateMiddleOrTemplateTail(node) ||
					ts.isJsxText(node);
				if (isText && /(?:\p{L}+[ ,]+){3}\p{L}+/u.test(node.text)) ranges.messages.set(node.getStart(), node.end);
				ts.forEachChild(node, visit);
			};
			visit(source);
			comments.push({ path, text: shown(source.text, ranges.comments) });
			messages.push({ path, text: shown(source.text, ranges.messages) });
		}
	}
	return { comments, messages };
}

/** The text in the ranges, without code in backticks; the rest blanked. */
function shown(text: string, ranges: Map<number, number>): string {
	let result = '';
	for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
		if (from < result.length) continue;
		result += text.slice(result.length, from).replace(/[^\n]/g, ' ');
		const part = text.slice(from, to);
		const inner = part.startsWith('`') ? part : part.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
		result += inner;
	}
	return result;
}

const usesOf = (texts: readonly Text[], pattern: RegExp): number =>
	texts.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
const wordsOf = (texts: readonly Text[]): number => usesOf(texts, /[\p{L}’']+/gu);

/** Habits above their rate, with their places. */
function excesses(texts: readonly Text[], factor: number): string[] {
	const words = wordsOf(texts);
	return HABITS.flatMap(({ name, pattern, better, most }) => {
		const places = texts.flatMap(({ path, text }) =>
			[...text.matchAll(pattern)].map((match) => {
				const line = text.slice(0, match.index).split('\n').length;
				return `  ${path}:${line}: ${text.slice(Math.max(0, match.index - 40), match.index + match[0].length + 30).replace(/\s+/g, ' ')}`;
			}),
		);
		const allowed = Math.max(Math.sign(most), Math.floor((most * factor * words) / 10_000));
		return places.length > allowed
			? [`${name} ${places.length} times, at most ${allowed} (better: ${better})`, ...places]
			: [];
	});
}

const source = sourceTexts(['src', 'templates', 'bin']);
const CORPORA: Record<string, readonly Text[]> = {
	'documentation of 10.x': markdownOf(/^content\/docs\//),
	'documentation of 9.x': markdownOf(/^content\/versions\//),
	'reference notes': markdownOf(/^content\/reference\//),
	'blog and pages': markdownOf(/^content\/(?:blog|pages)\//),
	guide: markdownOf(/^guide\//),
	'README, CONTRIBUTING and CHANGELOG': markdownOf(/^[A-Z]+\.md$/),
	messages: source.messages,
	comments: source.comments,
};
/** Corpora that may have more of each habit: a comment describes a thing by its parts ("a page whose title …"). */
const FACTORS: Record<string, number> = { comments: 3 };

/** Contractions; a possessive ('s after a noun) is none. */
const CONTRACTION =
	/\b[a-z]+n['’]t\b|\b[a-z]+['’](?:re|ve|ll|d|m)\b|\b(?:it|that|there|here|what|who|where|how|he|she|let)['’]s\b/gi;
/** A colon where a sentence goes on, which English writes with "because", "so", "such as" or a period. */
const LONELY_COLON = /: (?=[a-z])/g;
/** Documentation sounds like a colleague: uses per 10,000 words, at least and at most. */
const TONE = [
	{ name: 'contractions', pattern: CONTRACTION, least: 40, most: 100 },
	{ name: 'colons before a lower-case clause', pattern: LONELY_COLON, least: 0, most: 50 },
];

for (const corpus of ['documentation of 10.x', 'documentation of 9.x', 'reference notes', 'blog and pages', 'guide']) {
	const texts = CORPORA[corpus] ?? [];
	for (const { name, pattern, least, most } of TONE) {
		test(`${name}: ${corpus}`, () => {
			const rate = (usesOf(texts, pattern) / wordsOf(texts)) * 10_000;
			assert.ok(rate >= least && rate <= most, `${rate.toFixed(1)} per 10,000 words, wanted ${least} to ${most}`);
		});
	}
}

for (const [name, texts] of Object.entries(CORPORA)) {
	const found = excesses(texts, FACTORS[name] ?? 1);
	test(`plain English: ${name}`, () => assert.equal(found.length, 0, found.join('\n')));
}

test.run();
