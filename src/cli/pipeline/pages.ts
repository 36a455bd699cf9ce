/** Parses what changed: a page is remembered while its text, the options and every file it looked at are the same. */

import { isUtf8 } from 'node:buffer';
import type { Language } from '../../content/markdown/dialect.ts';
import { oversized, parsePage } from '../../content/markdown/parse.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { identify } from '../../content/model/identity.ts';
import type { Body, Diagnostic, Looker, Page, ParseOptions, ParseResult, Read } from '../../content/model/page.ts';
import type { Inputs } from '../machine/inputs.ts';
import { measure } from '../machine/measure.ts';
import { DOCSGEN_HASH } from '../machine/package.ts';
import { languageOf } from '../machine/plugins.ts';
import type { FileStat } from '../machine/project.ts';
import { WORTH_A_THREAD } from './second-thread.ts';
import type { ParseRequest, Stale } from './thread-protocol.ts';
import { secondThread, type Workshop } from './workshop.ts';

/** All pages of the site, in path order. */
export async function parsePages(
	workshop: Workshop,
	content: FileStat[],
	options: ParseOptions,
): Promise<{ pages: Page[]; parsedNow: number; diagnostics: Diagnostic[] }> {
	const { inputs, parsed } = workshop;
	const optionsKey = optionsKeyOf(options);
	const diagnostics: Diagnostic[] = [];
	const sources = content.flatMap(({ path, size }): Stale[] => {
		const identity = identify(path);
		if (!identity) return [];
		const tooLarge = oversized(path, size);
		if (tooLarge) {
			diagnostics.push(tooLarge);
			return [];
		}
		const hash = inputs.hash(path);
		if (hash !== undefined) return [{ path, identity, hash, key: hashOf(hash + optionsKey) }];
		diagnostics.push({
			code: 'unreadable-file',
			severity: 'error',
			file: path,
			message: `${path} cannot be read.`,
			hint: 'May you read it? Files that are no pages begin with an underscore.',
		});
		return [];
	});
	const stale = sources.filter((source) => !isRemembered(source, workshop));
	await parseStale(stale, workshop, options);
	// Another thread may have looked at them: they are inputs of this one, too.
	for (const { page } of parsed.values()) for (const read of page.reads) hashOfRead(inputs, read);
	const present = new Set(sources.map(({ path }) => path));
	for (const path of [...parsed.keys()]) if (!present.has(path)) parsed.delete(path);
	return { pages: sources.flatMap(({ path }) => parsed.get(path)?.page ?? []), parsedNow: stale.length, diagnostics };
}

function isRemembered({ path, key }: Stale, { inputs, parsed, bodies }: Workshop): boolean {
	const known = parsed.get(path);
	if (known?.key !== key || !bodies.has(known.page.bodyHash)) return false;
	return known.page.reads.every((read) => hashOfRead(inputs, read) === read.hash);
}

function hashOfRead(inputs: Pick<Inputs, 'hash' | 'admittedHash'>, { path, own }: Read): string | undefined {
	return own ? inputs.hash(path) : inputs.admittedHash(path);
}

/** Pages after which the first thread looks for results of the second. */
const PAUSE = 64;

/** Two threads take pages from one list; where there are few, or there is nothing to gain, one does. */
async function parseStale(stale: Stale[], workshop: Workshop, options: ParseOptions): Promise<void> {
	const { inputs, bodies, parsed } = workshop;
	const counter = new SharedArrayBuffer(4);
	const second = stale.length < WORTH_A_THREAD.pages ? undefined : secondThread(workshop);
	const beside = second?.parse({ options, stale, counter }, ({ path, key }, { page, packed }) => {
		bodies.putPacked(page.bodyHash, packed);
		parsed.set(path, { key, page });
	});
	const language = await languageOf(options.plugins);
	for (const { index, source, page, body } of parseFrom({ stale, options, counter }, inputs, language)) {
		bodies.put(page.bodyHash, body);
		parsed.set(source.path, { key: source.key, page });
		// Results of the other thread are let in now and then, so that they do not pile up.
		if (beside && index % PAUSE === 0) await new Promise((resume) => setImmediate(resume));
	}
	await beside;
}

