/** The latest posts, next to the text (B-265). */
import type { RecentView } from '../src/render/model/view.ts';
import { InLanguage, useWords } from './words.tsx';

export function RecentPosts({ recent }: { recent: RecentView }) {
	const words = useWords();
	return (
		<nav className="recent" aria-label={words.recentPostsNavigation}>
			<p className="recent-title">
				<InLanguage of={recent}>{recent.title}</InLanguage>
			</p>
			<ul>
				{recent.items.map((post) => (
					<li key={post.href}>
						<a href={post.href} aria-current={post.current ? 'page' : undefined}>
							<InLanguage of={post}>{post.label}</InLanguage>
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
