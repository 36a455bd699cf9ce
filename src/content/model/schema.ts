/**
 * Validates authors' data: configuration, sidebars, categories, authors, tags, versions, front matter.
 * A table defines each field once: name, check, default. The types of authors' input (`Written`) and of validated data
 * (`Resolved`) derive from it; editors show the comment above a field.
 * A check never stops at the first problem, so one run shows them all (B-292).
 */

import { lacksProtocol, runsScript } from './address.ts';

/** Where in a value: `['navbar', 'items', 2, 'to']`; empty for the root. */
export type Path = readonly (string | number)[];

/** One thing wrong in a value. */
export interface Problem {
	path: Path;
	/** Follows the field's name: `must be a string`. With a capital letter it is a complete sentence. */
	message: string;
	/** The value, shortened, if that helps. */
	found?: string;
	/** What to write instead, as a sentence. */
	way?: string;
	/** Default: `error`. */
	severity?: 'warning';
	/** The field is unknown. */
	isUnknown?: true;
	/** The field is missing. */
	isMissing?: true;
	/** The known field that an unknown one is a misspelling of. */
	meant?: string;
}

export type Report = (problem: Problem) => void;

/** Returns the validated value; otherwise reports what was expected and returns undefined. */
export interface Check<T, W = T> {
	(value: unknown, path: Path, report: Report): T | undefined;
	/** Completes "must be …". */
	readonly expected: string;
	/** The fields of an object. */
	readonly table?: Table;
	/** Never set: carries the type of an author's input. */
	readonly written?: W;
}

interface Field<T, W, K extends 'required' | 'filled'> {
	check: Check<T, W>;
	kind: K;
	initial?: W;
}

type Entry = Check<unknown> | Field<unknown, unknown, 'required' | 'filled'>;
export type Table = Record<string, Entry>;

type Out<E> =
	E extends Field<infer T, unknown, 'required' | 'filled'> ? T : E extends Check<infer T, unknown> ? T : never;
type In<E> =
	E extends Field<unknown, infer W, 'required' | 'filled'> ? W : E extends Check<unknown, infer W> ? W : never;
type KeysOf<F, Wanted> = { [K in keyof F]: F[K] extends Wanted ? K : never }[keyof F];
type Outs<F> = { [K in keyof F]: Out<F[K]> };
type Ins<F> = { [K in keyof F]: In<F[K]> };
/** One object type in place of an intersection. */
export type Flat<T> = { [K in keyof T]: T[K] };
type Needed = Field<unknown, unknown, 'required'>;
type AnyCheck = Check<unknown>;

export type ResolvedFields<F> = Flat<
	Outs<Pick<F, Exclude<keyof F, KeysOf<F, AnyCheck>>>> & Partial<Outs<Pick<F, KeysOf<F, AnyCheck>>>>
>;
export type WrittenFields<F> = Flat<
	Ins<Pick<F, KeysOf<F, Needed>>> & Partial<Ins<Pick<F, Exclude<keyof F, KeysOf<F, Needed>>>>>
>;

/** A validated value, with defaults filled in. */
export type Resolved<C> = C extends Check<infer T, unknown> ? T : never;
/** An author's input. */
export type WrittenValue<C> = C extends Check<unknown, infer W> ? W : never;

/** A number, boolean, date or null of a YAML file, with the author's text of it: fields for texts take that one. */
export class Scalar {
	constructor(
		readonly value: number | boolean | Date | null,
		readonly text: string,
	) {}

	/** The key of a map is as written; js-yaml asks for its text. */
	toString(): string {
		return this.text;
	}

	/** js-yaml takes other objects for maps, which cannot be keys. */
	get [Symbol.toStringTag](): string {
		return 'Scalar';
	}

	/** As plain data: a number that would be shown in another way than it is written, and a date, is its text. */
	toJSON(): unknown {
		const { value, text } = this;
		return value instanceof Date || (typeof value === 'number' && String(value) !== text) ? text : value;
	}
}

/** The text of a value, as the author wrote it. `true` and `false` are none: often they turn something on or off. */
export function textOf(value: unknown): string | undefined {
	if (value instanceof Scalar) return typeof value.value === 'boolean' ? undefined : value.text;
	return typeof value === 'string' ? value : undefined;
}

export function isNull(value: unknown): boolean {
	return value === null || (value instanceof Scalar && value.value === null);
}

