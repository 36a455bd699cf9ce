/**
 * The door for whatever adds to a site what no author has written: **virtual pages**, which have a text and no file, and
 * **annotations of fences**, which stand beside the code. A provider may have other processes work for it while a pass
 * goes on, so each result has a state. The rest of docsgen knows these two results, and no provider.
 */
import type { PageAnnotations } from '../../content/model/annotation.ts';
import type { Config } from '../../content/model/config.ts';
import { type Identity, isPart } from '../../content/model/identity.ts';
import type { Diagnostic, Page, VirtualFact } from '../../content/model/page.ts';
import type { AnnotationCache } from '../cache/annotations.ts';
import type { Bodies } from '../cache/bodies.ts';
import type { Inputs } from '../disk/inputs.ts';
import type { Project } from '../disk/project.ts';

/**
 * `made`: complete and current. `pending`: missing or outdated, and work would make it. `failed`: it cannot be made, and
 * the findings say why.
 */
export type ResultState = 'made' | 'pending' | 'failed';

/** A page without a file, ready to be parsed. */
export interface VirtualPage {
	/** Virtual source path; if an author writes a page there, it replaces this one. */
	path: string;
	identity: Identity & { virtual: VirtualFact };
	virtual: VirtualText;
	/** Path of a written part that it includes: annotations of the part's fences are shown here. */
	includes?: string;
}

export interface VirtualText {
	text: string;
	/** Hash of all that the page is made from. */
	hash: string;
	/** Where mistakes in the text are reported, because authors cannot open it. */
	origin: { file: string; line: number };
}

export interface VirtualPages {
	/** If it `failed`, no link of the site is checked: those to these pages would be reported as mistakes. */
	state: ResultState;
	diagnostics: Diagnostic[];
	/** Whether a path of the site may belong to one of the pages: while they are made, its readers wait for them. */
	covers(path: string): boolean;
	/** The texts, which may include parts (`isPart`) and link to pages. Findings are about the parts. */
	texts(written: Page[]): VirtualTexts | Promise<VirtualTexts>;
}

export interface VirtualTexts {
	pages: VirtualPage[];
	diagnostics: Diagnostic[];
}

/** The pages that a provider may annotate; parts are among them. */
export interface WrittenSite {
	config: Config;
	/** By source path. */
	pages: ReadonlyMap<string, Page>;
}

export interface Annotations {
	state: ResultState;
	/** By source path; without the pages that have none yet. */
	pages: Map<string, PageAnnotations>;
	/** About the annotated fences. */
	diagnostics: Diagnostic[];
	/** Why pages have no annotations. Told once, by the work that has failed. */
	failures: Diagnostic[];
	/** Output path → bytes of files that annotations refer to. */
	files: Map<string, Uint8Array>;
	/** What is worth a line with `--verbose`. */
	notes: string[];
}

/** How many fences are unchecked, and what was found in others. Who tells it may end early, as `pending`, after edits. */
export type AnnotationNews = { unchecked: number; diagnostics?: Diagnostic[] };

/** A provider for one site, as long as a process works on it. With `wait`, it makes what is pending; without, it's quick. */
export interface Provider {
	pages(config: Config, wait: boolean): Promise<VirtualPages>;
	annotations(site: WrittenSite, wait: boolean, told?: (news: AnnotationNews) => void): Promise<Annotations>;
	/** Makes ready for an edit of a page. */
	prepare?(site: WrittenSite, page: Page): Promise<unknown>;
	/** Ends its processes, which keep this one alive. */
	stop(): void;
}

/** What a provider may use of docsgen. */
export interface ProviderContext {
	project: Project;
	/** A file that is read through the inputs is an input of the site. */
	inputs: Inputs;
	bodies: Bodies;
	annotations: AnnotationCache;
}

/** A provider as each build knows it; the code behind it is loaded only for a site that uses it. */
export interface Registration {
	name: string;
	isUsed(config: Config): boolean;
	/**
	 * A text that stays the same as long as what the provider reads without `inputs` does. `root` is the absolute folder
	 * of the site.
	 */
	signature(root: string): Promise<string>;
	open(context: ProviderContext): Promise<Provider>;
}

/** The providers of a site as one. Opens those that the configuration uses. */
export function joinProviders(registered: readonly Registration[], context: ProviderContext): Provider {
	const opening = new Map<Registration, Promise<Provider>>();
	const opened: Provider[] = [];
	let isStopped = false;
	const open = async (registration: Registration): Promise<Provider> => {
		const provider = await registration.open(context);
		opened.push(provider);
		return provider;
	};
	const ask = async <T>(of: readonly Registration[], question: (provider: Provider) => Promise<T>): Promise<T[]> => {
		for (const one of of) if (!opening.has(one)) opening.set(one, open(one));
		const providers = await Promise.all(of.flatMap((one) => opening.get(one) ?? []));
		// A provider that was opened meanwhile would start processes that nobody ends.
		return isStopped ? [] : Promise.all(providers.map(question));
	};
	const used = (config: Config): Registration[] => registered.filter((one) => one.isUsed(config));
	return {
		async pages(config, wait) {
			const askPages = (provider: Provider): Promise<VirtualPages> => provider.pages(config, wait);
			const all = await ask(used(config), askPages);
			return {
				...joined(all),
				covers: (path) => all.some(({ covers }) => covers(path)),
				async texts(written) {
					// A part is never dropped in silence, even if the site uses no provider.
					const found = all.length > 0 || !written.some(isPart) ? all : await ask(registered, askPages);
					const texts = await Promise.all(found.map((one) => one.texts(written)));
					return { pages: texts.flatMap(({ pages }) => pages), diagnostics: texts.flatMap((one) => one.diagnostics) };
				},
			};
		},
		async annotations(site, wait, told) {
			const all = await ask(used(site.config), (provider) => provider.annotations(site, wait, told));
			return {
				...joined(all),
				pages: new Map(all.flatMap(({ pages }) => [...pages])),
				failures: all.flatMap(({ failures }) => failures),
				files: new Map(all.flatMap(({ files }) => [...files])),
				notes: all.flatMap(({ notes }) => notes),
			};
		},
		prepare: (site, page) => ask(used(site.config), async (provider) => provider.prepare?.(site, page)),
		stop() {
			isStopped = true;
			for (const provider of opened) provider.stop();
		},
	};
}

/** The worst state counts. */
function joined(all: Pick<VirtualPages, 'state' | 'diagnostics'>[]): Pick<VirtualPages, 'state' | 'diagnostics'> {
	const worst = (['failed', 'pending'] as const).find((state) => all.some((one) => one.state === state));
	return { state: worst ?? 'made', diagnostics: all.flatMap(({ diagnostics }) => diagnostics) };
}

/** Records as inputs what providers read without them. */
export async function recordSignatures(
	{ inputs, project }: Pick<ProviderContext, 'inputs' | 'project'>,
	registered: readonly Registration[],
	config: Config | undefined,
): Promise<void> {
	for (const { name, isUsed, signature } of registered)
		inputs.value(name, config && isUsed(config) ? await signature(project.root) : '');
}
