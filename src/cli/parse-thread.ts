/** What the second parser thread runs. */
import { parsePage } from '../content/parse.ts';
import { packTerms, termsOf } from '../render/search/terms.ts';
import { indexFiles } from './files.ts';
import { looker } from './pages.ts';
import { type ParserData, post } from './parse-worker.ts';
import { diskProject } from './project.ts';

/** Parses pages until the list is used up. */
export function parseThread({ root, options, stale, counter }: ParserData): void {
	const next = new Int32Array(counter);
	const files = indexFiles(diskProject(root, ''), {}, Date.now);
	const look = looker(files);
	for (let index = Atomics.add(next, 0, 1); index < stale.length; index = Atomics.add(next, 0, 1)) {
		const source = stale[index];
		const text = source && files.read(source.path)?.toString();
		if (!source || text === undefined) continue;
		const { page, body } = parsePage({ path: source.path, text, hash: source.hash }, source.identity, options, look);
		// Copies, because small buffers are pieces of one that cannot be given away.
		const bytes = Uint8Array.from(Buffer.from(JSON.stringify(body)));
		post({ kind: 'page', index, page, body: bytes, counted: Uint8Array.from(packTerms(termsOf(body.sections))) });
	}
	post({ kind: 'done' });
}
