/** The generated page of a sidebar category: its items as cards (B-159). */
import type { ContentView, SiteView } from '../src/render/model/view.ts';
import { html, language } from './attributes.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { CardList } from './CardList.tsx';
import { DocsPaginator } from './DocsPaginator.tsx';
import { Main } from './Main.tsx';
import { VersionBadge, VersionBanner } from './VersionNotice.tsx';

interface CategoryPageProps {
	category: Extract<ContentView, { kind: 'category' }>;
	site: SiteView;
}

export function CategoryPage({ category, site }: CategoryPageProps) {
	return (
		<Main className="content">
			<div className="column">
				{category.banner && <VersionBanner banner={category.banner} />}
				<div className="page-head">
					{category.hasSidebar && <Breadcrumbs crumbs={category.crumbs} home={site.brand.href} />}
					{category.badge && <VersionBadge label={category.badge} />}
				</div>
				{category.drawing && <div {...html(category.drawing)} />}
				<h1 {...language(category.headingLanguage)}>{category.heading}</h1>
				{category.description && (
					<p className="lead" {...language(category.descriptionLanguage)}>
						{category.description}
					</p>
				)}
				<CardList cards={category.cards} />
				<DocsPaginator paginator={category.paginator} />
			</div>
		</Main>
	);
}
