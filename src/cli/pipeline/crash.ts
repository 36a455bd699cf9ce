/** B-182: reports a page whose template throws. */
import type { Diagnostic } from '../../content/model/page.ts';
import type { Job } from '../../render/model/job.ts';
import { type LoadedTemplates, type ModulePlace, placeInModule } from '../machine/templates.ts';

/** A job that threw, as plain data: it may come from another thread. */
export interface Crash {
	finding: Diagnostic;
	/** Position in the compiled templates. */
	at?: ModulePlace;
}

/** The finding at its position in the site's own template, if that is known. */
export function placed({ finding, at }: Crash, templates: Pick<LoadedTemplates, 'placeOf'>): Diagnostic {
	const place = at ? templates.placeOf(at) : {};
	if (place.file === undefined) return finding;
	const notes = finding.file === undefined ? finding.notes : [`On the page ${finding.file}.`, ...(finding.notes ?? [])];
	const hint = 'Fix it there. Without the file, the built-in one with its name is used, if there is one.';
	return { ...finding, ...place, notes, hint };
}

/** Describes a job that threw. */
export function crash(job: Job, error: unknown): Crash {
	const chain: string[] = [];
	for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) chain.push(cause.message);
	const [message = String(error), ...causes] = chain;
	const route = job.kind === 'page' ? job.input.route : job.out;
	const finding: Diagnostic = {
		code: 'render-crash',
		severity: 'error',
		file: job.kind === 'page' ? job.input.bodies[0]?.page : undefined,
		message: `The page ${route} could not be rendered: ${message}`,
		notes: causes.map((cause) => `Cause: ${cause}`),
	};
	return { finding, at: error instanceof Error ? placeInModule(error) : undefined };
}
