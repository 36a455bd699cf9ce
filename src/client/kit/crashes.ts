/** Where a failure of our own scripts is reported; what readers see of it is loaded when there is one. */
import { root } from './dom.ts';

/** Shows that building `element` failed with `error`; `again` builds it once more. */
type ShowCrash = (element: Element, error: unknown, again: () => void) => void;

let load: (() => Promise<{ showCrash: ShowCrash }>) | undefined;

/** Says what shows crashes, and how it is loaded. */
export function showCrashesBy(loader: () => Promise<{ showCrash: ShowCrash }>): void {
	load = loader;
}

/** Building `element` failed with `error`; `again` builds it once more. */
export function crash(...what: Parameters<ShowCrash>): void {
	console.error(what[1]);
	load?.()
		.then(({ showCrash }) => showCrash(...what))
		.catch(() => undefined);
}

/** Starts a part of the scripts; a failure is shown, and stops no other part. */
export function start(part: () => void): void {
	try {
		part();
	} catch (error) {
		crash(root, error, () => start(part));
	}
}
