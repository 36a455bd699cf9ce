/**
 * The check of samples as a step of a site's build: decides which pages need it, caches the others, and provides the
 * results for rendering. The compiler runs in a separate process, and only after a change.
 */

import type { Config } from '../../content/model/config.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import type { SampleAnswer } from '../../content/model/sample.ts';
import type { Site } from '../../content/site/site.ts';
import type { CheckedSamples } from '../../render/model/plan.ts';
import type { Bodies } from '../machine/bodies.ts';
import type { Inputs } from '../machine/inputs.ts';
import { missingPackage, startHelper } from '../machine/package.ts';
import type { Project } from '../machine/project.ts';
import { CacheLost } from '../machine/store.ts';
import { SampleChecker } from './check.ts';
import { type ChildCompiler, compileInChild } from './child.ts';
import { CHECKER_COMMAND } from './command.ts';
import type { SampleRequest } from './types.ts';
import { readWorkspace } from './workspace.ts';

/** A cached page; `key` is the hash of its samples and of everything they are checked against. */
interface Remembered extends CheckedSamples {
	key: string;
	diagnostics: Diagnostic[];
}

/** The parts of a site that the check needs: it can begin before pages are linked. */
export type SampledSite = Pick<Site, 'config' | 'pages'>;

export interface SampleOutcome {
	/** Results by source path, for all checked pages. */
	checked: Map<string, CheckedSamples>;
	diagnostics: Diagnostic[];
	/** Number of pages that are not checked yet. */
	pending: number;
}

/** Kinds of entries: the cached pages, as one entry, and the results for the samples of a page, by their hash. */
const SAMPLES = 'samples';
const SOUGHT = 'sought';
const ANSWERS = 'answers';

export class SampleStep {
	private remembered: Map<string, Remembered> | undefined;
	private child: ChildCompiler | undefined;
	private checker: SampleChecker | undefined;

	constructor(
		private readonly project: Project,
		private readonly inputs: Inputs,
		private readonly bodies: Bodies,
	) {}

	/** Cached results, without running the compiler. */
	known(site: SampledSite): SampleOutcome {
		const remembered = this.load();
		const pages = this.pagesOf(site);
		const found = pages.flatMap(({ page, key }): [string, Remembered][] => {
			const entry = remembered.get(page.path);
			return entry?.key === key ? [[page.path, entry]] : [];
		});
		return {
			checked: new Map(found),
			diagnostics: found.flatMap(([, entry]) => entry.diagnostics),
			pending: pages.length - found.length,
		};
	}

	/** Checks all pages that are not cached. An unusable folder of libraries is a finding. */
	async check(site: SampledSite): Promise<SampleOutcome> {
		const known = this.known(site);
		if (known.pending === 0) return known;
		const missing = missingPackage('typescript', 'The check of code samples');
		if (missing) return { ...known, diagnostics: [...known.diagnostics, missing] };
		try {
			await this.compile(site);
			return this.known(site);
		} catch (error) {
			if (error instanceof CacheLost) throw error;
			const message = `Samples could not be checked: ${(error as Error).message}`;
			const finding: Diagnostic = {
				code: 'sample-check',
				severity: 'error',
				message,
				hint: 'Are the libraries of the samples installed? Run npm ci.',
			};
			return { ...known, diagnostics: [...known.diagnostics, finding] };
		}
	}

	/** The results for the samples of a page, by the hash in `CheckedSamples`. */
	answers(hash: string): SampleAnswer[] {
		const text = this.project.store.get(ANSWERS, hash)?.toString();
		if (text === undefined) throw new CacheLost('the results for the samples of a page');
		return JSON.parse(text) as SampleAnswer[];
	}

	/**
	 * Starts the compiler early, so that the first edit is checked as fast as later ones. The next check reports errors.
	 */
	async warm(site: SampledSite): Promise<void> {
		const pages = this.pagesOf(site);
		if (pages.length === 0 || this.child) return;
		this.child = compileInChild(() => startHelper(CHECKER_COMMAND), 2);
		this.checker = new SampleChecker(this.child.compile, readWorkspace, this.project.store);
		await this.checker.warm(this.request(site, pages)).catch(() => undefined);
	}

