/**
 * The API reference as a step of a site's build. Its pages are made in a process of their own and remembered under
 * the versions of the packages, the configuration and this docsgen: a build that changes none of them makes none.
 */
import { relative } from 'node:path';
import type { Config } from '../../content/config.ts';
import { hashOfValue } from '../../content/hash.ts';
import type { Diagnostic, Page } from '../../content/types.ts';
import type { Bodies } from '../bodies.ts';
import type { Project } from '../project.ts';
import { DOCSGEN_HASH } from '../version.ts';
import { type ApiQuestion, type ApiReply, askChild } from './child.ts';
import type { Remark } from './convert.ts';
import { type ApiPackage, ApiPackageError, findPackages, isInstalled, packagesKey } from './packages.ts';

interface Remembered {
	key: string;
	pages: Page[];
	diagnostics: Diagnostic[];
}

export interface ApiOutcome {
	pages: Page[];
	diagnostics: Diagnostic[];
}

const LEDGER = 'api.json';
const NONE: Remembered = { key: '', pages: [], diagnostics: [] };

export class ApiStep {
	private remembered: Remembered | undefined;

	constructor(
		private readonly project: Project,
		private readonly bodies: Bodies,
		private readonly ask: (question: ApiQuestion) => Promise<ApiReply> = askChild,
	) {}

	/** The pages of all configured packages. What is wrong with a package is a finding, and there are no pages then. */
	async pages(config: Config): Promise<ApiOutcome> {
		if (config.api.length === 0 || !config.docs) return NONE;
		let packages: ApiPackage[];
		try {
			packages = findPackages(this.project.root, config);
		} catch (error) {
			if (!(error instanceof ApiPackageError)) throw error;
			return { pages: [], diagnostics: [missing(error)] };
		}
		const key = hashOfValue([DOCSGEN_HASH, packagesKey(packages)]);
		const known = this.load();
		if (known.key === key && known.pages.every((page) => this.bodies.has(page.bodyHash))) return known;
		return this.make(packages, key);
	}

	/** Bodies that the remembered pages need. */
	bodyHashes(): string[] {
		return this.load().pages.map((page) => page.bodyHash);
	}

	private async make(packages: ApiPackage[], key: string): Promise<ApiOutcome> {
		const reply = await this.ask({ packages, root: this.project.root });
		if ('failure' in reply) return { pages: [], diagnostics: [failed(reply.failure)] };
		const diagnostics = findings(reply.remarks, packages, this.project.root);
		if (diagnostics.some(({ severity }) => severity === 'error')) return { pages: [], diagnostics };
		for (const { page, body } of reply.pages) this.bodies.put(page.bodyHash, body);
		this.remembered = { key, pages: reply.pages.map(({ page }) => page), diagnostics };
		this.project.cache.write(LEDGER, JSON.stringify(this.remembered));
		return this.remembered;
	}

	private load(): Remembered {
		if (this.remembered) return this.remembered;
		try {
			const known = JSON.parse(this.project.cache.read(LEDGER)?.toString() ?? '') as Remembered;
			this.remembered = Array.isArray(known.pages) && Array.isArray(known.diagnostics) ? known : NONE;
		} catch {
			// A ledger that cannot be read is one that is not there.
			this.remembered = NONE;
		}
		return this.remembered;
	}
}

function missing(error: ApiPackageError): Diagnostic {
	return {
		code: 'api-package',
		severity: 'error',
		file: 'site.config.ts',
		message: error.message,
		hint: error.hint,
	};
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
 * Errors, and what is remarked about sources of the author's own. About those of an installed package nobody here can
 * do anything: only what keeps it from being documented is a finding.
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
			...(file === undefined ? {} : { file: relative(root, file), line, column }),
		}));
}
