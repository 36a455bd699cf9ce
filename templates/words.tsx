/** The words of the interface for templates: `useWords()`, `say`, `plural`, and `sentence` for those with elements. */
import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { ADMONITIONS, ENGLISH_WORDS, plural, say, type Text, type Words } from '../src/content/model/words.ts';
import type { TextLanguage } from '../src/render/model/view.ts';

export type { Words };
export { ADMONITIONS, plural, say };

/** English unless the renderer provides the site's words; the compiler of islands puts them here. */
export const WordsContext = createContext<Words>(ENGLISH_WORDS);

/** The words of the interface in the language of the page. */
export function useWords(): Words {
	return useContext(WordsContext);
}

/** A sentence with an element in place of each placeholder. */
export function sentence<N extends string>(text: Text<N>, elements: Record<N, ReactNode>): ReactNode {
	return text.split(/\{(\w+)\}/).map((part, index) => (
		// Every second part is the name of a placeholder.
		<Fragment key={index}>{index % 2 === 0 ? part : elements[part as N]}</Fragment>
	));
}

/** A label in its language, as a part of a line that is aligned as the page is. */
export function InLanguage({ of: { lang, dir }, children }: { of: TextLanguage; children: ReactNode }) {
	if (lang === undefined) return children;
	return (
		<span lang={lang} dir={dir}>
			{children}
		</span>
	);
}
