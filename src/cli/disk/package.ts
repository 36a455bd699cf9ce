/** The installed docsgen: its folder, version and program, the names of its files, and packages that a site may add. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path, { dirname, join, type PlatformPath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../../content/model/hash.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { nameFrom } from './paths.ts';

/** The folder that docsgen is installed in. */
export const PACKAGE_ROOT = packageRoot();

/** The folder of docsgen's own templates. */
export const PACKAGED_TEMPLATES = join(PACKAGE_ROOT, 'templates');

/** The compiled program, next to the folder of its chunks; undefined in a test's bundle. */
export const PROGRAM = programOf(fileURLToPath(import.meta.url));

/**
 * Hash of the program's text: a cache made by another version of docsgen is never used. The text contains the names of
 * its chunks, which are hashes of their content.
 */
export const DOCSGEN_HASH = hashOf(readFileSync(PROGRAM ?? fileURLToPath(import.meta.url)));

/** The folder of the modules that become part of sites, which `bin/compile.mjs` compiles; it mirrors `src`. */
export const MODULES = join(PACKAGE_ROOT, 'dist/modules');
/** Those that run in browsers. */
export const CLIENT = join(MODULES, 'client');

/** The absolute path of a module that becomes part of sites, by its path in `src`. */
export function moduleOf(source: string): string {
	return join(MODULES, source.replace(/\.tsx?$/, '.js'));
}

/** Prefix of the names of docsgen's own files. */
const PACKAGED = 'docsgen:';
/** Folders of docsgen used to build sites; in docsgen's own repository, all others belong to a site. */
const PACKAGED_FOLDERS = /^(?:templates|dist|node_modules)\//;

/** Whether a name refers to a file of one of docsgen's dependencies. */
export function isOfPackage(name: string): boolean {
	return name.startsWith(`${PACKAGED}node_modules/`);
}

/** The name of an absolute path: with a prefix for docsgen's own files, otherwise relative to the site. Never absolute. */
export function relativeName(root: string, file: string, home = PACKAGE_ROOT, rules: PlatformPath = path): string {
	const own = nameFrom(home, file, rules);
	return PACKAGED_FOLDERS.test(own) ? PACKAGED + own : nameFrom(root, file, rules);
}

/** The absolute path of a name. */
export function absolutePath(root: string, name: string, home = PACKAGE_ROOT, rules: PlatformPath = path): string {
	return name.startsWith(PACKAGED) ? rules.join(home, name.slice(PACKAGED.length)) : rules.resolve(root, name);
}

/** Version of the package, for display. */
export function docsgenVersion(): string {
	const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string };
	return version;
}

function programOf(part: string): string | undefined {
	const folder = dirname(part);
	return [folder, dirname(folder)].map((near) => join(near, 'docsgen.js')).find((path) => existsSync(path));
}

function packageRoot(): string {
	let folder = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(folder, 'templates', 'index.tsx'))) {
		const parent = dirname(folder);
		if (parent === folder) throw new Error('The installation of docsgen is incomplete: its templates are missing');
		folder = parent;
	}
	return folder;
}

/**
 * Loads modules of an optional package: of the one that the site in `root`, an absolute folder, has installed, or else of
 * the one next to docsgen. Undefined if there is none.
 */
export function loaderOf(name: string, root: string): NodeJS.Require | undefined {
	const places = [join(root, 'package.json'), import.meta.url].map((place) => createRequire(place));
	return places.find(({ resolve }) => {
		try {
			resolve(`${name}/package.json`);
			return true;
		} catch (error) {
			// Some packages do not export theirs.
			return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
		}
	});
}

/** The finding if `user`, a part of docsgen, needs a package that is not installed. */
export function missingPackage(name: string, user: string): Diagnostic {
	return {
		code: 'missing-package',
		severity: 'error',
		message: `${user} needs the package "${name}", which is not installed.`,
		hint: `Run: npm install --save-dev ${name}`,
	};
}

/** The finding of every command for a site where Yarn keeps packages in archives, which compilers can't read. */
export function plugAndPlay(): Diagnostic | undefined {
	if (process.versions.pnp === undefined) return undefined;
	return {
		code: 'plug-and-play',
		severity: 'error',
		message: "docsgen cannot read packages that Yarn installed with Plug'n'Play.",
		hint: 'Write "nodeLinker: node-modules" into .yarnrc.yml, then run: yarn install',
	};
}
