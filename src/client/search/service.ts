/**
 * Who answers a question: the hosted service where one is configured and can be reached, else the site's own index.
 * Only where neither answers has a search failed (B-237, B-242).
 */

import { DOCS_PLUGIN_ID, DOCS_VERSION, STORAGE } from '../../content/model/contract.ts';
import { SETTINGS_FILE, type SearchSettings, type SearchVersion } from '../../content/search/format.ts';
import { all, BASE_URL, get, once, pause, read, root } from '../kit/kit.ts';
import type { Answer, Question } from './hit.ts';
import { askOffline, warmOffline } from './offline.ts';

/** The site's settings for searching. Rejects where they cannot be had; the next call tries again. */
export const settings = once(async (): Promise<SearchSettings> => (await get(new URL(SETTINGS_FILE, BASE_URL))).json());

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

/** Where people answer: the links of the navbar that are icons with a name, to other sites. */
export function peopleToAsk(): { href: string; label: string }[] {
	return all<HTMLAnchorElement>('.navbar-right a[target][aria-label]').map(({ href, ariaLabel }) => ({
		href,
		label: ariaLabel ?? href,
	}));
}

/** Gets ready to answer. */
export async function warm(): Promise<void> {
	const known = await settings();
	const version = versionOf(known);
	if (known.hosted) await import('./hosted.ts');
	else if (version) warmOffline(known, version);
}

const answers = new Map<string, Promise<Answer>>();
/** Answers kept at most. */
const KEPT = 200;

/** Who asks. */
interface Asker {
	/** Whether the answer is still waited for. */
	isWanted(): boolean;
	/** Takes an answer of the service that comes after that of the own index. */
	later?: { isWanted(): boolean; show(answer: Answer): void };
}

/**
 * Answers a question; the same one is asked once only (B-230). Where the hosted service takes too long, the site's own
 * index answers, and `later` gets what the service says after all. What the index has aborted for another question is
 * asked again where it is still wanted. Rejects where nobody can answer.
 */
export async function ask(known: SearchSettings, question: Question, { isWanted, later }: Asker): Promise<Answer> {
	for (;;) {
		const answer = await askOnce(known, question, later);
		if (!answer.aborted || !isWanted()) return answer;
	}
}

function askOnce(known: SearchSettings, question: Question, later: Asker['later']): Promise<Answer> {
	const { query, version, page, size, words, kind } = question;
	const key = JSON.stringify([query, version.name, page, size, words, kind]);
	const kept = answers.get(key);
	if (kept) return kept;
	const answer = known.hosted ? askHosted(known, question, later) : askOffline(known, question);
	if (answers.size >= KEPT) answers.clear();
	answers.set(key, answer);
	answer.then(
		({ by, aborted }) => {
			// The service may be back the next time.
			if (aborted || (known.hosted && by === 'offline')) answers.delete(key);
		},
		() => answers.delete(key),
	);
	return answer;
}

/** Milliseconds that the service has before the site's own index answers. */
const PATIENCE = 400;

/** A question that the service has not answered in time, and still not. While there is one, it is not asked first. */
let hanging: Promise<Answer> | undefined;

async function askHosted(known: SearchSettings, question: Question, later: Asker['later']): Promise<Answer> {
	const asked = async (): Promise<Answer> => (await import('./hosted.ts')).hosted(known, question);
	if (hanging) {
		// What hangs is not asked for more until it has answered, and then for what is still wanted.
		if (later) hanging.then(async () => later.isWanted() && later.show(await asked())).catch(() => undefined);
		return askOffline(known, question);
	}
	const service = asked();
	const inTime = await Promise.race([
		service.catch((error: unknown) => {
			console.warn('The search service is not available: using the site’s own index.', error);
			return undefined;
		}),
		pause(PATIENCE).then(() => 'late' as const),
	]);
	if (inTime === undefined) return askOffline(known, question);
	if (inTime !== 'late') return inTime;
	hanging ??= service;
	const settle = (): void => {
		if (hanging === service) hanging = undefined;
	};
	service.then(settle, settle);
	if (later) service.then((answer) => later.isWanted() && later.show(answer)).catch(() => undefined);
	// Where there is no index either, the service may still answer.
	return askOffline(known, question).catch(() => service);
}
