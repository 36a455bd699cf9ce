/**
 * A row of short names, e.g. the frameworks that a library supports. `Chips`: `title` (before the row). `Chip`:
 * `label`, `href` (optional), `icon`.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { ICON_NAMES, Icon, isIcon } from '../icons.tsx';
import { Link } from '../Link.tsx';
import { childrenBut, childrenOf } from './children.ts';

interface ChipsProps {
	title?: string;
	children?: ReactNode;
}

interface ChipProps {
	label?: string;
	href?: string;
	rel?: string;
	icon?: string;
	children?: ReactNode;
}

export function Chips({ title, children }: ChipsProps) {
	return (
		<div className="chips">
			{title && <p className="chips-title">{title}</p>}
			<ul>{childrenOf(children, Chip)}</ul>
			{childrenBut(children, Chip)}
		</div>
	);
}

export function Chip({ label, href, rel, icon, children }: ChipProps) {
	const text = (
		<>
			{icon && isIcon(icon) && <Icon name={icon} />}
			{label}
			{children}
		</>
	);
	return (
		<li>
			{href ? (
				<Link className="chip" href={href} rel={rel}>
					{text}
				</Link>
			) : (
				<span className="chip">{text}</span>
			)}
		</li>
	);
}

Chips.manifest = { props: { title: 'words' }, layers: ['landing'] } satisfies ComponentManifest;

Chip.manifest = {
	props: { label: 'words', href: 'url', rel: 'text', icon: ICON_NAMES },
} satisfies ComponentManifest;
