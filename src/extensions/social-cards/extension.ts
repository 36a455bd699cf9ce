/** Pictures of pages for links in networks and messengers, drawn when a site is built. A site without them loads no typeface. */
import type { Extension } from '../../extension.ts';
import { SIZE } from './card.ts';
import { CARD_SECTION } from './config.ts';
import { draw, planCards } from './plan.ts';

export const SOCIAL_CARDS: Extension = {
	name: 'social-cards',
	config: CARD_SECTION,
	images: { size: SIZE, plan: planCards, draw },
};
