/**
 * RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1 with the full content of every post (B-269). Texts are plain: where a format
 * takes HTML, they are escaped.
 */
import { Feed, type Item } from 'feed';
import { escapeText } from '../content/model/html.ts';
import { htmlElsewhere } from './elsewhere.ts';
import type { FeedPost, FeedView } from './model/job.ts';
import type { SiteView } from './model/view.ts';
import { type BodyEnvironment, renderBody } from './page.ts';
import { htmlForReaders } from './readers.ts';

export function renderFeed(
	format: 'rss' | 'atom' | 'json',
	view: FeedView,
	environment: BodyEnvironment,
	site: SiteView,
): string {
	const contentOf = (post: FeedPost): string => {
		const body = { page: post.page, locale: post.locale, hash: post.bodyHash, excerpt: false, hrefs: post.hrefs };
		const html = renderBody(body, environment, site);
		return htmlForReaders(htmlElsewhere(html, { home: post.item.link, prefix: '', origin: view.origin }));
	};
	if (format === 'json') return jsonFeed(view, contentOf);
	const { title, link, language = '' } = view.options;
	// Without a date the library would use the current time, and builds would not be reproducible.
	const updated = new Date(view.updated ?? 0);
	// RFC 4287, 4.1.1: a feed has an author unless all of its entries have one.
	const author = format === 'atom' ? { author: { name: title, link } } : {};
	const feed = new Feed({ ...view.options, ...author, updated });
	for (const post of view.posts) {
		const { title, description = '' } = post.item;
		const date = new Date(post.date);
		// The library says that titles and summaries of Atom are HTML; those of RSS are read as text and as HTML.
		const texts = {
			title: format === 'atom' ? escapeText(title) : title,
			description: escapeText(description),
		};
		feed.addItem({
			...post.item,
			...texts,
			date,
			published: date,
			content: contentOf(post),
			...authorship(format, post),
		});
	}
	// The library writes the language of RSS only.
	return format === 'rss' ? xml(feed.rss2()) : xml(feed.atom1()).replace('<feed ', `<feed xml:lang="${language}" `);
}

/** JSON Feed 1.1, of which the library writes version 1. */
function jsonFeed({ options, posts }: FeedView, contentOf: (post: FeedPost) => string): string {
	const { title, link, description, favicon, language, feedLinks } = options;
	const feed = {
		version: 'https://jsonfeed.org/version/1.1',
		title,
		home_page_url: link,
		feed_url: feedLinks?.json,
		description,
		favicon,
		language,
		items: posts.map((post) => {
			const { id, link: url, title, description, category = [] } = post.item;
			return {
				id,
				url,
				title,
				summary: description || undefined,
				content_html: contentOf(post),
				date_published: new Date(post.date).toISOString(),
				authors: post.authors.length > 0 ? post.authors.map(({ name, url }) => ({ name, url })) : undefined,
				tags: category.length > 0 ? category.map(({ name }) => name) : undefined,
			};
		}),
	};
	return JSON.stringify(feed, null, 4);
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
function authorship(format: 'rss' | 'atom', { authors }: FeedPost): Pick<Item, 'author' | 'extensions'> {
	// The library reads the first author even of an empty list.
	if (authors.length === 0) return {};
	if (format === 'rss')
		return { extensions: [{ name: 'dc:creator', objects: { _text: authors.map(({ name }) => name).join(', ') } }] };
	return { author: authors.map(({ name, url, email }) => ({ name, link: url, email })) };
}
