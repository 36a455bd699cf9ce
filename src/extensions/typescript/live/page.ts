/** The live samples of a page, from what the compiler was asked and said. */
import type { Diagnostic } from '../../../content/model/diagnostic.ts';
import { type LiveFile, type LivePage, type LiveRun, type LiveSample, resolveRelative } from '../model/live.ts';
import { isRelative } from '../samples/imports.ts';
import { reachable } from '../samples/modules.ts';
import type { SamplePlan } from '../samples/plan.ts';
import type { PageReport } from '../samples/report.ts';
import type { OwnFile, SampleImports, SampleOrigin } from '../samples/types.ts';
import type { LiveLoads } from './bundle.ts';

/** Files and settings that the live samples of a docs version share; paths are output paths. */
export interface LiveContext extends Pick<LivePage, 'editor' | 'compiler' | 'sandbox' | 'options'> {
	/** Files of declarations, and those that a specifier needs, by index; `''`: those that all samples need. */
	types: string[];
	needs: Record<string, number[]>;
	/** The packages of programs. */
	loads: LiveLoads;
}

export interface LiveReport {
	/** Absent if readers can edit no sample. */
	page?: LivePage;
	/** By index of the fence: its index in `page`, whether it runs, and the index of the sample that it changes. */
	samples: ({ index: number; run: boolean; changes?: number } | undefined)[];
	/** Programs that a browser can't run, with place and reason. */
	notes: string[];
	diagnostics: Diagnostic[];
}

/** A sample that readers can edit. */
interface Editable {
	plan: SamplePlan;
	imports: SampleImports;
}

export function editableOf({ answers, samples }: PageReport): (Editable | undefined)[] {
	return samples.map(({ plan, imports }, index) =>
		imports && !plan.sample.isFixed && answers[index]?.status === 'ok' ? { plan, imports } : undefined,
	);
}

export function reportLive(report: PageReport, context: LiveContext): LiveReport {
	const { editor, compiler, sandbox, options } = context;
	const fences = new Set(report.samples.map(({ plan }) => plan.sample));
	const isOfPage = ({ sample }: SampleOrigin): boolean => fences.has(sample);
	const result: LiveReport & { samples: LiveReport['samples'] } = { samples: [], notes: [], diagnostics: [] };
	const samples: LiveSample[] = [];
	for (const editable of editableOf(report)) {
		const run = editable && runOf(editable, context, result);
		const changed = report.samples.findIndex(({ plan }) => plan === editable?.plan.changes);
		const changes = result.samples[changed]?.index;
		result.samples.push(
			editable && { index: samples.length, run: run !== undefined, ...(changes !== undefined && { changes }) },
		);
		if (editable) samples.push({ ...sampleOf(editable, context, isOfPage), ...(run && { run }) });
	}
	if (samples.length > 0) result.page = { editor, compiler, sandbox, options, samples };
	return result;
}

function sampleOf(
	{ plan, imports }: Editable,
	{ types, needs }: LiveContext,
	isOfPage: (origin: SampleOrigin) => boolean,
): LiveSample {
	const { sample, files } = plan;
	const own = new Set(sample.files.map(({ name }) => name));
	const texts = new Map([...files].map(([name, { text }]) => [name, text]));
	const reached = new Set(reachable([...plan.own.map(({ name }) => name), ...startedBy(plan)], texts));
	const seen = [...files.values()].filter(({ name }) => reached.has(name));
	const isShown = ({ origins }: OwnFile): boolean => origins.some(isOfPage);
	const fromPage = seen.filter((file) => !own.has(file.name) && isShown(file));
	const setups = seen.filter((file) => !own.has(file.name) && !isShown(file));
	const live =
		(from: LiveFile['from']) =>
		(file: OwnFile): LiveFile => ({
			name: file.name,
			// Of a fence that it continues, readers see nothing here.
			parts: partsOf(file, from === 'own' && !sample.change ? (origin) => origin.sample === sample : isOfPage),
			from,
		});
	const needed = new Set(['', ...imports.packages].flatMap((specifier) => needs[specifier] ?? []));
	return {
		files: [
			...seen.filter(({ name }) => own.has(name)).map(live('own')),
			...fromPage.map(live('page')),
			...setups.map(live('setup')),
		],
		types: types.filter((_, index) => needed.has(index)),
		errors: sample.errors,
	};
}

