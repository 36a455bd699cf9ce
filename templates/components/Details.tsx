/** The component form of `:::details`. Props: `summary` (the first line), `open`. */
import type { ReactNode } from 'react';

interface DetailsProps {
	summary?: string;
	open?: boolean;
	children?: ReactNode;
}

export function Details({ summary = 'Details', open, children }: DetailsProps) {
	return (
		<details className="details" open={open === true}>
			<summary>{summary}</summary>
			{children}
		</details>
	);
}
