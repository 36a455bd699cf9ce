/**
 * The side panel, once per page. On wide screens, it is the column next to the text (docs sidebar or recent posts). On
 * narrow ones, it is a popover that also contains the navbar's items. Without scripts, it opens, and closes on Escape
 * and on a press outside.
 *
 * Scripts show one menu at a time, named by `data-menu`: `secondary` (the page's) or `primary` (the navbar's).
 */
import type { NavbarItemView, PageView, RecentView } from '../src/render/model/view.ts';
import { html, language, PANEL, popoverTarget, slot, widget } from './attributes.ts';
import { Brand } from './Brand.tsx';
import { Icon } from './icons.tsx';
import { NavbarLink } from './NavbarItem.tsx';
import { RecentPosts } from './RecentPosts.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { InLanguage, useWords } from './words.tsx';

export function MobileSidebar({ view }: { view: PageView }) {
	const { site, navbar, content } = view;
	const words = useWords();
	const docs = 'hasSidebar' in content && content.hasSidebar;
	const recent = 'recent' in content ? content.recent : undefined;
	return (
		<section
			className="panel"
			aria-label={words.menus}
			id={PANEL}
			popover="auto"
			data-menu={docs || recent ? 'secondary' : 'primary'}
			{...widget('mobile-sidebar')}
		>
			<div className="panel-head">
				<Brand brand={site.brand} />
				{!site.colorMode.disableSwitch && <ThemeToggle />}
				<button type="button" className="icon-button" aria-label={words.closeMenus} {...popoverTarget(PANEL, 'hide')}>
					<Icon name="close" />
				</button>
			</div>
			{(docs || recent) && <Secondary docs={docs} recent={recent} site={site} />}
			<nav className="panel-primary" aria-label={words.menu}>
				<ul>
					{navbar.map((item, index) => (
						<PrimaryItem key={index} item={item} />
					))}
				</ul>
			</nav>
		</section>
	);
}

function Secondary({ docs, recent, site }: { docs: boolean; recent?: RecentView; site: PageView['site'] }) {
	const words = useWords();
	return (
		<div className="panel-secondary">
			<button type="button" className="panel-back scripted">
				{site.dir === 'rtl' ? '→' : '←'} {words.backToMainMenu}
			</button>
			{docs && (
				<nav
					className="sidebar"
					aria-label={words.docsSidebar}
					data-auto-collapse={site.sidebar.autoCollapse ? '' : undefined}
					{...widget('sidebar')}
					{...slot('sidebar')}
				/>
			)}
			{recent && <RecentPosts recent={recent} />}
		</div>
	);
}

/** An item of the navbar; a dropdown becomes a list that opens in place (B-113). */
function PrimaryItem({ item }: { item: NavbarItemView }) {
	if (item.kind === 'search') return null;
	if (item.kind === 'html') return <li className={item.className} {...language(item)} {...html(item.menuHtml)} />;
	if (item.kind === 'link') {
		const label = item.label || (item.ariaLabel ?? '');
		return (
			<li>
				<NavbarLink item={{ ...item, label, ariaLabel: item.label ? item.ariaLabel : undefined }} />
			</li>
		);
	}
	return (
		<li>
			<details open={item.active}>
				<summary>
					{item.role === 'plain' ? <InLanguage of={item}>{item.mobileLabel}</InLanguage> : item.mobileLabel}
				</summary>
				<ul>
					{item.items.map((entry, index) => (
						<PrimaryItem key={index} item={entry} />
					))}
				</ul>
			</details>
		</li>
	);
}
