/** The field `socialCards` of the configuration. */
import type { ConfigSection } from '../../content/model/config.ts';
import {
	boolean,
	either,
	mapped,
	object,
	type ResolvedFields,
	string,
	type WrittenFields,
} from '../../content/model/schema.ts';

const FIELDS = {
	/** Draw the pictures that networks and messengers show with links to pages. A page that has an image keeps it. */
	socialCards: mapped(
		either(
			boolean,
			object({
				/**
				 * Typeface of all words on the cards: a WOFF2, OpenType or TrueType file, relative to the site folder, that readers
				 * don't load. Default: `theme.fonts`, or docsgen's own.
				 */
				font: string,
			}),
		),
		(value) => (value === true ? {} : value || undefined),
	),
};

declare module '../../content/model/config.ts' {
	interface ExtensionFields extends WrittenFields<typeof FIELDS> {}
	interface ExtensionConfig extends ResolvedFields<typeof FIELDS> {}
}

export const CARD_SECTION: ConfigSection = {
	fields: FIELDS,
	untranslated: ['socialCards'],
};
