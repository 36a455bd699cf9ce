/** Binding a server to an address, and letting go of it. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Diagnostic } from '../../content/model/page.ts';
import { bracketed, ownAddresses } from './guard.ts';

/** First port tried where none is asked for, and how many after it. */
export const DEFAULT_PORT = 3000;
const MORE_PORTS = 20;
/** Milliseconds that answers under way get to finish once the server closes. */
const GRACE = 1000;

/**
 * Binds `server`. A port that was asked for is the only one tried (0: any that is free); otherwise the first free one
 * from 3000 to 3020. `localhost` is bound as 127.0.0.1, whatever a resolver makes of the name.
 */
export async function listen(
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

/** The address bound to, or the error's code. */
function bind(server: Server, host: string, port: number): Promise<AddressInfo | string> {
	return new Promise((resolve) => {
		const fail = (error: unknown): void => {
			server.off('listening', done);
			resolve(error instanceof Error && 'code' in error ? String(error.code) : String(error));
		};
		const done = (): void => {
			server.off('error', fail);
			const address = server.address();
			resolve(typeof address === 'object' && address !== null ? address : 'EINVAL');
		};
		server.once('error', fail);
		server.once('listening', done);
		try {
			server.listen({ port, host, exclusive: true });
		} catch (error) {
			server.off('error', fail);
			fail(error);
		}
	});
}

function explain(code: string, { host, port, range }: { host: string; port: number; range?: string }): Diagnostic {
	const failed = (name: string, message: string, hint: string): Diagnostic => ({
		code: name,
		severity: 'error',
		message,
		hint,
	});
	switch (code) {
		case 'EADDRINUSE':
			return range === undefined
				? failed(
						'port-in-use',
						`Port ${port} is in use.`,
						'Stop the program that uses it, or choose another with --port.',
					)
				: failed('port-in-use', `Ports ${range} are all in use.`, 'Choose another with --port.');
		case 'EACCES':
			return failed('port-not-allowed', `Port ${port} may not be used.`, 'Choose one above 1023 with --port.');
		case 'ERR_SOCKET_BAD_PORT':
			return failed('port-invalid', `${port} is no port.`, 'Choose a whole number from 0 to 65535 with --port.');
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return failed('host-not-found', `"${host}" is no address of this machine.`, 'Leave --host out, or use 0.0.0.0.');
		default:
			return failed(
				'server-not-started',
				`The server could not start on ${host}:${port} (${code}).`,
				'Choose another --port or --host.',
			);
	}
}

/** Where browsers find a server bound to `host`; an address that means "all of them" is shown as all of them. */
export function addressesOf(host: string, { port }: AddressInfo, baseUrl: string): string[] {
	const isOpen = host === '0.0.0.0' || host === '::';
	const names = isOpen ? ['localhost', ...ownAddresses().filter((name) => isReachable(name, host))] : [bracketed(host)];
	return names.map((name) => `http://${name}:${port}${encodeURI(baseUrl)}`);
}

/** An address that browsers can be given: `0.0.0.0` is all of IPv4 only, and one of a link needs the link's name. */
function isReachable(name: string, host: string): boolean {
	return name.startsWith('[') ? host === '::' && !/^\[fe[89ab]/i.test(name) : true;
}

/** Ends idle connections at once and all others after a moment; may be called more than once. */
export function closer(server: Server): () => Promise<void> {
	let closing: Promise<void> | undefined;
	const close = (): Promise<void> =>
		new Promise((resolve) => {
			const sweep = setInterval(() => server.closeIdleConnections(), 20);
			const force = setTimeout(() => server.closeAllConnections(), GRACE);
			server.close(() => {
				clearInterval(sweep);
				clearTimeout(force);
				resolve();
			});
			server.closeIdleConnections();
		});
	return () => {
		closing ??= close();
		return closing;
	};
}
