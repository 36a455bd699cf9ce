/**
 * From a site's files to a plan: read, parse, link, plan. `build`, `check` and `dev` all come through here; what
 * they do with the plan is theirs.
 */
import { type Authors, checkAuthors } from '../content/blog.ts';
import { type Config, resolveConfig, type SidebarsConfig } from '../content/config.ts';
import { readYaml } from '../content/frontmatter.ts';
import { hashOf, hashOfValue } from '../content/hash.ts';
import { CONTENT, STATIC, VERSIONS, versionFolder, withoutNumber } from '../content/identity.ts';
import { isRecord, type Problem } from '../content/schema.ts';
import type { CategoryFile } from '../content/sidebar.ts';
import { linkSite, type Site } from '../content/site.ts';
import type { Diagnostic, Page, ParseOptions } from '../content/types.ts';
import { planJobs } from '../render/plan.ts';
import type { BundledAssets, Plan, PlanInput } from '../render/types.ts';
import { BundleError, type LoadedTemplates, loadAssets, loadModule, loadTemplates } from './bundle.ts';
import { parsePages } from './pages.ts';
import type { FileStat, Project } from './project.ts';
import type { SampledSite } from './samples/step.ts';
import { placeOfField } from './source-place.ts';
import type { Workshop } from './workshop.ts';

export const CONFIG_FILE = 'site.config.ts';

export interface UpdateOptions {
	baseUrl?: string;
	drafts: boolean;
	production: boolean;
	/** Samples that have not been checked: wait for the compiler, or go on without its answers. */
	samples: 'wait' | 'later';
	/** The files of the content folder, where they have just been listed. */
	content?: FileStat[];
	/** Pages of the API reference that have not been made: go on without them. Default: wait. */
	apiLater?: boolean;
	/** Environment variables that may override configuration. */
	env: Record<string, string | undefined>;
}

export interface Update {
	config: Config;
	site: Site;
	plan: Plan;
	/** What it was planned from, and pages were parsed with: enough to show an edited page at once. */
	planInput: PlanInput;
	parseOptions: ParseOptions;
	templates: LoadedTemplates;
	diagnostics: Diagnostic[];
	/** Pages that were parsed now, not remembered. */
	parsedNow: number;
	/** Pages whose samples are still to be checked. */
	samplesPending: number;
	/** Whether the pages of the API reference are still being made: there are none yet, or those of before. */
	apiPending: boolean;
}

/** One pass over the site. Without a usable configuration there is nothing but the findings. */
export async function update(
	workshop: Workshop,
	options: UpdateOptions,
): Promise<Update | { diagnostics: Diagnostic[] }> {
	const { project } = workshop;
	const diagnostics: Diagnostic[] = [];
	try {
		const loaded = await loadConfig(project, options);
		if (!loaded.config) return { diagnostics: loaded.diagnostics };
		const { config } = loaded;
		// Generated in a process of its own, beside all that comes before linking.
		const reference = options.apiLater ? Promise.resolve(workshop.api.known(config)) : workshop.api.pages(config);
		reference.catch(() => {});
		const templates = await loadTemplates(project);
		const { files, ...bundled } = await loadAssets(project, announcementCss(config));
		const assets: BundledAssets = {
			...bundled,
			files: new Map(files.map((file) => [file.out, { hash: file.hash, bytes: Buffer.from(file.text) }])),
		};
		const content = workshop.files.list(CONTENT, options.content);
		const parseOptions: ParseOptions = {
			baseUrl: config.baseUrl,
			components: templates.templates.components,
			allowScripts: config.allowRawScripts,
		};
		const { pages, parsedNow, ...parsed } = await parsePages(workshop, content, parseOptions);
		diagnostics.push(...parsed.diagnostics);
		const sampled: SampledSite = {
			config,
			pages: new Map(pages.filter(({ data }) => options.drafts || !data.draft).map((page) => [page.path, page])),
		};
		// Compilers run beside each other; samples need nothing of what the other one makes.
		const checking = options.samples === 'wait' ? workshop.samples.check(sampled) : workshop.samples.known(sampled);
		const api = await reference;
		diagnostics.push(...api.diagnostics);
		const site = linkSite({
			config,
			pages: withGenerated(pages, api.pages),
			drafts: options.drafts,
			listedVersions: readVersions(project, diagnostics),
			sidebars: await readSidebars(project, content),
			folders: readFolders(project, content, diagnostics),
			...readAuthors(project, content, diagnostics),
		});
		const samples = await checking;
		const planInput: PlanInput = {
			site,
			samples: samples.checked,
			templatesHash: templates.hash,
			layers: templates.templates.layers,
			production: options.production,
			staticFiles: new Map(
				content
					.filter(({ path }) => path.startsWith(`${STATIC}/`))
					.map(({ path }) => [path.slice(STATIC.length + 1), { path, hash: workshop.files.hash(path) ?? '' }]),
			),
			assets,
			bodies: workshop.bodies,
			indexes: workshop.indexes,
		};
		// Where pages are missing that are on their way, linking finds mistakes that are none.
		const linked = api.pending ? pages.flatMap((page) => page.diagnostics) : site.diagnostics;
		diagnostics.push(...linked, ...samples.diagnostics);
		return {
			config,
			site,
			plan: planJobs(planInput),
			planInput,
			parseOptions,
			templates,
			diagnostics,
			parsedNow,
			samplesPending: samples.pending,
			apiPending: api.pending,
		};
	} catch (error) {
		if (error instanceof BundleError) return { diagnostics: [...diagnostics, ...error.diagnostics] };
		throw error;
	}
}

