/** The program of a process that compiles: it handles requests one after another, and ends with its parent. */
import { failureOf } from '../../cli/disk/helper-process.ts';
import { endWithParent } from '../../cli/disk/processes.ts';
import type { TaskReply } from './compiler/connection.ts';
import { cutDeclarations, type DeclarationQuestion } from './live/declarations.ts';
import { addOutputs } from './live/outputs.ts';
import { type ApiQuestion, answer } from './reference/answer.ts';
import { routerPages } from './router/pages.ts';
import { compileHere } from './samples/compile.ts';
import type { Work } from './samples/types.ts';

export type TaskRequest =
	| { task: 'reference'; request: ApiQuestion }
	| { task: 'samples'; request: Work }
	| { task: 'declarations'; request: DeclarationQuestion };

/** The tasks in this process. */
export function openTasks(): (asked: TaskRequest) => Promise<TaskReply> {
	const compile = compileHere();
	const result = async ({ task, request }: TaskRequest): Promise<unknown> => {
		if (task === 'samples') return addOutputs(request, await compile([request]));
		return task === 'declarations' ? cutDeclarations(request) : answer(request, routerPages);
	};
	return async (asked) => {
		try {
			return { result: await result(asked) };
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
