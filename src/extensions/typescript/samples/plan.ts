/**
 * Turns the fences of a page into units for the compiler. Each fence gets a virtual folder with its own files; it sees
 * the files of earlier fences as they are at its position. A file gets a second copy only if one of its imports was
 * replaced in between, so that most files are compiled once.
 */

import { join } from 'node:path';
import type { AnnotatedFence } from '../../../content/model/annotation.ts';
import { hashOfValue } from '../../../content/model/hash.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { changed } from './change.ts';
import { reachable } from './modules.ts';
import type { OwnFile, SampleOrigin, SamplePage, SamplePlace, ShownLine, Unit, VirtualFile } from './types.ts';
import type { Setup, Workspace } from './workspace.ts';

/** The samples of a page, ready for compilation and for the report. */
export interface PagePlan {
	page: SamplePage;
	files: VirtualFile[];
	folders: Record<string, Record<string, string>>;
	/** One per sample, in order. */
	samples: SamplePlan[];
}

export interface SamplePlan {
	sample: AnnotatedFence;
	own: OwnFile[];
	/** The checked fence above it, which it may continue. */
	above?: SamplePlan;
	/** Names of files that earlier fences of the page offer. */
	offered: string[];
	/** By name, what exists for it: the files of earlier fences, and its own. */
	files: ReadonlyMap<string, OwnFile>;
	/** Of a change: the fence that it changes. */
	changes?: SamplePlan;
	/** Absent if the sample is not compiled: `nocheck`, or an include or a fence above it that does not exist. */
	unit?: Unit;
	/** Misused directives and includes. */
	diagnostics: Diagnostic[];
}

