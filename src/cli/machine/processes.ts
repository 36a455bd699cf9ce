/** Other processes, of which nothing is known but the id that is part of a file's name. */

/** Whether there is no process with this id any more. False where that cannot be told. */
export function hasEnded(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}
