/** Folders outside of `content/` that are part of it, on a disk: builds, the watcher, git, symbolic links, frozen versions. */
import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diskProject } from '../src/cli/disk/project.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import { devIn } from './dev-server.ts';
import { buildFolder, serveDevFolder } from './disk-site.ts';
import { config, doc } from './memory-site.ts';
import { assertSame, contents, runHere, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

/** A repository with a site in `website` and the docs of a package. */
function repository(fields: Record<string, unknown> = {}): { root: string; site: string } {
	const root = temporaryFolder('mounts');
	writeFiles(root, {
		'website/site.config.ts': config({
			include: [{ folder: '../packages/kit/docs', at: 'docs/kit' }],
			...fields,
		}),
		'website/content/docs/index.md': doc('Home', '[Kit](./kit/index.md)'),
		'packages/kit/docs/index.md': doc('Kit', '[Guide](./guide.md) ![p](./p.svg)'),
		'packages/kit/docs/guide.md': doc('Guide', 'First.'),
		'packages/kit/docs/p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>',
		'packages/kit/docs/node_modules/x/readme.md': doc('Hidden'),
	});
	return { root, site: join(root, 'website') };
}

const codes = (diagnostics: Diagnostic[]): string[] => diagnostics.map(({ code, file }) => `${code} ${file}`);

test('a build sees changes in the folder, and otherwise has nothing to do', async () => {
	const { root, site } = repository();
	const first = await buildFolder(site);
	assert.equal(codes(first.diagnostics), []);
	const page = (): string => readFileSync(join(site, 'build/docs/kit/guide/index.html'), 'utf8');
	assert.match(page(), 'First.');
	assert.not(existsSync(join(site, 'build/docs/kit/node_modules')));
	assert.equal([(await buildFolder(site)).jobs, (await buildFolder(site)).written], [0, 0]);
	writeFiles(root, { 'packages/kit/docs/guide.md': doc('Guide', 'Second.'), 'packages/kit/docs/new/a.md': doc('A') });
	await buildFolder(site);
	assert.match(page(), 'Second.');
	assert.ok(existsSync(join(site, 'build/docs/kit/new/a/index.html')));
	rmSync(join(root, 'packages/kit/docs/new'), { recursive: true });
	await buildFolder(site);
	assert.not(existsSync(join(site, 'build/docs/kit/new')));
	const incremental = contents(join(site, 'build'));
	rmSync(join(site, '.docsgen'), { recursive: true });
	rmSync(join(site, 'build'), { recursive: true });
	await buildFolder(site);
	assertSame(incremental, contents(join(site, 'build')), 'as from nothing');
});

test('dates are those of the commits of the real files', async () => {
	const { root, site } = repository({ docs: { showLastUpdate: true } });
	const git = (...args: string[]): void => {
		const who = {
			GIT_AUTHOR_NAME: 'Ada',
			GIT_AUTHOR_EMAIL: 'a@b.example',
			GIT_AUTHOR_DATE: '2024-05-05T23:30:00-08:00',
		};
		const by = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'a@b.example' };
		const env = { ...process.env, ...who, ...by, GIT_COMMITTER_DATE: who.GIT_AUTHOR_DATE };
		execFileSync('git', args, { cwd: root, stdio: 'ignore', env });
	};
	git('init', '-b', 'main');
	git('add', '.');
	git('commit', '-m', 'One');
	await buildFolder(site);
	const html = readFileSync(join(site, 'build/docs/kit/guide/index.html'), 'utf8');
	assert.match(html, 'May 5, 2024');
	assert.match(html, ' by Ada');
});

test('symbolic links in the folder follow the rules of content, and one to a folder names the way', async () => {
	const { root, site } = repository();
	writeFiles(root, { 'secret.md': doc('Secret'), 'packages/more/docs/index.md': doc('More') });
	symlinkSync(join(root, 'packages/kit/docs/guide.md'), join(root, 'packages/kit/docs/same.md'));
	symlinkSync(join(root, 'secret.md'), join(root, 'packages/kit/docs/secret.md'));
	symlinkSync(join(root, 'packages/more/docs'), join(site, 'content/docs/more'));
	const { diagnostics, ok } = await buildFolder(site);
	assert.is(ok, false);
	assert.equal(codes(diagnostics).sort(), [
		'refused-link ../packages/kit/docs/secret.md',
		'refused-link content/docs/more',
	]);
	const hint = diagnostics.find(({ file }) => file === 'content/docs/more')?.hint;
	assert.match(hint ?? '', "include: [{ folder: '…', at: 'docs/more' }]");
});

test('dev notices changed, added and removed files of the folder', async () => {
	const { root, site } = repository();
	let findings: Diagnostic[] = [];
	let updates = 0;
	const updated = new EventEmitter();
	const server = await serveDevFolder(site, {
		onUpdate: (now) => {
			findings = now;
			updates++;
			updated.emit('update');
		},
	});
	try {
		const shows = async (path: string, text: string): Promise<void> => {
			for (;;) {
				const before = updates;
				if ((await (await fetch(server.url.replace(/\/$/, '') + path)).text()).includes(text)) return;
				if (updates === before) await once(updated, 'update');
			}
		};
		await shows('/docs/kit/guide', 'First.');
		writeFiles(root, { 'packages/kit/docs/guide.md': doc('Guide', 'Second. [gone](./gone.md)') });
		await shows('/docs/kit/guide', 'Second.');
		assert.equal(codes(findings), ['broken-markdown-link ../packages/kit/docs/guide.md']);
		writeFiles(root, { 'packages/kit/docs/gone.md': doc('Gone', 'Here again.') });
		await shows('/docs/kit/gone', 'Here again.');
		await shows('/docs/kit/guide', 'href="/docs/kit/gone"');
		rmSync(join(root, 'packages/kit/docs/gone.md'));
		await shows('/docs/kit/gone', 'Page Not Found');
	} finally {
		await server.close();
	}
});

