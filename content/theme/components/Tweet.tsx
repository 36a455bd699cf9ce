/**
 * A post on X. Props: `author` (account, without `@`), `date` (`2022-09-19`), `href` (the post's URL). The HTML is a
 * plain link; the network's widget, one of the site's `scripts`, replaces it with the post. The widget finds it by its
 * class and last link, and does not track readers because of `data-dnt`.
 */

import { isExternal, Link } from 'docsgen/templates';
import type { ReactNode } from 'react';
import './tweet.css';

interface TweetProps {
	children?: ReactNode;
	author?: string;
	date?: string;
	href?: string;
}

const LONG_DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function Tweet({ author = '', date = '', href = '', children }: TweetProps) {
	const day = new Date(date);
	return (
		<blockquote className="twitter-tweet" data-dnt="true">
			{children}
			<p>
				<Link href={href} external={isExternal(href)}>
					@{author}, <time {...{ datetime: date }}>{Number.isNaN(day.getTime()) ? date : LONG_DATE.format(day)}</time>
				</Link>
			</p>
		</blockquote>
	);
}
