/** The findings of `docsgen dev`: each step replaces its own. */
import type { Diagnostic } from '../../content/model/page.ts';
import { explainDiskError } from '../disk/disk.ts';
import type { Inputs } from '../disk/inputs.ts';
import { eachOnce, withExcerpts } from '../terminal/findings.ts';
import { toOverlayHtml } from '../terminal/report.ts';
import { inWords } from '../terminal/terminal.ts';

/** The steps with findings, in the order of the report; crashes of pages are before the findings of `checks`. */
const STEPS = ['pass', 'pages', 'watch', 'save', 'annotations'] as const;
export type BoardStep = (typeof STEPS)[number] | 'checks';
/** Errors of a kind in the overlay: a site that has just moved has thousands of broken links. */
const MAX_PER_KIND = 50;

export class Board {
	/** By output path: pages that could not be rendered. */
	private readonly crashes = new Map<string, Diagnostic>();
	private readonly steps = new Map<BoardStep, Diagnostic[]>();
	/** Findings with the lines that they were found in, which an edit may move. */
	private readonly placed = new WeakMap<Diagnostic[], Diagnostic[]>();
	private last: Diagnostic[] | undefined;
	private shown: { findings: Diagnostic[]; html: string } | undefined;

	set(step: BoardStep, findings: Diagnostic[]): void {
		if (this.steps.get(step) === findings) return;
		this.last = undefined;
		this.steps.set(step, findings);
	}

	/** The result of rendering a page: a crash, or none. */
	rendered(out: string, crash?: Diagnostic): void {
		if (crash || this.crashes.has(out)) this.last = undefined;
		if (crash) this.crashes.set(out, crash);
		else this.crashes.delete(out);
	}

	/** Pages are then rendered again; a page that still crashes is recorded again. */
	forgetCrashes(): void {
		if (this.crashes.size > 0) this.last = undefined;
		this.crashes.clear();
	}

	/** Whether findings may have changed since the last call of `all`. */
	get isNew(): boolean {
		return this.last === undefined;
	}

	/** The same list as long as nothing is new. */
	all(inputs: Inputs): Diagnostic[] {
		this.last ??= eachOnce([...this.beforeChecks(inputs), ...this.of('checks', inputs)]);
		return this.last;
	}

	/** Findings that a check of finished pages doesn't find again, once an edit has moved their lines. */
	beforeChecks(inputs: Inputs): Diagnostic[] {
		return [...STEPS.flatMap((step) => this.of(step, inputs)), ...withExcerpts([...this.crashes.values()], inputs)];
	}

	private of(step: BoardStep, inputs: Inputs): Diagnostic[] {
		const found = this.steps.get(step) ?? [];
		const placed = this.placed.get(found) ?? withExcerpts(found, inputs);
		this.placed.set(found, placed);
		return placed;
	}

	/** The overlay of open pages: the errors among findings, as HTML, in the words of the terminal. */
	overlay(findings: Diagnostic[], words: (text: string) => string): string {
		if (this.shown?.findings !== findings) {
			const errors = findings.filter(({ severity }) => severity === 'error');
			this.shown = {
				findings,
				html: toOverlayHtml(
					errors.map((finding) => inWords(finding, words)),
					MAX_PER_KIND,
				),
			};
		}
		return this.shown.html;
	}
}

/** The finding about a failure of docsgen, or of the disk. */
export function internalError(error: unknown): Diagnostic {
	const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
	return (
		explainDiskError(error) ?? {
			code: 'internal-error',
			severity: 'error',
			message: `docsgen failed: ${message}`,
			notes: [stack],
		}
	);
}
