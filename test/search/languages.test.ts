/** Words of each language as they are in a text and as readers type them (`languages.txt`): found, first, and marked. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { languageOf } from '../../src/content/search/language.ts';
import { indexed } from './indexed.ts';

/** Tag → the words in a text, each with what readers type. */
const LANGUAGES = new Map(
	readFileSync('test/search/languages.txt', 'utf8')
		.split(/\n\n+/)
		.slice(1)
		.map((block) => {
			const [tag = '', ...lines] = block.trim().split('\n');
			const words = lines.map((line) => line.split(' = ').map((part) => part.trim()));
			return [tag, words.map(([word = '', typed = '']) => [word, typed.split(', ')] as const)] as const;
		}),
);

test('each language that has words of the interface or forms of words is tried', () => {
	const needed = readdirSync('templates/words').map((name) => name.replace('.json', ''));
	assert.equal(
		needed.filter((tag) => !LANGUAGES.has(tag)),
		[],
	);
	const modules = readdirSync('src/content/search/languages').map((name) => name.replace('.ts', ''));
	assert.equal(
		modules.filter((name) => languageOf(name) !== name),
		[],
	);
	assert.equal(
		['pt-BR', 'nb', 'en', 'en-GB', 'xx'].map((tag) => languageOf(tag) ?? ''),
		['pt', 'no', '', '', ''],
	);
});

for (const [tag, words] of LANGUAGES) {
	test(`${tag}: what readers type finds the word, first and marked`, async () => {
		const pages = words.map(([word]) => `1 ${word}. 2`);
		const index = await indexed(
			Object.fromEntries(
				pages.map((text, number) => [`/${number}`, { kind: 0, title: `0${number}`, sections: [['', text]] }]),
			),
			[tag],
		);
		const failed: string[] = [];
		for (const [number, [word, typed]] of words.entries()) {
			for (const query of typed) {
				const { hits } = await index.search(query);
				const marked = hits[0]?.excerpt.flatMap((span) => (span.mark ? [span.text] : [])) ?? [];
				if (hits[0]?.url !== `/${number}` || marked.length === 0 || !marked.every((text) => word.includes(text)))
					failed.push(
						`${word} = ${query}: ${hits[0] ? `${pages[Number(hits[0].url.slice(1))]} [${marked}]` : 'nothing'}`,
					);
			}
		}
		assert.equal(failed, []);
	});
}

test('an exact word comes before other forms and spellings of it', async () => {
	const first = async (tag: string, query: string, ...texts: string[]): Promise<string | undefined> => {
		const pages = texts.map((text, number): [string, Parameters<typeof indexed>[0][string]] => [
			`/${number}`,
			{ kind: 0, title: `0${number}`, sections: [['', `1 ${text}. 2`]] },
		]);
		const { hits } = await (await indexed(Object.fromEntries(pages), [tag])).search(query);
		assert.is(hits.length, texts.length, query);
		return texts[Number(hits[0]?.url.slice(1))];
	};
	for (const [tag, ...words] of [
		['fr', 'fichier', 'fichiers'],
		['de', 'Größe', 'Groesse'],
		['ru', 'сервер', 'сервера'],
		['ar', 'الخبز', 'خبز'],
		['id', 'baca', 'membaca'],
		['en', 'install', 'installed'],
	] as const)
		for (const word of words) {
			assert.is(await first(tag, word, ...words), word);
			assert.is(await first(tag, word, ...words.toReversed()), word);
		}
});

test('words of pages in two languages have the forms of both, and Latin letters between other ones those of English', async () => {
	const texts = (pages: string[]): Parameters<typeof indexed>[0] =>
		Object.fromEntries(
			pages.map((text, number) => [`/${number}`, { kind: 0, title: `0${number}`, sections: [['', text]] }]),
		);
	const found = async (tags: string[], query: string, ...pages: string[]): Promise<number> =>
		(await (await indexed(texts(pages), tags)).search(query)).count;
	assert.is(await found(['fr', 'en'], 'fichier', 'Les fichiers.'), 1);
	assert.is(await found(['fr', 'en'], 'queries', 'A query.'), 1);
	assert.is(await found(['fr'], 'queries', 'A query.'), 0);
	assert.is(await found(['ja'], 'queries', 'query を送る。'), 1);
	assert.is(await found(['vi'], 'queries', 'query.'), 1);
});

test.run();
