/**
 * `import Part from './_part.md'` and `<Part />`: the blocks of the other file replace the tag. Their messages and
 * links refer to that file; their headings and footnotes belong to the page. Other statements are reported.
 */
import GithubSlugger from 'github-slugger';
import type { StateBlock, StateCore, Token } from 'markdown-it';
import { Fences } from '../../code/fence.ts';
import { lostRegion, readRegion } from '../../code/regions.ts';
import { readFrontMatter } from '../../model/frontmatter.ts';
import { type ParseFinding, resolvePath, Scope, scoped, scopeOf } from '../engine/facts.ts';
import type { JsxTag } from '../engine/jsx.ts';
import { readValue } from '../engine/literal.ts';
import { foreign, MDX } from '../engine/notations.ts';
import { SourceText } from '../engine/source.ts';
import { decodeEntities, sourceText } from '../engine/text.ts';
import { tokenData } from '../engine/tokens.ts';
import { PARTIAL, type Render } from '../engine/walk.ts';
import { idsIn } from './footnotes.ts';
import { sectionOf, slugText } from './headings.ts';

const MAX_DEPTH = 10;

/** Block pass: adds the tokens of the partial that `tag` names to `state`. Returns false if it names none. */
export function includePartial(state: StateBlock, tag: JsxTag, scope: Scope): boolean {
	const partial = tag.form === 'close' ? undefined : scope.partials.get(tag.name);
	if (!partial) return false;
	const { part } = partial;
	const { facts, source, chain } = scope;
	const path = resolvePath(partial.path, source.path);
	const length = tag.name.length + 1;
	const report = (finding: ParseFinding): true => {
		facts.report(source, tag.start, { ...finding, length });
		return true;
	};
	if (chain.length > MAX_DEPTH)
		return report({
			code: 'too-deep',
			message: `The partial ${path} is nested too deeply.`,
			hint: `Nest at most ${MAX_DEPTH} partials.`,
		});
	if (chain.includes(path))
		return report({
			code: 'partial-loop',
			message: `The partial ${path} includes itself: ${[...chain, path].join(' → ')}.`,
			hint: 'Move the shared part to a third file.',
		});
	const file = facts.text(path, () => source.at(tag.start, length));
	if (file === 'refused') return true;
	if (!file)
		return report({
			code: 'missing-partial',
			message: `Partial ${path} used in ${source.path} not found.`,
			hint: 'Paths are relative to the file that imports it.',
		});
	const { body: whole, above, diagnostics } = readFrontMatter(file.text, file.path);
	const props = propsOf(tag, scope);
	const unused = tag.attributes.find(
		({ name }) => !/^(?:lines|\.\.\.)$/.test(name) && !whole.includes(`props.${name}`),
	);
	if (unused)
		facts.report(source, unused.start, {
			severity: 'warning',
			code: 'unknown-prop',
			message: `${path} shows no {props.${unused.name}}.`,
			hint: 'Correct the name, or remove the attribute.',
			length: unused.name.length,
		});
	const lines = whole.split('\n');
	const region = readRegion(lines, part);
	const section = region.kind === 'missing' && part !== undefined ? sectionOf(whole, part) : undefined;
	if (region.kind !== 'lines' && section === undefined) {
		const { message, hint } = lostRegion(path, part ?? '', region);
		return report({
			code: 'missing-file',
			message: message.replace('has no region', 'has no region or heading'),
			hint,
		});
	}
	// Lines that are left out are empty, to keep line numbers.
	const isShown = region.kind === 'lines' ? region.isShown : [];
	const body =
		section ??
		onlyLines(
			lines.map((line, index) => (isShown[index] ? line : '')),
			above,
			props.lines,
		);
	facts.diagnostics.push(...diagnostics);
	const inner = new Scope(facts, new SourceText(file.path, body, above), [...chain, path]);
	inner.known = { props };
	inner.parent = scope;
	readStatements(inner);
	state.push('source_open', '', 0).meta = { scope: inner };
	state.md.block.parse(body, state.md, { ...state.env, scope: inner }, state.tokens);
	state.push('source_close', '', 0).nesting = -1;
	return true;
}

/** The body with only the lines `3-8` or `3-` of the file; the others are empty, to keep line numbers. */
function onlyLines(lines: readonly string[], above: number, range: unknown): string {
	const [, first, last] = /^(\d+)-(\d*)$/.exec(String(range)) ?? [];
	const isShown = (line: number): boolean => line >= Number(first) && (!last || line <= Number(last));
	return lines.map((text, index) => (first === undefined || isShown(index + above + 1) ? text : '')).join('\n');
}

/** The attributes of the tag, which the partial can show. */
function propsOf({ attributes }: JsxTag, { known }: Scope): Record<string, unknown> {
	return Object.fromEntries(
		attributes.map(({ name, value }) => [
			name,
			value.kind === 'string'
				? decodeEntities(value.raw)
				: value.kind === 'flag' || readValue(value.source, known)?.value,
		]),
	);
}

