/** The items of a sidebar category as cards (B-159). */
import type { CardView } from '../src/render/model/view.ts';
import { linkTo } from './attributes.ts';
import { Icon } from './icons.tsx';

const ICONS = { doc: 'file', category: 'folder', link: 'external' } as const;

export function CardList({ cards }: { cards: CardView[] }) {
	return (
		<ul className="cards">
			{cards.map((card) => (
				<li className="card" lang={card.lang} dir={card.dir} key={card.href}>
					<h2 className="card-title">
						<Icon name={ICONS[card.kind]} />
						<a {...linkTo(card.href, card.external)}>{card.label}</a>
					</h2>
					{card.description && <p>{card.description}</p>}
				</li>
			))}
		</ul>
	);
}
