/** The URLs of Jekyll's pages, documents of collections and posts, and the front matter that `defaults` adds to them. */
import { posix } from 'node:path';
import { slugify } from './docsgen.ts';
import { type Fields, fieldsOf, globPattern, listOf, textOf } from './old-site.ts';
import { dateText, fieldsIn } from './page-files.ts';

export const JEKYLL_MD = /\.(?:md|markdown|mkdown|mkdn|mkd)$/;
export const POST = /(?:^|\/)_posts\/(?:.*\/)?(\d{4})-(\d\d?)-(\d\d?)-([^/]+)\.(?:md|markdown|mkdown|mkdn|mkd)$/;

/** Jekyll's own forms of permalinks. */
const PERMALINKS = new Map([
	['date', '/:categories/:year/:month/:day/:title:output_ext'],
	['pretty', '/:categories/:year/:month/:day/:title/'],
	['ordinal', '/:categories/:year/:y_day/:title:output_ext'],
	['weekdate', '/:categories/:year/W:week/:short_day/:title:output_ext'],
	['none', '/:categories/:title:output_ext'],
]);

/** The ending of a page or document without a pattern, which follows the pattern of posts: `/` or `.html`. */
function suffixOf(pattern: string): string {
	if (pattern === 'pretty' || pattern.endsWith('/')) return '/';
	return PERMALINKS.has(pattern) || pattern.endsWith(':output_ext') ? ':output_ext' : '';
}

/** The settings of a site that decide on URLs. */
export class JekyllUrls {
	private readonly pattern: string;
	private readonly collections: Fields;

	constructor(private readonly config: Fields) {
		this.pattern = textOf(config.permalink) ?? 'date';
		const { collections } = config;
		this.collections = Array.isArray(collections)
			? Object.fromEntries(collections.map((name) => [String(name), {}]))
			: fieldsOf(collections);
	}

	/** Whether a file is in a collection that isn't published; a theme may name the collections instead. */
	isHidden(file: string): boolean {
		const { collection } = placeOf(file, this.config);
		const isListed = Object.keys(this.collections).some((name) => name !== 'posts');
		return collection !== '' && isListed && fieldsOf(this.collections[collection]).output !== true;
	}

	/** The front matter of a page with the fields that `defaults` adds, the most particular last. */
	fields(file: string, source: string): Fields {
		const { collection } = placeOf(file, this.config);
		const type = POST.test(file) ? 'posts' : collection || 'pages';
		const sets = listOf(this.config.defaults)
			.map(fieldsOf)
			.map(({ scope, values }) => ({ ...fieldsOf(scope), values: fieldsOf(values) }) as Fields)
			.filter((set) => (set.type === undefined || set.type === type) && isBelow(file, textOf(set.path) ?? ''))
			.toSorted((a, b) => String(a.path ?? '').length - String(b.path ?? '').length);
		return Object.assign({}, ...sets.map(({ values }) => values), fieldsIn(source)) as Fields;
	}

	/** Where a page leads instead of showing something. */
	redirectOf(file: string, source: string): string | undefined {
		const [target] = [this.fields(file, source).redirect_to].flat();
		return typeof target === 'string' ? target : undefined;
	}

	/** The ending of a page or document that has no permalink. */
	get ending(): string {
		return suffixOf(this.pattern) === ':output_ext' ? '.html' : '';
	}

	/** The URL of a page or of a document in a collection, if a permalink sets it. */
	pageUrl(file: string, source: string): string | undefined {
		const fields = this.fields(file, source);
		const { collection, path } = placeOf(file, this.config);
		const own = textOf(fields.permalink) ?? textOf(fieldsOf(this.collections[collection]).permalink);
		const isMoved = collection !== '' && path !== file && !file.startsWith('_');
		const pattern = own ?? (isMoved ? `/:collection/:path${suffixOf(this.pattern)}` : undefined);
		if (pattern === undefined) return undefined;
		const bare = path.replace(/\.\w+$/, '');
		const folder = posix.dirname(bare) === '.' ? '' : posix.dirname(bare);
		const name = posix.basename(bare);
		const slug = textOf(fields.slug) ?? name;
		return filledIn(PERMALINKS.get(pattern) ?? pattern, {
			...datePartsOf(dayIn(fields.date) ?? dayIn(name)),
			...categoriesOf(fields),
			collection,
			path: collection === '' ? folder : bare,
			basename: name,
			name: slugify(name),
			title: slug,
			slug: slugify(slug),
			output_ext: '.html',
		});
	}

