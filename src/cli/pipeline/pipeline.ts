/**
 * From a site's files to a plan: read, parse, link, plan. `build`, `check` and `dev` share it; each uses the plan in its
 * own way.
 */
import type { Config } from '../../content/model/config.ts';
import { CONFIG_FILE, CONTENT, STATIC } from '../../content/model/identity.ts';
import type { Diagnostic, Page, ParseOptions } from '../../content/model/page.ts';
import { problemsIn } from '../../content/model/places.ts';
import { parsedWords } from '../../content/model/words.ts';
import { nearestFile } from '../../content/site/links.ts';
import { filesWith } from '../../content/site/locale.ts';
import { linkSite, type Site } from '../../content/site/site.ts';
import type { BundledAssets, Plan, PlanInput } from '../../render/model/plan.ts';
import { planJobs } from '../../render/plan.ts';
import { themeCss } from '../../render/views/sheets.ts';
import { type ClientScripts, loadScripts, loadStyles } from '../bundle/assets.ts';
import { type FontFiles, loadFonts } from '../bundle/fonts.ts';
import { compilePlugins } from '../bundle/plugins.ts';
import type { AssetFile } from '../bundle/scripts.ts';
import { type LoadedTemplates, loadTemplates } from '../bundle/templates.ts';
import type { FileStat } from '../disk/project.ts';
import { attach, NOTES } from '../reference/attach.ts';
import type { ApiOutcome } from '../reference/step.ts';
import type { SampledSite, SampleOutcome } from '../samples/step.ts';
import { BundleError, TAKEN_PLACE } from '../terminal/findings.ts';
import { withLastChanges } from './last-changes.ts';
import { checkHostFiles, checkOwnFiles, IMAGE, lostProperties } from './own-files.ts';
import { parseGenerated, parsePages } from './pages.ts';
import type { Session } from './session.ts';
import { loadConfig, readSiteFiles, unusedTexts } from './site-files.ts';
import { unusedFiles } from './unused-files.ts';

