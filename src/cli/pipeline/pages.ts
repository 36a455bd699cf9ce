/** Parses changed pages: a page is reused while its text, the options and every file that it read are the same. */

import { isUtf8 } from 'node:buffer';
import { imageSize } from 'image-size';
import type { MarkdownParser } from '../../content/markdown/dialect.ts';
import { oversized, parsePage } from '../../content/markdown/parse.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { identify } from '../../content/model/identity.ts';
import { NOTHING_INCLUDED } from '../../content/model/mounts.ts';
import type { Diagnostic, FileRead, FileReader, Page, ParseOptions, ParseResult } from '../../content/model/page.ts';
import { placeAt } from '../../content/model/places.ts';
import { translatedName } from '../../content/site/locale.ts';
import type { VirtualPage } from '../../extension.ts';
import { grammarOf, PLAIN_PARSER } from '../bundle/plugins.ts';
import { packBody } from '../cache/bodies.ts';
import { attempt } from '../disk/disk.ts';
import type { Inputs } from '../disk/inputs.ts';
import { DOCSGEN_HASH } from '../disk/package.ts';
import type { FileStat } from '../disk/project.ts';
import { type ParsedPage, type SecondWorker, type SourceToParse, splitWork, THREAD_MINIMUM } from './second-thread.ts';
import { type Session, secondThread } from './session.ts';

/** Pages per block for the second thread. */
const PAGES_PER_BLOCK = 24;

interface Pages {
	/** In the order of their sources. */
	pages: Page[];
	/** Number of pages that were parsed now, not reused. */
	parsedNow: number;
	diagnostics: Diagnostic[];
}

/** Parses edited pages again; undefined if one of them has no text any more. */
export type ParseAgain = (paths: readonly string[]) => Promise<Page[] | undefined>;

/** How a page is parsed. */
export interface Way {
	source: SourceToParse;
	/** Of its language. */
	options: ParseOptions;
}

export type Explain = ((text: string) => void) | undefined;

/**
 * The pages that authors wrote. `options` has one entry per language, the first language first. `explain` is told why
 * pages were parsed.
 */
export async function parsePages(
	session: Session,
	content: FileStat[],
	options: ParseOptions[],
	explain?: Explain,
): Promise<Pages & { again: ParseAgain; ways: ReadonlyMap<string, Way> }> {
	const locales = options.flatMap(({ locale }) => locale ?? []);
	const all = content.flatMap(({ path, size }) => {
		const identity = identify(path, locales);
		return identity ? [{ path, identity, tooLarge: oversized(path, size) }] : [];
	});
	const written = all.filter(({ tooLarge }) => !tooLarge);
	for (const [path, { page }] of session.parsed) if (!locales.includes(page.locale)) session.parsed.delete(path);
	const ways = new Map<string, Way>();
	const again: ParseAgain = async (paths) => {
		const known = paths.flatMap((path) => ways.get(path) ?? []);
		return known.length === paths.length ? parseAgain(session, known, explain) : undefined;
	};
	const result = {
		ways,
		again,
		pages: [] as Page[],
		parsedNow: 0,
		diagnostics: all.flatMap(({ tooLarge }) => tooLarge ?? []),
	};
	// Translations take the ids of their originals' headings.
	const outlines = new Map<string, SourceToParse['outline']>();
	for (const language of options) {
		const sources = written
			.filter(({ identity }) => identity.locale === language.locale)
			.map((source) => ({ ...source, outline: outlines.get(translatedName(source.identity)) }));
		for (const source of sources) ways.set(source.path, { source, options: language });
		const isOfKind = ({ virtual, locale }: Page): boolean => !virtual && locale === language.locale;
		const { pages, parsedNow, diagnostics } = await parse(session, sources, language, isOfKind, explain);
		result.pages.push(...pages);
		result.parsedNow += parsedNow;
		result.diagnostics.push(...diagnostics);
		if (language === options[0] && options.length > 1)
			for (const page of pages)
				outlines.set(
					translatedName(page),
					page.headings.map(({ level, id }) => ({ level, id })),
				);
	}
	// Another thread may have read these files: they are inputs of this one as well.
	for (const { page } of session.parsed.values()) for (const read of page.reads) hashOfRead(session.inputs, read);
	return result;
}

/** Parses single pages, without a second thread; undefined if one of them has no text any more. */
export async function parseAgain(
	session: Session,
	ways: readonly Way[],
	explain?: Explain,
): Promise<Page[] | undefined> {
	const pages: Page[] = [];
	for (const { source, options } of ways)
		pages.push(...(await parse(session, [source], options, ({ path }) => path === source.path, explain)).pages);
	return pages.length === ways.length ? pages : undefined;
}

