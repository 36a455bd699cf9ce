/** Prints the findings of a running server: each once, and once when they are gone. */
import type { Diagnostic } from '../../content/model/page.ts';
import { closingLine } from '../terminal/report.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Cause } from './passes.ts';

/** Maximum number of changed files that are named. */
const MAX_NAMES = 3;

/** News since the last report. */
export interface DevNews {
	/**
	 * A pass: its causes, its duration in milliseconds, and the changed files that it or the last one has read, by their
	 * real paths; an editor's temporary file is none.
	 */
	pass?: { causes: ReadonlySet<Cause>; milliseconds: number; changed: string[] };
	/** Whether all is checked: a finding that is not in the list is gone. */
	isSettled: boolean;
	/** Number of blocks of code that are being checked. */
	unchecked?: number;
}

/** The line of the terminal and of open pages while code is checked; empty if none is. */
export function checkingLine(count: number): string {
	if (count === 0) return '';
	return count === 1 ? 'Checking a block of code' : `Checking ${count} blocks of code`;
}

/** Returns the function that prints a report: all findings, and what has happened. */
export function createPrinter(terminal: Terminal): (findings: Diagnostic[], news: DevNews) => void {
	/** Number of printed findings of each kind that are not known to be gone. */
	let printed = new Map<string, number>();
	let isChecking = false;
	return (findings, { pass, isSettled, unchecked = 0 }) => {
		if (pass) printPass(pass, terminal);
		if (unchecked > 0 && !isChecking) terminal.line(checkingLine(unchecked));
		const now = new Map<string, number>();
		const fresh = findings.filter((finding) => {
			const key = keyOf(finding);
			const count = (now.get(key) ?? 0) + 1;
			now.set(key, count);
			return count > (printed.get(key) ?? 0);
		});
		if (fresh.length > 0) terminal.diagnostics(fresh);
		if (unchecked === 0 && isChecking) terminal.line('All code is checked.');
		isChecking = unchecked > 0;
		if (isSettled) {
			const isLess = [...printed].some(([key, count]) => count > (now.get(key) ?? 0));
			const rest = closingLine(findings);
			if (rest === '' && isLess) terminal.line('Nothing is wrong any more.');
			else if (isLess || (fresh.length > 0 && fresh.length < findings.length)) terminal.line(`In all: ${rest}`);
			printed = now;
		} else for (const [key, count] of now) printed.set(key, Math.max(count, printed.get(key) ?? 0));
	};
}

/** The same for a finding on another line, because lines move with every edit above them. */
function keyOf({ code, file, message }: Diagnostic): string {
	return JSON.stringify([code, file, message]);
}

function printPass({ causes, changed, milliseconds }: NonNullable<DevNews['pass']>, terminal: Terminal): void {
	for (const cause of causes) {
		const text = `${CAUSES[cause] ?? filesOf(changed)} (${Math.round(milliseconds)} ms)`;
		if (cause === 'author' || (cause === 'edit' && changed.length > 0)) terminal.line(text);
		else terminal.detail(text);
	}
}

/** Causes besides edits. */
const CAUSES: Partial<Record<Cause, string>> = {
	start: 'First pass',
	author: 'All files',
	pages: 'Generated pages',
	annotations: 'Checked code',
	cache: 'Empty cache, because entries were lost',
};

function filesOf(changed: string[]): string {
	if (changed.length === 0) return 'Changed files';
	return changed.length > MAX_NAMES ? `${changed.length} files` : changed.join(', ');
}
