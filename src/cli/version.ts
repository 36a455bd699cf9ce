/** What this docsgen is: its own text names it, so a cache made by another docsgen is never used. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../content/hash.ts';
import { PACKAGE_ROOT } from './compiled.ts';

/** Name of the program's text. */
export const DOCSGEN_HASH = hashOf(readFileSync(fileURLToPath(import.meta.url)));

/** Version of the package, for people. */
export function docsgenVersion(): string {
	const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string };
	return version;
}
