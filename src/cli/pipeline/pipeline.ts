/**
 * From a site's files to a plan: read, parse, link, plan. `build`, `check` and `dev` share it; each uses the plan in its
 * own way.
 */
import type { Config } from '../../content/model/config.ts';
import { CONTENT, STATIC } from '../../content/model/identity.ts';
import type { Diagnostic, Page, ParseOptions } from '../../content/model/page.ts';
import { nearestFile } from '../../content/site/links.ts';
import { linkSite, type Site } from '../../content/site/site.ts';
import type { BundledAssets, Plan, PlanInput } from '../../render/model/plan.ts';
import { planJobs } from '../../render/plan.ts';
import { themeCss } from '../../render/views/sheets.ts';
import { loadScripts, loadStyles } from '../machine/assets.ts';
import type { Workbench } from '../machine/compile.ts';
import { BundleError } from '../machine/findings.ts';
import { loadFonts } from '../machine/fonts.ts';
import { compilePlugins } from '../machine/plugins.ts';
import type { FileStat } from '../machine/project.ts';
import { type LoadedTemplates, loadTemplates } from '../machine/templates.ts';
import { attach, NOTES } from '../reference/attach.ts';
import type { SampledSite, SampleOutcome } from '../samples/step.ts';
import { withLastChanges } from './last-changes.ts';
import { lostProperties } from './lost-properties.ts';
import { checkHostFiles, checkOwnFiles, IMAGE } from './own-files.ts';
import { parseGenerated, parsePages } from './pages.ts';
import { loadConfig, readSiteFiles } from './site-files.ts';
import { unusedFiles } from './unused-files.ts';
import type { Workshop } from './workshop.ts';

export interface UpdateOptions {
	baseUrl?: string;
	drafts: boolean;
	production: boolean;
	/** For unchecked samples: wait for the compiler, or continue without its results. */
	samples: 'wait' | 'later';
	/** Continue without pages of the API reference that are not made yet. Default: wait. */
	apiLater?: boolean;
}

export interface Update {
	config: Config;
	site: Site;
	plan: Plan;
	templates: LoadedTemplates;
	diagnostics: Diagnostic[];
	/** Pages that were parsed in this pass, not reused. */
	parsedNow: number;
	/** Number of pages with unchecked samples. */
	samplesPending: number;
	/** Whether the API reference is still being made: its pages are missing, or from an earlier state. */
	apiPending: boolean;
	/** The reference could not be made, so links to it are not mistakes: no link is checked. */
	apiFailed: boolean;
}

