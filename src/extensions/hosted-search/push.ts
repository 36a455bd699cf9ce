/**
 * `docsgen search push`: sends the records of the site to the hosted service. Requires `--send`, and an admin key from
 * the environment. A temporary index gets the settings, rules and synonyms of the old one, and all records, then
 * replaces it. Readers never see a partial index, and of two simultaneous pushes one wins completely.
 */
import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OperationIndexParams, ScopeType, SearchClient } from 'algoliasearch';
import { loaderOf, missingPackage } from '../../cli/disk/package.ts';
import { startProxies } from '../../cli/http/proxy.ts';
import { onSignal } from '../../cli/terminal/signals.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import type { Diagnostic } from '../../content/model/diagnostic.ts';
import type { LinkedSite, SearchedPage } from '../../extension.ts';
import type { HostedSearch } from './config.ts';
import { INDEX_SETTINGS, recordsOf, type SearchRecord } from './records.ts';
import { hostOf, hostsCache } from './service.ts';

const ADMIN_KEY = 'DOCSGEN_SEARCH_ADMIN_KEY';

export interface PushOptions {
	env: Record<string, string | undefined>;
	/** Replace the index. */
	send: boolean;
	/** Show what a push would change. */
	compare?: boolean;
}

/** Records per request. */
const RECORDS_PER_REQUEST = 500;
/** Between the names of an index and of its temporary ones. */
const TEMPORARY = '_tmp_';
/** Age at which a temporary index belongs to a push that was interrupted. */
const LEFTOVER_MS = 24 * 3_600_000;
/** The reason of a push that was ended by a signal. */
const ENDED = 'ended by a signal';
/** Rights that the key needs, in the service's terms. */
const RIGHTS = 'addObject, deleteObject, deleteIndex, settings, editSettings and browse';

function problem(message: string, hint: string, place: Pick<Diagnostic, 'file' | 'line'> = {}): Diagnostic[] {
	return [{ code: 'search-push', severity: 'error', message, ...place, hint }];
}

/** Sends the records, or shows what sending them would change. */
export async function pushSearch(site: LinkedSite, options: PushOptions, terminal: Terminal): Promise<Diagnostic[]> {
	const hosted = site.config.search?.hosted;
	if (!hosted) return problem('No hosted search is configured.', 'Set search.hosted in site.config.ts.');
	const pages = site.pages();
	const records = pages.flatMap((page) => [...recordsOf(page, hosted.index?.pageRank)]);
	for (const tag of new Set(records.map(({ docs_tag }) => docs_tag)))
		terminal.line(`${tag}: ${records.filter(({ docs_tag }) => docs_tag === tag).length} records`);
	terminal.line(`${records.length} records for the index "${hosted.indexName}" of application ${hosted.appId}`);
	if (!options.send && !options.compare) {
		terminal.line(`Nothing was sent. To see what it would change: ${ADMIN_KEY}=… npx docsgen search push --dry-run`);
		terminal.line(`To replace the index: ${ADMIN_KEY}=… npx docsgen search push --send`);
		return [];
	}
	const key = options.env[ADMIN_KEY];
	if (!key) return problem(`${ADMIN_KEY} is not set.`, 'Set it to a key that may write. Never store it in a file.');
	const proxies = await startProxies(options.env);
	if (typeof proxies === 'object') return [proxies];
	const load = loaderOf('algoliasearch', site.root);
	if (!load) return [missingPackage('algoliasearch', 'Sending records')];
	const { algoliasearch } = load('algoliasearch') as typeof import('algoliasearch');
	const hosts = hosted.hosts ? { hosts: hosted.hosts.map(hostOf) } : {};
	const client = algoliasearch(hosted.appId, key, {
		hostsCache: hostsCache(new Map()),
		...hosts,
		...(proxies && REQUESTER),
	});
	const index: Index = { client, hosted, isReplaced: false };
	try {
		if (options.send) await replace(index, records, terminal);
		else await compare(index, records, terminal);
		return [];
	} catch (error) {
		return refusal(error as Error & { status?: number }, index, key, { pages, records });
	}
}

/** Sends by `fetch`, which the proxies are for. The client's own way of sending knows none. */
const REQUESTER: Pick<NonNullable<Parameters<typeof import('algoliasearch').algoliasearch>[2]>, 'requester'> = {
	requester: {
		async send({ url, method, headers, data, responseTimeout }) {
			try {
				const signal = AbortSignal.timeout(responseTimeout);
				const response = await fetch(url, { method, headers, body: data as string | undefined, signal });
				return { content: await response.text(), status: response.status, isTimedOut: false };
			} catch (error) {
				const { name, message } = error as Error;
				return { content: message, status: 0, isTimedOut: name === 'TimeoutError' };
			}
		},
	},
};

