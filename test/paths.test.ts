/** Paths on other systems: a site's names have slashes on all of them. */
import { posix, win32 } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { absolutePath, relativeName } from '../src/cli/disk/package.ts';
import { FILE_IMPORT, isIn, nameFrom, slashed } from '../src/cli/disk/paths.ts';
import { doc, site } from './memory-site.ts';

const ROOT = 'C:\\Users\\Ann Lee\\my-docs';
const HOME = `${ROOT}\\node_modules\\docsgen`;

test('on Windows, a name has slashes, and converts back to its path', () => {
	for (const [path, name] of [
		[`${ROOT}\\content\\docs\\a.md`, 'content/docs/a.md'],
		[`${ROOT}\\site.config.ts`, 'site.config.ts'],
		[`${HOME}\\templates\\Footer.tsx`, 'docsgen:templates/Footer.tsx'],
		[`${HOME}\\node_modules\\react\\index.js`, 'docsgen:node_modules/react/index.js'],
		['C:\\Users\\Ann Lee\\shared\\data.ts', '../shared/data.ts'],
		['D:\\elsewhere\\data.ts', 'D:/elsewhere/data.ts'],
	] as const) {
		assert.is(relativeName(ROOT, path, HOME, win32), name);
		assert.is(absolutePath(ROOT, name, HOME, win32), path);
	}
});

test('elsewhere, a backslash is a character of a name', () => {
	assert.is(relativeName('/site', '/site/content/a\\b.md', '/docsgen', posix), 'content/a\\b.md');
	assert.is(absolutePath('/site', 'content/a\\b.md', '/docsgen', posix), '/site/content/a\\b.md');
	assert.is(slashed('a\\b/c', posix), 'a\\b/c');
	assert.is(slashed('C:\\a/b', win32), 'C:/a/b');
});

test('a folder differs from one with the same prefix, and a drive is a folder', () => {
	assert.ok(isIn('C:\\docs\\a.md', 'C:\\docs', win32));
	assert.ok(isIn('C:\\docs', 'C:\\docs', win32));
	assert.ok(isIn('C:\\docs', 'C:\\', win32));
	assert.not.ok(isIn('C:\\docs-old\\a.md', 'C:\\docs', win32));
	assert.ok(isIn('/docs/a.md', '/docs', posix));
	assert.not.ok(isIn('/docs-old', '/docs', posix));
	assert.is(nameFrom('C:\\docs', 'C:\\docs\\a\\b.md', win32), 'a/b.md');
});

test('an import is a file or a package, on any system', () => {
	for (const file of ['./a', '../a', '/a/b', 'C:\\a', 'c:/a']) assert.ok(FILE_IMPORT.test(file), file);
	for (const name of ['react', '@me/a', 'docsgen:templates/a', 'node:path'])
		assert.not.ok(FILE_IMPORT.test(name), name);
});

test('a link finds its page in any Unicode normalization of the file name', async () => {
	const made = site({
		'content/docs/cafe\u0301.md': doc('Café'),
		'content/docs/other.md': doc('Other', 'See [it](./caf\u00e9.md).'),
	});
	assert.equal((await made.build()).diagnostics, []);
	assert.match(made.read('docs/other/index.html'), 'href="/docs/caf');
});

test.run();
