/** `docsgen migrate`: invented sites of every supported tool, migrated and built without manual edits. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildFolder } from '../../../../test/disk-site.ts';
import { splitFiles } from '../../../../test/files-text.ts';
import { contents, temporaryFolder } from '../../../../test/program.ts';
import { lostIn } from '../../../../test/words.ts';
import { writeFiles } from '../../../../test/write-files.ts';
import { createTerminal } from '../../terminal/terminal.ts';
import { themeOf, themeOfMaterial } from '../accent.ts';
import type { Diagnostic } from '../docsgen.ts';
import { migrate } from '../migrate.ts';
import { literal } from '../print.ts';
import { plain } from '../prune.ts';
import { setField } from '../texts.ts';
import { ModuleReader } from '../values.ts';
import { DOCUSAURUS_2, DOCUSAURUS_3 } from './sites/docusaurus.ts';
import { PLAIN, STARLIGHT } from './sites/starlight.ts';
import { VITEPRESS } from './sites/vitepress.ts';

type Files = Record<string, string>;

function put(folder: string, files: Files): string {
	writeFiles(folder, files);
	return folder;
}

interface Outcome {
	old: string;
	to: string;
	findings: Diagnostic[];
	said: string;
	read: (path: string) => string;
}

async function move(files: Files, { name = 'old' } = {}): Promise<Outcome> {
	const folder = temporaryFolder('migrate');
	return again(put(join(folder, name), files), join(folder, 'new'));
}

async function again(old: string, to: string, sitemap?: string): Promise<Outcome> {
	let said = '';
	const stream = { write: (text: string) => (said += text) };
	const terminal = createTerminal({ stdout: stream, stderr: { write() {} }, isTTY: false, env: {} });
	const findings = await migrate({ folder: old, to, sitemap }, terminal);
	return { old, to, findings, said, read: (path) => readFileSync(join(to, path), 'utf8') };
}

/** Builds a migrated site; returns the text of its pages. */
async function built(to: string): Promise<string> {
	const outDir = join(to, 'build');
	const result = await buildFolder(to, { waitFor: 'pages' });
	assert.ok(result.ok, JSON.stringify(result.diagnostics, undefined, 1));
	return readdirSync(outDir, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('/index.html') || file === 'index.html')
		.map((file) => readFileSync(join(outDir, file), 'utf8').replace(/<(?:[^>]* alt="([^"]*)")?[^>]*>/g, ' $1 '))
		.join(' ');
}

interface Flavour {
	files: Files;
	/** URLs that readers may have bookmarked. */
	addresses: string[];
	/** Kinds of rows that the report must contain. */
	told: string[];
}

const FLAVOURS: Record<string, Flavour> = {
	'Docusaurus 3': {
		files: DOCUSAURUS_3,
		addresses: [
			'docs',
			'docs/guides/steer',
			'docs/next',
			'docs/next/guides/land',
			'docs/next/parts/engine',
			'docs/next/category/guides',
			'docs/1.0/intro',
			'docs/start',
			'community/team',
			'community/conduct',
			'blog',
			'blog/first-flight',
			'blog/2024/03/04/second',
			'blog/tags',
			'blog/tags/flight',
			'blog/authors',
			'blog/authors/ada',
			'blog/authors/ben-bolt',
			'old-blog',
			'help',
			'versions',
			'',
		],
		told: [
			'Translations',
			'Components of the theme',
			'Components to write',
			'Components that were copied',
			'Style sheets',
			'Pages that are React components',
			'Plugins without a counterpart',
		],
	},
	'Docusaurus 2': {
		files: DOCUSAURUS_2,
		addresses: ['', 'usage', 'api/store', 'recipes'],
		told: ['Plugins without a counterpart'],
	},
	VitePress: {
		files: VITEPRESS,
		addresses: ['', 'guide', 'guide/firing.html', 'guide/README.html', 'reference/options.html', 'core/guide.html'],
		told: [
			'Translations',
			'Components of the theme',
			'Components to write',
			'Pages that code generates',
			'Scripts in the head',
		],
	},
	Starlight: {
		files: STARLIGHT,
		addresses: ['', 'guides/first-steps', 'guides/focus', 'reference/02-apiv1', 'start', 'old'],
		told: ['Translations', 'Components of the theme', 'Components to write', 'Components that were copied'],
	},
	Markdown: {
		files: PLAIN,
		addresses: ['', 'docs/grinding', 'docs/tools', 'docs/01-old_name'],
		told: ['URL of the site'],
	},
};

for (const [name, { files, addresses, told }] of Object.entries(FLAVOURS))
	test(`${name}: migrates, builds, keeps every word and URL, and leaves the old site unchanged`, async () => {
		const { old, to, findings, said, read } = await move(files);
		assert.equal(findings, []);
		await built(to);
		assert.not.match(read('migration/README.md'), 'Pages that lack words');
		for (const address of addresses) assert.ok(existsSync(join(to, 'build', address, 'index.html')), address);
		const list = read('migration/addresses.txt');
		assert.not.match(list, 'nothing');
		for (const kind of told) {
			assert.match(said, kind);
			assert.match(read('migration/README.md'), `## ${kind}\n`);
		}
		assert.equal(
			Object.fromEntries(contents(old)),
			Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text).toString('latin1')])),
		);
	});

test('Starlight: a word to mark is named in its fence, and other options stay', async () => {
	const info = 'js title="a b" {"1": 2} ins={1} "look" frame="none" \'x "y"\'';
	const files = {
		...STARLIGHT,
		'src/content/docs/marks.md': `---\ntitle: Marks\n---\n\n\`\`\`${info}\nlook("look");\n\`\`\`\n`,
	};
	const { read } = await move(files);
	const named = info.replace('"look"', 'mark="look"').replace("'x", "mark='x");
	assert.match(read('content/docs/marks.md'), `\`\`\`${named}\nlook("look");`);
});

const IDIOMS = 'src/cli/migrate/test/sites/idioms';

