/**
 * Chooses the provider of a search: the site's service if it has one that is reachable, else the site's own index.
 * A search fails only if both fail (B-237, B-242).
 */

import SERVICES from 'docsgen:services';
import { DOCS_PLUGIN_ID, DOCS_VERSION, STORAGE } from '../../content/model/contract.ts';
import { SETTINGS_FILE, type SearchSettings, type SearchVersion } from '../../content/search/format.ts';
import { all, BASE_URL, get, once, pause, read, root } from '../kit/kit.ts';
import type { Answer, Question } from './hit.ts';
import { askOffline, warmOffline } from './offline.ts';

/** The search settings of the page's language. Rejects if they cannot be loaded; the next call tries again. */
export const settings = once(async (): Promise<SearchSettings> => {
	const file = (root.dataset.folder ?? '') + SETTINGS_FILE;
	return (await get(new URL(file, BASE_URL))).json();
});

/** The version to search: the page's, else the preferred one, else the latest (B-240). */
export function versionOf({ versions }: SearchSettings): SearchVersion | undefined {
	const named = (name: string | null): SearchVersion | undefined => versions.find((version) => version.name === name);
	return (
		named(root.getAttribute(DOCS_VERSION)) ??
		named(read(STORAGE.preferredVersion(DOCS_PLUGIN_ID))) ??
		versions.find(({ isLast }) => isLast) ??
		versions[0]
	);
}

/** Links to people who can help: the icon links of the navbar to other sites. */
export function peopleToAsk(): { href: string; label: string }[] {
	return all<HTMLAnchorElement>('.navbar-right a[target][aria-label]').map(({ href, ariaLabel }) => ({
		href,
		label: ariaLabel ?? href,
	}));
}

/** Loads the search's provider. */
export async function warm(): Promise<void> {
	const known = await settings();
	const version = versionOf(known);
	if (known.service) await SERVICES[known.service.client]?.();
	else if (version) warmOffline(known, version);
}

/** Milliseconds that the service has before the site's own index is asked. */
const SERVICE_LIMIT_MS = 400;

/** Settles when the service has answered a late question. Until then it gets no other one, and the index is asked too. */
let hanging: Promise<void> | undefined;
/** Number of the latest question: the index may get them in another order, because the service fails at any time. */
let latest = 0;

/**
 * Answers a question. If the service takes too long, the first to answer is the service or the site's own index;
 * if it fails, the index answers. `by` names the only provider to ask, because a list that goes on has one source.
 * Rejects if neither can answer.
 */
export async function ask(known: SearchSettings, question: Question, by?: Answer['by']): Promise<Answer> {
	const turn = ++latest;
	const load = known.service && SERVICES[known.service.client];
	if (!load || by === 'offline') return askOffline(known, question, turn);
	const askService = async (): Promise<Answer> => ({
		...(await (await load()).answerQuestion(known, question)),
		by: 'service',
	});
	if (by === 'service') return askService();
	if (hanging) {
		const later = hanging.then(() => (turn === latest ? askService() : Promise.reject(new Error('Outdated'))));
		return Promise.any([askOffline(known, question, turn), later]);
	}
	const service = askService();
	const late = pause(SERVICE_LIMIT_MS).then(() => 'late' as const);
	const inTime = await Promise.race([service, late]).catch((error: unknown) => {
		console.warn('The search service is not available: using the site’s own index.', error);
	});
	if (inTime !== undefined && inTime !== 'late') return inTime;
	if (inTime === undefined) return askOffline(known, question, turn);
	const settle = (): void => {
		hanging = undefined;
	};
	hanging = service.then(settle, settle);
	return Promise.any([askOffline(known, question, turn), service]);
}
