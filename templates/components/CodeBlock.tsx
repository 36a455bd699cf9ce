/** A frame with a title around fences, e.g. several parts of one file. Props: `title`. */
import type { ReactNode } from 'react';

export function CodeBlock({ title, children }: { title?: string; children?: ReactNode }) {
	return (
		<div className="code-frame">
			{title && <p className="code-frame-title">{title}</p>}
			{children}
		</div>
	);
}
