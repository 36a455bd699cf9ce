/**
 * Allows only GET and HEAD, only host names of this machine, and only requests from pages of this server. Runs before
 * any other code sees the request.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** A plain-text response instead of a page. */
export interface RequestRefusal {
	status: 400 | 403 | 405;
	text: string;
	headers?: Record<string, string>;
}

/**
 * The Host headers (`name:port`, lower case) that a server bound to `address` accepts: its own names, the host that the
 * user asked for, and names that the user allows. Any other name may be DNS rebinding: a web page had its own name
 * resolved to this machine in order to read this server.
 */
export function allowedHosts(host: string, address: AddressInfo, more: readonly string[] = []): ReadonlySet<string> {
	const isLoopback = /^127\.|^::1$|^::ffff:127\./.test(address.address);
	const names = [
		...['localhost', '127.0.0.1', '[::1]', bracketed(host.toLowerCase())],
		...(isLoopback ? [] : [hostname().toLowerCase(), `${hostname().toLowerCase()}.local`, ...ownAddresses()]),
		...more.map((name) => name.toLowerCase()),
	];
	const withoutPort = new Set(address.port === 80 ? names : more.map((name) => name.toLowerCase()));
	return new Set([...names.map((name) => `${name}:${address.port}`), ...withoutPort]);
}

/** IP addresses under which other machines can reach this one, IPv6 in brackets. */
export function ownAddresses(): string[] {
	return Object.values(networkInterfaces()).flatMap((all = []) =>
		all.filter(({ internal }) => !internal).map(({ address }) => bracketed(address.replace(/%.*/, ''))),
	);
}

/** A host as written in a URL: IPv6 in brackets. */
export function bracketed(host: string): string {
	return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** The reason to reject `request`, or undefined. `hosts` is a result of `allowedHosts`. */
export function guard(request: IncomingMessage, hosts: ReadonlySet<string>): RequestRefusal | undefined {
	const named = request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
	if (named.length > 1) return { status: 400, text: 'More than one Host header.' };
	const host = (request.headers.host ?? '').toLowerCase();
	if (!hosts.has(host)) {
		// Never echo anything from the request.
		const text =
			'This host name is not allowed (DNS rebinding). Open the site as localhost, or allow the name with --allowed-host.';
		return { status: 403, text };
	}
	if (isForeign(request, host)) return { status: 403, text: 'Requests from pages of other sites are not allowed.' };
	if (request.method !== 'GET' && request.method !== 'HEAD') {
		return { status: 405, text: 'Only GET and HEAD are allowed.', headers: { Allow: 'GET, HEAD' } };
	}
	return undefined;
}

/** Whether a page of another origin sent it, as far as the browser reports that. Following a link here is allowed. */
function isForeign(request: IncomingMessage, host: string): boolean {
	const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
	if (origin !== undefined) return !URL.canParse(origin) || new URL(origin).host !== host.replace(/:80$/, '');
	return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate';
}