/** The service's error as a finding; the message must not contain the key. */
function refusal(
	{ message, status }: Error & { status?: number },
	index: Index,
	key: string,
	{ pages, records }: { pages: readonly SearchedPage[]; records: readonly SearchRecord[] },
): Diagnostic[] {
	const reason = message.replaceAll(key, '…');
	const state = index.isReplaced ? 'may have the new records already' : 'was not changed';
	const left = index.temporary ? ` Delete the index "${index.temporary}", which could not be removed.` : '';
	const after = `The index that readers use ${state}.${left}`;
	if (reason === ENDED) return problem('The push was ended before all records were sent.', `${after} Push again.`);
	const { appId } = index.hosted;
	if (/quota/i.test(reason)) {
		const hint = `Delete what you do not need, or choose a plan with room for ${records.length} records. ${after}`;
		return problem(`The plan of application ${appId} has no room for the records: ${reason}`, hint);
	}
	if (status === 401 || status === 403) {
		const hint = `Set it to a key of this application with the rights ${RIGHTS}. ${after}`;
		return problem(`The service does not accept the key in ${ADMIN_KEY} for application ${appId}: ${reason}`, hint);
	}
	const id = /objectID=([\w-]+)/.exec(reason)?.[1];
	const record = records.find(({ objectID }) => objectID === id);
	if (record) {
		const own = reason.replace(/(?:at the position \d+ )?objectID=[\w-]+/, `of ${record.url}`);
		const hint = `Change this section, or what every record has: the title and the URL of the page. ${after}`;
		return problem(`The service refuses a record: ${own}`, hint, placeOf(record, pages));
	}
	if (status === undefined || status >= 500 || status === 429) {
		const answer = status === undefined ? reason : `${reason} (status ${status})`;
		const way = status === undefined ? 'Check the network, and try again.' : 'Try again later.';
		return problem(`The records could not be sent: ${answer}`, `${after} ${way}`);
	}
	const way = 'The message has the reason; search.hosted in site.config.ts has the index and its settings.';
	return problem(`The records could not be sent: ${reason} (status ${status})`, `${after} ${way}`);
}

/** The source of a record. */
function placeOf(
	{ url_without_anchor: url, anchor }: SearchRecord,
	pages: readonly SearchedPage[],
): Pick<Diagnostic, 'file' | 'line'> {
	const { file, lineOf } = pages.find((page) => page.url === url) ?? {};
	return file === undefined ? {} : { file, line: lineOf?.(anchor) };
}

interface Index {
	client: SearchClient;
	hosted: HostedSearch;
	/** Whether the service was asked to replace the index. */
	isReplaced: boolean;
	/** A temporary index that could not be removed. */
	temporary?: string;
}

/** Settings of the index; undefined if it does not exist. */
async function settingsOf({ client, hosted }: Index): Promise<Record<string, unknown> | undefined> {
	try {
		return { ...(await client.getSettings({ indexName: hosted.indexName })) };
	} catch (error) {
		if ((error as { status?: number }).status === 404) return undefined;
		throw error;
	}
}

/**
 * The settings that a push changes: an existing index keeps its settings, except those in the configuration and missing
 * facets. Queries filter by these facets, and would find nothing without them (B-240).
 */
function newSettings({ hosted }: Index, known: Record<string, unknown> | undefined): Record<string, unknown> {
	const wanted: Record<string, unknown> = { ...(known ? {} : INDEX_SETTINGS), ...hosted.index?.settings };
	const facets = (wanted.attributesForFaceting ?? known?.attributesForFaceting ?? []) as string[];
	const names = new Set(facets.map((facet) => facet.replace(/^\w+\((.*)\)$/, '$1')));
	const own = (hosted.facetFilters ?? []).map((filter) => filter.replace(/:.*$/s, '').replace(/^-/, ''));
	const needed = new Set(['language', 'docs_tag', 'kind', ...own]);
	wanted.attributesForFaceting = [...facets, ...[...needed].filter((name) => !names.has(name))];
	return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(known?.[name], value)));
}

/** Removes what interrupted pushes left. A younger index may belong to a push that still runs. */
async function removeLeftovers({ client, hosted }: Index): Promise<void> {
	const { items } = await client.listIndices();
	const limit = Date.now() - LEFTOVER_MS;
	for (const { name, updatedAt } of items)
		if (name.startsWith(`${hosted.indexName}${TEMPORARY}`) && Date.parse(updatedAt) < limit)
			await client.deleteIndex({ indexName: name });
}

