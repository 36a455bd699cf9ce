/**
 * From a site's files to a plan: read, parse, link, plan. `build`, `check` and `dev` share it; each uses the plan in its
 * own way.
 */
import type { PageAnnotations } from '../../content/model/annotation.ts';
import type { Config } from '../../content/model/config.ts';
import { CONFIG_FILE, CONTENT, isPart, STATIC, staticFolder } from '../../content/model/identity.ts';
import { excludes } from '../../content/model/mounts.ts';
import type { Diagnostic, Page, ParseOptions } from '../../content/model/page.ts';
import { problemsIn } from '../../content/model/places.ts';
import { nearest } from '../../content/model/schema.ts';
import { nearestFile } from '../../content/site/links.ts';
import { linkSites, type Site } from '../../content/site/site.ts';
import type { Annotations, VirtualPage, VirtualPages, WrittenSite } from '../../extension.ts';
import type { BundledAssets, Plan, PlanInput } from '../../render/model/plan.ts';
import { planJobs } from '../../render/plan.ts';
import { themeCss } from '../../render/views/sheets.ts';
import { type ClientScripts, loadScripts, loadStyles } from '../bundle/assets.ts';
import { loadConfig, unusedTexts } from '../bundle/configuration.ts';
import { filesOfExtensions, findFiles } from '../bundle/extension-files.ts';
import { type FontFiles, loadFonts } from '../bundle/fonts.ts';
import { compilePlugins } from '../bundle/plugins.ts';
import type { AssetFile } from '../bundle/scripts.ts';
import type { OwnExtensions } from '../bundle/site-extensions.ts';
import { type LoadedTemplates, loadTemplates } from '../bundle/templates.ts';
import { wordsOfPages } from '../bundle/words.ts';
import type { FileStat } from '../disk/project.ts';
import { BundleError, TAKEN_PLACE } from '../terminal/findings.ts';
import { withLastChanges } from './last-changes.ts';
import { readSiteFiles } from './named-files.ts';
import { checkHostFiles, checkOwnFiles, IMAGE, lostProperties, unknownIcons } from './own-files.ts';
import { type ParseAgain, parsePages, parseVirtual, type Way } from './pages.ts';
import { recordSignatures } from './providers.ts';
import type { Session } from './session.ts';
import { unusedFiles } from './unused-files.ts';

export interface UpdateOptions {
	/** Replaces the origin in the configuration. */
	url?: string;
	baseUrl?: string;
	drafts: boolean;
	production: boolean;
	/** Results of providers that are made, if they are pending; the pass continues without the others. */
	waitFor: 'all' | 'pages' | 'nothing';
	/** In place of `linkSites`. */
	link?: typeof linkSites;
	/** Called with the current work and its progress. */
	progress?: (label: string, done?: number, total?: number) => void;
	/** Called with what was done again and why, for `--verbose`. */
	explain?: (text: string) => void;
}

export interface Update {
	/** In the first language. */
	config: Config;
	/** The site in the first language. */
	site: Site;
	/** The site in each of its languages, the first one included. */
	sites: [Site, ...Site[]];
	/** The pages of all languages, by source path. */
	pages: Map<string, Page>;
	plan: Plan;
	templates: LoadedTemplates;
	diagnostics: Diagnostic[];
	/** Pages that were parsed in this pass, not reused. */
	parsedNow: number;
	parseAgain: ParseAgain;
	/** How written pages are parsed, by source path. */
	ways: ReadonlyMap<string, Way>;
	/** What providers annotate, and their annotations. */
	written: WrittenSite;
	annotations: Annotations;
	virtual: Pick<VirtualPages, 'state' | 'covers'>;
	/** The plan with the style sheet as it is now. */
	restyle(): Promise<Plan>;
}