/** Repositories whose navbar has the version of a package that these files lack. */
const VERSIONED: ReadonlySet<string> = new Set(['vitepress-bundler', 'vitepress-tester']);

/** Expected remaining findings of these repositories: code without a value and its dependencies, and other notations; the code in props of a component to write is listed with it. */
const KEPT: Record<string, string[]> = {
	'docusaurus-components': [
		'content/docs/intro/next.md:18',
		'content/static/usage/v8/button/basic/index.md:1',
		'content/static/usage/v8/button/basic/index.md:2',
		'content/static/usage/v8/button/basic/index.md:3',
	],
	'docusaurus-library': [
		'content/docs/introduction/getting-started.md:116',
		'content/docs/introduction/getting-started.md:126',
	],
	'docusaurus-mixer': [
		'content/blog/2015-03-26-hello-world.md:17',
		'content/docs/components/button.mdx:23',
		'content/docs/components/button.mdx:5',
		'content/docs/flatlist.md:69',
	],
	'docusaurus-mobile': ['content/docs/getting-started.md:79'],
	'docusaurus-tester': ['content/docs/MockFunctions.mdx:13', 'content/docs/MockFunctions.mdx:31'],
	'docusaurus-tool': ['content/pages/markdownTests.mdx:78'],
	'markdown-hugo': [
		'content/blog/post.md:14',
		'content/blog/post.md:16',
		'content/blog/post.md:19',
		'content/blog/post.md:21',
		'content/blog/post.md:23',
		'content/blog/post.md:25',
		'content/blog/post.md:27',
		'content/blog/post.md:30',
		'content/blog/post.md:34',
		'content/blog/post.md:37',
		'content/blog/post.md:39',
		'content/blog/post.md:43',
		'content/blog/post.md:51',
		'content/blog/post.md:55',
		'content/blog/post.md:57',
		'content/docs/docs/index.md:75',
		'content/docs/docs/index.md:77',
		'content/docs/docs/index.md:83',
	],
	'markdown-jekyll': ['content/docs/docs/boil.md:7'],
	'starlight-islands': [
		'content/docs/guides/components.mdx:14',
		'content/docs/guides/components.mdx:16',
		'content/docs/guides/components.mdx:18',
	],
	'starlight-linter': ['content/docs/linter/rules/no-access-key.mdx:15'],
	'starlight-shell': ['content/docs/start/create-project.mdx:26'],
	'vitepress-bundler': [
		'content/docs/blog.md:15',
		'content/docs/blog.md:22',
		'content/docs/blog.md:23',
		'content/docs/blog.md:24',
		'content/docs/config/index.md:10',
		'content/docs/guide/features.md:28',
		'content/docs/guide/features.md:30',
		'content/docs/guide/features.md:35',
		'content/docs/guide/features.md:7',
	],
	'vitepress-demos': [
		'content/docs/guide/introduction.md:47',
		'content/docs/guide/introduction.md:5',
		'content/docs/guide/introduction.md:93',
	],
	'vitepress-framework': ['content/docs/guide/list.md:24'],
	'vitepress-server': [
		'content/docs/blog.md:10',
		'content/docs/blog.md:4',
		'content/docs/blog.md:8',
		'content/docs/blog.md:9',
	],
	'vitepress-tester': [
		'content/docs/guide/index.md:129',
		'content/docs/guide/index.md:144',
		'content/docs/guide/index.md:148',
		'content/docs/guide/index.md:161',
	],
};

for (const name of readdirSync(IDIOMS).map((file) => file.replace('.txt', '')))
	test(`${name}: a real repository migrates without a question, and builds without losing a word`, async () => {
		const files = splitFiles(readFileSync(join(IDIOMS, `${name}.txt`), 'utf8'));
		const { to, findings, said, read } = await move(files);
		assert.equal(findings, []);
		assert.equal(said.includes('Configuration that is a program'), VERSIONED.has(name));
		assert.not.match(said, 'Pages that are drafts now');
		await built(to);
		const [, places = ''] = /## Notation of other tools\n\n([^#]*)/.exec(read('migration/README.md')) ?? [];
		assert.equal(
			[...new Set([...places.matchAll(/`([^`:]+:\d+)/g)].map(([, place = '']) => place))].sort(),
			KEPT[name] ?? [],
		);
		assert.not.match(said, 'Pages that lack words');
		assert.equal(await lostIn(to), []);
	});

test('a sitemap is compared, and one without URLs is an error', async () => {
	const { old, said } = await move({ 'mkdocs.yml': 'site_name: Kettle\n', 'docs/index.md': '# Kettle\n' });
	assert.match(said, 'The only URL was derived from mkdocs.yml; add --sitemap to compare');
	const list = (text: string): string => join(put(temporaryFolder('sitemap'), { 'urls.txt': text }), 'urls.txt');
	const compared = await again(old, `${old}-new`, list('https://kettle.example/\nhttps://kettle.example/gone/\n'));
	assert.match(compared.said, '1 of 2 URLs in urls.txt works.');
	const [finding] = (await again(old, `${old}-none`, list('nothing'))).findings;
	assert.match(finding?.message ?? '', 'names no URLs');
});

