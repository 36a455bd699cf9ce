/**
 * The state that rules share while a page is parsed: `ParseContext` collects their results, `Scope` is one of the page's
 * files (its own or a partial) with the state of the block pass.
 */

import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Env, Token } from 'markdown-it';
import { decodedOrSame } from '../../model/address.ts';
import type { AnnotatedFence, PageFences } from '../../model/annotation.ts';
import type {
	AssetRef,
	Diagnostic,
	FileRead,
	FileReader,
	HeadElement,
	Heading,
	LinkRef,
	Media,
	ParseOptions,
	PlacedFact,
	Refusal,
	Refused,
	Severity,
	SourceFile,
} from '../../model/page.ts';
import { ENGLISH, type ParsedWords } from '../../model/words.ts';
import type { ScanBudget } from './jsx.ts';
import type { KnownValues } from './literal.ts';
import { type SourceText, unify } from './source.ts';
import { tokenData } from './tokens.ts';

export interface ParseFinding {
	code: string;
	severity?: Severity;
	message: string;
	hint?: string;
	notes?: string[];
	length?: number;
	about?: Diagnostic['about'];
}

/** The finding about a field that has no value. */
export function noValue(whole: string): ParseFinding {
	return {
		code: 'expression',
		message: `${whole} has no value and is shown as text.`,
		hint: 'Set the field in the front matter or on the tag of the partial, or write \\{ for a literal brace.',
		length: whole.length,
	};
}

/** Maximum number of files that a page includes, nested ones included: ten levels of ten would be ten billion. */
const MAX_FILES = 200;
/** Maximum size of a page with the files that it includes, a hundred times a long chapter. */
export const MAX_BYTES = 5_000_000;

export class ParseContext {
	readonly options: ParseOptions;
	readonly words: ParsedWords;
	readonly look: FileReader;
	readonly slugger = new GithubSlugger();
	readonly headings: Heading[] = [];
	readonly links: LinkRef[] = [];
	/** Parts that may need additional styles: components, classes in the author's HTML (`.cards`), others by name. */
	readonly components = new Set<string>();
	readonly assets = new Map<string, AssetRef>();
	readonly fences: AnnotatedFence[] = [];
	readonly codeFacts: PlacedFact[] = [];
	/** The most that one of the fences shows. */
	shows: PageFences['shows'] = 'nothing';
	readonly head: HeadElement[] = [];
	readonly diagnostics: Diagnostic[] = [];
	/** Id → its first place. */
	readonly ids = new Map<string, { heading: boolean; line: number }>();
	/** The beginning of the ids of footnotes, which no id of the author has. */
	notePrefix = 'fn';
	/** Normalized name of `[name]: URL` → its file and 0-based line in the body. */
	readonly definitions = new Map<string, { scope: Scope; line: number }>();
	/** Language or type of token → how many so far an extension has written. */
	readonly extended = new Map<string, number>();
	/** Limits the time for text that looks like tags. */
	readonly scanBudget: ScanBudget;
	readonly #reads = new Map<string, FileRead>();
	readonly #states = new Map<string, unknown>();
	/** Path of a file as written → where it was found, in a translation. */
	readonly #actual = new Map<string, string>();
	readonly #found = new Map<string, { diagnostic: Diagnostic; count: number }>();
	/** How many more files the page may include, and how many characters. */
	#files = MAX_FILES;
	#room: number;

	constructor(options: ParseOptions, look: FileReader, size: number) {
		this.options = options;
		this.words = options.words ?? ENGLISH;
		this.look = look;
		this.scanBudget = { remaining: 20_000 + 20 * size };
		this.#room = MAX_BYTES - size;
	}

