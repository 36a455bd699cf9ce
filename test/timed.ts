/**
 * uvu for the tests: records each test's milliseconds in the file that TEST_TIMES names, and leaves out the tests
 * without TEST_TITLE in their titles.
 */
import { writeFileSync } from 'node:fs';
import { suite as plainSuite, test as plainTest } from 'uvu';

const TITLE = process.env.TEST_TITLE ?? '';
const times: Record<string, number> = {};

/** Adds the messages of an error's causes, which uvu leaves out. */
function withCauses(error: unknown): unknown {
	for (let cause = error; cause instanceof Error && cause.cause instanceof Error; cause = cause.cause)
		(error as Error).stack += `\ncaused by ${cause.cause.message}`;
	return error;
}

/** Wraps a test function to time it. `only`, `skip`, hooks and `run` are unchanged. */
function timed(test: typeof plainTest): typeof plainTest {
	const measured: typeof plainTest = Object.assign((name: string, check: Parameters<typeof plainTest>[1]) => {
		if (!name.includes(TITLE)) return;
		test(name, async (context) => {
			const start = performance.now();
			try {
				await check(context);
			} catch (error) {
				throw withCauses(error);
			}
			times[name] = Math.round(performance.now() - start);
		});
	}, test);
	return measured;
}

export const test = timed(plainTest);
export const suite: typeof plainSuite = ((...args: Parameters<typeof plainSuite>) =>
	timed(plainSuite(...args) as typeof plainTest)) as typeof plainSuite;

process.on('exit', () => {
	if (process.env.TEST_TIMES) writeFileSync(process.env.TEST_TIMES, JSON.stringify(times));
});
