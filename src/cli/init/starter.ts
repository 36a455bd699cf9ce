/** The files of a new site: small, complete, and with examples of the features used most. Source: `guide/starter`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsgenVersion, PACKAGE_ROOT } from '../disk/package.ts';
import { nameFrom } from '../disk/paths.ts';

const FOLDER = join(PACKAGE_ROOT, 'guide/starter');

/** The file that GitHub runs, in the root of the repository. */
export const WORKFLOW = '.github/workflows/docs.yml';

/** The words of a starter site about its project. */
export interface StarterWords {
	title: string;
	/** Default: a sentence with the title. */
	tagline?: string;
	/** Name of the package that it documents. */
	package?: string;
	colors?: { accent: string; signal: string };
}

/** Pairs of colors for a new site, by name; each has enough contrast in both modes. The first is that of docsgen. */
export const COLOR_PAIRS = {
	blue: { accent: '#1768a6', signal: '#a04713' },
	green: { accent: '#1b6e52', signal: '#9a3d6b' },
	violet: { accent: '#6741bd', signal: '#8a5a00' },
} as const;

/** Maps paths to texts, for a site in this folder of its repository (default: the root). */
export function starterFiles(about: StarterWords, folder = ''): Record<string, string> {
	const { title, tagline = `Everything you need to use ${title}.`, package: documented = 'my-package' } = about;
	const { accent, signal } = about.colors ?? COLOR_PAIRS.blue;
	const words: Record<string, string> = {
		title: harmless(title),
		tagline: harmless(tagline),
		package: harmless(documented),
		accent,
		signal,
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

/** The text goes into YAML, TypeScript and HTML: a typographic apostrophe needs no escape in any of them. */
function harmless(text: string): string {
	return text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’').replace(/['"\\<>{}\n]/g, '');
}

function quotable(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}
