/** Findings for authors. */

/** One finding, with a place and a hint. Exceptions are for our own bugs. */
export interface Diagnostic {
	/** Stable kebab-case name of the rule, e.g. `broken-link`; severity may be configured per code (B-294). */
	code: string;
	severity: Severity;
	/** One sentence or block of text that is clear without the place. */
	message: string;
	/** Source file, relative to the site's folder. */
	file?: string;
	line?: number;
	column?: number;
	/** Length of the marked part of the line, in characters. */
	length?: number;
	/** The source line or lines, without line numbers. */
	excerpt?: string;
	/** How to fix it, as an imperative sentence. */
	hint?: string;
	notes?: string[];
	/** The subjects of the message as data, so that no code has to parse the message. */
	about?: {
		/** Words to look for in the file, best first: the first match is the place. */
		words?: readonly string[];
		/** The field below which they are, in a file of settings: other fields may have the same value. */
		field?: string;
		/** Path of a missing image. */
		image?: string;
		/** Invalid fields of the front matter. */
		fields?: readonly string[];
		/** The front matter is not YAML. */
		notYaml?: true;
		/**
		 * Links in a list: the page with the link, the link as written, and its target path. Each has a finding of its
		 * own; the list is a headline, and does not count.
		 */
		links?: readonly { page: string; link: string; resolved: string }[];
		/** Route that a link points to. */
		page?: string;
		/** Ids of elements: the missing one, or the duplicates. */
		ids?: readonly string[];
		/** The existing id most similar to the missing one. */
		near?: string;
		/** Name of a component or a script. */
		name?: string;
		/** The module that a page imports the name from. */
		from?: string;
		/** Pairs of files that produce the same URL. */
		files?: readonly (readonly string[])[];
	};
	/** The configuration field that sets the severity (B-294). */
	setting?: string;
}

export type Severity = 'error' | 'warning' | 'info';
