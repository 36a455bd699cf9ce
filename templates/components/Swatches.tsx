/**
 * Colours with their values, ready to copy. `Swatch`: `color` (a hex value, `#398ccb`), `name`.
 * The colour is drawn by an SVG attribute: a strict content security policy allows no inline styles.
 */
import type { ReactNode } from 'react';
import { CopyButton } from '../CopyButton.tsx';
import { widget } from '../hooks.ts';
import { itemsOf } from './children.ts';

interface SwatchProps {
	color?: string;
	name?: string;
	children?: ReactNode;
}

export function Swatches({ children }: { children?: ReactNode }) {
	return <ul className="swatches">{itemsOf(children, Swatch, Item)}</ul>;
}

function Item({ children }: SwatchProps) {
	return <li className="swatch">{children}</li>;
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
