/**
 * Front matter: the YAML between `---` lines at the top of a file, checked field by field (B-288 to B-290).
 * Avoids YAML's traps: engines that run code, huge values, alias bombs, the parser's cache, dates such as February 30.
 * All invalid values of a file become one diagnostic and are left out; the page is still parsed.
 */
import matter from 'gray-matter';
import yaml from 'js-yaml';
import type { Diagnostic } from './diagnostic.ts';
import { checkFrontMatter, FRONT_MATTER, type FrontMatter } from './fields.ts';
import { isRecord, type Problem, pathText, plain, readData, Scalar } from './schema.ts';

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

/** Splits `text` (line ends unified) into front matter and body. Never throws; every mistake is in `diagnostics`. */
export function readFrontMatter(text: string, file: string): FrontMatterResult {
	const open = OPEN.exec(text);
	if (!open) return { data: { extra: {} }, raw: {}, body: text, above: 0, lines: {}, diagnostics: [] };
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
	return { ...parts, raw: plain(parsed.data), ...check(parsed.data, text, file, parts.lines) };
}

/** The place of a line of the file. */
function placeOf(text: string, file: string, line: number): Pick<Diagnostic, 'file' | 'line' | 'column' | 'excerpt'> {
	return { file, line, column: 1, excerpt: text.split('\n', line)[line - 1] ?? '' };
}

type Yaml = { data: Record<string, unknown> } | { message: string; hint: string; line: number; column: number };

/** `line` and `column` of an error are 0-based, in the YAML. */
function parseYaml(yaml: string): Yaml {
	const quoting = 'Quote texts that contain ":", "#" or quotation marks.';
	try {
		const data: unknown = matter(`---\n${yaml}\n---\n`, OPTIONS).data;
		if (!isRecord(data))
			return { message: 'it must consist of "field: value" lines', hint: quoting, line: 0, column: 0 };
		return { data: readData(data, MAX_DEPTH, MAX_VALUES) as Record<string, unknown> };
	} catch (error) {
		const { reason, mark } = error as { reason?: string; mark?: { line: number; column: number } };
		const { line, column } = mark ?? { line: 1, column: 0 };
		const message = reason ?? 'it contains too many values, or they are nested too deeply';
		const hint = reason === undefined ? 'Remove the aliases (*name), or nest less.' : quoting;
		return { message, hint, line: Math.max(line - 1, 0), column };
	}
}

/**
 * Parses a YAML or JSON file (authors, categories) with the same limits. `written` has the text of each scalar, for
 * checks; `value` is plain data. Lines are 1-based.
 */
export function readYaml(text: string): {
	value?: unknown;
	written?: unknown;
	problem?: { message: string; line: number };
} {
	if (text.length > MAX_SIZE) return { problem: { message: `it is longer than ${MAX_SIZE} characters`, line: 1 } };
	const yaml = text.replace(/^\uFEFF/, '').replace(/^---[ \t]*(?=\n)/, '');
	const parsed = parseYaml(`file:\n${yaml.replace(/^/gm, ' ')}`);
	return 'data' in parsed
		? { value: plain(parsed.data.file), written: parsed.data.file }
		: { problem: { message: parsed.message, line: Math.max(parsed.line, 1) } };
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
	text: string,
	file: string,
	where: Record<string, number>,
): { data: FrontMatter; diagnostics: Diagnostic[] } {
	const problems: Problem[] = [];
	const data = checkFrontMatter(raw, (problem) => problems.push(problem));
	const order = Object.keys(FRONT_MATTER.table ?? {});
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
			hint: 'Correct the fields named below, or remove them.',
			about: { fields: names },
			notes: wrong.map(({ path, message }) => (/^[A-Z]/.test(message) ? message : `"${pathText(path)}" ${message}`)),
		});
	}
	for (const problem of problems) {
		if (problem.severity === undefined) continue;
		const message = `"${pathText(problem.path)}" ${problem.message}`;
		const length = String(problem.path[0]).length;
		const place = placeOf(text, file, lineOf(problem));
		diagnostics.push({ code: 'unknown-field', severity: 'warning', message, ...place, length });
	}
	if (data.id !== undefined && /[\\/]/.test(data.id))
		diagnostics.push({
			code: 'doc-id',
			severity: 'error',
			message: `The document id "${data.id}" must not contain a slash.`,
			...placeOf(text, file, where.id ?? 1),
			hint: 'Remove the folder: docsgen adds it to the id.',
		});
	if (data.slug !== undefined && !isSlug(data.slug))
		diagnostics.push({
			code: 'invalid-slug',
			severity: 'error',
			message: `The slug "${data.slug}" is not a valid path.`,
			...placeOf(text, file, where.slug ?? 1),
			hint: 'Use letters, digits, "-", "_", "." and "/" only, such as /my-page.',
		});
	return { data, diagnostics };
}

/** B-290: a path without spaces and without characters that are special in URLs. */
function isSlug(slug: string): boolean {
	return !/[\s\p{Cc}\ufffd?#\\<>"{}|^`%:]|\/\/|(?:^|\/)\.\.?(?:\/|$)/u.test(slug.replace(/^\.\//, ''));
}