	get reads(): FileRead[] {
		return [...this.#reads.values()];
	}

	/** The state of an extension while the page is parsed; `make` is called once. */
	stateOf<T>(extension: string, make: () => T): T {
		if (!this.#states.has(extension)) this.#states.set(extension, make());
		return this.#states.get(extension) as T;
	}

	/** Reports a finding, with the severity from the configuration; counts repetitions on a line. */
	report(source: SourceText, offset: number, { length, ...finding }: ParseFinding): void {
		const governed = this.options.severity?.[finding.code];
		if (governed === 'ignore') return;
		this.#add({ severity: governed ?? 'error', ...finding, ...source.at(offset, length) });
	}

	#add(diagnostic: Diagnostic): void {
		const key = `${diagnostic.file}:${diagnostic.line}:${diagnostic.code}:${diagnostic.message}`;
		const same = this.#found.get(key);
		if (same) {
			same.count++;
			return;
		}
		this.#found.set(key, { diagnostic, count: 1 });
		this.diagnostics.push(diagnostic);
	}

	/** Adds a note to findings that occur more than once on a line. */
	finish(): void {
		for (const { diagnostic, count } of this.#found.values())
			if (count > 1) diagnostic.notes = [...(diagnostic.notes ?? []), `Found ${count} times on this line.`];
	}

	/** Registers an id; reports a duplicate at `offset`. */
	claim(id: string, source: SourceText, offset: number, heading = false): void {
		const first = this.ids.get(id);
		const { line } = source.place(offset);
		if (!first) {
			this.ids.set(id, { heading, line });
			return;
		}
		this.report(source, offset, {
			code: 'duplicate-id',
			message: `The id "${id}" is already used on line ${first.line}.`,
			hint: 'Give each element of a page a unique id.',
			about: { ids: [id] },
		});
	}

	/**
	 * Size and hash of a media file; the page then depends on it. A file that authors may not use is reported at
	 * `place`, if there is one, and the result is `refused`.
	 */
	media(path: string, place?: FindingPlace): Media | 'refused' | undefined {
		return this.#inLanguage(path, (candidate) => this.#admitted(candidate, this.look.media(candidate), place));
	}

	/** In a translation, a file below the language's folder precedes the one of the first language. */
	#inLanguage<T>(path: string, find: (path: string) => T | undefined): T | undefined {
		const { folder = '' } = this.options;
		const own = `content/${folder}`;
		if (folder === '' || !path.startsWith('content/')) return find(path);
		const inside = path.startsWith(own) ? path.slice(own.length) : path.slice('content/'.length);
		const found = find(own + inside);
		if (found !== undefined) this.#actual.set(path, own + inside);
		else this.#actual.set(path, `content/${inside}`);
		return found ?? find(`content/${inside}`);
	}

	/** Like `media`, for the text of a file. Without a place, a refused file is not reported. */
	text(path: string, place?: FindingPlace): SourceFile | 'refused' | undefined {
		return this.#inLanguage(path, (candidate) => this.#text(candidate, place));
	}

	#text(path: string, place?: FindingPlace): SourceFile | 'refused' | undefined {
		let found = this.#files-- > 0 ? this.look.text(path) : LARGE;
		if (found && 'text' in found) {
			this.#room -= found.text.length;
			found = { ...found, text: unify(found.text) };
		}
		if (found && this.#room < 0) found = LARGE;
		return this.#admitted(path, found, place);
	}

	#admitted<T extends { hash: string }>(path: string, found: T | Refused | undefined, place?: FindingPlace) {
		if (!found || !('refused' in found)) {
			this.#read(path, found?.hash);
			return found;
		}
		this.#read(path, undefined);
		if (place) this.#add({ severity: 'error', ...refusedFile(path, found.refused), ...place() });
		return 'refused' as const;
	}

	/** Makes the page depend on a package of the site, so that it is parsed again when the package is installed. */
	needsPackage(name: string): void {
		const path = `node_modules/${name}/package.json`;
		this.#reads.set(path, { path, hash: this.look.package(path), own: true });
	}

	/** URL, with base URL, of the file in the output. */
	asset(written: string, hash: string): string {
		const path = this.#actual.get(written) ?? written;
		let asset = this.assets.get(path);
		if (!asset) {
			const extension = posix.extname(path);
			const name = posix
				.basename(path, extension)
				.replace(/[^\w.-]+/g, '-')
				.slice(0, 100);
			asset = { path, hash, out: `assets/media/${name}-${hash.slice(0, 8)}${extension.toLowerCase()}` };
			this.assets.set(path, asset);
		}
		return this.options.baseUrl + asset.out;
	}

	#read(path: string, hash: string | undefined): void {
		if (!this.#reads.has(path)) this.#reads.set(path, hash === undefined ? { path } : { path, hash });
	}
}

/** The place where a page names a file; computed only for a finding. */
export type FindingPlace = () => Pick<Diagnostic, 'file' | 'line' | 'column' | 'length' | 'excerpt'>;