/** One pass over the site. Without a usable configuration, returns findings only. */
export async function update(
	session: Session,
	options: UpdateOptions,
): Promise<Update | { diagnostics: Diagnostic[] }> {
	const diagnostics: Diagnostic[] = [];
	const reported = <T extends { diagnostics: Diagnostic[] }>(step: T): T => {
		diagnostics.push(...step.diagnostics);
		return step;
	};
	const begin = (label: string): void => options.progress?.(label);
	try {
		begin('Reading the configuration');
		const { languages, own } = reported(await loadConfig(session, options, session.registered));
		const [config, ...others] = languages ?? [];
		if (!config) return { diagnostics };
		session.templates = config.theme.folder;
		session.extensions = [...session.registered, ...(own?.extensions ?? [])];
		await recordSignatures(session, session.extensions, config);
		const { providers } = session;
		// Their processes work while the pass continues.
		const making = awaitedLater(providers.pages(config, options.waitFor !== 'nothing'));
		begin('Compiling templates, scripts and styles');
		const scripts = await loadScripts(session, config, others, session.extensions);
		const templates = reported(await loadTemplates(session, scripts.islands));
		const fonts = await loadFonts(session, config.theme.fonts);
		const assetsOf = (one: Config): Promise<BundledAssets> => loadAssets(session, one, scripts, fonts, templates.css);
		const assets = await assetsOf(config);
		const assetsInOthers = awaitedLater(Promise.all(others.map(assetsOf)));
		begin('Parsing pages');
		const { content } = reported(listContent(session, config, assets));
		const parseOptions = await parseOptionsOf(session, [config, ...others], templates, own, options.production);
		const inOthers = others.map((other) => ({
			...parseOptions,
			words: wordsOfPages(other.words, session.extensions),
			admonitions: other.admonitions,
			locale: other.locale.locale,
			folder: `${other.locale.locale}/`,
		}));
		const parsed = reported(await parsePages(session, content, [parseOptions, ...inOthers], options.explain));
		begin('Reading dates of changes');
		const { pages } = reported(withLastChanges(session, config, parsed.pages));
		const built = pages.filter(({ data }) => options.drafts || !data.draft);
		const written = { config, pages: new Map(built.map((page) => [page.path, page])) };
		const ofExtensions = awaitedLater(filesOfExtensions(session, parseOptions.extensions, built));
		const annotating = awaitedLater(providers.annotations(written, options.waitFor === 'all'));
		begin('Waiting for virtual pages');
		const made = await making;
		begin('Parsing virtual pages');
		const virtual = reported(await parseVirtualPages(session, made, built, parseOptions, options.explain));
		begin('Linking pages');
		const input = {
			pages: withVirtual(pages, virtual.pages),
			drafts: options.drafts,
			translatedStatic: new Map(
				others.map(({ locale: { locale } }) => [locale, filesIn(staticFolder(locale), content)]),
			),
			...(await readSiteFiles(session, content, inOthers, diagnostics)),
		};
		const sites = (options.link ?? linkSites)([config, ...others], input);
		const [site] = sites;
		diagnostics.push(...unusedTexts(session, others, [config, input]));
		begin('Waiting for annotations of code');
		const annotations = await annotating;
		for (const note of annotations.notes) options.explain?.(note);
		begin('Planning outputs');
		const found = virtual.state === 'made' ? sites.flatMap((one) => one.diagnostics) : findingsOfPages(pages);
		diagnostics.push(...withImages(found, content), ...annotations.diagnostics, ...annotations.failures);
		diagnostics.push(...unusedFiles(session, config, content));
		diagnostics.push(...unknownIcons(config, templates.templates.navbarItem, session.inputs));
		const shared = {
			sites,
			annotations: withParts(annotations, virtual.texts),
			files: new Map([
				...annotations.files,
				...(await ofExtensions).map(({ out, text }) => [out, Buffer.from(text)] as const),
			]),
			templatesHash: templates.hash,
			layers: templates.templates.layers,
			manifests: templates.templates.manifests,
			production: options.production,
			staticFiles: staticFiles(session, content, [config, ...others]),
			bodies: session.bodies,
		};
		const planWith = (first: BundledAssets, inOthers: readonly BundledAssets[]): Plan =>
			planJobs([
				{ ...shared, site, assets: first },
				...sites.slice(1).map((one, index) => ({ ...shared, site: one, assets: inOthers[index] ?? first })),
			]);
		return {
			config,
			site,
			sites,
			pages: new Map(sites.toReversed().flatMap((one) => [...one.pages])),
			plan: planWith(assets, await assetsInOthers),
			restyle: async () => planWith(await assetsOf(config), await Promise.all(others.map(assetsOf))),
			templates,
			diagnostics,
			parsedNow: parsed.parsedNow + virtual.parsedNow,
			parseAgain: parsed.again,
			ways: parsed.ways,
			written,
			annotations,
			virtual,
		};
	} catch (error) {
		if (error instanceof BundleError) return { diagnostics: [...diagnostics, ...error.diagnostics] };
		throw error;
	}
}

