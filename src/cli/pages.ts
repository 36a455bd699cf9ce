/** Parses what changed: a page is remembered while its text, the options and every file it looked at are the same. */
import { hashOf, hashOfValue } from '../content/hash.ts';
import { identify } from '../content/identity.ts';
import { parsePage } from '../content/parse.ts';
import type { Body, Diagnostic, Looker, Page, ParseOptions } from '../content/types.ts';
import type { FileIndex } from './files.ts';
import { measure } from './measure.ts';
import type { FileStat } from './project.ts';
import type { ParseRequest, Stale } from './thread/protocol.ts';
import { WORTH_A_THREAD } from './thread/second.ts';
import { DOCSGEN_HASH } from './version.ts';
import { secondThread, type Workshop } from './workshop.ts';

/** All pages of the site, in path order. */
export async function parsePages(
	workshop: Workshop,
	content: FileStat[],
	options: ParseOptions,
): Promise<{ pages: Page[]; parsedNow: number; diagnostics: Diagnostic[] }> {
	const { files, parsed } = workshop;
	const optionsKey = optionsKeyOf(options);
	const diagnostics: Diagnostic[] = [];
	const sources = content.flatMap(({ path }): Stale[] => {
		const identity = identify(path);
		if (!identity) return [];
		const hash = files.hash(path);
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
	const present = new Set(sources.map(({ path }) => path));
	for (const path of [...parsed.keys()]) if (!present.has(path)) parsed.delete(path);
	return { pages: sources.flatMap(({ path }) => parsed.get(path)?.page ?? []), parsedNow: stale.length, diagnostics };
}

function isRemembered({ path, key }: Stale, { files, parsed, bodies }: Workshop): boolean {
	const known = parsed.get(path);
	if (known?.key !== key || !bodies.has(known.page.bodyHash)) return false;
	return known.page.reads.every((read) => files.hash(read.path) === read.hash);
}

/** Pages after which the first thread looks for results of the second. */
const PAUSE = 64;

/** Two threads take pages from one list; where there are few, or there is nothing to gain, one does. */
async function parseStale(stale: Stale[], workshop: Workshop, options: ParseOptions): Promise<void> {
	const { files, bodies, parsed } = workshop;
	const counter = new SharedArrayBuffer(4);
	const second = stale.length < WORTH_A_THREAD ? undefined : secondThread(workshop);
	const beside = second?.parse({ options, stale, counter }, ({ path, key }, { page, packed }) => {
		bodies.putPacked(page.bodyHash, packed);
		parsed.set(path, { key, page });
	});
	for (const { index, source, page, body } of parseFrom({ stale, options, counter }, files)) {
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
	files: Pick<FileIndex, 'hash' | 'read'>,
): Generator<{ index: number; source: Stale; page: Page; body: Body }> {
	const next = new Int32Array(counter);
	const look = looker(files);
	for (let index = Atomics.add(next, 0, 1); index < stale.length; index = Atomics.add(next, 0, 1)) {
		const source = stale[index];
		const text = source && files.read(source.path)?.toString();
		if (!source || text === undefined) continue;
		const { page, body } = parsePage({ path: source.path, text, hash: source.hash }, source.identity, options, look);
		yield { index, source, page, body };
	}
}

/** The page of one file as it is now; undefined where it is no page, or cannot be read. */
export async function parseFile(path: string, workshop: Workshop, options: ParseOptions): Promise<Page | undefined> {
	const { files, parsed } = workshop;
	const identity = identify(path);
	const hash = files.hash(path);
	if (!identity || hash === undefined) return undefined;
	const source = { path, identity, hash, key: hashOf(hash + optionsKeyOf(options)) };
	if (!isRemembered(source, workshop)) await parseStale([source], workshop, options);
	return parsed.get(path)?.page;
}

function optionsKeyOf(options: ParseOptions): string {
	return hashOfValue([DOCSGEN_HASH, options]);
}

/** What parsing may ask, over an index of files. */
function looker(files: Pick<FileIndex, 'hash' | 'read'>): Looker {
	return {
		text(path) {
			const hash = files.hash(path);
			const text = hash === undefined ? undefined : files.read(path)?.toString();
			return hash === undefined || text === undefined ? undefined : { path, text, hash };
		},
		media(path) {
			const hash = files.hash(path);
			const bytes = hash === undefined ? undefined : files.read(path);
			return hash === undefined || !bytes ? undefined : { hash, ...measure(bytes) };
		},
	};
}
