/**
 * A grid of cards. `Card`: `title`, `href` (the whole card is the link), `icon` (a name from `icons.tsx`), `note` (a
 * few words above the title); children: the text. A title is not a heading: a grid can follow any heading level.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { linkTo } from '../attributes.ts';
import { ICON_NAMES, Icon, isIcon } from '../icons.tsx';
import { itemsOf } from './children.ts';

interface CardProps {
	title?: string;
	href?: string;
	rel?: string;
	icon?: string;
	note?: string;
	children?: ReactNode;
}

export function Cards({ children }: { children?: ReactNode }) {
	return <ul className="cards">{itemsOf(children, Card, Card)}</ul>;
}

export function Card({ title, href, rel, icon, note, children }: CardProps) {
	return (
		<li className="card">
			{note && <p className="eyebrow">{note}</p>}
			{title && (
				<p className="card-title">
					{icon && isIcon(icon) && <Icon name={icon} />}
					{href ? <a {...linkTo(href, undefined, rel)}>{title}</a> : title}
				</p>
			)}
			{children}
		</li>
	);
}

Cards.manifest = { props: {}, layers: ['components'] } satisfies ComponentManifest;

Card.manifest = {
	props: { title: 'words', note: 'text', href: 'url', rel: 'text', icon: ICON_NAMES },
	layers: ['components'],
} satisfies ComponentManifest;