const AUGMENTS = /\bdeclare\s+(?:global\b|module\s*['"])/;
const FOLDER = '.samples';

/** Plans the samples of one page. */
export function planPage(page: SamplePage): PagePlan {
	return new PagePlanner(page).plan();
}

class PagePlanner {
	readonly #page: SamplePage;
	readonly #files: VirtualFile[] = [];
	readonly #folders: Record<string, Record<string, string>> = {};
	/** Files by name from the fences so far: without a variant, and the replacements per variant. */
	#offered = new Map<string, OwnFile>();
	readonly #variants = new Map<string, Map<string, OwnFile>>();
	readonly #plans: SamplePlan[] = [];
	/** Paths by the hash of a file and of everything that it can reach. */
	readonly #instances = new Map<string, string>();

	constructor(page: SamplePage) {
		this.#page = page;
	}

	plan(): PagePlan {
		for (const [index, sample] of this.#page.samples.entries()) this.#plans.push(this.#sample(sample, index));
		return { page: this.#page, files: this.#files, folders: this.#folders, samples: this.#plans };
	}

	/** The nearest checked fence above: in the same variant, if it has that. */
	#above({ file, line, variant }: AnnotatedFence): SamplePlan | undefined {
		return this.#plans.findLast(
			({ sample }) =>
				sample.nocheck === undefined &&
				!sample.change &&
				(sample.file !== file || sample.line !== line) &&
				(sample.variant === undefined || sample.variant === variant),
		);
	}

	#sample(written: AnnotatedFence, index: number): SamplePlan {
		if (written.change && written.nocheck === undefined) return this.#change(written, index);
		const above = this.#above(written);
		const continued = written.continues ? above : undefined;
		const { sample, before } = continued ? continuing(written, continued) : { sample: written, before: [] };
		const known = new Map([...this.#offered, ...(this.#variants.get(sample.variant ?? '') ?? [])]);
		const offered = [...known.keys()].sort();
		if (sample.nocheck !== undefined)
			return { sample, own: [], offered, files: known, diagnostics: [...sample.diagnostics] };
		const { setups, problems } = includedSetups(sample, this.#page.workspace);
		if (sample.continues && !above) problems.push(nothingAbove(sample));
		const diagnostics = [sample, ...setups.map((setup) => setup.sample)].flatMap((one) => one.diagnostics);
		const own = ownFiles(sample, setups, before);
		const added = own.map((file) => [file.name, file] as const);
		const files = new Map([...known, ...added]);
		if (sample.named) this.#offer(sample.variant, added);
		const plan = { sample, own, above, offered, files, diagnostics: [...diagnostics, ...problems] };
		if (problems.length > 0 || (continued && !continued.unit)) return plan;
		const texts = new Map([...files].map(([name, { text }]) => [name, text]));
		return { ...plan, unit: this.#unit(sample, index, own, texts) };
	}

	/** A change is compiled with the fence above it, and offers nothing to later ones. */
	#change(written: AnnotatedFence, index: number): SamplePlan {
		const checked = this.#plans.filter(({ sample }) => sample.nocheck === undefined && !sample.change);
		const plain = checked.filter(({ sample }) => sample.variant === undefined);
		const named = plain.findLast(({ own }) => own.some(({ name }) => name === written.title));
		const above = named ?? plain.at(-1);
		const { sample, own, problem } = changed(written, above);
		const files = new Map([...(above?.files ?? []), ...own.map((file) => [file.name, file] as const)]);
		const diagnostics = [...written.diagnostics, ...(problem ? [problem] : [])];
		const plan = { sample, own, changes: above, offered: [...files.keys()].sort(), files, diagnostics };
		if (problem || !above?.unit) return plan;
		const texts = new Map([...files].map(([name, { text }]) => [name, text]));
		return { ...plan, unit: this.#unit(sample, index, own, texts) };
	}

	/** Lets later fences of the variant import these files; a file without a variant replaces it in all variants. */
	#offer(variant: string | undefined, files: (readonly [string, OwnFile])[]): void {
		if (variant === undefined) for (const [name] of files) for (const own of this.#variants.values()) own.delete(name);
		if (variant === undefined) this.#offered = new Map([...this.#offered, ...files]);
		else this.#variants.set(variant, new Map([...(this.#variants.get(variant) ?? []), ...files]));
	}

	#unit(sample: AnnotatedFence, index: number, own: OwnFile[], texts: Map<string, string>): Unit {
		const folder = join(this.#page.workspace.folder, FOLDER, this.#page.file, String(index));
		const names = own.map(({ name }) => name);
		const { live } = this.#page.workspace;
		const { run, change } = sample;
		const prints = run !== undefined && change?.prints !== undefined;
		const started = live || prints ? (run ?? []).filter((name) => texts.has(name)) : [];
		const reached = reachable([...names, ...started], texts);
		const table: Record<string, string> = {};
		this.#folders[folder] = table;
		const written = new Set(sample.files.map(({ name }) => name));
		for (const name of written) table[name] = this.#write(folder, name, texts);
		for (const name of reached) table[name] ??= this.#share(name, texts);
		const closure = reached.map((name) => [name, texts.get(name) ?? '']);
		const queries = sample.queries.flatMap((query) => {
			const line = sample.shownLines[query.line - 1];
			const place = line === undefined ? undefined : placeOf(own, sample.file, line);
			return place
				? [{ ...place, column: query.column, ...(query.completes ? { completes: true as const } : {}) }]
				: [];
		});
		const shown = sample.twoslash ? shownPlaces(sample, own) : [];
		const entries = prints ? [...started, sample.files.at(-1)?.name ?? ''] : [];
		const program = prints && { entries, files: Object.fromEntries(closure) };
		return {
			key: hashOfValue([this.#page.workspace.salt, names, closure, queries, shown, ...entries]),
			...(program && { program }),
			...(live && { reached: table }),
			files: names.map((name) => table[name] ?? ''),
			isolated: closure.some(([name = '', text = '']) => AUGMENTS.test(text) || name.endsWith('.d.ts')),
			queries,
			shown,
		};
	}

	/** Files written in the fence itself get their own path, because findings are reported there. */
	#write(folder: string, name: string, texts: Map<string, string>): string {
		const path = join(folder, name);
		this.#files.push({ path, folder, name, text: texts.get(name) ?? '' });
		this.#instances.set(instanceKey(name, texts), path);
		return path;
	}

	/** A file from an earlier fence or a setup: one path for all fences that see the same text and imports. */
	#share(name: string, texts: Map<string, string>): string {
		const key = instanceKey(name, texts);
		const existing = this.#instances.get(key);
		if (existing) return existing;
		const folder = join(this.#page.workspace.folder, FOLDER, '.shared', key);
		const path = this.#write(folder, name, texts);
		const table: Record<string, string> = {};
		this.#folders[folder] = table;
		for (const reached of reachable([name], texts)) table[reached] = this.#share(reached, texts);
		return path;
	}
}

function instanceKey(name: string, texts: Map<string, string>): string {
	return hashOfValue([name, reachable([name], texts).map((reached) => [reached, texts.get(reached)])]);
}

/** Setups of a fence in order, each once, after the setups that it includes. */
function includedSetups(sample: AnnotatedFence, workspace: Workspace): { setups: Setup[]; problems: Diagnostic[] } {
	const setups = new Set<Setup>();
	const problems: Diagnostic[] = [];
	const visited = new Set<string>();
	const visit = (from: AnnotatedFence): void => {
		for (const { name, line } of from.includes) {
			const setup = workspace.setups.get(name);
			if (!setup) problems.push(missingInclude(from, name, line, [...workspace.setups.keys()]));
			if (!setup || visited.has(name)) continue;
			visited.add(name);
			visit(setup.sample);
			setups.add(setup);
		}
	};
	visit(sample);
	return { setups: [...setups], problems };
}

function missingInclude(from: AnnotatedFence, name: string, line: number, known: string[]): Diagnostic {
	const excerpt = from.code.split(/\r?\n/)[line - from.line] ?? '';
	return {
		code: 'sample-include',
		severity: 'error',
		message: `There is no setup "${name}"`,
		file: from.file,
		line,
		column: from.indent + Math.max(excerpt.indexOf(name), 0) + 1,
		length: name.length,
		excerpt: ' '.repeat(from.indent) + excerpt,
		hint: known.length > 0 ? `Setups are ${known.join(', ')}.` : 'The version has no folder "setups" with files.',
	};
}

function nothingAbove({ file, line, indent }: AnnotatedFence): Diagnostic {
	return {
		code: 'sample-continues',
		severity: 'error',
		message: 'No checked fence above for this one to continue',
		file,
		line: line - 1,
		column: indent + 1,
		hint: 'Remove "continues", or check the fence above: ts or tsx, without nocheck.',
	};
}

/** A fence without a title goes on with the last file of the one that it continues, which JSX makes a `.tsx`. */
function continuing(
	sample: AnnotatedFence,
	{ own, sample: above }: SamplePlan,
): { sample: AnnotatedFence; before: OwnFile[] } {
	const [first, ...others] = sample.files;
	const last = above.files.at(-1)?.name;
	if (!first || !last || !isHead(first.name)) return { sample, before: own };
	const name = sample.lang === 'tsx' ? last.replace(/ts$/, 'tsx') : last;
	return {
		sample: { ...sample, named: above.named, files: [{ ...first, name }, ...others] },
		before: own.map((file) => (file.name === last ? { ...file, name } : file)),
	};
}

/**
 * Puts the unnamed code of the setups before the fence's first file, and adds their named files. `above` has the files
 * of the fence that it continues, setups included: code goes below that of the same file.
 */
function ownFiles(sample: AnnotatedFence, setups: Setup[], above: OwnFile[]): OwnFile[] {
	const files = new Map(above.map((file) => [file.name, file]));
	const known = new Set(above.flatMap(({ origins }) => origins.map((origin) => origin.sample)));
	const heads: OwnFile[] = [];
	for (const setup of setups.filter((one) => !known.has(one.sample))) {
		for (const file of setup.sample.files) {
			const own = { name: file.name, text: file.text, origins: [originOf(setup.sample, file)] };
			if (isHead(file.name)) heads.push(own);
			else files.set(file.name, own);
		}
	}
	for (const [at, file] of sample.files.entries()) {
		const before = files.get(file.name);
		const isContinued = before?.origins.some((origin) => known.has(origin.sample)) ?? false;
		const parts = [
			...(isContinued && before ? [before] : []),
			...(at === 0 ? heads : []),
			{ text: file.text, origins: [originOf(sample, file)] },
		];
		files.set(file.name, {
			name: file.name,
			text: parts.map(({ text }) => text).join('\n'),
			origins: parts.flatMap(({ origins }) => origins),
		});
	}
	return [...files.values()];
}

/** The name that `readFence` gives to unnamed code. */
function isHead(name: string): boolean {
	return name === 'sample.ts' || name === 'sample.tsx';
}

function originOf(sample: AnnotatedFence, { text, line }: { text: string; line: number }): SampleOrigin {
	return { sample, file: sample.file, line, count: text.split('\n').length, indent: sample.indent };
}

function placeOf(own: OwnFile[], file: string, line: number): SamplePlace | undefined {
	for (const [index, { origins }] of own.entries()) {
		let before = 0;
		for (const origin of origins) {
			const at = line - origin.line;
			if (origin.file === file && at >= 0 && at < origin.count)
				return { file: index, line: before + at + 1, column: 1 };
			before += origin.count;
		}
	}
	return undefined;
}

function shownPlaces(sample: AnnotatedFence, own: OwnFile[]): ShownLine[] {
	const lines = sample.shown.split('\n');
	const result: ShownLine[] = [];
	let offset = 0;
	for (const [index, line] of sample.shownLines.entries()) {
		const place = placeOf(own, sample.file, line);
		if (place) result.push({ file: place.file, line: place.line, offset });
		offset += (lines[index]?.length ?? 0) + 1;
	}
	return result;
}
