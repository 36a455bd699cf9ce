/** Chooses the template for the kind of page. */
import type { PageView } from '../src/render/model/view.ts';
import { BlogArchive } from './BlogArchive.tsx';
import { BlogList } from './BlogList.tsx';
import { BlogPost } from './BlogPost.tsx';
import { CategoryPage } from './CategoryPage.tsx';
import { DocPage } from './DocPage.tsx';
import { NotFound } from './NotFound.tsx';
import { Search } from './Search.tsx';
import { SinglePage } from './SinglePage.tsx';
import { DocsTag, Tags } from './Tags.tsx';

export function Content({ view }: { view: PageView }) {
	const { content, site } = view;
	switch (content.kind) {
		case 'doc':
			return <DocPage doc={content} site={site} />;
		case 'category':
			return <CategoryPage category={content} site={site} />;
		case 'tags':
			return <Tags tags={content} />;
		case 'docs-tag':
			return <DocsTag tag={content} />;
		case 'blog-list':
			return <BlogList list={content} />;
		case 'blog-post':
			return <BlogPost content={content} site={site} />;
		case 'blog-archive':
			return <BlogArchive archive={content} />;
		case 'page':
			return <SinglePage page={content} />;
		case 'search':
			return <Search versions={content.versions} places={content.places} site={site} />;
		case 'not-found':
			return <NotFound folders={content.folders} search={site.search?.route} />;
	}
}
