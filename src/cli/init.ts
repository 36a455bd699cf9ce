/** `docsgen init`: a small site that builds at once, as a starting point. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CONFIG_FILE } from '../content/model/identity.ts';
import type { Diagnostic } from '../content/model/page.ts';
import { isRecord } from '../content/model/schema.ts';
import { atomically, repositoryOf } from './disk/disk.ts';
import { nameFrom } from './disk/paths.ts';
import { starterFiles, WORKFLOW } from './starter.ts';
import type { Terminal } from './terminal/terminal.ts';

const MANIFEST = 'package.json';

/**
 * Writes the starter site into `folder`, and its workflow into the root of the Git repository, where GitHub looks. Keeps
 * existing files: starter files of the same name are skipped, and a package.json gets only the scripts and packages that
 * it lacks.
 */
export async function init(folder: string, terminal: Terminal): Promise<Diagnostic[]> {
	const title =
		basename(folder)
			.replace(/[-_]+/g, ' ')
			.replace(/^\w/, (letter) => letter.toUpperCase()) || 'My site';
	const repository = repositoryOf(folder);
	const {
		[MANIFEST]: manifest = '{}',
		[CONFIG_FILE]: config = '',
		[WORKFLOW]: workflow = '',
		...files
	} = starterFiles(title, nameFrom(repository, folder));
	const workflowFile = nameFrom(folder, join(repository, WORKFLOW));
	const present = (name: string): string | undefined => {
		const path = join(folder, name);
		return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
	};
	if (present(CONFIG_FILE) !== undefined) {
		const hint = 'Name a new folder: docsgen init my-docs.';
		return [problem('site-exists', `${folder} already contains a site: it has "${CONFIG_FILE}".`, hint)];
	}
	const merged = mergedManifest(present(MANIFEST) ?? '{}', manifest);
	if (!merged) {
		const path = join(folder, MANIFEST);
		return [problem('invalid-package', `${path} is not valid JSON.`, 'Fix it, and run docsgen init again.')];
	}
	const kept: string[] = [];
	// The configuration is last: it marks the site as complete.
	const all = { ...files, [workflowFile]: workflow, [MANIFEST]: merged.text, [CONFIG_FILE]: config };
	for (const [name, text] of Object.entries(all)) {
		if (name !== MANIFEST && (present(name) ?? text) !== text) kept.push(name);
		else atomically(join(folder, name), (path) => writeFileSync(path, text));
	}
	const here = nameFrom(process.cwd(), folder);
	terminal.line(`A site is ready in ${here === '' ? 'this folder' : here}. Next:`);
	if (here !== '') terminal.line(`  cd ${/^[\w./-]+$/.test(here) ? here : `'${here.replaceAll("'", `'\\''`)}'`}`);
	terminal.line('  npm install');
	terminal.line(`  npm run ${merged.dev} -- --open`);
	if (workflowFile !== WORKFLOW && !kept.includes(workflowFile))
		terminal.line(`The workflow that publishes the site: ${nameFrom(process.cwd(), join(repository, WORKFLOW))}`);
	if (kept.length > 0) terminal.line(`Not changed: ${kept.join(', ')}.`);
	if (kept.includes('.gitignore')) terminal.line('Git should not see build/ and .docsgen/.');
	return [];
}

function problem(code: string, message: string, hint: string): Diagnostic {
	return { code, severity: 'error', message, hint };
}

/**
 * A package.json with the starter's entries added, and the name of the script "dev": if a script's name is taken, it
 * becomes `docs:<name>`. Undefined if the existing file is not a JSON object.
 */
function mergedManifest(existing: string, starter: string): { text: string; dev: string } | undefined {
	const ours = objectOf(starter) ?? {};
	const theirs = objectOf(existing);
	if (!theirs) return undefined;
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
		? ours
		: { ...theirs, scripts, devDependencies: { ...fields(theirs.devDependencies), ...Object.fromEntries(packages) } };
	const indent = /^[\t ]+/m.exec(existing)?.[0] ?? '\t';
	return { text: `${JSON.stringify(merged, undefined, indent)}\n`, dev };
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