/** Parses the texts of virtual pages. */
export function parseVirtual(
	session: Session,
	pages: VirtualPage[],
	options: ParseOptions,
	explain?: Explain,
): Promise<Pages> {
	return parse(session, pages, options, ({ virtual }) => virtual !== undefined, explain);
}

/** Shares the changed pages between two threads; a few are parsed by one. Forgets pages of the kind without a source. */
async function parse(
	session: Session,
	sources: SourceToParse[],
	options: ParseOptions,
	isOfKind: (page: Page) => boolean,
	explain: Explain,
): Promise<Pages> {
	const { inputs, bodies, parsed } = session;
	const optionsKey = hashOfValue([DOCSGEN_HASH, options]);
	const keyOf = (hash: string | undefined, { outline }: SourceToParse): string =>
		[hash, optionsKey, ...(outline ? [hashOfValue(outline)] : [])].join(' ');
	const byPath = new Map(sources.map((source) => [source.path, source]));
	const whyParsed = (source: SourceToParse): string | undefined => {
		const { path, virtual } = source;
		const known = parsed.get(path);
		// A new file has no entry yet: it is read only once, for its hash and its text.
		if (!known) return 'new';
		const key = keyOf(virtual ? virtual.hash : inputs.hash(path), source);
		if (known.key !== key) return whatChanged(known.key, key);
		const { reads, bodyHash } = known.page;
		if (!bodies.has(bodyHash)) return 'not in the cache any more';
		const changed = reads.find((read) => hashOfRead(inputs, read) !== read.hash);
		return changed && `${changed.path} has changed`;
	};
	const reasons = new Map(
		sources.flatMap((source): [string, string][] => {
			const reason = whyParsed(source);
			return reason === undefined ? [] : [[source.path, reason]];
		}),
	);
	const stale = sources.filter(({ path }) => reasons.has(path));
	if (explain) for (const line of parsedBecause(reasons)) explain(line);
	for (const [path, { page }] of parsed)
		if (isOfKind(page) && (reasons.has(path) || !byPath.has(path))) parsed.delete(path);
	const language = await grammarOf(options);
	const keep = ({ hash, page, packed }: ParsedPage): void => {
		bodies.put(page.bodyHash, packed);
		if (!page.virtual) inputs.recordHash(page.path, hash);
		const source = byPath.get(page.path);
		if (source) parsed.set(page.path, { key: keyOf(hash, source), page });
	};
	const second = stale.length < THREAD_MINIMUM.pages ? undefined : secondThread(session);
	const secondWorker: SecondWorker<SourceToParse> | undefined = second && {
		size: PAGES_PER_BLOCK,
		ahead: 2,
		async run(block) {
			for (const found of await second.ask('parse', { options, sources: block })) if (found) keep(found);
		},
	};
	const mine = (source: SourceToParse): void => {
		const found = parseSource(source, options, inputs, language);
		if (found) keep(found);
	};
	await splitWork(stale, mine, secondWorker);
	return {
		pages: sources.flatMap(({ path }) => parsed.get(path)?.page ?? []),
		parsedNow: stale.length,
		diagnostics: stale.filter(({ path }) => !parsed.has(path)).map(unreadable),
	};
}

/** What two keys of a page differ in. */
function whatChanged(before: string, now: string): string {
	const [hash, options] = before.split(' ');
	const [hashNow, optionsNow] = now.split(' ');
	if (options !== optionsNow) return 'the configuration, the components or docsgen have changed';
	return hash === hashNow ? 'the headings of the original have changed' : 'the text has changed';
}

/** Maximum number of paths named per reason. */
const MAX_NAMED = 10;

/** A line for each reason: `Parsed 2 pages (the text has changed): content/docs/a.md, content/docs/b.md`. */
function parsedBecause(reasons: ReadonlyMap<string, string>): string[] {
	return [...new Set(reasons.values())].map((reason) => {
		const paths = [...reasons].flatMap(([path, why]) => (why === reason ? path : []));
		const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
		const count = `${paths.length} ${paths.length === 1 ? 'page' : 'pages'}`;
		return `Parsed ${count} (${reason}): ${paths.slice(0, MAX_NAMED).join(', ')}${more}`;
	});
}

function unreadable({ path }: SourceToParse): Diagnostic {
	return {
		code: 'unreadable-file',
		severity: 'error',
		file: path,
		message: `${path} cannot be read.`,
		hint: 'Check the permissions of the file. Files that are not pages start with an underscore.',
	};
}

