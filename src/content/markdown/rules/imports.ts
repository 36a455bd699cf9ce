/**
 * `import` and `export` statements of MDX: what they mean, and that they are not shown. Components, partials, files,
 * data and functions get their names; nothing is executed. A sentence that begins with the word "import" or "export"
 * stays a sentence.
 */
import { posix } from 'node:path';
import type { StateBlock } from 'markdown-it';
import { type Imported, known, resolvePath, type Scope, scopeOf } from '../engine/facts.ts';
import { type Exports, readModule } from '../engine/module.ts';
import { parseModule } from '../engine/script.ts';
import { Fences } from '../engine/source.ts';
import { Native } from '../engine/value.ts';
import { packagedName } from './packages.ts';

const IMPORT = /^import\s+(?:(?:type\s+)?([\w$*{][^'"`;]*?)\s+from\s+)?(['"])([^'"\n]+)\2\s*;?[^\S\n]*(?:\/\/.*)?$/;
const EXPORT = /^export\s+(?:default\b|const\s|let\s|var\s|function\b|async\s|class\s|type\s|interface\s|\{|\*)/;
/** Code of a Vue component around the page: what it declares is data, and nothing of it is shown. */
const SCRIPT_SETUP = /^<script\b(?=[^>]*\bsetup\b)[^>]*>/;

/** Longest statement, in lines and in parts between blank lines. */
const MAX_IMPORT_LINES = 50;
const MAX_PARTS = 40;

/** All statements of a file, before its text is read: in MDX they hold for what stands above them, too. */
export function readImports(scope: Scope): void {
	const { source, imports } = scope;
	imports.set('require', { kind: 'value', value: new Native((from: unknown) => required(String(from), scope)) });
	if (!/^(?:import\b|export\b|<script)/m.test(source.body)) return;
	const fences = new Fences();
	let exports = '';
	for (let line = 0; line < source.lineCount; line++) {
		const text = source.line(line);
		if (fences.next(text)) continue;
		const script = SCRIPT_SETUP.test(text) ? scriptEnd(scope, line) : undefined;
		if (script !== undefined) {
			exports += `${linesOf(scope, line, script).replace(/^<script[^>]*>|<\/script>/g, '')}\n`;
			scope.statements.set(line, script);
			line = script - 1;
			continue;
		}
		const end = text.startsWith('import')
			? importEnd(scope, line)
			: EXPORT.test(text)
				? exportEnd(scope, line)
				: undefined;
		if (end === undefined) continue;
		const statement = linesOf(scope, line, end);
		scope.statements.set(line, end);
		scope.isModule = true;
		if (text.startsWith('import')) addImports(statement, scope);
		else exports += `${statement}\n`;
		line = end - 1;
	}
	if (exports === '') return;
	const module = readModule(parseModule(exports) ?? [], {
		importOf: (imported, from) => known(meaning(imported, from, scope)),
		outer: scope.names,
	});
	for (const name of module.declared) imports.set(name, { kind: 'name', known: () => module.names(name) });
}

/** Line after the end of a script. */
function scriptEnd({ source }: Scope, first: number): number | undefined {
	for (let line = first; line < source.lineCount; line++) if (/<\/script>\s*$/.test(source.line(line))) return line + 1;
	return undefined;
}

function linesOf({ source }: Scope, from: number, to: number): string {
	return Array.from({ length: to - from }, (_, index) => source.line(from + index)).join('\n');
}

function addImports(statements: string, scope: Scope): void {
	for (const statement of single(statements)) {
		const [, names = '', , from = ''] = IMPORT.exec(statement) ?? [];
		for (const [imported, local] of localNames(names)) scope.imports.set(local, meaning(imported, from, scope));
	}
}

/** Import statements that share a line. */
function single(statements: string): string[] {
	return statements.split(/(?<=['"]\s*;)\s*(?=import\b)/);
}

/** Line after the import statement; several may follow each other without a blank line. */
function importEnd(scope: Scope, first: number): number | undefined {
	const last = Math.min(scope.source.lineCount, first + MAX_IMPORT_LINES);
	for (let line = first; line < last && !isBlank(scope, line); line++)
		if (single(linesOf(scope, first, line + 1)).every((one) => IMPORT.test(one))) return line + 1;
	return undefined;
}

/** Line after the part that can be read as statements, blank lines in them included. */
function exportEnd(scope: Scope, first: number): number | undefined {
	const { source, facts } = scope;
	for (let end = first, part = 0; end < source.lineCount && part < MAX_PARTS && facts.allowance.left > 0; part++) {
		while (end < source.lineCount && isBlank(scope, end)) end++;
		while (end < source.lineCount && !isBlank(scope, end)) end++;
		const text = linesOf(scope, first, end);
		if (parseModule(text)) return end;
		facts.allowance.left -= text.length;
	}
	facts.report(source, source.lineStart(first), {
		code: 'expression',
		message: 'The line begins like a statement of MDX, but is none that can be read.',
		hint: 'Correct it, or write &#101;xport where it is text.',
		length: source.line(first).length,
	});
	return undefined;
}

function isBlank({ source }: Scope, line: number): boolean {
	return source.line(line).trim() === '';
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
		const [imported = '', local = imported] = name
			.replace(/^\s*type\s/, '')
			.trim()
			.split(/\s+as\s+/);
		if (imported) result.push([imported, local]);
	}
	return result;
}

/** What an import stands for. */
function meaning(imported: string, written: string, scope: Scope): Imported {
	const { source, facts } = scope;
	// Formatters escape what could be emphasis.
	const from = written.replace(/\\(?=[_*.-])/g, '');
	const [, raw = /^(.+)\?raw$/.exec(from)?.[1]] = /^!!raw-loader!(.+)$/.exec(from) ?? [];
	if (raw !== undefined || from.endsWith('.json')) {
		const file = facts.text(modulePath(raw ?? from, source.path), () => source.at(0));
		if (file === 'refused') return { kind: 'value', value: '' };
		const text = file?.text;
		if (text === undefined) return { kind: 'unknown', from };
		return { kind: 'value', value: raw === undefined ? json(text) : text };
	}
	if (/\.mdx?$/.test(from))
		return imported === 'default'
			? { kind: 'partial', path: resolvePath(from, source.path) }
			: { kind: 'value', value: imported === 'toc' ? [] : {} };
	if (from === 'vitepress' && imported === 'useData') return { kind: 'value', value: dataOf(scope) };
	const packaged = packagedName(imported, from, facts.options.components);
	if (packaged !== undefined) return packaged;
	const base = posix.basename(from).replace(/\.[cm]?[jt]sx?$/, '');
	const name = imported === 'default' || imported === '*' ? base : imported;
	// What a site has put into its templates is the component that its pages mean.
	if (facts.options.ownComponents?.includes(name)) return { kind: 'component', name };
	if (!/^(?:\.{0,2}\/|@site\/|@\/|~\/)/.test(from)) return { kind: 'unknown', from };
	const isFile = /\.\w+$/.test(from) && !/\.(?:[cm]?[jt]sx?|vue|astro|svelte)$/.test(from);
	if (isFile) return /\.(?:css|s[ac]ss|less)$/.test(from) ? { kind: 'value', value: {} } : { kind: 'file', path: from };
	const exports = moduleAt(modulePath(from, source.path), scope);
	return exports ? { kind: 'name', known: () => exports.exported(imported) } : { kind: 'unknown', from };
}

/** `useData()` as far as a page knows itself; what the site says is not there. */
function dataOf({ imports }: Scope): Native {
	const own = known(imports.get('$frontmatter'));
	const frontmatter = own && 'value' in own ? own.value : {};
	const { title, description } = Object(frontmatter) as { title?: unknown; description?: unknown };
	return new Native(() => ({ frontmatter, title, description, page: { frontmatter, title, description } }));
}

/** `@site/src/x` is `src/x` of the site's folder; all else as for any file. */
function modulePath(from: string, file: string): string {
	const [, inSite] = /^(?:@site|@|~)\/(?!(?:content|static|docs|blog|pages|versions)\/)(.*)$/.exec(from) ?? [];
	return inSite === undefined ? resolvePath(from, file) : posix.normalize(inSite);
}

const EXTENSIONS = ['', '.js', '.ts', '.mjs', '.jsx', '.tsx', '/index.js', '/index.ts', '/index.jsx', '/index.tsx'];

/** What the module at `path` exports; read once, for the page. */
function moduleAt(path: string, { facts }: Scope): Exports | undefined {
	const seen = facts.modules.get(path);
	if (seen || facts.modules.has(path)) return seen;
	facts.modules.set(path, undefined);
	const tried = /\.[cm]?[jt]sx?$/.test(path) ? [''] : EXTENSIONS.slice(1);
	for (const extension of tried) {
		const file = facts.text(path + extension);
		const statements = file && file !== 'refused' && parseModule(file.text);
		if (!statements) continue;
		const scope = facts.scopeOf(file);
		const exports = readModule(statements, {
			importOf: (imported, from) => known(absolute(meaning(imported, from, scope), file.path)),
			outer: (name) =>
				name === 'require' ? { value: new Native((from: unknown) => required(String(from), scope)) } : undefined,
		});
		facts.modules.set(path, exports);
		return exports;
	}
	return undefined;
}

/** The same for readers in another folder. */
function absolute(imported: Imported, from: string): Imported {
	return imported.kind === 'file' ? { ...imported, path: `@site/${resolvePath(imported.path, from)}` } : imported;
}

/** `require('./x')`: data, a text, or the address of a file. */
function required(from: string, scope: Scope): unknown {
	const found = known(meaning('default', from, scope));
	return found && 'value' in found ? found.value : from;
}

function json(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Block rule: takes statements away. */
export function importRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
	if (silent || state.tShift[startLine] !== 0 || state.level !== 0 || state.blkIndent !== 0) return false;
	const scope = scopeOf(state.env);
	// A tag that ends in the text of a paragraph is not counted; below a blank line nothing else is a statement.
	const isInside = scope.inside.length > 0 && startLine > 0 && !state.isEmpty(startLine - 1);
	const end = isInside ? undefined : scope.statements.get(startLine);
	if (end === undefined) return false;
	state.line = end;
	return true;
}
