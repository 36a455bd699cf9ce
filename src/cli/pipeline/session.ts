/** The state of a site that a process keeps between passes and saves for the next process. */
import type { Page } from '../../content/model/page.ts';
import { type CompileContext, TEMPLATES } from '../bundle/compile.ts';
import { openAnnotations } from '../cache/annotations.ts';
import { openBodies } from '../cache/bodies.ts';
import { loadLedger, saveLedger } from '../cache/ledger.ts';
import type { Inputs } from '../disk/inputs.ts';
import type { Project } from '../disk/project.ts';
import { joinProviders, type Provider, type ProviderContext, type Registration } from './providers.ts';
import { SecondThread } from './second-thread.ts';

export interface Session extends CompileContext, ProviderContext {
	/** All of them as one, and as they are registered. */
	providers: Provider;
	registered: readonly Registration[];
	/** Parsed pages by source path, with the key they were parsed under. */
	parsed: Map<string, { key: string; page: Page }>;
	/** Started for large builds; the code that opened the session stops its helpers. */
	second?: SecondThread;
}

/** Opens the state that an earlier process saved. */
export function openSession(project: Project, inputs: Inputs, registered: readonly Registration[]): Session {
	const { store } = project;
	const context = { project, inputs, bodies: openBodies(store), annotations: openAnnotations(store) };
	return {
		...context,
		templates: TEMPLATES,
		providers: joinProviders(registered, context),
		registered,
		parsed: new Map(Object.entries(loadLedger(project, 'pages') ?? {})),
	};
}

/** The second thread, or undefined if it is not available. */
export function secondThread(session: Session): SecondThread | undefined {
	session.second ??= SecondThread.start(session.project);
	return session.second;
}

export async function stopSecondThread(session: Session): Promise<void> {
	const { second } = session;
	session.second = undefined;
	await second?.stop();
}

/** Stops the helper processes and threads. */
export async function stopHelpers(session: Session): Promise<void> {
	session.providers.stop();
	await stopSecondThread(session);
}

/** Saves the state for the next process. */
export function saveSession({ project, inputs, bodies, parsed }: Session): void {
	const needed = new Set([...parsed.values()].map(({ page }) => page.bodyHash));
	saveLedger(project, 'inputs', inputs.records());
	saveLedger(project, 'pages', Object.fromEntries(parsed));
	bodies.sweep(needed);
	project.store.save();
}
