/** What the configuration puts into the style sheet of the site; its HTML is in `cases/pages/navbar`. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { config, doc, site } from './memory-site.ts';

async function styles(fields: Record<string, unknown>): Promise<string> {
	const s = site({ 'content/docs/index.md': doc('Home', 'Text.', 'slug: /'), 'site.config.ts': config(fields) });
	assert.ok((await s.build()).ok);
	return s.read(s.outputs().find((out) => /\bsite-\w+\.css$/.test(out)) ?? '');
}

test('B-090: the colors of the announcement bar', async () => {
	const css = await styles({
		announcementBar: { id: 'ten', content: '10', backgroundColor: '#123456', textColor: 'rgb(1 2 3)' },
	});
	assert.match(css, '--announcement-background:#123456');
	assert.match(css, /--announcement-color:(?:rgb\(1 2 3\)|#010203)/);
});

test('B-130: a footer of one row has dots between its links', async () => {
	const css = await styles({ footer: { links: [{ label: 'Home', to: '/docs' }] } });
	assert.match(css, /\.footer-row[^}]*content:"·"|content: ?" ?· ?"/);
});

test.run();
