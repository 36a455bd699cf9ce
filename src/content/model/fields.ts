/**
 * The fields of front matter (B-288 to B-290), `authors.yml` and `tags.yml`, and the list in `versions.json`.
 */
import { runsScript } from './address.ts';
import { slugify } from './names.ts';
import {
	allowUnknown,
	type Check,
	check,
	checkText,
	custom,
	either,
	isNull,
	isRecord,
	linkAddress,
	list,
	mapped,
	nearest,
	object,
	type Problem,
	plain,
	type Report,
	type Resolved,
	record,
	required,
	ruled,
	Scalar,
	string,
	stringLike,
	type Table,
	textOf,
} from './schema.ts';
import type { Texts } from './texts.ts';
import { type Forms, placeholdersOf, type Words } from './words.ts';

/* ---------------------------------------------------------------- values as YAML has them */

const text = string;
const address = stringLike('a URL that runs no script', (value) => !runsScript(value, true));
/** Null removes the default. */
const textOrNull = orNull(text);
const addressOrNull = orNull(linkAddress);

function orNull<T>(of: Check<T>): Check<T | null> {
	return custom(of.expected, (value, path, report) => (isNull(value) ? null : of(value, path, report)));
}

/** A boolean, which authors may put in quotation marks. */
export const yamlBoolean = check('a boolean', (value) =>
	value === 'true' || value === 'false' ? value === 'true' : typeof value === 'boolean' ? value : undefined,
);
const numeric = check('a number', (value) => {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
});
/** ISO date and time with the author's offset from UTC: `2023-01-14T23:30:00.000-08:00`. */
const date = checkText('a valid date', isoDate);

/** Numbers without a day, or with the day and the month in an order that depends on the country: `01/02/2023`. */
const NO_DAY = /^(?:[\d._]+$|\d{4}[-/]\d{1,2}$|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b)/;

/** The offset from UTC after a time, as in ISO 8601, RFC 5322 and YAML. */
const OFFSET = /\d:\d{2}[\d:.]*\s*([+-])(\d{1,2}):?(\d{2})?$/;

/**
 * A date and time in ISO 8601 with the offset of the text, so that it stays on the author's day; undefined if it is none.
 * A date without a zone is UTC, regardless of the machine's zone.
 */
