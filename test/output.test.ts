/** The output folder on disk: its content is replaced, as a whole as far as a file system can. */
import { spawnSync } from 'node:child_process';
import {
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { explainDiskError } from '../src/cli/disk/disk.ts';
import { diskOutput, removeFolder } from '../src/cli/disk/output.ts';
import { OWN_MARK } from '../src/render/views/output-paths.ts';
import { callsOf, withFault } from './disk-faults.ts';
import fc from './properties.ts';

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

/** Publishes exactly `files`, like a build: files that are already there with the same text are kept. */
function put({ root, out, cache }: { root: string; out: string; cache: string }, files: Record<string, string>): void {
	const output = diskOutput(root, out, cache);
	const present = existsSync(out) ? tree(out) : {};
	const staging = output.stage(output.identity());
	const kept = Object.keys(files).filter((path) => present[path] === files[path]);
	for (const [path, text] of Object.entries(files)) if (present[path] !== text) staging.write(path, Buffer.from(text));
	if (kept.length > 0) staging.keep(kept);
	// Files behind a link that somebody has made are no files of the output.
	if (staging.commit() === undefined) put({ root, out, cache }, files);
	assert.equal(
		readdirSync(root).filter((name) => name !== '.docsgen'),
		['build'],
		'nothing is left beside it',
	);
}

test('after any number of builds, the folder contains the last output', (context) => {
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

test('unchanged files keep their modification time', (context) => {
	put(context, { 'index.html': '1', 'a.txt': 'a' });
	const before = statSync(join(context.out, 'a.txt')).mtimeMs;
	put(context, { 'index.html': '2', 'a.txt': 'a' });
	put(context, { 'index.html': '3', 'a.txt': 'a' });
	assert.is(statSync(join(context.out, 'a.txt')).mtimeMs, before);
});

test('staged output that is dropped changes nothing', (context) => {
	put(context, { 'index.html': '1' });
	const output = diskOutput(context.root, context.out, context.cache);
	const staging = output.stage(output.identity());
	assert.equal(readdirSync(context.root), ['build'], 'nothing is there before the first file');
	staging.write('index.html', Buffer.from('2'));
	staging.discard();
	assert.equal(readdirSync(context.root), ['build']);
	assert.equal(tree(context.out), { 'index.html': '1' });
	put(context, { 'index.html': '3' });
	assert.equal(tree(context.out), { 'index.html': '3' });
});

/** An id that no process has: systems assign none above 2 ** 22. */
const DEAD = 2 ** 22 + 1;

/** A commit of a process that was killed after it had written its plan. */
function killed(out: string, next: Record<string, string>, plan: { changed: string[]; removed: string[] }): void {
	for (const [path, text] of Object.entries(next)) {
		const file = join(out, '.docsgen.commit/next', path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
	writeFileSync(join(out, '.docsgen.commit/owner'), `.docsgen.work-${DEAD}-0`);
	writeFileSync(join(out, '.docsgen.commit/plan'), JSON.stringify(plan));
}

test('the next command completes what a killed process has begun to replace', (context) => {
	put(context, { 'index.html': '1', 'docs/a.html': '1', 'old/b.html': '1', 'c.html': 'same' });
	// It has replaced index.html.
	writeFileSync(join(context.out, 'index.html'), '2');
	killed(context.out, { 'docs/a.html': '2' }, { changed: ['index.html', 'docs/a.html'], removed: ['old/b.html'] });
	diskOutput(context.root, context.out, context.cache);
	assert.equal(tree(context.out), { 'c.html': 'same', 'docs/a.html': '2', 'index.html': '2' });
	assert.equal(readdirSync(context.out), [OWN_MARK, 'c.html', 'docs', 'index.html'], 'and nothing else');
	put(context, { 'index.html': '3' });
	assert.equal(tree(context.out), { 'index.html': '3' });
});

test('the folder and the files that stay the same are the same for whoever has bound or opened them', (context) => {
	put(context, { 'index.html': '1', 'docs/a.html': '1', 'docs/b.html': '1' });
	const inodes = (): number[] =>
		['', 'docs', 'docs/b.html'].map((path) => statSync(join(context.out, path), { bigint: false }).ino);
	const before = inodes();
	for (const text of ['2', '3', '4']) {
		put(context, { 'index.html': text, 'docs/a.html': text, 'docs/b.html': '1' });
		assert.equal(inodes(), before);
	}
});

test('output of a killed process is removed, that of a running one stays', (context) => {
	put(context, { 'index.html': '1' });
	const work = (pid: number): string => `.docsgen.work-${pid}-0`;
	for (const pid of [DEAD, process.ppid]) mkdirSync(join(context.out, work(pid), 'next'), { recursive: true });
	assert.equal(diskOutput(context.root, context.out, context.cache).unknownFiles(['index.html']), []);
	assert.equal(readdirSync(context.out).sort(), [OWN_MARK, work(process.ppid), 'index.html']);
	rmSync(join(context.out, work(process.ppid)), { recursive: true });
	assert.equal(tree(context.out), { 'index.html': '1' });
});

test('a file at the path of a folder, and the reverse, are repaired', (context) => {
	put(context, { 'index.html': '1', 'a/index.html': 'a' });
	rmSync(join(context.out, 'a'), { recursive: true });
	writeFileSync(join(context.out, 'a'), 'a file');
	rmSync(join(context.out, 'index.html'));
	mkdirSync(join(context.out, 'index.html'));
	const output = diskOutput(context.root, context.out, context.cache);
	assert.equal(
		['index.html', 'a/index.html', 'a\0b'].map((path) => output.fileVersion(path)),
		['', '', ''],
	);
	put(context, { 'index.html': '1', 'a/index.html': 'a' });
	assert.equal(tree(context.out), { 'a/index.html': 'a', 'index.html': '1' });
});

test('kept files and a commit report the stamps and the identity that are on the disk', (context) => {
	put(context, { 'index.html': '1', 'a.txt': 'a', 'same.txt': 'same' });
	const output = diskOutput(context.root, context.out, context.cache);
	const staging = output.stage(output.identity());
	staging.write('index.html', Buffer.from('2'));
	// Written again with the same bytes: the old file stays.
	staging.write('same.txt', Buffer.from('same'));
	const kept = ['a.txt', 'same.txt'];
	const before = kept.map((path) => output.fileVersion(path));
	staging.keep(kept);
	assert.is(staging.commit(), output.identity());
	assert.equal(
		kept.map((path) => output.fileVersion(path)),
		before,
	);
});

/** Forty files in five folders, and what `change` makes of them. */
const many = (change: Record<string, string | undefined> = {}): Record<string, string> => {
	const files = Array.from({ length: 40 }, (_, at) => [`folder-${at % 5}/${at}/index.html`, `${at}`] as const);
	const all = { ...Object.fromEntries(files), ...change };
	return Object.fromEntries(Object.entries(all).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
};

let count = 0;

test('any chain of edits gives the files of the last one, whatever the output holds besides', (context) => {
	const place = fc.constantFrom('index.html', 'folder-1', 'folder-1/6', 'folder-1/6/index.html', 'folder-2/new/a.txt');
	const edit = fc.record({
		path: place,
		text: fc.constantFrom('one', 'two', undefined),
		byHand: fc.constantFrom('nothing', 'edits', 'adds', 'links', 'makes a folder', 'removes', 'puts a link'),
	});
	fc.assert(
		fc.property(fc.array(edit, { minLength: 2, maxLength: 8 }), (edits) => {
			rmSync(context.root, { recursive: true });
			mkdirSync(context.cache, { recursive: true });
			put(context, many());
			for (const { path, text, byHand } of edits) {
				const files = many({ [path]: text });
				for (const other of text === undefined ? [] : Object.keys(files))
					if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) delete files[other];
				const some = join(context.out, Object.keys(files).find((one) => existsSync(join(context.out, one))) ?? '');
				if (byHand === 'edits') writeFileSync(some, 'by hand');
				else if (byHand === 'adds') writeFileSync(join(context.out, 'note.txt'), 'by hand');
				else if (byHand === 'links') symlinkSync(context.root, join(context.out, `link-${statSync(context.out).ino}`));
				else if (byHand === 'makes a folder') {
					rmSync(some);
					mkdirSync(some);
				} else if (byHand === 'removes') rmSync(some);
				else if (byHand === 'puts a link' && lstatSync(join(context.out, 'folder-3')).isDirectory()) {
					// The same files behind a link.
					renameSync(join(context.out, 'folder-3'), join(context.cache, `${count++}`));
					symlinkSync(join(context.cache, `${count - 1}`), join(context.out, 'folder-3'));
				}
				put(context, files);
				assert.equal(tree(context.out), Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))));
			}
		}),
	);
});

test('foreign files in the output are found, in our folders and in their own', ({ root, out, cache }) => {
	const ours = ['index.html', 'a/index.html', 'a/b/c/index.html'];
	put({ root, out, cache }, Object.fromEntries(ours.map((path) => [path, 'ours'])));
	const output = diskOutput(root, out, cache);
	assert.equal(output.unknownFiles(ours), []);
	const theirs = ['.htaccess', 'a/b/c/note.txt', 'a/x/y/z.txt'];
	for (const path of theirs) {
		mkdirSync(dirname(join(out, path)), { recursive: true });
		writeFileSync(join(out, path), 'theirs');
	}
	assert.equal(output.unknownFiles(ours), theirs);
});

test('each output has a unique identity', (context) => {
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

test('a build does nothing if the output whose files it kept is gone', (context) => {
	put(context, { 'index.html': '1', 'a.txt': 'mine' });
	const output = diskOutput(context.root, context.out, context.cache);
	const staging = output.stage(output.identity());
	put(context, { 'index.html': '1', 'a.txt': 'theirs' });
	staging.write('index.html', Buffer.from('2'));
	staging.keep(['a.txt']);
	assert.is(staging.commit(), undefined);
	assert.equal(tree(context.out), { 'a.txt': 'theirs', 'index.html': '1' });
	put(context, { 'index.html': '3' });
	assert.equal(tree(context.out), { 'index.html': '3' });
});

test('concurrent stagings do not disturb each other', (context) => {
	put(context, { 'index.html': '0' });
	const stagings = ['1', '2', '3'].map((text) => {
		const staging = diskOutput(context.root, context.out, context.cache).stage('');
		staging.write('index.html', Buffer.from(text));
		return staging;
	});
	for (const staging of stagings) assert.ok(staging.commit());
	assert.equal(tree(context.out), { 'index.html': '3' });
	assert.equal(readdirSync(context.root), ['build']);
});

/** Mounts a file system; false where only root may, or nobody. */
const mounts = (...args: string[]): boolean => spawnSync('mount', args).status === 0;
const unmounts = (folder: string): boolean => spawnSync('umount', [folder]).status === 0;

test('a mount, a bound folder and a link get each build, and clear empties what it cannot remove', (context) => {
	const { root, out, cache } = context;
	const [first, second] = [
		{ 'index.html': '1', 'docs/a.html': 'a', 'docs/b/c.html': 'c' },
		{ 'index.html': '2', 'docs/a.html': 'a' },
	];
	const bound = mkdtempSync(join(tmpdir(), 'docsgen-bound-'));
	const seen = (folder: string): void => {
		for (const files of [first, second, first, second]) {
			put(context, files);
			assert.equal(tree(folder), Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))));
		}
	};
	try {
		// Another server, or a container, has bound the folder of an earlier build.
		put(context, first);
		if (mounts('--bind', out, bound)) {
			seen(bound);
			assert.ok(unmounts(bound));
		}
		for (const args of [
			['-t', 'tmpfs', 'tmpfs', out],
			['--bind', bound, out],
		]) {
			if (!mounts(...args)) continue;
			seen(out);
			writeFileSync(join(out, 'docs/note.txt'), 'by hand');
			assert.is(removeFolder(out), 'emptied');
			assert.equal(readdirSync(out), []);
			assert.is(diskOutput(root, out, cache).refusal(), undefined);
			// A mount inside stays as well, and the build goes on.
			mkdirSync(join(out, 'docs'));
			if (mounts('-t', 'tmpfs', 'tmpfs', join(out, 'docs'))) {
				writeFileSync(join(out, OWN_MARK), '');
				seen(out);
				assert.ok(unmounts(join(out, 'docs')));
			}
			assert.ok(unmounts(out));
		}
		assert.is(removeFolder(out), 'removed');
		symlinkSync(bound, out);
		rmSync(bound, { recursive: true });
		mkdirSync(bound);
		seen(bound);
		assert.is(removeFolder(out), 'emptied');
		assert.equal([readdirSync(root), readdirSync(bound)], [['build'], []]);
	} finally {
		for (const folder of [join(out, 'docs'), out, bound]) spawnSync('umount', [folder]);
		rmSync(bound, { recursive: true, force: true });
	}
});

test('C5d, P17: if a file cannot be replaced, the old output is put back, and the error is reported for the output', async (context) => {
	const old = { 'a.html': '1', 'b.html': '1', 'docs/index.html': '1', 'docs/x/y.html': '1', 'gone.html': '1' };
	put(context, old);
	const stage = (): string | undefined => {
		const output = diskOutput(context.root, context.out, context.cache);
		const staging = output.stage(output.identity());
		try {
			for (const path of ['a.html', 'b.html', 'docs', 'new/c.html']) staging.write(path, Buffer.from('2'));
			return staging.commit();
		} finally {
			staging.discard();
		}
	};
	const calls = await callsOf(context.root, stage);
	let failed = 0;
	for (const [at, call] of calls.entries()) {
		put(context, old);
		const { error } = await withFault({ fault: 'EACCES', at, under: context.root }, stage);
		// What was replaced is removed if the disk lets it; nobody needs to know.
		if (/^(?:mkdir|writeFile|rename)Sync/.test(call) && !call.endsWith('build/.docsgen.commit')) assert.ok(error, call);
		if (!error) continue;
		failed++;
		assert.equal(tree(context.out), old, call);
		const message = explainDiskError(error)?.message ?? '';
		assert.match(message, `: ${context.out}`, call);
		assert.not.match(message, '.work-');
	}
	assert.ok(failed > 10, `${failed} failures`);
});

test('foreign folders are rejected', ({ root, out, cache }) => {
	mkdirSync(out);
	assert.is(diskOutput(root, out, cache).refusal(), undefined, 'an empty folder is welcome');
	writeFileSync(join(out, 'thesis.txt'), 'mine');
	assert.match(diskOutput(root, out, cache).refusal() ?? '', 'did not write');
	assert.match(diskOutput(root, root, cache).refusal() ?? '', 'contains the site');
	writeFileSync(join(root, 'file'), '');
	assert.match(diskOutput(root, join(root, 'file'), cache).refusal() ?? '', 'is a file');
	assert.match(diskOutput(root, join(cache, 'x'), cache).refusal() ?? '', "docsgen's cache", 'F19');
	assert.match(diskOutput(root, join(root, 'look/new'), cache).refusal(['look']) ?? '', 'belongs to the site');
});

test('disk errors are explained in words', () => {
	const error = Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'write', path: '/site/build/a' });
	assert.match(explainDiskError(error)?.message ?? '', 'The disk is full: /site/build/a');
	assert.is(explainDiskError(new Error('x')), undefined);
});

test.run();
