/**
 * The door of docsgen: what an extension is. Types only, and what an extension writes is plain data. The core names no
 * extension; the list is `extensions/registered.ts`.
 */
import type { StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import type { Diagnostic } from './content/model/diagnostic.ts';

/** `Word` are the keys of its words. */
export interface Extension<Word extends string = string> {
	name: string;
	dialect?: Dialect<Word>;
	/** By language, the first word of an info string. The code of its fences isn't colored. */
	fences?: Readonly<Record<string, PassageWriter<Word>>>;
	files?: PageFiles;
	styles?: StyleSheet;
	/** Its words of the interface; a site replaces them in `words.json`. */
	words?: Readonly<Record<Word, Translations>>;
}

/** Rules of an extension, as rows of the tables in `content/markdown/dialect.ts`. */
export interface Dialect<Word extends string = string> {
	blocks?: readonly BlockRow[];
	inlines?: readonly InlineRow[];
	steps?: readonly StepRow[];
	/** By type of token. */
	tokens?: Readonly<Record<string, PassageWriter<Word>>>;
	sources?: readonly SourceRow[];
	syntax?: readonly SyntaxRow[];
}

/** A block rule of markdown-it. */
export interface BlockRow {
	name: string;
	rule: (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;
	/** The block may follow a paragraph without a blank line. */
	interrupts?: boolean;
	/** The rule of CommonMark that it's in place of. */
	replaces?: string;
}

/**
 * An inline rule of markdown-it. In `meta` of its tokens, `start` is where they start, and `isText` says that titles and
 * descriptions have their content.
 */
export interface InlineRow {
	name: string;
	rule: (state: StateInline, silent: boolean) => boolean;
	/** The rule that it follows. */
	after: string;
	replaces?: string;
}

/** A step over all tokens of a page, with the file of each. */
export interface StepRow<File = PageFile> {
	name: string;
	step: (state: StateCore, tokens: Iterable<[token: Token, file: File, index: number]>) => void;
	/** The step of markdown-it that it precedes; by default, it's one of the last. */
	before?: string;
}

/** Source in a page that isn't Markdown. */
export interface SourceRow {
	/** Type of its blocks, and language of its fences. */
	name: string;
	/** Regular expression for what is probably such source in a paragraph, before its inline rule reads it. */
	pattern: string;
	/** The same in a row of a table, with a group around what must not have a bar. */
	cell: string;
	/** How a value of a partial is written in it. */
	value(text: string): string;
}

/** Regular expression for characters that readers don't see; see `SYNTAX` in `content/markdown/syntax.ts`. */
export interface SyntaxRow {
	what: string;
	pattern: string;
}

/** A file of the page that is parsed: its own, or one that it includes. */
export interface PageFile {
	/** Ids as the author of the file knows them → those on the page, where another file may have the same ones. */
	readonly ids: Map<string, string>;
	/** The file that includes this one. */
	readonly parent?: PageFile;
	readonly facts: {
		/** The state of an extension while the page is parsed; `make` is asked once. */
		stateOf<T>(extension: string, make: () => T): T;
	};
}

/**
 * Runs in any thread, so it depends on nothing but the passage and what is installed. The type is that of a method, so
 * that extensions with different words fit into one list.
 */
export type PassageWriter<Word extends string = string> = { write(passage: Passage<Word>): WrittenPassage }['write'];

/** A fence or a token that an extension writes. */
export interface Passage<Word extends string = string> {
	code: string;
	token: Token;
	file: PageFile;
	/** 1 for the page's first fence in this language; makes ids unique. */
	number: number;
	/** The extension's words of the interface, in the language of the page. */
	words: Readonly<Record<Word, string>>;
	/** URL of the file that the extension's `files` found, with the site's base URL. */
	url?: string;
}

/** A fence or a token as readers get it. */
export interface WrittenPassage {
	/** In place of the code, with its words for the search; or around the block of code. */
	html: { drawing: string; words: string } | { before: string; after: string };
	/** Ids in its HTML. */
	ids?: string[];
	/** The Markdown copy of a block; by default, it's the fence as it's written. */
	copy?: string;
	findings?: PassageFinding[];
	/** Names in `Page.components`, by which style sheets and files are found. */
	parts?: string[];
	/** Packages: the page is parsed again when one is installed. */
	packages?: string[];
}

/** `line` is an index into the lines of the code; without it, the finding is about the whole passage. */
export type PassageFinding = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'hint'> & { line?: number };

/** Language, as in the names of files in `templates/words` → a word in it. */
export type Translations = Readonly<Record<string, string> & { en: string }>;

/** The style sheet of an extension. A site replaces it as it does a packaged one. */
export interface StyleSheet {
	/** Its name in the folder `styles` of the extension. */
	file: string;
	/** One of the cascade layers in `templates/components/index.ts`. */
	layer: string;
	/** Pages load it if one of these is among their `Page.components`. */
	parts: readonly string[];
}

/** Files of the output that some pages need. */
export interface PageFiles {
	/** Pages need them if it's among their `Page.components`. */
	part: string;
	/** Output path of the file that pages name; undefined if the site can't have it. Another path parses all pages again. */
	find(site: ExtensionSite): string | undefined;
	/** The file at `out`, and those that it loads. */
	make(site: ExtensionSite, out: string): Promise<OutputText[]>;
}

/** Output path, relative to the folder of the output, and content. */
export interface OutputText {
	out: string;
	text: string;
}

/** What an extension may do with a site. */
export interface ExtensionSite {
	/** Folder for its files in the output: `assets/<name>`. */
	folder: string;
	/** Changes with docsgen itself. */
	program: string;
	/**
	 * Hash of the package.json of an installed package. Undefined unless the nearest package.json of the site names it:
	 * readers download it, and nobody chose a package that came along with another one.
	 */
	chosen(name: string): string | undefined;
	/** Compiles a module of the extension's folder for browsers, with these packages of the site. Its files are in `folder`. */
	compile(module: string, packages: readonly string[]): Promise<{ script: string; files: OutputText[] }>;
}
