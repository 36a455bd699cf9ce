/** The program of a process that compiles: it handles requests one after another, and ends with its parent. */
import { failureOf } from '../disk/helper-process.ts';
import { endWithParent } from '../disk/processes.ts';
import type { TaskReply } from './compiler/connection.ts';
import { type ApiQuestion, answer } from './reference/answer.ts';
import { compileHere } from './samples/compile.ts';
import type { Work } from './samples/types.ts';

export type TaskRequest = { task: 'reference'; request: ApiQuestion } | { task: 'samples'; request: Work };

/** The tasks in this process. */
export function openTasks(): (asked: TaskRequest) => Promise<TaskReply> {
	const compile = compileHere();
	return async ({ task, request }) => {
		try {
			return { result: task === 'samples' ? await compile([request]) : answer(request) };
		} catch (error) {
			return { failure: failureOf(error) };
		}
	};
}

export function runHelper(): void {
	const run = openTasks();
	let last: Promise<unknown> = Promise.resolve();
	process.on('message', (asked: TaskRequest) => {
		last = last.then(() => run(asked)).then((reply) => process.send?.(reply));
	});
	endWithParent();
}
