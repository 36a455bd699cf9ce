/**
 * Front matter: the YAML between `---` lines at the top of a file, checked field by field (B-288 to B-290).
 * Avoids YAML's traps: engines that run code, huge values, alias bombs, the parser's cache, dates such as February 30.
 * All invalid values of a file become one diagnostic and are left out; the page is still parsed.
 */
import matter from 'gray-matter';
import yaml from 'js-yaml';
import { conflictFindings, conflictsIn, RESOLVE } from './conflicts.ts';
import type { Diagnostic } from './diagnostic.ts';
import { checkFrontMatter, ELSEWHERE, FRONT_MATTER, type FrontMatter, isText } from './fields.ts';
import { isRecord, type Problem, pathText, plain, readData, Scalar } from './schema.ts';

type FieldsCheck = typeof FRONT_MATTER;

export interface FrontMatterResult {
	data: FrontMatter;
	/** Every field, for expressions that use one. */
	raw: Record<string, unknown>;
	body: string;
	/** Number of lines above the body. */
	above: number;
	/** Field → line of the file. */
	lines: Record<string, number>;
	diagnostics: Diagnostic[];
}

/** Maximum length of the front matter in characters. */
const MAX_SIZE = 64 * 1024;
/** Maximum number of values, with aliases expanded. */
const MAX_VALUES = 10_000;
const MAX_DEPTH = 30;

const OPEN = /^---(?!-)[ \t]*(\S*)[ \t]*\n/;
const CLOSE = /^---[ \t]*$/m;