/** A value for a message: short, on one line. */
function show(value: unknown): string {
	if (typeof value === 'function') return 'a function';
	if (value === undefined) return 'nothing';
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** A check by a custom function. */
export function custom<T, W = T>(
	expected: string,
	run: (value: unknown, path: Path, report: Report) => T | undefined,
	table?: Table,
): Check<T, W> {
	return Object.assign(run, { expected, ...(table && { table }) });
}

/** A check of one value; `read` returns undefined for an invalid one. */
export function check<T>(expected: string, read: (value: unknown) => T | undefined): Check<T> {
	return checkOf(expected, (value) => read(value instanceof Scalar ? value.value : value));
}

/** A check of one text; `read` returns undefined for an invalid one. */
export function checkText<T>(expected: string, read: (text: string) => T | undefined): Check<T> {
	return checkOf(expected, (value) => {
		const text = textOf(value);
		return text === undefined ? undefined : read(text);
	});
}

function checkOf<T>(expected: string, read: (value: unknown) => T | undefined): Check<T> {
	return custom(expected, (value, path, report) => {
		const result = read(value);
		const isUnquoted = value instanceof Scalar && textOf(value) === undefined && /\bstring\b/.test(expected);
		const quote = isUnquoted ? `: write it in quotation marks if "${value.text}" is the text` : '';
		if (result === undefined) report({ path, message: `must be ${expected}${quote}`, found: show(value) });
		return result;
	});
}

/** A string that passes a test. */
export function stringLike(expected: string, test: (value: string) => boolean): Check<string> {
	return checkText(expected, (text) => (test(text) ? text : undefined));
}

export const string = stringLike('a string', () => true);
/** A label, which readers could not see or click if it were empty. */
export const visible = stringLike('a string with a visible character', (text) => text.trim() !== '');
/** Matches characters that break paths; `wellFormed` replaces some of them with U+FFFD. */
export const NOT_IN_PATHS = /[?#\\\p{Cc}\ufffd]/u;
/** A path of pages, or a part of one. */
export const pagePath = stringLike(
	'a path without "?", "#", "\\" and control characters',
	(text) => !NOT_IN_PATHS.test(text),
);
/** A path or a URL, except URLs that run a script. */
export const address = stringLike('a path, or a URL that runs no script', (value) => !runsScript(value, true));
/** Of a link: `github.com/me/kit` would lead to a path on the site. */
export const linkAddress = stringLike(
	'a path, or a URL with its protocol, such as "https://github.com/me/kit", that runs no script',
	(value) => !runsScript(value, true) && !lacksProtocol(value),
);
export const boolean = check('a boolean', (value) => (typeof value === 'boolean' ? value : undefined));
export const number = check('a number', (value) => (Number.isFinite(value) ? Number(value) : undefined));

/** Replaces NUL and lone surrogates, which escapes can produce, with U+FFFD. */
export function wellFormed(text: string): string {
	return text.replace(/[\0\p{Cs}]/gu, '\ufffd');
}

/**
 * A copy of the data of a YAML file or a module with `wellFormed` texts. Throws if it is deeper than `depth` or has more
 * than `values` values, with aliases expanded: an alias bomb of 400 bytes has billions.
 */
export function readData(data: unknown, depth: number, values = Number.POSITIVE_INFINITY): unknown {
	let left = values;
	const copy = (value: unknown, room: number): unknown => {
		if (--left < 0 || room < 0) throw new RangeError('It contains too many values.');
		if (typeof value === 'string') return wellFormed(value);
		if (Array.isArray(value)) return value.map((item) => copy(item, room - 1));
		if (!isRecord(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [wellFormed(key), copy(item, room - 1)]));
	};
	return copy(data, depth);
}

export function oneOf<const T extends readonly (string | boolean | number | null)[]>(...values: T): Check<T[number]> {
	const expected = values.map((value) => JSON.stringify(value)).join(', ');
	const is = (value: unknown): value is T[number] => (values as readonly unknown[]).includes(value);
	return check(values.length === 1 ? expected : `one of ${expected}`, (value) => (is(value) ? value : undefined));
}

export function list<T, W>(of: Check<T, W>): Check<T[], W[]> {
	return custom('a list', (value, path, report) => {
		if (!Array.isArray(value)) {
			report({ path, message: 'must be a list', found: show(value) });
			return undefined;
		}
		return value.flatMap((item, index) => {
			const checked = of(item, [...path, index], report);
			return checked === undefined ? [] : [checked];
		});
	});
}

/** A list, or a single item for a list of one. */
export function oneOrMore<T, W>(of: Check<T, W>): Check<T[], W | W[]> {
	const many = list(of);
	return custom(`${of.expected} or a list`, (value, path, report) => {
		if (Array.isArray(value)) return many(value, path, report);
		const one = of(value, path, report);
		return one === undefined ? undefined : [one];
	});
}

/** Data of a YAML file as plain data. */
export function plain<T>(data: T): T {
	return data === undefined
		? data
		: JSON.parse(JSON.stringify(data), (name, value) => (name === '__proto__' ? undefined : value));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		!(value instanceof Scalar) &&
		Object.getPrototypeOf(value) !== String.prototype
	);
}

/** Reports anything else than an object. */
function isObject(value: unknown, path: Path, report: Report): value is Record<string, unknown> {
	if (!isRecord(value)) report({ path, message: 'must be an object', found: show(value) });
	return isRecord(value);
}

/** An object with any keys and values of one type. */
export function record<T, W>(of: Check<T, W>): Check<Record<string, T>, Record<string, W>> {
	return custom('an object', (value, path, report) => {
		if (!isObject(value, path, report)) return undefined;
		return Object.fromEntries(
			Object.entries(value).flatMap(([key, item]): [string, T][] => {
				const checked = of(item, [...path, key], report);
				return checked === undefined ? [] : [[key, checked]];
			}),
		);
	});
}

/** A required field. */
export function required<T, W>(of: Check<T, W>): Field<T, W, 'required'> {
	return { check: of, kind: 'required' };
}

/** A field with a default, in the form that authors write. */
export function filled<T, W>(of: Check<T, W>, initial: W): Field<T, W, 'filled'> {
	return { check: of, kind: 'filled', initial };
}

type OnUnknown = (key: string, path: Path, known: string[]) => Problem | undefined;

const refuse: OnUnknown = (key, path, known) => {
	const near = nearest(key, known);
	const instead = near ? `; did you mean "${near}"?` : `. Known fields: ${known.join(', ')}`;
	return { path, message: `is not a known field${instead}`, isUnknown: true, meant: near };
};

/** Allows unknown fields, but warns if one is a likely typo of a known one. */
export const allowUnknown: OnUnknown = (key, path, known) => {
	const near = nearest(key, known, 5);
	return near === undefined
		? undefined
		: { path, message: `is not a known field; did you mean "${near}"?`, severity: 'warning', isUnknown: true };
};

/**
 * An object with exactly these fields; an unknown one is reported with the nearest known name. Invalid fields are left
 * out; without a valid value for each required field the result is undefined.
 */
export function object<F extends Table>(
	table: F,
	onUnknown: OnUnknown = refuse,
): Check<ResolvedFields<F>, WrittenFields<F>> {
	const names = Object.keys(table);
	return custom(
		'an object',
		(value, path, report) => {
			if (!isObject(value, path, report)) return undefined;
			const misspelled = new Set<string | undefined>();
			for (const key of Object.keys(value)) {
				const problem = Object.hasOwn(table, key) ? undefined : onUnknown(key, [...path, key], names);
				if (problem) report(problem);
				misspelled.add(problem?.meant);
			}
			const result: Record<string, unknown> = {};
			let whole = true;
			for (const [name, entry] of Object.entries(table)) {
				const field: Partial<Field<unknown, unknown, 'required' | 'filled'>> = typeof entry === 'object' ? entry : {};
				const of = typeof entry === 'object' ? entry.check : entry;
				const own = Object.hasOwn(value, name) ? value[name] : undefined;
				const written = own === undefined ? field.initial : own;
				if (written !== undefined) {
					const checked = of(written, [...path, name], report);
					if (checked !== undefined) result[name] = checked;
				} else if (field.kind === 'required' && !misspelled.has(name))
					report({ path: [...path, name], message: 'is required', isMissing: true });
				if (field.kind === 'required' && result[name] === undefined) whole = false;
			}
			return whole ? (result as ResolvedFields<F>) : undefined;
		},
		table,
	);
}

/** An object without required fields. It defaults to `{}`. */
export function section<F extends Table>(table: F): Field<ResolvedFields<F>, WrittenFields<F>, 'filled'> {
	return filled(object(table), {} as WrittenFields<F>);
}

/**
 * The result of the first check that reports nothing. If both fail and a check found only nested problems, those are
 * reported: the value has that check's shape.
 */
export function either<A, V, B, W>(a: Check<A, V>, b: Check<B, W>): Check<A | B, V | W> {
	const expected = `${a.expected} or ${b.expected}`;
	return Object.assign(
		(value: unknown, path: Path, report: Report) => {
			let inside: Problem[] | undefined;
			let way: string | undefined;
			for (const one of [a, b] as Check<A | B>[]) {
				const problems: Problem[] = [];
				const result = one(value, path, (problem) => problems.push(problem));
				if (problems.length === 0) return result;
				if (problems.every((problem) => problem.path.length > path.length)) inside ??= problems;
				way ??= problems[0]?.way;
			}
			const own = { path, message: `must be ${expected}`, found: show(value), ...(way && { way }) };
			for (const problem of inside ?? [own]) report(problem);
			return undefined;
		},
		{ expected },
	);
}

/** Converts a validated value. */
export function mapped<T, W, R>(of: Check<T, W>, make: (value: T, path: Path, report: Report) => R): Check<R, W> {
	return custom(
		of.expected,
		(value, path, report) => {
			const result = of(value, path, report);
			return result === undefined ? undefined : make(result, path, report);
		},
		of.table,
	);
}

/** Adds a rule to a check, usually about several fields at once: of fields that are wrong by themselves, it knows nothing. */
export function ruled<T, W>(of: Check<T, W>, rule: (value: T, path: Path, report: Report) => void): Check<T, W> {
	return custom(
		of.expected,
		(value, path, report) => {
			let isWrong = false;
			const result = of(value, path, (problem) => {
				const isField = problem.path.length === path.length + 1 && typeof problem.path.at(-1) === 'string';
				isWrong ||= isField && problem.severity === undefined && !problem.isUnknown;
				report(problem);
			});
			if (result !== undefined && !isWrong) rule(result, path, report);
			return result;
		},
		of.table,
	);
}

/** Accepts `false` as well; the result is then undefined. */
export function orFalse<T, W>(of: Check<T, W>): Check<T | undefined, W | false> {
	return custom(
		`${of.expected} or false`,
		(value, path, report) => (value === false ? undefined : of(value, path, report)),
		of.table,
	);
}

/** One of several kinds of object, distinguished by `kindOf`; `refusal` is the message about an unknown kind. */
export function variants<M extends Record<string, AnyCheck>>(
	kinds: M,
	kindOf: (value: Record<string, unknown>) => unknown,
	refusal: (kind: string, known: string[]) => string,
): Check<Resolved<M[keyof M]>, WrittenValue<M[keyof M]>> {
	return custom('an object', (value, path, report) => {
		if (!isObject(value, path, report)) return undefined;
		const kind = String(kindOf(value));
		const of = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
		if (!of) report({ path, message: refusal(kind, Object.keys(kinds)) });
		return of?.(value, path, report) as Resolved<M[keyof M]> | undefined;
	});
}

/** A path for messages: `docs.versions["3.x"][2]`. */
export function pathText(path: Path): string {
	return path.reduce<string>((text, part) => {
		if (typeof part === 'number') return `${text}[${part}]`;
		if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
		return text === '' ? part : `${text}.${part}`;
	}, '');
}

/** The most similar of `words`, at most `length / part` edits (default: a third of its letters) from `word`. */
export function nearest(word: string, words: readonly string[], part = 3): string | undefined {
	let best: string | undefined;
	let bestDistance = Math.max(1, Math.floor(word.length / part)) + 0.5;
	const lower = word.toLowerCase();
	for (const candidate of words) {
		if (candidate === word || Math.abs(candidate.length - word.length) >= bestDistance) continue;
		const distance = editDistance(lower, candidate.toLowerCase(), Math.ceil(bestDistance) - 1);
		if (distance < bestDistance) {
			best = candidate;
			bestDistance = distance;
		}
	}
	return best;
}

/**
 * Number of letters inserted, deleted, replaced, or swapped with the next one; infinite if there are more than `limit`.
 * Only letters at most `limit` places apart can be the same one.
 */
function editDistance(a: string, b: string, limit: number): number {
	const far = Number.POSITIVE_INFINITY;
	let start = 0;
	while (start < a.length && a[start] === b[start]) start++;
	let before: number[] = [];
	let row = Array.from({ length: Math.min(b.length - start, limit) + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length - start; i++) {
		const next: number[] = i <= limit ? [i] : [];
		let least = next[0] ?? far;
		for (let j = Math.max(1, i - limit); j <= Math.min(b.length - start, i + limit); j++) {
			const [one, other] = [start + i - 1, start + j - 1];
			const swapped = i > 1 && j > 1 && a[one] === b[other - 1] && a[one - 1] === b[other];
			const distance = Math.min(
				(row[j - 1] ?? far) + (a[one] === b[other] ? 0 : 1),
				(row[j] ?? far) + 1,
				(next[j - 1] ?? far) + 1,
				swapped ? (before[j - 2] ?? far) + 1 : far,
			);
			next[j] = distance;
			least = Math.min(least, distance);
		}
		// A swap may go back two rows, and costs one: the next row can't be nearer than this one.
		if (least > limit) return far;
		[before, row] = [row, next];
	}
	const distance = row[b.length - start] ?? far;
	return distance > limit ? far : distance;
}
