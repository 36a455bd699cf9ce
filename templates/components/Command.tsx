/** A terminal command with a copy button. Props: `text` (without the prompt). Children follow below it. */

import type { ReactNode } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { widget } from '../attributes.ts';
import { say, useWords } from '../words.tsx';

export function Command({ text = '', children }: { text?: string; children?: ReactNode }) {
	return (
		<>
			<div className="command" data-copy={text} {...widget('copy')}>
				<code>{text}</code>
				<CopyButton text={text} />
			</div>
			{children}
		</>
	);
}

/** Copies the `data-copy` of the element around it, which must have the widget `copy`. */
export function CopyButton({ text }: { text: string }) {
	const words = useWords();
	return (
		<div className="code-actions scripted">
			<button type="button" aria-label={say(words.copyText, { text })}>
				{words.copy}
			</button>
		</div>
	);
}

Command.manifest = { props: { text: 'words' }, needs: ['text'], layers: ['landing'] } satisfies ComponentManifest;
