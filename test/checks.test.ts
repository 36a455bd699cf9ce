/** The checks of a build (B-280 to B-294) and their severities: what needs more than a case of `cases/pages/findings`. */
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuildResult } from '../src/cli/build.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import { buildFolder } from './disk-site.ts';
import { element, elements, texts, values } from './elements.ts';
import { config, doc, type MemorySite, site } from './memory-site.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

type Files = Record<string, string>;

const docs: Files = {
	'content/docs/index.md': doc('Home', 'Text.', 'slug: /'),
	'content/docs/guide.md': doc('Guide', '## A heading'),
};

async function tried(files: Files, fields?: Record<string, unknown>): Promise<BuildResult & { site: MemorySite }> {
	const s = site(fields ? { ...files, 'site.config.ts': config(fields) } : files);
	return { ...(await s.build()), site: s };
}

async function built(files: Files, fields?: Record<string, unknown>): Promise<MemorySite> {
	const result = await tried(files, fields);
	assert.is(result.ok, true, JSON.stringify(result.diagnostics, undefined, 1));
	return result.site;
}

/** The only finding with this code of a failing build, besides its places. */
async function failing(code: string, files: Files, fields?: Record<string, unknown>): Promise<Diagnostic> {
	const result = await tried(files, fields);
	assert.is(result.ok, false, `${code} fails the build`);
	assert.equal(result.site.outputs(), [], 'nothing is written');
	const [found, ...others] = result.diagnostics.filter((finding) => finding.code === code);
	if (!found) throw new Error(`No ${code} among ${JSON.stringify(result.diagnostics, undefined, 1)}`);
	assert.equal(found.file === undefined ? others.filter(({ file }) => file === undefined) : others, [], 'one finding');
	return found;
}

const pageWith = (body: string): Files => ({ ...docs, 'content/docs/page.md': doc('Page', body) });
const codes = (result: BuildResult): string[] => [...new Set(result.diagnostics.map((finding) => finding.code))];

test('the second of two equal links has its own position', async () => {
	const page = doc('Page', '[a](/nowhere)\n\n[b](/nowhere)');
	const { diagnostics } = await tried({ ...docs, 'content/docs/page.md': page });
	const lines = diagnostics.flatMap(({ code, line }) => (code === 'broken-link' ? (line ?? []) : []));
	const first = page.split('\n').findIndex((line) => line.startsWith('[a]')) + 1;
	assert.equal(lines, [first, first + 2]);
});

test('B-280: links that work', async () => {
	const links = [
		'/docs/guide',
		'/docs/guide/',
		'/DOCS/Guide',
		'/docs',
		'/docs/',
		'guide',
		'./guide',
		'../docs/guide',
		'/docs/guide?x=1',
		'/docs/guide#a-heading',
		'/docs/guide?x=1#a-heading',
		'#own',
		'#top',
		'?x=1',
		'/img/a%20b.svg',
		'/sitemap.xml',
		'/docs/guide.md',
		'/llms.txt',
		'/docs/guide/index.html',
		'https://example.org/nowhere',
		'//example.org/nowhere',
		'mailto:someone@example.org',
		'tel:+123',
	];
	const text = links.map((link) => `<a href="${link}">x</a>`).join(' ');
	const result = await tried({
		...pageWith(`## Own\n\n${text}`),
		'content/static/img/a b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
	});
	assert.equal(result.diagnostics, []);
	assert.is(result.ok, true);
});

test('B-280: broken links', async () => {
	const links = [
		'/docs/gide',
		'/docs/guide/deeper',
		'/img/none.svg',
		'/docs/guide.xyz',
		'/%E0%A4%A',
		'//',
		'/docs/guide?x/../gone/y#z',
	];
	const relative = { gone: '/docs/gone', '../gone': '/gone', './guide/gone': '/docs/guide/gone' };
	const text = [...links, ...Object.keys(relative)].map((link) => `<a href="${link}">x</a>`).join(' ');
	const found = await tried(pageWith(text));
	assert.is(found.ok, false);
	const message = found.diagnostics.find((finding) => finding.file === undefined)?.message ?? '';
	const arriving = ['//', '/docs/guide?x/../gone/y#z'];
	for (const link of [...links, ...Object.values(relative)])
		assert.is(
			message.includes(`-> linking to ${link}\n`) || message.endsWith(`-> linking to ${link}`),
			!arriving.includes(link),
			`${link}\n${message}`,
		);
});

