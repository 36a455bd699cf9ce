/** The date of a page's last change, from Git. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildFolder } from './disk-site.ts';
import { doc } from './memory-site.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

const temporary = temporaryFolder('git');

function git(folder: string, args: string[], date = '2024-01-01T12:00:00Z', author = 'Ada'): void {
	const who = { GIT_AUTHOR_NAME: author, GIT_AUTHOR_EMAIL: 'a@b.example', GIT_AUTHOR_DATE: date };
	const by = { GIT_COMMITTER_NAME: author, GIT_COMMITTER_EMAIL: 'a@b.example', GIT_COMMITTER_DATE: date };
	execFileSync('git', args, { cwd: folder, env: { ...process.env, ...who, ...by }, stdio: 'ignore' });
}

async function dates(site: string): Promise<{ findings: string[]; of(page: string): string | undefined }> {
	const { diagnostics } = await buildFolder(site);
	return {
		findings: diagnostics.map(({ code }) => code),
		of: (page) =>
			/<time[^>]*dateTime="([^"]*)"/i.exec(readFileSync(join(site, 'build', page, 'index.html'), 'utf8'))?.[1],
	};
}

test('each page has the date of its last commit; front matter wins, and without history there is no date', async () => {
	const repository = join(temporary, 'repository');
	// The site is a subfolder of its repository.
	const site = join(repository, 'website');
	writeFiles(site, {
		'site.config.ts': "export default { title: 'X', url: 'https://x.example', docs: { showLastUpdate: true } };",
		'content/docs/a.md': doc('A', 'Text.'),
		'content/docs/ü b.md': doc('B', 'Text.', 'slug: /b'),
		'content/docs/own.md': doc('Own', 'Text.', 'last_update: { date: 2020-02-02 }'),
	});
	const outside = await dates(site);
	assert.is(outside.of('docs/a'), undefined, 'no repository');
	assert.equal(outside.findings, ['no-history']);
	git(repository, ['init', '-b', 'main']);
	assert.equal((await dates(site)).findings, [], 'nothing is committed yet');
	git(repository, ['add', 'website/content', 'website/site.config.ts']);
	git(repository, ['commit', '-m', 'One']);
	writeFiles(site, { 'content/docs/a.md': doc('A', 'Other text.'), 'content/docs/new.md': doc('New', 'Text.') });
	git(repository, ['commit', '-m', 'Two', 'website/content/docs/a.md'], '2024-05-05T12:00:00Z', 'Grace');
	const shown = await dates(site);
	assert.equal(shown.findings, []);
	assert.match(shown.of('docs/a') ?? '', '2024-05-05');
	assert.match(shown.of('docs/b') ?? '', '2024-01-01');
	assert.match(shown.of('docs/own') ?? '', '2020-02-02');
	assert.is(shown.of('docs/new'), undefined, 'never committed');
	const sitemap = readFileSync(join(site, 'build/sitemap.xml'), 'utf8');
	assert.match(sitemap, '/docs/a</loc><lastmod>2024-05-05T12:00:00.000Z</lastmod>');
	assert.match(sitemap, '/docs/new</loc></url>');
	git(repository, ['add', 'website/content']);
	git(repository, ['commit', '-m', 'Three'], '2024-06-06T12:00:00Z');
	assert.match((await dates(site)).of('docs/new') ?? '', '2024-06-06', 'a commit is a change, too');

	const shallow = join(temporary, 'shallow');
	git(temporary, ['clone', '--depth', '1', `file://${repository}`, shallow]);
	const there = await dates(join(shallow, 'website'));
	assert.equal(there.findings, ['shallow-clone']);
	assert.is(there.of('docs/a'), undefined);
});

/** Runs work with other environment variables. */
async function within<T>(env: Record<string, string | undefined>, work: () => Promise<T>): Promise<T> {
	const before = { ...process.env };
	const set = (all: NodeJS.ProcessEnv, names: string[]): void => {
		for (const name of names) if (all[name] === undefined) delete process.env[name];
		for (const name of names) if (all[name] !== undefined) process.env[name] = all[name];
	};
	set(env, Object.keys(env));
	try {
		return await work();
	} finally {
		set(before, Object.keys(env));
	}
}

