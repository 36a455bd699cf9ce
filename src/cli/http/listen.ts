/** Binds a server to a host and port, and closes it. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { Diagnostic } from '../../content/model/page.ts';
import { bracketed, ownAddresses } from './guard.ts';

/** The first port to try by default, and how many to try after it. */
export const DEFAULT_PORT = 3000;
const MORE_PORTS = 20;
/** Milliseconds that open responses get to finish once the server closes. */
const GRACE_MS = 1000;

export type Bound = { kind: 'bound'; address: AddressInfo; close(): Promise<void> };

/**
 * Binds `server`. A requested port is the only one tried (0: any free one); otherwise the first free port from 3000 to
 * 3020. `localhost` is 127.0.0.1 and ::1, however the system resolves the name, because browsers try both: with a port
 * that is free on one of them only, they might show the other program.
 */
export async function listenOn(
	server: Server,
	{ host, port }: { host: string; port?: number },
): Promise<Bound | { kind: 'failed'; diagnostic: Diagnostic }> {
	const last = port === 0 ? MORE_PORTS : (port ?? DEFAULT_PORT + MORE_PORTS);
	for (let attempt = port ?? DEFAULT_PORT; ; attempt++) {
		const result = await bindAll(server, host, port === 0 ? 0 : attempt);
		if (typeof result !== 'string') return result;
		if (result === 'EADDRINUSE' && attempt < last) continue;
		const range = port === undefined ? `${DEFAULT_PORT} to ${last}` : undefined;
		return { kind: 'failed', diagnostic: explain(result, { host, port: attempt, range }) };
	}
}

/** The servers that listen, or the error code. */
async function bindAll(server: Server, host: string, port: number): Promise<Bound | string> {
	const address = await bind(server, host === 'localhost' ? '127.0.0.1' : host, port);
	if (typeof address === 'string') return address;
	// `::` has both already.
	if (host !== 'localhost' && host !== '0.0.0.0') return { kind: 'bound', address, close: () => close(server) };
	const second = createTcpServer((socket) => server.emit('connection', socket));
	const other = await bind(second, '::1', address.port);
	// Without IPv6, there is no other localhost.
	if (other !== 'EADDRINUSE') return { kind: 'bound', address, close: () => close(server, second) };
	await close(server);
	return other;
}

/** The bound address, or the error code. */
async function bind(server: TcpServer, host: string, port: number): Promise<AddressInfo | string> {
	try {
		const listening = once(server, 'listening');
		server.listen({ port, host, exclusive: true });
		await listening;
		const address = server.address();
		return typeof address === 'object' && address !== null ? address : 'EINVAL';
	} catch (error) {
		return error instanceof Error && 'code' in error ? String(error.code) : String(error);
	}
}

function explain(code: string, { host, port, range }: { host: string; port: number; range?: string }): Diagnostic {
	const failed = (name: string, message: string, hint: string): Diagnostic => {
		return { code: name, severity: 'error', message, hint };
	};
	if (code === 'EADDRINUSE' && range === undefined)
		return failed(
			'port-in-use',
			`Port ${port} is in use.`,
			'Stop the program that uses it, or choose another with --port.',
		);
	if (code === 'EADDRINUSE')
		return failed('port-in-use', `Ports ${range} are all in use.`, 'Choose another with --port.');
	if (code === 'EACCES')
		return failed('port-not-allowed', `Port ${port} needs administrator rights.`, 'Choose one above 1023 with --port.');
	if (code === 'ERR_SOCKET_BAD_PORT')
		return failed('port-invalid', `${port} is not a port.`, 'Choose a whole number from 0 to 65535 with --port.');
	if (/^(?:EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/.test(code))
		return failed('host-not-found', `"${host}" is not an address of this machine.`, 'Omit --host, or use 0.0.0.0.');
	return failed(
		'server-not-started',
		`The server could not start on ${host}:${port} (${code}).`,
		'Choose another --port or --host.',
	);
}

/** URLs of a server bound to `host`; a wildcard host is shown as all addresses of this machine. */
export function addressesOf(host: string, { port }: AddressInfo, baseUrl: string): string[] {
	const isOpen = host === '0.0.0.0' || host === '::';
	// `0.0.0.0` covers IPv4 only, and link-local addresses work only with a zone name.
	const others = ownAddresses().filter((name) => !/^\[/.test(name) || (host === '::' && !/^\[fe[89ab]/i.test(name)));
	const names = isOpen ? ['localhost', ...others] : [bracketed(host)];
	return names.map((name) => `http://${name}:${port}${encodeURI(baseUrl)}`);
}

/** Ends idle connections at once and all others after `GRACE_MS`; `second` has given its connections to `server`. */
async function close(server: Server, second?: TcpServer): Promise<void> {
	const sweep = setInterval(() => server.closeIdleConnections(), 20);
	const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
	// A server that never listened has an error for that.
	const closed = [server, second].map((one) => one && new Promise<void>((resolve) => one.close(() => resolve())));
	server.closeIdleConnections();
	await Promise.all(closed);
	clearInterval(sweep);
	clearTimeout(force);
}
