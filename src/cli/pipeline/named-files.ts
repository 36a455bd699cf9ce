/** Files of a site that their names tell apart: versions, sidebars, categories, authors, tags. */
import { checkAuthors, checkTags, checkVersions } from '../../content/model/fields.ts';
import { CONTENT, folderName, VERSIONS, versionFolder } from '../../content/model/identity.ts';
import type { Diagnostic, ParseOptions } from '../../content/model/page.ts';
import type { Check } from '../../content/model/schema.ts';
import { checkCategory, checkSidebars } from '../../content/model/sidebars.ts';
import type { SiteFiles } from '../../content/site/site.ts';
import type { CompileContext } from '../bundle/compile.ts';
import { checked, readYamlFile } from '../bundle/configuration.ts';
import { loadModule } from '../bundle/modules.ts';
import type { FileStat } from '../disk/project.ts';

const VERSIONS_FILE = `${CONTENT}/versions.json`;
const BLOG = `${CONTENT}/blog`;

/** Names of these files, each in one of its spellings. */
export const NAMED_FILES = [
	'sidebars.ts',
	'_category_.json',
	'_category_.yml',
	'authors.yml',
	'tags.yml',
	'versions.json',
	'words.json',
	'texts.json',
];

/** Reads the site's files besides pages; reports invalid ones and skips them. */
export async function readSiteFiles(
	context: CompileContext,
	content: FileStat[],
	languages: readonly Pick<ParseOptions, 'locale'>[],
	diagnostics: Diagnostic[],
): Promise<SiteFiles> {
	const reader = new NamedFiles(context, languages, diagnostics);
	for (const { path } of content) await reader.read(path);
	reader.reportUnlisted();
	return reader.files;
}

/** Where a file is. */
interface Place {
	file: string;
	/** The language whose folder it is in, if it is not the first one. */
	locale?: string;
	/** The docs version whose folder it is in. */
	version?: string;
	/** Its path in the folder of the version, of the blog, or of neither. */
	inside: string;
}

class NamedFiles {
	readonly files: SiteFiles;
	readonly #unlisted = new Set<string>();
	/** What settings are for → the file that has them. */
	readonly #owners = new Map<string, string>();

	constructor(
		private readonly context: CompileContext,
		languages: readonly Pick<ParseOptions, 'locale'>[],
		private readonly diagnostics: Diagnostic[],
	) {
		const hasVersions = context.inputs.read(VERSIONS_FILE) !== undefined;
		this.files = {
			listedVersions: (hasVersions && this.#data(VERSIONS_FILE, 'invalid-versions', checkVersions)) || [],
			sidebars: new Map(),
			folders: new Map(),
			translatedFolders: new Map(languages.map(({ locale = '' }) => [locale, new Map()])),
			authors: {},
			authorsFile: `${BLOG}/authors.yml`,
			tags: new Map(),
		};
	}

	/** Reads a file below `content`, if its name is one of these. */
	async read(path: string): Promise<void> {
		const place = this.#placeOf(path);
		const { locale, version, inside } = place;
		if (version !== undefined && version !== 'current' && !this.files.listedVersions.includes(version))
			this.#unlisted.add(version);
		if (version !== undefined && /(?:^|\/)_category_\.(?:json|ya?ml)$/.test(inside)) this.#category(place, version);
		else if (locale !== undefined) return;
		else if (version !== undefined && /^sidebars\.(?:ts|js|mjs|json)$/.test(inside))
			await this.#sidebars(path, version);
		else if (/^content\/blog\/authors\.(?:ya?ml|json)$/.test(path)) this.#authors(path);
		else if (/^tags\.(?:ya?ml|json)$/.test(inside)) this.#tags(path, version);
	}

	reportUnlisted(): void {
		for (const name of this.#unlisted)
			this.diagnostics.push({
				code: 'unlisted-version',
				severity: 'warning',
				file: VERSIONS_FILE,
				line: 1,
				column: 1,
				message: `${VERSIONS_FILE} does not list "${name}", so ${VERSIONS}/${name} is not built.`,
				hint: `Add "${name}" to ${VERSIONS_FILE}, or move the folder away.`,
			});
	}

	#placeOf(file: string): Place {
		const [first = ''] = file.split('/').slice(1);
		const locale = this.files.translatedFolders.has(first) ? first : undefined;
		const path = locale === undefined ? file : file.replace(`/${locale}/`, '/');
		const [folder, name = '', ...rest] = path.split('/').slice(1);
		const version = folder === 'docs' ? 'current' : folder === 'versions' && rest.length > 0 ? name : undefined;
		const root = version === undefined ? BLOG : versionFolder(version);
		return { file, locale, version, inside: path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path };
	}

	#category({ file, locale, inside }: Place, version: string): void {
		const category = this.#data(file, 'invalid-category', checkCategory);
		const all = (locale === undefined ? undefined : this.files.translatedFolders.get(locale)) ?? this.files.folders;
		const folders = all.get(version) ?? new Map();
		all.set(version, folders);
		const folder = folderName(inside.slice(0, inside.lastIndexOf('/')));
		const language = locale === undefined ? '' : `${CONTENT}/${locale}/`;
		if (this.#isFirst(`the folder ${language}${versionFolder(version)}/${folder}`, file) && category)
			folders.set(folder, { ...category, file, line: 1 });
	}

	async #sidebars(file: string, version: string): Promise<void> {
		const text = this.context.inputs.read(file)?.toString() ?? '';
		const about = { file, text, code: 'invalid-sidebar', root: file };
		const config = file.endsWith('.json')
			? this.#data(file, about.code, checkSidebars)
			: checked(await loadModule(this.context, file), about, checkSidebars, this.diagnostics);
		if (this.#isFirst(`the sidebars of ${versionFolder(version)}`, file))
			this.files.sidebars.set(version, { file, config: config ?? {} });
	}

	#authors(file: string): void {
		const authors = this.#data(file, 'invalid-authors', checkAuthors) ?? {};
		if (this.#isFirst('the authors', file)) Object.assign(this.files, { authors, authorsFile: file });
	}

	#tags(file: string, version: string | undefined): void {
		const tags = this.#data(file, 'invalid-tags', checkTags) ?? {};
		if (this.#isFirst(`the tags of ${version === undefined ? BLOG : versionFolder(version)}`, file))
			this.files.tags.set(version ?? 'blog', tags);
	}

	/** Whether the file is the only one with its settings; reports it otherwise. */
	#isFirst(settings: string, file: string): boolean {
		const owner = this.#owners.get(settings) ?? file;
		this.#owners.set(settings, owner);
		const message = `${owner} and ${file} are both for ${settings}; only the first one is read.`;
		if (owner !== file)
			this.diagnostics.push({ code: 'duplicate-file', severity: 'error', file, message, hint: 'Remove one of them.' });
		return owner === file;
	}

	#data<T>(file: string, code: string, check: Check<T, unknown>): T | undefined {
		return readYamlFile(this.context, file, code, check, this.diagnostics);
	}
}
