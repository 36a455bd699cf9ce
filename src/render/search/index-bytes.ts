/** What is remembered of an index as bytes, and back. */
import type { IndexState } from './types.ts';

/** Numbers at the beginning: bytes of the three texts, and how many words there are. */
const HEADER = 4;

/** Header, ranks, sizes and lengths of postings with 32 bits each, then pages and shards as JSON, words, postings. */
export function packIndex({ pages, table, shards }: IndexState): Uint8Array {
	const facts = Buffer.from(JSON.stringify({ pages, shards }));
	const words = Buffer.from(table.words.join('\n'));
	const postings = Buffer.from(table.postings.join(''), 'latin1');
	const count = table.words.length;
	const numbers = new Uint32Array(HEADER + 3 * count);
	numbers.set([facts.length, words.length, postings.length, count]);
	numbers.set(table.ranks, HEADER);
	numbers.set(table.sizes, HEADER + count);
	for (const [index, packed] of table.postings.entries()) numbers[HEADER + 2 * count + index] = packed.length;
	return Buffer.concat([Buffer.from(numbers.buffer), facts, words, postings]);
}

/** Reads what `packIndex` wrote. */
export function unpackIndex(bytes: Uint8Array): IndexState {
	// A piece of a file may begin anywhere, numbers may not.
	const numbersAt = (begin: number, length: number): Uint32Array =>
		new Uint32Array(Uint8Array.from(bytes.subarray(begin * 4, (begin + length) * 4)).buffer);
	const [factsSize = 0, wordsSize = 0, postingsSize = 0, count = 0] = numbersAt(0, HEADER);
	let at = (HEADER + 3 * count) * 4;
	const text = (size: number, encoding: BufferEncoding): string => {
		at += size;
		return Buffer.from(bytes.subarray(at - size, at)).toString(encoding);
	};
	const { pages, shards } = JSON.parse(text(factsSize, 'utf8')) as Pick<IndexState, 'pages' | 'shards'>;
	const words = text(wordsSize, 'utf8');
	const all = text(postingsSize, 'latin1');
	const postings: string[] = [];
	let from = 0;
	for (const length of numbersAt(HEADER + 2 * count, count)) {
		postings.push(all.slice(from, from + length));
		from += length;
	}
	return {
		pages,
		shards,
		table: {
			words: count === 0 ? [] : words.split('\n'),
			postings,
			ranks: numbersAt(HEADER, count),
			sizes: numbersAt(HEADER + count, count),
		},
	};
}
