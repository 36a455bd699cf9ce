/**
 * Live samples as a step of a build: what readers load to edit and run the samples of a site. Each result is cached by
 * what it is made from: an edited sample is one new page, and the rest is found.
 */
import type { Config } from '../../../content/model/config.ts';
import { hashOfValue } from '../../../content/model/hash.ts';
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import type { Diagnostic, Page } from '../../../content/model/page.ts';
import { problemsIn } from '../../../content/model/places.ts';
import { type CompileContext, TEMPLATES } from '../../bundle/compile.ts';
import { loadLivePackages, loadLiveScripts, missingPeers, named } from '../../bundle/live.ts';
import type { AnnotationCache } from '../../cache/annotations.ts';
import { CacheLost } from '../../disk/disk.ts';
import { DOCSGEN_HASH } from '../../disk/package.ts';
import type { Annotations } from '../../pipeline/providers.ts';
import { Connection } from '../compiler/connection.ts';
import { typescriptPath } from '../compiler/typescript.ts';
import { OPTIONS } from '../samples/modules.ts';
import type { PageReport } from '../samples/report.ts';
import type { LiveModules, Workspace } from '../samples/workspace.ts';
import type { DeclarationQuestion, Declarations } from './declarations.ts';
import { editableOf, type LiveContext, loadedBy, reportLive } from './page.ts';

/** A checked page that may have live samples; `key` is the hash of its samples and of what they are checked against. */
export interface LivePageSource {
	page: Page;
	version: string;
	workspace: Workspace;
	key: string;
}

/** What is known of a page. */
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

/** What is kept between processes. */
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
	 * first have no annotations. `reportOf` has the report of a checked page.
	 */
	async add(
		annotations: Annotations,
		config: Config,
		sources: LivePageSource[],
		reportsOf: (sources: LivePageSource[]) => (PageReport | undefined)[],
		wait: boolean,
	): Promise<Annotations> {
		const memory = this.#load();
		const root = this.#context.project.root;
		const typescript = typescriptPath(root);
		const missing = missingPeers(root);
		if (missing.length > 0 || typescript === undefined)
			return { ...annotations, state: 'failed', failures: [...annotations.failures, notInstalled(missing)] };
		const checked = sources.filter(({ page }) => annotations.pages.has(page.path));
		const stale = checked.filter(({ page, key }) => memory.pages[page.path]?.key !== key);
		const reports = new Map<string, PageReport>();
		const read = (some: LivePageSource[]): void => {
			for (const [index, report] of reportsOf(some).entries()) {
				const source = some[index];
				if (source && report) reports.set(source.page.path, report);
			}
		};
		if (stale.length > 0) read(stale);
		for (const { page, key } of stale) {
			const report = reports.get(page.path);
			if (report) memory.pages[page.path] = { key, ...importsOf(report) };
		}
		const isShared = config.locales.length > 1;
		const nothingKnown = Object.keys(memory.types).length === 0;
		if (nothingKnown && !wait) return withoutPages(annotations, checked);
		const scripts = await loadLiveScripts(this.#context, { words: config.words, isShared, typescript });
		const files = new Map<string, Uint8Array>(scripts.files.map(({ out, text }) => [out, Buffer.from(text)]));
		const diagnostics: Diagnostic[] = [];
		const pages = new Map(annotations.pages);
		const notes: string[] = [];
		let isPending = false;
		for (const version of new Set(checked.map((source) => source.version))) {
			const own = checked.filter((source) => source.version === version);
			const known = own.flatMap(({ page, key }) => {
				const found = memory.pages[page.path];
				return found?.key === key ? [found] : [];
			});
			const workspace = own[0]?.workspace;
			if (!workspace) continue;
			const modules = this.#modulesOf(version, workspace, diagnostics);
			const loads = specifiersOf(known.map((one) => one.loads));
			if (wait || !loads.every((one) => memory.loads[version]?.includes(one))) memory.loads[version] = loads;
			const packages = await loadLivePackages(this.#context, {
				folder: workspace.folder,
				specifiers: memory.loads[version] ?? loads,
				modules,
				salt: workspace.salt,
			});
			diagnostics.push(...packages.unused.map((name) => this.#problem(version, name, UNUSED)));
			const types = await this.#typesOf(version, workspace, specifiersOf(known.map((one) => one.imports)), wait);
			const context: LiveContext = {
				editor: scripts.editor,
				compiler: scripts.compiler,
				sandbox: scripts.sandbox,
				options: { ...OPTIONS, types: [] },
				types: types.types,
				needs: types.needs,
				packages: packages.file?.out,
				refused: packages.refused,
			};
			if (packages.file) files.set(packages.file.out, Buffer.from(packages.file.text));
			for (const out of types.types) files.set(out, this.#fileOf(out));
			const key = hashOfValue([DOCSGEN_HASH, context]);
			const unmade = own.filter(({ page }) => memory.pages[page.path]?.made?.with !== key);
			read(unmade.filter(({ page }) => !reports.has(page.path)));
			for (const { page } of unmade) {
				const report = reports.get(page.path);
				const found = memory.pages[page.path];
				if (report && found) found.made = { with: key, ...this.#make(report, context) };
			}
			for (const { page } of own) {
				const { made } = memory.pages[page.path] ?? {};
				const plain = pages.get(page.path);
				if (made?.with !== key || !plain) {
					isPending = true;
					pages.delete(page.path);
					continue;
				}
				diagnostics.push(...made.diagnostics);
				notes.push(...made.notes);
				if (made.out === undefined) continue;
				files.set(made.out, this.#fileOf(made.out));
				pages.set(page.path, { hash: made.hash, against: plain.against, live: true });
			}
		}
		if (wait) this.#save(new Set(checked.map(({ page }) => page.path)), new Set(files.keys()));
		return {
			...annotations,
			state: isPending && annotations.state === 'made' ? 'pending' : annotations.state,
			pages,
			files,
			notes: [...annotations.notes, ...notes],
			diagnostics: [...annotations.diagnostics, ...diagnostics],
		};
	}

	#make(report: PageReport, context: LiveContext): Omit<NonNullable<Known['made']>, 'with'> {
		const { page: live, samples, notes, diagnostics } = reportLive(report, context);
		if (!live) return { hash: '', notes, diagnostics };
		const out = this.#put('page', JSON.stringify(live));
		const answers = report.answers.map((answer, index) => {
			const found = samples[index];
			return found ? { ...answer, live: { page: out, ...found } } : answer;
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
			else if (inputs.refusal(file) === undefined && inputs.has(file)) found[name] = inputs.pathOf(file);
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

function importsOf(report: PageReport): Pick<Known, 'imports' | 'loads'> {
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

function withoutPages(annotations: Annotations, sources: LivePageSource[]): Annotations {
	const pages = new Map(annotations.pages);
	for (const { page } of sources) pages.delete(page.path);
	return { ...annotations, state: annotations.state === 'made' ? 'pending' : annotations.state, pages };
}

/** The name of the file with the declarations of a package, e.g. `trpc-server` for `/node_modules/@trpc/server`. */
function fileName(folder: string): string {
	const name = folder.split('node_modules/').at(-1) ?? '';
	return name.replaceAll(/[^\w.-]+/g, '-').replace(/^-/, '') || 'types';
}
