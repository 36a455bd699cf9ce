/** Mermaid in readers' browsers: the frame of diagrams that can't be drawn when a page is built. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hashOf, hashOfValue } from '../../content/model/hash.ts';
import { attempt } from '../disk/disk.ts';
import { CLIENT, DOCSGEN_HASH, PACKAGE_ROOT } from '../disk/package.ts';
import { type CompileContext, compiled, runEsbuild } from './compile.ts';
import { type AssetFile, FOR_BROWSERS, namedScript } from './scripts.ts';

const FOLDER = 'assets/mermaid';

/**
 * Output path of the frame. Undefined if the site has not installed Mermaid: the nearest package.json must name it,
 * because readers download it, and nobody chose a package that came along with another one.
 */
export function mermaidFrame({ project: { root }, inputs }: CompileContext): string | undefined {
	const read = (file: string): string | undefined => inputs.read(inputs.nameOf(file))?.toString();
	const manifest = nearestManifest(root, read);
	const fields: unknown[] = Object.values(attempt(() => JSON.parse(manifest ?? '{}')) ?? {});
	if (!fields.some((field) => typeof field === 'object' && field && 'mermaid' in field)) return undefined;
	const installed = attempt(() => read(createRequire(join(root, 'package.json')).resolve('mermaid/package.json')));
	if (installed === undefined) return undefined;
	return `${FOLDER}/frame-${hashOfValue([DOCSGEN_HASH, hashOf(installed)]).slice(0, 8)}.html`;
}

function nearestManifest(folder: string, read: (file: string) => string | undefined): string | undefined {
	const above = dirname(folder);
	return read(join(folder, 'package.json')) ?? (above === folder ? undefined : nearestManifest(above, read));
}

/** Compiles the frame, and the scripts that it loads as its diagram needs them. `out` is its path, if a page has one. */
export async function loadMermaid(context: CompileContext, out: string | undefined): Promise<AssetFile[]> {
	if (out === undefined) return [];
	return compiled(
		context,
		`mermaid-${hashOf(out)}`,
		async (look) => {
			const { files, entries } = namedScript(
				await runEsbuild(context, look, PACKAGE_ROOT, {
					...FOR_BROWSERS,
					entryPoints: { mermaid: join(CLIENT, 'mermaid/frame.js') },
					alias: { mermaid: createRequire(join(context.project.root, 'package.json')).resolve('mermaid') },
					splitting: true,
				}),
			);
			const inFolder = (path: string): string => path.replace('assets/', `${FOLDER}/`);
			const script = inFolder(entries.mermaid?.out ?? '').slice(FOLDER.length + 1);
			// As strict as the pages' policy: the script applies styles without elements and attributes (`frame.ts`).
			const policy =
				"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; font-src data:";
			const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Diagram</title><base target="_parent"><script type="module" src="./${script}"></script></head><body></body></html>\n`;
			return [{ out, hash: hashOf(html), text: html }, ...files.map((file) => ({ ...file, out: inFolder(file.out) }))];
		},
		[],
	);
}