function hashOfRead(inputs: Inputs, { path, own }: FileRead): string | undefined {
	return own ? inputs.hash(path) : inputs.admittedHash(path);
}

/** Parses one page; undefined if its file cannot be read. */
export function parseSource(
	{ path, identity, virtual, outline }: SourceToParse,
	shared: ParseOptions,
	inputs: Inputs,
	language = PLAIN_PARSER,
): ParsedPage | undefined {
	const options = outline ? { ...shared, outline } : shared;
	inputs.include(options.include ?? NOTHING_INCLUDED);
	const bytes = virtual ? Buffer.from(virtual.text) : readIfAllowed(inputs, path);
	if (!bytes || (!virtual && oversized(path, bytes.length))) return undefined;
	const hash = virtual?.hash ?? hashOf(bytes);
	const text = { path, text: bytes.toString(), hash };
	const { page, ...texts } = parsed(language, (own) => parsePage(text, identity, options, looker(inputs), own));
	if (virtual) place(page, virtual.origin);
	page.diagnostics.push(...encodingOf(path, bytes));
	for (const { path, hash } of page.reads) {
		if (hash !== undefined && TEXT.test(path) && !inputs.isLarge(path))
			page.diagnostics.push(...encodingOf(path, inputs.read(path)));
	}
	return { hash, page, packed: packBody(texts) };
}

function readIfAllowed(inputs: Inputs, path: string): Buffer | undefined {
	try {
		return inputs.read(path);
	} catch (error) {
		if (['EACCES', 'EPERM', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
		throw error;
	}
}

/** Reports problems of a virtual page at the source of its words, because authors cannot open the text itself. */
function place(page: Page, origin: { file: string; line: number }): void {
	const isOwn = ({ file }: { file?: string }): boolean => file === page.path;
	page.links = page.links.map((link) => (isOwn(link) && link.kind === 'route' ? { ...link, ...origin } : link));
	page.diagnostics = page.diagnostics.map((finding) =>
		isOwn(finding) ? { ...finding, ...origin, column: 1, length: undefined, excerpt: undefined } : finding,
	);
}

/** The result of `parse`; if a plugin throws, the result without plugins and a finding. */
function parsed(language: MarkdownParser, parse: (language: MarkdownParser) => ParseResult): ParseResult {
	try {
		return parse(language);
	} catch (error) {
		if (language === PLAIN_PARSER) throw error;
		const result = parse(PLAIN_PARSER);
		const { path: file, diagnostics } = result.page;
		const message = `A plugin of markdown.plugins or an extension failed on this page: ${(error as Error).message}`;
		diagnostics.push({ code: 'markdown-plugin', severity: 'error', file, message });
		return result;
	}
}

const TEXT = /\.(?:mdx?|[cm]?[jt]sx?|json|ya?ml|txt|css|html)$/;

/** The finding for a text file that is not UTF-8, and would be decoded to wrong characters. */
function encodingOf(path: string, bytes: Buffer | undefined): Diagnostic[] {
	if (!bytes || isUtf8(bytes)) return [];
	const before = bytes.toString().split('\ufffd')[0] ?? '';
	const message = `${path} is not UTF-8: byte ${Buffer.byteLength(before)} does not begin a character.`;
	return [
		{
			code: 'encoding',
			severity: 'error',
			file: path,
			...placeAt(before, before.length),
			message,
			hint: 'Save it as UTF-8.',
		},
	];
}

/** The files that parsing may read, recorded as inputs. */
function looker(inputs: Inputs): FileReader {
	const found = <T>(path: string, of: (bytes: Buffer) => T) => {
		const refused = inputs.refusal(path);
		if (refused) return { refused };
		const hash = inputs.hash(path);
		const bytes = hash === undefined ? undefined : inputs.isLarge(path) ? Buffer.alloc(0) : inputs.read(path);
		return hash === undefined || !bytes ? undefined : { ...of(bytes), hash };
	};
	return {
		text(path) {
			if (inputs.refusal(path) === undefined && inputs.isLarge(path)) return { refused: 'large' };
			return found(path, (bytes) => ({ path, text: bytes.toString() }));
		},
		media: (path) => found(path, measure),
		package: (path) => inputs.hash(path),
	};
}

/** Pixel size of an image; empty if the file does not contain one, like videos, documents and some drawings. */
function measure(bytes: Uint8Array): { width?: number; height?: number } {
	const size = attempt(() => imageSize(bytes));
	return size ? { width: Math.round(size.width), height: Math.round(size.height) } : {};
}