/** One pass over the site. Without a usable configuration, returns findings only. */
export async function update(
	workshop: Workshop,
	options: UpdateOptions,
): Promise<Update | { diagnostics: Diagnostic[] }> {
	const { inputs } = workshop;
	const diagnostics: Diagnostic[] = [];
	try {
		const loaded = await loadConfig(workshop, options);
		if (!loaded.config) return { diagnostics: loaded.diagnostics };
		const { config } = loaded;
		const bench: Workbench = { ...workshop, templates: config.theme.folder };
		// Made in its own process, in parallel with everything before linking.
		const reference = options.apiLater ? Promise.resolve(workshop.api.known(config)) : workshop.api.pages(config);
		reference.catch(() => {});
		const { islands, files, ...scripts } = await loadScripts(bench);
		const templates = await loadTemplates(bench, islands);
		diagnostics.push(...templates.diagnostics);
		const fonts = await loadFonts(workshop, config.theme.fonts);
		const texts = files.map(({ text, ...file }) => ({ ...file, bytes: Buffer.from(text) }));
		const assets: BundledAssets = {
			...scripts,
			styles: await loadStyles(bench, fonts.css + themeCss(config) + templates.css),
			fonts: fonts.preloads,
			files: new Map([...texts, ...fonts.files].map(({ out, ...file }) => [out, file])),
		};
		inputs.include(config.include);
		const listed = inputs.list(CONTENT);
		const content = listed.filter(({ refused }) => refused === undefined);
		diagnostics.push(...listed.flatMap(refusedLink), ...checkOwnFiles(config, content, inputs));
		diagnostics.push(...checkHostFiles(config, content), ...lostProperties(bench, assets.styles));
		const parseOptions: ParseOptions = {
			baseUrl: config.baseUrl,
			components: templates.templates.components,
			allowScripts: config.allowRawScripts,
			admonitions: config.admonitions,
			plugins: await compilePlugins(workshop, config.markdown.plugins),
			include: config.include,
			severity: { 'unknown-component': config.onUnknownComponents, expression: config.onExpressions },
			typedVersions: Object.keys(config.samples).filter((version) => config.samples[version]?.types === 'all'),
		};
		const { pages: written, ...parsed } = await parsePages(workshop, content, parseOptions);
		const dated = config.docs?.showLastUpdate
			? withLastChanges(workshop, written)
			: { pages: written, diagnostics: [] };
		const all = dated.pages;
		diagnostics.push(...parsed.diagnostics, ...dated.diagnostics);
		const built = all.filter(({ data }) => options.drafts || !data.draft);
		const sampled: SampledSite = { config, pages: new Map(built.map((page) => [page.path, page])) };
		const isNote = ({ path }: Page): boolean => path.startsWith(NOTES);
		const pages = all.filter((page) => !isNote(page));
		// Samples do not depend on the reference, so both compilers run in parallel.
		const checking = options.samples === 'wait' ? workshop.samples.check(sampled) : workshop.samples.known(sampled);
		const api = await reference;
		const guides = built.filter((page) => !isNote(page) && !page.data.unlisted);
		const read = (path: string): string => String(inputs.read(path) ?? '');
		const attached = attach(api.pages, { notes: built.filter(isNote), guides, read });
		const generated = await parseGenerated(workshop, attached.texts, parseOptions);
		// Without the reference's pages, notes, links and redirects to them would be reported as mistakes.
		const hasReference = api.state === 'made';
		diagnostics.push(...api.diagnostics, ...(hasReference ? attached.diagnostics : []));
		const site = linkSite({
			config,
			pages: withGenerated(pages, generated.pages),
			drafts: options.drafts,
			...(await readSiteFiles(workshop, content, diagnostics)),
		});
		const samples = withNotes(await checking, attached.noteOf);
		const planInput: PlanInput = {
			site,
			samples: samples.checked,
			templatesHash: templates.hash,
			layers: templates.templates.layers,
			production: options.production,
			staticFiles: new Map(
				content
					.filter(({ path }) => path.startsWith(`${STATIC}/`))
					.map(({ path }) => [path.slice(STATIC.length + 1), { path, hash: inputs.hash(path) ?? '' }]),
			),
			assets,
			bodies: workshop.bodies,
		};
		const linked = hasReference ? site.diagnostics : pages.flatMap((page) => page.diagnostics);
		diagnostics.push(...withImages(linked, content), ...samples.diagnostics, ...unusedFiles(bench, config, content));
		return {
			config,
			site,
			plan: planJobs(planInput),
			templates,
			diagnostics,
			parsedNow: parsed.parsedNow + generated.parsedNow,
			samplesPending: samples.pending,
			apiPending: api.state === 'pending',
			apiFailed: api.state === 'failed',
		};
	} catch (error) {
		if (error instanceof BundleError) return { diagnostics: [...diagnostics, ...error.diagnostics] };
		throw error;
	}
}

function refusedLink({ path, refused }: FileStat): Diagnostic[] {
	if (refused === undefined) return [];
	const message = `The symbolic link ${path} is not followed. ${refused}`;
	const hint = 'Put the file itself there: a site is made of files in its folder.';
	return [{ code: 'refused-link', severity: 'error', file: path, message, hint }];
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

/** A page written by an author replaces the generated page of the same path. */
function withGenerated(pages: Page[], generated: Page[]): Page[] {
	const written = new Set(pages.map((page) => page.path));
	return [...pages, ...generated.filter((page) => !written.has(page.path))];
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
