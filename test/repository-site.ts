/**
 * The site of this repository, built from its working tree into a folder of the tests; `build/` and docsgen's cache are
 * not touched. The runner runs this file before the tests that use the site.
 */
import {
	copyFileSync,
	cpSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { attempt } from '../src/cli/disk/disk.ts';
import { diskProject, type Project } from '../src/cli/disk/project.ts';
import { toText } from '../src/cli/terminal/report.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import { buildFolder } from './disk-site.ts';

/** Outside docsgen's cache, where no output may be. The runner removes it. */
const FOLDER = process.env.TEST_SITE ?? '';
const OUT_DIR = join(FOLDER, 'build');
const FINDINGS = join(FOLDER, 'findings.json');
/** Kept from run to run: compilers check only changed samples. All else in a cache is of one text of the program. */
const CACHE = resolve('.docsgen/test/site-cache');

/** The absolute folder of the output, and the findings of the build. */
export function repositorySite(): { outDir: string; diagnostics: Diagnostic[] } {
	return { outDir: OUT_DIR, diagnostics: JSON.parse(readFileSync(FINDINGS, 'utf8')) as Diagnostic[] };
}

async function buildSite(): Promise<void> {
	const project: Project = { ...diskProject(process.cwd(), OUT_DIR), store: diskProject(FOLDER, OUT_DIR, CACHE).store };
	const { ok, diagnostics } = await buildFolder(process.cwd(), { outDir: OUT_DIR }, project);
	if (!ok) throw new Error(`The site of this repository does not build.\n${toText(diagnostics)}`);
	writeFileSync(FINDINGS, JSON.stringify(diagnostics));
}

/** The folders with packages of this repository's site. */
const PACKAGES = ['node_modules', 'content/samples/10.x/node_modules', 'content/samples/9.x/node_modules'];

/** Copies a tree without its bytes where the disk allows it: files are hard links, links lead where they led. */
function linkTree(from: string, to: string): void {
	mkdirSync(to, { recursive: true });
	for (const entry of readdirSync(from, { withFileTypes: true })) {
		const [source, target] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory()) linkTree(source, target);
		else if (entry.isSymbolicLink()) symlinkSync(realpathSync(source), target);
		else if (attempt(() => linkSync(source, target) ?? true) === undefined) copyFileSync(source, target);
	}
}

/**
 * Copies the sources of the site to a folder, with a cache in its `.docsgen` in which all samples are compiled. Packages
 * are copied as well, because a link to one is another package for the cache; those of the API reference with their bytes.
 */
export function copyRepositorySite(root: string): void {
	const isPackages = (path: string): boolean => basename(path) === 'node_modules';
	cpSync('content', join(root, 'content'), { recursive: true, filter: (path) => !isPackages(path) });
	cpSync('site.config.ts', join(root, 'site.config.ts'));
	cpSync(CACHE, join(root, '.docsgen'), { recursive: true });
	for (const folder of PACKAGES) {
		mkdirSync(join(root, folder));
		for (const name of readdirSync(folder)) {
			const [source, target] = [join(folder, name), join(root, folder, name)];
			if (name === '@trpc') cpSync(source, target, { recursive: true });
			else if (lstatSync(source).isSymbolicLink()) symlinkSync(realpathSync(source), target);
			else if (name !== '.bin' && lstatSync(source).isDirectory()) linkTree(source, target);
		}
	}
}

/** Sorted relative paths of all output files with this extension. */
export function outputs(outDir: string, ending: string): string[] {
	return readdirSync(outDir, { recursive: true, encoding: 'utf8' })
		.map((path) => path.split('\\').join('/'))
		.filter((path) => path.endsWith(ending))
		.sort();
}

/** The URL path of an output file. */
export function addressOf(out: string): string {
	return `/${out.replace(/(?:^|\/)index\.html$/, '')}`;
}

if (process.env.TEST_BUILDS) await buildSite();
