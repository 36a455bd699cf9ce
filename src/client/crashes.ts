/** Where a failure of our own scripts is reported; what readers see of it is loaded when there is one. */
import { root } from './dom.ts';

/** Building `element` failed with `error`; `again` builds it once more. */
export function crash(element: Element, error: unknown, again: () => void): void {
	console.error(error);
	import('./crash.ts').then(({ showCrash }) => showCrash(element, error, again)).catch(() => undefined);
}

/** Starts a part of the scripts; a failure is shown, and stops no other part. */
export function start(part: () => void): void {
	try {
		part();
	} catch (error) {
		crash(root, error, () => start(part));
	}
}
