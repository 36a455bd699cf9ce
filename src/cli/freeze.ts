/** `docsgen version <label>`: the current docs become a version of their own, and go on being edited. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT, versionFolder } from '../content/identity.ts';
import type { Diagnostic } from '../content/types.ts';
import type { Terminal } from './terminal.ts';

const VERSIONS_FILE = `${CONTENT}/versions.json`;

/** Copies `content/docs` to `content/versions/<label>` and lists the label first in `content/versions.json`. */
export async function freeze(root: string, label: string, terminal: Terminal): Promise<Diagnostic[]> {
	const problem = (message: string, hint: string): Diagnostic[] => [
		{ code: 'version-not-made', severity: 'error', message, hint },
	];
	if (!/^[\w][\w.-]*$/.test(label) || label === 'current' || label.length > 100) {
		return problem(
			`"${label}" is no name for a version.`,
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
		return problem(`${VERSIONS_FILE} is not a list of names.`, 'Mend it first: a JSON list such as ["1.x"].');
	if (listed.includes(label) || existsSync(target))
		return problem(`There is a version "${label}" already.`, 'Choose another name, or remove that version.');
	cpSync(source, target, { recursive: true, errorOnExist: true, force: false });
	writeFileSync(join(root, VERSIONS_FILE), `${JSON.stringify([label, ...listed], undefined, '\t')}\n`);
	terminal.line(
		`Version ${label}: ${versionFolder(label)}. The docs in ${versionFolder('current')} are now those of the next version.`,
	);
	return [];
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
