/**
 * A post of a social network. Props: `author` (account, without `@`), `date` (`2022-09-19`), `href` (address of the
 * post). What stands here is a plain link; the network's widget, one of the site's `scripts`, puts the post in its
 * place. It looks for the class and for the last link, and reads `data-dnt` as the wish not to be tracked.
 */

import { isExternal, Link } from 'docsgen/templates';
import type { ReactNode } from 'react';

interface TweetProps {
	children?: ReactNode;
	author?: string;
	date?: string;
	href?: string;
}

const LONG = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function Tweet({ author = '', date = '', href = '', children }: TweetProps) {
	const day = new Date(date);
	return (
		<blockquote className="twitter-tweet" data-dnt="true">
			{children}
			<p>
				<Link href={href} external={isExternal(href)}>
					@{author}, <time {...{ datetime: date }}>{Number.isNaN(day.getTime()) ? date : LONG.format(day)}</time>
				</Link>
			</p>
		</blockquote>
	);
}
