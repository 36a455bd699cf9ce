/**
 * From a site's files to a plan: read, parse, link, plan. `build`, `check` and `dev` share it; each uses the plan in its
 * own way.
 */
import type { PageAnnotations } from '../../content/model/annotation.ts';
import type { Config } from '../../content/model/config.ts';
import { isPart, staticFolder } from '../../content/model/identity.ts';
import type { Diagnostic, Page, ParseOptions } from '../../content/model/page.ts';
import { linkSites, type Site, type SiteFiles } from '../../content/site/site.ts';
import type { Annotations, VirtualPage, VirtualPages, WrittenSite } from '../../extension.ts';
import type { BundledAssets, Plan } from '../../render/model/plan.ts';
import { planJobs } from '../../render/plan.ts';
import { loadAssets, loadScripts } from '../bundle/assets.ts';
import { unusedTexts } from '../bundle/configuration.ts';
import { filesOfExtensions, findFiles, planImages } from '../bundle/extension-files.ts';
import { loadFonts } from '../bundle/fonts.ts';
import { compilePlugins } from '../bundle/plugins.ts';
import { type LoadedTemplates, loadTemplates } from '../bundle/templates.ts';
import { wordsOfPages } from '../bundle/words.ts';
import { BundleError } from '../terminal/findings.ts';
import { filesIn, listContent, staticFiles, withImages } from './content-files.ts';
import { withLastChanges } from './last-changes.ts';
import { readSiteFiles } from './named-files.ts';
import { unknownIcons } from './own-files.ts';
import { type ParseAgain, parsePages, parseVirtual, type Way } from './pages.ts';
import { beginPass, type Pass } from './pass.ts';
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
	pass: Pass;
	/** In the first language. */
	config: Config;
	/** The site in the first language. */
	site: Site;
	/** The site in each of its languages, the first one included. */
	sites: [Site, ...Site[]];
	/** What is read besides pages, in the first language. */
	files: SiteFiles;
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

/** The work of one pass, and what it has found so far. */
interface Work {
	session: Session;
	options: UpdateOptions;
	diagnostics: Diagnostic[];
	begin(label: string): void;
	/** Keeps the findings of a step. */
	reported<T extends { diagnostics: Diagnostic[] }>(step: T): T;
}

/** One pass over the site. Without a usable configuration, returns findings only. */
export async function update(
	session: Session,
	options: UpdateOptions,
): Promise<Update | { diagnostics: Diagnostic[] }> {
	const diagnostics: Diagnostic[] = [];
	const work: Work = {
		session,
		options,
		diagnostics,
		begin: (label) => options.progress?.(label),
		reported(step) {
			diagnostics.push(...step.diagnostics);
			return step;
		},
	};
	try {
		work.begin('Reading the configuration');
		const { pass } = work.reported(await beginPass(session, options));
		if (!pass) return { diagnostics };
		// Its processes work while the pass continues.
		const making = awaitedLater(pass.provider.pages(pass.languages[0], options.waitFor !== 'nothing'));
		const look = await compileLook(work, pass);
		const parsed = await parseSite(work, pass, look);
		const made = await provide(work, pass, parsed, making);
		return await plan(work, pass, look, parsed, made, await linkSite(work, pass, parsed, made));
	} catch (error) {
		if (error instanceof BundleError) return { diagnostics: [...diagnostics, ...error.diagnostics] };
		throw error;
	}
}

type Look = Awaited<ReturnType<typeof compileLook>>;

/** Templates, and scripts and styles: in the first language, in the others, and in all with the style sheets of then. */
async function compileLook({ begin, reported }: Work, pass: Pass) {
	begin('Compiling templates, scripts and styles');
	const [config, ...others] = pass.languages;
	const scripts = await loadScripts(pass, config, others, pass.extensions);
	const templates = reported(await loadTemplates(pass, scripts.islands));
	const fonts = await loadFonts(pass, config.theme.fonts);
	const assetsOf = (one: Config): Promise<BundledAssets> => loadAssets(pass, one, scripts, fonts, templates.css);
	return {
		templates,
		assets: await assetsOf(config),
		inOthers: awaitedLater(Promise.all(others.map(assetsOf))),
		again: () => Promise.all(pass.languages.map(assetsOf)),
	};
}

type ParsedSite = Awaited<ReturnType<typeof parseSite>>;

/** The pages that authors wrote, the ones to build among them, and the files around them. */
async function parseSite(work: Work, pass: Pass, { assets, templates }: Look) {
	const { session, options, begin, reported } = work;
	const [config, ...others] = pass.languages;
	begin('Parsing pages');
	const { content } = reported(listContent(pass, config, assets));
	const parsing = await parseOptionsOf(pass, templates, options.production);
	const inOthers = others.map((other) => ({
		...parsing,
		words: wordsOfPages(other.words, pass.extensions),
		admonitions: other.admonitions,
		locale: other.locale.locale,
		folder: `${other.locale.locale}/`,
	}));
	const of = reported(await parsePages(session, content, [parsing, ...inOthers], options.explain));
	begin('Reading dates of changes');
	const { pages } = reported(withLastChanges(pass, config, of.pages));
	return { content, parsing, inOthers, pages, built: pages.filter(({ data }) => options.drafts || !data.draft), of };
}

