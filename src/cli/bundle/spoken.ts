/**
 * Puts the words of the interface into scripts when they are compiled, so that they cost no request, and English ones
 * no byte. In a source, `WORDS.close` is a text, and `WORDS.found({ count })` one with its placeholders filled in; the
 * values contain no comma and no brace.
 */
import { type Forms, PLACEHOLDER, type Words } from '../../content/model/words.ts';

const WORD = /\bWORDS\.(\w+)(?:\(\{([^{}]*)\}\))?/g;

/** The source of a script with the words of a language. */
export function spoken(source: string, words: Words): string {
	return source.replace(WORD, (_, key: keyof Words, written = '') => {
		const values = new Map<string, string>();
		for (const part of (written as string).split(',')) {
			const [, name, value] = /^\s*(\w+)(?::\s*(.+?))?\s*$/s.exec(part) ?? [];
			if (name !== undefined) values.set(name, value ?? name);
		}
		const word = words[key];
		return typeof word === 'string' ? literal(word, values) : formFor(word, values, words.language);
	});
}

function literal(text: string, values: Map<string, string>): string {
	const escaped = text.replace(/[`\\]|\$(?=\{)/g, '\\$&');
	return `\`${escaped.replace(PLACEHOLDER, (_, name: string) => `\${${values.get(name)}}`)}\``;
}

/** The form for `count`, chosen when the script runs. */
function formFor(plural: Forms, values: Map<string, string>, language: string): string {
	const count = values.get('count');
	const rules = new Intl.PluralRules(language);
	const categories = rules.resolvedOptions().pluralCategories;
	const form = (category: Intl.LDMLPluralRule): string => literal(plural[category] ?? plural.other, values);
	if (categories.every((category) => plural[category] === undefined || category === 'other')) return form('other');
	// The shortest for English, in which only 1 has another form.
	if (/^en\b/.test(language)) return `(${count} === 1 ? ${form('one')} : ${form('other')})`;
	const table = categories.map((category) => `${category}: ${form(category)}`);
	return `({ ${table.join(', ')} })[new Intl.PluralRules(${JSON.stringify(language)}).select(${count})]`;
}
