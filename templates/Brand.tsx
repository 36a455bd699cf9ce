/** Logo and name, a link to the home page; a right-click opens the page with the logos (B-102, B-103). */
import type { SiteView } from '../src/render/model/view.ts';
import { language } from './attributes.ts';
import { Logo } from './Logo.tsx';

export function Brand({ brand }: { brand: SiteView['brand'] }) {
	return (
		<a
			className="brand"
			href={brand.logo?.href ?? brand.href}
			rel={brand.logo?.rel}
			target={brand.logo?.target}
			data-context-page={brand.contextPage}
		>
			{brand.logo && <Logo logo={brand.logo} />}
			{brand.title && (
				<span className="brand-title" {...language(brand)}>
					{brand.title}
				</span>
			)}
		</a>
	);
}
