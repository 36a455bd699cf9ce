/** The page's `<main>`, the target of the skip link with and without scripts (B-081). */
import type { ReactNode } from 'react';
import { SKIP_TARGET } from './attributes.ts';

interface MainProps {
	className?: string;
	/** Further attributes, e.g. microdata. */
	attributes?: Record<string, string>;
	children: ReactNode;
}

export function Main({ className, attributes, children }: MainProps) {
	return (
		<main id={SKIP_TARGET} tabIndex={-1} className={className} {...attributes}>
			{children}
		</main>
	);
}
