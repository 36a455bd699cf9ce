/** Customization of a site: colors, kinds of admonition, Markdown plugins, scripts, files for its host. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { blocksOf } from '../src/cli/bundle/css.ts';
import { packagedPath, withPublicImports } from '../src/cli/bundle/overrides.ts';
import { cacheFolder } from '../src/cli/disk/cache-folder.ts';
import { missingPackage } from '../src/cli/disk/package.ts';
import { config, doc, type MemorySite, site } from './memory-site.ts';

async function built(fields: Record<string, unknown>, files: Record<string, string> = {}): Promise<MemorySite> {
	const made = site({ 'content/docs/a.md': doc('A'), 'site.config.ts': config(fields), ...files });
	const { diagnostics } = await made.build();
	assert.equal(diagnostics, []);
	return made;
}

/** Findings of a site as `code file:line:column message`. */
async function findings(fields: Record<string, unknown>, files: Record<string, string> = {}): Promise<string[]> {
	const made = site({ 'content/docs/a.md': doc('A'), 'site.config.ts': config(fields), ...files });
	const { diagnostics } = await made.build();
	return diagnostics.map(({ code, file, line, column, message }) => `${code} ${file}:${line}:${column} ${message}`);
}

const sheetOf = (made: MemorySite): string =>
	made.read(made.outputs().find((out) => /^assets\/site-\w+\.css$/.test(out)) ?? '');

test('theme colors become custom properties, for one mode or both', async () => {
	const plain = sheetOf(await built({}));
	const css = sheetOf(await built({ theme: { colors: { accent: '#7a3b9d', ink: { light: '#111', dark: '#eee' } } } }));
	const added = css.slice(plain.length);
	assert.ok(css.startsWith(plain));
	assert.match(added, /--accent:[^;}]*#7a3b9d[^;}]*oklch\(76% \.14 31\d/, 'lighter in the dark mode, in the same hue');
	assert.match(added, '--accent-wash:color-mix(in oklab,var(--accent) 13%,var(--ground))');
	assert.match(added, /--ink:[^;}]*#111[^;}]*#eee/);
	const own = sheetOf(await built({ theme: { colors: { accent: '#000', 'accent-wash': 'red' } } }));
	assert.match(own.slice(plain.length), '--accent-wash:red');
	assert.match(own.slice(plain.length), /--signal:color-mix\(in oklab,var\(--accent\)/, 'the second color follows');
	const both = sheetOf(await built({ theme: { colors: { accent: '#000', signal: '#a04713' } } }));
	assert.not.match(both.slice(plain.length), /--signal:color-mix/);
	const wrong = await findings({ theme: { colors: { accent: 'red;}', akzent: 'red' } } });
	assert.match(wrong.join('\n'), 'theme.colors.accent');
	assert.match(wrong.join('\n'), 'theme.colors.akzent');
});

test('a site replaces the style sheets of extensions, for pages and for scripts', () => {
	assert.match(packagedPath('styles/math.css'), /extensions\/math\/styles\/math\.css$/);
	assert.match(packagedPath('styles/live.css'), /extensions\/typescript\/styles\/live\.css$/);
	assert.is(packagedPath('styles/code.css'), 'templates/styles/code.css');
});

test('the rules of content/theme.css are minified and in no layer, after the built-in ones, which are', async () => {
	const plain = sheetOf(await built({}));
	const css = sheetOf(await built({}, { 'content/theme.css': '/* Mine. */\n.download {\n\tcolor: red;\n}\n' }));
	assert.is(css, `${plain}.download{color:red}`);
	let depth = 0;
	const outside = [...plain].filter((sign) => {
		if (sign === '{') depth++;
		if (sign === '}') depth--;
		return depth === 0 && sign !== '}';
	});
	assert.not.match(outside.join(''), /^(?!@)/, 'no rule is outside of a layer');
	for (const prelude of outside.join('').split(/(?=@)/))
		assert.match(prelude, /^@(?:layer|font-face|property|import)\b/);
});

test('no rule loses its value when it is minified', async () => {
	const made = await built({});
	for (const out of made.outputs().filter((name) => name.endsWith('.css')))
		assert.not.match(made.read(out), /[a-z]:(?=[;}])/, out);
});

