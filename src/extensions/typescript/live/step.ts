/**
 * Live samples as a step of a build: what readers load to edit and run the samples of a site. Each result is cached by
 * what it is made from: an edited sample is one new page, and the rest is found.
 */

import { type CompileContext, TEMPLATES } from '../../../cli/bundle/compile.ts';
import type { AnnotationCache } from '../../../cli/cache/annotations.ts';
import { CacheLost } from '../../../cli/disk/disk.ts';
import { DEBUG_HINT } from '../../../cli/disk/helper-process.ts';
import { DOCSGEN_HASH } from '../../../cli/disk/package.ts';
import { BundleError } from '../../../cli/terminal/findings.ts';
import type { Config } from '../../../content/model/config.ts';
import { hashOfValue } from '../../../content/model/hash.ts';
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import type { Diagnostic, Page } from '../../../content/model/page.ts';
import { problemsIn } from '../../../content/model/places.ts';
import type { Annotations, WrittenSite } from '../../../extension.ts';
import { Connection } from '../compiler/connection.ts';
import { typescriptPath } from '../compiler/typescript.ts';
import { OPTIONS } from '../samples/modules.ts';
import type { PageReport } from '../samples/report.ts';
import type { SampledPage } from '../samples/step.ts';
import type { LiveModules, Workspace } from '../samples/workspace.ts';
import { type LiveScripts, loadLivePackages, loadLiveScripts, missingPeers, named } from './bundle.ts';
import type { DeclarationQuestion, Declarations } from './declarations.ts';
import { editableOf, type LiveContext, loadedBy, reportLive } from './page.ts';

/** Results about a page. */
interface Known {
	key: string;
	/** Specifiers that its samples import, and that its programs load. */
	imports: string[];
	loads: string[];
	/** Key of the context that the rest is made with. */
	made?: { with: string; hash: string; out?: string; notes: string[]; diagnostics: Diagnostic[] };
}

/** The declarations of a docs version: what they were made for, the files, and the files for each specifier. */
interface KnownTypes extends Pick<LiveContext, 'types' | 'needs'> {
	key: string;
}

/** Results kept between processes. */
interface Memory {
	pages: Record<string, Known>;
	/** By docs version. */
	types: Record<string, KnownTypes>;
	/** By docs version, the specifiers in the script of packages. */
	loads: Record<string, string[]>;
}

/** Store kinds: one entry with the memory; files by output path. */
const MEMORY = 'live';
const FILES = 'livefiles';

/** The part of the check of samples that this step builds on. */
export interface CheckedSamples {
	pages: readonly SampledPage[];
	reports(pages: SampledPage[], wait: boolean): Promise<(PageReport | undefined)[]>;
}

/** The results of one call. */
interface Found extends Pick<Annotations, 'pages' | 'diagnostics' | 'notes' | 'files'> {
	isPending: boolean;
	reports: Map<string, PageReport>;
}

export class LiveStep {
	readonly #context: CompileContext;
	readonly #compiler: Connection<DeclarationQuestion, Declarations>;
	#memory: Memory | undefined;

	constructor(
		{ project, inputs }: Pick<CompileContext, 'project' | 'inputs'>,
		private readonly cache: AnnotationCache,
	) {
		this.#context = { project, inputs, templates: TEMPLATES };
		this.#compiler = new Connection('declarations', project);
	}

