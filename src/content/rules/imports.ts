/**
 * `import` and `export` lines of MDX. Imports say what a component's name means; exports would be code, and nothing
 * is executed. A sentence that begins with the word "import" or "export" stays a sentence.
 */
import { posix } from 'node:path';
import type { StateBlock } from 'markdown-it';
import { type Imported, resolvePath, type Scope, scopeOf } from './facts.ts';

const START = /(?:import|export)\b/y;
const IMPORT = /^import\s+(?:([\w$*{][^'"`;]*?)\s+from\s+)?(['"])([^'"\n]+)\2\s*;?[^\S\n]*(?:\/\/.*)?$/;
const EXPORT = /^export\s+(?:default\b|const\s|let\s|var\s|function\b|async\s|class\s|\{|\*)/;

/** Import statements at the start of lines, all at once: in MDX they hold for the text above them too. */
export function readImports(scope: Scope): void {
	const { body } = scope.source;
	if (!body.includes('import ')) return;
	for (const [statement] of body.matchAll(/^import\s[^'"`;]{0,2000}['"][^'"\n]+['"]/gm)) {
		const [, names = '', , from = ''] = IMPORT.exec(statement) ?? [];
		for (const [imported, local] of localNames(names)) scope.imports.set(local, meaning(imported, from, scope));
	}
}

/** Pairs of imported and local name; a default import has the imported name `default`. */
function localNames(names: string): [string, string][] {
	const result: [string, string][] = [];
	const [, before = '', inside] = /^([^{]*)(?:\{([^}]*)\})?/.exec(names) ?? [];
	for (const name of before.split(',')) {
		const local = name.replace(/^\s*\*\s*as\s+/, '').trim();
		if (local) result.push(['default', local]);
	}
	for (const name of (inside ?? '').split(',')) {
		const [imported = '', local = imported] = name.trim().split(/\s+as\s+/);
		if (imported) result.push([imported, local]);
	}
	return result;
}

function meaning(imported: string, from: string, { source, facts }: Scope): Imported {
	if (/\.mdx?$/.test(from)) return { kind: 'partial', path: resolvePath(from, source.path) };
	const base = posix.basename(from).replace(/\.[jt]sx?$/, '');
	const name = imported === 'default' ? base : imported;
	if (facts.options.components.includes(name)) return { kind: 'component', name };
	const isFile = /^(?:\.{0,2}\/|@site\/)/.test(from) && /\.\w+$/.test(from) && !/\.[cm]?[jt]sx?$/.test(from);
	return isFile ? { kind: 'file', path: from } : { kind: 'unknown', from };
}

/** Block rule: takes the statement away, up to the next blank line outside of braces. */
export function importRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const start = state.bMarks[startLine] ?? 0;
	if (silent || state.tShift[startLine] !== 0 || state.level !== 0 || state.blkIndent !== 0) return false;
	START.lastIndex = start;
	if (!START.test(state.src)) return false;
	const scope = scopeOf(state.env);
	if (scope.depth > 0) return false;
	const end =
		state.src.charCodeAt(start) === 105 ? importEnd(state, startLine, endLine) : exportEnd(state, startLine, endLine);
	if (end === undefined) return false;
	if (state.src.charCodeAt(start) === 101)
		scope.facts.report(scope.source, start, {
			code: 'export',
			message: 'An export would have to be executed, and nothing in content is.',
			hint: 'Remove it; put components into templates/components.',
			length: (state.eMarks[startLine] ?? start) - start,
		});
	state.line = end;
	return true;
}

const MAX_IMPORT_LINES = 50;

/** Line after the import statement; several may follow each other without a blank line. */
function importEnd(state: StateBlock, startLine: number, endLine: number): number | undefined {
	let text = '';
	const last = Math.min(endLine, startLine + MAX_IMPORT_LINES);
	for (let line = startLine; line < last && !state.isEmpty(line); line++) {
		text += (text && '\n') + state.src.slice(state.bMarks[line], state.eMarks[line]);
		if (IMPORT.test(text)) return line + 1;
	}
	return undefined;
}

function exportEnd(state: StateBlock, startLine: number, endLine: number): number | undefined {
	if (!EXPORT.test(state.src.slice(state.bMarks[startLine], state.eMarks[startLine]))) return undefined;
	let depth = 0;
	let line = startLine;
	for (; line < endLine; line++) {
		const text = state.src.slice(state.bMarks[line], state.eMarks[line]);
		if (text.trim() === '' && depth <= 0) break;
		for (const char of text) {
			if (char === '{' || char === '(' || char === '[') depth++;
			else if (char === '}' || char === ')' || char === ']') depth--;
		}
	}
	return line;
}
