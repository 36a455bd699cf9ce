/** A frame with a title around fences, e.g. several parts of one file. Props: `title`. */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';

export function CodeBlock({ title, children }: { title?: string; children?: ReactNode }) {
	return (
		<div className="code-frame">
			{title && <p className="code-frame-title">{title}</p>}
			{children}
		</div>
	);
}

CodeBlock.manifest = { props: { title: 'words' }, layers: ['components'] } satisfies ComponentManifest;