test('B-280, B-024: with a base URL, links outside it are broken', async () => {
	const files = pageWith('[a](/docs/guide) [b](/base/docs/guide) [c](/base) [d](guide) [e](/base/)');
	const s = await built({ ...files, 'content/pages/index.md': doc('Front') }, { baseUrl: '/base/' });
	assert.equal(values(s.read('docs/page/index.html'), 'main .markdown a', 'href'), [
		'/base/docs/guide',
		'/base/docs/guide',
		'/base',
		'/base/docs/guide',
		'/base/',
	]);
	const outside = { ...docs, 'content/pages/index.md': doc('Front') };
	const footer = { links: [{ html: '<a href="/other/docs">x</a>' }] };
	const found = await failing('broken-link', outside, { baseUrl: '/base/', footer });
	assert.match(found.message, '-> linking to /base/other/docs');
});

test('B-280: links of navbar, footer and sidebar are checked', async () => {
	const gone = '/nowhere';
	const fields = {
		navbar: { items: [{ to: gone, label: 'Navbar' }] },
		footer: { links: [{ to: gone, label: 'Footer' }] },
	};
	const sidebar = { docs: ['index', { type: 'link', label: 'Gone', href: gone }] };
	for (const [files, more] of [
		[docs, { navbar: fields.navbar }],
		[docs, { footer: fields.footer }],
		[{ ...docs, 'content/docs/sidebars.json': JSON.stringify(sidebar) }, {}],
	] as const) {
		const found = await failing('broken-link', files, more);
		assert.match(found.message, `- On source page path = /docs/:\n   -> linking to ${gone}`);
	}
});

test('B-281: the report names pages and links, and the target of a relative link', async () => {
	const result = await tried({
		...pageWith('[a](/nowhere) [b](/gone?x=1)'),
		'content/docs/other.md': doc('Other', '[a](/nowhere)'),
	});
	const [summary] = result.diagnostics.filter((finding) => finding.file === undefined);
	assert.is(
		summary?.message,
		[
			'Broken links found!',
			'',
			'- On source page path = /docs/other:',
			'   -> linking to /nowhere',
			'',
			'- On source page path = /docs/page:',
			'   -> linking to /nowhere',
			'   -> linking to /gone?x=1 (resolved as: /gone)',
		].join('\n'),
	);
});

test('B-281: a link that is broken on five or more pages is reported first', async () => {
	const withLink = (count: number): Files =>
		Object.fromEntries(
			Array.from({ length: count }, (_, index) => [
				`content/docs/p${index}.md`,
				doc(`P${index}`, '[a](/often) [b](/rare)'.slice(0, index === 0 ? undefined : 11)),
			]),
		);
	const message = async (count: number): Promise<string> =>
		(await tried({ ...docs, ...withLink(count) })).diagnostics.find((finding) => finding.file === undefined)?.message ??
		'';
	const often = await message(5);
	assert.match(
		often,
		'Broken links found!\n\nFrequent broken links are linking to:\n- /often\n\n- On source page path = /docs/p0:',
	);
	assert.match(often, '   -> linking to /rare');
	assert.not.match(often, '\n- /rare');
	assert.not.match(await message(4), 'Frequent');
});

test('broken anchors are found, on the page itself and on others', async () => {
	const result = await tried(pageWith('[a](#none) [b](./guide.md#a-heading) [c](./guide.md#nope) [d](/docs/#nope)'));
	assert.is(result.ok, false);
	assert.equal(codes(result), ['broken-anchor']);
	const lines = result.diagnostics.flatMap(({ line, column }) => (line === undefined ? [] : [[line, column]]));
	assert.is(lines.length, 3, 'each at its place');
});

test('a duplicate id on a page is found', async () => {
	const found = await failing('duplicate-id', pageWith('## One {#same}\n\n## Two {#same}'));
	assert.match(found.message, '"same"');
	assert.is(found.file, 'content/docs/page.md');
});

test('B-282: two pages with one route, ignoring slash and case', async () => {
	for (const slug of ['/guide', '/guide/', '/Guide', '/GUIDE/']) {
		const found = await failing('duplicate-route', {
			...docs,
			'content/docs/other.md': doc('Other', 'Text.', `slug: ${slug}`),
		});
		assert.match(
			found.message,
			/^Duplicate routes found!\n- Attempting to create page at \/docs\/guide\/?, but a page already exists at this route\.$/i,
		);
	}
	const redirect = await failing('duplicate-route', docs, { redirects: [{ from: '/docs/guide', to: '/docs/' }] });
	assert.match(redirect.message, 'Attempting to create page at /docs/guide');
	const page = { ...docs, 'content/pages/docs/guide.md': doc('A page') };
	await failing('duplicate-route', page);
});

