/** `docsgen init`: a small site that builds at once, as a starting point. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LOOKS } from '../../content/model/config.ts';
import { isCssColor } from '../../content/model/css-color.ts';
import { CONFIG_FILE } from '../../content/model/identity.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { isRecord } from '../../content/model/schema.ts';
import { atomically, repositoryOf } from '../disk/disk.ts';
import { nameFrom } from '../disk/paths.ts';
import { type PackageManager, packageManagerOf, runCommand } from '../terminal/package-manager.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { COLOR_PAIRS, PAIRS, type StarterPlace, type StarterWords, starterFiles, WORKFLOW } from './starter.ts';
import { isInWorkspace } from './workspace.ts';

const MANIFEST = 'package.json';

/** Words of the command line about the new site; an absent one is asked for, or taken from package.json. */
export interface InitOptions {
	title?: string;
	/** A look of `theme.look`. */
	look?: string;
	/** Name of a pair of colors, or a color in CSS. */
	accent?: string;
	/** Asks a person; absent if there is none. Resolves to the answer, or to `usual` for an empty one. */
	ask?: (question: string, usual: string) => Promise<string>;
	/** Makes docsgen installable in a folder where no registry has it; resolves to what package.json says. */
	docsgen?: (folder: string) => Promise<string | undefined>;
}

/**
 * Writes the starter site into `folder`, and its workflow into the root of the Git repository, where GitHub looks. Keeps
 * existing files: starter files of the same name are skipped, and a package.json gets only the scripts and packages that
 * it lacks.
 */
