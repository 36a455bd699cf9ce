/** `docsgen search push` and `docsgen search try`, against a service on loopback and a site in memory. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { trySearch } from '../../src/cli/search/try.ts';
import { createTerminal } from '../../src/cli/terminal/terminal.ts';
import { resolveConfig } from '../../src/content/model/config.ts';
import { partsOf } from '../../src/extensions/hosted-search/parts.ts';
import { EXTENSIONS } from '../../src/extensions/registered.ts';
import { memoryProject } from '../memory-project.ts';
import { pushSearch } from './push-search.ts';
import { ADMIN, APP, type Behaviour, type Index, SEARCH_KEY, startService } from './service.ts';
import { type Hosted, siteFiles } from './site.ts';

const service = await startService();
const HOSTED: Hosted = { appId: APP, apiKey: SEARCH_KEY, indexName: 'trpc', hosts: [service.origin] };
const files = siteFiles(HOSTED);
const KEY = { DOCSGEN_SEARCH_ADMIN_KEY: ADMIN };

async function push(env: Record<string, string>, how: { send: boolean; compare?: boolean }, of = files) {
	service.asked.length = 0;
	let said = '';
	const output = { write: (text: string) => (said += text) };
	const terminal = createTerminal({ stdout: output, stderr: output, isTTY: false, env: {} });
	const findings = await pushSearch(memoryProject(of), { env, ...how }, terminal);
	terminal.close();
	return { findings, said };
}

function readConfigOf(env: Record<string, string>) {
	const raw = { title: 'Site', url: 'https://docs.example.com', search: { hosted: HOSTED } };
	return resolveConfig(raw, { env: (name) => env[name] }, undefined, EXTENSIONS);
}

function indexOf(name = 'trpc'): Index {
	const index = service.indexes.get(name);
	assert.ok(index, `no index ${name}`);
	return index as Index;
}

test('id and key from the environment enable the hosted search, with an index named after the product', async () => {
	const env = { DOCSGEN_SEARCH_APP_ID: 'ENVAPP', DOCSGEN_SEARCH_API_KEY: 'key' };
	const { findings, said } = await push(env, { send: false }, siteFiles());
	assert.equal(findings, []);
	assert.match(said, /records for the index "site" of application ENVAPP/);
});

test('the environment wins over the configuration', async () => {
	const { said } = await push({ DOCSGEN_SEARCH_APP_ID: 'ENVAPP', DOCSGEN_SEARCH_API_KEY: 'key' }, { send: false });
	assert.match(said, 'of application ENVAPP');
	const { languages } = readConfigOf({ DOCSGEN_SEARCH_API_KEY: 'key of the environment' });
	assert.is(languages?.[0]?.search?.hosted?.apiKey, 'key of the environment');
});

test('a site with mistakes is not pushed', async () => {
	const { findings } = await push(KEY, { send: true }, siteFiles(HOSTED, { 'content/docs/a.md': '[No](./no.md)' }));
	assert.equal(
		findings.map(({ code }) => code),
		['broken-markdown-link'],
	);
	assert.equal(service.asked, []);
});

test('without --send, nothing is sent, and the plan is printed', async () => {
	const { findings, said } = await push(KEY, { send: false });
	assert.equal(findings, []);
	assert.equal(service.asked, []);
	assert.match(said, /docs-default-current: \d+ records/);
	assert.match(said, /Nothing was sent/);
	assert.not.match(said, new RegExp(ADMIN));
});

test('the key is read only from the environment', async () => {
	const { findings } = await push({}, { send: true });
	assert.match(findings[0]?.message ?? '', /DOCSGEN_SEARCH_ADMIN_KEY is not set/);
	assert.equal(service.asked, []);
});

test('the index is filled under a random name, then moved', async () => {
	const names = new Set<string>();
	for (let round = 0; round < 2; round++) {
		const { findings } = await push(KEY, { send: true });
		assert.equal(findings, []);
		assert.equal([...service.indexes.keys()], ['trpc']);
		const filled = service.asked.filter(({ path }) => path.endsWith('/batch')).map(({ path }) => path);
		assert.ok(
			filled.every((path) => /^\/1\/indexes\/trpc_tmp_\d+\/batch$/.test(path)),
			filled.join(),
		);
		names.add(filled[0] ?? '');
		assert.ok(service.asked.every(({ body }) => ((body.requests as unknown[] | undefined)?.length ?? 0) <= 500));
	}
	assert.is(names.size, 2, 'two pushes fill two indexes');
	const { records } = indexOf();
	const ids = records.map(({ objectID }) => objectID);
	assert.is(new Set(ids).size, ids.length);
	const urls = records.map(({ url }) => String(url));
	assert.ok(urls.every((url) => url.startsWith('https://docs.example.com/')));
	assert.ok(urls.includes('https://docs.example.com/docs/client#zebra-crossing'));
	assert.equal([...new Set(records.map(({ docs_tag }) => docs_tag))].sort(), [
		'default',
		'docs-default-9.x',
		'docs-default-current',
	]);
});

test('two concurrent pushes leave one complete index', async () => {
	const count = indexOf().records.length;
	const results = await Promise.all([push(KEY, { send: true }), push(KEY, { send: true })]);
	for (const { findings } of results) assert.equal(findings, []);
	assert.equal([...service.indexes.keys()], ['trpc']);
	assert.is(indexOf().records.length, count);
});

test('rules, synonyms and settings made by hand are kept; configured ones are set', async () => {
	const index = indexOf();
	index.rules.push({ objectID: 'rule' });
	index.synonyms.push({ objectID: 'ws' });
	index.settings.minWordSizefor1Typo = 9;
	const own = siteFiles({ ...HOSTED, index: { settings: { hitsPerPage: 7 }, pageRank: { '/docs/client': 777 } } });
	assert.equal((await push(KEY, { send: true }, own)).findings, []);
	const { rules, synonyms, settings, records } = indexOf();
	assert.equal([rules.length, synonyms.length, settings.minWordSizefor1Typo, settings.hitsPerPage], [1, 1, 9, 7]);
	const ranked = records.filter(({ weight }) => (weight as { pageRank: number }).pageRank === 777);
	assert.ok(ranked.length > 0 && ranked.every(({ url }) => String(url).includes('/docs/client')));
});

test('a new index has the public defaults, and records with the attributes that they name', async () => {
	service.indexes.clear();
	await push(KEY, { send: true });
	const { settings, records } = indexOf();
	assert.is(settings.removeWordsIfNoResults, 'allOptional');
	assert.is(settings.minWordSizefor1Typo, 3);
	assert.is(settings.separatorsToIndex, '_');
	assert.is(settings.allowTyposOnNumericTokens, false);
	assert.ok((settings.searchableAttributes as string[]).includes('unordered(hierarchy.lvl0)'));
	for (const facet of ['lang', 'version', 'language', 'docs_tag']) {
		assert.ok((settings.attributesForFaceting as string[]).includes(facet));
		assert.ok(records.every((record) => record[facet] !== undefined));
	}
	assert.ok(records.every(({ weight }) => typeof (weight as { pageRank: number }).pageRank === 'number'));
});

test('--dry-run shows the difference to the current index and changes nothing', async () => {
	const same = await push(KEY, { send: false, compare: true });
	assert.match(same.said, /0 new\n0 changed\n0 gone\n/);
	const before = JSON.stringify([...service.indexes]);
	indexOf().settings.minWordSizefor1Typo = 9;
	const { objectID } = indexOf().records[0] ?? {};
	const other = siteFiles(HOSTED, { 'content/docs/client.md': '---\ntitle: The client\n---\n\nMade anew.\n' });
	const { findings, said } = await push(KEY, { send: false, compare: true }, other);
	assert.equal(findings, []);
	assert.match(said, /1 changed\n {2}https:\/\/docs\.example\.com\/docs\/client\n2 gone/);
	assert.match(said, /minWordSizefor1Typo: 9 stays; a new index would get 3/);
	indexOf().settings.minWordSizefor1Typo = 3;
	assert.is(indexOf().records[0]?.objectID, objectID);
	assert.is(JSON.stringify([...service.indexes]), before);
	assert.ok(service.asked.every(({ method, path }) => method === 'GET' || path.endsWith('/browse')));
});

test('a wrong key is reported as such, and no message contains it', async () => {
	const before = indexOf().records.length;
	const { findings, said } = await push({ DOCSGEN_SEARCH_ADMIN_KEY: 'a-wrong-key' }, { send: true });
	assert.match(findings[0]?.message ?? '', /does not accept the key in DOCSGEN_SEARCH_ADMIN_KEY .*Invalid key/);
	assert.not.match(JSON.stringify(findings) + said, /a-wrong-key/);
	assert.is(indexOf().records.length, before);
});

/** Runs `action` while the service behaves in this way. */
async function during<T>(way: Behaviour, action: () => Promise<T>): Promise<T> {
	service.behave(way);
	try {
		return await action();
	} finally {
		service.behave(undefined);
	}
}

