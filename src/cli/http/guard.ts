/**
 * Allows only GET and HEAD, only host names of this machine, and only requests from pages of this server. Runs before
 * any other code sees the request.
 */
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** A plain-text response instead of a page. */
export interface RequestRefusal {
	status: 400 | 403 | 405;
	text: string;
	headers?: Record<string, string>;
}

/** Whether a server accepts a Host header, in lower case. */
export type HostRule = (header: string) => boolean;

/** A name or address as in a Host header, and the port. A port that a browser would write differently is none. */
const HOST = /^(\[[\da-f:.]+\]|[^\s:/@,[\]]+)(?::([1-9]\d{0,4}))?$/;

/**
 * The rule of a server bound to `address`: it accepts its own names, the host that the user asked for, and names that the
 * user allows. Any other name may be DNS rebinding: a web page had its own name resolved to this machine in order to read
 * this server. No name of a stranger can become `localhost`, a name below it, or an IP address, so the port doesn't
 * matter: a container or a proxy may publish another one. A name in `more` that has a port is accepted with that port.
 */
export function allowedHosts(host: string, address: AddressInfo, more: readonly string[] = []): HostRule {
	const isLoopback = /^127\.|^::1$|^::ffff:127\./.test(address.address);
	const allowed = new Set(more.map((name) => bracketed(name.toLowerCase())));
	const own = new Set([
		...['localhost', '127.0.0.1', '[::1]', bracketed(host.toLowerCase())],
		...(isLoopback ? [] : [hostname().toLowerCase(), `${hostname().toLowerCase()}.local`]),
	]);
	return (header) => {
		const [, name = ''] = HOST.exec(header) ?? [];
		if (name === '') return false;
		const isAddress = !isLoopback && isIP(name.replace(/^\[|\]$/g, '')) !== 0;
		return isAddress || own.has(name) || /^[\w-].*\.localhost$/.test(name) || allowed.has(name) || allowed.has(header);
	};
}

/** IP addresses under which other machines can reach this one, IPv6 in brackets. */
export function ownAddresses(): string[] {
	return Object.values(networkInterfaces()).flatMap((all = []) =>
		all.filter(({ internal }) => !internal).map(({ address }) => bracketed(address.replace(/%.*/, ''))),
	);
}

/** A host as written in a URL: IPv6 in brackets. */
export function bracketed(host: string): string {
	return isIP(host) === 6 ? `[${host}]` : host;
}

const UNKNOWN_HOST =
	'docsgen does not know this host name, and a stranger may have chosen it (DNS rebinding). ' +
	'Open the site as localhost, with any port, or start docsgen again with the name: --allowed-host docs.example.com';

/** The reason to reject `request`, or undefined. `isAllowed` is a result of `allowedHosts`. */
export function guard(request: IncomingMessage, isAllowed: HostRule): RequestRefusal | undefined {
	const named = request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
	if (named.length > 1) return { status: 400, text: 'More than one Host header.' };
	const host = (request.headers.host ?? '').toLowerCase();
	// Never echo anything from the request.
	if (!isAllowed(host)) return { status: 403, text: UNKNOWN_HOST };
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
