/** The header of a post, in a list or on its page: title, date, reading time, authors (B-261 to B-264, B-270). */
import type { ReactNode } from 'react';
import type { AuthorView, PostView } from '../src/render/model/view.ts';
import { item, language, linkTo, property } from './attributes.ts';

interface PostHeadProps {
	post: PostView;
	own: boolean;
	/** Shown next to the date. */
	children?: ReactNode;
}

/** The title is the h1 on the post's page (`own`), and a linked h2 in a list. */
export function PostHead({ post, own, children }: PostHeadProps) {
	return (
		<header className="post-head">
			<div className="page-head">
				<p className="post-date">
					<time {...property('datePublished')} {...{ datetime: post.date }}>
						{post.dateLabel}
					</time>
					{post.readingTime && ` · ${post.readingTime}`}
				</p>
				{children}
			</div>
			{own ? (
				<h1 {...property('headline')} {...language(post)}>
					{post.title}
				</h1>
			) : (
				<h2 className="post-title" {...property('headline')} {...language(post)}>
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

export function Author({ author }: { author: AuthorView }) {
	return (
		<li className="author" {...item('Person', 'author')}>
			{author.image && <img src={author.image} alt="" width={44} height={44} loading="lazy" {...property('image')} />}
			<span>
				{author.url ? (
					<a {...linkTo(author.url)} {...property('url')}>
						<span {...property('name')}>{author.name}</span>
					</a>
				) : (
					<b {...property('name')}>{author.name}</b>
				)}
				{author.title && (
					<small className="author-title" {...language(author.titleLanguage)} {...property('description')}>
						{author.title}
					</small>
				)}
			</span>
		</li>
	);
}
