/** Makes pages from a program: one per symbol, one index per package. The same sources always make the same pages. */

import type ts from 'typescript';
import { nameFrom } from '../../../cli/disk/paths.ts';
import { compareNames, literalPattern } from '../../../content/model/names.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { NOTE_END, NOTE_MARK, SUMMARY } from './attach.ts';
import { briefOf } from './brief.ts';
import { closing, opening } from './comment-writer.ts';
import { blocks, code, escapeWords, flag, namedBlock, terms } from './markdown.ts';
import type { ApiPackage } from './packages.ts';
import { type ApiPage, type Context, contextOf, pageName, referencePage, STATUS, summaryOf } from './page.ts';
import { symbolPage } from './symbol-page.ts';
import { type ApiSymbol, type Export, importPath, KINDS, listSymbols } from './symbols.ts';

/** The pages about something else than exports, and mistakes in it. */
export type MorePages = (
	found: ApiPackage,
	context: Context,
	program: ts.Program,
) => { pages: ApiPage[]; diagnostics: Diagnostic[] };

const NO_PAGES: ReturnType<MorePages> = { pages: [], diagnostics: [] };

/**
 * All pages of the reference, and the mistakes in comments. `root` is the absolute folder of the site: messages name files
 * relative to it.
 */
export function apiPages(
	packages: ApiPackage[],
	program: ts.Program,
	root: string,
	more: MorePages = () => NO_PAGES,
): { pages: ApiPage[]; diagnostics: Diagnostic[] } {
	const symbols = listSymbols(packages, program);
	const context = contextOf(symbols, packages, program, root);
	const pages = [
		...packages.flatMap((found) => (found.router ? [] : indexPage(found, context, program))),
		...symbols.all.map((symbol) => symbolPage(symbol, context)),
	];
	const others = packages.map((found) => (found.router ? more(found, context, program) : NO_PAGES));
	return {
		pages: [...pages, ...others.flatMap((made) => made.pages)],
		diagnostics: [...context.comments.findings, ...others.flatMap((made) => made.diagnostics)],
	};
}

function indexPage(found: ApiPackage, context: Context, program: ts.Program): ApiPage {
	const { symbols, root, checker } = context;
	const entries = found.entries.map(({ name, file }): [string, string] => {
		const source = program.getSourceFile(file);
		const comment = source && context.comments.of(source);
		return [name, comment ? blocks(opening(comment), closing(comment, 3)) : ''];
	});
	const commented = entries.filter(([name, text]) => name !== '' && text !== '');
	const groups = groupsOf(found, symbols.all);
	const internals = groups.flatMap(([title, members]) => (title === INTERNALS ? members : []));
	const lists = groups.map(([title, members]): [string, string][] => {
		// A group by kind says it in its title.
		const kindOf = ({ kind }: ApiSymbol): string => (kind.title === title ? '' : flag(kind.one.toLowerCase()));
		return members
			.filter(isListed)
			.map((symbol) => [
				entryOf(symbol) + kindOf(symbol),
				noted(symbol, summaryOf(symbol, context), briefOf(symbol, checker)),
			]);
	});
	const isHome = (way: Export, { exports: [first] }: ApiSymbol): boolean =>
		way.package === first?.package && way.entry === first.entry && way.name === first.name;
	const reExports = symbols.all.flatMap((symbol) =>
		symbol.exports
			.filter((way) => way.package === found && way.trail.length === 0 && !isHome(way, symbol))
			.map((way) => ({ way, symbol })),
	);
	const others = reExports
		.toSorted((a, b) => (a.way.name < b.way.name ? -1 : 1))
		.map(({ way, symbol }): [string, string] => [entryOf(symbol, way.name, way), `From ${code(importPath(symbol))}.`]);
	const titled = [
		...groups.map(([title], at) => ({ title, rows: lists[at] ?? [] })),
		{ title: 'Re-exports', rows: others },
		{
			title: 'Entry points',
			rows: commented.map(([entry, text]): [string, string] => [code(importPath({ package: found, entry })), text]),
		},
	];
	return referencePage(found, found.path, {
		data: {
			title: found.label,
			description: `Everything that ${found.name} exports, with types.`,
			toc_max_heading_level: 2,
		},
		api: {
			id: found.id,
			entry: '',
			symbols: [found.id],
			groups: groups.map(([title, members]) => [title, members.map(({ path }) => path)]),
		},
		origin: { file: nameFrom(root, found.folder), line: 1 },
		above: blocks(
			...entries.filter(([name]) => name === '').map(([, text]) => text),
			`${escapeWords(found.description.replace(/(?<=.)\.?$/, '. '))}Generated from the sources of ${code(`${found.name} ${found.version}`)}.`,
			'<div class="api-filter" data-widget="filter"></div>',
		),
		below: blocks(
			...titled
				.filter(({ rows }) => rows.length > 0)
				.flatMap(({ title, rows }) => [namedBlock(title), terms(rows, 'api-terms api-index')]),
			...folded(
				internals.map((symbol) => [
					pageName(symbol) + flag(symbol.kind.one.toLowerCase()),
					noted(symbol, summaryOf(symbol, context), briefOf(symbol, checker)),
				]),
			),
		),
	});
}

