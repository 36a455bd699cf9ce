/**
 * A section of a landing page, as wide as the window. Props: `title` (a level-2 heading), `eyebrow` (a few words above
 * it), `lead` (a sentence below it), `id` (anchor), `tone` (`plain` or `tint`, default `plain`), `narrow` (a narrow
 * text column).
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';

interface BandProps {
	title?: string;
	eyebrow?: string;
	lead?: string;
	id?: string;
	tone?: string;
	narrow?: boolean;
	children?: ReactNode;
}

export function Band({ title, eyebrow, lead, id, tone, narrow, children }: BandProps) {
	const classes = ['band', tone === 'tint' && 'band-tint', narrow && 'band-narrow'];
	return (
		<section className={classes.filter(Boolean).join(' ')}>
			{(title || eyebrow) && (
				<header className="band-head">
					{eyebrow && <p className="eyebrow">{eyebrow}</p>}
					{title && <h2 id={id}>{title}</h2>}
					{lead && <p className="lead">{lead}</p>}
				</header>
			)}
			{children}
		</section>
	);
}

Band.manifest = {
	props: { eyebrow: 'words', title: 'words', lead: 'words', id: 'text', tone: ['plain', 'tint'], narrow: 'flag' },
	layers: ['landing'],
} satisfies ComponentManifest;
