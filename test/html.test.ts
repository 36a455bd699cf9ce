/** The whole output of this repository's site and the starter site: every page, every list, every feed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elements } from './elements.ts';
import { addressOf, outputs, repositorySite } from './repository-site.ts';
import { starterSite } from './starter-site.ts';
import { isRedirect, pageFiles, pagesOf, tellingPages } from './telling-pages.ts';
import { invalidities } from './validator.ts';

interface Route {
	path: string;
	kind: string;
	version?: string;
	section?: string;
}

const { routes } = JSON.parse(readFileSync('test/routes.json', 'utf8')) as { routes: Route[] };
const site = repositorySite();
const starter = await starterSite();
const SITES = [
	['repository', site.outDir],
	['starter', starter],
] as const;

const read = (outDir: string, out: string): string => readFileSync(join(outDir, out), 'utf8');
/** The output of a route's page. */
const outOf = (path: string): string => `${path.slice(1)}/index.html`.replace(/^\/|\/(?=\/)/g, '');

test('the site of this repository builds without warnings', () => {
	assert.equal(site.diagnostics, []);
});

test('html-validate finds nothing on any page', () => {
	for (const [name, outDir] of SITES) {
		const redirect = pageFiles(outDir).map((out) => ({ address: out, html: read(outDir, out) }));
		const looked = [...tellingPages(pagesOf(outDir)), ...redirect.filter(({ html }) => isRedirect(html)).slice(0, 1)];
		assert.equal(
			looked.flatMap(({ address, html }) => invalidities(html, address)),
			[],
			name,
		);
	}
});

test('every diagram has a second form for phones', () => {
	for (const { address, html } of pagesOf(site.outDir)) {
		const count = (name: string): number => html.split(`<svg class="${name}"`).length;
		assert.is(count('diagram diagram-tall'), count('diagram'), address);
	}
});

