/** Splitting texts and queries into words, and highlighting matches. */
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
	codeOf,
	digitOf,
	lengthCode,
	lengthOf,
	numberOf,
	PackedReader,
	packNumber,
	packPostings,
	unpackPostings,
} from '../../src/content/search/format.ts';
import { folded } from '../../src/content/search/letters.ts';
import { excerptOf, markedText, plainOf } from '../../src/content/search/marks.ts';
import { pairsOf, parseQuery } from '../../src/content/search/query.ts';
import { isStopWord, signedWords, wholesOf, wordsOf } from '../../src/content/search/words.ts';

const words = (text: string): string[] => wordsOf(text).map(({ word }) => word);

test('names are found as a whole and by their parts', () => {
	assert.equal(words('createTRPCProxyClient'), ['createtrpcproxyclient', 'create', 'trpc', 'proxy', 'client']);
	assert.equal(words('useQuery()'), ['usequery', 'use', 'query']);
	assert.equal(words('TRPCError'), ['trpcerror', 'trpc', 'error']);
	assert.equal(words('tRPC'), ['trpc']);
	assert.equal(words('server-side'), ['serverside', 'server', 'side']);
	assert.equal(words('Next.js'), ['nextjs', 'next', 'js']);
	assert.equal(words('ctx.user.name'), ['ctx', 'user', 'name']);
	assert.equal(words("it's DON’T"), ['its', 'dont']);
	assert.equal(words('PARSE_ERROR'), ['parseerror', 'parse', 'error']);
});

test('names with signs and operators', () => {
	const signed = (text: string): string[] =>
		signedWords(text).map(({ word, start, end }) => {
			assert.is(folded(text.slice(start, end)), word);
			return word;
		});
	assert.equal(signed('In C#, C++ and F#. Not C, A* or C++20?'), ['c#', 'c++', 'f#', 'a*', 'c++']);
	assert.equal(signed('`.NET` or .env, not foo.net or ./a'), ['.net', '.env']);
	assert.equal(signed('run --dry-run or -v, well-known, 1-2 --'), ['--dry-run', '-v', '--']);
	assert.equal(signed('@bakery/kit, @types/node-fetch, ann@example.org'), ['@bakery/kit', '@types/node-fetch']);
	assert.equal(signed('::before :root $ref &mut #id !x **kwargs'), [
		'::before',
		':root',
		'$ref',
		'&mut',
		'#id',
		'!x',
		'**kwargs',
	]);
	assert.equal(signed('a == b, x=>y, p?.q, a&&b, `||`, i++;'), ['==', '=>', '?.', '&&', '||', 'i++']);
	assert.equal(signed('The `|` sign. A - B: c / d? https://a.b/c std::move'), ['|', '-', '/']);
	assert.equal(signed('Wait... (really?) ------ ===== [a](b) 5.5% f().g {}'), []);
	assert.equal(signed('Größe+ naïve#'), ['grosse+', 'naive#']);
});

test('Chinese, Japanese and Thai text is split into words', () => {
	for (const word of ['类型', '安全', '路由']) assert.ok(words('类型安全的路由器').includes(word), word);
	assert.ok(words('購読はサーバーから届く').includes(folded('サーバー')));
	assert.ok(words('tRPCは型安全').includes('trpc'));
	assert.equal(words('คู่มือการติดตั้ง'), ['คู่มือ', 'คู่มื', 'มือ', 'การ', 'กา', 'าร', 'ติด', 'ตั้ง'].map(folded));
});

