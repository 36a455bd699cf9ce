/** Names for values: equal text, equal name, not for secrets. And copies of them. */
import { hash as digest } from 'node:crypto';
import type { Page } from './page.ts';

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

/**
 * A copy of a plain value that shares nothing. A piece of a string keeps the whole string in memory: facts that outlive
 * the text they were read from must not be pieces of it.
 */
export function ownCopy<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}

/** A page of its own, with its name. */
export function ownPage(facts: Omit<Page, 'hash'>): Page {
	const json = JSON.stringify(facts);
	return { ...(JSON.parse(json) as typeof facts), hash: hashOf(json) };
}
