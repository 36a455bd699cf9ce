/**
 * Checking samples as a step of a site's build: which pages need it, what is remembered of the others, and the
 * answers for rendering. The compiler runs in a process of its own, and only where something changed.
 */

import type { Config } from '../../content/model/config.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import type { SampleAnswer } from '../../content/model/sample.ts';
import type { Site } from '../../content/site/site.ts';
import type { CheckedSamples } from '../../render/model/plan.ts';
import type { Bodies } from '../machine/bodies.ts';
import { startHelper } from '../machine/helper-process.ts';
import type { Inputs } from '../machine/inputs.ts';
import { missingPackage } from '../machine/optional.ts';
import type { Project } from '../machine/project.ts';
import { CacheLost } from '../machine/store.ts';
import { SampleChecker } from './check.ts';
import { type ChildCompiler, compileInChild } from './child.ts';
import { CHECKER_COMMAND } from './command.ts';
import type { SampleRequest } from './types.ts';
import { readWorkspace } from './workspace.ts';

/** What is remembered of a page: `key` names its samples and all that they are checked against. */
interface Remembered extends CheckedSamples {
	key: string;
	diagnostics: Diagnostic[];
}

/** What checking needs of a site: it can begin before anything is linked. */
export type SampledSite = Pick<Site, 'config' | 'pages'>;

export interface SampleOutcome {
	/** By source path, of every page whose samples have been checked. */
	checked: Map<string, CheckedSamples>;
	diagnostics: Diagnostic[];
	/** Pages that are still to be checked. */
	pending: number;
}

/** Kinds of entries: what is remembered of pages, as one, and the results for the samples of a page, by their hash. */
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

	/** What is known without running the compiler. */
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

	/** Checks every page that is not remembered. A folder of libraries that cannot be used is a finding. */
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

	/** The answers to the samples of a page, by the hash that `CheckedSamples` says. */
	answers(hash: string): SampleAnswer[] {
		const text = this.project.store.get(ANSWERS, hash)?.toString();
		if (text === undefined) throw new CacheLost('the results for the samples of a page');
		return JSON.parse(text) as SampleAnswer[];
	}

	/**
	 * Makes the compiler ready, so that the first edited sample is checked as soon as the next. What is wrong shows when
	 * there is something to check.
	 */
	async warm(site: SampledSite): Promise<void> {
		const pages = this.pagesOf(site);
		if (pages.length === 0 || this.child) return;
		this.child = compileInChild(() => startHelper(CHECKER_COMMAND), 2);
		this.checker = new SampleChecker(this.child.compile, readWorkspace, this.project.store);
		await this.checker.warm(this.request(site, pages)).catch(() => undefined);
	}

	/** Ends the compiler's process. */
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
			if (page.samplesHash === undefined || !config.samples[version]) return [];
			const space = spaces.get(version) ?? this.workspaceHash(config, version);
			spaces.set(version, space);
			return [{ page, version, key: hashOf(page.samplesHash + space) }];
		});
	}

	/** Names everything that samples of a version are checked against; unusable folders have a name of their own. */
	private workspaceHash(config: Config, version: string): string {
		const settings = config.samples[version];
		if (!settings) return '';
		const { inputs } = this;
		try {
			const { setups, ambient, against, packages, sought } = readWorkspace(
				this.project.root,
				{ name: version, ...settings, sought: this.sought()[version] },
				{
					text: (path) => inputs.read(inputs.nameOf(path))?.toString(),
					names: (folder) => {
						const name = inputs.nameOf(folder);
						return inputs.list(name).map(({ path }) => path.slice(name.length + 1));
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
				sought: this.sought()[name],
			})),
		};
	}

	/** Packages that checks of each version have looked for in vain: one that is there now changes all keys. */
	private sought(): Record<string, string[]> {
		return JSON.parse(this.project.store.get(SAMPLES, SOUGHT)?.toString() ?? '{}') as Record<string, string[]>;
	}

	private async compile(site: SampledSite): Promise<void> {
		this.child ??= compileInChild(() => startHelper(CHECKER_COMMAND), 2);
		this.checker ??= new SampleChecker(this.child.compile, readWorkspace, this.project.store);
		const report = await this.checker.check(this.request(site, this.pagesOf(site)));
		const sought = this.sought();
		for (const [version, names] of Object.entries(report.missing))
			sought[version] = [...new Set([...(sought[version] ?? []), ...names])].sort();
		this.project.store.put(SAMPLES, SOUGHT, JSON.stringify(sought));
		const pages = this.pagesOf(site);
		const byFile = new Map<string, Diagnostic[]>();
		const files = new Set(pages.map(({ page }) => page.path));
		// A mistake in a set-up belongs to no page: the first page of the report carries it.
		const home = pages[0]?.page.path ?? '';
		for (const finding of report.diagnostics) {
			const owner = finding.file !== undefined && files.has(finding.file) ? finding.file : home;
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