/** The group of symbols that cannot be imported. */
const INTERNALS = 'Internals';

/** The section for symbols that nobody can import, closed until a reader opens it. */
function folded(rows: [term: string, text: string][]): string[] {
	if (rows.length === 0) return [];
	const count = rows.length === 1 ? '1 type' : `${rows.length} types`;
	const summary = `<details>\n<summary>${count} that no package exports, but exported ones refer to</summary>`;
	return [namedBlock(INTERNALS), summary, terms(rows, 'api-terms api-index'), '</details>'];
}

/** Whether the index lists a symbol: it can be imported by its own name. */
function isListed({ exported, trail }: ApiSymbol): boolean {
	return exported && trail.length === 0;
}

/** Groups the symbols of a package: by task, the others by kind, and last those that cannot be imported. */
function groupsOf(found: ApiPackage, all: ApiSymbol[]): [title: string, members: ApiSymbol[]][] {
	const left = new Set(all.filter(({ package: owner }) => owner === found));
	const take = (title: string, members: ApiSymbol[]): [string, ApiSymbol[]] => {
		for (const member of members) left.delete(member);
		return [title, members];
	};
	const byUse = Object.entries(found.groups).map(([title, patterns]) => {
		const tests = patterns.map(patternOf);
		const rankOf = (symbol: ApiSymbol): number => tests.findIndex((test) => test(symbol));
		const members = [...left].filter((symbol) => isListed(symbol) && rankOf(symbol) >= 0);
		return take(
			title,
			members.sort((a, b) => rankOf(a) - rankOf(b)),
		);
	});
	const byKind = KINDS.map((kind) =>
		take(kind.title, [...left].filter((symbol) => symbol.exported && symbol.kind === kind).sort(byName)),
	);
	const groups = [...byUse, ...byKind, take(INTERNALS, [...left].sort(byName))];
	return groups.filter(([, members]) => members.length > 0);
}

function byName({ name: a }: ApiSymbol, { name: b }: ApiSymbol): number {
	return compareNames(a, b);
}

/** The symbol's summary, in the place where a note may replace it; without one, its code for any note. */
function noted({ links: [name = ''], status }: ApiSymbol, summary: string, brief: string): string {
	const mark = status ? STATUS[status].mark : '';
	const words = summary.startsWith(mark) ? summary.slice(mark.length).trim() : summary;
	const place = words === '' ? `${name}-->${brief}` : `${name}${SUMMARY}-->${words}`;
	return `${words === summary ? '' : mark} ${NOTE_MARK}${place}${NOTE_END}`.trim();
}

/** A symbol in the index, with its import path unless that is the main entry point. */
function entryOf(symbol: ApiSymbol, name?: string, way: Export = symbol): string {
	return pageName(symbol, name) + (way.entry === '' ? '' : ` ${code(importPath(way))}{:from}`);
}

/** Turns `adapters/*` and `infer*` into a test of symbols: of entry point and name, or of the name alone. */
function patternOf(pattern: string): (symbol: ApiSymbol) => boolean {
	const test = new RegExp(`^${literalPattern(pattern).replaceAll(String.raw`\*`, '.*')}$`);
	return ({ entry, name }) => test.test(name) || (entry !== '' && test.test(`${entry}/${name}`));
}
