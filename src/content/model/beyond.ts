/** `pathname:///x`: a path of the host where something else than this site answers. Nobody looks whether it is there. */

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
