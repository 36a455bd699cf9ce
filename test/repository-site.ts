/**
 * The site of this repository, built from its working tree into a folder of the tests: `build/` and docsgen's own
 * cache stay as they are. The runner runs this file before the tests that look at the site; they find it built.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BuildResult, build } from '../src/cli/build.ts';
import { diskProject, type Project } from '../src/cli/machine/project.ts';
import { toText } from '../src/cli/machine/report.ts';

/** Not in docsgen's own cache, where no output may be. The runner removes it. */
const FOLDER = process.env.TEST_SITE ?? join(tmpdir(), 'docsgen-repository-site');
const LOCK = `${FOLDER}.lock`;

export interface BuiltSite {
	/** Absolute folder of the output. */
	outDir: string;
	result: BuildResult;
}

/** Builds what is not built yet. Throws with the report where the site has errors. */
export async function repositorySite(): Promise<BuiltSite> {
	const outDir = join(FOLDER, 'build');
	const project: Project = { ...diskProject(process.cwd(), outDir), store: diskProject(FOLDER, outDir).store };
	const result = await alone(() =>
		build(project, { outDir, drafts: false, production: true, samples: 'wait', env: {} }),
	);
	if (!result.ok) throw new Error(`The site of this repository does not build.\n${toText(result.diagnostics)}`);
	return { outDir, result };
}

/** One process at a time; what a process left behind that has ended counts for nothing. */
async function alone<T>(run: () => Promise<T>): Promise<T> {
	mkdirSync(FOLDER, { recursive: true });
	while (!take()) await wait(100);
	try {
		return await run();
	} finally {
		rmSync(LOCK, { recursive: true });
	}
}

function take(): boolean {
	try {
		writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		try {
			process.kill(Number(readFileSync(LOCK, 'utf8')) || process.pid, 0);
		} catch {
			rmSync(LOCK, { force: true });
		}
		return false;
	}
}

/** Paths of all files of an output with this ending, relative to it, sorted. */
export function outputs(outDir: string, ending: string): string[] {
	return readdirSync(outDir, { recursive: true, encoding: 'utf8' })
		.map((path) => path.split('\\').join('/'))
		.filter((path) => path.endsWith(ending))
		.sort();
}

/** The address that an output file is served under. */
export function addressOf(out: string): string {
	return `/${out.replace(/(?:^|\/)index\.html$/, '')}`;
}

if (process.env.TEST_BUILDS) await repositorySite();
