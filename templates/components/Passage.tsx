/**
 * Components of other tools that have nothing of their own to show: what is between their tags is shown.
 * `BrowserOnly` and `ClientOnly`: pages are rendered on the server, so their content is there at once. `Translate`:
 * the text as it is written. `Redirect`: a link, for pages that have moved; `redirects` in the configuration does it
 * without a page.
 */
import type { ReactNode } from 'react';
import { isExternal, Link } from '../Link.tsx';

export function Passage({ children }: { children?: ReactNode }) {
	return <>{children}</>;
}

export function Redirect({ to = '', children }: { to?: string; children?: ReactNode }) {
	return (
		<>
			<p>
				This page has moved:{' '}
				<Link href={to} external={isExternal(to)}>
					{to}
				</Link>
			</p>
			{children}
		</>
	);
}
