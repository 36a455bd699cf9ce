/** Reads packages in this process, and makes the pages of their reference. */
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import type { Reads } from '../compiler/reads.ts';
import type { ApiPackage } from './packages.ts';
import type { ApiPage } from './page.ts';
import { apiPages, type MorePages } from './pages.ts';
import { newProgramFiles, openProgram } from './program.ts';

export interface ApiQuestion {
	packages: ApiPackage[];
	/** Absolute folder of the site. */
	root: string;
}

export interface ApiAnswer {
	pages: ApiPage[];
	diagnostics: Diagnostic[];
	/** The files that they were made from. */
	reads: Reads;
}

/** Reads the packages in this process. Each docs version has a reference of its own, even of the same packages. */
export function answer({ packages, root }: ApiQuestion, more?: MorePages): ApiAnswer {
	const files = newProgramFiles();
	const versions = [...new Set(packages.map(({ docsVersion }) => docsVersion))].map((version) => {
		const own = packages.filter(({ docsVersion }) => docsVersion === version);
		const { program, diagnostics } = openProgram(own, root, files);
		const made = apiPages(own, program, root, more);
		return {
			...made,
			diagnostics: [
				...diagnostics,
				...made.diagnostics,
				...own.flatMap((found) => (found.router ? [] : lost(found, made.pages))),
			],
		};
	});
	return {
		pages: versions.flatMap(({ pages }) => pages),
		diagnostics: versions.flatMap(({ diagnostics }) => diagnostics),
		reads: files.log.states(),
	};
}

/** Findings about exports of a package that its reference does not show. */
function lost({ id, name, unread, untyped }: ApiPackage, pages: ApiPage[]): Diagnostic[] {
	const at = { code: 'api-reference', file: CONFIG_FILE, about: { words: [name] } } as const;
	const hint = 'Name the files in "entryPoints", as { ".": "src/index.ts" }.';
	const isEmpty = !pages.some(({ api }) => api.id === id && !api.groups);
	const empty = `The API reference of ${name} is empty: its entry points export nothing that has a name.`;
	return [
		...(isEmpty ? [{ ...at, severity: 'warning', message: empty, hint } as const] : []),
		...untyped.map((subpath) => {
			const message = `${name} exports "${subpath}" without types, so the API reference does not show it.`;
			return { ...at, severity: 'info', message, hint: 'Add declarations to the package.' } as const;
		}),
		...unread.map((pattern) => {
			const message = `${name} exports files as "${pattern}", which the API reference does not read as entry points.`;
			return { ...at, severity: 'info', message, hint } as const;
		}),
	];
}
