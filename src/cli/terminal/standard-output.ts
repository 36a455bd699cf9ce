/**
 * Standard output belongs to the programs that read it: findings as JSON, the protocol of assistants. Modules of a site may
 * print what they like, so all that is not written through this file goes to standard error, from threads as well.
 */
import { Writable } from 'node:stream';
import type { Output } from './terminal.ts';

let claimed: { own: typeof process.stdout.write; other: typeof process.stdout.write } | undefined;

/** Standard output, which only the caller writes to from now on. */
export function claimStandardOutput(): Output {
	const { stdout, stderr } = process;
	if (stdout.write !== claimed?.other) {
		claimed = { own: stdout.write.bind(stdout), other: stderr.write.bind(stderr) };
		stdout.write = claimed.other;
	}
	const { own } = claimed;
	return { write: (text) => own(text) };
}

/** The same as a stream, for a protocol. */
export function standardOutputStream(): Writable {
	const output = claimStandardOutput();
	return new Writable({
		decodeStrings: false,
		write(text: string | Buffer, _, done) {
			output.write(String(text));
			done();
		},
	});
}
