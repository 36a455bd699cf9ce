/** B-182: what is said of a page whose template fails. */
import type { Diagnostic } from '../content/types.ts';
import type { Job } from '../render/types.ts';

/** The finding for a job that threw. */
export function crash(job: Job, error: unknown): Diagnostic {
	const chain: string[] = [];
	for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) chain.push(cause.message);
	const [message = String(error), ...causes] = chain;
	const route = job.kind === 'page' ? job.address : job.out;
	return {
		code: 'render-crash',
		severity: 'error',
		file: job.kind === 'page' ? job.source : undefined,
		message: `The page ${route} could not be rendered: ${message}`,
		notes: causes.map((cause) => `Cause: ${cause}`),
	};
}