/** Another git: what it says, and how it ends. */
function program(name: string, script: string): string {
	const folder = join(temporary, 'tools', name);
	writeFiles(folder, { git: `#!/bin/sh\n${script}\n` });
	chmodSync(join(folder, 'git'), 0o755);
	return `${folder}:${process.env.PATH}`;
}

const PAGE = 'content/docs/a.md';

/** A site in a folder of its repository, with one commit. */
function committed(name: string, page = doc('A', 'Text.')): { repository: string; site: string } {
	const repository = join(temporary, name);
	const site = join(repository, 'website');
	writeFiles(site, {
		'site.config.ts': "export default { title: 'X', url: 'https://x.example', docs: { showLastUpdate: true } };",
		[PAGE]: page,
		'content/blog/2024-01-01-post.md': doc('Post', 'Text.'),
	});
	git(repository, ['init', '-b', 'main']);
	git(repository, ['add', '.']);
	git(repository, ['commit', '-m', 'One']);
	return { repository, site };
}

async function findings(site: string): Promise<string[]> {
	const { diagnostics } = await buildFolder(site);
	return diagnostics.map(({ severity, message, hint }) => `${severity}: ${message} ${hint}`);
}

const NOWHERE = join(temporary, 'nowhere');

test('a git that does not tell the history is a finding with its reason and a way out, until it does', async () => {
	const cases: Record<string, [env: Record<string, string>, reason: RegExp, hint: RegExp]> = {
		owner: [
			{ GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' },
			/git says "detected dubious ownership in repository at '.*owner'"/,
			/If you trust this folder, run git config --global --add safe\.directory .*owner, or remove "showLastUpdate"/,
		],
		missing: [{ PATH: NOWHERE }, /git is not installed/, /Install git where the site is built/],
		archive: [
			{ GIT_CEILING_DIRECTORIES: join(temporary, 'archive') },
			/git says "not a git repository/,
			/Build in a clone of the repository/,
		],
		elsewhere: [
			{ GIT_DIR: NOWHERE, GIT_WORK_TREE: temporary },
			/git says "not a git repository: '.*nowhere'"/,
			/Set both GIT_DIR and GIT_WORK_TREE, or neither/,
		],
		odd: [
			{ PATH: program('odd', 'echo "fatal: bad object HEAD" >&2; exit 128') },
			/git says "bad object HEAD"/,
			/Repair/,
		],
		mute: [{ PATH: program('mute', 'exit 3') }, /git failed \(exit code 3\)/, /Repair/],
	};
	for (const [name, [env, reason, hint]] of Object.entries(cases)) {
		const { site } = committed(name);
		const found = await within(env, () => findings(site));
		assert.is(found.length, 1, JSON.stringify([name, found]));
		assert.ok(found[0]?.startsWith('warning: Pages show no date of their last change: '), found[0]);
		assert.match(found[0] ?? '', reason);
		assert.match(found[0] ?? '', hint);
		assert.equal(await within(env, () => findings(site)), found, `${name}: again, although nothing has changed`);
		const now = await dates(site);
		assert.equal(now.findings, [], `${name}: git answers`);
		assert.match(now.of('docs/a') ?? '', '2024-01-01', name);
	}
});

test('git is not missed where nothing shows its dates, and the variables of its hooks do not mislead', async () => {
	const own = committed('own', doc('A', 'Text.', 'last_update: { date: 2020-02-02 }'));
	assert.equal(await within({ PATH: NOWHERE }, () => findings(own.site)), []);
	const hooked = committed('hooked');
	const hook = { GIT_DIR: '.git', GIT_INDEX_FILE: '.git/index', GIT_PREFIX: '' };
	assert.equal(await within(hook, () => findings(hooked.site)), []);
	assert.match((await dates(hooked.site)).of('docs/a') ?? '', '2024-01-01');
	const tree = { GIT_DIR: join(hooked.repository, '.git'), GIT_WORK_TREE: hooked.repository };
	writeFiles(hooked.site, { [PAGE]: doc('A', 'Other text.') });
	assert.equal(await within(tree, () => findings(hooked.site)), []);
});

test.run();
