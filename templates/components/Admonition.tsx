/**
 * The component forms of `:::note` and `:::details`. `Admonition`: `type` (`note`, `tip`, `info`, `caution`, `danger` and
 * their aliases; default `note`), `title` (default: the type, as in "Note"), `className`. `Details`: `summary` (the first line), `open`.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { ADMONITIONS, useWords } from '../words.tsx';

interface AdmonitionProps {
	type?: string;
	title?: string;
	className?: string;
	children?: ReactNode;
}

export function Admonition({ type = 'note', title, className, children }: AdmonitionProps) {
	const words = useWords();
	// The parser replaces other names of a kind.
	const kind = ADMONITIONS.find((name) => name === type) ?? 'info';
	const classes = `admonition admonition-${kind}`;
	return (
		<div className={className ? `${classes} ${className}` : classes} role="note">
			<p className="admonition-title">{title ?? words[kind]}</p>
			{children}
		</div>
	);
}

interface DetailsProps {
	summary?: string;
	open?: boolean;
	children?: ReactNode;
}

export function Details({ summary, open, children }: DetailsProps) {
	const words = useWords();
	return (
		<details className="details" open={open === true}>
			<summary>{summary ?? words.details}</summary>
			{children}
		</details>
	);
}

Admonition.manifest = {
	props: { type: 'text', title: 'words', className: 'text' },
	layers: ['notes'],
} satisfies ComponentManifest;

Details.manifest = { props: { summary: 'words', open: 'flag' }, layers: ['notes'] } satisfies ComponentManifest;