test('the parts of a Docusaurus site keep their content', async () => {
	const { to, read } = await move(DOCUSAURUS_3);
	const config = read('site.config.ts');
	for (const part of [
		"tagline: 'Launch things with Rocket 2.4.0'",
		"current: { label: '2.4.0-next', path: 'next' }",
		"{ type: 'docSidebar', sidebarId: 'community-people', label: 'Community' }",
		"{ from: '/docs/begin', to: '/docs/' }",
		"{ from: '/community/team', to: '/docs/community/team' }",
		"search: { hosted: { appId: 'APP', apiKey: 'key', indexName: 'rocket' } }",
		"blog: { path: 'blog', title: 'Flight log', postsPerPage: 5",
		`copyright: 'Copyright © ${new Date().getFullYear()} Acme'`,
	])
		assert.match(config, part);
	assert.not.match(config, 'star-button');
	assert.not.match(read('content/docs/sidebars.ts'), 'guides/gone');
	assert.match(read('content/versions/1.0/sidebars.ts'), "items: ['intro']");
	assert.match(read('content/versions/2.0/community/rules.md'), 'slug: "/community/conduct"');
	assert.match(read('content/versions/2.0/community/team.md'), '(../../../docs/intro.mdx)');
	assert.match(read('content/docs/intro.mdx'), "import Shared from './_shared.mdx'");
	assert.match(
		read('migration/README.md'),
		/`<Counter> of src\/components\/Counter\.tsx: content\/docs\/intro\.mdx:17`/,
	);
	assert.not.ok(existsSync(join(to, 'templates/components/Counter.tsx')));
	assert.match(read('templates/components/OldBadge.tsx'), 'className="badge"');
	for (const path of ['theme/Footer/index.js', 'css/custom.css', 'pages/help.tsx'])
		assert.ok(existsSync(join(to, 'migration/aside', path)), path);
	assert.ok(existsSync(join(to, 'content/static/.nojekyll')));
});

/** Migrates a repository of `src/cli/migrate/test/sites/idioms`. */
const moved = (name: string): Promise<Outcome> => move(splitFiles(readFileSync(join(IDIOMS, `${name}.txt`), 'utf8')));

test('docs without a default plugin keep their URLs, and functions of the configuration are listed in the report', async () => {
	const { to, read, said } = await moved('docusaurus-rules');
	await built(to);
	const pages = ['', 'getting-started', 'rules', 'rules/no-gaps', 'rules/no-gaps.html', 'en/rules/sort'];
	for (const address of pages) assert.ok(existsSync(join(to, 'build', address, 'index.html')), address);
	const config = read('site.config.ts');
	assert.match(config, "editUrl: 'https://github.com/acme/rules/edit/main'");
	assert.match(config, 'showLastUpdate: true');
	assert.match(config, "title: 'Rules 8.1.0'");
	assert.not.match(said, 'Broken links');
	assert.not.match(said, 'Links to missing headings');
	assert.match(read('migration/README.md'), '`docs.sidebarItemsGenerator`');
	const rule = read('content/docs/rules/no-gaps.mdx');
	assert.match(
		rule,
		'[the order](./sort.md#how-it-sorts), or [its page](sort.md), or [how it decides](sort.md#how-it-sorts)',
	);
	assert.not.match(rule, 'displayed_sidebar');
});

test('comments that mark lines in a site’s own terms become marks', async () => {
	const { to, read } = await moved('docusaurus-rules');
	const sort = read('content/docs/rules/sort.md');
	assert.match(
		sort,
		'  oldRules, // [!code --:2]\n  // highlight-next-line\n  moreOldRules,\n  rules.recommended, // [!code ++]\n];',
	);
	assert.match(sort, '<p> <!-- [!code ++:3] -->\n  new\n</p>\n```');
	assert.match(sort, '  <Rules /> {/* [!code ++] */}\n');
	assert.match(read('content/docs/rules/no-gaps.mdx'), 'const gap = undefined; // [!code error]');
	await built(to);
	const page = readFileSync(join(to, 'build/rules/sort/index.html'), 'utf8');
	assert.not.match(page, '[!code');
	assert.equal(
		[...page.matchAll(/class="line( hl)? (ins|del)"/g)].map(([, , mark]) => mark),
		['del', 'del', 'ins', 'ins', 'ins', 'ins', 'ins'],
	);
});

test('Hugo pages keep their URLs, their order and the output of their shortcodes', async () => {
	const { to, read } = await moved('markdown-hugo');
	const text = await built(to);
	for (const address of ['', 'docs', 'docs/install', 'docs/use', 'docs/older', 'using', 'blog/post'])
		assert.ok(existsSync(join(to, 'build', address, 'index.html')), address);
	const docs = read('content/docs/docs/index.md');
	assert.match(docs, '[ref](install.md) and [rel](install.md)');
	assert.match(docs, ':::caution[Mind the gap]\n\n\nAlert words.');
	assert.match(docs, '   <details>\n   <summary>More of it</summary>');
	assert.match(docs, '(https://www.youtube.com/watch?v=abc123) and <VersionOf value="cache" /> in text');
	assert.match(docs, '```go {2,4-5} showLineNumbers=10\n{{< highlight go >}}');
	assert.not.match(docs, /for authors|Nobody|<Rem/);
	assert.match(docs, '<Code config="build" />');
	assert.match(docs, 'A [link]({{< param home >}}) of a param, <Icon source="/no/such.png" /> too.');
	assert.match(docs, '```html title="layouts/a.html"\n<h1>{{ .Title }}\n```');
	// Horizontal rules and front matter in examples are not the page's front matter.
	const rules = read('content/docs/docs/rules.md');
	assert.match(rules, '# Rules\n\nFirst words, <VersionOf value="rules" />.\n\n---\n\nMiddle words.\n\n---\n');
	assert.match(rules, '+++\ntitle = "Shown"\n+++');
	assert.match(read('content/docs/docs/Use It.md'), 'sidebar_position: 7\n');
	assert.match(read('content/docs/docs/Use It.md'), 'as [said](./install.md) and');
	for (const words of ['{{&lt; shown &gt;}}', 'Card text.', 'Folded words.']) assert.match(text, words);
	assert.match(read('migration/README.md'), '`<VersionOf>: content/docs/docs/index.md:');
	assert.match(read('migration/README.md'), '`content/blog/post.md:21: {% include note.html content="Included" %}`');
	assert.match(read('site.config.ts'), "url: 'https://hugo.example.com'");
});

test('Jekyll’s preprocessing is applied', async () => {
	const { to, read } = await moved('markdown-jekyll');
	const text = await built(to);
	for (const address of ['', 'boil', 'blog/2020/01/02/steam', 'docs/kettle-cup'])
		assert.ok(existsSync(join(to, 'build', address, 'index.html')), address);
	assert.match(read('content/docs/index.md'), 'Boils acme/kettle [fast](./docs/boil.md).');
	assert.match(read('content/docs/docs/boil.md'), '```ruby\nboil\n```');
	assert.match(text, 'Literally {{ page.title }}.');
	assert.match(text, '{{ site.title }}');
	assert.not.match(text, 'hidden');
});

