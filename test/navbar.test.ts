/** What a case of `cases/pages/navbar` cannot show: the style sheet of the site, and what precedes what. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { config, doc, site } from './memory-site.ts';

async function built(fields: Record<string, unknown>): Promise<{ css: string; html: string }> {
	const s = site({ 'content/docs/index.md': doc('Home', 'Text.', 'slug: /'), 'site.config.ts': config(fields) });
	assert.ok((await s.build()).ok);
	const css = s.read(s.outputs().find((out) => /\bsite-\w+\.css$/.test(out)) ?? '');
	return { css, html: s.read('docs/index.html') };
}

test('B-090: the announcement bar has its colors, and is above the navbar', async () => {
	const { css, html } = await built({
		announcementBar: { id: 'ten', content: '10', backgroundColor: '#123456', textColor: 'rgb(1 2 3)' },
	});
	assert.match(css, '--announcement-background:#123456');
	assert.match(css, /--announcement-color:(?:rgb\(1 2 3\)|#010203)/);
	const [bar, navbar] = ['class="announcement"', '<nav class="navbar"'].map((part) => html.indexOf(part));
	assert.ok(bar !== undefined && navbar !== undefined && bar > 0 && bar < navbar);
});

test('B-130: a footer of one row has dots between its links', async () => {
	const { css } = await built({ footer: { links: [{ label: 'Home', to: '/docs' }] } });
	assert.match(css, /\.footer-row[^}]*content:"·"|content: ?" ?· ?"/);
});

test.run();