/** Parses pages for as long as the list, which another thread may take from too, has one. */
export function* parseFrom(
	{ stale, options, counter }: Omit<ParseRequest, 'kind'>,
	inputs: LookInputs,
	language?: Language,
): Generator<{ index: number; source: Stale; page: Page; body: Body }> {
	const next = new Int32Array(counter);
	inputs.include(options.include ?? []);
	const look = looker(inputs);
	for (let index = Atomics.add(next, 0, 1); index < stale.length; index = Atomics.add(next, 0, 1)) {
		const source = stale[index];
		const bytes = source && inputs.read(source.path);
		if (!source || !bytes) continue;
		const { path, hash } = source;
		const text = { path, text: bytes.toString(), hash };
		const { page, body } = parsed(language, (own) => parsePage(text, source.identity, options, look, own));
		page.diagnostics.push(...encodingOf(path, bytes));
		for (const { path, hash } of page.reads)
			if (hash !== undefined) page.diagnostics.push(...encodingOf(path, inputs.read(path)));
		yield { index, source, page, body };
	}
}

/** A page as `parse` reads it; where a plugin throws, as it is without any, and a finding. */
function parsed(language: Language | undefined, parse: (language?: Language) => ParseResult): ParseResult {
	try {
		return parse(language);
	} catch (error) {
		if (!language) throw error;
		const result = parse();
		const { path: file, diagnostics } = result.page;
		const message = `A plugin of markdown.plugins failed on this page: ${(error as Error).message}`;
		diagnostics.push({ code: 'markdown-plugin', severity: 'error', file, message });
		return result;
	}
}

/** The finding for a text file that is not UTF-8: its letters would be others. */
function encodingOf(path: string, bytes: Buffer | undefined): Diagnostic[] {
	if (!bytes || isUtf8(bytes) || !/\.(?:mdx?|[cm]?[jt]sx?|json|ya?ml|txt|css|html)$/.test(path)) return [];
	const before = bytes.toString().split('\ufffd')[0] ?? '';
	const message = `${path} is not UTF-8: byte ${Buffer.byteLength(before)} begins no character.`;
	return [
		{
			code: 'encoding',
			severity: 'error',
			file: path,
			line: before.split('\n').length,
			column: (before.split('\n').at(-1) ?? '').length + 1,
			message,
			hint: 'Save it as UTF-8.',
		},
	];
}

/** The page of one file as it is now; undefined where it is no page, or cannot be read. */
export async function parseFile(path: string, workshop: Workshop, options: ParseOptions): Promise<Page | undefined> {
	const { inputs, parsed } = workshop;
	const identity = identify(path);
	const hash = inputs.hash(path);
	if (!identity || hash === undefined) return undefined;
	const source = { path, identity, hash, key: hashOf(hash + optionsKeyOf(options)) };
	if (!isRemembered(source, workshop)) await parseStale([source], workshop, options);
	return parsed.get(path)?.page;
}

function optionsKeyOf(options: ParseOptions): string {
	return hashOfValue([DOCSGEN_HASH, options]);
}

type LookInputs = Pick<Inputs, 'hash' | 'read' | 'refusal' | 'admittedHash' | 'include'>;

/** What parsing may ask, over an index of inputs. */
function looker(inputs: LookInputs): Looker {
	return {
		text(path) {
			const refused = inputs.refusal(path);
			if (refused) return { refused };
			const hash = inputs.hash(path);
			const text = hash === undefined ? undefined : inputs.read(path)?.toString();
			return hash === undefined || text === undefined ? undefined : { path, text, hash };
		},
		media(path) {
			const refused = inputs.refusal(path);
			if (refused) return { refused };
			const hash = inputs.hash(path);
			const bytes = hash === undefined ? undefined : inputs.read(path);
			return hash === undefined || !bytes ? undefined : { hash, ...measure(bytes) };
		},
		package: (path) => inputs.hash(path),
	};
}
