/** The script that prepares a release, in a small repository of its own: see guide/content/docs/contribute/releases.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

const SCRIPT = resolve('bin/release.mjs');
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A door.\n\n## [1.0.0] - 2026-01-01\n';

function repository(changelog: string) {
	const root = temporaryFolder('release');
	const manifest = { name: 'house', version: '1.0.0' };
	writeFiles(root, {
		'package.json': JSON.stringify(manifest),
		'package-lock.json': JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { '': manifest } }),
		'CHANGELOG.md': changelog,
	});
	const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
	git('init', '--quiet');
	git('config', 'user.email', 'someone@example.com');
	git('config', 'user.name', 'Someone');
	git('add', '--all');
	git('commit', '--quiet', '--message', 'start');
	const release = (...args: string[]) =>
		spawnSync(process.execPath, [SCRIPT, ...args], { cwd: root, encoding: 'utf8' });
	return { root, git, release, read: (name: string) => readFileSync(join(root, name), 'utf8') };
}

test('a release has its version in the package, the lock file, the changelog, the commit and the tag', () => {
	const { git, release, read } = repository(CHANGELOG);
	const { status, stdout } = release('minor');
	assert.is(status, 0);
	assert.match(stdout, 'git push --follow-tags');
	for (const name of ['package.json', 'package-lock.json']) assert.is(JSON.parse(read(name)).version, '1.1.0', name);
	assert.match(read('CHANGELOG.md'), /## \[Unreleased\]\n\n## \[1\.1\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A door/);
	assert.is(git('log', '-1', '--format=%s'), 'release: publish 1.1.0');
	assert.is(git('tag', '--points-at', 'HEAD'), 'v1.1.0');
	assert.is(git('status', '--porcelain'), '');
});

test('a release without a step, with changed files or with nothing to say changes nothing', () => {
	const { root, git, release } = repository('# Changelog\n\n## [Unreleased]\n\n## [1.0.0]\n');
	assert.match(release().stderr, 'patch|minor|major');
	assert.match(release('patch').stderr, 'nothing below');
	rmSync(join(root, 'CHANGELOG.md'));
	assert.match(release('patch').stderr, 'Commit or stash');
	assert.is(git('tag'), '');
});

test.run();