type Provided = Awaited<ReturnType<typeof provide>>;

/** Pages and annotations of providers, and files of extensions. */
async function provide(
	{ session, options, begin, reported }: Work,
	pass: Pass,
	{ built, parsing }: ParsedSite,
	making: Promise<VirtualPages>,
) {
	const written: WrittenSite = { config: pass.languages[0], pages: new Map(built.map((page) => [page.path, page])) };
	const files = awaitedLater(filesOfExtensions(pass, parsing.extensions, built));
	const annotating = awaitedLater(pass.provider.annotations(written, options.waitFor === 'all'));
	begin('Waiting for virtual pages');
	const made = await making;
	begin('Parsing virtual pages');
	const virtual = reported(await parseVirtualPages(session, made, built, parsing, options.explain));
	return { written, virtual, annotating, files };
}

async function linkSite(
	{ options, diagnostics, begin }: Work,
	pass: Pass,
	{ pages, content, inOthers }: ParsedSite,
	{ virtual }: Provided,
): Promise<Pick<Update, 'sites' | 'files'>> {
	begin('Linking pages');
	const [config, ...others] = pass.languages;
	const input = {
		pages: withVirtual(pages, virtual.pages),
		drafts: options.drafts,
		translatedStatic: new Map(others.map(({ locale: { locale } }) => [locale, filesIn(staticFolder(locale), content)])),
		...(await readSiteFiles(pass, content, inOthers, diagnostics)),
	};
	const sites = (options.link ?? linkSites)(pass.languages, input);
	diagnostics.push(...unusedTexts(pass, others, [config, input]));
	return { sites, files: input };
}

async function plan(
	{ session, options, diagnostics, begin }: Work,
	pass: Pass,
	{ templates, assets, inOthers, again }: Look,
	{ content, pages, of }: ParsedSite,
	{ written, virtual, annotating, files }: Provided,
	{ sites, files: siteFiles }: Pick<Update, 'sites' | 'files'>,
): Promise<Update> {
	const [config] = pass.languages;
	begin('Waiting for annotations of code');
	const annotations = await annotating;
	for (const note of annotations.notes) options.explain?.(note);
	begin('Planning outputs');
	const found = virtual.state === 'made' ? sites.flatMap((one) => one.diagnostics) : findingsOfPages(pages);
	diagnostics.push(...withImages(found, content), ...annotations.diagnostics, ...annotations.failures);
	diagnostics.push(...unusedFiles(pass, config, content));
	diagnostics.push(...unknownIcons(config, templates.templates.navbarItem, pass.inputs));
	const { imageOf, findings } = planImages(pass, config);
	const shared = {
		sites,
		imageOf,
		annotations: withParts(annotations, virtual.texts),
		files: new Map([...annotations.files, ...(await files).map(({ out, text }) => [out, Buffer.from(text)] as const)]),
		templatesHash: templates.hash,
		layers: templates.templates.layers,
		manifests: templates.templates.manifests,
		production: options.production,
		staticFiles: staticFiles(pass, content, pass.languages),
		bodies: session.bodies,
	};
	const [site, ...otherSites] = sites;
	const planWith = ([first = assets, ...others]: readonly BundledAssets[]): Plan =>
		planJobs([
			{ ...shared, site, assets: first },
			...otherSites.map((one, index) => ({ ...shared, site: one, assets: others[index] ?? first })),
		]);
	const made = planWith([assets, ...(await inOthers)]);
	diagnostics.push(...findings());
	return {
		pass,
		config,
		site,
		sites,
		files: siteFiles,
		pages: new Map(sites.toReversed().flatMap((one) => [...one.pages])),
		plan: made,
		restyle: async () => planWith(await again()),
		templates,
		diagnostics,
		parsedNow: of.parsedNow + virtual.parsedNow,
		parseAgain: of.again,
		ways: of.ways,
		written,
		annotations,
		virtual,
	};
}

/** Until the pass awaits it, a rejection must not count as unhandled. */
function awaitedLater<T>(work: Promise<T>): Promise<T> {
	work.catch(() => {});
	return work;
}

/** What decides which full URLs are links to pages, without the settings that don't. */
function homeOf({ url, baseUrl, docs, blog }: Config): ParseOptions['home'] {
	return { url, baseUrl, docs: docs && { path: docs.path }, blog: blog && { path: blog.path } };
}

async function parseOptionsOf(pass: Pass, { templates }: LoadedTemplates, production: boolean): Promise<ParseOptions> {
	const [config, ...others] = pass.languages;
	return {
		locale: config.locale.locale,
		home: homeOf(config),
		baseUrl: config.baseUrl,
		components: templates.components,
		manifests: templates.manifests,
		allowScripts: config.allowRawScripts,
		admonitions: config.admonitions,
		plugins: await compilePlugins(pass, config.markdown.plugins),
		extending: pass.own?.code || undefined,
		include: config.include,
		extensions: findFiles(pass),
		records: others.length > 0 || undefined,
		words: wordsOfPages(config.words, pass.extensions),
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
