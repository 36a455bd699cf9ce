/** What a process knows of a site between two passes, and hands to the next process. */
import type { Page } from '../content/types.ts';
import { ApiStep } from './api/step.ts';
import { type Bodies, openBodies } from './bodies.ts';
import { type FileIndex, indexFiles } from './files.ts';
import { loadPages, savePages } from './ledger.ts';
import type { Project } from './project.ts';
import { SampleStep } from './samples/step.ts';
import { type CachedIndexes, openIndexMemory } from './search/index-memory.ts';
import { SecondThread } from './thread/second.ts';

export interface Workshop {
	project: Project;
	files: FileIndex;
	bodies: Bodies;
	api: ApiStep;
	samples: SampleStep;
	indexes: CachedIndexes;
	/** Parsed pages by source path, with the key they were parsed under. */
	parsed: Map<string, { key: string; page: Page }>;
	/** Started when there is much to do; whoever opened the workshop ends its helpers. */
	second?: SecondThread;
}

/** Opens what an earlier process remembered of a site. */
export function openWorkshop(project: Project, now: () => number): Workshop {
	const ledger = loadPages(project);
	const bodies = openBodies(project.cache, ledger.bodies);
	return {
		project,
		files: indexFiles(project, ledger.files, now),
		bodies,
		api: new ApiStep(project, bodies),
		samples: new SampleStep(project, bodies),
		indexes: openIndexMemory(project.cache),
		parsed: new Map(Object.entries(ledger.pages)),
	};
}

/** Forgets everything but outputs: with an empty cache all of it can be made again. */
export function forget({ cache }: Project): void {
	for (const name of cache.names()) if (!name.startsWith('output-')) cache.remove(name);
}

/** The second thread, or undefined where there cannot be one. */
export function secondThread(workshop: Workshop): SecondThread | undefined {
	workshop.second ??= SecondThread.start(workshop.project.root);
	return workshop.second;
}

export async function stopSecondThread(workshop: Workshop): Promise<void> {
	const { second } = workshop;
	workshop.second = undefined;
	await second?.stop();
}

/** Stops the processes and threads that work for it. */
export async function stopHelpers(workshop: Workshop): Promise<void> {
	workshop.samples.stop();
	await stopSecondThread(workshop);
}

/** Keeps what the next process need not learn again. */
export function saveWorkshop({ project, files, bodies, parsed, api, indexes }: Workshop): void {
	const needed = new Set([...[...parsed.values()].map(({ page }) => page.bodyHash), ...api.bodyHashes()]);
	savePages(project, { files: files.records(), pages: Object.fromEntries(parsed), bodies: bodies.save(needed) });
	indexes.save();
}
