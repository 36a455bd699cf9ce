/** Every template with sample views: valid HTML, required texts, and forbidden content. */

import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { bundle } from 'lightningcss';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { slotMark } from '../src/content/model/contract.ts';
import { layers, registry } from '../templates/components/index.ts';
import { createTemplates } from '../templates/index.tsx';
import { samplePage } from './preview/page.ts';
import { fenceView, NAMES, SIDEBAR } from './preview/views.ts';

const templates = createTemplates(registry, layers);
const page = (name: string, site = {}) => samplePage(templates, name, site);

function includes(text: string, ...parts: string[]): void {
	for (const part of parts) assert.ok(text.includes(part), `missing: ${part}`);
}

function excludes(text: string, ...parts: (string | RegExp)[]): void {
	for (const part of parts) {
		assert.not.ok(typeof part === 'string' ? text.includes(part) : part.test(text), `must not be there: ${part}`);
	}
}

test('every page is valid HTML', async () => {
	// The disabled rules concern React's notation, not the meaning of the HTML.
	const validator = new HtmlValidate({
		extends: ['html-validate:recommended'],
		rules: {
			'attribute-boolean-style': 'off',
			'attribute-empty-style': 'off',
			'doctype-style': 'off',
			'void-style': 'off',
		},
	});
	const wrong: string[] = [];
	for (const name of NAMES) {
		const report = await validator.validateString(page(name));
		for (const { messages } of report.results) {
			wrong.push(...messages.map((message) => `${name}: ${message.ruleId} ${message.message} ${message.selector}`));
		}
	}
	assert.equal(wrong, []);
});

test('no page needs an exception from the content security policy', () => {
	for (const name of NAMES) excludes(page(name), /\sstyle="/, /\son\w+="/, 'javascript:', /<script(?![^>]*\ssrc=)/);
	includes(page('doc', { startScript: 'go()' }), '<script>go()</script>');
});

test('the head starts with character set, viewport and start script (B-064, B-190)', () => {
	const start = '<meta name="viewport" content="width=device-width, initial-scale=1"><script>go()</script><title>';
	includes(page('doc', { startScript: 'go()' }), `<head><meta charset="utf-8">${start}`);
	includes(page('doc'), '<html lang="en" dir="ltr"', 'content="A sample &amp; its &quot;quotes&quot;."');
});

test('each slot has one placeholder', () => {
	for (const name of NAMES) {
		const view = fenceView(name);
		const text = templates.page(view);
		const wanted = [
			'footer',
			'sheets',
			...('hasSidebar' in view.content && view.content.hasSidebar ? ['sidebar'] : []),
			...('posts' in view.content ? view.content.posts.map((post) => `body:${post.body}`) : []),
			...(['doc', 'page', 'blog-post'].includes(view.content.kind) ? ['body:0'] : []),
		];
		const marks = [...text.matchAll(/<!--slot:([^>]*)-->/g)].map((match) => match[1] ?? '');
		assert.equal(marks.sort(), wanted.sort(), name);
		for (const slot of wanted) includes(text, slotMark(slot));
	}
});

test('each page has one h1 and one main with the target of the skip link (B-080, B-081, B-158)', () => {
	for (const name of NAMES) {
		const text = page(name);
		assert.is(text.match(/<h1[ >]/g)?.length, 1, name);
		assert.is(text.match(/<main id="skip-to-content-fallback" tabindex="-1"/g)?.length, 1, name);
	}
	includes(
		page('doc'),
		'<body class="navigation-with-keyboard"><section class="skip" aria-label="Skip to main content"><a class="skip-link" href="#skip-to-content-fallback">Skip to main content</a>',
	);
});

test('the bars around a page (B-090 to B-130)', () => {
	const text = page('doc');
	includes(text, 'data-announcement-id="ten"', 'aria-label="Close"', '<nav class="navbar" aria-label="Main"');
	includes(
		text,
		'data-context-page="/media"',
		'aria-label="Toggle navigation bar"',
		'aria-label="Close navigation bar"',
	);
	includes(text, '← Back to main menu', 'aria-haspopup="true" aria-expanded="false"', '<summary>Versions</summary>');
	includes(text, 'Switch between dark and light mode (currently light mode)');
	includes(text, 'href="https://trpc.io/discord" target="_blank" rel="noopener noreferrer"');
	excludes(
		page('doc', { colorMode: { defaultMode: 'dark', disableSwitch: true, respectPrefersColorScheme: false } }),
		/theme-toggle/,
	);
	excludes(page('doc', { announcement: { id: 'a', html: 'b', closeable: false } }), 'aria-label="Close"');
	excludes(
		page('doc', { announcement: undefined, footer: undefined, search: undefined }),
		/announcement|<footer class="footer"|search-box/,
	);
});