export interface UpdateOptions {
	/** Replaces the origin in the configuration. */
	url?: string;
	baseUrl?: string;
	drafts: boolean;
	production: boolean;
	/** For unchecked samples: wait for the compiler, or continue without its results. */
	samples: 'wait' | 'later';
	/** Continue without pages of the API reference that are not made yet. Default: wait. */
	apiLater?: boolean;
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
	/** The pages with samples to check, notes of the API reference included. */
	sampled: SampledSite;
	/** How many of them are not checked yet. */
	samplesPending: number;
	/** State of the API reference. If it `failed`, links to it are not mistakes: no link is checked. */
	reference: ApiOutcome['state'];
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
	try {
		const { languages } = reported(await loadConfig(session, options));
		const [config, ...others] = languages ?? [];
		if (!config) return { diagnostics };
		session.templates = config.theme.folder;
		const making = awaitedLater(askForReference(session, config, options));
		const scripts = await loadScripts(session, config.words);
		const templates = reported(await loadTemplates(session, scripts.islands));
		const fonts = await loadFonts(session, config.theme.fonts);
		const assets = await loadAssets(session, config, scripts, { fonts, css: templates.css });
		const speaking = awaitedLater(
			Promise.all(
				others.map(async (other) => {
					const own = await loadScripts(session, other.words);
					return loadAssets(session, other, own, { fonts, css: templates.css, known: scripts });
				}),
			),
		);
		const { content } = reported(listContent(session, config, assets));
		const parseOptions = await parseOptionsOf(session, [config, ...others], templates);
		const inOthers = others.map((other) => ({
			...parseOptions,
			words: parsedWords(other.words),
			locale: other.locale.locale,
		}));
		const parsed = reported(await parsePages(session, content, [parseOptions, ...inOthers]));
		const { pages } = reported(withLastChanges(session, config, parsed.pages));
		const built = pages.filter(({ data }) => options.drafts || !data.draft);
		const sampled = { config, pages: new Map(built.map((page) => [page.path, page])) };
		const checking = awaitedLater(askForSamples(session, sampled, options));
		const reference = reported(await parseReference(session, await making, built, parseOptions));
		const input = {
			pages: withGenerated(pages, reference.pages),
			drafts: options.drafts,
			...(await readSiteFiles(session, content, inOthers, diagnostics)),
		};
		const site = linkSite({ ...input, config });
		const inOther = (other: Config): Site =>
			linkSite({ ...input, ...filesWith(input, other.texts), config: other, first: site });
		const sites: Update['sites'] = [site, ...others.map(inOther)];
		diagnostics.push(...unusedTexts(session, others, [config, input]));
		const samples = withNotes(await checking, reference.noteOf);
		const found = reference.state === 'made' ? sites.flatMap((one) => one.diagnostics) : findingsOfPages(pages);
		diagnostics.push(...withImages(found, content), ...samples.diagnostics, ...samples.failures);
		diagnostics.push(...unusedFiles(session, config, content));
		const shared = {
			sites,
			samples: samples.checked,
			templatesHash: templates.hash,
			layers: templates.templates.layers,
			production: options.production,
			staticFiles: staticFiles(session, content),
			bodies: session.bodies,
		};
		const spoken = await speaking;
		const plan = planJobs([
			{ ...shared, site, assets },
			...sites.slice(1).map((one, index) => ({ ...shared, site: one, assets: spoken[index] ?? assets })),
		]);
		return {
			config,
			site,
			sites,
			pages: new Map(sites.toReversed().flatMap((one) => [...one.pages])),
			plan,
			templates,
			diagnostics,
			parsedNow: parsed.parsedNow + reference.parsedNow,
			sampled,
			samplesPending: samples.pending,
			reference: reference.state,
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

/** The pages of the API reference; a separate process makes them while the pass continues. */
async function askForReference({ api }: Session, config: Config, { apiLater }: UpdateOptions): Promise<ApiOutcome> {
	return apiLater ? api.known(config) : api.pages(config);
}

/** The results for samples; a separate process compiles them while the pass continues. */
async function askForSamples({ samples }: Session, sampled: SampledSite, options: UpdateOptions) {
	return options.samples === 'wait' ? samples.check(sampled) : samples.known(sampled);
}

/** Scripts and styles of a language; `known` has the islands of the first one. */
async function loadAssets(
	session: Session,
	config: Config,
	{ islands, files, ...scripts }: ClientScripts,
	{ fonts, css, known }: { fonts: FontFiles; css: string; known?: ClientScripts },
): Promise<BundledAssets> {
	const pairs = known && Object.entries(known.islands).map(([name, { script }]) => [script, islands[name]?.script]);
	return {
		...scripts,
		styles: await loadStyles(session, fonts.css + themeCss(config) + css),
		fonts: fonts.preloads,
		files: new Map([...files.map(inBytes), ...fonts.files.map(named)]),
		...(pairs ? { islands: Object.fromEntries(pairs) } : {}),
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
		...checkOwnFiles(config, content, inputs),
		...checkHostFiles(config, content),
		...lostProperties(session, styles),
	];
	return { content, diagnostics };
}

async function parseOptionsOf(
	session: Session,
	[config, ...others]: [Config, ...Config[]],
	{ templates }: LoadedTemplates,
): Promise<ParseOptions> {
	return {
		baseUrl: config.baseUrl,
		components: templates.components,
		allowScripts: config.allowRawScripts,
		admonitions: config.admonitions,
		plugins: await compilePlugins(session, config.markdown.plugins),
		include: config.include,
		records: others.length > 0 || undefined,
		words: parsedWords(config.words),
		severity: { 'unknown-component': config.onUnknownComponents, expression: config.onExpressions },
		typedVersions: Object.keys(config.samples).filter((version) => config.samples[version]?.types === 'all'),
	};
}

/** The pages of the API reference, with the notes of authors and links to their guides. */
async function parseReference(session: Session, api: ApiOutcome, written: Page[], options: ParseOptions) {
	const notes = written.filter(isNote);
	const guides = written.filter((page) => !isNote(page) && !page.data.unlisted && page.locale === undefined);
	const read = (path: string): string => String(session.inputs.read(path) ?? '');
	const attached = attach(api.pages, { notes, guides, read });
	const parsed = await parseGenerated(session, attached.texts, options);
	// Without the reference's pages, notes, links and redirects to them would be reported as mistakes.
	const diagnostics = [...api.diagnostics, ...(api.state === 'made' ? attached.diagnostics : [])];
	return { ...parsed, diagnostics, noteOf: attached.noteOf, state: api.state };
}

function isNote({ path }: Page): boolean {
	return path.startsWith(NOTES);
}

/** Findings that need no links between pages. */
function findingsOfPages(pages: Page[]): Diagnostic[] {
	return pages.filter((page) => !isNote(page)).flatMap((page) => page.diagnostics);
}

/** Files that are published unchanged, by output path. */
function staticFiles({ inputs }: Session, content: FileStat[]): PlanInput['staticFiles'] {
	const files = content.filter(({ path }) => path.startsWith(`${STATIC}/`));
	return new Map(files.map(({ path }) => [path.slice(STATIC.length + 1), { path, hash: inputs.hash(path) ?? '' }]));
}

function refusedFile({ path, refused }: FileStat): Diagnostic[] {
	if (refused === undefined) return [];
	if (refused.kind === 'taken') {
		const message = `${path} is not used. Its place belongs to ${refused.by}.`;
		const hint = 'Move it to that folder, or give the folder another place in "include".';
		return [{ code: TAKEN_PLACE, severity: 'error', file: path, message, hint }];
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

/** Adds the compiled samples of each note under the path of the page that shows it. */
function withNotes(samples: SampleOutcome, noteOf: Map<string, string>): SampleOutcome {
	const checked = new Map(samples.checked);
	for (const [path, note] of noteOf) {
		const found = checked.get(note);
		if (found) checked.set(path, found);
	}
	return { ...samples, checked };
}

/** The pages of the site, without notes. An author's page replaces the generated page of the same path. */
function withGenerated(pages: Page[], generated: Page[]): Page[] {
	const written = new Set(pages.map((page) => page.path));
	return [...pages.filter((page) => !isNote(page)), ...generated.filter((page) => !written.has(page.path))];
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
