/** Data of the configuration for reading fences. */

/** Docs versions in which all samples show types, and those whose samples readers can edit. */
export interface Parsing {
	typed: string[];
	live: string[];
}
