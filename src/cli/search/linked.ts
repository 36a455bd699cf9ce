/** A site as the search commands need it: linked and planned, nothing rendered. */
import type { Diagnostic } from '../../content/types.ts';
import type { ReadBody } from '../../render/types.ts';
import { type Update, update } from '../pipeline.ts';
import type { Project } from '../project.ts';
import { openWorkshop, saveWorkshop, stopHelpers } from '../workshop.ts';

export type Linked =
	| { kind: 'linked'; updated: Update; body: ReadBody }
	| { kind: 'failed'; diagnostics: Diagnostic[] };

/** Reads and links a site. */
export async function linkForSearch(
	project: Project,
	env: Record<string, string | undefined>,
	baseUrl?: string,
): Promise<Linked> {
	const workshop = openWorkshop(project, Date.now);
	const updated = await update(workshop, { baseUrl, drafts: false, production: true, samples: 'later', env });
	await stopHelpers(workshop);
	if (!('plan' in updated)) return { kind: 'failed', diagnostics: updated.diagnostics };
	saveWorkshop(workshop);
	return { kind: 'linked', updated, body: (hash) => workshop.bodies.get(hash) };
}
