/** The pages of a site with each kind of page: valid HTML, required texts, and forbidden content; and components alone. */

import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { bundle } from 'lightningcss';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { layers, registry } from '../templates/components/index.ts';
import { createTemplates } from '../templates/index.tsx';
import { shellSite } from './browser/shell-site.ts';
import { type MemorySite, site } from './memory-site.ts';

const templates = createTemplates(registry, layers);

const ANNOUNCEMENT = { id: 'ten', content: 'Version 10 is here.', isCloseable: true };
const FULL = { announcementBar: ANNOUNCEMENT, blog: { postsPerPage: 1 }, docs: { showLastUpdate: true } };
/** Pages of an installed site, by the names of their outputs. */
let pages = new Map<string, string>();

async function built(fields: Record<string, unknown>): Promise<MemorySite> {
	const made = site(shellSite(fields));
	assert.equal((await made.build()).diagnostics, []);
	return made;
}

test.before(async () => {
	const { outputs, read } = await built(FULL);
	pages = new Map(outputs().flatMap((out) => (out.endsWith('.html') ? [[out, read(out)]] : [])));
	assert.ok(pages.size > 25, `${pages.size} pages`);
});

const page = (out: string): string => pages.get(out) ?? assert.unreachable(`there is no ${out}`) ?? '';

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
	for (const [out, text] of pages) {
		const report = await validator.validateString(text);
		for (const { messages } of report.results) {
			wrong.push(...messages.map((message) => `${out}: ${message.ruleId} ${message.message} ${message.selector}`));
		}
	}
	assert.equal(wrong, []);
});

test('no page needs an exception from the content security policy', () => {
	for (const [out, text] of pages) {
		excludes(text, /\sstyle="/, /\son\w+="/, 'javascript:');
		// The home page has a banner for a wrong base URL, which must not wait for a file.
		assert.is(text.match(/<script(?![^>]*\ssrc=)/g)?.length, out === 'index.html' ? 2 : 1, out);
	}
});

test('the head starts with character set, viewport and start script, and each slot is filled (B-064, B-190)', () => {
	const start = '<meta name="viewport" content="width=device-width, initial-scale=1"><script>';
	for (const text of pages.values()) {
		includes(text, `<html lang="en" dir="ltr"`, `<head><meta charset="utf-8">${start}`);
		excludes(text, '<!--slot:');
	}
});

test('each page has one h1 and one main with the target of the skip link (B-080, B-081, B-158)', () => {
	for (const [out, text] of pages) {
		assert.is(text.match(/<h1[ >]/g)?.length, 1, out);
		assert.is(text.match(/<main id="skip-to-content-fallback" tabindex="-1"/g)?.length, 1, out);
		includes(
			text,
			'navigation-with-keyboard',
			'<section class="skip" aria-label="Skip to main content"><a class="skip-link" href="#skip-to-content-fallback">Skip to main content</a>',
		);
	}
});

test('the bars around a page (B-090 to B-130)', async () => {
	const text = page('docs/index.html');
	includes(text, 'data-announcement-id="ten"', 'aria-label="Close"', '<nav class="navbar" aria-label="Main"');
	includes(text, 'aria-label="Toggle navigation bar"', 'aria-label="Close navigation bar"', '← Back to main menu');
	includes(
		text,
		'data-context-page="/media"',
		'aria-haspopup="true" aria-expanded="false"',
		'<summary>Versions</summary>',
	);
	includes(text, 'Switch between dark and light mode (currently light mode)');
	includes(text, 'href="https://github.com/x/y" target="_blank" rel="noopener noreferrer"');
	const open = { announcementBar: { ...ANNOUNCEMENT, isCloseable: false }, colorMode: { disableSwitch: true } };
	excludes((await built(open)).read('docs/index.html'), 'aria-label="Close"', 'theme-toggle');
	const bare = await built({ footer: undefined, search: false, navbar: { items: [] } });
	excludes(bare.read('docs/index.html'), /announcement-bar|<footer class="footer"|search-box/);
});

test('the parts of a doc (B-150 to B-162)', () => {
	const text = page('docs/parts/index.html');
	includes(text, 'aria-label="Docs sidebar"', 'aria-label="Breadcrumbs"', 'aria-label="Home page"', 'Version: 2.x');
	includes(
		text,
		'aria-label="Docs pages"',
		'>Previous<',
		'>Next<',
		'Edit this page',
		'<summary>On this page</summary>',
	);
	includes(
		text,
		'Last updated on <time datetime="2023-01-14T00:00:00.000Z">Jan 14, 2023</time> by Ann',
		'Open as Markdown',
	);
	includes(text, 'https://schema.org/BreadcrumbList', 'itemprop="itemListElement"', 'data-widget="copy-page"');
	excludes(page('docs/landing/alone/index.html'), 'Docs sidebar', 'Breadcrumbs', 'Docs pages');
	const old = page('docs/v1/index.html');
	includes(
		old,
		'role="alert"',
		'<p>This is documentation for Shell <b>1.x</b>, which is no longer actively maintained.</p>',
	);
	includes(old, '<b><a href="/docs/" data-version="current">latest version</a></b> (2.x).');
});

test('the sidebar without scripts: labels are links, closed lists are hidden (B-142 to B-144)', () => {
	const text = page('docs/index.html');
	includes(text, 'aria-label="Toggle the collapsible sidebar category &#x27;Reference&#x27;"');
	includes(text, '<a href="/docs/guide/one" aria-expanded="false">Guide</a>', '<ul class="sidebar-list" hidden="">');
});

test('the blog (B-260 to B-270)', () => {
	const list = page('blog/index.html');
	includes(list, 'aria-label="Blog list page navigation"', 'Older Entries', 'aria-label="Read more about Hello"');
	includes(list, 'aria-label="Blog recent posts navigation"', 'January 14, 2023</time> · 2 min read');
	includes(list, 'https://schema.org/Blog"');
	assert.is(list.match(/Read More/g)?.length, 1);
	const first = page('blog/2022/05/01/first/index.html');
	includes(first, 'aria-label="Blog post page navigation"', 'Newer Post', 'Tags:', 'itemprop="author"');
	includes(page('blog/2023/01/14/hello/index.html'), 'Older Post');
	includes(page('blog/tags/news/index.html'), 'View All Tags');
	includes(page('blog/archive/index.html'), 'May 1, 2022</time> - First post');
});

test('not found (B-185)', () => {
	includes(
		page('404.html'),
		'<h1>Page Not Found</h1>',
		'<form class="search-form" action="/search"><input type="search" aria-label="Search"',
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
