/** Compilers in this process instead of helper processes: TypeScript is loaded once for all sites of a test file. */
import { EventEmitter } from 'node:events';
import type { HelperCommand, HelperProcess } from '../src/cli/disk/helper-process.ts';
import { type ApiQuestion, answer } from '../src/cli/typescript/reference/child.ts';
import { compileHere } from '../src/cli/typescript/samples/compile.ts';
import type { Work } from '../src/cli/typescript/samples/types.ts';

const compile = compileHere();

const TASKS: Record<HelperCommand, (message: never) => unknown> = {
	'__api-reference': (question: ApiQuestion) => answer(question),
	'__check-samples': async (work: Work) => ({ results: await compile([work]) }),
};

export function helperHere(command: HelperCommand): HelperProcess {
	const helper = new EventEmitter();
	const send = (message: unknown): boolean => {
		Promise.resolve(structuredClone(message) as never)
			.then(TASKS[command])
			.then(
				(reply) => helper.emit('message', structuredClone(reply)),
				(error) => helper.emit('message', { error: error.message }),
			);
		return true;
	};
	return Object.assign(helper, { send, disconnect: () => {}, kill: () => true }) as unknown as HelperProcess;
}
