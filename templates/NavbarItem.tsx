/** A navbar item: a link, a dropdown, or HTML from the configuration (B-104 to B-117). */
import type { ComponentManifest } from '../src/content/model/component.ts';
import type { NavbarItemView } from '../src/render/model/view.ts';
import { ATTRIBUTE, html, language, linkTo } from './attributes.ts';
import { ICON_NAMES, Icon, isIcon } from './icons.tsx';
import { InLanguage } from './words.tsx';

type LinkItem = Extract<NavbarItemView, { kind: 'link' }>;
type DropdownItem = Extract<NavbarItemView, { kind: 'dropdown' }>;

export function NavbarItem({ item }: { item: NavbarItemView }) {
	switch (item.kind) {
		case 'link':
			return (
				<li>
					<NavbarLink item={item} />
				</li>
			);
		case 'dropdown':
			return <Dropdown item={item} />;
		case 'html':
			return <li className={item.className} {...language(item)} {...html(item.html)} />;
		case 'search':
			return null;
	}
}

NavbarItem.manifest = { props: { icon: ICON_NAMES } } satisfies ComponentManifest;

/** A link with a label or an icon; `aria-current` tells the page itself from an active link that leads near it (B-025). */
export function NavbarLink({ item }: { item: LinkItem }) {
	const icon = item.icon !== undefined && isIcon(item.icon) ? item.icon : undefined;
	const { href, ...opens } = linkTo(item.href, item.external, item.rel);
	const classes = ['navbar-link', item.active && 'active', !item.label && 'icon-only', item.className];
	return (
		<a
			className={classes.filter(Boolean).join(' ')}
			href={href}
			{...opens}
			aria-current={item.current ? 'page' : item.active || undefined}
			aria-label={item.ariaLabel}
			lang={item.hreflang && item.lang}
			// React writes it in camel case.
			{...{ hreflang: item.hreflang }}
			{...{ [ATTRIBUTE.version]: item.version }}
			data-active-base-path={item.pattern?.basePath}
			data-active-regex={item.pattern?.regex}
			{...{ [ATTRIBUTE.versionHrefs]: item.versionHrefs && JSON.stringify(item.versionHrefs) }}
		>
			{icon && <Icon name={icon} />}
			{item.dir ? <InLanguage of={item}>{item.label}</InLanguage> : item.label}
			{item.external && item.label && <Icon name="external" />}
		</a>
	);
}

/**
 * A dropdown, which opens on hover and focus without scripts. Scripts take over by setting `aria-expanded`, and give a
 * trigger that is a link the role of a button.
 */
function Dropdown({ item }: { item: DropdownItem }) {
	const trigger = {
		className: `navbar-link dropdown-trigger${item.active ? ' active' : ''}`,
		'aria-haspopup': true,
		'aria-expanded': false,
	} as const;
	const label = (
		<>
			<InLanguage of={item}>{item.label}</InLanguage>
			<Icon name="chevron" />
		</>
	);
	return (
		<li className={['dropdown', item.className].filter(Boolean).join(' ')} data-role={item.role}>
			{item.href === undefined ? (
				<button type="button" {...trigger}>
					{label}
				</button>
			) : (
				<a {...trigger} {...linkTo(item.href, item.external, item.rel)}>
					{label}
				</a>
			)}
			<ul className="dropdown-menu">
				{item.items.map((entry, index) => (
					<NavbarItem key={index} item={entry} />
				))}
			</ul>
		</li>
	);
}
