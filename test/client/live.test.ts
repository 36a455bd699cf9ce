/** Live samples without a browser: state, shared addresses, hidden parts, and the compiler. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFiles } from '../../src/extensions/typescript/client/compiler.ts';
import {
	hiddenSpans,
	outside,
	type PageLine,
	pageLinePlaces,
} from '../../src/extensions/typescript/client/page-lines.ts';
import {
	findShared,
	readShared,
	sharedOf,
	textOfFile,
	writeShared,
} from '../../src/extensions/typescript/client/share.ts';
import { isBusy, type LiveAction, type LiveState, reduce } from '../../src/extensions/typescript/client/state.ts';
import type { LiveSample } from '../../src/extensions/typescript/model/live.ts';
import fc from '../properties.ts';

const first: LiveState = { file: 'a.ts', panel: 'problems', run: 'never', output: [], exchanges: [], loaded: 0 };
const after = (...actions: LiveAction[]): LiveState => actions.reduce(reduce, first);
const line = (text: string) => ({ kind: 'output', stream: 'out', text, entry: 'a.ts' }) as const;

test('a run shows its output, and starts without that of the one before', () => {
	const once = after({ kind: 'compile' }, { kind: 'start' }, { kind: 'events', events: [line('1'), line('2')] });
	assert.is(once.panel, 'output');
	assert.ok(isBusy(once));
	assert.equal(
		once.output.map(({ text }) => text),
		['1', '2'],
	);
	const ended = reduce(once, { kind: 'events', events: [{ kind: 'ended', why: 'time' }, line('late')] });
	assert.is(ended.run, 'time');
	assert.equal(ended.output, once.output, 'what comes after the end is not shown');
	assert.equal(reduce(ended, { kind: 'compile' }).output, []);
	assert.is(reduce(ended, { kind: 'stop' }).run, 'time', 'only what runs is stopped');
	assert.is(reduce(once, { kind: 'stop' }).run, 'stopped');
});

test('no event changes a program that does not run', () => {
	for (const state of [first, after({ kind: 'compile' })])
		assert.equal(reduce(state, { kind: 'events', events: [line('x'), { kind: 'ended', why: 'finished' }] }), state);
});

const sampleOf = (name: string, text: string): LiveSample => ({
	files: [
		{ name, parts: [{ text, isShown: true }], from: 'own' },
		{ name: 'setup.ts', parts: [{ text: '', isShown: false }], from: 'setup' },
	],
	types: [],
	errors: [],
});

test('a shared sample survives its address, whatever its text', async () => {
	await fc.assert(
		fc.asyncProperty(fc.string({ unit: 'binary' }), fc.nat(9), async (text, index) => {
			const shared = sharedOf(sampleOf('a.ts', 'x'), index, { 'a.ts': text });
			const hash = await writeShared(shared);
			assert.match(hash, /^#live=[\w-]+$/);
			assert.equal(await readShared(hash), shared);
		}),
	);
});

test('what is no TypeScript is not compiled', () => {
	const of = (text: string): string => Object.keys(compileFiles({ 'a.ts': 'const x = 1;\n', 'b.ts': text }, {})).join();
	assert.is(of('const x: number = "a";'), 'a.ts,b.ts', 'an error of types is no reason');
	assert.throws(() => of('let y;\nconst x = {;\n'), /^b\.ts:2: /);
	assert.throws(() => of('const x = <p>text</p>;'), /^b\.ts:1: /);
});

test('an address that is damaged has no sample', async () => {
	const whole = await writeShared(sharedOf(sampleOf('a.ts', 'x'), 0, { 'a.ts': 'text '.repeat(20) }));
	for (const hash of ['#live=', '#live=!', '#live=abcd', whole.slice(0, -9), `${whole.slice(0, 12)}${whole.slice(20)}`])
		assert.is(await readShared(hash), undefined, hash);
	const other = async (value: unknown): Promise<unknown> => readShared(await writeShared(value as never));
	for (const value of [null, [], 1, {}, { index: '0', name: '', print: '', changed: {} }])
		assert.is(await other(value), undefined);
	assert.is(await other({ index: 0, name: '', print: '', changed: { a: 1 } }), undefined);
});

test('a shared sample is found on a page that has changed, or is gone', () => {
	const a = sampleOf('a.ts', 'one');
	const b = sampleOf('b.ts', 'two');
	const again = sampleOf('a.ts', 'three');
	const shared = sharedOf(a, 0, { 'a.ts': 'new' });
	assert.is(findShared(shared, [a, b]), 0);
	assert.is(findShared(shared, [b, a]), 1, 'it has moved');
	assert.is(findShared(shared, [a, again, a]), 0, 'of equal ones, the one at its place');
	assert.is(findShared(shared, [again, a]), 1, 'its text, not its place');
	assert.is(findShared(shared, [again, b]), 0, 'its text has changed, its place has not');
	assert.is(findShared(shared, [b, again]), 1, 'the only one of its name');
	assert.is(findShared(shared, [b, again, sampleOf('a.ts', 'four')]), undefined, 'one of two, nobody knows which');
	assert.is(findShared(shared, [b]), undefined);
	assert.is(findShared(sharedOf(a, 0, { 'c.ts': 'new' }), [a]), undefined, 'a changed file is gone');
});

const PARTS = [
	{ text: "import 'x';\n", isShown: false },
	{ text: 'one();\n\n', isShown: true },
	{ text: 'hidden();\nmore();\n', isShown: false },
	{ text: 'two();', isShown: true },
];

test('hidden parts are found in the text of the page, and in a changed one', () => {
	const text = textOfFile({ name: 'a.ts', parts: PARTS, from: 'own' });
	const spans = hiddenSpans(PARTS, text);
	assert.equal(
		spans.map(({ from, to }) => text.slice(from, to)),
		["import 'x';", 'hidden();\nmore();'],
	);
	const changed = text.replace('one();\n\n', 'changed();\nand longer();\n');
	assert.equal(
		hiddenSpans(PARTS, changed).map(({ from, to }) => changed.slice(from, to)),
		["import 'x';", 'hidden();\nmore();'],
	);
	assert.equal(hiddenSpans(PARTS, 'another text'), []);
	assert.equal(hiddenSpans([{ text: 'all', isShown: false }], 'all'), [{ from: 0, to: 3 }]);
});

test('the cursor leaves hidden parts in the direction in which it moved', () => {
	const text = textOfFile({ name: 'a.ts', parts: PARTS, from: 'own' });
	const hidden = hiddenSpans(PARTS, text);
	const [top, middle] = hidden;
	assert.ok(top && middle);
	assert.is(outside(0, false, hidden, text.length), top.to + 1, 'nothing is shown above');
	assert.is(outside(middle.from + 2, true, hidden, text.length), middle.to + 1);
	assert.is(outside(middle.from + 2, false, hidden, text.length), middle.from - 1);
	assert.is(outside(text.length, true, hidden, text.length), text.length);
	assert.is(outside(2, true, [{ from: 0, to: 9 }], 9), 2, 'all is hidden');
});

test('the lines of a page are found in a file with hidden parts, each once and in order', () => {
	const text = textOfFile({ name: 'a.ts', parts: PARTS, from: 'own' });
	const lines = ['one();', '', 'two();'].map((one, index): PageLine => ({ text: one, marks: `m${index}`, below: [] }));
	const places = pageLinePlaces(lines, text, hiddenSpans(PARTS, text));
	assert.equal(
		[...places].map(([from, { marks }]) => `${text.slice(from).split('\n')[0]} ${marks}`),
		['one(); m0', ' m1', 'two(); m2'],
	);
});

test.run();
