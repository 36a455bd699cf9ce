/** Files and folders: a Markdown list, in which names that end with a slash, and those with a list, are folders. */
import type { ReactNode } from 'react';

export function FileTree({ children }: { children?: ReactNode }) {
	return <div className="file-tree">{children}</div>;
}