test('B-283: a doc that the navbar or front matter names must exist', async () => {
	const item = { type: 'doc', docId: 'guid' };
	const found = await failing('unknown-doc', docs, { navbar: { items: [item] } });
	assert.is(
		found.message,
		'Couldn\'t find any doc with id "guid" in version "current".\nAvailable doc ids are:\n- guide\n- index',
	);
	assert.is(found.hint, 'Did you mean "guide"?');
	const inDropdown = await failing('unknown-doc', docs, { navbar: { items: [{ label: 'More', items: [item] }] } });
	assert.match(inDropdown.message, 'guid');
	const next = await failing('unknown-doc', {
		...docs,
		'content/docs/page.md': doc('Page', 'Text.', 'pagination_next: gone'),
	});
	assert.equal([next.file, next.line], ['content/docs/page.md', 3]);
});

test('B-284: a sidebar that the navbar names must exist and have a link', async () => {
	const items = (sidebarId: string): Record<string, unknown> => ({
		navbar: { items: [{ type: 'docSidebar', sidebarId }] },
	});
	const sidebars = {
		'content/docs/sidebars.json': '{ "main": ["index"], "empty": [{ "type": "html", "value": "x" }] }',
	};
	const found = await failing('unknown-sidebar', { ...docs, ...sidebars }, items('mian'));
	assert.is(
		found.message,
		'Can\'t find any sidebar with id "mian" in version "current".\nAvailable sidebar ids are:\n- empty\n- main',
	);
	await failing('empty-sidebar', { ...docs, ...sidebars }, items('empty'));
});

test('B-284: front matter must name a sidebar that exists', async () => {
	const found = await failing('unknown-sidebar', {
		...docs,
		'content/docs/page.md': doc('Page', 'Text.', 'displayed_sidebar: gone'),
	});
	assert.equal([found.file, found.line], ['content/docs/page.md', 3]);
	assert.match(found.message, 'Can\'t find any sidebar with id "gone" in version "current".');
});

/** Builds a site with custom templates on disk, because compilers read files. */
async function withTemplates(templates: Files, fields: Record<string, unknown> = {}): Promise<BuildResult> {
	const root = temporaryFolder('templates');
	writeFiles(root, { ...docs, ...templates, 'site.config.ts': config(fields) });
	return buildFolder(root);
}

test('B-286: a navbar item that fails to render is named', async () => {
	const result = await withTemplates(
		{
			'templates/NavbarItem.tsx': `
				export function NavbarLink({ item }) {
					if (item.label === 'Bad') throw new Error('No icon', { cause: new Error('Deep reason') });
					return <a href={item.href}>{item.label}</a>;
				}
				export function NavbarItem({ item }) { return <li><NavbarLink item={item} /></li>; }`,
		},
		{
			navbar: {
				items: [
					{ to: '/docs/guide', label: 'Fine' },
					{ to: '/docs/', label: 'Bad' },
				],
			},
		},
	);
	assert.is(result.ok, false);
	const found = result.diagnostics.find((finding) => finding.file === 'content/docs/guide.md');
	assert.match(found?.message ?? '', 'The page /docs/guide could not be rendered: A navbar item failed to render.\n{');
	assert.match(found?.message ?? '', '"label":"Bad"');
	assert.equal(found?.notes, ['Cause: No icon', 'Cause: Deep reason']);
});

test('B-182: a template crash fails the build and names the path; the other pages are still rendered', async () => {
	const result = await withTemplates({
		'templates/DocPage.tsx': `
			export function DocPage({ doc }) {
				if (doc.heading === 'Guide') throw new Error('Broken template');
				return <main><h1>{doc.heading}</h1></main>;
			}`,
	});
	assert.is(result.ok, false);
	assert.equal(
		result.diagnostics.filter(({ code }) => code === 'render-crash').map(({ file, message }) => [file, message]),
		[['templates/DocPage.tsx', 'The page /docs/guide could not be rendered: Broken template']],
	);
});

