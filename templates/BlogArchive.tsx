/** All posts by year (B-266). */
import type { ContentView } from '../src/render/model/view.ts';
import { Main } from './Main.tsx';
import { InLanguage, useWords } from './words.tsx';

export function BlogArchive({ archive }: { archive: Extract<ContentView, { kind: 'blog-archive' }> }) {
	const words = useWords();
	return (
		<Main className="content">
			<div className="column">
				<h1>{words.archive}</h1>
				{archive.years.map(({ year, posts }) => (
					<section className="group" key={year}>
						<h2>{year}</h2>
						<ul className="archive">
							{posts.map((post) => (
								<li key={post.href}>
									<a href={post.href}>
										<time {...{ datetime: post.date }}>{post.label}</time> -{' '}
										<InLanguage of={post}>{post.title}</InLanguage>
									</a>
								</li>
							))}
						</ul>
					</section>
				))}
			</div>
		</Main>
	);
}
