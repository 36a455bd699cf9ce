/** The cache: entries of many kinds, which never return another entry's bytes. */
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openBodies, packBody } from '../src/cli/cache/bodies.ts';
import { openEntries } from '../src/cli/cache/entries.ts';
import { DiskStore } from '../src/cli/disk/store.ts';
import { temporaryFolder } from './program.ts';

const test = suite<{ folder: string }>('store');

test.before.each((context) => {
	context.folder = join(temporaryFolder('store'), '.docsgen');
});

function filled(folder: string, entries: Record<string, string>, kind = 'text'): DiskStore {
	const store = new DiskStore(folder);
	for (const [key, text] of Object.entries(entries)) store.put(kind, key, text);
	store.save();
	return store;
}

const textOf = (store: DiskStore, key: string, kind = 'text'): string | undefined => store.get(kind, key)?.toString();

test('an entry is available immediately, and to others once it is saved', ({ folder }) => {
	const store = new DiskStore(folder);
	store.put('text', 'a', 'A');
	assert.is(textOf(store, 'a'), 'A');
	assert.not.ok(new DiskStore(folder).has('text', 'a'));
	store.save();
	for (const one of [store, new DiskStore(folder)]) assert.is(textOf(one, 'a'), 'A');
	assert.is(textOf(store, 'a', 'other'), undefined, 'of another kind');
});

test('a value that another version of docsgen has saved does not exist', ({ folder }) => {
	const store = filled(folder, { b2a6: '{"another":"shape"}', a1: 'no JSON' }, 'pages');
	const entries = openEntries<{ path: string }>(store, 'pages');
	entries.put('a', { path: 'a' });
	assert.equal(entries.all(), [{ path: 'a' }]);
	entries.sweep(['a']);
	assert.is(store.keys('pages').length, 1);
});

test('the last of two entries with one key wins, and the first one’s pack is removed', ({ folder }) => {
	filled(folder, { a: 'one' });
	filled(folder, { a: 'two' });
	assert.is(textOf(new DiskStore(folder), 'a'), 'two');
	assert.is(readdirSync(folder).length, 1);
});

test('unused entries are removed, and a pack with its last entry', ({ folder }) => {
	const store = filled(folder, { a: 'A', b: 'B' });
	store.sweep('text', new Set(['b']));
	store.save();
	assert.equal([textOf(store, 'a'), textOf(new DiskStore(folder), 'b')], [undefined, 'B']);
	store.sweep('text', new Set());
	store.save();
	assert.equal(readdirSync(folder), []);
});

test('a body that is parsed again replaces the one from another docsgen version', ({ folder }) => {
	const sections = [{ id: '', heading: '', level: 1, text: 'A word' }];
	for (const kind of ['html', 'markdown', 'sections', 'fences', 'terms'])
		filled(folder, { h: 'Of another form' }, kind);
	const store = new DiskStore(folder);
	const bodies = openBodies(store);
	const parts = { html: { pieces: [] }, markdown: [], sections, fences: [] };
	const json = { html: '{}', markdown: '[]', sections: JSON.stringify(sections), fences: '[]' };
	bodies.put('h', packBody({ body: parts, json }));
	assert.is(bodies.terms('h').words, 'word');
});

test('many small packs are merged', ({ folder }) => {
	const all = Array.from({ length: 40 }, (_, number) => `k${number}`);
	for (const key of all) filled(folder, { [key]: key.repeat(9) });
	assert.ok(readdirSync(folder).length <= 14, `${readdirSync(folder).length} packs`);
	const store = new DiskStore(folder);
	for (const key of all) assert.is(textOf(store, key), key.repeat(9));
});

test('large entries are written before saving, and can be read back', ({ folder }) => {
	const store = new DiskStore(folder);
	const text = (key: string): string => key.repeat(100_000);
	const all = Array.from({ length: 60 }, (_, number) => `key${number}`);
	for (const key of all) store.put('text', key, text(key));
	assert.ok(existsSync(folder));
	store.save();
	for (const one of [store, new DiskStore(folder)])
		for (const key of all) assert.ok(textOf(one, key) === text(key), key);
});

test('an entry with other bytes is missing; other entries of its pack are available', ({ folder }) => {
	filled(folder, { a: 'AAAA', b: 'BBBB' });
	const [pack = ''] = readdirSync(folder);
	const path = join(folder, pack);
	const bytes = readFileSync(path);
	bytes.write('X', bytes.indexOf('AAAA'));
	writeFileSync(path, bytes);
	assert.equal([textOf(new DiskStore(folder), 'a'), textOf(new DiskStore(folder), 'b')], [undefined, 'BBBB']);
	truncateSync(path, bytes.length - 1);
	assert.is(textOf(new DiskStore(folder), 'b'), undefined);
});

test('a damaged list is an empty one, and its pack goes', ({ folder }) => {
	for (const damage of ['', 'noise', '[]', 'ffffffffffffffffffffffff']) {
		rmSync(folder, { recursive: true, force: true });
		filled(folder, { a: 'A' });
		const [pack = ''] = readdirSync(folder);
		writeFileSync(join(folder, pack), damage);
		assert.is(textOf(new DiskStore(folder), 'a'), undefined);
		filled(folder, { b: 'B' });
		assert.not.ok(readdirSync(folder).includes(pack), damage);
		assert.is(textOf(new DiskStore(folder), 'b'), 'B');
	}
});

test('a folder at the path of a pack is an empty pack', ({ folder }) => {
	mkdirSync(join(folder, 'text-1-0123456789abcdef.pack/deep'), { recursive: true });
	filled(folder, { a: 'A' });
	assert.is(textOf(new DiskStore(folder), 'a'), 'A');
	assert.is(readdirSync(folder).length, 1);
});

test('a file at the path of the cache folder is removed, unless the author has configured that path', ({ folder }) => {
	for (const block of [
		() => writeFileSync(folder, 'A file.'),
		() => symlinkSync('/nowhere/at/all', folder),
		() => symlinkSync(folder, folder),
	]) {
		block();
		assert.is(textOf(filled(folder, { a: 'A' }), 'a'), 'A');
		rmSync(folder, { recursive: true });
	}
	const named = `${folder}-named`;
	writeFileSync(named, 'Mine.');
	assert.throws(() => filled(named, { a: 'A' }));
	assert.is(readFileSync(named, 'utf8'), 'Mine.');
});

test('a cache folder that vanishes loses its entries, and is recreated', ({ folder }) => {
	const store = filled(folder, { a: 'A' });
	rmSync(folder, { recursive: true });
	assert.is(textOf(store, 'a'), undefined);
	store.put('text', 'b', 'B');
	store.save();
	assert.is(textOf(new DiskStore(folder), 'b'), 'B');
});

test('files of a killed process are removed, those of a running one stay', ({ folder }) => {
	mkdirSync(folder);
	const [dead, alive] = [2 ** 22 + 1, process.ppid].map((pid) => `text-1-0123456789abcdef.pack.${pid}.0`);
	for (const name of [dead, alive, 'mine.txt']) writeFileSync(join(folder, name ?? ''), 'x');
	filled(folder, { a: 'A' });
	const left = readdirSync(folder);
	assert.equal(
		[dead, alive, 'mine.txt'].map((name) => left.includes(name ?? '')),
		[false, true, true],
	);
});

test.run();
