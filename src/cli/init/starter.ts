/** The files of a new site: small, complete, and with examples of the features used most. Source: `guide/starter`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LOOKS } from '../../content/model/config.ts';
import { docsgenVersion, PACKAGE_ROOT } from '../disk/package.ts';
import { nameFrom } from '../disk/paths.ts';
import { type PackageManager, packageManagerOf } from '../terminal/package-manager.ts';

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
	look?: keyof typeof LOOKS;
	colors?: { accent: string; signal: string };
}

/** Where a starter site is. */
export interface StarterPlace {
	/** Folder in the repository; default: its root. */
	folder?: string;
	/** The branch that is published; default: `main`. */
	branch?: string;
	manager?: PackageManager;
	/** Folder of the lock file in the repository; default: the site's. */
	lockFolder?: string;
	/** Of docsgen, for package.json; default: from this version on. */
	version?: string;
}

/** Pairs of colors for a new site, by name; each has enough contrast in both modes of every look. */
export const COLOR_PAIRS = {
	blue: { accent: '#1768a6', signal: '#a04713' },
	green: { accent: '#1b6e52', signal: '#9a3d6b' },
	violet: { accent: '#6741bd', signal: '#8a5a00' },
	brick: { accent: '#96431c', signal: '#2c6a5e' },
} as const;

/** The pair of each look. */
export const PAIRS = { plain: 'blue', warm: 'brick', compact: 'violet' } as const;

/** Maps paths to texts. */
export function starterFiles(about: StarterWords, place: StarterPlace = {}): Record<string, string> {
	const { title, tagline = `Everything you need to use ${title}.`, package: documented } = about;
	const { look = 'plain', colors: { accent, signal } = COLOR_PAIRS[PAIRS[look]] } = about;
	const { folder = '', branch = 'main', manager = packageManagerOf(FOLDER, {}), lockFolder = folder } = place;
	const words: Record<string, string> = {
		title: harmless(title),
		tagline: harmless(tagline),
		package: harmless(documented ?? 'my-package'),
		look,
		accent,
		signal,
		name: packageName(title, documented !== undefined),
		version: place.version ?? `^${docsgenVersion()}`,
		setup: setupOf(manager, inside(lockFolder)),
		frozen: manager.frozen,
		exec: manager.exec,
		// In double quotes of YAML, which have the escapes of JSON.
		branch: /^[\w./-]+$/.test(branch) ? branch : JSON.stringify(branch),
		folder: quotable(folder === '' ? '.' : folder),
		inside: quotable(inside(folder)),
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

/** The start of paths in a folder of the repository. */
function inside(folder: string): string {
	return folder === '' ? '' : `${folder}/`;
}

/** A name for the site's package: it may be next to the package that it documents. */
function packageName(title: string, isOfPackage: boolean): string {
	const name =
		title
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, '-')
			.replace(/^-|-$/g, '') || 'docs';
	return isOfPackage && !/(?:^|-)docs$/.test(name) ? `${name}-docs` : name;
}

/** Steps of a workflow that install Node and a package manager, with its cache; `folder` has the lock file. */
function setupOf({ name, locks, version, isNamed }: PackageManager, folder: string): string {
	const before = {
		npm: [],
		pnpm: [
			'- uses: pnpm/action-setup@v4',
			...(isNamed ? [] : ['  with:', `    version: ${version?.split('.')[0] ?? PNPM}`]),
		],
		yarn: version?.startsWith('1') ? [] : ['- run: corepack enable', '  working-directory: .'],
		bun: ['- uses: oven-sh/setup-bun@v2'],
	}[name];
	const cache = [`    cache: ${name}`, `    cache-dependency-path: "${quotable(folder)}${locks[0]}"`];
	const node = ['- uses: actions/setup-node@v4', '  with:', '    node-version: 22', ...(name === 'bun' ? [] : cache)];
	return [...before, ...node].map((line) => `      ${line}`).join('\n');
}

/** The version of pnpm where none is known: the action needs one. */
const PNPM = 10;
