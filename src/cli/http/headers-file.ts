/**
 * The `_headers` file of a build, in the format that Netlify and Cloudflare Pages read: one URL pattern per paragraph,
 * indented `Name: value` lines below it, `*` for any characters, `#` for comments, `! Name` to remove a header.
 */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { decodedOrSame } from '../../content/model/address.ts';

interface HeaderRule {
	/** The pattern, split at its stars. */
	parts: string[];
	/** Without a value: remove the header. */
	lines: { name: string; value?: string }[];
}

/** Headers that the server sets itself or must never send, so that pages of other sites cannot read this server. */
const OURS = new Set(
	`accept-ranges access-control-allow-origin age allow connection content-encoding content-length content-range date
	etag keep-alive last-modified location server set-cookie trailer transfer-encoding upgrade`.split(/\s+/),
);

/** Reads a `_headers` file. Never fails: skips invalid lines, as the hosts do. */
export function parseHeaders(text: string): HeaderRule[] {
	const rules: HeaderRule[] = [];
	for (const line of text.split(/\r\n|\r|\n/)) {
		const content = line.trim();
		if (content === '' || content.startsWith('#')) continue;
		if (/^\s/.test(line)) rules.at(-1)?.lines.push(...parseLine(content));
		else rules.push({ parts: decodedOrSame(content).split('*'), lines: [] });
	}
	return rules;
}

function parseLine(content: string): HeaderRule['lines'] {
	if (content.startsWith('!')) return [{ name: content.slice(1).trim().toLowerCase() }];
	const colon = content.indexOf(':');
	const name = content.slice(0, Math.max(colon, 0)).trim().toLowerCase();
	const value = content.slice(colon + 1).trim();
	try {
		validateHeaderName(name);
		validateHeaderValue(name, value);
	} catch {
		// Hosts skip a line that is no header as well.
		return [];
	}
	return OURS.has(name) ? [] : [{ name, value }];
}

/**
 * The headers for a decoded path (with base URL), names in lower case. All matching rules apply, in the order of the
 * file; repeated values of a header are joined by a comma. A rule for a page applies to all its spellings (B-005).
 */
export function matchHeaders(rules: HeaderRule[], path: string): Record<string, string> {
	const spellings = [path, path.replace(/(\/index)?\.html$|(?<=.)\/$/, '') || '/'];
	const headers = new Map<string, string>();
	for (const { parts, lines } of rules) {
		if (!spellings.some((spelling) => fits(parts, spelling))) continue;
		for (const { name, value } of lines) {
			const known = headers.get(name);
			if (value === undefined) headers.delete(name);
			else headers.set(name, known === undefined ? value : `${known}, ${value}`);
		}
	}
	return Object.fromEntries(headers);
}

/** Whether `text` consists of `parts` with any text between them. Leftmost matches suffice, so this is linear. */
function fits([first = '', ...parts]: string[], text: string): boolean {
	const last = parts.pop();
	if (last === undefined) return text === first;
	if (!text.startsWith(first)) return false;
	let at = first.length;
	for (const part of parts) {
		const next = text.indexOf(part, at);
		if (next < 0) return false;
		at = next + part.length;
	}
	return text.length - last.length >= at && text.endsWith(last);
}
