/** The page of a post (B-264). */
import type { ContentView, SiteView } from '../src/render/model/view.ts';
import { item, language, property, slot } from './attributes.ts';
import { LocaleNotice } from './LocaleNotice.tsx';
import { Main } from './Main.tsx';
import { PageFoot } from './PageFoot.tsx';
import { PageTools } from './PageTools.tsx';
import { Paginator } from './Paginator.tsx';
import { PostHead } from './PostHead.tsx';
import { Toc, TocBlock } from './Toc.tsx';
import { useWords } from './words.tsx';

interface BlogPostProps {
	content: Extract<ContentView, { kind: 'blog-post' }>;
	site: SiteView;
}

export function BlogPost({ content, site }: BlogPostProps) {
	const { post, toc } = content;
	const words = useWords();
	return (
		<Main className={toc.length > 0 ? 'content with-toc' : 'content'}>
			<div className="column">
				<LocaleNotice notice={post.notice} />
				<article className="post" {...item('BlogPosting')}>
					<data {...property('description')} value={post.description} />
					<PostHead post={post} own>
						<PageTools markdownHref={content.markdownHref} site={site} />
					</PostHead>
					<TocBlock toc={toc} text={post} />
					<div className="markdown" {...language(post)} {...property('articleBody')} {...slot(`body:${post.body}`)} />
					<PageFoot tags={post.tags} editUrl={content.editUrl} reportUrl={content.reportUrl} />
				</article>
				<Paginator
					label={words.postNavigation}
					words={{ previous: words.newerPost, next: words.olderPost }}
					previous={content.newer}
					next={content.older}
				/>
			</div>
			<Toc toc={toc} text={post} />
		</Main>
	);
}
