/**
 * The short way from an edited page to the browser: only its file is parsed, and only it is linked. What other pages
 * show of it, and all findings, follow with the next pass over the site.
 */
import { replacePage } from '../../content/site/relink.ts';
import { planJobs } from '../../render/plan.ts';
import { parseFile } from './pages.ts';
import type { Update } from './pipeline.ts';
import type { Workshop } from './workshop.ts';

/**
 * `updated` with the pages of these files as they are now. Undefined where that cannot be told from the files alone:
 * a page that is new, gone, empty (somebody is about to write it), faulty, or stands elsewhere now. The same `updated` where
 * they say what they said.
 */
export async function editPages(workshop: Workshop, updated: Update, paths: string[]): Promise<Update | undefined> {
	const samples = new Map(updated.planInput.samples);
	let { site } = updated;
	let edits = 0;
	for (const path of paths) {
		const old = site.pages.get(path);
		workshop.inputs.lookAgain(path);
		if (!old || !workshop.project.stat(path)?.size) return undefined;
		const page = await parseFile(path, workshop, updated.parseOptions);
		if (page === old) continue;
		// With findings of its own it is shown together with them, and without them when they are gone.
		if (old.diagnostics.length > 0 || (page?.diagnostics.length ?? 0) > 0) return undefined;
		const edited = page && replacePage(site, page);
		if (!edited) return undefined;
		// Answers belong to samples by their number: to others than these they would be wrong.
		if (page.samplesHash !== old.samplesHash) samples.delete(path);
		site = edited;
		edits++;
	}
	if (edits === 0) return updated;
	const planInput = { ...updated.planInput, site, samples };
	return { ...updated, site, planInput, plan: planJobs(planInput), parsedNow: edits };
}
