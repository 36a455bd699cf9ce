/** What docsgen tells an author. */

/** One finding, with a place and a way out. Exceptions are for our own bugs. */
export interface Diagnostic {
	/** Stable kebab-case name of the rule, e.g. `broken-link`; severity may be configured per code (B-294). */
	code: string;
	severity: Severity;
	/** One sentence or block of text, complete without the place. */
	message: string;
	/** Source file, relative to the site's folder. */
	file?: string;
	line?: number;
	column?: number;
	/** How many characters of the line are meant. */
	length?: number;
	/** The source line (or lines) the finding is about, without line numbers. */
	excerpt?: string;
	/** What to do about it, as an imperative sentence. */
	hint?: string;
	notes?: string[];
	/** The things that the message names, as data: a message is only printed, and nothing else reads it. */
	about?: {
		/** Words as the file has them, the best first: the first one that is there is the place. */
		words?: readonly string[];
		/** Path of an image that is missing. */
		image?: string;
		/** Fields of the front matter that are wrong. */
		fields?: readonly string[];
		/** The front matter is not YAML. */
		notYaml?: true;
		/** Links that a list names: the page that has it, as it is written, and the path that it leads to. */
		links?: readonly { page: string; link: string; resolved: string }[];
		/** Route of the page that a link leads to. */
		page?: string;
		/** Ids of elements: the one that is missing, those that are there twice. */
		ids?: readonly string[];
		/** The id that was meant, perhaps. */
		near?: string;
		/** A component or a script, by its name. */
		name?: string;
		/** Where a page imports that name from. */
		from?: string;
		/** Files whose pages have the same address, two by two. */
		files?: readonly (readonly string[])[];
	};
	/** The field of the configuration that says how bad it is (B-294). */
	setting?: string;
}

export type Severity = 'error' | 'warning' | 'info';
