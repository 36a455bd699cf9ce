/** The head of a post, in a list or on its own page: title, date, reading time, authors (B-261 to B-264, B-270). */
import type { AuthorView, PostView } from '../src/render/view.ts';
import { item, linkTo, property } from './attributes.ts';
import { isExternal } from './Link.tsx';

/** The title is a heading of level 2 with a link in a list, and the page's own on its page. */
export function PostHead({ post, own }: { post: PostView; own: boolean }) {
	return (
		<header className="post-head">
			<p className="post-date">
				<time {...property('datePublished')} {...{ datetime: post.date }}>
					{post.dateLabel}
				</time>
				{post.readingTime && ` · ${post.readingTime}`}
			</p>
			{own ? (
				<h1 {...property('headline')}>{post.title}</h1>
			) : (
				<h2 className="post-title" {...property('headline')}>
					<a href={post.href} {...property('url')}>
						{post.title}
					</a>
				</h2>
			)}
			{post.authors.length > 0 && (
				<ul className="authors">
					{post.authors.map((author) => (
						<Author key={author.name} author={author} />
					))}
				</ul>
			)}
		</header>
	);
}

function Author({ author }: { author: AuthorView }) {
	return (
		<li className="author" {...item('Person', 'author')}>
			{author.image && (
				<img src={author.image} alt={author.name} width={44} height={44} loading="lazy" {...property('image')} />
			)}
			<span>
				{author.url ? (
					<a {...linkTo(author.url, isExternal(author.url))} {...property('url')}>
						<span {...property('name')}>{author.name}</span>
					</a>
				) : (
					<b {...property('name')}>{author.name}</b>
				)}
				{author.title && (
					<small className="author-title" {...property('description')}>
						{author.title}
					</small>
				)}
			</span>
		</li>
	);
}
