/** HTML that authors write outside of pages: in the configuration, and in sidebars. */
import { CSS_ATTRIBUTES, mapCssUrls, mapUrls, urlKind } from '../../content/model/urls.ts';
import { addressOf, type LinkBase, leadsTo } from '../../content/site/links.ts';
import { changeTags } from './tags.ts';

/** URLs that are complete, or relative to the page that a reader sees. */
const COMPLETE = /^(?:$|[/#?]|[a-z][a-z\d+.-]*:)/i;

/**
 * The HTML with its URLs as in the other fields of the configuration: paths from the root of the site, with the base URL,
 * and to the page in the reader's language. `note` gets each URL as written and as on the page.
 */
export function ownHtml(base: LinkBase, html: string, note: (written: string, url: string) => void = () => {}): string {
	const resolve = (written: string): string => {
		const url = addressOf(base, COMPLETE.test(written) ? written : `/${written.replace(/^(?:\.?\/)+/, '')}`);
		note(written, url);
		return url;
	};
	return changeTags(html, {
		attribute(name, value, { tag, attributes }) {
			if (urlKind(tag, name, attributes)) return mapUrls(name, value, resolve);
			return CSS_ATTRIBUTES.has(name) ? mapCssUrls(value, resolve) : value;
		},
		after(name, value, { attributes }) {
			const { rel } = leadsTo('', value);
			return name === 'href' && rel && !attributes.has('rel') ? ` rel="${rel}"` : '';
		},
		style: (css) => mapCssUrls(css, resolve),
	});
}
