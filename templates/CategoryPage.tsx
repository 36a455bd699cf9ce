/** The generated page of a sidebar category: its entries as cards (B-159). */
import type { ContentView, SiteView } from '../src/render/view.ts';
import { linkTo } from './attributes.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { DocsPaginator } from './DocsPaginator.tsx';
import { Icon } from './icons.tsx';
import { Main } from './Main.tsx';
import { VersionBadge, VersionBanner } from './VersionNotice.tsx';

const ICONS = { doc: 'file', category: 'folder', link: 'external' } as const;

interface CategoryPageProps {
	category: Extract<ContentView, { kind: 'category' }>;
	site: SiteView;
}

export function CategoryPage({ category, site }: CategoryPageProps) {
	return (
		<Main className="content">
			<div className="column">
				{category.banner && <VersionBanner banner={category.banner} />}
				{category.hasSidebar && <Breadcrumbs crumbs={category.crumbs} home={site.brand.href} />}
				{category.badge && (
					<div className="page-meta">
						<VersionBadge label={category.badge} />
					</div>
				)}
				<h1>{category.heading}</h1>
				{category.description && <p className="lead">{category.description}</p>}
				<ul className="cards">
					{category.cards.map((card) => (
						<li className="card" key={card.href}>
							<h2 className="card-title">
								<Icon name={ICONS[card.kind]} />
								<a {...linkTo(card.href, card.external)}>{card.label}</a>
							</h2>
							{card.description && <p>{card.description}</p>}
						</li>
					))}
				</ul>
				<DocsPaginator paginator={category.paginator} />
			</div>
		</Main>
	);
}