test('words report their position', () => {
	const text = 'Über createCaller, naïve — 日本語 and 😀 useQuery';
	for (const { word, start, end } of wordsOf(text))
		assert.is(folded(text.slice(start, end)).replace(/[-_.'’]/g, ''), word);
	assert.is(folded('Ünïcödé ﬁ'), 'unicode fi');
});

const LETTERS_FILE = 'src/content/search/letters.ts';
const collator = new Intl.Collator('und', { sensitivity: 'base' });
const isSame = (one: string, other: string): boolean => collator.compare(one, other) === 0;

/** Small letters of scripts with capitals that living languages use, without those that decomposition makes plain. */
function letters(): string[] {
	const bare = (text: string): string =>
		text
			.normalize('NFKD')
			.replace(/[\u0300-\u036f]/g, '')
			.toLowerCase();
	return Array.from({ length: 0x530 }, (_, code) => String.fromCharCode(code)).filter(
		(letter) =>
			/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letter) &&
			/\p{Ll}/u.test(letter) &&
			letter.toUpperCase() !== letter &&
			(bare(letter) === letter || letter === 'й'),
	);
}

/** The table of `letters.ts`, as the collation of Node has it. */
function tableOfCollation(): string {
	const latin = [...'abcdefghijklmnopqrstuvwxyz'];
	const plain = [...latin, ...latin.flatMap((one) => latin.map((other) => one + other))];
	const table = new Map([['i', 'ı']]);
	for (const letter of letters().filter((one) => !latin.includes(one))) {
		const same = plain.find((text) => isSame(text, letter));
		if (same !== undefined) table.set(same, (table.get(same) ?? '') + letter);
		else if (letter.toUpperCase().toLowerCase() === letter) plain.push(letter);
	}
	// Letters whose capital has another small letter: ς.
	for (const letter of letters().filter((one) => !plain.includes(one) && ![...table.values()].join('').includes(one))) {
		const same = plain.find((text) => isSame(text, letter));
		if (same !== undefined) table.set(same, (table.get(same) ?? '') + letter);
	}
	return [...table].map(([text, same]) => `${text}:${same}`).join(' ');
}

test('letters are folded as the root collation of Unicode does, at its first level', () => {
	const source = readFileSync(LETTERS_FILE, 'utf8');
	const made = source.replace(/(const TABLE =\n\t)'.*'/, (_, start: string) => `${start}'${tableOfCollation()}'`);
	if (process.env.UPDATE) writeFileSync(LETTERS_FILE, made);
	else assert.is(source, made, 'UPDATE=1 npm test -- search/words');
	for (const [one, other] of [
		['Straße', 'STRASSE'],
		['Smørrebrød', 'smorrebrod'],
		['Łódź', 'lodz'],
		['Æsir', 'aesir'],
		['œuvre', 'oeuvre'],
		['Đà Nẵng', 'da nang'],
		['IŞIK', 'ışık'],
		['İstanbul', 'istanbul'],
		['ＡＰＩ', 'api'],
		['ﬁle', 'file'],
		['Σίσυφος', 'σισυφοσ'],
		['ёлка', 'елка'],
		['Ґанок', 'ганок'],
		['e\u0301te\u0301', 'été'],
		['می\u200cشود', 'میشود'],
		['خُبْز', 'خبز'],
		['المكتبـــة', 'المكتبة'],
		['क्\u200dया', 'क्या'],
		['Dampf\u00adschiff', 'dampfschiff'],
	] as const) {
		assert.is(folded(one), folded(other), one);
		if (!/I/.test(one)) assert.ok(isSame(one, other), `${one} in the collation`);
	}
	for (const [one, other] of [
		['мой', 'мои'],
		['þing', 'thing'],
		['かぎ', 'かき'],
		['ŋ', 'n'],
	] as const)
		assert.is.not(folded(one), folded(other), one);
	assert.is(folded('и\u0306'), 'й');
	assert.is(folded('обʼєкт'), 'обєкт');
	// Letters that the collation tells apart stay apart, and others do not.
	for (const letter of letters())
		for (const other of ['a', 'i', 'o', 's', 'ss', 'ae', 'и', 'е', 'σ', 'г'])
			if (letter !== 'ı') assert.is(folded(letter) === folded(other), isSame(letter, other), letter + other);
});

test('a query drops stop words', () => {
	assert.equal(
		parseQuery('how to use the batch link').words.map(({ word }) => word),
		['batch', 'link'],
	);
	assert.equal(
		parseQuery('how to').words.map(({ word }) => word),
		['how', 'to'],
	);
	assert.equal(parseQuery('useQuery').words[0]?.parts, ['use', 'query']);
	assert.equal(parseQuery('use infinite query').words, [
		{ word: 'infinite', parts: [], also: [], joined: 'infinitequery', hook: 'useinfinite', pair: 'infinit queri' },
		{ word: 'query', parts: [], also: [] },
	]);
	assert.is(parseQuery('use query').words[0]?.hook, 'usequery');
	assert.equal(parseQuery('  ').words, []);
	assert.ok(parseQuery('word '.repeat(10_000)).words.length <= 10);
	assert.ok(isStopWord('the'));
});

test('adjacent words are pairs of stems, ignoring stop words between them', () => {
	assert.equal(pairsOf('Setting the headers'), pairsOf('set a header'));
	assert.equal(pairsOf('Options of useQuery'), ['option usequeri']);
	assert.equal(pairsOf('Header'), []);
});

test('a whole query as one word', () => {
	assert.equal(wholesOf('@trpc/server'), ['@trpc/server', 'trpcserver']);
	assert.equal(parseQuery("trpc.useContext('x')").wholes, ['trpcusecontextx']);
	assert.equal(['C', 'C#', 'C/C++ API', '==', 'When a = b', '!?', ''].map(wholesOf), [
		['c'],
		['c#'],
		['cc++api'],
		['=='],
		['whena=b'],
		['!?'],
		[],
	]);
});

test('packed numbers unpack unchanged', () => {
	for (let value = 0; value < 92; value++) assert.is(numberOf(digitOf(value)), value);
	const values = [0, 45, 46, 47, 2115, 2116, 97_335, 97_336, 1_000_000];
	const reader = new PackedReader(values.map(packNumber).join(''));
	assert.equal(
		values.map(() => reader.number()),
		values,
	);
	assert.ok(reader.done);
	for (const count of [0, 1, 7, 8, 20, 100, 5000]) {
		const kept = lengthOf(lengthCode(count));
		assert.ok(Math.abs(kept - count) <= count / 8, `${count} became ${kept}`);
	}
	const postings = [
		{ section: 0, title: 1, heading: 0, text: 0 },
		{ section: 3, title: 0, heading: 2, text: 24 },
		{ section: 9000, title: 0, heading: 0, text: 1 },
	];
	const sections = postings.map(({ section }) => section);
	assert.equal(unpackPostings(packPostings(sections, postings.map(codeOf))), postings);
});

test('marks and excerpts lose no text', () => {
	const text = 'A router holds procedures; useQuery asks them.';
	assert.is(
		markedText(text, ['query'])
			.map((span) => span.text)
			.join(''),
		text,
	);
	assert.equal(
		markedText(text, ['query']).filter(({ mark }) => mark),
		[{ text: 'Query', mark: true }],
	);
	assert.equal(
		markedText(text, ['usequery', 'query']).filter(({ mark }) => mark),
		[{ text: 'useQuery', mark: true }],
	);
	const long = `${'nothing here '.repeat(50)}the needle stands ${'and more '.repeat(50)}`;
	const excerpt = excerptOf(long, ['needle'], 10)
		.map((span) => span.text)
		.join('');
	assert.match(excerpt, /^….*needle.*…$/);
	assert.ok(excerpt.split(' ').length <= 12, excerpt);
	const path = `${'flours.'.repeat(9)}needle is found here`;
	const cut = excerptOf(`${'so '.repeat(30)}${path}`, ['needle'], 5).map(({ text }) => text);
	assert.match(cut.join(''), /^…(?:flours\.|needle)/, 'not in the middle of a word');
	assert.equal(excerptOf('', ['x'], 10), []);
});

test('in a text from right to left, code is isolated, also around a mark; elsewhere and for programs, nothing is added', () => {
	const shown = (text: string, ...marks: string[]): string =>
		markedText(text, marks)
			.map(({ text: part, mark }) => (mark ? `<${part}>` : part))
			.join('')
			.replaceAll('\u2066', '⟦')
			.replaceAll('\u2069', '⟧')
			.replaceAll('\u200f', '⇐');
	assert.is(shown('استخدم bake() ثم docsgen build --site.', 'bake'), '⇐استخدم <⟦bake>()⟧ ثم ⟦docsgen build --site⟧.');
	assert.is(shown('الواجهة (API) و(انظر bake())، 42.'), '⇐الواجهة (⟦API⟧) و(انظر ⟦bake()⟧)، 42.');
	assert.is(shown('השתמש ב-a.b[0] או <Tabs>'), '⇐השתמש ב⟦-a.b[0]⟧ או ⟦<Tabs>⟧');
	assert.is(shown('bake() تخبز الآن', 'bake'), '<⇐⟦bake>()⟧ تخبز الآن');
	assert.is(shown('Use bake() now'), 'Use bake() now');
	assert.is(shown('The word خبز means bread'), 'The word خبز means bread');
	assert.is(plainOf(excerptOf('استخدم bake() الآن', ['bake'], 10)), 'استخدم bake() الآن');
});

test('hostile texts: ten times the length takes less than a hundred times the work', () => {
	/** Microseconds of processor time. All results are kept: otherwise the collector of garbage has less to copy. */
	const work = (texts: readonly string[]): number => {
		const { user } = process.cpuUsage();
		const kept = texts.map((text) => [wordsOf(text), signedWords(text), excerptOf(text, ['x'], 10), parseQuery(text)]);
		assert.is(kept.length, texts.length);
		return process.cpuUsage().user - user;
	};
	for (const piece of ['a', 'a-', 'aA', "'", '漢', '-', '-a', 'a+ ', '@a/', 'a.']) {
		const [short = '', long = ''] = [20_000, 200_000].map((length) => piece.repeat(length / piece.length));
		const shorts = Array.from({ length: 10 }, () => short);
		work([short]);
		// Times below the clock's resolution count as ten milliseconds.
		const growth = (10 * work([long])) / Math.max(work(shorts), 10_000);
		assert.ok(growth < 50, `${piece}: ${growth.toFixed(1)} times the work`);
	}
});

test.run();
