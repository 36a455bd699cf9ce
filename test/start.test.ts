/** The start of the program, with what V8 compiled of it the last time. */
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { run, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

const NAME = /^program-\d+\.cache$/;

function siteIn(folder: string): string {
	writeFiles(folder, {
		'site.config.ts': "export default { title: 'Oven', url: 'https://oven.example', blog: false };\n",
		'content/docs/index.md': '# Heat\n\nTurn the oven on.\n',
	});
	return folder;
}

/** The path of the kept program. */
function keptIn(folder: string): string {
	const names = readdirSync(folder).filter((name) => NAME.test(name));
	assert.is(names.length, 1, folder);
	return join(folder, names[0] ?? '');
}

test('a build keeps the compiled program in the cache of the site, and another one uses it', async () => {
	const site = siteIn(temporaryFolder('start'));
	assert.is((await run(['--version'], { cwd: site })).code, 0);
	assert.not(existsSync(join(site, '.docsgen')), 'no other command makes a cache');
	assert.is((await run(['build'], { cwd: site })).code, 0);
	const kept = keptIn(join(site, '.docsgen'));
	const before = readFileSync(kept);
	assert.match((await run(['build', '--site', site])).stdout, /unchanged/);
	assert.ok(readFileSync(kept).equals(before));
	const other = join(site, 'other');
	assert.is((await run(['build', `--cache-dir=${other}`], { cwd: site })).code, 0);
	keptIn(other);
	assert.is((await run(['check'], { cwd: site, env: { DOCSGEN_CACHE: 'third' } })).code, 0);
	keptIn(join(site, 'third'));
	assert.is((await run(['clear'], { cwd: site })).code, 0);
	assert.not(existsSync(kept));
});

test('patterns of the compiled program match letters beyond ASCII', async () => {
	const site = siteIn(temporaryFolder('letters'));
	writeFiles(site, { 'content/docs/tree.md': '# Tree\n\n```text\n├── oven.ts\n```\n' });
	assert.is((await run(['build'], { cwd: site })).code, 0);
	assert.match(readFileSync(join(site, 'build/docs/tree/index.html'), 'utf8'), /class="[^"]*\bdrawn\b/);
});

test('a spoiled program in the cache is not run, and the next build replaces it', async () => {
	const site = siteIn(temporaryFolder('spoiled-start'));
	assert.is((await run(['build'], { cwd: site })).code, 0);
	const kept = keptIn(join(site, '.docsgen'));
	const whole = readFileSync(kept);
	const spoiled = [100, Math.floor(whole.length / 2), whole.length - 1].map((at) => {
		const bytes = Buffer.from(whole);
		bytes[at] = (bytes[at] ?? 0) ^ 4;
		return bytes;
	});
	for (const bytes of [...spoiled, whole.subarray(0, 1000), Buffer.alloc(0)]) {
		writeFileSync(kept, bytes);
		const { code, stderr } = await run(['build'], { cwd: site });
		assert.is(code, 0, stderr);
		assert.not(readFileSync(kept).equals(bytes));
	}
	truncateSync(kept, 30);
	assert.is((await run(['--version'], { cwd: site })).code, 0);
});

test.run();
