/** The categories of the page, for readers and as microdata (B-154). */
import type { CrumbView } from '../src/render/model/view.ts';
import { item, language, property } from './attributes.ts';
import { Icon } from './icons.tsx';
import { useWords } from './words.tsx';

export function Breadcrumbs({ crumbs, home }: { crumbs: CrumbView[]; home: string }) {
	const words = useWords();
	if (crumbs.length === 0) return null;
	return (
		<nav className="breadcrumbs" aria-label={words.breadcrumbs}>
			<ol {...item('BreadcrumbList')}>
				<li>
					<a href={home} aria-label={words.homePage}>
						<Icon name="home" />
					</a>
				</li>
				{crumbs.map((crumb, index) => (
					<li key={`${crumb.label}${crumb.href ?? ''}`} {...item('ListItem', 'itemListElement')}>
						<Crumb crumb={crumb} last={index === crumbs.length - 1} />
						<data {...property('position')} value={String(index + 1)} />
					</li>
				))}
			</ol>
		</nav>
	);
}

function Crumb({ crumb, last }: { crumb: CrumbView; last: boolean }) {
	if (crumb.href === undefined || last) {
		return (
			<span {...property('name')} {...language(crumb)} aria-current={last ? 'page' : undefined}>
				{crumb.label}
			</span>
		);
	}
	return (
		<a href={crumb.href} {...property('item')}>
			<span {...property('name')} {...language(crumb)}>
				{crumb.label}
			</span>
		</a>
	);
}
