/**
 * The docs sidebar, rendered once for all pages that share it. The renderer then marks the entry of the current page,
 * which it finds by counting links with the same URL: so each entry has one link, and entries stand in their order.
 */
import { Fragment, type ReactNode } from 'react';
import type { SidebarItemView, SidebarView } from '../src/render/model/view.ts';
import { html, language, linkTo } from './attributes.ts';
import { Icon } from './icons.tsx';
import { InLanguage, plural, say, useWords } from './words.tsx';

type CategoryItem = Extract<SidebarItemView, { kind: 'category' }>;

/** Characters from which a name may not fit on one line. */
const LONG_NAME_CHARS = 13;

/** The content of `<nav aria-label="Docs sidebar">`. */
export function Sidebar({ view }: { view: SidebarView }) {
	const { collapseSidebar } = useWords();
	return (
		<>
			<SidebarList items={view.items} source={view.source} />
			{view.hideable && (
				<button type="button" className="sidebar-hide scripted" aria-label={collapseSidebar} title={collapseSidebar}>
					<Icon name="chevron" />
				</button>
			)}
		</>
	);
}

interface SidebarListProps {
	items: SidebarItemView[];
	hidden?: boolean;
	/** URL from which scripts fetch entries that are left out. */
	source?: string;
}

function SidebarList({ items, hidden, source }: SidebarListProps) {
	return (
		<ul className="sidebar-list" hidden={hidden} data-source={source}>
			{items.map((item, index) => (
				<SidebarItem key={index} item={item} />
			))}
		</ul>
	);
}

function SidebarItem({ item }: { item: SidebarItemView }) {
	switch (item.kind) {
		case 'link':
			return (
				<li className={item.className}>
					<a {...linkTo(item.href, item.external, item.rel)}>
						<Badged badge={item.badge}>
							<InLanguage of={item}>
								<Label text={item.label} />
							</InLanguage>
						</Badged>
						{item.external && <Icon name="external" />}
					</a>
				</li>
			);
		case 'html':
			return (
				<li
					className={[item.defaultStyle && 'sidebar-html', item.className].filter(Boolean).join(' ') || undefined}
					{...language(item)}
					{...html(item.html)}
				/>
			);
		case 'more':
			return <More item={item} />;
		case 'category':
			return <SidebarCategory item={item} />;
	}
}

function More({ item: { count, where, href } }: { item: Extract<SidebarItemView, { kind: 'more' }> }) {
	const words = useWords();
	return (
		<li className="sidebar-more" data-count={count}>
			<a href={href}>{plural(where === 'above' ? words.moreAbove : words.moreBelow, count, words)}</a>
		</li>
	);
}

/** If the category has a page, its label navigates and a button toggles; otherwise its label toggles (B-142). */
function SidebarCategory({ item }: { item: CategoryItem }) {
	const { toggleCategory } = useWords();
	const open = !item.collapsed || !item.collapsible;
	const classes = ['sidebar-category', item.active && 'active', item.className];
	return (
		<li className={classes.filter(Boolean).join(' ')} data-linked={item.linked ? '' : undefined}>
			<div className="sidebar-row">
				<a href={item.href} aria-expanded={item.collapsible ? open : undefined}>
					<Badged badge={item.badge}>
						<InLanguage of={item}>{item.label}</InLanguage>
					</Badged>
				</a>
				{item.collapsible && item.linked && (
					<button
						type="button"
						className="sidebar-toggle scripted"
						aria-label={say(toggleCategory, { category: item.label })}
						aria-expanded={open}
					/>
				)}
			</div>
			{item.items.length > 0 && <SidebarList items={item.items} hidden={!open} />}
		</li>
	);
}

/** A label and its badge, which is part of the link's name. One element, because some links are flex boxes. */
function Badged({ badge, children }: { badge?: string; children: ReactNode }) {
	if (!badge) return children;
	return (
		<span>
			{children} <small className="badge">{badge}</small>
		</span>
	);
}

/** Lets a long camel-case name wrap between its parts, not in the middle of a word. */
function Label({ text }: { text: string }) {
	if (text.length < LONG_NAME_CHARS || text.includes(' ')) return text;
	return text.split(/(?<=[a-z\d.])(?=[A-Z])/).map((part, index) => (
		<Fragment key={index}>
			{index > 0 && <wbr />}
			{part}
		</Fragment>
	));
}
