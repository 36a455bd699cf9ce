/** Maps the compiler's results to the Markdown file: findings with a position and a hint, and results for readers. */

import type { AnnotatedFence, FenceAnnotation } from '../../../content/model/annotation.ts';
import { literalPattern } from '../../../content/model/names.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { shortMessage } from '../model/compiler-text.ts';
import type { PagePlan, SamplePlan } from './plan.ts';
import type { OwnFile, SampleFinding, SampleImports, SampleOrigin, UnitResult } from './types.ts';

export interface PageReport {
	/** One per sample of the page, in its order. */
	answers: FenceAnnotation[];
	/** In order of lines; misuse of directives included. A finding in a setup is in the report of each page that uses it. */
	diagnostics: Diagnostic[];
	/** What the compiler was asked for each sample, and its imports, if readers can edit it. */
	samples: { plan: SamplePlan; imports?: SampleImports }[];
}

interface SampleReport {
	answer: FenceAnnotation;
	diagnostics: Diagnostic[];
}

interface Placed {
	finding: SampleFinding;
	origin: SampleOrigin;
	/** Line in `origin.file`, from 1. */
	line: number;
	/** The line's text in the original file. */
	excerpt: string;
}

/** Joins the plan of a page and the results of its units, by key. */
export function reportPage({ page, samples }: PagePlan, results: ReadonlyMap<string, UnitResult>): PageReport {
	const { against } = page.workspace;
	const resultOf = ({ unit }: SamplePlan): UnitResult | undefined => unit && results.get(unit.key);
	const reports = samples.map((plan) => reportSample(plan, resultOf, against));
	return {
		answers: reports.map(({ answer }) => answer),
		diagnostics: reports.flatMap(({ diagnostics }) => diagnostics),
		samples: samples.map((plan) => ({ plan, imports: resultOf(plan)?.imports })),
	};
}

/** `against` is the name and version of the package it was checked against. */
function reportSample(
	plan: SamplePlan,
	resultOf: (plan: SamplePlan) => UnitResult | undefined,
	against: string,
): SampleReport {
	const { sample, above } = plan;
	const result = resultOf(plan);
	if (!result) {
		const status = sample.nocheck === undefined ? 'failed' : 'unchecked';
		const answer: FenceAnnotation = { status, against: '', queries: [], errors: [], types: [], hovers: [] };
		return { answer, diagnostics: plan.diagnostics };
	}
	// What was found in the fence that it continues is reported there.
	const before = sample.continues && above ? (resultOf(above)?.findings ?? []) : [];
	const known = new Set(before.map((finding) => keyOf(place(finding, above?.own ?? []))));
	const placed = result.findings
		.map((finding) => place(finding, plan.own))
		.filter((one) => one.origin.sample === sample || !known.has(keyOf(one)));
	const expected = new Set(sample.errors);
	const wrong = placed.filter(({ finding }) => !expected.has(finding.code));
	const diagnostics = [
		...plan.diagnostics,
		...wrong.map((one) => wrongSample(one, plan, against)),
		...missingErrors(sample, placed, against),
		...emptyQueries(sample, result),
		...wrongAnswer(plan, result),
	];
	const answer: FenceAnnotation = {
		status: diagnostics.length > 0 ? 'failed' : 'ok',
		against,
		queries: sample.queries.map((query, at) => ({ ...query, text: result.queries[at] ?? '' })),
		errors: placed.filter(({ finding }) => expected.has(finding.code)).map((one) => shownError(one, sample)),
		types: result.types,
		hovers: result.hovers,
	};
	return { answer, diagnostics };
}

function place(finding: SampleFinding, own: OwnFile[]): Placed {
	const file = own[finding.file];
	let before = 0;
	for (const origin of file?.origins ?? []) {
		if (finding.line <= before + origin.count) {
			const excerpt = file?.text.split('\n')[finding.line - 1] ?? '';
			return {
				finding,
				origin,
				line: origin.line + finding.line - before - 1,
				excerpt: ' '.repeat(origin.indent) + excerpt,
			};
		}
		before += origin.count;
	}
	throw new Error(`Line ${finding.line} is outside of file ${finding.file} of its sample`);
}

function keyOf({ finding: { code, column }, origin, line }: Placed): string {
	return [code, origin.file, line, column].join(' ');
}

/** Codes of the compiler for a name that nothing declares. */
const UNKNOWN_NAMES = [2304, 2503, 2552, 18004];

function hintOf({ finding }: Placed, { offered, above, sample }: SamplePlan): string | undefined {
	if (finding.hint !== undefined) return finding.hint;
	if (finding.code === 2307 && offered.length > 0)
		return `Above this fence the page has the files ${offered.join(', ')}.`;
	if (!UNKNOWN_NAMES.includes(finding.code)) return undefined;
	const continues =
		above && !sample.continues ? 'If the fence above declares it, write "continues" after the language. ' : '';
	return `${continues}Code may import a fence whose title is a file name, or "// @include:" a setup; nocheck="reason" leaves a fence out.`;
}

function wrongSample(one: Placed, plan: SamplePlan, against: string): Diagnostic {
	const { finding, origin, line, excerpt } = one;
	const isAbove = origin.sample === plan.above?.sample;
	const isChanged = plan.changes !== undefined && origin.sample !== plan.sample;
	const foreign = origin.file !== plan.sample.file;
	const notes = [
		...(foreign ? [`Included by ${plan.sample.file}:${plan.sample.line}.`] : []),
		...(isAbove ? [`Only with the fence that continues it, at ${plan.sample.file}:${plan.sample.line}.`] : []),
		...(isChanged && !foreign ? [`Only with the change at ${plan.sample.file}:${plan.sample.line - 1}.`] : []),
		...variantNote(plan.sample),
	];
	const hint = hintOf(one, plan);
	return {
		code: 'sample-error',
		severity: 'error',
		message: `TS${finding.code}: ${finding.message} (checked against ${against})`,
		file: origin.file,
		line,
		column: finding.column + origin.indent,
		length: finding.length,
		excerpt,
		...(hint ? { hint } : {}),
		...(notes.length > 0 ? { notes } : {}),
	};
}

