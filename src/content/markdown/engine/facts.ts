/**
 * What rules share while a page is parsed, and their only way out: `Facts` collects what the page says about
 * itself, `Scope` is one file of it (the page's own or a partial's) with the state of the block pass.
 */

import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Env, Token } from 'markdown-it';
import type {
	AssetRef,
	Diagnostic,
	HeadElement,
	Heading,
	LinkRef,
	Looker,
	ParseOptions,
	Read,
	Severity,
	SourceFile,
} from '../../model/page.ts';
import type { Sample } from '../../model/sample.ts';
import { nearest } from '../../model/schema.ts';
import type { Allowance } from './jsx.ts';
import type { Exports } from './module.ts';
import { Source } from './source.ts';
import { Component, type Known, type Names } from './value.ts';

/** What a local name means after `import`. */
export type Imported =
	| { kind: 'component'; name: string }
	| { kind: 'partial'; path: string }
	| { kind: 'file'; path: string }
	/** Data: JSON, a text, a function of ours. */
	| { kind: 'value'; value: unknown }
	/** What a statement declares: its value is found when it is asked for. */
	| { kind: 'name'; known: () => Known | undefined }
	| { kind: 'unknown'; from: string };

/** What an import is as a value. */
export function known(imported: Imported | undefined): Known | undefined {
	switch (imported?.kind) {
		case 'value':
			return { value: imported.value };
		case 'file':
			return { value: imported.path };
		case 'component':
			return { value: new Component(imported.name) };
		case 'name':
			return imported.known();
		default:
			return undefined;
	}
}

export interface Finding {
	code: string;
	severity?: Severity;
	message: string;
	hint?: string;
	notes?: string[];
	length?: number;
	about?: Diagnostic['about'];
}

/** Partials a page may include, counted with those inside of partials: ten levels of ten would be ten billion. */
const MAX_PARTIALS = 200;

export class Facts {
	readonly options: ParseOptions;
	readonly look: Looker;
	readonly slugger = new GithubSlugger();
	readonly headings: Heading[] = [];
	readonly links: LinkRef[] = [];
	/** Components, classes of the author's own HTML (`.cards`), and names of other parts that have styles of their own. */
	readonly components = new Set<string>();
	readonly assets = new Map<string, AssetRef>();
	readonly samples: Sample[] = [];
	/** Some sample is to show what the compiler answers. */
	annotated = false;
	/** Some sample is to show the type of every name. */
	typed = false;
	readonly head: HeadElement[] = [];
	readonly diagnostics: Diagnostic[] = [];
	/** Id → where it was seen first. */
	readonly ids = new Map<string, { heading: boolean; line: number }>();
	/** Where `[name]: address` stands, by normalised name: file and line of its body, from 0. */
	readonly definitions = new Map<string, { scope: Scope; line: number }>();
	/** Allowance for text that looks like tags and is none. */
	readonly allowance: Allowance;
	/** Modules that have been read, by path without extension; undefined where there is none. */
	readonly modules = new Map<string, Exports | undefined>();
	readonly #reads = new Map<string, Read>();
	readonly #found = new Map<string, { diagnostic: Diagnostic; count: number }>();
	#partials = 0;

	constructor(options: ParseOptions, look: Looker, size: number) {
		this.options = options;
		this.look = look;
		this.allowance = { left: 20_000 + 20 * size };
	}

