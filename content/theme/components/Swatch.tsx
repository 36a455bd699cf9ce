/**
 * A color with its value, ready to copy. Props: `color` (a hex value, `#398ccb`), `name`.
 * The color is drawn by an SVG attribute: a strict content security policy allows no inline styles.
 */
import { CopyButton, widget } from 'docsgen/templates';
import type { ReactNode } from 'react';

interface SwatchProps {
	color?: string;
	name?: string;
	children?: ReactNode;
}

export function Swatch({ color = '', name, children }: SwatchProps) {
	return (
		<li className="swatch">
			<svg viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">
				<rect width="10" height="10" fill={color} />
			</svg>
			{name && <b>{name}</b>}
			<div className="swatch-value" data-copy={color} {...widget('copy')}>
				<code>{color}</code>
				<CopyButton text={color} />
			</div>
			{children}
		</li>
	);
}
