/** The one driver of disks that fail: finds the calls of a piece of work, and repeats it with each of them broken. */
import * as assert from 'uvu/assert';
import { breakDisk, CHANGES } from './faulty-disk.ts';
import { partOf } from './part.ts';
import { IS_LONG } from './properties.ts';

export const ERRORS = ['ENOSPC', 'EACCES', 'EIO', 'EMFILE', 'EXDEV'];

export const isChange = (call: string): boolean => CHANGES.some((name) => call.startsWith(name));

/** Indexes of representative calls: of equal calls the first, of runs of similar calls the first and the last. */
function telling(calls: string[]): number[] {
	const kinds = calls.map((call) => call.replace(/^(\w+) .*?(\.\w+)?(?:\.\d+\.\d+)?$/, '$1 $2'));
	const names = calls.map((call) => call.replace(/\d+/g, '0'));
	return calls.flatMap((_, index) => {
		const isInside = kinds[index] === kinds[index - 1] && kinds[index] === kinds[index + 1];
		return isInside || names.indexOf(names[index] ?? '') < index ? [] : [index];
	});
}

/** The calls that are worth a try: all of them in a long run, a part in a plain one. */
export function triedOf(calls: string[], also: (call: string, turn: number) => boolean = () => true): number[] {
	return IS_LONG ? [...calls.keys()] : partOf(telling(calls).filter((at, turn) => also(calls[at] ?? '', turn)));
}

/** Calls of a piece of work for files in a folder; with `looks`, those that only read as well. */
export async function callsOf(under: string, work: () => unknown, looks = false): Promise<string[]> {
	const disk = breakDisk({ fault: '', at: -1, under, looks });
	try {
		await work();
	} finally {
		disk.repair();
	}
	assert.ok(disk.calls.length > 3, `${disk.calls.length} calls`);
	return disk.calls;
}

/** Does a piece of work while one call fails; `repair` ends the fault early. Returns the result, or what was thrown. */
export async function withFault<T>(
	fault: { fault: string; at: number; under: string; looks?: boolean },
	work: (repair: () => void) => T | Promise<T>,
): Promise<{ result?: T; error?: NodeJS.ErrnoException; calls: string[] }> {
	const { calls, repair } = breakDisk(fault);
	try {
		return { result: await work(repair), calls };
	} catch (error) {
		return { error: error as NodeJS.ErrnoException, calls };
	} finally {
		repair();
	}
}
