/** Modules of Node that live samples can import, against the real ones. */

import realAssert from 'node:assert';
import { spawnSync } from 'node:child_process';
import realCrypto from 'node:crypto';
import { buildSync } from 'esbuild';
import { test } from 'uvu';
import * as uvu from 'uvu/assert';
import assert from '../../src/extensions/typescript/client/node/assert.ts';
import strict from '../../src/extensions/typescript/client/node/assert-strict.ts';
import crypto from '../../src/extensions/typescript/client/node/crypto.ts';
import fc from '../properties.ts';

type Assert = typeof realAssert;
type Case = (assert: Assert) => unknown;

class Bread {
	constructor(readonly kind: string) {}
}
const boom = new RangeError('boom');
const explode = (): never => {
	throw boom;
};
const isBoom = (error: unknown): boolean => error === boom;
const isNever = (): boolean => false;
const cycle = (): object => {
	const one: Record<string, unknown> = { a: 1 };
	return Object.assign(one, { self: one });
};

/** What an assertion ends with: the parts of its error that programs read, with its message, or nothing. */
async function ending(run: () => unknown): Promise<unknown> {
	try {
		await run();
		return 'passes';
	} catch (error) {
		const { name, code, message, operator, generatedMessage, actual, expected } = error as Record<string, unknown>;
		return { name, code, message, operator, generatedMessage, actual, expected };
	}
}

const modes = [
	{ mode: 'loose', own: assert as unknown as Assert, real: realAssert },
	{ mode: 'strict', own: strict as unknown as Assert, real: realAssert.strict as unknown as Assert },
];

const same = async (work: Case): Promise<void> => {
	for (const { mode, own, real } of modes)
		uvu.equal(await ending(() => work(own)), await ending(() => work(real)), `${mode}: ${work}`);
};

test('assertions end as those of Node, with the same messages', async () => {
	const all: Case[] = [
		(a) => a.equal(1, 1),
		(a) => a.equal(1, 2),
		(a) => a.notEqual(1, 1, 'own words'),
		(a) => a.equal(1, 2, boom),
		(a) => a.notEqual(1, 1),
		(a) => a.strictEqual(1, 2),
		(a) => a.strictEqual(NaN, NaN),
		(a) => a.strictEqual(0, -0),
		(a) => a.strictEqual(null, undefined),
		(a) => a.notStrictEqual('a', 'a'),
		(a) => a.deepStrictEqual([1, { b: 2 }], [1, { b: 2 }]),
		(a) => a.notDeepStrictEqual({ a: 1 }, { a: 1 }),
		(a) => a.ok(1),
		(a) => a.match('bread', /^b/),
		(a) => a.match('bread', /^x/),
		(a) => a.doesNotMatch('bread', /^b/),
		(a) => a.fail(),
		(a) => a.fail('own words'),
		(a) => a.ifError(null),
		(a) => a.throws(() => {}),
		(a) => a.throws(() => {}, TypeError, 'own words'),
		(a) => a.throws(() => a.fail()),
		(a) => a.throws(explode, RangeError),
		(a) => a.throws(explode, /boom/),
		(a) => a.throws(explode, { message: 'boom', name: /Range/ }),
		(a) => a.throws(explode, isBoom),
		(a) => a.throws(explode, isNever),
		(a) => a.throws(explode, TypeError),
		(a) => a.throws(explode, /bread/),
		(a) => a.rejects(Promise.reject(boom), { message: 'boom' }),
		(a) => a.rejects(Promise.resolve(1)),
		(a) => a.rejects(async () => explode(), /^RangeError: boom$/),
		(a) => a.doesNotThrow(() => {}),
		(a) => a.doesNotThrow(explode, 'own words'),
		(a) => a.doesNotReject(Promise.reject(boom)),
	];
	for (const work of all) await same(work);
});

test('values are deeply equal as in Node', async () => {
	const date = new Date(5);
	const pairs: [unknown, unknown][] = [
		[1, '1'],
		[[1], 1],
		[null, undefined],
		[0, -0],
		[{ a: 0 }, { a: -0 }],
		[[NaN], [NaN]],
		[date, new Date(5)],
		[date, new Date(6)],
		[/a/g, /a/g],
		[/a/g, /a/i],
		[new Error('a'), new Error('a')],
		[new Error('a'), new TypeError('a')],
		[new Set([1, { a: 1 }]), new Set([{ a: 1 }, 1])],
		[new Set([1]), new Set([2])],
		[new Map([[{ a: 1 }, [1]]]), new Map([[{ a: 1 }, [1]]])],
		[new Map([[1, 2]]), new Map([[1, 3]])],
		[new Bread('rye'), new Bread('rye')],
		[new Bread('rye'), { kind: 'rye' }],
		[Object.create(null), {}],
		[cycle(), cycle()],
		[Object.assign([1], { 2: 3 }), [1, undefined, 3]],
		[{ a: undefined }, {}],
		[{ [Symbol.iterator]: 1 }, {}],
		[new Uint8Array([1, 2]), new Uint8Array([1, 2])],
		[new Uint8Array([1]), new Uint16Array([1])],
		[new String('a'), new String('a')],
		[new String('a'), new String('b')],
		[[], {}],
		[
			{ s: new Set([{ x: 1 }, { x: 2 }]), t: [{ x: 2 }] },
			{ s: new Set([{ x: 2 }, { x: 1 }]), t: [{ x: 1 }] },
		],
	];
	const passes = async (work: () => unknown): Promise<boolean> => (await ending(work)) === 'passes';
	for (const { mode, own, real } of modes)
		for (const [index, [a, b]] of pairs.entries()) {
			uvu.is(await passes(() => own.deepEqual(a, b)), await passes(() => real.deepEqual(a, b)), `${mode} ${index}`);
			uvu.is(
				await passes(() => own.notDeepEqual(a, b)),
				await passes(() => real.notDeepEqual(a, b)),
				`${mode} ${index}`,
			);
		}
	fc.assert(
		fc.property(fc.anything(), fc.anything(), fc.boolean(), (a, b, isSame) => {
			const other = isSame ? structuredClone(a) : b;
			const ends = (one: Assert): boolean => {
				try {
					Reflect.apply(one.deepStrictEqual, one, [a, other]);
					return true;
				} catch {
					return false;
				}
			};
			return ends(strict as unknown as Assert) === ends(realAssert.strict as unknown as Assert);
		}),
	);
});

