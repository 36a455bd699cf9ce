/**
 * Mistakes that the old tool accepts and docsgen does not: fixes them if the intention is clear, and otherwise shows them
 * as text. A page that still cannot be read becomes a draft, and is reported.
 */
import { type Diagnostic, readYaml, STATIC } from './docsgen.ts';
import type { Move } from './old-site.ts';
import { remark } from './remarks.ts';
import type { Target } from './target.ts';
import { outsideCode, setField } from './texts.ts';

type Fix = (line: string, finding: Diagnostic) => string | undefined;

/** Fixes of single lines, by code of the finding. */
const LINE_FIXES: Record<string, Fix> = {
	'duplicate-id': withoutIds,
	unclosed: asText,
	stray: withoutEndTag,
	'unfinished-tag': asText,
	'tag-in-quote': asText,
	'missing-partial': withoutTag,
	'missing-file': (line, finding) => asMissing(line) ?? asText(line, finding),
	'refused-file': (line, finding) => asMissing(line) ?? withoutTag(line, finding),
	'partial-inline': asText,
	'partial-loop': asText,
	'script-address': (line, { column = 1, length = 0 }) =>
		`${line.slice(0, column - 1)}#${line.slice(column - 1 + length)}`,
};

/** Removes a finding's ids from a line; undefined if there are none. */
function withoutIds(line: string, { about }: Diagnostic): string | undefined {
	const { ids = [] } = about ?? {};
	const fresh = ids.reduce((text, id) => {
		const quoted = id.replace(/[^\w-]/g, '\\$&');
		const alone = text.replace(new RegExp(`\\{[ \\t]*#${quoted}[ \\t]*\\}`), '');
		const listed = new RegExp(`(\\{[^{}]*?)[ \\t]*#${quoted}(?=[\\s}])`);
		return (alone === text ? text.replace(listed, '$1') : alone).replace(
			new RegExp(`\\s(?:id|name)=["']${quoted}["']`),
			'',
		);
	}, line);
	// Also remove the empty anchor that remains.
	return fresh === line ? undefined : fresh.replace(/<a>\s*<\/a>/, '').trimEnd();
}

/** Removes a tag in place of a file that is missing: the old tools show nothing there. */
function withoutTag(line: string, finding: Diagnostic): string | undefined {
	return without(/^<[A-Z][^<>]*\/>/, line, finding);
}

/** A fence that says that its file is missing, as VitePress does. */
function asMissing(line: string): string | undefined {
	const [whole, indent = '', file = ''] = /^([ \t]*)`{3,}.*?[ \t]file=(\S+)/.exec(line) ?? [];
	return whole === undefined ? undefined : `${line.replace(/[ \t]file=\S+/, '')}\n${indent}File not found: ${file}`;
}

/** Removes an end tag without a start tag, which browsers ignore. */
function withoutEndTag(line: string, finding: Diagnostic): string | undefined {
	return without(/^<\/[\w:.-]*\s*>/, line, finding);
}

/** Removes the tag that a finding is about, or shows it as text if it has another form. */
function without(tag: RegExp, line: string, finding: Diagnostic): string | undefined {
	const start = (finding.column ?? 1) - 1;
	const [found] = tag.exec(line.slice(start)) ?? [];
	return found === undefined ? asText(line, finding) : line.slice(0, start) + line.slice(start + found.length);
}

/** New values of front matter fields, by code of the finding. */
const FIELD_FIXES: Record<string, (file: string) => { name: string; value?: unknown }> = {
	'unknown-author': () => ({ name: 'authors' }),
	'unknown-sidebar': () => ({ name: 'displayed_sidebar' }),
	'post-without-date': () => ({ name: 'date', value: '1970-01-01' }),
	'invalid-slug': () => ({ name: 'slug' }),
	'doc-id': () => ({ name: 'id' }),
	'invalid-route': (file) => ({ name: 'slug', value: slugFor(file) }),
};

/** The URL path below its collection, derived from the page's file. */
function slugFor(file: string): string {
	return file
		.replace(/^content\/(?:docs|blog|pages|versions\/[^/]+)|\.mdx?$/g, '')
		.replace(/[^\p{L}\p{N}/._-]+/gu, '-');
}

/** Gives one of two pages with the same URL another one; index pages keep theirs. Returns the number of changes. */
export function fixRoutes(findings: Diagnostic[], move: Move, target: Target): number {
	const pairs = findings.flatMap(({ code, about }) => (code === 'duplicate-route' ? (about?.files ?? []) : []));
	const moved = pairs.filter((pair) => {
		const pages = pair.filter((file) => /\.mdx?$/.test(file));
		const page = pages.find((file) => !/(?:^|\/)(?:index|readme)\.mdx?$/i.test(file)) ?? pages[0];
		const text = page === undefined || pages.length < 2 ? undefined : target.read(page);
		if (page === undefined || text === undefined) return false;
		remark(move, 'URLs shared by two pages', page);
		return target.write(page, { text: setField(text, 'slug', `${slugFor(page)}-page`) });
	});
	return moved.length;
}

/** Escapes the syntax at the position, so that it is shown as text. */
function asText(line: string, { column = 1 }: Diagnostic): string | undefined {
	const at = column - 1;
	const sign = line[at] ?? '';
	if (sign === '<' || sign === '{') return `${line.slice(0, at)}&#${sign.charCodeAt(0)};${line.slice(at + 1)}`;
	if (line.startsWith(':::', at)) return `${line.slice(0, at)}\\${line.slice(at)}`;
	return undefined;
}

