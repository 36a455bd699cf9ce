/**
 * Copies of plain values that share nothing. A piece of a string keeps the whole string in memory: facts that outlive
 * the text they were read from must not be pieces of it.
 */
import { hashOf } from './hash.ts';
import type { Page } from './page.ts';

export function ownCopy<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}

/** A page of its own, with its name. */
export function ownPage(facts: Omit<Page, 'hash'>): Page {
	const json = JSON.stringify(facts);
	return { ...(JSON.parse(json) as typeof facts), hash: hashOf(json) };
}
