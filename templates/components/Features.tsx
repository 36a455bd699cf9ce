/** A grid of features. `Feature`: `title`, `icon` (a name from `icons.tsx`); children: a sentence or two. */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { ICON_NAMES, Icon, isIcon } from '../icons.tsx';
import { itemsOf } from './children.ts';

interface FeatureProps {
	title?: string;
	icon?: string;
	children?: ReactNode;
}

export function Features({ children }: { children?: ReactNode }) {
	return <ul className="features">{itemsOf(children, Feature, Feature)}</ul>;
}

export function Feature({ title, icon, children }: FeatureProps) {
	return (
		<li className="feature">
			{icon && isIcon(icon) && <Icon name={icon} />}
			{title && <h3>{title}</h3>}
			{children}
		</li>
	);
}

Features.manifest = { props: {}, layers: ['landing'] } satisfies ComponentManifest;

Feature.manifest = { props: { title: 'words', icon: ICON_NAMES } } satisfies ComponentManifest;
