/**
 * The door of docsgen: what an extension is. Types only, and what an extension writes is plain data. The core names no
 * extension; the list is `extensions/registered.ts`.
 */
import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import type { AnnotationCache } from './cli/cache/annotations.ts';
import type { Bodies } from './cli/cache/bodies.ts';
import type { Inputs } from './cli/disk/inputs.ts';
import type { Project } from './cli/disk/project.ts';
import type { Terminal } from './cli/terminal/terminal.ts';
import type { FenceInfo } from './content/code/fence.ts';
import type { AnnotatedFence, PageAnnotations } from './content/model/annotation.ts';
import type { Config, ConfigSection, FieldCheck } from './content/model/config.ts';
import type { Diagnostic } from './content/model/diagnostic.ts';
import type { Identity } from './content/model/identity.ts';
import type { ImagedPage, ImageSize } from './content/model/link-image.ts';
import type { Page, Section, VirtualFact } from './content/model/page.ts';
import type { Table } from './content/model/schema.ts';
import type { Forms } from './content/model/words.ts';

/** `Word` are the keys of its words. */
export interface Extension<Word extends string = string> {
	/** Letters, digits and hyphens: the name of its folder. */
	name: string;
	dialect?: Dialect<Word>;
	/** By language, the first word of an info string. The code of its fences isn't colored. */
	fences?: Readonly<Record<string, PassageWriter<Word>>>;
	files?: PageFiles;
	images?: LinkImages;
	styles?: StyleSheet;
	/** Its words of the interface; a site replaces them in `words.json`. */
	words?: Readonly<Record<Word, Translations>>;
	code?: CodeReader;
	/**
	 * Finds in the code of any fence what the provider checks, which gets it with its places, in `Page.codeFacts`. Runs
	 * where pages are parsed.
	 */
	codeFacts?(code: string, lang: string, page: CodePage): CodeFact[];
	provider?: ProviderOpening;
	client?: ExtensionScripts;
	config?: ConfigSection;
	commands?(host: CommandHost): CliCommand[];
	/** The work of a process that the extension has started with `project.startHelper` and its name. */
	helper?(): Promise<void>;
}

/**
 * An extension of a site: a module that `extensions` in the configuration names. Its styles have their
 * place in `content/theme.css`, its scripts in islands, and its commands in package.json.
 */
export interface SiteExtension<Word extends string = string>
	extends Pick<Extension<Word>, 'name' | 'dialect' | 'fences' | 'words' | 'config'> {
	/** Pages without a file, made in each pass. */
	pages?(site: PageSource): MadePage[];
}

/** The site, for the pages of an extension. */
export interface PageSource {
	config: Config;
	/** The text of a file in the site's folder; undefined if there is none. When it changes, the pages are made again. */
	read(path: string): string | undefined;
}

/** A page of the current docs that an extension makes. A page that an author writes at the same place replaces it. */
export interface MadePage {
	/** Name below the docs: `glossary` is the page that `content/docs/glossary.md` would be. */
	name: string;
	/** Markdown with front matter. */
	text: string;
	/** The file that its words come from, where mistakes in the text are reported. */
	file: string;
	/** The rest of the `api:` links that lead to it, after the name of the extension: `api:glossary/oven` for `oven`. */
	links?: string[];
}

