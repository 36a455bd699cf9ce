/** Sites in other languages: packaged words, a site's own, dates. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { messagesFile, withWords } from '../src/cli/bundle/messages.ts';
import { allWords, LANGUAGES, packagedLanguage, pseudoWords } from '../src/cli/bundle/words.ts';
import { toText } from '../src/cli/terminal/report.ts';
import { resolveConfig } from '../src/content/model/config.ts';
import { checkWords, lostPlaceholders } from '../src/content/model/fields.ts';
import { ENGLISH, ENGLISH_WORDS, plural, say, type Words } from '../src/content/model/words.ts';
import { EXTENSIONS } from '../src/extensions/registered.ts';
import { hits } from './case-files.ts';
import { englishIn, foreignSite, MISSING } from './foreign-site.ts';
import { config, doc, site } from './memory-site.ts';

const ALL_WORDS = allWords(EXTENSIONS);

const jsonOf = (locale: string, folder = 'templates'): Words =>
	JSON.parse(readFileSync(`${folder}/words/${locale}.json`, 'utf8'));

/** Folder → the English words of the scripts of its extension. */
const IN_SCRIPTS = EXTENSIONS.flatMap(({ name, client }): [string, object][] =>
	client?.words ? [[`src/extensions/${name}`, client.words]] : [],
);

/** The words of a language, with those of extensions. */
function packaged(locale: string): Words {
	const own = EXTENSIONS.flatMap(({ words = {} }) => Object.entries(words));
	const inScripts = IN_SCRIPTS.map(([folder]) => jsonOf(locale, folder));
	return Object.assign(jsonOf(locale), ...inScripts, Object.fromEntries(own.map(([key, word]) => [key, word[locale]])));
}

/** Words that are the same in English and in another language, and the languages. */
const SAME_IN_ENGLISH: Record<string, string> = {
	blog: 'ca cs da de es fr hu id it nl pl pt-BR ro tr vi',
	danger: 'fr',
	details: 'de nl',
	diagram: 'cs da hu id nb nl pl sv',
	documentation: 'fr',
	editorOf: 'ca cs da de es it nl pt-BR ro',
	errors: 'ca es',
	favorite: 'ro',
	guides: 'fr',
	important: 'ca fr ro',
	items: 'nl',
	menu: 'da fr id it nl pl pt-BR vi',
	menus: 'fr pt-BR',
	minutes: 'ca cs es fi fr it nb nl pl pt-BR ro sv',
	offline: 'cs da de hu it nl pl pt-BR ro sv',
	output: 'da',
	stop: 'da',
	suggestions: 'fr',
	tags: 'da nl',
	tagsOfPage: 'da nl',
	terminal: 'ca da de es fr id nb nl pl pt-BR ro sv tr vi',
	tip: 'cs da nl',
	version: 'da de sv',
	versionOfDocs: 'da de fr sv',
	versions: 'ca fr',
};

function textsOf(forms: string | object): string[] {
	return typeof forms === 'string' ? [forms] : Object.values(forms);
}

