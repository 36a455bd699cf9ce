/**
 * Warns about files that docsgen does not read although they look as if it did: pages in an unknown folder or with an
 * extension of another tool, misspelled names, and templates and style sheets that no file imports.
 */
import { posix } from 'node:path';
import type { Config } from '../../content/model/config.ts';
import { CONFIG_FILE, CONTENT, identify, STATIC, staticFolder } from '../../content/model/identity.ts';
import { isMounted } from '../../content/model/mounts.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { nearest } from '../../content/model/schema.ts';
import { OWN_MARK } from '../../render/views/output-paths.ts';
import { type CompileContext, THEME_FOLDER } from '../bundle/compile.ts';
import { ejectable, packagedName, replacedLook } from '../bundle/overrides.ts';
import { ownComponents } from '../bundle/templates.ts';
import { isIn } from '../disk/paths.ts';
import type { FileStat } from '../disk/project.ts';
import { NAMED_FILES } from './named-files.ts';

const CODE = /\.(?:[cm]?[jt]sx?|css)$/;
const DATA = /\.(?:json|ya?ml)$/;
/** Extensions of pages, here or in other tools. */
const PAGE = /\.(?:mdx?|markdown|mdown|mkdn?|rst|adoc|html?|ipynb)$/i;

/** Files with which other tools order pages, or that they show elsewhere, by name → what to write here. */
const FOREIGN: readonly [name: RegExp, hint: string][] = [
	[
		/^(?:_meta\.(?:json|[cm]?[jt]sx?)|\.pages|meta\.json|_toc\.ya?ml)$/,
		'Write content/docs/sidebars.ts, or _category_.json in the folder.',
	],
	[/^_(?:sidebar|navbar)\.md$/, 'Write content/docs/sidebars.ts, and "navbar" in the configuration.'],
	[/^sidebars\.(?:cjs|[cm]ts|ya?ml)$/, 'Write it as content/docs/sidebars.ts: export default { docs: [ … ] }.'],
	[/^_index\.mdx?$/, 'The page of a folder is its index.md.'],
];

/** A folder that looks like a language. */
const TAG = /^[a-z]{2,3}(?:-\w{2,8})*$/i;

/** Files in the folder of a language. */
const OF_LANGUAGE = /^(?:texts|words)\.json$/;

/** Folders of pages. */
const FOLDERS = ['docs', 'blog', 'pages', 'versions', 'reference'];

/** Call it at the end of a pass, when all inputs have been read. */
export function unusedFiles(context: CompileContext, config: Config, content: FileStat[]): Diagnostic[] {
	const { inputs } = context;
	const locales = config.locales.flatMap(({ locale, path, url }) => (path === '' || url !== undefined ? [] : locale));
	const languages = [config.locale.locale, ...locales];
	const others = [STATIC, ...locales.map(staticFolder), context.templates, ...config.extended.folders];
	const unused = content
		.map(({ path }) => path)
		// The folder of a package has files that are not for the site.
		.filter((path) => !isMounted(config.include.mounts, path))
		.filter((path) => {
			if (foreignHint(path) !== undefined) return isPlace(path);
			return [PAGE, CODE, DATA].some((kind) => kind.test(path)) && !identify(path, languages) && !isLeftOut(path);
		})
		.filter((path) => !inputs.wasRead(path) && !others.some((folder) => isIn(path, folder, posix)));
	return [
		...OUTSIDE.filter((file) => inputs.has(file)).map((file) =>
			finding(file, `Move it to ${CONTENT}/docs/sidebars.ts.`),
		),
		...foreignFolders(context, config),
		...unused.map((file) => finding(file, foreignHint(file) ?? hintOf(file, locales, config.locales[0]?.locale))),
		...unusedTemplates(context, config).map((file) => finding(file, templateHint(file, context.templates))),
	];
}

/** Names of sidebars in the folder of the site, where Docusaurus has them. */
const OUTSIDE = ['sidebars.ts', 'sidebars.js'];

