/** The notice on a page that is not translated, and the language of its text. */
import type { FallbackView } from '../src/render/model/view.ts';
import { linkTo } from './attributes.ts';
import { useWords } from './words.tsx';

export function LocaleNotice({ fallback }: { fallback?: FallbackView }) {
	const { notTranslated, translatePage } = useWords();
	if (!fallback?.notice) return null;
	const { translateUrl } = fallback.notice;
	return (
		<div className="banner admonition admonition-note" role="note">
			<p>{notTranslated}</p>
			{translateUrl && (
				<p>
					<a {...linkTo(translateUrl)}>{translatePage}</a>
				</p>
			)}
		</div>
	);
}

/** Attributes of an element with a text in the language of the original. */
export function inOriginal(fallback?: FallbackView): { lang?: string; dir?: 'ltr' | 'rtl' } {
	return fallback ? { lang: fallback.lang, dir: fallback.dir } : {};
}
