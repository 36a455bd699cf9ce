/**
 * From TypeDoc's model to pages: one per symbol, one index per package. Pure: the same model gives the same pages.
 */
import { relative } from 'node:path';
import type { ApiModule } from './convert.ts';
import type { ApiPackage } from './packages.ts';
import { type ApiPage, type Context, importPath, pageOf, pageTarget, summaryOf } from './page.ts';
import { codeText, linked, type Resolve, rich, Sheet, together } from './sheet.ts';
import { SymbolPage } from './symbol-page.ts';
import { KINDS, listSymbols } from './symbols.ts';

/** Every page of the reference. `root` is the absolute folder of the site: messages name files below it. */
export function apiPages(modules: ApiModule[], root: string): ApiPage[] {
	const symbols = listSymbols(modules);
	const resolve: Resolve = (id) => {
		const place = symbols.places.get(id);
		return place && pageTarget(place.symbol, place.anchor);
	};
	const context: Context = { symbols, resolve, root };
	const packages = [...new Set(modules.map((module) => module.package))];
	return [
		...packages.map((found) => indexPage(found, modules, context)),
		...symbols.all.map((symbol) => new SymbolPage(symbol, context).write()),
	];
}

function indexPage(found: ApiPackage, modules: ApiModule[], context: Context): ApiPage {
	const { symbols, resolve, root } = context;
	const sheet = new Sheet({ file: relative(root, found.folder), line: 1 });
	const title = found.label;
	sheet.paragraph(
		together(
			rich(`${found.description.replace(/\.?$/, '.')} Generated from the sources of `),
			codeText(`${found.name} ${found.version}`),
			rich('.'),
		),
	);
	const own = symbols.all.filter(
		({ package: owner, trail, exported }) => owner === found && trail.length === 0 && exported,
	);
	for (const module of modules.filter((candidate) => candidate.package === found)) {
		const { entry } = module;
		const here = own.filter((symbol) => symbol.entry === entry.name);
		const borrowed = symbols.borrowed.get(`${found.id}/${entry.name}`) ?? [];
		if (here.length + borrowed.length === 0) continue;
		sheet.heading(2, importPath({ package: found, entry: entry.name }));
		for (const kind of KINDS) {
			const ofKind = here.filter((symbol) => symbol.kind === kind);
			if (ofKind.length === 0) continue;
			sheet.heading(3, kind.title);
			sheet.table(
				['Name', 'Summary'],
				ofKind.map((symbol) => ({
					cells: [linked(codeText(symbol.name), pageTarget(symbol)), summaryOf(symbol.declaration, resolve)],
				})),
			);
		}
		if (borrowed.length === 0) continue;
		sheet.heading(3, 'Re-exports');
		sheet.table(
			['Name', 'From'],
			borrowed
				.toSorted((a, b) => (a.name < b.name ? -1 : 1))
				.map(({ name, symbol }) => ({
					cells: [linked(codeText(name), pageTarget(symbol)), codeText(importPath(symbol))],
				})),
		);
	}
	const description = `Everything that ${found.name} exports, with types.`;
	const made = pageOf(found, { path: found.path, title, description }, sheet, {
		id: found.id,
		entry: '',
		symbols: [found.id],
	});
	made.page.data.toc_max_heading_level = 2;
	return made;
}
