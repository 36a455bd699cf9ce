/** Verifies that every generator builds all pages, highlighted code, table of contents, sidebar and search index. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CorpusPage } from './corpus.ts';
import { byFolder, type Rival } from './rivals/rival.ts';

/** Throws if the output of a rival lacks something. */
export function verify(rival: Rival, pages: CorpusPage[], site: string): void {
	const out = join(site, rival.out);
	const missing = (what: string): never => {
		throw new Error(`${rival.name}: no ${what} in ${out}`);
	};
	for (const page of pages) if (!existsSync(join(out, rival.html(page)))) missing(rival.html(page));
	const { search } = rival.proof;
	if (search !== undefined && !outputFiles(out).some((path) => path.startsWith(search))) missing(search);

	const withCode = pages.filter((page) => /^```tsx?\n[\s\S]*?\b(?:import|const|return)\b/m.test(page.body));
	const folders = byFolder(pages);
	for (const page of [withCode.at(0), withCode.at(withCode.length / 2), withCode.at(-1)]) {
		if (!page) continue;
		const html = readFileSync(join(out, rival.html(page)), 'utf8');
		if (!html.includes(page.title)) missing(`title on ${page.path}`);
		if (!rival.proof.code.test(html)) missing(`highlighted code on ${page.path}`);
		const { contents } = rival.proof;
		if (contents !== 'in the browser' && !contents.test(html)) missing(`table of contents on ${page.path}`);
		const linked = new Set([...html.matchAll(rival.proof.sidebar)].map((match) => match[1]));
		for (const neighbor of folders.get(page.path.split('/')[0] ?? '') ?? [])
			if (!linked.has(neighbor.path)) missing(`link to ${neighbor.path} on ${page.path}`);
	}
}

/** Throws if an edit is not on its page: the build was fast because it did nothing. */
export function verifyEdit(rival: Rival, page: CorpusPage, site: string, sentence: string): void {
	const html = readFileSync(join(site, rival.out, rival.html(page)), 'utf8');
	if (!html.includes(sentence)) throw new Error(`${rival.name}: the edit of ${page.path} is not in its output.`);
}

function outputFiles(out: string): string[] {
	return readdirSync(out, { recursive: true, encoding: 'utf8' });
}

/** Bytes of all files of an output. */
export function outputSize(rival: Rival, site: string): number {
	const out = join(site, rival.out);
	return outputFiles(out).reduce((sum, path) => {
		const stat = statSync(join(out, path));
		return stat.isFile() ? sum + stat.size : sum;
	}, 0);
}
