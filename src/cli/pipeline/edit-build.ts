/**
 * A build after edits of texts alone: without linking, planning and checks. It makes the outputs that show the edited
 * bodies from the jobs of the last build, brings the full text and the search up to date, and leaves all others.
 */
import { posix } from 'node:path';
import { hashOf } from '../../content/model/hash.ts';
import type { Page } from '../../content/model/page.ts';
import { type IndexMeta, SETTINGS_FILE, type SearchSettings } from '../../content/search/format.ts';
import type { Extension } from '../../extension.ts';
import { checkHostLimits } from '../../render/host-limits.ts';
import { fullTextPart, keyOf, runJob } from '../../render/jobs.ts';
import type { Job, JobEnvironment, JobInputs, PageInspection } from '../../render/model/job.ts';
import type { IndexedPage } from '../../render/model/search-index.ts';
import { type IndexEdit, IndexEditor, namesIn } from '../../render/search/edit-index.ts';
import { SEARCH_FOLDER, searchPageName } from '../../render/search/plan.ts';
import { templatesOf } from '../bundle/templates.ts';
import { openEntries } from '../cache/entries.ts';
import { areIntact, type OutputLedger, saveLedger } from '../cache/ledger.ts';
import { CacheLost } from '../disk/disk.ts';
import type { Inputs } from '../disk/inputs.ts';
import type { Project } from '../disk/project.ts';
import { areNamed, CODE, isTextAlone, madeLine, openEdits, type ShowingJob, type ShownPage } from './edits.ts';
import type { BuildOptions, BuildResult } from './full-build.ts';
import { parseAgain } from './pages.ts';
import { openSession, type Session, savePages } from './session.ts';

/**
 * Builds after edits of these files. Undefined if more than texts has changed, so that a whole build is needed; `replaced` if
 * another build has replaced the output meanwhile.
 */
export async function buildEdit(
	project: Project,
	inputs: Inputs,
	ledger: OutputLedger,
	options: BuildOptions,
	extensions: readonly Extension[],
	changed: readonly string[],
): Promise<BuildResult | 'replaced' | undefined> {
	const isStrict = options.strict && ledger.diagnostics.some(({ severity }) => severity === 'warning');
	if (!ledger.edits || options.checkOnly || isStrict || areNamed(ledger.diagnostics, changed)) return undefined;
	const session = openSession(project, inputs, extensions, changed);
	try {
		return await new Edit(session, ledger, options).build(changed);
	} catch (error) {
		// A whole build makes what is lost, or says so.
		if (error instanceof NotOfTexts || error instanceof CacheLost) return undefined;
		throw error;
	}
}

/** More than texts has changed, or what an edit needs is not there. */
class NotOfTexts extends Error {}

function needed<T>(value: T | undefined): T {
	if (value === undefined) throw new NotOfTexts();
	return value;
}

interface EditedPage {
	shown: ShownPage;
	page: Page;
}

class Edit {
	private readonly saved: ReturnType<typeof openEdits>;
	private readonly facts;
	/** New files, and the keys of their jobs. */
	private readonly made = new Map<string, { key: string; bytes: Uint8Array }>();
	private readonly removed = new Set<string>();
	private readonly kinds: string[] = [];
	/** Pages in the search, by the folder of their files. */
	private readonly results = new Map<string, IndexEdit[]>();

	constructor(
		private readonly session: Session,
		private readonly ledger: OutputLedger,
		private readonly options: BuildOptions,
	) {
		const { store } = session.project;
		this.saved = openEdits(store);
		this.facts = openEntries<PageInspection>(store, 'facts');
	}

	async build(paths: readonly string[]): Promise<BuildResult | 'replaced'> {
		const edited = await this.parse(paths);
		this.requireOutputs();
		this.options.progress?.('Rendering');
		const environment = await this.environment();
		for (const one of edited) this.renderPage(one, environment);
		for (const [out, pages] of this.fullTexts(edited)) this.renderText(out, pages, environment);
		const editor = new IndexEditor(this.session.bodies);
		for (const [folder, pages] of this.results) this.renderSearch(folder, pages, editor);
		const count = Object.keys(this.ledger.outputs).length;
		this.options.explain?.(madeLine(this.kinds, count));
		return this.commit(edited);
	}

	/** Parses the pages; throws if more than a body has changed. */
	private async parse(paths: readonly string[]): Promise<EditedPage[]> {
		this.options.progress?.('Parsing pages');
		const all = paths.map((path) => needed(this.saved.pages.get(path)));
		const ways = all.map(({ source, options }) => ({ source, options: needed(this.saved.options.get(options)) }));
		const pages = needed(await parseAgain(this.session, ways, this.options.explain));
		return all.map((shown, index) => {
			const page = needed(pages[index]);
			if (!isTextAlone(shown.facts, page, shown.translations)) throw new NotOfTexts();
			return { shown, page };
		});
	}

