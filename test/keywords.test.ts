/**
 * A keyword is a promise: each of its words is on the page in one of its forms, or the configuration declares it to be a
 * synonym of one that is. Otherwise the search sends readers to a page that does not help them.
 */
import { readFileSync } from 'node:fs';
import { stemmer } from 'stemmer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import config from '../site.config.ts';
import { readFrontMatter } from '../src/content/model/frontmatter.ts';
import { isStopWord } from '../src/content/search/words.ts';
import { readerFiles } from './prose.ts';

/** Names that other libraries or the field have for the subject of a page, though the page itself does not use them. */
const OTHER_NAMES = [
	...['useSWR', 'useSWRInfinite', 'useSWRMutation', 'SWR', 'Apollo Client', 'Apollo Link', 'TanStack Query'],
	...['axios interceptor', 'interceptor', 'before hook', 'handler', 'decorators', 'annotations', 'body-parser'],
	...['ISR', 'static site generation', 'SEO', 'TTL', 'CSRF', 'SDK', 'DTO', 'dependency injection', 'wire format'],
	...['real-time', 'live updates', 'pub/sub', 'server-sent events', 'Socket.IO', 'keyset pagination', 'revalidate'],
	...['modules', 'namespaces', 'sub-routers', 'routes', 'routing', 'protected routes', 'catch-all route', 'enum'],
	...['hello world', 'tutorial', 'demo', 'sample project', 'testimonials', 'reviews', 'legacy', 'REST', 'gcTime'],
];

/** Stems of the words of a text; a name in code has those of its parts as well. */
function formsOf(text: string): string[] {
	const parted = `${text} ${text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}`;
	return (parted.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stemmer(word));
}

/** Stem of a word → stems of its synonyms. */
const synonyms = new Map<string, Set<string>>();
for (const group of config.search ? (config.search.synonyms ?? []) : []) {
	const forms = group.flatMap(formsOf);
	for (const form of forms) synonyms.set(form, new Set([...(synonyms.get(form) ?? []), ...forms]));
}

function brokenKeywords(file: string): string[] {
	const source = readFileSync(file, 'utf8');
	const keywords = readFrontMatter(source, file).data.keywords;
	if (!Array.isArray(keywords)) return [];
	const onPage = new Set(formsOf(source.replace(/^keywords:\n(?: {2}- .*\n)+/m, '')));
	const isKept = (form: string): boolean =>
		isStopWord(form) || onPage.has(form) || [...(synonyms.get(form) ?? [])].some((other) => onPage.has(other));
	return keywords
		.map(String)
		.filter((keyword) => !OTHER_NAMES.includes(keyword) && !formsOf(keyword.toLowerCase()).every(isKept));
}

test('pages keep what their keywords promise', () => {
	const broken = readerFiles()
		.filter((file) => file.startsWith('content/'))
		.flatMap((file) => brokenKeywords(file).map((keyword) => `${file}: ${keyword}`));
	assert.equal(broken, [], `Use these words on their pages, or remove the keywords:\n${broken.join('\n')}`);
});

test.run();
