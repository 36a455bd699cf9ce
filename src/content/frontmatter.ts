/**
 * Front matter: the YAML between `---` lines at the top of a file, checked field by field (B-288 to B-290).
 * Knows YAML's traps: no engine that runs code, bounded size, no aliases that multiply, no parser cache.
 * Wrong values become one diagnostic for the file and are left out; the page is parsed all the same.
 */
import matter from 'gray-matter';
import { isRecord } from './schema.ts';
import type { Diagnostic, FrontMatter, PostAuthor, Tag } from './types.ts';

export interface FrontMatterResult {
	data: FrontMatter;
	/** The text below the front matter. */
	body: string;
	/** Lines above the body. */
	above: number;
	/** Field → line of the file. */
	lines: Record<string, number>;
	diagnostics: Diagnostic[];
}

/** Longest front matter in characters. */
const MAX_SIZE = 64 * 1024;
/** Most values in it, each alias counted with all it stands for: an alias bomb of 400 bytes has billions. */
const MAX_VALUES = 10_000;
const MAX_DEPTH = 30;

const OPEN = /^---(?!-)[ \t]*(\S*)[ \t]*\n/;
const CLOSE = /^---[ \t]*$/m;

function refuse(): never {
	throw new Error('front matter must be YAML; nothing is executed');
}

/**
 * Without an options object gray-matter caches its result and answers malformed YAML with `{}` the second time.
 * `language` in front of the closing line is refused before gray-matter sees it, and here once more.
 */
const OPTIONS = { language: 'yaml', engines: { javascript: refuse, coffee: refuse, cson: refuse, json: refuse } };

/** Takes the front matter off `text` (line ends unified). Never throws; every mistake is in `diagnostics`. */
export function readFrontMatter(text: string, file: string): FrontMatterResult {
	const open = OPEN.exec(text);
	if (!open) return { data: { extra: {} }, body: text, above: 0, lines: {}, diagnostics: [] };
	const rest = text.slice(open[0].length);
	const close = CLOSE.exec(rest);
	const problem = (message: string, hint: string, line = 1, column = 1): FrontMatterResult => {
		const excerpt = text.split('\n', line)[line - 1] ?? '';
		const place = { file, line, column, excerpt };
		const diagnostic: Diagnostic = { code: 'front-matter', severity: 'error', message, ...place, hint };
		return { ...parts, diagnostics: [diagnostic] };
	};
	const yaml = close ? rest.slice(0, close.index) : '';
	const parts = { data: { extra: {} }, ...below(text, open[0].length, close), lines: lines(yaml), diagnostics: [] };
	if (!close) return problem('The front matter has no end.', 'Add a line that holds only ---.');
	const language = open[1] ?? '';
	if (language && !/^ya?ml$/i.test(language))
		return problem(
			`The front matter is written in "${language}", but only YAML is read.`,
			'Write --- alone on the first line and the fields as YAML.',
		);
	if (yaml.length > MAX_SIZE)
		return problem(`The front matter is longer than ${MAX_SIZE} characters.`, 'Move long texts into the body.');
	const parsed = parseYaml(yaml);
	if ('message' in parsed)
		return problem(
			`The front matter is not valid YAML: ${parsed.message}.`,
			parsed.hint,
			Math.min(parsed.line + 2, parts.above),
			parsed.column + 1,
		);
	return { ...parts, ...check(parsed.data, yaml, file, parts.lines) };
}

function below(text: string, from: number, close: RegExpExecArray | null): { body: string; above: number } {
	if (!close) return { body: text.slice(from), above: 1 };
	const end = from + close.index + close[0].length + 1;
	let above = 1;
	for (let at = text.indexOf('\n'); at >= 0 && at < end - 1; at = text.indexOf('\n', at + 1)) above++;
	return { body: text.slice(end), above };
}

type Yaml = { data: Record<string, unknown> } | { message: string; hint: string; line: number; column: number };

/** `line` and `column` of a mistake count from 0 in the YAML. */
function parseYaml(yaml: string): Yaml {
	const quoting = 'Put texts with ":", "#" or quotation marks between quotation marks.';
	try {
		const data: unknown = matter(`---\n${yaml}\n---\n`, OPTIONS).data;
		if (!isRecord(data))
			return { message: 'it must consist of "field: value" lines', hint: quoting, line: 0, column: 0 };
		if (!isBounded(data))
			return { message: 'it holds too many values', hint: 'Do without aliases (*name).', line: 0, column: 0 };
		return { data };
	} catch (error) {
		const { reason, line, column } = yamlError(error);
		return { message: reason, hint: quoting, line, column };
	}
}

