/** RSS, Atom and JSON feeds with the full content of every post (B-269). */
import { Feed, type Item } from 'feed';
import { COPY_BUTTON } from '../content/markdown/rules/code.ts';
import { htmlElsewhere } from './elsewhere.ts';
import type { FeedPost, FeedView } from './model/job.ts';
import type { SiteView } from './model/view.ts';
import { type BodyEnvironment, renderBody } from './page.ts';

export function renderFeed(
	format: 'rss' | 'atom' | 'json',
	view: FeedView,
	environment: BodyEnvironment,
	site: SiteView,
): string {
	// Without a date the library would use the current time, and builds would not be reproducible.
	const feed = new Feed({ ...view.options, updated: new Date(view.updated ?? 0) });
	for (const post of view.posts) {
		const body = { page: post.page, locale: post.locale, hash: post.bodyHash, excerpt: false, hrefs: post.hrefs };
		const html = renderBody(body, environment, site);
		const date = new Date(post.date);
		// Readers show one post at a time. They run no scripts, so the copy button would not work.
		const there = { home: post.item.link, prefix: '', origin: view.origin };
		const content = htmlElsewhere(html.replaceAll(COPY_BUTTON, ''), there);
		feed.addItem({ ...post.item, date, published: date, content, ...authorship(format, post) });
	}
	// The library writes the language of RSS only.
	const { language = '' } = view.options;
	if (format === 'json') return JSON.stringify({ ...JSON.parse(feed.json1()), language }, null, 4);
	return format === 'rss' ? xml(feed.rss2()) : xml(feed.atom1()).replace('<feed ', `<feed xml:lang="${language}" `);
}

/**
 * Removes the characters that XML 1.0 forbids (section 2.2), which authors can write as character references, and
 * escapes `<` in attributes, which the library does not.
 */
function xml(text: string): string {
	return text
		.replace(/ (label|term)="([^"]*)"/g, (_, name, value: string) => ` ${name}="${value.replaceAll('<', '&lt;')}"`)
		.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** RSS's `author` requires an email address, so the names are in Dublin Core's `dc:creator`. */
function authorship(format: 'rss' | 'atom' | 'json', { authors }: FeedPost): Pick<Item, 'author' | 'extensions'> {
	// The library reads the first author even of an empty list.
	if (authors.length === 0) return {};
	if (format === 'rss')
		return { extensions: [{ name: 'dc:creator', objects: { _text: authors.map(({ name }) => name).join(', ') } }] };
	return { author: authors.map(({ name, url, email }) => ({ name, link: url, email })) };
}
