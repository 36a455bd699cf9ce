/** The site for commands that need its pages, but not its output: linked and planned, not rendered. */
import type { Diagnostic } from '../../content/model/page.ts';
import type { ReadBody } from '../../render/model/job.ts';
import { type Inputs, openInputs } from '../machine/inputs.ts';
import { load } from '../machine/ledger.ts';
import type { Project } from '../machine/project.ts';
import { type Update, update } from '../pipeline/pipeline.ts';
import { openWorkshop, saveWorkshop, stopHelpers } from '../pipeline/workshop.ts';

/** Reads and links a site; only findings if it cannot be linked. */
export async function linkedSite(
	project: Project,
	env: Record<string, string | undefined>,
): Promise<{ updated: Update; body: ReadBody; inputs: Inputs } | { diagnostics: Diagnostic[] }> {
	const workshop = openWorkshop(project, openInputs(project, { known: load(project, 'inputs'), env }));
	const updated = await update(workshop, { drafts: false, production: true, samples: 'later' });
	await stopHelpers(workshop);
	if (!('plan' in updated)) return updated;
	saveWorkshop(workshop);
	return { updated, body: workshop.bodies.get, inputs: workshop.inputs };
}
