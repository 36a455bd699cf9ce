/** `node:assert`: loose by default, and strict as `strict`. */
import { inspect } from 'node-inspect-extracted';
import { AssertionError, type Failure, shown } from './assertion-error.ts';
import { isEqual, isLike } from './equality.ts';
import { lacking } from './lacking.ts';

type Message = string | Error | undefined;
type Thrown = { error: unknown } | undefined;
type Work = PromiseLike<unknown> | (() => unknown);
/** An error that is wanted: of a class, like a pattern, like an object, or what a function returns true for. */
type Expected = RegExp | object | ((error: unknown) => unknown);

/** A message may be an error, which is thrown as it is. */
function refuse(message: Message, failure: Failure): never {
	if (message instanceof Error) throw message;
	throw new AssertionError({ ...failure, message });
}

function ok(...given: [value?: unknown, message?: Message]): void {
	const [value, message] = given;
	if (value) return;
	const words =
		given.length === 0 ? 'No value argument passed to `assert.ok()`' : 'The expression evaluated to a falsy value';
	refuse(message, { actual: value, expected: true, operator: '==', words });
}

const comparing =
	(operator: string, holds: (actual: unknown, expected: unknown) => boolean) =>
	(actual: unknown, expected: unknown, message?: Message): void => {
		if (!holds(actual, expected)) refuse(message, { actual, expected, operator });
	};

const matching =
	(operator: string, says: string, wanted: boolean) =>
	(actual: unknown, expected: RegExp, message?: Message): void => {
		if (typeof actual === 'string' && expected.test(actual) === wanted) return;
		const words =
			typeof actual === 'string'
				? `The input ${says} the regular expression ${expected}. Input:\n\n${shown(actual)}\n`
				: `The "string" argument must be of type string. Received type ${typeof actual} (${inspect(actual)})`;
		refuse(message, { actual, expected, operator, words });
	};

function fail(message?: Message): never {
	return refuse(message, { operator: 'fail' });
}

function ifError(value: unknown): void {
	if (value === null || value === undefined) return;
	const text = value instanceof Error ? value.message || value.name : inspect(value);
	const message = `ifError got unwanted exception: ${text}`;
	refuse(message, { actual: value, expected: null, operator: 'ifError' });
}

function thrownBy(work: () => unknown): Thrown {
	try {
		work();
	} catch (error) {
		return { error };
	}
	return undefined;
}

async function rejectedBy(work: Work): Promise<Thrown> {
	const promise = typeof work === 'function' ? work() : work;
	try {
		await promise;
	} catch (error) {
		return { error };
	}
	return undefined;
}

function expectThrown(thrown: Thrown, operator: string, first?: Expected | string, second?: Message): void {
	const [expected, message] = typeof first === 'string' ? [undefined, first] : [first, second];
	if (thrown) {
		if (expected) check(thrown.error, expected, message, operator);
		return;
	}
	const name = typeof expected === 'function' && expected.name ? ` (${expected.name})` : '';
	const what = `Missing expected ${operator === 'throws' ? 'exception' : 'rejection'}${name}`;
	const text = `${what}${message === undefined ? '.' : `: ${message}`}`;
	refuse(message instanceof Error ? message : text, { expected, operator });
}

/** Throws unless the error is as expected. */
function check(error: unknown, expected: Expected, message: Message, operator: string): void {
	const failure = { actual: error, expected, operator };
	if (expected instanceof RegExp) {
		if (expected.test(String(error))) return;
		const words = `The input did not match the regular expression ${expected}. Input:\n\n${shown(String(error))}\n`;
		refuse(message, { ...failure, words });
	}
	if (typeof expected !== 'function') {
		checkParts(error, expected, message, failure);
		return;
	}
	if (expected.prototype !== undefined && error instanceof expected) return;
	const isError = error instanceof Error;
	if (Object.prototype.isPrototypeOf.call(Error, expected) || expected === Error) {
		const received = isError ? `"${error.constructor.name}"` : `"${inspect(error)}"`;
		const text = isError ? `\n\nError message:\n\n${error.message}` : '';
		const words = `The error is expected to be an instance of "${expected.name}". Received ${received}${text}`;
		refuse(message, { ...failure, words });
	}
	const result: unknown = Reflect.apply(expected, {}, [error]);
	if (result === true) return;
	const validation = expected.name ? `"${expected.name}" validation` : 'validation';
	const words = `The ${validation} function is expected to return "true". Received ${inspect(result)}`;
	refuse(message, { ...failure, words: isError ? `${words}\n\nCaught error:\n\n${error}` : words });
}

