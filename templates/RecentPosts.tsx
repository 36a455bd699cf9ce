/** The latest posts, next to the text (B-265). */
import type { RecentView } from '../src/render/model/view.ts';
import { language } from './attributes.ts';
import { useWords } from './words.tsx';

export function RecentPosts({ recent }: { recent: RecentView }) {
	const words = useWords();
	return (
		<nav className="recent" aria-label={words.recentPostsNavigation}>
			<p className="recent-title" {...language(recent)}>
				{recent.title}
			</p>
			<ul>
				{recent.items.map((post) => (
					<li key={post.href}>
						<a href={post.href} aria-current={post.current ? 'page' : undefined} {...language(post)}>
							{post.label}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
