/** The notice on a page without a translation, or with an outdated one. */
import type { TextView } from '../src/render/model/view.ts';
import { linkTo } from './attributes.ts';
import { useWords } from './words.tsx';

export function LocaleNotice({ notice }: Pick<TextView, 'notice'>) {
	const words = useWords();
	if (!notice) return null;
	const { isOutdated, href, hreflang } = notice;
	return (
		<div className="banner admonition admonition-note" role="note">
			<p>{isOutdated ? words.outdatedTranslation : words.notTranslated}</p>
			{href && (
				<p>
					<a {...linkTo(href)} {...{ hreflang }}>
						{isOutdated ? words.readOriginal : words.translatePage}
					</a>
				</p>
			)}
		</div>
	);
}
