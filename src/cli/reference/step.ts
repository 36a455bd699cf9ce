/**
 * The API reference as a step of a site's build. A separate process makes its pages; they are cached under the versions
 * of the packages, the configuration and the version of docsgen, so that other builds make none.
 */

import type { Config } from '../../content/model/config.ts';
import { hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { DOCSGEN_HASH, missingPackage } from '../machine/package.ts';
import { nameFrom } from '../machine/paths.ts';
import type { Project } from '../machine/project.ts';
import { type ApiQuestion, type ApiReply, askChild } from './child.ts';
import { type ApiPackage, ApiPackageError, findPackages, isInstalled, packagesKey } from './packages.ts';
import type { ApiPage } from './page.ts';
import type { Remark } from './program.ts';

interface Remembered {
	key: string;
	pages: ApiPage[];
	diagnostics: Diagnostic[];
}

export interface ApiOutcome {
	pages: ApiPage[];
	diagnostics: Diagnostic[];
	/** `pending`: the pages are missing or outdated; `failed`: they could not be made, and the findings explain why. */
	state: 'made' | 'pending' | 'failed';
}

/** Kind and key of the entry. */
const API = 'api';
const LEDGER = 'made';
const NONE: Remembered = { key: '', pages: [], diagnostics: [] };

export class ApiStep {
	private remembered: Remembered | undefined;
	/** Failure for the current packages: another attempt in this process would fail in the same way. */
	private failure: (ApiOutcome & { key: string }) | undefined;

	constructor(
		private readonly project: Project,
		private readonly ask: (question: ApiQuestion) => Promise<ApiReply> = askChild,
	) {}

	/** The pages of all configured packages; none if there is a problem with a package, which is a finding. */
	async pages(config: Config): Promise<ApiOutcome> {
		const known = this.known(config);
		return known.state === 'pending' ? this.make(this.packagesOf(config)) : known;
	}

	/** The cached pages, which may be outdated or missing. */
	known(config: Config): ApiOutcome {
		if (config.api.length === 0 || !config.docs) return { pages: [], diagnostics: [], state: 'made' };
		try {
			const key = keyOf(this.packagesOf(config));
			if (this.failure?.key === key) return this.failure;
			const { pages, diagnostics, key: made } = this.load();
			return made === key ? { pages, diagnostics, state: 'made' } : { pages, diagnostics: [], state: 'pending' };
		} catch (error) {
			if (!(error instanceof ApiPackageError)) throw error;
			return { pages: [], diagnostics: [missing(error, config)], state: 'failed' };
		}
	}

	/** Folders of packages whose sources the site's author may be editing. */
	sourceFolders(config: Config): string[] {
		try {
			const packages = this.packagesOf(config);
			return [...new Set(packages.map(({ folder }) => folder))].filter((folder) => !isInstalled(folder));
		} catch (error) {
			if (!(error instanceof ApiPackageError)) throw error;
			return [];
		}
	}

	private packagesOf(config: Config): ApiPackage[] {
		return config.docs ? findPackages(this.project.root, config) : [];
	}

	private async make(packages: ApiPackage[]): Promise<ApiOutcome> {
		const key = keyOf(packages);
		const absent = missingPackage('typescript', 'The API reference');
		if (absent) return { pages: [], diagnostics: [absent], state: 'failed' };
		const reply = await this.ask({ packages, root: this.project.root });
		const diagnostics =
			'failure' in reply ? [failed(reply.failure)] : findings(reply.remarks, packages, this.project.root);
		if ('failure' in reply || diagnostics.some(({ severity }) => severity === 'error')) {
			this.failure = { key, pages: [], diagnostics, state: 'failed' };
			return this.failure;
		}
		this.failure = undefined;
		this.remembered = { key, pages: reply.pages, diagnostics };
		this.project.store.put(API, LEDGER, JSON.stringify(this.remembered));
		return { ...this.remembered, state: 'made' };
	}

	private load(): Remembered {
		if (this.remembered) return this.remembered;
		const text = this.project.store.get(API, LEDGER)?.toString();
		this.remembered = text === undefined ? NONE : (JSON.parse(text) as Remembered);
		return this.remembered;
	}
}

function keyOf(packages: ApiPackage[]): string {
	return hashOfValue([DOCSGEN_HASH, packagesKey(packages)]);
}

function missing({ id, message, hint }: ApiPackageError, { api }: Config): Diagnostic {
	const words = api.flatMap((settings) => (settings.id === id ? settings.package : []));
	return { code: 'api-package', severity: 'error', file: 'site.config.ts', message, hint, about: { words } };
}

function failed(failure: string): Diagnostic {
	const [message = '', ...rest] = failure.split('\n');
	return {
		code: 'api-reference',
		severity: 'error',
		file: 'site.config.ts',
		message: `The API reference could not be generated: ${message}`,
		notes: rest.length > 0 ? [rest.join('\n')] : undefined,
	};
}

/**
 * Errors, and warnings about the author's own sources. The author cannot fix warnings about installed packages, so only
 * errors of those are findings.
 */
function findings(all: Remark[], packages: ApiPackage[], root: string): Diagnostic[] {
	const own = packages.filter(({ folder }) => !isInstalled(folder));
	const isOwn = ({ message, file }: Remark): boolean =>
		own.some(({ name, folder }) => (file === undefined ? message.includes(name) : file.startsWith(`${folder}/`)));
	return all
		.filter((remark) => remark.severity === 'error' || isOwn(remark))
		.map(({ severity, message, file, line, column }) => ({
			code: 'api-reference',
			severity,
			message,
			...(file === undefined ? {} : { file: nameFrom(root, file), line, column }),
		}));
}