async function replace(index: Index, records: SearchRecord[], terminal: Terminal): Promise<void> {
	const { client, hosted } = index;
	const temporary = `${hosted.indexName}${TEMPORARY}${randomInt(1e5, 1e6)}`;
	const patience = { indexName: temporary, maxRetries: 800 };
	let end = (): void => undefined;
	const ended = new Promise<never>((_, reject) => {
		end = () => reject(new Error(ENDED));
	});
	// Waiting ends at once, requests do not: one on its way would arrive after the temporary index is gone, and make it again.
	const wait = ({ taskID }: { taskID: number }): Promise<unknown> => client.waitForTask({ ...patience, taskID });
	const finish = async (task: Promise<{ taskID: number }>): Promise<unknown> => Promise.race([wait(await task), ended]);
	const operate = (indexName: string, operationIndexParams: OperationIndexParams): Promise<{ taskID: number }> =>
		client.operationIndex({ indexName, operationIndexParams });
	ended.catch(() => undefined);
	const leaveToSystem = onSignal(end);
	try {
		// A key may lack the right to list indexes.
		await removeLeftovers(index).catch(() => undefined);
		terminal.progress(`Sending ${records.length} records`);
		for (let from = 0; from < records.length; from += RECORDS_PER_REQUEST) {
			const batch = records.slice(from, from + RECORDS_PER_REQUEST);
			const requests = batch.map((record) => ({ action: 'addObject' as const, body: { ...record } }));
			await finish(client.batch({ indexName: temporary, batchWriteParams: { requests } }));
		}
		// Late, so that what is changed by hand meanwhile is kept.
		const known = await settingsOf(index);
		const scope: ScopeType[] = ['settings', 'rules', 'synonyms'];
		if (known) await finish(operate(hosted.indexName, { operation: 'copy', destination: temporary, scope }));
		const indexSettings = newSettings(index, known);
		if (Object.keys(indexSettings).length > 0)
			await finish(client.setSettings({ indexName: temporary, indexSettings }));
		index.isReplaced = true;
		// A signal comes too late to take this back.
		await wait(await operate(temporary, { operation: 'move', destination: hosted.indexName }));
		terminal.line(`The index "${hosted.indexName}" was replaced.`);
	} catch (error) {
		// The first error is the one to report.
		await client.deleteIndex({ indexName: temporary }).catch(() => Object.assign(index, { temporary }));
		throw error;
	} finally {
		leaveToSystem();
	}
}

/** Number of URLs listed per kind of change. */
const MAX_URLS = 5;

async function compare(index: Index, records: SearchRecord[], terminal: Terminal): Promise<void> {
	const known = await settingsOf(index);
	const old = new Map<string, Record<string, unknown>>();
	if (known) {
		const browseParams = { attributesToRetrieve: ['*'], hitsPerPage: 1000 };
		await index.client.browseObjects<Record<string, unknown>>({
			indexName: index.hosted.indexName,
			browseParams,
			aggregator: ({ hits }) => {
				for (const { _highlightResult, ...hit } of hits) old.set(hit.objectID, hit);
			},
		});
	}
	const added = records.filter(({ objectID }) => !old.has(objectID));
	const changed = records.filter((record) => {
		const before = old.get(record.objectID);
		return before !== undefined && !isDeepStrictEqual(before, { ...record });
	});
	const ids = new Set(records.map(({ objectID }) => objectID));
	const removed = [...old].filter(([id]) => !ids.has(id)).map(([, record]) => record);
	terminal.line(known ? `The index has ${old.size} records now.` : 'There is no such index yet.');
	for (const [what, list] of [
		['new', added],
		['changed', changed],
		['gone', removed],
	] as const) {
		terminal.line(`${list.length} ${what}`);
		for (const { url } of list.slice(0, MAX_URLS)) terminal.line(`  ${String(url)}`);
		if (list.length > MAX_URLS) terminal.line(`  and ${list.length - MAX_URLS} more`);
	}
	const changes = newSettings(index, known);
	for (const [setting, value] of Object.entries({ ...INDEX_SETTINGS, ...index.hosted.index?.settings, ...changes })) {
		if (isDeepStrictEqual(known?.[setting], value)) continue;
		const becomes = setting in changes ? 'becomes' : 'stays; a new index would get';
		terminal.line(`${setting}: ${JSON.stringify(known?.[setting])} ${becomes} ${JSON.stringify(value)}`);
	}
	terminal.line('Nothing was sent.');
}
