/** Words for a server that runs in a terminal: a letter and Enter, so that the terminal stays as it is. */
import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What a letter does, and what the list of keys says of it. */
export interface Key {
	does: string;
	run(): unknown;
}

/** One line that names the keys. */
export function listOfKeys(keys: Record<string, Key>): string {
	const each = Object.entries(keys).map(([key, { does }]) => `${key} ${does}`);
	return `Keys, with Enter: ${each.join(', ')}`;
}

/** Hears lines of `input` until the returned function is called; `help` is told the list of keys for any other word. */
export function hearKeys(
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
 * Whether what is typed is meant for this process. One in the background that reads is stopped by the system; where
 * there is nothing of that kind, nobody answers.
 */
export function isInForeground(): Promise<boolean> {
	return new Promise((resolve) => {
		execFile('ps', ['-o', 'stat=', '-p', String(process.pid)], (error, stdout) =>
			resolve(error !== null || stdout.includes('+')),
		);
	});
}