/** Files and folders in the folder of the site, where other tools have them, with the place here. */
const ELSEWHERE: readonly [name: string, kind: RegExp, hint: string][] = [
	['theme.css', /./, `Move it to ${THEME_FOLDER}.`],
	['static', /./, `Move its files to ${STATIC}, which is published unchanged.`],
	['public', /./, `Move its files to ${STATIC}, which is published unchanged.`],
	[
		'docs',
		PAGE,
		`Move its pages to ${CONTENT}/docs, or take the folder in place of it: include: [{ folder: 'docs', at: 'docs' }].`,
	],
	[
		'blog',
		PAGE,
		`Move its posts to ${CONTENT}/blog, or take the folder in place of it: include: [{ folder: 'blog', at: 'blog' }].`,
	],
];

/** For information: in the root of a repository, another program may read them. */
function foreignFolders({ inputs, project }: CompileContext, { include }: Config): Diagnostic[] {
	const isUsed = (name: string): boolean =>
		include.folders.some((folder) => isIn(folder, name, posix) || isIn(name, folder, posix));
	return ELSEWHERE.flatMap(([name, kind, hint]) => {
		const isFile = posix.extname(name) !== '';
		if (isUsed(name) || (!isFile && project.stat(`${name}/${OWN_MARK}`) !== undefined)) return [];
		const isThere = isFile ? inputs.has(name) : inputs.list(name).some(({ path }) => kind.test(path));
		return isThere
			? [{ ...finding(name, hint), severity: 'info', message: `${name} is not read: it is outside of ${CONTENT}.` }]
			: [];
	});
}

function foreignHint(file: string): string | undefined {
	return FOREIGN.find(([name]) => name.test(posix.basename(file)))?.[1];
}

/** Whether a file is among pages, and in no folder that is left out. */
function isPlace(file: string): boolean {
	const [, collection = '', ...rest] = file.split('/');
	return FOLDERS.includes(collection) && !rest.slice(0, -1).some((segment) => /^[._]/.test(segment));
}

function finding(file: string, hint: string): Diagnostic {
	return { code: 'unused-file', severity: 'warning', file, message: `The file ${file} is not used.`, hint };
}

const SHEET = 'Write your rules into content/theme.css, or import the file there or in a component.';
const PLACES = 'Pages belong in content/docs, content/blog, content/pages and content/versions/<version>.';
const TEMPLATE =
	'Templates have the names of packaged ones, which "npx docsgen eject" lists; components are templates/components/Name.tsx.';

/** A guess at what the author meant. `locales` are the folders of languages; `first` is the language of `content`. */
function hintOf(file: string, locales: readonly string[], first?: string, root = CONTENT): string {
	const [folder = '', ...rest] = file.slice(root.length + 1).split('/');
	const inside = `${CONTENT}/${folder}`;
	if (locales.includes(folder) && rest.length > 1) return hintOf(file, [], undefined, inside);
	if (folder === 'i18n' && rest.length > 1)
		return `The folder of a language is ${CONTENT}/${localeLike(rest[0] ?? '', locales)}.`;
	const name = posix.basename(file);
	const isPage = PAGE.test(name);
	const near = isPage && rest.length > 0 ? nearest(folder, FOLDERS) : undefined;
	if (near !== undefined) return `Did you mean ${root}/${near}?`;
	if (isPage ? FOLDERS.includes(rest[0] ?? '') : OF_LANGUAGE.test(rest.join('/'))) {
		if (folder === first) return `Move it to ${CONTENT}: the first language of "locales" has no folder.`;
		const locale = localeLike(folder, locales);
		if (locales.includes(locale)) return `Did you mean ${CONTENT}/${locale}?`;
		if (TAG.test(locale)) {
			const rename = locale === folder ? '' : `, and rename the folder to ${CONTENT}/${locale}`;
			return `To translate the site, add '${locale}' to "locales" in ${CONFIG_FILE}${rename}.`;
		}
	}
	if (isPage) {
		if (locales.includes(folder)) return `The translation of content/docs/x.md is ${CONTENT}/${folder}/docs/x.md.`;
		if (!FOLDERS.includes(folder) || (folder === 'versions' && rest.length < 2)) return PLACES;
		return /\.html?$/i.test(name) ? `Put it in ${STATIC}, which is published unchanged.` : 'Pages end in .md or .mdx.';
	}
	if (NAMED_FILES.includes(name) && root !== CONTENT && !/^_category_/.test(name))
		return `${name} exists once, in ${posix.dirname(file).replace(root, CONTENT)}: ${root}/texts.json translates its texts.`;
	if (NAMED_FILES.includes(name)) return `${name} belongs in the folder it describes, such as content/blog.`;
	const meant = nearest(name, [...NAMED_FILES, posix.basename(THEME_FOLDER)]);
	if (meant !== undefined) return `Did you mean ${meant}?`;
	if (name.endsWith('.css')) return SHEET;
	return /\.[jt]sx$/.test(name)
		? 'Pages are Markdown. Write a component in templates/components, and use it in one.'
		: 'No page uses it: remove it, or import it in a component of templates/components.';
}