/** A YAML file of its own (authors, categories), with the same bounds; JSON is YAML too. Lines count from 1. */
export function readYaml(text: string): {
	value?: Record<string, unknown>;
	problem?: { message: string; line: number };
} {
	if (text.length > MAX_SIZE) return { problem: { message: `it is longer than ${MAX_SIZE} characters`, line: 1 } };
	const parsed = parseYaml(text.replace(/^\uFEFF/, ''));
	return 'data' in parsed ? { value: parsed.data } : { problem: { message: parsed.message, line: parsed.line + 1 } };
}

function yamlError(error: unknown): { reason: string; line: number; column: number } {
	const thrown: unknown = isRecord(error) ? error : {};
	const reason = isRecord(thrown) && typeof thrown.reason === 'string' ? thrown.reason : 'it is nested too deeply';
	const mark = isRecord(thrown) && isRecord(thrown.mark) ? thrown.mark : {};
	const line = typeof mark.line === 'number' ? Math.max(mark.line - 1, 0) : 0;
	return { reason, line, column: typeof mark.column === 'number' ? mark.column : 0 };
}

/** Walks as `JSON.stringify` would, but gives up. */
function isBounded(data: unknown): boolean {
	let values = 0;
	const visit = (value: unknown, depth: number): boolean => {
		if (++values > MAX_VALUES || depth > MAX_DEPTH) return false;
		if (typeof value !== 'object' || value === null) return true;
		return Object.values(value).every((item) => visit(item, depth + 1));
	};
	return visit(data, 0);
}

function lines(yaml: string): Record<string, number> {
	const result: Record<string, number> = {};
	for (const [index, line] of yaml.split('\n').entries()) {
		const name = /^(?:"([^"]+)"|'([^']+)'|([A-Za-z_][\w-]*))\s*:(?:\s|$)/.exec(line);
		const field = name?.[1] ?? name?.[2] ?? name?.[3];
		if (field !== undefined && !Object.hasOwn(result, field) && field !== '__proto__') result[field] = index + 2;
	}
	return result;
}