test('an unclosed block, malformed front matter and two pages with one URL remain pages', async () => {
	const { to, read, said } = await moved('markdown-slips');
	const text = await built(to);
	for (const address of ['', 'start', 'start-page', 'menu', 'open'])
		assert.ok(existsSync(join(to, 'build', address, 'index.html')), address);
	for (const words of ['Start words.', 'Folder words.', 'Menu words.', 'Never closed.']) assert.match(text, words);
	assert.match(read('content/docs/start.md'), '  begin\n  ```\n\nThen on.');
	assert.match(read('content/docs/menu.md'), 'weight: 2');
	assert.match(said, 'URLs shared by two pages');
	assert.not.match(said, 'URLs that two pages have');
});

test('a VitePress loader that watches files receives them', async () => {
	const { to, read } = await moved('vitepress-server');
	assert.match(await built(to), /1 files, first of them one\.md/);
	assert.not.match(read('migration/README.md'), '`content/docs/levels.md');
});

test('a component with a built-in name is renamed on every page that imports it', async () => {
	const pages = Array.from({ length: 9 }, (_, number) => `docs/page-${number}.mdx`);
	const text = "import { Tabs } from '@/parts/tabs';\n\n# Page\n\n<Tabs>\n\nWords.\n\n</Tabs>\n";
	const config = "export default { title: 'X', url: 'https://x.example', presets: [['classic', {}]] };";
	const files = Object.fromEntries(pages.map((path) => [path, text]));
	const { said, read } = await move({ 'docusaurus.config.js': config, ...files });
	for (const path of pages) assert.match(read(`content/${path}`), '<OldTabs>\n\nWords.\n\n</OldTabs>');
	assert.not.match(said, 'Unknown tags');
});

