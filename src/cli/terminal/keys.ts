/** Commands for a server that runs in a terminal: a letter and Enter, so that the terminal's mode does not change. */
import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The action of a letter, and its description in the list of keys. */
export interface Key {
	does: string;
	run(): unknown;
}

/** One line that names the keys. */
export function listOfKeys(keys: Record<string, Key>): string {
	const each = Object.entries(keys).map(([key, { does }]) => `${key} ${does}`);
	return `Keys, with Enter: ${each.join(', ')}`;
}

/** Handles lines of `input` until the returned function is called; any other word passes the list of keys to `help`. */
export function listenForKeys(
	input: NodeJS.ReadableStream,
	keys: Record<string, Key>,
	help: (text: string) => void,
): () => void {
	const lines = createInterface({ input, terminal: false });
	lines.on('line', (line) => {
		const word = line.trim().toLowerCase();
		if (Object.hasOwn(keys, word)) keys[word]?.run();
		else if (word !== '') help(listOfKeys(keys));
	});
	return () => {
		lines.close();
		input.pause();
	};
}

/**
 * Whether the process is in the foreground: the system stops a background process that reads the terminal. True on
 * systems without `ps`.
 */
export function isInForeground(): Promise<boolean> {
	return new Promise((resolve) => {
		execFile('ps', ['-o', 'stat=', '-p', String(process.pid)], (error, stdout) =>
			resolve(error !== null || stdout.includes('+')),
		);
	});
}
