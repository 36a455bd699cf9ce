/** Both ends of the connection to the process that reads packages: it handles one request and ends. */
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { failureOf, type HelperProcess } from '../../disk/helper-process.ts';
import { endWithParent } from '../../disk/processes.ts';
import type { ApiPackage } from './packages.ts';
import type { ApiPage } from './page.ts';
import { apiPages } from './pages.ts';
import { openProgram, type ParsedFiles } from './program.ts';

export interface ApiQuestion {
	packages: ApiPackage[];
	/** Absolute folder of the site. */
	root: string;
}

export type ApiReply = { pages: ApiPage[]; diagnostics: Diagnostic[] } | { failure: string };

/** Reads the packages in another process. Never rejects: a failure is part of the reply. */
export function askChild(question: ApiQuestion, start: () => HelperProcess): Promise<ApiReply> {
	return new Promise((resolve) => {
		const child = start();
		const fail = (failure: string): void => resolve({ failure });
		child.on('message', (reply: ApiReply) => {
			resolve(reply);
			child.disconnect();
		});
		child.on('error', (error) => fail(error.message));
		child.on('exit', (code, signal) => fail(`the process ended unexpectedly (${signal ?? `exit code ${code}`})`));
		child.send(question, (error) => error && fail(error.message));
	});
}

/** Reads the packages in this process. Each docs version has a reference of its own, even of the same packages. */
export function answer({ packages, root }: ApiQuestion): ApiReply {
	try {
		const parsed: ParsedFiles = new Map();
		const versions = [...new Set(packages.map(({ docsVersion }) => docsVersion))].map((version) => {
			const own = packages.filter(({ docsVersion }) => docsVersion === version);
			const { program, diagnostics } = openProgram(own, root, parsed);
			const made = apiPages(own, program, root);
			return {
				...made,
				diagnostics: [...diagnostics, ...made.diagnostics, ...own.flatMap((found) => lost(found, made.pages))],
			};
		});
		return {
			pages: versions.flatMap(({ pages }) => pages),
			diagnostics: versions.flatMap(({ diagnostics }) => diagnostics),
		};
	} catch (error) {
		return { failure: failureOf(error) };
	}
}

/** Findings about exports of a package that its reference does not show. */
function lost({ id, name, unread }: ApiPackage, pages: ApiPage[]): Diagnostic[] {
	const at = { code: 'api-reference', file: CONFIG_FILE, about: { words: [name] } } as const;
	const hint = 'Name the files in "entryPoints", as { ".": "src/index.ts" }.';
	const isEmpty = !pages.some(({ api }) => api.id === id && !api.groups);
	const empty = `The API reference of ${name} is empty: its entry points export nothing that has a name.`;
	return [
		...(isEmpty ? [{ ...at, severity: 'warning', message: empty, hint } as const] : []),
		...unread.map((pattern) => {
			const message = `${name} exports files as "${pattern}", which the API reference does not read as entry points.`;
			return { ...at, severity: 'info', message, hint } as const;
		}),
	];
}

/** The program of the child process. */
export function runReference(): void {
	process.once('message', (question: ApiQuestion) => process.send?.(answer(question)));
	endWithParent();
}