function check(
	raw: Record<string, unknown>,
	yaml: string,
	file: string,
	where: Record<string, number>,
): { data: FrontMatter; diagnostics: Diagnostic[] } {
	const fields = new Fields(raw);
	const data = fields.read();
	const diagnostics: Diagnostic[] = [];
	if (fields.problems.length > 0) {
		const names = [...new Set(fields.problems.map(({ field }) => field))];
		const places = names.map((name) => where[name.replace(/[.[].*$/, '')] ?? 2);
		const [first, last] = [Math.min(...places), Math.max(...places)];
		diagnostics.push({
			code: 'front-matter',
			severity: 'error',
			message: `The front matter contains invalid values for field(s): ${names.join(', ')}.`,
			file,
			line: first,
			column: 1,
			// The part of the front matter that is about: from the first wrong field to the last.
			excerpt: yaml
				.split('\n')
				.slice(first - 2, last - 1)
				.join('\n'),
			hint: 'Correct the fields named below, or remove them.',
			notes: fields.problems.map(({ message }) => message),
		});
	}
	const about = (field: string, code: string, message: string, hint: string): void => {
		const line = where[field] ?? 1;
		const excerpt = yaml.split('\n')[line - 2] ?? '';
		diagnostics.push({ code, severity: 'error', message, file, line, column: 1, excerpt, hint });
	};
	if (data.id !== undefined && /[\\/]/.test(data.id))
		about('id', 'doc-id', `Document id "${data.id}" cannot include slash.`, 'The folder is part of the id already.');
	if (data.slug !== undefined && !isSlug(data.slug))
		about(
			'slug',
			'invalid-slug',
			`The slug "${data.slug}" is not a valid path.`,
			'Use letters, digits, "-", "_", "." and "/" only, such as /my-page.',
		);
	return { data, diagnostics };
}

/** B-290: a path without spaces and characters that addresses give a meaning to. */
function isSlug(slug: string): boolean {
	return !/[\s?#\\<>"{}|^`%:]|\/\/|(?:^|\/)\.\.?(?:\/|$)/.test(slug.replace(/^\.\//, '')) && !hasControls(slug);
}

function hasControls(text: string): boolean {
	return [...text].some((char) => char < ' ' || char === '\u007f');
}

interface FieldProblem {
	field: string;
	message: string;
}

const TAG = 'does not look like a valid tag. Please use a string or an object with label and permalink.';
const AUTHOR =
	'does not look like a valid blog post author. Please use an author key or an author object (with a key, a name or an image).';
const MIXED =
	'To declare blog post authors, use the "authors" front matter. Don\'t mix "authors" with other existing "author_*" front matter. Choose one or the other, not both at the same time.';

/** Reads one field after the other; what nobody asked for is `extra`. */
class Fields {
	readonly problems: FieldProblem[] = [];
	readonly #raw: Record<string, unknown>;
	readonly #seen = new Set<string>();

	constructor(raw: Record<string, unknown>) {
		this.#raw = raw;
	}

	read(): FrontMatter {
		const data: FrontMatter = {
			id: this.#string('id'),
			title: this.#string('title'),
			description: this.#string('description'),
			slug: this.#string('slug'),
			sidebar_label: this.#string('sidebar_label'),
			sidebar_position: this.#number('sidebar_position'),
			sidebar_class_name: this.#string('sidebar_class_name'),
			hide_title: this.#boolean('hide_title'),
			hide_table_of_contents: this.#boolean('hide_table_of_contents'),
			...this.#tocLevels(),
			pagination_label: this.#string('pagination_label'),
			pagination_next: this.#nullable('pagination_next'),
			pagination_prev: this.#nullable('pagination_prev'),
			displayed_sidebar: this.#nullable('displayed_sidebar'),
			keywords: this.#strings('keywords'),
			image: this.#string('image'),
			tags: this.#tags(),
			draft: this.#boolean('draft'),
			unlisted: this.#boolean('unlisted'),
			custom_edit_url: this.#nullable('custom_edit_url'),
			last_update: this.#lastUpdate(),
			redirect_from: this.#oneOrMore('redirect_from'),
			date: this.#date('date', this.#take('date')),
			authors: this.#authors(),
			layout: this.#string('layout'),
			extra: {},
		};
		for (const [name, value] of Object.entries(data)) if (value === undefined) Reflect.deleteProperty(data, name);
		data.extra = this.#rest();
		return data;
	}

	#take(name: string): unknown {
		this.#seen.add(name);
		return Object.hasOwn(this.#raw, name) ? this.#raw[name] : undefined;
	}

	#problem(field: string, message: string): undefined {
		this.problems.push({ field, message: `"${field}" ${message}` });
		return undefined;
	}

	#string(name: string): string | undefined {
		const value = this.#take(name);
		if (value === undefined) return undefined;
		return asText(value) ?? this.#problem(name, 'must be a string');
	}

	#nullable(name: string): string | null | undefined {
		return this.#take(name) === null ? null : this.#string(name);
	}

	#boolean(name: string): boolean | undefined {
		const value = this.#take(name);
		if (value === undefined || typeof value === 'boolean') return value;
		if (value === 'true' || value === 'false') return value === 'true';
		return this.#problem(name, 'must be a boolean');
	}

	#number(name: string): number | undefined {
		const value = this.#take(name);
		if (value === undefined) return undefined;
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number === 'number' && Number.isFinite(number)) return number;
		return this.#problem(name, 'must be a number');
	}

	#tocLevels(): Pick<FrontMatter, 'toc_min_heading_level' | 'toc_max_heading_level'> {
		const min = this.#number('toc_min_heading_level');
		const max = this.#number('toc_max_heading_level');
		for (const [name, level] of [
			['toc_min_heading_level', min],
			['toc_max_heading_level', max],
		] as const) {
			if (level === undefined) continue;
			if (!Number.isInteger(level)) this.#problem(name, 'must be an integer');
			else if (level < 2) this.#problem(name, 'must be greater than or equal to 2');
			else if (level > 6) this.#problem(name, 'must be less than or equal to 6');
		}
		if (min !== undefined && max !== undefined && min > max)
			this.#problem('toc_min_heading_level', 'must not be greater than "toc_max_heading_level"');
		return { toc_min_heading_level: min, toc_max_heading_level: max };
	}

	#strings(name: string): string[] | undefined {
		const value = this.#take(name);
		if (value === undefined) return undefined;
		if (!Array.isArray(value)) return this.#problem(name, 'must be an array');
		return value.flatMap((item: unknown, index) => {
			const text = asText(item);
			if (text === undefined) this.#problem(`${name}[${index}]`, 'must be a string');
			return text === undefined ? [] : [text];
		});
	}

	#oneOrMore(name: string): string[] | undefined {
		const text = asText(this.#take(name));
		return text === undefined ? this.#strings(name) : [text];
	}

	#tags(): Tag[] | undefined {
		const value = this.#take('tags');
		if (value === undefined) return undefined;
		if (!Array.isArray(value)) return this.#problem('tags', 'does not look like a valid front matter Yaml array.');
		return value.flatMap((item: unknown, index): Tag[] => {
			const label = asText(isRecord(item) ? item.label : item);
			const permalink = isRecord(item) ? asText(item.permalink) : undefined;
			if (label && (!isRecord(item) || permalink)) return [permalink === undefined ? { label } : { label, permalink }];
			this.#problem(`tags[${index}]`, TAG);
			return [];
		});
	}

	#date(name: string, value: unknown): string | undefined {
		if (value === undefined) return undefined;
		if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
		const time = typeof value === 'string' ? Date.parse(zoned(value)) : Number.NaN;
		if (!Number.isNaN(time)) return new Date(time).toISOString();
		return this.#problem(name, 'must be a valid date');
	}

	#lastUpdate(): FrontMatter['last_update'] {
		const value = this.#take('last_update');
		if (value === undefined) return undefined;
		const author = isRecord(value) ? asText(value.author) : undefined;
		if (!isRecord(value) || (value.date === undefined && author === undefined))
			return this.#problem(
				'last_update',
				'does not look like a valid last update object. Please use an object with date and/or author.',
			);
		const date = this.#date('last_update.date', value.date);
		return { ...(date === undefined ? {} : { date }), ...(author === undefined ? {} : { author }) };
	}

	/** Either `authors`, or one author in the short fields `author`, `author_title`, … (B-289). */
	#authors(): PostAuthor[] | undefined {
		const short: PostAuthor = {
			name: this.#string('author'),
			title: this.#string('author_title') ?? this.#string('authorTitle'),
			url: this.#string('author_url') ?? this.#string('authorURL'),
			image_url: this.#string('author_image_url') ?? this.#string('authorImageURL'),
		};
		const value = this.#take('authors');
		const used = Object.values(short).some((part) => part !== undefined);
		if (used && value !== undefined) {
			this.problems.push({ field: 'authors', message: MIXED });
			return undefined;
		}
		if (used) return [present(short)];
		if (value === undefined) return undefined;
		const list: unknown[] = Array.isArray(value) ? value : [value];
		return list.flatMap((item, index) => {
			const author = postAuthor(item);
			if (!author) this.#problem(Array.isArray(value) ? `authors[${index}]` : 'authors', AUTHOR);
			return author ? [author] : [];
		});
	}

	#rest(): Record<string, unknown> {
		const rest = Object.entries(this.#raw).filter(([name]) => !this.#seen.has(name) && name !== '__proto__');
		return Object.fromEntries(rest.map(([name, value]) => [name, plain(value)]));
	}
}