/** A page that an author wrote stands in for the generated one of the same path. */
function withGenerated(pages: Page[], generated: Page[]): Page[] {
	const written = new Set(pages.map((page) => page.path));
	return [...pages, ...generated.filter((page) => !written.has(page.path))];
}

/* ---------------------------------------------------------------- configuration */

async function loadConfig(
	project: Project,
	options: UpdateOptions,
): Promise<{ config?: Config; diagnostics: Diagnostic[] }> {
	const raw = await loadModule(project, CONFIG_FILE);
	if (raw === undefined) {
		return {
			diagnostics: [
				{
					code: 'no-configuration',
					severity: 'error',
					file: CONFIG_FILE,
					message: `There is no ${CONFIG_FILE} in ${project.root}.`,
					hint: 'Run "docsgen init" to start a site, or name the folder of one with --site.',
				},
			],
		};
	}
	const { config, problems } = resolveConfig(raw, {
		baseUrl: options.baseUrl,
		searchAppId: options.env.DOCSGEN_SEARCH_APP_ID,
		searchApiKey: options.env.DOCSGEN_SEARCH_API_KEY,
	});
	const source = project.read(CONFIG_FILE)?.toString() ?? '';
	return { config, diagnostics: problems.map((problem) => configProblem(problem, source)) };
}

/** The base URL a site is configured for; `/` where there is no usable configuration. */
export async function configuredBaseUrl(project: Project): Promise<string> {
	const raw = await loadModule(project, CONFIG_FILE).catch(() => undefined);
	return isRecord(raw) && typeof raw.baseUrl === 'string' ? raw.baseUrl : '/';
}

/** The finding for a wrong field, at the place in the file where the field stands. */
function configProblem({ path, message }: Problem, source: string): Diagnostic {
	return {
		code: 'invalid-configuration',
		severity: 'error',
		file: CONFIG_FILE,
		...placeOfField(source, path),
		message: sentence(path === '' ? 'The configuration' : path, message),
	};
}

/** `field must be …` as a sentence; a message that is one already follows a colon. */
function sentence(subject: string, message: string): string {
	const joint = /^[A-Z]/.test(message) ? ': ' : ' ';
	return `${subject}${joint}${message}${/[.?!]$/.test(message) ? '' : '.'}`;
}

/** The announcement's colours: a strict policy forbids style attributes, so they are rules of the style sheet. */
function announcementCss({ announcementBar: bar }: Config): string {
	const safe = (color: string): string => color.replace(/[;{}]/g, '');
	const rules = [
		...(bar?.backgroundColor ? [`--announcement-background:${safe(bar.backgroundColor)}`] : []),
		...(bar?.textColor ? [`--announcement-color:${safe(bar.textColor)}`] : []),
	];
	return rules.length > 0 ? `:root{${rules.join(';')}}` : '';
}

/* ---------------------------------------------------------------- what stands beside the pages */

const VERSIONS_FILE = `${CONTENT}/versions.json`;

