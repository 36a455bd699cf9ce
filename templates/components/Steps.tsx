/**
 * Steps along a wire: words on one side, code on the other. `Step`: `title`; `text` (a sentence or two); children:
 * the code, or anything.
 */
import type { ReactNode } from 'react';
import { childrenOf } from './children.ts';

interface StepProps {
	title?: string;
	text?: string;
	children?: ReactNode;
}

export function Steps({ children }: { children?: ReactNode }) {
	return <ol className="steps">{childrenOf(children, Step)}</ol>;
}

export function Step({ title, text, children }: StepProps) {
	return (
		<li className="step">
			<div className="step-words">
				{title && <h3>{title}</h3>}
				{text && <p>{text}</p>}
			</div>
			<div className="step-body">{children}</div>
		</li>
	);
}
