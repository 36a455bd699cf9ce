/** A list of `Swatch` colors. */

import { itemsOf } from 'docsgen/templates';
import type { ReactNode } from 'react';
import { Swatch } from './Swatch.tsx';
import './media.css';

export function Swatches({ children }: { children?: ReactNode }) {
	return <ul className="swatches">{itemsOf(children, Swatch, Item)}</ul>;
}

function Item({ children }: { children?: ReactNode }) {
	return <li className="swatch">{children}</li>;
}
