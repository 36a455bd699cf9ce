/** The color mode switch, disabled and invisible until scripts run (B-196). */
import { widget } from './attributes.ts';
import { Icon } from './icons.tsx';

const LABEL = 'Switch between dark and light mode (currently light mode)';

export function ThemeToggle() {
	return (
		<button
			type="button"
			className="icon-button theme-toggle scripted"
			aria-label={LABEL}
			title={LABEL}
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
