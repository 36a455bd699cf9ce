/**
 * A copy of a plain value that shares nothing. A piece of a string keeps the whole string in memory: facts that outlive
 * the text they were read from must not be pieces of it.
 */
export function ownCopy<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}
