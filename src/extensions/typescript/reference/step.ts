/**
 * The API reference as a step of a site's build. A separate process makes its pages; they are cached with the configuration,
 * the version of docsgen and the files that the compiler has read, so that other builds make none.
 */

import { DEBUG_HINT } from '../../../cli/disk/helper-process.ts';
import type { Inputs } from '../../../cli/disk/inputs.ts';
import { DOCSGEN_HASH } from '../../../cli/disk/package.ts';
import type { Project } from '../../../cli/disk/project.ts';
import type { Config } from '../../../content/model/config.ts';
import { hashOfValue } from '../../../content/model/hash.ts';
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import type { ResultState } from '../../../extension.ts';
import { Connection } from '../compiler/connection.ts';
import { areSame, namedReads, type Reads, readingOf } from '../compiler/reads.ts';
import { missingTypescript, typescriptVersion } from '../compiler/typescript.ts';
import type { ApiAnswer, ApiQuestion } from './answer.ts';
import { type ApiPackage, ApiPackageError, type FindMore, findPackages, packagesKey } from './packages.ts';
import type { ApiPage } from './page.ts';

export interface ApiOutcome {
	pages: ApiPage[];
	diagnostics: Diagnostic[];
	state: ResultState;
}

/** An outcome for the packages with this key, and what was read for it, by the names of inputs. */
type Keyed = ApiOutcome & { key: string; reads: Reads };

/** Kind and key of the entry. */
const API = 'api';
const LEDGER = 'made';
const NONE: Keyed = { key: '', reads: {}, pages: [], diagnostics: [], state: 'pending' };

/** Attempts to make pages while files change that the compiler reads. */
const TURNS = 2;

export class ApiStep {
	/** The pages of this or an earlier process. */
	private made: Keyed | undefined;
	/** Failure for the current packages: another attempt in this process would fail in the same way. */
	private failure: Keyed | undefined;

	constructor(
		private readonly project: Project,
		private readonly inputs: Inputs,
		private readonly findMore: FindMore = () => [],
		private readonly connection: Pick<Connection<ApiQuestion, ApiAnswer>, 'ask' | 'close'> = new Connection(
			'reference',
			project,
		),
	) {}

	/** The pages of all configured packages; without `wait`, the cached ones, which may be outdated or missing. */
	async pages(config: Config, wait: boolean): Promise<ApiOutcome> {
		const known = this.known(config);
		return wait && known.state === 'pending' ? this.make(this.packagesOf(config)) : known;
	}

	private known(config: Config): ApiOutcome {
		try {
			const packages = this.packagesOf(config);
			if (packages.length === 0) return { pages: [], diagnostics: [], state: 'made' };
			const key = this.keyOf(packages);
			if (this.failure && this.isFresh(this.failure, key)) return this.failure;
			const text = this.made ? undefined : this.project.store.get(API, LEDGER)?.toString();
			this.made ??= text === undefined ? NONE : (JSON.parse(text) as Keyed);
			if (this.isFresh(this.made, key)) return this.made;
			const absent = missingTypescript(this.project.root, 'api', 'The API reference');
			if (absent) return { pages: [], diagnostics: [absent], state: 'failed' };
			return { ...this.made, diagnostics: [], state: 'pending' };
		} catch (error) {
			if (!(error instanceof ApiPackageError)) throw error;
			return { pages: [], diagnostics: error.findings, state: 'failed' };
		}
	}

	/** Ends the process that makes pages, which keeps this one alive. */
	stop(): void {
		this.connection.close();
	}

	private isFresh(made: Keyed, key: string): boolean {
		return made.key === key && areSame(made.reads, this.inputs);
	}

	private packagesOf(config: Config): ApiPackage[] {
		return config.docs ? findPackages(this.project.root, config, readingOf(this.inputs), this.findMore) : [];
	}

	private keyOf(packages: ApiPackage[]): string {
		return hashOfValue([DOCSGEN_HASH, typescriptVersion(this.project.root), packagesKey(packages)]);
	}

	private async make(packages: ApiPackage[]): Promise<ApiOutcome> {
		const key = this.keyOf(packages);
		try {
			for (let turn = 1; ; turn++) {
				const { reads, ...found } = await this.read(packages);
				const state = found.diagnostics.some(({ severity }) => severity === 'error') ? 'failed' : 'made';
				this.made = { key, reads: namedReads(reads, this.inputs), ...found, state };
				// A file may have changed while the compiler read it.
				if (turn === TURNS || this.isFresh(this.made, key)) break;
			}
		} catch (error) {
			const diagnostics = [failed((error as Error).message)];
			// Until a file changes that was read before.
			const reads = Object.fromEntries(
				Object.keys(this.made?.reads ?? {}).map((name) => [name, this.inputs.hash(name) ?? null]),
			);
			this.failure = { key, reads, pages: [], diagnostics, state: 'failed' };
			return this.failure;
		}
		this.failure = undefined;
		this.project.store.put(API, LEDGER, JSON.stringify(this.made));
		return this.made;
	}

	/** Reads the packages in a process that ends then, because it needs much memory. */
	private async read(packages: ApiPackage[]): Promise<ApiAnswer> {
		try {
			return await this.connection.ask({ packages, root: this.project.root });
		} finally {
			this.connection.close();
		}
	}
}

function failed(failure: string): Diagnostic {
	return {
		code: 'api-reference',
		severity: 'error',
		file: CONFIG_FILE,
		message: `The API reference could not be generated: ${failure}`,
		hint: DEBUG_HINT,
	};
}
