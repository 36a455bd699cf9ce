/**
 * The page's siblings in the sidebar as cards; on a category's page, the category's items. Authors pass no props: the
 * site provides `cards`.
 */

import type { ComponentProps, ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
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

DocCardList.manifest = { props: {}, cards: true, layers: ['components'] } satisfies ComponentManifest;
