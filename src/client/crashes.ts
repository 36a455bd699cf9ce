/** Where a failure of our own scripts is reported; what readers see of it is loaded when there is one. */

/** Building `element` failed with `error`; `again` builds it once more. */
export function crash(element: Element, error: unknown, again: () => void): void {
	console.error(error);
	import('./crash.ts').then(({ showCrash }) => showCrash(element, error, again)).catch(() => undefined);
}
