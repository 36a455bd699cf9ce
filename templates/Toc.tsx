/**
 * The table of contents: a column on wide screens, a collapsed block above the text on narrow ones (B-160 to B-162).
 * The style sheet shows one of the two.
 */
import type { TextLanguage, TocView } from '../src/render/model/view.ts';
import { html, language, widget } from './attributes.ts';
import { useWords } from './words.tsx';

interface TocProps {
	toc: TocView[];
	/** The language of the entries. */
	text?: TextLanguage;
}

/** For wide screens; empty without headings. */
export function Toc({ toc, text }: TocProps) {
	const { onThisPage } = useWords();
	if (toc.length === 0) return null;
	return (
		<nav className="toc" aria-label={onThisPage} {...widget('toc')}>
			<p className="toc-title" aria-hidden="true">
				{onThisPage}
			</p>
			<TocList toc={toc} text={text} />
		</nav>
	);
}

/** For narrow screens; opens without scripts. */
export function TocBlock({ toc, text }: TocProps) {
	const { onThisPage } = useWords();
	if (toc.length === 0) return null;
	return (
		<details className="toc-block">
			<summary>{onThisPage}</summary>
			<TocList toc={toc} text={text} />
		</details>
	);
}

function TocList({ toc, text }: TocProps) {
	return (
		<ul {...language(text)}>
			{toc.map((entry) => (
				<li key={entry.id}>
					<a href={`#${entry.id}`} {...html(entry.html)} />
					{entry.children.length > 0 && <TocList toc={entry.children} />}
				</li>
			))}
		</ul>
	);
}
