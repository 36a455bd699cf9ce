/** A link that knows whether it leaves the site; labelled ones that do show it (B-020, B-105). */
import type { ReactNode } from 'react';
import { linkTo } from './attributes.ts';
import { Icon } from './icons.tsx';

interface LinkProps {
	href: string;
	external?: boolean;
	className?: string;
	children: ReactNode;
}

export function Link({ href, external = false, className, children }: LinkProps) {
	return (
		<a className={className} {...linkTo(href, external)}>
			{children}
			{external && <Icon name="external" />}
		</a>
	);
}

/** True for addresses with a scheme or a host of their own. */
export function isExternal(href: string): boolean {
	return /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(href);
}
