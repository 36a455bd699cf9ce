/** Names for values: equal text, equal name. Not for secrets. */
import { hash as digest } from 'node:crypto';

/** Hex characters of a name. */
export const HASH_LENGTH = 16;

/** The first of the SHA-1 of a text or bytes. */
export function hashOf(content: string | Uint8Array): string {
	return digest('sha1', content, 'hex').slice(0, HASH_LENGTH);
}

/** The name of a plain value; the order of an object's keys counts. */
export function hashOfValue(value: unknown): string {
	return hashOf(JSON.stringify(value) ?? 'undefined');
}