test('a page links each style sheet that is the only one with rules for one of its classes', () => {
	const matches = (text: string, pattern: RegExp): Set<string> =>
		new Set([...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(' ')));
	const styled = (rules: string): Set<string> => matches(rules, /\.([a-z][\w-]*)(?=[^{}]*\{)/g);
	for (const [name, outDir] of SITES) {
		const sheets = outputs(outDir, '.css').map((out) => ({ out, classes: styled(read(outDir, out)) }));
		// Some rules are in the script of their widget.
		const scripts = outputs(outDir, '.js').map((out) => read(outDir, out));
		const withScripts = styled(scripts.filter((text) => text.includes('@layer')).join('\n'));
		const only = new Map<string, string>();
		for (const { out, classes } of sheets)
			for (const one of classes)
				if (!withScripts.has(one) && !sheets.some((other) => other.out !== out && other.classes.has(one)))
					only.set(one, out);
		assert.ok(only.size > 100);
		for (const { address, html } of pagesOf(outDir)) {
			const missing = [...matches(html, / class="([^"]*)"/g)].filter((one) => !html.includes(only.get(one) ?? ''));
			assert.equal(missing, [], `${name}: ${address}`);
		}
	}
});

test('B-158: every page has exactly one h1, and it is not empty', () => {
	for (const [, outDir] of SITES) {
		for (const out of pageFiles(outDir)) {
			const headings = DomUtils.getElementsByTagName('h1', parseDocument(read(outDir, out)), true);
			assert.is(headings.length, 1, out);
			assert.ok(
				headings.every((heading) => DomUtils.textContent(heading).trim() !== ''),
				out,
			);
		}
	}
});

test('B-001, B-002: every route of the specification has its own page', () => {
	const outs = new Set(pageFiles(site.outDir));
	for (const { path } of routes) {
		assert.ok(outs.has(outOf(path)), path);
		assert.not.ok(isRedirect(read(site.outDir, outOf(path))), `${path} is a page of its own`);
	}
	assert.ok(outs.has('404.html'));
});

test('former URLs of the API reference redirect to their successors', () => {
	const moved: Record<string, string> = {
		'client/interfaces/TRPCUntypedClient': 'client/classes/TRPCUntypedClient',
		'client/internals/types/TRPCType': 'client',
		'react-query/internals/types/fooType': 'react-query',
		'react-query/internals/types/inferProcedures': 'react-query',
		'react-query/internals/types/returnTypeInferer': 'react-query',
		'server/internals/types/ParseFn': 'server',
		'server/internals/types/ProxyCallback': 'server',
		'server/types/mergeRouters': 'server/functions/mergeRouters',
	};
	for (const [from, to] of Object.entries(moved))
		assert.match(read(site.outDir, outOf(`/docs/typedoc/${from}`)), `url=/docs/typedoc/${to}"`);
});

test('B-001: all pages are in the specification, except tags, redirects, the page for newer versions and the bakery’s reference', () => {
	const known = new Set(routes.map(({ path }) => outOf(path)));
	const others = pageFiles(site.outDir).filter((out) => !known.has(out) && !isRedirect(read(site.outDir, out)));
	assert.equal(
		others.filter(
			(out) =>
				!/^(?:404\.html|blog\/tags\/.*|blog\/page\/\d+\/.*|docs\/typedoc\/.*|docs\/api\/bakery\/.*|docs\/upgrade-from-here\/index\.html)$/.test(
					out,
				),
		),
		[],
	);
});

test('B-003: the main pages of both versions', () => {
	assert.match(read(site.outDir, 'docs/index.html'), '<link rel="canonical" href="https://trpc.io/docs/"');
	assert.match(read(site.outDir, 'docs/v9/index.html'), '<link rel="canonical" href="https://trpc.io/docs/v9/"');
});

test('pages of three sections are also available below their section, by a redirect', () => {
	for (const { path, kind, version, section = '' } of routes) {
		if (version !== '10.x' || kind !== 'doc' || !['main', 'further', 'migration'].includes(section)) continue;
		const name = path === '/docs/' ? 'introduction' : path.slice('/docs/'.length);
		const html = read(site.outDir, outOf(`/docs/${section}/${name}`));
		assert.match(html, `<meta http-equiv="refresh" content="0; url=${path}">`);
	}
});

test('B-004: the landing page’s steps have no sidebar, breadcrumbs or paginator, and are in no sidebar', () => {
	for (const step of ['Step1', 'Step2', 'Step3']) {
		const html = read(site.outDir, `docs/landing-intro/${step}/index.html`);
		for (const label of ['Docs sidebar', 'Breadcrumbs', 'Docs pages']) assert.not.match(html, `aria-label="${label}"`);
	}
	assert.not.match(read(site.outDir, 'docs/index.html'), 'href="/docs/landing-intro');
});

test('B-060 to B-074: the head of every page', () => {
	for (const out of pageFiles(site.outDir)) {
		const html = read(site.outDir, out);
		if (isRedirect(html)) continue;
		const head = html.slice(0, html.indexOf('</head>'));
		const path = out === '404.html' ? '/404' : addressOf(out);
		const url = `https://trpc.io${path}${['/docs', '/docs/v9'].includes(path) ? '/' : ''}`;
		assert.match(
			html,
			/^<!doctype html><html lang="en" dir="ltr"[^>]*><head><meta charset="utf-8"><meta name="viewport"/,
		);
		for (const part of [
			`<link rel="canonical" href="${url}"`,
			`<meta property="og:url" content="${url}"`,
			// A page that is not found has no address in any language.
			...(out === '404.html' ? [] : ['en', 'x-default']).map(
				(language) => `<link rel="alternate" href="${url}" hreflang="${language}"`,
			),
			'<link rel="icon" href="/img/icon.svg"',
			'<meta name="docs_locale" content="en"',
			'<meta name="twitter:card" content="summary_large_image"',
			'title="tRPC RSS Feed"',
			'title="tRPC Atom Feed"',
			'<link rel="search" href="/opensearch.xml"',
		])
			assert.match(head, part, out);
		const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '';
		assert.match(title, out === 'index.html' ? /tRPC/ : /^.+ \| tRPC$/, out);
		assert.match(head, `<meta property="og:title" content="${title}"`, out);
		assert.match(head, /<meta name="description" content="[^"]{5,}"/, out);
		assert.match(head, /<meta property="og:description" content="[^"]{5,}"/, out);
		for (const [tag] of head.matchAll(/<meta (?:name|property)="[^"]+"/g))
			if (!tag.includes('article:')) assert.is(head.split(tag).length, 2, `${out}: ${tag} once`);
	}
});

test('titles and descriptions are unique', () => {
	for (const what of [/<title>([^<]*)</, /<meta name="description" content="([^"]*)"/]) {
		const seen = new Map<string, string>();
		for (const out of pageFiles(site.outDir)) {
			const html = read(site.outDir, out);
			if (isRedirect(html) || /^blog\/(?:tags|page)|^(?:404|search)/.test(out)) continue;
			// The two versions of the documentation may describe a page identically.
			const text = (out.startsWith('docs/v9') ? '9.x ' : '') + (what.exec(html)?.[1] ?? '');
			// Two packages, or a type and a value, may share a name.
			if (out.startsWith('docs/typedoc/') && seen.get(text)?.startsWith('docs/typedoc/')) continue;
			assert.is(seen.get(text), undefined, `${out}: "${text}"`);
			seen.set(text, out);
		}
	}
});

test('B-074: the sitemap lists exactly the pages that search engines can index', () => {
	const listed = DomUtils.getElementsByTagName(
		'loc',
		parseDocument(read(site.outDir, 'sitemap.xml'), { xmlMode: true }),
	)
		.map((element) => DomUtils.textContent(element))
		.sort();
	const wanted = pageFiles(site.outDir)
		.map((out) => read(site.outDir, out))
		.filter((html) => !/<meta name="robots" content="noindex/.test(html))
		.map((html) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '')
		.sort();
	assert.equal(listed, wanted);
	for (const out of ['search/index.html', '404.html'])
		assert.match(read(site.outDir, out), '<meta name="robots" content="noindex', out);
	assert.match(read(site.outDir, 'robots.txt'), 'Sitemap: https://trpc.io/sitemap.xml');
});

test('B-070: the OpenSearch description for browsers', () => {
	assert.match(read(site.outDir, 'opensearch.xml'), 'template="https://trpc.io/search?q={searchTerms}"');
});

/** A post in a feed, independent of the format. */
interface Entry {
	title: string;
	url: string;
	date: string;
	content: string;
	authors: number;
	tags: number;
}

function xmlEntries(text: string, entry: string, content: string, author: string): Entry[] {
	const document = parseDocument(text, { xmlMode: true });
	return DomUtils.getElementsByTagName(entry, document).map((element) => {
		const inner = (name: string): string => {
			const [found] = DomUtils.getElementsByTagName(name, element.children, false);
			return found ? DomUtils.textContent(found) : '';
		};
		const [link] = DomUtils.getElementsByTagName('link', element.children, false);
		return {
			title: inner('title'),
			url: link?.attribs.href ?? inner('link'),
			date: new Date(inner('pubDate') || inner('updated')).toISOString().slice(0, 10),
			content: inner(content),
			authors: DomUtils.getElementsByTagName(author, element.children, false).length,
			tags: DomUtils.getElementsByTagName('category', element.children, false).length,
		};
	});
}

interface JsonItem {
	title: string;
	url: string;
	date_published?: string;
	date_modified: string;
	content_html: string;
	author?: { name: string };
	authors?: { name: string }[];
	tags?: string[];
}

test('B-269: RSS, Atom and JSON contain every post in full, with absolute URLs', () => {
	const posts = routes.filter(({ kind }) => kind === 'blog post').map(({ path }) => `https://trpc.io${path}`);
	const json = JSON.parse(read(site.outDir, 'blog/feed.json')) as { items: JsonItem[] };
	const feeds: [string, Entry[]][] = [
		['rss', xmlEntries(read(site.outDir, 'blog/rss.xml'), 'item', 'content:encoded', 'dc:creator')],
		['atom', xmlEntries(read(site.outDir, 'blog/atom.xml'), 'entry', 'content', 'author')],
		[
			'json',
			json.items.map((item) => ({
				title: item.title,
				url: item.url,
				date: (item.date_published ?? item.date_modified).slice(0, 10),
				content: item.content_html,
				authors: item.authors?.length ?? (item.author ? 1 : 0),
				tags: item.tags?.length ?? 0,
			})),
		],
	];
	for (const [format, entries] of feeds) {
		assert.equal(entries.map(({ url }) => url).sort(), [...posts].sort(), format);
		for (const { title, url, date, content, authors, tags } of entries) {
			const html = read(site.outDir, `${new URL(url).pathname.slice(1)}/index.html`);
			assert.ok(html.includes(`datetime="${date}`), `${format}: ${url} is of ${date}`);
			assert.ok(DomUtils.textContent(parseDocument(html)).includes(title), `${format}: ${title}`);
			assert.ok(content.length > 2000, `${format}: ${url} is whole`);
			assert.not.match(content, / (?:href|src)="(?!https?:|mailto:|data:)/, `${format}: ${url} has whole addresses`);
			assert.ok(tags > 0, `${format}: ${url} has tags`);
			assert.ok(authors > 0, `${format}: ${url} has authors`);
		}
	}
});

test('every doc and post has a Markdown copy, and llms.txt links to those of the latest version', () => {
	const twins = new Set(outputs(site.outDir, '.md'));
	for (const { path, kind, version } of routes) {
		if (kind !== 'doc' && kind !== 'blog post') continue;
		const twin = `${path.slice(1).replace(/\/$/, '')}.md`;
		assert.ok(twins.has(twin), twin);
		assert.match(read(site.outDir, twin), /^# \S/, twin);
		if (version !== '9.x') assert.ok(read(site.outDir, 'llms.txt').includes(`(https://trpc.io/${twin})`), twin);
	}
});

test('a Markdown copy has every link of its page', () => {
	const lost: string[] = [];
	for (const file of outputs(site.outDir, '.md')) {
		const page = file === 'index.md' ? 'index.html' : file.replace(/\.md$/, '/index.html');
		const [main = ''] = /<main[\s\S]*<\/main>/.exec(read(site.outDir, page)) ?? [];
		// Code in Markdown has no links, and menus are not part of a copy.
		const text = main.replace(
			/<pre[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>|<nav [\s\S]*?<\/nav>|<footer[\s\S]*?<\/footer>/g,
			'',
		);
		const copy = read(site.outDir, file);
		for (const { attributes } of elements(text, 'a')) {
			const { href = '#', download } = attributes;
			const url = new URL(href, 'https://trpc.io').href;
			const isOwn = href.startsWith('#') || href === `/${file}`;
			if (!isOwn && download === undefined && !copy.includes(url.replace(/\/$/, ''))) lost.push(`${file}: ${href}`);
		}
	}
	assert.equal(lost, []);
});

test('B-006, B-007, B-009: the manifest names every route and only existing files', () => {
	const manifest = JSON.parse(read(site.outDir, 'manifest.json')) as Record<string, string[]>;
	const keys = Object.keys(manifest);
	const paths = keys.map((key) => key.slice(0, key.lastIndexOf('-')));
	assert.ok(keys.every((key) => /-[0-9a-f]{3}$/.test(key)));
	for (const { path } of routes) assert.ok(paths.includes(path), path);
	assert.equal(paths.slice(-2), ['/', '*']);
	assert.ok(paths.findLastIndex((path) => path.startsWith('/docs/v9')) < paths.indexOf('/docs/'));
	const files = new Set(outputs(site.outDir, ''));
	for (const [key, needed] of Object.entries(manifest))
		for (const file of needed) assert.ok(files.has(file), `${key} needs ${file}`);
});

test.run();
