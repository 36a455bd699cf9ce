/** A large build uses two threads, which does not affect its output. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildFolder } from './disk-site.ts';
import { doc } from './memory-site.ts';
import { assertSame, contents, run, temporaryFolder } from './program.ts';
import { RICH } from './rich-site.ts';
import { writeFiles } from './write-files.ts';

/** Enough pages for a second thread. */
const PAGES = 260;

function folderWith(extra: Record<string, string> = {}): string {
	const root = join(temporaryFolder('threads'), 'site');
	const many = Array.from({ length: PAGES }, (_, number): [string, string] => [
		`content/docs/many/p${number}.md`,
		doc(
			`Page ${number}`,
			`Text with a [link](./p${(number + 1) % PAGES}.md).\n\n## Part ${number}\n\n\`\`\`ts\nconst x${number} = 1;\n\`\`\``,
			`tags: [t${number % 7}]`,
		),
	]);
	writeFiles(root, { ...RICH, ...Object.fromEntries(many), ...extra });
	return root;
}

/** Builds in this process, which has no second thread. */
async function buildAlone(root: string): Promise<Map<string, string>> {
	const result = await buildFolder(root);
	assert.ok(result.ok, JSON.stringify(result.diagnostics));
	return contents(join(root, 'build'));
}

test('two threads give the same bytes as one, cold and after a change of every page', async () => {
	const [one, two] = [folderWith(), folderWith()];
	for (const title of ['Site', 'Renamed']) {
		for (const root of [one, two]) {
			const config = RICH['site.config.ts'];
			const changed = String(config).replace('"title":"Site"', `"title":"${title}","socialCards":true`);
			writeFiles(root, { 'site.config.ts': changed });
		}
		const alone = await buildAlone(one);
		const { code, stderr } = await run(['build', '--site', two]);
		assert.is(code, 0, stderr);
		const together = contents(join(two, 'build'));
		assertSame(together, alone, title);
	}
	assert.match((await run(['build', '--site', two])).stdout, ': 0 written');
});

test('an edit after a first build with two threads gives the bytes of a clean build', async () => {
	const more = Array.from({ length: 120 }, (_, number): [string, string] => [
		`content/docs/more/p${number}.md`,
		doc(`More ${number}`, `Word${number}.`),
	]);
	const [root, other] = [folderWith(Object.fromEntries(more)), folderWith(Object.fromEntries(more))];
	assert.match((await run(['build', '--site', root])).stdout, /: 1,\d+ written/);
	const edit = {
		'content/docs/many/p7.md': doc('Page 7', 'Another text, with a quagga.'),
		'content/docs/more/p3.md': '',
	};
	for (const folder of [root, other]) {
		writeFiles(folder, edit);
		rmSync(join(folder, 'content/docs/more/p3.md'));
	}
	for (const folder of [root, other]) assert.is((await run(['build', '--site', folder])).code, 0);
	assertSame(contents(join(root, 'build')), contents(join(other, 'build')));
});

test('B-182 a template that fails in either thread is a finding with the page, and the other pages are checked', async () => {
	const failing = Array.from({ length: 40 }, (_, number): [string, string] => [
		`content/docs/failing/f${number}.md`,
		doc(`F${number}`, '<Fails />'),
	]);
	const root = folderWith({
		'templates/components/Fails.tsx': "export function Fails() { throw new Error('No such luck'); }",
		'content/docs/broken.md': doc('Broken', '[nowhere](./nowhere.md)'),
		...Object.fromEntries(failing),
	});
	const { code, stderr } = await run(['build', '--site', root]);
	assert.is(code, 1);
	// Twenty findings of a kind are printed and the others counted.
	assert.is(stderr.match(/could not be rendered: No such luck/g)?.length, 20, stderr.slice(0, 2000));
	assert.match(stderr, 'and 20 more of this kind');
	assert.match(stderr, 'nowhere');
	assert.not.match(stderr, 'docsgen failed');
});

test.run();
