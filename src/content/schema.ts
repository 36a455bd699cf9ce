/**
 * Checks of plain data an author wrote: configuration, sidebars, authors, categories.
 * A check returns the value as its type, or reports what was expected at which path and returns undefined;
 * it never stops at the first problem, so one run shows them all (B-292).
 */

/** One thing wrong in a value: `path` is dotted from the root (`navbar.items[2].to`), empty for the root itself. */
export interface Problem {
	path: string;
	message: string;
}

export type Check<T> = (value: unknown, path: string, report: (problem: Problem) => void) => T | undefined;

/** Shows a value in a message: short, on one line. */
function show(value: unknown): string {
	if (typeof value === 'function') return 'a function';
	if (value === undefined) return 'nothing';
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function primitive<T>(expected: string, is: (value: unknown) => value is T): Check<T> {
	return (value, path, report) => {
		if (is(value)) return value;
		report({ path, message: `must be ${expected}, but is ${show(value)}` });
		return undefined;
	};
}

export const string = primitive('a string', (value) => typeof value === 'string');
export const boolean = primitive('a boolean', (value) => typeof value === 'boolean');
export const number = primitive(
	'a number',
	(value): value is number => typeof value === 'number' && Number.isFinite(value),
);
export const isoDate = primitive(
	'a date such as 2023-01-14',
	(value): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
);

/** A string that passes one more test; `expected` completes "must be …". */
export function stringLike(expected: string, test: (value: string) => boolean): Check<string> {
	return primitive(expected, (value): value is string => typeof value === 'string' && test(value));
}

export function oneOf<const T extends readonly (string | boolean | number | null)[]>(...values: T): Check<T[number]> {
	const expected = values.map((value) => JSON.stringify(value)).join(', ');
	return primitive(`one of ${expected}`, (value): value is T[number] => (values as readonly unknown[]).includes(value));
}

export function list<T>(of: Check<T>): Check<T[]> {
	return (value, path, report) => {
		if (!Array.isArray(value)) {
			report({ path, message: `must be a list, but is ${show(value)}` });
			return undefined;
		}
		return value.flatMap((item, index) => {
			const checked = of(item, `${path}[${index}]`, report);
			return checked === undefined ? [] : [checked];
		});
	};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		Object.getPrototypeOf(value) !== String.prototype
	);
}

/** `docs.path`, `docs.versions["3.x"]`. */
function fieldPath(path: string, key: string): string {
	if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
	return path === '' ? key : `${path}.${key}`;
}

/** Any keys, one type of value. */
export function record<T>(of: Check<T>): Check<Record<string, T>> {
	return (value, path, report) => {
		if (!isRecord(value)) {
			report({ path, message: `must be an object, but is ${show(value)}` });
			return undefined;
		}
		const result: Record<string, T> = {};
		for (const [key, item] of Object.entries(value)) {
			const checked = of(item, fieldPath(path, key), report);
			if (checked !== undefined) result[key] = checked;
		}
		return result;
	};
}

interface Field<T> {
	check: Check<T>;
	required: boolean;
}

/** A field that must be there. */
export function required<T>(check: Check<T>): Field<T> {
	return { check, required: true };
}

type Fields<T> = { [K in keyof T]-?: Check<NonNullable<T[K]>> | Check<T[K]> | Field<T[K]> };

/** An object with exactly these fields; an unknown one is reported with the nearest known name. */
export function object<T>(fields: Fields<T>): Check<T> {
	const names = Object.keys(fields);
	return (value, path, report) => {
		if (!isRecord(value)) {
			report({ path, message: `must be an object, but is ${show(value)}` });
			return undefined;
		}
		const at = (key: string): string => fieldPath(path, key);
		for (const key of Object.keys(value)) {
			if (!Object.hasOwn(fields, key)) report({ path: at(key), message: unknownField(key, names) });
		}
		const result: Record<string, unknown> = {};
		for (const name of names) {
			const field = fields[name as keyof T] as Check<unknown> | Field<unknown>;
			const check = typeof field === 'function' ? field : field.check;
			if (value[name] !== undefined) result[name] = check(value[name], at(name), report);
			else if (typeof field !== 'function') report({ path: at(name), message: 'is required' });
		}
		return result as T;
	};
}

/**
 * The first check that finds nothing wrong; `expected` completes "must be …" where none does. A value of the right
 * shape with something wrong inside is reported by what is wrong inside.
 */
export function either<A, B>(expected: string, a: Check<A>, b: Check<B>): Check<A | B> {
	return (value, path, report) => {
		let inside: Problem[] | undefined;
		for (const check of [a, b] as Check<A | B>[]) {
			const problems: Problem[] = [];
			const result = check(value, path, (problem) => problems.push(problem));
			if (problems.length === 0) return result;
			if (problems.every((problem) => problem.path !== path)) inside ??= problems;
		}
		for (const problem of inside ?? [{ path, message: `must be ${expected}, but is ${show(value)}` }]) report(problem);
		return undefined;
	};
}

function unknownField(name: string, known: string[]): string {
	const near = nearest(name, known);
	return `is not a known field${near ? `; did you mean "${near}"?` : `. Known fields: ${known.join(', ')}`}`;
}

/** The word of `words` that is at most a third of its letters away from `word`, if there is one. */
export function nearest(word: string, words: readonly string[]): string | undefined {
	let best: string | undefined;
	let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 0.5;
	for (const candidate of words) {
		if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
		const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
		if (distance < bestDistance) {
			best = candidate;
			bestDistance = distance;
		}
	}
	return best;
}

function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next[j] = Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
