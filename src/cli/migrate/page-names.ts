/** The names in a page: its front matter, constants, functions and imports. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf, parseModule, type Statement } from './docsgen.ts';
import { inside } from './evaluate.ts';
import { loadedBy } from './loaders.ts';
import { readModule } from './module.ts';
import { type Fields, isFile, mayRead } from './old-site.ts';
import { packaged } from './packages.ts';
import { Closure, Code, type Known, type Names, Native } from './value.ts';
import type { ModuleReader } from './values.ts';

/** The context of a page's conversion. */
export interface PageContext {
	/** Its file in the old site. */
	source: string;
	/** Folder of paths that start with a slash. */
	root: string;
	/** Absolute folders by import prefix. */
	aliases: Readonly<Record<string, string>>;
	modules: ModuleReader;
	/** Names of docsgen's components. */
	components: readonly string[];
	/** Whether to rename imports with the name of one of them. */
	renames: boolean;
	/** Front matter. */
	fields: Fields;
	/** Whether a module moves with the pages: its functions can then be evaluated. */
	isMoved: (from: string) => boolean;
	/** Called for each data loader that the page uses. */
	noteLoaded: (from: string) => void;
}

/** Lines of the page that are statements, with their offsets and the names they declare. */
export interface Block {
	start: number;
	end: number;
	text: string;
	names: string[];
	/** Whether it is a Vue script. */
	isScript: boolean;
}

export interface PageNames {
	names: Names;
	blocks: Block[];
	/** Imports of components that docsgen does not have, by local name. */
	origins: Map<string, string>;
	/** Paths of partials as written, by local name. */
	partials: Map<string, string>;
}

