/** The part of `node:crypto` that needs no key of the machine, no certificate and no cipher. */
import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { scrypt as derive } from '@noble/hashes/scrypt.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { type Buffer, bufferOf, type Hashed, viewOf } from './buffer.ts';
import { lacking } from './lacking.ts';

interface State {
	update(bytes: Uint8Array): unknown;
	digest(): Uint8Array;
}

interface Digest {
	update(data: Hashed, encoding?: string): Digest;
	digest(encoding?: string): Buffer | string;
}

const HASHES = { md5, sha1, sha224, sha256, sha384, sha512 };
/** Browsers give at most this many random bytes at once. */
const MOST_BYTES = 65_536;
/** Node's limit for `scrypt`. */
const MOST_MEMORY = 32 * 1024 * 1024;

function hashNamed(name: string): typeof sha256 {
	const found = Object.entries(HASHES).find(([one]) => one === name.toLowerCase().replace('-', ''));
	if (found) return found[1] as typeof sha256;
	throw new Error(`node:crypto in the sandbox has no hash ${name}, only ${Object.keys(HASHES).join(', ')}`);
}

function digestOf(name: string, state: State): Digest {
	const whole: Digest = lacking(name, {
		update(data, encoding) {
			state.update(viewOf(data, encoding));
			return whole;
		},
		digest(encoding) {
			const digest = bufferOf(state.digest());
			return encoding === undefined ? digest : digest.toString(encoding);
		},
	});
	return whole;
}

function randomBytes(size: number): Buffer {
	const bytes = bufferOf({ length: size });
	for (let at = 0; at < size; at += MOST_BYTES) crypto.getRandomValues(bytes.subarray(at, at + MOST_BYTES));
	return bytes;
}

/** From `min`, or 0, up to `max`, which it never is. */
function randomInt(min: number, max?: number): number {
	const [low, high] = max === undefined ? [0, min] : [min, max];
	const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2));
	return low + Math.floor(((first * 2 ** 21 + (second >>> 11)) / 2 ** 53) * (high - low));
}

function timingSafeEqual(a: ArrayBufferView, b: ArrayBufferView): boolean {
	const [one, other] = [viewOf(a), viewOf(b)];
	const code = 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH';
	if (one.length !== other.length)
		throw Object.assign(new RangeError('Input buffers must have the same byte length'), { code });
	let difference = 0;
	for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
	return difference === 0;
}

interface ScryptOptions {
	N?: number;
	cost?: number;
	r?: number;
	blockSize?: number;
	p?: number;
	parallelization?: number;
	maxmem?: number;
}

function scryptSync(password: Hashed, salt: Hashed, length: number, options: ScryptOptions = {}): Buffer {
	const { N = options.cost ?? 16_384, r = options.blockSize ?? 8, p = options.parallelization ?? 1 } = options;
	const settings = { N, r, p, dkLen: length, maxmem: options.maxmem ?? MOST_MEMORY };
	return bufferOf(derive(viewOf(password), viewOf(salt), settings));
}

export default lacking('node:crypto', {
	createHash: (name: string): Digest => digestOf('A hash', hashNamed(name).create()),
	createHmac: (name: string, key: Hashed): Digest => digestOf('An HMAC', hmac.create(hashNamed(name), viewOf(key))),
	randomBytes,
	randomInt,
	randomUUID: (): string => crypto.randomUUID(),
	scryptSync,
	timingSafeEqual,
});
