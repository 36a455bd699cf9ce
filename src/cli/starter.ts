/** The files of a new site: small, whole, and a sample of what authors use most. They lie in `guide/starter`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsgenVersion, PACKAGE_ROOT } from './machine/package.ts';
import { nameFrom } from './machine/paths.ts';

const FOLDER = join(PACKAGE_ROOT, 'guide/starter');

/** Path to text, for a site of this title. */
export function starterFiles(title: string): Record<string, string> {
	const words: Record<string, string> = {
		// It stands in YAML, TypeScript and HTML: an apostrophe in the form of print needs no escape in any of them.
		title: title.replace(/(?<=\p{L})'(?=\p{L})/gu, '’').replace(/['"\\<>{}]/g, ''),
		name:
			title
				.toLowerCase()
				.replace(/[^a-z0-9]+/g, '-')
				.replace(/^-|-$/g, '') || 'docs',
		version: `^${docsgenVersion()}`,
	};
	const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return Object.fromEntries(
		files.map((entry) => {
			const file = join(entry.parentPath, entry.name);
			// npm leaves a .gitignore out of packages.
			const path = nameFrom(FOLDER, file).replace(/^gitignore$/, '.gitignore');
			return [path, readFileSync(file, 'utf8').replace(/\{\{(\w+)\}\}/g, (mark, word: string) => words[word] ?? mark)];
		}),
	);
}