const STATEMENT =
	/^(?:import\b|export\s+(?:default\b|const\s|let\s|var\s|function\b|async\s|class\s|type\s|interface\s|\{|\*))/;
const SCRIPT_SETUP = /^<script\b(?=[^>]*\bsetup\b)[^>]*>\n?([\s\S]*?)<\/script>[ \t]*(?:\n|$)/;
/** A partial, or a section of one. */
const PARTIAL = /\.mdx?(?:#[\w-]+)?$/;
/** Maximum number of parts between blank lines in a statement, or of lines in an import. */
const MAX_PARTS = 60;

/** Finds the statements of a page outside code. `isCode` tests an offset. */
export function readNames(body: string, isCode: (at: number) => boolean, context: PageContext): PageNames {
	const found: PageNames = { names: () => undefined, blocks: [], origins: new Map(), partials: new Map() };
	const statements: Statement[] = [];
	for (let at = 0; at < body.length; ) {
		const line = body.slice(at, lineEnd(body, at));
		const script = line.startsWith('<script') && !isCode(at) ? SCRIPT_SETUP.exec(body.slice(at)) : null;
		const text = script?.[1] ?? (STATEMENT.test(line) && !isCode(at) ? statementAt(body, at) : undefined);
		const parsed = text === undefined ? undefined : parseModule(text);
		if (text === undefined || !parsed) {
			at += line.length + 1;
			continue;
		}
		const end = at + (script ? script[0].length : text.length + 1);
		found.blocks.push({ start: at, end, text, names: namesOf(parsed), isScript: script !== null });
		statements.push(...parsed);
		at = end;
	}
	const given = new Map<string, unknown>([
		['frontMatter', context.fields],
		['$frontmatter', context.fields],
		['toc', []],
		// Class names of a style sheet are not available.
		['$style', {}],
		['useBaseUrl', new Native((path: unknown) => String(path))],
		['require', new Native((from: unknown) => plainOf(meaning('default', String(from), context)) ?? from)],
	]);
	const outer = inside(given, globals);
	const module = readModule(statements, {
		importOf: (name, from) => meaning(name, from, context),
		outer,
	});
	for (const statement of statements)
		if (statement.type === 'ImportDeclaration')
			for (const { local, imported, from: written } of importsOf(statement)) {
				const from = written.replace(/\\(?=[_*.-])/g, '');
				if (PARTIAL.test(from) && (imported === 'default' || imported === '*')) found.partials.set(local, from);
				const known = module.names(local);
				const isFunction = known && 'value' in known && known.value instanceof Closure && !context.isMoved(from);
				const isForeign = !known || 'wrong' in known || known.value instanceof Code || isFunction;
				if (/^[A-Z]/.test(local) && isForeign) found.origins.set(local, from);
			}
	found.names = (name) => module.names(name) ?? outer(name);
	return found;
}

const globals: Names = (name) => (name === 'undefined' ? { value: undefined } : undefined);

function plainOf(known: Known | undefined): unknown {
	return known && 'value' in known ? known.value : undefined;
}

function lineEnd(text: string, at: number): number {
	const end = text.indexOf('\n', at);
	return end < 0 ? text.length : end;
}

/** The statement at the start of a line: up to a blank line at which it parses; imports may follow each other. */
function statementAt(body: string, start: number): string | undefined {
	const isImport = body.startsWith('import', start);
	for (let end = start, parts = 0; end < body.length && parts < MAX_PARTS; ) {
		end = lineEnd(body, end + 1);
		const isBlank = /^\n[ \t]*(?:\n|$)/.test(body.slice(end, end + 200)) || end >= body.length;
		const isPart = isBlank || STATEMENT.test(body.slice(end + 1, end + 40));
		if (!isPart && !isImport) continue;
		if (parseModule(body.slice(start, end))) return body.slice(start, end);
		if (isPart && isImport) return undefined;
		parts++;
	}
	return undefined;
}

function namesOf(statements: readonly Statement[]): string[] {
	return statements.flatMap((statement): string[] => {
		if (statement.type === 'ImportDeclaration') return statement.specifiers.map(({ local }) => local.name);
		const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
		if (inner?.type === 'FunctionDeclaration') return inner.id ? [inner.id.name] : [];
		if (inner?.type !== 'VariableDeclaration') return [];
		return inner.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
	});
}

/** The file for a path in a page. */
export function pathOf(written: string, { source, root, aliases }: PageContext): string | undefined {
	const path = written.replace(/[?#].*$/s, '');
	const alias = Object.keys(aliases).find((prefix) => path.startsWith(prefix));
	if (alias !== undefined) return join(aliases[alias] ?? '', path.slice(alias.length));
	if (path.startsWith('/')) return join(root, path);
	return path.startsWith('.') ? join(dirname(source), path) : undefined;
}

/** The value of an import: data, a component, or the path of an image. */
function meaning(imported: string, written: string, context: PageContext): Known | undefined {
	const from = written.replace(/\\(?=[_*.-])/g, '');
	const [, raw = /^(.+)\?raw$/.exec(from)?.[1]] = /^!!raw-loader!(.+)$/.exec(from) ?? [];
	const path = pathOf(raw ?? from, context);
	if (raw !== undefined) {
		const file = ['', '.js', '.ts', '.tsx', '.jsx']
			.map((end) => `${path}${end}`)
			.find((one) => path !== undefined && isFile(one) && (context.isMoved(raw) || mayRead(one, context.root)));
		return { value: file === undefined ? new Code(imported, from) : readFileSync(file, 'utf8') };
	}
	if (PARTIAL.test(from))
		return { value: imported === 'default' ? new Code(imported, from) : imported === 'toc' ? [] : {} };
	if (/\.(?:css|s[ac]ss|less)$/.test(from)) return { value: {} };
	if (from === 'vitepress' && imported === 'useData') return { value: new Native(() => dataOf(context.fields)) };
	const known = packaged(imported, from, context.components);
	if (known || path === undefined || /\.(?:vue|astro|svelte)$/.test(from))
		return known ?? { value: new Code(imported, from) };
	if (/\.\w+$/.test(from) && !/\.(?:[cm]?[jt]sx?|json|data)$/.test(from)) return { value: from };
	const loaded = imported === 'data' ? loadedBy(path, context.root) : undefined;
	if (loaded !== undefined) {
		context.noteLoaded(from);
		return { value: loaded };
	}
	return context.modules.imported(imported, path, context.source) ?? { value: new Code(imported, from) };
}

/** The page's part of `useData()`; data of the site is not available. */
function dataOf(frontmatter: Fields): object {
	const { title, description } = frontmatter;
	return { frontmatter, title, description, page: { frontmatter, title, description } };
}
