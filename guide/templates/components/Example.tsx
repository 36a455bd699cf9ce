/** What an author writes, the fence in front, and below it what readers see. */
import type { ReactNode } from 'react';

export default function Example({ children }: { children?: ReactNode }) {
	return <div className="example">{children}</div>;
}