/** The lines of a file without directives, which mean nothing to readers. */
function partsOf({ text, origins }: OwnFile, isOfPage: (origin: SampleOrigin) => boolean): LiveFile['parts'] {
	const lines = text.split('\n');
	const parts: LiveFile['parts'] = [];
	let at = 0;
	for (const origin of origins) {
		const { sample, line, count } = origin;
		const written = sample.code.split(/\r?\n/);
		const shown = isOfPage(origin) ? sample.shown.split('\n') : [];
		for (let index = 0; index < count; index++) {
			const full = lines[at++] ?? '';
			const isDirective = full === '' && (written[line - sample.line + index] ?? '').trim() !== '';
			const place = sample.shownLines.indexOf(line + index);
			const isShown = shown[place] !== undefined;
			const last = parts.at(-1);
			// Marks are not part of the code.
			const whole = `${shown[place] ?? full}\n`;
			if (isDirective) continue;
			if (last?.isShown === isShown) last.text += whole;
			else parts.push({ text: whole, isShown });
		}
	}
	const last = parts.at(-1);
	if (last) last.text = last.text.slice(0, -1);
	return parts;
}

function startedBy({ sample: { run = [] }, files }: SamplePlan): string[] {
	return run.filter((name) => files.has(name));
}

/** The files that a program starts with, in order. */
export function entriesOf(plan: SamplePlan): string[] {
	return plan.sample.run ? [...startedBy(plan), plan.sample.files.at(-1)?.name ?? ''] : [];
}

/** Specifiers of packages that a program loads, in order. */
export function loadedBy({ plan, imports: { values } }: Editable): string[] {
	const files = new Set(entriesOf(plan));
	const packages = new Set<string>();
	for (const name of files)
		for (const specifier of values[name] ?? []) {
			const file = isRelative(specifier) ? resolveRelative(name, specifier, (one) => plan.files.has(one)) : undefined;
			if (file !== undefined) files.add(file);
			else packages.add(specifier);
		}
	return [...packages];
}

function runOf(
	editable: Editable,
	{ loads: { packages, withNode, refused } }: LiveContext,
	report: Pick<LiveReport, 'notes' | 'diagnostics'>,
): LiveRun | undefined {
	const { sample, files } = editable.plan;
	if (!sample.run) return undefined;
	const lacking = sample.run.filter((name) => !files.has(name));
	report.diagnostics.push(...lacking.map((name) => missingEntry(editable.plan, name)));
	const loaded = loadedBy(editable);
	const specifier = loaded.find((one) => isRelative(one) || Object.hasOwn(refused, one));
	if (specifier !== undefined) {
		const why = refused[specifier];
		const needs = why === undefined || why === specifier ? specifier : `${specifier}, which needs ${why}`;
		report.notes.push(`${sample.file}:${sample.line}: readers cannot run it, because it imports ${needs}.`);
	}
	if (lacking.length > 0 || specifier !== undefined) return undefined;
	const hasNode = loaded.some((one) => withNode.specifiers.includes(one));
	return { entries: entriesOf(editable.plan), packages: hasNode ? withNode.packages : packages };
}

function missingEntry({ sample, files }: SamplePlan, name: string): Diagnostic {
	const own = new Set(sample.files.map((file) => file.name));
	const names = [...files.keys()].filter((one) => !own.has(one));
	return {
		code: 'sample-run',
		severity: 'error',
		message: `run names "${name}", which is no file of the page up to here.`,
		file: sample.file,
		line: sample.line - 1,
		column: sample.indent + 1,
		hint:
			names.length > 0 ? `Its files are ${names.join(', ')}.` : 'Give the fence with it a title such as "server.ts".',
	};
}
