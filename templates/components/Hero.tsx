/**
 * The top of a landing page.
 *
 *     <Hero title="…" tagline="…" command="npm install …">
 *     <Action label="Start" href="./docs/quickstart.md" primary />
 *     <Columns>…</Columns>
 *     </Hero>
 *
 * `Hero`: `title` (the page's h1), `tagline`, `eyebrow` (a few words above the title), `command` (the install
 * command). Children: `Action`s, then a demo.
 * `Action`: `label`, `href`, `primary`.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { Link } from '../Link.tsx';
import { Command } from './Command.tsx';
import { childrenBut, childrenOf } from './children.ts';

interface HeroProps {
	title?: string;
	tagline?: string;
	eyebrow?: string;
	command?: string;
	children?: ReactNode;
}

interface ActionProps {
	label?: string;
	href?: string;
	rel?: string;
	primary?: boolean;
	children?: ReactNode;
}

export function Hero({ title, tagline, eyebrow, command, children }: HeroProps) {
	const actions = childrenOf(children, Action);
	return (
		<section className="hero">
			<div className="hero-words">
				{eyebrow && <p className="eyebrow">{eyebrow}</p>}
				{title && <h1>{title}</h1>}
				{tagline && <p className="hero-tagline">{tagline}</p>}
				{(actions.length > 0 || command) && (
					<div className="actions">
						{actions}
						{command && <Command text={command} />}
					</div>
				)}
			</div>
			<div className="hero-demo">{childrenBut(children, Action)}</div>
		</section>
	);
}

export function Action({ label, href = '', rel, primary = false, children }: ActionProps) {
	return (
		<Link className={primary ? 'button button-primary' : 'button'} href={href} rel={rel}>
			{label}
			{children}
		</Link>
	);
}

Hero.manifest = {
	props: { eyebrow: 'words', title: 'words', tagline: 'words', command: 'words' },
	layers: ['landing'],
} satisfies ComponentManifest;

Action.manifest = {
	props: { label: 'words', href: 'url', rel: 'text', primary: 'flag' },
} satisfies ComponentManifest;
