/** The date of a page's last change, from Git. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
	assert.is((await dates(site)).of('docs/a'), undefined, 'no repository');
	git(repository, ['init', '-b', 'main']);
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

test.run();