export async function init(folder: string, terminal: Terminal, options: InitOptions = {}): Promise<Diagnostic[]> {
	const repository = repositoryOf(folder);
	const place = placeOf(folder, repository);
	const workflowFile = nameFrom(folder, join(repository, WORKFLOW));
	const present = (name: string): string | undefined => {
		const path = join(folder, name);
		return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
	};
	if (present(CONFIG_FILE) !== undefined) {
		const hint = 'Name a new folder: npx docsgen init my-docs.';
		return [problem('site-exists', `${folder} already contains a site: it has "${CONFIG_FILE}".`, hint)];
	}
	const existing = objectOf(present(MANIFEST) ?? '{}');
	if (!existing) {
		const path = join(folder, MANIFEST);
		return [problem('invalid-package', `${path} is not valid JSON.`, 'Fix it, and run npx docsgen init again.')];
	}
	const about = await describe(folder, projectOf(folder, repository, existing), options);
	if ('code' in about) return [about];
	const version = await options.docsgen?.(folder);
	const {
		[MANIFEST]: manifest = '{}',
		[CONFIG_FILE]: config = '',
		[WORKFLOW]: workflow = '',
		...files
	} = starterFiles(about, { ...place, version });
	const merged = mergedManifest(existing, present(MANIFEST) ?? '{}', manifest, place.manager);
	const kept: string[] = [];
	// The configuration is last: it marks the site as complete.
	const all = {
		...files,
		...ownProject(folder, place.manager),
		[workflowFile]: workflow,
		[MANIFEST]: merged.text,
		[CONFIG_FILE]: config,
	};
	for (const [name, text] of Object.entries(all)) {
		if (name !== MANIFEST && (present(name) ?? text) !== text) kept.push(name);
		else atomically(join(folder, name), (path) => writeFileSync(path, text));
	}
	const here = nameFrom(process.cwd(), folder);
	terminal.line(`A site is ready in ${here === '' ? 'this folder' : here}. Next:`);
	if (here !== '') terminal.line(`  cd ${/^[\w./-]+$/.test(here) ? here : `'${here.replaceAll("'", `'\\''`)}'`}`);
	terminal.line(`  ${place.manager.install}`);
	terminal.line(`  ${runCommand(place.manager, merged.dev, '--open')}`);
	const tarball = version?.replace(/^file:\.\//, '');
	if (tarball !== undefined)
		terminal.line(`No registry has docsgen yet, so the site installs it from ${tarball}. Commit that file.`);
	if (workflowFile !== WORKFLOW && !kept.includes(workflowFile))
		terminal.line(`The workflow that publishes the site: ${nameFrom(process.cwd(), join(repository, WORKFLOW))}`);
	if (kept.length > 0) terminal.line(`Not changed: ${kept.join(', ')}.`);
	if (kept.includes('.gitignore')) terminal.line('Git should not see build/ and .docsgen/.');
	return [];
}

/** Where the site is, and how its packages are installed. */
function placeOf(folder: string, repository: string): StarterPlace & { manager: PackageManager } {
	const manager = packageManagerOf(folder);
	const lockFolder = isProject(folder, manager) ? folder : (manager.root ?? folder);
	return {
		manager,
		folder: nameFrom(repository, folder),
		lockFolder: nameFrom(repository, lockFolder),
		branch: publishedBranch(repository),
	};
}

/** Whether the site has its own lock file, not the one of a project above. */
function isProject(folder: string, { root }: PackageManager): boolean {
	return root === undefined || root === folder || isInWorkspace(folder) !== true;
}

/** Files without which a package manager would look for the site's packages in a project above that doesn't have it. */
function ownProject(folder: string, manager: PackageManager): Record<string, string> {
	if (manager.root === undefined || manager.root === folder || !isProject(folder, manager)) return {};
	if (manager.name === 'pnpm')
		return isInWorkspace(folder) === false ? { 'pnpm-workspace.yaml': "packages: ['.']\n" } : {};
	return manager.name === 'yarn' ? { 'yarn.lock': '' } : {};
}

/** The branch that a clone starts with; for a repository that is nowhere else yet, its main branch. */
export function publishedBranch(repository: string): string {
	const git = (...args: string[]): string =>
		spawnSync('git', args, { cwd: repository, encoding: 'utf8' }).stdout?.trim() ?? '';
	const remote = git('symbolic-ref', '--short', 'refs/remotes/origin/HEAD').replace(/^origin\//, '');
	const local = git('branch', '--format=%(refname:short)', '--list', 'main', 'master').split('\n')[0];
	return remote || local || git('symbolic-ref', '--short', 'HEAD') || 'main';
}

/** The package.json of the project that the site is part of: the folder's own, or the nearest one above in the repository. */
function projectOf(folder: string, repository: string, own: Record<string, unknown>): Record<string, unknown> {
	if (typeof own.name === 'string' || folder === repository || folder === dirname(folder)) return own;
	const above = dirname(folder);
	const path = join(above, MANIFEST);
	return projectOf(above, repository, existsSync(path) ? (objectOf(readFileSync(path, 'utf8')) ?? {}) : {});
}

/** Title, tagline and colors of the new site: from the options, from answers, from package.json, from the folder's name. */
async function describe(
	folder: string,
	{ name, description }: Record<string, unknown>,
	{ title, look, accent, ask = async (_, usual) => usual }: InitOptions,
): Promise<StarterWords | Diagnostic> {
	const documented = typeof name === 'string' && name !== '' ? name : undefined;
	const words = (documented?.replace(/^@[^/]*\//, '') ?? basename(folder)).replace(/[-_]+/g, ' ').trim();
	const usual = words.replace(/^\w/, (letter) => letter.toUpperCase()) || 'My site';
	const chosenTitle = title ?? (await ask('Title of the site', usual));
	const chosenLook = look ?? (await ask('Look: plain, warm or compact', 'plain'));
	if (!isKey(LOOKS, chosenLook))
		return problem('look', `"${chosenLook}" is not a look.`, 'Choose plain, warm or compact.');
	const names = Object.keys(COLOR_PAIRS).join(', ');
	const pair = PAIRS[chosenLook];
	const chosen = accent ?? (await ask(`Accent color: ${names}, or a color in CSS`, pair));
	const colors = isKey(COLOR_PAIRS, chosen)
		? COLOR_PAIRS[chosen]
		: { accent: chosen, signal: COLOR_PAIRS[pair].signal };
	if (!isCssColor(colors.accent))
		return problem('accent', `"${chosen}" is not a color.`, `Choose ${names}, or write a color such as #6741bd.`);
	const tagline = typeof description === 'string' && description !== '' ? { tagline: description } : {};
	const ofPackage = documented === undefined ? {} : { package: documented };
	return { title: chosenTitle, ...tagline, ...ofPackage, look: chosenLook, colors };
}

function isKey<T extends object>(table: T, name: string): name is string & keyof T {
	return Object.hasOwn(table, name);
}

function problem(code: string, message: string, hint: string): Diagnostic {
	return { code, severity: 'error', message, hint };
}

/**
 * A package.json with the starter's entries added, and the name of the script "dev": if a script's name is taken, it
 * becomes `docs:<name>`. `text` is that of the existing file, for its indentation.
 */
function mergedManifest(
	theirs: Record<string, unknown>,
	existing: string,
	starter: string,
	manager: PackageManager,
): { text: string; dev: string } {
	const ours = objectOf(starter) ?? {};
	const scripts = { ...fields(theirs.scripts) };
	let dev = 'dev';
	for (const [name, command] of Object.entries(fields(ours.scripts))) {
		const free = scripts[name] === undefined || scripts[name] === command ? name : `docs:${name}`;
		scripts[free] ??= command;
		if (name === 'dev') dev = free;
	}
	const installed = { ...fields(theirs.dependencies), ...fields(theirs.devDependencies) };
	const packages = Object.entries(fields(ours.devDependencies)).filter(([name]) => installed[name] === undefined);
	const isNew = Object.keys(theirs).length === 0;
	const merged = isNew
		? { ...ours, ...declared(manager) }
		: { ...theirs, scripts, devDependencies: { ...fields(theirs.devDependencies), ...Object.fromEntries(packages) } };
	const indent = /^[\t ]+/m.exec(existing)?.[0] ?? '\t';
	return { text: `${JSON.stringify(merged, undefined, indent)}\n`, dev };
}

/** For a new package.json: Corepack, which runs Yarn in a workflow, takes version 1 where it finds no other. */
function declared({ name, version, root }: PackageManager): Record<string, string> {
	const isNew = name === 'yarn' && root === undefined && version !== undefined && !version.startsWith('1');
	return isNew ? { packageManager: `yarn@${version}` } : {};
}

function fields(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

function objectOf(json: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