/** Until the pass awaits it, a rejection must not count as unhandled. */
function awaitedLater<T>(work: Promise<T>): Promise<T> {
	work.catch(() => {});
	return work;
}

/** Scripts and styles of the pages of a language; `css` is the style sheet of the site's own templates. */
async function loadAssets(
	session: Session,
	config: Config,
	{ scripts, startScript, files }: ClientScripts,
	fonts: FontFiles,
	css: string,
): Promise<BundledAssets> {
	return {
		scripts: scripts[config.locale.locale] ?? [],
		startScript,
		styles: await loadStyles(session, fonts.css + themeCss(config) + css),
		fonts: fonts.preloads,
		files: new Map([...files.map(inBytes), ...fonts.files.map(named)]),
	};
}

function inBytes({ text, ...file }: AssetFile) {
	return named({ ...file, bytes: Buffer.from(text) });
}

function named<T extends { out: string }>({ out, ...file }: T): [string, Omit<T, 'out'>] {
	return [out, file];
}

/** All files of `content/`, and findings about those that are refused or missing. */
function listContent(session: Session, config: Config, { styles }: BundledAssets) {
	const { inputs } = session;
	inputs.include(config.include);
	const listed = inputs.list(CONTENT);
	const content = listed.filter(({ refused }) => refused === undefined);
	const diagnostics = [
		...listed.flatMap(refusedFile),
		...emptyMounts(session, config, content),
		...unusedPatterns(session, config, listed),
		...checkOwnFiles(config, content, session),
		...checkHostFiles(config, content),
		...lostProperties(session, styles),
	];
	return { content, diagnostics };
}

/** What decides which full URLs are links to pages, without the settings that don't. */
function homeOf({ url, baseUrl, docs, blog }: Config): ParseOptions['home'] {
	return { url, baseUrl, docs: docs && { path: docs.path }, blog: blog && { path: blog.path } };
}

async function parseOptionsOf(
	session: Session,
	[config, ...others]: [Config, ...Config[]],
	{ templates }: LoadedTemplates,
	own: OwnExtensions | undefined,
	production: boolean,
): Promise<ParseOptions> {
	return {
		locale: config.locale.locale,
		home: homeOf(config),
		baseUrl: config.baseUrl,
		components: templates.components,
		manifests: templates.manifests,
		allowScripts: config.allowRawScripts,
		admonitions: config.admonitions,
		plugins: await compilePlugins(session, config.markdown.plugins),
		extending: own?.code || undefined,
		include: config.include,
		extensions: findFiles(session),
		records: others.length > 0 || undefined,
		words: wordsOfPages(config.words, session.extensions),
		severity: { 'unknown-component': config.onUnknownComponents, expression: config.onExpressions },
		// Only where it matters: a build otherwise uses what `dev` has parsed.
		unboxed: (production && !/^(?:error|ignore)$/.test(config.onUnknownComponents)) || undefined,
		parsing: config.extended.parsing,
	};
}

/** The virtual pages as texts and parsed. */
async function parseVirtualPages(
	session: Session,
	made: VirtualPages,
	written: Page[],
	options: ParseOptions,
	explain: UpdateOptions['explain'],
) {
	const texts = await made.texts(written);
	const parsed = await parseVirtual(session, texts.pages, options, explain);
	// Without all of these pages, parts, links and redirects to them would be reported as mistakes.
	const diagnostics = [...made.diagnostics, ...(made.state === 'made' ? texts.diagnostics : [])];
	return { ...made, ...parsed, diagnostics, texts: texts.pages };
}

/** Findings that need no links between pages. */
function findingsOfPages(pages: Page[]): Diagnostic[] {
	return pages.filter((page) => !isPart(page)).flatMap((page) => page.diagnostics);
}

/** Files that are published unchanged, by output path. */
function staticFiles({ inputs }: Session, content: FileStat[], languages: Config[]): PlanInput['staticFiles'] {
	const files = languages.flatMap(({ root, locale: { locale } }) => {
		const folder = root === '' ? STATIC : staticFolder(locale);
		return filesIn(folder, content).map((name) => [`${root}/${name}`.slice(1), `${folder}/${name}`] as const);
	});
	return new Map(files.map(([out, path]) => [out, { path, hash: inputs.hash(path) ?? '' }]));
}

/** Paths inside a folder. */
function filesIn(folder: string, content: FileStat[]): string[] {
	return content.flatMap(({ path }) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : []));
}

