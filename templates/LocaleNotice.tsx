/** The notice on a page without a translation, or with an outdated one, and the language of its text. */
import type { FallbackView } from '../src/render/model/view.ts';
import { linkTo } from './attributes.ts';
import { useWords } from './words.tsx';

export function LocaleNotice({ fallback }: { fallback?: FallbackView }) {
	const words = useWords();
	if (!fallback?.notice) return null;
	const { isOutdated, href } = fallback.notice;
	return (
		<div className="banner admonition admonition-note" role="note">
			<p>{isOutdated ? words.outdatedTranslation : words.notTranslated}</p>
			{href && (
				<p>
					<a {...linkTo(href)}>{isOutdated ? words.readOriginal : words.translatePage}</a>
				</p>
			)}
		</div>
	);
}

/** Attributes of an element with a text in the language of the original. */
export function inOriginal(fallback?: FallbackView): { lang?: string; dir?: 'ltr' | 'rtl' } {
	return { lang: fallback?.lang, dir: fallback?.dir };
}
