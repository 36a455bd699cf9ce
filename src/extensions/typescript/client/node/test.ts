/** `node:test`: tests run one after another, and are reported as on a terminal. */
import { inspect } from 'node-inspect-extracted';
import { lacking } from './lacking.ts';

type Work = (context: object) => unknown;
type Given = (string | object | Work | undefined)[];

/** The parts of the sandbox's process that are used here. */
declare const process: { exitCode?: number; once(event: 'exit', listener: () => void): void };

const counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
const begun = performance.now();
let last = Promise.resolve();

function add(given: Given, isSkipped = false): Promise<void> {
	const [first] = given;
	const work = given.find((one): one is Work => typeof one === 'function');
	const { skip, ...more } = given.find((one): one is { skip?: unknown } => typeof one === 'object') ?? {};
	const [unknown] = Object.keys(more);
	if (unknown !== undefined) throw new Error(`node:test in the sandbox has no option ${unknown}`);
	if (counts.tests === 0) process.once('exit', summarize);
	counts.tests++;
	const name = typeof first === 'string' ? first : work?.name || '<anonymous>';
	last = last.then(() => run(name, isSkipped || Boolean(skip), work));
	return last;
}

async function run(name: string, isSkipped: boolean, work?: Work): Promise<void> {
	const from = performance.now();
	const took = (): string => `${name} (${(performance.now() - from).toFixed(6)}ms)`;
	let skipped = isSkipped;
	const skip = (): void => {
		skipped = true;
	};
	try {
		if (!skipped) await work?.(lacking('A test', { name, skip }));
		counts[skipped ? 'skipped' : 'pass']++;
		console.log(skipped ? `﹣ ${took()} # SKIP` : `✔ ${took()}`);
	} catch (error) {
		counts.fail++;
		process.exitCode = 1;
		console.log(`✖ ${took()}\n  ${inspect(error).replaceAll('\n', '\n  ')}\n`);
	}
}

/** A test that waits for what never comes is cancelled. */
function summarize(): void {
	counts.cancelled = counts.tests - counts.pass - counts.fail - counts.skipped;
	const lines = [...Object.entries(counts), ['duration_ms', (performance.now() - begun).toFixed(6)]];
	console.log(lines.map(([name, value]) => `ℹ ${name} ${value}`).join('\n'));
}

const test = (...given: Given): Promise<void> => add(given);
const all = Object.assign(test, { test, it: test, skip: (...given: Given): Promise<void> => add(given, true) });

export default lacking('node:test', all);
