/** The content of the footer: columns or a row of links, a logo, a copyright line (B-130). */
import type { FooterItemView, FooterView } from '../src/render/model/view.ts';
import { html, language } from './attributes.ts';
import { Link } from './Link.tsx';
import { Logo } from './Logo.tsx';
import { InLanguage } from './words.tsx';

export function Footer({ view }: { view: FooterView }) {
	return (
		<div className="footer-inner">
			{view.kind === 'columns' && view.columns.length > 0 && (
				<div className="footer-columns">
					{view.columns.map((column) => (
						<div key={column.title}>
							<p className="footer-title">
								<InLanguage of={column}>{column.title}</InLanguage>
							</p>
							<FooterList items={column.items} />
						</div>
					))}
				</div>
			)}
			{view.kind === 'row' && view.items.length > 0 && <FooterList items={view.items} className="footer-row" />}
			{(view.logo || view.copyright) && (
				<div className="footer-end">
					{view.logo?.href ? (
						<a href={view.logo.href} target={view.logo.target}>
							<Logo logo={view.logo} />
						</a>
					) : (
						view.logo && <Logo logo={view.logo} />
					)}
					{view.copyright && (
						<div className="footer-copyright" {...language(view.copyrightLanguage)} {...html(view.copyright)} />
					)}
				</div>
			)}
		</div>
	);
}

function FooterList({ items, className }: { items: FooterItemView[]; className?: string }) {
	return (
		<ul className={className}>
			{items.map((item) =>
				'html' in item ? (
					<li key={item.html} {...language(item)} {...html(item.html)} />
				) : (
					<li key={item.href + item.label}>
						<Link href={item.href} external={item.external} rel={item.rel}>
							<InLanguage of={item}>{item.label}</InLanguage>
						</Link>
					</li>
				),
			)}
		</ul>
	);
}
