/**
 * Checks of a build that need more than a case of `cases/pages/findings` and `cases/pages/links`: each severity, templates
 * on a disk, scripts, several builds.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuildResult } from '../src/cli/build.ts';
import { buildFolder } from './disk-site.ts';
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

const pageWith = (body: string): Files => ({ ...docs, 'content/docs/page.md': doc('Page', body) });
const codes = (result: Pick<BuildResult, 'diagnostics'>): string[] => [
	...new Set(result.diagnostics.map((finding) => finding.code)),
];

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

test('the script of a redirect keeps the query and the hash of the reader', async () => {
	const { site: s } = await tried(docs, { redirects: [{ from: '/old', to: '/docs/guide' }] });
	const [, text = ''] = /<script data-to="[^"]*">([^<]+)<\/script>/.exec(s.read('old/index.html')) ?? [];
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
	assert.is(sent('/base/docs/page', '?x=1', '#next'), 'https://example.com/base/docs/page?x=1#next');
	assert.is(sent('/a?b=1#own', '?x=1', ''), 'https://example.com/a?b=1&x=1#own');
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

test('a file that is not used is reported also where nothing has changed', async () => {
	const { diagnostics, site: s } = await tried({ ...docs, 'content/doc/x.md': 'Not used.' });
	assert.equal(codes({ diagnostics }), ['unused-file']);
	assert.equal((await s.build()).diagnostics, diagnostics);
});

test.run();
