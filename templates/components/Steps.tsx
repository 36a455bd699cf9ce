/**
 * Steps along a wire: text on one side, code on the other. `Step`: `title`; `text` (a sentence or two); children: the
 * code or other content. Around a Markdown list, its items are the steps.
 */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { childrenBut, childrenOf } from './children.ts';

interface StepProps {
	title?: string;
	text?: string;
	children?: ReactNode;
}

export function Steps({ children }: { children?: ReactNode }) {
	const steps = childrenOf(children, Step);
	const rest = childrenBut(children, Step);
	return (
		<>
			{steps.length > 0 && <ol className="steps">{steps}</ol>}
			{rest.length > 0 && <div className="step-list">{rest}</div>}
		</>
	);
}

export function Step({ title, text, children }: StepProps) {
	return (
		<li className="step">
			{(title || text) && (
				<div className="step-words">
					{title && <h3>{title}</h3>}
					{text && <p>{text}</p>}
				</div>
			)}
			<div className="step-body">{children}</div>
		</li>
	);
}

Steps.manifest = { props: {}, holds: ['list', 'Step'], layers: ['components', 'landing'] } satisfies ComponentManifest;

Step.manifest = { props: { title: 'words', text: 'words' } } satisfies ComponentManifest;
