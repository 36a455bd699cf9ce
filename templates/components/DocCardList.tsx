/**
 * What stands in the sidebar beside the page, as cards; on the page of a category, what is in it. Has no props of an
 * author's: `cards` is what the site knows.
 */
import type { ComponentProps, ReactNode } from 'react';
import { CardList } from '../CardList.tsx';

interface DocCardListProps extends Partial<ComponentProps<typeof CardList>> {
	children?: ReactNode;
}

export function DocCardList({ cards = [], children }: DocCardListProps) {
	return (
		<>
			<CardList cards={cards} />
			{children}
		</>
	);
}
