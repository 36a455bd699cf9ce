/** Other processes, of which nothing is known but an id. */
import { Worker } from 'node:worker_threads';

/** Whether there is no process with this id any more. False where that cannot be told. */
export function hasEnded(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}

/** Looks every half second whether the parent is still there: under Unix its children get another one. */
const WATCH = `
	const { workerData: ppid } = require('node:worker_threads');
	const isGone = ({ code }) => code === 'ESRCH';
	const isAlone = () => {
		try { return process.ppid !== ppid || !process.kill(ppid, 0); } catch (error) { return isGone(error); }
	};
	setInterval(() => isAlone() && process.kill(process.pid, 'SIGKILL'), 500);
`;

/** Lets this process end with its parent, also in the middle of work: a compiler hears nothing for many seconds. */
export function endWithParent(): void {
	process.on('disconnect', () => process.exit());
	new Worker(WATCH, { eval: true, workerData: process.ppid }).unref();
}
