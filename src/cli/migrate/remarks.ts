/** What a migration leaves to its reader: kinds of places, and what to do about each. */

/** Kind, a row of the report → what to do next. */
const NEXT = {
	'Address of the site': 'Set "url" in site.config.ts, and look at "title".',
	'Addresses that no page answers': 'Write a page, or a redirect in site.config.ts.',
	'Addresses that two pages had': 'These have another slug now: choose a better one.',
	'Components of the theme':
		'The look is that of docsgen: put what you need into templates/ and content/theme.css. Old files are in migration/aside/theme.',
	'Components that were copied': 'Look at the pages that use them.',
	'Components to write': 'Their stubs in templates/components show what they hold, and name the places that use them.',
	'Configuration that is a program': 'What can be read of it is used: complete site.config.ts.',
	'Data that code made': 'It is written into the page as it was today.',
	'Docs that sidebars name and nobody has': 'They are left out of the sidebars; another tool may have generated them.',
	'Docs whose folder is not known': 'A program names it: move these docs by hand.',
	'Entries of sidebars': 'docsgen has no such field or entry.',
	'Fields of authors': 'docsgen has no such fields: look whether you miss them.',
	'Files in the place of pages':
		'A page has their address. They are in migration/aside/static: link them by another name, if you need them.',
	'Files outside of the repository': 'They were left where they are. Copy into content/ what readers may see.',
	'Files that configure your host': 'They replace what docsgen writes: look at ownHostFiles.',
	'Front matter that was mended':
		'Fields that name nothing here, or have a wrong value, are taken out or corrected: see whether you miss one.',
	'Items of the navbar': 'docsgen has no such item: write a link in its place, or do without.',
	'Links to the sources of pages': 'Write "editUrl" into site.config.ts.',
	'Neighbors with words of their own':
		'A page shows the titles of its neighbors: pagination_next and pagination_prev name others, pagination_label is what they call a page.',
	'Older versions of a second docs plugin': 'They stay in the old site: docsgen has versions of one set of docs.',
	'Pages in another notation': 'Write them as Markdown in content/docs; the old files are in migration/aside/pages.',
	'Pages that are React components':
		'Write them as Markdown in content/pages; the old files are in migration/aside/pages.',
	'Pages that are drafts now': 'Their texts are in migration/aside/unread: mend them, and put them back.',
	'Pages that are programs': 'Write them as Markdown in content/pages; the old files are in migration/aside/pages.',
	'Pages that code generates': 'Write them as files, or leave them out.',
	'Places that were mended':
		'The old tool let these mistakes pass; here they are corrected, or shown as written: look at them.',
	'Plugins of the Markdown parser': 'Nothing of them was run. Look at the pages that relied on them.',
	'Plugins without a counterpart': 'Nothing of them was run. Look whether you need what they did.',
	'Redirects that code made': 'Write them into "redirects" of site.config.ts.',
	'Reference of Python code': 'mkdocstrings made it, and its names are left: link to a page that has it, or write it.',
	'Scripts and styles of pages': 'Vue is not run: write what they do as a component in templates/components.',
	'Scripts in the head': 'docsgen has "analytics" and "scripts" (files) for them.',
	'Scripts that are not there': 'Put them into content/static, and name them in "scripts".',
	'Settings without a counterpart': 'They are left out of site.config.ts.',
	'Sidebars that are code': 'They are made from the folders now: write content/docs/sidebars.ts.',
	'Style sheets':
		'Its rules were made for other elements: write yours into content/theme.css. The old files are in migration/aside/css.',
	'Tags of another tool': 'They show as they are written: write what they stood for.',
	'Templates of the old tool':
		'The look is that of docsgen: a shortcode of your own becomes a component in templates/components.',
	Translations: 'docsgen builds one language: the texts of the others wait in migration/aside/i18n.',
	'What readers could click or run': 'It is shown and does nothing: write it as a component with a script.',
} as const;

/** Places that need a hand. */
export interface Remark {
	kind: keyof typeof NEXT;
	next: string;
	/** Paths, fields of the old configuration. */
	places: string[];
}

/** Adds to the remark of this kind, or begins one. */
export function remark({ remarks }: { remarks: Remark[] }, kind: Remark['kind'], ...places: string[]): void {
	const known = remarks.find((one) => one.kind === kind);
	if (known) known.places.push(...places.filter((place) => !known.places.includes(place)));
	else remarks.push({ kind, next: NEXT[kind], places: [...new Set(places)] });
}