const COPY = 'Copy what the page needs into content/.';
const REFUSALS: Record<Refusal, [reason: string, hint: string]> = {
	outside: [
		'it is outside of content/ and of the folders in "include".',
		"Move it into content/, or allow its folder in the configuration: include: ['{folder}'].",
	],
	hidden: ['files and folders that begin with a dot are private.', COPY],
	packages: ['node_modules is private.', COPY],
	special: ['it is not a regular file.', COPY],
	excluded: ['"exclude" in "include" leaves it out of the site.', 'Remove the entry, or do not use the file.'],
	nul: ['a path cannot contain NUL or half of a character.', 'Rename it.'],
	large: [
		`a page includes at most ${MAX_FILES} files, and has at most ${MAX_BYTES / 1_000_000} MB with them.`,
		'Split the page.',
	],
};

const LARGE: Refused = { refused: 'large' };

/** The finding about a file that a page may not use. */
function refusedFile(path: string, refusal: Refusal): Pick<Diagnostic, 'code' | 'message' | 'hint'> {
	const name = path.replaceAll('\0', '\ufffd');
	const [reason, hint] = REFUSALS[refusal];
	const way = hint.replace('{folder}', () => posix.dirname(name));
	return { code: 'refused-file', message: `A page cannot use ${name}: ${reason}`, hint: way };
}

/** The state of one file during the block pass. */
export class Scope {
	readonly facts: ParseContext;
	readonly source: SourceText;
	/** Local name → imported partial; `part` is a region or a heading of it. */
	readonly partials = new Map<string, { path: string; part?: string }>();
	/** Values that braces may use: front matter, attributes of the partial's tag. */
	known: KnownValues = {};
	/** It contains another tool's import or export statements. */
	isModule = false;
	/** It contains a `<script setup>` of Vue. */
	isVue = false;
	/** First line of each statement → the line after it; both 0-based. */
	readonly statements = new Map<number, number>();
	/** The chain of including files, this one last. */
	readonly chain: readonly string[];
	/** The file that includes this one. */
	parent: Scope | undefined;
	/** Ids as the file's author knows them → those on the page, where another part may have the same ones. */
	readonly ids = new Map<string, string>();
	#marks: ReadonlySet<string> | undefined;
	/** Names of the tags that are now open in the block pass: inside them, indentation has no meaning (as in MDX). */
	readonly inside: string[] = [];
	/** Indentation of the container around an indented block inside a tag. */
	container = 0;

	constructor(facts: ParseContext, source: SourceText, chain: readonly string[] = []) {
		this.facts = facts;
		this.source = source;
		this.chain = chain;
	}

	/** The id on the page of an element that this file names: one of its own, else one of the files around it. */
	idOf(id: string): string {
		return this.ids.get(id) ?? this.parent?.idOf(id) ?? id;
	}

	/** Whether the file contains `</name`, `</>` or `<>`. */
	has(mark: string): boolean {
		this.#marks ??= new Set(this.source.body.match(/<\/(?:[\w.:-]+|>)|<>/g));
		return this.#marks.has(mark);
	}
}

/** Tokens of a page, each with the scope of its file and its index. */
export type ScopedTokens = Iterable<[token: Token, scope: Scope, index: number]>;

/** Each token with its index and the scope of its page or partial. */
export function* scoped(tokens: readonly Token[], page: Scope): Generator<[token: Token, scope: Scope, index: number]> {
	const scopes = [page];
	for (let index = 0; index < tokens.length; index++) {
		const token = tokens[index] as Token;
		if (token.type === 'source_open') scopes.push(tokenData<{ scope: Scope }>(token).scope ?? page);
		else if (token.type === 'source_close') scopes.pop();
		yield [token, scopes.at(-1) ?? page, index];
	}
}

/** The current scope in markdown-it's environment. */
export function scopeOf(env: Env): Scope {
	if (env.scope instanceof Scope) return env.scope;
	throw new Error('Markdown was parsed without a scope');
}

/**
 * Path of a file that a page names: relative to the page's folder; `/x` is in the static folder; `@site/…` is in the
 * named folder of content, else in the static folder. Decodes percent-encoding; removes `?query` and `#hash`.
 */
export function resolvePath(target: string, from: string): string {
	const path = decodedOrSame(target.replace(/[?#].*$/s, ''));
	if (path.startsWith('@site/')) return sitePath(path.slice('@site/'.length));
	if (path.startsWith('/')) return posix.join('content/static', path);
	return posix.join(posix.dirname(from), path);
}

function sitePath(path: string): string {
	if (/^content\//.test(path)) return posix.normalize(path);
	return posix.join(/^(?:static|docs|blog|pages|versions)\//.test(path) ? 'content' : 'content/static', path);
}
