/**
 * Compares the output of two versions of docsgen byte by byte: this repository's site, the guide, a new site from
 * `docsgen init`, and the fixtures of the tests.
 *
 *     npm run compare                 the working tree with the last commit
 *     npm run compare -- d5bdb21      the working tree with that commit
 *     npm run compare -- d5bdb21 --all   every difference, not a few of each kind
 *
 * Each version builds its own sources. Hashes in file names are replaced, so that a changed script is one difference
 * and not one per page; equal differences are listed once, with the number of files. Exits with 1 if anything differs.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hashOf } from '../src/content/model/hash.ts';
import { checkOut, commitOf, removeCheckout } from './checkout.ts';
import { RICH } from './rich-site.ts';
import { writeFiles } from './write-files.ts';

/** Outside the repository: docsgen writes no output into its own cache. Checkouts with the same path share it. */
const FOLDER = join(tmpdir(), `docsgen-compare-${hashOf(resolve('.'))}`);
const SHOWN_PER_KIND = process.argv.includes('--all') ? Number.POSITIVE_INFINITY : 3;
/** Characters of context before and after a difference. */
const CONTEXT_LENGTH = 60;

/** Builds every site of one checkout into `out`. A site that fails prints its findings; the others are still built. */
function buildSites(tree: string, out: string): void {
	const docsgen = (args: string[], name: string): void => {
		const { status, stdout, stderr } = spawnSync('node', [join(tree, 'dist/docsgen.js'), ...args], {
			cwd: tree,
			encoding: 'utf8',
		});
		if (status !== 0) console.log(`${name} of ${tree} does not build:\n${stdout}${stderr}`);
	};
	const build = (site: string, name: string): void =>
		docsgen(['build', '--quiet', '--site', site, '--out-dir', join(out, name)], name);
	rmSync(out, { recursive: true, force: true });
	build(tree, 'repository');
	build(join(tree, 'guide'), 'guide');
	const made = `${out}-sources`;
	rmSync(made, { recursive: true, force: true });
	docsgen(['init', join(made, 'starter')], 'starter');
	writeFiles(join(made, 'rich'), RICH);
	for (const name of readdirSync('test/sites'))
		cpSync(join('test/sites', name, 'site'), join(made, name), { recursive: true });
	for (const name of readdirSync(made)) build(join(made, name), name);
}

/** The outputs of a commit, built once and cached. */
function outputsOf(revision: string): string {
	const commit = commitOf(revision);
	const out = join(FOLDER, commit);
	if (existsSync(out)) return out;
	const tree = `${out}-tree`;
	checkOut(commit, tree);
	buildSites(tree, out);
	removeCheckout(tree);
	return out;
}

function filesIn(folder: string): Map<string, string> {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return new Map(
		files.map((entry) => {
			const file = join(entry.parentPath, entry.name);
			return [withoutHashes(file.slice(folder.length + 1)), withoutHashes(readFileSync(file, 'latin1'))];
		}),
	);
}

/** Replaces hashes in file names and in the content security policy, which only repeat other differences. */
function withoutHashes(text: string): string {
	return text.replace(/-[0-9a-f]{8}(?=\.[a-z0-9]+)/g, '-########').replace(/sha256-[\w+/]{43}=/g, 'sha256-####');
}

/** The first difference of two texts, with context. */
function firstDifference(before: string, after: string): string {
	let start = 0;
	while (start < before.length && before[start] === after[start]) start++;
	let end = 0;
	const most = Math.min(before.length, after.length) - start;
	while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
	const part = (text: string): string => {
		const changed = text.slice(start, text.length - end);
		const shown =
			changed.length > 4 * CONTEXT_LENGTH ? `${changed.slice(0, 4 * CONTEXT_LENGTH)}… (${changed.length})` : changed;
		return JSON.stringify(shown);
	};
	const context = JSON.stringify(before.slice(Math.max(0, start - CONTEXT_LENGTH), start));
	return `after ${context}\n      - ${part(before)}\n      + ${part(after)}`;
}

/** Prints differences grouped by text, most frequent first; returns the number of files that differ. */
function compare(site: string, before: Map<string, string>, after: Map<string, string>): number {
	const kinds = new Map<string, string[]>();
	for (const name of new Set([...before.keys(), ...after.keys()])) {
		const [a, b] = [before.get(name), after.get(name)];
		if (a === b) continue;
		const kind = a === undefined ? 'new' : b === undefined ? 'gone' : firstDifference(a, b);
		kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
	}
	const rows = [...kinds].sort(([, a], [, b]) => b.length - a.length);
	const count = rows.reduce((sum, [, names]) => sum + names.length, 0);
	console.log(`\n${site}: ${after.size} files, ${count === 0 ? 'the same' : `${count} differ`}`);
	for (const [kind, names] of rows) {
		const more = names.length > SHOWN_PER_KIND ? `, and ${names.length - SHOWN_PER_KIND} more` : '';
		console.log(`  ${names.slice(0, SHOWN_PER_KIND).join(', ')}${more}\n    ${kind}`);
	}
	return count;
}

const revision = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'HEAD';
mkdirSync(FOLDER, { recursive: true });
const before = outputsOf(revision);
execFileSync('npm', ['run', '--silent', 'prepare'], { stdio: 'inherit' });
const after = join(FOLDER, 'working-tree');
buildSites(resolve('.'), after);
let differing = 0;
for (const site of readdirSync(after))
	differing += compare(site, filesIn(join(before, site)), filesIn(join(after, site)));
process.exitCode = differing === 0 ? 0 : 1;
