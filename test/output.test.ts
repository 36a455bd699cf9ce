/** The output folder on disk: replaced whole, by trees that take turns. */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { diskOutput, type Files, type Output } from '../src/cli/machine/output.ts';
import { OWN_MARK } from '../src/render/views/out.ts';

const test = suite<{ root: string; out: string; cache: string }>('output');

test.before.each((context) => {
	context.root = mkdtempSync(join(tmpdir(), 'docsgen-output-'));
	context.out = join(context.root, 'build');
	context.cache = join(context.root, '.docsgen');
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

function tree(folder: string): Record<string, string> {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
		(entry) => entry.isFile() && entry.name !== OWN_MARK,
	);
	return Object.fromEntries(
		files
			.map((entry) => join(entry.parentPath, entry.name))
			.sort()
			.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
	);
}

/** Files as an output has them, with their texts for hashes. */
function known(output: Output, texts: Record<string, string>): Files {
	return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, [text, output.stamp(path)]]));
}

/** Puts out exactly `files`, as a build does: what is out already with the same text is kept. */
function put({ root, out, cache }: { root: string; out: string; cache: string }, files: Record<string, string>): void {
	const output = diskOutput(root, out, cache);
	const present = existsSync(out) ? tree(out) : {};
	const staging = output.stage(known(output, present));
	for (const [path, text] of Object.entries(files)) {
		if (present[path] === text) staging.keep(path, text);
		else staging.write(path, Buffer.from(text), text);
	}
	staging.commit();
}

test('after any number of turns the folder holds what was last put out', (context) => {
	const steps: Record<string, string>[] = [
		{ 'index.html': '1', 'a/index.html': 'a', 'b/c/index.html': 'c' },
		{ 'index.html': '2', 'a/index.html': 'a', 'b/c/index.html': 'c' },
		{ 'index.html': '2', 'a/index.html': 'a2' },
		{ 'index.html': '1', 'a/index.html': 'a', 'b/c/index.html': 'c', 'b/d.txt': 'd' },
		{ 'index.html': '1', a: 'a file now', 'b/c': 'this too' },
		{ 'index.html': '1', 'a/index.html': 'a folder again', 'b/c/index.html': 'c' },
	];
	for (const files of steps) {
		put(context, files);
		assert.equal(tree(context.out), Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))));
	}
	for (const entry of readdirSync(context.out, { recursive: true, withFileTypes: true })) {
		if (entry.isDirectory())
			assert.ok(readdirSync(join(entry.parentPath, entry.name)).length > 0, `empty folder ${entry.name}`);
	}
});

test('files that stay keep their time of change', (context) => {
	put(context, { 'index.html': '1', 'a.txt': 'a' });
	const before = statSync(join(context.out, 'a.txt')).mtimeMs;
	put(context, { 'index.html': '2', 'a.txt': 'a' });
	put(context, { 'index.html': '3', 'a.txt': 'a' });
	assert.is(statSync(join(context.out, 'a.txt')).mtimeMs, before);
});

test('what is staged and dropped changes nothing', (context) => {
	put(context, { 'index.html': '1' });
	const output = diskOutput(context.root, context.out, context.cache);
	const staging = output.stage(known(output, { 'index.html': '1' }));
	staging.write('index.html', Buffer.from('2'), '2');
	staging.discard();
	assert.equal(tree(context.out), { 'index.html': '1' });
	put(context, { 'index.html': '3' });
	assert.equal(tree(context.out), { 'index.html': '3' });
});

/** An id that no process has. */
const DEAD = 2 ** 22 + 1;

test('a process killed between the two renames leaves the old output to be found', (context) => {
	put(context, { 'index.html': '1' });
	put(context, { 'index.html': '2' });
	const [folder = ''] = readdirSync(context.cache);
	const work = join(context.cache, folder, `work-${DEAD}-0`);
	// As a kill would leave it: the output moved aside, nothing in its place, no index of the spare.
	renameSync(join(context.cache, folder, 'spare'), work);
	rmSync(join(work, 'index.json'));
	renameSync(context.out, join(work, 'aside'));
	assert.is(diskOutput(context.root, context.out, context.cache).read('index.html')?.toString(), '2');
	assert.equal(readdirSync(join(context.cache, folder)), [], 'and nothing else');
	put(context, { 'index.html': '3' });
	assert.equal(tree(context.out), { 'index.html': '3' });
});

test('what was removed by hand is made again, also a turn later', (context) => {
	put(context, { 'index.html': '1', 'a.txt': 'a' });
	rmSync(join(context.out, 'a.txt'));
	put(context, { 'index.html': '2', 'a.txt': 'a' });
	rmSync(context.out, { recursive: true });
	put(context, { 'index.html': '3', 'a.txt': 'a' });
	put(context, { 'index.html': '4', 'a.txt': 'a' });
	assert.equal(tree(context.out), { 'a.txt': 'a', 'index.html': '4' });
});

