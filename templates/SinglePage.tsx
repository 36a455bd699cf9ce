/** A page outside docs and blog: a column of text, or a landing page. */
import type { ContentView } from '../src/render/model/view.ts';
import { language, slot } from './attributes.ts';
import { LocaleNotice } from './LocaleNotice.tsx';
import { Main } from './Main.tsx';
import { PageFoot } from './PageFoot.tsx';
import { Toc, TocBlock } from './Toc.tsx';

export function SinglePage({ page }: { page: Extract<ContentView, { kind: 'page' }> }) {
	if (page.layout === 'landing') {
		return (
			<Main className="landing">
				{page.heading && (
					<h1 className="visually-hidden" {...language(page)}>
						{page.heading}
					</h1>
				)}
				<div className="markdown" {...language(page)} {...slot('body:0')} />
			</Main>
		);
	}
	return (
		<Main className={page.toc.length > 0 ? 'content with-toc' : 'content'}>
			<article className="column">
				<LocaleNotice notice={page.notice} />
				{page.heading && <h1 {...language(page)}>{page.heading}</h1>}
				<TocBlock toc={page.toc} text={page} />
				<div className="markdown" {...language(page)} {...slot('body:0')} />
				<PageFoot editUrl={page.editUrl} reportUrl={page.reportUrl} />
			</article>
			<Toc toc={page.toc} text={page} />
		</Main>
	);
}
