/**
 * The door of docsgen: what an extension is. Types only, and only plain data passes it. The core names no extension; the
 * list is `extensions/registered.ts`.
 */
import type { Diagnostic } from './content/model/diagnostic.ts';

/** `Word` are the keys of its words. */
export interface Extension<Word extends string = string> {
	name: string;
	/** By language, the first word of an info string: what readers get for a fence. Its code isn't colored. */
	fences?: Readonly<Record<string, FenceWriter<Word>>>;
	files?: PageFiles;
	styles?: StyleSheet;
	/** Its words of the interface; a site replaces them in `words.json`. */
	words?: Readonly<Record<Word, Translations>>;
}

/**
 * Runs in any thread, so it depends on nothing but the fence and what is installed. The type is that of a method, so that
 * extensions with different words fit into one list.
 */
export type FenceWriter<Word extends string = string> = { write(fence: Fence<Word>): WrittenFence }['write'];

/** A fence that isn't part of a page's own language. */
export interface Fence<Word extends string = string> {
	code: string;
	/** 1 for the page's first fence in this language; makes ids unique. */
	number: number;
	/** The extension's words of the interface, in the language of the page. */
	words: Readonly<Record<Word, string>>;
	/** URL of the file that the extension's `files` found, with the site's base URL. */
	url?: string;
}

/** What readers get for a fence. Its Markdown copy is the fence as it's written. */
export interface WrittenFence {
	/** In place of the code, with its words for the search; or around the block of code. */
	html: { drawing: string; words: string } | { before: string; after: string };
	findings?: FenceFinding[];
	/** Names in `Page.components`, by which style sheets and files are found. */
	parts?: string[];
	/** Packages: the page is parsed again when one is installed. */
	packages?: string[];
}

/** `line` is an index into the lines of the code; without it, the finding is about the fence. */
export type FenceFinding = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'hint'> & { line?: number };

/** The style sheet of an extension. A site replaces it as it does a packaged one. */
export interface StyleSheet {
	/** Its name in the folder `styles` of the extension. */
	file: string;
	/** One of the cascade layers in `templates/components/index.ts`. */
	layer: string;
	/** Pages load it if one of these is among their `Page.components`. */
	parts: readonly string[];
}

/** Language, as in the names of files in `templates/words` → a word in it. */
export type Translations = Readonly<Record<string, string> & { en: string }>;

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