test('B-287: all unknown docs of a sidebar are reported together', async () => {
	const found = await failing('unknown-doc-in-sidebar', {
		...docs,
		'content/docs/sidebars.json':
			'{ "docs": ["guide", "one", { "type": "category", "label": "C", "items": ["two"] }] }',
	});
	assert.match(found.message, 'These sidebar document ids do not exist:\n- one\n- two\n');
	assert.match(found.message, 'Available document ids are:\n- guide\n- index');
});

test('B-289: the authors of a post', async () => {
	const post = (more: string): Files => ({ ...docs, 'content/blog/2023-01-01-a.md': doc('A', 'Text.', more) });
	const mixed = await failing('front-matter', post('author: Ada\nauthors: [ada]')).catch((error: Error) => error);
	assert.match(JSON.stringify(mixed), "Don't mix");
	const unknown = await failing('unknown-author', {
		...post('authors: [ada]'),
		'content/blog/authors.yml': 'bob:\n  name: Bob\n',
	});
	assert.is(unknown.hint, 'Valid author keys: bob.');
});

test('B-290: an id with a slash and an invalid slug', async () => {
	for (const more of ['id: a/b', 'slug: "/a b?c"', 'slug: "../../up"', 'slug: "/../up"']) {
		const result = await tried({ ...docs, 'content/docs/page.md': doc('Page', 'Text.', more) });
		assert.is(result.ok, false, more);
		assert.is(result.diagnostics[0]?.file, 'content/docs/page.md', more);
	}
});

test('B-291: drafts are left out without findings', async () => {
	const files = {
		...docs,
		'content/docs/secret.md': doc('Secret', '[guide](./guide.md)', 'draft: true\ntags: [hidden]\nredirect_from: /old'),
		'content/docs/page.md': doc('Page', 'Text.', 'pagination_next: secret'),
		'content/docs/sidebars.json':
			'{ "docs": ["index", "secret", "guide", { "type": "category", "label": "C", "items": ["secret"] }, "page"] }',
	};
	const fields = { navbar: { items: [{ type: 'doc', docId: 'secret', label: 'The draft' }] } };
	const s = await built(files, fields);
	assert.not.ok(
		s.outputs().some((out) => /secret|hidden|^old/.test(out)),
		s.outputs().join(' '),
	);
	for (const out of s.outputs().filter((name) => !name.startsWith('assets/')))
		assert.not.match(s.read(out), 'Secret', out);
	assert.equal(texts(s.read('docs/index.html'), 'nav[aria-label="Docs sidebar"] a'), ['Home', 'Guide', 'Page']);
	assert.is(element(s.read('docs/index.html'), '.paginator-next .paginator-label').text, 'Guide');
	const result = await s.build({ drafts: true });
	assert.is(result.ok, true, JSON.stringify(result.diagnostics));
	assert.ok(s.outputs().includes('docs/secret/index.html'), 'with --drafts they are pages like others');
});

test('B-292: invalid configurations', async () => {
	for (const [fields, message] of [
		[{ url: 'https://example.com/path' }, /^url must be an origin without a path/],
		[{ url: 'example.com' }, /^url must be an origin/],
		[{ titel: 'x' }, /titel.*(?:unknown|not).*title/is],
		[{ docs: { versions: { '7.x': {} } } }, /7\.x/],
		[{ docs: { lastVersion: '7.x' } }, /7\.x/],
		[
			{ tableOfContents: { minHeadingLevel: 1 } },
			/tableOfContents\.minHeadingLevel must be a whole number from 2 to 6/,
		],
		[{ tableOfContents: { minHeadingLevel: 4, maxHeadingLevel: 3 } }, /tableOfContents/],
		[{ theme: { colors: { accent: 'bluee' } } }, /theme\.colors\.accent must be a CSS color/],
		[{ theme: { colors: { ground: { light: '#12345', dark: '#000' } } } }, /theme\.colors\.ground/],
		[{ announcementBar: { id: 'a', content: 'b', textColor: 'red; x' } }, /textColor must be a CSS color/],
		[{ navbar: { items: [{ type: 'search', positon: 'left' }] } }, /navbar\.items\[0\].*positon/],
	] as [Record<string, unknown>, RegExp][]) {
		const result = await tried(docs, fields);
		assert.is(result.ok, false, JSON.stringify(fields));
		assert.ok(
			result.diagnostics.some((finding) => message.test(finding.message)),
			`${message} among ${JSON.stringify(result.diagnostics)}`,
		);
	}
});

