/**
 * A disk that fails at the n-th call for files of one folder: with an error, or by killing the process during the call.
 * `breakDisk` uses it in this process; in another one it is loaded before the program (`--import`) and configured by
 * the variables `FAULT`, `FAULT_AT` and `FAULT_UNDER`.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Calls that change the disk, and calls that only read. */
export const CHANGES = [
	'writeFileSync',
	'renameSync',
	'linkSync',
	'unlinkSync',
	'rmSync',
	'rmdirSync',
	'mkdirSync',
	'copyFileSync',
	'cpSync',
	'utimesSync',
];
const LOOKS = ['readFileSync', 'openSync', 'readdirSync', 'statSync', 'lstatSync', 'realpathSync'];

export interface Fault {
	/** `KILL`; `DEATH`, after which no call of this process reaches the disk; or an error code. */
	fault: string;
	/** Index of the call. */
	at: number;
	/** Absolute folder; calls for other files succeed and are not counted. */
	under: string;
	/** Calls that only read fail as well. */
	looks?: boolean;
	/** File that gets a line for each call; a server may be ended before it could write them all at once. */
	log?: string;
}

type Call = (...args: unknown[]) => unknown;

/** Breaks the disk; `calls` are the counted calls so far, including the one that failed. */
export function breakDisk({ fault, at, under, looks = false, log }: Fault): { calls: string[]; repair(): void } {
	const calls: string[] = [];
	let isDead = false;
	const disk = fs as unknown as Record<string, Call>;
	const real = new Map<string, Call>();
	for (const name of looks ? [...CHANGES, ...LOOKS] : CHANGES) {
		const call = disk[name] as Call;
		real.set(name, call);
		disk[name] = (...args) => {
			const isOurs = args.slice(0, 2).some((arg) => typeof arg === 'string' && `${arg}/`.startsWith(`${under}/`));
			if (!isOurs) return call(...args);
			calls.push(`${name} ${String(args[0]).slice(under.length + 1)}`);
			if (log !== undefined) fs.appendFileSync(log, `${calls.at(-1)}\n`);
			if (isDead && CHANGES.includes(name)) throw failure('EIO', name, args);
			if (calls.length - 1 !== at) return call(...args);
			if (fault === 'KILL' || fault === 'DEATH') doHalf(name, call, args);
			if (fault === 'KILL') die();
			isDead = fault === 'DEATH';
			throw failure(isDead ? 'EIO' : fault, name, args);
		};
	}
	syncBuiltinESMExports();
	return {
		calls,
		repair() {
			for (const [name, call] of real) disk[name] = call;
			syncBuiltinESMExports();
		},
	};
}

function failure(code: string, name: string, [path, dest]: unknown[]): Error {
	const syscall = name.replace('Sync', '');
	const to = /rename|link|copy/.test(name) ? { dest } : {};
	return Object.assign(new Error(`${code}: injected, ${syscall} '${path}'`), { code, syscall, path, ...to });
}

/** Performs half of a call. */
function doHalf(name: string, call: Call, args: unknown[]): void {
	const [path, second] = args as [string, string | Uint8Array];
	if (name === 'writeFileSync') call(path, second.slice(0, second.length >> 1));
	if (name === 'copyFileSync') {
		call(...args);
		fs.truncateSync(second as string, fs.statSync(second as string).size >> 1);
	}
	if (name === 'cpSync') {
		let count = 0;
		call(path, second, {
			recursive: true,
			filter: (file: string) => fs.statSync(file).isDirectory() || count++ % 2 === 0,
		});
	}
	if (name === 'rmSync' && fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
		const files = fs.readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
		for (const file of files.slice(0, files.length >> 1)) fs.unlinkSync(`${file.parentPath}/${file.name}`);
	}
}

function die(): never {
	process.kill(process.pid, 'SIGKILL');
	for (;;);
}

const { FAULT, FAULT_AT, FAULT_UNDER, FAULT_LOG } = process.env;
if (FAULT_UNDER !== undefined) {
	breakDisk({ fault: FAULT ?? '', at: Number(FAULT_AT ?? -1), under: FAULT_UNDER, log: FAULT_LOG });
}
