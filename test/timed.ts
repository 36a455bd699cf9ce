/**
 * uvu for the tests: records each test's milliseconds in the file that TEST_TIMES names, and leaves out the tests
 * without TEST_TITLE in their titles.
 */
import { writeFileSync } from 'node:fs';
import { suite as plainSuite, test as plainTest } from 'uvu';

const TITLE = process.env.TEST_TITLE ?? '';
const times: Record<string, number> = {};

/** Wraps a test function to time it. `only`, `skip`, hooks and `run` are unchanged. */
function timed(test: typeof plainTest): typeof plainTest {
	const measured: typeof plainTest = Object.assign((name: string, check: Parameters<typeof plainTest>[1]) => {
		if (!name.includes(TITLE)) return;
		test(name, async (context) => {
			const start = performance.now();
			await check(context);
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
