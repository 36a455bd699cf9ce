/** Compilers in this process instead of helper processes: TypeScript is loaded once for all sites of a test file. */
import { EventEmitter } from 'node:events';
import type { HelperProcess } from '../src/cli/disk/helper-process.ts';
import { openTasks, type TaskRequest } from '../src/extensions/typescript/helper.ts';

const run = openTasks();

export function helperHere(): HelperProcess {
	const helper = new EventEmitter();
	const send = (message: unknown): boolean => {
		void run(structuredClone(message) as TaskRequest).then((reply) => helper.emit('message', structuredClone(reply)));
		return true;
	};
	return Object.assign(helper, { send, kill: () => true }) as unknown as HelperProcess;
}
