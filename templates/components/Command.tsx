/** A terminal command with a copy button. Props: `text` (without the prompt). Children follow below it. */
import type { ReactNode } from 'react';
import { CopyButton } from '../CopyButton.tsx';
import { widget } from '../hooks.ts';

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
