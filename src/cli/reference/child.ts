/** Both ends of the connection to the process that reads packages: it handles one request and ends. */
import type { Diagnostic } from '../../content/model/page.ts';
import { startHelper } from '../machine/helper-process.ts';
import { endWithParent } from '../machine/processes.ts';
import type { ApiPackage } from './packages.ts';
import type { ApiPage } from './page.ts';
import { apiPages } from './pages.ts';
import { openProgram } from './program.ts';

export interface ApiQuestion {
	packages: ApiPackage[];
	/** Absolute folder of the site. */
	root: string;
}

export type ApiReply = { pages: ApiPage[]; diagnostics: Diagnostic[] } | { failure: string };

/** Reads the packages in another process, which `ending` ends. Never rejects: a failure is part of the reply. */
export function askChild(question: ApiQuestion, ending: AbortSignal): Promise<ApiReply> {
	return new Promise((resolve) => {
		const child = startHelper('__api-reference', ending);
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

/** Reads the packages in this process. */
export async function answer({ packages, root }: ApiQuestion): Promise<ApiReply> {
	try {
		const { program, diagnostics } = await openProgram(packages);
		return { pages: apiPages(packages, program, root), diagnostics };
	} catch (error) {
		return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
}

/** The program of the child process. */
export function main(): void {
	process.once('message', (question: ApiQuestion) => {
		void answer(question).then((reply) => process.send?.(reply));
	});
	endWithParent();
}
