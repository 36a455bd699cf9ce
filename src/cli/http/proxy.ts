/** Requests through the proxy that the environment names, as other programs send them: `fetch` of Node 20 ignores it. */
import type { Diagnostic } from '../../content/model/page.ts';

type Environment = Record<string, string | undefined>;

/** The parts of undici that are used. Node's own `fetch` uses its dispatcher. */
interface Undici {
	EnvHttpProxyAgent: new (options: { httpProxy?: string; httpsProxy?: string; noProxy: string }) => object;
	setGlobalDispatcher(dispatcher: object): void;
}

/** No proxy reaches this machine. */
const HERE = 'localhost,127.0.0.1,[::1]';

/** A variable in small letters, which wins as in other programs, or in capital ones. */
function variable(env: Environment, name: string): string | undefined {
	return env[name] || env[name.toUpperCase()] || undefined;
}

/**
 * Sends all later requests of `fetch` through the proxies in `HTTP_PROXY` and `HTTPS_PROXY`, except to hosts in
 * `NO_PROXY`. Returns whether there are any, or a finding about one that cannot be used.
 */
export async function startProxies(env: Environment): Promise<boolean | Diagnostic> {
	const proxies: Record<string, string> = {};
	for (const name of ['http_proxy', 'https_proxy']) {
		const written = variable(env, name);
		if (written === undefined) continue;
		// As in other programs, "host:port" is a proxy too.
		const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`);
		if (!url || !/^https?:$/.test(url.protocol)) {
			const message = `The variable ${name.toUpperCase()} is not the URL of an HTTP proxy.`;
			return { code: 'proxy', severity: 'error', message, hint: 'Write http://host:port, or unset it.' };
		}
		proxies[name] = url.href;
	}
	const { http_proxy: httpProxy, https_proxy: httpsProxy } = proxies;
	const excepted = variable(env, 'no_proxy') ?? '';
	if ((httpProxy === undefined && httpsProxy === undefined) || excepted.trim() === '*') return false;
	const { EnvHttpProxyAgent, setGlobalDispatcher } = (await import('undici')).default as unknown as Undici;
	setGlobalDispatcher(new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy: `${HERE},${excepted}` }));
	return true;
}