test('a frozen version has no file that is left out, and a build sees when one is added', async () => {
	const include = [{ folder: '../packages/kit/docs', at: 'docs/kit', exclude: ['guide.md', 'notes'] }];
	const { root, site } = repository({ include, onBrokenMarkdownLinks: 'ignore' });
	writeFiles(root, { 'packages/kit/docs/notes/a.md': doc('Note') });
	await buildFolder(site);
	assert.not(existsSync(join(site, 'build/docs/kit/guide')));
	writeFiles(root, { 'packages/kit/docs/notes/b.md': doc('Note') });
	assert.equal((await buildFolder(site)).jobs, 0);
	assert.is((await runHere(['version', '1.x', '--site', site])).code, 0);
	assert.ok(existsSync(join(site, 'content/versions/1.x/kit/index.md')));
	assert.not(existsSync(join(site, 'content/versions/1.x/kit/guide.md')));
	assert.not(existsSync(join(site, 'content/versions/1.x/kit/notes')));
});

test('a frozen version has copies of the files', async () => {
	const { root, site } = repository();
	const frozen = await runHere(['version', '1.x', '--site', site]);
	assert.is(frozen.code, 0, frozen.stderr);
	assert.not(existsSync(join(site, 'content/versions/1.x/kit/node_modules')));
	writeFiles(root, { 'packages/kit/docs/guide.md': doc('Guide', 'Second.') });
	const { diagnostics } = await buildFolder(site);
	assert.equal(codes(diagnostics), []);
	assert.match(readFileSync(join(site, 'build/docs/kit/guide/index.html'), 'utf8'), 'First.');
	assert.match(readFileSync(join(site, 'build/docs/next/kit/guide/index.html'), 'utf8'), 'Second.');
});

/** A path that findings and logs show, and one that they must not: no file has it. */
const REAL = '../packages/kit/docs/';
const MADE_UP = /content\/docs\/kit\b/;

/** A site in two languages, with a mistake in the included page. */
function translated(): { root: string; site: string } {
	const made = repository({ locales: ['en', 'fr'], search: { hosted: HOSTED } });
	writeFiles(made.root, {
		'packages/kit/docs/index.md': doc('Kit', '[Guide](./guide.md)\n\n[gone](./gone.md)'),
		'website/content/fr/docs/kit/guide.md': '---\ntitle: Guide\ntranslated_from: "000000"\n---\n\nTexte.\n',
	});
	return made;
}

const HOSTED = { appId: 'BREAD', apiKey: 'key', indexName: 'bread' };

test('a command shows and takes the path of an included file', async () => {
	const { root, site } = translated();
	const at = ['--site', site];
	const commands: [command: string[], says: string][] = [
		[['check', ...at], `${REAL}index.md`],
		[['build', ...at], `${REAL}index.md`],
		[['check', '--json', ...at], `${REAL}index.md`],
		[['check', '--format', 'github', ...at], 'packages/kit/docs/index.md'],
		[['check', '--format', 'sarif', ...at], 'packages/kit/docs/index.md'],
		[['check', '--external', ...at], `${REAL}index.md`],
		[['search', 'push', ...at], `${REAL}index.md`],
		[['translate', 'status', '--json', ...at], `"original":"${REAL}index.md"`],
		[['translate', 'add', 'fr', join(root, 'packages/kit/docs/guide.md'), ...at], 'exists already'],
		[['translate', 'add', 'fr', join(root, 'packages/kit/docs/none.md'), ...at], `${REAL}none.md is not such a page`],
		[['translate', 'add', 'fr', join(root, 'packages/kit/docs/index.md'), ...at], `copied from ${REAL}index.md`],
		[['translate', 'add', 'fr', `${REAL}guide.md`, ...at], 'exists already'],
		[['translate', 'add', 'fr', 'content/docs/index.md', ...at], 'copied from content/docs/index.md'],
		[['translate', 'mark', join(site, 'content/fr/docs/kit/guide.md'), ...at], '1 of 1'],
		[['version', '1.x', ...at], 'content/versions/1.x'],
	];
	for (const [command, says] of commands) {
		const { stdout, stderr } = await runHere(command);
		assert.match(stdout + stderr, says, command.join(' '));
		assert.not.match(stdout + stderr, MADE_UP, command.join(' '));
	}
});

test('a translation of an included page begins with its text', async () => {
	const { site } = repository({ locales: ['en', 'fr'] });
	const { code, stderr } = await runHere(['translate', 'add', 'fr', '--site', site]);
	assert.is(code, 0, stderr);
	assert.match(
		readFileSync(join(site, 'content/fr/docs/kit/guide.md'), 'utf8'),
		/translated_from: .*\n---\n\nFirst\.\n$/,
	);
	assert.match((await runHere(['translate', 'status', '--site', site])).stdout, /^Français +0 +0 +0 +3 +0 +0 of 1$/m);
});

test('the log of dev names the file that was edited', async () => {
	const { root, site } = repository();
	const named = new Set<string>();
	const server = await devIn(diskProject(site, join(site, 'build')), {
		onUpdate(_, { pass }) {
			for (const name of pass?.changed ?? []) named.add(name);
		},
	});
	try {
		await server.settles();
		await server.edit(() => writeFiles(root, { 'packages/kit/docs/guide.md': doc('Guide', 'Second.') }));
		assert.equal([...named], [`${REAL}guide.md`]);
	} finally {
		await server.close();
	}
});

test.run();
