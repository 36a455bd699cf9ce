/** The files of a new site: small, complete, and with examples of the features used most. Source: `guide/starter`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsgenVersion, PACKAGE_ROOT } from './disk/package.ts';
import { nameFrom } from './disk/paths.ts';

const FOLDER = join(PACKAGE_ROOT, 'guide/starter');

/** The file that GitHub runs, in the root of the repository. */
export const WORKFLOW = '.github/workflows/docs.yml';

/** Maps paths to texts, for a site with this title in this folder of its repository (default: the root). */
export function starterFiles(title: string, folder = ''): Record<string, string> {
	const words: Record<string, string> = {
		// The title goes into YAML, TypeScript and HTML: a typographic apostrophe needs no escape in any of them.
		title: title.replace(/(?<=\p{L})'(?=\p{L})/gu, '’').replace(/['"\\<>{}]/g, ''),
		name:
			title
				.toLowerCase()
				.replace(/[^a-z0-9]+/g, '-')
				.replace(/^-|-$/g, '') || 'docs',
		version: `^${docsgenVersion()}`,
		// Both go between double quotes of YAML, which have the escapes of JSON.
		folder: quotable(folder === '' ? '.' : folder),
		inside: quotable(folder === '' ? '' : `${folder}/`),
	};
	const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return Object.fromEntries(
		files.map((entry) => {
			const file = join(entry.parentPath, entry.name);
			// npm excludes files named .gitignore from packages.
			const path = nameFrom(FOLDER, file).replace(/^gitignore$/, '.gitignore');
			return [path, readFileSync(file, 'utf8').replace(/\{\{(\w+)\}\}/g, (mark, word: string) => words[word] ?? mark)];
		}),
	);
}

function quotable(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}