test('a color in content/theme.css wins over the one in the configuration', async () => {
	const css = sheetOf(
		await built(
			{ theme: { colors: { accent: '#00f' } } },
			{ 'content/theme.css': ':root {\n\t--accent: #c00000;\n}\n' },
		),
	);
	// Rules in no layer win over all layers, wherever they stand.
	assert.match(css, /:root\{--accent:#c00000\}@layer settings\{:root\{--accent-wash:/);
});

test('a license comment and an escaped bracket divide no rule', () => {
	const css = '/*! Mine */\n@layer a{.b{color:red}}.c\\}{x:"}"}@layer a,d;.e{color:red}';
	const [one, ...others] = ['/*! Mine */\n@layer a{.b{color:red}}', '.c\\}{x:"}"}', '@layer a,d;', '.e{color:red}'];
	assert.equal(blocksOf(css), [{ layer: 'a', text: one }, ...others.map((text) => ({ layer: undefined, text }))]);
});

test('custom admonition kinds look like a built-in one, in their own color', async () => {
	const made = await built(
		{ admonitions: { question: { title: 'A question', like: 'tip', color: '#7a3b9d' }, Todo: {} } },
		{ 'content/docs/a.md': doc('A', ':::question\n\nWhy?\n\n:::\n\n:::todo Later\n\nMore.\n\n:::') },
	);
	const html = made.read('docs/a/index.html');
	assert.match(
		html,
		'<div class="admonition admonition-tip admonition-question" role="note"><p class="admonition-title">A question</p>',
	);
	assert.match(
		html,
		'<div class="admonition admonition-info admonition-todo" role="note"><p class="admonition-title">Later</p>',
	);
	assert.match(sheetOf(made), '.admonition.admonition-question{--tone:#7a3b9d}');
	assert.match(made.read('docs/a.md'), ':::question');
	const [unknown] = await findings(
		{ admonitions: { question: {} } },
		{ 'content/docs/a.md': doc('A', ':::qestion\n:::') },
	);
	assert.match(unknown ?? '', 'unknown-admonition content/docs/a.md:5');
});

test('markdown-it plugins: packages, files of the site, their options, and errors in them', async () => {
	const plugin = (body: string): Record<string, string> => ({
		'plugins/own.ts': `export default (md: any, options: any) => {${body}};`,
	});
	const text = { 'content/docs/a.md': doc('A', 'Some ==marked== text.') };
	const renamed = plugin("md.renderer.rules.mark_open = () => '<mark class=\"' + options.name + '\">';");
	// A site in memory has no node_modules.
	const mark = resolve('node_modules/markdown-it-mark/index.mjs');
	const plugins = [mark, { plugin: './plugins/own.ts', options: { name: 'own' } }];
	const made = await built({ markdown: { plugins } }, { ...text, ...renamed });
	assert.match(made.read('docs/a/index.html'), 'Some <mark class="own">marked</mark> text.');
	made.files['plugins/own.ts'] = renamed['plugins/own.ts']?.replace('options.name', "'other'") ?? '';
	await made.build();
	assert.match(made.read('docs/a/index.html'), '<mark class="other">', 'a changed plugin parses again');
	const wrong = async (name: string, body = ''): Promise<string> =>
		(await findings({ markdown: { plugins: [name] } }, { ...text, ...plugin(body) })).join('\n');
	assert.match(
		await wrong('markdown-it-nowhere'),
		/^markdown-plugin site.config.ts:1:\d+ markdown.plugins: Could not resolve "markdown-it-nowhere"/,
	);
	assert.match(
		await wrong('./plugins/own.ts', 'md.core.ruler.push("x", () => { throw new Error("Alas") })'),
		'markdown-plugin content/docs/a.md:undefined:undefined A plugin of markdown.plugins or an extension failed on this page: Alas',
	);
	assert.match(await wrong('./plugins/own.ts', '((('), /compile-error plugins\/own\.ts:1:\d+/);
});

test('a script of the site must exist and be a script', async () => {
	const scripts = ['/js/a.js'];
	const made = await built({ scripts, baseUrl: '/base/' }, { 'content/static/js/a.js': 'var a = 1;' });
	assert.match(made.read('docs/a/index.html'), '<script src="/base/js/a.js" async></script>');
	assert.match(
		(await findings({ scripts }, { 'content/static/js/b.js': '' })).join(),
		'missing-script site.config.ts:',
	);
	assert.equal(await findings({ scripts }, { 'content/static/js/a.js': 'var a = 1;\nvar b = ;\n' }), [
		"script-syntax content/static/js/a.js:2:9 Not a script that browsers can run: Unexpected token ';'.",
	]);
});

test('an image that the configuration names must exist', async () => {
	const logo = { src: 'img/logo.svg', srcDark: '/img/dark.svg' };
	const images = { 'content/static/img/logo.svg': '', 'content/static/img/dark.svg': '' };
	const fields = { favicon: '/base/img/logo.svg', navbar: { logo }, footer: { logo }, baseUrl: '/base/' };
	assert.equal(await findings(fields, images), []);
	assert.equal(
		await findings({ favicon: 'https://example.org/x.png', footer: { logo: { src: '//example.org/x' } } }),
		[],
	);
	const missing = await findings({
		favicon: 'favicon.ico',
		navbar: { logo },
		footer: { logo: { src: 'x.png' } },
		socialImage: { default: 'img/card.png' },
	});
	assert.equal(
		missing.map((text) => /There is no image at (\S+):/.exec(text)?.[1]),
		['favicon.ico', 'img/logo.svg', '/img/dark.svg', 'x.png', 'img/card.png'],
	);
});

/** Names of the style sheets that a page loads in addition to the site's. */
const more = (made: MemorySite, page: string): string =>
	[...made.read(`docs/${page}/index.html`).matchAll(/assets\/([a-z]+)-\w+\.css/g)]
		.map(([, name]) => name)
		.filter((name) => name !== 'site')
		.join();

test('styles of rare features are on pages that have them, and on pages with custom components or templates that may use them', async () => {
	const theme = { 'content/theme.css': '@layer drawings { .d-box { fill: red } }' };
	const pages = {
		...theme,
		'content/docs/note.md': doc('Note', ':::tip\n\nLook.\n\n:::'),
		'content/docs/fold.md': doc('Fold', '<details><summary>More</summary>Here.</details>'),
		'content/docs/cards.md': doc('Cards', '<ul class="cards"><li class="card">One</li></ul>'),
		'content/docs/drawing.md': doc(
			'Drawing',
			'<svg viewBox="0 0 9 9"><rect class="d-box" width="9" height="9"/></svg>',
		),
		'content/docs/words.md': doc('Words', '```js mark="a"\nlet a;\n```'),
		'content/docs/numbers.md': doc('Numbers', '```js showLineNumbers\nlet a;\n```'),
	};
	const plain = await built({}, pages);
	assert.is(more(plain, 'a'), '');
	assert.is(more(plain, 'note'), 'notes');
	assert.is(more(plain, 'fold'), 'notes');
	assert.is(more(plain, 'cards'), 'components');
	assert.is(more(plain, 'drawing'), 'drawings');
	assert.is(more(plain, 'numbers'), 'extras');
	assert.is(more(plain, 'words'), 'marks');
	const box = {
		'templates/components/Box.tsx':
			"import { Admonition } from 'docsgen/templates';\nexport const Box = () => <Admonition>Hi</Admonition>;",
	};
	const withBox = await built({}, { ...theme, ...box, 'content/docs/box.md': doc('Box', '<Box />') });
	assert.is(more(withBox, 'a'), '');
	assert.is(more(withBox, 'box'), 'notes,drawings,components,tabs');
	assert.match(withBox.read('docs/box/index.html'), '>Note</p>');
	const replaced = await built(
		{},
		{
			...pages,
			'templates/NotFound.tsx':
				'import { Main } from \'docsgen/templates\';\nexport const NotFound = () => <Main className="admonition">No.</Main>;',
		},
	);
	assert.is(more(replaced, 'note'), '');
	assert.match(sheetOf(replaced), '.admonition-title');
});

/** Components in `folder` that only the site of this repository uses. */
const ofThisSite = (folder: string): Record<string, string> =>
	Object.fromEntries(
		['Bridge.tsx', 'BridgeSide.tsx', 'bridge.css', 'Tweet.tsx', 'tweet.css'].map((name) => [
			`${folder}/components/${name}`,
			readFileSync(`content/theme/components/${name}`, 'utf8'),
		]),
	);

test('templates are in the folder that the configuration names, and only there (B-303)', async () => {
	const folder = 'content/theme';
	const post = '<Tweet author="ines" date="2022-09-19" href="https://social.example/1">\n\nHi.\n\n</Tweet>';
	const made = await built(
		{ theme: { folder } },
		{
			...ofThisSite(folder),
			[`${folder}/BackToTop.tsx`]: 'export const BackToTop = () => <a href="#">Up</a>;',
			[`${folder}/styles/search.css`]: '.search-dialog { color: red }',
			'templates/BackToTop.tsx': 'not read',
			'content/docs/post.md': doc('Post', post),
			'content/docs/bridge.md': doc(
				'Bridge',
				'<Bridge label="a">\n<BridgeSide title="One">\n\nText.\n\n</BridgeSide>\n</Bridge>',
			),
		},
	);
	const html = made.read('docs/post/index.html');
	for (const text of [
		'<blockquote class="twitter-tweet" data-dnt="true">',
		'href="https://social.example/1"',
		'@ines, <time datetime="2022-09-19">September 19, 2022</time>',
		'<a href="#">Up</a>',
	]) {
		assert.match(html, text);
	}
	assert.match(made.read('docs/bridge/index.html'), '<p class="bridge-title">One</p>');
	// Importing links, icons and lists of children does not load the sheets of other parts.
	assert.is(more(made, 'post'), '');
	assert.is(more(made, 'bridge'), '');
	assert.not.match(sheetOf(made), '.bridge-wire');
	const twice = { [`${folder}/components/Tweet.island.tsx`]: 'export default () => null;' };
	const said = await findings({ theme: { folder } }, { ...ofThisSite(folder), ...twice });
	assert.match(said.join(), `component-twice ${folder}/components/Tweet.island.tsx`);
	const [outside] = await findings({ theme: { folder: '../theme' } });
	assert.match(outside ?? '', 'theme.folder');
});

test('another folder of templates in the configuration shows in the next build, without an edit of a template', async () => {
	const at = (folder: string): string => config({ theme: { folder } });
	const made = site({
		'site.config.ts': at('one'),
		'one/components/Note.tsx': 'export default () => <b>first</b>;',
		'two/components/Note.tsx': 'export default () => <b>second</b>;',
		'content/docs/a.md': doc('A', '<Note />'),
	});
	const shown = async (): Promise<string | undefined> => {
		assert.equal((await made.build()).diagnostics, []);
		return /<b>(\w+)<\/b>/.exec(made.read('docs/a/index.html'))?.[1];
	};
	assert.is(await shown(), 'first');
	made.files['site.config.ts'] = at('two');
	assert.is(await shown(), 'second');
	made.files['site.config.ts'] = at('one');
	assert.is(await shown(), 'first');
});

test('rules for configured features are in the style sheet of every page', async () => {
	assert.not.match(sheetOf(await built({})), '.announcement-text');
	const made = await built({ announcementBar: { id: 'new', content: 'New' } });
	assert.match(sheetOf(made), '.announcement-text');
	assert.is(more(made, 'a'), '');
});

test("a site's style sheet replaces one of an extension", async () => {
	const formula = { 'content/docs/a.md': doc('A', '$$\nx^2\n$$') };
	const own = { 'templates/styles/math.css': '.math { color: red }' };
	const ejected = { 'templates/styles/index.css': '@layer base; @import "./math.css" layer(extras);' };
	const extrasOf = async (files: Record<string, string>): Promise<string> => {
		const made = await built({}, { ...formula, ...files });
		assert.is(more(made, 'a'), 'extras');
		return made.read(made.outputs().find((out) => out.startsWith('assets/extras-')) ?? '');
	};
	assert.match(await extrasOf({}), '.math{padding-block');
	for (const files of [own, { ...own, ...ejected }]) {
		assert.match(await extrasOf(files), '.math{color:red}');
		assert.not.match(await extrasOf(files), 'padding-block');
	}
});

test('an unused style sheet is reported', async () => {
	const found = await findings(
		{},
		{
			'templates/styles/mine.css': 'a { color: red }',
			'content/custom.css': 'a { color: red }',
			'content/imported.css': 'a { color: red }',
			'content/theme.css': "@import './imported.css';",
			'templates/components/Box.tsx': "import './box.css'; export const Box = () => <b />;",
			'templates/components/box.css': 'b { color: red }',
			'templates/styles/print.css': '@media print { a { color: red } }',
		},
	);
	assert.equal(
		found.map((text) => text.replace(/:undefined/g, '').slice(0, 60)),
		[
			'unused-file content/custom.css The file content/custom.css is not used.',
			'unused-file templates/styles/mine.css The file templates/styles/mine.css is not used.',
		].map((text) => text.slice(0, 60)),
	);
});

test('a replaced style sheet is reported if it no longer sets properties that others read', async () => {
	const tokens = readFileSync('templates/styles/tokens.css', 'utf8');
	const own = async (css: string, more: Record<string, string> = {}, fields = {}): Promise<string[]> =>
		(await findings(fields, { 'templates/styles/tokens.css': css, ...more })).map((text) => text.replace(/^\S+ /, ''));
	const [found = '', ...others] = await own(':root { --accent: red }');
	assert.equal(others, []);
	assert.match(found, /nothing sets --ground, --surface, --raised, --line, --line-strong, --ink and \d{2} more now/);
	const made = site({ 'content/docs/a.md': doc('A'), 'templates/styles/tokens.css': ':root { --accent: red }' });
	const [{ code, severity, file, notes, hint } = {}] = (await made.build()).diagnostics;
	assert.equal([code, severity, file], ['lost-properties', 'warning', 'templates/styles/tokens.css']);
	assert.match(notes?.join() ?? '', '--navbar-height');
	assert.not.match(notes?.join() ?? '', '--accent,');
	assert.match(hint ?? '', 'content/theme.css');
	assert.equal(await own(tokens), [], 'a copy');
	const line = /\t--navbar-height:.*\n/;
	const without = tokens.replace(line, '/* --navbar-height: 1rem */');
	assert.match((await own(without)).join(), 'nothing sets --navbar-height now.');
	assert.equal(await own(without, { 'content/theme.css': `:root {${line.exec(tokens)?.[0]}}` }), [], 'set elsewhere');
	const uncolored = tokens.replace(/\t--good:.*\n/, '');
	assert.match((await own(uncolored)).join(), 'nothing sets --good now.');
	assert.equal(await own(uncolored, {}, { theme: { colors: { good: 'green' } } }), [], 'set by the configuration');
});

test('a field with another name or place in docsgen gets a hint', async () => {
	const messageOf = async (fields: Record<string, unknown>): Promise<string> => (await findings(fields)).join();
	assert.match(await messageOf({ theme: { logo: {} } }), 'theme.logo is not a known field: it is navbar.logo here.');
	assert.match(await messageOf({ algolia: {} }), 'algolia is not a known field: it is search.hosted here.');
	assert.match(await messageOf({ footer: { logos: {} } }), 'did you mean "logo"?');
});

test('hosts get the files that they read: redirects, headers, and the not-found page', async () => {
	const redirects = [
		{ from: ['/old', '/old(1)'], to: '/docs/a' },
		{ from: '/out', to: 'https://example.org/' },
	];
	const hosts = ['netlify', 'vercel', 'nginx', 'github-pages'];
	const made = await built({ hosts, redirects, baseUrl: '/base/' });
	assert.is(
		made.read('_redirects'),
		'/base/old /base/docs/a 301!\n/base/old(1) /base/docs/a 301!\n/base/out https://example.org/ 301!\n',
	);
	assert.is(made.read('.nojekyll'), '');
	const [, policy = ''] = /Content-Security-Policy: (.*)/.exec(made.read('_headers')) ?? [];
	const vercel = JSON.parse(made.read('vercel.json'));
	assert.equal(vercel.redirects[1], { source: '/base/old\\(1\\)', destination: '/base/docs/a', permanent: true });
	assert.is(vercel.headers[0].headers[0].value, policy);
	assert.is(vercel.headers[1].source, '/base/assets/(.*)');
	const nginx = made.read('nginx.conf');
	assert.match(nginx, 'error_page 404 /base/404.html;\n');
	assert.match(nginx, 'location = "/base/old" { return 301 "/base/docs/a$is_args$args"; }\n');
	assert.is(nginx.split(`add_header Content-Security-Policy "${policy}" always;`).length, 3, 'in both locations');
	const [copies] = vercel.redirects.slice(3);
	assert.match(copies.source, /^\/\((?:base\/[^|()]+\|)*base\/docs\/a(?:\|base\/[^|()]+)*\)$/);
	assert.equal([copies.destination, copies.permanent], ['/$1.md', false]);
	const prefers = new RegExp(`^${copies.has[0].value}$`, 'i');
	for (const accept of ['text/markdown', 'text/markdown, text/html, */*', 'text/markdown;q=1.0, */*;q=0.1'])
		assert.ok(prefers.test(accept), accept);
	for (const accept of ['*/*', 'text/html,*/*;q=0.8', 'text/markdown;q=0, text/html', 'text/html, text/markdown'])
		assert.not.ok(prefers.test(accept), accept);
	assert.ok(nginx.includes(`if ($http_accept ~* "^${copies.has[0].value}$") { set $docsgen_copy $uri.md; }\n`));
	const none = await built({ redirects });
	assert.equal(
		none.outputs().filter((out) => /^(?:_|\.no|vercel|nginx)/.test(out)),
		['_headers'],
	);
	assert.is((await built({ redirects, hosts: ['cloudflare'] })).read('_redirects').split('\n')[0], '/old /docs/a 301');
	const own = await built({ hosts, ownHostFiles: ['vercel.json'] }, { 'content/static/vercel.json': '{}' });
	assert.is(own.read('vercel.json'), '{}');
});

test('the cache is in the site, at the configured path, or elsewhere if the site is read-only', () => {
	const all = () => true;
	assert.is(cacheFolder('/site', undefined, {}, all), '/site/.docsgen');
	assert.is(cacheFolder('/site', '../cache', {}, all), '/cache');
	assert.is(cacheFolder('/site', undefined, { DOCSGEN_CACHE: '/tmp/c' }, all), '/tmp/c');
	assert.is(cacheFolder('/site', 'named', { DOCSGEN_CACHE: '/tmp/c' }, all), '/site/named');
	const outside = (path: string) => !path.startsWith('/site');
	const [one, other] = ['/site', '/site2'].map((root) =>
		cacheFolder(root, undefined, { XDG_CACHE_HOME: '/home/cache' }, outside),
	);
	assert.match(one ?? '', /^\/home\/cache\/docsgen\/\w+$/);
	assert.is.not(one, other);
	const throwaway = cacheFolder('/site', undefined, { HOME: '/home/me' }, () => false);
	assert.is(dirname(throwaway), tmpdir());
	assert.is.not(
		cacheFolder('/site', undefined, { HOME: '/home/me' }, () => false),
		throwaway,
		'nobody can guess it',
	);
});

test('a missing package is named, with the command that installs it', () => {
	const finding = missingPackage('algoliasearch', 'Sending records');
	assert.is(finding.message, 'Sending records needs the package "algoliasearch", which is not installed.');
	assert.is(finding.hint, 'Run: npm install --save-dev algoliasearch');
});

test('an ejected template imports from docsgen/templates instead of from its siblings', () => {
	const text = `/** A template. */
import { useId } from 'react';
import type { PageView } from '../src/render/model/view.ts';
import {
	html,
	slot,
} from './hooks.ts';

export function Page() {}
`;
	assert.is(
		withPublicImports(text),
		`/** A template. */
import { useId } from 'react';
import { type PageView, html, slot } from 'docsgen/templates';

export function Page() {}
`,
	);
	assert.is(withPublicImports('a {}\n'), 'a {}\n');
});

test.run();
