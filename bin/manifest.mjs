/**
 * Run by `npm pack` and `npm publish`: package.json without what only this repository needs, such as the script that
 * compiles it.
 *
 *     node bin/manifest.mjs publish [folder]    before: writes the published one, here or in an unpacked package
 *     node bin/manifest.mjs restore             after: puts the repository's own back
 */
import { execSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's own, while the published one is in its place. */
const KEPT = '.docsgen/package.json';

/** Writes the published package.json into a folder. */
function publish(folder) {
	const file = join(folder, 'package.json');
	const { scripts, workspaces, devDependencies, ...published } = JSON.parse(readFileSync(file, 'utf8'));
	writeFileSync(file, `${JSON.stringify(published, undefined, '\t')}\n`);
}

const [command, folder] = process.argv.slice(2);
if (command === 'publish' && folder !== undefined) publish(folder);
// `npm run prepack` is not followed by what puts it back.
else if (command === 'publish' && /^(?:pack|publish)$/.test(process.env.npm_command ?? '')) {
	// Now, because npm would do it after this, and asks the published package.json how.
	if (process.env.DOCSGEN_PACKS !== 'compiled') execSync('npm run --silent prepare', { stdio: 'inherit' });
	mkdirSync('.docsgen', { recursive: true });
	copyFileSync('package.json', KEPT);
	publish('.');
} else if (command === 'restore' && existsSync(KEPT)) renameSync(KEPT, 'package.json');
