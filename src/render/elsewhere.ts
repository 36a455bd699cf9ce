/**
 * Adapts a text to a page that is not its own: lists of posts, feeds and copies for programs. Links to a place in the
 * text point to its own page, where every place is. Ids get a prefix, so that two texts on a page do not share one,
 * and whatever names an id by other means than a link, such as the label of a field or the gradient of a drawing, follows.
 */
import { mapIds } from '../content/model/ids.ts';
import { CSS_ATTRIBUTES, mapCssUrls, mapUrls, urlKind } from '../content/model/urls.ts';
import { inspect } from './inspect.ts';
import { changeTags } from './views/tags.ts';

interface Elsewhere {
	/** URL of the text's own page. */
	home: string;
	/** Of ids; unique on the page. */
	prefix: string;
	/** Origin for paths, in files that are read on other hosts. */
	origin?: string;
}

/** The URL of a link in a text that is shown elsewhere. */
export function linkElsewhere(url: string, { home, origin = '' }: Pick<Elsewhere, 'home' | 'origin'>): string {
	if (url === '' || url.startsWith('#')) return home + url;
	return url.startsWith('/') && !url.startsWith('//') ? origin + url : url;
}

/** The HTML of a text on a page that is not its own. */
export function htmlElsewhere(html: string, there: Elsewhere): string {
	const ids = new Set(inspect(html).ids);
	const own = (id: string): string => (ids.has(id) ? there.prefix + id : id);
	const inText = (url: string): string => (url.startsWith('#') ? `#${own(url.slice(1))}` : linkElsewhere(url, there));
	return changeTags(html, {
		attribute(name, value, tag) {
			const named = mapIds({ tag: tag.tag, name, type: tag.attributes.get('type') }, value, (id, isOwn) =>
				isOwn ? there.prefix + id : own(id),
			);
			if (named !== undefined) return named;
			const kind = urlKind(tag.tag, name, tag.attributes);
			if (kind === 'file') return mapUrls(name, value, inText);
			if (kind !== undefined) return mapUrls(name, value, (url) => linkElsewhere(url, there));
			return CSS_ATTRIBUTES.has(name) ? mapCssUrls(value, inText) : value;
		},
		style: (css) => mapCssUrls(css, inText).replace(/(?<=#)[\w-]+/g, own),
	});
}