/** The configured language that a folder means, else its name as a tag: `de_CH` is `de-CH`. */
function localeLike(folder: string, locales: readonly string[]): string {
	const tag = folder.replaceAll('_', '-');
	const named = (name: string): string | undefined =>
		locales.find((locale) => locale.toLowerCase() === name.toLowerCase());
	return named(tag) ?? named(tag.replace(/-.*/, '')) ?? nearest(tag, locales) ?? tag;
}

function templateHint(file: string, folder: string): string {
	const look = replacedLook(file);
	if (look !== undefined) return `To choose this look, set theme.look: '${look}' in ${CONFIG_FILE}.`;
	if (file.endsWith('.css')) return SHEET;
	const [, start = '', rest = ''] = /\/components\/([a-z])([^/]*\.[jt]sx)$/.exec(file) ?? [];
	const own = `${start.toUpperCase()}${rest.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())}`;
	if (own !== '') return `A component starts with a capital: rename the file to ${folder}/components/${own}.`;
	const near = nearest(file.slice(folder.length + 1), [...ejectable().values()]);
	return near === undefined ? TEMPLATE : `Did you mean ${folder}/${near}?`;
}

/** Whether to ignore a file: partials and drafts start with an underscore, and `content/` may have a README. */
function isLeftOut(file: string): boolean {
	const [, ...segments] = file.split('/');
	const isAside = segments.some((segment) => /^[._]/.test(segment)) && !/^_?categor/.test(segments.at(-1) ?? '');
	return isAside || /^content\/(?:readme|contributing)\.mdx?$/i.test(file);
}

/** Template files that replace nothing on this site, are not components, and are not named in other files. */
function unusedTemplates(context: CompileContext, { theme }: Config): string[] {
	const { inputs, templates } = context;
	const components = new Set(Object.values(ownComponents(context)).map((name) => `${templates}/components/${name}`));
	const files = inputs.list(templates).map(({ path }) => path);
	const suspects = files
		.filter((path) => CODE.test(path) && !path.endsWith('.d.ts') && !components.has(path))
		.filter((path) => (replacedLook(path) ?? theme.look) !== theme.look || !inputs.has(packagedName(context, path)));
	if (suspects.length === 0) return [];
	const texts = new Map([...files, THEME_FOLDER].map((path) => [path, inputs.read(path)?.toString() ?? '']));
	return suspects.filter((path) => {
		// The part of the name that an import contains.
		const name = path.endsWith('.css') ? posix.basename(path) : posix.parse(path).name;
		return ![...texts].some(([other, text]) => other !== path && text.includes(name));
	});
}
