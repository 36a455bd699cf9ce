/**
 * The component forms of `:::note` and `:::details`. `Admonition`: `type` (`note`, `tip`, `info`, `caution`, `danger` and
 * their aliases; default `note`), `title` (default: the type, as in "Note"). `Details`: `summary` (the first line), `open`.
 */
import type { ReactNode } from 'react';

const ALIASES: Record<string, string> = { secondary: 'note', important: 'info', success: 'tip', warning: 'danger' };
const TYPES = ['note', 'tip', 'info', 'caution', 'danger'];

interface AdmonitionProps {
	type?: string;
	title?: string;
	children?: ReactNode;
}

export function Admonition({ type = 'note', title, children }: AdmonitionProps) {
	const alias = Object.hasOwn(ALIASES, type) ? ALIASES[type] : type;
	const kind = alias && TYPES.includes(alias) ? alias : 'info';
	return (
		<div className={`admonition admonition-${kind}`}>
			<p className="admonition-title">{title ?? kind.charAt(0).toUpperCase() + kind.slice(1)}</p>
			{children}
		</div>
	);
}

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
