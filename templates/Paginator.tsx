/** Links to the previous and next page (B-155, B-260, B-264). */
import type { NeighbourView } from '../src/render/model/view.ts';
import { language } from './attributes.ts';

interface PaginatorProps {
	/** Accessible name of the navigation. */
	label: string;
	/** The word above each title, or alone if there is no title. */
	words: { previous: string; next: string };
	previous?: Partial<NeighbourView>;
	next?: Partial<NeighbourView>;
}

export function Paginator({ label, words, previous, next }: PaginatorProps) {
	if (!previous?.href && !next?.href) return null;
	return (
		<nav className="paginator" aria-label={label}>
			{previous?.href && <Neighbour rel="prev" word={words.previous} neighbour={previous} />}
			{next?.href && <Neighbour rel="next" word={words.next} neighbour={next} />}
		</nav>
	);
}

function Neighbour({
	rel,
	word,
	neighbour,
}: {
	rel: 'prev' | 'next';
	word: string;
	neighbour: Partial<NeighbourView>;
}) {
	return (
		<a className={`paginator-${rel}`} rel={rel} href={neighbour.href}>
			<span className="paginator-word">{word}</span>
			{neighbour.label && (
				<span className="paginator-label" {...language(neighbour)}>
					{neighbour.label}
				</span>
			)}
		</a>
	);
}