test('B-293: one run reports everything, of every kind', async () => {
	const result = await tried(
		{
			...docs,
			'content/docs/a.md': doc('A', '[x](/nowhere) [y](./gone.md) [z](#none)'),
			'content/docs/b.md': doc('B', '<Unknown /> [x](/nowhere)'),
			'content/docs/c.md': doc('C', 'Text.', 'hide_title: maybe\nsidebar_position: first'),
			'content/docs/d.md': doc('D', 'Text.', 'slug: /guide'),
		},
		{ navbar: { items: [{ type: 'doc', docId: 'none' }] } },
	);
	assert.is(result.ok, false);
	for (const code of [
		'broken-link',
		'broken-markdown-link',
		'broken-anchor',
		'unknown-component',
		'duplicate-route',
		'unknown-doc',
	])
		assert.ok(codes(result).includes(code), `${code} among ${codes(result)}`);
	const wrong = result.diagnostics.find((finding) => finding.file === 'content/docs/c.md');
	assert.match(wrong?.message ?? '', 'contains invalid values for field(s): sidebar_position, hide_title.');
});

test('B-294: the severity of findings is configurable', async () => {
	const cases = [
		['onBrokenLinks', 'broken-link', pageWith('[a](/nowhere)')],
		['onBrokenAnchors', 'broken-anchor', pageWith('[a](#none)')],
		['onBrokenMarkdownLinks', 'broken-markdown-link', pageWith('[a](./gone.md)')],
		['onDuplicateRoutes', 'duplicate-route', { ...docs, 'content/docs/x.md': doc('X', 'Text.', 'slug: /guide') }],
	] as const;
	const severities = { throw: 'error', warn: 'warning', log: 'info' } as const;
	for (const [field, code, files] of cases) {
		for (const [reaction, severity] of Object.entries(severities)) {
			const result = await tried(files, {
				[field]: reaction,
				...(field === 'onBrokenMarkdownLinks' ? { onBrokenLinks: 'ignore' } : {}),
			});
			const found = result.diagnostics.filter((finding) => finding.code === code);
			assert.ok(found.length > 0, `${field}: ${reaction}`);
			assert.ok(
				found.every((finding) => finding.severity === severity),
				`${field}: ${reaction}`,
			);
			assert.is(result.ok, reaction !== 'throw', `${field}: ${reaction} ${JSON.stringify(result.diagnostics)}`);
		}
		const ignored = await tried(files, {
			[field]: 'ignore',
			...(field === 'onBrokenMarkdownLinks' ? { onBrokenLinks: 'ignore' } : {}),
		});
		assert.equal([ignored.ok, codes(ignored).includes(code)], [true, false], field);
		const unset = await tried(files);
		assert.is(unset.ok, false, `${field} is "throw" where nothing is said`);
	}
});