test('a failed push removes its temporary index and reports the reason of the service', async () => {
	const before = JSON.stringify([...service.indexes]);
	for (const at of [/batch$/, /^PUT .*settings$/, /operation$/, /task/]) {
		indexOf().settings.minWordSizefor1Typo = 3;
		const own = siteFiles({ ...HOSTED, index: { settings: { hitsPerPage: 8 } } });
		const { findings } = await during({ refuse: 'Too big', at }, () => push(KEY, { send: true }, own));
		assert.match(findings[0]?.message ?? '', /could not be sent: Too big \(status 400\)/);
		assert.match(findings[0]?.hint ?? '', /readers use was not changed/);
		assert.is(JSON.stringify([...service.indexes]), before, String(at));
	}
	const refused = await during({ refuse: 'Too big', at: /_tmp_\d+\/operation$|DELETE/ }, () =>
		push(KEY, { send: true }),
	);
	assert.match(refused.findings[0]?.message ?? '', /Too big/, 'the first reason');
	const [, temporary = ''] = [...service.indexes.keys()];
	assert.match(refused.findings[0]?.hint ?? '', `Delete the index "${temporary}"`);
	service.indexes.delete(temporary);
});

test('a push that is ended by a signal removes its temporary index', async () => {
	const before = JSON.stringify([...service.indexes]);
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		for (const at of [/batch$/, /^PUT .*settings$/, /task/]) {
			indexOf().settings.minWordSizefor1Typo = 3;
			const own = siteFiles({ ...HOSTED, index: { settings: { hitsPerPage: 8 } } });
			const listeners = process.listenerCount(signal);
			let sent = 0;
			const run = (): void => {
				if (sent++ === 0) process.emit(signal, signal);
			};
			const { findings } = await during({ run, at }, () => push(KEY, { send: true }, own));
			assert.match(findings[0]?.message ?? '', /The push was ended/);
			assert.match(findings[0]?.hint ?? '', /readers use was not changed/);
			assert.is(JSON.stringify([...service.indexes]), before, `${signal} at ${at}`);
			assert.is(process.listenerCount(signal), listeners);
		}
});