	get reads(): Read[] {
		return [...this.#reads.values()];
	}

	/** What is found again on a line is counted. The configuration may say how bad some kinds are. */
	report(source: Source, offset: number, { length, ...finding }: Finding): void {
		const governed = this.options.severity?.[finding.code];
		if (governed === 'ignore') return;
		const diagnostic: Diagnostic = { severity: governed ?? 'error', ...finding, ...source.at(offset, length) };
		const key = `${diagnostic.file}:${diagnostic.line}:${diagnostic.code}:${diagnostic.message}`;
		const same = this.#found.get(key);
		if (same) {
			same.count++;
			return;
		}
		this.#found.set(key, { diagnostic, count: 1 });
		this.diagnostics.push(diagnostic);
	}

	/** Says what was found more than once on a line. */
	finish(): void {
		for (const { diagnostic, count } of this.#found.values())
			if (count > 1) diagnostic.notes = [...(diagnostic.notes ?? []), `Found ${count} times on this line.`];
	}

	/** Notes an id; a second one of the same name is an error at `offset`. */
	claim(id: string, source: Source, offset: number, heading = false): void {
		const first = this.ids.get(id);
		const { line } = source.place(offset);
		if (!first) {
			this.ids.set(id, { heading, line });
			return;
		}
		this.report(source, offset, {
			code: 'duplicate-id',
			message: `The id "${id}" is already used on line ${first.line}.`,
			hint: 'Give each element of a page an id of its own.',
			about: { ids: [id] },
		});
	}

	/** Size and hash of a media file; the question is remembered. */
	media(path: string): { hash: string; width?: number; height?: number } | undefined {
		const found = isInside(path) ? this.look.media(path) : undefined;
		this.#read(path, found?.hash);
		return found;
	}

	text(path: string): SourceFile | undefined {
		const found = isInside(path) && this.#partials < MAX_PARTIALS ? this.look.text(path) : undefined;
		if (found) this.#partials++;
		this.#read(path, found?.hash);
		return found;
	}

	/** The scope of a file that is no page. */
	scopeOf({ path, text }: SourceFile): Scope {
		return new Scope(this, new Source(path, text, 0), [path]);
	}

	get partialsExhausted(): boolean {
		return this.#partials >= MAX_PARTIALS;
	}

	/** Address with base URL under which the output will carry the file. */
	asset(path: string, hash: string): string {
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

	/** `Did you mean …?` for a name that is none of `known`. */
	suggestion(name: string, known: readonly string[], otherwise: string): string {
		const near = nearest(name, known);
		return near === undefined ? otherwise : `Did you mean "${near}"?`;
	}

	#read(path: string, hash: string | undefined): void {
		if (!this.#reads.has(path)) this.#reads.set(path, hash === undefined ? { path } : { path, hash });
	}
}

function isInside(path: string): boolean {
	return !path.startsWith('../') && path !== '..' && !path.startsWith('/');
}

/** One file while its blocks are read. */
export class Scope {
	readonly facts: Facts;
	readonly source: Source;
	readonly imports = new Map<string, Imported>();
	/** What a name in braces stands for: front matter, props of a partial, constants, imported data. */
	readonly names: Names = (name) => known(this.imports.get(name));
	/** It imports or exports something. */
	isModule = false;
	/** First line of each statement of MDX, and the line below it; both from 0. */
	readonly statements = new Map<number, number>();
	/** Partials that led here, this one last. */
	readonly chain: readonly string[];
	/** Partials around the text that is read now: their names, and the tokens that come when they end. */
	readonly around: { name: string; rest: Token[] }[] = [];
	/** Names of the tags that are open at this point of the block pass: in them indentation means nothing (as in MDX). */
	readonly inside: string[] = [];
	/** Indentation of the container around a block that stands deeper inside a tag. */
	container = 0;

	constructor(facts: Facts, source: Source, chain: readonly string[] = []) {
		this.facts = facts;
		this.source = source;
		this.chain = chain;
	}
}

/** Follows the tokens of a page into its partials and back. */
export class Scopes {
	readonly #outer: Scope[] = [];
	#current: Scope;

	constructor(scope: Scope) {
		this.#current = scope;
	}

	/** The scope of `token`; every token must be asked for, in order. */
	at({ type, meta }: { type: string; meta: Record<string, unknown> | null }): Scope {
		if (type === 'source_open' && meta?.scope instanceof Scope) {
			this.#outer.push(this.#current);
			this.#current = meta.scope;
		} else if (type === 'source_close') this.#current = this.#outer.pop() ?? this.#current;
		return this.#current;
	}
}

/** The scope that `markdown.ts` put into markdown-it's environment. */
export function scopeOf(env: Env): Scope {
	if (env.scope instanceof Scope) return env.scope;
	throw new Error('Markdown was parsed without a scope');
}

/**
 * Path of a file that a page names: relative to the page's folder, `/x` and `@site/…` in the static folder, or in
 * the folder of content that is named. Percent-encoding is undone, `?query` and `#hash` are cut off.
 */
export function resolvePath(target: string, from: string): string {
	const path = decode(target.replace(/[?#].*$/s, ''));
	if (path.startsWith('@site/')) return sitePath(path.slice('@site/'.length));
	if (path.startsWith('/')) return posix.join('content/static', path);
	return posix.join(posix.dirname(from), path);
}

function sitePath(path: string): string {
	if (/^content\//.test(path)) return posix.normalize(path);
	return posix.join(/^(?:static|docs|blog|pages|versions)\//.test(path) ? 'content' : 'content/static', path);
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
