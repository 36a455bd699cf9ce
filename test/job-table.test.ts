/** The table of jobs: names first, jobs on request. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Job } from '../src/render/model/job.ts';
import { JobTable } from '../src/render/model/plan.ts';

/** A table with three outputs and a group of two, and the names of the jobs planned so far. */
function table(): { jobs: JobTable; planned: string[] } {
	const jobs = new JobTable((job) => job.out);
	const planned: string[] = [];
	const job = (out: string, text = out): Job => {
		planned.push(out);
		return { out, kind: 'text', input: { text } };
	};
	jobs.add('a', () => job('a'));
	jobs.addGroup({
		contains: (out) => out.startsWith('group/'),
		name: 'group/any',
		make: () => [job('group/1'), job('group/2'), job('b', 'of the group')],
	});
	jobs.add('b', () => job('b', 'first'));
	jobs.add('b', () => job('b', 'second'));
	jobs.add('c', () => {
		jobs.add('late', () => job('late'));
		return job('c');
	});
	return { jobs, planned };
}

/** Plans outputs while it lists them, as a build does. */
function planning(jobs: JobTable, outs: Iterable<string>): string[] {
	const found: string[] = [];
	for (const out of outs) if (jobs.get(out)) found.push(out);
	return found;
}

const textOf = (job: Job | undefined): string => (job?.kind === 'text' ? job.input.text : '');

test('a job is planned when it is requested', () => {
	const { jobs, planned } = table();
	assert.ok(jobs.has('a'));
	assert.equal(planned, []);
	assert.is(jobs.get('a')?.key, 'a');
	assert.is(jobs.get('nowhere'), undefined);
	assert.equal(planned, ['a']);
	assert.is(jobs.key('a'), 'a');
	assert.equal(planned, ['a'], 'its key is known');
});

test('a group is planned when one of its names is requested; other outputs with that name win', () => {
	const { jobs, planned } = table();
	assert.not.ok(jobs.has('group/3'));
	assert.equal(planned, ['group/1', 'group/2', 'b']);
	assert.is(textOf(jobs.get('group/2')), 'group/2');
	assert.is(textOf(jobs.get('b')), 'second', 'the later one of a name');
});

test('names can be compared without planning', () => {
	const { jobs, planned } = table();
	assert.equal([...jobs.names()], ['a', 'b', 'c', 'group/any']);
	assert.equal(planned, []);
});

test('the list of all jobs includes those that planning adds', () => {
	const { jobs } = table();
	assert.equal(planning(jobs, jobs.immediate()), ['a', 'b', 'c', 'group/1', 'group/2', 'late']);
	assert.equal([...jobs.deferred()], []);
	assert.equal([...jobs.keys()], ['a', 'b', 'c', 'group/1', 'group/2', 'late']);
});

test('slow planning happens last', () => {
	const { jobs, planned } = table();
	jobs.addGroup({
		contains: (out) => out.startsWith('group/'),
		name: 'group/any',
		isDeferred: true,
		make: () => {
			planned.push('slow');
			return [{ out: 'group/slow', kind: 'text', input: { text: '' } }];
		},
	});
	assert.equal(planning(jobs, jobs.immediate()).length, 6);
	assert.not.ok(planned.includes('slow'));
	assert.equal([...jobs.deferred()], ['group/slow']);
	assert.equal([...jobs.keys()].at(-1), 'group/slow');
});

test('renewed outputs and all groups are planned again, the others are not', () => {
	const { jobs, planned } = table();
	assert.equal(planning(jobs, jobs.immediate()).length, 6);
	planned.length = 0;
	jobs.renew(['a']);
	for (const out of ['a', 'b', 'c', 'group/1']) jobs.key(out);
	assert.equal(planned, ['a', 'group/1', 'group/2', 'b']);
});

test.run();
