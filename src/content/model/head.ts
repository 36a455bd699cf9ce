/** The parts of a page's `<head>` block that programs read, and whether lists for programs have the page. */
import type { HeadElement, Page } from './page.ts';

/** An element with its URLs. */
export type FilledElement = Pick<HeadElement, 'tag' | 'attributes' | 'content'>;

type Meta = { tag: string; attributes: Record<string, string> };

/** The elements of a page's head, with the URLs of its links (`hrefs`); those for other sites have the `origin`. */
export function headOf(page: Page, hrefs: readonly string[], origin: string): FilledElement[] {
	return page.head.map(({ gaps = {}, ...element }) => {
		const attributes = { ...element.attributes };
		for (const [name, index] of Object.entries(gaps)) {
			const href = hrefs[index] ?? '';
			const isAbsolute = href.startsWith('/') && isReadElsewhere(element);
			attributes[name] = `${attributes[name] ?? ''}${isAbsolute ? origin : ''}${href}`;
		}
		return { ...element, attributes };
	});
}

/** Crawlers want full URLs in these elements. */
function isReadElsewhere({ tag, attributes: { rel = '', hreflang, 'http-equiv': directive } }: FilledElement): boolean {
	return tag === 'meta' ? directive === undefined : rel === 'canonical' || hreflang !== undefined;
}

/** Whether an element keeps its page out of search engines: it says so, or it leads readers to another page. */
export function isNoIndex({ tag, attributes }: Meta): boolean {
	if (tag !== 'meta') return false;
	const { name = '', content = '', 'http-equiv': directive = '' } = attributes;
	if (/^(?:robots|googlebot)$/i.test(name)) return /\b(?:noindex|none)\b/i.test(content);
	return /^refresh$/i.test(directive) && /[;,]/.test(content);
}

/** Whether the page is in files for programs: the sitemap, the search, the lists for language models. */
export function isIndexed({ data, head }: Page): boolean {
	return !data.unlisted && !head.some(isNoIndex);
}

/** The URL of the page that the author of this one names as the original of its text. */
export function canonicalOf(head: readonly FilledElement[]): string | undefined {
	return head.findLast(({ tag, attributes }) => tag === 'link' && attributes.rel?.toLowerCase() === 'canonical')
		?.attributes.href;
}

/** The page in other languages, by tag, as the author of the page has them. */
export function alternatesOf(head: readonly FilledElement[]): Map<string, string> {
	return new Map(
		head.flatMap(({ tag, attributes: { rel = '', hreflang, href } }): [string, string][] =>
			tag === 'link' && /^alternate$/i.test(rel) && hreflang && href ? [[hreflang, href]] : [],
		),
	);
}
