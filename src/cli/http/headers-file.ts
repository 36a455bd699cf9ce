/**
 * The `_headers` file of a build, in the format that Netlify and Cloudflare Pages read: an address pattern per
 * paragraph, indented `Name: value` lines under it, `*` for any characters, `#` comments, `! Name` takes a header away.
 */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { decodePath } from './address.ts';

interface Rule {
	/** The pattern cut at its stars. */
	parts: string[];
	lines: ({ kind: 'set'; name: string; value: string } | { kind: 'remove'; name: string })[];
}

/** Rules in the order of the file; those without a star are found by address, as a site may have one per page. */
export interface HeaderRules {
	exact: Map<string, { order: number; rule: Rule }[]>;
	patterns: { order: number; rule: Rule }[];
}

/** What the server answers for itself, or must never say: no page of another site is to read this server. */
const OURS = new Set(
	`accept-ranges access-control-allow-origin age allow connection content-encoding content-length content-range date
	etag keep-alive last-modified location server set-cookie trailer transfer-encoding upgrade`.split(/\s+/),
);

/** Reads a `_headers` file. Never fails: lines that make no sense are left out, as the hosts do. */
export function parseHeaders(text: string): HeaderRules {
	const rules: HeaderRules = { exact: new Map(), patterns: [] };
	let current: Rule | undefined;
	let order = 0;
	for (const line of text.split(/\r\n|\r|\n/)) {
		const content = line.trim();
		if (content === '' || content.startsWith('#')) continue;
		if (/^\s/.test(line)) {
			const read = parseLine(content);
			if (read !== undefined) current?.lines.push(read);
			continue;
		}
		const pattern = decodePath(content);
		current = { parts: pattern.split('*'), lines: [] };
		if (pattern.includes('*')) rules.patterns.push({ order, rule: current });
		else {
			const known = rules.exact.get(pattern) ?? [];
			rules.exact.set(pattern, [...known, { order, rule: current }]);
		}
		order++;
	}
	return rules;
}

function parseLine(content: string): Rule['lines'][number] | undefined {
	if (content.startsWith('!')) return { kind: 'remove', name: content.slice(1).trim().toLowerCase() };
	const colon = content.indexOf(':');
	const name = content.slice(0, Math.max(colon, 0)).trim().toLowerCase();
	const value = content.slice(colon + 1).trim();
	return OURS.has(name) || !isHeader(name, value) ? undefined : { kind: 'set', name, value };
}

function isHeader(name: string, value: string): boolean {
	try {
		validateHeaderName(name);
		validateHeaderValue(name, value);
		return true;
	} catch {
		return false;
	}
}

/**
 * The headers for a decoded path (with base URL), names in lower case. All rules that match apply in the order of the
 * file; values of a header given twice are joined by a comma. A rule for a page holds for all its spellings (B-005).
 */
export function matchHeaders(rules: HeaderRules, path: string): Record<string, string> {
	const spellings = new Set([path, path.replace(/(\/index)?\.html$|(?<=.)\/$/, '') || '/']);
	const found = new Set(rules.patterns.filter(({ rule }) => [...spellings].some((text) => fits(rule.parts, text))));
	for (const spelling of spellings) for (const entry of rules.exact.get(spelling) ?? []) found.add(entry);
	const headers = new Map<string, string>();
	for (const { rule } of [...found].sort((a, b) => a.order - b.order)) {
		for (const line of rule.lines) {
			const known = headers.get(line.name);
			if (line.kind === 'remove') headers.delete(line.name);
			else headers.set(line.name, known === undefined ? line.value : `${known}, ${line.value}`);
		}
	}
	return Object.fromEntries(headers);
}

/** Does `text` consist of `parts` with anything between them? Leftmost fits suffice, so this is linear. */
function fits(parts: string[], text: string): boolean {
	const first = parts[0] ?? '';
	const last = parts.at(-1) ?? '';
	if (!text.startsWith(first)) return false;
	let at = first.length;
	for (const part of parts.slice(1, -1)) {
		const next = text.indexOf(part, at);
		if (next < 0) return false;
		at = next + part.length;
	}
	return text.length - last.length >= at && text.endsWith(last);
}
