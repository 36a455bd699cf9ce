/** One side of a `Bridge`. Prop: `title` (shown above the code). */
import type { ReactNode } from 'react';

export function BridgeSide({ title, children }: { title?: string; children?: ReactNode }) {
	return (
		<div className="bridge-side">
			{title && <p className="bridge-title">{title}</p>}
			{children}
		</div>
	);
}
