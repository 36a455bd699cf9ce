/** The services of this repository's site: none without the environment variables of a deployment, all with them. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elements } from './elements.ts';
import { doc, type MemorySite, site } from './memory-site.ts';

/** A small site with the configuration of the real one, except fields that name its pages and packages. */
async function siteWith(env: Record<string, string>): Promise<MemorySite> {
	const before = { ...process.env };
	Object.assign(process.env, env);
	try {
		const s = site({
			'trpc.config.ts': readFileSync('site.config.ts', 'utf8'),
			'site.config.ts': `import config from './trpc.config.ts';
				// A process runs a module once: other variables need another module text.
				const head = [{ tag: 'meta', attributes: { name: 'variables', content: '${Object.keys(env)}' } }];
				export default { ...config, head, favicon: undefined, theme: {}, redirects: [], navbar: {}, footer: {}, docs: {}, api: [], samples: undefined };`,
			'content/pages/index.md': doc('Home'),
			'content/docs/guide.md': doc('Guide', 'First words.'),
			'content/blog/authors.yml': 'ada:\n  name: Ada\n',
			'content/blog/2023-01-14-post.md': doc('A post', 'Text.', 'authors: [ada]'),
		});
		const { ok, diagnostics } = await s.build({ env });
		assert.ok(ok, JSON.stringify(diagnostics));
		return s;
	} finally {
		for (const name of Object.keys(env)) if (before[name] === undefined) delete process.env[name];
	}
}

const ALL = {
	DOCSGEN_SEARCH_APP_ID: 'APP1',
	DOCSGEN_SEARCH_API_KEY: 'public',
	TRPC_ANALYTICS_ID: 'G-TRPC',
	TRPC_EDIT_URL: 'https://git.example/edit/main',
	TRPC_SOCIAL_WIDGET: '1',
};

const attributes = (html: string, selector: string, name: string): string[] =>
	elements(html, selector).flatMap(({ attributes }) => attributes[name] ?? []);

test('B-067: social images are from the image service, with the data of docs and posts', async () => {
	const s = await siteWith({});
	const image = (out: string): string[] => attributes(s.read(out), 'meta[property="og:image"]', 'content');
	const service = 'https://og-image.trpc.io/api';
	assert.equal(image('docs/guide/index.html'), [
		`${service}/docs?title=Guide&description=First%20words.&permalink=%2Fdocs%2Fguide`,
	]);
	assert.match(
		image('blog/2023/01/14/post/index.html')[0] ?? '',
		`${service}/blog?title=A%20post&description=Text.&author=Ada&`,
	);
	assert.equal(image('index.html'), [`${service}/landing`]);
});

test('B-071, B-301, B-303: without variables, no page requests another host; with them, the services are used', async () => {
	const without = await siteWith({});
	for (const out of without.outputs().filter((name) => name.endsWith('.html'))) {
		const html = without.read(out);
		assert.equal(attributes(html, 'link[rel="preconnect"]', 'href'), [], out);
		assert.equal(
			attributes(html, 'script', 'src').filter((src) => /^https?:/.test(src)),
			[],
			out,
		);
	}
	const s = await siteWith(ALL);
	for (const out of ['index.html', 'docs/guide/index.html', 'blog/2023/01/14/post/index.html']) {
		const html = s.read(out);
		assert.ok(attributes(html, 'link[rel="preconnect"]', 'href').includes('https://APP1-dsn.algolia.net'), out);
		assert.equal(
			elements(html, 'script')
				.filter(({ attributes }) => attributes.src?.startsWith('https://platform'))
				.map(({ attributes }) => [attributes.src, 'async' in attributes, attributes['data-refresh']]),
			[['https://platform.twitter.com/widgets.js', true, 'twttr.widgets.load']],
			out,
		);
		assert.match(html, 'G-TRPC', out);
		assert.not.match(html, 'anonymize_ip', out);
	}
	const policy = s.read('_headers');
	for (const origin of [
		'https://platform.twitter.com',
		'https://app1-dsn.algolia.net',
		'https://www.googletagmanager.com',
	])
		assert.match(policy, origin);
	assert.match(s.read('search.json'), '"indexName":"trpc"');
});

test('B-156: "Edit this page" opens the source, and README names every variable', async () => {
	const edits = (s: MemorySite): string[] =>
		elements(s.read('docs/guide/index.html'), 'a').flatMap(({ attributes: { href = '' } }) =>
			href.startsWith('https://git.example') ? [href] : [],
		);
	assert.equal(edits(await siteWith({})), []);
	assert.equal(edits(await siteWith(ALL)), ['https://git.example/edit/main/content/docs/guide.md']);
	const readme = readFileSync('README.md', 'utf8');
	for (const name of Object.keys(ALL)) assert.match(readme, `\`${name}\``);
});

test.run();
