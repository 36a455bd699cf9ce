/** The common parts of `dev` and `serve`: the start, the keys, the end. */
import type { Diagnostic } from '../../content/model/page.ts';
import { explainDiskError } from '../disk/disk.ts';
import type { Key } from '../terminal/keys.ts';
import { onSignal } from '../terminal/signals.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CommonOptions, ServeOptions } from './command.ts';

/** A disk error at the start is a diagnostic, like a port in use. */
export async function started<T>(start: () => Promise<T>): Promise<T | { kind: 'failed'; diagnostic: Diagnostic }> {
	try {
		return await start();
	} catch (error) {
		const diagnostic = explainDiskError(error);
		if (!diagnostic) throw error;
		return { kind: 'failed', diagnostic };
	}
}

/** Prints the URL; resolves after the process was asked to stop and the server is closed. */
export async function untilStopped(
	server: { url: string; close(): Promise<void> },
	line: string,
	options: ServeOptions & CommonOptions,
	terminal: Terminal,
	keys: Record<string, Key> = {},
): Promise<number> {
	let stop = (): void => undefined;
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	onSignal(stop);
	// A program that reads this line may stop the server at once.
	terminal.line(line);
	if (options.open) await openBrowser(server.url, terminal);
	const open = { does: 'opens the site', run: () => void openBrowser(server.url, terminal) };
	const stopListening = await withKeys({ o: open, ...keys, q: { does: 'stops', run: stop } }, options, terminal);
	await stopped;
	stopListening();
	await server.close();
	terminal.close();
	return 0;
}

/** Handles keys in an interactive terminal; returns a function that stops it. */
async function withKeys(
	keys: Record<string, Key>,
	{ quiet, json, format }: CommonOptions,
	terminal: Terminal,
): Promise<() => void> {
	const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;
	if (!isInteractive || quiet || json || format !== undefined) return () => undefined;
	const { listenForKeys, isInForeground, listOfKeys } = await import('../terminal/keys.ts');
	if (!(await isInForeground())) return () => undefined;
	terminal.line(listOfKeys(keys));
	return listenForKeys(process.stdin, keys, (text) => terminal.line(text));
}

async function openBrowser(url: string, terminal: Terminal): Promise<void> {
	const { spawn } = await import('node:child_process');
	const [command, args] =
		process.platform === 'darwin'
			? ['open', [url]]
			: process.platform === 'win32'
				? ['cmd', ['/c', 'start', '', url]]
				: ['xdg-open', [url]];
	const child = spawn(command, args, { stdio: 'ignore', detached: true });
	child.on('error', () => terminal.line(`No browser could be opened: visit ${url}`));
	child.unref();
}
