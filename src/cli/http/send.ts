/**
 * Bytes to a client: type, content coding, conditions, one range, HEAD. The one place that writes a response with
 * content; knows neither files nor routes.
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
	/** A hash of the bytes, without quotes; made here where it is absent. */
	etag?: string;
	/** Time of the last change in milliseconds; without it no Last-Modified. */
	modified?: number;
	/** Default `no-cache`: keep it, but ask every time. */
	cacheControl?: string;
	/** More headers; they outrank all others but Vary, which is joined. Names and values must be valid. */
	headers?: Record<string, string>;
	/** Whether text may be compressed. */
	compress?: boolean;
}

/** Types that mrmime names differently or not at all. */
const TYPES: Record<string, string> = { ico: 'image/x-icon', jsonl: 'application/jsonl', xml: 'application/xml' };

/** The Content-Type of an output file by its extension, in any case; an unknown one is only good for download. */
export function contentType(file: string): string {
	const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
	const type: unknown = Object.hasOwn(TYPES, extension) ? TYPES[extension] : lookup(extension);
	if (typeof type !== 'string') return 'application/octet-stream';
	return /^text\/|json|xml/.test(type) ? `${type}; charset=utf-8` : type;
}

/** Text, and the formats that are not packed already. */
export function compressible(type: string): boolean {
	return /;\s*charset=|^text\/|^application\/wasm|^font\/[ot]tf/i.test(type);
}

/** Answers `request` with `reply`. Resolves when the response is handed over; throws only where a header is invalid. */
export async function sendBytes(response: ServerResponse, request: IncomingMessage, reply: Reply): Promise<void> {
	const { bytes, status = 200 } = reply;
	// HEAD has no ranges (section 14.2). A range is cut from the plain bytes, the form that a client can join.
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
	const body = coding === undefined ? bytes : await PACK[coding](bytes);
	response.statusCode = status;
	if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', reply.type);
	if (coding !== undefined) response.setHeader('Content-Encoding', coding);
	response.setHeader('Content-Length', body.length);
	// For HEAD, Node leaves the content out.
	response.end(body);
}

/** A few words as plain text, never cached: refusals, hints, failures. `text` must not repeat what the client sent. */
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

/** Below this many bytes a compressed text is rarely shorter once its header is counted. */
const WORTH_IT = 256;
const PACK = {
	// Quality 5 takes about as long as gzip and is smaller; 11 would keep the reader waiting for seconds.
	br: (bytes: Uint8Array): Promise<Uint8Array> =>
		promisify(brotliCompress)(bytes, {
			params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
		}),
	gzip: (bytes: Uint8Array): Promise<Uint8Array> => promisify(gzip)(bytes, { level: 7 }),
};

/** The coding that the client likes best, where compressing is allowed and worth it; the smaller one if equal. */
function codingFor(request: IncomingMessage, { bytes, type, compress }: Reply): keyof typeof PACK | undefined {
	if (!compress || bytes.length < WORTH_IT || !compressible(type)) return undefined;
	const [best] = new Negotiator(request).encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
	return best === 'br' || best === 'gzip' ? best : undefined;
}

function setHeaders(
	response: ServerResponse,
	{ type, cacheControl = 'no-cache', headers = {}, compress }: Reply,
): void {
	response.setHeader('Cache-Control', cacheControl);
	response.setHeader('X-Content-Type-Options', 'nosniff');
	// Other sites must not read pages by embedding them as scripts, styles or images.
	response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	if (!compress || !compressible(type)) return;
	const vary = response.getHeader('Vary');
	response.setHeader('Vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
}

/** Conditions of GET and HEAD in the order of section 13.2.2; a date that cannot be read is never reached. */
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

/** Whether If-Range names this representation. Two versions can share a date that is under a second old. */
function isCurrent(ifRange: string | undefined, etag: string, modified = NaN): boolean {
	if (ifRange === undefined || ifRange === etag) return true;
	return Date.parse(ifRange) === modified && Date.now() - modified > 1000;
}

/** First and last byte of a single range. Several ranges, or no valid one, get the whole (section 14.2 allows it). */
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
