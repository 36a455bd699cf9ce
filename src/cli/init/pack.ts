/** docsgen for a site that is started from a clone of its repository: no registry has this state of it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { docsgenVersion, PACKAGE_ROOT, PROGRAM } from '../disk/package.ts';
import type { Terminal } from '../terminal/terminal.ts';

const run = promisify(execFile);

/** Whether this program runs in a clone: the package has no such source. */
function isClone(): boolean {
	return PROGRAM === join(PACKAGE_ROOT, 'dist/docsgen.js') && existsSync(join(PACKAGE_ROOT, 'bin/docsgen.ts'));
}

/**
 * In a clone, packs docsgen into the folder of a site, as it is compiled, and resolves to the dependency for its
 * package.json: a path in the site is also right in CI, and wherever the site moves. Undefined for a published docsgen.
 */
export async function packedIn(folder: string, terminal: Terminal): Promise<string | undefined> {
	if (!isClone()) return undefined;
	terminal.progress('Packing docsgen');
	const npm = (...args: string[]) =>
		run('npm', args, {
			cwd: PACKAGE_ROOT,
			// Packing compiles first, but not the program that runs.
			env: { ...process.env, DOCSGEN_PACKS: 'compiled' },
			shell: process.platform === 'win32',
			maxBuffer: 1 << 26,
		});
	mkdirSync(folder, { recursive: true });
	await npm('pack', '--silent', '--pack-destination', folder);
	terminal.close();
	return `file:./docsgen-${docsgenVersion()}.tgz`;
}
