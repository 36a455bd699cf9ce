/**
 * The words of the interface in scripts. In a source, `WORDS.close` is a text, and `WORDS.found({ count })` one with its
 * placeholders filled in; the values contain no comma and no brace.
 *
 * The words of the first language are compiled into the scripts, so that they cost no request, and English ones no byte.
 * A page in another language loads its words as a file ahead of the scripts, which are the same for all languages.
 */
import { hashOf } from '../../content/model/hash.ts';
import { type Forms, PLACEHOLDER, type Words } from '../../content/model/words.ts';
import type { AssetFile } from './scripts.ts';

/** The global variable that the file of a language sets: texts by key, and functions for those with placeholders. */
const MESSAGES = 'globalThis.docsgenMessages';

const WORD = /\bWORDS\.(\w+)(?:\(\{([^{}]*)\}\))?/g;

/** The keys of the words in the source of a script. */
export function wordKeys(source: string): string[] {
	return [...source.matchAll(WORD)].map(([, key = '']) => key);
}

/** The words of a language, and all words in English, for those that it lacks. */
export interface Speech {
	words: Words;
	english: Readonly<Record<string, string | Forms>>;
}

/** The source of a script with the words of the first language; if it `isShared`, words that the page has loaded win. */
export function withWords(source: string, speech: Speech, isShared: boolean): string {
	return source.replace(WORD, (_, key: string, written?: string) => {
		const values = new Map<string, string>();
		for (const part of (written ?? '').split(',')) {
			const [, name, value] = /^\s*(\w+)(?::\s*(.+?))?\s*$/s.exec(part) ?? [];
			if (name !== undefined) values.set(name, value ?? name);
		}
		const builtIn = expression(wordOf(speech, key), speech.words, (name) => values.get(name));
		if (!isShared) return builtIn;
		return `(${MESSAGES}?.${key}${written === undefined ? '' : `({${written}})`} ?? ${builtIn})`;
	});
}

/**
 * The file with the words of a language for the scripts that use these keys. With `all`, also for islands, whose
 * components may use any word.
 */
export function messagesFile(locale: string, speech: Speech, keys: Iterable<string>, all: boolean): AssetFile {
	const { words, english } = speech;
	const messages = [...new Set(keys)].sort().map((key) => {
		const plain = english[key];
		const hasValues = typeof plain !== 'string' || plain.search(PLACEHOLDER) >= 0;
		return `${key}:${hasValues ? '(v)=>' : ''}${expression(wordOf(speech, key), words, (name) => `v.${name}`)}`;
	});
	if (all) messages.push(`all:${JSON.stringify(words)}`);
	const text = `${MESSAGES}={${messages.join(',\n')}};\n`;
	const hash = hashOf(text);
	return { out: `assets/messages-${locale}-${hash.slice(0, 8)}.js`, hash, text };
}

/** The source of `ENGLISH_WORDS` in islands: in the browser, no renderer provides the words of the page. */
export function wordsOfIslands(words: Words, isShared: boolean): string {
	return `${isShared ? `${MESSAGES}?.all ?? ` : ''}${JSON.stringify(words)}`;
}

function wordOf({ words, english }: Speech, key: string): string | Forms {
	const spoken: Readonly<Record<string, string | Forms | undefined>> = words;
	return spoken[key] ?? english[key] ?? '';
}

type Values = (name: string) => string | undefined;

/** A word as an expression; `values` has the source of each placeholder's value. */
function expression(word: string | Forms, { language }: Words, values: Values): string {
	return typeof word === 'string' ? literal(word, values) : formFor(word, language, values);
}

function literal(text: string, values: Values): string {
	const escaped = text.replace(/[`\\]|\$(?=\{)/g, '\\$&');
	return `\`${escaped.replace(PLACEHOLDER, (_, name: string) => `\${${values(name)}}`)}\``;
}

/** The form for `count`, chosen when the script runs. */
function formFor(plural: Forms, language: string, values: Values): string {
	const count = values('count');
	const tag = JSON.stringify(language);
	// The digits of the language, as on pages; Latin ones cost no byte.
	const { numberingSystem } = new Intl.NumberFormat(language).resolvedOptions();
	const digits = `new Intl.NumberFormat(${tag}, { useGrouping: false }).format(${count})`;
	const shown: Values = (name) => (name === 'count' && numberingSystem !== 'latn' ? digits : values(name));
	const { pluralCategories: categories } = new Intl.PluralRules(language).resolvedOptions();
	const form = (category: Intl.LDMLPluralRule): string => literal(plural[category] ?? plural.other, shown);
	if (categories.every((category) => plural[category] === undefined || category === 'other')) return form('other');
	// The shortest for English, in which only 1 has another form.
	if (/^en\b/.test(language)) return `(${count} === 1 ? ${form('one')} : ${form('other')})`;
	const table = categories.map((category) => `${category}: ${form(category)}`);
	return `({ ${table.join(', ')} })[new Intl.PluralRules(${tag}).select(${count})]`;
}
