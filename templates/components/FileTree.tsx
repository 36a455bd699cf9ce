/** A tree of files from a Markdown list: names that end with a slash or have a nested list are folders. */
import type { ReactNode } from 'react';

export function FileTree({ children }: { children?: ReactNode }) {
	return <div className="file-tree">{children}</div>;
}
