/** A list of posts: the blog's index, and the posts with one tag or by one author (B-260 to B-263, B-268). */
import type { ContentView, PostView } from '../src/render/model/view.ts';
import { item, language, property, slot } from './attributes.ts';
import { Main } from './Main.tsx';
import { PageFoot } from './PageFoot.tsx';
import { Paginator } from './Paginator.tsx';
import { Author, PostHead } from './PostHead.tsx';
import { say, useWords } from './words.tsx';

export function BlogList({ list }: { list: Extract<ContentView, { kind: 'blog-list' }> }) {
	const words = useWords();
	return (
		<Main className="content" attributes={item('Blog')}>
			<div className="column">
				{list.all === undefined ? (
					<h1 className="visually-hidden">{list.heading}</h1>
				) : (
					<header className="list-head">
						<h1>{list.heading}</h1>
						<a href={list.all}>{list.author ? words.allAuthors : words.allTags}</a>
					</header>
				)}
				{list.author && (
					<div className="post">
						<header className="post-head">
							<ul className="authors">
								<Author author={list.author} />
							</ul>
						</header>
						{list.author.description && <p {...language(list.author.descriptionLanguage)}>{list.author.description}</p>}
					</div>
				)}
				{list.posts.map((post) => (
					<ListedPost key={post.href} post={post} />
				))}
				<Paginator
					label={words.blogListNavigation}
					words={{ previous: words.newerEntries, next: words.olderEntries }}
					previous={{ href: list.newer }}
					next={{ href: list.older }}
				/>
			</div>
		</Main>
	);
}

function ListedPost({ post }: { post: PostView }) {
	const words = useWords();
	return (
		<article className="post" {...item('BlogPosting', 'blogPost')}>
			<data {...property('description')} value={post.description} />
			<PostHead post={post} own={false} />
			<div className="markdown" {...language(post)} {...property('articleBody')} {...slot(`body:${post.body}`)} />
			{post.truncated && (
				<p>
					<a className="read-more" href={post.href} aria-label={say(words.readMoreAbout, { title: post.title })}>
						{words.readMore}
					</a>
				</p>
			)}
			<PageFoot tags={post.tags} />
		</article>
	);
}
