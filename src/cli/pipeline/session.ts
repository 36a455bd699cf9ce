/** The state of a site that a process keeps between passes and saves for the next process. */
import type { Page } from '../../content/model/page.ts';
import type { Extension, ProviderContext } from '../../extension.ts';
import { openAnnotations } from '../cache/annotations.ts';
import { openBodies } from '../cache/bodies.ts';
import { openEntries } from '../cache/entries.ts';
import { saveLedger } from '../cache/ledger.ts';
import type { Inputs } from '../disk/inputs.ts';
import type { Project } from '../disk/project.ts';
import { type OpenProviders, openProviders } from './providers.ts';
import { SecondThread } from './second-thread.ts';

/** A parsed page, with the key it was parsed under. */
export interface KeyedPage {
	key: string;
	page: Page;
}

const PAGES = 'pages';

export interface Session extends ProviderContext {
	/** Extensions of docsgen, without the site's own. */
	registered: readonly Extension[];
	providers: OpenProviders;
	/** Parsed pages by source path. */
	parsed: Map<string, KeyedPage>;
	/** Those of the store. */
	saved: ReadonlyMap<string, KeyedPage>;
	/** Started for large builds; the code that opened the session stops its helpers. */
	second?: SecondThread;
}

/** Opens the state that an earlier process saved: of all pages, or of these. */
export function openSession(
	project: Project,
	inputs: Inputs,
	registered: readonly Extension[],
	paths?: readonly string[],
): Session {
	const { store } = project;
	const context = { project, inputs, bodies: openBodies(store), annotations: openAnnotations(store) };
	const pages = openEntries<KeyedPage>(store, PAGES);
	const found = paths ? paths.flatMap((path) => pages.get(path) ?? []) : pages.all();
	const saved = new Map(found.map((one) => [one.page.path, one]));
	return { ...context, providers: openProviders(context), registered, parsed: new Map(saved), saved };
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

/** Saves the pages of a session, and what is known of files. */
export function savePages({ project, inputs, parsed, saved }: Session): void {
	const pages = openEntries<KeyedPage>(project.store, PAGES);
	for (const [path, one] of parsed) if (saved.get(path) !== one) pages.put(path, one);
	saveLedger(project, 'inputs', inputs.records());
}

/** Saves the state of a session with all pages for the next process. */
export function saveSession(session: Session): void {
	const { project, bodies, parsed } = session;
	savePages(session);
	session.saved = new Map(parsed);
	openEntries(project.store, PAGES).sweep(parsed.keys());
	bodies.sweep(new Set(Array.from(parsed.values(), ({ page }) => page.bodyHash)));
	project.store.save();
}
