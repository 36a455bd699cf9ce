/**
 * Sends bytes to a client with what browsers ask for: type, compression, an entity tag, one range, HEAD. The only place
 * that writes a response with content; knows neither files nor routes.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { lookup } from 'mrmime';

export interface HttpReply {
	bytes: Uint8Array;
	/** The whole Content-Type, charset included. */
	type: string;
	/** Default 200. Conditions and ranges apply to 200 only (RFC 9110 section 13.2.1). */
	status?: number;
	/** Default `no-cache`: clients may store it, but must revalidate. */
	cacheControl?: string;
	/** More headers; they override all others except Vary, which is joined. Names and values must be valid. */
	headers?: Record<string, string>;
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
export async function sendBytes(response: ServerResponse, request: IncomingMessage, reply: HttpReply): Promise<void> {
	const { bytes, status = 200 } = reply;
	const { range, 'if-range': ifRange, 'if-none-match': known } = request.headers;
	// HEAD has no ranges (section 14.2). A range is cut from uncompressed bytes, so that a client can join the parts.
	const asked = status === 200 && request.method === 'GET' ? range : undefined;
	const isPacked = asked === undefined && isCompressed(request, reply);
	setHeaders(response, reply);
	let [first, last] = [0, bytes.length - 1];
	response.statusCode = status;
	if (status === 200) {
		const etag = `"${hashBytes(bytes)}${isPacked ? '-gzip' : ''}"`;
		response.setHeader('ETag', etag);
		if (known !== undefined && names(known, etag)) {
			response.statusCode = 304;
			response.removeHeader('Content-Type');
			response.end();
			return;
		}
		response.setHeader('Accept-Ranges', 'bytes');
		const part = ifRange === undefined || ifRange === etag ? parseRange(asked ?? '', bytes.length) : undefined;
		if (part) {
			[first, last] = part;
			response.statusCode = 206;
			response.setHeader('Content-Range', `bytes ${first}-${last}/${bytes.length}`);
		}
	}
	const body = isPacked ? await promisify(gzip)(bytes, { level: 7 }) : bytes.subarray(first, last + 1);
	if (isPacked) response.setHeader('Content-Encoding', 'gzip');
	if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', reply.type);
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

/** Whether to send `reply` as gzip, which every browser accepts, also without TLS. `q=0` refuses a coding. */
function isCompressed({ headers }: IncomingMessage, { bytes, type }: HttpReply): boolean {
	const accepts = /\bgzip\b(?!\s*;\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$))/i;
	const isWorthIt = bytes.length >= MIN_COMPRESS_BYTES && compressible(type);
	return isWorthIt && accepts.test(headers['accept-encoding']?.toString() ?? '');
}

function setHeaders(response: ServerResponse, { type, cacheControl = 'no-cache', headers = {} }: HttpReply): void {
	response.setHeader('Cache-Control', cacheControl);
	response.setHeader('X-Content-Type-Options', 'nosniff');
	// Prevents other sites from embedding pages as scripts, styles or images.
	response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	// Not on pages, which share a URL with their copy: browsers would not use a page that they have prefetched.
	const isCopy = type.startsWith('text/markdown');
	const vary = [response.getHeader('Vary'), isCopy && 'Accept', compressible(type) && 'Accept-Encoding'].filter(
		Boolean,
	);
	if (vary.length > 0) response.setHeader('Vary', vary.join(', '));
}

/** Whether an If-None-Match header names a tag. */
function names(header: string, etag: string): boolean {
	return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** First and last byte of a single range. Undefined means the whole (section 14.2): none, several, or one outside. */
function parseRange(header: string, size: number): [first: number, last: number] | undefined {
	const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
	if (from === '' && to === '') return undefined;
	const [first, last] = from === '' ? [Math.max(0, size - Number(to)), size - 1] : [Number(from), Number(to || size)];
	return first <= last && first < size ? [first, Math.min(last, size - 1)] : undefined;
}
