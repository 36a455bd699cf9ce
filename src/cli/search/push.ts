/**
 * `docsgen search push`: sends the records of the site to the hosted service. Requires `--send`, and an admin key from
 * the environment. The service's client replaces the index atomically: it fills a temporary index with the settings,
 * rules and synonyms of the old one, then moves it. Readers never see a partial index, and of two simultaneous pushes
 * one wins completely.
 */
import { isDeepStrictEqual } from 'node:util';
import type { SearchClient } from 'algoliasearch';
import type { HostedSearchConfig } from '../../content/model/config.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { hostOf } from '../../content/search/host.ts';
import { INDEX_SETTINGS, type SearchRecord, searchRecords } from '../../render/search/records.ts';
import { missingPackage } from '../machine/optional.ts';
import type { Project } from '../machine/project.ts';
import type { Terminal } from '../machine/terminal.ts';
import { linkForSearch } from './linked.ts';

export const ADMIN_KEY = 'DOCSGEN_SEARCH_ADMIN_KEY';

export interface PushOptions {
	env: Record<string, string | undefined>;
	/** Replace the index. */
	send: boolean;
	/** Show what a push would change. */
	compare?: boolean;
}

/** Records per request. */
const RECORDS_PER_REQUEST = 500;
/** Rights that the key needs, in the service's terms. */
const RIGHTS = 'addObject, deleteObject, deleteIndex, settings, editSettings and browse';

function problem(message: string, hint: string): Diagnostic[] {
	return [{ code: 'search-push', severity: 'error', message, hint }];
}

/** Sends the records, or shows what sending them would change. */
export async function pushSearch(project: Project, options: PushOptions, terminal: Terminal): Promise<Diagnostic[]> {
	const linked = await linkForSearch(project, options.env);
	if (linked.kind === 'failed') return linked.diagnostics;
	const errors = linked.updated.diagnostics.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) return errors;
	const { site } = linked.updated;
	const hosted = site.config.search?.hosted;
	if (!hosted) return problem('No hosted search is configured.', 'Set search.hosted in site.config.ts.');
	const records = [...searchRecords(site, linked.body)];
	for (const [tag, count] of countsOf(records)) terminal.line(`${tag}: ${count} records`);
	terminal.line(`${records.length} records for the index "${hosted.indexName}" of application ${hosted.appId}`);
	if (!options.send && !options.compare) {
		terminal.line(`Nothing was sent. To see what it would change: ${ADMIN_KEY}=… docsgen search push --dry-run`);
		terminal.line(`To replace the index: ${ADMIN_KEY}=… docsgen search push --send`);
		return [];
	}
	const key = options.env[ADMIN_KEY];
	if (!key) return problem(`${ADMIN_KEY} is not set.`, 'Set it to a key that may write. Never store it in a file.');
	const missing = missingPackage('algoliasearch', 'Sending records');
	if (missing) return [missing];
	try {
		const client = await clientOf(hosted, key);
		const index = { client, name: hosted.indexName, settings: hosted.index?.settings ?? {} };
		if (options.send) await replace(index, records, terminal);
		else await compare(index, records, terminal);
		return [];
	} catch (error) {
		return refusal(error as Error & { status?: number }, hosted.appId, key);
	}
}

function countsOf(records: SearchRecord[]): [string, number][] {
	const counts = new Map<string, number>();
	for (const { docs_tag } of records) counts.set(docs_tag, (counts.get(docs_tag) ?? 0) + 1);
	return [...counts];
}

/** The service's error as a finding; the message must not contain the key. */
function refusal({ message, status }: Error & { status?: number }, appId: string, key: string): Diagnostic[] {
	const reason = message.replaceAll(key, '…');
	if (status === 401 || status === 403) {
		const hint = `Set it to a key of this application with the rights ${RIGHTS}. The index was not changed.`;
		return problem(`The service does not accept the key in ${ADMIN_KEY} for application ${appId}: ${reason}`, hint);
	}
	const answer = status === undefined ? reason : `${reason} (status ${status})`;
	const hint = 'The index that readers use was not changed. Check the network, and try again.';
	return problem(`The records could not be sent: ${answer}`, hint);
}

async function clientOf({ appId, hosts }: HostedSearchConfig, key: string): Promise<SearchClient> {
	const { algoliasearch } = await import('algoliasearch');
	return algoliasearch(appId, key, {
		...(hosts ? { hosts: hosts.map(hostOf) } : {}),
		logger: { debug: ignore, info: ignore, error: ignore },
	});
}

const ignore = (): Promise<void> => Promise.resolve();

interface Index {
	client: SearchClient;
	name: string;
	/** Settings from the configuration; set with every push. */
	settings: Record<string, unknown>;
}

/** Settings of the index; undefined if it does not exist. */
async function settingsOf({ client, name }: Index): Promise<Record<string, unknown> | undefined> {
	try {
		return { ...(await client.getSettings({ indexName: name })) };
	} catch (error) {
		if ((error as { status?: number }).status === 404) return undefined;
		throw error;
	}
}

/** The settings that a push would change: an existing index keeps manual settings unless the configuration sets them. */
function newSettings(index: Index, known: Record<string, unknown> | undefined): Record<string, unknown> {
	const wanted = known ? index.settings : { ...INDEX_SETTINGS, ...index.settings };
	return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(known?.[name], value)));
}

async function replace(index: Index, records: SearchRecord[], terminal: Terminal): Promise<void> {
	const { client, name } = index;
	const indexSettings = newSettings(index, await settingsOf(index));
	terminal.progress(`Sending ${records.length} records`);
	await client.replaceAllObjects({
		indexName: name,
		objects: records.map((record) => ({ ...record })),
		batchSize: RECORDS_PER_REQUEST,
	});
	if (Object.keys(indexSettings).length > 0) {
		const { taskID } = await client.setSettings({ indexName: name, indexSettings });
		await client.waitForTask({ indexName: name, taskID });
	}
	terminal.line(`The index "${name}" was replaced.`);
}

/** Number of URLs listed per kind of change. */
const MAX_URLS = 5;

async function compare(index: Index, records: SearchRecord[], terminal: Terminal): Promise<void> {
	const { client, name } = index;
	const known = await settingsOf(index);
	const old = new Map<string, Record<string, unknown>>();
	if (known) {
		const browseParams = { attributesToRetrieve: ['*'], hitsPerPage: 1000 };
		await client.browseObjects<Record<string, unknown>>({
			indexName: name,
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
	for (const [setting, value] of Object.entries(changes)) {
		terminal.line(`${setting}: ${JSON.stringify(known?.[setting])} becomes ${JSON.stringify(value)}`);
	}
	for (const [setting, value] of Object.entries(known ? INDEX_SETTINGS : {})) {
		if (setting in index.settings || isDeepStrictEqual(known?.[setting], value)) continue;
		terminal.line(
			`${setting}: ${JSON.stringify(known?.[setting])} stays; a new index would get ${JSON.stringify(value)}`,
		);
	}
	terminal.line('Nothing was sent.');
}
