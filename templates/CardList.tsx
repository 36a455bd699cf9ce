/** The items of a sidebar category as cards (B-159). */
import type { CardView } from '../src/render/model/view.ts';
import { language, linkTo } from './attributes.ts';
import { Icon } from './icons.tsx';

const ICONS = { doc: 'file', category: 'folder', link: 'external' } as const;

export function CardList({ cards }: { cards: CardView[] }) {
	if (cards.length === 0) return null;
	return (
		<ul className="cards">
			{cards.map((card) => (
				<li className="card" {...language(card)} key={card.href}>
					<h2 className="card-title">
						<Icon name={ICONS[card.kind]} />
						<a {...linkTo(card.href, card.external, card.rel)}>{card.label}</a>
					</h2>
					{card.description && <p {...language(card.descriptionLanguage)}>{card.description}</p>}
				</li>
			))}
		</ul>
	);
}
