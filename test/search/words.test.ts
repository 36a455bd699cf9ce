/** Splitting texts and queries into words, and highlighting matches. */
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
import { excerptOf, markedText } from '../../src/content/search/marks.ts';
import { pairsOf, parseQuery } from '../../src/content/search/query.ts';
import { folded, isStopWord, wholeOf, wordsOf } from '../../src/content/search/words.ts';

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

test('Chinese, Japanese and Thai text is split into words', () => {
	for (const word of ['类型', '安全', '路由']) assert.ok(words('类型安全的路由器').includes(word), word);
	assert.ok(words('購読はサーバーから届く').includes('サーバー'));
	assert.ok(words('tRPCは型安全').includes('trpc'));
	assert.ok(words('ภาษาไทย').length > 0);
});

test('words report their position', () => {
	const text = 'Über createCaller, naïve — 日本語 and 😀 useQuery';
	for (const { word, start, end } of wordsOf(text))
		assert.is(folded(text.slice(start, end)).replace(/[-_.'’]/g, ''), word);
	assert.is(folded('Ünïcödé ﬁ'), 'unicode fi');
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
		{ word: 'infinite', parts: [], joined: 'infinitequery', hook: 'useinfinite', pair: 'infinit queri' },
		{ word: 'query', parts: [] },
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
	assert.is(wholeOf('@trpc/server'), 'trpcserver');
	assert.is(parseQuery("trpc.useContext('x')").whole, 'trpcusecontextx');
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
	assert.equal(excerptOf('', ['x'], 10), []);
});

test('hostile texts: ten times the length takes less than a hundred times the work', () => {
	const work = (text: string): number => {
		const { user } = process.cpuUsage();
		wordsOf(text);
		excerptOf(text, ['x'], 10);
		parseQuery(text);
		return process.cpuUsage().user - user;
	};
	for (const piece of ['a', 'a-', 'aA', "'", '漢']) {
		const [short, long] = [20_000, 200_000].map((length) => piece.repeat(length / piece.length));
		work(short ?? '');
		// Microseconds of processor time; times below the clock's resolution count as a millisecond.
		const growth = work(long ?? '') / Math.max(work(short ?? ''), 1000);
		assert.ok(growth < 50, `${piece}: ${growth.toFixed(1)} times the work`);
	}
});

test.run();