function readVersions(project: Project, diagnostics: Diagnostic[]): string[] {
	const text = project.read(VERSIONS_FILE)?.toString();
	if (text === undefined) return [];
	try {
		const value: unknown = JSON.parse(text);
		if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
	} catch {
		// The message below says what is expected.
	}
	diagnostics.push({
		code: 'invalid-versions',
		severity: 'error',
		file: VERSIONS_FILE,
		line: 1,
		message: `${VERSIONS_FILE} must be a list of version names, such as ["2.x", "1.x"].`,
	});
	return [];
}

async function readSidebars(
	project: Project,
	content: FileStat[],
): Promise<Record<string, { file: string; config: SidebarsConfig }>> {
	const found: Record<string, { file: string; config: SidebarsConfig }> = {};
	for (const { path } of content) {
		const version = /^content\/(?:docs|versions\/([^/]+))\/sidebars\.(?:ts|js|mjs|json)$/.exec(path);
		if (!version) continue;
		const config = path.endsWith('.json') ? readJson(project, path) : await loadModule(project, path);
		if (!isRecord(config)) {
			throw new BundleError([
				{
					code: 'invalid-sidebar',
					severity: 'error',
					file: path,
					message: `${path} must export an object: sidebar ids to lists of items.`,
				},
			]);
		}
		found[version[1] ?? 'current'] = { file: path, config: config as SidebarsConfig };
	}
	return found;
}

function readJson(project: Project, path: string): unknown {
	try {
		return JSON.parse(project.read(path)?.toString() ?? '');
	} catch (error) {
		throw new BundleError([
			{
				code: 'invalid-json',
				severity: 'error',
				file: path,
				message: `${path} is not valid JSON: ${(error as Error).message}.`,
			},
		]);
	}
}

/** `_category_.json` and `.yml` files by version and folder. */
function readFolders(
	project: Project,
	content: FileStat[],
	diagnostics: Diagnostic[],
): Record<string, Map<string, CategoryFile>> {
	const found: Record<string, Map<string, CategoryFile>> = {};
	for (const { path } of content) {
		if (!/\/_category_\.(?:json|ya?ml)$/.test(path)) continue;
		const version = path.startsWith(`${VERSIONS}/`)
			? path.split('/')[2]
			: path.startsWith(`${CONTENT}/docs/`)
				? 'current'
				: undefined;
		if (version === undefined) continue;
		const text = project.read(path)?.toString() ?? '';
		const { value, problem } = readYaml(text);
		if (problem !== undefined || value === undefined) {
			diagnostics.push({
				code: 'invalid-category',
				severity: 'error',
				file: path,
				line: problem?.line ?? 1,
				message: `${path} must be an object${problem ? `: ${problem.message}` : '.'}`,
			});
			continue;
		}
		const folder = path
			.slice(versionFolder(version).length + 1, path.lastIndexOf('/'))
			.split('/')
			.map((part) => withoutNumber(part).name)
			.join('/');
		found[version] ??= new Map();
		found[version].set(folder, { ...(value as Omit<CategoryFile, 'path'>), path });
	}
	return found;
}

const AUTHORS_FILE = `${CONTENT}/blog/authors.yml`;

function readAuthors(
	project: Project,
	content: FileStat[],
	diagnostics: Diagnostic[],
): { authors: Authors; authorsFile: string } {
	const file = content.find(({ path }) => /^content\/blog\/authors\.(?:ya?ml|json)$/.test(path))?.path;
	if (file === undefined) return { authors: {}, authorsFile: AUTHORS_FILE };
	const { value, problem } = readYaml(project.read(file)?.toString() ?? '');
	const problems: Problem[] = problem ? [{ path: '', message: problem.message }] : [];
	const authors = problem ? undefined : checkAuthors(value, '', (found) => problems.push(found));
	diagnostics.push(
		...problems.map(
			(found): Diagnostic => ({
				code: 'invalid-authors',
				severity: 'error',
				file,
				line: problem?.line,
				message: sentence(found.path || 'The authors file', found.message),
			}),
		),
	);
	return { authors: authors ?? {}, authorsFile: file };
}

/** Names a set of options: what a remembered result is only good for. */
export function optionsHash(options: UpdateOptions): string {
	return hashOf(
		hashOfValue([
			options.baseUrl,
			options.drafts,
			options.production,
			options.env.DOCSGEN_SEARCH_APP_ID,
			options.env.DOCSGEN_SEARCH_API_KEY,
		]),
	);
}