test('settings, rules and synonyms that are changed by hand during a push are kept', async () => {
	const before = structuredClone(indexOf());
	const run = (): void => {
		Object.assign(indexOf().settings, { minWordSizefor1Typo: 6, replicas: ['trpc_by_date'] });
		indexOf().rules.push({ objectID: 'late' });
	};
	const { findings } = await during({ run, at: /batch$/ }, () => push(KEY, { send: true }));
	assert.equal(findings, []);
	const { settings, rules } = indexOf();
	assert.equal([settings.minWordSizefor1Typo, settings.replicas], [6, ['trpc_by_date']]);
	assert.ok(rules.some(({ objectID }) => objectID === 'late'));
	Object.assign(indexOf(), { settings: before.settings, rules: before.rules });
});

/** Sections that are longer than a record, each with a word at its end. */
const LONG: Record<string, string> = {
	'ru.md': `# Хлеб\n\n${'Тесто должно подниматься в тепле не меньше двух часов. '.repeat(300)}закваска`,
	'zh.md': `# 面包\n\n${'面团必须在温暖的地方发酵至少两个小时然后烤箱才能加热'.repeat(300)}酵母`,
	'de.md': `# Brot\n\n${'Sauerteigbrotscheibenverpackung '.repeat(700)}Semmelbrösel`,
	'quotes.md': `# Quotes\n\n${'"\\\\" '.repeat(4000)}zymurgy`,
	'lines.md': `# Lines\n\n${'- A line of a list that is not long, nor short\n'.repeat(400)}\nsaccharomyces`,
	'emoji.md': `# Emoji\n\n${'👩‍🍳'.repeat(2000)} whisk`,
	'heading.md': `# Heading\n\n## ${'A heading with far too many words in it '.repeat(40)}poolish\n\n${'Text of it. '.repeat(2000)}levain`,
};

