/** The words of the interface that docsgen brings: `templates/words/<locale>.json`, extensions', and pseudo-languages. */
import {
	ENGLISH,
	ENGLISH_WORDS,
	type Forms,
	type ParsedWords,
	parsedWords,
	type Words,
} from '../../content/model/words.ts';
import type { Extension, Translations } from '../../extension.ts';
import { EXTENSIONS } from '../../extensions/registered.ts';
import type { Inputs } from '../disk/inputs.ts';

/** Languages with packaged words, besides English. */
export const LANGUAGES =
	'ar ca cs da de el es fa fi fr he hi hu id it ja ko nb nl pl pt-BR ro ru sv th tr uk vi zh-Hans zh-Hant'.split(' ');

/**
 * The language whose packaged words a locale has, that of the same language and script: `zh-TW` is written as `zh-Hant`,
 * `pt-PT` much as `pt-BR`, and `no` is `nb` almost always. Undefined if there is none.
 */
export function packagedLanguage(locale: string): string | undefined {
	const written = (tag: string): string => {
		const { language, script } = new Intl.Locale(tag).maximize();
		return `${language === 'no' ? 'nb' : language}-${script}`;
	};
	return ['en', ...LANGUAGES].find((tag) => written(tag) === written(locale));
}

type Extended = readonly Pick<Extension, 'name' | 'words' | 'client'>[];

function translationsOf(extensions: Extended): Record<string, Translations> {
	return Object.assign({}, ...extensions.map(({ words }) => words));
}

function wordsOf(extensions: Extended, language: string): Record<string, string> {
	const all = Object.entries(translationsOf(extensions));
	return Object.fromEntries(all.map(([key, word]) => [key, word[language] ?? word.en]));
}

/** All words in English: docsgen's own and extensions'. */
export function allWords(extensions: Extended): Readonly<Record<string, string | Forms>> {
	return Object.assign({}, ENGLISH, wordsOf(extensions, 'en'), ...extensions.map(({ client }) => client?.words));
}

/** The words that pages are parsed with. Those of extensions are in English by default. */
export function wordsOfPages(words: Words, extensions: Extended): ParsedWords {
	const translations = translationsOf(extensions);
	const own = Object.entries(words).filter(([key]) => Object.hasOwn(translations, key));
	return { ...parsedWords(words), ...Object.fromEntries(own) };
}

/** The packaged words of a language; English ones if there are none. */
export function packagedWords(inputs: Inputs, locale: string, extensions: Extended): Words {
	const pseudo = pseudoWords(locale, extensions);
	if (pseudo) return pseudo;
	const same = packagedLanguage(locale);
	if (same === 'en') return ENGLISH_WORDS;
	const own = extensions.flatMap(({ name, client }) => (client?.words ? `dist/modules/extensions/${name}` : []));
	const read = (folder: string): object => JSON.parse(String(inputs.read(`docsgen:${folder}/words/${same}.json`)));
	const translated = same === undefined ? [] : ['templates', ...own].map(read);
	return Object.assign({}, ENGLISH_WORDS, ...translated, wordsOf(extensions, same ?? 'en'), { language: locale });
}

const ACCENTED = Object.fromEntries(
	[...'aáeéiíoöuúyýcçnñsšzžAÁEÉIÍOÖUÚYÝCÇNÑSŠZŽ'.matchAll(/(.)(.)/g)].map(([, plain, accented]) => [plain, accented]),
);

/**
 * The words of a pseudo-language, in which text that is not translated stands out: accented and longer in `en-XA`, from
 * right to left in `ar-XB`. Undefined for other languages.
 */
export function pseudoWords(tag: string, extensions: Extended = EXTENSIONS): Words | undefined {
	if (tag !== 'en-XA' && tag !== 'ar-XB') return undefined;
	const change = (text: string): string => {
		const accented = text.replace(/\{\w+\}|[a-z]/gi, (part) => ACCENTED[part] ?? part);
		const longer = `${accented} ${'é'.repeat(Math.ceil(text.length / 3))}`;
		return tag === 'ar-XB' ? `\u202e${longer}\u202c` : longer;
	};
	const words = Object.entries(allWords(extensions)).map(([key, word]) => [
		key,
		typeof word === 'string'
			? change(word)
			: Object.fromEntries(Object.entries(word).map(([category, form]) => [category, change(form)])),
	]);
	return { ...Object.fromEntries(words), language: 'en' };
}
