/** A tree of files from a Markdown list: a nested list is the content of a folder. */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';

export function FileTree({ children }: { children?: ReactNode }) {
	return <div className="file-tree">{children}</div>;
}

FileTree.manifest = { props: {}, holds: ['list'], layers: ['extras'] } satisfies ComponentManifest;
