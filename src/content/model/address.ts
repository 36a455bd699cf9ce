/** URLs as authors write them. */

/** Decodes percent-encoding; undefined if it is malformed. */
export function decoded(text: string, decode = decodeURIComponent): string | undefined {
	try {
		return decode(text);
	} catch {
		return undefined;
	}
}

/** Decodes percent-encoding; returns a malformed text unchanged. */
export function decodedOrSame(text: string, decode = decodeURIComponent): string {
	return decoded(text, decode) ?? text;
}

/** `pathname:///x` is a path on this host served by something else; it is not link-checked. */
const PROTOCOL = 'pathname://';

/** The browser's path for a `pathname://` URL; undefined for all other URLs. */
export function hostPath(written: string, baseUrl: string): string | undefined {
	return written.startsWith(PROTOCOL) ? baseUrl + written.slice(PROTOCOL.length).replace(/^\/+/, '') : undefined;
}

/** The browser's paths of all `pathname://` URLs in plain data, such as a configuration. */
export function hostPathsIn(data: unknown, baseUrl: string): string[] {
	const found = JSON.stringify(data ?? null).matchAll(new RegExp(`"(${PROTOCOL}[^"\\\\]*)"`, 'g'));
	return [...found].flatMap(([, written = '']) => hostPath(written, baseUrl) ?? []);
}
