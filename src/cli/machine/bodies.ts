/**
 * The texts of pages between parsing and rendering, and between builds, in three packs by who reads them: what pages
 * are rendered from, their Markdown, and their counted words. So that one edit need not read all of everything.
 */
import type { Body } from '../../content/model/page.ts';
import type { ReadBody } from '../../render/model/job.ts';
import type { Terms } from '../../render/model/search-index.ts';
import { packTerms, termsOf, unpackTerms } from '../../render/search/terms.ts';
import { openPacks, type PackIndex } from './packs.ts';
import type { Cache } from './project.ts';

/** Characters of JSON kept in memory, by each thread: jobs that read the same body stand together. What is older is read again from its pack. */
const MEMORY_LIMIT = 2_000_000;

/** A body as its packs have it. */
export interface PackedBody {
	body: Uint8Array;
	markdown: Uint8Array;
	terms: Uint8Array;
}

/** What the last `save` returned. */
export type BodiesIndex = { [K in keyof PackedBody]: PackIndex };

/** Getters throw `CacheLost` where the cache is damaged. */
export interface Bodies {
	put(hash: string, body: Body): void;
	/** The same for a body that another thread or process has packed. */
	putPacked(hash: string, packed: PackedBody): void;
	get: ReadBody;
	markdown(hash: string): Body['markdown'];
	terms(hash: string): Terms;
	has(hash: string): boolean;
	/** Writes what is not written yet: another thread finds it by the index that is returned. */
	share(): BodiesIndex;
	/** Keeps what is needed for the next process. */
	save(needed: ReadonlySet<string>): BodiesIndex;
}

export function packBody({ markdown, ...body }: Body): PackedBody {
	return {
		body: Buffer.from(JSON.stringify(body)),
		markdown: packMarkdown(markdown),
		terms: packTerms(termsOf(body.sections)),
	};
}

/** Text with the numbers of links between NULs: a list of all pages' texts is read quicker than from JSON. */
function packMarkdown(markdown: Body['markdown']): Uint8Array {
	return Buffer.from(
		markdown.map((piece) => (typeof piece === 'string' ? piece.replaceAll('\0', '\ufffd') : `\0${piece}\0`)).join(''),
	);
}

function unpackMarkdown(bytes: Buffer): Body['markdown'] {
	const pieces = bytes.toString().split('\0');
	return pieces.map((piece, index) => (index % 2 === 0 ? piece : Number(piece)));
}

/** Bodies over a cache. */
export function openBodies(cache: Cache, index: Partial<BodiesIndex> = {}): Bodies {
	const bodies = openPacks(cache, 'body', index.body ?? {});
	const markdown = openPacks(cache, 'markdown', index.markdown ?? {}, { inOrder: true });
	const terms = openPacks(cache, 'terms', index.terms ?? {}, { inOrder: true });
	const all = [bodies, markdown, terms];
	const memory = new Map<string, { body: ReturnType<ReadBody>; size: number }>();
	let memorySize = 0;

	const remember = (hash: string, body: ReturnType<ReadBody>, size: number): void => {
		memory.set(hash, { body, size });
		memorySize += size;
		for (const [oldest, entry] of memory) {
			if (memorySize <= MEMORY_LIMIT || memory.size === 1) break;
			memory.delete(oldest);
			memorySize -= entry.size;
		}
	};
	const has = (hash: string): boolean => all.every((packs) => packs.has(hash));
	const putPacked = (hash: string, packed: PackedBody): void => {
		bodies.put(hash, packed.body);
		markdown.put(hash, packed.markdown);
		terms.put(hash, packed.terms);
	};

	return {
		put(hash, body) {
			if (has(hash)) return;
			const packed = packBody(body);
			putPacked(hash, packed);
			remember(hash, body, packed.body.length);
		},
		putPacked,
		get(hash) {
			const known = memory.get(hash);
			if (known) return known.body;
			const json = bodies.get(hash);
			const body = JSON.parse(json.toString()) as ReturnType<ReadBody>;
			remember(hash, body, json.length);
			return body;
		},
		markdown: (hash) => unpackMarkdown(markdown.get(hash)),
		terms: (hash) => unpackTerms(terms.get(hash)),
		has,
		share: () => ({ body: bodies.share(), markdown: markdown.share(), terms: terms.share() }),
		save: (needed) => ({ body: bodies.save(needed), markdown: markdown.save(needed), terms: terms.save(needed) }),
	};
}
