/** Other processes, known by their id only. */
import { Worker } from 'node:worker_threads';

/** Whether no process has this id any more. False if that cannot be determined. */
export function hasEnded(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}

/** Checks every half second whether the parent still runs: on Unix, orphans get another parent. */
const WATCH = `
	const { workerData: ppid } = require('node:worker_threads');
	const isGone = ({ code }) => code === 'ESRCH';
	const isAlone = () => {
		try { return process.ppid !== ppid || !process.kill(ppid, 0); } catch (error) { return isGone(error); }
	};
	setInterval(() => isAlone() && process.kill(process.pid, 'SIGKILL'), 500);
`;

/** Ends this process with its parent, even during work: a busy compiler does not see `disconnect` for many seconds. */
export function endWithParent(): void {
	process.on('disconnect', () => process.exit());
	new Worker(WATCH, { eval: true, workerData: process.ppid }).unref();
}