test('the parts of a doc (B-150 to B-162)', () => {
	const text = page('doc');
	includes(text, 'aria-label="Docs sidebar"', 'aria-label="Breadcrumbs"', 'aria-label="Home page"', 'Version: 10.x');
	includes(
		text,
		'aria-label="Docs pages"',
		'>Previous<',
		'>Next<',
		'Edit this page',
		'<summary>On this page</summary>',
	);
	includes(text, 'Last updated on <time datetime="2023-01-14">Jan 14, 2023</time> by a baker', 'Open as Markdown');
	includes(text, 'https://schema.org/BreadcrumbList', 'itemprop="itemListElement"', 'data-widget="copy-page"');
	excludes(page('bare'), 'Docs sidebar', 'Breadcrumbs', 'Docs pages');
	const old = page('old');
	includes(
		old,
		'role="alert"',
		'<p>This is documentation for tRPC <b>9.x</b>, which is no longer actively maintained.</p>',
	);
	includes(
		old,
		'For up-to-date documentation, see the <b><a href="/docs/server/context" data-version="current">latest version</a></b> (10.x).',
	);
});

test('the sidebar without scripts: labels are links, closed lists are hidden (B-142 to B-144)', () => {
	const text = templates.sidebar(SIDEBAR);
	includes(text, `aria-label="Toggle the collapsible sidebar category &#x27;Server&#x27;"`);
	includes(
		text,
		'<a href="/docs/client/introduction" aria-expanded="false">Client</a>',
		'<ul class="sidebar-list" hidden="">',
	);
	assert.ok(text.lastIndexOf('href="/docs/client/introduction"') > text.indexOf('href="/docs/client/introduction"'));
});

test('the blog (B-260 to B-270)', () => {
	const list = page('blog-list');
	includes(
		list,
		'aria-label="Blog list page navigation"',
		'Older Entries',
		'aria-label="Read more about A client in forty lines"',
	);
	includes(
		list,
		'aria-label="Blog recent posts navigation"',
		'January 14, 2023</time> · 5 min read',
		'https://schema.org/Blog"',
	);
	assert.is(list.match(/Read More/g)?.length, 1);
	const post = page('blog-post');
	includes(post, 'aria-label="Blog post page navigation"', 'Newer Post', 'Older Post', 'Tags:', 'itemprop="author"');
	includes(page('blog-tag'), 'View All Tags');
	includes(page('blog-archive'), '<time datetime="2021-05-09">May 9, 2021</time> - Introducing tRPC');
});

test('not found (B-185)', () => {
	includes(
		page('not-found'),
		'<h1>Page Not Found</h1>',
		'We could not find what you were looking for.',
		'Please contact the owner of the site that linked you to the original URL and let them know their link is broken.',
	);
});

test('components render their texts unchanged', () => {
	assert.is(templates.components.join(), [...templates.components].sort().join());
	const text = templates.component('Tabs', { groupId: 'pm', defaultValue: 'yarn' }, [
		{ name: 'TabItem', props: { value: 'npm', label: 'With npm' }, children: ['<b>$& one</b>'] },
		{ name: 'TabItem', props: { value: 'yarn' }, children: ['<i>two</i>'] },
	]);
	includes(text, 'data-tab-group="pm"', '<b>$& one</b>', '<i>two</i>', 'data-tab-value="npm">With npm</button>');
	includes(
		text,
		'aria-selected="true" tabindex="0" data-tab-value="yarn"',
		'tab-panel selected" role="tabpanel" aria-label="yarn"',
	);
	excludes(text, '\n', /[\uE000\uE001]/);
	includes(templates.component('Action', { label: 'Out', href: 'https://example.com' }, []), 'target="_blank"');
	includes(templates.component('Admonition', { type: 'tip' }, ['x']), 'admonition-tip');
	assert.throws(() => templates.component('Nope', {}, []), /No component named "Nope"/);
});

test('components show unexpected children', () => {
	const kept = '<ul><li>kept</li></ul>';
	for (const name of templates.components) includes(templates.component(name, {}, [kept]), kept);
	const item = { name: 'Card', props: { title: 'One' }, children: [] };
	includes(templates.component('Cards', {}, [item, kept]), 'One</p></li><li class="card"><ul>');
	includes(
		templates.component('Steps', {}, ['<ol><li>a</li></ol>']),
		'<div class="step-list"><ol><li>a</li></ol></div>',
	);
});

test('all props of components are optional', () => {
	for (const name of templates.components) templates.component(name, {}, []);
});

test('the style sheet, with all layers, is at most 12.4 kB gzipped', () => {
	const { code } = bundle({ filename: 'templates/styles/index.css', minify: true, targets: { chrome: 111 << 16 } });
	const weight = gzipSync(code, { level: 9 }).length;
	assert.ok(weight <= 12_400, `${weight} bytes`);
});

test.run();
