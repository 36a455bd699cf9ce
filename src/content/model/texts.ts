/**
 * Texts outside pages: in the configuration, sidebars, categories, tags and authors. `content/<locale>/texts.json`
 * translates them; the text itself is the key.
 */
import { isRecord } from './schema.ts';

/** Translations by text. */
export type Texts = Readonly<Record<string, string>>;

/** Fields with texts for readers. */
const FIELDS = new Set(
	'title tagline label ariaLabel alt copyright content description sidebarTitle placeholder html value badge'.split(
		' ',
	),
);
/** Parts of the configuration without such texts. */
const OTHERS = new Set(['head', 'theme', 'locales', 'scripts', 'redirects', 'markdown', 'extensions']);

/** A copy of data in which `say` has replaced the texts for readers, except in fields named `others`. */
export function withTexts<T>(data: T, say: (text: string) => string, others: readonly string[] = []): T {
	const skipped = new Set([...OTHERS, ...others]);
	const copy = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(copy);
		if (value instanceof Map) return new Map([...value].map(([key, inside]) => [key, copy(inside)]));
		if (!isRecord(value)) return value;
		const entries = Object.entries(value).map(([key, inside]) => {
			if (typeof inside === 'string') return [key, FIELDS.has(key) ? say(inside) : inside];
			return [key, skipped.has(key) ? inside : copy(inside)];
		});
		return Object.fromEntries(entries);
	};
	return copy(data) as T;
}

export function translated(texts: Texts): (text: string) => string {
	return (text) => (isTranslated(texts, text) ? (texts[text] ?? text) : text);
}

/** Whether a text has a translation. An empty one is yet to be written. */
export function isTranslated(texts: Texts, text: string): boolean {
	return Object.hasOwn(texts, text) && texts[text] !== '';
}
