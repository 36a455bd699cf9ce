/** From a program to pages: one per symbol, one index per package. The same sources give the same pages. */

import type ts from 'typescript';
import { nameFrom } from '../machine/paths.ts';
import { NOTE_END, NOTE_MARK } from './attach.ts';
import { briefOf } from './brief.ts';
import type { ApiPackage } from './packages.ts';
import { type ApiPage, type Context, contextOf, importPath, nameOf, pageOf, STATUS, summaryOf } from './page.ts';
import { codeText, NOTHING, type Rich, rich, Sheet, together } from './sheet.ts';
import { SymbolPage } from './symbol-page.ts';
import { type ApiSymbol, KINDS, listSymbols } from './symbols.ts';

/** Every page of the reference. `root` is the absolute folder of the site: messages name files below it. */
export function apiPages(packages: ApiPackage[], program: ts.Program, root: string): ApiPage[] {
	const symbols = listSymbols(packages, program);
	const context = contextOf(symbols, packages, program, root);
	return [
		...packages.map((found) => indexPage(found, context)),
		...symbols.all.map((symbol) => new SymbolPage(symbol, context).write()),
	];
}

function indexPage(found: ApiPackage, context: Context): ApiPage {
	const { symbols, comments, root, checker } = context;
	const sheet = new Sheet({ file: nameFrom(root, found.folder), line: 1 });
	sheet.paragraph(
		together(
			rich(`${found.description.replace(/\.?$/, '.')} Generated from the sources of `),
			codeText(`${found.name} ${found.version}`),
			rich('.'),
		),
	);
	sheet.html('<div class="api-filter" data-widget="filter"></div>\n');
	const groups = groupsOf(found, symbols.all);
	for (const [title, members] of groups) {
		const shown = members.filter(isListed);
		if (shown.length === 0) continue;
		sheet.heading(2, title);
		sheet.terms(
			shown.map(
				(symbol) => [entryOf(symbol), noted(symbol, summaryOf(symbol, comments), briefOf(symbol, checker))] as const,
			),
			' api-index',
		);
	}
	const borrowed = found.entries.flatMap(({ name: entry }) =>
		(symbols.borrowed.get(`${found.id}/${entry}`) ?? []).map((each) => ({ ...each, entry })),
	);
	if (borrowed.length > 0) {
		sheet.heading(2, 'Re-exports');
		sheet.terms(
			borrowed
				.toSorted((a, b) => (a.name < b.name ? -1 : 1))
				.map(({ name, symbol, entry }): [Rich, Rich] => [
					together(nameOf(symbol, name), entry === '' ? NOTHING : from(importPath({ package: found, entry }))),
					together(rich('From '), codeText(importPath(symbol)), rich('.')),
				]),
			' api-index',
		);
	}
	const made = pageOf(
		found,
		{ path: found.path, title: found.label, description: `Everything that ${found.name} exports, with types.` },
		sheet,
		{
			id: found.id,
			entry: '',
			symbols: [found.id],
			groups: groups.map(([title, members]) => [title, members.map(({ path }) => path)]),
		},
	);
	made.page.data.toc_max_heading_level = 2;
	return made;
}

/** What the index shows: what can be imported by its own name. */
function isListed({ exported, trail }: ApiSymbol): boolean {
	return exported && trail.length === 0;
}

/** The symbols of a package under titles: by what a user does, the others by kind, and last what cannot be imported. */
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
	const groups = [...byUse, ...byKind, take('What they refer to', [...left].sort(byName))];
	return groups.filter(([, members]) => members.length > 0);
}

/** Small letters with capitals; the same on every machine. */
function byName({ name: a }: ApiSymbol, { name: b }: ApiSymbol): number {
	const [x, y] = [a.toLowerCase(), b.toLowerCase()];
	return x === y ? (a < b ? -1 : 1) : x < y ? -1 : 1;
}

/**
 * What is said of a symbol. Where its source says nothing, its code in a line; that stands between two marks, in both texts,
 * where `attach` puts what an author says.
 */
function noted({ links, status }: ApiSymbol, summary: Rich, brief: Rich): Rich {
	const isSaid = summary.html.length > (status ? STATUS[status].html.length + 1 : 0);
	if (isSaid) return summary;
	const [name] = links;
	if (name === undefined) return together(summary, brief);
	const marked = (parts: Rich['html']): Rich['html'] => [`${NOTE_MARK}${name}-->${parts.join('')}${NOTE_END}`];
	return {
		html: [...summary.html, ...marked(brief.html)],
		markdown: [...summary.markdown, ...marked(brief.markdown)],
		plain: summary.plain,
	};
}

/** A symbol in the index; what needs another import says so. */
function entryOf(symbol: ApiSymbol): Rich {
	return together(nameOf(symbol), symbol.entry === '' ? NOTHING : from(importPath(symbol)));
}

function from(path: string): Rich {
	return {
		html: [' <span class="api-from">', ...rich(path).html, '</span>'],
		markdown: [` (${path})`],
		plain: ` ${path}`,
	};
}

/** `adapters/*` and `infer*` as a test of symbols: of the entry point and the name, or of the name alone. */
function patternOf(pattern: string): (symbol: ApiSymbol) => boolean {
	const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
	const test = new RegExp(`^${source}$`);
	return ({ entry, name }) => test.test(name) || (entry !== '' && test.test(`${entry}/${name}`));
}
