/**
 * The TypeScript that samples and packages are compiled with. It is loaded on demand, and the site's own comes before the
 * one next to docsgen, because they may differ.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { attempt } from '../../../cli/disk/disk.ts';
import { slashed } from '../../../cli/disk/paths.ts';
import { CONFIG_FILE } from '../../../content/model/identity.ts';
import type { Diagnostic } from '../../../content/model/page.ts';
import { isRecord } from '../../../content/model/schema.ts';

/** The compiler; available after `loadTypescript`. */
export let tsc: typeof ts;

/** An installed compiler, and the absolute path of its module. */
interface Installed {
	version: string;
	path: string;
}

/**
 * Names that a compiler is installed under. The second one is Microsoft's, for programs next to TypeScript 7, which has no
 * API that could replace the one of TypeScript 6.
 */
const NAMES = ['typescript', '@typescript/typescript6'];

/** The command for a site that compiles nothing else, and the one next to code that needs TypeScript 7. */
const INSTALL = 'npm install --save-dev typescript@6';
const INSTALL_BOTH =
	'npm install --save-dev typescript@npm:@typescript/typescript6 @typescript/native@npm:typescript@7';

function installedFor(root: string): Installed[] {
	const places = [join(root, 'package.json'), import.meta.url].map((place) => createRequire(place));
	return places.flatMap(({ resolve }) =>
		NAMES.flatMap((name) => {
			const read = (): Installed => {
				const manifest: unknown = JSON.parse(readFileSync(resolve(`${name}/package.json`), 'utf8'));
				return { version: isRecord(manifest) ? String(manifest.version) : '', path: resolve(name) };
			};
			return attempt(read) ?? [];
		}),
	);
}

/** Earlier versions lack options that samples are compiled with; later ones have no API. */
function isUsable({ version }: Installed): boolean {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major === 6 || (major === 5 && minor >= 9);
}

/** Version of the compiler for the site in `root`, an absolute folder; empty if there is none. */
export function typescriptVersion(root: string): string {
	return installedFor(root).find(isUsable)?.version ?? '';
}

/** Whether a version is in a range as in the condition `types@>=5.2 <6 || ^4.9` of a package.json. */
export function isInRange(version: string, range: string): boolean {
	return range.split('||').some((part) =>
		part
			.replace(/(\S+)\s+-\s+(\S+)/, '>=$1 <=$2')
			.replace(/([<>=~^])\s+/g, '$1')
			.trim()
			.split(/\s+/)
			.every((one) => fits(numbersOf(version), one)),
	);
}

function fits(version: number[], comparator: string): boolean {
	const [, sign = '', text = ''] = /^([<>=~^]*)v?(.*)$/.exec(comparator) ?? [];
	const given = numbersOf(text);
	const [major = 0, minor = 0] = given;
	const next = (digits: number): number[] =>
		digits === 0 ? [Infinity] : [...given.slice(0, digits - 1), (given[digits - 1] ?? 0) + 1];
	// `5` stands for all of 5.x.
	const end = next(given.length);
	const isFrom = compared(version, given) >= 0;
	if (sign === '>=') return isFrom;
	if (sign === '<') return !isFrom;
	if (sign === '>') return compared(version, end) >= 0;
	if (sign === '<=') return compared(version, end) < 0;
	const digits = sign === '^' ? (major > 0 ? 1 : minor > 0 ? 2 : 3) : sign === '~' ? 2 : 3;
	return isFrom && compared(version, next(Math.min(digits, given.length))) < 0;
}

/** The numbers of a version up to the first placeholder: `5.x` → 5. */
function numbersOf(version: string): number[] {
	const parts = version.split('-', 1).join().split('.').map(Number);
	const end = parts.findIndex((part) => !Number.isInteger(part));
	return parts.slice(0, end < 0 ? 3 : end);
}

function compared(a: number[], b: number[]): number {
	const at = [0, 1, 2].find((index) => (a[index] ?? 0) !== (b[index] ?? 0)) ?? 0;
	return (a[at] ?? 0) - (b[at] ?? 0);
}

/** Absolute path of the compiler for the site in `root`, an absolute folder. */
export function typescriptPath(root: string): string | undefined {
	return installedFor(root).find(isUsable)?.path;
}

/** The finding if `user`, a part of docsgen that `field` of the configuration turns on, has no compiler. */
export function missingTypescript(root: string, field: 'api' | 'samples', user: string): Diagnostic | undefined {
	const installed = installedFor(root);
	if (installed.some(isUsable)) return undefined;
	const version = installed[0]?.version;
	const found = version === undefined ? 'it is not installed' : `${version} is installed`;
	const keeps = Number.parseInt(version ?? '', 10) > 6 ? `, or, if your code needs TypeScript 7: ${INSTALL_BOTH}` : '';
	return {
		code: 'missing-package',
		severity: 'error',
		file: CONFIG_FILE,
		message: `${user} needs TypeScript 5.9 or 6, but ${found}.`,
		hint: `Run: ${INSTALL}${keeps}`,
		about: { words: [field] },
	};
}

/** Loads the compiler for the site in `root`; one process loads only one. Throws if there is none. */
export function loadTypescript(root: string): void {
	const found = installedFor(root).find(isUsable);
	if (!found) throw new Error('TypeScript is not installed');
	tsc ??= createRequire(import.meta.url)(found.path);
}

/** Whether a file declares the language itself or the APIs of browsers. */
export function isOfCompiler(file: string): boolean {
	const folder = slashed(dirname(tsc.getDefaultLibFilePath({})));
	return file.startsWith(`${folder}/lib.`) && file.endsWith('.d.ts');
}
