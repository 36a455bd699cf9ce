/**
 * Declarations that a package does not export but whose names its exported ones show: the type of `initTRPC` is one.
 * They are converted too, so that readers can look them up; what only they refer to is not.
 */

import type { Application, ContainerReflection, Context } from 'typedoc';
import type ts from 'typescript';
import type { ApiPackage } from './packages.ts';

/**
 * Lets `app` convert them into the first module of the package they are declared in. Returns the ids of what was
 * added, by name of the package; filled while `app` converts.
 */
export function convertReferenced(
	app: Application,
	{ typescript, typedoc, program }: { typescript: typeof ts; typedoc: typeof import('typedoc'); program: ts.Program },
	packages: ApiPackage[],
): Set<number> {
	const added = new Set<number>();
	const referenced = new Set<ts.Symbol>();
	const { prototype } = typedoc.Context;
	const { createSymbolReference } = prototype;
	prototype.createSymbolReference = function (this: Context, symbol, context, name) {
		referenced.add(symbol);
		return createSymbolReference.call(this, symbol, context, name);
	};
	const { Class, Interface, TypeAlias, Enum, TypeParameter, Alias } = typescript.SymbolFlags;
	const convert = (context: Context): void => {
		prototype.createSymbolReference = createSymbolReference;
		app.converter.permitDeferredConversion();
		for (const symbol of referenced) {
			const target = symbol.flags & Alias ? program.getTypeChecker().getAliasedSymbol(symbol) : symbol;
			if (!(target.flags & (Class | Interface | TypeAlias | Enum)) || target.flags & TypeParameter) continue;
			if (context.getReflectionFromSymbol(target)) continue;
			const module = moduleOf(target, context, packages);
			if (!module) continue;
			const before = new Set(module.children?.map(({ id }) => id));
			const inside = context.withScope(module);
			inside.setActiveProgram(program);
			app.converter.convertSymbol(inside, target);
			for (const { id } of module.children ?? []) if (!before.has(id)) added.add(id);
		}
		app.converter.finalizeDeferredConversion();
	};
	// Before TypeDoc removes what is internal.
	app.converter.on(typedoc.Converter.EVENT_RESOLVE_BEGIN, convert, 1_000_000);
	return added;
}

/** The main module of the package that a symbol is declared in at the top level of a file. */
function moduleOf(symbol: ts.Symbol, context: Context, packages: ApiPackage[]): ContainerReflection | undefined {
	const [declaration] = symbol.declarations ?? [];
	if (!declaration || declaration.parent !== declaration.getSourceFile()) return undefined;
	const { fileName } = declaration.getSourceFile();
	const owner = packages.find(({ folder }) => fileName.startsWith(`${folder}/`));
	const module =
		owner && context.project.children?.find(({ name }) => name === owner.name || name.startsWith(`${owner.name}/`));
	return module;
}
