/**
 * `docsgen search push`: the records of the site to the hosted service. Nothing is sent unless asked for with `--send`
 * and an admin key from the environment; the index is filled under another name and then moved, so that readers
 * never meet half of it.
 */
import type { HostedSettings } from '../../content/search/format.ts';
import type { Diagnostic } from '../../content/types.ts';
import { INDEX_SETTINGS, type SearchRecord, searchRecords } from '../../render/search/records.ts';
import type { Project } from '../project.ts';
import type { Terminal } from '../terminal.ts';
import { linkForSearch } from './linked.ts';

export const ADMIN_KEY = 'DOCSGEN_SEARCH_ADMIN_KEY';

export interface PushOptions {
	env: Record<string, string | undefined>;
	/** False: only say what would be sent. */
	send: boolean;
	/** Milliseconds between two looks at a task of the service. */
	poll?: number;
}

/** Records per request. */
const BATCH = 500;
/** Milliseconds that one request may take, and times that a task is looked at. */
const TIMEOUT = 30_000;
const LOOKS = 600;

function problem(message: string, hint: string): Diagnostic[] {
	return [{ code: 'search-push', severity: 'error', message, hint }];
}

/** Sends the records, or says how many there are. */
export async function pushSearch(project: Project, options: PushOptions, terminal: Terminal): Promise<Diagnostic[]> {
	const linked = await linkForSearch(project, options.env);
	if (linked.kind === 'failed') return linked.diagnostics;
	const errors = linked.updated.diagnostics.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) return errors;
	const { site } = linked.updated;
	const hosted = site.config.search?.hosted;
	if (!hosted) return problem('No hosted search is configured.', 'Name one in search.hosted of site.config.ts.');
	const records = [...searchRecords(site, linked.body)];
	for (const [tag, count] of countsOf(records)) terminal.line(`${tag}: ${count} records`);
	terminal.line(`${records.length} records for the index "${hosted.indexName}" of application ${hosted.appId}`);
	if (!options.send) {
		terminal.line(`Nothing was sent. To replace the index: ${ADMIN_KEY}=… docsgen search push --send`);
		return [];
	}
	const key = options.env[ADMIN_KEY];
	if (!key)
		return problem(`The variable ${ADMIN_KEY} is not set.`, 'Set it to a key that may write; never put it in a file.');
	try {
		await replaceIndex(new Service(hosted, key, options.poll ?? 500), hosted.indexName, records, terminal);
		return [];
	} catch (error) {
		const hint = 'The index that readers use was not changed. Check the key and the network, and try again.';
		return problem(`The records could not be sent: ${withoutKey((error as Error).message, key)}`, hint);
	}
}

function countsOf(records: SearchRecord[]): [string, number][] {
	const counts = new Map<string, number>();
	for (const { docs_tag } of records) counts.set(docs_tag, (counts.get(docs_tag) ?? 0) + 1);
	return [...counts];
}

/** No message may carry the key on. */
function withoutKey(message: string, key: string): string {
	return message.replaceAll(key, '…');
}

async function replaceIndex(
	service: Service,
	index: string,
	records: SearchRecord[],
	terminal: Terminal,
): Promise<void> {
	const fresh = `${index}_docsgen_next`;
	const path = (name: string, rest: string): string => `/1/indexes/${encodeURIComponent(name)}${rest}`;
	// What an interrupted run may have left would end up in the index, too.
	await service.task(fresh, 'DELETE', path(fresh, ''));
	await service.task(fresh, 'PUT', path(fresh, '/settings'), INDEX_SETTINGS);
	for (let start = 0; start < records.length; start += BATCH) {
		const requests = records.slice(start, start + BATCH).map((body) => ({ action: 'addObject', body }));
		terminal.progress('Sending', start, records.length);
		await service.task(fresh, 'POST', path(fresh, '/batch'), { requests });
	}
	await service.task(index, 'POST', path(fresh, '/operation'), { operation: 'move', destination: index });
	terminal.line(`The index "${index}" was replaced.`);
}

/** The service's interface for writing; hosts are tried in turn. */
class Service {
	private readonly hosts: string[];

	constructor(
		private readonly settings: Pick<HostedSettings, 'appId' | 'hosts'>,
		private readonly key: string,
		private readonly poll: number,
	) {
		const { appId, hosts } = settings;
		this.hosts = hosts ?? [
			`https://${appId}.algolia.net`,
			...[1, 2, 3].map((number) => `https://${appId}-${number}.algolianet.com`),
		];
	}

	/** Sends a request that begins a task, and waits until the service has done it. */
	async task(index: string, method: string, path: string, body?: unknown): Promise<void> {
		const { taskID } = (await this.request(method, path, body)) as { taskID?: number };
		if (taskID === undefined) return;
		for (let look = 0; look < LOOKS; look++) {
			const state = (await this.request('GET', `/1/indexes/${encodeURIComponent(index)}/task/${taskID}`)) as {
				status?: string;
			};
			if (state.status === 'published') return;
			await new Promise((resume) => setTimeout(resume, this.poll));
		}
		throw new Error(`the service did not finish task ${taskID}`);
	}

	private async request(method: string, path: string, body?: unknown): Promise<unknown> {
		let failure = new Error('no host answers');
		for (const host of this.hosts) {
			const response = await fetch(host + path, {
				method,
				headers: {
					'content-type': 'application/json',
					'x-algolia-application-id': this.settings.appId,
					'x-algolia-api-key': this.key,
				},
				body: body === undefined ? undefined : JSON.stringify(body),
				redirect: 'error',
				signal: AbortSignal.timeout(TIMEOUT),
			}).catch((error: unknown) => {
				failure = error instanceof Error ? error : failure;
			});
			if (!response) continue;
			if (response.ok) return response.json();
			failure = new Error(`${method} ${path} was answered with status ${response.status}`);
			// What one host refuses, all refuse.
			if (response.status < 500) break;
		}
		throw failure;
	}
}
