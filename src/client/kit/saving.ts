/** Readers who save data. */

/** B-033: without the connection API nothing is saved. */
export function savesData(): boolean {
	const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } };
	return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}
