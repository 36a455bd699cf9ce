/**
 * Loaded before the program (`--import`): kills it just before its n-th change of the file system (`CRASH_AT`), or
 * writes down what it changes (`CRASH_LOG`).
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env.CRASH_AT ?? -1);
const log = process.env.CRASH_LOG === undefined ? undefined : fs.openSync(process.env.CRASH_LOG, 'a');
let count = 0;

for (const name of [
	'writeFileSync',
	'renameSync',
	'linkSync',
	'unlinkSync',
	'rmSync',
	'rmdirSync',
	'mkdirSync',
	'copyFileSync',
]) {
	const real = fs[name];
	fs[name] = (...args) => {
		if (count === at) {
			process.kill(process.pid, 'SIGKILL');
			for (;;);
		}
		count++;
		if (log !== undefined) fs.writeSync(log, `${name}\n`);
		return real(...args);
	};
}
syncBuiltinESMExports();