test('a difference names what was there and what was expected, line by line', async () => {
	const found = (await ending(() => strict.deepEqual({ a: 1, b: [2] }, { a: 1, b: [3] }))) as { message: string };
	uvu.equal(found.message.split('\n'), [
		'Expected values to be strictly deep-equal:',
		'+ actual - expected',
		'',
		'  {',
		'    a: 1,',
		'    b: [',
		'+     2',
		'-     3',
		'    ]',
		'  }',
	]);
});

test('hashes are those of Node', () => {
	const text = 'Rye, é, 🍞';
	for (const name of ['md5', 'sha1', 'sha224', 'sha256', 'SHA-384', 'sha512'])
		for (const encoding of ['hex', 'base64', 'base64url'] as const) {
			const bytes = new Uint8Array([0, 255, 7]);
			const real = realCrypto.createHash(name).update(text).update(bytes).update('cafe', 'hex').digest(encoding);
			uvu.is(crypto.createHash(name).update(text).update(bytes).update('cafe', 'hex').digest(encoding), real);
			const keyed = realCrypto.createHmac(name, 'key').update('AP8=', 'base64').digest(encoding);
			uvu.is(crypto.createHmac(name, 'key').update('AP8=', 'base64').digest(encoding), keyed);
		}
	for (const options of [{}, { N: 1024, r: 4, p: 2 }, { cost: 256, blockSize: 1 }]) {
		const real = realCrypto.scryptSync('sourdough', 'salt', 32, options);
		const own = crypto.scryptSync('sourdough', 'salt', 32, options);
		uvu.ok(own.equals(real));
		uvu.is(JSON.stringify(own), JSON.stringify(real));
		uvu.ok(crypto.timingSafeEqual(own, real));
	}
	uvu.throws(() => crypto.scryptSync('a', 'b', 8, { N: 2 ** 20 }), /maxmem/);
});

test('bytes that differ are not equal, and random values are as asked for', () => {
	uvu.not.ok(crypto.timingSafeEqual(new Uint8Array([1, 2]), new Uint8Array([1, 3])));
	for (const own of [crypto, realCrypto]) {
		const compare = (): boolean => own.timingSafeEqual(new Uint8Array(1), new Uint8Array(2));
		uvu.throws(compare, (error: { code: string }) => error.code === 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH');
	}
	uvu.is(crypto.randomBytes(70_000).length, 70_000);
	uvu.is(new Set(crypto.randomBytes(16)).size > 4, true);
	uvu.match(crypto.randomUUID(), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
	const drawn = new Set(Array.from({ length: 500 }, () => crypto.randomInt(3, 6)));
	uvu.equal([...drawn].sort(), [3, 4, 5]);
	uvu.is(crypto.randomInt(1), 0);
});

test('what a module lacks is told by its name', () => {
	uvu.throws(() => Reflect.get(crypto, 'createSign'), 'node:crypto in the sandbox has no createSign');
	uvu.throws(
		() => Reflect.get(Reflect.get(strict, 'default'), 'nothing'),
		'node:assert/strict in the sandbox has no nothing',
	);
	uvu.throws(() => Reflect.get(crypto.createHash('md5'), 'copy'), 'A hash in the sandbox has no copy');
	uvu.throws(() => crypto.createHash('whirlpool'), 'node:crypto in the sandbox has no hash whirlpool, only md5, ');
	uvu.throws(
		() => crypto.randomBytes(1).toString('ucs2'),
		'node:crypto in the sandbox has no encoding ucs2, only utf8,',
	);
});

test('tests are reported as by the runner of Node', () => {
	const code = `
test('one', async () => { await new Promise((done) => setTimeout(done, 5)); });
test('bad', () => { throw new Error('boom'); });
test('after it', () => {});
test.skip('left out', () => { throw new Error('never'); });
test('by an option', { skip: true }, () => {});
test('by itself', (t) => { t.skip(); });
test(function named() {});`;
	const own = buildSync({
		stdin: {
			contents: `import test from './src/extensions/typescript/client/node/test.ts';${code}`,
			resolveDir: '.',
			loader: 'js',
		},
		bundle: true,
		format: 'esm',
		platform: 'node',
		write: false,
	}).outputFiles[0]?.text;
	const lines = (text = '', ...more: string[]): string[] => {
		const { stdout, status } = spawnSync(process.execPath, [...more, '--input-type=module'], {
			input: text,
			encoding: 'utf8',
		});
		const shown = stdout.split('\n').filter((line) => /^[✔✖﹣ℹ] /u.test(line) && !line.includes('failing tests'));
		// Node lists failed tests again at the end.
		return [`exit ${status}`, ...new Set(shown.map((line) => line.replace(/\d+\.\d+/g, '0')))];
	};
	uvu.equal(lines(own), lines(`import test from 'node:test';${code}`, '--test-reporter=spec'));
});

test.run();
