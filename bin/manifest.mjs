/**
 * Run by `npm pack` and `npm publish`: package.json without what only this repository needs, such as the script that
 * compiles it.
 *
 *     node bin/manifest.mjs publish [folder]    before: writes the published one, here or in an unpacked package
 *     node bin/manifest.mjs restore             after: puts the repository's own back
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's own, while the published one is in its place. */
const KEPT = '.docsgen/package.json';

const [command, folder = '.'] = process.argv.slice(2);
const file = join(folder, 'package.json');
if (command === 'publish') {
	const { scripts, workspaces, devDependencies, ...published } = JSON.parse(readFileSync(file, 'utf8'));
	mkdirSync('.docsgen', { recursive: true });
	if (folder === '.' && scripts) copyFileSync(file, KEPT);
	writeFileSync(file, `${JSON.stringify(published, undefined, '\t')}\n`);
} else if (existsSync(KEPT)) renameSync(KEPT, file);
