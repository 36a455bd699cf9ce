/** The site for commands that need its pages, but not its output: linked and planned, not rendered. */
import type { Diagnostic } from '../../content/model/page.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import type { ReadBody } from '../../render/model/job.ts';
import { loadLedger } from '../cache/ledger.ts';
import { type Inputs, openInputs } from '../disk/inputs.ts';
import type { Project } from '../disk/project.ts';
import { type Update, update } from '../pipeline/pipeline.ts';
import { openSession, saveSession, stopHelpers } from '../pipeline/session.ts';
import { withExcerpts } from '../terminal/findings.ts';

/** Reads and links a site; only findings if it cannot be linked. */
export async function linkedSite(
	project: Project,
	env: Record<string, string | undefined>,
): Promise<{ updated: Update; body: ReadBody; inputs: Inputs } | { diagnostics: Diagnostic[] }> {
	const inputs = openInputs(project, { known: loadLedger(project, 'inputs'), env });
	const session = openSession(project, inputs, EXTENSIONS);
	const updated = await update(session, { drafts: false, production: true, waitFor: 'pages' });
	await stopHelpers(session);
	if (!('plan' in updated)) return { diagnostics: withExcerpts(updated.diagnostics, inputs) };
	saveSession(session);
	return { updated, body: session.bodies.get, inputs };
}
