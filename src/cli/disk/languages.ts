/** The modules with the forms of words: compiled with docsgen, so that sites need not install the stemmers. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoadLanguage } from '../../content/search/engine.ts';
import type { Language } from '../../content/search/language.ts';
import { PACKAGE_ROOT } from './package.ts';

const fileOf = (name: string): string => join(PACKAGE_ROOT, `dist/languages/${name}.js`);

/** Loads a language for searches outside of browsers. */
export const loadLanguage: LoadLanguage = async (name) => {
	if (!existsSync(fileOf(name))) return undefined;
	const module = (await import(pathToFileURL(fileOf(name)).href)) as { default: Language };
	return module.default;
};

/** The script of a language, for browsers. */
export function languageScript(name: string): string {
	return readFileSync(fileOf(name), 'utf8');
}
