/** Imports of partials (`import Part from './_part.md'`); reports statements and lines of other tools. */
import type { StateBlock } from 'markdown-it';
import { Fences } from '../../code/fence.ts';
import { type Scope, scopeOf } from '../engine/facts.ts';
import { foreign, MDX } from '../engine/foreign.ts';
import { blockStart } from '../engine/tokens.ts';

/** Other tools' syntax at the start of a line. */
const LINES: readonly [pattern: RegExp, what: string, tool: string][] = [
	[/^<<<[ \t]+\S/, '"<<<"', 'VitePress'],
	[/^<!--\s*@include:/, '"@include"', 'VitePress'],
	[/^\[\[toc\]\][ \t]*$/i, '"[[toc]]"', 'VitePress'],
	[/^(?:!!!|\?\?\?\+?)[ \t]+[a-z]/, 'A line that starts like this', 'MkDocs'],
	[/^===[!+]?[ \t]+"/, 'A line that starts like this', 'MkDocs'],
];

/** Block rule: reports another tool's line, but does not consume it. */
export function foreignLine(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
	const start = blockStart(state, startLine);
	if (silent || !/[<![?=]/.test(state.src[start] ?? '')) return false;
	const line = state.src.slice(start, state.eMarks[startLine]);
	const [pattern, what, tool] = LINES.find(([one]) => one.test(line)) ?? [];
	if (!pattern || what === undefined || tool === undefined) return false;
	const { facts, source } = scopeOf(state.env);
	facts.report(source, start, foreign(source.path, what, tool, line.length));
	return false;
}

const STATEMENT =
	/^(?:import\s*(?:['"{*]|(?:type\s+)?[\w$]+(?:\s*,[^'"]*)?\s+from\s*['"])|export\s+(?:default\b|const\s|let\s|var\s|function\b|async\s|class\s|type\s|interface\s|\{|\*))/;
const PARTIAL = /^import\s+([A-Z]\w*)\s+from\s+(['"])([^'"\n]+\.mdx?)(?:#([^'"\n]+))?\2\s*;?[^\S\n]*$/;

/** Start of a Vue script, whose statements are not reported. */
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
		const [, name, , path = '', part] = PARTIAL.exec(text) ?? [];
		if (name !== undefined) {
			scope.partials.set(name, { path, part });
			scope.statements.set(line, line + 1);
			continue;
		}
		if (!STATEMENT.test(text)) continue;
		const end = statementEnd(scope, line);
		scope.statements.set(line, end);
		scope.isModule = true;
		scope.facts.report(source, source.lineStart(line), foreign(source.path, `"${text.slice(0, 6)}"`, MDX, text.length));
		line = end - 1;
	}
}

/** The line after a statement, which ends at a semicolon or blank line outside brackets. */
function statementEnd({ source }: Scope, first: number): number {
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