test('algolia/docsearch-scraper#511: a long section is several records, which have all of its words', async () => {
	const files = siteFiles(
		HOSTED,
		Object.fromEntries(Object.entries(LONG).map(([name, text]) => [`content/docs/long/${name}`, text])),
	);
	assert.equal((await during({ limit: 10_000 }, () => push(KEY, { send: true }, files))).findings, []);
	const { records } = indexOf();
	assert.is(new Set(records.map(({ objectID }) => objectID)).size, records.length);
	for (const [name, text] of Object.entries(LONG)) {
		const own = records.filter((record) => String(record.url_without_anchor).endsWith(`/long/${name.slice(0, -3)}`));
		assert.ok(own.length > 2, name);
		const places = own.map(({ weight }) => (weight as { position: number }).position);
		assert.equal(places, [...own.keys()], `${name}: the order of the page`);
		const texts = own.map(({ content }) => String(content ?? ''));
		// Two backslashes are one in Markdown; the long heading is in front of its text.
		const plain = text.replace(/^#+ (?!A).*\n|^## |^- /gm, '').replaceAll('\\\\', '\\');
		const isSame = texts.join('').replace(/\s/g, '') === plain.replace(/\s/g, '');
		assert.ok(isSame, `${name}: the text in parts differs from the text`);
		const words = new Set(plain.split(/\s+/));
		// Chinese has no spaces, and a row of emoji is longer than a record.
		for (const word of /zh|emoji/.test(name) ? [] : texts.flatMap((part) => part.split(' ')))
			assert.ok(word === '' || words.has(word), `${name}: half a word, ${word}`);
		assert.ok(!texts.some((part) => /^\u200d|\u200d$/.test(part)), `${name}: half an emoji`);
	}
	const all = records.map(({ content }) => String(content));
	for (const word of ['закваска', '酵母', 'Semmelbrösel', 'zymurgy', 'saccharomyces', 'whisk', 'poolish', 'levain'])
		assert.ok(
			all.some((text) => text.includes(word)),
			word,
		);
});

test('a text is cut after a sentence, else between words, and never in a character', () => {
	assert.equal(partsOf('', 100), []);
	assert.equal(partsOf('Short. Text.', 100), ['Short. Text.']);
	assert.equal(partsOf('One sentence. Another sentence.', 24), ['One sentence.', 'Another sentence.']);
	assert.equal(partsOf('five words without a stop', 14), ['five words', 'without a', 'stop']);
	assert.equal(partsOf('面包很好吃。酵母很重要。', 22), ['面包很好吃。', '酵母很重要。']);
	assert.equal(partsOf('面包酵母烤箱', 16), ['面包酵母', '烤箱']);
	assert.equal(partsOf('ab👩‍🍳👩‍🍳', 16), ['ab👩‍🍳', '👩‍🍳']);
	assert.equal(partsOf('😀😀', 4), ['😀', '😀']);
});

test('the service’s refusal of a record names the page, the line and a way out', async () => {
	const { findings } = await during({ limit: 700 }, () => push(KEY, { send: true }));
	const [{ message = '', hint = '', file, line } = {}] = findings;
	assert.match(message, /refuses a record: Record of https:\/\/docs\.example\.com\/\S+ is too big size=\d+\/700/);
	assert.not.match(message, /objectID/);
	assert.match(file ?? '', /^content\/.*\.md$/);
	assert.ok((line ?? 0) > 0);
	assert.match(hint, /Change this section.*was not changed/);
	const { pathname, hash } = new URL(/https:\S+/.exec(message)?.[0] ?? '');
	assert.ok(
		pathname.startsWith('/docs/') && (hash === '') === (line === 1),
		`${pathname}${hash} is not ${file}:${line}`,
	);
});

test('a hint says to check the network only if there was no response', async () => {
	const dropped = await during({ drop: true }, () => push(KEY, { send: true }));
	assert.match(dropped.findings[0]?.hint ?? '', /Check the network/);
	for (const [refuse, message, hint] of [
		[`Bad key ${ADMIN}`, /Bad key … /, /search\.hosted/],
		['Record quota exceeded, change plan', /no room for the records: Record quota exceeded/, /choose a plan/],
		['Invalid value for hitsPerPage', /could not be sent: Invalid value .*status 400/, /search\.hosted/],
	] as const) {
		const { findings } = await during({ refuse, at: /batch$/ }, () => push(KEY, { send: true }));
		assert.match(findings[0]?.message ?? '', message);
		assert.match(findings[0]?.hint ?? '', hint);
		assert.not.match(findings[0]?.hint ?? '', /network/);
		assert.not.match(JSON.stringify(findings), ADMIN);
	}
});

test('a push removes what an interrupted one left, but not the index of one that still runs', async () => {
	const left = { settings: {}, records: [], rules: [], synonyms: [], updatedAt: '2024-05-06T07:08:09Z' };
	const { updatedAt, ...running } = left;
	for (const name of ['trpc_tmp_111111', 'other_tmp_111111']) service.indexes.set(name, left);
	service.indexes.set('trpc_tmp_222222', running);
	assert.equal((await push(KEY, { send: true })).findings, []);
	assert.equal([...service.indexes.keys()].sort(), ['other_tmp_111111', 'trpc', 'trpc_tmp_222222']);
	for (const name of ['other_tmp_111111', 'trpc_tmp_222222']) service.indexes.delete(name);
});

test('a host that failed is not asked again', async () => {
	const broken = await startService();
	broken.behave({ drop: true });
	const hosts = [broken.origin, service.origin];
	const { findings } = await push(KEY, { send: true }, siteFiles({ ...HOSTED, hosts }));
	await broken.close();
	assert.equal(findings, []);
	assert.is(broken.asked.length, 1, 'requests to the broken host');
});

test('no hint says that the index is unchanged once the service was asked to replace it', async () => {
	const run = (): void => {
		if (service.asked.at(-1)?.body.operation === 'move') service.behave({ refuse: 'Busy', at: /task/ });
	};
	const { findings } = await during({ run, at: /operation$/ }, () => push(KEY, { send: true }));
	assert.match(findings[0]?.message ?? '', /Busy/);
	assert.match(findings[0]?.hint ?? '', /may have the new records already/);
});

test('the index that readers use has its settings from the start, and gets them where an earlier push failed', async () => {
	service.indexes.clear();
	await during({ refuse: 'Busy', at: /^PUT .*settings$/ }, () => push(KEY, { send: true }));
	assert.is(service.indexes.size, 0);
	assert.equal((await push(KEY, { send: true })).findings, []);
	const steps = service.asked.map(({ method, path }) => `${method} ${path}`);
	const move = steps.findIndex((step) => /^POST .*_tmp_\d+\/operation$/.test(step));
	const settings = steps.findIndex((step) => /^PUT .*_tmp_\d+\/settings$/.test(step));
	assert.ok(settings >= 0 && settings < move, steps.join('\n'));
	assert.ok(steps.slice(move + 1).every((step) => step.startsWith('GET')));
});

test('an index without the facets that the site filters by gets them; facets made by hand stay', async () => {
	const facets = async (known: string[] | null): Promise<unknown> => {
		indexOf().settings.attributesForFaceting = known;
		const { said } = await push(KEY, { send: false, compare: true });
		assert.match(said, /attributesForFaceting: .* becomes /);
		assert.equal((await push(KEY, { send: true })).findings, []);
		return indexOf().settings.attributesForFaceting;
	};
	assert.equal(await facets(null), ['language', 'docs_tag', 'kind']);
	const ofCrawler = ['type', 'language', 'filterOnly(docs_tag)'];
	assert.equal(await facets(ofCrawler), [...ofCrawler, 'kind']);
	const own = siteFiles({ ...HOSTED, facetFilters: ['product:core'] });
	assert.equal((await push(KEY, { send: true }, own)).findings, []);
	assert.equal(indexOf().settings.attributesForFaceting, [...ofCrawler, 'kind', 'product']);
});

test('try prints the hits that a reader would get', async () => {
	let said = '';
	const output = { write: (text: string) => (said += text) };
	const terminal = createTerminal({ stdout: output, stderr: output, isTTY: false, env: {} });
	const project = memoryProject(siteFiles());
	assert.equal(await trySearch(project, 'quokka', { env: {}, limit: 5 }, terminal), []);
	assert.match(said, /Zebra crossing/);
	assert.match(said, /\[quokka\]/);
	assert.match(said, /1 results? for "quokka" in current/);
	const findings = await trySearch(project, 'quokka', { env: {}, limit: 5, version: '7.x' }, terminal);
	assert.match(findings[0]?.message ?? '', /no docs version "7\.x"/);
	const lines: string[] = [];
	const json = (text: string): number => lines.push(text);
	assert.equal(await trySearch(project, 'quokka', { env: {}, limit: 5, version: '10.x', json }, terminal), []);
	assert.equal(
		lines.map((line) => JSON.parse(line)),
		[
			{
				url: '/docs/client#zebra-crossing',
				page: '/docs/client',
				group: 'Documentation',
				inText: true,
				title: 'The client',
				headings: ['Zebra crossing'],
				excerpt: 'Only here: quokka.',
			},
		],
	);
	terminal.close();
});

test.after(() => service.close());

test.run();