/** Letters, quotes and spaces as books in the language have them. */
function checkTypography(locale: string, text: string): void {
	assert.is(text, text.normalize('NFC'), locale);
	assert.not.match(text, /["']|\.\.\.|^ | $/, locale);
	// French signs stand after a space that does not break.
	if (locale === 'fr') assert.not.match(text, / [:;?!»]|« /);
	if (locale === 'fa') assert.not.match(text, /[يكة,;?]/, 'Persian has letters and signs of its own');
	if (locale === 'ar') assert.not.match(text, /[یک,;?]|\p{L}\{/u);
	// Signs at the ends of Latin text would move to its other side.
	if (['ar', 'fa', 'he'].includes(locale))
		assert.not.match(text, /(?<!\u2066)\{url\}|\{url\}(?!\u2069)|(?<!\u2068)\{(?:tag|query|words)\}/);
}

test('each packaged language has all words, their placeholders and its plural forms', () => {
	assert.equal(readdirSync('templates/words').sort(), LANGUAGES.map((locale) => `${locale}.json`).sort());
	for (const locale of LANGUAGES) {
		const words = packaged(locale);
		assert.equal(Object.keys(jsonOf(locale)), Object.keys(ENGLISH), locale);
		for (const [folder, english] of IN_SCRIPTS)
			assert.equal(Object.keys(jsonOf(locale, folder)), Object.keys(english), `${folder} ${locale}`);
		assert.equal(Object.keys(words).sort(), Object.keys(ALL_WORDS).sort(), locale);
		const problems: unknown[] = [];
		checkWords(ALL_WORDS)(words, [], (problem) => problems.push(problem));
		assert.equal([...problems, ...lostPlaceholders(words, locale, ALL_WORDS)], [], locale);
		const rules = new Intl.PluralRules(locale);
		const wanted = rules.resolvedOptions().pluralCategories.sort();
		for (const [key, forms] of Object.entries(words)) {
			const isPlural = typeof ALL_WORDS[key] !== 'string';
			assert.is(typeof forms !== 'string', isPlural, `${locale} ${key}`);
			for (const text of textsOf(forms)) checkTypography(locale, text);
			const english = textsOf(ALL_WORDS[key] ?? '');
			if (SAME_IN_ENGLISH[key]?.split(' ').includes(locale) !== true)
				for (const text of textsOf(forms))
					assert.not.ok(english.includes(text), `${locale} ${key} is English: ${text}`);
			if (typeof forms === 'string') continue;
			assert.equal(Object.keys(forms).sort(), wanted, `${locale} ${key}`);
			for (const [category, form] of Object.entries(forms)) {
				const numbers = Array.from({ length: 200 }, (_, number) => number).filter(
					(one) => rules.select(one) === category,
				);
				if (numbers.length > 1)
					assert.match(form as string, '{count}', `${locale} ${key}: ${category} is for ${numbers}`);
			}
		}
	}
});

test('names in the fields of extensions are not translated', () => {
	const raw = {
		title: 'Bakery',
		url: 'https://bakery.example',
		locales: [{ locale: 'en' }, { locale: 'de' }],
		search: { hosted: { appId: 'A', apiKey: 'k', indexName: 'b', index: { settings: { title: 'Bakery' } } } },
	};
	const speech = () => ({ words: ENGLISH_WORDS, texts: { Bakery: 'Bäckerei' } });
	const { languages } = resolveConfig(raw, {}, speech, EXTENSIONS);
	const [, german] = languages ?? [];
	assert.equal([german?.title, german?.search?.hosted?.index?.settings], ['Bäckerei', { title: 'Bakery' }]);
});

test('the guide lists the packaged languages', () => {
	const guide = readFileSync('guide/content/docs/organize/languages.md', 'utf8');
	const [, list = ''] = /are in the site's language if it is (.*?)\./.exec(guide) ?? [];
	assert.equal([...list.matchAll(/`([\w-]+)`/g)].map(([, tag]) => tag).sort(), LANGUAGES.toSorted());
	const limits = readFileSync('guide/content/docs/reference/limits.md', 'utf8');
	assert.match(limits, `English and ${LANGUAGES.length} other languages`);
});

test('the language of a locale is the one with the same script', () => {
	for (const [locale, found] of Object.entries({
		'zh-TW': 'zh-Hant',
		'zh-CN': 'zh-Hans',
		zh: 'zh-Hans',
		pt: 'pt-BR',
		'pt-PT': 'pt-BR',
		'zh-HK': 'zh-Hant',
		'de-AT': 'de',
		'nl-BE': 'nl',
		'fa-AF': 'fa',
		'uk-UA': 'uk',
		in: 'id',
		no: 'nb',
		'no-NO': 'nb',
		'nb-NO': 'nb',
		'cs-CZ': 'cs',
		'sv-FI': 'sv',
		'ro-MD': 'ro',
		'ca-ES-valencia': 'ca',
		'en-GB': 'en',
	}))
		assert.is(packagedLanguage(locale), found, locale);
	for (const locale of ['sk', 'nn', 'yi', 'hi-Latn', 'uk-Latn', 'ua'])
		assert.is(packagedLanguage(locale), undefined, locale);
});

const LOCALE = { locale: 'de', label: 'Deutsch' };
const FILES = {
	'content/docs/index.md': doc(
		'Brot',
		'## Teig\n\nText.[^1]\n\n:::tip\n\nText.\n\n:::\n\n```js\na();\n```\n\n[^1]: Note.\n',
		'tags: [a]',
	),
	'content/blog/2026-01-14-ofen.md': doc('Ofen'),
};

test('a site in German has German words, dates and scripts', async () => {
	const german = site({ 'site.config.ts': config({ locales: [LOCALE], search: {}, blog: {} }), ...FILES });
	const { diagnostics } = await german.build();
	assert.is(toText(diagnostics), '');
	const page = german.read('docs/index.html');
	for (const text of [
		'Auf dieser Seite',
		'Direkter Link zu Teig',
		'>Tipp<',
		'>Kopieren<',
		'Fußnote 1',
		'Zum Hauptinhalt springen',
	])
		assert.match(page, text);
	assert.match(german.read('docs/tags/a/index.html'), 'Eine Seite mit dem Schlagwort „a“');
	const post = german.read('blog/2026/01/14/ofen/index.html');
	assert.match(post, '14. Januar 2026</time> · Eine Minute Lesezeit');
	assert.match(german.read('blog/rss.xml'), '<title>Blog von Site</title>');
	const scripts = german
		.outputs()
		.filter((out) => /^assets\/.*\.js$/.test(out))
		.map((out) => german.read(out));
	assert.ok(scripts.some((text) => text.includes('Zeilenumbruch ein- oder ausschalten')));
	assert.not.ok(
		scripts.some((text) => /\bWORDS\b/.test(text)),
		'all words are filled in',
	);
	assert.match(german.read('search.json'), '"placeholder":"Dokumentation durchsuchen"');
});

test('dates are in the language and the calendar of the site', async () => {
	const arabic = site({
		'site.config.ts': config({ locales: [{ locale: 'ar', calendar: 'islamic-umalqura' }] }),
		...FILES,
	});
	await arabic.build();
	const post = arabic.read('blog/2026/01/14/ofen/index.html');
	const format = new Intl.DateTimeFormat('ar', { dateStyle: 'long', calendar: 'islamic-umalqura', timeZone: 'UTC' });
	assert.match(post, `>${format.format(new Date('2026-01-14'))}</time> · دقيقة واحدة للقراءة`);
	assert.match(post, '<html lang="ar" dir="rtl"');
	assert.match(post, '→ العودة إلى القائمة الرئيسية');
});

/** A plain word of each packaged language, and how a reader may type it. */
const PLAIN_WORDS: Record<string, [written: string, typed: string]> = {
	ar: ['الخُبْز', 'الخبز'],
	ca: ['Col·lecció', 'colleccio'],
	cs: ['Příručka', 'prirucky'],
	da: ['Brød', 'brod'],
	de: ['Größe', 'grosse'],
	el: ['Οδηγός', 'οδηγοσ'],
	es: ['Año', 'ano'],
	fa: ['می‌شود', 'میشود'],
	fi: ['Pöytä', 'poyta'],
	fr: ['Farine', 'farine'],
	he: ['לחם טרי', 'לחם'],
	hi: ['रोटी', 'रोटी'],
	hu: ['Őrült', 'orult'],
	id: ['Tepung', 'tepung'],
	it: ['Città', 'citta'],
	ja: ['サーバー', 'サーバー'],
	ko: ['빵집', '빵집'],
	nb: ['Brødet', 'broed'],
	nl: ['Bakkerij', 'bakkerij'],
	pl: ['Żółty', 'zolty'],
	'pt-BR': ['Pão', 'pao'],
	ro: ['Fișiere', 'fişiere'],
	ru: ['Ёлка', 'елка'],
	sv: ['Bröd', 'brod'],
	th: ['คู่มือการติดตั้ง', 'ติดตั้ง'],
	tr: ['Fırın', 'FIRIN'],
	uk: ['Обʼєкт', 'об’єкт'],
	vi: ['Đường', 'duong'],
	'zh-Hans': ['面包', '面包'],
	'zh-Hant': ['麵包', '麵包'],
};

test('a site in all packaged languages has the words, the direction and the search of each', async () => {
	const files = LANGUAGES.map((locale): [string, string] => [
		`content/${locale}/docs/index.md`,
		doc(PLAIN_WORDS[locale]?.[0] ?? '', 'x\n'),
	]);
	const all = site({
		'site.config.ts': config({ locales: ['en', ...LANGUAGES], search: {} }),
		'content/docs/index.md': doc('Bread'),
		...Object.fromEntries(files),
	});
	assert.is(toText((await all.build()).diagnostics), '');
	for (const locale of LANGUAGES) {
		const folder = locale.toLowerCase();
		const page = all.read(`${folder}/docs/index.html`);
		const direction = ['ar', 'fa', 'he'].includes(locale) ? 'rtl' : 'ltr';
		assert.match(page, `<html lang="${locale}" dir="${direction}"`);
		for (const key of ['skipToContent', 'mainNavigation', 'search'] as const) assert.match(page, packaged(locale)[key]);
		assert.not.match(page, /Skip to main|>Search/);
		const [, typed] = PLAIN_WORDS[locale] ?? ['', ''];
		const found = await hits(typed, all.read, `${folder}/search.json`);
		assert.equal(found, [`/${folder}/docs/`], `${locale} ${typed}`);
	}
});

test('a language is written in the direction of its script', () => {
	const directionOf = (locale: string): string | undefined =>
		resolveConfig({ title: 'Site', url: 'https://example.com', locales: [locale] }).config?.locale.direction;
	for (const locale of 'ar fa he ur yi ps sd ug dv ckb ku-Arab az-IR ur-Aran pa-Arab fa-AF'.split(' '))
		assert.is(directionOf(locale), 'rtl', locale);
	for (const locale of 'hi uk tr vi ku az pa ms fa-Latn sr-Cyrl'.split(' '))
		assert.is(directionOf(locale), 'ltr', locale);
});

test("a site's own words replace single ones, in English as well", async () => {
	const own = { editPage: 'Improve this page', results: '{count} hits' };
	const english = site({
		'site.config.ts': config({ editUrl: 'https://example.com/edit', search: {} }),
		'content/words.json': JSON.stringify(own),
		...FILES,
	});
	assert.is(toText((await english.build()).diagnostics), '');
	assert.match(english.read('docs/index.html'), 'Improve this page');
	assert.match(english.read('docs/index.html'), 'On this page');
	assert.ok(english.outputs().some((out) => out.endsWith('.js') && /\$\{[\w.]+\} hits/.test(english.read(out))));
	english.files['content/words.json'] = JSON.stringify({ onThisPage: 'Here' });
	await english.build();
	assert.match(english.read('docs/index.html'), '>Here<');
});

test('words of the site complete a language without packaged ones', async () => {
	const words = packaged('nl');
	const frisian = site({
		'site.config.ts': config({ locales: ['fy'] }),
		'content/words.json': JSON.stringify(words),
		'content/docs/index.md': doc('Bôle'),
	});
	assert.is(toText((await frisian.check()).diagnostics), '');
	const { tip, note, info, menu, close, retry, loading, ...others } = words;
	frisian.files['content/words.json'] = JSON.stringify({ ...others, tip });
	const [finding] = (await frisian.check()).diagnostics;
	assert.match(finding?.message ?? '', /stay in English: close, menu, note, info, retry, loading\.$/);
	frisian.files['content/words.json'] = JSON.stringify(others);
	const [longer] = (await frisian.check()).diagnostics;
	assert.match(longer?.message ?? '', /stay in English: close, menu, note, tip, info, retry and 1 more\.$/);
	assert.equal(longer?.notes, ['These are in English: close, menu, note, tip, info, retry, loading.']);
});

test('scripts choose the plural form of the language', () => {
	const run = (words: Words, count: number): string =>
		new Function('count', `return ${withWords('WORDS.documentsFound({ count })', { words, english: ENGLISH }, false)}`)(
			count,
		);
	assert.is(run(ENGLISH_WORDS, 1), 'One document found');
	assert.is(run(ENGLISH_WORDS, 2), '2 documents found');
	for (const locale of LANGUAGES) {
		const words = { ...packaged(locale), language: locale };
		for (const count of [0, 1, 2, 5, 11, 21, 100])
			assert.is(run(words, count), plural(words.documentsFound, count, words), `${locale} ${count}`);
	}
	const ukrainian = { ...packaged('uk'), language: 'uk' };
	assert.equal(
		[1, 22, 25].map((count) => run(ukrainian, count)),
		['Знайдено 1 документ', 'Знайдено 22 документи', 'Знайдено 25 документів'],
	);
	assert.is(run({ ...packaged('fa'), language: 'fa' }, 1200), '۱۲۰۰ سند پیدا شد');
	const words = { ...ENGLISH_WORDS, noResultsFor: 'No `\u0024{query}` for \\{query}' };
	const said = new Function(
		'query',
		`return ${withWords('WORDS.noResultsFor({ query })', { words, english: ENGLISH }, false)}`,
	)('a');
	assert.is(said, say(words.noResultsFor, { query: 'a' }));
	assert.is(withWords('WORDS.close', { words: ENGLISH_WORDS, english: ENGLISH }, false), '`Close`');
});

test('scripts for several languages show the words that a page has loaded, else those of the first one', () => {
	const show = (source: string, messages: string): unknown =>
		new Function(
			'globalThis',
			'n',
			`${messages}; return ${withWords(source, { words: ENGLISH_WORDS, english: ENGLISH }, true)}`,
		)({}, 2);
	assert.is(show('WORDS.close', ''), 'Close');
	assert.is(show('WORDS.found({ count: n })', ''), '2 found');
	for (const locale of LANGUAGES) {
		const words = { ...packaged(locale), language: locale };
		const { text } = messagesFile(locale, { words, english: ENGLISH }, ['found', 'close', 'notLoaded', 'close'], false);
		assert.is(show('WORDS.close', text), words.close);
		assert.is(show('WORDS.found({ count: n })', text), plural(words.found, 2, words));
		assert.is(show("WORDS.notLoaded({ url: '$&', status: n })", text), say(words.notLoaded, { url: '$&', status: 2 }));
	}
});

test('nothing of the interface is left in English', async () => {
	assert.equal(MISSING, [], 'the site has every component');
	const foreign = site(foreignSite('en-XA'));
	const { diagnostics, ok } = await foreign.build();
	assert.ok(ok, toText(diagnostics));
	const pages = foreign.outputs().filter((out) => out.endsWith('.html'));
	assert.ok(pages.length > 170);
	for (const out of pages) assert.equal(englishIn(foreign.read(out)), [], out);
	// Groups of the search results, and what programs show.
	for (const out of foreign.outputs().filter((name) => /^assets\/search\/\w+\.json$/.test(name))) {
		const { group } = JSON.parse(foreign.read(out));
		if (group !== undefined) assert.match(group, /[^\p{ASCII}]/u, out);
	}
	for (const [out, text] of [
		['blog/rss.xml', 'Сайт Blög éé'],
		['opensearch.xml', 'Šéárçh Сайт'],
	] as const)
		assert.match(foreign.read(out), text);
});

test('every word is said somewhere', () => {
	const sources = ['src/content', 'src/render', 'src/client', 'src/extensions', 'templates'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('words.ts'))
			.map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
	);
	const isSaid = (key: string): boolean => sources.some((text) => new RegExp(`\\b${key}\\b`).test(text));
	assert.equal(
		Object.keys(ALL_WORDS).filter((key) => !isSaid(key)),
		[],
	);
});

test('words of pseudo-languages are accented, and keep their placeholders', () => {
	const words = pseudoWords('en-XA');
	assert.is(words?.readMoreAbout, 'Réád möré áböút {title} éééééééé');
	assert.equal(words && lostPlaceholders(words, 'en', ALL_WORDS), []);
	assert.match(pseudoWords('ar-XB')?.close ?? '', /^\u202e.*\u202c$/);
	assert.is(pseudoWords('en'), undefined);
});

test('a language that is none, is there twice, or has a folder that is taken is refused', async () => {
	for (const [wrong, message] of [
		['zh_CN', 'must be the tag of a language'],
		[{ locale: 'AR', url: '/x' }, 'must differ from the others; "AR" is taken'],
		[{ locale: 'fr', path: 'docs' }, 'must have another "path": "docs" is a folder of the site already'],
		[{ locale: 'fr', path: 'pages' }, 'must have another "path": "pages" is a folder of the site already'],
		['pages', 'must be the tag of a language'],
	] as const) {
		const files = { 'content/docs/a.md': doc('A'), 'site.config.ts': config({ locales: ['ar', wrong] }) };
		assert.match((await site(files).build()).diagnostics[0]?.message ?? '', message);
	}
});

test('a locale as gettext writes it gets the tag as a hint', async () => {
	for (const [wrong, hint] of [
		['de_CH', 'Did you mean "de-CH"?'],
		[{ locale: 'pt_br.UTF-8' }, 'Did you mean "pt-BR"?'],
		['pages', undefined],
	] as const) {
		const files = { 'content/docs/a.md': doc('A'), 'site.config.ts': config({ locales: ['en', wrong] }) };
		assert.is((await site(files).build()).diagnostics[0]?.hint, hint);
	}
});

test('a number is no word and no text', async () => {
	const files = {
		'content/docs/a.md': doc('A'),
		'site.config.ts': config({ title: 'Bread', locales: ['en', 'de'] }),
		'content/de/docs/a.md': doc('A'),
		'content/de/texts.json': '{ "Bread": 7 }',
		'content/de/words.json': '{ "close": 1, "results": { "other": 2 } }',
	};
	const found = (await site(files).build()).diagnostics.map(({ code, file, message, hint }) => [
		`${code} ${file}: ${message}`,
		hint,
	]);
	const hint = (text: string): string => `Write it in quotation marks if "${text}" is the text.`;
	assert.equal(found, [
		['invalid-words content/de/words.json: close must be a text, but is 1.', hint('1')],
		['invalid-words content/de/words.json: results.other must be a text, but is 2.', hint('2')],
		['invalid-texts content/de/texts.json: Bread must be a string, but is 7.', hint('7')],
	]);
});

test.run();
