/** A link; external links get an icon and open in a new tab (B-020, B-105). */
import type { ReactNode } from 'react';
import { isExternal, linkTo } from './attributes.ts';
import { Icon } from './icons.tsx';

interface LinkProps {
	href: string;
	external?: boolean;
	rel?: string;
	className?: string;
	children: ReactNode;
}

export function Link({ href, external = isExternal(href), rel, className, children }: LinkProps) {
	return (
		<a className={className} {...linkTo(href, external, rel)}>
			{children}
			{external && <Icon name="external" />}
		</a>
	);
}
