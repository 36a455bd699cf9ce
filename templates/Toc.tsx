/**
 * The table of contents: a column on wide screens, a collapsed block above the text on narrow ones (B-160 to B-162).
 * The style sheet shows one of the two.
 */
import type { FallbackView, TocView } from '../src/render/model/view.ts';
import { html, inOriginal, widget } from './attributes.ts';
import { useWords } from './words.tsx';

interface TocProps {
	toc: TocView[];
	/** The language of the entries, if it is not the page's. */
	fallback?: FallbackView;
}

/** For wide screens; empty without headings. */
export function Toc({ toc, fallback }: TocProps) {
	const { onThisPage } = useWords();
	if (toc.length === 0) return null;
	return (
		<nav className="toc" aria-label={onThisPage} {...widget('toc')}>
			<p className="toc-title" aria-hidden="true">
				{onThisPage}
			</p>
			<TocList toc={toc} fallback={fallback} />
		</nav>
	);
}

/** For narrow screens; opens without scripts. */
export function TocBlock({ toc, fallback }: TocProps) {
	const { onThisPage } = useWords();
	if (toc.length === 0) return null;
	return (
		<details className="toc-block">
			<summary>{onThisPage}</summary>
			<TocList toc={toc} fallback={fallback} />
		</details>
	);
}

function TocList({ toc, fallback }: TocProps) {
	return (
		<ul {...inOriginal(fallback)}>
			{toc.map((entry) => (
				<li key={entry.id}>
					<a href={`#${entry.id}`} {...html(entry.html)} />
					{entry.children.length > 0 && <TocList toc={entry.children} />}
				</li>
			))}
		</ul>
	);
}
