/** Builds an index from texts, without a site. */
import { loadLanguage } from '../../src/cli/disk/languages.ts';
import { hashOf } from '../../src/content/model/hash.ts';
import type { Section } from '../../src/content/model/page.ts';
import { SearchIndex } from '../../src/content/search/engine.ts';
import { NAME_LENGTH } from '../../src/content/search/format.ts';
import type { ReadBody } from '../../src/render/model/job.ts';
import type { CountedBodies } from '../../src/render/model/search-index.ts';
import { indexFiles } from '../../src/render/search/make-index.ts';
import { renderSearchPage } from '../../src/render/search/pages.ts';
import { termsOf } from '../../src/render/search/terms.ts';

/** An index of pages with `kind` and sections; the first section is the page itself. */
export function indexed(
	pages: Record<string, { kind: number; title: string; sections: [heading: string, text: string][] }>,
	languages = ['en'],
): Promise<SearchIndex> {
	const bodies = Object.entries(pages).map(([url, { kind, title, sections }]) => ({
		page: {
			...{ url, title, kind, group: '', description: '', keywords: [], hasOwnDescription: false },
			bodyHash: url,
			name: hashOf(url).slice(0, NAME_LENGTH),
		},
		sections: sections.map(([heading, text]) => ({ id: heading, heading, level: heading === '' ? 1 : 2, text })),
	}));
	const sectionsOf = (hash: string): Section[] => bodies.find(({ page }) => page.bodyHash === hash)?.sections ?? [];
	const counted: CountedBodies = { terms: (hash) => termsOf(sectionsOf(hash)), group: (_, count) => count() };
	const { meta, files } = indexFiles(
		bodies.map(({ page }) => page),
		counted,
		languages,
	);
	const read: ReadBody = (part, hash) =>
		({ html: { pieces: [] }, markdown: [], sections: sectionsOf(hash), fences: [] })[part];
	for (const { page } of bodies) files.set(page.name, renderSearchPage(page, read));
	return SearchIndex.open(
		async (file) => JSON.parse(files.get(file === '' ? meta : file.replace('.json', '')) ?? ''),
		loadLanguage,
	);
}
