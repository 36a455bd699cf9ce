/** Chains of builds: a change of the site changes only the expected outputs. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { config, doc, site } from './memory-site.ts';

/** Excludes the search index, which changes with every text and has its own tests. */
const notSearch = (out: string): boolean => !out.includes('search');

const three = (): Record<string, string> => ({
	'content/docs/index.md': doc('Home', 'See [B](./b.md).', 'slug: /'),
	'content/docs/a.md': doc('A', 'Text of A.'),
	'content/docs/b.md': doc('B', 'Text of B.'),
});

test('a second build runs no job, and repeats the findings of the first', async () => {
	for (const text of ['Text of A.', ':::warnin\n\nText.\n\n:::']) {
		const s = site({ ...three(), 'content/docs/a.md': doc('A', text) });
		const first = await s.build();
		assert.is(first.ok, true, JSON.stringify(first.diagnostics));
		assert.is(first.diagnostics.length > 0, text.includes(':::'));
		assert.ok(first.written > 3);
		const { jobs, written, unchanged, diagnostics } = await s.build();
		assert.equal([jobs, written, unchanged, diagnostics], [0, 0, first.written, first.diagnostics]);
	}
});

test('an edited text changes its page, its Markdown copy and the texts that contain it', async () => {
	const s = site(three());
	await s.build();
	s.changed();
	s.files['content/docs/a.md'] = doc('A', 'Other text of A.');
	const result = await s.build();
	assert.is(result.ok, true);
	assert.equal(
		s.changed().filter(notSearch),
		['docs/a.md', 'docs/a/index.html', 'llms-full.txt', 'llms.txt'].filter((out) => s.outputs().includes(out)),
	);
});

test('a changed title changes the pages that show it', async () => {
	const s = site(three());
	await s.build();
	s.changed();
	s.files['content/docs/a.md'] = doc('Alpha', 'Text of A.');
	await s.build();
	const changed = s.changed();
	for (const out of ['docs/a/index.html', 'docs/b/index.html', 'docs/index.html'])
		assert.ok(changed.includes(out), out);
	assert.not.ok(changed.includes('404.html'));
});

test('a change of navbar items or tags changes the page', async () => {
	const item = { type: 'doc', docId: 'b', label: 'B' };
	const s = site({
		...three(),
		'site.config.ts': config({ navbar: { items: [item] } }),
		'content/pages/plain.md': doc('Plain'),
	});
	await s.build();
	s.files['content/docs/b.md'] = doc('B', 'Text of B.', 'slug: /moved');
	await s.build();
	assert.match(s.read('plain/index.html'), 'href="/docs/moved"');
	for (const tag of ['one', 'two']) {
		s.files['content/docs/a.md'] = doc('A', 'Text of A.', `tags: [${tag}]`);
		await s.build();
		assert.match(s.read('docs/a/index.html'), `href="/docs/tags/${tag}"`);
	}
});

test('an output that only loses a file is published', async () => {
	const s = site({ ...three(), 'content/static/file.txt': 'x' });
	await s.build();
	assert.ok(s.outputs().includes('file.txt'));
	delete s.files['content/static/file.txt'];
	const { written, removed } = await s.build();
	assert.equal([written, removed], [0, 1]);
	assert.not.ok(s.outputs().includes('file.txt'));
});

test('a deleted page disappears, and a link to it fails the build', async () => {
	const s = site(three());
	await s.build();
	delete s.files['content/docs/b.md'];
	const failed = await s.build();
	assert.is(failed.ok, false);
	assert.ok(failed.diagnostics.some((finding) => finding.code === 'broken-markdown-link'));
	assert.ok(s.outputs().includes('docs/b/index.html'), 'the previous output stays');
	s.files['content/docs/index.md'] = doc('Home', 'No link.', 'slug: /');
	const mended = await s.build();
	assert.is(mended.ok, true);
	assert.ok(mended.removed >= 2);
	assert.not.ok(s.outputs().includes('docs/b/index.html'));
});

test.run();
