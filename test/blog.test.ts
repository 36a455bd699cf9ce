/** Blogs of more posts than a case of `cases/pages/blog` would have. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elements, texts } from './elements.ts';
import { doc, site } from './memory-site.ts';

test('B-260, B-269: lists have ten posts per page, newest first; feeds have all', async () => {
	const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
	const s = site(
		Object.fromEntries(
			numbers.map((number) => [
				`content/blog/2023-03-${String(number).padStart(2, '0')}-p${number}.md`,
				doc(`Post ${number}`),
			]),
		),
	);
	assert.ok((await s.build()).ok);
	const newest = numbers.toReversed().map((number) => `Post ${number}`);
	assert.equal(texts(s.read('blog/index.html'), 'main .post-title'), newest.slice(0, 10));
	assert.equal(texts(s.read('blog/page/3/index.html'), 'main .post-title'), newest.slice(20));
	assert.is(elements(s.read('blog/rss.xml'), 'item').length, 25);
	assert.is(elements(s.read('blog/atom.xml'), 'entry').length, 25);
	assert.is(JSON.parse(s.read('blog/feed.json')).items.length, 25);
});

test.run();
