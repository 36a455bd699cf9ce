/** Builds the guide from its working tree into a folder that the tests remove. */
import { join } from 'node:path';
import type { BuildResult } from '../../src/cli/build.ts';
import { diskProject } from '../../src/cli/disk/project.ts';
import { buildFolder } from '../disk-site.ts';
import { temporaryFolder } from '../program.ts';

export async function guideSite(): Promise<{ outDir: string; result: BuildResult }> {
	const folder = temporaryFolder('guide');
	const outDir = join(folder, 'build');
	const project = { ...diskProject(join(process.cwd(), 'guide'), outDir), store: diskProject(folder, outDir).store };
	const result = await buildFolder(process.cwd(), { outDir }, project);
	return { outDir, result };
}