	/** Ends the compiler's processes. */
	stop(): void {
		this.child?.stop();
	}

	private load(): Map<string, Remembered> {
		if (this.remembered) return this.remembered;
		const text = this.project.store.get(SAMPLES, SAMPLES)?.toString() ?? '[]';
		this.remembered = new Map(JSON.parse(text) as [string, Remembered][]);
		return this.remembered;
	}

	private pagesOf({ config, pages }: SampledSite): { page: Page; version: string; key: string }[] {
		const spaces = new Map<string, string>();
		return [...pages.values()].flatMap((page) => {
			const version = page.version ?? 'current';
			if (page.samplesHash === undefined || !Object.hasOwn(config.samples, version)) return [];
			const space = spaces.get(version) ?? this.workspaceHash(config, version);
			spaces.set(version, space);
			return [{ page, version, key: hashOf(page.samplesHash + space) }];
		});
	}

	/** Hash of everything that samples of a version are checked against; an error message for an unusable folder. */
	private workspaceHash(config: Config, version: string): string {
		const settings = config.samples[version];
		if (!settings) return '';
		try {
			const { setups, ambient, against, packages, sought } = readWorkspace(
				this.project.root,
				{ name: version, ...settings, sought: this.sought().get(version) },
				{
					text: (path) => this.inputs.read(this.inputs.nameOf(path))?.toString(),
					names: (folder) => {
						const name = this.inputs.nameOf(folder);
						return this.inputs.list(name).map(({ path }) => path.slice(name.length + 1));
					},
				},
			);
			return hashOfValue([against, packages, sought, [...setups.values(), ...ambient]]);
		} catch (error) {
			return (error as Error).message;
		}
	}

	private request(site: SampledSite, pages: { page: Page; version: string }[]): SampleRequest {
		return {
			root: this.project.root,
			pages: pages.map(({ page, version }) => ({
				file: page.path,
				version,
				samples: this.bodies.get(page.bodyHash).samples,
			})),
			versions: Object.entries(site.config.samples).map(([name, settings]) => ({
				name,
				...settings,
				sought: this.sought().get(name),
			})),
		};
	}

	/** Packages that earlier checks did not find, by version: installing one changes all keys. */
	private sought(): Map<string, string[]> {
		return new Map(Object.entries<string[]>(JSON.parse(String(this.project.store.get(SAMPLES, SOUGHT) ?? '{}'))));
	}

	private async compile(site: SampledSite): Promise<void> {
		this.child ??= compileInChild(() => startHelper(CHECKER_COMMAND), 2);
		this.checker ??= new SampleChecker(this.child.compile, readWorkspace, this.project.store);
		const report = await this.checker.check(this.request(site, this.pagesOf(site)));
		const sought = this.sought();
		for (const [version, names] of Object.entries(report.missing))
			sought.set(version, [...new Set([...(sought.get(version) ?? []), ...names])].sort());
		this.project.store.put(SAMPLES, SOUGHT, JSON.stringify(Object.fromEntries(sought)));
		const pages = this.pagesOf(site);
		const byFile = new Map<string, Diagnostic[]>();
		const files = new Set(pages.map(({ page }) => page.path));
		// A finding in a setup belongs to no page: store it with the first one.
		const firstPage = pages[0]?.page.path ?? '';
		for (const finding of report.diagnostics) {
			const owner = finding.file !== undefined && files.has(finding.file) ? finding.file : firstPage;
			byFile.set(owner, [...(byFile.get(owner) ?? []), finding]);
		}
		this.remembered = new Map(
			pages.map(({ page, version, key }, index) => {
				const answers = report.pages[index]?.samples ?? [];
				const hash = hashOfValue(answers);
				const { store } = this.project;
				if (page.annotated && !store.has(ANSWERS, hash)) store.put(ANSWERS, hash, JSON.stringify(answers));
				return [
					page.path,
					{ key, hash, against: report.packages[version] ?? '', diagnostics: byFile.get(page.path) ?? [] },
				];
			}),
		);
		this.project.store.put(SAMPLES, SAMPLES, JSON.stringify([...this.remembered]));
		this.project.store.sweep(ANSWERS, new Set([...this.remembered.values()].map(({ hash }) => hash)));
	}
}