	/** Throws unless all outputs are as the last build left them. */
	private requireOutputs(): void {
		const { project } = this.session;
		const { outputs, folders } = this.ledger;
		const isSame = areIntact(project, this.ledger);
		if (!isSame || project.output.foldersVersion(Object.keys(outputs)) !== folders) throw new NotOfTexts();
	}

	private async environment(): Promise<JobEnvironment> {
		const { bodies, annotations, project } = this.session;
		const none = (): never => {
			throw new NotOfTexts();
		};
		return {
			templates: await templatesOf(needed(project.store.get(CODE, this.ledger.edits?.templates ?? '')).toString()),
			site: (hash) => needed(this.saved.sites.get(hash)),
			body: bodies.get,
			annotations: annotations.get,
			sidebar: (hash) => needed(this.saved.sidebars.get(hash)),
			text: none,
			bytes: none,
			file: none,
			draw: none,
			shared: new Map(),
		};
	}

	/** Makes the outputs that show the body of a page. */
	private renderPage({ shown, page }: EditedPage, environment: JobEnvironment): void {
		shown.outs = shown.outs.map(([out, key]) => {
			if (this.ledger.outputs[out]?.[0] !== key) throw new NotOfTexts();
			const { job, out: place } = this.withBody(out, needed(this.saved.jobs.get(key)), page);
			const now = this.run({ ...job, out: place }, environment);
			if (job.kind === 'page') this.keepFacts(key, now);
			this.saved.jobs.add(now.key, () => job);
			return [place, now.key];
		});
	}

	/** The job of an output, with the present body of its page. */
	private withBody(out: string, job: ShowingJob, { bodyHash }: Page): { job: ShowingJob; out: string } {
		if (job.kind === 'markdown') return { out, job: { ...job, input: { ...job.input, bodyHash } } };
		if (job.kind === 'page') {
			const bodies = job.input.bodies.map((body) => ({ ...body, hash: bodyHash }));
			return { out, job: { ...job, input: { ...job.input, bodies } } };
		}
		const page = { ...job.input.page, bodyHash };
		const indexed = (one: JobInputs['search-page']['page']): IndexedPage => ({ ...one, name: searchPageName(one) });
		const edit = { before: indexed(job.input.page), now: indexed(page) };
		const folder = posix.dirname(out);
		this.results.set(folder, [...(this.results.get(folder) ?? []), edit]);
		this.removed.add(out);
		return { out: `${folder}/${edit.now.name}.json`, job: { ...job, input: { page } } };
	}

	/** Checks read nothing else of a finished page. */
	private keepFacts(before: string, { key, facts }: { key: string; facts?: PageInspection }): void {
		const known = needed(this.facts.get(before));
		if (JSON.stringify(facts) !== JSON.stringify(known)) throw new NotOfTexts();
		this.facts.add(key, () => known);
	}

	private run(job: Job, environment: JobEnvironment): { key: string; facts?: PageInspection } {
		const key = keyOf(job, { templates: this.ledger.edits?.templates ?? '' });
		try {
			const { bytes, facts } = runJob({ ...job, key }, environment);
			this.add(job.out, job.kind, key, bytes);
			return { key, facts };
		} catch {
			// A whole build reports a template that throws.
			throw new NotOfTexts();
		}
	}

	private add(out: string, kind: string, key: string, bytes: Uint8Array): void {
		this.made.set(out, { key, bytes });
		this.kinds.push(kind);
	}

	/* ---------------------------------------------------------------- the full text */

	private fullTexts(edited: readonly EditedPage[]): Map<string, EditedPage[]> {
		const found = new Map<string, EditedPage[]>();
		for (const one of edited) {
			const { out } = one.shown.text ?? {};
			if (out !== undefined) found.set(out, [...(found.get(out) ?? []), one]);
		}
		return found;
	}

	/** Puts the present copies of pages in the place of the last ones. */
	private renderText(out: string, edited: readonly EditedPage[], environment: JobEnvironment): void {
		let bytes = needed(this.session.project.output.read(out));
		for (const { shown, page } of edited) {
			const jobs = shown.outs.flatMap(([, key]) => this.saved.jobs.get(key) ?? []);
			const [view] = jobs.flatMap((job) => (job.kind === 'markdown' ? job.input : []));
			const part = (bodyHash: string): Buffer =>
				fullTextPart({ ...needed(view), bodyHash }, shown.text?.number ?? 0, environment);
			const [before, now] = [part(shown.bodyHash), part(page.bodyHash)];
			const at = bytes.indexOf(before);
			// A page may quote another one.
			if (at < 0 || bytes.lastIndexOf(before) !== at) throw new NotOfTexts();
			bytes = Buffer.concat([bytes.subarray(0, at), now, bytes.subarray(at + before.length)]);
		}
		// The next whole build makes it again: its key covers the copies of all pages.
		this.add(out, 'full-text', '', bytes);
	}

