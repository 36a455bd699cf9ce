/** The site that `docsgen init` writes, built without a finding. */
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { build } from '../src/cli/build.ts';
import { init } from '../src/cli/init.ts';
import { diskProject } from '../src/cli/machine/project.ts';
import { createTerminal } from '../src/cli/machine/terminal.ts';
import { temporaryFolder } from './program.ts';

/** Resolves to the folder that holds its output. */
export async function starterSite(): Promise<string> {
	const folder = join(temporaryFolder('starter'), 'my-docs');
	const silent = { write: () => true };
	await init(folder, createTerminal({ stdout: silent, stderr: silent, isTTY: false, env: {}, quiet: true }));
	const outDir = join(folder, 'build');
	const options = { outDir, drafts: false, production: true, samples: 'wait' as const, env: {} };
	const result = await build(diskProject(folder, outDir), options);
	assert.equal(result.diagnostics, []);
	return outDir;
}