	/** Hashes of the annotations that it has made. */
	get hashes(): string[] {
		return Object.values(this.#load().pages).flatMap(({ made }) => made?.hash ?? []);
	}

	stop(): void {
		this.#compiler.close();
	}

	/**
	 * Adds to the annotations of pages what makes samples live. Without `wait`, pages for which something has to be made
	 * first have no annotations.
	 */
	async add(
		annotations: Annotations,
		{ config }: Pick<WrittenSite, 'config'>,
		samples: CheckedSamples,
		wait: boolean,
	): Promise<Annotations> {
		const isLive = ({ page, workspace }: SampledPage): boolean =>
			workspace.live !== undefined && page.data.live !== false && annotations.pages.has(page.path);
		const sources = samples.pages.filter(isLive);
		if (sources.length === 0) return annotations;
		const typescript = typescriptPath(this.#context.project.root);
		const missing = missingPeers(this.#context.project.root);
		if (missing.length > 0 || typescript === undefined)
			return { ...annotations, state: 'failed', failures: [...annotations.failures, notInstalled(missing)] };
		try {
			const { isPending, reports, ...more } = await this.#find(annotations, config, typescript, sources, samples, wait);
			const { diagnostics, notes } = annotations;
			return {
				...annotations,
				...more,
				state: isPending && annotations.state === 'made' ? 'pending' : annotations.state,
				diagnostics: [...diagnostics, ...more.diagnostics],
				notes: [...notes, ...more.notes],
			};
		} catch (error) {
			if (error instanceof CacheLost || error instanceof BundleError) throw error;
			const message = `Live samples could not be made: ${(error as Error).message}`;
			const failure: Diagnostic = { code: 'sample-check', severity: 'error', message, hint: DEBUG_HINT };
			return { ...annotations, state: 'failed', failures: [...annotations.failures, failure] };
		}
	}

	async #find(
		{ pages, state }: Annotations,
		{ words, locales }: Config,
		typescript: string,
		sources: SampledPage[],
		samples: CheckedSamples,
		wait: boolean,
	): Promise<Found> {
		const found: Found = {
			pages: new Map(pages),
			diagnostics: [],
			notes: [],
			files: new Map(),
			isPending: state === 'pending',
			reports: new Map(),
		};
		const memory = this.#load();
		const stale = sources.filter(({ page, key }) => memory.pages[page.path]?.key !== key);
		await readReports(found, stale, samples, wait);
		for (const { page, key } of stale) {
			const report = found.reports.get(page.path);
			if (report) memory.pages[page.path] = { key, ...importsOfSamples(report) };
		}
		// The first time takes seconds, so it does not happen before a page is served.
		if (!wait && Object.keys(memory.types).length === 0) {
			for (const { page } of sources) found.pages.delete(page.path);
			return { ...found, isPending: true };
		}
		const scripts = await loadLiveScripts(this.#context, { words, isShared: locales.length > 1, typescript });
		for (const { out, text } of scripts.files) found.files.set(out, Buffer.from(text));
		for (const version of new Set(sources.map(({ page }) => versionOf(page)))) {
			const own = sources.filter(({ page }) => versionOf(page) === version);
			const [first] = own;
			if (!first) continue;
			const context = await this.#contextOf(version, first.workspace, own, scripts, found, wait);
			await this.#addPages(own, context, samples, found, wait);
		}
		if (wait) this.#save(new Set(sources.map(({ page }) => page.path)), new Set(found.files.keys()));
		return found;
	}

	/** Files and settings that the pages of a docs version share. */
	async #contextOf(
		version: string,
		workspace: Workspace,
		sources: SampledPage[],
		{ editor, compiler, sandbox }: LiveScripts,
		found: Found,
		wait: boolean,
	): Promise<LiveContext> {
		const { pages, loads } = this.#load();
		const known = sources.flatMap(({ page, key }) => {
			const one = pages[page.path];
			return one?.key === key ? one : [];
		});
		const needed = specifiersOf(known.map((one) => one.loads));
		if (wait || !needed.every((one) => loads[version]?.includes(one))) loads[version] = needed;
		const packages = await loadLivePackages(this.#context, {
			folder: workspace.folder,
			specifiers: loads[version] ?? needed,
			modules: this.#modulesOf(version, workspace, found.diagnostics),
			salt: workspace.salt,
		});
		// A page that isn't checked yet may load what no other does.
		if (!found.isPending && known.length === sources.length)
			found.diagnostics.push(...packages.unused.map((name) => this.#problem(version, name, UNUSED)));
		for (const { out, text } of packages.files) found.files.set(out, Buffer.from(text));
		const imports = specifiersOf(known.map((one) => one.imports));
		const { types, needs } = await this.#typesOf(version, workspace, imports, wait);
		for (const out of types) found.files.set(out, this.#fileOf(out));
		const options = { ...OPTIONS, types: [] };
		return { editor, compiler, sandbox, options, types, needs, loads: packages.loads };
	}

	async #addPages(
		sources: SampledPage[],
		context: LiveContext,
		samples: CheckedSamples,
		found: Found,
		wait: boolean,
	): Promise<void> {
		const { pages } = this.#load();
		const key = hashOfValue([DOCSGEN_HASH, context]);
		const unmade = sources.filter(({ page }) => pages[page.path]?.made?.with !== key);
		await readReports(found, unmade, samples, wait);
		for (const { page } of unmade) {
			const report = found.reports.get(page.path);
			const known = pages[page.path];
			if (report && known) known.made = { with: key, ...this.#make(report, context) };
		}
		for (const { page } of sources) {
			const { made } = pages[page.path] ?? {};
			const plain = found.pages.get(page.path);
			if (made?.with !== key || !plain) {
				found.isPending = true;
				found.pages.delete(page.path);
				continue;
			}
			found.diagnostics.push(...made.diagnostics);
			found.notes.push(...made.notes);
			if (made.out === undefined) continue;
			found.files.set(made.out, this.#fileOf(made.out));
			found.pages.set(page.path, { hash: made.hash, against: plain.against, names: plain.names, hasWidgets: true });
		}
	}

	#make(report: PageReport, context: LiveContext): Omit<NonNullable<Known['made']>, 'with'> {
		const { page: live, samples, notes, diagnostics } = reportLive(report, context);
		if (!live) return { hash: '', notes, diagnostics };
		const out = this.#put('page', JSON.stringify(live));
		const answers = report.answers.map((answer, index) => {
			const found = samples[index];
			if (!found) return answer;
			const { changes } = found;
			const attributes = {
				sample: String(found.index),
				...(found.run && { run: '' }),
				...(changes !== undefined && { changes: String(changes) }),
			};
			return { ...answer, widget: { name: 'live', file: out, attributes } };
		});
		const hash = this.cache.put(answers, true);
		return { hash, out, notes, diagnostics };
	}

	/** Absolute paths of the files in place of modules; a file that does not exist is a finding. */
	#modulesOf(version: string, { live = {} }: Workspace, diagnostics: Diagnostic[]): LiveModules {
		const { inputs } = this.#context;
		const found: LiveModules = {};
		for (const [name, file] of Object.entries(live)) {
			if (file === false) found[name] = false;
			else if (inputs.has(file)) found[name] = inputs.pathOf(file);
			else
				diagnostics.push(
					this.#problem(version, name, {
						severity: 'error',
						message: `names ${file}, which does not exist`,
						hint: 'Name a file relative to the folder of the site.',
					}),
				);
		}
		return found;
	}

	#problem(version: string, module: string, { severity, message, hint }: ModuleProblem): Diagnostic {
		const text = this.#context.inputs.read(CONFIG_FILE)?.toString() ?? '';
		const about = { file: CONFIG_FILE, text, code: 'live-module', root: CONFIG_FILE };
		const path = ['samples', version, 'live', 'modules', module];
		const [finding] = problemsIn(about, [{ path, message, ...(severity === 'warning' && { severity }) }]);
		return { code: about.code, severity, message, ...finding, hint };
	}