	/* ---------------------------------------------------------------- the search */

	/** Edits the indexes of a language. */
	private renderSearch(folder: string, edits: readonly IndexEdit[], editor: IndexEditor): void {
		const { bodies, project } = this.session;
		const out = (name: string): string => `${folder}/${name}.json`;
		const read = (path: string): string => needed(project.output.read(path)).toString();
		const settingsOut = posix.join(folder.slice(SEARCH_FOLDER.length), SETTINGS_FILE).replace(/^\//, '');
		const settings = JSON.parse(read(settingsOut)) as SearchSettings;
		const filesOf = (name: string, { words, shards }: IndexMeta): string[] => [name, words, ...namesIn(shards)];
		const used = new Set<string>();
		for (const version of settings.versions) {
			const name = posix.basename(version.index, '.json');
			const meta = JSON.parse(read(out(name))) as IndexMeta;
			const pages = new Set(namesIn(meta.names));
			const own = edits.filter(({ before }) => pages.has(before.name));
			if (own.length === 0) {
				for (const file of filesOf(name, meta)) used.add(file);
				continue;
			}
			const edited = needed(editor.edit(meta, own, bodies.rows(name), (file) => read(out(file))));
			bodies.keepRows(edited.meta, edited.rows, edited.places);
			for (const file of filesOf(name, meta)) this.removed.add(out(file));
			const now = JSON.parse(edited.files.get(edited.meta) ?? '') as IndexMeta;
			for (const file of filesOf(edited.meta, now)) used.add(file);
			for (const [file, text] of edited.files) this.addText(out(file), 'index', { name: file }, text);
			version.index = `${version.index.slice(0, -`${name}.json`.length)}${edited.meta}.json`;
		}
		for (const file of used) this.removed.delete(out(file));
		const text = `${JSON.stringify(settings)}\n`;
		this.addText(settingsOut, 'text', { text }, text);
	}

	private addText<K extends 'index' | 'text'>(out: string, kind: K, input: JobInputs[K], text: string): void {
		this.add(out, kind, keyOf({ out, kind, input } as Job, { templates: '' }), Buffer.from(text));
	}

	/* ---------------------------------------------------------------- the output */

	private commit(edited: readonly EditedPage[]): BuildResult | 'replaced' {
		const { ledger, removed } = this;
		const { output, store } = this.session.project;
		for (const out of this.made.keys()) removed.delete(out);
		const hashes = new Map(Array.from(this.made, ([out, { bytes }]) => [out, hashOf(bytes)]));
		const known = Object.keys(ledger.outputs);
		const outputs = { ...ledger.outputs };
		for (const out of removed) delete outputs[out];
		const written = [...this.made].filter(([out]) => ledger.outputs[out]?.[1] !== hashes.get(out));
		for (const [out] of written) delete outputs[out];
		const kept = Object.keys(outputs);
		this.requireLimits(known.length, kept.length + written.length);
		let { identity } = ledger;
		if (written.length > 0 || removed.size > 0) {
			this.options.progress?.('Writing outputs');
			const staging = output.stage(identity);
			try {
				for (const [out, { bytes }] of written) staging.write(out, bytes);
				staging.keep(kept);
				const committed = staging.commit(known);
				if (committed === undefined) return 'replaced';
				identity = committed;
			} finally {
				staging.discard();
			}
		}
		for (const [out, { key }] of this.made)
			outputs[out] = [key, hashes.get(out) ?? '', outputs[out]?.[2] ?? output.fileVersion(out)];
		const files = { ...ledger.looked.files };
		for (const { shown, page } of edited) {
			files[page.path] = this.session.inputs.hash(page.path) ?? null;
			this.saved.pages.put(page.path, { ...shown, bodyHash: page.bodyHash });
		}
		savePages(this.session);
		store.save();
		saveLedger(this.session.project, 'outputs', {
			...ledger,
			identity,
			looked: { ...ledger.looked, files },
			outputs,
			folders: output.foldersVersion(Object.keys(outputs)),
			ours: [],
		});
		store.save();
		return {
			ok: true,
			pages: ledger.pages,
			written: written.length,
			unchanged: kept.length,
			removed: removed.size,
			jobs: this.kinds.length,
			diagnostics: ledger.diagnostics,
		};
	}

	/** Throws if a host has a finding about the number of files, or had one before. */
	private requireLimits(before: number, now: number): void {
		const { hosts = [] } = this.ledger.edits ?? {};
		const findings = (files: number) => checkHostLimits({ hosts }, { texts: new Map(), files });
		if (before !== now && findings(before).length + findings(now).length > 0) throw new NotOfTexts();
	}
}
