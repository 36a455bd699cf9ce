/** Compiles in other processes, which keep their programs between requests. */
import type { Project } from '../../../cli/disk/project.ts';
import { Connection } from '../compiler/connection.ts';
import type { Compile, Compiled, Work } from './types.ts';

export interface ChildCompiler {
	/** Rejects if a process fails; the next call starts a new one. */
	compile: Compile;
	stop(): void;
}

/**
 * A docs version always uses the same process. Two processes finish the first check sooner; one parses shared packages
 * only once.
 */
export function compileInChild(project: Pick<Project, 'startHelper'>, processes = 1): ChildCompiler {
	const all = Array.from({ length: processes }, () => new Connection<Work, Compiled>('samples', project));
	const folders: string[] = [];
	const ask = async (work: Work) => {
		if (!folders.includes(work.folder)) folders.push(work.folder);
		return all[folders.indexOf(work.folder) % processes]?.ask(work) ?? [];
	};
	return {
		compile: async (works) => {
			const made = (await Promise.all(works.map(ask))).flat();
			return {
				results: made.flatMap(({ results }) => results),
				reads: Object.assign({}, ...made.map(({ reads }) => reads)),
			};
		},
		stop: () => all.forEach((connection) => void connection.close()),
	};
}
