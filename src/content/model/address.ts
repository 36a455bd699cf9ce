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

/** Whether a browser may run code from the URL. `media` allows images, video, audio and fonts in `data:`. */
export function runsScript(address: string, media: boolean): boolean {
	if (!address.includes(':')) return false;
	// Browsers ignore control characters and white space in the scheme.
	const plain = address
		.slice(0, 200)
		.replace(/[\s\p{Cc}]/gu, '')
		.toLowerCase();
	if (/^(?:javascript|vbscript|livescript):/.test(plain)) return true;
	if (!plain.startsWith('data:')) return false;
	return !(media ? /^data:(?:image|video|audio|font)\//.test(plain) : /^data:image\/(?!svg)/.test(plain));
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
