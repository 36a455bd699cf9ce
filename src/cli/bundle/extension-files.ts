/** Files of extensions: what an extension may do with a site, and when its files are made. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Config } from '../../content/model/config.ts';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import type { Diagnostic, Page, ParseOptions } from '../../content/model/page.ts';
import type { ExtensionSite, OutputText } from '../../extension.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import type { JobEnvironment } from '../../render/model/job.ts';
import type { PlanInput } from '../../render/model/plan.ts';
import { attempt } from '../disk/disk.ts';
import type { Inputs } from '../disk/inputs.ts';
import { DOCSGEN_HASH, moduleOf, PACKAGE_ROOT } from '../disk/package.ts';
import { type CompileContext, compiled, runEsbuild } from './compile.ts';
import { FOR_BROWSERS, namedScript } from './scripts.ts';

/** Extension → output path of its file that pages name; undefined if the site has no such file. */
export function findFiles(context: CompileContext): ParseOptions['extensions'] {
	const found = EXTENSIONS.flatMap(({ name, files }) => {
		const out = files?.find(siteOf(context, name));
		return out === undefined ? [] : [[name, out] as const];
	});
	return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The files of extensions that these pages need. `found` is what `findFiles` has found. */
export async function filesOfExtensions(
	context: CompileContext,
	found: ParseOptions['extensions'],
	pages: readonly Page[],
): Promise<OutputText[]> {
	const made = EXTENSIONS.map(({ name, files }) => {
		const out = found?.[name];
		const isNeeded = files && pages.some(({ components }) => components.includes(files.part));
		return isNeeded && out !== undefined ? files.make(siteOf(context, name), out) : [];
	});
	return (await Promise.all(made)).flat();
}

/** The images of a site that extensions draw. */
export function planImages(
	{ inputs }: CompileContext,
	config: Config,
): Pick<PlanInput, 'imageOf'> & { findings(): Diagnostic[] } {
	const plans = EXTENSIONS.flatMap(({ name, images }) => {
		const plan = images?.plan(config, inputs);
		return images && plan ? [{ name, size: images.size, plan }] : [];
	});
	const imageOf: PlanInput['imageOf'] = (page) => {
		for (const { name: extension, size, plan } of plans) {
			const shown = plan.show(page);
			const out = `assets/${extension}/image-${hashOfValue(shown).slice(0, 8)}.png`;
			if (shown !== undefined) return { out, ...size, job: { extension, shown } };
		}
		return undefined;
	};
	return {
		imageOf: plans.length > 0 ? imageOf : undefined,
		findings: () => plans.flatMap(({ plan }) => plan.findings()),
	};
}

/** Draws images of extensions, in any thread. */
export function drawsWith(inputs: Pick<Inputs, 'read'>): JobEnvironment['draw'] {
	const images = new Map(EXTENSIONS.map((one) => [one.name, one.images]));
	const read = (name: string): Uint8Array => inputs.read(name) ?? Buffer.alloc(0);
	return (extension, shown) => images.get(extension)?.draw(shown, read) ?? Buffer.alloc(0);
}

function siteOf(context: CompileContext, name: string): ExtensionSite {
	const { project, inputs } = context;
	const { resolve } = createRequire(join(project.root, 'package.json'));
	const folder = `assets/${name}`;
	const read = (file: string): string | undefined => inputs.read(inputs.nameOf(file))?.toString();
	return {
		folder,
		program: DOCSGEN_HASH,
		chosen(wanted) {
			const fields: unknown[] = Object.values(
				attempt(() => JSON.parse(nearestManifest(project.root, read) ?? '{}')) ?? {},
			);
			if (!fields.some((field) => typeof field === 'object' && field && wanted in field)) return undefined;
			const installed = attempt(() => read(resolve(`${wanted}/package.json`)));
			return installed === undefined ? undefined : hashOf(installed);
		},
		compile: (module, packages) =>
			compiled(
				context,
				`${name}-${hashOf(DOCSGEN_HASH + module)}`,
				async (look) => {
					const { files, entries } = namedScript(
						await runEsbuild(context, look, PACKAGE_ROOT, {
							...FOR_BROWSERS,
							entryPoints: { [name]: moduleOf(`extensions/${name}/${module}`) },
							alias: Object.fromEntries(packages.map((one) => [one, resolve(one)])),
							splitting: true,
						}),
					);
					const inFolder = (path: string): string => path.replace('assets', folder);
					return {
						script: inFolder(entries[name]?.out ?? ''),
						files: files.map(({ out, text }) => ({ out: inFolder(out), text })),
					};
				},
				[],
			),
	};
}

function nearestManifest(folder: string, read: (file: string) => string | undefined): string | undefined {
	const above = dirname(folder);
	return read(join(folder, 'package.json')) ?? (above === folder ? undefined : nearestManifest(above, read));
}
