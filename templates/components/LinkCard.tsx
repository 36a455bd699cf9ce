/**
 * Links and icons: `LinkCard` with `title`, `description`, `href`; `LinkButton` with `href`, `variant` (`primary`,
 * `secondary`, or `minimal` for a plain link); `LinkTo` for `<Link to="…">`; `IconNamed` for `<Icon name="…">`, which draws an icon of
 * `icons.tsx`, and nothing for an unknown name, because icons are decorative.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { ICON_NAMES, Icon, isIcon } from '../icons.tsx';
import { Link } from '../Link.tsx';
import { Card } from './Cards.tsx';
import { Action } from './Hero.tsx';

interface LinkProps {
	href?: string;
	to?: string;
	rel?: string;
	className?: string;
	children?: ReactNode;
}

interface LinkCardProps extends LinkProps {
	title?: string;
	description?: string;
}

export function LinkCard({ title, description, href, rel, children }: LinkCardProps) {
	return (
		<ul className="cards">
			<Card title={title} href={href} rel={rel}>
				{description && <p>{description}</p>}
				{children}
			</Card>
		</ul>
	);
}

export function LinkButton({ href = '', rel, variant = 'primary', children }: LinkProps & { variant?: string }) {
	if (variant === 'minimal') return <Link {...{ href, rel }}>{children}</Link>;
	return (
		<Action href={href} rel={rel} primary={variant === 'primary'}>
			{children}
		</Action>
	);
}

export function LinkTo({ href, to, rel, className, children }: LinkProps) {
	return (
		<Link className={className} href={href ?? to ?? ''} rel={rel}>
			{children}
		</Link>
	);
}

export function IconNamed({ name = '', children }: { name?: string; children?: ReactNode }) {
	return (
		<>
			{isIcon(name) && <Icon name={name} />}
			{children}
		</>
	);
}

LinkCard.manifest = {
	props: { title: 'words', description: 'words', href: 'url', rel: 'text' },
	layers: ['components'],
} satisfies ComponentManifest;

LinkButton.manifest = {
	props: { href: 'url', rel: 'text', variant: ['primary', 'secondary', 'minimal'] },
} satisfies ComponentManifest;

LinkTo.manifest = { props: { href: 'url', to: 'url', rel: 'text', className: 'text' } } satisfies ComponentManifest;

IconNamed.manifest = { props: { name: ICON_NAMES }, needs: ['name'] } satisfies ComponentManifest;