/** Rules of an extension, as rows of the tables in `content/markdown/dialect.ts`. */
export interface Dialect<Word extends string = string> {
	/** Fields of front matter. */
	frontMatter?: Readonly<Record<string, Table[string] | FieldCheck>>;
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
		/** The state of an extension while the page is parsed; `make` is called once. */
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
	/** The Markdown copy of a token that is a block. A fence is copied as it's written. */
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

/** A fence in a language of a `CodeReader`. */
export interface CodeInput {
	lang: AnnotatedFence['lang'];
	info: FenceInfo;
	code: string;
	/** Line of the Markdown file with the first line of code, 1-based. */
	line: number;
	/** The Markdown file, relative to the site's folder. */
	file: string;
	indent?: number;
	/** Name of the fence's variant; absent for the default. */
	variant?: string;
	/** Absent outside of a build. */
	page?: CodePage;
}

/** The page of a fence: its docs version, and the extension's data of the configuration. */
export interface CodePage {
	version: string;
	parsing: unknown;
}

/** `data` is plain. */
export interface CodeFact {
	/** Index of the line in the code. */
	line: number;
	/** Index of its first character in the line. */
	column: number;
	length: number;
	data: unknown;
}

/** Reads the fences of a language, which the extension's provider annotates. Independent of the machine. */
export interface CodeReader {
	/** Words of info strings, in addition to those of any fence → the values that they accept, empty for none. */
	words: Readonly<Record<string, RegExp>>;
	/** Its language by a name of it, in capitals as well; undefined for others. */
	language(name: string): AnnotatedFence['lang'] | undefined;
	/** Never throws: mistakes are in `problems` and `diagnostics`, and the rest is still read. */
	read(input: CodeInput): AnnotatedFence;
	/** Names of a fence's variants, except the default, in order of appearance. */
	variants(code: string): string[];
	/** The lines of code in another language without those that only the tools of this one read. */
	uncut<T extends { text: string }>(lines: T[]): T[];
	/** Findings about words of an info string that do nothing on this page. */
	idleWords(info: FenceInfo, page: CodePage): PassageFinding[];
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

/* ---------------------------------------------------------------- images */

/** Draws the images that networks show with links to pages, for pages without one. */
export interface LinkImages {
	size: ImageSize;
	/** Decides what is on the images of a site; undefined if it has none. */
	plan(config: Config, inputs: Pick<Inputs, 'read' | 'hash'>): ImagePlan | undefined;
	/** The PNG file of what the plan shows, in any thread. `read` reads a file of the site. */
	draw(shown: unknown, read: (name: string) => Uint8Array): Uint8Array;
}

export interface ImagePlan {
	/** The words on the image of a page and all else that its bytes depend on, as plain data. Undefined if it can't have one. */
	show(page: ImagedPage): unknown;
	/** About the site, after all its pages. */
	findings(): Diagnostic[];
}

/* ---------------------------------------------------------------- scripts for browsers */

/** Modules are paths in the extension's folder, below `client/`. */
export interface ExtensionScripts {
	/** Name in `data-widget` → module with `mountWidget`, which gets the element and returns a function that undoes it. */
	widgets?: Readonly<Record<string, string>>;
	/** Beginning of the hash in an address → module with `open`, which is called. */
	hashes?: Readonly<Record<string, string>>;
	/** Words in its scripts, in English. The folder `words` has them in each language of `templates/words`. */
	words?: Readonly<Record<string, string | Forms>>;
	/** Style sheets in the folder `styles` that its scripts import as text, `docsgen:styles/x.css`. A site can replace them. */
	styles?: readonly string[];
	/** Name in `SearchService.client` → module that answers questions, as `client/modules.d.ts` says. */
	services?: Readonly<Record<string, string>>;
	/** Whether the site compiles modules of the folder by itself: each language's file has their words. */
	isCompiled?(config: Config): boolean;
}

/* ---------------------------------------------------------------- pages without a file, and what stands beside code */

/**
 * `made`: complete and current. `pending`: missing or outdated, and work would make it. `failed`: it cannot be made, and
 * the findings say why.
 */
export type ResultState = 'made' | 'pending' | 'failed';

/** A page without a file, ready to be parsed. */
export interface VirtualPage {
	/** Virtual source path; if an author writes a page there, it replaces this one. */
	path: string;
	identity: Identity & { virtual: VirtualFact };
	virtual: VirtualText;
	/** Path of a written part that it includes: annotations of the part's fences are shown here. */
	includes?: string;
}

export interface VirtualText {
	text: string;
	/** Hash of all that the page is made from. */
	hash: string;
	/** Where mistakes in the text are reported, because authors cannot open it. */
	origin: { file: string; line: number };
}

export interface VirtualPages {
	/** If it `failed`, no link of the site is checked: those to these pages would be reported as mistakes. */
	state: ResultState;
	diagnostics: Diagnostic[];
	/** Whether a path of the site may belong to one of the pages: while they are made, its readers wait for them. */
	covers(path: string): boolean;
	/** The texts, which may include parts (`isPart`) and link to pages. Findings are about the parts. */
	texts(written: Page[]): VirtualTexts | Promise<VirtualTexts>;
}

export interface VirtualTexts {
	pages: VirtualPage[];
	diagnostics: Diagnostic[];
}

/** The pages that a provider may annotate; parts are among them. */
export interface WrittenSite {
	config: Config;
	/** By source path. */
	pages: ReadonlyMap<string, Page>;
}

export interface Annotations {
	state: ResultState;
	/** By source path; without the pages that have none yet. */
	pages: Map<string, PageAnnotations>;
	/** About the annotated fences. */
	diagnostics: Diagnostic[];
	/** Why pages have no annotations. Told once, by the work that has failed. */
	failures: Diagnostic[];
	/** Output path → bytes of files that annotations refer to. */
	files: Map<string, Uint8Array>;
	/** What is worth a line with `--verbose`. */
	notes: string[];
}

/** How many fences are unchecked, and what was found in others. Who tells it may end early, as `pending`, after edits. */
export type AnnotationNews = { unchecked: number; diagnostics?: Diagnostic[] };

/** A provider for one site, as long as a process works on it. With `wait`, it makes what is pending; without, it's quick. */
export interface Provider {
	pages(config: Config, wait: boolean): Promise<VirtualPages>;
	annotations(site: WrittenSite, wait: boolean, told?: (news: AnnotationNews) => void): Promise<Annotations>;
	/** Makes ready for an edit of a page. */
	prepare?(site: WrittenSite, page: Page): Promise<unknown>;
	/** Ends its processes, which keep this one alive. */
	stop(): void;
}

/** What a provider may use of docsgen. */
export interface ProviderContext {
	project: Project;
	/** A file that is read through the inputs is an input of the site. */
	inputs: Inputs;
	bodies: Bodies;
	annotations: AnnotationCache;
}

/** A provider as each build knows it; the code behind it is loaded only for a site that uses it. */
export interface ProviderOpening {
	isUsed(config: Config): boolean;
	/**
	 * A text that stays the same as long as what the provider reads without `inputs` does. `root` is the absolute folder
	 * of the site.
	 */
	signature(root: string): Promise<string>;
	open(context: ProviderContext): Promise<Provider>;
}

/* ---------------------------------------------------------------- commands */

/** A command of the command line. */
export interface CliCommand {
	/** With its group first: `search try`. */
	name: string;
	description: string;
	/** Command lines. */
	examples: readonly string[];
	/** Runs until you stop it. */
	isServer?: true;
	/** Adds arguments and options. */
	define(command: Command): Command;
	/** Takes the arguments in order, then the options; resolves to the exit code. */
	run(...given: unknown[]): Promise<number>;
}

/** A local server of a site. */
export type ServedSite =
	| { kind: 'serving'; url: string; close(): Promise<unknown> }
	| { kind: 'failed'; diagnostic: Diagnostic };

/** Values of the options that `common` adds; the others are docsgen's. */
export interface LinkedOptions {
	site: string;
}

/** A site that is read and linked, without its output. */
export interface LinkedSite {
	/** Absolute folder. */
	root: string;
	config: Config;
	/** The pages in its search, in all languages. */
	pages(): SearchedPage[];
}

/** A page as the search has it. */
export interface SearchedPage {
	/** Absolute URL. */
	url: string;
	/** Path below the base URL, with a slash. */
	path: string;
	title: string;
	/** Heading above its results. */
	group: string;
	/** One of `PAGE_KIND`. */
	kind: number;
	/** Tag of the language of its site. */
	language: string;
	/** As in `SearchVersion.tag`. */
	tag: string;
	/** Docs versions that have it in their search. */
	versions: string[];
	/** Its source; absent for pages without one. */
	file?: string;
	/** Line of a heading of the source. */
	lineOf(id: string): number;
	/** Reads them; the first is the page itself. */
	sections(): Section[];
}

/** The parts of docsgen for commands of extensions. */
export interface CommandHost {
	/** Prints the findings of the work; resolves to the exit code. `site` is a folder or a name for messages. */
	withTerminal(
		options: { site: string; quiet?: boolean },
		work: (terminal: Terminal) => Promise<Diagnostic[]>,
	): Promise<number>;
	/** Adds the options that almost all commands on sites have. */
	common(command: Command): Command;
	/** As `withTerminal`, with the pages of a site. A site with mistakes is reported in place of the work. */
	withPages(
		options: LinkedOptions,
		work: (site: LinkedSite, terminal: Terminal) => Promise<Diagnostic[]>,
	): Promise<number>;
	/** Standard output, which modules of a site can't write to. */
	output(): Writable;
	/** Serves a folder of sources as `docsgen dev` does. */
	serveSources(site: string, terminal: Terminal): Promise<ServedSite>;
	/** Serves a folder of output as `docsgen serve` does. */
	serveOutput(folder: string, baseUrl: string): Promise<ServedSite>;
}