	/** The declarations for these specifiers. Without `wait`, those that were made last, which usually have them all. */
	async #typesOf(version: string, workspace: Workspace, specifiers: string[], wait: boolean): Promise<KnownTypes> {
		const { types } = this.#load();
		const key = hashOfValue([DOCSGEN_HASH, workspace.salt, specifiers]);
		const known = types[version];
		if (known && (known.key === key || (!wait && specifiers.every((one) => Object.hasOwn(known.needs, one)))))
			return known;
		if (!wait) return { key: '', types: [], needs: {} };
		const { root, folder, packages, ambient } = workspace;
		const files = ambient.map(({ file, text }) => ({
			path: this.#context.inputs.pathOf(file),
			folder,
			name: file,
			text,
		}));
		const made = await this.#compiler.ask({ root, folder, packages, ambient: files, specifiers });
		const outs = made.packages.map(({ name, types }) => this.#put(fileName(name), JSON.stringify(types)));
		types[version] = { key, types: outs, needs: made.needs };
		return types[version];
	}

	#put(name: string, text: string): string {
		const { store } = this.#context.project;
		const { out } = named(name, 'json', text);
		if (!store.has(FILES, out)) store.put(FILES, out, text);
		return out;
	}

	#fileOf(out: string): Buffer {
		const bytes = this.#context.project.store.get(FILES, out);
		if (!bytes) throw new CacheLost('a file of live samples');
		return bytes;
	}

	#load(): Memory {
		const text = this.#memory ? undefined : this.#context.project.store.get(MEMORY, MEMORY)?.toString();
		this.#memory ??= text === undefined ? { pages: {}, types: {}, loads: {} } : (JSON.parse(text) as Memory);
		return this.#memory;
	}

	#save(paths: ReadonlySet<string>, files: ReadonlySet<string>): void {
		const { store } = this.#context.project;
		const { pages, ...memory } = this.#load();
		this.#memory = { ...memory, pages: Object.fromEntries(Object.entries(pages).filter(([path]) => paths.has(path))) };
		const text = JSON.stringify(this.#memory);
		if (store.get(MEMORY, MEMORY)?.toString() !== text) store.put(MEMORY, MEMORY, text);
		store.sweep(FILES, files);
	}
}

