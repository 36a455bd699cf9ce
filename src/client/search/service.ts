/**
 * Who answers a question: the hosted service where one is configured and can be reached, else the site's own index.
 * Only where neither answers has a search failed (B-237, B-242).
 */

import { DOCS_PLUGIN_ID, DOCS_VERSION, STORAGE } from '../../content/contract.ts';
import { SETTINGS_FILE, type SearchSettings, type SearchVersion } from '../../content/search/format.ts';
import { BASE_URL, read, root } from '../kit.ts';
import type { Answer, Question } from './hit.ts';
import { askOffline, warmOffline } from './offline.ts';

let loading: Promise<SearchSettings> | undefined;

/** The site's settings for searching. Rejects where they cannot be had; the next call tries again. */
export function settings(): Promise<SearchSettings> {
	if (!loading) {
		loading = fetch(new URL(SETTINGS_FILE, BASE_URL)).then((response) => {
			if (!response.ok) throw new Error(`The search settings were answered with status ${response.status}`);
			return response.json() as Promise<SearchSettings>;
		});
		loading.catch(() => {
			loading = undefined;
		});
	}
	return loading;
}

/** B-240: the version of the page, else the preferred one, else the last. */
export function versionOf({ versions }: SearchSettings): SearchVersion | undefined {
	const named = (name: string | null): SearchVersion | undefined => versions.find((version) => version.name === name);
	return (
		named(root.getAttribute(DOCS_VERSION)) ??
		named(read(STORAGE.preferredVersion(DOCS_PLUGIN_ID))) ??
		versions.find(({ isLast }) => isLast) ??
		versions[0]
	);
}

/** Gets ready to answer. */
export function warm(): void {
	settings().then(
		(known) => {
			const version = versionOf(known);
			if (known.hosted) void import('./hosted.ts').catch(() => undefined);
			else if (version) warmOffline(known, version);
		},
		() => undefined,
	);
}

const answers = new Map<string, Promise<Answer>>();
/** Answers kept at most. */
const KEPT = 200;

/** Answers a question; the same one is asked once only (B-230). Rejects where nobody can answer. */
export function ask(known: SearchSettings, question: Question): Promise<Answer> {
	const { query, version, page, size, words } = question;
	const key = JSON.stringify([query, version.name, page, size, words]);
	const kept = answers.get(key);
	if (kept) return kept;
	const answer = known.hosted ? askHosted(known, question) : askOffline(known, question);
	if (answers.size >= KEPT) answers.clear();
	answers.set(key, answer);
	answer.then(
		({ by }) => {
			// The service may be back the next time.
			if (known.hosted && by === 'offline') answers.delete(key);
		},
		() => answers.delete(key),
	);
	return answer;
}

async function askHosted(known: SearchSettings, question: Question): Promise<Answer> {
	try {
		const { hosted } = await import('./hosted.ts');
		return await hosted(known, question);
	} catch (error) {
		console.warn('The search service cannot be used: the index of the site answers.', error);
		return askOffline(known, question);
	}
}
