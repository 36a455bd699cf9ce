import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changesSince, keptSince, recordOf } from '../src/content/model/record.ts';

const sections = (...texts: string[]) => [
	{ id: '', heading: '', level: 1, text: 'Intro' },
	...texts.map((text) => ({ id: text.toLowerCase(), heading: text, level: 2, text: `About ${text}` })),
];
const record = (...texts: string[]): string => recordOf('Title', 'What it is', sections(...texts));

test('a record has a hash per section, and covers title, description, headings and text', () => {
	assert.match(record('A', 'B'), /^[\da-f]{6}(?:\.[\da-f]{6})*$/);
	assert.is(record('A', 'B').split('.').length, 3);
	for (const [title, description] of [
		['Title', 'What it was'],
		['Titles', 'What it is'],
	] as const)
		assert.equal(changesSince(record('A'), recordOf(title, description, sections('A')))?.changed, [0]);
	const [intro, a] = sections('A');
	assert.ok(intro && a);
	for (const changed of [{ text: 'Else' }, { heading: 'Else' }])
		assert.equal(
			changesSince(record('A'), recordOf('Title', 'What it is', [intro, { ...a, ...changed }]))?.changed,
			[1],
		);
	assert.is(
		recordOf('Title', 'What it is', [a]).split('.').length,
		2,
		'a page without an introduction has a first hash',
	);
});

test('an unchanged page, and one whose sections moved, have no changes', () => {
	assert.is(changesSince(record('A', 'B'), record('A', 'B')), undefined);
	assert.is(changesSince(record('A', 'B', 'C'), record('C', 'A', 'B')), undefined);
});

test('the share of sections that a page has kept counts each of them once', () => {
	assert.is(keptSince('a.b.c.d', 'a.b.c.d'), 1);
	assert.is(keptSince('a.b.c.d', 'd.x.b'), 0.5);
	assert.is(keptSince('a.a', 'a.b'), 0.5);
	assert.is(keptSince('a', ''), 0);
});

test('changes name sections: changed, added, removed', () => {
	const cases: [before: string[], now: string[], changed: number[], added: number[], removed: number][] = [
		[['A', 'B'], ['A', 'X'], [2], [], 0],
		[['A', 'B'], ['A', 'X', 'B'], [], [2], 0],
		[['A', 'B'], ['A', 'B', 'X'], [], [3], 0],
		[['A', 'B'], ['A'], [], [], 1],
		[['A', 'B', 'C'], ['X', 'B', 'Y', 'C'], [1], [3], 0],
		[['A', 'B', 'C'], ['C', 'X'], [], [2], 2],
		[['A', 'A'], ['A'], [], [], 1],
		[['A'], ['A', 'A'], [], [2], 0],
	];
	for (const [before, now, changed, added, removed] of cases)
		assert.equal(changesSince(record(...before), record(...now)), { changed, added, removed }, `${before} → ${now}`);
});

test.run();
