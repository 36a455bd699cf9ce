/** `docsgen version <label>`: freezes a copy of the current docs as a version; the current docs remain editable. */
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILE, CONTENT, versionFolder } from '../content/model/identity.ts';
import type { Diagnostic } from '../content/model/page.ts';
import { atomically } from './machine/disk.ts';
import type { Terminal } from './machine/terminal.ts';
import { type Carried, carrySettings } from './version-settings.ts';

const VERSIONS_FILE = `${CONTENT}/versions.json`;

/**
 * Copies `content/docs` to `content/versions/<label>`, the settings of its packages in the configuration, and lists the
 * label first in `content/versions.json`.
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
	const source = join(root, versionFolder('current'));
	const target = join(root, versionFolder(label));
	if (!existsSync(source))
		return problem(
			`There are no docs to freeze: ${versionFolder('current')} does not exist.`,
			'Name the folder of a site with --site.',
		);
	const listed = readListed(join(root, VERSIONS_FILE));
	if (listed === undefined)
		return problem(`${VERSIONS_FILE} is not a list of names.`, 'Fix it first: a JSON list such as ["1.x"].');
	// An unlisted folder may be an exact copy, left by a command that was killed. Any other folder was made by the author.
	if (listed.includes(label) || (existsSync(target) && !isCopy(source, target)))
		return problem(`The version "${label}" already exists.`, 'Choose another name, or remove that version.');
	const text = `${JSON.stringify([label, ...listed], undefined, '\t')}\n`;
	const copy = (from: string, to: string): void => {
		if (!existsSync(to)) atomically(to, (path) => cpSync(from, path, { recursive: true }));
	};
	for (const locale of languagesIn(join(root, CONTENT)))
		copy(join(root, CONTENT, locale, 'docs'), join(root, CONTENT, locale, 'versions', label));
	copy(source, target);
	const { copied, left } = copySettings(join(root, CONFIG_FILE), label);
	atomically(join(root, VERSIONS_FILE), (path) => writeFileSync(path, text));
	terminal.line(
		`Version ${label}: ${versionFolder(label)}. The docs in ${versionFolder('current')} now belong to the next version.`,
	);
	if (copied.length > 0)
		terminal.line(
			`${CONFIG_FILE} now has ${copied.join(' and ')} of ${label}. Give ${label} another folder before you update the packages.`,
		);
	return left.map((field) => ({
		code: 'version-settings',
		severity: 'warning',
		file: CONFIG_FILE,
		message: `The field "${field}" has no entry for ${label}, because its value is not written in this file.`,
		hint:
			field === 'api'
				? `Copy the packages, and give each copy version: '${label}'.`
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

function isCopy(source: string, target: string): boolean {
	const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).sort();
	if (names.join() !== readdirSync(target, { recursive: true, encoding: 'utf8' }).sort().join()) return false;
	return names.every((name) => bytesOf(join(source, name)).equals(bytesOf(join(target, name))));
}

/** The file's content; empty for folders. */
function bytesOf(path: string): Buffer {
	return statSync(path).isDirectory() ? Buffer.alloc(0) : readFileSync(path);
}