test('redirects: pages and front matter, chains, queries and other sites', async () => {
	const s = await built(
		{ ...docs, 'content/docs/page.md': doc('Page', '[old](/old)', 'redirect_from: [/older, /docs/before/]') },
		{
			redirects: [
				{ from: ['/old', '/very-old'], to: '/older' },
				{ from: '/away', to: 'https://example.org/x?a=1&b=2' },
				{ from: '/section', to: '/docs/guide#a-heading' },
			],
			baseUrl: '/base/',
		},
	);
	const target = (out: string): string => /url=([^"]*)"/.exec(s.read(out))?.[1] ?? '';
	assert.is(target('old/index.html'), '/base/docs/page');
	assert.is(target('very-old/index.html'), '/base/docs/page');
	assert.is(target('docs/before/index.html'), '/base/docs/page');
	assert.is(target('away/index.html'), 'https://example.org/x?a=1&amp;b=2');
	assert.is(target('section/index.html'), '/base/docs/guide#a-heading');
	assert.match(s.read('old/index.html'), '<link rel="canonical" href="https://example.com/base/docs/page">');
	const [script, text = ''] = /<script data-to="[^"]*">([^<]*)<\/script>/.exec(s.read('old/index.html')) ?? [];
	const sent = (to: string, search: string, hash: string): string => {
		const location = {
			search,
			hash,
			toString: () => 'https://example.com/old',
			replace: (url: URL) => urls.push(url.href),
		};
		const urls: string[] = [];
		new Function('document', 'location', text)({ currentScript: { dataset: { to } } }, location);
		return urls.join();
	};
	assert.ok(script);
	assert.is(sent('/base/docs/page', '?x=1', '#next'), 'https://example.com/base/docs/page?x=1#next');
	assert.is(sent('/a?b=1#own', '?x=1', ''), 'https://example.com/a?b=1&x=1#own');
	assert.not.match(s.read('sitemap.xml'), /old|away|before/);
});

test('redirects: no cycle, no dead end, no target outside the output folder', async () => {
	const wrong = async (from: string, to: string): Promise<string[]> => {
		const result = await tried(docs, { redirects: [{ from, to }] });
		assert.is(result.ok, false, `${from} → ${to}`);
		return codes(result);
	};
	assert.equal(await wrong('/a', '/a'), ['redirect-loop']);
	assert.equal(await wrong('/a', '/gone'), ['broken-redirect']);
	for (const from of [
		'/../up',
		'../up',
		'/a/../../../up',
		'/a\\..\\..\\up',
		'no-slash',
		'',
		'/with?query',
		'/with#hash',
	])
		assert.ok((await wrong(from, '/docs/guide')).length > 0, from);
	const inPage = await tried({ ...docs, 'content/docs/page.md': doc('Page', 'Text.', 'redirect_from: /../../up') });
	assert.is(inPage.ok, false);
});

test('no output is outside the output folder', async () => {
	const hostile: Files[] = [
		{ 'content/docs/a.md': doc('A', 'Text.', 'slug: /../../../up') },
		{ 'content/docs/a.md': doc('A', 'Text.', 'slug: /%2e%2e/up') },
		{ 'content/docs/a.md': doc('A', 'Text.', 'tags: [{ label: x, permalink: /../../up }]') },
		{ 'content/blog/2023-01-01-a.md': doc('A', 'Text.', 'slug: ../../../up') },
		{ 'content/blog/2023-01-01-a.md': doc('A', 'Text.', 'tags: [{ label: x, permalink: ../../../up }]') },
		{ 'content/docs/a.md': doc('A', 'Text.', 'tags: [".."]') },
		{
			'content/docs/x/_category_.json': '{ "link": { "type": "generated-index", "slug": "/../../up" } }',
			'content/docs/x/a.md': doc('A'),
		},
	];
	for (const files of hostile) {
		const { site: s } = await tried({ ...docs, ...files }, { onBrokenLinks: 'ignore' });
		const outside = s
			.outputs()
			.filter((out) => out.split('/').some((part) => part === '..' || part === '') || decodeURI(out) !== out);
		assert.equal(outside, [], JSON.stringify(files));
	}
	for (const fields of [
		{ docs: { path: '../x' } },
		{ blog: { path: '..' } },
		{ search: { path: '../x' } },
		{ docs: { versions: { current: { path: '../../x' } } } },
	]) {
		const { site: s } = await tried({ ...docs, 'content/blog/2023-01-01-a.md': doc('A') }, fields);
		assert.equal(
			s.outputs().filter((out) => out.split('/').includes('..')),
			[],
			JSON.stringify(fields),
		);
	}
});

test('a name cannot be both a file and a folder', async () => {
	const found = await failing('output-conflict', { ...docs, 'content/static/docs': 'A file' });
	assert.is(found.file, 'content/static/docs');
	const other = await failing('output-conflict', { ...docs, 'content/static/404.html/x.txt': 'A file' });
	assert.match(other.message, '"404.html", with 404.html/x.txt in it');
});

test('raw scripts fail the build unless the configuration allows them', async () => {
	const text = '<script>alert(1)</script>\n\n<p onclick="go()">x</p>\n\n<a href="javascript:go()">y</a>';
	const refused = await tried(pageWith(text));
	assert.is(refused.ok, false);
	assert.ok(
		refused.diagnostics.filter((finding) => finding.severity === 'error').length >= 3,
		JSON.stringify(refused.diagnostics),
	);
	const s = await built(pageWith(text), { allowRawScripts: true });
	const html = s.read('docs/page/index.html');
	for (const part of ['<script>alert(1)</script>', 'onclick="go()"', 'href="javascript:go()"'])
		assert.match(html, part);
	const allowed = createHash('sha256').update('alert(1)').digest('base64');
	assert.ok(s.read('_headers').includes(`'sha256-${allowed}'`));
});

test('B-178, B-177: links and images of versions and posts are relative to their file', async () => {
	const result = await tried({
		...docs,
		'content/versions.json': '["1.x"]',
		'content/versions/1.x/a.md': doc('A', '[b](./b.md)'),
		'content/blog/2023-01-01-p.md': doc('P', '[b](./b.md) ![i](i.png)'),
	});
	assert.is(result.ok, false);
	const found = result.diagnostics.map(({ code, file }) => `${code} ${file}`).sort();
	assert.equal(found, [
		'broken-markdown-link content/blog/2023-01-01-p.md',
		'broken-markdown-link content/versions/1.x/a.md',
		'missing-image content/blog/2023-01-01-p.md',
	]);
	const versioned = result.diagnostics.find(({ file }) => file?.includes('1.x'));
	assert.match(versioned?.message ?? '', /content\/versions\/1\.x\/a\.md.*1\.x/);
});

test('suggestions: similar names, never the page itself, also for images', async () => {
	const result = await tried({
		...docs,
		'content/docs/bad.md': doc('Bad', '[a](./nope.md) [b](./giude.md) [c](/docs/bud) ![i](./imge.png)'),
		'content/docs/image.png': 'x',
	});
	const hints = result.diagnostics.filter(({ file }) => file !== undefined).map(({ code, hint }) => [code, hint]);
	assert.equal(hints, [
		['broken-markdown-link', 'There is no file content/docs/nope.md.'],
		['broken-markdown-link', 'Did you mean guide.md?'],
		['missing-image', 'Did you mean content/docs/image.png?'],
		['broken-link', undefined],
	]);
});

test('images and media in templates and raw HTML must exist', async () => {
	const image = (src: string): string => `<img src="${src}" alt="">`;
	const files: Files = {
		...docs,
		'content/docs/page.md': doc('Page', '![outside](pathname:///elsewhere.png) [outside](pathname:///elsewhere.pdf)'),
		'content/blog/authors.yml': 'ada:\n  name: Ada\n  image_url: /img/ada.png\n  url: /docs/guide\n',
		'content/blog/2024-01-01-post.md': doc('Post', 'Text.', 'authors: [ada]'),
		'content/static/img/there.png': 'x',
	};
	const fields = {
		head: [{ tag: 'link', attributes: { rel: 'stylesheet', href: '/custom.css' } }],
		navbar: { items: [{ type: 'html', value: image('/img/there.png') }] },
		announcementBar: { id: 'a', content: image('/img/thre.png') },
	};
	const { ok, diagnostics } = await tried(files, fields);
	assert.is(ok, false);
	const found = diagnostics.map(({ code, message, hint }) => [code, message.replace(/^(.*), which .*/, '$1'), hint]);
	const hint = 'Put it into content/static: /img/x.png is content/static/img/x.png.';
	assert.equal(found.sort(), [
		['missing-file', 'There is no file at /custom.css', hint],
		['missing-image', 'There is no file at /img/ada.png', hint],
		['missing-image', 'There is no file at /img/thre.png', 'Did you mean /img/there.png?'],
	]);
	for (const baseUrl of ['/', '/base/']) {
		const all = { ...files, 'content/static/img/ada.png': 'x' };
		const made = await built(all, { baseUrl });
		const page = made.read('docs/page/index.html');
		assert.match(page, `<img src="${baseUrl}elsewhere.png"`);
		assert.match(page, `href="${baseUrl}elsewhere.pdf"`);
		assert.match(made.read('blog/2024/01/01/post/index.html'), `href="${baseUrl}docs/guide"`);
		assert.match(made.read('blog/atom.xml'), `<uri>https://example.com${baseUrl}docs/guide</uri>`);
	}
});

test("pathname:// leads to what is none of this site's, in pages, the navbar, the footer and sidebars", async () => {
	const outside = (name: string): string => `pathname:///outside/${name}`;
	const made = await built(
		{
			...docs,
			'content/docs/page.md': doc('Page', `[x](${outside('page')})`),
			'content/docs/sidebars.ts': `export default { docs: ['page', { type: 'link', label: 'S', href: '${outside('side')}' }] };`,
		},
		{
			baseUrl: '/base/',
			navbar: {
				items: [
					{ to: outside('to'), label: 'A' },
					{ label: 'B', href: outside('drop'), type: 'dropdown', items: [] },
				],
			},
			footer: { links: [{ label: 'F', href: outside('foot') }] },
		},
	);
	const links = elements(made.read('docs/page/index.html'), 'a').map(({ attributes }) => attributes);
	for (const name of ['page', 'side', 'to', 'drop', 'foot']) {
		const found = links.filter(({ href }) => href === `/base/outside/${name}`);
		assert.ok(found.length > 0, name);
		assert.not.ok(
			found.some(({ target }) => target !== undefined),
			`${name} opens where it is`,
		);
	}
	const { ok } = await tried({ ...docs, 'content/docs/page.md': doc('Page', '[x](/outside/page)') });
	assert.is(ok, false);
});

test('suggestions: other sites, mail, static files, folders, titles', async () => {
	const hints: [link: string, hint: string | undefined][] = [
		['www.example.com', 'Did you mean https://www.example.com?'],
		['example.com/page', 'Did you mean https://example.com/page?'],
		['me@example.org', 'Did you mean mailto:me@example.org?'],
		['http//example.com', 'Did you mean http://example.com?'],
		['/static/file.pdf', 'Did you mean /file.pdf? Files in content/static are published without that prefix.'],
		['/files.pdf', 'Did you mean /file.pdf?'],
		['/docs/sub/', 'The folder has no index page, /docs/sub/deep is in it: link to that page, or add an index.md.'],
		['/nothing-of-the-kind', undefined],
		['#Links', 'That is the title of the page: link to the page, or add {#Links} to the title.'],
		['sub\\deep.md', 'Did you mean sub/deep.md? URLs have slashes, even on Windows.'],
	];
	const { diagnostics } = await tried({
		...docs,
		'content/docs/sub/deep.md': doc('Deep'),
		'content/docs/links.md': doc('Links', hints.map(([link]) => `[x](<${link}>)`).join('\n')),
		'content/static/file.pdf': 'A file.',
	});
	const found = new Map(diagnostics.filter(({ line }) => line).map(({ line = 0, hint }) => [line, hint]));
	const first = Math.min(...found.keys());
	assert.equal(
		hints.map(([link], index) => [link, found.get(first + index)]),
		hints,
	);
});

test('B-294: severities of images, components and expressions are configurable as well', async () => {
	const s = await built(
		pageWith('<Unknown>\n\nWhat it **holds**.\n\n</Unknown>\n\n![i](./none.png)\n\n<Tabs x={y} />'),
		{
			onUnknownComponents: 'warn',
			onMissingImages: 'log',
			onExpressions: 'ignore',
		},
	);
	assert.match(s.read('docs/page/index.html'), 'What it <strong>holds</strong>.');
});

test('a file that looks like a source but is unused is reported', async () => {
	const box = 'export const Box = () => <b />;';
	const files: Files = {
		...docs,
		'content/docs/guide.md': doc('Guide', "import Part from './part.md';\n\n<Part />"),
		'content/docs/part.md': 'Also a page.',
		'content/docs/_aside.md': 'Put aside.',
		'content/docs/sidebars.ts': "import { nav } from '../nav';\nexport default { docs: [nav] };",
		'content/nav.ts': "export const nav = 'guide';",
		'content/README.md': 'For authors.',
		'content/static/page.html': 'As it is.',
		'templates/components/Box.tsx': `import { b } from './parts/line'; ${box}`,
		'templates/components/parts/line.ts': 'export const b = 1;',
	};
	assert.equal((await tried(files)).diagnostics, []);
	const unused: [file: string, hint: string][] = [
		['content/doc/x.md', 'Did you mean content/docs?'],
		['content/docs/CAPS.MD', 'Pages end in .md or .mdx.'],
		['content/docs/_category.json', 'Did you mean _category_.json?'],
		['content/docs/raw.html', 'Put it in content/static, which is published unchanged.'],
		['content/docs/sidebar.ts', 'Did you mean sidebars.ts?'],
		['content/loose.md', 'Pages belong in content/docs, content/blog, content/pages and content/versions/<version>.'],
		['content/pages/home.tsx', 'Pages are Markdown. Write a component in templates/components, and use it in one.'],
		['content/tags.yml', 'tags.yml belongs in the folder it describes, such as content/blog.'],
		['templates/Foter.tsx', 'Did you mean templates/Footer.tsx?'],
	];
	const found = await tried({ ...files, ...Object.fromEntries(unused.map(([file]) => [file, box])) });
	assert.is(found.ok, true);
	assert.equal(
		found.diagnostics.map(({ code, file, hint }) => [code, file, hint]),
		unused.map(([file, hint]) => ['unused-file', file, hint]),
	);
	assert.equal((await found.site.build()).diagnostics, found.diagnostics, 'also where nothing has changed');
});

test.run();
