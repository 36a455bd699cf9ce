/** The providers of extensions as one. */
import type { Config } from '../../content/model/config.ts';
import { isPart } from '../../content/model/identity.ts';
import type { Extension, Provider, ProviderContext, ProviderOpening, VirtualPages } from '../../extension.ts';

/** Several extensions' providers behind one interface. Only `OpenProviders` stops them. */
export type JoinedProvider = Omit<Provider, 'stop'>;

/** The open providers of a process. Each is opened once, when a configuration first uses it. */
export interface OpenProviders {
	of(extensions: readonly Extension[]): JoinedProvider;
	/** Ends the processes of all. */
	stop(): void;
}

export function openProviders(context: ProviderContext): OpenProviders {
	const opening = new Map<ProviderOpening, Promise<Provider>>();
	const opened: Provider[] = [];
	let isStopped = false;
	const open = async (registration: ProviderOpening): Promise<Provider> => {
		const provider = await registration.open(context);
		opened.push(provider);
		return provider;
	};
	const ask: Ask = async (of, question) => {
		for (const one of of) if (!opening.has(one)) opening.set(one, open(one));
		const providers = await Promise.all(of.flatMap((one) => opening.get(one) ?? []));
		// A provider that was opened meanwhile would start processes that nobody ends.
		return isStopped ? [] : Promise.all(providers.map(question));
	};
	return {
		of: (extensions) =>
			joined(
				extensions.flatMap(({ provider }) => provider ?? []),
				ask,
			),
		stop() {
			isStopped = true;
			for (const provider of opened) provider.stop();
		},
	};
}

type Ask = <T>(of: readonly ProviderOpening[], question: (provider: Provider) => Promise<T>) => Promise<T[]>;

function joined(registered: readonly ProviderOpening[], ask: Ask): JoinedProvider {
	const used = (config: Config): ProviderOpening[] => registered.filter((one) => one.isUsed(config));
	return {
		async pages(config, wait) {
			const askPages = (provider: Provider): Promise<VirtualPages> => provider.pages(config, wait);
			const all = await ask(used(config), askPages);
			return {
				...stateOf(all),
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
				...stateOf(all),
				pages: new Map(all.flatMap(({ pages }) => [...pages])),
				failures: all.flatMap(({ failures }) => failures),
				files: new Map(all.flatMap(({ files }) => [...files])),
				notes: all.flatMap(({ notes }) => notes),
			};
		},
		prepare: (site, page) => ask(used(site.config), async (provider) => provider.prepare?.(site, page)),
	};
}

/** The worst state counts. */
function stateOf(all: Pick<VirtualPages, 'state' | 'diagnostics'>[]): Pick<VirtualPages, 'state' | 'diagnostics'> {
	const worst = (['failed', 'pending'] as const).find((state) => all.some((one) => one.state === state));
	return { state: worst ?? 'made', diagnostics: all.flatMap(({ diagnostics }) => diagnostics) };
}

/** Records as inputs what providers read without them. */
export async function recordSignatures(
	{ inputs, project }: Pick<ProviderContext, 'inputs' | 'project'>,
	extensions: readonly Extension[],
	config: Config | undefined,
): Promise<void> {
	for (const { name, provider } of extensions)
		if (provider) inputs.value(name, config && provider.isUsed(config) ? await provider.signature(project.root) : '');
}
