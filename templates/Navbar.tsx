/**
 * The sticky navbar: brand, items on both sides, search, color mode, and the button for the menus. Items that don't fit
 * into its one row are in rows that another button unfolds.
 */
import type { NavbarItemView, PageView } from '../src/render/model/view.ts';
import { PANEL, popoverTarget, widget } from './attributes.ts';
import { Brand } from './Brand.tsx';
import { Icon } from './icons.tsx';
import { NavbarItem } from './NavbarItem.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { useWords } from './words.tsx';

export function Navbar({ view: { site, navbar } }: { view: PageView }) {
	const words = useWords();
	const placed = navbar.some((item) => item.kind === 'search');
	return (
		<nav
			className="navbar"
			aria-label={words.mainNavigation}
			data-hide-on-scroll={site.hideOnScroll ? '' : undefined}
			{...widget('navbar')}
		>
			<Brand brand={site.brand} />
			<div className="navbar-fold">
				<NavbarSide side="left" items={navbar} search={site.search} />
				<div className="navbar-more">
					{/* Safari focuses a pressed button only if it has a tabindex. */}
					<button type="button" className="icon-button" tabIndex={0} aria-expanded={false} aria-label={words.menu}>
						<Icon name="menu" />
					</button>
				</div>
				<NavbarSide side="right" items={navbar} search={site.search} />
				{!placed && site.search && <SearchBox route={site.search.route} />}
			</div>
			{!site.colorMode.disableSwitch && <ThemeToggle />}
			<button
				type="button"
				className="icon-button navbar-toggle"
				aria-label={words.openMenus}
				{...popoverTarget(PANEL)}
			>
				<Icon name="menu" />
			</button>
		</nav>
	);
}

interface NavbarSideProps {
	side: 'left' | 'right';
	items: NavbarItemView[];
	search?: PageView['site']['search'];
}

/** One side of the bar. The search box is outside the lists, because it stays on narrow screens (B-108, B-126). */
function NavbarSide({ side, items, search }: NavbarSideProps) {
	const mine = items.filter((item) => item.position === side);
	const box = mine.findIndex((item) => item.kind === 'search');
	const after = box < 0 ? [] : mine.slice(box + 1);
	return (
		<>
			<NavbarList className={`navbar-items navbar-${side}`} items={box < 0 ? mine : mine.slice(0, box)} />
			{box >= 0 && search && <SearchBox route={search.route} />}
			{after.length > 0 && (
				<NavbarList className={side === 'left' ? 'navbar-items navbar-left' : 'navbar-items'} items={after} />
			)}
		</>
	);
}

function NavbarList({ className, items }: { className: string; items: NavbarItemView[] }) {
	return (
		<ul className={className}>
			{items.map((item, index) => (
				<NavbarItem key={index} item={item} />
			))}
		</ul>
	);
}
