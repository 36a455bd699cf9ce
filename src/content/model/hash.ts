/** Content hashes, to name and compare values (not for security), and deep copies. */
import { hash as digest } from 'node:crypto';
import type { Page } from './page.ts';

/** Hex characters of a hash. */
export const HASH_LENGTH = 16;

/** The first `HASH_LENGTH` hex characters of the SHA-1 of a text or bytes. */
export function hashOf(content: string | Uint8Array): string {
	return digest('sha1', content, 'hex').slice(0, HASH_LENGTH);
}

/** The hash of a plain value; it depends on the order of an object's keys. */
export function hashOfValue(value: unknown): string {
	return hashOf(JSON.stringify(value) ?? 'undefined');
}

/**
 * A deep copy of a plain value. A substring keeps the whole string in memory, so facts that outlive their source text
 * must be copies.
 */
export function ownCopy<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}

/** A deep copy of a page, with the hash of what linking and planning read of it: not its body, and no places. */
export function ownPage(page: Omit<Page, 'facts'>): Page {
	return { ...ownCopy(page), facts: factsOf(page) };
}

/** Hash of a page without what only its own output shows: its text, and where in the file something is. */
export function factsOf(page: Omit<Page, 'facts'>): string {
	const { bodyHash, words, record, lines, diagnostics, headings, links, codeFacts, ...facts } = page;
	const nowhere = { line: 0, column: 0 };
	const found = [...headings, ...links].map((one) => ({ ...one, ...nowhere }));
	return hashOfValue([facts, found]);
}
