/** `--profile`: what the process spends its time on. */
import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';

/** The file that a profile is written to, in the current folder. */
const PROFILE_FILE = 'docsgen.cpuprofile';

/**
 * Runs `work` and writes a CPU profile of it, which Chrome's developer tools and editors open. Helper processes are not
 * in it.
 */
export async function profiled<T>(work: () => Promise<T>): Promise<T> {
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.start');
		const result = await work();
		const { profile } = await session.post('Profiler.stop');
		await writeFile(PROFILE_FILE, JSON.stringify(profile));
		return result;
	} finally {
		session.disconnect();
	}
}
