/** Addresses as authors write them. */

/** A text without percent-encoding; undefined where that is malformed. */
export function decoded(text: string, decode = decodeURIComponent): string | undefined {
	try {
		return decode(text);
	} catch {
		return undefined;
	}
}

/** A text without percent-encoding; a malformed one as it is. */
export function decodedOrSame(text: string, decode = decodeURIComponent): string {
	return decoded(text, decode) ?? text;
}

/** `pathname:///x` is a path of the host that another program answers: no check looks for it. */
const PROTOCOL = 'pathname://';

/** The path that such an address has in the browser; undefined for all other addresses. */
export function beyondSite(written: string, baseUrl: string): string | undefined {
	return written.startsWith(PROTOCOL) ? baseUrl + written.slice(PROTOCOL.length).replace(/^\/+/, '') : undefined;
}

/** Those paths that plain data, such as a configuration, names anywhere in it. */
export function beyondIn(data: unknown, baseUrl: string): string[] {
	const found = JSON.stringify(data ?? null).matchAll(new RegExp(`"(${PROTOCOL}[^"\\\\]*)"`, 'g'));
	return [...found].flatMap(([, written = '']) => beyondSite(written, baseUrl) ?? []);
}
