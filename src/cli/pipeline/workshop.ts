/** The state of a site that a process keeps between passes and saves for the next process. */
import type { Page } from '../../content/model/page.ts';
import { type Bodies, openBodies } from '../machine/bodies.ts';
import { TEMPLATES, type Workbench } from '../machine/compile.ts';
import type { Inputs } from '../machine/inputs.ts';
import { load, save } from '../machine/ledger.ts';
import type { Project } from '../machine/project.ts';
import { ApiStep } from '../reference/step.ts';
import { SampleStep } from '../samples/step.ts';
import { SecondThread } from './second-thread.ts';

export interface Workshop extends Workbench {
	bodies: Bodies;
	api: ApiStep;
	samples: SampleStep;
	/** Parsed pages by source path, with the key they were parsed under. */
	parsed: Map<string, { key: string; page: Page }>;
	/** Started for large builds; the code that opened the workshop stops its helpers. */
	second?: SecondThread;
}

/** Opens the state that an earlier process saved. */
export function openWorkshop(project: Project, inputs: Inputs): Workshop {
	const bodies = openBodies(project.store);
	return {
		project,
		inputs,
		templates: TEMPLATES,
		bodies,
		api: new ApiStep(project),
		samples: new SampleStep(project, inputs, bodies),
		parsed: new Map(Object.entries(load(project, 'pages') ?? {})),
	};
}

/** The second thread, or undefined if it is not available. */
export function secondThread(workshop: Workshop): SecondThread | undefined {
	workshop.second ??= SecondThread.start(workshop.project);
	return workshop.second;
}

export async function stopSecondThread(workshop: Workshop): Promise<void> {
	const { second } = workshop;
	workshop.second = undefined;
	await second?.stop();
}

/** Stops the helper processes and threads. */
export async function stopHelpers(workshop: Workshop): Promise<void> {
	workshop.api.stop();
	workshop.samples.stop();
	await stopSecondThread(workshop);
}

/** Saves the state for the next process. */
export function saveWorkshop({ project, inputs, bodies, parsed }: Workshop): void {
	const needed = new Set([...parsed.values()].map(({ page }) => page.bodyHash));
	save(project, 'inputs', inputs.records());
	save(project, 'pages', Object.fromEntries(parsed));
	bodies.sweep(needed);
	project.store.save();
}