export function isoDate(text: string): string | undefined {
	const written = text.trim();
	const day = /^(\d{4})-(\d{1,2})-(\d+)/.exec(written);
	if (day ? /^\d{3}/.test(day[3] ?? '') || dayOf(day.slice(1)) === undefined : NO_DAY.test(written)) return undefined;
	const [, sign = '+', hours = '', minutes = ''] = OFFSET.exec(written) ?? [];
	const offset = `${sign}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
	const local = hours === '' ? written : written.replace(/\s*[+-][\d:]+$/, '');
	const isZoned = /^\d{4}-\d{2}-\d{2}$|(?:z|gmt|utc)$/i.test(local);
	const time = Date.parse(isZoned ? local : `${local}${/\d:\d{2}/.test(local) ? 'Z' : ' UTC'}`);
	if (Number.isNaN(time)) return undefined;
	const found = new Date(time).toISOString();
	const zoned = /^[+-]00:00$/.test(offset) ? found : found.replace('Z', offset);
	return Number.isNaN(Date.parse(zoned)) ? undefined : zoned;
}

/** The date for `[year, month, day]`; undefined if no such day exists, such as February 30. */
export function dayOf(parts: (string | undefined)[]): Date | undefined {
	const [year = 0, month = 0, day = 0] = parts.map(Number);
	const found = new Date(Date.UTC(year, month - 1, day));
	return found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? found : undefined;
}

/** A list of strings; `split` converts a single string. */
function texts(split: (value: string) => string[]): Check<string[]> {
	const many = list(text);
	return custom('a string or a list', (value, path, report) => {
		const one = textOf(value);
		if (one !== undefined) return split(one);
		if (Array.isArray(value)) return many(value, path, report);
		report({ path, message: 'must be an array' });
		return undefined;
	});
}

const headingLevel = ruled(numeric, (value, path, report) => {
	if (!Number.isInteger(value)) report({ path, message: 'must be an integer' });
	else if (value < 2) report({ path, message: 'must be greater than or equal to 2' });
	else if (value > 6) report({ path, message: 'must be less than or equal to 6' });
});

/* ---------------------------------------------------------------- tags */

/** A tag as a page names it. */
export interface Tag {
	label: string;
	/** Last part of the tag page's URL; default: slug of the label. */
	permalink?: string;
	description?: string;
}

const TAG = 'does not look like a valid tag. Please use a string or an object with label and permalink.';

const tag: Check<Tag> = custom('a tag', (value, path, report): Tag | undefined => {
	const label = textOf(isRecord(value) ? value.label : value);
	const permalink = isRecord(value) ? textOf(value.permalink) : undefined;
	if (label && (!isRecord(value) || permalink)) return permalink === undefined ? { label } : { label, permalink };
	report({ path, message: TAG });
	return undefined;
});

const tags: Check<Tag[]> = custom('a list of tags', (value, path, report) => {
	if (Array.isArray(value)) return list(tag)(value, path, report);
	const words = (textOf(value) ?? '').split(',').flatMap((word) => word.trim() || []);
	const way = words.length > 0 ? `Write tags: [${words.join(', ')}].` : undefined;
	report({ path, message: 'does not look like a valid front matter Yaml array.', way });
	return undefined;
});

const knownTag = object({
	/** Displayed name. Default: the key. */
	label: text,
	/** Last part of the tag page's URL. Default: slug of the label. */
	permalink: text,
	/** Description of the tag's page. */
	description: text,
});
/** Checks `tags.yml`: maps the words that pages use to tags. */
export const checkTags = record(
	custom(knownTag.expected, (value, path, report) => knownTag(value ?? {}, path, report)) satisfies Check<
		Resolved<typeof knownTag>
	>,
);
/** The known tags of a collection, by the word that pages use. */
export type KnownTags = Resolved<typeof checkTags>;

/* ---------------------------------------------------------------- authors */

const author = {
	name: text,
	/** Role of the author. */
	title: text,
	url: linkAddress,
	/** Picture: a URL, or a path in `content/static`. */
	image_url: address,
	/** Another spelling of `image_url`. */
	imageURL: address,
	/** Another spelling of `image_url`. */
	image: address,
	email: text,
	/** Other profiles: `github: ada`. Without `url`, the first is the author's link. */
	socials: record(text),
	/** Text on the author's page. */
	description: text,
	/** In `authors.yml`: a page with the author's posts. `permalink` is the last part of its URL; default: the key. */
	page: check('a boolean or an object', (value) =>
		isRecord(value) ? (textOf(value.permalink) ?? true) : typeof value === 'boolean' ? value : undefined,
	),
};

/** An author as written in a post: a key of the authors file, or the fields themselves (B-289). */
export interface PostAuthor {
	key?: string;
	name?: string;
	title?: string;
	url?: string;
	image_url?: string;
	email?: string;
	description?: string;
	/** The author has a page; a text is the last part of its URL. */
	page?: boolean | string;
}

const SOCIALS: Record<string, string> = {
	bluesky: 'https://bsky.app/profile/',
	github: 'https://github.com/',
	instagram: 'https://www.instagram.com/',
	linkedin: 'https://www.linkedin.com/in/',
	mastodon: 'https://mastodon.social/',
	twitch: 'https://www.twitch.tv/',
	twitter: 'https://x.com/',
	x: 'https://x.com/',
	youtube: 'https://www.youtube.com/',
};

function postAuthor({ socials = {}, imageURL, image, ...own }: Resolved<ReturnType<typeof authorObject>>): PostAuthor {
	const [[service = '', name] = []] = Object.entries(socials);
	const profile = Object.hasOwn(SOCIALS, service) ? `${SOCIALS[service]}${name}` : undefined;
	const social = name === undefined || /^https?:/.test(name) ? name : profile;
	const url = own.url ?? social;
	const image_url = own.image_url ?? imageURL ?? image;
	return { ...own, ...(url === undefined ? {} : { url }), ...(image_url === undefined ? {} : { image_url }) };
}
const authorObject = () => object(author);

/** Checks `authors.yml`: key to author. Two authors cannot have the same page. */
export const checkAuthors = ruled(record(mapped(authorObject(), postAuthor)), (authors, path, report) => {
	const taken = new Map<string, string>();
	for (const [key, { page }] of Object.entries(authors)) {
		if (page === undefined || page === false) continue;
		const address = page === true ? slugify(key) : page.replace(/^\/|\/$/g, '');
		const owner = taken.get(address.toLowerCase());
		const refuse = (message: string): void => report({ path: [...path, key, 'page'], message });
		if (address === '') refuse(`must have a permalink: "${key}" has no letters or digits for a URL`);
		else if (owner !== undefined) refuse(`must have another permalink; "${address}" is taken by "${owner}"`);
		else taken.set(address.toLowerCase(), key);
	}
});
export type Authors = Resolved<typeof checkAuthors>;

const AUTHOR =
	'does not look like a valid blog post author. Please use an author key or an author object (with a key, a name or an image).';
const MIXED =
	'To declare blog post authors, use the "authors" front matter. Don\'t mix "authors" with other existing "author_*" front matter. Choose one or the other, not both at the same time.';

const keyed = object({ key: text, ...author }, allowUnknown);
const oneAuthor: Check<PostAuthor> = custom('an author', (value, path, report): PostAuthor | undefined => {
	const key = textOf(value);
	const { key: named, ...rest } = (key === undefined && isRecord(value) && keyed(value, path, report)) || {};
	const found = { ...(named === undefined ? {} : { key: named }), ...postAuthor(rest) };
	if (key) return { key };
	if (found.key || found.name || found.image_url) return found;
	report({ path, message: AUTHOR });
	return undefined;
});

const authors: Check<PostAuthor[]> = custom('an author or a list', (value, path, report) => {
	if (Array.isArray(value)) return list(oneAuthor)(value, path, report);
	const one = oneAuthor(value, path, report);
	return one && [one];
});

/** A name, or any value that `authors` accepts. */
const authorOrList: Check<string | PostAuthor[]> = custom('a name or a list of authors', (value, path, report) =>
	isRecord(value) || Array.isArray(value) ? authors(value, path, report) : text(value, path, report),
);

/* ---------------------------------------------------------------- front matter */

const LAST_UPDATE = 'does not look like a valid last update object. Please use an object with date and/or author.';
const lastUpdateFields = object(
	{
		/** Date, or date and time. */
		date,
		/** Who made the change. */
		author: text,
	},
	allowUnknown,
);
const lastUpdate: typeof lastUpdateFields = custom('an object', (value, path, report) => {
	if (isRecord(value) && (value.date !== undefined || value.author !== undefined))
		return lastUpdateFields(value, path, report);
	report({ path, message: LAST_UPDATE });
	return undefined;
});

const fields = object(
	{
		/** Last part of the doc's id. Default: the file name. */
		id: text,
		/** Title of the page. Default: the first heading, otherwise the file name in words. */
		title: text,
		/** Description of the page. Default: the first paragraph. */
		description: text,
		/** Path of the page below its collection, or below its folder if it does not start with a slash. */
		slug: text,
		/** Label in sidebars and in previous and next links. Default: the title. */
		sidebar_label: text,
		/** Position among its siblings in a generated sidebar. Default: the file's numeric prefix. */
		sidebar_position: numeric,
		/** CSS class of the doc's entry in the sidebar. */
		sidebar_class_name: text,
		/** A word next to the label in sidebars. */
		sidebar_badge: text,
		/** Do not show the title above the text. */
		hide_title: yamlBoolean,
		/** Show no table of contents. */
		hide_table_of_contents: yamlBoolean,
		/** 2 to 6. Default: `tableOfContents` in the configuration. */
		toc_min_heading_level: headingLevel,
		/** 2 to 6. Default: `tableOfContents` in the configuration. */
		toc_max_heading_level: headingLevel,
		/** Label in previous and next links. Default: the sidebar label. */
		pagination_label: text,
		/** Id of the next doc; null removes the link. */
		pagination_next: textOrNull,
		/** Id of the previous doc; null removes the link. */
		pagination_prev: textOrNull,
		/** Id of the sidebar to show; null shows none. */
		displayed_sidebar: textOrNull,
		/** For the search and search engines: a list, or words separated by commas. */
		keywords: texts((value) => value.split(',').map((word) => word.trim())),
		/** Social image: a URL, a file in `content/static`, or one next to the page (`./x.png`). */
		image: address,
		/** Names, or objects with label and permalink. */
		tags,
		/** Left out unless drafts are requested (B-291). */
		draft: yamlBoolean,
		/** Published, but in no list, sidebar, feed or index. */
		unlisted: yamlBoolean,
		/** URL; null removes the link. */
		custom_edit_url: addressOrNull,
		/** Last change of the page: `date`, `author` or both. */
		last_update: lastUpdate,
		/** Of a translation: the state of the original that it is of. `docsgen translate mark` writes it. */
		translated_from: stringLike('a record such as "3fa91c.0b27e1"', (value) =>
			/^[\da-f]{6}(?:\.[\da-f]{6})*$/.test(value),
		),
		/** Old paths of the page. */
		redirect_from: texts((value) => [value]),
		/** Date of a post. Default: from the file name. */
		date,
		/** Authors of a post: keys in the authors file, or objects. */
		authors,
		/** Name of the only author, or what `authors` accepts. */
		author: authorOrList,
		/** Role of the author. */
		author_title: text,
		/** Another spelling of `author_title`. */
		authorTitle: text,
		/** URL of the author. */
		author_url: linkAddress,
		/** Another spelling of `author_url`. */
		authorURL: linkAddress,
		/** Picture of the author. */
		author_image_url: address,
		/** Another spelling of `author_image_url`. */
		authorImageURL: address,
		/** Page layout; default by collection. `landing` has the full width, and shows the title of its `Hero` alone. */
		layout: text,
	},
	allowUnknown,
);
/** The check of docsgen's own fields. */
export const FRONT_MATTER = fields;

/** The check with the fields of extensions. */
export function frontMatterWith(more: Table): typeof fields {
	return object({ ...fields.table, ...more }, allowUnknown) as typeof fields;
}

type Short = 'author' | `author${'_title' | 'Title' | '_url' | 'URL' | '_image_url' | 'ImageURL'}`;

/** Fields of extensions; their modules add them. */
// biome-ignore lint/suspicious/noEmptyInterface: extensions merge theirs into it.
export interface ExtensionFrontMatter {}

/** Validated front matter. Unknown fields are kept in `extra`. */
export interface FrontMatter extends Omit<Resolved<typeof fields>, Short>, ExtensionFrontMatter {
	extra: Record<string, unknown>;
}

/** Fields of other tools that resemble ours: they get no warning about a typo. */
const FOREIGN: ReadonlySet<string> = new Set(['lastUpdated']);
/** Fields of other tools that mean something → what to write here. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
	head: 'a <head> block in the text',
	hidden: 'unlisted',
	lastmod: 'last_update',
	linkTitle: 'sidebar_label',
	next: 'pagination_next',
	noindex: 'a <head> block in the text',
	order: 'sidebar_position',
	outline: 'toc_max_heading_level',
	permalink: 'slug',
	prev: 'pagination_prev',
	published: 'draft: true',
	weight: 'sidebar_position',
};
/** Fields with a meaningful null. In others, as in `description:`, null means not written yet. */
const NULLABLE: ReadonlySet<string> = new Set([
	'custom_edit_url',
	'displayed_sidebar',
	'pagination_next',
	'pagination_prev',
]);

/** Whether a field has a text. */
export function isText(name: string, { table = {} }: typeof fields): boolean {
	const of = Object.hasOwn(table, name) ? table[name] : undefined;
	return typeof of === 'function' && of.expected?.startsWith('a string') === true;
}

/** Whether a field has a value: an empty one has none, and where a text is expected, the word `null` is a text. */
function isWritten(name: string, value: unknown, known: typeof fields): boolean {
	return NULLABLE.has(name) || (isText(name, known) ? value !== null : !isNull(value));
}

/** Validates front matter; reports invalid values and leaves them out. */
export function checkFrontMatter(raw: Record<string, unknown>, report: Report, known: typeof fields): FrontMatter {
	const written = Object.entries(raw).filter(([name, value]) => !FOREIGN.has(name) && isWritten(name, value, known));
	const read = known(Object.fromEntries(written), [], report) ?? {};
	const { author: first, author_title, authorTitle, author_url, authorURL, ...more } = read;
	const { author_image_url, authorImageURL, ...data } = more;
	const { toc_min_heading_level: min, toc_max_heading_level: max } = data;
	if (min !== undefined && max !== undefined && min > max)
		report({ path: ['toc_min_heading_level'], message: 'must not be greater than "toc_max_heading_level"' });
	const short = {
		name: typeof first === 'string' ? first : undefined,
		title: author_title ?? authorTitle,
		url: author_url ?? authorURL,
		image_url: author_image_url ?? authorImageURL,
	};
	const given = Object.fromEntries(Object.entries(short).filter(([, value]) => value !== undefined));
	const authors = typeof first === 'object' ? first : Object.keys(given).length > 0 ? [given] : undefined;
	if (authors && raw.authors !== undefined) {
		report({ path: ['authors'], message: MIXED });
		Reflect.deleteProperty(data, 'authors');
	} else if (authors) data.authors = authors;
	const rest = Object.entries(raw).filter(([name]) => !Object.hasOwn(known.table ?? {}, name) && name !== '__proto__');
	return { ...data, extra: plain(Object.fromEntries(rest)) };
}

/* ---------------------------------------------------------------- versions */

/** Checks `versions.json`: the names of older versions, newest first. */
export const checkVersions = mapped(
	ruled(list(string), (names, path, report) => {
		for (const [index, name] of names.entries()) {
			const message =
				name === 'current'
					? '"current" is the name of content/docs, and content/versions.json lists the folders of content/versions'
					: names.indexOf(name) < index && `"${name}" is listed twice`;
			if (message) report({ path: [...path, index], message });
		}
	}),
	(names) => [...new Set(names)].filter((name) => name !== 'current'),
);

/* ---------------------------------------------------------------- words */

/** A word that is a number or a date has lost its quotation marks, or its translation. */
function unlessScalar(of: Check<string>): Check<string> {
	return custom(of.expected, (value, path, report) => {
		if (!(value instanceof Scalar)) return of(value, path, report);
		const way = `Write it in quotation marks if "${value.text}" is the text.`;
		report({ path, message: `must be ${of.expected}`, found: value.text, way });
		return undefined;
	});
}

const said = unlessScalar(stringLike('a text', (value) => value.trim() !== ''));
const forms = object({ other: required(said), zero: said, one: said, two: said, few: said, many: said });
/** A plural without forms is the same for each number. */
const inForms = mapped(either(said, forms), (value): Forms => (typeof value === 'string' ? { other: value } : value));

/** Checks `texts.json`: translations by text. */
export const checkTexts = record(unlessScalar(text));

/** Checks `words.json`: other words for the interface, by key. `words` are all, in English. */
export function checkWords(words: Readonly<Record<string, string | Forms>>): Check<Partial<Words>> {
	const checks = Object.entries(words).map(([key, word]) => [key, typeof word === 'string' ? said : inForms]);
	return object(Object.fromEntries(checks), (key, path, known) => {
		const near = nearest(key, known);
		return {
			path,
			message: `is not a word of the interface${near ? `; did you mean "${near}"?` : ''}`,
			isUnknown: true,
		};
	}) as Check<Partial<Words>>;
}

/** Numbers that tell the plural forms of every language apart. */
const COUNTS = Array.from({ length: 200 }, (_, count) => count);

/** Translations that have lost or invented a placeholder of `FILLED`, with the text. */
export function lostInTexts(texts: Texts): (Problem & { english: string })[] {
	const filled = (text: string): string[] => placeholdersOf(text).filter((name) => FILLED.includes(name));
	return Object.entries(texts).flatMap(([english, text]) => {
		if (text === '') return [];
		const [wanted, has] = [filled(english), filled(text)];
		return [
			...wanted.flatMap((name) => (has.includes(name) ? [] : { path: [english], message: `lacks {${name}}`, english })),
			...has.flatMap((name) =>
				wanted.includes(name) ? [] : { path: [english], message: `has {${name}}, which its text lacks`, english },
			),
		];
	});
}

/** The placeholders that texts of the configuration may have; other braces are text. */
const FILLED = ['version'];

/** Placeholders that words in a language have lost or invented, with the text in `words`, which are all in English. */
export function lostPlaceholders(
	own: object,
	language: string,
	words: Readonly<Record<string, string | Forms>>,
): (Problem & { english: string })[] {
	const rules = new Intl.PluralRules(language);
	return Object.entries(words).flatMap(([key, word]) => {
		const written: string | Forms | undefined = Reflect.get(own, key);
		const english = typeof word === 'string' ? word : word.other;
		const wanted = placeholdersOf(english);
		const problemsOf = (path: string[], text: string): (Problem & { english: string })[] => {
			const has = placeholdersOf(text);
			// "One result" needs no number, but Russian says the same of 21.
			const numbers = COUNTS.filter((count) => rules.select(count) === path[1]).join();
			const isFew = /^(?:\d+|0,1)$/.test(numbers);
			const lost = wanted.filter((name) => !has.includes(name) && !(isFew && name === 'count'));
			const invented = has.filter((name) => !wanted.includes(name));
			return [
				...lost.map((name) => ({ path, message: `lacks {${name}}`, english })),
				...invented.map((name) => ({ path, message: `has {${name}}, which nothing fills in`, english })),
			];
		};
		if (typeof written === 'string') return problemsOf([key], written);
		return Object.entries(written ?? {}).flatMap(([category, form]) => problemsOf([key, category], form));
	});
}
