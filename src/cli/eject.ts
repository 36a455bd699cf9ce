/** `docsgen eject`: copies a packaged template, component or style sheet into the site, to replace it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Diagnostic } from '../content/model/page.ts';
import { nearest } from '../content/model/schema.ts';
import { configured } from './bundle/configuration.ts';
import { ejectable, packagedPath, withPublicImports } from './bundle/overrides.ts';
import { atomically } from './disk/disk.ts';
import { PACKAGE_ROOT } from './disk/package.ts';
import { diskProject } from './disk/project.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Copies a template into the site in `root`; without a name, lists all of them. Never overwrites a file. */
export async function eject(root: string, name: string | undefined, terminal: Terminal): Promise<Diagnostic[]> {
	const known = ejectable();
	if (name === undefined) {
		for (const one of known.keys()) terminal.line(one);
		return [];
	}
	const plain = name.replace(/^(?:\.\/)?templates\//, '').replace(/\.tsx$/, '');
	const file = known.get(plain) ?? known.get(`components/${plain}`);
	if (file === undefined) {
		const near = templateLike(plain, [...known.keys()]);
		const list = '"npx docsgen eject" lists all of them.';
		return problem(`There is no template "${name}".`, near === undefined ? list : `Did you mean "${near}"? ${list}`);
	}
	const config = await configured(diskProject(root, ''));
	if (config.kind === 'failed') return [config.diagnostic];
	const target = `${config.templates}/${file}`;
	if (existsSync(join(root, target))) return problem(`${target} already exists.`, 'Move it away to start again.');
	const text = readFileSync(join(PACKAGE_ROOT, packagedPath(file)), 'utf8');
	atomically(join(root, target), (path) => writeFileSync(path, withPublicImports(text)));
	terminal.line(`${target} is yours now: it replaces the built-in one.`);
	return [];
}

/** The template most likely meant: its file has a similar name, or one that begins like it, in any folder. */
function templateLike(name: string, known: readonly string[]): string | undefined {
	const fileOf = (path: string): string => posix.basename(path, '.css').toLowerCase();
	const file = fileOf(name);
	const like =
		nearest(file, known.map(fileOf)) ?? known.map(fileOf).find((one) => file.length > 2 && one.startsWith(file));
	const found = known.filter((path) => fileOf(path) === like || fileOf(path) === file);
	return found.find((path) => posix.dirname(path) === posix.dirname(name)) ?? found[0];
}

function problem(message: string, hint: string): Diagnostic[] {
	return [{ code: 'eject', severity: 'error', message, hint }];
}
