/** Binds a server to a host and port, and closes it. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Diagnostic } from '../../content/model/page.ts';
import { bracketed, ownAddresses } from './guard.ts';

/** The first port to try by default, and how many to try after it. */
export const DEFAULT_PORT = 3000;
const MORE_PORTS = 20;
/** Milliseconds that open responses get to finish once the server closes. */
const GRACE_MS = 1000;

/**
 * Binds `server`. A requested port is the only one tried (0: any free one); otherwise the first free port from 3000 to
 * 3020. `localhost` is bound as 127.0.0.1, however the system resolves the name.
 */
export async function listenOn(
	server: Server,
	{ host, port }: { host: string; port?: number },
): Promise<{ kind: 'bound'; address: AddressInfo } | { kind: 'failed'; diagnostic: Diagnostic }> {
	const last = port ?? DEFAULT_PORT + MORE_PORTS;
	for (let attempt = port ?? DEFAULT_PORT; ; attempt++) {
		const result = await bind(server, host === 'localhost' ? '127.0.0.1' : host, attempt);
		if (typeof result !== 'string') return { kind: 'bound', address: result };
		if (result === 'EADDRINUSE' && attempt < last) continue;
		const range = port === undefined ? `${DEFAULT_PORT} to ${last}` : undefined;
		return { kind: 'failed', diagnostic: explain(result, { host, port: attempt, range }) };
	}
}

/** The bound address, or the error code. */
async function bind(server: Server, host: string, port: number): Promise<AddressInfo | string> {
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

/** Ends idle connections at once and all others after `GRACE_MS`. */
export function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		const sweep = setInterval(() => server.closeIdleConnections(), 20);
		const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
		server.close(() => {
			clearInterval(sweep);
			clearTimeout(force);
			resolve();
		});
		server.closeIdleConnections();
	});
}
