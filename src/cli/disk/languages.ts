/** The modules with the forms of words: compiled with docsgen, so that sites need not install the stemmers. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOf } from '../../content/model/hash.ts';
import type { LoadLanguage } from '../../content/search/engine.ts';
import { type Language, languageOf } from '../../content/search/language.ts';
import { PACKAGE_ROOT } from './package.ts';

const fileOf = (name: string): string => join(PACKAGE_ROOT, `dist/languages/${name}.js`);

/** Loads a language for searches outside of browsers. */
export const loadLanguage: LoadLanguage = async (name) => {
	if (!existsSync(fileOf(name))) return undefined;
	const module = (await import(pathToFileURL(fileOf(name)).href)) as { default: Language };
	return module.default;
};

/** The scripts with the forms of words in these languages (tags), which the search in browsers loads. */
export function languageScripts(locales: readonly string[]): { out: string; hash: string; text: string }[] {
	return [...new Set(locales.map(languageOf))].flatMap((name) => {
		if (name === undefined) return [];
		const text = readFileSync(fileOf(name), 'utf8');
		const hash = hashOf(text);
		return [{ out: `assets/search-${name}-${hash.slice(0, 8)}.js`, hash, text }];
	});
}
