/** The findings of `docsgen dev`: each step replaces its own. */
import type { Diagnostic } from '../../content/model/page.ts';
import type { Inputs } from '../disk/inputs.ts';
import { withExcerpts } from '../terminal/findings.ts';
import { toOverlayHtml } from '../terminal/report.ts';
import { inWords } from '../terminal/terminal.ts';

/** The steps with findings, in the order of the report; crashes of pages are before the findings of `checks`. */
const STEPS = ['pass', 'pages', 'watch', 'save', 'annotations'] as const;
type Step = (typeof STEPS)[number] | 'checks';

export class Board {
	/** By output path: pages that could not be rendered. */
	private readonly crashes = new Map<string, Diagnostic>();
	private readonly steps = new Map<Step, Diagnostic[]>();
	/** Whether findings may have changed since the last call of `all`. */
	isNew = false;

	set(step: Step, findings: Diagnostic[]): void {
		this.isNew = true;
		this.steps.set(step, findings);
	}

	/** The result of rendering a page: a crash, or none. */
	rendered(out: string, crash?: Diagnostic): void {
		if (crash || this.crashes.has(out)) this.isNew = true;
		if (crash) this.crashes.set(out, crash);
		else this.crashes.delete(out);
	}

	/** Pages are then rendered again; a page that still crashes is recorded again. */
	forgetCrashes(): void {
		this.crashes.clear();
	}

	all(inputs: Inputs): Diagnostic[] {
		this.isNew = false;
		const of = (step: Step): Diagnostic[] => this.steps.get(step) ?? [];
		return withExcerpts([...STEPS.flatMap(of), ...this.crashes.values(), ...of('checks')], inputs);
	}
}

/** The overlay of open pages: all errors, as HTML, in the words of the terminal. */
export function overlayOf(findings: Diagnostic[], words: (text: string) => string): string {
	const errors = findings.filter((finding) => finding.severity === 'error');
	return toOverlayHtml(errors.map((finding) => inWords(finding, words)));
}
