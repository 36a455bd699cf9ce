/** One line for the terminal, ready to copy. Props: `text` (without the prompt); children stand below it. */
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