test('custom titles of neighbor pages, which cannot be migrated, are reported', async () => {
	const { read } = await moved('vitepress-tester');
	assert.match(read('migration/README.md'), /## Custom titles of neighbors[^#]*`guide\/index\.md`/);
});

test('heading ids follow the configuration', async () => {
	const { read, said } = await moved('vitepress-store');
	const page = read('content/docs/core/index.md');
	assert.match(page, '## Mapping State {#Mapping-State}');
	const flags = read('content/docs/core/flags.md');
	assert.match(flags, '{#-watch-file-}');
	assert.match(flags, '(#-watch-file-)');
	assert.not.match(said, 'Links to missing headings');
	const config = read('site.config.ts');
	assert.match(config, "label: 'English'");
	assert.match(config, "{ label: '简体中文', href: 'https://cn.store.example.com/' }");
	assert.not.match(said, 'Translations');
	assert.match(read('migration/README.md'), /## Scripts and styles of pages\n\n- `core\/flags\.md`\n(?:\n|$)/);
	assert.match(config, 'showLastUpdate: true');
});

test('pages keep their head, team pages their people, and component parts are listed', async () => {
	const { to, read } = await moved('vitepress-store');
	await built(to);
	const team = readFileSync(join(to, 'build/team/index.html'), 'utf8');
	assert.match(team, '<meta property="og:description" content="Those who &quot;make&quot; it">');
	assert.match(team, '<link rel="me" href="https://social.example.com/@store">');
	assert.match(
		team,
		/Who makes it[\s\S]*A few people\.[\s\S]*Ada Keeper[\s\S]*Keeps <a href="https:\/\/shelf\.example\.com">/,
	);
	assert.match(team, /Formerly[\s\S]*Grace Former[\s\S]*<a href="https:\/\/github\.example\.com\/grace">/);
	assert.not.match(team, '<template');
	assert.not.match(read('content/docs/team.md'), 'head:');
	const loaded = await moved('vitepress-bundler');
	assert.match(loaded.said, 'Data generated by code');
	assert.match(loaded.read('content/docs/plugins/index.md'), '<Item>x</Item>\n\n<div><h3>x</h3></div>');
	const icons = (await moved('docusaurus-rules')).read;
	assert.match(icons('content/docs/icons.mdx'), 'A <IconsStar size={3} /> and <IconsBox>kept inside</IconsBox> of');
	assert.match(icons('content/docs/icons.mdx'), '`<Icons.Wide>` as code');
	assert.match(icons('migration/README.md'), /<IconsWide>[^\n]*: content\/docs\/icons\.mdx:/);
});

test('MkDocs: blocks, tabs, settings and sidebar', async () => {
	const { to, read, said } = await moved('mkdocs-tool');
	await built(to);
	for (const address of ['', 'guide/stir', 'guide/options'])
		assert.ok(existsSync(join(to, 'build', address, 'index.html')), address);
	assert.not.ok(existsSync(join(to, 'content/docs/src')));
	const page = readFileSync(join(to, 'build/index.html'), 'utf8');
	assert.match(
		page,
		/admonition-caution[\s\S]*Mind the bowl[\s\S]*Careful words[\s\S]*admonition-tip[\s\S]*Nested words/,
	);
	assert.match(page, /<summary>Folded<\/summary>[\s\S]*Folded words/);
	assert.match(page, /<li>[\s\S]*A step[\s\S]*In a step\.[\s\S]*<\/li>\s*<li>[\s\S]*Another step/);
	assert.match(read('content/docs/index.md'), '[Begin](guide/stir.md){.button}  home, and `:material-home:` as code.');
	const stir = readFileSync(join(to, 'build/guide/stir/index.html'), 'utf8');
	assert.match(read('content/docs/guide/stir.md'), '```yaml title="whisk.yml" {1,3-4} showLineNumbers=5\n!!! kept');
	assert.match(stir, /Not at all[\s\S]*Slow words again/);
	assert.not.match(said, 'Links to missing headings');
	assert.match(stir, /By hand[\s\S]*By machine[\s\S]*Slowly words[\s\S]*Quickly words/);
	const config = read('site.config.ts');
	for (const part of ["title: 'Whisk'", "url: 'https://whisk.example.com'", "baseUrl: '/docs/'"])
		assert.match(config, part);
	assert.match(
		read('content/docs/sidebars.ts'),
		/'Home'[\s\S]*label: 'Guide'[\s\S]*guide\/stir[\s\S]*'Options'[\s\S]*acme\.example/,
	);
	assert.match(said, 'Plugins without a counterpart');
	assert.match(read('migration/README.md'), '`mkdocstrings`');
	assert.match(read('migration/README.md'), '`css/extra.css`');
});

test('a VitePress site keeps its anchors, includes and landing page', async () => {
	const { read } = await move(VITEPRESS);
	const guide = read('content/docs/guide/index.md');
	assert.match(guide, '## 1. Fill it {#_1-fill-it}');
	assert.match(guide, '(./firing.md#how-hot)');
	assert.match(guide, "import Part from '../../shared/src/snippets/part.md';");
	assert.match(guide, '```ts file=../../shared/src/snippets/bake.ts#main {1}\n```');
	assert.not.match(guide, '<script setup');
	const firing = read('content/docs/guide/firing.md');
	assert.match(firing, '## How hot? {#how-hot}');
	assert.match(firing, '## How hot? {#how-hot-1}');
	assert.match(firing, '## Café au lait {#cafe-au-lait}');
	assert.match(firing, 'custom_edit_url: null');
	const home = read('content/pages/index.md');
	assert.match(home, '<Hero title="Bakes anything" eyebrow="Kiln" tagline="Quickly &amp; evenly">');
	assert.match(home, '<Action label="Get started" href="/guide/" primary />');
	const sidebars = read('content/docs/sidebars.ts');
	assert.match(sidebars, "{ type: 'doc', id: 'guide/firing', label: 'Firing' }");
	assert.match(sidebars, "{ type: 'ref', id: 'core/guide', label: 'Core' }");
	assert.match(sidebars, 'collapsible: false');
	assert.match(read('site.config.ts'), "url: 'https://kiln.example.com'");
});

test('a second run writes nothing, and respects files that the author has changed or removed', async () => {
	const first = await move(PLAIN);
	const own = join(first.to, 'content/docs/docs/grinding.md');
	writeFileSync(own, '# Grinding\n\nFaster.\n');
	rmSync(join(first.to, 'content/docs/docs/01-old_name.md'));
	const before = contents(first.to);
	writeFileSync(join(first.old, 'docs/new.md'), '# New\n\nAdded since.\n');
	writeFileSync(join(first.old, 'docs/tools/README.md'), '# Tools\n\nChanged since.\n');
	const second = await again(first.old, first.to);
	assert.equal(second.findings, []);
	assert.match(
		second.said,
		'Not overwritten, because you changed them: content/docs/docs/01-old_name.md, content/docs/docs/grinding.md',
	);
	assert.is(readFileSync(own, 'utf8'), '# Grinding\n\nFaster.\n');
	assert.match(second.read('content/docs/docs/new.md'), 'Added since.');
	assert.match(second.read('content/docs/docs/tools/README.md'), 'Changed since.');
	const after = contents(first.to);
	const changed = [...after]
		.filter(([path, text]) => !path.startsWith('.docsgen/') && before.get(path) !== text)
		.map(([path]) => path);
	assert.equal(
		changed.filter((path) => !path.startsWith('migration/')),
		// No remaining link names the title of the first.
		['content/docs/README.md', 'content/docs/docs/new.md', 'content/docs/docs/tools/README.md'],
	);
});

test('by default, the new site is next to the old one', async () => {
	const old = put(join(temporaryFolder('migrate'), 'kiln'), PLAIN);
	const terminal = createTerminal({ stdout: { write() {} }, stderr: { write() {} }, isTTY: false, env: {} });
	assert.equal(await migrate({ folder: old }, terminal), []);
	assert.ok(existsSync(`${old}-docsgen/site.config.ts`));
});

test('a folder that is in use, inside the old site, or without pages is rejected', async () => {
	const old = put(temporaryFolder('migrate'), PLAIN);
	const full = put(temporaryFolder('migrate'), { 'thesis.md': 'Precious.' });
	const messageOf = async (folder: string, to: string): Promise<string> =>
		(await again(folder, to)).findings[0]?.message ?? '';
	assert.match(await messageOf(old, full), 'is not empty');
	assert.match(await messageOf(old, join(old, 'new')), 'is in the site');
	assert.match(await messageOf(join(old, 'nowhere'), join(full, 'new')), 'There is no folder');
	assert.match(
		await messageOf(put(temporaryFolder('migrate'), { 'a.txt': '' }), join(full, 'new')),
		'There are no pages',
	);
	assert.equal([...contents(full).keys()], ['thesis.md']);
});

const PROGRAM = `const { readers } = require('some-package');
let title = '';
for (let index = 0; index < 3; index++) title += 'x';
class Config { constructor() { Object.assign(this, { title, url: 'https://x.example', presets: [['classic', { docs: { sidebarPath: readers() } }]] }); } }
module.exports = new Config();
`;

test('a configuration that is a program is read as data where possible, and never run', async () => {
	const { said, read, findings } = await move({ 'docusaurus.config.js': PROGRAM, 'docs/a.md': '# A\n\nWords.\n' });
	assert.match(said, 'Configuration that is a program');
	assert.match(read('site.config.ts'), "title: 'old'");
	assert.equal(findings, []);
});

/** The default export of a module with this text. */
function read(text: string, others: Files = {}): unknown {
	const folder = put(temporaryFolder('values'), { 'config.ts': text, ...others });
	return plain(new ModuleReader(folder).default(join(folder, 'config.ts')));
}

test('configurations are read as data, wherever they are', () => {
	const data: [text: string, value: unknown][] = [
		[
			'export default { a: 1, "b-c": [true, null, -2], ["d" + (1 + 1)]: /x/ };',
			{ a: 1, 'b-c': [true, null, -2], d2: 'x' },
		],
		['const a = { x: 1 }; module.exports = { ...a, y: a?.x ?? 2, z: a.q ? 1 : 2 };', { x: 1, y: 1, z: 2 }],
		['const f = (n, m = 2) => n * m; export default [1, 2].map((n) => f(n)).concat([9]);', [2, 4, 9]],
		[
			'function g({ a, ...rest }) { const [b] = rest.list; if (a) { return b; } return 0; } export default g({ a: 1, list: [7] });',
			7,
		],
		[
			"export default { host: process.env.HOST || 'x', list: Object.entries({ a: 1 }).flat() };",
			{ host: 'x', list: ['a', 1] },
		],
		["import { b as c } from './other'; import all from './all.json'; export default { c, n: all.n };", { c: 5, n: 6 }],
		["const list = []; for (const x of ['a', 'b']) list.push(x.toUpperCase()); export default list;", ['A', 'B']],
		[`import p from 'pkg'; export default { a: p(1), b: \`\${2}\`, c: [p, 3], d: \`\${p}x\` };`, { b: '2', c: [3] }],
		["const { resolve, basename } = require('path'); export default basename(resolve(__dirname, 'x/y.js'));", 'y.js'],
		['export default { a: (() => { throw new Error(); })(), b: [].constructor, c: ({}).__proto__, d: 1 };', { d: 1 }],
		['const f = () => f(); export default { a: f(), b: 1 };', { b: 1 }],
		['let s = 0; for (let i = 3; i > 0; i--) { if (i === 2) continue; s += i; } export default s;', 4],
		["const k = (() => { switch ('b') { case 'a': return 1; default: return 2; } })(); export default k;", 2],
		["export default (await import('./all.json')).default.n + (await import('./other')).b;", 11],
		[
			'const { a: [x], ...r } = { a: [1], b: 2 }; module.exports.list = [x, r, typeof nowhere];',
			{ list: [1, { b: 2 }, 'undefined'] },
		],
		[
			"import { createRequire } from 'node:module'; export default createRequire(import.meta.url)('./all.json');",
			{ n: 6 },
		],
		[
			'let x: number | undefined = 1; x = 4; export default { x: x as number, y: x! } satisfies object;',
			{ x: 4, y: 4 },
		],
	];
	const others = { 'other.js': 'export const b = 5;', 'all.json': '{ "n": 6 }' };
	for (const [text, value] of data) assert.equal(read(text, others), value, text);
});

test('an endless configuration is not read, and none can change prototypes', () => {
	for (const text of [
		'const f = () => [f(), f()]; export default f();',
		'const f = (n) => f(n + f(n)) + f(n); export default f(1);',
		'const f = () => [1, 2, 3].map(f); export default f();',
		'const a = []; while (true) a.push({ a: [1, 2] }); export default a;',
		"export default ['x'.repeat(1e9), Array.from({ length: 1e9 })];",
	])
		read(text);
	const proto = "({}).__lookupGetter__('__proto__').call({})";
	for (const text of [
		`const all = ${proto}; all.reached = 1; export default 1;`,
		"({})['__define' + 'Getter__'].call([].__proto__, 'reached', () => 1); export default 1;",
		"const { __lookupGetter__: get } = {}; get('__proto__').call([]).reached = 1; export default 1;",
	])
		read(text);
	for (const value of [{}, [], () => 0]) assert.not.ok('reached' in value);
});

test('printed code has the meaning of the original', () => {
	const value = {
		a: "it's",
		'b-c': ['x'.repeat(80), 'y'.repeat(40)],
		d: { e: true, f: null },
		g: 'two\nlines',
		h: `\`\${x}\`\n`,
	};
	assert.equal(new Function(`return ${literal(value)}`)(), value);
});

test('front matter fields are set, replaced and removed', () => {
	assert.is(setField('# A\n', 'slug', '/a'), '---\nslug: "/a"\n---\n\n# A\n');
	assert.is(setField('---\ntitle: A\n---\nB', 'slug', '/a'), '---\nslug: "/a"\ntitle: A\n---\nB');
	assert.is(setField('---\ntags:\n  - a\n- b\nslug: x\n---\n', 'tags', undefined), '---\nslug: x\n---\n');
	assert.is(setField('---\nslug: x\ntitle: $& A\n---\n', 'slug', '$&'), '---\nslug: "$&"\ntitle: $& A\n---\n');
});

test('errors that the old tool tolerated are fixed, and reported', async () => {
	const page = (head: string, body = 'Words.'): string => `---\n${head}\n---\n\n# Page\n\n${body}\n`;
	const {
		to,
		findings,
		said,
		read: text,
	} = await move({
		'docusaurus.config.js': "module.exports = { title: 'X', url: 'https://x.example', presets: [['classic', {}]] };",
		'docs/fields.md': page('sidebar_position: first\nkeywords: { a: 1 }\ndescription: Kept'),
		'docs/yaml.md': page('title: A: B\ndescription: Kept'),
		'docs/ids.md': page('title: Ids', '## One {#same}\n\n## Two {#same}\n\n<a id="same"></a>'),
		'docs/anchors.md': page(
			'title: Anchors',
			'<a id="one"></a>\n\n## One\n\n<a name="two"></a>\n\n## Two\n\n[x](#one)',
		),
		'docs/tags.md': page('title: Tags', 'Before <div> inside.\n\nAfter </span> it.'),
		'docs/partial.mdx': page('title: Partial', "import Gone from './_gone.mdx';\n\n<Gone />\n\nText."),
		'docs/program.mdx': page(
			'title: Program',
			'export const Red = ({ children }) => (\n  <b>{children}</b>\n);\n\n<Red>Kept.</Red>',
		),
		'docs/_part.mdx': 'Part with <i> inside.\n',
		'docs/whole.mdx': page('title: Whole', "import Part from './_part.mdx';\n\n<Part />"),
		'docs/list.md': page('id: list\ntitle: [never closed'),
		'docs/broken.md': '---\nid: kaputt\ntitle: [never closed\n',
		'static/docs/ids/index.html': '<p>In the way</p>\n',
		'blog/2024-01-01-post.md': page('authors: [nobody]'),
		'blog/undated.md': page('title: Undated'),
	});
	assert.equal(findings, []);
	await built(to);
	assert.match(text('content/docs/anchors.md'), /^# Page\n\n\n\n## One\n\n\n\n## Two\n\n\[x\]\(#one\)$/m);
	assert.match(text('content/docs/tags.md'), 'After  it.');
	assert.match(text('content/docs/fields.md'), 'description: Kept');
	assert.not.match(text('content/docs/fields.md'), 'sidebar_position');
	assert.match(text('content/docs/yaml.md'), 'title: "A: B"');
	assert.not.match(text('content/docs/partial.mdx'), 'Gone />');
	assert.match(text('content/docs/program.mdx'), 'Kept.');
	assert.match(text('content/docs/list.md'), '---\nid: list\n---\n');
	assert.match(text('content/docs/broken.md'), '---\nid: kaputt\ndraft: true\n');
	assert.match(text('migration/aside/unread/docs/broken.md'), 'never closed');
	assert.not.ok(existsSync(join(to, 'content/static/docs/ids/index.html')));
	for (const kind of [
		'Corrected front matter',
		'Corrected places',
		'Pages that are drafts now',
		'Files in the place of pages',
	])
		assert.match(said, kind);
});

/** Sites of each tool with the same two pages, of which one is in French too. */
const INSTALL = { en: '# Install\n\nSee [use](./use.md).\n', fr: '# Installer\n\nVoir [l’usage](./use.md).\n' };
const IN_TWO_LANGUAGES: Record<string, Files> = {
	Docusaurus: {
		'docusaurus.config.js': `module.exports = {
			title: 'Two', url: 'https://two.example', baseUrl: '/',
			i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
			presets: [['classic', { docs: { routeBasePath: '/' } }]],
			themeConfig: { navbar: { items: [{ to: '/install', label: 'Manual' }] } },
		};`,
		'docs/install.md': INSTALL.en,
		'docs/use.md': '# Use\n',
		'i18n/fr/docusaurus-plugin-content-docs/current/install.md': INSTALL.fr,
		'i18n/fr/docusaurus-theme-classic/navbar.json': '{ "item.label.Manual": { "message": "Manuel" } }',
	},
	VitePress: {
		'.vitepress/config.mts': `export default {
			title: 'Two', cleanUrls: true,
			locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français', lang: 'fr' } },
		};`,
		'install.md': INSTALL.en,
		'use.md': '# Use\n',
		'fr/install.md': INSTALL.fr,
	},
	Starlight: {
		'astro.config.mjs': `import starlight from '@astrojs/starlight';
			export default { integrations: [starlight({
				title: 'Two', defaultLocale: 'root', locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français' } },
				sidebar: [{ label: 'Manual', translations: { fr: 'Manuel' }, items: ['install', 'use'] }],
			})] };`,
		'src/content/docs/install.md': `---\ntitle: Install\n---\n\nSee [use](/use/).\n`,
		'src/content/docs/use.md': '---\ntitle: Use\n---\n',
		'src/content/docs/fr/install.md': '---\ntitle: Installer\n---\n\nVoir [l’usage](/fr/use/).\n',
	},
	'MkDocs by suffix': {
		'mkdocs.yml':
			'site_name: Two\nnav:\n  - Manual: [install.md, use.md]\nplugins:\n  - i18n:\n      languages:\n        - { locale: en, default: true, name: English }\n        - { locale: fr, name: Français, nav_translations: { Manual: Manuel } }\n',
		'docs/install.md': INSTALL.en,
		'docs/use.md': '# Use\n',
		'docs/install.fr.md': INSTALL.fr,
	},
	'MkDocs by folder': {
		'mkdocs.yml':
			'site_name: Two\nplugins:\n  - i18n:\n      docs_structure: folder\n      languages:\n        - { locale: en, default: true, name: English }\n        - { locale: fr, name: Français }\n',
		'docs/en/install.md': INSTALL.en,
		'docs/en/use.md': '# Use\n',
		'docs/fr/install.md': INSTALL.fr,
	},
	Hugo: {
		'hugo.toml':
			'title = "Two"\ndefaultContentLanguage = "en"\n[languages.en]\nlanguageName = "English"\n[languages.fr]\nlanguageName = "Français"\n',
		'content/install.md': '---\ntitle: Install\n---\n\nSee [use]({{< ref "use" >}}).\n',
		'content/use.md': '---\ntitle: Use\n---\n',
		'content/install.fr.md': '---\ntitle: Installer\n---\n\nVoir [l’usage]({{< ref "install" >}}).\n',
	},
};

for (const [tool, files] of Object.entries(IN_TWO_LANGUAGES))
	test(`${tool}: translations become languages of the site`, async () => {
		const { to, read } = await move(files);
		await built(to);
		assert.match(read('content/fr/docs/install.md'), /Installer/);
		assert.match(read('site.config.ts'), /locales: \[[\s\S]*'fr'/);
		assert.match(read('site.config.ts'), 'localeDropdown');
		const page = (name: string): string => readFileSync(join(to, 'build', name, 'index.html'), 'utf8');
		assert.match(page('fr/install'), /<html[^>]* lang="fr"/);
		assert.match(page('fr/install'), 'Voir <a href="/fr/');
		assert.match(page('fr/use'), /<html[^>]* lang="fr"/, 'not translated');
		assert.match(page('install'), 'See <a href="/use');
		assert.not.ok(existsSync(join(to, 'build/install.fr')));
		if (/^(?:Docusaurus|Starlight|MkDocs by suffix)$/.test(tool)) assert.match(page('fr/use'), 'Manuel<');
	});

const FRENCH_HOME = '---\nhero:\n  text: Bienvenue\n---\n';

test('the home pages of languages are kept if the first language has a folder', async () => {
	const starlight = await move({
		'astro.config.mjs': `import starlight from '@astrojs/starlight';
			export default { integrations: [starlight({ title: 'Two', defaultLocale: 'en', locales: { en: {}, fr: {} } })] };`,
		'src/content/docs/en/index.mdx': '---\ntitle: Home\nhero:\n  tagline: Welcome\n---\n',
		'src/content/docs/fr/index.mdx': '---\ntitle: Accueil\nhero:\n  tagline: Bienvenue\n---\n',
	});
	const vitepress = await move({
		'.vitepress/config.mts': `export default { title: 'Two', locales: { en: { lang: 'en' }, fr: { lang: 'fr' } } };`,
		'index.md': '# Choose\n',
		'en/index.md': '---\nhero:\n  text: Welcome\n---\n',
		'fr/index.md': FRENCH_HOME,
	});
	for (const { to, home } of [
		// Starlight's pages are in every language, so that its first one is at the root.
		{ ...starlight, home: '' },
		{ ...vitepress, home: 'en' },
	]) {
		await built(to);
		const page = (name: string): string => readFileSync(join(to, 'build', name, 'index.html'), 'utf8');
		assert.match(page(home), 'Welcome');
		assert.match(page('fr'), 'Bienvenue');
	}
});

test('Hugo: a language can have a folder with another name, and settings of its own', async () => {
	const { to, read } = await move({
		'hugo.toml': `title = "Site"
defaultContentLanguageInSubdir = true
[languages.en]
title = "Two"
contentDir = "content/english"
[[languages.en.menu.main]]
name = "Manual"
pageRef = "/install"
[languages.fr]
contentDir = "content/french"
`,
		'content/english/install.md': '---\ntitle: Install\n---\n\nSee [use]({{< ref "use" >}}).\n',
		'content/english/use.md': '---\ntitle: Use\n---\n',
		'content/french/install.md': '---\ntitle: Installer\n---\n\nVoir [l’usage]({{< ref "install" >}}).\n',
	});
	await built(to);
	assert.match(read('content/fr/docs/install.md'), /Installer/);
	assert.match(read('site.config.ts'), /title: 'Two'[\s\S]*label: 'Manual'/);
	const page = (name: string): string => readFileSync(join(to, 'build', name, 'index.html'), 'utf8');
	assert.match(page('fr/install'), 'Voir <a href="/fr/install');
	assert.match(page('install'), 'See <a href="/use');
	assert.match(page('en/install'), '/install', 'the old URL');
});

test('Hugo: a configuration and front matter that are not TOML are named', async () => {
	const { read } = await move({
		'hugo.toml': 'title = "Site\n',
		'content/install.md': '+++\ntitle = "Install\n+++\n\nText.\n',
	});
	assert.match(read('migration/README.md'), /## Configuration that is not valid\n\n- `\w+\/hugo\.toml: line 1: /);
	assert.match(
		read('migration/README.md'),
		'## Pages that are drafts now\n\n- `content/docs/install.md (front-matter)`',
	);
});

test('a configuration that is not valid is named, with its line', async () => {
	const configurations = {
		'mkdocs.yml': ['site_name: Site\nnav: [\n', 'docs/index.md'],
		'_config.yml': ['title: Site\ntheme: "x\n', 'index.md'],
		'book.toml': ['[book]\ntitle = "Site\n', 'src/SUMMARY.md'],
		'.gitbook.yaml': ['root: ./\nstructure: {\n', 'README.md'],
	};
	for (const [name, [text = '', page = '']] of Object.entries(configurations)) {
		const chapter = { 'src/SUMMARY.md': '- [Home](index.md)\n', 'src/index.md': '# Home\n' };
		const { read } = await move({ [page]: '# Home\n\nText.\n', ...(name === 'book.toml' && chapter), [name]: text });
		const report = read('migration/README.md');
		assert.match(
			report,
			new RegExp(`## Configuration that is not valid\n\n- \`\\w+/${name.replace('.', '\\.')}: line \\d+: `),
			name,
		);
	}
});

test('each color of an old site can be read on the page, on code and on its wash', () => {
	const luminance = (color: string): number =>
		[1, 3, 5]
			.map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
			.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
			.reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
	const contrast = (one: string, other: string): number => {
		const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
		return (high + 0.05) / (low + 0.05);
	};
	for (const color of ['#ffec3d', '#00bdd6', '#9e8400', '#e92063', '#123456', '#8bc34b', '#808080']) {
		const css = `:root { --vp-c-brand-1: ${color} } .dark { --vp-c-brand-1: ${color} }`;
		const { light = '', dark = '' } = (themeOf(css)?.colors?.accent ?? {}) as { light?: string; dark?: string };
		for (const ground of ['#fcfdfd', '#eef3f7']) assert.ok(contrast(light, ground) >= 4.5, `${light} on ${ground}`);
		for (const ground of ['#0e1820', '#16242f']) assert.ok(contrast(dark, ground) >= 4.5, `${dark} on ${ground}`);
	}
	assert.is(themeOfMaterial('Teal', 'deep-orange')?.colors?.signal, '#a8492c');
});

test('the accent is the old main color, dark enough for links, with its value for dark mode', () => {
	const infima = ':root { --ifm-color-primary: #9e8400; } html[data-theme="dark"] { --ifm-color-primary: #f5da55; }';
	assert.equal(themeOf(infima), { colors: { accent: { light: '#7b6700', dark: '#f5da55' } } });
	assert.equal(themeOf('/* --vp-c-brand-1: red */ :root { --vp-c-brand-1: #3451b2; --vp-c-brand: #fff }'), {
		colors: { accent: '#3451b2' },
	});
	assert.is(themeOf(':root { --vp-c-brand-1: var(--vp-c-indigo-1); --own-color-primary: red }'), undefined);
});

test.run();