test('what was changed by hand is made again, also in a file that both trees have, and a turn later', (context) => {
	const mine = { 'a.txt': 'a', 'deep/b.txt': 'b' };
	const change = (): void => {
		for (const [path, text] of Object.entries(mine)) writeFileSync(join(context.out, path), `${text}, by hand`);
	};
	put(context, { 'index.html': '1', ...mine });
	change();
	for (let turn = 2; turn < 8; turn++) {
		put(context, { 'index.html': `${turn}`, ...mine });
		assert.equal(tree(context.out), { ...mine, 'index.html': `${turn}` }, `turn ${turn}`);
		if (turn === 4) change();
	}
});

test('what a commit says of its files is what the disk says', (context) => {
	put(context, { 'index.html': '1', 'a.txt': 'a' });
	put(context, { 'index.html': '2', 'a.txt': 'a' });
	const output = diskOutput(context.root, context.out, context.cache);
	const staging = output.stage(known(output, tree(context.out)));
	staging.write('index.html', Buffer.from('1'), '1');
	staging.write('b/new.txt', Buffer.from('new'), 'new');
	staging.keep('a.txt', 'a');
	const commit = staging.commit();
	assert.is(commit?.identity, output.identity());
	for (const path of ['index.html', 'a.txt', 'b/new.txt']) assert.is(commit?.stamp(path), output.stamp(path), path);
});

test('files that others put into the output are found, in folders of ours and in their own', ({ root, out, cache }) => {
	const ours = ['index.html', 'a/index.html', 'a/b/c/index.html'];
	put({ root, out, cache }, Object.fromEntries(ours.map((path) => [path, 'ours'])));
	const output = diskOutput(root, out, cache);
	const folders = output.folders(ours);
	assert.equal(Object.keys(folders).sort(), ['', 'a', 'a/b', 'a/b/c']);
	assert.equal(output.foreign(ours, folders), []);
	assert.equal(output.foreign(ours, {}), [], 'of an output that nothing is known about');
	const theirs = ['.htaccess', 'a/b/c/note.txt', 'a/x/y/z.txt'];
	for (const path of theirs) {
		mkdirSync(dirname(join(out, path)), { recursive: true });
		writeFileSync(join(out, path), 'theirs');
	}
	assert.equal(output.foreign(ours, folders), theirs);
	assert.equal(output.foreign(ours, {}), theirs);
});

test('each turn has an identity of its own', (context) => {
	const seen = new Set<string>();
	for (const text of ['1', '2', '1', '2', '1']) {
		put(context, { 'deep/er/index.html': text });
		const identity = diskOutput(context.root, context.out, context.cache).identity();
		assert.not.ok(seen.has(identity));
		seen.add(identity);
	}
	rmSync(context.out, { recursive: true });
	assert.is(diskOutput(context.root, context.out, context.cache).identity(), '');
});

test('a build that kept files of an output which is not there any more does nothing', (context) => {
	put(context, { 'index.html': '1', 'a.txt': 'mine' });
	const output = diskOutput(context.root, context.out, context.cache);
	const staging = output.stage(known(output, tree(context.out)));
	staging.write('index.html', Buffer.from('2'), '2');
	put(context, { 'index.html': '1', 'a.txt': 'theirs' });
	staging.keep('a.txt', 'mine');
	assert.is(staging.commit(), undefined);
	assert.equal(tree(context.out), { 'a.txt': 'theirs', 'index.html': '1' });
	put(context, { 'index.html': '3' });
	assert.equal(tree(context.out), { 'index.html': '3' });
});

test('trees in the making do not disturb each other', (context) => {
	put(context, { 'index.html': '0' });
	const stagings = ['1', '2', '3'].map((text) => {
		const staging = diskOutput(context.root, context.out, context.cache).stage({});
		staging.write('index.html', Buffer.from(text), text);
		return staging;
	});
	for (const staging of stagings) assert.ok(staging.commit());
	assert.equal(tree(context.out), { 'index.html': '3' });
	assert.equal(
		readdirSync(context.cache).flatMap((folder) => readdirSync(join(context.cache, folder))),
		['spare'],
	);
});

test('folders of others are refused', ({ root, out, cache }) => {
	mkdirSync(out);
	assert.is(diskOutput(root, out, cache).refusal(), undefined, 'an empty folder is welcome');
	writeFileSync(join(out, 'thesis.txt'), 'mine');
	assert.match(diskOutput(root, out, cache).refusal() ?? '', 'did not make');
	assert.match(diskOutput(root, root, cache).refusal() ?? '', 'holds the site itself');
	writeFileSync(join(root, 'file'), '');
	assert.match(diskOutput(root, join(root, 'file'), cache).refusal() ?? '', 'is a file');
});

test.run();
