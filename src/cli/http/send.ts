/**
 * Bytes to a client: content coding, conditions, ranges, HEAD. The one place that writes a response with content;
 * knows neither files nor routes.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { judge, rangeApplies } from './conditions.ts';
import { compressible } from './content-type.ts';
import { type Compress, negotiate } from './encoding.ts';
import { type ByteRange, parseRanges } from './range.ts';

export interface Reply {
	bytes: Uint8Array;
	/** The whole Content-Type, charset included. */
	type: string;
	/** Default 200. Conditions and ranges are only looked at for 200 (RFC 9110 section 13.2.1). */
	status?: number;
	/** A hash of the bytes, without quotes; made here where it is absent. */
	etag?: string;
	/** Time of the last change in milliseconds; without it no Last-Modified. */
	modified?: number;
	/** Default `no-cache`: keep it, but ask every time. */
	cacheControl?: string;
	/** More headers; they outrank all others but Vary, which is joined. Names and values must be valid. */
	headers?: Record<string, string>;
	/** Without it the bytes go out as they are. */
	compress?: Compress;
}

/** What is sent after the coding is chosen. `tag` is the entity tag with quotes; each coding has its own. */
interface Representation {
	bytes: Uint8Array;
	tag: string;
	encoding?: string;
}

/** Answers `request` with `reply`. Resolves once the answer is handed over; throws only where a header is invalid. */
export async function sendBytes(response: ServerResponse, request: IncomingMessage, reply: Reply): Promise<void> {
	const status = reply.status ?? 200;
	// A HEAD has no ranges (section 14.2); ranges are cut from the plain bytes, the form a client can put together.
	const range = status === 200 && request.method === 'GET' ? request.headers.range : undefined;
	const chosen = await represent(request, reply, range !== undefined);
	setHeaders(response, reply);
	if (status !== 200) return finish(response, { status, chosen, type: reply.type });

	const validators = { etag: chosen.tag, modified: reply.modified };
	response.setHeader('ETag', chosen.tag);
	if (reply.modified !== undefined) response.setHeader('Last-Modified', new Date(reply.modified).toUTCString());
	const verdict = judge(request.headers, validators);
	if (verdict !== 'send') return empty(response, verdict === 'not-modified' ? 304 : 412);

	response.setHeader('Accept-Ranges', 'bytes');
	const ifRange = request.headers['if-range'];
	const applies = range !== undefined && rangeApplies(typeof ifRange === 'string' ? ifRange : undefined, validators);
	const ranges = applies ? parseRanges(range, chosen.bytes.length) : undefined;
	if (ranges === undefined) return finish(response, { status, chosen, type: reply.type });
	sendRanges(response, ranges, { bytes: chosen.bytes, type: reply.type });
}

/** A few words as plain text, never cached: refusals, hints, failures. `text` must not repeat what the client sent. */
export function sendText(
	response: ServerResponse,
	request: IncomingMessage,
	{ status, text, headers }: { status: number; text: string; headers?: Record<string, string> },
): Promise<void> {
	const type = 'text/plain; charset=utf-8';
	return sendBytes(response, request, {
		bytes: Buffer.from(`${text}\n`),
		type,
		status,
		cacheControl: 'no-store',
		headers,
	});
}

/** A short strong hash for an entity tag. */
export function hashBytes(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

async function represent(request: IncomingMessage, reply: Reply, plain: boolean): Promise<Representation> {
	const etag = reply.etag ?? hashBytes(reply.bytes);
	const identity = { bytes: reply.bytes, tag: `"${etag}"` };
	if (reply.compress === undefined || plain || !compressible(reply.type)) return identity;
	const encoding = negotiate(request.headers['accept-encoding']?.toString());
	if (encoding === 'identity') return identity;
	const bytes = await reply.compress(reply.bytes, etag, encoding);
	return bytes === undefined ? identity : { bytes, tag: `"${etag}-${encoding}"`, encoding };
}

function setHeaders(response: ServerResponse, reply: Reply): void {
	response.setHeader('Cache-Control', reply.cacheControl ?? 'no-cache');
	response.setHeader('X-Content-Type-Options', 'nosniff');
	// Other sites must not read pages by embedding them as scripts, styles or images.
	response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
	for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
	if (reply.compress === undefined || !compressible(reply.type)) return;
	const vary = response.getHeader('Vary');
	response.setHeader('Vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
}

function finish(
	response: ServerResponse,
	{ status, chosen, type }: { status: number; chosen: Representation; type: string },
): void {
	response.statusCode = status;
	if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', type);
	if (chosen.encoding !== undefined) response.setHeader('Content-Encoding', chosen.encoding);
	response.setHeader('Content-Length', chosen.bytes.length);
	// For HEAD Node leaves the content out.
	response.end(chosen.bytes);
}

function empty(response: ServerResponse, status: 304 | 412): void {
	response.statusCode = status;
	response.removeHeader('Content-Type');
	response.end();
}

function sendRanges(
	response: ServerResponse,
	ranges: ByteRange[],
	{ bytes, type: given }: { bytes: Uint8Array; type: string },
): void {
	const type = response.getHeader('Content-Type')?.toString() ?? given;
	const [only] = ranges;
	if (only === undefined) {
		response.statusCode = 416;
		response.setHeader('Content-Range', `bytes */${bytes.length}`);
		response.removeHeader('Content-Type');
		response.end();
		return;
	}
	response.statusCode = 206;
	const place = (range: ByteRange): string => `bytes ${range.first}-${range.last}/${bytes.length}`;
	const cut = (range: ByteRange): Uint8Array => bytes.subarray(range.first, range.last + 1);
	if (ranges.length === 1) {
		response.setHeader('Content-Type', type);
		response.setHeader('Content-Range', place(only));
		response.setHeader('Content-Length', only.last - only.first + 1);
		response.end(cut(only));
		return;
	}
	const boundary = randomUUID();
	const head = (range: ByteRange): string =>
		`--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: ${place(range)}\r\n\r\n`;
	const parts = ranges.flatMap((range) => [Buffer.from(head(range)), cut(range), Buffer.from('\r\n')]);
	const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
	response.setHeader('Content-Type', `multipart/byteranges; boundary=${boundary}`);
	response.setHeader('Content-Length', body.length);
	response.end(body);
}
