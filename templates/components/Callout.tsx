/**
 * A closing call to action. Props: `title`, `text`; children: `Action`s and other content.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { childrenBut, childrenOf } from './children.ts';
import { Action } from './Hero.tsx';

interface CalloutProps {
	title?: string;
	text?: string;
	children?: ReactNode;
}

export function Callout({ title, text, children }: CalloutProps) {
	const actions = childrenOf(children, Action);
	return (
		<section className="callout">
			<div>
				{title && <h2>{title}</h2>}
				{text && <p>{text}</p>}
				{childrenBut(children, Action)}
			</div>
			{actions.length > 0 && <div className="actions">{actions}</div>}
		</section>
	);
}

Callout.manifest = { props: { title: 'words', text: 'words' }, layers: ['landing'] } satisfies ComponentManifest;
