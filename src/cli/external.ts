/**
 * `docsgen check --external`: asks other hosts whether the pages that the site links to still exist. Never part of a
 * build, because a finding may be the fault of a network. A host gets one request at a time, with pauses.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { CONFIG_FILE } from '../content/model/identity.ts';
import { literalPattern } from '../content/model/names.ts';
import type { Diagnostic } from '../content/model/page.ts';
import { Declared } from '../render/declared.ts';
import { docsgenVersion } from './disk/package.ts';
import type { Project } from './disk/project.ts';
import { startProxies } from './http/proxy.ts';
import type { Update } from './pipeline/pipeline.ts';
import { linkedSite } from './search/linked.ts';
import { withExcerpts } from './terminal/findings.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Kind in the store: URL → time of the last good response, in milliseconds since 1970. */
const KIND = 'external';
const REMEMBER_MS = 7 * 24 * 3_600_000;
/** Between two requests to the same host. */
const PAUSE_MS = 300;
/** Maximum wait that a host may ask for before one more attempt. */
const MAX_RETRY_MS = 20_000;
const PATIENCE_MS = 15_000;
/** Hosts that are asked at the same time. */
const SIDE_BY_SIDE = 8;
/** Statuses of pages that exist, but not for programs: they need a login, or the host limits requests. */
const PRIVATE: readonly number[] = [401, 402, 403, 407, 429, 451, 999];
/** Hosts for examples (RFC 2606, RFC 6761) and private networks. */
const NOT_PUBLIC =
	/^(?:(?:.+\.)?(?:example\.(?:com|net|org)|example|test|invalid|localhost|local|internal)|\[.*|0\.0\.0\.0|(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\..*)$/;

export interface ExternalOptions {
	env: Record<string, string | undefined>;
	/** Sends a request; default: `fetch`. */
	ask?: typeof fetch;
	pauseMs?: number;
	now?: number;
}

/** Findings about all links to pages on other hosts that do not exist: warnings, in the order of the pages. */
export async function checkExternal(
	project: Project,
	{ env, ask = fetch, pauseMs = PAUSE_MS, now = Date.now() }: ExternalOptions,
	terminal: Terminal,
): Promise<Diagnostic[]> {
	const proxies = await startProxies(env);
	if (typeof proxies === 'object') return [proxies];
	const linked = await linkedSite(project, env);
	if (!('updated' in linked)) return linked.diagnostics;
	const places = externalLinks(linked.updated);
	const hosts = new Map<string, string[]>();
	for (const url of places.keys()) {
		const last = Number(project.store.get(KIND, url)?.toString() ?? 0);
		if (now - last < REMEMBER_MS) continue;
		const { host } = new URL(url);
		hosts.set(host, [...(hosts.get(host) ?? []), url]);
	}
	const total = [...hosts.values()].flat().length;
	const problems = new Map<string, string>();
	const queue = [...hosts.values()];
	let done = 0;
	const work = async (): Promise<void> => {
		for (let urls = queue.shift(); urls; urls = queue.shift())
			for (const [index, url] of urls.entries()) {
				if (index > 0) await pause(pauseMs);
				const problem = await problemWith(url, ask, pauseMs);
				if (problem === undefined) project.store.put(KIND, url, String(now));
				else problems.set(url, problem);
				terminal.progress('Asking other hosts', ++done, total);
			}
	};
	await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
	project.store.sweep(KIND, new Set(places.keys()));
	project.store.save();
	terminal.line(`${places.size} links to other hosts: ${total} checked, ${problems.size} broken`);
	const findings = [...problems].flatMap(([url, problem]) =>
		(places.get(url) ?? []).map((place): Diagnostic => {
			const message = `${url} ${problem}.`;
			const hint = 'Open it in a browser, then correct or remove the link.';
			return { code: 'external-link', severity: 'warning', ...place, message, hint };
		}),
	);
	return withExcerpts(findings, linked.inputs);
}

type Place = Pick<Diagnostic, 'file' | 'line' | 'column' | 'length' | 'about'>;

/** URL without fragment → its places in pages, their front matter, the configuration, sidebars and authors. */
function externalLinks({ config, pages, sites }: Pick<Update, 'config' | 'pages' | 'sites'>): Map<string, Place[]> {
	const found = new Map<string, Place[]>();
	const ignored = config.ignoredExternalLinks.map(
		(pattern) => new RegExp(`^${pattern.split('*').map(literalPattern).join('.*')}$`),
	);
	const add = (written: string, place: Place): void => {
		const url = /^(?:https?:)?\/\//i.test(written) ? URL.parse(written, config.url) : null;
		if (!url || url.origin === new URL(config.url).origin || NOT_PUBLIC.test(url.hostname)) return;
		url.hash = '';
		if (ignored.some((pattern) => pattern.test(written) || pattern.test(url.href))) return;
		found.set(url.href, [...(found.get(url.href) ?? []), place]);
	};
	for (const { target, file, line, column } of [...pages.values()].flatMap(({ links }) => links))
		add(target, { file, line, column, length: target.length });
	const declared = new Map([...new Declared(sites).urls.values()].map((place) => [place.file + place.written, place]));
	for (const { file, written, words } of declared.values()) add(written, { file, about: { words } });
	const ofFile = (written: string | undefined, file: string): void => {
		if (written !== undefined) add(written, { file, about: { words: [written] } });
	};
	for (const { data, path } of pages.values()) ofFile(data.image, path);
	for (const { to } of config.redirects) ofFile(to, CONFIG_FILE);
	for (const url of [config.favicon, ...Object.values(config.socialImage)]) ofFile(url, CONFIG_FILE);
	return found;
}

/** The problem with a URL, as the end of a sentence about it; undefined if it exists. */
async function problemWith(
	url: string,
	ask: typeof fetch,
	pauseMs: number,
	isLast = false,
): Promise<string | undefined> {
	const send = async (method: string): Promise<Response> => {
		const headers = { 'user-agent': `docsgen/${docsgenVersion()} (link check)`, accept: '*/*' };
		const response = await ask(url, { method, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
		await response.body?.cancel();
		return response;
	};
	try {
		// Hosts refuse HEAD in many ways, so only the response to GET is a finding.
		const head = await send('HEAD').catch(() => undefined);
		if (head && (head.ok || PRIVATE.includes(head.status))) return undefined;
		await pause(pauseMs);
		const { ok, status, headers } = await send('GET');
		if (ok || PRIVATE.includes(status)) return undefined;
		if (status < 500 || isLast) return `answers with status ${status}`;
		await pause(Math.min(MAX_RETRY_MS, 1000 * Number(headers.get('retry-after') ?? 1) || 1000));
	} catch (error) {
		const { message, cause } = error as Error;
		if (isLast) return `does not answer: ${cause instanceof Error ? cause.message : message}`;
	}
	return problemWith(url, ask, pauseMs, true);
}
