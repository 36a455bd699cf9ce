/**
 * Sends bytes to a client: type, content coding, conditions, one range, HEAD. The only place that writes a response
 * with content; knows neither files nor routes.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lookup } from 'mrmime';
import Negotiator from 'negotiator';

export interface Reply {
	bytes: Uint8Array;
	/** The whole Content-Type, charset included. */
	type: string;
	/** Default 200. Conditions and ranges apply to 200 only (RFC 9110 section 13.2.1). */
	status?: number;
	/** A hash of the bytes, without quotes; computed by default. */
	etag?: string;
	/** Time of the last change in milliseconds; omit it to send no Last-Modified. */
	modified?: number;
	/** Default `no-cache`: clients may store it, but must revalidate. */
	cacheControl?: string;
	/** More headers; they override all others except Vary, which is joined. Names and values must be valid. */
	headers?: Record<string, string>;
	/** Whether text may be compressed. */
	compress?: boolean;
}

/** Types that mrmime lacks or names differently. */
const TYPES: Record<string, string> = { ico: 'image/x-icon', jsonl: 'application/jsonl', xml: 'application/xml' };

/** The Content-Type of an output file by its extension, in any case; browsers download unknown types. */
export function contentType(file: string): string {
	const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
	const type: unknown = Object.hasOwn(TYPES, extension) ? TYPES[extension] : lookup(extension);
	if (typeof type !== 'string') return 'application/octet-stream';
	return /^text\/|json|xml/.test(type) ? `${type}; charset=utf-8` : type;
}

/** Text, and binary formats that are not compressed already. */
export function compressible(type: string): boolean {
	return /;\s*charset=|^text\/|^application\/wasm|^font\/[ot]tf/i.test(type);
}

/** Sends `reply` to `request`. Resolves when the response is passed to Node; throws only if a header is invalid. */
export async function sendBytes(response: ServerResponse, request: IncomingMessage, reply: Reply): Promise<void> {
	const { bytes, status = 200 } = reply;
	// HEAD has no ranges (section 14.2). A range is cut from uncompressed bytes, so that a client can join the parts.
	const range = status === 200 && request.method === 'GET' ? request.headers.range : undefined;
	const coding = range === undefined ? codingFor(request, reply) : undefined;
	setHeaders(response, reply);
	if (status === 200) {
		const etag = `"${reply.etag ?? hashBytes(bytes)}${coding === undefined ? '' : `-${coding}`}"`;
		// HTTP dates have no milliseconds.
		const modified = reply.modified && Math.floor(reply.modified / 1000) * 1000;
		response.setHeader('ETag', etag);
		if (modified !== undefined) response.setHeader('Last-Modified', new Date(modified).toUTCString());
		const verdict = judge(request.headers, etag, modified);
		if (verdict !== 200) return end(response, verdict);
		response.setHeader('Accept-Ranges', 'bytes');
		if (range !== undefined && isCurrent(request.headers['if-range']?.toString(), etag, modified)) {
			const [first, last] = parseRange(range, bytes.length) ?? [];
			if (first !== undefined && last !== undefined) return sendRange(response, reply, first, last);
		}
	}
	const body = coding === undefined ? bytes : await COMPRESS[coding](bytes);
	response.statusCode = status;
	if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', reply.type);
	if (coding !== undefined) response.setHeader('Content-Encoding', coding);
	response.setHeader('Content-Length', body.length);
	// Node omits the content for HEAD.
	response.end(body);
}

/** A short plain-text response, never cached: refusals, hints, failures. `text` must not echo the request. */
export function sendText(
	response: ServerResponse,
	request: IncomingMessage,
	{ status, text, headers }: { status: number; text: string; headers?: Record<string, string> },
): Promise<void> {
	const type = 'text/plain; charset=utf-8';
	const bytes = Buffer.from(`${text}\n`);
	return sendBytes(response, request, { bytes, type, status, cacheControl: 'no-store', headers });
}

/** A short strong hash for an entity tag. */
function hashBytes(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/** Below this many bytes, compression rarely makes a response shorter. */
const MIN_COMPRESS_BYTES = 256;
const COMPRESS = {
	// Quality 5 takes about as long as gzip and is smaller; 11 would take seconds.
	br: (bytes: Uint8Array): Promise<Uint8Array> =>
		promisify(brotliCompress)(bytes, {
			params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
		}),
	gzip: (bytes: Uint8Array): Promise<Uint8Array> => promisify(gzip)(bytes, { level: 7 }),
};

/** The coding that the client prefers, if compression is allowed and useful; Brotli if it likes both equally. */
function codingFor(request: IncomingMessage, { bytes, type, compress }: Reply): keyof typeof COMPRESS | undefined {
	if (!compress || bytes.length < MIN_COMPRESS_BYTES || !compressible(type)) return undefined;
	const [best] = new Negotiator(request).encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
	return best === 'br' || best === 'gzip' ? best : undefined;
}

function setHeaders(
	response: ServerResponse,
	{ type, cacheControl = 'no-cache', headers = {}, compress }: Reply,
): void {
	response.setHeader('Cache-Control', cacheControl);
	response.setHeader('X-Content-Type-Options', 'nosniff');
	// Prevents other sites from embedding pages as scripts, styles or images.
	response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	if (!compress || !compressible(type)) return;
	const vary = response.getHeader('Vary');
	response.setHeader('Vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
}

/** Conditions of GET and HEAD in the order of section 13.2.2; an invalid date is NaN and never matches. */
function judge(headers: IncomingHttpHeaders, etag: string, modified = NaN): 200 | 304 | 412 {
	const names = (list: string, form: (tag: string) => string): boolean =>
		list.split(',').some((tag) => tag.trim() === '*' || form(tag.trim()) === etag);
	const { 'if-match': match, 'if-none-match': noneMatch } = headers;
	if (match !== undefined) {
		if (!names(match, (tag) => tag)) return 412;
	} else if (modified > Date.parse(headers['if-unmodified-since'] ?? '')) return 412;
	const isFresh =
		noneMatch === undefined
			? modified <= Date.parse(headers['if-modified-since'] ?? '')
			: names(noneMatch, (tag) => tag.replace(/^W\//, ''));
	return isFresh ? 304 : 200;
}

/** Whether If-Range names this representation. A date less than a second old is ambiguous: two versions can share it. */
function isCurrent(ifRange: string | undefined, etag: string, modified = NaN): boolean {
	if (ifRange === undefined || ifRange === etag) return true;
	return Date.parse(ifRange) === modified && Date.now() - modified > 1000;
}

/** First and last byte of a single range. Undefined means the whole (section 14.2): several ranges, or no valid one. */
function parseRange(header: string, size: number): [number, number] | undefined {
	const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
	if (!first && !last) return undefined;
	if (!first) return [Math.max(0, size - Number(last)), size - 1];
	if (last && Number(last) < Number(first)) return undefined;
	return [Number(first), Math.min(last ? Number(last) : Infinity, size - 1)];
}

function sendRange(response: ServerResponse, { bytes, type }: Reply, first: number, last: number): void {
	if (first > last) {
		response.setHeader('Content-Range', `bytes */${bytes.length}`);
		end(response, 416);
		return;
	}
	response.statusCode = 206;
	if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', type);
	response.setHeader('Content-Range', `bytes ${first}-${last}/${bytes.length}`);
	response.setHeader('Content-Length', last - first + 1);
	response.end(bytes.subarray(first, last + 1));
}

function end(response: ServerResponse, status: 304 | 412 | 416): void {
	response.statusCode = status;
	response.removeHeader('Content-Type');
	response.end();
}
