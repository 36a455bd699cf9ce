/**
 * Parses one Markdown file into a page: its facts (`Page`) and its text (`Body`). Pure; every mistake in the file
 * becomes a diagnostic with a place, never an exception.
 */
import { readFrontMatter } from '../model/frontmatter.ts';
import { hashOf, ownPage } from '../model/hash.ts';
import type { Identity } from '../model/identity.ts';
import type {
	Body,
	Diagnostic,
	FileReader,
	Page,
	ParseOptions,
	ParseResult,
	Piece,
	SourceFile,
} from '../model/page.ts';
import { recordOf } from '../model/record.ts';
import type { MarkdownParser } from './dialect.ts';
import { MAX_BYTES, ParseContext, resolvePath, Scope } from './engine/facts.ts';
import { SourceText, unify } from './engine/source.ts';
import { PageWriter } from './engine/walk.ts';

/** The finding about a file that is too large for a page; call it before reading the file. */
export function oversized(path: string, bytes: number): Diagnostic | undefined {
	if (bytes <= MAX_BYTES) return undefined;
	const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
	return {
		code: 'page-too-large',
		severity: 'error',
		message: `${path} has ${size}; a page has at most ${MAX_BYTES / 1_000_000} MB.`,
		file: path,
		hint: 'Split it, or put it into content/static as a download.',
	};
}

/**
 * Parses a page. The result depends only on the arguments and on the results of `look`; `page.reads` lists each call
 * of `look`. Takes about a millisecond for a page of 6 kB.
 */
export function parsePage(
	source: SourceFile,
	identity: Identity & Pick<Page, 'virtual'>,
	options: ParseOptions,
	look: FileReader,
	language: MarkdownParser,
): ParseResult {
	const text = unify(source.text);
	const { data, raw, body, above, lines, diagnostics } = readFrontMatter(text, source.path, language.frontMatter);
	const facts = new ParseContext(options, look, body.length);
	facts.diagnostics.push(...diagnostics);
	const scope = new Scope(facts, new SourceText(source.path, body, above), [source.path]);
	const walk = new PageWriter(facts, scope, language);
	walk.takesTitle = identity.collection === 'blog';
	walk.givenTitle = data.title;
	walk.showsNoTitle = data.layout === 'landing' || data.hide_title === true;
	walk.version = identity.version ?? 'current';
	walk.breaksNames = identity.virtual !== undefined;
	// Braces see validated values, such as `authors`, in place of the raw ones.
	scope.known = { frontMatter: { ...raw, ...data, ...data.extra } };
	walk.run(language.tokenize(scope));
	facts.finish();
	const image = data.image === undefined ? undefined : socialImage(data.image, facts, source.path, lines.image);
	const parts: Body = {
		html: { pieces: walk.html.soFar(), ...(walk.excerpt ? { excerpt: walk.excerpt } : {}) },
		markdown: walk.copy.all(),
		sections: walk.text.all(),
		fences: facts.fences,
	};
	const json = Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, JSON.stringify(part)])) as Record<
		keyof Body,
		string
	>;
	const title = data.title ?? (walk.title || titleOf(identity.name));
	const description = data.description ?? walk.description ?? walk.firstWords ?? '';
	const page: Omit<Page, 'facts'> = {
		path: source.path,
		locale: options.locale ?? 'en',
		translationKey: source.path,
		...identity,
		title,
		ownHeading: walk.ownHeading,
		...(!walk.ownHeading && parts.html.pieces.every(isBlank) ? { empty: true } : {}),
		description,
		data: image === undefined ? data : { ...data, image },
		headings: facts.headings,
		links: facts.links,
		ids: [...facts.ids].flatMap(([id, { heading }]) => (heading ? [] : [id])),
		components: [...facts.components].sort(),
		reads: facts.reads,
		assets: [...facts.assets.values()],
		...(options.records ? { record: recordOf(title, data.description ?? walk.firstWords ?? '', parts.sections) } : {}),
		...(facts.fences.length > 0 ? { fences: { hash: hashOf(json.fences), shows: facts.shows } } : {}),
		...(facts.codeFacts.length > 0 ? { codeFacts: facts.codeFacts } : {}),
		words: countWords(body),
		truncated: walk.excerpt !== undefined,
		head: facts.head,
		lines,
		bodyHash: hashOf(Object.values(json).join('\n')),
		diagnostics: facts.diagnostics.sort(byPlace(source.path)),
	};
	return { page: ownPage(page), body: parts, json };
}

/**
 * The URL of the image in front matter: `./x.png` is next to the page and published with it; others are static files
 * or URLs.
 */
function socialImage(written: string, facts: ParseContext, file: string, line?: number): string {
	if (/^(?:[a-z][a-z\d+.-]+:|\/\/)/i.test(written)) return written;
	const isBeside = /^(?:\.|@site\/)/.test(written);
	const path = resolvePath(isBeside ? written : `/${written}`, file);
	const found = facts.media(path, () => ({ file, line, column: 1 }));
	if (found === 'refused') return '';
	if (!found) {
		const message = `Image ${path} used in ${file} not found.`;
		const hint = `./x.png is next to the page, /img/x.png is content/static/img/x.png.`;
		facts.diagnostics.push({ code: 'missing-image', severity: 'error', file, line, column: 1, message, hint });
		return written;
	}
	return isBeside ? facts.asset(path, found.hash) : written;
}

/** Whether readers see nothing of a piece: white space and comments. */
function isBlank(piece: Piece): boolean {
	return typeof piece === 'string' && piece.replace(/<!--[\s\S]*?-->/g, '').trim() === '';
}

/** Sorts findings: first those in the page's file, then those in partials; each from top to bottom. */
function byPlace(path: string): (a: Diagnostic, b: Diagnostic) => number {
	const rank = (file: string | undefined): number => (file === path ? 0 : 1);
	return (a, b) =>
		rank(a.file) - rank(b.file) ||
		(a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) : 0);
}

/** `getting-started` → `Getting started`; an index page is named after its folder. */
function titleOf(name: string): string {
	const parts = name.split('/').filter((part) => part !== '');
	const last = parts.at(-1) ?? '';
	const base = /^(?:index|readme)$/i.test(last) ? (parts.at(-2) ?? last) : last;
	const words = base.replace(/[-_]+/g, ' ').trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Number of words; each kana, Chinese character and Hangul syllable is one (B-261). */
function countWords(text: string): number {
	return text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|(?<!\S)\S/g)?.length ?? 0;
}