function refusedFile({ path, refused }: FileStat): Diagnostic[] {
	if (refused === undefined || refused.kind === 'excluded') return [];
	if (refused.kind === 'taken') {
		const message = `${path} is not used. Its place belongs to ${refused.by}.`;
		const hint = 'Move it to that folder, or give the folder another place in "include".';
		return [{ code: TAKEN_PLACE, severity: 'error', file: path, message, hint }];
	}
	if (refused.kind === 'name') {
		const message = `The name of ${path} is not UTF-8, so nothing can be read from it.`;
		const hint =
			'Rename it. � stands for each byte that is no character: the name may come from an old disk or archive.';
		return [{ code: 'name-encoding', severity: 'error', file: path, message, hint }];
	}
	const reason = refused.kind === 'folder' ? 'It points to a folder.' : refused.reason;
	const message = `The symbolic link ${path} is not followed. ${reason}`;
	const hint =
		refused.kind === 'folder'
			? `Name the folder in the configuration: include: [{ folder: '…', at: '${path.slice(CONTENT.length + 1)}' }].`
			: 'Put the file itself there: a site is made of files in its folder.';
	return [{ code: 'refused-link', severity: 'error', file: path, message, hint }];
}

/** Folders that should be part of `content/`, and have no files. */
function emptyMounts({ inputs }: Session, { include }: Config, content: FileStat[]): Diagnostic[] {
	const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
	const about = { file: CONFIG_FILE, text, code: 'empty-folder', root: 'The configuration' };
	return include.mounts
		.filter(({ at }) => !content.some(({ path }) => path.startsWith(`${at}/`)))
		.flatMap(({ folder }) => {
			const problem = {
				path: ['include', include.folders.indexOf(folder), 'folder'],
				message: 'has no files',
				found: folder,
			};
			const message = `The folder ${folder} in "include" does not exist, or has no files.`;
			const hint = 'Its path is relative to the folder of the site.';
			return problemsIn(about, [problem]).map((finding) => ({ ...finding, message, hint }));
		});
}

/** Patterns in "include" that leave nothing out. */
function unusedPatterns({ inputs }: Session, { include }: Config, listed: FileStat[]): Diagnostic[] {
	const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
	const about = { file: CONFIG_FILE, text, code: 'unused-pattern', root: 'The configuration' };
	return include.mounts.flatMap(({ folder, at, exclude = [] }) => {
		const files = listed.flatMap(({ path }) => (path.startsWith(`${at}/`) ? path.slice(at.length + 1) : []));
		const unused = exclude.filter((pattern) => !files.some((file) => excludes(pattern, file)));
		return unused.flatMap((pattern): Diagnostic[] => {
			const path = ['include', include.folders.indexOf(folder), 'exclude', exclude.indexOf(pattern)];
			const message = `leaves nothing out: no file in ${folder} has the path "${pattern}"`;
			const near = nearest(pattern, files);
			const hint =
				near === undefined
					? 'Write a path in the folder, in the case of its files, or **/name for any folder.'
					: `Did you mean "${near}"?`;
			return problemsIn(about, [{ path, message, severity: 'warning' }]).map((finding) => ({ ...finding, hint }));
		});
	});
}

/** Adds the annotations of each part under the path of the page that includes it. */
function withParts({ pages }: Annotations, virtual: VirtualPage[]): Annotations['pages'] {
	const included = virtual.flatMap(({ path, includes = '' }): [string, PageAnnotations][] => {
		const found = pages.get(includes);
		return found ? [[path, found]] : [];
	});
	return new Map([...pages, ...included]);
}

/** The pages of the site, without parts. An author's page replaces the virtual page of the same path. */
function withVirtual(pages: Page[], virtual: Page[]): Page[] {
	const written = new Set(pages.map((page) => page.path));
	return [...pages.filter((page) => !isPart(page)), ...virtual.filter((page) => !written.has(page.path))];
}

/** Adds the nearest existing name to findings about missing images. */
function withImages(findings: Diagnostic[], content: FileStat[]): Diagnostic[] {
	const images = content.map(({ path }) => path).filter((path) => IMAGE.test(path));
	return findings.map((finding) => {
		const path = finding.about?.image;
		const near = path === undefined ? undefined : nearestFile(path, images);
		return near === undefined ? finding : { ...finding, hint: `Did you mean ${near}?` };
	});
}
