/**
 * Chooses the provider of a search: the hosted service if one is configured and reachable, else the site's own index.
 * A search fails only if both fail (B-237, B-242).
 */

import { DOCS_PLUGIN_ID, DOCS_VERSION, STORAGE } from '../../content/model/contract.ts';
import { SETTINGS_FILE, type SearchSettings, type SearchVersion } from '../../content/search/format.ts';
import { all, BASE_URL, get, once, pause, read, root } from '../kit/kit.ts';
import type { Answer, Question } from './hit.ts';
import { askOffline, warmOffline } from './offline.ts';

/** The site's search settings. Rejects if they cannot be loaded; the next call tries again. */
export const settings = once(async (): Promise<SearchSettings> => (await get(new URL(SETTINGS_FILE, BASE_URL))).json());

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
	if (known.hosted) await import('./hosted.ts');
	else if (version) warmOffline(known, version);
}

const answers = new Map<string, Promise<Answer>>();
/** Number of cached answers. */
const ANSWER_LIMIT = 200;

/** The caller of a search. */
interface Asker {
	/** Whether the caller still waits for the answer. */
	isWanted(): boolean;
	/** Receives the service's answer if it arrives after the index has answered. */
	later?: { isWanted(): boolean; show(answer: Answer): void };
	/** Who has to answer: a list that goes on has one source. */
	by?: Answer['by'] | undefined;
}

/**
 * Answers a question; equal questions share one cached answer (B-230). If the hosted service takes too long, the site's
 * own index answers, and `later` receives the service's answer. A question that the index has aborted for another one
 * is asked again while the caller still wants it. Rejects if neither provider can answer.
 */
export async function ask(known: SearchSettings, question: Question, asker: Asker): Promise<Answer> {
	for (;;) {
		const answer = await askOnce(known, question, asker);
		if (!answer.aborted || !asker.isWanted()) return answer;
	}
}

function askOnce(known: SearchSettings, question: Question, asker: Asker): Promise<Answer> {
	const { query, version, page, size, words, kind } = question;
	const key = JSON.stringify([query, version.name, page, size, words, kind, asker.by]);
	const kept = answers.get(key);
	if (kept) return kept;
	const isHosted = known.hosted && asker.by !== 'offline';
	const answer = isHosted ? askHosted(known, question, asker) : askOffline(known, question);
	if (answers.size >= ANSWER_LIMIT) answers.clear();
	answers.set(key, answer);
	answer.then(
		({ by, aborted }) => {
			// The service may be back next time.
			if (aborted || (known.hosted && by === 'offline')) answers.delete(key);
		},
		() => answers.delete(key),
	);
	return answer;
}

/** Milliseconds that the service has before the site's own index is asked. */
const SERVICE_LIMIT_MS = 400;

/** A late question that the service still has not answered. While there is one, the index is asked first. */
let hanging: Promise<Answer> | undefined;

async function askHosted(known: SearchSettings, question: Question, { isWanted, later, by }: Asker): Promise<Answer> {
	const asked = async (): Promise<Answer> => (await import('./hosted.ts')).hosted(known, question);
	if (by === 'hosted') return asked();
	let service: Promise<Answer>;
	if (hanging) {
		// Send the service no further question until it has answered; then only one that is still wanted.
		service = hanging.then(() => (isWanted() ? asked() : Promise.reject(new Error('Not wanted any more'))));
	} else {
		service = asked();
		const inTime = await Promise.race([
			service.catch((error: unknown) => {
				console.warn('The search service is not available: using the site’s own index.', error);
				return undefined;
			}),
			pause(SERVICE_LIMIT_MS).then(() => 'late' as const),
		]);
		if (inTime === undefined) return askOffline(known, question);
		if (inTime !== 'late') return inTime;
		hanging ??= service;
		const settle = (): void => {
			if (hanging === service) hanging = undefined;
		};
		service.then(settle, settle);
	}
	// The first to answer; if the index fails, the service.
	const answer = await Promise.any([askOffline(known, question), service]);
	if (answer.by === 'offline') service.then((late) => later?.isWanted() && later.show(late)).catch(() => undefined);
	return answer;
}
