/**
 * `docsgen check --external`: asks other hosts whether the pages that the site links to still exist. Never part of a
 * build, because a finding may be the fault of a network. A host gets one request at a time, with pauses.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Diagnostic, LinkRef } from '../content/model/page.ts';
import { docsgenVersion } from './disk/package.ts';
import type { Project } from './disk/project.ts';
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
/** Statuses with which hosts refuse the method HEAD. */
const NO_HEAD: readonly number[] = [400, 403, 404, 405, 501];
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
				const problem = await problemWith(url, ask);
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
		(places.get(url) ?? []).map(({ file, line, column, target }): Diagnostic => {
			const message = `${url} ${problem}.`;
			const hint = 'Open it in a browser, then correct or remove the link.';
			return { code: 'external-link', severity: 'warning', file, line, column, length: target.length, message, hint };
		}),
	);
	return withExcerpts(findings, linked.inputs);
}

/** URL without fragment → its places in pages. */
function externalLinks({ config, pages }: Pick<Update, 'config' | 'pages'>): Map<string, LinkRef[]> {
	const found = new Map<string, LinkRef[]>();
	for (const link of [...pages.values()].flatMap(({ links }) => links)) {
		const url = /^(?:https?:)?\/\//i.test(link.target) ? URL.parse(link.target, config.url) : null;
		if (!url || url.origin === new URL(config.url).origin || NOT_PUBLIC.test(url.hostname)) continue;
		url.hash = '';
		found.set(url.href, [...(found.get(url.href) ?? []), link]);
	}
	return found;
}

/** The problem with a URL, as the end of a sentence about it; undefined if it exists. */
async function problemWith(url: string, ask: typeof fetch, isLast = false): Promise<string | undefined> {
	const send = async (method: string): Promise<Response> => {
		const headers = { 'user-agent': `docsgen/${docsgenVersion()} (link check)`, accept: '*/*' };
		const response = await ask(url, { method, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
		await response.body?.cancel();
		return response;
	};
	try {
		let response = await send('HEAD');
		if (NO_HEAD.includes(response.status)) response = await send('GET');
		const { status, headers } = response;
		if (response.ok || PRIVATE.includes(status)) return undefined;
		if (status < 500 || isLast) return `answers with status ${status}`;
		await pause(Math.min(MAX_RETRY_MS, 1000 * Number(headers.get('retry-after') ?? 1) || 1000));
	} catch (error) {
		const { message, cause } = error as Error;
		if (isLast) return `does not answer: ${cause instanceof Error ? cause.message : message}`;
	}
	return problemWith(url, ask, true);
}
