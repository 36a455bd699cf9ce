/** Conditional requests, RFC 9110 section 13: is the client's copy still good? */
import type { IncomingHttpHeaders } from 'node:http';

/** What identifies a representation: a strong entity tag with its quotes, and the time of change in milliseconds. */
export interface Validators {
	etag: string;
	modified?: number;
}

export type Verdict = 'send' | 'not-modified' | 'precondition-failed';

/** The verdict for GET and HEAD, in the order that section 13.2.2 prescribes. */
export function judge(headers: IncomingHttpHeaders, validators: Validators): Verdict {
	const changedSince = (date: string | undefined): boolean | undefined => {
		const since = parseHttpDate(date);
		if (since === undefined || validators.modified === undefined) return undefined;
		return wholeSeconds(validators.modified) > since;
	};
	if (headers['if-match'] !== undefined) {
		if (!lists(headers['if-match'], validators.etag, 'strong')) return 'precondition-failed';
	} else if (changedSince(headers['if-unmodified-since'])) return 'precondition-failed';

	if (headers['if-none-match'] !== undefined) {
		return lists(headers['if-none-match'], validators.etag, 'weak') ? 'not-modified' : 'send';
	}
	return changedSince(headers['if-modified-since']) === false ? 'not-modified' : 'send';
}

/**
 * Whether a Range may be honoured: no If-Range, or one that names exactly this representation. A date counts only
 * when the file had a second to settle, or two versions could share it (section 8.8.2.2).
 */
export function rangeApplies(ifRange: string | undefined, validators: Validators, now = Date.now()): boolean {
	if (ifRange === undefined) return true;
	if (ifRange.includes('"')) return ifRange.trim() === validators.etag;
	if (validators.modified === undefined || now - validators.modified < 1000) return false;
	return parseHttpDate(ifRange) === wholeSeconds(validators.modified);
}

/** Does a list of entity tags (or `*`) name `etag`? A weak tag matches only where weak comparison is asked for. */
function lists(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
	if (header.trim() === '*') return true;
	for (const [, weak, tag] of header.matchAll(/(W\/)?("[^"]*")/g)) {
		if (tag === etag && (comparison === 'weak' || weak === undefined)) return true;
	}
	return false;
}

/** HTTP dates have no milliseconds. */
function wholeSeconds(milliseconds: number): number {
	return Math.floor(milliseconds / 1000) * 1000;
}

const CLOCK = String.raw`\d{2}:\d{2}:\d{2}`;
const MODERN = new RegExp(String.raw`^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} ${CLOCK} GMT$`);
const RFC850 = new RegExp(String.raw`^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} ${CLOCK} GMT$`);
const ASCTIME = new RegExp(String.raw`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${CLOCK} \d{4}$`);

/** One of the three date formats of section 5.6.7 in milliseconds; anything else is no date. */
export function parseHttpDate(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const date = text.trim();
	const zoned = ASCTIME.test(date) ? `${date} GMT` : date;
	if (zoned === date && !MODERN.test(date) && !RFC850.test(date)) return undefined;
	const time = Date.parse(zoned);
	return Number.isNaN(time) ? undefined : time;
}