interface ModuleProblem {
	severity: 'error' | 'warning';
	message: string;
	hint: string;
}

const UNUSED: ModuleProblem = {
	severity: 'warning',
	message: 'is a module that no program loads',
	hint: 'Remove it, or write the module as programs import it.',
};

function notInstalled(missing: readonly string[]): Diagnostic {
	const all = missing.length > 0 ? missing : ['typescript@6'];
	return {
		code: 'missing-package',
		severity: 'error',
		file: CONFIG_FILE,
		message: `Live samples need ${all.join(', ')}, which the site has not installed.`,
		hint: `Run: npm install --save-dev ${all.join(' ')}`,
		about: { words: ['live'] },
	};
}

function importsOfSamples(report: PageReport): Pick<Known, 'imports' | 'loads'> {
	const all = editableOf(report).flatMap((one) => one ?? []);
	const programs = all.filter(({ plan }) => plan.sample.run);
	return {
		imports: specifiersOf(all.map(({ imports }) => imports.packages)),
		loads: specifiersOf(programs.map(loadedBy)),
	};
}

function specifiersOf(lists: string[][]): string[] {
	return [...new Set(lists.flat())].sort();
}

async function readReports(
	{ reports }: Found,
	sources: SampledPage[],
	samples: CheckedSamples,
	wait: boolean,
): Promise<void> {
	const unread = sources.filter(({ page }) => !reports.has(page.path));
	for (const [index, report] of (await samples.reports(unread, wait)).entries()) {
		const path = unread[index]?.page.path;
		if (path !== undefined && report) reports.set(path, report);
	}
}

function versionOf({ version = 'current' }: Page): string {
	return version;
}

/** The name of the file with the declarations of a package, e.g. `trpc-server` for `/node_modules/@trpc/server`. */
function fileName(folder: string): string {
	const name = folder.split('node_modules/').at(-1) ?? '';
	return name.replaceAll(/[^\w.-]+/g, '-').replace(/^-/, '') || 'types';
}
