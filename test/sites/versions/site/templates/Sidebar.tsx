import type { SidebarItemView, SidebarView } from '../../../../../src/render/model/view.ts';

function Items({ items }: { items: SidebarItemView[] }) {
	return (
		<ul>
			{items.map((item, index) => (
				<li key={index}>
					{item.kind !== 'html' && <a href={item.href}>{item.label}</a>}
					{item.kind === 'category' && <Items items={item.items} />}
				</li>
			))}
		</ul>
	);
}

export function Sidebar({ view }: { view: SidebarView }) {
	return <Items items={view.items} />;
}
