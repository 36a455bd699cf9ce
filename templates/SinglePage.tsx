/** A page outside docs and blog: a column of text, or a landing page. */
import type { ContentView } from '../src/render/model/view.ts';
import { slot } from './attributes.ts';
import { Main } from './Main.tsx';
import { PageFoot } from './PageFoot.tsx';
import { Toc, TocBlock } from './Toc.tsx';

export function SinglePage({ page }: { page: Extract<ContentView, { kind: 'page' }> }) {
	if (page.layout === 'landing') {
		return (
			<Main className="landing">
				{page.heading && <h1>{page.heading}</h1>}
				<div className="markdown" {...slot('body:0')} />
			</Main>
		);
	}
	return (
		<Main className={page.toc.length > 0 ? 'content with-toc' : 'content'}>
			<article className="column">
				{page.heading && <h1>{page.heading}</h1>}
				<TocBlock toc={page.toc} />
				<div className="markdown" {...slot('body:0')} />
				<PageFoot editUrl={page.editUrl} />
			</article>
			<Toc toc={page.toc} />
		</Main>
	);
}
