/** Extensions of a site: loaded before its configuration is read, because they add fields to it. */
import { type Config, ownExtensions } from '../../content/model/config.ts';
import { hashOf } from '../../content/model/hash.ts';
import { CONFIG_FILE, identify } from '../../content/model/identity.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { isRecord } from '../../content/model/schema.ts';
import type { Extension, MadePage, Provider, SiteExtension, VirtualPage } from '../../extension.ts';
import type { Inputs } from '../disk/inputs.ts';
import type { CompileContext } from './compile.ts';
import { compileExtensions, extensionsOf } from './plugins.ts';

/** The extensions that a configuration names, as it's written, and their module. */
export interface OwnExtensions {
	code: string;
	extensions: Extension[];
}

/** Throws a `BundleError` for what can't be loaded. A list that isn't valid is reported with the configuration. */
export async function loadOwnExtensions(context: CompileContext, raw: unknown): Promise<OwnExtensions> {
	const written = isRecord(raw) ? (raw.extensions ?? []) : [];
	const code = await compileExtensions(context, ownExtensions(written, [], () => {}) ?? []);
	return { code, extensions: (await extensionsOf(code)).map((one) => extensionOf(one)) };
}

const known = new WeakMap<SiteExtension, Extension>();

/** The same object each time, because providers stay open as long as theirs does. */
function extensionOf(own: SiteExtension): Extension {
	const { pages, ...slots } = own;
	const made: Extension = known.get(own) ?? { ...slots, ...(pages && { provider: providerOf(own.name, pages) }) };
	known.set(own, made);
	return made;
}

type MakePages = NonNullable<SiteExtension['pages']>;

function providerOf(name: string, make: MakePages): NonNullable<Extension['provider']> {
	return {
		isUsed: () => true,
		// Its code is an input, and it reads files through the inputs.
		signature: async () => '',
		open: async ({ inputs }) =>
			({
				async pages(config) {
					const { pages, diagnostics } = made(name, make, config, inputs);
					return { state: 'made', diagnostics: [], covers: () => false, texts: () => ({ pages, diagnostics }) };
				},
				annotations: async () => ({
					state: 'made',
					pages: new Map(),
					diagnostics: [],
					failures: [],
					files: new Map(),
					notes: [],
				}),
				stop: () => undefined,
			}) satisfies Provider,
	};
}

function made(
	name: string,
	make: MakePages,
	config: Config,
	inputs: Inputs,
): { pages: VirtualPage[]; diagnostics: Diagnostic[] } {
	const refuse = (message: string, hint: string): Diagnostic => ({
		code: 'extension',
		severity: 'error',
		file: CONFIG_FILE,
		message: `The extension "${name}" ${message}`,
		hint,
	});
	let list: MadePage[];
	try {
		list = make({ config, read: (path) => inputs.read(path)?.toString() });
	} catch (error) {
		return {
			pages: [],
			diagnostics: [refuse(`could not make its pages: ${(error as Error).message}`, 'Correct its function "pages".')],
		};
	}
	const diagnostics: Diagnostic[] = [];
	const pages = list.flatMap((page): VirtualPage[] => {
		const path = `content/docs/${page.name}.md`;
		const identity = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/.test(page.name) ? identify(path, [config.locale.locale]) : undefined;
		if (identity?.collection === 'docs')
			return [
				{
					path,
					identity: {
						...identity,
						virtual: { id: name, entry: '', symbols: (page.links ?? []).map((link) => `${name}/${link}`) },
					},
					virtual: { text: page.text, hash: hashOf(page.text), origin: { file: page.file, line: 1 } },
				},
			];
		diagnostics.push(
			refuse(
				`makes a page with the name "${page.name}", which cannot be the path of a page.`,
				'Write names such as "glossary" or "terms/oven".',
			),
		);
		return [];
	});
	return { pages, diagnostics };
}
