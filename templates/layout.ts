/** The page's column layout: the `<name>` of the class `layout-<name>` in the style sheet. */
import type { ContentView } from '../src/render/model/view.ts';

export type Layout = 'docs' | 'bare' | 'blog' | 'page' | 'landing';

/** `docs` has the docs sidebar, `bare` is a doc without one, `blog` has the recent posts next to it. */
export function layoutOf(content: ContentView): Layout {
	switch (content.kind) {
		case 'doc':
		case 'category':
			return content.hasSidebar ? 'docs' : 'bare';
		case 'blog-list':
		case 'blog-post':
		case 'blog-archive':
			return 'blog';
		case 'tags':
			return content.recent ? 'blog' : 'page';
		case 'page':
			return content.layout;
		case 'docs-tag':
		case 'search':
		case 'not-found':
			return 'page';
	}
}
