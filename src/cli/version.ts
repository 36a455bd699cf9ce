/** `docsgen version <label>`: freezes a copy of the current docs as a version; the current docs remain editable. */
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { CONFIG_FILE, CONTENT, versionFolder } from '../content/model/identity.ts';
import { excludes, type Mount } from '../content/model/mounts.ts';
import type { Diagnostic } from '../content/model/page.ts';
import { configured } from './bundle/configuration.ts';
import { atomically } from './disk/disk.ts';
import { diskProject, isSkipped } from './disk/project.ts';
import type { Terminal } from './terminal/terminal.ts';
import { type Carried, carrySettings } from './version-settings.ts';

/** A folder of files, and its place in the docs. */
type Source = Mount;

const VERSIONS_FILE = `${CONTENT}/versions.json`;

/**
 * Copies `content/docs` to `content/versions/<label>` with the files of mounted folders, and the settings of its packages
 * in the configuration, and lists the label first in `content/versions.json`.
 */
export async function freeze(root: string, label: string, terminal: Terminal): Promise<Diagnostic[]> {
	const problem = (message: string, hint: string): Diagnostic[] => [
		{ code: 'version-not-made', severity: 'error', message, hint },
	];
	if (!/^[\w][\w.-]*$/.test(label) || label === 'current' || label.length > 100) {
		return problem(
			`"${label}" is not a valid name for a version.`,
			'Use letters, digits, dots and dashes, such as 1.x or 2.4.0; "current" is taken.',
		);
	}
	const target = join(root, versionFolder(label));
	const configuration = await configured(diskProject(root, ''));
	if (configuration.kind === 'failed') return [configuration.diagnostic];
	const { mounts } = configuration;
	const current = versionFolder('current');
	const sources = [{ folder: current, at: current }, ...mounts.filter(({ at }) => `${at}/`.startsWith(`${current}/`))]
		.map((one: Source): Source => ({ ...one, folder: join(root, one.folder), at: one.at.slice(current.length + 1) }))
		.filter(({ folder }) => existsSync(folder));
	if (sources.length === 0)
		return problem(
			`There are no docs to freeze: ${versionFolder('current')} does not exist.`,
			'Name the folder of a site with --site.',
		);
	const listed = readListed(join(root, VERSIONS_FILE));
	if (listed === undefined)
		return problem(`${VERSIONS_FILE} is not a list of names.`, 'Fix it first: a JSON list such as ["1.x"].');
	// An unlisted folder may be an exact copy, left by a command that was killed. Any other folder was made by the author.
	if (listed.includes(label) || (existsSync(target) && !isCopy(sources, target)))
		return problem(`The version "${label}" already exists.`, 'Choose another name, or remove that version.');
	const text = `${JSON.stringify([label, ...listed], undefined, '\t')}\n`;
	const copy = (from: Source[], to: string): void => {
		if (existsSync(to)) return;
		atomically(to, (path) => {
			for (const source of from)
				cpSync(source.folder, join(path, source.at), {
					recursive: true,
					filter: (file) => isSource(source, relative(source.folder, file)),
				});
		});
	};
	for (const locale of languagesIn(join(root, CONTENT)))
		copy([{ folder: join(root, CONTENT, locale, 'docs'), at: '' }], join(root, CONTENT, locale, 'versions', label));
	copy(sources, target);
	const { copied, left } = copySettings(join(root, CONFIG_FILE), label);
	atomically(join(root, VERSIONS_FILE), (path) => writeFileSync(path, text));
	terminal.line(
		`Version ${label}: ${versionFolder(label)}. The docs in ${versionFolder('current')} now belong to the next version.`,
	);
	if (copied.length > 0)
		terminal.line(
			`${CONFIG_FILE} now has ${copied.map(([field]) => field).join(' and ')} of ${label}. Give ${label} another folder before you update the packages.`,
		);
	return left.map(([field, kind]) => ({
		code: 'version-settings',
		severity: 'warning',
		file: CONFIG_FILE,
		message: `The field "${field}" has no entry for ${label}, because its value is not written in this file.`,
		hint:
			kind === 'items'
				? `Copy its entries, and give each copy version: '${label}'.`
				: `Copy the entry "current" under the name '${label}'.`,
		about: { words: [field] },
	}));
}

/** Adds entries for the version to the configuration, if it says anything about packages. */
function copySettings(path: string, label: string): Pick<Carried, 'copied' | 'left'> {
	if (!existsSync(path)) return { copied: [], left: [] };
	const { text, copied, left } = carrySettings(readFileSync(path, 'utf8'), label);
	if (copied.length > 0) atomically(path, (temporary) => writeFileSync(temporary, text));
	return { copied, left };
}

/** Folders of languages with translations of the docs. */
function languagesIn(content: string): string[] {
	const own = ['docs', 'blog', 'pages', 'versions', 'static', 'reference'];
	return readdirSync(content).filter((name) => !own.includes(name) && existsSync(join(content, name, 'docs')));
}

function readListed(path: string): string[] | undefined {
	if (!existsSync(path)) return [];
	try {
		const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
		return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined;
	} catch {
		return undefined;
	}
}

function isCopy(sources: Source[], target: string): boolean {
	const files = (source: Source): string[] =>
		readdirSync(source.folder, { recursive: true, encoding: 'utf8' }).filter(
			(name) => isSource(source, name) && statSync(join(source.folder, name)).isFile(),
		);
	const copied = sources.flatMap((source) =>
		files(source).map((name): [from: string, name: string] => [join(source.folder, name), join(source.at, name)]),
	);
	const names = copied.map(([, name]) => name).sort();
	if (names.join() !== files({ folder: target, at: '' }).sort().join()) return false;
	return copied.every(([from, name]) => readFileSync(from).equals(readFileSync(join(target, name))));
}

/** Whether docsgen reads a file or folder: the docs of a package may be next to its dependencies. */
function isSource({ exclude = [] }: Source, path: string): boolean {
	const parts = path.split(sep);
	return !parts.some((name) => isSkipped(name, '')) && !exclude.some((pattern) => excludes(pattern, parts.join('/')));
}
