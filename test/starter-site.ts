/** Builds the site that `docsgen init` writes; fails on any finding. */
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { init } from '../src/cli/init/init.ts';
import { createTerminal } from '../src/cli/terminal/terminal.ts';
import { buildFolder } from './disk-site.ts';
import { temporaryFolder } from './program.ts';

/** Resolves to its output folder. */
export async function starterSite(look?: string): Promise<string> {
	const folder = join(temporaryFolder('starter'), 'my-docs');
	const silent = { write: () => true };
	await init(folder, createTerminal({ stdout: silent, stderr: silent, isTTY: false, env: {}, quiet: true }), { look });
	const { diagnostics } = await buildFolder(folder);
	assert.equal(diagnostics, []);
	return join(folder, 'build');
}
