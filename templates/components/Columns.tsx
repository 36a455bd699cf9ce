/** Columns, side by side if there is room. `Columns` has no props; `Column`: `title`. */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { itemsOf } from './children.ts';

export function Columns({ children }: { children?: ReactNode }) {
	return <div className="columns">{itemsOf(children, Column, Column)}</div>;
}

export function Column({ title, children }: { title?: string; children?: ReactNode }) {
	return (
		<div className="column-item">
			{title && <h3>{title}</h3>}
			{children}
		</div>
	);
}

Columns.manifest = { props: {}, layers: ['components'] } satisfies ComponentManifest;

Column.manifest = { props: { title: 'words' }, layers: ['components'] } satisfies ComponentManifest;
