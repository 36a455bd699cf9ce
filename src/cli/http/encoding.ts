/** Which content coding a client gets, and the compressed bytes, made once. RFC 9110 section 12.5.3. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createBoundedCache } from './bounded-cache.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Ours, best first: at equal weight the smaller result wins. */
const PREFERENCE: Encoding[] = ['br', 'gzip', 'identity'];
/** Weight of `identity` where the client does not name it: allowed, but behind everything that it does name. */
const UNNAMED = 0.0001;

/** The coding that `Accept-Encoding` likes best; `identity` where it is absent or forbids everything. */
export function negotiate(header: string | undefined): Encoding {
	const weights = new Map<string, number>();
	for (const part of (header ?? '').split(',')) {
		const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
		if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, weight(parameters));
	}
	const rest = weights.get('*');
	const weigh = (encoding: Encoding): number =>
		weights.get(encoding) ?? rest ?? (encoding === 'identity' ? UNNAMED : 0);
	let best: Encoding = 'identity';
	for (const encoding of PREFERENCE.toReversed()) if (weigh(encoding) >= weigh(best)) best = encoding;
	return weigh(best) > 0 ? best : 'identity';
}

/** The q parameter as a number from 0 to 1; what is malformed counts as a refusal. */
function weight(parameters: string[]): number {
	const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
	if (q === undefined) return 1;
	const [, value] = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(q) ?? [];
	return value === undefined ? 0 : Number(value);
}

/** Compresses `bytes`, remembered by `etag` (a hash of the bytes); undefined where that would not save anything. */
export type Compress = (
	bytes: Uint8Array,
	etag: string,
	encoding: Exclude<Encoding, 'identity'>,
) => Promise<Uint8Array | undefined>;

/** Below this a compressed text is rarely shorter once its header is counted. */
const WORTH_IT = 256;
const pack = {
	gzip: (bytes: Uint8Array): Promise<Uint8Array> => promisify(gzip)(bytes, { level: 7 }),
	// Quality 5 takes about as long as gzip and is smaller; 11 would keep the first reader waiting for seconds.
	br: (bytes: Uint8Array): Promise<Uint8Array> =>
		promisify(brotliCompress)(bytes, {
			params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
		}),
};

/** Keyed by content, so a result can never be stale; `limit` in bytes. Work under way is shared, not repeated. */
export function createCompress(limit = 64 * 2 ** 20): Compress {
	const cache = createBoundedCache<Promise<Uint8Array | undefined>>(limit);
	return (bytes, etag, encoding) => {
		if (bytes.length < WORTH_IT) return Promise.resolve(undefined);
		const key = `${etag}-${encoding}`;
		const known = cache.get(key);
		if (known !== undefined) return known;
		const made = pack[encoding](bytes).then((packed) => (packed.length < bytes.length ? packed : undefined));
		// The result's size is not known yet; it is at most that of the input.
		cache.set(key, made, bytes.length);
		made.catch(() => cache.delete(key));
		return made;
	};
}