function variantNote({ variant }: AnnotatedFence): string[] {
	return variant === undefined ? [] : [`In the variant "${variant}".`];
}

function missingErrors(sample: AnnotatedFence, placed: Placed[], against: string): Diagnostic[] {
	const found = new Set(placed.map(({ finding }) => finding.code));
	return sample.errors
		.filter((code) => !found.has(code))
		.map((code) => {
			const { line, column, excerpt } = lineWith(sample, new RegExp(`@errors:.*\\b${code}\\b`, 'i'), String(code));
			return {
				code: 'sample-expected-error',
				severity: 'error',
				message: `The sample does not produce error TS${code} (checked against ${against})`,
				file: sample.file,
				line,
				column,
				length: String(code).length,
				excerpt,
				hint: 'Remove the code from @errors, or correct the sample.',
				...(sample.variant === undefined ? {} : { notes: variantNote(sample) }),
			};
		});
}

/** Output that the answer of a change has, and its program doesn't print. */
function wrongAnswer({ sample, changes }: SamplePlan, { printed }: UnitResult): Diagnostic[] {
	const { prints } = sample.change ?? {};
	if (!prints) return [];
	const line = sample.line + prints.below;
	const finding = { code: 'sample-try', severity: 'error', file: sample.file, line, column: 1 } as const;
	if (!changes?.sample.run)
		return [
			{
				...finding,
				line: line - 1,
				message: 'Nothing prints this: the sample above is no program',
				hint: 'Write "run" in the fence above the question, or describe the result in a sentence.',
			},
		];
	const at = printed === undefined ? -1 : differenceOf(printed, prints.text);
	if (printed === undefined || at < 0) return [];
	const excerpt = prints.text.split('\n')[at] ?? '';
	return [
		{
			...finding,
			line: line + at,
			length: Math.max(excerpt.length, 1),
			...(excerpt && { excerpt }),
			message: 'The program prints something else',
			hint: 'Correct this text, or the change. A part that differs each time is "…".',
			notes: ['It prints:', ...printed.trimEnd().split('\n').slice(0, PRINTED_LINES)],
		},
	];
}

/** Lines of output in a finding. */
const PRINTED_LINES = 20;

/**
 * Index of the first line of an answer that isn't what was printed, or -1. `…` stands for any part of a line, and alone
 * for any lines.
 */
export function differenceOf(printed: string, said: string): number {
	const lines = (text: string): string[] => text.trimEnd().split(/[^\S\n]*\r?\n/);
	const answer = lines(said);
	const patterns = answer.map((line) => {
		const parts = line.split('…').map(literalPattern);
		return line.trim() === '…' ? '(?:.*\n)*?' : `${parts.join('.*')}\n`;
	});
	const text = `${lines(printed).join('\n')}\n`;
	const fits = (count: number, end: string): boolean =>
		new RegExp(`^${patterns.slice(0, count).join('')}${end}`).test(text);
	if (fits(answer.length, '$')) return -1;
	return Math.min(answer.findIndex((_, index) => !fits(index + 1, '')) >>> 0, answer.length - 1);
}

function emptyQueries(sample: AnnotatedFence, result: UnitResult): Diagnostic[] {
	return sample.queries.flatMap((query, at): Diagnostic[] => {
		if (result.queries[at]) return [];
		return [
			{
				code: 'sample-query',
				severity: 'error',
				message: query.completes ? 'Nothing can be completed above ^|' : 'There is no identifier above ^?',
				file: sample.file,
				line: sample.shownLines[query.line - 1] ?? sample.line,
				column: sample.indent + query.column,
				length: 1,
				excerpt: ' '.repeat(sample.indent) + (sample.shown.split('\n')[query.line - 1] ?? ''),
				hint: query.completes
					? 'Move ^ below the end of the typed text.'
					: 'Move ^ under the first letter of an identifier.',
			},
		];
	});
}

function shownError({ finding, origin, line }: Placed, sample: AnnotatedFence): FenceAnnotation['errors'][number] {
	const shown = origin.file === sample.file ? sample.shownLines.indexOf(line) : -1;
	const { code, column, length } = finding;
	const message = shortMessage(finding.message);
	return shown < 0 ? { code, message } : { code, message, line: shown + 1, column, length };
}

function lineWith(
	sample: AnnotatedFence,
	pattern: RegExp,
	word: string,
): { line: number; column: number; excerpt: string } {
	const lines = sample.code.split(/\r?\n/);
	const index = Math.max(
		lines.findIndex((line) => pattern.test(line)),
		0,
	);
	const excerpt = lines[index] ?? '';
	return {
		line: sample.line + index,
		column: sample.indent + Math.max(excerpt.indexOf(word), 0) + 1,
		excerpt: ' '.repeat(sample.indent) + excerpt,
	};
}

/** A mistake in a setup shows in every fence that includes it; one report is enough. */
export function withoutRepeats(diagnostics: Diagnostic[]): Diagnostic[] {
	const seen = new Set<string>();
	return diagnostics.filter(({ file, line, column, message }) => {
		const key = JSON.stringify([file, line, column, message]);
		return !seen.has(key) && seen.add(key);
	});
}
