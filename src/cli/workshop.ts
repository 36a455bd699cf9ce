/** What a process knows of a site between two passes, and hands to the next process. */
import type { Page } from '../content/types.ts';
import { packTerms, type Terms, termsOf, unpackTerms } from '../render/search/terms.ts';
import { ApiStep } from './api/step.ts';
import { type Bodies, openBodies } from './bodies.ts';
import { type FileIndex, indexFiles } from './files.ts';
import { loadPages, savePages } from './ledger.ts';
import { openPacks, type Packs } from './packs.ts';
import type { Project } from './project.ts';
import { SampleStep } from './samples/step.ts';

export interface Workshop {
	project: Project;
	files: FileIndex;
	bodies: Bodies;
	/** Counted words of bodies, packed, by the hash of the body. */
	terms: Packs;
	api: ApiStep;
	samples: SampleStep;
	/** Parsed pages by source path, with the key they were parsed under. */
	parsed: Map<string, { key: string; page: Page }>;
}

/** Opens what an earlier process remembered of a site. */
export function openWorkshop(project: Project, now: () => number): Workshop {
	const ledger = loadPages(project);
	const bodies = openBodies(project.cache, ledger.bodies);
	return {
		project,
		files: indexFiles(project, ledger.files, now),
		bodies,
		terms: openPacks(project.cache, 'terms', ledger.terms, { inOrder: true }),
		api: new ApiStep(project, bodies),
		samples: new SampleStep(project, bodies),
		parsed: new Map(Object.entries(ledger.pages)),
	};
}

/** The counted words of a body. Those of parsed pages are there already, others are counted now. */
export function termsOfBody({ terms, bodies }: Workshop, hash: string): Terms {
	if (!terms.has(hash)) terms.put(hash, packTerms(termsOf(bodies.get(hash).sections)));
	return unpackTerms(terms.get(hash));
}

/** Keeps what the next process need not learn again. */
export function saveWorkshop({ project, files, bodies, terms, parsed, api }: Workshop): void {
	const needed = new Set([...[...parsed.values()].map(({ page }) => page.bodyHash), ...api.bodyHashes()]);
	savePages(project, {
		files: files.records(),
		pages: Object.fromEntries(parsed),
		bodies: bodies.save(needed),
		terms: terms.save(needed),
	});
}