/** The parts of an error that are compared; Node prints this name. */
class Comparison {
	constructor(of: object, names: string[]) {
		for (const name of names) if (name in of) Reflect.set(this, name, Reflect.get(of, name));
	}
}

function checkParts(error: unknown, expected: object, message: Message, failure: Failure): void {
	const names = Object.keys(expected);
	if (expected instanceof Error) names.push('name', 'message');
	const own = typeof error === 'object' && error !== null ? error : {};
	const isSame = (name: string): boolean => {
		const [is, wanted]: unknown[] = [Reflect.get(own, name), Reflect.get(expected, name)];
		if (wanted instanceof RegExp && typeof is === 'string') return wanted.test(is);
		return name in own && isEqual(is, wanted, true);
	};
	if (names.every(isSame)) return;
	const [a, b] = [new Comparison(own, names), new Comparison(expected, names)];
	const { message: words } = new AssertionError({ actual: a, expected: b, operator: 'deepStrictEqual' });
	refuse(message, { ...failure, words });
}

/** The last argument may be a message; a class before it changes nothing. */
function expectNothing(thrown: Thrown, what: string, operator: string, given: unknown[]): void {
	if (!thrown) return;
	const { error } = thrown;
	const message = given.find((one) => typeof one === 'string');
	const text = error instanceof Error ? `\nActual message: "${error.message}"` : '';
	const words = `Got unwanted ${what}${message === undefined ? '.' : `: ${message}`}${text}`;
	refuse(words, { actual: error, operator });
}

const strictly = {
	strictEqual: comparing('strictEqual', Object.is),
	notStrictEqual: comparing('notStrictEqual', (a, b) => !Object.is(a, b)),
	deepStrictEqual: comparing('deepStrictEqual', (a, b) => isEqual(a, b, true)),
	notDeepStrictEqual: comparing('notDeepStrictEqual', (a, b) => !isEqual(a, b, true)),
};
const ofBoth = {
	...strictly,
	AssertionError,
	ok,
	fail,
	ifError,
	match: matching('match', 'did not match', true),
	doesNotMatch: matching('doesNotMatch', 'was expected to not match', false),
	throws: (work: () => unknown, expected?: Expected | string, message?: Message): void =>
		expectThrown(thrownBy(work), 'throws', expected, message),
	rejects: async (work: Work, expected?: Expected | string, message?: Message): Promise<void> =>
		expectThrown(await rejectedBy(work), 'rejects', expected, message),
	doesNotThrow: (work: () => unknown, ...given: unknown[]): void =>
		expectNothing(thrownBy(work), 'exception', 'doesNotThrow', given),
	doesNotReject: async (work: Work, ...given: unknown[]): Promise<void> =>
		expectNothing(await rejectedBy(work), 'rejection', 'doesNotReject', given),
};

export const strict = lacking(
	'node:assert/strict',
	Object.assign((...given: Parameters<typeof ok>) => ok(...given), ofBoth, {
		equal: strictly.strictEqual,
		notEqual: strictly.notStrictEqual,
		deepEqual: strictly.deepStrictEqual,
		notDeepEqual: strictly.notDeepStrictEqual,
	}),
);
Object.assign(strict, { strict });

export default lacking(
	'node:assert',
	Object.assign((...given: Parameters<typeof ok>) => ok(...given), ofBoth, {
		equal: comparing('==', isLike),
		notEqual: comparing('!=', (a, b) => !isLike(a, b)),
		deepEqual: comparing('deepEqual', (a, b) => isEqual(a, b, false)),
		notDeepEqual: comparing('notDeepEqual', (a, b) => !isEqual(a, b, false)),
		strict,
	}),
);
