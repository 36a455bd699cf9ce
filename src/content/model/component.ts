/** Manifests of components, as plain data: the parser, which knows no React, checks tags with them. */

/**
 * Values that a prop accepts: `words` is a text that readers see, `text` one that they don't, `flag` true or false; a list has
 * the possible values, a pattern is a regular expression that the whole value matches, and `says` what to write instead.
 */
export type PropRule =
	| 'words'
	| 'text'
	| 'url'
	| 'number'
	| 'flag'
	| 'list'
	| 'data'
	| readonly string[]
	| { readonly pattern: string; readonly says: string };

export interface ComponentManifest {
	/** Its props; those with words in the order in which readers see them. */
	props: Readonly<Record<string, PropRule>>;
	/** Props without which it shows nothing. */
	needs?: readonly string[];
	/** Of these (`list`, or names of components), one must be directly between its tags. */
	holds?: readonly string[];
	/** The component outside of which it shows no words of its own. */
	within?: string;
	/** Cascade layers with its styles. */
	layers?: readonly string[];
	/** The site gives it the pages next to its own, as `cards`. */
	cards?: true;
}

/** Name → manifest; a component without one may have any props. */
export type ComponentManifests = Readonly<Record<string, ComponentManifest>>;

/** The props with words, in their order; undefined for a component without a manifest. */
export function seenProps(manifest: ComponentManifest | undefined): string[] | undefined {
	return manifest && Object.keys(manifest.props).filter((name) => manifest.props[name] === 'words');
}

/** The way to write instead of a value that a prop can't use; undefined if it can. */
export function misfit(name: string, rule: PropRule, value: unknown): string | undefined {
	const isText = typeof value === 'string' || typeof value === 'number';
	// Not set, as in React.
	if (value === false || value === null || rule === 'data') return undefined;
	if (rule === 'flag') return value === true ? undefined : `Write ${name}, or ${name}={false}.`;
	if (rule === 'list') return Array.isArray(value) ? undefined : `Write a list, ${name}={[…]}.`;
	if (rule === 'number') return /^\d+(?:\.\d+)?%?$/.test(String(value)) ? undefined : `Write a number, ${name}={20}.`;
	if (!isText) return `Write ${name}="…".`;
	if (typeof rule === 'string') return undefined;
	if ('pattern' in rule) return new RegExp(`^(?:${rule.pattern})$`).test(String(value)) ? undefined : rule.says;
	return rule.includes(String(value)) ? undefined : `Write one of ${rule.join(', ')}.`;
}
