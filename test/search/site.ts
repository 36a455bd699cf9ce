/** A small site with every case that the search must distinguish. */

export interface Hosted {
	appId: string;
	apiKey: string;
	indexName: string;
	hosts: string[];
	facetFilters?: string[];
	externalUrlRegex?: string;
	index?: { settings?: Record<string, unknown>; pageRank?: Record<string, number> };
}

const doc = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

/** Enough docs for groups with more than five hits, and for more than one page of hits. */
const many = Object.fromEntries(
	Array.from({ length: 40 }, (_, index): [string, string] => [
		`content/docs/recipes/recipe-${index}.md`,
		doc(`Recipe ${index}`, `How to season number ${index}.\n\n## Saffron step ${index}\n\nAdd saffron, slowly.`),
	]),
);

export const DOCS: Record<string, string> = {
	'content/docs/index.md': doc(
		'Start',
		'Everything begins here.\n\n## Routers at a glance\n\nA router holds procedures.',
	),
	'content/docs/routers.md': doc(
		'Routers',
		`Routers hold procedures.\n\n## Create a router\n\nCall the function router.\n\n### Nest a router\n\nPut one into another.\n\n## Merge them\n\nSeveral routers become one router.\n\n${'Much more text about nothing in particular. '.repeat(400)}`,
	),
	'content/docs/links.md': doc(
		'httpBatchLink',
		'Sends several calls in one request.\n\n## Options\n\nmaxURLLength and more.',
	),
	'content/docs/client.md': doc(
		'The client',
		'Made by `createTRPCProxyClient`.\n\n## Zebra crossing\n\nOnly here: quokka.',
	),
	'content/docs/japanese.md': doc('日本語の文書', '型安全な関数を呼び出す。\n\n## 購読\n\n購読はサーバーから届く。'),
	'content/docs/chinese.md': doc('中文文档', '类型安全的路由器。\n\n## 订阅\n\n服务器发送的消息。'),
	'content/versions.json': '["9.x"]',
	'content/versions/9.x/index.md': doc(
		'Old start',
		'Only in the old version: wombat.\n\n## Old routers\n\nA router of old.',
	),
	'content/blog/2023-01-14-hello.md': doc(
		'Hello router',
		'A post about a router.\n\n<!-- truncate -->\n\nAnd platypus.',
	),
	'content/pages/index.md': doc('Home', 'Welcome.'),
	'content/static/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
	...many,
};

/** The files of the site; without `hosted`, it has only the offline index. */
export function siteFiles(hosted?: Hosted, more: Record<string, string> = {}): Record<string, string> {
	const config = {
		title: 'Site',
		url: 'https://docs.example.com',
		favicon: 'icon.svg',
		search: hosted ? { hosted } : {},
		docs: {
			lastVersion: 'current',
			versions: { current: { label: '10.x', path: '' }, '9.x': { label: '9.x', path: 'v9' } },
		},
	};
	return { 'site.config.ts': `export default ${JSON.stringify(config)};`, ...DOCS, ...more };
}
