import type { Diagnostic } from '../../content/model/page.ts';

/** What an author wrote cannot be compiled or run. */
export class BundleError extends Error {
	constructor(readonly diagnostics: Diagnostic[]) {
		super(diagnostics.map((finding) => finding.message).join('\n'));
	}
}