	/** The URL of a post. */
	postUrl(file: string, source: string): string {
		const [, year = '', month = '', day = '', name = ''] = POST.exec(file) ?? [];
		const fields = this.fields(file, source);
		const pattern = textOf(fields.permalink) ?? textOf(fieldsOf(this.collections.posts).permalink) ?? this.pattern;
		const before = file
			.slice(0, file.indexOf('_posts/'))
			.split('/')
			.filter((part) => part !== '' && part !== textOf(this.config.collections_dir));
		const slug = textOf(fields.slug) ?? name;
		return filledIn(PERMALINKS.get(pattern) ?? pattern, {
			...datePartsOf(dayIn(fields.date) ?? [year, month, day]),
			...categoriesOf(fields, before),
			collection: 'posts',
			path: file.replace(/^.*?_posts\//, '').replace(JEKYLL_MD, ''),
			name: slugify(name),
			title: slug,
			slug: slugify(slug),
			output_ext: '.html',
		});
	}
}

/** The collection of a file, empty for a page, and its path in it. */
function placeOf(file: string, { collections_dir: folder }: Fields): { collection: string; path: string } {
	const inner = typeof folder === 'string' && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
	const [, collection = '', path = file] = /^_([^/]+)\/(.+)$/.exec(inner) ?? [];
	return { collection, path };
}

function isBelow(file: string, path: string): boolean {
	const bare = path.replace(/^\/|\/$/g, '');
	if (bare.includes('*')) return globPattern(bare).test(file) || globPattern(`${bare}/**`).test(file);
	return bare === '' || file === bare || file.startsWith(`${bare}/`);
}

function dayIn(date: unknown): string[] | undefined {
	return /^(\d{4})-(\d\d?)-(\d\d?)/.exec(dateText(date))?.slice(1);
}

function categoriesOf({ categories, category }: Fields, before: string[] = []): Record<string, string> {
	const own = [categories ?? category ?? []]
		.flat()
		.flatMap((one) => (Array.isArray(categories) ? String(one) : String(one).split(/\s+/)));
	const all = [...new Set([...before, ...own].filter(Boolean).map((one) => one.toLowerCase()))];
	return { categories: all.join('/'), slugified_categories: all.map((one) => slugify(one)).join('/') };
}

function datePartsOf(day: string[] | undefined): Record<string, string> {
	if (day === undefined) return {};
	const [year = '', month = '', date = ''] = day;
	const time = Date.UTC(Number(year), Number(month) - 1, Number(date));
	const name = (options: Intl.DateTimeFormatOptions): string =>
		new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(time);
	const two = (value: number): string => String(value).padStart(2, '0');
	const weekday = (new Date(time).getUTCDay() + 6) % 7;
	// A week belongs to the year of its Thursday.
	const thursday = time + (3 - weekday) * DAY_MS;
	const weekYear = new Date(thursday).getUTCFullYear();
	return {
		year,
		month: month.padStart(2, '0'),
		day: date.padStart(2, '0'),
		i_month: String(Number(month)),
		i_day: String(Number(date)),
		short_year: year.slice(2),
		y_day: String((time - Date.UTC(Number(year), 0, 0)) / DAY_MS).padStart(3, '0'),
		w_year: String(weekYear),
		week: two(Math.ceil((thursday - Date.UTC(weekYear, 0, 0)) / DAY_MS / 7)),
		w_day: String(weekday + 1),
		short_month: name({ month: 'short' }),
		long_month: name({ month: 'long' }),
		short_day: name({ weekday: 'short' }),
		long_day: name({ weekday: 'long' }),
	};
}

const DAY_MS = 86_400_000;

/** A pattern with its values; one without a value stays, and so is seen in the list of old URLs. */
function filledIn(pattern: string, values: Record<string, string>): string {
	return pattern
		.replace(/:([a-z_]+)/g, (whole, name: string) => {
			// The longest name that is one: `:titleand` has a title.
			const known = Object.keys(values)
				.sort((a, b) => b.length - a.length)
				.find((one) => name.startsWith(one));
			return known === undefined ? whole : values[known] + name.slice(known.length);
		})
		.replace(/\/{2,}/g, '/')
		.replace(/(?:index)?\.html$/, (end) => (end === '.html' ? end : ''));
}
