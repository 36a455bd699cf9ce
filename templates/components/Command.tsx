/** One line for the terminal, ready to copy. Props: `text` (without the prompt). */
import { widget } from '../hooks.ts';

export function Command({ text = '' }: { text?: string }) {
	return (
		<div className="command" data-copy={text} {...widget('copy')}>
			<code>{text}</code>
		</div>
	);
}
