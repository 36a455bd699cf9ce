/** The head of a page, where a case of `cases/pages/head` would show hashes or whole documents. */
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { element, elements, values } from './elements.ts';
import { config, doc, type MemorySite, site } from './memory-site.ts';

async function built(files: Record<string, string>, fields?: Record<string, unknown>): Promise<MemorySite> {
	const s = site(fields ? { ...files, 'site.config.ts': config(fields) } : files);
	const result = await s.build();
	assert.is(result.ok, true, JSON.stringify(result.diagnostics, undefined, 1));
	return s;
}

const files: Record<string, string> = {
	'content/docs/guide.md': doc('Guide'),
	'content/pages/index.md': doc('Front'),
};

test('B-060, B-061: only the home page has a container for the banner, hidden by the style sheet and empty', async () => {
	const s = await built(files, { baseUrl: '/base/' });
	const home = s.read('index.html');
	assert.is(element(home, '#base-url-banner').text, '');
	assert.match(home, '\\nCurrent configured base URL = /base/\\n');
	assert.is(elements(s.read('docs/guide/index.html'), '#base-url-banner').length, 0);
	assert.not.match(s.read('docs/guide/index.html'), 'did not load properly');
	assert.match(s.read(s.outputs().find((out) => /\bsite-\w+\.css$/.test(out)) ?? ''), /#base-url-banner\b/);
	assert.not.match(home.replace(/<script>[\s\S]*?<\/script>/g, ''), 'did not load properly');
});

test('B-064: language and direction, character set and viewport first, icon', async () => {
	const s = await built(
		{ ...files, 'content/static/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
		{ favicon: 'icon.svg' },
	);
	const html = s.read('docs/guide/index.html');
	assert.match(
		html,
		/^<!doctype html><html lang="en" dir="ltr"[^>]*><head><meta charset="utf-8"><meta name="viewport"/,
	);
	assert.equal(values(html, 'link[rel="icon"]', 'href'), ['/icon.svg']);
});

test('every page has an icon, because without one browsers ask for /favicon.ico', async () => {
	const icons = async (more: Record<string, string>, fields: Record<string, unknown> = {}): Promise<string[]> => {
		const s = await built({ ...files, ...more }, fields);
		const [page, home] = ['docs/guide/index.html', '404.html'].map((out) =>
			values(s.read(out), 'link[rel="icon"]', 'href'),
		);
		assert.equal(page, home);
		return page ?? [];
	};
	const [letter = ''] = await icons({}, { theme: { colors: { accent: { light: '#a1b2c3', dark: '#fff' } } } });
	assert.match(decodeURIComponent(letter), /^data:image\/svg\+xml,<svg .*fill="#a1b2c3".*>S<\/text><\/svg>$/);
	assert.match(decodeURIComponent((await icons({}, { title: '«émile»' })).join()), '>É<');
	const ico = { 'content/static/favicon.ico': 'an icon' };
	assert.equal(await icons(ico, { baseUrl: '/base/' }), ['/base/favicon.ico']);
	const own = { tag: 'link', attributes: { rel: 'shortcut icon', href: '/own.png' } };
	assert.equal(await icons({ 'content/static/own.png': '' }, { head: [own] }), [], 'an icon in `head`');
});

test('B-190, B-194: the start script’s inputs for the color mode', async () => {
	const mode = async (colorMode: Record<string, unknown>): Promise<(string | undefined)[]> => {
		const { attributes } = element((await built(files, { colorMode })).read('index.html'), 'html');
		return [attributes['data-mode'], attributes['data-theme']];
	};
	assert.equal(await mode({}), [undefined, undefined], 'the system decides until the reader does');
	assert.equal(await mode({ respectPrefersColorScheme: false, defaultMode: 'dark' }), ['dark', 'dark']);
	assert.equal(await mode({ disableSwitch: true }), ['system', undefined]);
});

test('the policy: scripts from other hosts can send data to their host, and to more if configured', async () => {
	const s = await built(files, {
		scripts: ['https://plausible.io/js/script.js'],
		contentSecurityPolicy: { 'img-src': ['http://localhost:1'], 'media-src': ['https://media.example'] },
	});
	const policy = s.read('_headers');
	for (const part of [
		/script-src [^;]*https:\/\/plausible\.io[; ]/,
		/connect-src 'self' https:\/\/plausible\.io;/,
		/img-src 'self' data: https: http:\/\/localhost:1;/,
		/media-src 'self' https:\/\/media\.example$/m,
	])
		assert.match(policy, part);
	const inline = await built({ 'content/docs/a.md': '# A\n\n<script>alert(1)</script>\n' }, { allowRawScripts: true });
	const hash = createHash('sha256').update('alert(1)').digest('base64');
	assert.ok(inline.read('_headers').includes(`'sha256-${hash}'`), 'its own scripts by their hashes');
});

test.run();
