/** The templates folder: a site's own file replaces the packaged file of the same name. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { EXTENSIONS } from '../../extensions/registered.ts';
import { moduleOf, PACKAGE_ROOT, PACKAGED_TEMPLATES } from '../disk/package.ts';
import { isIn, nameFrom } from '../disk/paths.ts';
import { type CompileContext, type Look, moduleFiles } from './compile.ts';

/** Namespace of `docsgen/templates`; the path is the importing file's, so that a template never imports itself. */
const PUBLIC = 'docsgen-templates';

/** Start of the path with which packaged templates import a module of `src`. */
const OUTSIDE = /^(?:\.\.\/)+src\//;

/** The style sheets of extensions. */
export const SHEETS = EXTENSIONS.flatMap(({ name, styles }) => (styles ? [{ ...styles, extension: name }] : []));

/** Name in the folder of templates → the extension that has the style sheet, for pages or for its scripts. */
const OWNERS = new Map<string, string>(
	EXTENSIONS.flatMap(({ name, styles, client }) =>
		[...(styles ? [styles.file] : []), ...(client?.styles ?? [])].map((file) => [`styles/${file}`, name] as const),
	),
);

/** Path in the package of the file that a file of a site's templates replaces, by its name in that folder. */
export function packagedPath(name: string): string {
	const owner = OWNERS.get(name);
	return owner === undefined ? `templates/${name}` : nameFrom(PACKAGE_ROOT, moduleOf(`extensions/${owner}/${name}`));
}

/** The look of which a file of a site's templates replaces the style sheet. */
export function replacedLook(path: string): string | undefined {
	return /\/styles\/looks\/(warm|compact)\.css$/.exec(path)?.[1];
}

/** The packaged file that a file of a site's templates replaces. */
export function packagedName({ templates }: CompileContext, path: string): string {
	return `docsgen:${packagedPath(path.slice(templates.length + 1))}`;
}

/** Resolves imports of template files to the site's own file, or else to the packaged one. */
export function overrides(context: CompileContext, look: Look): Plugin {
	const own = context.inputs.pathOf(context.templates);
	return {
		name: 'templates',
		setup(build) {
			build.onResolve({ filter: OUTSIDE }, ({ path, importer, namespace }) =>
				namespace === PUBLIC || isIn(importer, PACKAGED_TEMPLATES)
					? { path: moduleOf(path.replace(OUTSIDE, '')) }
					: undefined,
			);
			build.onResolve({ filter: /^docsgen\/templates$/ }, ({ importer }) => ({
				path: relative(own, importer),
				namespace: PUBLIC,
			}));
			build.onLoad({ filter: /./, namespace: PUBLIC }, () => {
				const file = join(PACKAGED_TEMPLATES, 'public/index.ts');
				look(file);
				return { contents: readFileSync(file), loader: 'ts', resolveDir: dirname(file) };
			});
			build.onResolve({ filter: /^\./, namespace: PUBLIC }, ({ path, importer, resolveDir }) => {
				const target = resolve(resolveDir, path);
				const name = relative(PACKAGED_TEMPLATES, target);
				const mine = name === importer || name.startsWith('..') ? [] : [join(own, name)];
				const found = [...mine, target].find(look);
				return found === undefined ? undefined : { path: found };
			});
			build.onResolve({ filter: /^(?:\.|docsgen:templates\/)/ }, ({ path, importer, resolveDir }) => {
				const isNamed = path.startsWith('docsgen:');
				const base = isNamed ? own : [own, PACKAGED_TEMPLATES].find((folder) => isIn(importer, folder));
				if (base === undefined) return undefined;
				const target = isNamed ? path.slice('docsgen:templates/'.length) : nameFrom(base, resolve(resolveDir, path));
				if (target.startsWith('..')) return undefined;
				const files = new Set([join(own, target), join(PACKAGE_ROOT, packagedPath(target))]);
				const found = [...files].flatMap(moduleFiles).find(look);
				return found === undefined ? undefined : { path: found };
			});
		},
	};
}

/** Copies a packaged template for a site: replaces its relative imports with imports from `docsgen/templates`. */
export function withPublicImports(text: string): string {
	const names = new Set<string>();
	// Items of the specification, which a site doesn't have.
	const rest = text
		.replace(/ \(B-\d+[^)\n]*\)/g, '')
		.replace(/^import (type )?\{([^}]*)\} from '\.[^']*';\n/gm, (_, type: string | undefined, list: string) => {
			for (const name of list.split(',').map((part) => part.trim())) {
				if (name !== '') names.add(type === undefined || name.startsWith('type ') ? name : `type ${name}`);
			}
			return '';
		});
	if (names.size === 0) return text;
	const statement = `import { ${[...names].join(', ')} } from 'docsgen/templates';\n`;
	const [head = ''] = /^(?:\/\*\*[\s\S]*?\*\/\n)?(?:import .*\n)*/.exec(rest) ?? [];
	return head + statement + rest.slice(head.length);
}

/** Maps names for authors to files of the templates folder: `Footer`, `components/Hero`, `styles/navbar.css`. */
export function ejectable(): Map<string, string> {
	const files = ['', 'components/', 'styles/', 'styles/looks/'].flatMap((folder) =>
		readdirSync(join(PACKAGED_TEMPLATES, folder)).map((name) => `${folder}${name}`),
	);
	const own = [...files, ...OWNERS.keys()].filter((file) => /(?:^|\/)[A-Z][\w.]*\.tsx$|\.css$/.test(file)).sort();
	return new Map(own.map((file) => [file.replace(/\.tsx$/, ''), file]));
}
