/**
 * Prepares a release: `npm run release -- patch|minor|major`. Checks that the tree is clean and that the changelog has
 * something to say, writes the version into package.json, the lock file and the changelog, commits, and tags. It sends
 * nothing: pushing the tag publishes the version.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const UNRELEASED = '## [Unreleased]';

const run = (command, ...args) => execFileSync(command, args, { encoding: 'utf8', shell: false }).trim();

function fail(message) {
	console.error(message);
	process.exit(1);
}

const step = process.argv[2] ?? '';
if (!/^(?:patch|minor|major)$/.test(step)) fail('Usage: npm run release -- patch|minor|major');
if (run('git', 'status', '--porcelain') !== '') fail('Commit or stash your changes first.');
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const [, unreleased = ''] = changelog.split(UNRELEASED);
if (unreleased.split(/^## /m)[0].trim() === '') fail(`CHANGELOG.md has nothing below "${UNRELEASED}".`);

const version = run('npm', 'version', step, '--no-git-tag-version', '--workspaces=false').replace(/^v/, '');
const date = new Date().toISOString().slice(0, 10);
writeFileSync('CHANGELOG.md', changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${date}`));
run('git', 'commit', '--quiet', '--all', '--message', `release: publish ${version}`);
run('git', 'tag', '--annotate', `v${version}`, '--message', `docsgen ${version}`);
console.log(`Committed and tagged v${version}. Publish it with: git push --follow-tags`);