/** YAML reads `2021` as a number and `2021-01-01` as a date where an author meant text. */
function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
	return value.toISOString().replace(/T00:00:00\.000Z$/, '');
}

/** A date without a zone is meant in UTC, whatever the machine's zone is. */
function zoned(date: string): string {
	const text = date.trim();
	if (/^\d{4}-\d{2}-\d{2}$/.test(text) || /(?:z|gmt|utc|[+-]\d{2}:?\d{2})$/i.test(text)) return text;
	return /\d:\d{2}/.test(text) ? `${text}Z` : `${text} UTC`;
}

function postAuthor(value: unknown): PostAuthor | undefined {
	const key = asText(value);
	if (key !== undefined) return key ? { key } : undefined;
	if (!isRecord(value)) return undefined;
	const author = present({
		key: asText(value.key),
		name: asText(value.name),
		title: asText(value.title),
		url: asText(value.url),
		image_url: asText(value.image_url) ?? asText(value.imageURL) ?? asText(value.image),
		email: asText(value.email),
	});
	return author.key || author.name || author.image_url ? author : undefined;
}

function present(author: PostAuthor): PostAuthor {
	return Object.fromEntries(Object.entries(author).filter(([, value]) => value !== undefined));
}

/** Plain data: dates become ISO texts. */
function plain(value: unknown): unknown {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	if (Array.isArray(value)) return value.map(plain);
	if (!isRecord(value)) return value;
	const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
	return Object.fromEntries(entries.map(([name, item]) => [name, plain(item)]));
}
