/** The color mode switch, disabled and invisible until scripts run (B-196). */
import { widget } from './attributes.ts';
import { Icon } from './icons.tsx';
import { useWords } from './words.tsx';

export function ThemeToggle() {
	const { switchFromLight: label } = useWords();
	return (
		<button
			type="button"
			className="icon-button theme-toggle scripted"
			aria-label={label}
			title={label}
			disabled
			{...widget('theme')}
		>
			<span className="only-light">
				<Icon name="sun" />
			</span>
			<span className="only-dark">
				<Icon name="moon" />
			</span>
		</button>
	);
}
