/** Bytes that say by themselves whether they are what was written: a cache may be damaged in any way. */
import { hashOf } from '../../content/model/hash.ts';

/** Characters in front of the content: its hash. */
const SEAL = 16;

export function seal(content: Uint8Array | string): Buffer {
	const bytes = typeof content === 'string' ? Buffer.from(content) : content;
	return Buffer.concat([Buffer.from(hashOf(bytes)), bytes]);
}

/** The content; undefined where it is not what was sealed. */
export function unseal(bytes: Buffer | undefined): Buffer | undefined {
	const content = bytes?.subarray(SEAL);
	return content && bytes?.toString('latin1', 0, SEAL) === hashOf(content) ? content : undefined;
}