/** Front matter that other tools read, or nearly does docsgen: its language, first and last line, and a line inside. */
const MISPLACED: readonly { language: string; open: RegExp; close: RegExp; inside: RegExp }[] = [
	{
		language: 'YAML',
		open: /^[-–—]{2,}$/,
		close: /^[-–—]{2,}$/,
		inside: /^(?:[A-Za-z_][\w-]*\s*:(?:\s|$)|-\s|#|$)|^\s+\S/,
	},
	{ language: 'TOML', open: /^\+{3}$/, close: /^\+{3}$/, inside: /^(?:[\w.-]+\s*=|\[|#|$)|^\s+\S|^["'\]]/ },
	{ language: 'JSON', open: /^\{$/, close: /^\}$/, inside: /^\s*(?:"[^"]*"\s*:|[[\]{}"]|$)/ },
];

/** The front matter of a text that starts with another line than `---`, and its lines, from 0; undefined if there is none. */
function misplacedIn(text: string): { language: string; from: number; to: number } | undefined {
	const before = /^(?:\s*\n|\s*<!--[\s\S]*?-->\s*\n)?/.exec(text)?.[0] ?? '';
	const from = before.split('\n').length - 1;
	const [first = '', ...rest] = text.slice(before.length, before.length + MAX_SIZE).split('\n');
	for (const { language, open, close, inside } of MISPLACED) {
		if (!open.test(first.trim())) continue;
		const indent = /^\s*/.exec(first)?.[0].length ?? 0;
		const end = rest.findIndex((line) => close.test(line.trim()));
		const fields = rest.slice(0, Math.max(end, 0));
		if (fields.some((line) => line.trim() !== '') && fields.every((line) => inside.test(line.slice(indent))))
			return { language, from, to: from + end + 1 };
	}
	return undefined;
}

function refuse(): never {
	throw new Error('front matter must be YAML; nothing is executed');
}

/** YAML's types, with the author's text of each number, boolean, date and null. `~` is no text. */
const AS_WRITTEN = new yaml.Schema({
	include: [yaml.DEFAULT_SAFE_SCHEMA],
	implicit: yaml.DEFAULT_SAFE_SCHEMA.compiledImplicit.flatMap(({ tag, resolve, construct }) =>
		tag.endsWith(':merge')
			? []
			: new yaml.Type(tag, {
					kind: 'scalar',
					resolve,
					construct: (text) => (text === null || text === '~' ? null : new Scalar(construct(text), text)),
				}),
	),
});

/**
 * Without an options object gray-matter caches its result and returns `{}` for malformed YAML the second time.
 * Languages other than YAML are refused before gray-matter runs; the engines here refuse them again.
 */
const OPTIONS = {
	language: 'yaml',
	engines: { javascript: refuse, coffee: refuse, cson: refuse, json: refuse },
	schema: AS_WRITTEN,
};

/**
 * Splits `text` (line ends unified) into front matter and body. Never throws; every mistake is in `diagnostics`. `known`
 * checks the fields.
 */
export function readFrontMatter(text: string, file: string, known: FieldsCheck = FRONT_MATTER): FrontMatterResult {
	const read = readFields(text, file, known);
	const conflicts = conflictFindings(file, text);
	if (conflicts.length === 0) return read;
	// With two sides, the fields are seldom YAML.
	return { ...read, diagnostics: [...conflicts, ...read.diagnostics.filter(({ code }) => code !== 'front-matter')] };
}

function readFields(text: string, file: string, known: FieldsCheck): FrontMatterResult {
	const open = OPEN.exec(text);
	if (!open) return withoutFields(text, file);
	const rest = text.slice(open[0].length);
	const close = CLOSE.exec(rest);
	const yaml = close ? rest.slice(0, close.index) : '';
	const end = close ? close.index + close[0].length + 1 : 0;
	const above = 1 + (close ? rest.slice(0, end - 1).split('\n').length : 0);
	const parts = { data: { extra: {} }, raw: {}, body: rest.slice(end), above, lines: lines(yaml), diagnostics: [] };
	const problem = (message: string, hint: string, more?: Pick<Diagnostic, 'line' | 'column' | 'about'>) => {
		const place = placeOf(text, file, more?.line ?? 1);
		const diagnostic: Diagnostic = { code: 'front-matter', severity: 'error', message, ...place, hint, ...more };
		return { ...parts, diagnostics: [diagnostic] };
	};
	if (!close) return problem('The front matter is not closed.', 'Add a line that contains only ---.');
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
		return problem(`The front matter is not valid YAML: ${parsed.message}.`, parsed.hint, {
			line: Math.min(parsed.line + 2, above),
			column: parsed.column + 1,
			about: { notYaml: true },
		});
	return { ...parts, raw: plain(parsed.data), ...check(parsed.data, text, file, parts, known) };
}

/** A text that does not start with `---`; front matter in another place or language is reported, and is no text. */
function withoutFields(text: string, file: string): FrontMatterResult {
	const none = { data: { extra: {} }, raw: {}, lines: {} };
	const misplaced = misplacedIn(text);
	if (!misplaced) return { ...none, body: text, above: 0, diagnostics: [] };
	const { language, from, to } = misplaced;
	const diagnostic: Diagnostic = {
		code: 'front-matter',
		severity: 'error',
		message:
			language === 'YAML'
				? 'This front matter is not read: it must start on the first line, with a line that contains only ---.'
				: `The front matter is written in ${language}, but only YAML is read.`,
		...placeOf(text, file, from + 1),
		hint:
			language === 'YAML'
				? 'Move it to the top, without spaces before it, between two lines that contain only ---.'
				: 'Write --- alone on the first line and the fields as YAML.',
	};
	const body = text
		.split('\n')
		.slice(to + 1)
		.join('\n');
	return { ...none, body, above: to + 1, diagnostics: [diagnostic] };
}

/** The place of a line of the file. */
function placeOf(text: string, file: string, line: number): Pick<Diagnostic, 'file' | 'line' | 'column' | 'excerpt'> {
	return { file, line, column: 1, excerpt: text.split('\n', line)[line - 1] ?? '' };
}

type Yaml = { data: Record<string, unknown> } | { message: string; hint: string; line: number; column: number };

/** `line` and `column` of an error are 0-based, in the YAML; its fields start with `indent`. */
function parseYaml(yaml: string, indent = ''): Yaml {
	const quoting = 'Quote texts that contain ": ", " #" or quotation marks, or start with one of [ { @ * & ! % `.';
	try {
		const data: unknown = matter(`---\n${yaml}\n---\n`, OPTIONS).data;
		if (!isRecord(data)) {
			const hint = /^[\w-]+:\S/m.test(yaml) ? 'Write a space after each colon.' : quoting;
			return { message: 'it must consist of "field: value" lines', hint, line: 0, column: 0 };
		}
		return { data: readData(data, MAX_DEPTH, MAX_VALUES) as Record<string, unknown> };
	} catch (error) {
		const { reason, mark } = error as { reason?: string; mark?: { line: number; column: number } };
		const { line, column } = mark ?? { line: 1, column: 0 };
		const lines = yaml.split('\n');
		if (reason === 'duplicated mapping key') {
			const name = /^\s*["']?([^"':]+)/.exec(lines[line - 1] ?? '')?.[1] ?? '';
			return { message: `"${name}" is there twice`, hint: 'Remove one of them.', line: Math.max(line - 1, 0), column };
		}
		const isColon = reason?.startsWith('incomplete explicit mapping pair');
		const message = isColon
			? 'there is a second colon'
			: (reason ?? 'it contains too many values, or they are nested too deeply');
		const hint = reason === undefined ? 'Remove the aliases (*name), or nest less.' : quoting;
		// At the start of a line, the parser has just read the mistake: the text above does not end.
		const isAfter = line > 1 && (column === 0 || reason?.startsWith('can not read a block mapping entry'));
		const isField = new RegExp(`^${indent}\\S`);
		const quote = reason?.includes('quoted scalar')
			? lines.findIndex((text) => /:\s+(["'])(?!.*\1\s*$)/.test(text))
			: -1;
		if (quote >= 0) return { message, hint, line: quote, column: 0 };
		const last = isAfter ? lines.findLastIndex((text, at) => at < line - 1 && isField.test(text)) : line - 1;
		const at = Math.max(last, 0);
		// In YAML, these signs start something else than a text; brackets may also be a list with a mistake.
		const [, name = '', value = '', sign = ''] =
			/^\s*([\w-]+):[ \t]+(([@`%*&!]|\[(?=[^\]]*\][ \t]*[^\s#])).*?)\s*$/.exec(lines[at] ?? '') ?? [];
		if (sign !== '' && reason !== undefined) {
			const quoted = value.includes('"') ? `'${value.replaceAll("'", "''")}'` : `"${value.replaceAll('\\', '\\\\')}"`;
			const said = sign === '!' ? message : `a text that starts with ${sign} needs quotation marks`;
			return { message: said, hint: `Write ${name}: ${quoted}`, line: at, column: isAfter ? 0 : column };
		}
		return { message, hint, line: at, column: isAfter ? 0 : column };
	}
}

/**
 * Parses a YAML or JSON file (authors, categories) with the same limits. `written` has the text of each scalar, for
 * checks; `value` is plain data. Lines are 1-based.
 */
export function readYaml(text: string): {
	value?: unknown;
	written?: unknown;
	problem?: { message: string; line: number; column?: number; hint?: string };
} {
	if (text.length > MAX_SIZE) return { problem: { message: `it is longer than ${MAX_SIZE} characters`, line: 1 } };
	const yaml = text.replace(/^\uFEFF/, '').replace(/^---[ \t]*(?=\n)/, '');
	const parsed = parseYaml(`file:\n${yaml.replace(/^/gm, ' ')}`, ' ');
	if ('data' in parsed) return { value: plain(parsed.data.file), written: parsed.data.file };
	const [conflict] = conflictsIn(text);
	if (conflict)
		return { problem: { message: 'it has a conflict of Git', line: conflict.from, column: 1, hint: RESOLVE } };
	const { message, line, column, hint } = parsed;
	// Each line has one space in front.
	return { problem: { message, line: Math.max(line, 1), column: Math.max(column, 1), hint } };
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

/** Ways out of wrong values, each once. */
function waysOf(wrong: Problem[]): Set<string> {
	const dates = wrong.some(({ message }) => message === 'must be a valid date');
	return new Set([...(dates ? ['Write a date as 2023-01-14.'] : []), ...wrong.flatMap(({ way }) => way ?? [])]);
}

/** Warnings about fields of other tools that the page itself does not show. */
function elsewhere(raw: Record<string, unknown>, body: string): Problem[] {
	return Object.entries(raw).flatMap(([name, value]): Problem[] => {
		const here = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
		const isOff = `${value}` === (name === 'published' ? 'true' : 'false');
		// A page of another tool that has been moved may have both.
		const isKnown = here === undefined || raw[here] !== undefined || raw[here.replace(/:.*/, '')] !== undefined;
		if (isKnown || isOff || body.includes(`frontMatter.${name}`)) return [];
		return [
			{ path: [name], message: `is not a known field: it is ${here} here.`, severity: 'warning', isUnknown: true },
		];
	});
}

/** Warnings about the end of a text that YAML takes for a comment: `title: Fix #12`. A space follows the # of most comments. */
function comments(text: string, where: Record<string, number>, file: string, known: FieldsCheck): Diagnostic[] {
	const written = text.split('\n');
	return Object.entries(where).flatMap(([name, line]): Diagnostic[] => {
		if (!isText(name, known)) return [];
		const [, start = '', lost] =
			/^([^:]+:[ \t]+(?!["'|>])(?:\S.*[ \t])?)(#[^\s#].*)$/.exec(written[line - 1] ?? '') ?? [];
		if (lost === undefined) return [];
		return [
			{
				code: 'yaml-comment',
				severity: 'warning',
				message: `"${lost}" is left out: after a space, # starts a comment.`,
				...placeOf(text, file, line),
				column: start.length + 1,
				length: lost.length,
				hint: `Write the value of "${name}" in quotation marks, or a space after the #.`,
			},
		];
	});
}

function check(
	raw: Record<string, unknown>,
	text: string,
	file: string,
	{ body, lines: where }: Pick<FrontMatterResult, 'body' | 'lines'>,
	known: FieldsCheck,
): { data: FrontMatter; diagnostics: Diagnostic[] } {
	const problems: Problem[] = [];
	const read = checkFrontMatter(raw, (problem) => problems.push(problem), known);
	// Invalid ones would give the page a URL that its links and its entry in the sidebar lead to in vain.
	const { id, slug, ...rest } = read;
	const hasId = id !== undefined && !/[\\/]/.test(id);
	const hasSlug = slug !== undefined && isSlug(slug);
	const data = { ...rest, ...(hasId && { id }), ...(hasSlug && { slug }) };
	problems.push(...elsewhere(raw, body));
	const order = Object.keys(known.table ?? {});
	const rank = ({ path }: Problem): number => order.indexOf(String(path[0]));
	const wrong = problems.filter(({ severity }) => severity === undefined).sort((a, b) => rank(a) - rank(b));
	const diagnostics: Diagnostic[] = [];
	const lineOf = (problem: Problem): number => where[String(problem.path[0])] ?? 2;
	if (wrong.length > 0) {
		const names = [...new Set(wrong.map(({ path }) => pathText(path)))];
		const places = wrong.map(lineOf);
		const [first, last] = [Math.min(...places), Math.max(...places)];
		diagnostics.push({
			code: 'front-matter',
			severity: 'error',
			message: `The front matter contains invalid values for field(s): ${names.join(', ')}.`,
			...placeOf(text, file, first),
			// From the first invalid field to the last.
			excerpt: text
				.split('\n', last)
				.slice(first - 1)
				.join('\n'),
			hint: ['Correct the fields named below, or remove them.', ...waysOf(wrong)].join(' '),
			about: { fields: names },
			notes: wrong.map(({ path, message }) => (/^[A-Z]/.test(message) ? message : `"${pathText(path)}" ${message}`)),
		});
	}
	for (const comment of comments(text, where, file, known)) diagnostics.push(comment);
	for (const problem of problems) {
		if (problem.severity === undefined) continue;
		const message = `"${pathText(problem.path)}" ${problem.message}`;
		const length = String(problem.path[0]).length;
		const place = placeOf(text, file, lineOf(problem));
		diagnostics.push({ code: 'unknown-field', severity: 'warning', message, ...place, length });
	}
	if (id !== undefined && !hasId)
		diagnostics.push({
			code: 'doc-id',
			severity: 'error',
			message: `The document id "${id}" must not contain a slash.`,
			...placeOf(text, file, where.id ?? 1),
			hint: 'Remove the folder: docsgen adds it to the id.',
		});
	if (slug !== undefined && !hasSlug)
		diagnostics.push({
			code: 'invalid-slug',
			severity: 'error',
			message: `The slug "${slug}" is not a valid path.`,
			...placeOf(text, file, where.slug ?? 1),
			hint: 'Use letters, digits, "-", "_", "." and "/" only, such as /my-page.',
		});
	return { data, diagnostics };
}

/** B-290: a path without spaces and without characters that are special in URLs. */
function isSlug(slug: string): boolean {
	return !/[\s\p{Cc}\ufffd?#\\<>"{}|^`%:]|\/\/|(?:^|\/)\.\.?(?:\/|$)/u.test(slug.replace(/^\.\//, ''));
}