/**
 * Core step, after headings have ids: what each partial calls its elements, and their ids on this page. Each copy of a
 * partial that is shown several times has ids, and references to them, of its own.
 */
export function partIdStep(state: StateCore): void {
	const page = scopeOf(state.env);
	const inParts = [...scoped(state.tokens, page)].filter(([, scope]) => scope !== page);
	if (inParts.length === 0) return;
	const all = new Set(state.tokens.flatMap(idsOf));
	/** Id and file → the copy of the file that has it. */
	const first = new Map<string, Scope>();
	const sluggers = new Map<Scope, GithubSlugger>();
	for (const [token, scope, index] of inParts) {
		const { ids, source } = scope;
		if (token.type === 'heading_open') {
			const slugger = sluggers.get(scope) ?? new GithubSlugger();
			sluggers.set(scope, slugger);
			const { written } = tokenData<{ written: string }>(token);
			const own = written ?? slugger.slug(slugText(sourceText(state.tokens[index + 1]?.children ?? [])));
			if (!ids.has(own)) ids.set(own, String(token.attrGet('id')));
			continue;
		}
		for (const id of idsOf(token)) {
			if (ids.has(id)) continue;
			const key = `${source.path} ${id}`;
			const owner = first.get(key) ?? scope;
			first.set(key, owner);
			let unique = id;
			for (let count = 1; owner !== scope && all.has(unique); count++) unique = `${id}-${count}`;
			all.add(unique);
			ids.set(id, unique);
		}
	}
}

/** Ids on a token and on those in it. */
function idsOf(token: Token): string[] {
	return [token, ...(token.children ?? [])].flatMap(idsIn);
}

const open: Render = (walk, token) => {
	const outer = walk.scope;
	walk.container(() => {
		walk.scope = outer;
	}, PARTIAL);
	walk.scope = tokenData<{ scope: Scope }>(token).scope ?? outer;
};

export const partialRenderers: Record<string, Render> = { source_open: open };

/** The first line of a statement of a module. */
export const STATEMENT =
	/^(?:import\s*(?:['"{*]|(?:type\s+)?[\w$]+(?:\s*,[^'"]*)?\s+from\s*['"])|export\s+(?:default\b|const\s|let\s|var\s|function\b|async\s|class\s|type\s|interface\s|\{|\*))/;
const PARTIAL_IMPORT = /^import\s+([A-Z]\w*)\s+from\s+(['"])([^'"\n]+\.mdx?)(?:#([^'"\n]+))?\2\s*;?[^\S\n]*$/;

/** Start of a Vue script; its statements are not reported. */
const SETUP = /^<script\b[^>]*\bsetup\b/;

/** Reads the statements of a file before its text: collects imports of partials and reports all others. */
export function readStatements(scope: Scope): void {
	const { source } = scope;
	scope.isVue = /^<script\b[^>]*\bsetup\b/m.test(source.body);
	if (!/^(?:import|export)\b/m.test(source.body)) return;
	const fences = new Fences();
	for (let line = 0; line < source.lineCount; line++) {
		const text = source.line(line);
		if (scope.isVue && SETUP.test(text) && !fences.next(text)) {
			while (line < source.lineCount && !source.line(line).includes('</script>')) line++;
			continue;
		}
		if (fences.next(text) || !/^(?:import|export)\b/.test(text)) continue;
		const [, name, , path = '', part] = PARTIAL_IMPORT.exec(text) ?? [];
		if (name !== undefined) {
			scope.partials.set(name, { path, part });
			scope.statements.set(line, line + 1);
			continue;
		}
		if (!STATEMENT.test(text)) continue;
		const end = statementEnd(source, line);
		scope.statements.set(line, end);
		scope.isModule = true;
		const statement = foreign(source.path, `"${text.slice(0, 6)}"`, { tool: MDX, isTranslated: true }, text.length);
		scope.facts.report(source, source.lineStart(line), statement);
		line = end - 1;
	}
}

/** The line after a statement, which ends at a semicolon or blank line outside brackets. */
export function statementEnd(source: SourceText, first: number): number {
	let depth = 0;
	for (let line = first; line < source.lineCount; line++) {
		const text = source.line(line);
		if (depth <= 0 && line > first && text.trim() === '') return line;
		depth += (text.match(/[{([]/g)?.length ?? 0) - (text.match(/[})\]]/g)?.length ?? 0);
		if (depth <= 0 && text.trimEnd().endsWith(';')) return line + 1;
	}
	return source.lineCount;
}

/** Block rule: removes statements. */
export function statementRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
	if (silent || state.tShift[startLine] !== 0 || state.level !== 0 || state.blkIndent !== 0) return false;
	const end = scopeOf(state.env).statements.get(startLine);
	if (end === undefined) return false;
	state.line = end;
	return true;
}