/** Fixes errors; returns the number of changed files. */
export function repair(errors: Diagnostic[], move: Move, target: Target, isLast: boolean): number {
	const byFile = new Map<string, Diagnostic[]>();
	for (const error of errors) byFile.set(error.file ?? '', [...(byFile.get(error.file ?? '') ?? []), error]);
	let changed = 0;
	for (const [file, found] of byFile) {
		if (file.startsWith(`${STATIC}/`)) changed += moveAside(file, move, target);
		const text = /\.mdx?$/.test(file) ? target.read(file) : undefined;
		if (text === undefined) continue;
		const fixed = fixText(text, found, file, move);
		const fresh = fixed === text && isLast ? asDraft(text, found, { file, move, target }) : fixed;
		if (fresh !== text && target.write(file, { text: fresh })) changed++;
	}
	return changed;
}

/** Turns a page that still has errors into a draft, and keeps its text aside; a partial is shown as text instead. */
function asDraft(
	text: string,
	found: Diagnostic[],
	{ file, move, target }: { file: string; move: Move; target: Target },
): string {
	const kinds = [...new Set(found.map(({ code }) => code))].join(', ');
	if (/(?:^|\/)_|^content\/shared\//.test(file)) {
		remark(move, 'Corrected places', `${file} (${kinds})`);
		return outsideCode(text, (part) => part.replace(/[<{]/g, (sign) => `&#${sign.charCodeAt(0)};`));
	}
	const aside = file.replace(/^content/, 'migration/aside/unread');
	if (!target.write(aside, { text })) return text;
	remark(move, 'Pages that are drafts now', `${file} (${kinds})`);
	// Keep the id: sidebars may refer to it.
	const id = /^id:.*$/m.exec(text)?.[0];
	return `---\n${id === undefined ? '' : `${id}\n`}draft: true\n---\n\nThe text is in ${aside}.\n`;
}

/** Moves a static file aside if a page has its URL. */
function moveAside(file: string, move: Move, target: Target): number {
	const source = move.files.get(file)?.source;
	const aside = file.replace(STATIC, 'migration/aside/static');
	if (source === undefined || !target.write(aside, { source }) || !target.remove(file)) return 0;
	remark(move, 'Files in the place of pages', file);
	return 1;
}

/** Tools differ in how they treat punctuation and capitals. */
const bare = (words: string): string => words.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/**
 * Fixes links to missing headings: a page's title gets the linked id, or a link gets the id of the heading with the same
 * letters. Returns the number of fixes; `fileAt` maps a route to its file.
 */
export function fixAnchors(
	findings: Diagnostic[],
	fileAt: (route: string) => string | undefined,
	move: Move,
	target: Target,
): number {
	let changed = 0;
	// From the end of each line, so that earlier positions remain valid.
	for (const { code, about, ...place } of findings.toSorted((a, b) => (b.column ?? 0) - (a.column ?? 0))) {
		const [id] = about?.ids ?? [];
		if (code !== 'broken-anchor' || about?.page === undefined || id === undefined) continue;
		const isTitled = titleWithId(fileAt(about.page), id, target);
		const isSame = about.near !== undefined && bare(about.near) === bare(id);
		if (isTitled || (isSame && linkWithId(place, id, about.near ?? '', move, target))) changed++;
	}
	return changed;
}

function titleWithId(file: string | undefined, id: string, target: Target): boolean {
	const text = file === undefined ? undefined : target.read(file);
	const title = text === undefined ? undefined : /^# .+$/m.exec(outsideCodeText(text))?.[0];
	if (file === undefined || text === undefined || title === undefined) return false;
	if (title.includes('{#') || bare(title) !== bare(id)) return false;
	return target.write(file, { text: text.replace(`${title}\n`, () => `${title.trimEnd()} {#${id}}\n`) });
}

function linkWithId(
	{ file = '', line = 0, column = 0, length = 0 }: Partial<Diagnostic>,
	id: string,
	near: string,
	move: Move,
	target: Target,
): boolean {
	const lines = (target.read(file) ?? '').split('\n');
	const text = lines[line - 1] ?? '';
	const link = text.slice(column - 1, column - 1 + length);
	if (!link.endsWith(`#${id}`)) return false;
	const fresh = link.slice(0, -id.length) + near;
	lines[line - 1] = text.slice(0, column - 1) + fresh + text.slice(column - 1 + length);
	if (!target.write(file, { text: lines.join('\n') })) return false;
	remark(move, 'Corrected places', `${file}:${line} (broken-anchor)`);
	return true;
}

function outsideCodeText(text: string): string {
	let result = '';
	outsideCode(text, (part) => {
		result += part;
		return part;
	});
	return result;
}

function fixText(text: string, found: Diagnostic[], file: string, move: Move): string {
	const lines = text.split('\n');
	// From the end, so that earlier positions remain valid.
	const ordered = found.toSorted((a, b) => (b.line ?? 0) - (a.line ?? 0) || (b.column ?? 0) - (a.column ?? 0));
	for (const finding of ordered) {
		const { code } = finding;
		const line = lineOf(finding, lines);
		// The old tools close a container at the end as well.
		const isContainer = code === 'unclosed' && /^[ \t>]*:::/.test(lines[line - 1] ?? '');
		if (code === 'unclosed-fence' || (isContainer && !lines.slice(line).some((text) => /^\s*<\//.test(text)))) {
			closeFence(lines, line - 1);
			remark(move, 'Corrected places', `${file}:${line} (${code})`);
			continue;
		}
		const fresh = LINE_FIXES[code]?.(lines[line - 1] ?? '', finding);
		if (fresh === undefined) continue;
		lines[line - 1] = fresh;
		remark(move, 'Corrected places', `${file}:${line} (${code})`);
	}
	let result = lines.join('\n');
	for (const { code, notes = [], about } of ordered) {
		if (about?.fields) result = withoutFields(result, about.fields, file, move);
		if (about?.notYaml) result = asYaml(result, file, move);
		const { name, value } = FIELD_FIXES[code]?.(file) ?? {};
		if (name === undefined) continue;
		result = setField(result, name, value);
		remark(move, 'Corrected front matter', `${file} (${notes[0] ?? code})`);
	}
	return result;
}

/**
 * The line to fix. A finding about the finished page has no line, and a heading's id may derive from its text: then it is
 * the last line that contains the id.
 */
function lineOf(finding: Diagnostic, lines: string[]): number {
	const { code, line = 0 } = finding;
	const hasId = (text = ''): boolean => withoutIds(text, finding) !== undefined;
	return code !== 'duplicate-id' || hasId(lines[line - 1]) ? line : lines.findLastIndex(hasId) + 1;
}

/** Closes a fence or container without an end at the end of the page, or of its list item. */
function closeFence(lines: string[], from: number): void {
	const [, pad = '', marks = ''] =
		/^([ \t>]*(?:[-*+]|\d+[.)])?[ \t]*)(`{3,}|~{3,}|:{3,})/.exec(lines[from] ?? '') ?? [];
	const indent = pad.replace(/[^ \t>]/g, ' ');
	const isOutside = (line: string): boolean => line.trim() !== '' && !line.startsWith(indent);
	const below = lines.slice(from + 1).findIndex(isOutside);
	let end = below < 0 ? lines.length : from + 1 + below;
	while (end > from + 1 && lines[end - 1]?.trim() === '') end--;
	lines.splice(end, 0, indent + marks);
}

/** Removes the fields that a finding is about from the front matter. */
function withoutFields(text: string, fields: readonly string[], file: string, move: Move): string {
	let result = text;
	for (const path of fields) {
		const [name = ''] = path.split(/[.[]/);
		result = setField(result, name, undefined);
		remark(move, 'Corrected front matter', `${file} (${path})`);
	}
	return result;
}

/** Makes front matter valid YAML: quotes values with a colon, and removes lines that are still invalid. */
function asYaml(text: string, file: string, move: Move): string {
	const [, yaml = ''] = /^---[^\n]*\n([\s\S]*?)^---[ \t]*$/m.exec(text) ?? [];
	const lines = yaml.trimEnd().split('\n');
	const problemIn = (some: string[]): number | undefined => readYaml(some.join('\n')).problem?.line;
	for (let tries = lines.length; tries > 0; tries--) {
		const wrong = problemIn(lines);
		if (wrong === undefined) break;
		const [, name = '', value = ''] = /^([A-Za-z_][\w-]*): ([^'"\n].*:.*)$/.exec(lines[wrong - 1] ?? '') ?? [];
		const quoted = `${name}: ${JSON.stringify(value)}`;
		// The reported line may be the one after the mistake.
		const without = [wrong - 1, wrong - 2].filter((at) => at >= 0 && at < lines.length);
		const ends = without.map((at) => problemIn(lines.toSpliced(at, 1)) ?? Number.POSITIVE_INFINITY);
		const at = without[ends.indexOf(Math.max(...ends))] ?? lines.length - 1;
		if (name !== '') lines[wrong - 1] = quoted;
		else lines.splice(at, 1);
		remark(move, 'Corrected front matter', `${file} (${name || `line ${at + 2}`})`);
	}
	return text.replace(yaml, () => `${lines.join('\n')}\n`);
}
