/** A documentation page. */
import type { ContentView, SiteView } from '../src/render/model/view.ts';
import { html, language, slot } from './attributes.ts';
import { BackToTop } from './BackToTop.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { DocsPaginator } from './DocsPaginator.tsx';
import { LocaleNotice } from './LocaleNotice.tsx';
import { Main } from './Main.tsx';
import { PageFoot } from './PageFoot.tsx';
import { PageTools } from './PageTools.tsx';
import { Toc, TocBlock } from './Toc.tsx';
import { VersionBadge, VersionBanner } from './VersionNotice.tsx';

interface DocPageProps {
	doc: Extract<ContentView, { kind: 'doc' }>;
	site: SiteView;
}

export function DocPage({ doc, site }: DocPageProps) {
	return (
		<Main className={doc.toc.length > 0 ? 'content with-toc' : 'content'}>
			<div className="column">
				<LocaleNotice notice={doc.notice} />
				{doc.banner && <VersionBanner banner={doc.banner} />}
				<div className="page-head">
					{doc.hasSidebar && <Breadcrumbs crumbs={doc.crumbs} home={site.brand.href} />}
					{doc.badge && <VersionBadge label={doc.badge} />}
					<PageTools markdownHref={doc.markdownHref} site={site} />
				</div>
				<article>
					{doc.drawing && <div {...html(doc.drawing)} />}
					{doc.eyebrow && <p className="eyebrow">{doc.eyebrow}</p>}
					{doc.heading && <h1 {...language(doc)}>{doc.heading}</h1>}
					<TocBlock toc={doc.toc} text={doc} />
					<div className="markdown" {...language(doc)} {...slot('body:0')} />
					<PageFoot {...doc} />
				</article>
				<DocsPaginator paginator={doc.paginator} />
			</div>
			<Toc toc={doc.toc} text={doc} />
			<BackToTop />
		</Main>
	);
}
